//! Signing in by an account elsewhere: out by a button, back by an address.

use askama::Template;
use axum::Router;
use axum::extract::{FromRef, State as Of};
use axum::http::{HeaderMap, header};
use axum::response::Response;
use axum::routing::{get, post};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chabudai_web::form::Form;
use chabudai_web::input::{Path, Query};
use chabudai_web::problem::Problem;
use chabudai_web::room::{cookie_in, is_same};
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;
use serde::Deserialize;

use super::{Answer, Away, Visit, let_in, linking, next_or_home};
use crate::door::{Door, Knock, here};
use crate::error::IdentityError;
use crate::oidc::Begun;
use crate::people::People;

pub(super) fn routes<S, T>(routes: Router<S>, app: &str) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    T: People,
    Door<T>: FromRef<S>,
{
    routes
        .route(&format!("{app}/sign-in/{{provider}}"), post(begin::<T>))
        .route(&format!("{app}/sign-in/{{provider}}/callback"), get(back::<T>))
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

fn state_cookie<T: People>(door: &Door<T>) -> String {
    format!("chabudai_state_{}", door.face.name)
}

/// Where the provider sends people back to.
pub(super) fn callback<T: People>(door: &Door<T>, ui: &Ui, provider: &str) -> String {
    ui.far(&door.path(&format!("/sign-in/{provider}/callback")))
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
pub(super) fn onward<T: People>(door: &Door<T>, ui: &Ui, provider: &str, begun: &Begun, next: &str, is_link: bool) -> Response {
    let mut response = ui.show(&OnwardPage { ui, url: &begun.url, provider: door.provider_name(provider) });
    let kept = format!("{provider}.{}.{}{}", begun.state, URL_SAFE_NO_PAD.encode(next), if is_link { LINK } else { "" });
    response.headers_mut().append(header::SET_COOKIE, ui.cookie_for(&state_cookie(door), &kept, KEPT));
    response
}

async fn begin<T: People>(Of(door): Of<Door<T>>, ui: Ui, Path(at): Path<At>, _: Knock<T>, form: Form) -> Answer {
    let ui = ui.inside(door.face, Vec::new());
    match door.service.begin_elsewhere(&at.provider, &callback(&door, &ui, &at.provider)).await {
        Ok(begun) => Ok(onward(&door, &ui, &at.provider, &begun, form.text("next"), false)),
        Err(error) => did_not_succeed(&ui, &door.path("/sign-in"), error.into()),
    }
}

/// What a provider adds to the address.
#[derive(Deserialize)]
struct Parameters {
    state: Option<String>,
    code: Option<String>,
    error: Option<String>,
}

async fn back<T: People>(
    Of(door): Of<Door<T>>,
    ui: Ui,
    visit: Result<Visit<T>, Away>,
    headers: HeaderMap,
    Path(at): Path<At>,
    _: Knock<T>,
    Query(given): Query<Parameters>,
) -> Answer {
    let ui = ui.inside(door.face, Vec::new());
    let kept = cookie_in(&headers, &state_cookie(&door)).and_then(|kept| Kept::parse(kept, &at.provider));
    let is_link = kept.as_ref().is_some_and(|kept| kept.is_link);
    let outcome = async {
        let kept = kept.filter(|kept| is_same(kept.state, given.state.as_deref().unwrap_or_default())).ok_or(IdentityError::WrongState)?;
        // Whatever else it says, nobody has signed in.
        let code = given.code.as_deref().filter(|_| given.error.is_none()).ok_or(match given.error.as_deref() {
            Some("access_denied") => IdentityError::Cancelled,
            _ => IdentityError::ProviderAnswer,
        })?;
        let callback = callback(&door, &ui, &at.provider);
        if is_link {
            let visit = visit.map_err(|_| IdentityError::WrongState)?;
            door.service.finish_linking(&visit.found.person, &at.provider, kept.state, code, &callback).await?;
            return Ok(None);
        }
        let found = door.service.finish_elsewhere(&at.provider, kept.state, code, &callback, &here(&headers)).await?;
        Ok::<_, IdentityError>(Some((found, kept.next())))
    };
    let mut response = match outcome.await {
        Ok(Some((found, next))) => {
            let toast = Toast::new("identity-toast-signed-in").about(&found.person.data.name);
            let_in(&door, &ui, &headers, &found, &next_or_home(&door, &next), &toast).await?
        }
        Ok(None) => ui.go_saying(&door.path(linking::PAGE), &Toast::new("identity-toast-linked").about(door.provider_name(&at.provider))),
        Err(error) if is_link => linking::refused(&door, &ui, error)?,
        Err(error) => did_not_succeed(&ui, &door.path("/sign-in"), error.into())?,
    };
    response.headers_mut().append(header::SET_COOKIE, ui.cookie(&state_cookie(&door), ""));
    Ok(response)
}

/// Back to a page, which says why. What is our own trouble is told as such.
pub(super) fn did_not_succeed(ui: &Ui, path: &str, problem: Problem) -> Answer {
    if !problem.is_about_input() && problem.code != IdentityError::ProviderUnavailable.code() {
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
