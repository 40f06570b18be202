//! Another name, another password, another address.

use axum::Router;
use axum::extract::{FromRef, State};
use axum::http::{HeaderMap, header};
use axum::response::Response;
use axum::routing::get;
use chabudai_web::form::Form;
use chabudai_web::toast::Toast;

use super::form_page::{Draft, Field, FormPage, PLAIN, again, fitting, show};
use super::{Answer, TYPED_COOKIE, Visit, ask_for_code, proof, typed};
use crate::error::{IdentityError, IdentityReason};
use crate::people::People;
use crate::service::Here;
use crate::sign_in::{AttemptLimit, SignIn};

static NAME: FormPage = FormPage {
    action: "/account/name",
    title: "identity-change-name",
    lead: "identity-change-name-lead",
    fields: &[Field::Name],
    button: "identity-change-name",
    ..PLAIN
};

static PASSWORD: FormPage = FormPage {
    action: "/account/password",
    title: "identity-change-password",
    lead: "identity-password-lead",
    fields: &[Field::CurrentPassword, Field::NewPassword],
    button: "identity-change-password",
    links: &[("/forgotten", "identity-to-forgotten")],
    ..PLAIN
};

static EMAIL: FormPage = FormPage {
    action: "/account/email",
    title: "identity-change-email",
    lead: "identity-email-lead",
    fields: &[Field::NewEmail, Field::CurrentPassword],
    button: "identity-ask-code",
    ..PLAIN
};

/// For somebody who signs in by a provider and has no password.
static EMAIL_ALONE: FormPage = FormPage { fields: &[Field::NewEmail], ..EMAIL };

static EMAIL_CODE: FormPage = FormPage {
    action: "/account/email/code",
    title: "identity-change-email",
    lead: "identity-code-lead",
    fields: &[Field::NewEmail, Field::Code],
    button: "identity-change-email",
    links: &[("/account/email", "identity-to-code-again")],
    ..PLAIN
};

pub(super) fn routes<S, T>(routes: Router<S>) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    T: People,
    SignIn<T>: FromRef<S>,
{
    routes
        .route("/account/name", get(show_name::<T>).post(submit_name::<T>))
        .route("/account/password", get(show_password::<T>).post(submit_password::<T>))
        .route("/account/email", get(show_email::<T>).post(submit_email::<T>))
        .route("/account/email/code", get(show_email_code::<T>).post(submit_email_code::<T>))
}

async fn show_name<T: People>(State(sign_in): State<SignIn<T>>, visit: Visit<T>) -> Response {
    let visit = visit.below("/account");
    show(&sign_in, &visit.ui, &NAME, &Draft { name: visit.found.person.data.name.clone(), ..Draft::default() })
}

async fn submit_name<T: People>(State(sign_in): State<SignIn<T>>, visit: Visit<T>, form: Form) -> Answer {
    let visit = visit.below("/account");
    match sign_in.service.rename(&visit.found.person.user_id, form.text("name")).await {
        Ok(()) => {
            let toast = Toast::new("identity-toast-name-changed").about(form.text("name").trim());
            Ok(visit.ui.go_saying("/account", &toast))
        }
        Err(error) => again(&sign_in, &visit.ui, &NAME, &Draft::read(&form), error.into()),
    }
}

async fn show_password<T: People>(State(sign_in): State<SignIn<T>>, visit: Visit<T>) -> Response {
    let visit = visit.below("/account");
    show(&sign_in, &visit.ui, &PASSWORD, &Draft::of(&visit))
}

async fn submit_password<T: People>(State(sign_in): State<SignIn<T>>, visit: Visit<T>, _: AttemptLimit<T>, form: Form) -> Answer {
    let visit = visit.below("/account");
    let (person, here) = (&visit.found.person, &visit.found.session.session_id);
    match sign_in.service.change_password(person, form.text("password"), form.text("newPassword"), here).await {
        Ok(()) => Ok(visit.ui.go_saying("/account", &Toast::new("identity-toast-password-changed"))),
        Err(error) => again(&sign_in, &visit.ui, &PASSWORD, &Draft::of(&visit), own(error).into()),
    }
}

/// Who is signed in already is not told that the address may be wrong.
pub(super) fn own(error: IdentityError) -> IdentityError {
    match error {
        IdentityError::Own(IdentityReason::WrongPassword) => {
            IdentityError::Invalid { field: "password", code: "identity.not_your_password", message: "This is not your password." }
        }
        other => other,
    }
}

async fn show_email<T: People>(State(sign_in): State<SignIn<T>>, visit: Visit<T>) -> Answer {
    let visit = visit.below("/account");
    let page = fitting(&sign_in, &visit, &EMAIL, &EMAIL_ALONE).await?;
    if let Some(proof) = proof::unless_asked(&sign_in, &visit, page) {
        return Ok(proof);
    }
    Ok(show(&sign_in, &visit.ui, page, &Draft::of(&visit)))
}

async fn submit_email<T: People>(State(sign_in): State<SignIn<T>>, visit: Visit<T>, _: AttemptLimit<T>, form: Form) -> Answer {
    let visit = visit.below("/account");
    let page = fitting(&sign_in, &visit, &EMAIL, &EMAIL_ALONE).await?;
    if let Some(proof) = proof::unless_asked(&sign_in, &visit, page) {
        return Ok(proof);
    }
    let person = &visit.found.person;
    let asked = async {
        // An address that is none must not cost a try.
        crate::email::parse(form.text("email"))?;
        sign_in.service.prove_with(&visit.found, form.text("password")).await.map_err(own)?;
        sign_in.service.ask_to_move(person, form.text("email")).await
    };
    match asked.await {
        Ok(_) => Ok(ask_for_code(&visit.ui, "/account/email/code", form.text("email"))),
        Err(error) => {
            let draft = Draft { username: person.email.to_string(), ..Draft::read(&form) };
            again(&sign_in, &visit.ui, page, &draft, error.into())
        }
    }
}

async fn show_email_code<T: People>(State(sign_in): State<SignIn<T>>, visit: Visit<T>, headers: HeaderMap) -> Response {
    let visit = visit.below("/account/email");
    show(&sign_in, &visit.ui, &EMAIL_CODE, &Draft { email: typed(&headers), ..Draft::default() })
}

async fn submit_email_code<T: People>(
    State(sign_in): State<SignIn<T>>,
    visit: Visit<T>,
    here: Here,
    _: AttemptLimit<T>,
    form: Form,
) -> Answer {
    let visit = visit.below("/account/email");
    let (person, session) = (&visit.found.person, &visit.found.session.session_id);
    match sign_in.service.move_to(person, session, form.text("email"), form.text("code"), &here).await {
        Ok(()) => {
            let mut response = visit.ui.go_saying("/account", &Toast::new("identity-toast-email-changed"));
            response.headers_mut().append(header::SET_COOKIE, visit.ui.cookie(TYPED_COOKIE, ""));
            Ok(response)
        }
        Err(error) => again(&sign_in, &visit.ui, &EMAIL_CODE, &Draft::read(&form), error.into()),
    }
}
