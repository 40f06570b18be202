//! Somebody's own wardrobes, another address for one, and what Wardrobe says on the front page of the house.

use std::sync::{Arc, OnceLock};

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::Response;
use axum::routing::{get, post};
use chabudai_web::card::{Action, Card, Today};
use chabudai_web::form::Form;
use chabudai_web::people::Person;
use chabudai_web::problem::Problem;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;
use futures::future::BoxFuture;

use super::leaving::moment;
use super::wardrobes::remember;
use super::{Answer, Closet, INFO, Visit, once};
use crate::api::{AppState, Named, SignedIn, Somebody, not_the_example};
use crate::demo::Examples;
use crate::model::WardrobeId;
use crate::repo::histories;
use crate::service::{Mine, MineState, Service};

pub(super) fn routes(routes: Router<AppState>) -> Router<AppState> {
    routes
        .route("/wardrobe/{wid}/keep", post(keep).get(to_home))
        .route("/wardrobe/{wid}/unkeep", post(unkeep).get(to_mine))
        .route("/wardrobe/{wid}/address", get(ask_for_address).post(new_address))
}

/// Whether a wardrobe is in somebody's list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Listed {
    /// Nobody is signed in, or it is in nobody's list.
    Nobodys,
    /// It is.
    Mine,
    /// It is not, and can be.
    NotYet,
}

impl Listed {
    pub(super) async fn of(state: &AppState, visit: &Visit, somebody: &Somebody) -> Result<Self, Problem> {
        let Some(person) = &somebody.0 else { return Ok(Self::Nobodys) };
        Ok(if state.service.is_mine(&person.id, &visit.address).await? {
            Self::Mine
        } else if state.shown_to_anybody.get().is_some_and(|made| made.has(visit.id)) {
            Self::Nobodys
        } else {
            Self::NotYet
        })
    }

    pub(super) fn is_mine(&self) -> bool {
        *self == Self::Mine
    }

    pub(super) fn is_offered(&self) -> bool {
        *self == Self::NotYet
    }
}

/// A wardrobe in somebody's list, as a row.
pub(super) struct MyRow {
    pub(super) name: String,
    /// Where it opens, if it does.
    pub(super) address: Option<String>,
    /// What is to be said of it.
    pub(super) note: Option<String>,
    /// Where it comes back, if it was deleted.
    pub(super) restore: Option<String>,
    /// Where it is taken out of the list.
    pub(super) unkeep: String,
}

impl MyRow {
    pub(super) fn new(ui: &Ui, mine: Mine) -> Self {
        let at = |address: &dyn std::fmt::Display, rest: &str| ui.at(&format!("/wardrobe/{address}{rest}"));
        let unkeep = |address: &dyn std::fmt::Display| at(address, "/unkeep");
        match &mine.state {
            MineState::Open(address) => {
                Self { address: Some(at(address, "")), note: None, restore: None, unkeep: unkeep(address), name: mine.name }
            }
            MineState::Moved => {
                let note = Some(ui.t("wardrobe-mine-moved").into_owned());
                Self { address: None, note, restore: None, unkeep: unkeep(&mine.wardrobe), name: mine.name }
            }
            MineState::Deleted(address, until) => {
                let note = Some(ui.t1("wardrobe-mine-deleted", "until", moment(ui, *until)));
                Self { address: None, note, restore: Some(at(address, "/restore")), unkeep: unkeep(address), name: mine.name }
            }
        }
    }
}

/// The page that the button stands on, for who only opens its address.
async fn to_home(visit: Visit) -> Response {
    visit.ui.go(&visit.path(""))
}

async fn to_mine(ui: Ui) -> Response {
    ui.go("/wardrobe/new")
}

async fn keep(State(state): State<AppState>, SignedIn(user): SignedIn, visit: Visit, form: Form) -> Answer {
    let back = form.text("back");
    let page = match back {
        "settings" => visit.path("/settings"),
        "list" => "/wardrobe/new".to_owned(),
        _ => visit.path(""),
    };
    match state.service.keep(&user, &visit.address).await.map_err(Problem::from) {
        Ok(()) => {
            let toast = Toast::new("wardrobe-toast-kept").about(&visit.wardrobe.name).undo(visit.path("/unkeep"), from(back));
            Ok(visit.ui.go_saying(&page, &toast))
        }
        Err(problem) if problem.code == "wardrobe.list_full" => Ok(visit.ui.go_saying("/wardrobe/new", &Toast::of(&problem))),
        Err(problem) => Err(problem),
    }
}

/// What the form of an undo says of the page that it leads back to.
fn from(back: &str) -> Vec<(String, String)> {
    vec![("back".to_owned(), back.to_owned())]
}

/// Out of the list. The address may be one that opens nothing any more: what stands in the list is somebody's own.
async fn unkeep(State(state): State<AppState>, SignedIn(user): SignedIn, ui: Ui, named: Named, form: Form) -> Answer {
    let ui = ui.at_entrance_of(&INFO);
    named.counted(&state, state.service.unkeep(&user, named.address.wardrobe).await)?;
    let opened = state.service.open(named.address.clone()).await.ok();
    let toast = match &opened {
        Some(wardrobe) => {
            let undo = format!("/wardrobe/{}/keep", named.address);
            Toast::new("wardrobe-toast-unkept").about(&wardrobe.name).undo(undo, from(form.text("back")))
        }
        // By an address that opens nothing it could not come back.
        None => Toast::new("wardrobe-toast-unkept-gone"),
    };
    let back = match (form.text("back"), opened) {
        ("settings", Some(_)) => format!("/wardrobe/{}/settings", named.address),
        ("", Some(_)) => format!("/wardrobe/{}", named.address),
        _ => "/wardrobe/new".to_owned(),
    };
    Ok(ui.go_saying(&back, &toast))
}

#[derive(Template)]
#[template(path = "wardrobe/address.html")]
struct AddressPage<'a> {
    ui: &'a Ui,
    w: &'a Closet,
    /// It is in the list of whoever asks.
    is_mine: bool,
}

async fn ask_for_address(State(state): State<AppState>, visit: Visit, somebody: Somebody) -> Answer {
    not_the_example(&state, visit.id)?;
    let visit = visit.below("/settings");
    let is_mine = Listed::of(&state, &visit, &somebody).await?.is_mine();
    Ok(visit.ui.show(&AddressPage { ui: &visit.ui, w: &visit.w, is_mine }))
}

/// The same form once more leads to the same address, also from one that opens nothing any more: see the service.
async fn new_address(State(state): State<AppState>, ui: Ui, somebody: Somebody, named: Named, headers: HeaderMap, form: Form) -> Answer {
    not_the_example(&state, named.address.wardrobe)?;
    let person = somebody.0.map(|person| person.id);
    let address = state.service.new_address(&named.address, person.as_ref(), Some(&once(&form))).await;
    let address = named.counted(&state, address)?;
    let ui = ui.at_entrance_of(&INFO);
    let mut response = ui.go_saying(&format!("/wardrobe/{address}/settings"), &Toast::new("wardrobe-toast-new-address"));
    response.headers_mut().append(header::SET_COOKIE, remember(&ui, &headers, &address));
    Ok(response)
}

/// What Wardrobe says of today: the wardrobe that is in somebody's list longest, and whether something was recorded in it. Who has none in a
/// demo is told of the one that is there to look around in.
pub struct TodayCard {
    /// The use cases.
    pub service: Service,
    /// The wardrobes of a demo.
    pub shown_to_anybody: Arc<OnceLock<Examples>>,
}

impl TodayCard {
    /// The wardrobe that the card is about.
    async fn first(&self, person: &Person, ui: &Ui) -> Result<Option<(WardrobeId, String, String)>, Problem> {
        let mine = self.service.my_wardrobes(&person.id).await?;
        let own = mine.into_iter().find_map(|one| match one.state {
            MineState::Open(address) => Some((one.wardrobe, one.name, format!("/wardrobe/{address}"))),
            MineState::Moved | MineState::Deleted(..) => None,
        });
        let example = || {
            let id = self.shown_to_anybody.get()?.for_reader_of(ui.lang);
            Some((id, ui.t("wardrobe-example-name").into_owned(), format!("/wardrobe/{id}")))
        };
        Ok(own.or_else(example))
    }
}

impl Card for TodayCard {
    fn today<'a>(&'a self, person: &'a Person, ui: &'a Ui) -> BoxFuture<'a, Result<Option<Today>, Problem>> {
        Box::pin(async move {
            let Some((wardrobe, name, home)) = self.first(person, ui).await? else { return Ok(None) };
            let today = ui.today(self.service.db().clock());
            let (_, records) = histories::between(self.service.db(), wardrobe, today, today).await?;
            let is_done = !records.is_empty();
            let (headline, label, address) = if is_done {
                ("wardrobe-card-recorded", "wardrobe-card-look", ui.at(&home))
            } else {
                ("wardrobe-card-open", "wardrobe-record", ui.at(&format!("{home}/record")))
            };
            let action = Action { label: ui.t(label).into_owned(), address };
            Ok(Some(Today { headline: ui.t(headline).into_owned(), line: name, action: Some(action), is_done }))
        })
    }
}
