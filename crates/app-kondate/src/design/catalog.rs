//! The kinds of items of the catalog, as the design spells them.

use chabudai_kernel::design::EntityDesign;
use chabudai_kernel::entity;
use chabudai_kernel::entity::Entity as _;
use chabudai_kernel::part::{UtcSeconds, Word};

use super::MAIN_TABLE;
use crate::model::{
    CreatorRecipeCard, CreatorSetCard, EntityType, KitchenId, PersonId, RecipeCard, RecipeId, SavedCount, SavedRecipe, SavedSet, SetCard,
    SetId, Share, Shared,
};

pub(super) const RECIPE_CARD: &EntityDesign = &RecipeCard::DESIGN;
pub(super) const SET_CARD: &EntityDesign = &SetCard::DESIGN;
pub(super) const CREATOR_RECIPE_CARD: &EntityDesign = &CreatorRecipeCard::DESIGN;
pub(super) const CREATOR_SET_CARD: &EntityDesign = &CreatorSetCard::DESIGN;
pub(super) const SAVED_RECIPE: &EntityDesign = &SavedRecipe::DESIGN;
pub(super) const SAVED_SET: &EntityDesign = &SavedSet::DESIGN;
pub(super) const SHARE: &EntityDesign = &Share::DESIGN;
pub(super) const SHARED: &EntityDesign = &Shared::DESIGN;

entity! {
    /// A published recipe: its record, and the list by time. Its body stays with its owner.
    RecipeCard in MAIN_TABLE, at most 12_288 bytes {
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
        "soldCount": N optional;
        "searchText": S optional;
        "ingredientNames": L optional;
        "updatedAt": S optional;
        "version": N optional;
    }
    departs {
        "GSI2SK": "one item has one value of a key: the list by popularity is made by the other card";
        "searchText": "added: title, tags and creator as a search compares them";
        "soldCount": "added: what somebody has bought is stopped, and not deleted";
        "version": "added: counts the writes of the record, saves included; the creator's card is a copy at one of them";
    }
}

entity! {
    /// A published set: its record, and the list by time. Its body stays with its owner.
    SetCard in MAIN_TABLE, at most 12_288 bytes {
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
        "soldCount": N optional;
        "searchText": S optional;
        "ingredientNames": L optional;
        "updatedAt": S optional;
        "version": N optional;
    }
    departs {
        "GSI2SK": "one item has one value of a key: the list by popularity is made by the other card";
        "searchText": "added: title, tags and creator as a search compares them";
        "soldCount": "added: what somebody has bought is stopped, and not deleted";
        "version": "added: counts the writes of the record, saves included; the creator's card is a copy at one of them";
    }
}

entity! {
    /// A published recipe as its creator's, and in the list by popularity.
    CreatorRecipeCard in MAIN_TABLE, at most 12_288 bytes {
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
        "soldCount": N optional;
        "searchText": S optional;
        "ingredientNames": L optional;
        "updatedAt": S optional;
        "version": N optional;
    }
    departs {
        "savedCount": "a copy that follows the record within a minute: a key cannot be counted up";
        "searchText": "added: title, tags and creator as a search compares them";
        "soldCount": "added: what somebody has bought is stopped, and not deleted";
        "version": "added: counts the writes of the record, saves included; the creator's card is a copy at one of them";
    }
}

entity! {
    /// A published set as its creator's, and in the list by popularity.
    CreatorSetCard in MAIN_TABLE, at most 12_288 bytes {
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
        "soldCount": N optional;
        "searchText": S optional;
        "ingredientNames": L optional;
        "updatedAt": S optional;
        "version": N optional;
    }
    departs {
        "savedCount": "a copy that follows the record within a minute: a key cannot be counted up";
        "searchText": "added: title, tags and creator as a search compares them";
        "soldCount": "added: what somebody has bought is stopped, and not deleted";
        "version": "added: counts the writes of the record, saves included; the creator's card is a copy at one of them";
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
        "ttl": N optional;
    }
    expires "a day after it was taken back";
    departs {
        "ownerId": "added, with createdAt, revokedAt, ttl and the index: one link per owner and target, which can be taken back";
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
