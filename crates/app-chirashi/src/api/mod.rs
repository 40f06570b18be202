//! JSON in, service or repo, JSON out: `/chirashi/v1`.

mod auth; // registering, signing in and out
mod me; // what is one's own
mod public; // what everybody sees
mod searching; // by words
mod staff; // staff: signing in, companies, stores
mod staff_content; // staff: flyers, columns, accounts, the log
mod view; // what comes out

use std::sync::Arc;

use axum::Router;
use axum::extract::{FromRef, FromRequestParts};
use axum::http::header;
use axum::http::request::Parts;
use chabudai_kernel::once::Once;
use chabudai_kernel::part::IsoDay;
use chabudai_search::Search;
use chabudai_web::api::{Access, Api, Description};
use chabudai_web::guard::Client;
use chabudai_web::list::{Cursor, Order, PageSize};
use chabudai_web::output::Json;
use chabudai_web::people::{Caller, Directory, Person, Role as HouseRole};
use chabudai_web::problem::Problem;
use chabudai_web::repeat::Repeatable;
use chabudai_web::schema::Spelled;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::error::{ChirashiError, ChirashiReason};
use crate::model::{AdminId, CompanyId, FlyerId, SharedRecipeId, StoreId, User};
use crate::service::{Comer, Service, Staff};

/// How long a page is.
const PAGE: PageSize = PageSize { default: 20, most: 100, code: "chirashi.limit" };

/// What a handler answers.
type Answer<T> = Result<Json<T>, Problem>;

/// What the operations need.
#[derive(Clone)]
pub struct AppState {
    /// The use cases.
    pub service: Service,
    /// The people of the house.
    pub people: Arc<dyn Directory>,
    /// Finds by words; none where nobody asks.
    pub search: Option<Search>,
}

impl FromRef<AppState> for Option<Search> {
    fn from_ref(state: &AppState) -> Self {
        state.search.clone()
    }
}

impl FromRef<AppState> for Service {
    fn from_ref(state: &AppState) -> Self {
        state.service.clone()
    }
}

impl FromRef<AppState> for Arc<dyn Directory> {
    fn from_ref(state: &AppState) -> Self {
        state.people.clone()
    }
}

/// The routes below `/chirashi/v1`, and their description.
pub fn routes(state: AppState) -> (Router, Description) {
    let api = Api::new("/chirashi/v1", "Chirashi Kitchen", Access::Person).path::<Ids>();
    let api = auth::routes(api);
    let api = public::routes(api);
    let api = searching::routes(api);
    let api = me::routes(api);
    let api = staff::routes(api);
    let (router, description) = staff_content::routes(api).finish();
    (router.with_state(state), description)
}

/// The ids in addresses, each by its own name.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "it describes the names; each handler reads its own")]
struct Ids {
    #[schemars(with = "Spelled<StoreId>")]
    store_id: StoreId,
    #[schemars(with = "Spelled<FlyerId>")]
    flyer_id: FlyerId,
    #[schemars(with = "Spelled<CompanyId>")]
    company_id: CompanyId,
    #[schemars(with = "Spelled<AdminId>")]
    admin_id: AdminId,
    #[schemars(with = "Spelled<SharedRecipeId>")]
    shared_recipe_id: SharedRecipeId,
    #[schemars(range(min = 1))]
    article_id: u64,
    #[schemars(with = "Spelled<IsoDay>")]
    day: IsoDay,
}

/// Declares what a handler reads from its address.
macro_rules! at {
    ($($name:ident { $($field:ident : $type:ty),+ })+) => {$(
        #[derive(serde::Deserialize)]
        #[serde(rename_all = "camelCase")]
        pub(super) struct $name {
            $(pub(super) $field: $type,)+
        }
    )+};
}

at! {
    StoreAt { store_id: StoreId }
    FlyerAt { flyer_id: FlyerId }
    CompanyAt { company_id: CompanyId }
    AdminAt { admin_id: AdminId }
    SharedAt { shared_recipe_id: SharedRecipeId }
    ArticleAt { article_id: u64 }
    NoticeAt { day: IsoDay, flyer_id: FlyerId }
    DayAt { day: IsoDay }
}

/// Which page of a list.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct PageParameters {
    /// 1 to 100; 20 by default.
    #[schemars(range(min = 1, max = PAGE.most))]
    limit: Option<u32>,
    /// From the page before.
    #[schemars(with = "Option<Cursor>")]
    cursor: Option<String>,
}

fn paging(limit: Option<u32>, cursor: Option<&str>) -> Result<chabudai_kernel::db::Paging<'_>, Problem> {
    PAGE.paging(limit, cursor, Order::Desc)
}

/// The key under which a request is carried out once.
fn once<T>(input: &Repeatable<T>) -> Option<Once> {
    input.key.as_ref().map(|(key, request)| Once::of_client(key, request.clone()))
}

/// Somebody of the house, as they come here.
fn comer(person: Person) -> Comer {
    Comer { person: person.id, name: person.name, email: person.email }
}

/// A token of this app in the `Authorization` header: one of the house's has no dots.
fn own_token(parts: &Parts) -> Option<&str> {
    let bearer = parts.headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")?;
    (bearer.matches('.').count() == 2).then_some(bearer)
}

/// Somebody who uses the app, by a token of this app or of the house.
struct Me(User);

impl FromRequestParts<AppState> for Me {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        if let Some(token) = own_token(parts) {
            return Ok(Self(state.service.who_asks(token).await?));
        }
        match Caller::from_request_parts(parts, state).await {
            Ok(Caller(person)) => Ok(Self(state.service.enter(&comer(person)).await?)),
            Err(problem) if problem.status.as_u16() == 401 => Err(ChirashiError::from(ChirashiReason::NotSignedIn).into()),
            Err(problem) => Err(problem),
        }
    }
}

/// The same, or nobody: a token that is brought has to be good.
struct MaybeMe(Option<User>);

impl FromRequestParts<AppState> for MaybeMe {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        if !parts.headers.contains_key(header::AUTHORIZATION) {
            return Ok(Self(None));
        }
        Me::from_request_parts(parts, state).await.map(|Me(user)| Self(Some(user)))
    }
}

/// Somebody of the staff, by a token of this app; or the operator of the house, by one of the house.
struct OfStaff(Staff);

impl FromRequestParts<AppState> for OfStaff {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        let refused = || Problem::from(ChirashiError::from(ChirashiReason::NotSignedIn));
        if let Some(token) = own_token(parts) {
            return Ok(Self(state.service.which_staff_asks(token).await?));
        }
        match Caller::from_request_parts(parts, state).await {
            Ok(Caller(person)) if person.role == HouseRole::Operator => Ok(Self(state.service.operator(&comer(person)).await?)),
            Ok(_) => Err(refused()),
            Err(problem) if problem.status.as_u16() == 401 => Err(refused()),
            Err(problem) => Err(problem),
        }
    }
}

/// Where a request comes from, as tries are counted: the network that the server has seen.
struct Network(String);

impl<S: Send + Sync> FromRequestParts<S> for Network {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, std::convert::Infallible> {
        let from = parts.extensions.get::<Client>().map(|client| chabudai_web::rate::counted(client.0).to_string());
        Ok(Self(from.unwrap_or_else(|| "unknown".to_owned())))
    }
}
