//! Records: the list by day, the page of one, and what is done with them.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::{get, post};
use chabudai_kernel::db::Paging;
use chabudai_kernel::error::OwnReason as _;
use chabudai_kernel::part::{Day, IsoDay};
use chabudai_web::form::{Form, Wrong};
use chabudai_web::input::{Path, Query};
use chabudai_web::problem::Problem;
use chabudai_web::site::{escaped, page_above};
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;
use serde::Deserialize;

use super::cards::RecordCard;
use super::{Answer, Closet, Visit, once};
use crate::api::AppState;
use crate::design::HISTORY_DETAIL;
use crate::error::{WardrobeError, WardrobeReason};
use crate::model::{self, Clothing, ClothingId, Created, History, HistoryId};
use crate::repo::histories;
use crate::repo::pictures::{self, Album};
use crate::service::Worn;

/// Records on a page.
const PAGE: u32 = 30;
/// The longest way back. It travels in the cookie of a toast, which has little room.
const LONGEST_WAY: usize = 200;

pub(super) fn routes(routes: Router<AppState>) -> Router<AppState> {
    routes
        .route("/wardrobe/{wid}/histories", get(list_histories).post(record_history))
        .route("/wardrobe/{wid}/histories/restore", post(restore_history).get(page_above))
        .route("/wardrobe/{wid}/histories/{hid}", get(show_history))
        .route("/wardrobe/{wid}/histories/{hid}/again", post(record_again).get(page_above))
        .route("/wardrobe/{wid}/histories/{hid}/delete", post(delete_history).get(page_above))
}

/// The day in a text, as a date field or an address has it.
pub(super) fn day_in(text: &str) -> Option<Day> {
    text.parse().ok().or_else(|| text.parse().ok().map(|IsoDay(day)| Day(day)))
}

/// Back to where the visitor was, with the news that it is recorded and a way to take it back.
pub(super) fn recorded(visit: &Visit, created: &Created, back: &str) -> Response {
    recorded_saying("wardrobe-toast-recorded", visit, created, back)
}

fn recorded_saying(message: &str, visit: &Visit, created: &Created, back: &str) -> Response {
    let mut toast = Toast::new(message);
    if let Some(id) = created.id::<HistoryId>() {
        let fields = vec![("back".to_owned(), back.to_owned()), ("undone".to_owned(), "yes".to_owned())];
        toast = toast.undo(visit.path(&format!("/histories/{id}/delete")), fields);
    }
    visit.ui.go_saying(&visit.path(back), &toast)
}

/// Back to where the visitor was, with what is wrong with the input. What is wrong with us is a page of its own.
fn failed(visit: &Visit, problem: Problem, back: &str) -> Answer {
    if !problem.is_about_input() {
        return Err(problem);
    }
    let toast = Toast::of(&problem);
    // Who records the same twice has what they wanted.
    let is_there = problem.code == WardrobeReason::RecordedAlready.code();
    Ok(visit.ui.go_saying(&visit.path(back), &Toast { failed: !is_there, ..toast }))
}

/// The way back that a form names: a place in this wardrobe, or the records.
pub(super) fn way_back(named: &str) -> &str {
    let is_visible = |path: &str| path.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    let is_plain = |path: &str| is_visible(path) && !path.contains("//") && !path.contains("..");
    match named {
        "" | "home" => "",
        path if path.starts_with('/') && path.len() <= LONGEST_WAY && is_plain(path) => path,
        _ => "/histories",
    }
}

/// The period of a list, as it stands in the address.
#[derive(Deserialize)]
struct Period {
    #[serde(default)]
    from: String,
    #[serde(default)]
    to: String,
    cursor: Option<String>,
}

impl Period {
    fn is_set(&self) -> bool {
        !self.from.is_empty() || !self.to.is_empty()
    }

    fn days(&self) -> Result<(Option<Day>, Option<Day>), Problem> {
        let end = |field: &str, text: &str| match text {
            "" => Ok(None),
            text => day_in(text).map(Some).ok_or_else(|| Problem::of_field("wardrobe.no_date", field, "Choose a day.")),
        };
        let (from, to) = (end("from", &self.from)?, end("to", &self.to)?);
        if from.zip(to).is_some_and(|(from, to)| from > to) {
            return Err(Problem::of_field("wardrobe.period", "from", "A period goes from the earlier to the later day."));
        }
        Ok((from, to))
    }

    /// A day as a date field has it; what is none stays as it came.
    fn field(text: &str) -> String {
        day_in(text).map_or_else(|| text.to_owned(), |day| IsoDay(day.0).to_string())
    }

    /// The page behind a cursor.
    fn next(&self, cursor: &str) -> String {
        format!("/histories?from={}&to={}&cursor={}", escaped(&self.from), escaped(&self.to), escaped(cursor))
    }
}

#[derive(Template)]
#[template(path = "wardrobe/histories.html")]
struct HistoriesPage<'a> {
    ui: &'a Ui,
    w: &'a Closet,
    today: Day,
    period: Period,
    /// What the list is of, in words.
    heading: String,
    wrong: Wrong,
    cards: Vec<RecordCard>,
    next: Option<String>,
}

impl HistoriesPage<'_> {
    fn is_wrong(&self) -> bool {
        self.wrong.of("from").or(self.wrong.of("to")).is_some()
    }
}

async fn list_histories(State(state): State<AppState>, visit: Visit, Query(period): Query<Period>) -> Answer {
    let visit = visit.here("histories");
    let ui = &visit.ui;
    let heading = ui.t("wardrobe-every-entry").into_owned();
    let mut page =
        HistoriesPage { ui, w: &visit.w, today: visit.today, period, heading, wrong: Wrong::default(), cards: Vec::new(), next: None };
    let (from, to) = match page.period.days() {
        Ok(days) => days,
        Err(problem) => {
            let is_of_both = problem.code == "wardrobe.period";
            page.wrong = if is_of_both { Wrong::with_all(ui, &problem, &["from", "to"]) } else { Wrong::with(ui, &problem) };
            return Ok(ui.show_as(problem.status, &page));
        }
    };
    page.heading = match (from, to) {
        (None, None) => page.heading,
        (Some(from), None) => ui.t1("wardrobe-period-since", "from", ui.day(&from)),
        (None, Some(to)) => ui.t1("wardrobe-period-until", "to", ui.day(&to)),
        (Some(from), Some(to)) if from == to => ui.day(&from),
        (Some(from), Some(to)) => ui.t2("wardrobe-period-between", ("from", ui.day(&from)), ("to", ui.day(&to))),
    };
    let wanted = Paging { limit: PAGE, cursor: page.period.cursor.as_deref(), backward: true };
    let (run, listed) = histories::list(state.service.db(), visit.id, from, to, wanted).await?;
    page.next = listed.next.map(|cursor| visit.w.at(&page.period.next(&cursor)));
    page.cards = RecordCard::all(run, visit.id, listed.items).await?;
    Ok(ui.show(&page))
}

/// The ids in an address.
#[derive(Deserialize)]
struct At {
    hid: HistoryId,
}

/// The page from which a record was opened, and to which back leads.
#[derive(Deserialize)]
struct Opened {
    #[serde(default)]
    from: String,
}

impl Opened {
    fn name(&self) -> &'static str {
        if self.from == "home" { "home" } else { "histories" }
    }
}

#[derive(Template)]
#[template(path = "wardrobe/history.html")]
struct HistoryPage<'a> {
    ui: &'a Ui,
    w: &'a Closet,
    today: Day,
    from: &'static str,
    record: History,
    outfit: Option<model::Outfit>,
    /// In the recorded order; none for one that is not there any more.
    garments: Vec<Option<Clothing>>,
    /// Something of it can be worn again.
    can_wear: bool,
}

/// A record with what it shows.
async fn opened(state: &AppState, visit: &Visit, at: &At) -> Result<(History, Album), Problem> {
    let run = state.service.db().run(&HISTORY_DETAIL);
    let record = histories::get(run, visit.id, at.hid, false).await?.ok_or(WardrobeError::NotFound("record"))?;
    let album = pictures::album(run, visit.id, &record.clothing_ids, record.template_id.as_slice()).await?;
    Ok((record, album))
}

async fn show_history(State(state): State<AppState>, visit: Visit, Path(at): Path<At>, Query(given): Query<Opened>) -> Answer {
    let from = given.name();
    let visit = visit.below(way_back(from));
    let (record, mut album) = opened(&state, &visit, &at).await?;
    let can_wear = worn_again(&record, &album).is_some();
    let outfit = record.template_id.and_then(|id| album.outfits.remove(&id));
    let garments = record.clothing_ids.iter().map(|id| album.clothes.remove(id)).collect();
    Ok(visit.ui.show(&HistoryPage { ui: &visit.ui, w: &visit.w, today: visit.today, from, record, outfit, garments, can_wear }))
}

/// The garments in a form, in their order.
fn garments_in(form: &Form) -> Result<Vec<ClothingId>, WardrobeError> {
    form.texts("clothing").map(|id| id.parse().map_err(|_| WardrobeError::NotFound("garment"))).collect()
}

/// What a form says was worn: an outfit, or garments.
fn worn_in(form: &Form) -> Result<Worn, WardrobeError> {
    let garments = garments_in(form)?;
    match form.text("template") {
        "" => Ok(Worn::Combination(garments)),
        id if garments.is_empty() => id.parse().map(Worn::Outfit).map_err(|_| WardrobeError::NotFound("outfit")),
        _ => Err(WardrobeError::Own(WardrobeReason::EitherOutfitOrGarments)),
    }
}

/// The day in a form; today where it has none.
fn date_in(form: &Form, today: Day) -> Result<Day, WardrobeError> {
    let message = "A record is of a day from 2000-01-01 to tomorrow.";
    match form.text("date") {
        "" => Ok(today),
        text => day_in(text).ok_or(WardrobeError::Invalid { field: "date", code: "wardrobe.date_out_of_range", message }),
    }
}

async fn record_history(State(state): State<AppState>, visit: Visit, form: Form) -> Answer {
    let back = way_back(form.text("back"));
    let outcome = async {
        let (worn, date) = (worn_in(&form)?, date_in(&form, visit.today)?);
        Ok(state.service.record_once(visit.id, date, visit.today, &worn, Some(&once(&form))).await?)
    };
    match outcome.await {
        Ok(created) => Ok(recorded(&visit, &created, back)),
        Err(problem) => failed(&visit, problem, back),
    }
}

/// What a record comes to if it is worn again, and what is said of it: the outfit while it is what it was, otherwise what is left.
fn worn_again(record: &History, album: &Album) -> Option<(Worn, &'static str)> {
    let outfit = record.template_id.and_then(|id| album.outfits.get(&id));
    if let Some(outfit) = outfit.filter(|outfit| !outfit.is_deleted() && outfit.clothing_ids == record.clothing_ids) {
        return Some((Worn::Outfit(outfit.template_id), "wardrobe-toast-recorded"));
    }
    let is_there = |id: &ClothingId| album.clothes.get(id).is_some_and(|garment| !garment.is_deleted());
    let left: Vec<ClothingId> = record.clothing_ids.iter().copied().filter(is_there).collect();
    match left.len() {
        0 => None,
        all if all == record.clothing_ids.len() => Some((Worn::Combination(left), "wardrobe-toast-recorded")),
        _ => Some((Worn::Combination(left), "wardrobe-toast-recorded-without")),
    }
}

async fn record_again(State(state): State<AppState>, visit: Visit, Path(at): Path<At>, form: Form) -> Answer {
    let back = way_back(form.text("back"));
    let outcome = async {
        let (record, album) = opened(&state, &visit, &at).await?;
        let Some((worn, message)) = worn_again(&record, &album) else { return Ok(None) };
        let created = state.service.record_once(visit.id, visit.today, visit.today, &worn, Some(&once(&form))).await?;
        Ok(Some((created, message)))
    };
    match outcome.await {
        Ok(Some((created, message))) => Ok(recorded_saying(message, &visit, &created, back)),
        Ok(None) => Ok(visit.ui.go_saying(&visit.path(back), &Toast::new("wardrobe-toast-nothing-left").failed())),
        Err(problem) => failed(&visit, problem, back),
    }
}

async fn delete_history(
    State(state): State<AppState>,
    visit: Visit,
    Path(at): Path<At>,
    Query(given): Query<Opened>,
    form: Form,
) -> Answer {
    // The dialog that asks first has no fields of its own: it says in its address where it stands.
    let back = way_back(if form.has("back") { form.text("back") } else { given.name() });
    let outcome = async {
        // Read before it goes: what it had is the way back.
        let record = histories::get(state.service.db().run(&HISTORY_DETAIL), visit.id, at.hid, true).await?;
        match state.service.unrecord(visit.id, at.hid).await {
            // It is gone already: the button was pressed twice.
            Err(WardrobeError::NotFound(_)) => Ok(None),
            other => Ok(other.map(|()| record)?),
        }
    };
    let record = match outcome.await {
        Ok(record) => record,
        Err(problem) => return failed(&visit, problem, back),
    };
    if form.has("undone") {
        return Ok(visit.ui.go_saying(&visit.path(back), &Toast::new("wardrobe-toast-taken-back")));
    }
    // Pressed twice: what the first press has to say, with its way back, is on its way already.
    let Some(record) = record else { return Ok(visit.ui.go(&visit.path(back))) };
    let toast = {
        let field = |name: &str, value: String| (name.to_owned(), value);
        let mut fields = vec![field("back", back.to_owned()), field("date", record.date.to_string())];
        fields.extend(record.template_id.map(|id| field("template", id.to_string())));
        fields.extend(record.clothing_ids.iter().map(|id| field("clothing", id.to_string())));
        Toast::new("wardrobe-toast-record-deleted").undo(visit.path("/histories/restore"), fields)
    };
    Ok(visit.ui.go_saying(&visit.path(back), &toast))
}

/// A record that was deleted comes back: the same day and the same clothes under a new id.
async fn restore_history(State(state): State<AppState>, visit: Visit, form: Form) -> Answer {
    let back = way_back(form.text("back"));
    let outcome = async {
        let template = Some(form.text("template")).filter(|id| !id.is_empty()).map(str::parse).transpose();
        let template = template.map_err(|_| WardrobeError::NotFound("outfit"))?;
        let worn = Worn::Again(template, garments_in(&form)?);
        let date = date_in(&form, visit.today)?;
        Ok(state.service.record(visit.id, date, visit.today, &worn, Some(&once(&form))).await?)
    };
    match outcome.await {
        Ok(_) => Ok(visit.ui.go_saying(&visit.path(back), &Toast::new("wardrobe-toast-record-restored"))),
        Err(problem) => failed(&visit, problem, back),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_read_from_a_field_and_from_an_address() {
        let day = Day(jiff::civil::date(2026, 11, 20));
        assert_eq!((day_in("2026-11-20"), day_in("20261120")), (Some(day), Some(day)));
        for wrong in ["", "2026-13-01", "20260230", "2026/11/20", "20-2611-20", "today"] {
            assert_eq!(day_in(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_way_back_stays_in_the_wardrobe() {
        for (named, back) in [
            ("", ""),
            ("home", ""),
            ("histories", "/histories"),
            ("/outfits", "/outfits"),
            ("/review?days=180", "/review?days=180"),
            ("outfits", "/histories"),
            ("//elsewhere.example", "/histories"),
            ("/a//elsewhere.example", "/histories"),
            ("/../wd_other", "/histories"),
            ("/\\elsewhere.example", "/histories"),
            ("/a\r\nset-cookie: b=c", "/histories"),
            ("https://elsewhere.example", "/histories"),
        ] {
            assert_eq!(way_back(named), back, "{named:?}");
        }
        assert_eq!(way_back(&format!("/{}", "a".repeat(LONGEST_WAY))), "/histories", "no toast would fit behind it");
    }
}
