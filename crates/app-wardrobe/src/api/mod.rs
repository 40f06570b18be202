//! JSON in, service or repo, JSON out.

pub(crate) mod clothes;
mod histories;
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
use chabudai_web::people::Directory;
use chabudai_web::problem::Problem;
use chabudai_web::rate::Limiter;
use chabudai_web::route_cost::for_the_house;
use schemars::JsonSchema;
use serde::Deserialize;

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
    /// A wardrobe for looking around, which anybody may be shown the way to.
    pub shown_to_anybody: Arc<OnceLock<WardrobeId>>,
}

impl FromRef<AppState> for Service {
    fn from_ref(state: &AppState) -> Self {
        state.service.clone()
    }
}

/// Who may make a wardrobe. Those that are there go on, whatever this says.
#[derive(Clone)]
pub enum NewWardrobes {
    /// Whoever comes.
    Anybody,
    /// Whoever is signed in in this house.
    People(Arc<dyn Directory>),
    /// Nobody.
    Nobody,
}

impl NewWardrobes {
    /// Whether this request may.
    pub(crate) async fn is_open_to(&self, asked: &Parts) -> Answer<bool> {
        match self {
            Self::Anybody => Ok(true),
            Self::People(people) => Ok(for_the_house(people.whoever_asks(asked)).await?.is_some()),
            Self::Nobody => Ok(false),
        }
    }

    /// Refuses where it may not.
    pub(crate) async fn pass(&self, asked: &Parts) -> Answer<()> {
        if self.is_open_to(asked).await? { Ok(()) } else { Err(WardrobeError::Own(WardrobeReason::Closed).into()) }
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
    // A wardrobe is opened by its id alone, which is in the address.
    let api = Api::new("/wardrobe/v1", "Wardrobe", Access::Anybody);
    let api = wardrobes::routes(api);
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
    #[schemars(with = "WardrobeId")]
    wid: String,
}

/// The wardrobe that the address names. Every route below a wardrobe begins with it, so none works on one that is not there.
pub(crate) struct Opened {
    pub(crate) id: WardrobeId,
    pub(crate) wardrobe: Arc<Wardrobe>,
}

impl FromRequestParts<AppState> for Opened {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Answer<Self> {
        let client = parts.extensions.get::<Client>().map(|client| client.0);
        let missed = |problem: Problem| match client.map(|client| state.misses.pass(&client)) {
            Some(Err(slow_down)) => slow_down,
            _ => problem,
        };
        let not_there = || Problem::from(WardrobeError::NotFound("wardrobe"));
        let Path(path) = Path::<WardrobePath>::from_request_parts(parts, state).await?;
        let id: WardrobeId = path.wid.parse().map_err(|_| missed(not_there()))?;
        match state.service.open(id).await {
            // Counted only for wardrobes that are there: an id that somebody makes up is nobody's, and so is its count.
            Ok(wardrobe) => state.per_wardrobe.pass(&id).map(|()| Self { id, wardrobe }),
            Err(error @ WardrobeError::NotFound(_)) => Err(missed(error.into())),
            Err(error) => Err(error.into()),
        }
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
