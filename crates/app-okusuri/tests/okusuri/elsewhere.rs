//! Signing in by an account elsewhere, at a provider that runs beside the test.

mod people; // who somebody is here
mod provider;
mod trust; // what is believed and what is not

use chabudai_app_okusuri::design::{OKUSURI_TABLE, Okusuri};
use chabudai_identity::error::{IdentityError, Result};
use chabudai_identity::patterns::Patterns;
use chabudai_identity::service::{Here, Service, SignedIn};

use self::provider::There;
use crate::world::World;

type Ap = Patterns<Okusuri>;

const BACK: &str = "https://house.example.org/okusuri/sign-in/there/back";

/// The service of a world with a provider beside it.
async fn beside(w: &World) -> (There, Service<Okusuri>) {
    let there = There::open(w.clock.clone()).await;
    let service = w.service.clone().with_providers(there.providers());
    (there, service)
}

/// There and back.
async fn sign_in(service: &Service<Okusuri>, there: &There) -> Result<SignedIn<Okusuri>> {
    sign_in_by("there", service, there).await
}

async fn sign_in_by(provider: &str, service: &Service<Okusuri>, there: &There) -> Result<SignedIn<Okusuri>> {
    let begun = service.begin_elsewhere(provider, BACK).await?;
    let (code, state) = there.visit(&begun.url, BACK).await;
    assert_eq!(state, begun.state);
    service.finish_elsewhere(provider, &state, &code, BACK, &Here::default()).await
}

fn code_of<T: std::fmt::Debug>(outcome: std::result::Result<T, IdentityError>) -> &'static str {
    outcome.expect_err("it is refused").code()
}

/// Everything in the table, as text.
async fn kept(w: &World) -> String {
    let db = w.service.repo().db();
    let scan = chabudai_kernel::op::Scan::of(&OKUSURI_TABLE);
    let items = db.store().scan(&scan, db.clock().now()).await.unwrap().value.items;
    format!("{:?}", items.iter().map(|item| item.decode::<serde_json::Value>().unwrap()).collect::<Vec<_>>())
}
