//! Signing in by an account elsewhere, at a provider that runs beside the test.

mod ending; // what is left of somebody, wherever their end is cut off
mod linking; // from the account page, and back out
mod people; // who somebody is here
pub(crate) mod provider;
mod trust; // what is believed and what is not

use chabudai_app_okusuri::design::Okusuri;
use chabudai_identity::error::{IdentityError, Result};
use chabudai_identity::patterns::Patterns;
use chabudai_identity::service::{Service, SignedIn};

use self::provider::{There, open, providers, visit};
use crate::world::{World, this_machine};

type Ap = Patterns<Okusuri>;

pub(crate) const BACK: &str = "https://house.example.org/okusuri/sign-in/there/back";

/// The service of a world with a provider beside it.
async fn beside(w: &World) -> (There, Service<Okusuri>) {
    let there = open(w.clock.clone());
    let service = w.service.clone().with_providers(providers(&there));
    (there, service)
}

/// There and back.
async fn sign_in(service: &Service<Okusuri>) -> Result<SignedIn<Okusuri>> {
    sign_in_by("there", service).await
}

async fn sign_in_by(provider: &str, service: &Service<Okusuri>) -> Result<SignedIn<Okusuri>> {
    let begun = service.begin_provider_sign_in(provider, BACK).await?;
    let (code, state) = visit(&begun.url, BACK).await;
    assert_eq!(state, begun.state);
    service.finish_provider_sign_in(provider, &state, &code, BACK, &this_machine()).await
}

fn code_of<T: std::fmt::Debug>(outcome: std::result::Result<T, IdentityError>) -> &'static str {
    outcome.expect_err("it is refused").code()
}
