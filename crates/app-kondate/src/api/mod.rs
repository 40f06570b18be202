//! JSON in, service or repo, JSON out: `/kondate/v1`, in the envelope that the design's API promises.
#![expect(clippy::option_option, reason = "of a change, what is not named stays and what is null goes")]

mod archive; // what was cooked
mod book; // how recipes and sets are listed
mod catalog; // what others have published
mod fridge; // what is there
mod imports; // recipes from elsewhere
mod input; // what bodies are made of
mod kitchens; // kitchens, who is in them, invitations
mod me; // what Kondate knows of somebody, and what they want to be told
mod notices; // what one is told, and on which devices
mod pictures; // pictures of recipes
mod plan; // the two slots
mod recipes; // the book: recipes
mod sets; // the book: sets
mod shares; // links that anybody opens
mod shelf; // categories, staples, ways through shops, own foods
mod shopping; // the list
mod till; // what is bought, and paid every month
mod view; // what comes out

use std::sync::Arc;

use axum::Router;
use axum::extract::{FromRef, FromRequestParts};
use axum::http::header;
use axum::http::request::Parts;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chabudai_kernel::once::Once;
use chabudai_kernel::part::Word;
use chabudai_media::Pictures;
use chabudai_web::api::{Access, Api, Description, Operation, operation};
use chabudai_web::envelope::{Data, Page};
use chabudai_web::messages::Messages;
use chabudai_web::people::{Caller, Directory, Person};
use chabudai_web::problem::Problem;
use chabudai_web::repeat::Repeatable;
use chabudai_web::text::Lang;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use sha2::{Digest as _, Sha256};

use self::pictures::Links;
use crate::entry::{Entered, enter};
use crate::error::KondateError;
use crate::import::Importer;
use crate::model::KitchenId;
use crate::service::{Cook, Service};

/// What the operations need.
#[derive(Clone)]
pub struct AppState {
    /// The use cases.
    pub service: Service,
    /// The people of the house.
    pub people: Arc<dyn Directory>,
    /// Their devices.
    pub messages: Arc<dyn Messages>,
    /// Pictures, checked and resized.
    pub pictures: Pictures,
    /// The address that people use.
    pub public_url: String,
    /// Imports recipes.
    pub(crate) importer: Importer,
}

impl FromRef<AppState> for Importer {
    fn from_ref(state: &AppState) -> Self {
        state.importer.clone()
    }
}

impl FromRef<AppState> for Arc<dyn Messages> {
    fn from_ref(state: &AppState) -> Self {
        state.messages.clone()
    }
}

impl FromRef<AppState> for Service {
    fn from_ref(state: &AppState) -> Self {
        state.service.clone()
    }
}

impl FromRef<AppState> for Pictures {
    fn from_ref(state: &AppState) -> Self {
        state.pictures.clone()
    }
}

impl FromRef<AppState> for Links {
    fn from_ref(state: &AppState) -> Self {
        Self::of(&state.public_url)
    }
}

impl FromRef<AppState> for Arc<dyn Directory> {
    fn from_ref(state: &AppState) -> Self {
        state.people.clone()
    }
}

/// The routes below `/kondate/v1`, and their description.
pub fn routes(state: AppState) -> (Router, Description) {
    let api = Api::new("/kondate/v1", "Kondate Loop", Access::Person).enveloped().path::<At>();
    let api = me::routes(api);
    let api = notices::routes(api);
    let api = kitchens::routes(api);
    let api = recipes::routes(api);
    let api = pictures::routes(api);
    let api = imports::routes(api);
    let api = shares::routes(api);
    let api = sets::routes(api);
    let api = catalog::routes(api);
    let api = till::routes(api);
    let api = plan::routes(api);
    let api = shopping::routes(api);
    let api = fridge::routes(api);
    let api = shelf::routes(api);
    let (router, description) = archive::routes(api).finish();
    (router.with_state(state), description)
}

/// What a handler answers.
type Answer<T> = Result<Data<T>, Problem>;
/// What a handler answers that lists something.
type List<T> = Answer<Page<T>>;

#[expect(clippy::unnecessary_wraps, reason = "it is the last word of a handler, which answers a result")]
fn data<T>(data: T) -> Answer<T> {
    Ok(Data { data })
}

fn listed<T>(items: Vec<T>) -> List<T> {
    data(Page::whole(items))
}

/// Names the kitchen that is meant.
const KITCHEN: &str = "Kondate-Kitchen";

/// An operation in a kitchen: that which somebody is in, or another of theirs.
fn inside(id: &'static str, summary: &'static str) -> Operation {
    operation(id, summary).header(
        KITCHEN,
        json!({ "type": "string", "maxLength": 64, "pattern": input::ID }),
        "The id of one of one's kitchens; the one that was used last by default.",
    )
}

/// The id in an address.
#[derive(Deserialize, JsonSchema)]
struct At {
    #[schemars(regex(pattern = input::ID))]
    id: String,
}

/// Somebody in a kitchen, in front of an operation.
struct Inside {
    cook: Cook,
}

impl FromRequestParts<AppState> for Inside {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        let Caller(person) = Caller::from_request_parts(parts, state).await?;
        let wanted = match parts.headers.get(KITCHEN) {
            Some(value) => Some(kitchen_id(value.to_str().unwrap_or_default())?),
            None => None,
        };
        let Entered { cook, .. } = enter(&state.service, &person, wanted.as_ref(), lang(&person, parts), None).await?;
        Ok(Self { cook })
    }
}

/// The language of the starters: the one that somebody chose, else what their program asks for.
fn lang(person: &Person, parts: &Parts) -> Lang {
    let accepted = || parts.headers.get(header::ACCEPT_LANGUAGE).and_then(|value| Lang::accepted(value.to_str().ok()?));
    person.lang.or_else(accepted).unwrap_or_default()
}

/// The kitchen of that id. What is no id is no kitchen.
fn kitchen_id(text: &str) -> Result<KitchenId, Problem> {
    Ok(KitchenId::new(text).ok_or(KondateError::NotFound("kitchen"))?)
}

/// The key under which a request is carried out once. It is its sender's: two who share a kitchen may choose the same one, and neither is
/// told what the other has made.
fn once<T>(input: &Repeatable<T>) -> Option<Once> {
    let (key, request) = input.key.as_ref()?;
    let Some(person) = &input.by else { return Some(Once::of_client(key, request.clone())) };
    let mut digest = Sha256::new();
    // No key and no id has a #: what stands before it is the one, and what stands behind it the other.
    for part in [person.as_str(), "#", key.as_str()] {
        digest.update(part);
    }
    let own = Word::new(URL_SAFE_NO_PAD.encode(digest.finalize())).expect("base64 is a word");
    Some(Once::of_client(&own, request.clone()))
}
