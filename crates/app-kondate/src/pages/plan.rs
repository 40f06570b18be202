//! Dishes are cooked, changed and swapped; slots are filled and emptied, and filled again when that was a mistake.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::routing::{get, post};
use chabudai_kernel::part::IsoDay;
use chabudai_web::form::Form;
use chabudai_web::input::{Path, Query};
use chabudai_web::problem::Problem;
use chabudai_web::site::is_same;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;
use serde::Deserialize;

use super::cards::{RecipeCard, set_title, shown_usable, title};
use super::recipes::{is_found, usable};
use super::words::Say as _;
use super::{Answer, PageState, Posted, Visit, failed, to_home};
use crate::error::{KondateError, KondateReason};
use crate::larder::Stock;
use crate::model::{Dish, DishId, Moment, Plan, Recipe, RecipeId, SetId, Slot};
use crate::official;
use crate::repo::{book, fridge};
use crate::service::{PlanChange, Service, SlotBefore};

/// Recipes that are offered in the place of another.
const OFFERED: usize = 40;

pub(super) fn routes(routes: Router<PageState>) -> Router<PageState> {
    routes
        .route("/kondate/plan/dishes/{dish}/cook", post(cook).get(to_home))
        .route("/kondate/plan/dishes/{dish}/uncook", post(uncook).get(to_home))
        .route("/kondate/plan/dishes/{dish}/take-back", post(take_back).get(to_home))
        .route("/kondate/plan/advance", post(advance).get(to_home))
        .route("/kondate/plan/put-back", post(put_back).get(to_home))
        .route("/kondate/plan/{slot}", post(apply).get(to_home))
        .route("/kondate/plan/{slot}/empty", post(empty).get(to_home))
        .route("/kondate/plan/{slot}/dishes/{dish}", post(change).get(to_home))
        .route("/kondate/plan/{slot}/dishes/{dish}/swap", get(show_swap))
}

const HOME: &str = "/kondate";

/// A slot in an address.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum InAddress {
    Current,
    Next,
}

impl InAddress {
    fn slot(self) -> Slot {
        match self {
            Self::Current => Slot::Current,
            Self::Next => Slot::Next,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Current => "current",
            Self::Next => "next",
        }
    }
}

#[derive(Deserialize)]
struct AtSlot {
    slot: InAddress,
}

#[derive(Deserialize)]
struct AtDish {
    dish: DishId,
}

#[derive(Deserialize)]
struct AtDishOfSlot {
    slot: InAddress,
    dish: DishId,
}

fn dish_of<'a>(plan: &'a Plan, id: &DishId) -> Result<&'a Dish, Problem> {
    Ok(plan.place_of(id).map(|at| &plan.items[at]).ok_or(KondateError::NotFound("dish"))?)
}

/// What a dish is called, in the reader's language.
fn named(visit: &Visit, dish: &Dish) -> String {
    title(&dish.recipe_id, &dish.title, visit.language())
}

async fn cook(State(service): State<Service>, Path(at): Path<AtDish>, Posted { visit, .. }: Posted) -> Answer {
    let plan = service.cook(&visit.cook, &at.dish).await?;
    let dish = dish_of(&plan, &at.dish)?;
    let toast = if plan.is_all_cooked() { "kondate-toast-all-cooked" } else { "kondate-toast-cooked" };
    let toast = Toast::new(toast).about(named(&visit, dish));
    // It was a slip of the thumb: the log goes, and the fridge gets back what it gave.
    let day = dish.logged_on.unwrap_or(visit.today());
    let undo = vec![("day".to_owned(), day.to_string())];
    Ok(visit.ui.go_saying(HOME, &toast.undo(format!("/kondate/plan/dishes/{}/take-back", at.dish), undo)))
}

async fn uncook(State(service): State<Service>, Path(at): Path<AtDish>, Posted { visit, .. }: Posted) -> Answer {
    let plan = service.uncook(&visit.cook, &at.dish).await?;
    let toast = Toast::new("kondate-toast-uncooked").about(named(&visit, dish_of(&plan, &at.dish)?));
    Ok(visit.ui.go_saying(HOME, &toast.undo(format!("/kondate/plan/dishes/{}/cook", at.dish), Vec::new())))
}

async fn take_back(State(service): State<Service>, Path(at): Path<AtDish>, Posted { visit, form }: Posted) -> Answer {
    let day: IsoDay = form.text("day").parse().map_err(|_| Problem::not_found())?;
    match service.delete_log(&visit.cook, day, &at.dish).await {
        // It was taken back already: the button was pressed twice.
        Ok(()) | Err(KondateError::NotFound(_)) => Ok(visit.ui.go_saying(HOME, &Toast::new("kondate-toast-taken-back"))),
        Err(error) => Err(error.into()),
    }
}

/// When the plan was put into its slot that the page showed.
fn seen(form: &Form) -> Result<Option<Moment>, Problem> {
    match form.text("seen") {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|_| Problem::not_found()),
    }
}

async fn advance(State(service): State<Service>, Posted { visit, form }: Posted) -> Answer {
    match service.advance(&visit.cook, seen(&form)?).await {
        Ok(PlanChange { plan, before }) => {
            let toast = Toast::new("kondate-toast-advanced").about(set_title(&plan, visit.language()));
            Ok(visit.ui.go_saying(HOME, &undoing(toast, &visit, now(&service), &before)))
        }
        Err(error) => failed(&visit.ui, error.into(), HOME),
    }
}

fn of(current: Option<Plan>, next: Option<Plan>, slot: Slot) -> Option<Plan> {
    if slot == Slot::Current { current } else { next }
}

/// How long a slot can be put back, in seconds: longer than anybody looks at the button, and not so long that the week has gone on.
const UNDONE_WITHIN: i64 = 60 * 60;

/// What the mark of an undo is for: these fields, in this kitchen.
fn purpose(visit: &Visit) -> String {
    format!("kondate put back {}", visit.cook.kitchen.as_str())
}

/// The way back to what slots held. It travels through the page under a mark: nobody but this server says what was cooked when.
pub(super) fn undoing(toast: Toast, visit: &Visit, now: i64, slots: &[SlotBefore]) -> Toast {
    let mut fields: Vec<_> = slots.iter().flat_map(SlotBefore::fields).collect();
    fields.push(("made".to_owned(), now.to_string()));
    let mark = visit.ui.mark_fields(&purpose(visit), &fields);
    fields.push(("mark".to_owned(), mark));
    toast.undo("/kondate/plan/put-back".to_owned(), fields)
}

pub(super) fn now(service: &Service) -> i64 {
    service.db().clock().now().0
}

/// Whether what was offered then can still be undone.
fn is_fresh(made: Option<i64>, now: i64) -> bool {
    made.is_some_and(|made| (0..=UNDONE_WITHIN).contains(&now.saturating_sub(made)))
}

/// Whether the fields of an undo are as this server wrote them, a moment ago.
fn is_marked(visit: &Visit, form: &Form, told: &[(&str, &str)], now: i64) -> bool {
    let made = [("made", form.text("made"))];
    let told: Vec<_> = told.iter().chain(&made).map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let made: Option<i64> = form.text("made").parse().ok();
    is_fresh(made, now) && is_same(&visit.ui.mark_fields(&purpose(visit), &told), form.text("mark"))
}

/// For how many somebody wants to cook; nothing where they do not say.
pub(super) fn given_servings(form: &Form) -> Result<Option<u32>, Problem> {
    match form.text("servings") {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|_| Problem::not_found()),
    }
}

async fn apply(State(service): State<Service>, Path(at): Path<AtSlot>, Posted { visit, form }: Posted) -> Answer {
    let set = SetId::new(form.text("set")).ok_or_else(Problem::not_found)?;
    match service.replace(&visit.cook, &set, at.slot.slot(), given_servings(&form)?).await {
        // The same tap again: what the first one said, with its undo, still holds.
        Ok(PlanChange { before, .. }) if before.is_empty() => Ok(visit.ui.go(HOME)),
        Ok(PlanChange { plan, before }) => {
            let toast = if at.slot == InAddress::Current { "kondate-toast-applied" } else { "kondate-toast-applied-next" };
            let toast = Toast::new(toast).about(set_title(&plan, visit.language()));
            Ok(visit.ui.go_saying(HOME, &undoing(toast, &visit, now(&service), &before)))
        }
        Err(error) => failed(&visit.ui, error.into(), "/kondate/book"),
    }
}

async fn empty(State(service): State<Service>, Path(at): Path<AtSlot>, Posted { visit, form }: Posted) -> Answer {
    let (current, next) = service.plan(&visit.cook.kitchen).await?;
    let Some(before) = of(current, next, at.slot.slot()) else { return Ok(visit.ui.go(HOME)) };
    // What somebody else has planned meanwhile stays.
    if let Err(error) = service.empty(&visit.cook, at.slot.slot(), Some(seen(&form)?.unwrap_or(before.applied_at))).await {
        return failed(&visit.ui, error.into(), HOME);
    }
    let toast = Toast::new("kondate-toast-emptied").about(set_title(&before, visit.language()));
    let before = SlotBefore::new(at.slot.slot(), Some(&before), None);
    Ok(visit.ui.go_saying(HOME, &undoing(toast, &visit, now(&service), &[before])))
}

async fn put_back(State(service): State<Service>, Posted { visit, form }: Posted) -> Answer {
    let told: Vec<(&str, &str)> = form.fields().filter(|(name, _)| name.contains('.')).collect();
    if !is_marked(&visit, &form, &told, now(&service)) {
        return failed(&visit.ui, KondateError::Own(KondateReason::Stale).into(), HOME);
    }
    let slots = SlotBefore::read_all(&told).ok_or_else(Problem::not_found)?;
    match service.put_back(&visit.cook, &slots).await {
        Ok(()) => Ok(visit.ui.go_saying(HOME, &Toast::new("kondate-toast-put-back"))),
        Err(error) => failed(&visit.ui, error.into(), HOME),
    }
}

/// A dish for so many, or another one in its place. Both are said as what is to be so, and not as one more or less.
async fn change(State(service): State<Service>, Path(at): Path<AtDishOfSlot>, Posted { visit, form }: Posted) -> Answer {
    let recipe = RecipeId::new(form.text("recipe"));
    let servings = form.text("servings").parse().ok();
    match service.swap(&visit.cook, at.slot.slot(), &at.dish, servings, recipe.as_ref()).await {
        Ok(PlanChange { plan, before }) if recipe.is_some() => {
            let title = plan.items.iter().find(|dish| Some(&dish.recipe_id) == recipe.as_ref()).map(|dish| named(&visit, dish));
            let toast = Toast::new("kondate-toast-swapped").about(title.unwrap_or_default());
            Ok(visit.ui.go_saying(HOME, &undoing(toast, &visit, now(&service), &before)))
        }
        Ok(_) => Ok(visit.ui.go(&format!("{HOME}#dish-{}", at.dish))),
        Err(error) => failed(&visit.ui, error.into(), HOME),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SwapParameters {
    #[serde(default)]
    q: String,
}

#[derive(Template)]
#[template(path = "kondate/swap.html")]
struct SwapPage<'a> {
    ui: &'a Ui,
    title: String,
    /// Where this page is, and where the form goes.
    address: String,
    action: String,
    q: String,
    recipes: Vec<RecipeCard>,
}

async fn show_swap(
    State(service): State<Service>,
    visit: Visit,
    Path(at): Path<AtDishOfSlot>,
    Query(given): Query<SwapParameters>,
) -> Answer {
    let visit = visit.below(HOME);
    let (current, next) = service.plan(&visit.cook.kitchen).await?;
    let plan = of(current, next, at.slot.slot()).ok_or(KondateError::NotFound("dish"))?;
    let dish = dish_of(&plan, &at.dish)?;
    if dish.is_cooked {
        return Ok(visit.ui.go(HOME));
    }
    let own = book::look_at_recipes(service.db(), &visit.cook.kitchen, None).await?.items;
    let (foods, batches) = fridge::fridge(service.db(), &visit.cook.kitchen).await?;
    let stock = Stock::of(&foods, &batches);
    let planned = |recipe: &Recipe| plan.items.iter().any(|dish| dish.recipe_id == recipe.recipe_id);
    let saved = service.saved_to_plan(&visit.cook).await?;
    let all = own.iter().chain(&saved).chain(official::recipes(visit.language()));
    let mut found: Vec<(&Recipe, (usize, usize))> = all
        .filter(|recipe| !planned(recipe) && is_found(recipe, &given.q))
        .map(|recipe| (recipe, usable(&foods, &stock, recipe)))
        .collect();
    // What needs the least shopping first; among those alike the order of the book.
    found.sort_by_key(|(_, (usable, of))| std::cmp::Reverse(usable * 1_000 / (*of).max(1)));
    let ui = &visit.ui;
    let card = |(recipe, usable): &(&Recipe, (usize, usize))| RecipeCard {
        usable: shown_usable(usable.0, usable.1),
        ..RecipeCard::of(ui, recipe)
    };
    let action = ui.at(&format!("/kondate/plan/{}/dishes/{}", at.slot.name(), at.dish));
    let page = SwapPage {
        ui,
        title: named(&visit, dish),
        address: format!("{action}/swap"),
        action,
        recipes: found.iter().take(OFFERED).map(card).collect(),
        q: given.q,
    };
    Ok(ui.show(&page))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_undo_is_good_for_an_hour() {
        let now = 1_767_398_400;
        for (made, is_good) in
            [(now, true), (now - 3600, true), (now - 3601, false), (now + 1, false), (i64::MIN, false), (i64::MAX, false)]
        {
            assert_eq!(is_fresh(Some(made), now), is_good, "{made}");
        }
        assert!(!is_fresh(None, now));
    }
}
