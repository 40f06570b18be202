//! How the pill is taken, when and where one is reminded, where one's days begin.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::{get, post};
use chabudai_identity::pages::devices::ListedDevice;
use chabudai_web::form::{Form, Wrong};
use chabudai_web::input::Query;
use chabudai_web::problem::Problem;
use chabudai_web::site::page_above;
use chabudai_web::text::Lang;
use chabudai_web::toast::Toast;
use chabudai_web::ui::{Link, Ui};
use serde::Deserialize;

use super::regimens::{self, Choice, in_the_form, regimen_in};
use super::{Answer, Visit, WEB, failed};
use crate::api::AppState;
use crate::model::{Change, ClockTime, DEFAULT_TIME, DEFAULT_ZONE};
use crate::regimen::{Kind, Regimen};
use crate::service::{ProfileChange, Service, SettingChange};

pub(super) const PATH: &str = "/okusuri/settings";
/// The part with the devices.
pub(super) const DEVICES: &str = "/okusuri/settings?part=devices";

/// The parts of the page. One is shown at a time: a phone is not one endless page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Part {
    /// How the pill is taken.
    #[default]
    Regimen,
    /// When and how one is reminded.
    Reminder,
    /// Where.
    Devices,
    /// Where one's days begin, and what belongs to the house.
    More,
}

impl Part {
    const ALL: [Self; 4] = [Self::Regimen, Self::Reminder, Self::Devices, Self::More];

    const fn path(self) -> &'static str {
        match self {
            Self::Regimen => PATH,
            Self::Reminder => "/okusuri/settings?part=reminder",
            Self::Devices => DEVICES,
            Self::More => "/okusuri/settings?part=more",
        }
    }

    const fn title(self) -> &'static str {
        match self {
            Self::Regimen => "okusuri-how",
            Self::Reminder => "okusuri-reminder",
            Self::Devices => "okusuri-devices-short",
            Self::More => "okusuri-more",
        }
    }
}

/// The part in an address.
#[derive(Deserialize)]
struct Given {
    #[serde(default)]
    part: Part,
}

pub(super) fn routes(routes: Router<AppState>) -> Router<AppState> {
    routes
        .route(PATH, get(show_settings))
        .route("/okusuri/settings/regimen", post(set_regimen).get(page_above))
        .route("/okusuri/settings/reminder", post(set_reminder).get(page_above))
        .route("/okusuri/settings/zone", post(set_zone).get(page_above))
}

/// What stands in the form of the reminder.
struct Reminder {
    is_on: bool,
    time: String,
    zone: String,
    is_discreet: bool,
    language: String,
    wrong: Wrong,
}

#[derive(Template)]
#[template(path = "okusuri/settings.html")]
struct SettingsPage<'a> {
    ui: &'a Ui,
    part: Part,
    /// The regimen in force.
    in_force: String,
    /// There is none yet.
    is_undecided: bool,
    regimen: regimens::Draft,
    choices: Vec<Choice>,
    /// The last day that a regimen can begin on.
    last: String,
    reminder: Reminder,
    devices: Vec<ListedDevice>,
    /// What a reminder says that tells everything.
    plain: (String, String),
    /// By which browsers know whose reminders they let through.
    push_key: String,
    zone: String,
    zone_wrong: Wrong,
    zones: Vec<String>,
}

impl SettingsPage<'_> {
    /// The parts, as links.
    fn parts(&self) -> Vec<Link> {
        let link = |part: Part| Link {
            title: self.ui.t(part.title()).into_owned(),
            address: self.ui.at(part.path()),
            is_current: part == self.part,
        };
        Part::ALL.map(link).into()
    }

    /// Whether a part stays out of sight.
    fn hides(&self, part: Part) -> bool {
        part != self.part
    }

    /// What the form does where it does not say since when.
    fn since_hint(&self) -> String {
        self.ui.t(if self.is_undecided { "okusuri-since-first-hint" } else { "okusuri-since-hint" }).into_owned()
    }
}

/// What was typed into one of the forms, and is wrong.
#[derive(Default)]
struct Typed<'f> {
    regimen: Option<regimens::Draft>,
    reminder: Option<(&'f Form, Wrong)>,
    zone: Option<(&'f Form, Wrong)>,
}

/// The zones that people live in: a place, rather than a distance from Greenwich.
fn zones() -> Vec<String> {
    const AREAS: [&str; 8] = ["Africa/", "America/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Indian/", "Pacific/"];
    let names = jiff::tz::db().available().map(|name| name.to_string());
    names.filter(|name| AREAS.iter().any(|area| name.starts_with(area))).collect()
}

async fn page(service: &Service, visit: &Visit, status: StatusCode, part: Part, typed: Typed<'_>) -> Answer {
    let (ui, person) = (&visit.ui, &visit.found.person);
    let own = &person.data.own;
    let known = service.notifications(person, WEB).await?;
    let reminder = match typed.reminder {
        Some((form, wrong)) => Reminder {
            is_on: form.text("reminder") == "on",
            time: form.text("time").to_owned(),
            zone: form.text("reminderZone").to_owned(),
            is_discreet: form.text("wording") != "plain",
            language: form.text("language").to_owned(),
            wrong,
        },
        None => Reminder {
            is_on: known.setting.as_ref().is_some_and(|setting| setting.data.is_enabled),
            time: known.setting.as_ref().map_or(DEFAULT_TIME, |setting| setting.data.time).to_string(),
            zone: known.setting.as_ref().and_then(|setting| setting.data.timezone.clone()).unwrap_or_default(),
            is_discreet: known.setting.as_ref().is_none_or(|setting| setting.data.is_discreet),
            language: known.setting.as_ref().map_or(ui.lang.tag(), |setting| &setting.data.language).to_owned(),
            wrong: Wrong::default(),
        },
    };
    let (zone, zone_wrong) = match typed.zone {
        Some((form, wrong)) => (form.text("zone").to_owned(), wrong),
        None => (own.timezone.clone().unwrap_or_else(|| DEFAULT_ZONE.to_owned()), Wrong::default()),
    };
    // A day that the regimen in force has, for a reminder that says it.
    let day = service.status(person).await?.cycle_day.unwrap_or(1);
    let is_undecided = own.regimen.is_none_or(|regimen| regimen.kind == Kind::Undecided);
    let page = SettingsPage {
        ui,
        part,
        // What is counted by until somebody chooses is nothing that they have chosen.
        in_force: if is_undecided { ui.t("okusuri-regimen-undecided").into_owned() } else { regimens::in_force(ui, &own.regimen()) },
        is_undecided,
        regimen: typed.regimen.unwrap_or_else(|| regimens::Draft::of(&own.regimen())),
        choices: regimens::offered(&own.regimen()),
        last: service.today(person).to_string(),
        reminder,
        devices: known.devices.iter().map(|device| ListedDevice::of(ui, device)).collect(),
        plain: (ui.t("okusuri-push-title").into_owned(), ui.t1("okusuri-push-take", "days", day)),
        push_key: service.push_key().to_owned(),
        zone,
        zone_wrong,
        zones: zones(),
    };
    Ok(ui.show_as(status, &page))
}

async fn show_settings(State(service): State<Service>, visit: Visit, Query(given): Query<Given>) -> Answer {
    page(&service, &visit.here("settings"), StatusCode::OK, given.part, Typed::default()).await
}

fn saved(ui: &Ui, part: Part) -> Response {
    ui.go_saying(part.path(), &Toast::new("okusuri-toast-saved"))
}

async fn set_regimen(State(service): State<Service>, visit: Visit, form: Form) -> Answer {
    let visit = visit.here("settings");
    let outcome = async {
        let regimen: Regimen = regimen_in(&form)?;
        let change = ProfileChange { timezone: None, regimen: Some(regimen) };
        Ok::<_, Problem>(service.change_profile(&visit.found.person, &change).await?)
    };
    match outcome.await {
        Ok(_) => Ok(saved(&visit.ui, Part::Regimen)),
        Err(problem) if problem.is_about_input() && problem.field.is_some() => {
            let problem = in_the_form(problem, &form);
            let draft = regimens::Draft::typed(&form, regimens::wrong(&visit.ui, &problem, &form));
            page(&service, &visit, problem.status, Part::Regimen, Typed { regimen: Some(draft), ..Typed::default() }).await
        }
        Err(problem) => failed(&visit.ui, problem, Part::Regimen.path()),
    }
}

/// What the form of the reminder says.
fn reminder_in(form: &Form) -> Result<SettingChange, Problem> {
    let time = ClockTime::parse(form.text("time"));
    let zone = form.text("reminderZone").trim();
    Ok(SettingChange {
        is_enabled: Some(form.text("reminder") == "on"),
        time: Some(time.ok_or_else(|| Problem::of_field("okusuri.no_time", "time", "Choose a time."))?),
        timezone: Change::to((!zone.is_empty()).then(|| zone.to_owned())),
        is_discreet: Some(form.text("wording") != "plain"),
        language: Some(form.text("language").to_owned()).filter(|language| Lang::by_tag(language).is_some()),
    })
}

async fn set_reminder(State(service): State<Service>, visit: Visit, form: Form) -> Answer {
    let visit = visit.here("settings");
    let outcome = async { Ok::<_, Problem>(service.set_reminder(&visit.found.person, WEB, &reminder_in(&form)?).await?) };
    match outcome.await {
        Ok(_) => Ok(saved(&visit.ui, Part::Reminder)),
        Err(problem) if problem.is_about_input() && problem.field.is_some() => {
            // The field has a name of its own here, because the page has two zones.
            let named = problem.field.clone().map(|field| if field == "timezone" { "reminderZone".to_owned() } else { field });
            let wrong = Wrong::with(&visit.ui, &Problem { field: named, ..problem.clone() });
            page(&service, &visit, problem.status, Part::Reminder, Typed { reminder: Some((&form, wrong)), ..Typed::default() }).await
        }
        Err(problem) => failed(&visit.ui, problem, Part::Reminder.path()),
    }
}

async fn set_zone(State(service): State<Service>, visit: Visit, form: Form) -> Answer {
    let visit = visit.here("settings");
    let change = ProfileChange { timezone: Some(form.text("zone").trim().to_owned()), regimen: None };
    match service.change_profile(&visit.found.person, &change).await.map_err(Problem::from) {
        Ok(_) => Ok(saved(&visit.ui, Part::More)),
        Err(problem) if problem.field.is_some() => {
            let wrong = Wrong::with(&visit.ui, &Problem { field: Some("zone".to_owned()), ..problem.clone() });
            page(&service, &visit, problem.status, Part::More, Typed { zone: Some((&form, wrong)), ..Typed::default() }).await
        }
        Err(problem) => failed(&visit.ui, problem, Part::More.path()),
    }
}
