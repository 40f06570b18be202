//! What is being cooked, what comes after it, and what has to be used soon.

use std::collections::HashMap;

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::routing::get;
use chabudai_food::Language;
use chabudai_web::ui::Ui;

use super::cards::{Album, DishCard, SetCard, pictures, set_title, title};
use super::words::{Say as _, kitchen, until};
use super::{Answer, PageState, Visit};
use crate::design::SHOPPING_LIST;
use crate::list::compute;
use crate::model::{Batch, FirstStep, Plan, Recipe, RecipeId};
use crate::repo::lines;
use crate::service::{Service, is_soon};

/// What is named of what has to be used soon; the fridge shows all.
const SOON_SHOWN: usize = 6;

pub(super) fn routes(routes: Router<PageState>) -> Router<PageState> {
    routes.route("/kondate", get(show_home))
}

/// The slot that is being cooked.
struct Current {
    title: String,
    /// When it was put there: what is done with it is done with this one, and not with another that somebody has planned meanwhile.
    seen: String,
    dishes: Vec<DishCard>,
    cooked: usize,
}

impl Current {
    fn is_all_cooked(&self) -> bool {
        self.cooked == self.dishes.len()
    }
}

/// The slot after it.
struct Next {
    title: String,
    /// The same.
    seen: String,
    pictures: Vec<Option<String>>,
    titles: Vec<String>,
}

/// Something to use soon.
struct Soon {
    name: String,
    until: String,
    address: String,
}

#[derive(Template)]
#[template(path = "kondate/home.html")]
struct HomePage<'a> {
    ui: &'a Ui,
    kitchen: String,
    current: Option<Current>,
    next: Option<Next>,
    soon: Vec<Soon>,
    to_buy: usize,
    suggested: Vec<SetCard>,
    /// Nothing was ever planned here.
    is_new: bool,
    is_unread: bool,
    steps: Option<Steps>,
}

/// The first steps, as a card.
struct Steps {
    steps: Vec<Step>,
    done: usize,
}

/// One of them.
struct Step {
    title: String,
    address: String,
    is_done: bool,
}

fn steps(ui: &Ui, steps: &[(FirstStep, bool)]) -> Steps {
    let title = |step| match step {
        FirstStep::Plan => "kondate-first-plan",
        FirstStep::Save => "kondate-first-save",
        FirstStep::Book => "kondate-first-book",
        FirstStep::Category => "kondate-first-category",
    };
    let step = |(step, is_done): &(FirstStep, bool)| Step {
        title: ui.t(title(*step)).into_owned(),
        address: ui.at(step.page()),
        is_done: *is_done,
    };
    Steps { done: steps.iter().filter(|(_, is_done)| *is_done).count(), steps: steps.iter().map(step).collect() }
}

fn current(ui: &Ui, plan: &Plan, recipes: &HashMap<RecipeId, Recipe>, language: Language) -> Current {
    let mut dishes: Vec<DishCard> = plan.items.iter().map(|dish| DishCard::of(ui, dish, recipes.get(&dish.recipe_id), language)).collect();
    // What is on the table is done with.
    dishes.sort_by_key(|dish| dish.is_cooked);
    let cooked = dishes.iter().filter(|dish| dish.is_cooked).count();
    Current { title: set_title(plan, language), seen: plan.applied_at.to_string(), dishes, cooked }
}

fn soon(visit: &Visit, batches: &[Batch]) -> Vec<Soon> {
    let mut soon: Vec<&Batch> = batches.iter().filter(|batch| batch.is_there() && is_soon(batch, visit.today())).collect();
    soon.sort_by_key(|batch| batch.best_before);
    let shown = |batch: &&Batch| Soon {
        name: batch.name.clone(),
        until: until(&visit.ui, batch, visit.today()).unwrap_or_default(),
        address: visit.ui.at(&format!("/kondate/fridge/{}", batch.item_id)),
    };
    soon.iter().take(SOON_SHOWN).map(shown).collect()
}

async fn show_home(State(service): State<Service>, visit: Visit) -> Answer {
    let visit = visit.here("meal");
    let read = lines::read(service.db().run(&SHOPPING_LIST), &visit.cook.kitchen, None, visit.language()).await?;
    let (_, next) = service.plan(&visit.cook.kitchen).await?;
    let suggested = if read.plan.is_none() || next.is_none() { service.suggest(&visit.cook).await? } else { Vec::new() };
    let planned = next.iter().flat_map(|plan| &plan.items).map(|dish| &dish.recipe_id);
    let album = Album::of(&service, &visit.cook, planned).await?;
    let glance = service.glance(&visit.cook, read.plan.is_some() || next.is_some()).await?;
    let is_new = read.plan.is_none() && service.who_is_here(&visit.cook.kitchen).await?.0.last_applied_at.is_none();
    let ui = &visit.ui;
    let page = HomePage {
        ui,
        kitchen: kitchen(ui, &visit.membership),
        current: read.plan.as_ref().map(|plan| current(ui, plan, &read.recipes, visit.language())),
        next: next.map(|plan| Next {
            seen: plan.applied_at.to_string(),
            pictures: pictures(ui, &plan, &album),
            titles: plan.items.iter().map(|dish| title(&dish.recipe_id, &dish.title, visit.language())).collect(),
            title: set_title(&plan, visit.language()),
        }),
        soon: soon(&visit, &read.batches),
        to_buy: compute(&read).remaining(),
        is_new,
        // What is being cooked is no news for the time after it.
        suggested: suggested
            .iter()
            .filter(|one| read.plan.as_ref().is_none_or(|plan| plan.set_id.as_ref() != Some(&one.set_id)))
            .map(|one| SetCard::suggested(ui, &visit.cook, one, &[], &Album::default()))
            .collect(),
        is_unread: glance.is_unread,
        steps: glance.steps.as_deref().map(|found| steps(ui, found)),
    };
    Ok(ui.show(&page))
}
