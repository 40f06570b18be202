//! JSON in, service or repo, JSON out.

mod fill;
mod logs;
mod notifications;
mod profile;
mod view;

use axum::Router;
use axum::extract::{FromRef, State};
use chabudai_identity::api as identity;
use chabudai_identity::sign_in::SignIn;
use chabudai_web::api::{Access, Api, Description, operation};
use chabudai_web::output::Json;
use chabudai_web::problem::Problem;

use self::view::{Health, StatusView};
use crate::design::Okusuri;
use crate::service::Service;

/// What the routes need.
#[derive(Clone)]
pub struct AppState {
    /// The state of sign-in.
    pub sign_in: SignIn<Okusuri>,
    /// The use cases behind it.
    pub service: Service,
    /// Whoever knows it may have reminders sent by the API. Without one, nobody may.
    pub job_secret: Option<std::sync::Arc<str>>,
}

impl FromRef<AppState> for SignIn<Okusuri> {
    fn from_ref(state: &AppState) -> Self {
        state.sign_in.clone()
    }
}

impl FromRef<AppState> for Service {
    fn from_ref(state: &AppState) -> Self {
        state.service.clone()
    }
}

/// The routes below `/okusuri/v1`, and their description.
pub fn routes(state: AppState) -> (Router, Description) {
    let health = operation("okusuriHealth", "Whether Okusuri answers").access(Access::Anybody).answers::<Health>(200, "It does.");
    let api = Api::new("/okusuri/v1", "Okusuri", Access::Person).get("/health", get_health, health).get(
        "/medication-status",
        get_status,
        operation("medicationStatus", "Where one is in the cycle").answers::<StatusView>(200, "Where one is today, by one's own zone."),
    );
    let api = fill::routes(api);
    let api = logs::routes(api);
    let api = notifications::routes(api);
    let api = profile::routes(api);
    let (router, description) = identity::earlier_routes::<_, Okusuri>(api).finish();
    (router.with_state(state), description)
}

/// What a handler answers.
type Answer<T> = Result<T, Problem>;
/// Somebody who is signed in, or for whom a program works.
type Person = identity::Caller<Okusuri>;

async fn get_health() -> Json<Health> {
    Json(Health { status: "ok" })
}

async fn get_status(State(service): State<Service>, found: Person) -> Answer<Json<StatusView>> {
    Ok(Json(StatusView::of(&service.status(&found.person).await?)))
}
