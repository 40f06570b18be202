//! Categories, a kitchen's own foods, staples, the way through a shop, and answers that may be asked for again.

use chabudai_food::{Amount, Quantity, Unit};
use chabudai_kernel::part::Word;
use serde::{Deserialize, Serialize};

use super::{CategoryId, KitchenId, Moment, OwnFoodId, is_no, read_amount, text_or_number};

chabudai_kernel::text_enum! {
    /// Where a category is a tab.
    pub Scope { Book = "book", Catalog = "catalog" }
}

/// The most tabs that are seen at once, "all" included.
pub const MOST_VISIBLE: usize = 8;
/// The most categories of a scope.
pub const MOST_CATEGORIES: usize = 40;
/// The longest name of a category.
pub const LONGEST_TAG: usize = 20;
/// The categories that everybody begins with, by id and name.
pub const DEFAULT_CATEGORIES: [(&str, &str); 7] = [
    ("japanese", "和食"),
    ("western", "洋食"),
    ("chinese", "中華"),
    ("quick", "時短"),
    ("korean", "韓国"),
    ("ethnic", "エスニック"),
    ("sweets", "スイーツ"),
];
/// The most staples of a kitchen.
pub const MOST_STAPLES: u64 = 100;
/// The most foods of a kitchen's own.
pub const MOST_OWN_FOODS: u64 = 200;
/// The most shops whose way a kitchen knows, with that of any shop.
pub const MOST_SHOPS: u64 = 30;
/// The longest that something keeps, in days: ten years.
pub const MOST_DAYS: u16 = 3_650;
/// How long the answer to an operation of a client is kept, in seconds.
pub const ANSWER_KEPT: i64 = 30 * 24 * 60 * 60;

/// A tag that is shown as a tab.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Category {
    /// Whose it is; in the key.
    #[serde(skip_serializing, rename = "userId")]
    pub kitchen: KitchenId,
    /// Where it is a tab; in the key.
    #[serde(skip_serializing)]
    pub scope: Scope,
    /// Its id; in the key.
    #[serde(skip_serializing)]
    pub category_id: CategoryId,
    /// The tag.
    pub tag_name: String,
    /// Its place, counted from 1; "all" has 0.
    #[serde(default)]
    pub order: u32,
    /// Everybody begins with it: it can be hidden, and neither renamed nor deleted.
    #[serde(default, skip_serializing_if = "is_no")]
    pub is_default: bool,
    /// It is no tab at the moment.
    #[serde(default, skip_serializing_if = "is_no")]
    pub is_hidden: bool,
    /// Its colour.
    pub color_theme: Option<String>,
}

/// A food that the table does not know.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OwnFood {
    /// Whose it is; in the key.
    #[serde(skip_serializing, rename = "userId")]
    pub kitchen: KitchenId,
    /// Its id; in the key.
    #[serde(skip_serializing)]
    pub food_id: OwnFoodId,
    /// What it is called.
    pub name: String,
    /// Where the shop keeps it.
    pub aisle: Option<String>,
    /// How many days it is good.
    pub keeps_days: Option<u16>,
    /// Since when.
    pub created_at: Option<Moment>,
}

/// Something that should always be there.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Staple {
    /// Whose it is; in the key.
    #[serde(skip_serializing, rename = "userId")]
    pub kitchen: KitchenId,
    /// The food: an id of the table of foods, or of a food of the kitchen's own; in the key.
    #[serde(skip_serializing)]
    pub food_id: Word,
    /// What it is called here.
    pub name: String,
    /// How much there should be at least, as it was written.
    #[serde(default, deserialize_with = "text_or_number")]
    pub quantity: Option<String>,
    /// Of what.
    pub unit: Option<String>,
    /// Since when.
    pub created_at: Option<Moment>,
}

impl Staple {
    /// The least that there should be, to count with.
    pub fn minimum(&self) -> Quantity {
        let amount = self.quantity.as_deref().and_then(read_amount).unwrap_or(Amount::ONE);
        Quantity { amount, unit: self.unit.as_deref().and_then(Unit::find) }
    }
}

/// The way through a shop.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AisleOrder {
    /// Whose it is; in the key.
    #[serde(skip_serializing, rename = "userId")]
    pub kitchen: KitchenId,
    /// Which shop; in the key.
    #[serde(skip_serializing)]
    pub store_name: Word,
    /// The aisles by their ids, in the order in which one walks past them.
    #[serde(default)]
    pub aisles: Vec<String>,
    /// When it was last changed.
    pub updated_at: Option<Moment>,
}

/// What an operation of a client came to, for whoever asks again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Idempotency {
    /// In which kitchen; in the key.
    #[serde(skip_serializing, rename = "userId")]
    pub kitchen: KitchenId,
    /// The client's own name of the operation; in the key.
    #[serde(skip_serializing)]
    pub key: Word,
    /// A digest of what was asked.
    pub request: String,
    /// The id of what it made.
    pub made: String,
    /// When it is forgotten, in Unix seconds.
    pub ttl: i64,
}
