//! Joining, signing in, and one's own account.

mod account; // what is known of oneself, and the end of it
mod changes; // another name, another password, another address
mod forgotten; // a password that was forgotten
mod form_page; // forms as data, and the page that shows one
mod join; // join by a code
mod proof; // once more, who it is
mod provider; // signing in by an account at a provider
mod providers; // accounts at providers that open one's own
mod sessions; // where one is signed in
mod sign_in; // signing in and out

use askama::Template;
use axum::Router;
use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chabudai_web::problem::Problem;
use chabudai_web::site::{AppInfo, cookie_in, escaped, is_local};
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;

use crate::error::{IdentityError, IdentityReason};
use crate::people::People;
use crate::secret::Token;
use crate::service::SignedIn;
use crate::sign_in::{DEVICE_COOKIE, SignIn};

/// The pages below an app's name, such as `/okusuri`.
pub fn routes<S, T>(routes: Router<S>, app: &str) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    T: People,
    SignIn<T>: FromRef<S>,
{
    let routes = sign_in::routes::<S, T>(routes, app);
    let routes = provider::routes::<S, T>(routes, app);
    let routes = join::routes::<S, T>(routes, app);
    let routes = forgotten::routes::<S, T>(routes, app);
    let routes = account::routes::<S, T>(routes, app);
    let routes = sessions::routes::<S, T>(routes, app);
    let routes = providers::routes::<S, T>(routes, app);
    let routes = proof::routes::<S, T>(routes, app);
    changes::routes::<S, T>(routes, app)
}

/// What a handler answers.
type Answer = Result<Response, Problem>;

/// Somebody who is signed in, by their browser's cookie, in front of a page of the app.
pub struct Visit<T: People> {
    /// The page.
    pub ui: Ui,
    /// The person and their session.
    pub found: SignedIn<T>,
}

/// Why somebody is not let in.
#[derive(Debug)]
pub enum Away {
    /// They are not signed in; this address, in this house, is where they sign in.
    SignIn(String),
    /// Something went wrong.
    Problem(Problem),
}

impl From<Problem> for Away {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl IntoResponse for Away {
    fn into_response(self) -> Response {
        match self {
            Self::SignIn(address) => (StatusCode::SEE_OTHER, [(header::LOCATION, address)]).into_response(),
            Self::Problem(problem) => problem.into_response(),
        }
    }
}

impl<S: Send + Sync, T: People> FromRequestParts<S> for Visit<T>
where
    SignIn<T>: FromRef<S>,
{
    type Rejection = Away;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Away> {
        let sign_in = SignIn::<T>::from_ref(state);
        let ui = Ui::from_request_parts(parts, state).await?;
        let found = match sign_in.brought(&parts.headers) {
            Some(token) => sign_in.service.signed_in(&token).await,
            None => Err(IdentityError::Own(IdentityReason::NotSignedIn)),
        };
        match found {
            Ok(found) => {
                let tabs = (sign_in.tabs)(&ui);
                Ok(Self { ui: ui.inside(sign_in.info, tabs), found })
            }
            Err(IdentityError::Own(IdentityReason::NotSignedIn)) => {
                // What a form was about to do is not done by coming back to its address.
                let wanted = parts.uri.path_and_query().filter(|_| parts.method == Method::GET).map(|path| escaped(path.as_str()));
                let next = wanted.map(|path| format!("?next={path}")).unwrap_or_default();
                Err(Away::SignIn(ui.at(&sign_in.path(&format!("/sign-in{next}")))))
            }
            Err(error) => Err(Away::Problem(error.into())),
        }
    }
}

impl<T: People> Visit<T> {
    /// The page is one of the app's places.
    pub fn here(mut self, name: &'static str) -> Self {
        self.ui = self.ui.here(name);
        self
    }

    /// The page is below another one of the app.
    fn below(mut self, sign_in: &SignIn<T>, rest: &str) -> Self {
        let address = self.ui.at(&sign_in.path(rest));
        self.ui = self.ui.back(address);
        self
    }
}

/// The addresses of an app, for templates.
struct Addresses(String);

impl Addresses {
    fn of<T: People>(sign_in: &SignIn<T>, ui: &Ui) -> Self {
        Self(ui.at(&sign_in.path("")))
    }

    fn at(&self, rest: &str) -> String {
        [&self.0, rest].concat()
    }
}

#[derive(Template)]
#[template(path = "identity/welcome.html")]
struct WelcomePage<'a> {
    ui: &'a Ui,
    a: Addresses,
    info: &'static AppInfo,
}

/// What stands in an empty house: whoever comes first may join.
pub fn welcome<T: People>(sign_in: &SignIn<T>, ui: Ui) -> Response {
    let ui = ui.inside(sign_in.info, Vec::new());
    ui.show(&WelcomePage { ui: &ui, a: Addresses::of(sign_in, &ui), info: sign_in.info })
}

/// Where somebody is led after signing in: a page of this app, or its home.
fn next_or_home<T: People>(sign_in: &SignIn<T>, next: &str) -> String {
    let home = sign_in.path("");
    let is_ours = next.strip_prefix(&home).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?']));
    if is_ours && is_local(next) { next.to_owned() } else { home }
}

/// How long a browser keeps a session's cookie: as long as the longest session. When it really ends is the session's own affair.
const LONGEST_SESSION: u64 = 30 * 24 * 60 * 60;

/// Lets somebody in: on to a page, with the new session's cookie. A session that this browser had before ends.
async fn let_in<T: People>(sign_in: &SignIn<T>, ui: &Ui, headers: &HeaderMap, found: &SignedIn<T>, next: &str, toast: &Toast) -> Answer {
    if let Some(before) = sign_in.brought(headers) {
        sign_in.service.sign_out(&before).await?;
    }
    let mut response = ui.go_saying(next, toast);
    let token = found.token.as_ref().map_or("", Token::reveal);
    response.headers_mut().append(header::SET_COOKIE, ui.cookie_for(&sign_in.session_cookie(), token, LONGEST_SESSION));
    response.headers_mut().append(header::SET_COOKIE, ui.cookie(&typed_cookie(sign_in), ""));
    response.headers_mut().append(header::SET_COOKIE, ui.renew_visitor());
    // Known from now on, whoever tries to guess from elsewhere.
    response.headers_mut().append(header::SET_COOKIE, ui.cookie(DEVICE_COOKIE, &sign_in.service.device_of(&found.person.email)));
    Ok(response)
}

/// On to the page where one signs in, signed out.
fn let_out<T: People>(sign_in: &SignIn<T>, ui: &Ui, toast: &Toast) -> Response {
    let mut response = ui.go_saying(&sign_in.path("/sign-in"), toast);
    for name in [sign_in.session_cookie(), typed_cookie(sign_in)] {
        response.headers_mut().append(header::SET_COOKIE, ui.cookie(&name, ""));
    }
    response.headers_mut().append(header::SET_COOKIE, ui.renew_visitor());
    response
}

/// The cookie that carries the address to the page that asks for the code. In the page's address it would stand in histories and logs.
fn typed_cookie<T: People>(sign_in: &SignIn<T>) -> String {
    format!("chabudai_typed_{}", sign_in.info.name)
}

/// On to the page that asks for the code.
fn ask_for_code<T: People>(sign_in: &SignIn<T>, ui: &Ui, rest: &str, email: &str) -> Response {
    let mut response = ui.go(&sign_in.path(rest));
    let typed = ui.cookie_for(&typed_cookie(sign_in), &URL_SAFE_NO_PAD.encode(email.trim()), 60 * 60);
    response.headers_mut().append(header::SET_COOKIE, typed);
    response
}

/// The address that was typed on the page before.
fn typed<T: People>(sign_in: &SignIn<T>, headers: &HeaderMap) -> String {
    let cookie = cookie_in(headers, &typed_cookie(sign_in)).and_then(|value| URL_SAFE_NO_PAD.decode(value).ok());
    cookie.and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
}
