//! A password that was forgotten: an address, then the code that went there and another password.

use axum::Router;
use axum::extract::{FromRef, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use chabudai_web::form::Form;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;

use super::form_page::{Draft, Field, FormPage, PLAIN, again, show};
use super::{Answer, Away, Visit, ask_for_code, let_out, typed};
use crate::people::People;
use crate::service::Here;
use crate::sign_in::{AttemptLimit, SignIn};

static FORGOTTEN: FormPage = FormPage {
    action: "/forgotten",
    title: "identity-forgotten",
    lead: "identity-forgotten-lead",
    fields: &[Field::Email],
    button: "identity-ask-code",
    links: &[("/sign-in", "identity-to-sign-in")],
    ..PLAIN
};

/// For somebody who is signed in.
static FORGOTTEN_INSIDE: FormPage =
    FormPage { title: "identity-make-password", lead: "identity-make-password-lead", links: &[], ..FORGOTTEN };

static FORGOTTEN_CODE: FormPage = FormPage {
    action: "/forgotten/code",
    title: "identity-forgotten",
    lead: "identity-code-lead",
    fields: &[Field::Email, Field::Code, Field::AnotherPassword],
    button: "identity-change-password",
    links: &[("/forgotten", "identity-to-code-again")],
    ..PLAIN
};

pub(super) fn routes<S, T>(routes: Router<S>) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    T: People,
    SignIn<T>: FromRef<S>,
{
    routes
        .route("/forgotten", get(show_forgotten::<T>).post(submit_forgotten::<T>))
        .route("/forgotten/code", get(show_forgotten_code::<T>).post(submit_forgotten_code::<T>))
}

async fn show_forgotten<T: People>(State(sign_in): State<SignIn<T>>, ui: Ui, visit: Result<Visit<T>, Away>) -> Response {
    // Who signs in by a provider comes here from their account, to choose a first password: their address is known.
    if let Ok(visit) = visit {
        let visit = visit.below("/account");
        let email = visit.found.person.email.to_string();
        return show(&sign_in, &visit.ui, &FORGOTTEN_INSIDE, &Draft { email, ..Draft::default() });
    }
    show(&sign_in, &ui, &FORGOTTEN, &Draft::default())
}

async fn submit_forgotten<T: People>(State(sign_in): State<SignIn<T>>, ui: Ui, _: AttemptLimit<T>, form: Form) -> Answer {
    match sign_in.service.ask_to_reset(form.text("email")).await {
        Ok(_) => Ok(ask_for_code(&ui, "/forgotten/code", form.text("email"))),
        Err(error) => again(&sign_in, &ui, &FORGOTTEN, &Draft::read(&form), error.into()),
    }
}

async fn show_forgotten_code<T: People>(State(sign_in): State<SignIn<T>>, ui: Ui, headers: HeaderMap) -> Response {
    show(&sign_in, &ui, &FORGOTTEN_CODE, &Draft { email: typed(&headers), ..Draft::default() })
}

async fn submit_forgotten_code<T: People>(State(sign_in): State<SignIn<T>>, ui: Ui, here: Here, _: AttemptLimit<T>, form: Form) -> Answer {
    match sign_in.service.reset(form.text("email"), form.text("code"), form.text("password"), &here).await {
        Ok(()) => Ok(let_out(&sign_in, &ui, &Toast::new("identity-toast-password-reset"))),
        Err(error) => again(&sign_in, &ui, &FORGOTTEN_CODE, &Draft::read(&form), error.into()),
    }
}
