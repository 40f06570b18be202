//! One step at a time, in letters that are read from beside the stove. Without a script the steps stand below each other.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::routing::{get, post};
use chabudai_media::Size;
use chabudai_web::input::{Path, Query};
use chabudai_web::site::page_above;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;

use super::cards::{taken_in, title};
use super::plan::{given_servings, now, undoing};
use super::recipes::{AtRecipe, RECIPES, Servings, Shown, ingredients};
use super::words::Say as _;
use super::{Answer, PageState, Posted, Visit, failed};
use crate::model::{DishId, MOST_DISHES, Recipe};
use crate::service::{PlanChange, Service};

pub(super) fn routes(routes: Router<PageState>) -> Router<PageState> {
    routes
        .route("/kondate/recipes/{recipe}/cook", get(show_cooking))
        .route("/kondate/recipes/{recipe}/plan", post(into_plan).get(page_above))
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
    /// Whether it can join what is being cooked.
    has_room: bool,
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
    let has_room = current.as_ref().is_some_and(|plan| plan.items.len() < MOST_DISHES);
    let visit = visit.below(&back);
    let picture = recipe.picture().map(|picture| taken_in(&visit.ui, picture, Size::Medium));
    let page = CookingPage {
        ui: &visit.ui,
        servings,
        ingredients: ingredients(&visit.cook, &recipe, servings, None),
        dish,
        has_room,
        picture,
        recipe,
    };
    Ok(visit.ui.show(&page))
}

/// What nobody had planned joins what is being cooked; from there on it can be said to be on the table, with everything that follows from that.
async fn into_plan(State(service): State<Service>, Path(at): Path<AtRecipe>, Posted { visit, form }: Posted) -> Answer {
    let servings = given_servings(&form)?;
    let page = if form.text("back") == "recipe" { "" } else { "/cook" };
    let back = format!("{RECIPES}/{}{page}{}", at.recipe, servings.map(|servings| format!("?servings={servings}")).unwrap_or_default());
    match service.add_dish(&visit.cook, &at.recipe, servings).await {
        // It was there already: the button was pressed twice.
        Ok(PlanChange { before, .. }) if before.is_empty() => Ok(visit.ui.go(&back)),
        Ok(PlanChange { plan, before }) => {
            let title = plan.items.last().map(|dish| title(&dish.recipe_id, &dish.title, visit.language())).unwrap_or_default();
            let toast = Toast::new("kondate-toast-joined-plan").about(title);
            Ok(visit.ui.go_saying(&back, &undoing(toast, &visit, now(&service), &before)))
        }
        Err(error) => failed(&visit.ui, error.into(), &back),
    }
}
