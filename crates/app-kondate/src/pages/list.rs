//! What to buy: in the order of the shop, ticked, done.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::{get, post};
use chabudai_food::Language;
use chabudai_kernel::part::Word;
use chabudai_web::form::{Form, Wrong};
use chabudai_web::input::{Path, Query};
use chabudai_web::problem::Problem;
use chabudai_web::site::escaped;
use chabudai_web::text::Lang;
use chabudai_web::toast::Toast;
use chabudai_web::ui::{Link, Ui};
use serde::Deserialize;

use super::words::{Say as _, aisle, amount_of};
use super::{Answer, PageState, Posted, Visit, failed, given, once, to_list};
use crate::error::KondateError;
use crate::list::{ListLine, PantryLine, ShoppingList};
use crate::model::{Ingredient, LONGEST_NAME, LONGEST_NOTE, LONGEST_WORD, LineId, Source};
use crate::official;
use crate::repo::shelf;
use crate::service::{ANY_SHOP, LineInput, Service};

const LIST: &str = "/kondate/list";

pub(super) fn routes(routes: Router<PageState>) -> Router<PageState> {
    routes
        .route(LIST, get(show_list))
        .route("/kondate/list/lines", post(add).get(to_list))
        .route("/kondate/list/pantry", post(want_pantry).get(to_list))
        .route("/kondate/list/done", post(done).get(to_list))
        .route("/kondate/list/not-done", post(not_done).get(to_list))
        .route("/kondate/list/lines/{line}", get(show_line).post(change))
        .route("/kondate/list/lines/{line}/tick", post(tick).get(to_list))
        .route("/kondate/list/lines/{line}/dismiss", post(dismiss).get(to_list))
        .route("/kondate/list/lines/{line}/delete", post(delete).get(to_list))
}

/// A line as the page shows it.
struct Shown {
    id: String,
    name: String,
    amount: String,
    /// For which dishes, or what somebody wrote beside it.
    line: String,
    is_staple: bool,
}

impl Shown {
    fn of(visit: &Visit, line: &ListLine) -> Self {
        let joined = if visit.ui.lang == Lang::Ja { "、" } else { ", " };
        let note = line.note.clone().filter(|note| !note.is_empty());
        Self {
            id: line.id.as_str().to_owned(),
            name: line.name.clone(),
            amount: amount_of(&line.name, line.quantity.as_deref(), line.unit.as_deref(), line.about, visit.language()),
            line: note.unwrap_or_else(|| dishes(visit, line).join(joined)),
            is_staple: line.is_staple,
        }
    }
}

/// The dishes that a line is for. A starter is called as the reader calls it, whoever planned it.
fn dishes(visit: &Visit, line: &ListLine) -> Vec<String> {
    let other = if visit.language() == Language::Ja { Language::En } else { Language::Ja };
    let own_words = |title: &String| {
        let starter = official::recipes(other).find(|recipe| recipe.title == *title)?;
        official::recipe(&starter.recipe_id, visit.language()).map(|starter| starter.title.clone())
    };
    line.dishes.iter().map(|title| own_words(title).unwrap_or_else(|| title.clone())).collect()
}

/// What stands on one stretch of shelves.
struct Shelf {
    title: String,
    lines: Vec<Shown>,
}

struct Pantry {
    name: String,
    amounts: String,
}

#[derive(Template)]
#[template(path = "kondate/list.html")]
struct ListPage<'a> {
    ui: &'a Ui,
    digest: String,
    shelves: Vec<Shelf>,
    basket: Vec<Shown>,
    pantry: Vec<Pantry>,
    at_home: Vec<(String, String)>,
    shops: Vec<Link>,
    left: usize,
    /// What stands in the field of a line that could not be written, and why.
    text: String,
    wrong: Wrong,
    has_plan: bool,
    most: usize,
}

impl ListPage<'_> {
    fn is_empty(&self) -> bool {
        self.shelves.is_empty() && self.basket.is_empty()
    }
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct ListParameters {
    store: Option<String>,
}

/// The shelves of what is still to be bought, in the order in which the list has it.
fn shelves(visit: &Visit, list: &ShoppingList) -> Vec<Shelf> {
    let mut shelves: Vec<Shelf> = Vec::new();
    for line in list.lines.iter().filter(|line| !line.checked) {
        let title = aisle(&visit.ui, line.aisle, visit.language());
        match shelves.iter_mut().find(|shelf| shelf.title == title) {
            Some(shelf) => shelf.lines.push(Shown::of(visit, line)),
            None => shelves.push(Shelf { title, lines: vec![Shown::of(visit, line)] }),
        }
    }
    shelves
}

async fn page(service: &Service, visit: &Visit, status: StatusCode, store: Option<&str>, text: String, wrong: Wrong) -> Answer {
    let shop = store.and_then(Word::new);
    let list = service.list(&visit.cook, shop.as_ref()).await?;
    let ways = shelf::ways(service.db(), &visit.cook.kitchen).await?;
    let ui = &visit.ui;
    let named: Vec<&str> = ways.iter().map(|way| way.store_name.as_str()).filter(|name| *name != ANY_SHOP).collect();
    let mut shops = Vec::new();
    if !named.is_empty() {
        let any = Link { title: ui.t("kondate-shop-any").into_owned(), address: ui.at(LIST), is_current: store.is_none() };
        let of = |name: &&str| Link {
            title: (*name).to_owned(),
            address: ui.at(&format!("{LIST}?store={}", escaped(name))),
            is_current: store == Some(name),
        };
        shops = std::iter::once(any).chain(named.iter().map(of)).collect();
    }
    let between = if visit.ui.lang == Lang::Ja { "・" } else { ", " };
    let pantry = |line: &PantryLine| {
        let said = |(quantity, unit): &(Option<String>, Option<String>)| {
            amount_of(&line.name, quantity.as_deref(), unit.as_deref(), false, visit.language())
        };
        // As much as it takes is no amount in English.
        let said = line.sums.iter().map(said).filter(|said| !said.is_empty());
        Pantry { name: line.name.clone(), amounts: said.collect::<Vec<_>>().join(between) }
    };
    let shown = ListPage {
        ui,
        digest: list.digest(),
        shelves: shelves(visit, &list),
        basket: list.lines.iter().filter(|line| line.checked).map(|line| Shown::of(visit, line)).collect(),
        pantry: list.pantry.iter().map(pantry).collect(),
        at_home: list
            .at_home
            .iter()
            .map(|one| (one.name.clone(), amount_of(&one.name, Some(&one.quantity), one.unit.as_deref(), false, visit.language())))
            .collect(),
        shops,
        left: list.remaining(),
        text,
        wrong,
        has_plan: list.is_planned,
        most: LONGEST_NAME + 2 * LONGEST_WORD,
    };
    Ok(ui.show_form(status, &shown))
}

async fn show_list(State(service): State<Service>, visit: Visit, Query(given): Query<ListParameters>) -> Answer {
    let visit = visit.here("basket");
    page(&service, &visit, StatusCode::OK, given.store.as_deref(), String::new(), Wrong::default()).await
}

/// What somebody writes is read as a line of a recipe is: 牛乳 1本, 2 onions.
async fn add(State(service): State<Service>, Posted { visit, form }: Posted) -> Answer {
    let visit = visit.here("basket");
    let text = form.text("line").trim().to_owned();
    let input = if form.has("name") {
        // What was deleted comes back as it was.
        LineInput {
            name: form.text("name").to_owned(),
            quantity: given(&form, "quantity"),
            unit: given(&form, "unit"),
            note: given(&form, "note"),
        }
    } else {
        let read = Ingredient::read(&text, 1);
        LineInput { name: read.name, quantity: read.quantity, unit: read.unit, note: read.note }
    };
    match service.add_line(&visit.cook, &input, Some(&once(&form))).await {
        Ok(line) => Ok(visit.ui.go_saying(LIST, &Toast::new("kondate-toast-line-added").about(line.name))),
        Err(error) => {
            let problem = Problem::from(error);
            if !problem.is_about_input() {
                return Err(problem);
            }
            let wrong = Wrong::with_all(&visit.ui, &problem, &["line"]);
            page(&service, &visit, problem.status, None, text, wrong).await
        }
    }
}

#[derive(Deserialize)]
struct AtLine {
    line: LineId,
}

/// Back to the list as it was looked at.
fn back(visit: &Visit, form: &Form) -> Response {
    let store = given(form, "store").map(|store| format!("?store={}", escaped(&store))).unwrap_or_default();
    visit.ui.go(&format!("{LIST}{store}"))
}

/// A tick says what is to be so, so that two who tap the same line do not undo each other.
async fn tick(State(service): State<Service>, Path(at): Path<AtLine>, Posted { visit, form }: Posted) -> Answer {
    let outcome = match form.text("checked") {
        "yes" => service.tick(&visit.cook, &at.line).await,
        _ => service.untick(&visit.cook, &at.line).await,
    };
    match outcome {
        Ok(()) => Ok(back(&visit, &form)),
        // Somebody was faster, or the plan is another one: the list says what is so.
        Err(KondateError::NotFound(_)) => Ok(visit.ui.go_saying(LIST, &Toast::new("kondate-toast-line-gone").failed())),
        Err(error) => Err(error.into()),
    }
}

async fn dismiss(State(service): State<Service>, Path(at): Path<AtLine>, Posted { visit, form }: Posted) -> Answer {
    service.dismiss(&visit.cook, &at.line).await?;
    let toast = Toast::new("kondate-toast-dismissed").about(form.text("name"));
    let undo = vec![("checked".to_owned(), "no".to_owned())];
    Ok(visit.ui.go_saying(LIST, &toast.undo(format!("{LIST}/lines/{}/tick", at.line), undo)))
}

async fn want_pantry(State(service): State<Service>, Posted { visit, form }: Posted) -> Answer {
    match service.want_pantry(&visit.cook, form.text("name"), &once(&form)).await {
        Ok(line) => {
            let toast = Toast::new("kondate-toast-line-added").about(&line.name);
            Ok(visit.ui.go_saying(LIST, &toast.undo(format!("{LIST}/lines/{}/delete", line.item_id), Vec::new())))
        }
        Err(error) => failed(&visit.ui, error.into(), LIST),
    }
}

async fn done(State(service): State<Service>, Posted { visit, .. }: Posted) -> Answer {
    let done = match service.shopping_done(&visit.cook).await {
        Ok(done) => done,
        Err(error) => return failed(&visit.ui, error.into(), LIST),
    };
    let toast = match (done.moved_to_fridge, done.no_room_for) {
        (0, _) => return Ok(visit.ui.go_saying(LIST, &Toast::new("kondate-toast-nothing-ticked").failed())),
        (moved, 0) => Toast::new("kondate-toast-done").about(moved.to_string()),
        (moved, _) => Toast::new("kondate-toast-done-full").about(moved.to_string()),
    };
    let undo = done.at.map(|at| ("at".to_owned(), at.to_string())).into_iter().collect();
    Ok(visit.ui.go_saying(LIST, &toast.undo("/kondate/list/not-done".to_owned(), undo)))
}

/// Back into the basket.
async fn not_done(State(service): State<Service>, Posted { visit, form }: Posted) -> Answer {
    let at = form.text("at").parse().map_err(|_| Problem::not_found())?;
    let toast = match service.shopping_not_done(&visit.cook, at).await {
        Ok(0) => Toast::new("kondate-toast-done-stays").failed(),
        Ok(back) => Toast::new("kondate-toast-not-done").about(back.to_string()),
        Err(error) => return failed(&visit.ui, error.into(), LIST),
    };
    Ok(visit.ui.go_saying(LIST, &toast))
}

#[derive(Template)]
#[template(path = "kondate/line.html")]
struct LinePage<'a> {
    ui: &'a Ui,
    id: String,
    name: String,
    is_manual: bool,
    is_checked: bool,
    amount: String,
    dishes: Vec<String>,
    draft: LineInput,
    wrong: Wrong,
    longest: [usize; 3],
}

impl LinePage<'_> {
    fn quantity(&self) -> &str {
        self.draft.quantity.as_deref().unwrap_or_default()
    }

    fn unit(&self) -> &str {
        self.draft.unit.as_deref().unwrap_or_default()
    }

    fn note(&self) -> &str {
        self.draft.note.as_deref().unwrap_or_default()
    }
}

async fn line_of(service: &Service, visit: &Visit, id: &LineId) -> Result<ListLine, Problem> {
    let list = service.list(&visit.cook, None).await?;
    Ok(list.line(id).cloned().ok_or(KondateError::NotFound("line"))?)
}

fn line_page(visit: &Visit, status: StatusCode, line: &ListLine, draft: LineInput, wrong: Wrong) -> Response {
    let page = LinePage {
        ui: &visit.ui,
        id: line.id.as_str().to_owned(),
        name: line.name.clone(),
        is_manual: line.source == Source::Manual,
        is_checked: line.checked,
        amount: amount_of(&line.name, line.quantity.as_deref(), line.unit.as_deref(), line.about, visit.language()),
        dishes: dishes(visit, line),
        draft,
        wrong,
        longest: [LONGEST_NAME, LONGEST_WORD, LONGEST_NOTE],
    };
    visit.ui.show_form(status, &page)
}

async fn show_line(State(service): State<Service>, visit: Visit, Path(at): Path<AtLine>) -> Answer {
    let visit = visit.below(LIST);
    let line = line_of(&service, &visit, &at.line).await?;
    let draft = LineInput { name: line.name.clone(), quantity: line.quantity.clone(), unit: line.unit.clone(), note: line.note.clone() };
    Ok(line_page(&visit, StatusCode::OK, &line, draft, Wrong::default()))
}

async fn change(State(service): State<Service>, Path(at): Path<AtLine>, Posted { visit, form }: Posted) -> Answer {
    let visit = visit.below(LIST);
    let input = LineInput {
        name: form.text("name").to_owned(),
        quantity: given(&form, "quantity"),
        unit: given(&form, "unit"),
        note: given(&form, "note"),
    };
    match service.change_line(&visit.cook, &at.line, &input).await {
        Ok(()) => Ok(visit.ui.go_saying(LIST, &Toast::new("kondate-toast-saved").about(input.name.trim()))),
        Err(KondateError::NotFound(what)) => Err(KondateError::NotFound(what).into()),
        Err(error) => {
            let problem = Problem::from(error);
            if !problem.is_about_input() {
                return Err(problem);
            }
            let line = line_of(&service, &visit, &at.line).await?;
            Ok(line_page(&visit, problem.status, &line, input, Wrong::with(&visit.ui, &problem)))
        }
    }
}

async fn delete(State(service): State<Service>, Path(at): Path<AtLine>, Posted { visit, .. }: Posted) -> Answer {
    let line = match line_of(&service, &visit, &at.line).await {
        Ok(line) => line,
        // It is gone already: the button was pressed twice.
        Err(problem) if problem.status == StatusCode::NOT_FOUND => return Ok(visit.ui.go(LIST)),
        Err(problem) => return Err(problem),
    };
    service.remove_line(&visit.cook, &at.line).await?;
    let mut undo = vec![("name".to_owned(), line.name.clone())];
    for (name, value) in [("quantity", line.quantity), ("unit", line.unit), ("note", line.note)] {
        undo.extend(value.map(|value| (name.to_owned(), value)));
    }
    Ok(visit.ui.go_saying(LIST, &Toast::new("kondate-toast-line-deleted").about(line.name).undo(format!("{LIST}/lines"), undo)))
}
