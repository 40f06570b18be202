//! Making a wardrobe, its home, its settings.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use axum::routing::{get, post};
use chabudai_kernel::db::Paging;
use chabudai_kernel::part::Day;
use chabudai_web::form::{Form, Wrong};
use chabudai_web::people::Person;
use chabudai_web::problem::Problem;
use chabudai_web::site::cookie_in;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;
use jiff::ToSpan as _;

use super::cards::RecordCard;
use super::mine::{Listed, MyRow};
use super::words::Worded as _;
use super::{Answer, Closet, INFO, REMEMBERED, Visit, once};
use crate::address::Address;
use crate::api::{AppState, Named, Network, NewWardrobes, Somebody};
use crate::design::MOST_REMEMBERED;
use crate::model::{LONGEST_NAME, Status, Wardrobe, WardrobeId};
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
    /// The wardrobes of whoever is signed in.
    mine: Option<Vec<MyRow>>,
    /// The other wardrobes that this device knows.
    known: Vec<KnownRow>,
}

/// A wardrobe that a device knows.
struct KnownRow {
    name: String,
    address: String,
    is_deleted: bool,
}

impl KnownRow {
    fn new(ui: &Ui, address: &Address, wardrobe: &Wardrobe) -> Self {
        let is_deleted = wardrobe.deleted_at.is_some();
        let name = if is_deleted { ui.t1("wardrobe-deleted-one", "name", wardrobe.name.as_str()) } else { wardrobe.name.clone() };
        let rest = if is_deleted { "/deleted" } else { "" };
        Self { name, address: ui.at(&format!("/wardrobe/{address}{rest}")), is_deleted }
    }
}

/// The wardrobes that this device knows, the last one first.
fn remembered(headers: &HeaderMap) -> Vec<Address> {
    let cookie = cookie_in(headers, REMEMBERED).unwrap_or_default();
    cookie.split('.').filter_map(|address| address.parse().ok()).take(MOST_REMEMBERED).collect()
}

/// The cookie that remembers a wardrobe before the others. Its address is its only key: none is forgotten for another, and an address that
/// was replaced for the one that opens it.
pub(super) fn remember(ui: &Ui, headers: &HeaderMap, address: &Address) -> HeaderValue {
    let others = remembered(headers).into_iter().filter(|known| known.wardrobe != address.wardrobe);
    let all: Vec<String> = std::iter::once(address.clone()).chain(others).take(MOST_REMEMBERED).map(|one| one.to_string()).collect();
    ui.cookie(REMEMBERED, &all.join("."))
}

/// What the page of a new wardrobe is about, beside what stands in its form.
struct Entrance<'a> {
    state: &'a AppState,
    ui: &'a Ui,
    /// The wardrobes that this device knows and that are there, also those that can come back.
    known: &'a [(Address, Wardrobe)],
    somebody: Option<&'a Person>,
}

impl Entrance<'_> {
    async fn page(&self, status: StatusCode, name: &str, wrong: Wrong) -> Answer {
        let Self { state, ui, known, somebody } = *self;
        let example = state.shown_to_anybody.get().map(|made| ui.at(&format!("/wardrobe/{}", made.for_reader_of(ui.lang))));
        let mine = match somebody {
            Some(person) => Some(state.service.my_wardrobes(&person.id).await?),
            None => None,
        };
        let is_listed = |address: &Address| mine.iter().flatten().any(|one| one.wardrobe == address.wardrobe);
        let known = known.iter().filter(|(address, _)| !is_listed(address)).map(|(address, wardrobe)| KnownRow::new(ui, address, wardrobe));
        let known = known.collect();
        let mine = mine.map(|mine| mine.into_iter().map(|one| MyRow::new(ui, one)).collect());
        let is_open = state.new_wardrobes.is_open_to(somebody);
        let sign_in = (state.new_wardrobes == NewWardrobes::People).then(|| ui.at("/sign-in?next=/wardrobe"));
        Ok(ui.show_as(status, &CreatePage { ui, name, wrong, most: LONGEST_NAME, example, is_open, sign_in, mine, known }))
    }
}

/// The last wardrobe of this device, or the making of one. A wardrobe that is gone is forgotten; one that can come back is not.
async fn show_entry(State(state): State<AppState>, ui: Ui, Somebody(somebody): Somebody, headers: HeaderMap) -> Answer {
    let ui = ui.at_entrance_of(&INFO);
    let known = state.service.known(&remembered(&headers)).await?;
    if let Some((address, _)) = known.iter().find(|(_, wardrobe)| wardrobe.deleted_at.is_none()) {
        return Ok(ui.go(&format!("/wardrobe/{address}")));
    }
    // In a demo there is something to look at from the beginning. Whoever has a wardrobe of their own is led to the list of them.
    if let Some(made) = state.shown_to_anybody.get().filter(|_| known.is_empty()) {
        let has_own = match &somebody {
            Some(person) => !state.service.my_wardrobes(&person.id).await?.is_empty(),
            None => false,
        };
        if !has_own {
            return Ok(ui.go(&format!("/wardrobe/{}", made.for_reader_of(ui.lang))));
        }
    }
    let entrance = Entrance { state: &state, ui: &ui, known: &known, somebody: somebody.as_ref() };
    let mut response = entrance.page(StatusCode::OK, "", Wrong::default()).await?;
    if cookie_in(&headers, REMEMBERED).is_some() && known.is_empty() {
        response.headers_mut().append(header::SET_COOKIE, ui.cookie(REMEMBERED, ""));
    }
    Ok(response)
}

async fn show_new_wardrobe(State(state): State<AppState>, ui: Ui, Somebody(somebody): Somebody, headers: HeaderMap) -> Answer {
    let ui = ui.at_entrance_of(&INFO);
    let known = state.service.known(&remembered(&headers)).await?;
    let entrance = Entrance { state: &state, ui: &ui, known: &known, somebody: somebody.as_ref() };
    entrance.page(StatusCode::OK, "", Wrong::default()).await
}

async fn create_wardrobe(
    State(state): State<AppState>,
    ui: Ui,
    Network(from): Network,
    Somebody(somebody): Somebody,
    headers: HeaderMap,
    form: Form,
) -> Answer {
    let ui = ui.at_entrance_of(&INFO);
    let name = form.text("name");
    let made = async {
        state.new_wardrobes.pass(somebody.as_ref())?;
        let made = state.service.create_wardrobe(&Name::new(name)?, from, Some(&once(&form))).await?;
        let id = made.id::<WardrobeId>().ok_or_else(Problem::not_found)?;
        let is_kept = match &somebody {
            Some(person) => state.service.keep_new(&person.id, id).await?,
            None => true,
        };
        Ok::<_, Problem>((id, is_kept))
    };
    match made.await {
        Ok((id, is_kept)) => {
            let said = if is_kept { "wardrobe-toast-made" } else { "wardrobe-toast-made-not-kept" };
            let mut response = ui.go_saying(&format!("/wardrobe/{id}"), &Toast::new(said).about(name.trim()));
            response.headers_mut().append(header::SET_COOKIE, remember(&ui, &headers, &id.into()));
            Ok(response)
        }
        Err(problem) if Problem::is_about_input(&problem) => {
            let wrong = Wrong::with(&ui, &problem);
            let known = state.service.known(&remembered(&headers)).await?;
            let entrance = Entrance { state: &state, ui: &ui, known: &known, somebody: somebody.as_ref() };
            entrance.page(problem.status, name, wrong).await
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
    /// Where all of it can be recorded with other clothes or for another day.
    with_others: String,
    week: Vec<RecordCard>,
    /// Today's record, if there is one: nothing has to be suggested for a day that is settled.
    worn_today: Option<String>,
    /// There is not one garment yet.
    is_new: bool,
    /// Whether it is in the list of whoever is signed in.
    listed: Listed,
}

async fn show_home(State(state): State<AppState>, visit: Visit, somebody: Somebody, headers: HeaderMap) -> Answer {
    let visit = visit.here("home");
    let listed = Listed::of(&state, &visit, &somebody).await?;
    let db = state.service.db();
    let suggested = state.service.recommend(visit.id, visit.today).await?;
    let (run, records) = histories::between(db, visit.id, Day(visit.today.0.saturating_sub(6.days())), visit.today).await?;
    let week = RecordCard::all(run, visit.id, records).await?;
    let of_today = week.iter().find(|card| card.record.date == visit.today);
    let worn_today = of_today.map(|card| visit.w.at(&format!("/histories/{}?from=home", card.record.history_id)));
    let nothing_seen = week.is_empty() && suggested.is_empty();
    let one = Paging { limit: 1, cursor: None, backward: true };
    let is_new =
        nothing_seen && clothes::list(db, visit.id, Status::Active, Sort::Created, None, &Wanted::default(), one).await?.items.is_empty();
    let ids: Vec<String> = suggested.combination().map(|garment| garment.clothing_id.to_string()).collect();
    let with_others = visit.w.at(&format!("/record/combination?clothing={}", ids.join(",")));
    let page = HomePage {
        ui: &visit.ui,
        w: &visit.w,
        name: &visit.wardrobe.name,
        today: visit.today,
        suggested,
        with_others,
        week,
        worn_today,
        is_new,
        listed,
    };
    let mut response = visit.ui.show(&page);
    // The example is not this device's own.
    if !state.shown_to_anybody.get().is_some_and(|made| made.has(visit.id)) {
        response.headers_mut().append(header::SET_COOKIE, remember(&visit.ui, &headers, &visit.address));
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
    /// Whether it is in the list of whoever is signed in.
    listed: Listed,
    /// It is shown to anybody, and stays as it is.
    is_example: bool,
}

/// The page that the form stands on, for who only opens its address.
async fn to_settings(ui: Ui, named: Named) -> Response {
    ui.go(&format!("/wardrobe/{}/settings", named.address))
}

async fn settings_page(state: &AppState, visit: &Visit, somebody: &Somebody, status: StatusCode, name: &str, wrong: Wrong) -> Answer {
    let (address, path) = (visit.ui.far(&visit.path("")), visit.path("/settings#this-device"));
    let listed = Listed::of(state, visit, somebody).await?;
    let is_example = state.shown_to_anybody.get().is_some_and(|made| made.has(visit.id));
    let page = SettingsPage { ui: &visit.ui, w: &visit.w, name, wrong, most: LONGEST_NAME, address, path, listed, is_example };
    Ok(visit.ui.show_as(status, &page))
}

async fn show_settings(State(state): State<AppState>, visit: Visit, somebody: Somebody) -> Answer {
    let visit = visit.here("settings");
    settings_page(&state, &visit, &somebody, StatusCode::OK, &visit.wardrobe.name, Wrong::default()).await
}

async fn rename_wardrobe(State(state): State<AppState>, visit: Visit, somebody: Somebody, form: Form) -> Answer {
    let visit = visit.here("settings");
    let name = form.text("name");
    let renamed = async { Ok(state.service.rename_wardrobe(visit.id, &Name::new(name)?).await?) };
    match renamed.await {
        Ok(()) => Ok(visit.ui.go_saying(&visit.path("/settings"), &Toast::new("wardrobe-toast-saved").about(name.trim()))),
        Err(problem) if Problem::is_about_input(&problem) => {
            let wrong = Wrong::with(&visit.ui, &problem);
            settings_page(&state, &visit, &somebody, problem.status, name, wrong).await
        }
        Err(problem) => Err(problem),
    }
}
