//! One day: what is logged of it, and what is done about that.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::{get, post};
use chabudai_kernel::part::{IsoDay, UtcSeconds, Word};
use chabudai_web::form::{Form, Wrong};
use chabudai_web::input::Path;
use chabudai_web::problem::Problem;
use chabudai_web::site::page_above;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;
use jiff::civil::Date;
use serde::Deserialize;

use super::calendar::Month;
use super::marks::{Marked, Marks};
use super::{Answer, Visit, day_path, failed, in_words, once};
use crate::api::AppState;
use crate::error::OkusuriError;
use crate::model::{Change, Kind, LONGEST_NOTE, Log, LogData, PublicId};
use crate::regimen::Phase;
use crate::repo::logs::Correction;
use crate::service::{DayChange, Service};

pub(super) fn routes(routes: Router<AppState>) -> Router<AppState> {
    routes
        .route("/okusuri/days/{day}", get(show_day).post(set_day))
        .route("/okusuri/days/{day}/undo", post(undo_day).get(page_above))
        .route("/okusuri/days/{day}/restore", post(restore_log).get(page_above))
        .route("/okusuri/days/{day}/logs/{id}/delete", post(delete_log).get(to_day))
}

/// The day in an address.
#[derive(Deserialize)]
struct At {
    day: IsoDay,
}

/// A log in an address.
#[derive(Deserialize)]
struct LogAt {
    day: IsoDay,
    id: String,
}

/// The page of the day of a log, for who only opens the address at which it is deleted.
async fn to_day(ui: Ui, Path(LogAt { day, .. }): Path<LogAt>) -> Response {
    ui.go(&day_path(day.0))
}

/// The id of a log. What is too long to be one is none.
fn log_id(text: &str) -> Result<Word, Problem> {
    Word::new(text).filter(|id| id.as_str().len() <= 64).ok_or_else(Problem::not_found)
}

/// Where an action on a day leads back to. Only the name of a place travels, so that it is never another site.
pub(super) fn way_back(place: &str, day: Date) -> String {
    match place {
        "home" => "/okusuri".to_owned(),
        "calendar" => format!("/okusuri/calendar?month={}#days", day.strftime("%Y-%m")),
        _ => day_path(day),
    }
}

/// What a form says of a day. What it does not name stays.
pub(super) fn said_in(form: &Form) -> Correction {
    Correction {
        has_bleeding: match form.text("bleeding") {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        },
        taken: match form.text("taken") {
            "yes" => Change::Set(true),
            "no" => Change::Set(false),
            "usual" => Change::Clear,
            _ => Change::Keep,
        },
        note: if form.has("note") { Change::Set(form.text("note").to_owned()) } else { Change::Keep },
    }
}

fn field(name: &str, value: impl Into<String>) -> (String, String) {
    (name.to_owned(), value.into())
}

/// What a log says, as the fields of a form.
fn fields_of(data: &LogData) -> [(String, String); 3] {
    [field("bleeding", tag(Some(data.has_bleeding))), field("taken", tag(data.taken)), field("note", data.note.clone().unwrap_or_default())]
}

/// On to a page that says what was done, with a way to take it back.
pub(super) fn said(ui: &Ui, outcome: &DayChange, place: &str, to: &str) -> Response {
    if !outcome.is_change() {
        return ui.go(to);
    }
    let mut fields =
        vec![field("back", place), field("id", outcome.log.id.to_string()), field("updated", outcome.log.updated_at.to_string())];
    fields.extend(outcome.before.iter().flat_map(|before| fields_of(&before.data)));
    let date = outcome.log.date.0;
    let toast = match (place, outcome.before.is_some()) {
        ("home", false) => Toast::new("okusuri-toast-logged-today"),
        ("home", true) => Toast::new("okusuri-toast-corrected-today"),
        (_, false) => Toast::new("okusuri-toast-logged").about(in_words(ui, date)),
        (_, true) => Toast::new("okusuri-toast-corrected").about(in_words(ui, date)),
    };
    ui.go_saying(to, &toast.undo(format!("{}/undo", day_path(date)), fields))
}

/// A log of a day, as the page lists it.
struct Listed {
    id: Word,
    says: String,
    note: Option<String>,
    /// When it was last said.
    at: String,
    /// It is the newest, which counts.
    counts: bool,
}

/// What stands in the form of a day.
struct Draft {
    bleeding: bool,
    /// Nothing is said for somebody who has not said it: whoever comes to write that they forgot the pill must not save that they took it.
    taken: Option<bool>,
    note: String,
    wrong: Wrong,
}

impl Draft {
    /// What is logged. Of the pill it is what was said, or else what the day was for.
    fn of(newest: Option<&Log>, phase: Option<Phase>) -> Self {
        let said = newest.map(|log| &log.data);
        Self {
            bleeding: said.is_some_and(|said| said.has_bleeding),
            taken: said.map(|said| said.taken.unwrap_or(!matches!(phase, Some(Phase::Resting(_))))),
            note: said.and_then(|said| said.note.clone()).unwrap_or_default(),
            wrong: Wrong::default(),
        }
    }

    /// What was typed.
    fn typed(form: &Form, wrong: Wrong) -> Self {
        let said = said_in(form);
        Self { bleeding: said.has_bleeding == Some(true), taken: said.taken.apply(None), note: form.text("note").to_owned(), wrong }
    }
}

/// As the form has it.
fn tag(taken: Option<bool>) -> &'static str {
    match taken {
        Some(true) => "yes",
        Some(false) => "no",
        None => "usual",
    }
}

#[derive(Template)]
#[template(path = "okusuri/day.html")]
struct DayPage<'a> {
    ui: &'a Ui,
    title: String,
    day: Marked,
    /// What the day was for, in words.
    phase: Option<String>,
    logs: Vec<Listed>,
    draft: Draft,
    /// The page's own address.
    address: String,
    earlier: Option<String>,
    later: Option<String>,
    most: usize,
    date: Date,
    /// Its month, on a screen that may have room for it. The days are read anyway.
    month: Option<Month<'a>>,
}

impl DayPage<'_> {
    /// The page of its month.
    fn calendar(&self) -> String {
        Month::address(self.ui, self.date)
    }
}

fn phase_in_words(ui: &Ui, phase: Phase) -> Option<String> {
    match phase {
        Phase::Taking(day) => Some(ui.t1("okusuri-phase-taking", "day", day)),
        Phase::Resting(left) => Some(ui.counted("okusuri-phase-rest", left.into()).to_string()),
        Phase::Lapsed => None,
    }
}

async fn page(service: &Service, visit: &Visit, date: Date, typed: Option<(&Form, Wrong)>) -> Answer {
    let (ui, person) = (&visit.ui, &visit.found.person);
    let history = service.history(person).await?;
    let own = &person.data.own;
    let marks = Marks::of(&history, &own.regimen());
    let (day, newest) = (marks.day(date), marks.log(date));
    let zone = own.zone();
    let says = |log: &Log| {
        let is_taken = log.data.taken.unwrap_or(!matches!(day.phase, Some(Phase::Resting(_))));
        let taken = if is_taken { "okusuri-taken" } else { "okusuri-not-taken" };
        let bleeding = if log.data.has_bleeding { "okusuri-bleeding" } else { "okusuri-no-bleeding" };
        format!("{} · {}", ui.t(taken), ui.t(bleeding))
    };
    let listed = history.logs.iter().filter(|log| log.date.0 == date).map(|log| Listed {
        id: log.id.clone(),
        says: says(log),
        note: log.data.note.clone(),
        at: {
            let there = log.updated_at.0.to_zoned(zone.clone());
            format!("{} {}", in_words(ui, there.date()), there.strftime("%H:%M"))
        },
        counts: newest.is_some_and(|newest| newest.id == log.id),
    });
    let status = if typed.is_some() { StatusCode::BAD_REQUEST } else { StatusCode::OK };
    let draft = typed.map_or_else(|| Draft::of(newest, day.phase), |(form, wrong)| Draft::typed(form, wrong));
    let other = |day: Result<Date, jiff::Error>| day.ok().map(|day| ui.at(&day_path(day)));
    let page = DayPage {
        ui,
        title: in_words(ui, date),
        day,
        phase: day.phase.and_then(|phase| phase_in_words(ui, phase)),
        logs: listed.collect(),
        draft,
        address: ui.at(&day_path(date)),
        earlier: other(date.yesterday()),
        later: other(date.tomorrow()).filter(|_| date < history.today.0),
        most: LONGEST_NOTE,
        date,
        month: (!ui.is_phone()).then(|| Month::of(ui, &marks, date.first_of_month(), Some(date))),
    };
    Ok(ui.show_as(status, &page))
}

/// A visit to a page below the calendar.
fn below(mut visit: Visit, day: Date) -> Visit {
    let month = Month::address(&visit.ui, day);
    visit.ui = visit.ui.back(month);
    visit
}

async fn show_day(State(service): State<Service>, visit: Visit, Path(At { day }): Path<At>) -> Answer {
    page(&service, &below(visit, day.0), day.0, None).await
}

async fn set_day(State(service): State<Service>, visit: Visit, Path(At { day }): Path<At>, form: Form) -> Answer {
    let visit = below(visit, day.0);
    let place = form.text("back");
    // The page of a day asks for it, and takes nothing for granted.
    if place == "day" && form.text("taken").is_empty() {
        let problem = Problem::of_field("okusuri.no_taken", "taken", "Say whether the pill was taken.");
        let wrong = Wrong::with(&visit.ui, &problem);
        return page(&service, &visit, day.0, Some((&form, wrong))).await;
    }
    match service.set_day(&visit.found.person, day.0, &said_in(&form), &once(&form)).await.map_err(Problem::from) {
        Ok(outcome) => Ok(said(&visit.ui, &outcome, place, &way_back(place, day.0))),
        // What was typed stands there to be mended.
        Err(problem) if form.has("note") && problem.field.as_deref() == Some("note") => {
            let wrong = Wrong::with(&visit.ui, &problem);
            page(&service, &visit, day.0, Some((&form, wrong))).await
        }
        Err(problem) => failed(&visit.ui, problem, &way_back(place, day.0)),
    }
}

/// Takes back what was said last: it was nothing before, or something else.
async fn undo_day(State(service): State<Service>, visit: Visit, Path(At { day }): Path<At>, form: Form) -> Answer {
    let (ui, person, to) = (&visit.ui, &visit.found.person, way_back(form.text("back"), day.0));
    let id = log_id(form.text("id"))?;
    let outcome = if form.has("bleeding") {
        service.correct(person, &PublicId::At(day, id), &said_in(&form)).await.map(drop)
    } else {
        let said_at = form.text("updated").parse::<UtcSeconds>().map_err(|_| Problem::not_found())?;
        service.take_back(person, day, &id, said_at).await.map(drop)
    };
    match outcome {
        // It is gone already: the button was pressed twice. Or it was said anew since, and that stays.
        Ok(()) | Err(OkusuriError::NotFound(_)) => Ok(ui.go_saying(&to, &Toast::new("okusuri-toast-undone"))),
        Err(error) => failed(ui, error.into(), &to),
    }
}

async fn delete_log(State(service): State<Service>, visit: Visit, Path(LogAt { day, id }): Path<LogAt>, _: Form) -> Answer {
    let (ui, person, to) = (&visit.ui, &visit.found.person, day_path(day.0));
    let log = match service.delete(person, &PublicId::At(day, log_id(&id)?)).await {
        Ok(log) => log,
        // Pressed twice: what the first press has to say, with its way back, is on its way already.
        Err(OkusuriError::NotFound(_)) => return Ok(ui.go(&to)),
        Err(error) => return failed(ui, error.into(), &to),
    };
    let mut fields =
        vec![field("id", log.id.to_string()), field("created", log.created_at.to_string()), field("updated", log.updated_at.to_string())];
    fields.extend(log.data.id.map(|number| field("number", number.to_string())));
    fields.extend(fields_of(&log.data));
    Ok(ui.go_saying(&to, &Toast::new("okusuri-toast-deleted").undo(format!("{to}/restore"), fields)))
}

/// A log that was deleted is there again, as it was.
async fn restore_log(State(service): State<Service>, visit: Visit, Path(At { day }): Path<At>, form: Form) -> Answer {
    let (ui, person, to) = (&visit.ui, &visit.found.person, day_path(day.0));
    let moment = |name: &str| form.text(name).parse::<UtcSeconds>().ok();
    let id = log_id(form.text("id"))?;
    let (Some(created_at), Some(updated_at)) = (moment("created"), moment("updated")) else { return Err(Problem::not_found()) };
    let said = said_in(&form);
    let data = LogData {
        id: form.text("number").parse().ok(),
        has_bleeding: said.has_bleeding.unwrap_or_default(),
        taken: said.taken.apply(None),
        note: said.note.apply(None).filter(|note| !note.is_empty()),
        created_at,
        updated_at,
    };
    let log = Log { user_id: person.user_id.clone(), id, kind: Kind::MedicationLog, date: day, data, created_at, updated_at };
    match service.put_back(person, &log).await {
        Ok(()) => Ok(ui.go_saying(&to, &Toast::new("okusuri-toast-restored"))),
        Err(error) => failed(ui, error.into(), &to),
    }
}
