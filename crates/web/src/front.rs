//! Pages that belong to no app: the front page, preferences, and what went wrong.

use std::time::Duration;

use askama::Template;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use futures::future::join_all;
use serde::Deserialize;

use crate::card::Today;
use crate::form::{Form, Wrong};
use crate::input::Query;
use crate::people;
use crate::problem::Problem;
use crate::route_cost;
use crate::site::{AppInfo, escaped, is_local};
use crate::text::Lang;
use crate::toast::Toast;
use crate::ui::{Preferences, Theme, Ui, cookies};
use crate::zone;

/// How long an app may take for its card. Whoever is slower is shown without what it has to say.
const PATIENCE: Duration = Duration::from_millis(800);

#[derive(Template)]
#[template(path = "front.html")]
struct FrontPage<'a> {
    ui: &'a Ui,
    /// Nobody lives here yet.
    is_empty: bool,
    /// People can sign in here.
    has_people: bool,
}

#[derive(Template)]
#[template(path = "today.html")]
struct TodayPage<'a> {
    ui: &'a Ui,
    name: &'a str,
    cards: Vec<(&'static AppInfo, Option<Today>)>,
}

/// Today, for who is signed in: a card per app. What this is, for who is not.
pub(crate) async fn show(ui: Ui, asked: Parts) -> Result<Response, Problem> {
    let Some(person) = people::whoever_asks(&ui, &asked).await? else { return show_to_guest(&ui).await };
    let ui = ui.of_house().here("home");
    let cards = join_all(ui.site.cards.iter().map(|app| async {
        let asked = async {
            match &app.card {
                Some(card) => card.today(&person, &ui).await,
                None => Ok(None),
            }
        };
        match tokio::time::timeout(PATIENCE, route_cost::for_the_house(asked)).await {
            Ok(Ok(today)) => (app.info, today),
            Ok(Err(problem)) => {
                tracing::warn!(app = app.info.name, code = problem.code, "an app could not say what there is today");
                (app.info, None)
            }
            Err(_) => {
                tracing::warn!(app = app.info.name, "an app took too long to say what there is today");
                (app.info, None)
            }
        }
    }))
    .await;
    Ok(ui.show(&TodayPage { ui: &ui, name: &person.name, cards }))
}

#[derive(Template)]
#[template(path = "offline.html")]
struct OfflinePage<'a> {
    ui: &'a Ui,
}

/// The one page that a browser keeps. It says nothing of anybody, and both languages, because it is kept before it is known who reads it.
pub(crate) async fn show_offline(ui: Ui) -> Response {
    let mut response = ui.show(&OfflinePage { ui: &ui });
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response.headers_mut().remove(header::SET_COOKIE);
    response
}

/// The script that runs while no page is open. The house's own address has no slash at its end where it stands below a path.
pub(crate) async fn worker_script(ui: Ui, headers: HeaderMap) -> Response {
    ui.worker("house-worker.js", "/", &headers)
}

async fn show_to_guest(ui: &Ui) -> Result<Response, Problem> {
    let is_empty = match &ui.site.people {
        Some(people) => route_cost::for_the_house(people.is_empty()).await?,
        None => false,
    };
    Ok(ui.show(&FrontPage { ui, is_empty, has_people: ui.site.people.is_some() }))
}

#[derive(Template)]
#[template(path = "settings.html")]
struct SettingsPage<'a> {
    ui: &'a Ui,
    back: &'a str,
    chosen: Preferences,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SettingsParameters {
    from: Option<String>,
}

pub(crate) async fn settings(ui: Ui, Query(given): Query<SettingsParameters>) -> Response {
    let back = given.from.as_deref().filter(|path| is_local(path)).unwrap_or("/").to_owned();
    let address = ui.at(&back);
    let ui = ui.in_house().here("settings").back(address);
    ui.show(&SettingsPage { ui: &ui, back: &back, chosen: ui.preferences() })
}

/// Keeps language, light and zone, and stays where the visitor was: on the page of the settings, or on the one that has them as a part.
pub(crate) async fn prefer(ui: Ui, form: Form) -> Response {
    let back = Some(form.text("back")).filter(|path| is_local(path)).unwrap_or("/");
    let mut chosen = Preferences { zone: form.text("zone").trim().to_owned(), ..ui.preferences() };
    chosen.lang = Lang::by_tag(form.text("lang")).unwrap_or(chosen.lang);
    chosen.theme = Theme::by_tag(form.text("theme")).unwrap_or(chosen.theme);
    if !chosen.zone.is_empty() && !zone::is_known(&chosen.zone) {
        let problem = Problem::of_field("http.unknown_zone", "zone", "A time zone is named like Asia/Tokyo.");
        chosen.wrong = Wrong::with(&ui, &problem);
        let address = ui.at(back);
        let ui = ui.in_house().here("settings").back(address);
        return ui.show_as(problem.status, &SettingsPage { ui: &ui, back, chosen });
    }
    let here = if form.has("alone") { format!("/settings?from={}", escaped(back)) } else { back.to_owned() };
    let mut response = ui.go_saying(&here, &Toast::new("toast-saved"));
    let theme = if chosen.theme == Theme::Auto { "" } else { chosen.theme.tag() };
    for (name, value) in [(cookies::LANG, chosen.lang.tag()), (cookies::THEME, theme), (cookies::ZONE, chosen.zone.as_str())] {
        response.headers_mut().append(header::SET_COOKIE, ui.cookie(name, value));
    }
    response
}

#[derive(Template)]
#[template(path = "problem.html")]
struct ProblemPage<'a> {
    ui: &'a Ui,
    status: u16,
    /// Something is wrong with us, and not with what was asked for.
    is_ours: bool,
    title: String,
    explanation: String,
    code: &'a str,
    /// Where to go from here, and what stands on the button.
    leads: (String, &'static str),
}

/// What went wrong, for people.
pub(crate) fn problem(ui: &Ui, problem: &Problem) -> Response {
    let title = match problem.status {
        StatusCode::NOT_FOUND => ui.t("problem-not-found"),
        StatusCode::TOO_MANY_REQUESTS => ui.t("problem-too-many"),
        status if status.is_server_error() => ui.t("problem-ours"),
        _ => ui.t("problem-yours"),
    };
    let page = ProblemPage {
        ui,
        status: problem.status.as_u16(),
        is_ours: problem.status.is_server_error(),
        title: title.into_owned(),
        explanation: ui.explain(problem),
        code: problem.code,
        leads: problem.leads.as_ref().map_or_else(|| (ui.at("/"), "to-the-front"), |leads| (ui.at(&leads.0), leads.1)),
    };
    ui.show_as(problem.status, &page)
}
