//! The kinds of items of the catalog, of payments and of notices, as the design spells them.

use chabudai_kernel::design::EntityDesign;
use chabudai_kernel::entity;
use chabudai_kernel::entity::Entity as _;
use chabudai_kernel::part::{UtcSeconds, Word};

use super::MAIN_TABLE;
use crate::model::{
    CreatorRecipeCard, CreatorSetCard, EntityType, KitchenId, News, NoticeId, Notification, NotificationSettings, PaymentMethod, PersonId,
    Published, Purchase, PurchaseId, PurchasedRecipe, PurchasedSet, PushToken, RecipeCard, RecipeId, SavedCount, SavedRecipe, SavedSet,
    SetCard, SetId, Share, Shared, Subscription,
};

pub(super) const RECIPE_CARD: &EntityDesign = &RecipeCard::DESIGN;
pub(super) const SET_CARD: &EntityDesign = &SetCard::DESIGN;
pub(super) const CREATOR_RECIPE_CARD: &EntityDesign = &CreatorRecipeCard::DESIGN;
pub(super) const CREATOR_SET_CARD: &EntityDesign = &CreatorSetCard::DESIGN;
pub(super) const SAVED_RECIPE: &EntityDesign = &SavedRecipe::DESIGN;
pub(super) const SAVED_SET: &EntityDesign = &SavedSet::DESIGN;
pub(super) const SHARE: &EntityDesign = &Share::DESIGN;
pub(super) const PUBLISHED: &EntityDesign = &Published::DESIGN;
pub(super) const SHARED: &EntityDesign = &Shared::DESIGN;
pub(super) const PURCHASED_RECIPE: &EntityDesign = &PurchasedRecipe::DESIGN;
pub(super) const PURCHASED_SET: &EntityDesign = &PurchasedSet::DESIGN;
pub(super) const PURCHASE: &EntityDesign = &Purchase::DESIGN;
pub(super) const PAYMENT_METHOD: &EntityDesign = &PaymentMethod::DESIGN;
pub(super) const SUBSCRIPTION: &EntityDesign = &Subscription::DESIGN;
pub(super) const NOTIFICATION: &EntityDesign = &Notification::DESIGN;
pub(super) const NEWS: &EntityDesign = &News::DESIGN;
pub(super) const PUSH_TOKEN: &EntityDesign = &PushToken::DESIGN;
pub(super) const NOTIFICATION_SETTINGS: &EntityDesign = &NotificationSettings::DESIGN;

entity! {
    /// A published recipe: its record, and the list by time. Its body stays with its owner.
    RecipeCard in MAIN_TABLE, at most 8_192 bytes {
        creatorId: PersonId = creator_id,
        createdAt: UtcSeconds = created_at,
        recipeId: RecipeId = recipe_id,
    }
    key(createdAt, recipeId) {
        PK = "CATALOG#RECIPE";
        SK = "CREATED#" createdAt "#" recipeId;
    }
    index {
        GSI1PK = "ENTITY#RECIPE#" recipeId;
        GSI1SK = "PUBLIC#";
        GSI2PK if is_listed(status) = "CATALOG#RECIPE";
        GSI2SK if is_listed(status) = "SORT#NEWEST#" createdAt "#" recipeId;
        GSI3PK if is_listed(status) = "CREATOR#" creatorId "#RECIPE";
        GSI3SK if is_listed(status) = "CREATED#" createdAt "#" recipeId;
    }
    fields {
        "recipeId": S;
        "createdAt": S;
        "creatorId": S;
        "creatorName": S;
        "title": S;
        "thumbnailUrl": S optional;
        "tags": L;
        "cookTimeMinutes": N optional;
        "visibility": S;
        "price": N optional;
        "status": S;
        "savedCount": N;
        "searchText": S optional;
        "ingredientNames": L optional;
        "updatedAt": S optional;
        "version": N optional;
    }
    departs {
        "GSI2SK": "one item has one value of a key: the list by popularity is made by the other card";
        "searchText": "added: title, tags and creator as a search compares them";
        "version": "added: counts the writes";
    }
}

entity! {
    /// A published set: its record, and the list by time. Its body stays with its owner.
    SetCard in MAIN_TABLE, at most 8_192 bytes {
        creatorId: PersonId = creator_id,
        createdAt: UtcSeconds = created_at,
        setId: SetId = set_id,
    }
    key(createdAt, setId) {
        PK = "CATALOG#SET";
        SK = "CREATED#" createdAt "#" setId;
    }
    index {
        GSI1PK = "ENTITY#SET#" setId;
        GSI1SK = "PUBLIC#";
        GSI2PK if is_listed(status) = "CATALOG#SET";
        GSI2SK if is_listed(status) = "SORT#NEWEST#" createdAt "#" setId;
        GSI3PK if is_listed(status) = "CREATOR#" creatorId "#SET";
        GSI3SK if is_listed(status) = "CREATED#" createdAt "#" setId;
    }
    fields {
        "setId": S;
        "createdAt": S;
        "creatorId": S;
        "creatorName": S;
        "title": S;
        "thumbnailUrl": S optional;
        "tags": L;
        "cookTimeMinutes": N optional;
        "visibility": S;
        "price": N optional;
        "status": S;
        "savedCount": N;
        "searchText": S optional;
        "ingredientNames": L optional;
        "updatedAt": S optional;
        "version": N optional;
    }
    departs {
        "GSI2SK": "one item has one value of a key: the list by popularity is made by the other card";
        "searchText": "added: title, tags and creator as a search compares them";
        "version": "added: counts the writes";
    }
}

entity! {
    /// A published recipe as its creator's, and in the list by popularity.
    CreatorRecipeCard in MAIN_TABLE, at most 8_192 bytes {
        creatorId: PersonId = creator_id,
        createdAt: UtcSeconds = created_at,
        recipeId: RecipeId = recipe_id,
        savedCount: SavedCount = saved_count,
    }
    key(creatorId, createdAt, recipeId) {
        PK = "CREATOR#" creatorId;
        SK = "CATALOG_RECIPE#" createdAt "#" recipeId;
    }
    index {
        GSI2PK if is_listed(status) = "CATALOG#RECIPE";
        GSI2SK if is_listed(status) = "SORT#POPULAR#" savedCount "#" recipeId;
    }
    fields {
        "recipeId": S;
        "createdAt": S;
        "creatorId": S;
        "creatorName": S;
        "title": S;
        "thumbnailUrl": S optional;
        "tags": L;
        "cookTimeMinutes": N optional;
        "visibility": S;
        "price": N optional;
        "status": S;
        "savedCount": N;
        "searchText": S optional;
        "ingredientNames": L optional;
        "updatedAt": S optional;
        "version": N optional;
    }
    departs {
        "savedCount": "a copy that follows the record within a minute: a key cannot be counted up";
        "searchText": "added: title, tags and creator as a search compares them";
        "version": "added: counts the writes";
    }
}

entity! {
    /// A published set as its creator's, and in the list by popularity.
    CreatorSetCard in MAIN_TABLE, at most 8_192 bytes {
        creatorId: PersonId = creator_id,
        createdAt: UtcSeconds = created_at,
        setId: SetId = set_id,
        savedCount: SavedCount = saved_count,
    }
    key(creatorId, createdAt, setId) {
        PK = "CREATOR#" creatorId;
        SK = "CATALOG_SET#" createdAt "#" setId;
    }
    index {
        GSI2PK if is_listed(status) = "CATALOG#SET";
        GSI2SK if is_listed(status) = "SORT#POPULAR#" savedCount "#" setId;
    }
    fields {
        "setId": S;
        "createdAt": S;
        "creatorId": S;
        "creatorName": S;
        "title": S;
        "thumbnailUrl": S optional;
        "tags": L;
        "cookTimeMinutes": N optional;
        "visibility": S;
        "price": N optional;
        "status": S;
        "savedCount": N;
        "searchText": S optional;
        "ingredientNames": L optional;
        "updatedAt": S optional;
        "version": N optional;
    }
    departs {
        "savedCount": "a copy that follows the record within a minute: a key cannot be counted up";
        "searchText": "added: title, tags and creator as a search compares them";
        "version": "added: counts the writes";
    }
}

entity! {
    /// A recipe of the catalog in a kitchen's book: a reference, never a copy.
    SavedRecipe in MAIN_TABLE, at most 1_024 bytes {
        userId: KitchenId = kitchen from PK,
        recipeId: RecipeId = recipe_id from SK,
    }
    key(userId, recipeId) {
        PK = "USER#" userId;
        SK = "SAVED#RECIPE#" recipeId;
    }
    index {
        GSI1PK = "ENTITY#SAVED_RECIPE#" recipeId;
        GSI1SK = "OWNER#" userId;
    }
    fields {
        "creatorId": S;
        "catalogCreatedAt": S;
        "savedAt": S;
    }
    departs {
        "GSI1PK": "added: who saved it, to count again what was counted";
        "catalogCreatedAt": "added, with creatorId: the address of the cards";
    }
}

entity! {
    /// A recipe that somebody bought, or is buying: there is one of these, so there is one charge.
    PurchasedRecipe in MAIN_TABLE, at most 1_024 bytes {
        userId: PersonId = person from PK,
        recipeId: RecipeId = recipe_id from SK,
    }
    key(userId, recipeId) {
        PK = "USER#" userId;
        SK = "PURCHASED#RECIPE#" recipeId;
    }
    fields {
        "purchaseId": S;
        "state": S;
    }
    departs {
        "SK": "added: whether it was bought is one read, and a second charge is a condition that fails";
    }
}

entity! {
    /// A set of the catalog in a kitchen's book: a reference, never a copy.
    SavedSet in MAIN_TABLE, at most 1_024 bytes {
        userId: KitchenId = kitchen from PK,
        setId: SetId = set_id from SK,
    }
    key(userId, setId) {
        PK = "USER#" userId;
        SK = "SAVED#SET#" setId;
    }
    index {
        GSI1PK = "ENTITY#SAVED_SET#" setId;
        GSI1SK = "OWNER#" userId;
    }
    fields {
        "creatorId": S;
        "catalogCreatedAt": S;
        "savedAt": S;
    }
    departs {
        "GSI1PK": "added: who saved it, to count again what was counted";
        "catalogCreatedAt": "added, with creatorId: the address of the cards";
    }
}

entity! {
    /// A set that somebody bought, or is buying: there is one of these, so there is one charge.
    PurchasedSet in MAIN_TABLE, at most 1_024 bytes {
        userId: PersonId = person from PK,
        setId: SetId = set_id from SK,
    }
    key(userId, setId) {
        PK = "USER#" userId;
        SK = "PURCHASED#SET#" setId;
    }
    fields {
        "purchaseId": S;
        "state": S;
    }
    departs {
        "SK": "added: whether it was bought is one read, and a second charge is a condition that fails";
    }
}

entity! {
    /// A link that shows one recipe or set to whoever has it.
    Share in MAIN_TABLE, at most 4_096 bytes {
        shareId: Word = share_id from PK,
        targetType: EntityType = target_type,
        targetId: Word = target_id,
        ownerId: KitchenId = owner_id,
    }
    key(shareId) {
        PK = "SHARE#" shareId;
        SK = "META#";
    }
    index {
        GSI1PK if is_live(revokedAt) = "ENTITY#SHARE_" targetType "#" targetId;
        GSI1SK if is_live(revokedAt) = "OWNER#" ownerId;
    }
    fields {
        "targetType": S;
        "targetId": S;
        "authorName": S optional;
        "sourceUrl": S optional;
        "ownerId": S;
        "createdAt": S optional;
        "revokedAt": S optional;
    }
    departs {
        "ownerId": "added, with createdAt, revokedAt and the index: one link per owner and target, which can be taken back";
    }
}

entity! {
    /// The guard of a record of the catalog.
    Published in MAIN_TABLE, at most 512 bytes {
        userId: PersonId = creator from PK,
        targetType: EntityType = target_type from SK,
        targetId: Word = target_id from SK,
    }
    key(userId, targetType, targetId) {
        PK = "USER#" userId;
        SK = "PUBLISHED#" targetType "#" targetId;
    }
    fields {
        "createdAt": S;
    }
    departs {
        "SK": "added: of two who publish the same at once one makes its record. An index is no guard: it lags, and holds two of a kind";
    }
}

entity! {
    /// The guard of a link.
    Shared in MAIN_TABLE, at most 512 bytes {
        userId: KitchenId = owner from PK,
        targetType: EntityType = target_type from SK,
        targetId: Word = target_id from SK,
    }
    key(userId, targetType, targetId) {
        PK = "USER#" userId;
        SK = "SHARED#" targetType "#" targetId;
    }
    fields {
        "shareId": S;
    }
    departs {
        "SK": "added: one link per owner and target, by a condition of the write";
    }
}

entity! {
    /// A purchase.
    Purchase in MAIN_TABLE, at most 2_048 bytes {
        userId: PersonId = person from PK,
        purchasedAt: UtcSeconds = purchased_at from SK,
        purchaseId: PurchaseId = purchase_id from SK,
    }
    key(userId, purchasedAt, purchaseId) {
        PK = "USER#" userId;
        SK = "PURCHASE#" purchasedAt "#" purchaseId;
    }
    fields {
        "itemType": S;
        "itemId": S;
        "itemTitle": S;
        "amount": N;
        "currency": S;
        "status": S;
    }
}

entity! {
    /// A way to pay.
    PaymentMethod in MAIN_TABLE, at most 1_024 bytes {
        userId: PersonId = person from PK,
        paymentMethodId: Word = payment_method_id from SK,
        customerId: Word = customer_id,
    }
    key(userId, paymentMethodId) {
        PK = "USER#" userId;
        SK = "PAYMENT_METHOD#" paymentMethodId;
    }
    index {
        GSI1PK = "ENTITY#PAYMENT_CUSTOMER#" customerId;
        GSI1SK = "OWNER#" userId;
    }
    fields {
        "customerId": S;
        "brand": S;
        "last4": S;
        "expMonth": N;
        "expYear": N;
        "isDefault": BOOL optional;
        "createdAt": S optional;
    }
    departs {
        "GSI1PK": "added: whose customer it is of whom the provider tells";
    }
}

entity! {
    /// What somebody subscribes to: one record, whatever its state.
    Subscription in MAIN_TABLE, at most 1_024 bytes {
        userId: PersonId = person from PK,
    }
    key(userId) {
        PK = "USER#" userId;
        SK = "SUBSCRIPTION#ACTIVE";
    }
    fields {
        "subscriptionId": S;
        "planId": S;
        "status": S;
        "cancelAtPeriodEnd": BOOL optional;
        "currentPeriodEnd": S optional;
        "updatedAt": S optional;
    }
}

entity! {
    /// A notice to one person, or that they have read one that is for all.
    Notification in MAIN_TABLE, at most 8_192 bytes {
        userId: PersonId = person from PK,
        createdAt: UtcSeconds = created_at from SK,
        notificationId: NoticeId = notification_id from SK,
    }
    key(userId, createdAt, notificationId) {
        PK = "USER#" userId;
        SK = "NOTIFICATION#" createdAt "#" notificationId;
    }
    fields {
        "title": S optional;
        "body": S optional;
        "imageUrl": S optional;
        "linkUrl": S optional;
        "readAt": S optional;
        "ttl": N optional;
    }
    expires "180 days after it was told";
    departs {
        "readAt": "added: read is a fact of the notice, and no item of its own";
    }
}

entity! {
    /// A notice that is for all, kept once.
    News in MAIN_TABLE, at most 65_536 bytes {
        createdAt: UtcSeconds = created_at from SK,
        newsId: NoticeId = news_id from SK,
    }
    key(createdAt, newsId) {
        PK = "CATALOG#NEWS";
        SK = "CREATED#" createdAt "#" newsId;
    }
    fields {
        "title": S;
        "body": S;
        "imageUrl": S optional;
        "linkUrl": S optional;
        "ttl": N;
    }
    expires "180 days after it was told";
    departs {
        "PK": "added: told once, and not to each person; merged with their own when they look";
    }
}

entity! {
    /// A device that notices reach.
    PushToken in MAIN_TABLE, at most 8_192 bytes {
        userId: PersonId = person from PK,
        platform: Word = platform from SK,
        tokenHash: Word = token_hash from SK,
    }
    key(userId, platform, tokenHash) {
        PK = "USER#" userId;
        SK = "PUSH_TOKEN#" platform "#" tokenHash;
    }
    index {
        GSI1PK = "ENTITY#PUSH_TOKEN#" tokenHash;
        GSI1SK = "OWNER#" userId;
    }
    fields {
        "token": S;
        "createdAt": S optional;
    }
    departs {
        "GSI1PK": "added: whose device it was, so that one device reaches one person";
    }
}

entity! {
    /// What somebody wants to be told.
    NotificationSettings in MAIN_TABLE, at most 1_024 bytes {
        userId: PersonId = person from PK,
    }
    key(userId) {
        PK = "USER#" userId;
        SK = "NOTIFICATION_SETTINGS#";
    }
    index {
        GSI1PK if wants_push(pushEnabled) = "ENTITY#PUSH_ENABLED#";
        GSI1SK if wants_push(pushEnabled) = "OWNER#" userId;
    }
    fields {
        "pushEnabled": BOOL optional;
        "categories": M optional;
        "categories.news": BOOL;
        "categories.personal": BOOL;
        "lastReadAt": S optional;
        "soonToldOn": S optional;
        "soonToldAt": N optional;
        "soonNotBefore": N optional;
    }
    departs {
        "GSI1PK": "added: who wants to be told on their devices is found without looking at everybody; only they are in the index";
        "lastReadAt": "added: everything until then is read";
        "soonToldOn": "added, with soonToldAt and soonNotBefore: what has to be used soon is told once a day, by one server";
    }
}
