//! What is in the fridge, until when it is good, and what has left it.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{get, post};
use chabudai_food::fold;
use chabudai_kernel::part::IsoDay;
use chabudai_web::form::{Form, Wrong};
use chabudai_web::input::Path;
use chabudai_web::problem::Problem;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;
use serde::Deserialize;

use super::words::{Good, amount_of, day, good, until};
use super::{Answer, PageState, Posted, Visit, given, once, to_fridge};
use crate::error::KondateError;
use crate::model::{Batch, BatchId, DeletedBatch, Ingredient, LONGEST_NAME, LONGEST_NOTE, LONGEST_WORD, MOST_YEN};
use crate::service::{BatchInput, Service};

const FRIDGE: &str = "/kondate/fridge";

pub(super) fn routes(routes: Router<PageState>) -> Router<PageState> {
    routes
        .route(FRIDGE, get(show_fridge).post(add))
        .route("/kondate/fridge/deleted", get(show_deleted))
        .route("/kondate/fridge/{item}", get(show_batch).post(edit))
        .route("/kondate/fridge/{item}/delete", post(delete).get(to_fridge))
        .route("/kondate/fridge/{item}/restore", post(restore).get(to_fridge))
}

/// A batch in a list.
struct Row {
    id: String,
    name: String,
    amount: String,
    until: Option<String>,
    is_over: bool,
    is_soon: bool,
    is_open: bool,
    note: String,
}

impl Row {
    fn of(visit: &Visit, batch: &Batch) -> Self {
        let good = good(batch, visit.today());
        Self {
            id: batch.item_id.as_str().to_owned(),
            name: batch.name.clone(),
            amount: amount_of(&batch.name, batch.quantity.as_deref(), batch.unit.as_deref(), false, visit.language()),
            until: until(&visit.ui, batch, visit.today()),
            is_over: good == Good::Over,
            is_soon: matches!(good, Good::Over | Good::Today | Good::Soon),
            is_open: batch.opened_at.is_some(),
            note: batch.note.clone().unwrap_or_default(),
        }
    }
}

/// What somebody types to put something into the fridge.
#[derive(Default)]
struct New {
    text: String,
    best_before: String,
    wrong: Wrong,
}

#[derive(Template)]
#[template(path = "kondate/fridge.html")]
struct FridgePage<'a> {
    ui: &'a Ui,
    soon: Vec<Row>,
    rest: Vec<Row>,
    new: New,
    most: usize,
}

async fn page(service: &Service, visit: &Visit, status: StatusCode, new: New) -> Answer {
    let batches = service.fridge(&visit.cook).await?;
    let (soon, rest) = batches.iter().map(|batch| Row::of(visit, batch)).partition(|row: &Row| row.is_soon);
    Ok(visit.ui.show_form(status, &FridgePage { ui: &visit.ui, soon, rest, new, most: LONGEST_NAME + 2 * LONGEST_WORD }))
}

async fn show_fridge(State(service): State<Service>, visit: Visit) -> Answer {
    page(&service, &visit.here("fridge"), StatusCode::OK, New::default()).await
}

/// A day that a browser sends; nothing of what was left empty.
fn day_in(form: &Form, name: &'static str) -> Result<Option<IsoDay>, Problem> {
    let text = fold(form.text(name)).trim().replace('/', "-");
    if text.is_empty() {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|_| Problem::of_field("kondate.day", name, "A day is spelled like 2026-11-20."))
}

/// A price as people type it: in full width, with the yen, with commas.
fn price_in(form: &Form) -> Result<Option<u64>, Problem> {
    let text = fold(form.text("price"));
    let text = text.trim().trim_start_matches(['¥', '\\']).trim_end_matches('円').trim();
    if text.is_empty() && form.text("price").trim().is_empty() {
        return Ok(None);
    }
    // A comma parts thousands, and nothing else.
    let mut groups = text.split(',');
    let is_whole = groups.next().is_some_and(|first| !first.is_empty()) && groups.all(|group| group.len() == 3);
    let digits = text.replace(',', "");
    let is_number = is_whole && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits
        .parse()
        .ok()
        .filter(|_| is_number)
        .map(Some)
        .ok_or_else(|| Problem::of_field("kondate.price", "price", "A price is a whole number of yen, at most 10,000,000."))
}

async fn add(State(service): State<Service>, Posted { visit, form }: Posted) -> Answer {
    let visit = visit.here("fridge");
    let text = form.text("item").trim().to_owned();
    let read = Ingredient::read(&text, 1);
    let added = match day_in(&form, "bestBefore") {
        Ok(best_before) => {
            let input = BatchInput {
                name: Some(read.name),
                quantity: Some(read.quantity),
                unit: Some(read.unit),
                note: Some(read.note),
                // Without a day it is good for as long as its food keeps.
                best_before: best_before.map(Some),
                ..BatchInput::default()
            };
            service.add_batch(&visit.cook, &input, Some(&once(&form))).await.map_err(Problem::from)
        }
        Err(problem) => Err(problem),
    };
    match added {
        Ok(batch) => {
            let toast = Toast::new("kondate-toast-batch-added").about(&batch.name);
            Ok(visit.ui.go_saying(FRIDGE, &toast.undo(format!("{FRIDGE}/{}/delete", batch.item_id), Vec::new())))
        }
        Err(problem) => {
            if !problem.is_about_input() {
                return Err(problem);
            }
            let is_day = problem.field.as_deref() == Some("bestBefore");
            let wrong = if is_day { Wrong::with(&visit.ui, &problem) } else { Wrong::with_all(&visit.ui, &problem, &["item"]) };
            let new = New { text, best_before: form.text("bestBefore").to_owned(), wrong };
            page(&service, &visit, problem.status, new).await
        }
    }
}

#[derive(Deserialize)]
struct AtItem {
    item: BatchId,
}

/// What stands in the form of a batch.
struct Draft {
    name: String,
    quantity: String,
    unit: String,
    best_before: String,
    was_best_before: String,
    opened_at: String,
    note: String,
    price: String,
    store: String,
    version: u64,
}

impl Draft {
    fn of(batch: &Batch) -> Self {
        let text = |text: Option<&String>| text.cloned().unwrap_or_default();
        let day = |day: Option<IsoDay>| day.map(|day| day.to_string()).unwrap_or_default();
        Self {
            name: batch.name.clone(),
            quantity: text(batch.quantity.as_ref()),
            unit: text(batch.unit.as_ref()),
            best_before: day(batch.best_before),
            was_best_before: day(batch.best_before),
            opened_at: day(batch.opened_at),
            note: text(batch.note.as_ref()),
            price: batch.price.map(|price| price.to_string()).unwrap_or_default(),
            store: text(batch.store_name.as_ref()),
            version: batch.version,
        }
    }

    fn read(form: &Form) -> Self {
        let text = |name| form.text(name).trim().to_owned();
        Self {
            name: text("name"),
            quantity: text("quantity"),
            unit: text("unit"),
            best_before: text("bestBefore"),
            was_best_before: text("wasBestBefore"),
            opened_at: text("openedAt"),
            note: text("note"),
            price: text("price"),
            store: text("storeName"),
            version: form.text("version").parse().unwrap_or(0),
        }
    }
}

#[derive(Template)]
#[template(path = "kondate/batch.html")]
struct BatchPage<'a> {
    ui: &'a Ui,
    row: Row,
    draft: Draft,
    wrong: Wrong,
    /// The day is counted from how long its food keeps.
    is_guessed: bool,
    beside: Vec<Row>,
    units: [&'static str; 10],
    longest: [usize; 3],
    most_yen: u64,
}

/// What a unit is suggested as; any other can be typed.
const UNITS: [&str; 10] = ["個", "g", "本", "枚", "パック", "袋", "丁", "切れ", "束", "かけ"];
const ENGLISH_UNITS: [&str; 10] = ["g", "kg", "ml", "l", "pack", "bag", "can", "bottle", "bunch", "slice"];

/// The page of a batch. The fridge is read as a whole: it is one range, and a wide screen shows it beside.
async fn batch_page(service: &Service, visit: &Visit, status: StatusCode, at: &AtItem, drafted: Option<(Draft, Wrong)>) -> Answer {
    let batches = service.fridge(&visit.cook).await?;
    let batch = batches.iter().find(|batch| batch.item_id == at.item).ok_or(KondateError::NotFound("item"))?;
    let (draft, wrong) = drafted.unwrap_or_else(|| (Draft::of(batch), Wrong::default()));
    let beside = if visit.ui.is_phone() { Vec::new() } else { batches.iter().map(|batch| Row::of(visit, batch)).collect() };
    let page = BatchPage {
        ui: &visit.ui,
        row: Row::of(visit, batch),
        is_guessed: batch.best_before_guessed,
        draft,
        wrong,
        beside,
        units: if visit.language() == chabudai_food::Language::Ja { UNITS } else { ENGLISH_UNITS },
        longest: [LONGEST_NAME, LONGEST_WORD, LONGEST_NOTE],
        most_yen: MOST_YEN,
    };
    Ok(visit.ui.show_form(status, &page))
}

async fn show_batch(State(service): State<Service>, visit: Visit, Path(at): Path<AtItem>) -> Answer {
    batch_page(&service, &visit.below(FRIDGE), StatusCode::OK, &at, None).await
}

/// What the form of a batch says. What cannot be read is told, and takes nothing away.
fn said(form: &Form) -> Result<BatchInput, Problem> {
    // A day that was not touched is not said: what was opened today may be good for less long by itself.
    let is_untouched = form.text("bestBefore") == form.text("wasBestBefore");
    let best_before = day_in(form, "bestBefore")?;
    Ok(BatchInput {
        name: Some(form.text("name").to_owned()),
        quantity: Some(given(form, "quantity")),
        unit: Some(given(form, "unit")),
        note: Some(given(form, "note")),
        best_before: (!is_untouched).then_some(best_before),
        opened_at: Some(day_in(form, "openedAt")?),
        price: Some(price_in(form)?),
        store_name: Some(given(form, "storeName")),
    })
}

async fn edit(State(service): State<Service>, Path(at): Path<AtItem>, Posted { visit, form }: Posted) -> Answer {
    let visit = visit.below(FRIDGE);
    let edited = match said(&form) {
        Ok(input) => {
            let seen = form.text("version").parse().ok();
            service.edit_batch(&visit.cook, &at.item, &input, seen).await.map_err(Problem::from)
        }
        Err(problem) => Err(problem),
    };
    match edited {
        Ok(batch) if !batch.is_there() => Ok(visit.ui.go_saying(FRIDGE, &Toast::new("kondate-toast-batch-empty").about(batch.name))),
        Ok(batch) => Ok(visit.ui.go_saying(FRIDGE, &Toast::new("kondate-toast-saved").about(batch.name))),
        Err(problem) => {
            if !problem.is_about_input() || problem.status == StatusCode::NOT_FOUND {
                return Err(problem);
            }
            let wrong = Wrong::with(&visit.ui, &problem);
            batch_page(&service, &visit, problem.status, &at, Some((Draft::read(&form), wrong))).await
        }
    }
}

async fn delete(State(service): State<Service>, Path(at): Path<AtItem>, Posted { visit, form }: Posted) -> Answer {
    match service.delete_batch(&visit.cook, &at.item).await {
        Ok(gone) => {
            // What was done with it is said as whoever did it has called it.
            let message = if form.has("used") { "kondate-toast-batch-empty" } else { "kondate-toast-batch-deleted" };
            let toast = Toast::new(message).about(gone.name);
            Ok(visit.ui.go_saying(FRIDGE, &toast.undo(format!("{FRIDGE}/{}/restore", at.item), Vec::new())))
        }
        // It is gone already: the button was pressed twice.
        Err(KondateError::NotFound(_)) => Ok(visit.ui.go(FRIDGE)),
        Err(error) => Err(error.into()),
    }
}

async fn restore(State(service): State<Service>, Path(at): Path<AtItem>, Posted { visit, .. }: Posted) -> Answer {
    match service.restore_batch(&visit.cook, &at.item).await {
        Ok(batch) => Ok(visit.ui.go_saying(FRIDGE, &Toast::new("kondate-toast-batch-restored").about(batch.name))),
        Err(KondateError::NotFound(_)) => Ok(visit.ui.go(FRIDGE)),
        Err(error) => Err(error.into()),
    }
}

struct Gone {
    id: String,
    name: String,
    amount: String,
    /// When it left, and whether it was used up.
    line: String,
}

#[derive(Template)]
#[template(path = "kondate/deleted.html")]
struct DeletedPage<'a> {
    ui: &'a Ui,
    gone: Vec<Gone>,
}

async fn show_deleted(State(service): State<Service>, visit: Visit) -> Answer {
    let visit = visit.below(FRIDGE);
    let deleted = service.deleted_batches(&visit.cook).await?;
    let ui = &visit.ui;
    let gone = |batch: &DeletedBatch| {
        let zone = jiff::tz::TimeZone::get(ui.zone_name()).unwrap_or(jiff::tz::TimeZone::UTC);
        let on = day(ui, IsoDay(batch.deleted_at.0.to_zoned(zone).date()));
        let message = if batch.emptied_at.is_some() { "kondate-used-up-on" } else { "kondate-deleted-on" };
        Gone {
            id: batch.item_id.as_str().to_owned(),
            name: batch.name.clone(),
            amount: amount_of(&batch.name, batch.quantity.as_deref(), batch.unit.as_deref(), false, visit.language()),
            line: ui.t1(message, "day", on),
        }
    };
    Ok(ui.show(&DeletedPage { ui, gone: deleted.iter().map(gone).collect() }))
}
