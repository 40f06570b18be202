//! JSON in, service or repo, JSON out.

use axum::Router;
use chabudai_identity::api as identity;
use chabudai_identity::door::Door;
use chabudai_web::api::{Api, Description};

use crate::design::Okusuri;

/// The routes below `/okusuri/v1`, and their description.
pub fn routes(door: Door<Okusuri>) -> (Router, Description) {
    let api = Api::new("/okusuri/v1", "Okusuri");
    let (router, description) = identity::routes::<_, Okusuri>(api).finish();
    (router.with_state(door), description)
}
