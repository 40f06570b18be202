//! Form in, service or repo, page out.
#![expect(clippy::trivially_copy_pass_by_ref, reason = "templates hand over references, whatever they refer to")]

mod beginning; // the first visit
mod calendar; // a month
mod card; // where somebody is, drawn and in words
mod days; // one day: what is logged of it, and what is done about that
mod devices; // where reminders arrive
mod fill; // days that were not logged, filled in together
mod finder;
mod home; // today
mod insights; // what the days tell
mod marks; // what a day shows
mod regimens; // how a pill is taken, in words and as a form
mod report; // for the doctor: on paper and as a table
mod settings; // regimen, reminder, devices, zone
mod today; // on the front page of the house
mod words; // the words of a reminder
mod worker; // what runs while no page is open

use axum::Router;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::Response;
use chabudai_identity::pages as identity;
use chabudai_identity::service::SignedIn;
use chabudai_kernel::once::Once;
use chabudai_kernel::part::{Day, IsoDay};
use chabudai_web::asset_files;
use chabudai_web::form::Form;
use chabudai_web::people::Away;
use chabudai_web::problem::Problem;
use chabudai_web::site::{Accent, AppInfo};
use chabudai_web::text::Locale;
use chabudai_web::toast::Toast;
use chabudai_web::ui::{Tab, Ui};
use jiff::civil::Date;

use crate::api::AppState;
use crate::design::Okusuri;

pub use finder::NoteFinder;
pub use today::TodayCard;
pub use words::ReminderWords;

/// What Okusuri shows of itself.
pub static INFO: AppInfo = AppInfo {
    name: "okusuri",
    title: "okusuri-app",
    line: "okusuri-app-line",
    who_sees: "okusuri-who-sees",
    accent: Accent { light: "#1b6b68", dark: "#7fd0ca", on_light: "#fff", on_dark: "#06211f" },
    locale: Locale {
        ja: concat!(
            include_str!("../../locales/ja/okusuri.ftl"),
            include_str!("../../locales/ja/settings.ftl"),
            include_str!("../../locales/ja/looking-back.ftl"),
        ),
        en: concat!(
            include_str!("../../locales/en/okusuri.ftl"),
            include_str!("../../locales/en/settings.ftl"),
            include_str!("../../locales/en/looking-back.ftl"),
        ),
    },
    assets: asset_files![
        "okusuri.css",
        "okusuri.svg",
        "okusuri-180.png",
        "okusuri-192.png",
        "okusuri-512.png",
        "okusuri-front-ja.webp",
        "okusuri-front-en.webp",
        "okusuri-worker.js",
        "today.js",
    ],
};

/// The places of somebody who is signed in.
pub fn tabs(ui: &Ui) -> Vec<Tab> {
    let tab = |name, title, path| Tab { name, title, address: ui.at(path) };
    vec![
        tab("home", "okusuri-home", "/okusuri"),
        tab("calendar", "okusuri-calendar", "/okusuri/calendar"),
        tab("insights", "okusuri-insights", "/okusuri/insights"),
        tab("settings", "settings", "/okusuri/settings"),
    ]
}

/// The pages below `/okusuri`.
pub fn routes(state: AppState) -> Router {
    let routes = Router::new();
    let routes = home::routes(routes);
    let routes = beginning::routes(routes);
    let routes = days::routes(routes);
    let routes = calendar::routes(routes);
    let routes = fill::routes(routes);
    let routes = insights::routes(routes);
    let routes = settings::routes(routes);
    let routes = devices::routes(routes);
    let routes = report::routes(routes);
    worker::routes(routes).with_state(state)
}

/// What a handler answers.
type Answer = Result<Response, Problem>;

/// Somebody who is signed in, in front of a page of Okusuri.
struct Visit {
    ui: Ui,
    found: SignedIn<Okusuri>,
}

impl FromRequestParts<AppState> for Visit {
    type Rejection = Away;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Away> {
        let identity::Visit { ui, found } = identity::Visit::<Okusuri>::from_request_parts(parts, state).await?;
        let tabs = tabs(&ui);
        Ok(Self { ui: ui.inside(&INFO, tabs), found })
    }
}

impl Visit {
    /// The page is one of the places.
    fn here(mut self, name: &'static str) -> Self {
        self.ui = self.ui.here(name);
        self
    }
}

/// The platform of everything that a browser registers.
const WEB: &str = "web";

/// The key under which a form is carried out once.
fn once(form: &Form) -> Once {
    let (key, request) = form.once();
    Once::of_form(&key, request)
}

/// A day in words.
fn in_words(ui: &Ui, date: Date) -> String {
    ui.day(&Day(date))
}

/// The page of a day, without the base of the house.
fn day_path(date: Date) -> String {
    format!("/okusuri/days/{}", IsoDay(date))
}

/// On to a page, with what is wrong with the input. What is wrong with us is a page of its own.
fn failed(ui: &Ui, problem: Problem, to: &str) -> Answer {
    if !problem.is_about_input() {
        return Err(problem);
    }
    Ok(ui.go_saying(to, &Toast::of(&problem)))
}
