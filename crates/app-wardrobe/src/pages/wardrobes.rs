//! Making a wardrobe, its home, its settings.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use axum::routing::{get, post};
use chabudai_kernel::db::Paging;
use chabudai_kernel::part::Day;
use chabudai_web::form::{Form, Wrong};
use chabudai_web::problem::Problem;
use chabudai_web::site::cookie_in;
use chabudai_web::toast::Toast;
use chabudai_web::ui::{Link, Ui};
use jiff::ToSpan as _;

use super::cards::RecordCard;
use super::words::Worded as _;
use super::{Answer, Closet, INFO, REMEMBERED, Visit, once};
use crate::api::{AppState, Network, NewWardrobes};
use crate::model::{LONGEST_NAME, Status, WardrobeId};
use crate::name::Name;
use crate::repo::{Sort, Wanted, clothes, histories};
use crate::service::Recommendation;

pub(super) fn routes(routes: Router<AppState>) -> Router<AppState> {
    routes
        .route("/wardrobe", get(show_entry).post(create_wardrobe))
        .route("/wardrobe/new", get(show_new_wardrobe))
        .route("/wardrobe/{wid}", get(show_home))
        .route("/wardrobe/{wid}/settings", get(show_settings))
        .route("/wardrobe/{wid}/name", post(rename_wardrobe).get(to_settings))
}

#[derive(Template)]
#[template(path = "wardrobe/create.html")]
struct CreatePage<'a> {
    ui: &'a Ui,
    name: &'a str,
    wrong: Wrong,
    most: usize,
    /// Where a wardrobe for looking around is.
    example: Option<String>,
    /// Whether whoever looks may make one.
    is_open: bool,
    /// Where to sign in, where that would help.
    sign_in: Option<String>,
    /// The wardrobes that this device knows, by name.
    known: Vec<Link>,
}

/// The wardrobes that this device knows, the last one first.
fn remembered(headers: &HeaderMap) -> Vec<WardrobeId> {
    let cookie = cookie_in(headers, REMEMBERED).unwrap_or_default();
    cookie.split('.').filter_map(|id| id.parse().ok()).take(MOST_REMEMBERED).collect()
}

/// The cookie that remembers a wardrobe before the others. Its address is its only key: none is forgotten for another.
fn remember(ui: &Ui, headers: &HeaderMap, wardrobe: WardrobeId) -> HeaderValue {
    let others = remembered(headers).into_iter().filter(|known| *known != wardrobe);
    let ids: Vec<String> = std::iter::once(wardrobe).chain(others).take(MOST_REMEMBERED).map(|id| id.to_string()).collect();
    ui.cookie(REMEMBERED, &ids.join("."))
}

/// How many wardrobes a device remembers.
const MOST_REMEMBERED: usize = 8;

async fn create_page(state: &AppState, ui: &Ui, status: StatusCode, name: &str, wrong: Wrong, asked: &Parts) -> Response {
    let example = state.shown_to_anybody.get().map(|id| ui.at(&format!("/wardrobe/{id}")));
    let mut known = Vec::new();
    for id in remembered(&asked.headers) {
        if let Ok(wardrobe) = state.service.open(id).await {
            known.push(Link { title: wardrobe.name.clone(), address: ui.at(&format!("/wardrobe/{id}")), is_current: false });
        }
    }
    // Where it cannot be told, the form is shown, and says so when it is sent.
    let is_open = state.new_wardrobes.is_open_to(asked).await.unwrap_or(true);
    let sign_in = match &state.new_wardrobes {
        NewWardrobes::People(_) => Some(ui.at("/sign-in?next=/wardrobe")),
        NewWardrobes::Anybody | NewWardrobes::Nobody => None,
    };
    ui.show_as(status, &CreatePage { ui, name, wrong, most: LONGEST_NAME, example, is_open, sign_in, known })
}

/// The last wardrobe of this device, or the making of one. A wardrobe that is gone is forgotten.
async fn show_entry(State(state): State<AppState>, ui: Ui, asked: Parts) -> Answer {
    let ui = ui.inside(&INFO, Vec::new());
    let known = remembered(&asked.headers);
    let mut there = None;
    for id in &known {
        match state.service.open(*id).await {
            Ok(_) => {
                there = Some(*id);
                break;
            }
            Err(error) if error.status() != 404 => return Err(error.into()),
            Err(_) => {}
        }
    }
    if let Some(id) = there {
        return Ok(ui.go(&format!("/wardrobe/{id}")));
    }
    let mut response = create_page(&state, &ui, StatusCode::OK, "", Wrong::default(), &asked).await;
    if cookie_in(&asked.headers, REMEMBERED).is_some() {
        response.headers_mut().append(header::SET_COOKIE, ui.cookie(REMEMBERED, ""));
    }
    Ok(response)
}

async fn show_new_wardrobe(State(state): State<AppState>, ui: Ui, asked: Parts) -> Response {
    create_page(&state, &ui.inside(&INFO, Vec::new()), StatusCode::OK, "", Wrong::default(), &asked).await
}

async fn create_wardrobe(State(state): State<AppState>, ui: Ui, Network(from): Network, asked: Parts, form: Form) -> Answer {
    let ui = ui.inside(&INFO, Vec::new());
    let name = form.text("name");
    let made = async {
        state.new_wardrobes.pass(&asked).await?;
        let made = state.service.create_wardrobe(&Name::new(name)?, from, Some(&once(&form))).await?;
        made.id::<WardrobeId>().ok_or_else(Problem::not_found)
    };
    match made.await {
        Ok(id) => {
            let toast = Toast::new("wardrobe-toast-made").about(name.trim());
            let mut response = ui.go_saying(&format!("/wardrobe/{id}"), &toast);
            response.headers_mut().append(header::SET_COOKIE, remember(&ui, &asked.headers, id));
            Ok(response)
        }
        Err(problem) if Problem::is_about_input(&problem) => {
            let wrong = Wrong::with(&ui, &problem);
            Ok(create_page(&state, &ui, problem.status, name, wrong, &asked).await)
        }
        Err(problem) => Err(problem),
    }
}

#[derive(Template)]
#[template(path = "wardrobe/home.html")]
struct HomePage<'a> {
    ui: &'a Ui,
    w: &'a Closet,
    name: &'a str,
    today: Day,
    suggested: Recommendation,
    /// Where the first top and the first bottom are recorded.
    pair: Option<String>,
    week: Vec<RecordCard>,
    /// There is not one garment yet.
    is_new: bool,
}

async fn show_home(State(state): State<AppState>, visit: Visit, headers: HeaderMap) -> Answer {
    let visit = visit.here("home");
    let db = state.service.db();
    let suggested = state.service.recommend(visit.id, visit.today).await?;
    let (run, records) = histories::between(db, visit.id, Day(visit.today.0.saturating_sub(6.days())), visit.today).await?;
    let week = RecordCard::all(run, visit.id, records).await?;
    let nothing_seen = week.is_empty() && suggested.tops.is_empty() && suggested.bottoms.is_empty();
    let one = Paging { limit: 1, cursor: None, backward: true };
    let is_new =
        nothing_seen && clothes::list(db, visit.id, Status::Active, Sort::Created, None, &Wanted::default(), one).await?.items.is_empty();
    let pair = suggested.tops.first().zip(suggested.bottoms.first());
    let pair = pair.map(|(top, bottom)| visit.w.at(&format!("/record/combination?clothing={},{}", top.clothing_id, bottom.clothing_id)));
    let page = HomePage { ui: &visit.ui, w: &visit.w, name: &visit.wardrobe.name, today: visit.today, suggested, pair, week, is_new };
    let mut response = visit.ui.show(&page);
    // The example is not this device's own.
    if state.shown_to_anybody.get() != Some(&visit.id) {
        response.headers_mut().append(header::SET_COOKIE, remember(&visit.ui, &headers, visit.id));
    }
    Ok(response)
}

#[derive(Template)]
#[template(path = "wardrobe/settings.html")]
struct SettingsPage<'a> {
    ui: &'a Ui,
    w: &'a Closet,
    name: &'a str,
    wrong: Wrong,
    most: usize,
    /// The address that another device needs.
    address: String,
    path: String,
}

/// The page that the form stands on, for who only opens its address.
async fn to_settings(visit: Visit) -> Response {
    visit.ui.go(&visit.path("/settings"))
}

fn settings_page(visit: &Visit, status: StatusCode, name: &str, wrong: Wrong) -> Response {
    let (address, path) = (visit.ui.far(&visit.path("")), visit.path("/settings#this-device"));
    visit.ui.show_as(status, &SettingsPage { ui: &visit.ui, w: &visit.w, name, wrong, most: LONGEST_NAME, address, path })
}

async fn show_settings(visit: Visit) -> Response {
    let visit = visit.below("");
    settings_page(&visit, StatusCode::OK, &visit.wardrobe.name, Wrong::default())
}

async fn rename_wardrobe(State(state): State<AppState>, visit: Visit, form: Form) -> Answer {
    let visit = visit.below("");
    let name = form.text("name");
    let renamed = async { Ok(state.service.rename_wardrobe(visit.id, &Name::new(name)?).await?) };
    match renamed.await {
        Ok(()) => Ok(visit.ui.go_saying(&visit.path("/settings"), &Toast::new("wardrobe-toast-saved").about(name.trim()))),
        Err(problem) if Problem::is_about_input(&problem) => {
            let wrong = Wrong::with(&visit.ui, &problem);
            Ok(settings_page(&visit, problem.status, name, wrong))
        }
        Err(problem) => Err(problem),
    }
}
