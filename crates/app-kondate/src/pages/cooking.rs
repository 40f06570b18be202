//! One step at a time, in letters that are read from beside the stove. Without a script the steps stand below each other.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::routing::get;
use chabudai_media::Size;
use chabudai_web::input::{Path, Query};
use chabudai_web::ui::Ui;

use super::cards::taken_in;
use super::recipes::{AtRecipe, RECIPES, Servings, Shown, ingredients};
use super::words::Say as _;
use super::{Answer, PageState, Visit};
use crate::model::{DishId, Recipe};
use crate::service::Service;

pub(super) fn routes(routes: Router<PageState>) -> Router<PageState> {
    routes.route("/kondate/recipes/{recipe}/cook", get(show_cooking))
}

#[derive(Template)]
#[template(path = "kondate/cooking.html")]
struct CookingPage<'a> {
    ui: &'a Ui,
    recipe: Recipe,
    servings: u32,
    ingredients: Vec<Shown>,
    /// The dish of the plan that it is, if it is one that is still to be cooked: at the end it can be said to be on the table.
    dish: Option<DishId>,
    /// What it is to look like. A starter has only a drawing, which tells a cook nothing.
    picture: Option<String>,
}

async fn show_cooking(State(service): State<Service>, visit: Visit, Path(at): Path<AtRecipe>, Query(wanted): Query<Servings>) -> Answer {
    let recipe = service.recipe(&visit.cook, &at.recipe).await?;
    let (current, _) = service.plan(&visit.cook.kitchen).await?;
    let mut items = current.iter().flat_map(|plan| &plan.items);
    let planned = items.find(|dish| dish.recipe_id == at.recipe && !dish.is_cooked);
    let wanted = Servings { servings: wanted.servings.or_else(|| planned.and_then(|dish| dish.servings)) };
    let servings = wanted.of(&recipe);
    let back = if planned.is_some() { "/kondate".to_owned() } else { format!("{RECIPES}/{}?servings={servings}", at.recipe) };
    let dish = planned.map(|dish| dish.id.clone());
    let visit = visit.below(&back);
    let picture = recipe.picture().map(|picture| taken_in(&visit.ui, picture, Size::Medium));
    let page =
        CookingPage { ui: &visit.ui, servings, ingredients: ingredients(&visit.cook, &recipe, servings, None), dish, picture, recipe };
    Ok(visit.ui.show(&page))
}
