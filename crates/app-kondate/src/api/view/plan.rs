//! The plan, the log and suggestions, as JSON.

use chabudai_kernel::part::{IsoDay, UtcSeconds};
use chabudai_web::schema::Spelled;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Album, At, at};
use crate::model::{CookLog, Dish, Plan};
use crate::service::Suggestion;

/// A dish in a slot.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct DishView {
    id: String,
    recipe_id: String,
    title: String,
    thumbnail_url: Option<String>,
    is_cooked: bool,
    #[schemars(with = "Option<Spelled<UtcSeconds>>")]
    cooked_at: At,
    /// For how many; null for as many as the recipe says.
    servings: Option<u32>,
}

impl DishView {
    pub(in crate::api) fn of(dish: &Dish, album: &Album) -> Self {
        Self {
            id: dish.id.to_string(),
            recipe_id: dish.recipe_id.to_string(),
            title: dish.title.clone(),
            thumbnail_url: album.picture(Some(&dish.recipe_id), dish.thumbnail_url.as_deref()),
            is_cooked: dish.is_cooked,
            cooked_at: at(dish.cooked_at),
            servings: dish.servings,
        }
    }
}

/// A slot that holds a set.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct SlotView {
    #[schemars(extend("enum" = ["current", "next"]))]
    slot: String,
    set_id: Option<String>,
    set_title: String,
    #[schemars(with = "Spelled<UtcSeconds>")]
    applied_at: String,
    items: Vec<DishView>,
}

impl SlotView {
    pub(in crate::api) fn of(plan: &Plan, album: &Album) -> Self {
        Self {
            slot: plan.slot.as_str().to_ascii_lowercase(),
            set_id: plan.set_id.as_ref().map(ToString::to_string),
            set_title: plan.set_title.clone(),
            applied_at: plan.applied_at.to_string(),
            items: plan.items.iter().map(|dish| DishView::of(dish, album)).collect(),
        }
    }
}

/// What is cooked, and what comes after it.
#[derive(Serialize, JsonSchema)]
pub(in crate::api) struct PlanView {
    pub(in crate::api) current: Option<SlotView>,
    pub(in crate::api) next: Option<SlotView>,
}

/// A dish that was cooked.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct CookLogView {
    id: String,
    recipe_id: Option<String>,
    recipe_title: String,
    recipe_thumbnail_url: Option<String>,
    servings: Option<u32>,
    #[schemars(with = "Option<Spelled<UtcSeconds>>")]
    created_at: At,
}

impl CookLogView {
    pub(in crate::api) fn of(log: CookLog, album: &Album) -> Self {
        Self {
            id: log.log_id.to_string(),
            recipe_id: log.recipe_id.as_ref().map(ToString::to_string),
            recipe_title: log.recipe_title,
            recipe_thumbnail_url: album.picture(log.recipe_id.as_ref(), log.recipe_thumbnail_url.as_deref()),
            servings: log.servings,
            created_at: at(log.created_at),
        }
    }
}

/// A set that would go well now.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct SuggestionView {
    set_id: String,
    title: String,
    /// So many of its ingredients are there …
    usable: usize,
    /// … of so many.
    of: usize,
    /// What has to be used soon and would be.
    rescues: Vec<String>,
    #[schemars(with = "Option<Spelled<IsoDay>>")]
    last_cooked: Option<IsoDay>,
    in_season: bool,
}

impl SuggestionView {
    pub(in crate::api) fn of(suggestion: Suggestion) -> Self {
        let Suggestion { set_id, title, usable, of, rescues, last_cooked, in_season } = suggestion;
        Self { set_id: set_id.to_string(), title, usable, of, rescues, last_cooked, in_season }
    }
}
