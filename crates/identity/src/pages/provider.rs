//! Signing in by an account at a provider: out by a button, back by an address.

use askama::Template;
use axum::Router;
use axum::extract::{FromRef, State};
use axum::http::{HeaderMap, header};
use axum::response::Response;
use axum::routing::{get, post};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chabudai_web::form::Form;
use chabudai_web::input::{Path, Query};
use chabudai_web::problem::Problem;
use chabudai_web::site::{cookie_in, is_same, page_above};
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;
use serde::Deserialize;

use super::{Answer, Away, Visit, let_in, next_or_front, providers};
use crate::error::{IdentityError, IdentityReason};
use crate::oidc::Begun;
use crate::people::People;
use crate::service::Here;
use crate::sign_in::{AttemptLimit, SignIn};

pub(super) fn routes<S, T>(routes: Router<S>) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    T: People,
    SignIn<T>: FromRef<S>,
{
    routes
        .route("/sign-in/{provider}", post(begin_sign_in::<T>).get(page_above))
        .route("/sign-in/{provider}/callback", get(finish_sign_in::<T>))
        .route(&format!("/{}/sign-in/{{provider}}/callback", T::APP), get(finish_sign_in::<T>))
}

/// The provider in an address.
#[derive(Deserialize)]
pub(super) struct At {
    pub(super) provider: String,
}

/// What a browser keeps at the end, where somebody is signed in and adds an account.
const LINK: &str = ".link";

/// How long a browser keeps what was begun, in seconds.
const KEPT: u64 = 10 * 60;

const STATE_COOKIE: &str = "chabudai_state";

/// Where the provider sends people back to: an address that operators have registered at their providers, so it is the one that it was when
/// one app alone had a sign-in.
pub(super) fn callback<T: People>(ui: &Ui, provider: &str) -> String {
    ui.far(&format!("/{}/sign-in/{provider}/callback", T::APP))
}

#[derive(Template)]
#[template(path = "identity/onward.html")]
struct OnwardPage<'a> {
    ui: &'a Ui,
    url: &'a str,
    provider: &'a str,
}

/// The answer is a page that goes on by itself, not a redirection: our policy lets no form lead to another site, and browsers count where
/// a form is redirected to. The browser keeps what was begun, to come back with it.
pub(super) fn onward<T: People>(sign_in: &SignIn<T>, ui: &Ui, provider: &str, begun: &Begun, next: &str, is_link: bool) -> Response {
    let mut response = ui.show(&OnwardPage { ui, url: &begun.url, provider: sign_in.provider_name(provider) });
    let kept = format!("{provider}.{}.{}{}", begun.state, URL_SAFE_NO_PAD.encode(next), if is_link { LINK } else { "" });
    response.headers_mut().append(header::SET_COOKIE, ui.cookie_for(STATE_COOKIE, &kept, KEPT));
    response
}

async fn begin_sign_in<T: People>(State(sign_in): State<SignIn<T>>, ui: Ui, Path(at): Path<At>, _: AttemptLimit<T>, form: Form) -> Answer {
    match sign_in.service.begin_provider_sign_in(&at.provider, &callback::<T>(&ui, &at.provider)).await {
        Ok(begun) => Ok(onward(&sign_in, &ui, &at.provider, &begun, form.text("next"), false)),
        Err(error) => did_not_succeed(&ui, "/sign-in", error.into()),
    }
}

/// What a provider adds to the address.
#[derive(Deserialize)]
struct Parameters {
    state: Option<String>,
    code: Option<String>,
    error: Option<String>,
}

#[expect(clippy::too_many_arguments, reason = "each is a part of the request, and axum hands them over one by one")]
async fn finish_sign_in<T: People>(
    State(sign_in): State<SignIn<T>>,
    ui: Ui,
    visit: Result<Visit<T>, Away>,
    headers: HeaderMap,
    here: Here,
    Path(at): Path<At>,
    _: AttemptLimit<T>,
    Query(given): Query<Parameters>,
) -> Answer {
    let here = sign_in.seen(here);
    let kept = cookie_in(&headers, STATE_COOKIE).and_then(|kept| Kept::parse(kept, &at.provider));
    let is_link = kept.as_ref().is_some_and(|kept| kept.is_link);
    let outcome = async {
        let kept = kept
            .filter(|kept| is_same(kept.state, given.state.as_deref().unwrap_or_default()))
            .ok_or(IdentityError::Own(IdentityReason::WrongState))?;
        // Whatever else it says, nobody has signed in.
        let code = given.code.as_deref().filter(|_| given.error.is_none()).ok_or(match given.error.as_deref() {
            Some("access_denied") => IdentityError::Own(IdentityReason::Cancelled),
            _ => IdentityError::Own(IdentityReason::ProviderAnswer),
        })?;
        let callback = callback::<T>(&ui, &at.provider);
        if is_link {
            let visit = visit.map_err(|_| IdentityError::Own(IdentityReason::WrongState))?;
            sign_in.service.finish_linking(&visit.found.person, &at.provider, kept.state, code, &callback).await?;
            return Ok(None);
        }
        let found = sign_in.service.finish_provider_sign_in(&at.provider, kept.state, code, &callback, &here).await?;
        Ok::<_, IdentityError>(Some((found, kept.next())))
    };
    let mut response = match outcome.await {
        Ok(Some((found, next))) => {
            let toast = Toast::new("identity-toast-signed-in").about(&found.person.data.name);
            let_in(&sign_in, &ui, &headers, &found, next_or_front(&next), &toast).await?
        }
        Ok(None) => ui.go_saying(providers::PAGE, &Toast::new("identity-toast-linked").about(sign_in.provider_name(&at.provider))),
        Err(error) if is_link => providers::refused(&ui, error)?,
        Err(error) => did_not_succeed(&ui, "/sign-in", error.into())?,
    };
    response.headers_mut().append(header::SET_COOKIE, ui.cookie(STATE_COOKIE, ""));
    Ok(response)
}

/// Back to a page, which says why. What is our own trouble is told as such.
pub(super) fn did_not_succeed(ui: &Ui, path: &str, problem: Problem) -> Answer {
    if !problem.is_about_input() && problem.code != IdentityError::Own(IdentityReason::ProviderUnavailable).code() {
        return Err(problem);
    }
    Ok(ui.go_saying(path, &Toast::of(&problem)))
}

/// What a browser kept of a sign-in that was begun.
struct Kept<'a> {
    state: &'a str,
    next: &'a str,
    is_link: bool,
}

impl<'a> Kept<'a> {
    fn parse(cookie: &'a str, provider: &str) -> Option<Self> {
        let (begun_at, rest) = cookie.split_once('.')?;
        let (state, next) = rest.split_once('.')?;
        let (next, is_link) = next.strip_suffix(LINK).map_or((next, false), |next| (next, true));
        (begun_at == provider && !state.is_empty()).then_some(Self { state, next, is_link })
    }

    fn next(&self) -> String {
        URL_SAFE_NO_PAD.decode(self.next).ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_begun_at_one_provider_does_not_end_at_another() {
        let kept = Kept::parse("google.abc.L29rdXN1cmk", "google").unwrap();
        assert_eq!((kept.state, kept.next().as_str(), kept.is_link), ("abc", "/okusuri", false));
        let kept = Kept::parse("google.abc.L29rdXN1cmk.link", "google").unwrap();
        assert_eq!((kept.state, kept.next().as_str(), kept.is_link), ("abc", "/okusuri", true));
        for wrong in ["home.abc.L29rdXN1cmk", "google..x", "google.abc", "google", ""] {
            assert!(Kept::parse(wrong, "google").is_none(), "{wrong}");
        }
        assert!(is_same("abc", "abc") && !is_same("abc", "abd") && !is_same("abc", "") && !is_same("abc", "abcd"));
    }
}
