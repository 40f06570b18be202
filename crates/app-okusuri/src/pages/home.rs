//! Today: where somebody is, and two buttons.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::routing::{get, post};
use chabudai_kernel::part::IsoDay;
use chabudai_web::form::Form;
use chabudai_web::site::page_above;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;

use super::card::{Card, Hint, of_bleeding, of_missed};
use super::days::{said, said_in};
use super::marks::{Mark, Marked, Marks};
use super::{Answer, Visit, WEB, beginning, day_path, failed, in_words, once};
use crate::api::AppState;
use crate::regimen::Kind;
use crate::service::Service;

pub(super) fn routes(routes: Router<AppState>) -> Router<AppState> {
    routes.route("/okusuri", get(show_home)).route("/okusuri/today", post(log_today).get(page_above))
}

#[derive(Template)]
#[template(path = "okusuri/home.html")]
struct HomePage<'a> {
    ui: &'a Ui,
    /// Today in words.
    title: String,
    today: IsoDay,
    /// Where today begins and ends, for the script that notices when it is over.
    zone: String,
    card: Card,
    bleeding: Option<Hint>,
    missed: Option<Hint>,
    day: Marked,
    note: Option<String>,
    /// The page of today.
    address: String,
    /// They have not chosen yet how they take it.
    is_undecided: bool,
    reminder: Reminding,
    /// They have just begun, and could say of the days before today that they took it.
    is_new_with_gaps: bool,
}

/// Whether something will remind them.
enum Reminding {
    On,
    Off,
    /// They want to be reminded, and no device would show it.
    Nowhere,
}

impl HomePage<'_> {
    /// Whether today says so already. On a day of taking the buttons speak of the pill too.
    fn is(&self, bleeding: bool) -> bool {
        let says_so = self.day.entry.is_some_and(|entry| entry.bleeding == bleeding);
        says_so && (self.card.is_rest || self.day.mark == Mark::Taken)
    }

    /// What stands on a button: in a pause there is no pill to speak of.
    fn tap(&self, bleeding: bool) -> &'static str {
        match (self.card.is_rest, bleeding) {
            (false, false) => "okusuri-tap-taken",
            (false, true) => "okusuri-tap-taken-bleeding",
            (true, false) => "okusuri-no-bleeding",
            (true, true) => "okusuri-bleeding",
        }
    }

    /// What else there is to say of today than the buttons do.
    fn more(&self) -> &'static str {
        if self.card.is_rest { "okusuri-more-of-rest" } else { "okusuri-more-of-today" }
    }

    /// Why nothing will remind them.
    fn unreminded(&self) -> Option<&'static str> {
        match self.reminder {
            Reminding::Off => Some("okusuri-unreminded"),
            Reminding::Nowhere => Some("okusuri-reminded-nowhere"),
            Reminding::On => None,
        }
    }
}

async fn show_home(State(service): State<Service>, visit: Visit) -> Answer {
    let visit = visit.here("home");
    let (ui, person) = (&visit.ui, &visit.found.person);
    let history = service.history(person).await?;
    if person.data.own.regimen.is_none() && history.logs.is_empty() {
        return Ok(beginning::ask(ui, person, history.today.0));
    }
    let regimen = person.data.own.regimen();
    let marks = Marks::of(&history, &regimen);
    let today = history.today.0;
    let reminders = service.notifications(person, WEB).await?;
    let reminder = match (reminders.setting.is_some_and(|setting| setting.data.is_enabled), reminders.devices.is_empty()) {
        (false, _) => Reminding::Off,
        (true, true) => Reminding::Nowhere,
        (true, false) => Reminding::On,
    };
    let page = HomePage {
        ui,
        title: in_words(ui, today),
        today: history.today,
        zone: person.data.own.zone().iana_name().unwrap_or_default().to_owned(),
        card: Card::of(ui, &history.status, &regimen, today, !history.logs.is_empty()),
        bleeding: of_bleeding(ui, &history.status, &regimen, today),
        missed: of_missed(ui, &history.status),
        day: marks.day(today),
        note: marks.log(today).and_then(|log| log.data.note.clone()),
        address: ui.at(&day_path(today)),
        is_undecided: regimen.kind == Kind::Undecided,
        reminder,
        is_new_with_gaps: super::fill::is_worth_offering(&history),
    };
    Ok(ui.show(&page))
}

/// One tap: today is so.
async fn log_today(State(service): State<Service>, visit: Visit, form: Form) -> Answer {
    let (ui, person) = (&visit.ui, &visit.found.person);
    let today = service.today(person);
    // A page that lay open over midnight shows another day than the one that it would log.
    if form.text("day") != today.to_string() {
        return Ok(ui.go_saying("/okusuri", &Toast::new("okusuri-toast-new-day").failed()));
    }
    match service.set_day(person, today.0, &said_in(&form), &once(&form)).await {
        Ok(outcome) => Ok(said(ui, &outcome, "home", "/okusuri")),
        Err(error) => failed(ui, error.into(), "/okusuri"),
    }
}
