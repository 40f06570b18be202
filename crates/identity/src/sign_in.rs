//! What the API and the pages need: the use cases, where they are mounted, and how often one may try.

use std::convert::Infallible;
use std::marker::PhantomData;
use std::net::IpAddr;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use chabudai_web::guard::Client;
use chabudai_web::problem::Problem;
use chabudai_web::rate::Limiter;
use chabudai_web::site::{AppInfo, cookie_in};
use chabudai_web::ui::{Tab, Ui};
use chabudai_web::user_agent;

use crate::error::{IdentityError, IdentityReason};
use crate::people::People;
use crate::secret::Token;
use crate::service::{Here, Service, SignedIn};

/// The state of sign-in in an app. An app whose routes have a state of their own gives it out by `FromRef`.
#[derive(Clone)]
pub struct SignIn<T: People> {
    /// The use cases.
    pub service: Service<T>,
    /// The app; its name is also where it is mounted.
    pub info: &'static AppInfo,
    /// The app's places, for somebody who is signed in.
    pub tabs: fn(&Ui) -> Vec<Tab>,
    /// Letters go out by mail. Otherwise the operator finds codes in the log.
    pub has_mail: bool,
    /// How often one address may try a password or a code, or ask for one.
    pub attempts: Limiter<IpAddr>,
}

impl<T: People> SignIn<T> {
    /// A path of the app, without the base of the house.
    pub(crate) fn path(&self, rest: &str) -> String {
        format!("/{}{rest}", self.info.name)
    }

    /// What people call a provider; its id, where the house has it no longer.
    pub(crate) fn provider_name<'a>(&'a self, id: &'a str) -> &'a str {
        self.service.providers().iter().find(|one| one.id().as_str() == id).map_or(id, |one| one.name())
    }

    /// The cookie that keeps a browser signed in.
    pub(crate) fn session_cookie(&self) -> String {
        format!("chabudai_session_{}", self.info.name)
    }

    /// Who a request comes from, by a browser's cookie or by a program's token; nobody, if it brings none that is good.
    pub async fn whoever_asks(&self, headers: &HeaderMap) -> Result<Option<SignedIn<T>>, Problem> {
        let Some(token) = bearer(headers).or_else(|| self.brought(headers)) else { return Ok(None) };
        match self.service.signed_in(&token).await {
            Ok(found) => Ok(Some(found)),
            Err(IdentityError::Own(IdentityReason::NotSignedIn)) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// The token that a browser brings.
    pub(crate) fn brought(&self, headers: &HeaderMap) -> Option<Token> {
        cookie_in(headers, &self.session_cookie()).and_then(Token::parse)
    }
}

/// The cookie by which a browser is known that has signed in before.
pub(crate) const DEVICE_COOKIE: &str = "chabudai_device";

/// The device that a request comes from.
impl<S: Send + Sync> FromRequestParts<S> for Here {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self {
            user_agent: user_agent::of(&parts.headers),
            client: parts.extensions.get::<Client>().map(|client| client.0),
            device: cookie_in(&parts.headers, DEVICE_COOKIE).map(str::to_owned),
        })
    }
}

/// A request that tries or asks for a secret, and so counts against the limit of its address.
pub struct AttemptLimit<T>(PhantomData<T>);

impl<S: Send + Sync, T: People> FromRequestParts<S> for AttemptLimit<T>
where
    SignIn<T>: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        if let Some(client) = parts.extensions.get::<Client>() {
            SignIn::<T>::from_ref(state).attempts.pass(&client.0)?;
        }
        Ok(Self(PhantomData))
    }
}

/// The token of an `Authorization` header, whatever else may stand there.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<Token> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| Token::parse(token.trim())).flatten()
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn a_header_of_any_shape_is_a_token_or_none() {
        let token = Token::random();
        let read = |value: &[u8]| {
            let value = HeaderValue::from_bytes(value).unwrap();
            bearer(&HeaderMap::from_iter([(header::AUTHORIZATION, value)]))
        };
        for right in [format!("Bearer {}", token.reveal()), format!("bearer  {} ", token.reveal())] {
            assert_eq!(read(right.as_bytes()), Some(token.clone()), "{right}");
        }
        let basic = format!("Basic {}", token.reveal());
        for wrong in [&b""[..], b"B", b"Bearer", b"Bearer ", b"Bearer x", b"\xff\xfe", b"Bearer \xe3\x81\x82", basic.as_bytes()] {
            assert_eq!(read(wrong), None, "{wrong:?}");
        }
        assert_eq!(bearer(&HeaderMap::new()), None);
    }
}
