//! Sets, the two slots of a kitchen, and what was cooked.

use chabudai_food::Amount;
use chabudai_kernel::part::{IsoDay, UtcSeconds};
use serde::{Deserialize, Serialize};

use super::{BatchId, DishId, KitchenId, Moment, Origin, PersonId, RecipeId, SetId};

/// The most dishes of a set.
pub const MOST_DISHES: usize = 7;
/// The most sets of a kitchen.
pub const MOST_SETS: u64 = 500;
/// The most people that a dish can be cooked for.
pub const MOST_SERVINGS: u32 = 99;

chabudai_kernel::text_enum! {
    /// One of the two slots of a kitchen.
    pub Slot {
        /// What is being cooked: it makes the shopping list.
        Current = "CURRENT",
        /// What comes after it.
        Next = "NEXT",
    }
}

/// A hand of one to seven dishes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DishSet {
    /// Whose it is; in the key.
    #[serde(skip_serializing, rename = "userId")]
    pub kitchen: KitchenId,
    /// Its id; in the key.
    #[serde(skip_serializing)]
    pub set_id: SetId,
    /// What it is called.
    pub title: String,
    /// What there is to say about it.
    pub description: Option<String>,
    /// Its dishes, in order; one may stand there twice.
    #[serde(default)]
    pub recipe_ids: Vec<RecipeId>,
    /// Its tags.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Its picture.
    pub thumbnail_url: Option<String>,
    /// Always `created`; an item may go without.
    pub origin: Option<Origin>,
    /// When it was made.
    pub created_at: Option<Moment>,
    /// When it was last changed.
    pub updated_at: Option<Moment>,
    /// When it was first published, if it was and its record is still there.
    pub published_at: Option<UtcSeconds>,
    /// Since when it is in the bin.
    pub deleted_at: Option<Moment>,
    /// When it leaves the bin for good, in Unix seconds.
    pub ttl: Option<i64>,
    /// Counts its writes, so that none overwrites another.
    #[serde(default)]
    pub version: u64,
}

impl DishSet {
    /// It is not in the bin, and so is found by its id.
    pub fn is_live(&self) -> bool {
        self.deleted_at.is_none()
    }
}

/// A dish in a slot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Dish {
    /// Its id, and that of the log of its cooking.
    pub id: DishId,
    /// Which recipe.
    pub recipe_id: RecipeId,
    /// Whose recipe it is, so that one batch of reads finds them all; this kitchen's where nothing is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner_id: Option<KitchenId>,
    /// What the recipe was called.
    pub title: String,
    /// What it looked like.
    pub thumbnail_url: Option<String>,
    /// It is on the table.
    #[serde(default)]
    pub is_cooked: bool,
    /// Since when.
    pub cooked_at: Option<Moment>,
    /// For how many it is cooked; for as many as its recipe says where nothing is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub servings: Option<u32>,
    /// The day of its log: the fridge has given what it takes, and gives nothing a second time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logged_on: Option<IsoDay>,
}

/// A slot that holds a set.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// Whose it is; in the key.
    #[serde(skip_serializing, rename = "userId")]
    pub kitchen: KitchenId,
    /// Which slot; in the key.
    #[serde(skip_serializing)]
    pub slot: Slot,
    /// Which set it was made from.
    pub set_id: Option<SetId>,
    /// What the set was called.
    #[serde(default)]
    pub set_title: String,
    /// When it was put here. The ticks of the list belong to it.
    pub applied_at: Moment,
    /// Its dishes.
    #[serde(default)]
    pub items: Vec<Dish>,
    /// Goes up with every write. It begins at the time of the first, so that a slot that was emptied and filled again is never taken for
    /// the one before.
    #[serde(default)]
    pub version: u64,
}

impl Plan {
    /// Every dish is on the table.
    pub fn is_all_cooked(&self) -> bool {
        !self.items.is_empty() && self.items.iter().all(|dish| dish.is_cooked)
    }

    /// The place of a dish.
    pub fn place_of(&self, dish: &DishId) -> Option<usize> {
        self.items.iter().position(|item| item.id == *dish)
    }
}

/// What a dish took from one batch.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Taken {
    /// Which batch.
    pub item_id: BatchId,
    /// What it was called.
    pub name: String,
    /// How much of it, in the batch's own unit.
    pub amount: Amount,
    /// The batch's unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The food that it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub food_id: Option<String>,
}

/// A dish that was cooked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CookLog {
    /// Whose it is; in the key.
    #[serde(skip_serializing, rename = "userId")]
    pub kitchen: KitchenId,
    /// The day, by the cook's own clock; in the key.
    #[serde(skip_serializing)]
    pub date: IsoDay,
    /// The dish that it is of; in the key.
    #[serde(skip_serializing)]
    pub log_id: DishId,
    /// Which recipe.
    pub recipe_id: Option<RecipeId>,
    /// What it was called.
    #[serde(default)]
    pub recipe_title: String,
    /// What it looked like.
    pub recipe_thumbnail_url: Option<String>,
    /// For how many.
    pub servings: Option<u32>,
    /// Who cooked.
    pub cooked_by: Option<PersonId>,
    /// What it took from the fridge, to be given back if it never happened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub consumed: Vec<Taken>,
    /// When.
    pub created_at: Option<Moment>,
}
