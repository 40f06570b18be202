//! The book: sets. Which there are, what is in one, and one put together.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{get, post};
use chabudai_kernel::db::Paging;
use chabudai_web::form::{Form, Wrong};
use chabudai_web::input::{Path, Query};
use chabudai_web::problem::Problem;
use chabudai_web::site::{escaped, page_above};
use chabudai_web::toast::Toast;
use chabudai_web::ui::{Link, Ui};
use serde::Deserialize;

use super::cards::{Album, RecipeCard, SetCard};
use super::recipes::{is_found, kinds};
use super::words::Say as _;
use super::{Answer, PageState, Posted, Visit, failed, once};
use crate::error::KondateError;
use crate::model::{DishSet, KitchenId, LONGEST_STEP, LONGEST_TITLE, MOST_DISHES, Origin, Recipe, RecipeId, SetId};
use crate::official;
use crate::repo::book;
use crate::service::{Service, SetInput};

const BOOK: &str = "/kondate/book";
const SETS: &str = "/kondate/sets";
/// Sets on a page.
const PAGE: u32 = 60;
/// Recipes that are offered for a set at once; a search finds the others.
const OFFERED: usize = 24;

pub(super) fn routes(routes: Router<PageState>) -> Router<PageState> {
    routes
        .route(BOOK, get(list_sets))
        .route(SETS, post(add_set).get(to_book))
        .route("/kondate/sets/new", get(show_new_set))
        .route("/kondate/sets/{set}", get(show_set).post(edit_set))
        .route("/kondate/sets/{set}/edit", get(show_edit_set))
        .route("/kondate/sets/{set}/delete", post(delete_set).get(page_above))
        .route("/kondate/sets/{set}/restore", post(restore_set).get(page_above))
}

async fn to_book(ui: Ui) -> axum::response::Response {
    ui.go(BOOK)
}

#[derive(Template)]
#[template(path = "kondate/book.html")]
struct BookPage<'a> {
    ui: &'a Ui,
    kinds: [Link; 3],
    suggested: Vec<SetCard>,
    ours: Vec<SetCard>,
    saved: Vec<SetCard>,
    starters: Vec<SetCard>,
    more: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BookParameters {
    cursor: Option<String>,
}

async fn list_sets(State(service): State<Service>, visit: Visit, Query(given): Query<BookParameters>) -> Answer {
    let visit = visit.here("book");
    let ui = &visit.ui;
    let page = Paging { limit: PAGE, cursor: given.cursor.as_deref(), backward: true };
    let listed = book::list_sets(service.db(), &visit.cook.kitchen, page).await?;
    let suggested = service.suggest(&visit.cook).await?;
    let album = Album::of_sets(&service, &visit.cook, &listed.items).await?;
    // They are all shown with the first page of one's own.
    let saved = if given.cursor.is_none() { service.saved_sets(&visit.cook).await? } else { Vec::new() };
    let page = BookPage {
        ui,
        kinds: kinds(ui, "sets"),
        suggested: suggested.iter().map(|one| SetCard::suggested(ui, &visit.cook, one, &listed.items, &album)).collect(),
        ours: listed.items.iter().map(|set| SetCard::of(ui, set, &album)).collect(),
        starters: official::sets(visit.language())
            .iter()
            .filter(|starter| !saved.iter().any(|one| one.set_id == starter.set_id))
            .map(|set| SetCard::of(ui, set, &album))
            .collect(),
        saved: saved.iter().map(|set| SetCard::saved(ui, set)).collect(),
        more: listed.next.map(|cursor| ui.at(&format!("{BOOK}?cursor={}", escaped(&cursor)))),
    };
    Ok(ui.show(&page))
}

#[derive(Deserialize)]
pub(super) struct AtSet {
    pub(super) set: SetId,
}

#[derive(Template)]
#[template(path = "kondate/set.html")]
struct SetPage<'a> {
    ui: &'a Ui,
    id: String,
    title: String,
    about: String,
    is_official: bool,
    /// It is of this kitchen.
    is_own: bool,
    /// It is in one's own kitchen, and can be published.
    may_publish: bool,
    recipes: Vec<RecipeCard>,
    gone: usize,
    /// For how many is usually cooked here.
    usual: Option<u32>,
    beside: Vec<SetCard>,
}

impl SetPage<'_> {
    /// For how many it can be planned: as many as come to a table, and as many as usual.
    fn servings(&self) -> Vec<u32> {
        (1..=MOST_OFFERED).chain(self.usual.filter(|usual| *usual > MOST_OFFERED)).collect()
    }

    fn address(&self) -> String {
        self.ui.at(&format!("{SETS}/{}", self.id))
    }
}

async fn show_set(State(service): State<Service>, visit: Visit, Path(at): Path<AtSet>) -> Answer {
    let visit = visit.below(BOOK);
    let ui = &visit.ui;
    let (set, recipes) = service.set_with_dishes(&visit.cook, &at.set).await?;
    let (kitchen, _) = service.who_is_here(&visit.cook.kitchen).await?;
    let mut beside = Vec::new();
    if !ui.is_phone() {
        let page = Paging { limit: PAGE, cursor: None, backward: true };
        let own = book::list_sets(service.db(), &visit.cook.kitchen, page).await?.items;
        let album = Album::of_sets(&service, &visit.cook, &own).await?;
        beside = own.iter().chain(official::sets(visit.language())).map(|set| SetCard::of(ui, set, &album)).collect();
    }
    let page = SetPage {
        ui,
        id: set.set_id.as_str().to_owned(),
        title: set.title.clone(),
        about: set.description.clone().unwrap_or_default(),
        is_official: set.origin == Some(Origin::Official),
        is_own: set.kitchen == visit.cook.kitchen,
        may_publish: set.kitchen == visit.cook.kitchen && set.kitchen == KitchenId::first_of(&visit.person.id),
        usual: kitchen.servings,
        gone: set.recipe_ids.len().saturating_sub(recipes.len()),
        recipes: recipes.iter().map(|recipe| RecipeCard::of(ui, recipe)).collect(),
        beside,
    };
    Ok(ui.show(&page))
}

/// The most people that are offered to plan for at once; each dish can be for more.
const MOST_OFFERED: u32 = 8;

/// What stands in the form.
#[derive(Default)]
struct Draft {
    title: String,
    about: String,
    dishes: Vec<RecipeId>,
    q: String,
    /// How far of a large book was looked at: the recipes from this one on are offered.
    further: Option<RecipeId>,
    version: Option<u64>,
}

impl Draft {
    /// The form, with what the pressed button does to its dishes.
    fn read(form: &Form) -> Self {
        let mut dishes: Vec<RecipeId> = form.texts("dish").filter_map(RecipeId::new).collect();
        let place = |text: &str| text.parse::<usize>().ok().filter(|at| *at < dishes.len());
        if let Some((at, direction)) = form.text("move").split_once(':').and_then(|(at, direction)| Some((place(at)?, direction))) {
            let to = if direction == "up" { at.saturating_sub(1) } else { (at + 1).min(dishes.len() - 1) };
            dishes.swap(at, to);
        } else if let Some(at) = place(form.text("drop")) {
            dishes.remove(at);
        } else if dishes.len() < MOST_DISHES {
            dishes.extend(RecipeId::new(form.text("add")));
        }
        let text = |name| form.text(name).trim().to_owned();
        Self {
            title: text("title"),
            about: text("description"),
            dishes,
            q: text("q"),
            // A search begins at the newest; what else is pressed stays where it was.
            further: RecipeId::new(form.text(if form.has("further") { "further" } else { "at" })).filter(|_| !form.has("search")),
            version: form.text("version").parse().ok(),
        }
    }

    /// Whether a button was pressed that changes the form and keeps nothing.
    fn is_reworked(form: &Form) -> bool {
        ["move", "drop", "add", "search", "further"].iter().any(|button| form.has(button))
    }

    fn of(set: &DishSet) -> Self {
        Self {
            title: set.title.clone(),
            about: set.description.clone().unwrap_or_default(),
            dishes: set.recipe_ids.clone(),
            q: String::new(),
            further: None,
            version: Some(set.version),
        }
    }

    fn input(&self) -> SetInput {
        SetInput {
            title: Some(self.title.clone()),
            recipe_ids: Some(self.dishes.clone()),
            description: Some(Some(self.about.clone())),
            tags: None,
        }
    }

    fn version(&self) -> String {
        self.version.map(|version| version.to_string()).unwrap_or_default()
    }
}

#[derive(Template)]
#[template(path = "kondate/set-form.html")]
struct FormPage<'a> {
    ui: &'a Ui,
    action: String,
    is_new: bool,
    draft: Draft,
    wrong: Wrong,
    chosen: Vec<RecipeCard>,
    offered: Vec<RecipeCard>,
    /// More than are shown would fit.
    is_more: bool,
    /// From where on the book was not looked at.
    further: Option<String>,
    is_full: bool,
    most_title: usize,
    most_about: usize,
}

async fn form_page(service: &Service, visit: &Visit, status: StatusCode, mut draft: Draft, wrong: Wrong, set: Option<&SetId>) -> Answer {
    let ui = &visit.ui;
    let looked = book::look_at_recipes(service.db(), &visit.cook.kitchen, draft.further.as_ref()).await?;
    // What comes from elsewhere is offered once, before the book goes on.
    let saved = if draft.further.is_none() { service.saved_to_plan(&visit.cook).await? } else { Vec::new() };
    let all: Vec<&Recipe> = looked.items.iter().chain(&saved).chain(official::recipes(visit.language())).collect();
    // So much of a large book is looked at: what the set has of the rest of it is asked for by its id. A set has no more dishes than are asked for.
    let is_known = |id: &RecipeId| all.iter().any(|recipe| recipe.recipe_id == *id);
    let mut rest: Vec<RecipeId> = draft.dishes.iter().filter(|id| !is_known(id)).cloned().collect();
    rest.sort();
    rest.dedup();
    rest.truncate(MOST_DISHES);
    let rest = if rest.is_empty() { Vec::new() } else { service.recipes(&visit.cook, &rest).await? };
    let find = |id: &RecipeId| all.iter().copied().chain(&rest).find(|recipe| recipe.recipe_id == *id);
    // One that is gone by now is not chosen any more.
    draft.dishes.retain(|id| find(id).is_some());
    let is_offered = |recipe: &&&Recipe| !draft.dishes.contains(&recipe.recipe_id) && is_found(recipe, &draft.q);
    let offered: Vec<RecipeCard> = all.iter().filter(is_offered).take(OFFERED).map(|recipe| RecipeCard::of(ui, recipe)).collect();
    let is_more = all.iter().filter(is_offered).nth(OFFERED).is_some();
    let rest = set.map(|set| format!("/{set}")).unwrap_or_default();
    let page = FormPage {
        ui,
        action: ui.at(&format!("{SETS}{rest}")),
        is_new: set.is_none(),
        chosen: draft.dishes.iter().filter_map(find).map(|recipe| RecipeCard::of(ui, recipe)).collect(),
        offered,
        is_more,
        further: looked.left_off_at.map(|id| id.as_str().to_owned()),
        is_full: draft.dishes.len() >= MOST_DISHES,
        draft,
        wrong,
        most_title: LONGEST_TITLE,
        most_about: LONGEST_STEP,
    };
    Ok(ui.show_form(status, &page))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewParameters {
    from: Option<SetId>,
    dish: Option<RecipeId>,
}

async fn show_new_set(State(service): State<Service>, visit: Visit, Query(given): Query<NewParameters>) -> Answer {
    let visit = visit.below(BOOK);
    let mut draft = Draft::default();
    if let Some(id) = &given.from {
        let set = service.set(&visit.cook, id).await?;
        let title = visit.ui.t1("kondate-copy-of", "name", set.title.as_str());
        draft = Draft { title, version: None, ..Draft::of(&set) };
    }
    draft.dishes.extend(given.dish);
    form_page(&service, &visit, StatusCode::OK, draft, Wrong::default(), None).await
}

async fn add_set(State(service): State<Service>, Posted { visit, form }: Posted) -> Answer {
    let visit = visit.below(BOOK);
    let draft = Draft::read(&form);
    if Draft::is_reworked(&form) {
        return form_page(&service, &visit, StatusCode::OK, draft, Wrong::default(), None).await;
    }
    match service.add_set(&visit.cook, &draft.input(), Some(&once(&form))).await {
        Ok(set) => Ok(visit.ui.go_saying(&format!("{SETS}/{}", set.set_id), &Toast::new("kondate-toast-set-added").about(set.title))),
        Err(error) => {
            let problem = Problem::from(error);
            if !problem.is_about_input() {
                return Err(problem);
            }
            let wrong = Wrong::with(&visit.ui, &problem);
            form_page(&service, &visit, problem.status, draft, wrong, None).await
        }
    }
}

async fn show_edit_set(State(service): State<Service>, visit: Visit, Path(at): Path<AtSet>) -> Answer {
    let here = format!("{SETS}/{}", at.set);
    let set = service.set(&visit.cook, &at.set).await?;
    if set.origin == Some(Origin::Official) {
        return Ok(visit.ui.go(&here));
    }
    let visit = visit.below(&here);
    form_page(&service, &visit, StatusCode::OK, Draft::of(&set), Wrong::default(), Some(&at.set)).await
}

async fn edit_set(State(service): State<Service>, Path(at): Path<AtSet>, Posted { visit, form }: Posted) -> Answer {
    let here = format!("{SETS}/{}", at.set);
    let visit = visit.below(&here);
    let draft = Draft::read(&form);
    if Draft::is_reworked(&form) {
        return form_page(&service, &visit, StatusCode::OK, draft, Wrong::default(), Some(&at.set)).await;
    }
    match service.edit_set(&visit.cook, &at.set, &draft.input(), draft.version).await {
        Ok(set) => Ok(visit.ui.go_saying(&here, &Toast::new("kondate-toast-saved").about(set.title))),
        Err(KondateError::NotFound(what)) => Err(KondateError::NotFound(what).into()),
        Err(error) => {
            let problem = Problem::from(error);
            if !problem.is_about_input() {
                return Err(problem);
            }
            let wrong = Wrong::with(&visit.ui, &problem);
            form_page(&service, &visit, problem.status, draft, wrong, Some(&at.set)).await
        }
    }
}

async fn delete_set(State(service): State<Service>, Path(at): Path<AtSet>, Posted { visit, .. }: Posted) -> Answer {
    let title = match service.set(&visit.cook, &at.set).await {
        Ok(set) => set.title,
        // It is in the bin already: the button was pressed twice.
        Err(_) => return Ok(visit.ui.go(BOOK)),
    };
    match service.delete_set(&visit.cook, &at.set).await {
        Ok(()) => {
            let toast = Toast::new("kondate-toast-deleted").about(title);
            Ok(visit.ui.go_saying(BOOK, &toast.undo(format!("{SETS}/{}/restore", at.set), Vec::new())))
        }
        Err(error) => failed(&visit.ui, error.into(), BOOK),
    }
}

async fn restore_set(State(service): State<Service>, Path(at): Path<AtSet>, Posted { visit, .. }: Posted) -> Answer {
    match service.restore_set(&visit.cook, &at.set).await {
        Ok(()) => {
            let set = service.set(&visit.cook, &at.set).await?;
            Ok(visit.ui.go_saying(&format!("{SETS}/{}", at.set), &Toast::new("kondate-toast-restored").about(set.title)))
        }
        Err(error) => failed(&visit.ui, error.into(), BOOK),
    }
}
