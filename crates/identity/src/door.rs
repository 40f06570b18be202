//! What the API and the pages need: the use cases, where they are mounted, and how often one may knock.

use std::marker::PhantomData;
use std::net::IpAddr;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use chabudai_web::agent;
use chabudai_web::guard::Client;
use chabudai_web::problem::Problem;
use chabudai_web::rate::Limiter;
use chabudai_web::room::{Face, cookie_in};
use chabudai_web::ui::{Tab, Ui};

use crate::error::IdentityError;
use crate::people::People;
use crate::secret::Token;
use crate::service::{Here, Service};

/// An app's door. An app whose routes have a state of their own gives it out by `FromRef`.
#[derive(Clone)]
pub struct Door<T: People> {
    /// The use cases.
    pub service: Service<T>,
    /// The app; its name is also where it is mounted.
    pub face: &'static Face,
    /// The app's places, for somebody who is signed in.
    pub tabs: fn(&Ui) -> Vec<Tab>,
    /// Letters go out by mail. Otherwise the operator finds codes in the log.
    pub has_mail: bool,
    /// How often one address may try a password or a code, or ask for one.
    pub knocks: Limiter<IpAddr>,
}

impl<T: People> Door<T> {
    /// A path of the app, without the base of the house.
    pub(crate) fn path(&self, rest: &str) -> String {
        format!("/{}{rest}", self.face.name)
    }

    /// What people call a provider; its id, where the house has it no longer.
    pub(crate) fn provider_name<'a>(&'a self, id: &'a str) -> &'a str {
        self.service.providers().iter().find(|one| one.id().as_str() == id).map_or(id, |one| one.name())
    }

    /// The cookie that keeps a browser signed in.
    pub(crate) fn session_cookie(&self) -> String {
        format!("chabudai_session_{}", self.face.name)
    }

    /// The token that a browser brings.
    pub(crate) fn brought(&self, headers: &HeaderMap) -> Option<Token> {
        cookie_in(headers, &self.session_cookie()).and_then(Token::parse)
    }
}

/// The device that a request comes from.
pub(crate) fn here(headers: &HeaderMap) -> Here {
    Here { user_agent: agent::of(headers) }
}

/// A request that tries or asks for a secret, and so counts as a knock.
pub struct Knock<T>(PhantomData<T>);

impl<S: Send + Sync, T: People> FromRequestParts<S> for Knock<T>
where
    Door<T>: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        if let Some(client) = parts.extensions.get::<Client>() {
            Door::<T>::from_ref(state).knocks.pass(&client.0)?;
        }
        Ok(Self(PhantomData))
    }
}

impl From<IdentityError> for Problem {
    fn from(error: IdentityError) -> Self {
        let store = if let IdentityError::Store(inner) = &error { Some(inner) } else { None };
        let told = Self::told(&error, error.status(), error.code(), error.field(), store);
        match error {
            IdentityError::TooManyTries(seconds) => Self { retry_after: Some(seconds), ..told },
            _ => told,
        }
    }
}
