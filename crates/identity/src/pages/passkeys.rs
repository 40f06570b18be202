//! Passkeys: which ones, one more, another name, one less; and signing in by one.
//!
//! A passkey needs a script, which asks for options, hands them to the browser, and puts the answer into a form of the page. What follows is
//! as with every form: its token, a redirect, a toast.

use askama::Template;
use axum::Router;
use axum::extract::{FromRef, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use chabudai_web::form::Form;
use chabudai_web::input::Path;
use chabudai_web::output::Json;
use chabudai_web::problem::Problem;
use chabudai_web::site::{escaped, page_above};
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;
use chabudai_web::user_agent::known_as;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::provider::did_not_succeed;
use super::sessions::moment;
use super::{Answer, Visit, let_in, next_or_front, proof};
use crate::error::{IdentityError, IdentityReason};
use crate::model::Passkey;
use crate::passkey::{Asserted, Created};
use crate::patterns::MOST_PASSKEYS;
use crate::people::People;
use crate::service::Here;
use crate::sign_in::{AttemptLimit, PlaceOf, SignIn};

/// The page, below the house.
const PAGE: &str = "/account/passkeys";
/// Where a passkey signs in, and where it shows once more who it is.
pub(super) const SIGN_IN: &str = "/sign-in/passkey";
pub(super) const PROOF: &str = "/account/proof/passkey";

pub(super) fn routes<S, T>(routes: Router<S>) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    T: People,
    SignIn<T>: FromRef<S>,
{
    routes
        .route(SIGN_IN, post(submit_sign_in::<T>).get(page_above))
        .route(&format!("{SIGN_IN}/options"), post(sign_in_options::<T>).get(to_sign_in))
        .route(PROOF, post(submit_proof::<T>).get(page_above))
        .route(&format!("{PROOF}/options"), post(proof_options::<T>).get(to_passkeys))
        .route(PAGE, get(show_passkeys::<T>).post(add_passkey::<T>))
        .route(&format!("{PAGE}/options"), post(creation_options::<T>).get(page_above))
        .route(&format!("{PAGE}/{{id}}/name"), post(rename_passkey::<T>).get(to_passkeys))
        .route(&format!("{PAGE}/{{id}}/remove"), post(remove_passkey::<T>).get(to_passkeys))
}

/// The page, for who only opens the address of one of its forms.
async fn to_passkeys(ui: Ui) -> Response {
    ui.go(PAGE)
}

async fn to_sign_in(ui: Ui) -> Response {
    ui.go("/sign-in")
}

/// A passkey in words.
struct PasskeyRow {
    id: String,
    name: String,
    since: String,
    used: Option<String>,
}

impl PasskeyRow {
    fn of<T: People>(ui: &Ui, passkey: &Passkey<T>) -> Self {
        let data = &passkey.data;
        let used = data.last_used_at.map(|at| moment(ui, at));
        Self { id: data.id.to_string(), name: data.name.clone(), since: moment(ui, passkey.created_at), used }
    }
}

#[derive(Template)]
#[template(path = "identity/passkeys.html")]
struct PasskeysPage<'a> {
    ui: &'a Ui,
    all: Vec<PasskeyRow>,
    /// The domain that they are made for; none where browsers know no passkeys.
    rp_id: Option<String>,
    /// There is room for one more.
    has_room: bool,
    /// What one that is made here would be called.
    name: String,
}

async fn show_passkeys<T: People>(State(sign_in): State<SignIn<T>>, visit: Visit<T>, headers: HeaderMap, here: Here) -> Answer {
    let visit = visit.below("/account");
    // Before the buttons, not after one was pressed.
    if let Some(proof) = proof::first(&sign_in, &visit, PAGE) {
        return Ok(proof);
    }
    let mut passkeys = sign_in.service.repo().passkeys(&visit.found.person.user_id).await?;
    // A slot that was free is taken by the next one, so that the slots tell no order.
    passkeys.sort_by_key(|passkey| passkey.created_at);
    let ui = &visit.ui;
    let page = PasskeysPage {
        ui,
        has_room: passkeys.len() < MOST_PASSKEYS as usize,
        all: passkeys.iter().map(|passkey| PasskeyRow::of(ui, passkey)).collect(),
        rp_id: domain(&sign_in, &headers),
        name: device_name(ui, &here),
    };
    Ok(ui.show(&page))
}

/// The domain that passkeys are made for; none where browsers know no passkeys.
pub(super) fn domain<T: People>(sign_in: &SignIn<T>, headers: &HeaderMap) -> Option<String> {
    sign_in.relying_party(headers).map(|party| party.id().to_owned())
}

/// What people call the device that asks.
fn device_name(ui: &Ui, here: &Here) -> String {
    here.user_agent.as_deref().and_then(known_as).unwrap_or_else(|| ui.t("identity-some-device").into_owned())
}

/// What the script was answered by the browser.
fn credential<C: DeserializeOwned>(form: &Form, otherwise: IdentityReason) -> Result<C, IdentityError> {
    serde_json::from_str(form.text("credential")).map_err(|_| IdentityError::Own(otherwise))
}

async fn creation_options<T: People>(
    State(sign_in): State<SignIn<T>>,
    visit: Visit<T>,
    PlaceOf(place, _): PlaceOf<T>,
    _: AttemptLimit<T>,
    _: Form,
) -> Answer {
    let options = sign_in.service.begin_passkey(&visit.found, &place, &visit.ui.t("house-name")).await?;
    Ok(Json(options).into_response())
}

async fn add_passkey<T: People>(
    State(sign_in): State<SignIn<T>>,
    visit: Visit<T>,
    place: Result<PlaceOf<T>, Problem>,
    here: Here,
    _: AttemptLimit<T>,
    form: Form,
) -> Answer {
    let typed = form.text("name").trim();
    let name = if typed.is_empty() { device_name(&visit.ui, &here) } else { typed.to_owned() };
    let added = async {
        let made: Created = credential(&form, IdentityReason::PasskeyUnusable)?;
        let PlaceOf(place, _) = place.map_err(|_| IdentityError::Own(IdentityReason::PasskeysNeedHttps))?;
        sign_in.service.add_passkey(&visit.found, &place, &name, &made).await
    };
    match added.await {
        Ok(passkey) => Ok(visit.ui.go_saying(PAGE, &Toast::new("identity-toast-passkey-added").about(&passkey.data.name))),
        Err(error) => refused(&sign_in, &visit, error),
    }
}

/// The id in an address.
#[derive(Deserialize)]
struct At {
    id: String,
}

async fn rename_passkey<T: People>(State(sign_in): State<SignIn<T>>, visit: Visit<T>, Path(at): Path<At>, form: Form) -> Answer {
    let name = form.text("name");
    match sign_in.service.rename_passkey(&visit.found.person.user_id, &at.id, name).await {
        Ok(()) => Ok(visit.ui.go_saying(PAGE, &Toast::new("identity-toast-passkey-renamed").about(name.trim()))),
        Err(error) => refused(&sign_in, &visit, error),
    }
}

async fn remove_passkey<T: People>(State(sign_in): State<SignIn<T>>, visit: Visit<T>, Path(at): Path<At>, _: Form) -> Answer {
    match sign_in.service.remove_passkey(&visit.found, &at.id).await {
        Ok(passkey) => Ok(visit.ui.go_saying(PAGE, &Toast::new("identity-toast-passkey-removed").about(&passkey.data.name))),
        // It is gone already: the button was pressed twice.
        Err(IdentityError::NotFound(_)) => Ok(visit.ui.go(PAGE)),
        Err(error) => refused(&sign_in, &visit, error),
    }
}

/// Back to the list, which says why; or to the proof that is wanted first.
fn refused<T: People>(sign_in: &SignIn<T>, visit: &Visit<T>, error: IdentityError) -> Answer {
    proof::first(sign_in, visit, PAGE).map_or_else(|| did_not_succeed(&visit.ui, PAGE, error.into()), Ok)
}

async fn sign_in_options<T: People>(
    State(sign_in): State<SignIn<T>>,
    PlaceOf(place, _): PlaceOf<T>,
    _: AttemptLimit<T>,
    _: Form,
) -> Answer {
    Ok(Json(sign_in.service.begin_passkey_sign_in(&place).await?).into_response())
}

async fn submit_sign_in<T: People>(
    State(sign_in): State<SignIn<T>>,
    ui: Ui,
    PlaceOf(place, _): PlaceOf<T>,
    headers: HeaderMap,
    here: Here,
    _: AttemptLimit<T>,
    form: Form,
) -> Answer {
    let found = async {
        let shown: Asserted = credential(&form, IdentityReason::PasskeyRefused)?;
        sign_in.service.sign_in_by_passkey(&place, &shown, &here).await
    };
    match found.await {
        Ok(found) => {
            let toast = Toast::new("identity-toast-signed-in").about(&found.person.data.name);
            let_in(&sign_in, &ui, &headers, &found, next_or_front(form.text("next")), &toast).await
        }
        Err(error) => did_not_succeed(&ui, &onward("/sign-in", form.text("next")), error.into()),
    }
}

async fn proof_options<T: People>(
    State(sign_in): State<SignIn<T>>,
    visit: Visit<T>,
    PlaceOf(place, _): PlaceOf<T>,
    _: AttemptLimit<T>,
    _: Form,
) -> Answer {
    Ok(Json(sign_in.service.begin_passkey_proof(&visit.found, &place).await?).into_response())
}

async fn submit_proof<T: People>(
    State(sign_in): State<SignIn<T>>,
    visit: Visit<T>,
    PlaceOf(place, _): PlaceOf<T>,
    _: AttemptLimit<T>,
    form: Form,
) -> Answer {
    let next = form.text("next");
    let proven = async {
        let shown: Asserted = credential(&form, IdentityReason::PasskeyRefused)?;
        sign_in.service.prove_by_passkey(&visit.found, &place, &shown).await
    };
    match proven.await {
        Ok(()) => Ok(visit.ui.go(next_or_front(next))),
        Err(error) => did_not_succeed(&visit.ui, &onward("/account/proof", next), error.into()),
    }
}

/// A page that goes on to another one afterwards.
fn onward(page: &str, next: &str) -> String {
    if next.is_empty() { page.to_owned() } else { format!("{page}?next={}", escaped(next)) }
}
