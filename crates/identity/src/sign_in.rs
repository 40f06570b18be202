//! What the API and the pages need: the use cases, where they are mounted, and how often one may try.

use std::convert::Infallible;
use std::marker::PhantomData;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRef, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use chabudai_kernel::part::Word;
use chabudai_web::guard::Client;
use chabudai_web::people::{Directory, Person};
use chabudai_web::problem::Problem;
use chabudai_web::rate::Limiter;
use chabudai_web::site::cookie_in;
use chabudai_web::text::Lang;
use chabudai_web::ui::Ui;
use chabudai_web::user_agent;
use futures::future::BoxFuture;

use crate::error::{IdentityError, IdentityReason};
use crate::messages::Outbox;
use crate::model::Profile;
use crate::passkey::RelyingParty;
use crate::people::People;
use crate::programs;
use crate::secret::Token;
use crate::service::{Here, Place, Program, Service};

/// The state of the house's one sign-in. Routes with a state of their own give it out by `FromRef`.
#[derive(Clone)]
pub struct SignIn<T: People> {
    /// The use cases.
    pub service: Service<T>,
    /// Takes messages to people.
    pub outbox: Outbox<T>,
    /// The cookie that keeps a browser signed in.
    pub cookie: SessionCookie,
    /// People call the house by a name of its own machine, and no proxy stands before it. Only then does who comes from that machine need nothing
    /// else to found it: a proxy there hands on requests of strangers as its own.
    pub is_local: bool,
    /// The address that the operator has given the house, if they have. Passkeys are made for it.
    pub base_url: Option<String>,
    /// Letters go out by mail. Otherwise the operator finds codes in the log.
    pub has_mail: bool,
    /// How often one address may try a password or a code, or ask for one.
    pub attempts: Limiter<IpAddr>,
}

impl<T: People> SignIn<T> {
    /// What people call a provider; its id, where the house has it no longer.
    pub(crate) fn provider_name<'a>(&'a self, id: &'a str) -> &'a str {
        self.service.providers().iter().find(|one| one.id().as_str() == id).map_or(id, |one| one.name())
    }

    /// Who a request comes from: a program that was let in, or a session by its token or by a browser's cookie; nobody, if it brings none that is
    /// good.
    pub async fn whoever_asks(&self, asked: &Parts) -> Result<Option<Profile<T>>, Problem> {
        if let Some(program) = asked.extensions.get::<Arc<Program<T>>>() {
            return Ok(Some(program.person.clone()));
        }
        let Some(token) = bearer(&asked.headers).or_else(|| self.brought(&asked.headers)) else { return Ok(None) };
        match self.service.signed_in(&token).await {
            Ok(found) => Ok(Some(found.person)),
            Err(IdentityError::Own(IdentityReason::NotSignedIn)) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Whom passkeys are made for: the house at its address, or, where it was given none, as the request calls it. Nobody, where browsers know
    /// no passkeys.
    pub(crate) fn relying_party(&self, headers: &HeaderMap) -> Option<RelyingParty> {
        match &self.base_url {
            Some(url) => RelyingParty::at(url),
            None => RelyingParty::at(&format!("http://{}", headers.get(header::HOST)?.to_str().ok()?)),
        }
    }

    /// The device that a request comes from, as this house may take it.
    pub(crate) fn seen(&self, here: Here) -> Here {
        Here { is_this_machine: here.is_this_machine && self.is_local, ..here }
    }

    /// The token that a browser brings.
    pub(crate) fn brought(&self, headers: &HeaderMap) -> Option<Token> {
        let brought = |name: &str| cookie_in(headers, name).and_then(Token::parse);
        let is_early = self.service.repo().db().clock().now().0 < EARLIER_COOKIE_UNTIL;
        brought(self.cookie.name()).or_else(|| brought(&earlier_cookie::<T>()).filter(|_| is_early))
    }
}

impl<T: People> Directory for SignIn<T> {
    fn whoever_asks<'a>(&'a self, asked: &'a Parts) -> BoxFuture<'a, Result<Option<Person>, Problem>> {
        Box::pin(async move { Ok(SignIn::whoever_asks(self, asked).await?.as_ref().map(as_known)) })
    }

    fn person<'a>(&'a self, id: &'a Word) -> BoxFuture<'a, Result<Option<Person>, Problem>> {
        Box::pin(async move { Ok(self.service.repo().person(id).await?.as_ref().map(as_known)) })
    }

    fn by_email<'a>(&'a self, email: &'a Word) -> BoxFuture<'a, Result<Option<Person>, Problem>> {
        Box::pin(async move {
            let Some(id) = self.service.repo().by_email(email).await? else { return Ok(None) };
            Ok(self.service.repo().person(&id).await?.as_ref().map(as_known))
        })
    }

    fn is_empty(&self) -> BoxFuture<'_, Result<bool, Problem>> {
        Box::pin(async move { Ok(self.service.is_empty().await?) })
    }
}

/// Somebody as apps know them.
pub fn as_known<T: People>(person: &Profile<T>) -> Person {
    let data = &person.data;
    Person {
        id: person.user_id.clone(),
        name: data.name.clone(),
        email: data.email_verified.then(|| person.email.clone()),
        lang: data.language.as_ref().and_then(|tag| Lang::by_tag(tag.as_str())),
        zone: T::zone(&data.own).map(str::to_owned),
        epoch: data.session_epoch.clone(),
        role: data.role(),
    }
}

/// The name of the cookie that keeps a browser signed in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SessionCookie {
    /// For a house at the root of an https address: browsers take it from this very host alone, so that no neighbour can plant one.
    Host,
    /// For a house below a path of an https address: the browser insists on https, and the path is the house's.
    Secure,
    /// For a house without https, where browsers refuse both.
    Plain,
}

impl SessionCookie {
    /// The one that fits a house at this address, below this path.
    pub fn at(public_url: &str, base: &str) -> Self {
        match (public_url.starts_with("https://"), base.is_empty()) {
            (true, true) => Self::Host,
            (true, false) => Self::Secure,
            (false, _) => Self::Plain,
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Host => "__Host-chabudai_session",
            Self::Secure => "__Secure-chabudai_session",
            Self::Plain => "chabudai_session",
        }
    }
}

/// Until when the cookie of before is honoured: the end of 2026, in Unix seconds, when the last session that has one is over. It has no prefix, so
/// that a neighbour on the same domain could plant one.
const EARLIER_COOKIE_UNTIL: i64 = 1_798_761_600;

/// The cookie of sessions that were opened while only one app had a sign-in. It is honoured until it expires, and none is set any more.
pub(crate) fn earlier_cookie<T: People>() -> String {
    format!("chabudai_session_{}", T::APP)
}

/// The cookie by which a browser is known that has signed in before.
pub(crate) const DEVICE_COOKIE: &str = "chabudai_device";

/// A [`Place`], by a request.
pub struct PlaceOf<T>(pub(crate) Place, pub(crate) PhantomData<T>);

/// The device that a request comes from.
impl<S: Send + Sync> FromRequestParts<S> for Here {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self {
            user_agent: user_agent::of(&parts.headers),
            client: parts.extensions.get::<Client>().map(|client| client.0),
            device: cookie_in(&parts.headers, DEVICE_COOKIE).map(str::to_owned),
            is_this_machine: is_this_machine(parts),
        })
    }
}

/// Where a passkey is made or used. Refused where browsers know none.
impl<S: Send + Sync, T: People> FromRequestParts<S> for PlaceOf<T>
where
    SignIn<T>: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let ui = Ui::from_request_parts(parts, state).await?;
        let known = SignIn::<T>::from_ref(state).relying_party(&parts.headers);
        let relying = known.ok_or(IdentityError::Own(IdentityReason::PasskeysNeedHttps))?;
        let browser = ui.visitor().unwrap_or_default().to_owned();
        Ok(Self(Place { party: relying, browser }, PhantomData))
    }
}

/// Whether a request comes from the machine that the house runs on, from a browser that calls it so. The name keeps out a page of elsewhere whose
/// own name leads to this machine; a proxy that says that it is one is none of ours. One that says nothing cannot be told from a browser, so
/// that a house with a public name takes nobody's word for it ([`SignIn::is_local`]).
fn is_this_machine(parts: &Parts) -> bool {
    const FORWARDED: [&str; 5] = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];
    let from_here = parts.extensions.get::<ConnectInfo<SocketAddr>>().is_some_and(|peer| peer.0.ip().to_canonical().is_loopback());
    let host = parts.headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    from_here && names_this_machine(host) && !FORWARDED.iter().any(|name| parts.headers.contains_key(*name))
}

/// Whether a host, with its port if it has one, is what a machine calls itself.
pub fn names_this_machine(host: &str) -> bool {
    let name = host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit())).map_or(host, |(name, _)| name);
    let name = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok_and(|ip| ip.to_canonical().is_loopback())
}

/// Whether an address is one that only this very machine is called by.
pub fn is_of_this_machine(url: &str) -> bool {
    let rest = url.split_once("://").map_or("", |(_, rest)| rest);
    names_this_machine(rest.split('/').next().unwrap_or_default())
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

/// The token of a session in an `Authorization` header, whatever else may stand there.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<Token> {
    if programs::brought(headers).is_some() {
        return None;
    }
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| Token::parse(token.trim())).flatten()
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn this_machine_is_told_from_what_only_passes_through_it() {
        let asked = |peer: &str, host: &str, more: Option<&str>| {
            let mut request = axum::http::Request::get("/").header("host", host);
            if let Some(name) = more {
                request = request.header(name, "192.0.2.1");
            }
            let mut parts = request.body(()).unwrap().into_parts().0;
            parts.extensions.insert(ConnectInfo(peer.parse::<SocketAddr>().unwrap()));
            is_this_machine(&parts)
        };
        for (peer, host) in [
            ("127.0.0.1:5", "127.0.0.1:8080"),
            ("[::1]:5", "[::1]:8080"),
            ("[::1]:5", "localhost"),
            ("[::ffff:127.0.0.1]:5", "LOCALHOST:80"),
        ] {
            assert!(asked(peer, host, None), "{peer} {host}");
        }
        for (peer, host) in [
            ("192.0.2.1:5", "127.0.0.1:8080"),
            ("127.0.0.1:5", "example.org"),
            ("127.0.0.1:5", ""),
            ("127.0.0.1:5", "127.0.0.1.example.org"),
        ] {
            assert!(!asked(peer, host, None), "{peer} {host}");
        }
        for header in ["forwarded", "x-forwarded-for", "X-Real-IP", "via"] {
            assert!(!asked("127.0.0.1:5", "localhost", Some(header)), "{header}");
        }
        assert!(!is_this_machine(&axum::http::Request::get("/").header("host", "localhost").body(()).unwrap().into_parts().0));
    }

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
