//! The kinds of items of a kitchen, as the design spells them.

use chabudai_kernel::design::EntityDesign;
use chabudai_kernel::entity;
use chabudai_kernel::entity::Entity as _;
use chabudai_kernel::part::{IsoDay, UtcSeconds, Word};

use super::MAIN_TABLE;
use super::catalog::{CREATOR_RECIPE_CARD, CREATOR_SET_CARD, RECIPE_CARD, SAVED_RECIPE, SAVED_SET, SET_CARD, SHARE, SHARED};
use super::notices::{NEWS, NOTIFICATION, NOTIFICATION_SETTINGS, PUSH_TOKEN, TOKEN_OWNER};
use super::people::{DELETED_KITCHEN, INVITE, KITCHEN, MEMBER, MEMBERSHIP, PROFILE};
use super::pictures::UPLOAD;
use super::till::{PAYMENT_METHOD, PURCHASE, PURCHASED_RECIPE, PURCHASED_SET, SUBSCRIPTION};
use crate::model::{
    AisleOrder, Batch, BatchId, Category, CategoryId, CookLog, DeletedBatch, DishId, DishSet, Idempotency, KitchenId, Line, LineId,
    OwnFood, OwnFoodId, Plan, Recipe, RecipeId, Scope, SetId, Slot, Staple,
};

pub(super) const RECIPE: &EntityDesign = &Recipe::DESIGN;
pub(super) const SET: &EntityDesign = &DishSet::DESIGN;
pub(super) const PLAN: &EntityDesign = &Plan::DESIGN;
pub(super) const LINE: &EntityDesign = &Line::DESIGN;
pub(super) const BATCH: &EntityDesign = &Batch::DESIGN;
pub(super) const DELETED: &EntityDesign = &DeletedBatch::DESIGN;
pub(super) const CATEGORY: &EntityDesign = &Category::DESIGN;
pub(super) const LOG: &EntityDesign = &CookLog::DESIGN;
pub(super) const OWN_FOOD: &EntityDesign = &OwnFood::DESIGN;
pub(super) const STAPLE: &EntityDesign = &Staple::DESIGN;
pub(super) const AISLES: &EntityDesign = &AisleOrder::DESIGN;
pub(super) const IDEM: &EntityDesign = &Idempotency::DESIGN;

entity! {
    /// A recipe of a kitchen's own.
    Recipe in MAIN_TABLE, at most 262_144 bytes {
        userId: KitchenId = kitchen from PK,
        recipeId: RecipeId = recipe_id from SK,
    }
    key(userId, recipeId) {
        PK = "USER#" userId;
        SK = "RECIPE#" recipeId;
    }
    index {
        GSI1PK if is_live(deletedAt) = "ENTITY#RECIPE#" recipeId;
        GSI1SK if is_live(deletedAt) = "OWNER#" userId;
    }
    fields {
        "title": S;
        "servings": N optional;
        "ingredients": L;
        "intermediateMaterials": L optional;
        "steps": L;
        "tags": L;
        "authorName": S optional;
        "sourceUrl": S optional;
        "thumbnailUrl": S optional;
        "cookTimeMinutes": N optional;
        "origin": S optional;
        "createdAt": S optional;
        "updatedAt": S optional;
        "publishedAt": S optional;
        "deletedAt": S optional;
        "ttl": N optional;
        "version": N optional;
    }
    expires "30 days after it was deleted";
    departs {
        "deletedAt": "added: a deleted recipe can come back for 30 days; it leaves the index at once";
        "publishedAt": "added: when its record in the catalog was made, which is the key of that; of two who publish it at once one makes it";
        "thumbnailUrl": "by path where the picture was taken in here; copies in plans and logs say what the dish looked like then";
        "version": "added: counts the writes, so that two devices do not overwrite each other";
    }
}

entity! {
    /// A hand of one to seven dishes.
    DishSet in MAIN_TABLE, at most 16_384 bytes {
        userId: KitchenId = kitchen from PK,
        setId: SetId = set_id from SK,
    }
    key(userId, setId) {
        PK = "USER#" userId;
        SK = "SET#" setId;
    }
    index {
        GSI1PK if is_live(deletedAt) = "ENTITY#SET#" setId;
        GSI1SK if is_live(deletedAt) = "OWNER#" userId;
    }
    fields {
        "title": S;
        "description": S optional;
        "recipeIds": L;
        "tags": L;
        "thumbnailUrl": S optional;
        "origin": S optional;
        "createdAt": S optional;
        "updatedAt": S optional;
        "publishedAt": S optional;
        "deletedAt": S optional;
        "ttl": N optional;
        "version": N optional;
    }
    expires "30 days after it was deleted";
    departs {
        "deletedAt": "added: a deleted set can come back for 30 days; it leaves the index at once";
        "publishedAt": "added: when its record in the catalog was made, which is the key of that; of two who publish it at once one makes it";
        "version": "added: counts the writes, so that two devices do not overwrite each other";
    }
}

entity! {
    /// A slot that holds a set: what is being cooked, or what comes after it.
    Plan in MAIN_TABLE, at most 16_384 bytes {
        userId: KitchenId = kitchen from PK,
        slot: Slot = slot from SK,
    }
    key(userId, slot) {
        PK = "USER#" userId;
        SK = "PLAN#" slot;
    }
    fields {
        "setId": S optional;
        "setTitle": S;
        "appliedAt": S;
        "items": L;
        "version": N optional;
    }
    departs {
        "version": "added: goes up with every write and begins at the time of the first, so that a slot that was emptied and filled again is not taken for the one before";
        "items": "each carries ownerId, the recipe's owner, so that one batch of reads finds all recipes; servings; and loggedOn, the day of its log";
    }
}

entity! {
    /// A line that somebody wrote, or the tick of a line that the plan makes.
    Line in MAIN_TABLE, at most 2_048 bytes {
        userId: KitchenId = kitchen from PK,
        itemId: LineId = item_id from SK,
    }
    key(userId, itemId) {
        PK = "USER#" userId;
        SK = "SHOPPING#" itemId;
    }
    fields {
        "name": S;
        "quantity": S optional;
        "unit": S optional;
        "checked": BOOL;
        "source": S;
        "note": S optional;
        "foodId": S optional;
        "need": S optional;
        "amount": S optional;
        "appliedAt": S optional;
        "dismissed": BOOL optional;
        "fridgeItemId": S optional;
        "boughtAt": S optional;
        "checkedBy": S optional;
        "createdAt": S optional;
        "updatedAt": S optional;
        "ttl": N optional;
    }
    expires "a day after what somebody wrote was bought, and 90 days after a line of the plan was ticked";
    departs {
        "ttl": "added: what was bought stays for a day, so that the shopping can be undone; ticks of plans that are long over go by themselves";
        "appliedAt": "added: lines of the plan are computed when they are looked at; what is stored of one is its tick, and belongs to one plan";
        "fridgeItemId": "added: the batch that a ticked line becomes, made up when it is ticked, so that a repeated 'shopping done' adds nothing";
    }
}

entity! {
    /// A batch of something in the fridge.
    Batch in MAIN_TABLE, at most 2_048 bytes {
        userId: KitchenId = kitchen from PK,
        itemId: BatchId = item_id from SK,
    }
    key(userId, itemId) {
        PK = "USER#" userId;
        SK = "FRIDGE#" itemId;
    }
    fields {
        "name": S;
        "quantity": S optional;
        "unit": S optional;
        "note": S optional;
        "source": S optional;
        "foodId": S optional;
        "bestBefore": S optional;
        "bestBeforeGuessed": BOOL optional;
        "openedAt": S optional;
        "price": N optional;
        "storeName": S optional;
        "createdAt": S optional;
        "updatedAt": S optional;
        "emptiedAt": S optional;
        "version": N optional;
    }
    departs {
        "bestBeforeGuessed": "added: the day is counted from how long the food keeps, and nobody has said it";
        "bestBefore": "added, with openedAt, price and storeName: what is used first, and what it cost";
        "emptiedAt": "added: nothing is left. It is set by the cooking itself and swept into the deleted ones later, so that 50 ingredients fit into one transaction";
        "version": "added: counts the writes, so that nothing is taken twice and never more than is there";
    }
}

entity! {
    /// What left the fridge, and can come back.
    DeletedBatch in MAIN_TABLE, at most 2_048 bytes {
        userId: KitchenId = kitchen from PK,
        deletedAt: UtcSeconds = deleted_at from SK,
        itemId: BatchId = item_id from SK,
    }
    key(userId, deletedAt, itemId) {
        PK = "USER#" userId;
        SK = "FRIDGE_DELETED#" deletedAt "#" itemId;
    }
    fields {
        "name": S;
        "quantity": S optional;
        "unit": S optional;
        "note": S optional;
        "source": S optional;
        "foodId": S optional;
        "bestBefore": S optional;
        "bestBeforeGuessed": BOOL optional;
        "openedAt": S optional;
        "price": N optional;
        "storeName": S optional;
        "createdAt": S optional;
        "updatedAt": S optional;
        "emptiedAt": S optional;
        "version": N optional;
        "ttl": N optional;
    }
    expires "30 days after it left";
    departs {
        "ttl": "added: the document does not purge. Reads begin at 30 days ago by the key, and do not wait for it";
    }
}

entity! {
    /// A tag that is shown as a tab.
    Category in MAIN_TABLE, at most 1_024 bytes {
        userId: KitchenId = kitchen from PK,
        scope: Scope = scope from SK,
        categoryId: CategoryId = category_id from SK,
    }
    key(userId, scope, categoryId) {
        PK = "USER#" userId;
        SK = "CATEGORY#" scope "#" categoryId;
    }
    fields {
        "tagName": S;
        "order": N;
        "isDefault": BOOL optional;
        "isHidden": BOOL optional;
        "colorTheme": S optional;
    }
}

entity! {
    /// A dish that was cooked.
    CookLog in MAIN_TABLE, at most 32_768 bytes {
        userId: KitchenId = kitchen from PK,
        date: IsoDay = date from SK,
        logId: DishId = log_id from SK,
    }
    key(userId, date, logId) {
        PK = "USER#" userId;
        SK = "COOKLOG#" date "#" logId;
    }
    fields {
        "recipeId": S optional;
        "recipeTitle": S;
        "recipeThumbnailUrl": S optional;
        "servings": N optional;
        "cookedBy": S optional;
        "consumed": L optional;
        "createdAt": S optional;
    }
    departs {
        "consumed": "added: what it took from which batch, to be given back if the log is deleted";
    }
}

entity! {
    /// A food that the table of foods does not know.
    OwnFood in MAIN_TABLE, at most 1_024 bytes {
        userId: KitchenId = kitchen from PK,
        foodId: OwnFoodId = food_id from SK,
    }
    key(userId, foodId) {
        PK = "USER#" userId;
        SK = "FOOD#" foodId;
    }
    fields {
        "name": S;
        "aisle": S optional;
        "keepsDays": N optional;
        "createdAt": S optional;
    }
    departs {
        "SK": "added: the document has names only";
    }
}

entity! {
    /// Something that should always be there.
    Staple in MAIN_TABLE, at most 1_024 bytes {
        userId: KitchenId = kitchen from PK,
        foodId: Word = food_id from SK,
    }
    key(userId, foodId) {
        PK = "USER#" userId;
        SK = "STAPLE#" foodId;
    }
    fields {
        "name": S;
        "quantity": S optional;
        "unit": S optional;
        "createdAt": S optional;
    }
    departs {
        "SK": "added: the document has no staples";
    }
}

entity! {
    /// The way through a shop.
    AisleOrder in MAIN_TABLE, at most 2_048 bytes {
        userId: KitchenId = kitchen from PK,
        storeName: Word = store_name from SK,
    }
    key(userId, storeName) {
        PK = "USER#" userId;
        SK = "AISLES#" storeName;
    }
    fields {
        "aisles": L;
        "updatedAt": S optional;
    }
    departs {
        "SK": "added: the document's list has no order";
    }
}

entity! {
    /// What an operation of a client came to, for whoever asks again.
    Idempotency in MAIN_TABLE, at most 1_024 bytes {
        userId: KitchenId = kitchen from PK,
        key: Word = key from SK,
    }
    key(userId, key) {
        PK = "USER#" userId;
        SK = "IDEM#" key;
    }
    fields {
        "request": S;
        "made": S;
        "ttl": N;
    }
    expires "30 days after it was done";
    departs {
        "SK": "added: the document knows no repeated requests";
    }
}

/// Every kind of item.
pub(super) const ALL: &[&EntityDesign] = &[
    PROFILE,
    RECIPE,
    SET,
    PLAN,
    LINE,
    BATCH,
    DELETED,
    CATEGORY,
    LOG,
    KITCHEN,
    MEMBER,
    MEMBERSHIP,
    DELETED_KITCHEN,
    INVITE,
    OWN_FOOD,
    STAPLE,
    AISLES,
    IDEM,
    UPLOAD,
    RECIPE_CARD,
    SET_CARD,
    CREATOR_RECIPE_CARD,
    CREATOR_SET_CARD,
    SAVED_RECIPE,
    SAVED_SET,
    SHARE,
    SHARED,
    PURCHASED_RECIPE,
    PURCHASED_SET,
    PURCHASE,
    PAYMENT_METHOD,
    SUBSCRIPTION,
    NOTIFICATION,
    NEWS,
    PUSH_TOKEN,
    TOKEN_OWNER,
    NOTIFICATION_SETTINGS,
];
