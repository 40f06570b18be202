//! Recipes made from flyers, those that were shared, and the ranking of these.

use chabudai_kernel::part::{IsoDay, Word};
use serde::{Deserialize, Serialize};

use super::{Flyer, FlyerId, Moment, SharedRecipeId, StoreId};

/// How long a recipe is kept for the next who asks, in seconds.
pub const KEPT_SECONDS: i64 = 30 * 24 * 60 * 60;

/// The recipe of a flyer, or that somebody is making it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Recipe {
    /// Of which flyer.
    pub flyer_id: FlyerId,
    /// The recipe, as Markdown; none while it is being made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipe_text: Option<String>,
    /// What it takes of the flyer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ingredients: Vec<Ingredient>,
    /// When it was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generated_at: Option<Moment>,
    /// Who is making it: another name for each try.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lease: Option<Word>,
    /// Until when nobody else makes it, in Unix milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lease_until: Option<u64>,
    /// When it is gone, in Unix seconds.
    pub ttl: i64,
}

/// Something of a flyer that a recipe takes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Ingredient {
    /// As the flyer calls it.
    pub name: String,
    /// What it costs, in yen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<u64>,
}

/// A recipe that was shared: whole in itself, so that it stays when flyer and store are gone.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SharedRecipe {
    /// Its id.
    pub shared_recipe_id: SharedRecipeId,
    /// Of which flyer it was made.
    pub flyer_id: FlyerId,
    /// The recipe, as Markdown.
    pub recipe_text: String,
    /// What it takes of the flyer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ingredients: Vec<Ingredient>,
    /// The store and the days of the flyer, as they were.
    pub store_info: StoreInfo,
    /// A picture for social networks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image_url: Option<String>,
    /// When.
    pub shared_at: Moment,
    /// Who, by a name that leads nowhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shared_by_user_id: Option<Word>,
    /// How often it was opened.
    pub view_count: u64,
    /// Since when.
    pub created_at: Moment,
    /// When it was last changed.
    pub updated_at: Moment,
}

impl SharedRecipe {
    /// What it is called: its first heading that names a dish, or the first line there is.
    pub fn title(&self) -> &str {
        let lines = || self.recipe_text.lines().map(str::trim);
        let dish = lines().find_map(|line| line.strip_prefix("## "));
        dish.or_else(|| lines().find(|line| !line.is_empty())).unwrap_or_default().trim_start_matches(['#', ' '])
    }
}

/// A store and the days of its flyer, as they were when somebody shared a recipe.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StoreInfo {
    /// Which store.
    pub store_id: StoreId,
    /// What it was called.
    pub store_name: String,
    /// Its logo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub store_logo: Option<String>,
    /// Where it was.
    pub store_address: String,
    /// The first day of the flyer.
    pub flyer_valid_from: IsoDay,
    /// Its last day.
    pub flyer_valid_until: IsoDay,
}

impl From<&Flyer> for StoreInfo {
    fn from(flyer: &Flyer) -> Self {
        Self {
            store_id: flyer.store_id,
            store_name: flyer.store_name.clone(),
            store_logo: flyer.store_logo.clone(),
            store_address: flyer.address.clone(),
            flyer_valid_from: flyer.valid_from,
            flyer_valid_until: flyer.valid_until,
        }
    }
}

/// How many stand in the ranking.
pub const RANKED: usize = 20;

/// The shared recipes that were opened most, as a job counted them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Ranking {
    /// Which ranking; in the key.
    #[serde(skip_serializing)]
    pub name: Word,
    /// The most opened first.
    pub top: Vec<Ranked>,
    /// When it was counted.
    pub updated_at: Moment,
}

/// A place in the ranking.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Ranked {
    /// Which recipe.
    pub shared_recipe_id: SharedRecipeId,
    /// What it is called.
    pub title: String,
    /// Of which store the flyer was.
    pub store_name: String,
    /// How often it was opened.
    pub view_count: u64,
}
