//! Once more, who it is: before what a borrowed device must not do.

use axum::Router;
use axum::extract::{FromRef, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::{get, post};
use chabudai_web::form::Form;
use chabudai_web::input::Query;
use chabudai_web::site::{escaped, page_above};
use serde::Deserialize;

use super::changes::own;
use super::form_page::{Draft, Field, FormPage, PLAIN, again, fitting, show};
use super::{Answer, Visit, next_or_front, passkeys};
use crate::error::IdentityError;
use crate::people::People;
use crate::service::Here;
use crate::sign_in::{AttemptLimit, SignIn};

static PROOF: FormPage = FormPage {
    action: "/account/proof",
    title: "identity-proof",
    lead: "identity-proof-lead",
    passkey: Some((passkeys::PROOF, "identity-proof-by-passkey")),
    fields: &[Field::CurrentPassword],
    button: "identity-proof-go",
    links: &[("/forgotten", "identity-to-forgotten")],
    ..PLAIN
};

/// For somebody who signs in by a provider and has no password.
static BY_CODE: FormPage = FormPage {
    action: "/account/proof/send",
    title: "identity-proof",
    lead: "identity-proof-by-code-lead",
    passkey: Some((passkeys::PROOF, "identity-proof-by-passkey")),
    button: "identity-ask-code",
    ..PLAIN
};

static CODE: FormPage = FormPage {
    action: "/account/proof/code",
    title: "identity-proof",
    lead: "identity-code-lead",
    fields: &[Field::Code],
    button: "identity-proof-go",
    ..PLAIN
};

pub(super) fn routes<S, T>(routes: Router<S>) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    T: People,
    SignIn<T>: FromRef<S>,
{
    routes
        .route("/account/proof", get(show_proof::<T>).post(submit_proof::<T>))
        .route("/account/proof/send", post(send_proof_code::<T>).get(page_above))
        .route("/account/proof/code", get(show_proof_code::<T>).post(submit_proof_code::<T>))
}

/// Where a page leads first whose visitor has not shown lately who they are; from there it comes back to the page.
pub(super) fn first<T: People>(sign_in: &SignIn<T>, visit: &Visit<T>, page: &str) -> Option<Response> {
    if sign_in.service.is_proven(&visit.found.session) {
        return None;
    }
    Some(visit.ui.go(&format!("/account/proof?next={}", escaped(page))))
}

/// The same for a form, unless it asks for the password itself.
pub(super) fn unless_asked<T: People>(sign_in: &SignIn<T>, visit: &Visit<T>, page: &FormPage) -> Option<Response> {
    if page.fields.contains(&Field::CurrentPassword) { None } else { first(sign_in, visit, page.action) }
}

/// Where to go on to.
#[derive(Deserialize)]
struct Onward {
    next: Option<String>,
}

impl Onward {
    fn draft<T: People>(self, visit: &Visit<T>) -> Draft {
        Draft { next: self.next.unwrap_or_default(), ..Draft::of(visit) }
    }
}

async fn show_proof<T: People>(
    State(sign_in): State<SignIn<T>>,
    visit: Visit<T>,
    headers: HeaderMap,
    Query(onward): Query<Onward>,
) -> Answer {
    let visit = visit.below("/account");
    let page = fitting(&sign_in, &visit, &PROOF, &BY_CODE).await?;
    let passkey = own_passkey(&sign_in, &visit, &headers).await?;
    Ok(show(&sign_in, &visit.ui, page, &Draft { passkey, ..onward.draft(&visit) }))
}

/// The domain of the visitor's passkeys, if they have any that would do here.
async fn own_passkey<T: People>(sign_in: &SignIn<T>, visit: &Visit<T>, headers: &HeaderMap) -> Result<Option<String>, IdentityError> {
    let Some(domain) = passkeys::domain(sign_in, headers) else { return Ok(None) };
    let has_any = !sign_in.service.repo().passkeys(&visit.found.person.user_id).await?.is_empty();
    Ok(has_any.then_some(domain))
}

async fn submit_proof<T: People>(
    State(sign_in): State<SignIn<T>>,
    visit: Visit<T>,
    headers: HeaderMap,
    _: AttemptLimit<T>,
    form: Form,
) -> Answer {
    let visit = visit.below("/account");
    match sign_in.service.prove_by_password(&visit.found, form.text("password")).await {
        Ok(()) => Ok(visit.ui.go(next_or_front(form.text("next")))),
        Err(error) => {
            let passkey = own_passkey(&sign_in, &visit, &headers).await?;
            let draft = Draft { next: form.text("next").to_owned(), passkey, ..Draft::of(&visit) };
            again(&sign_in, &visit.ui, &PROOF, &draft, own(error).into())
        }
    }
}

async fn send_proof_code<T: People>(State(sign_in): State<SignIn<T>>, visit: Visit<T>, _: AttemptLimit<T>, form: Form) -> Answer {
    sign_in.service.ask_to_prove(&visit.found).await?;
    let next = escaped(form.text("next"));
    Ok(visit.ui.go(&format!("/account/proof/code?next={next}")))
}

async fn show_proof_code<T: People>(State(sign_in): State<SignIn<T>>, visit: Visit<T>, Query(onward): Query<Onward>) -> Response {
    let visit = visit.below("/account");
    show(&sign_in, &visit.ui, &CODE, &onward.draft(&visit))
}

async fn submit_proof_code<T: People>(
    State(sign_in): State<SignIn<T>>,
    visit: Visit<T>,
    here: Here,
    _: AttemptLimit<T>,
    form: Form,
) -> Answer {
    let visit = visit.below("/account");
    match sign_in.service.prove_by_code(&visit.found, form.text("code"), &here).await {
        Ok(()) => Ok(visit.ui.go(next_or_front(form.text("next")))),
        Err(error) => again(&sign_in, &visit.ui, &CODE, &Draft::read(&form), error.into()),
    }
}
