//! JSON in, service or repo, JSON out.

pub(crate) mod clothes;
mod histories;
mod mine;
mod outfits;
pub(crate) mod pictures;
mod view;
mod wardrobes;

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use chabudai_kernel::once::Once;
use chabudai_kernel::part::Word;
use chabudai_media::Pictures;
use chabudai_web::api::{Access, Api, Description};
use chabudai_web::guard::Client;
use chabudai_web::input::Path;
use chabudai_web::list::PageSize;
use chabudai_web::people::{Directory, Person};
use chabudai_web::problem::Problem;
use chabudai_web::rate::Limiter;
use chabudai_web::route_cost::for_the_house;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::address::Address;
use crate::demo::Examples;
use crate::error::{WardrobeError, WardrobeReason};
use crate::model::{Created, Wardrobe, WardrobeId};
use crate::service::Service;

/// How long a page of garments is.
const GARMENTS: PageSize = PageSize { default: 50, most: 50, code: "wardrobe.limit" };
/// How long a page of outfits or of records is.
const ENTRIES: PageSize = PageSize { default: 30, most: 30, code: "wardrobe.limit" };

/// What the routes need.
#[derive(Clone)]
pub struct AppState {
    /// The use cases.
    pub service: Service,
    /// The pictures.
    pub pictures: Pictures,
    /// How often one wardrobe may be asked for.
    pub per_wardrobe: Limiter<WardrobeId>,
    /// How often one address may miss: whoever tries ids is slowed down.
    pub misses: Limiter<IpAddr>,
    /// Who may make a wardrobe.
    pub new_wardrobes: NewWardrobes,
    /// The people of the house, if there are any.
    pub people: Option<Arc<dyn Directory>>,
    /// A wardrobe for looking around, which anybody may be shown the way to.
    pub shown_to_anybody: Arc<OnceLock<Examples>>,
}

impl FromRef<AppState> for Service {
    fn from_ref(state: &AppState) -> Self {
        state.service.clone()
    }
}

/// Who may make a wardrobe. Those that are there go on, whatever this says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NewWardrobes {
    /// Whoever comes.
    Anybody,
    /// Whoever is signed in in this house.
    People,
    /// Nobody.
    Nobody,
}

impl NewWardrobes {
    /// Whether this visitor may.
    pub(crate) fn is_open_to(self, somebody: Option<&Person>) -> bool {
        match self {
            Self::Anybody => true,
            Self::People => somebody.is_some(),
            Self::Nobody => false,
        }
    }

    /// Refuses where they may not.
    pub(crate) fn pass(self, somebody: Option<&Person>) -> Answer<()> {
        if self.is_open_to(somebody) { Ok(()) } else { Err(WardrobeError::Own(WardrobeReason::Closed).into()) }
    }
}

/// The network that a request comes from, by which some things are counted.
#[derive(Clone, Copy)]
pub(crate) struct Network(pub(crate) Option<IpAddr>);

impl<S: Send + Sync> FromRequestParts<S> for Network {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(parts.extensions.get::<Client>().map(|client| client.0)))
    }
}

/// The routes below `/wardrobe/v1`, and their description.
pub fn routes(state: AppState) -> (Router, Description) {
    // A wardrobe is opened by its address alone.
    let api = Api::new("/wardrobe/v1", "Wardrobe", Access::Anybody);
    let api = wardrobes::routes(api);
    let api = mine::routes(api);
    let api = clothes::routes(api);
    let api = outfits::routes(api);
    let api = histories::routes(api);
    let api = pictures::routes(api);
    let (router, description) = api.finish();
    (router.with_state(state), description)
}

/// What a handler answers.
pub type Answer<T> = Result<T, Problem>;

/// The id in every address below a wardrobe.
#[derive(Deserialize, JsonSchema)]
struct WardrobePath {
    // Read as a text first: an id that is none counts as a miss, an address that cannot be read at all does not.
    #[schemars(with = "Address")]
    wid: String,
}

/// The address that a request names, whether or not it opens anything: for what is there to be undone, or asked again.
pub(crate) struct Named {
    pub(crate) address: Address,
    client: Option<IpAddr>,
}

impl Named {
    /// What it came to, where nothing is there counted as a miss.
    pub(crate) fn counted<T>(&self, state: &AppState, outcome: Result<T, WardrobeError>) -> Answer<T> {
        outcome.map_err(|error| match error {
            error @ WardrobeError::NotFound("wardrobe") => missed(state, self.client, error.into()),
            other => other.into(),
        })
    }
}

impl FromRequestParts<AppState> for Named {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Answer<Self> {
        let client = parts.extensions.get::<Client>().map(|client| client.0);
        let Path(path) = Path::<WardrobePath>::from_request_parts(parts, state).await?;
        let address = path.wid.parse().map_err(|_| missed(state, client, WardrobeError::NotFound("wardrobe").into()))?;
        Ok(Self { address, client })
    }
}

fn missed(state: &AppState, client: Option<IpAddr>, problem: Problem) -> Problem {
    match client.map(|client| state.misses.pass(&client)) {
        Some(Err(slow_down)) => slow_down,
        _ => problem,
    }
}

/// The wardrobe that the address names. Every route below a wardrobe begins with it, so none works on one that is not there.
pub(crate) struct Opened {
    pub(crate) id: WardrobeId,
    pub(crate) address: Address,
    pub(crate) wardrobe: Wardrobe,
}

impl FromRequestParts<AppState> for Opened {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Answer<Self> {
        let named = Named::from_request_parts(parts, state).await?;
        let wardrobe = named.counted(state, state.service.open(named.address.clone()).await)?;
        // Counted only for wardrobes that are there: an id that somebody makes up is nobody's, and so is its count.
        let id = wardrobe.wardrobe_id;
        state.per_wardrobe.pass(&id)?;
        Ok(Self { id, address: named.address, wardrobe })
    }
}

/// Somebody who is signed in, if this request comes from one. It is no cost of Wardrobe's to know them.
pub(crate) struct Somebody(pub(crate) Option<Person>);

impl FromRequestParts<AppState> for Somebody {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Answer<Self> {
        match &state.people {
            Some(people) => for_the_house(people.whoever_asks(parts)).await.map(Self),
            None => Ok(Self(None)),
        }
    }
}

/// The id of somebody who is signed in. Whoever is not is told so before anything else.
pub(crate) struct SignedIn(pub(crate) Word);

impl FromRequestParts<AppState> for SignedIn {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Answer<Self> {
        let Somebody(somebody) = Somebody::from_request_parts(parts, state).await?;
        somebody.map(|person| Self(person.id)).ok_or_else(|| WardrobeError::Own(WardrobeReason::NotSignedIn).into())
    }
}

/// What is shown to anybody stays as it is.
pub(crate) fn not_the_example(state: &AppState, wardrobe: WardrobeId) -> Answer<()> {
    if state.shown_to_anybody.get().is_some_and(|made| made.has(wardrobe)) {
        Err(WardrobeError::Own(WardrobeReason::Example).into())
    } else {
        Ok(())
    }
}

/// The key of a repeatable request, as the service wants it.
fn once(key: Option<(Word, String)>) -> Option<Once> {
    key.map(|(key, request)| Once::of_client(&key, request))
}

impl IntoResponse for Created {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::CREATED);
        (status, [(header::CONTENT_TYPE, "application/json")], self.body).into_response()
    }
}
