//! Joining, signing in, and one's own account.

mod account; // what is known of oneself, and the end of it
mod changes; // another name, another password, another address
pub mod devices; // where messages arrive
mod forgotten; // a password that was forgotten
mod form_page; // forms as data, and the page that shows one
mod invitations; // a link that lets somebody in
mod join; // join by a code
pub mod look_around; // a demo, without a password
mod moved; // where the pages were before
mod passkeys; // passkeys that open one's own account, and signing in by one
mod proof; // once more, who it is
mod provider; // signing in by an account at a provider
mod providers; // accounts at providers that open one's own
mod residents; // who lives here, for the operator
mod sessions; // where one is signed in
mod sign_in; // signing in and out
mod tokens; // what programs bring instead of a password

use axum::Router;
use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chabudai_web::asset_files;
use chabudai_web::assets::File;
use chabudai_web::people::Away;
use chabudai_web::problem::Problem;
use chabudai_web::site::{cookie_in, is_local};
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;

use crate::error::{IdentityError, IdentityReason};
use crate::people::People;
use crate::secret::Token;
use crate::service::SignedIn;
use crate::sign_in::{DEVICE_COOKIE, SignIn, earlier_cookie};

/// The pages of the house about its people.
pub fn routes<S, T>(routes: Router<S>) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    T: People,
    SignIn<T>: FromRef<S>,
{
    let routes = sign_in::routes::<S, T>(routes);
    let routes = provider::routes::<S, T>(routes);
    let routes = join::routes::<S, T>(routes);
    let routes = forgotten::routes::<S, T>(routes);
    let routes = account::routes::<S, T>(routes);
    let routes = sessions::routes::<S, T>(routes);
    let routes = devices::routes::<S, T>(routes);
    let routes = invitations::routes::<S, T>(routes);
    let routes = residents::routes::<S, T>(routes);
    let routes = tokens::routes::<S, T>(routes);
    let routes = providers::routes::<S, T>(routes);
    let routes = proof::routes::<S, T>(routes);
    let routes = passkeys::routes::<S, T>(routes);
    let routes = changes::routes::<S, T>(routes);
    moved::routes::<S, T>(routes)
}

/// The scripts of these pages.
pub const ASSETS: &[File] = asset_files!["passkeys.js"];

/// What a handler answers.
type Answer = Result<Response, Problem>;

/// Somebody who is signed in, by their browser's cookie, in front of a page of the house. An app puts its own places around it.
pub struct Visit<T: People> {
    /// The page.
    pub ui: Ui,
    /// The person and their session.
    pub found: SignedIn<T>,
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
            Ok(found) => Ok(Self { ui: ui.of_house(), found }),
            Err(IdentityError::Own(IdentityReason::NotSignedIn)) => Err(Away::to_sign_in(&ui, parts)),
            Err(error) => Err(Away::Problem(error.into())),
        }
    }
}

impl<T: People> Visit<T> {
    /// The page is one of the places.
    fn here(mut self, name: &'static str) -> Self {
        self.ui = self.ui.here(name);
        self
    }

    /// The page is below another one.
    fn below(mut self, path: &str) -> Self {
        let address = self.ui.at(path);
        self.ui = self.ui.back(address);
        self
    }
}

/// Where somebody is led after signing in: where they wanted to go, or the front of the house.
fn next_or_front(next: &str) -> &str {
    if is_local(next) { next } else { "/" }
}

/// How long a browser keeps a session's cookie: as long as the longest session. When it really ends is the session's own affair.
const LONGEST_SESSION: u64 = 30 * 24 * 60 * 60;

/// Lets somebody in: on to a page, with the new session's cookie. A session that this browser had before ends.
async fn let_in<T: People>(sign_in: &SignIn<T>, ui: &Ui, headers: &HeaderMap, found: &SignedIn<T>, next: &str, toast: &Toast) -> Answer {
    if let Some(before) = sign_in.brought(headers) {
        sign_in.service.replace(&before, found).await?;
    }
    let mut response = ui.go_saying(next, toast);
    let token = found.token.as_ref().map_or("", Token::reveal);
    response.headers_mut().append(header::SET_COOKIE, ui.cookie_for(sign_in.cookie.name(), token, LONGEST_SESSION));
    for gone in [&*earlier_cookie::<T>(), TYPED_COOKIE] {
        response.headers_mut().append(header::SET_COOKIE, ui.cookie(gone, ""));
    }
    response.headers_mut().append(header::SET_COOKIE, ui.renew_visitor());
    response.headers_mut().append(header::SET_COOKIE, ui.owned_by(found.person.user_id.as_str()));
    // Known from now on, whoever tries to guess from elsewhere.
    response.headers_mut().append(header::SET_COOKIE, ui.cookie(DEVICE_COOKIE, &sign_in.service.device_of(&found.person.email)));
    Ok(response)
}

/// On to the page where one signs in, signed out. What the device knows of wardrobes stays: a wardrobe belongs to whoever has its address and to no
/// account, a family's tablet has it for all of them, and the cookie may be the only place where that address is kept. Who wants a device to forget
/// one does that in the browser, knowingly.
fn let_out<T: People>(sign_in: &SignIn<T>, ui: &Ui, toast: &Toast) -> Response {
    let mut response = ui.go_saying("/sign-in", toast);
    for name in [sign_in.cookie.name(), &earlier_cookie::<T>(), TYPED_COOKIE] {
        response.headers_mut().append(header::SET_COOKIE, ui.cookie(name, ""));
    }
    response.headers_mut().append(header::SET_COOKIE, ui.renew_visitor());
    response
}

/// The cookie that carries the address to the page that asks for the code. In the page's address it would stand in histories and logs.
const TYPED_COOKIE: &str = "chabudai_typed";

/// On to the page that asks for the code.
fn ask_for_code(ui: &Ui, path: &str, email: &str) -> Response {
    let mut response = ui.go(path);
    let typed = ui.cookie_for(TYPED_COOKIE, &URL_SAFE_NO_PAD.encode(email.trim()), 60 * 60);
    response.headers_mut().append(header::SET_COOKIE, typed);
    response
}

/// The address that was typed on the page before.
fn typed(headers: &HeaderMap) -> String {
    let cookie = cookie_in(headers, TYPED_COOKIE).and_then(|value| URL_SAFE_NO_PAD.decode(value).ok());
    cookie.and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
}
