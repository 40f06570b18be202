//! Days that were not logged, filled in together: choose a time, see its days, confirm.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{get, post};
use chabudai_kernel::part::{IsoDay, Word};
use chabudai_web::form::{Form, Wrong};
use chabudai_web::input::Query;
use chabudai_web::problem::Problem;
use chabudai_web::site::page_above;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;
use jiff::civil::Date;
use serde::Deserialize;

use super::{Answer, Visit, failed, in_words, once};
use crate::api::AppState;
use crate::error::OkusuriError;
use crate::service::{DayHistory, Service, Unlogged};

/// Who has logged fewer days than these is new here.
const NEW: usize = 8;

pub(super) fn routes(routes: Router<AppState>) -> Router<AppState> {
    routes.route("/okusuri/fill", get(show_fill).post(fill)).route("/okusuri/fill/undo", post(undo).get(page_above))
}

/// Whether somebody who has just begun has days behind them of which nothing is logged.
pub(super) fn is_worth_offering(history: &DayHistory) -> bool {
    let before_today = history.timeline.days.iter().filter(|day| day.date < history.today.0);
    history.logs.len() < NEW && before_today.filter(|day| day.entry.is_none()).count() > 1
}

/// The time in an address.
#[derive(Deserialize)]
struct Given {
    #[serde(default)]
    from: String,
    #[serde(default)]
    to: String,
}

/// A day in a field; nothing where it has none.
fn day_in(field: &str, text: &str) -> Result<Option<Date>, Problem> {
    let no_date = || Problem::of_field("okusuri.no_date", field, "Choose a day.");
    let text = Some(text).filter(|text| !text.is_empty());
    text.map(|text| text.parse::<IsoDay>().map(|day| day.0).map_err(|_| no_date())).transpose()
}

#[derive(Template)]
#[template(path = "okusuri/fill.html")]
struct FillPage<'a> {
    ui: &'a Ui,
    /// What stands in the fields of the time.
    from: String,
    to: String,
    /// What is wrong with the time.
    wrong: Wrong,
    /// What is wrong with the days that were chosen.
    refused: Wrong,
    /// The days without a log; nothing where the time is none.
    days: Option<Vec<IsoDay>>,
    /// Those of them that were not chosen.
    unchosen: Vec<IsoDay>,
}

impl<'a> FillPage<'a> {
    fn of(ui: &'a Ui, found: Unlogged) -> Self {
        let (from, to) = (found.from.to_string(), found.to.to_string());
        Self { ui, from, to, wrong: Wrong::default(), refused: Wrong::default(), days: Some(found.days), unchosen: Vec::new() }
    }

    fn title(&self, days: &[IsoDay]) -> String {
        self.ui.counted("okusuri-fill-days", days.len() as u64).to_string()
    }

    fn words(&self, day: &IsoDay) -> String {
        in_words(self.ui, day.0)
    }

    fn is_chosen(&self, day: &IsoDay) -> bool {
        !self.unchosen.contains(day)
    }
}

/// A visit to a page below the calendar.
fn below(mut visit: Visit) -> Visit {
    let calendar = visit.ui.at("/okusuri/calendar");
    visit.ui = visit.ui.back(calendar);
    visit
}

async fn looked_at(service: &Service, visit: &Visit, from: &str, to: &str) -> Result<Unlogged, Problem> {
    Ok(service.unlogged(&visit.found.person, day_in("from", from)?, day_in("to", to)?).await?)
}

async fn show_fill(State(service): State<Service>, visit: Visit, Query(given): Query<Given>) -> Answer {
    let visit = below(visit);
    let ui = &visit.ui;
    match looked_at(&service, &visit, &given.from, &given.to).await {
        Ok(found) => Ok(ui.show(&FillPage::of(ui, found))),
        Err(problem) if problem.is_about_input() => {
            let (wrong, refused) = (wrong_about_time(ui, problem), Wrong::default());
            let page = FillPage { ui, from: given.from, to: given.to, wrong, refused, days: None, unchosen: Vec::new() };
            Ok(ui.show_as(StatusCode::BAD_REQUEST, &page))
        }
        Err(problem) => Err(problem),
    }
}

/// What is wrong with the first day, with the last, or with the two together.
fn wrong_about_time(ui: &Ui, problem: Problem) -> Wrong {
    if problem.code == "okusuri.period" || problem.code == "okusuri.too_many_days" {
        return Wrong::with_all(ui, &problem, &["from", "to"]);
    }
    let field = if problem.field.as_deref() == Some("to") { "to" } else { "from" };
    Wrong::with(ui, &Problem { field: Some(field.to_owned()), ..problem })
}

/// The days in a form.
fn days_in(form: &Form) -> Result<Vec<Date>, Problem> {
    let days = form.texts("day").map(|text| text.parse::<IsoDay>().map(|day| day.0));
    days.collect::<Result<_, _>>().map_err(|_| Problem::of_field("okusuri.no_date", "days", "Choose a day."))
}

async fn fill(State(service): State<Service>, visit: Visit, form: Form) -> Answer {
    let visit = below(visit);
    let (ui, person, once) = (&visit.ui, &visit.found.person, once(&form));
    let outcome = async { Ok(service.fill(person, &days_in(&form)?, Some(&once)).await?) };
    match outcome.await {
        Ok(filled) if filled.days.is_empty() => Ok(ui.go_saying("/okusuri/calendar", &Toast::new("okusuri-toast-filled-none"))),
        Ok(filled) => {
            let toast = Toast::new("okusuri-toast-filled").about(filled.days.len().to_string());
            let fields = vec![("key".to_owned(), once.key.to_string())];
            Ok(ui.go_saying(&month_of(&filled.days), &toast.undo("/okusuri/fill/undo", fields)))
        }
        // The days stand there again, chosen as they were.
        Err(problem) if Problem::is_about_input(&problem) => {
            let found = looked_at(&service, &visit, form.text("from"), form.text("to")).await?;
            let chosen: Vec<&str> = form.texts("day").collect();
            let unchosen = found.days.iter().copied().filter(|day| !chosen.contains(&day.to_string().as_str())).collect();
            let refused = Wrong::with(ui, &Problem { field: Some("days".to_owned()), ..problem });
            Ok(ui.show_as(StatusCode::BAD_REQUEST, &FillPage { refused, unchosen, ..FillPage::of(ui, found) }))
        }
        Err(problem) => Err(problem),
    }
}

/// The month in which the last of them is.
fn month_of(days: &[IsoDay]) -> String {
    days.last().map_or_else(|| "/okusuri/calendar".to_owned(), |day| format!("/okusuri/calendar?month={}#days", day.0.strftime("%Y-%m")))
}

async fn undo(State(service): State<Service>, visit: Visit, form: Form) -> Answer {
    let (ui, person) = (&visit.ui, &visit.found.person);
    let key = Some(form.text("key")).filter(|key| key.len() <= 256).and_then(Word::new).ok_or_else(Problem::not_found)?;
    match service.unfill(person, &key).await {
        Ok(days) => Ok(ui.go_saying(&month_of(&days), &Toast::new("okusuri-toast-undone"))),
        // A day is over: what was filled in then is deleted one by one.
        Err(OkusuriError::NotFound(_)) => Ok(ui.go_saying("/okusuri/calendar", &Toast::new("okusuri-toast-too-late").failed())),
        Err(error) => failed(ui, error.into(), "/okusuri/calendar"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_without_a_day_is_none_and_another_text_is_wrong() {
        assert_eq!(day_in("from", "").unwrap(), None);
        assert_eq!(day_in("from", "2026-11-01").unwrap(), Some(jiff::civil::date(2026, 11, 1)));
        assert_eq!(day_in("to", "1 November").unwrap_err().field.as_deref(), Some("to"));
    }
}
