//! Another name, another password, another address.

use axum::Router;
use axum::extract::{FromRef, State as Of};
use axum::http::{HeaderMap, header};
use axum::response::Response;
use axum::routing::get;
use chabudai_web::form::Form;
use chabudai_web::toast::Toast;

use super::sheet::{Draft, Field, PLAIN, Sheet, again, fitting, show};
use super::{Answer, Visit, ask_for_code, typed, typed_cookie};
use crate::door::{Door, Knock};
use crate::error::IdentityError;
use crate::people::People;

static NAME: Sheet = Sheet {
    action: "/account/name",
    title: "identity-change-name",
    lead: "identity-change-name-lead",
    fields: &[Field::Name],
    button: "identity-change-name",
    ..PLAIN
};

static PASSWORD: Sheet = Sheet {
    action: "/account/password",
    title: "identity-change-password",
    lead: "identity-password-lead",
    fields: &[Field::Password, Field::NewPassword],
    button: "identity-change-password",
    links: &[("/forgotten", "identity-to-forgotten")],
    ..PLAIN
};

static EMAIL: Sheet = Sheet {
    action: "/account/email",
    title: "identity-change-email",
    lead: "identity-email-lead",
    fields: &[Field::NewEmail, Field::Password],
    button: "identity-ask-code",
    ..PLAIN
};

/// For somebody who signs in elsewhere and has no password.
static EMAIL_ALONE: Sheet = Sheet { fields: &[Field::NewEmail], ..EMAIL };

static EMAIL_CODE: Sheet = Sheet {
    action: "/account/email/code",
    title: "identity-change-email",
    lead: "identity-code-lead",
    fields: &[Field::NewEmail, Field::Code],
    button: "identity-change-email",
    links: &[("/account/email", "identity-to-code-again")],
    ..PLAIN
};

pub(super) fn routes<S, T>(routes: Router<S>, app: &str) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    T: People,
    Door<T>: FromRef<S>,
{
    routes
        .route(&format!("{app}/account/name"), get(name::<T>).post(rename::<T>))
        .route(&format!("{app}/account/password"), get(password::<T>).post(change_password::<T>))
        .route(&format!("{app}/account/email"), get(email::<T>).post(ask_to_move::<T>))
        .route(&format!("{app}/account/email/code"), get(email_code::<T>).post(move_to::<T>))
}

async fn name<T: People>(Of(door): Of<Door<T>>, visit: Visit<T>) -> Response {
    let visit = visit.below(&door, "/account");
    show(&door, &visit.ui, &NAME, &Draft { name: visit.found.person.data.name.clone(), ..Draft::default() })
}

async fn rename<T: People>(Of(door): Of<Door<T>>, visit: Visit<T>, form: Form) -> Answer {
    let visit = visit.below(&door, "/account");
    match door.service.rename(&visit.found.person.user_id, form.text("name")).await {
        Ok(()) => {
            let toast = Toast::new("identity-toast-name-changed").about(form.text("name").trim());
            Ok(visit.ui.go_saying(&door.path("/account"), &toast))
        }
        Err(error) => again(&door, &visit.ui, &NAME, &Draft::read(&form), error.into()),
    }
}

async fn password<T: People>(Of(door): Of<Door<T>>, visit: Visit<T>) -> Response {
    let visit = visit.below(&door, "/account");
    show(&door, &visit.ui, &PASSWORD, &Draft::of(&visit))
}

async fn change_password<T: People>(Of(door): Of<Door<T>>, visit: Visit<T>, _: Knock<T>, form: Form) -> Answer {
    let visit = visit.below(&door, "/account");
    let (person, here) = (&visit.found.person, &visit.found.session.session_id);
    match door.service.change_password(person, form.text("password"), form.text("newPassword"), here).await {
        Ok(()) => Ok(visit.ui.go_saying(&door.path("/account"), &Toast::new("identity-toast-password-changed"))),
        Err(error) => again(&door, &visit.ui, &PASSWORD, &Draft::of(&visit), own(error).into()),
    }
}

/// Who is signed in already is not told that the address may be wrong.
pub(super) fn own(error: IdentityError) -> IdentityError {
    match error {
        IdentityError::WrongPassword => {
            IdentityError::Invalid { field: "password", code: "identity.not_your_password", message: "This is not your password." }
        }
        other => other,
    }
}

async fn email<T: People>(Of(door): Of<Door<T>>, visit: Visit<T>) -> Answer {
    let visit = visit.below(&door, "/account");
    let sheet = fitting(&door, &visit, &EMAIL, &EMAIL_ALONE).await?;
    Ok(show(&door, &visit.ui, sheet, &Draft::of(&visit)))
}

async fn ask_to_move<T: People>(Of(door): Of<Door<T>>, visit: Visit<T>, _: Knock<T>, form: Form) -> Answer {
    let visit = visit.below(&door, "/account");
    let sheet = fitting(&door, &visit, &EMAIL, &EMAIL_ALONE).await?;
    let person = &visit.found.person;
    let asked = async {
        // An address that is none must not cost a try.
        crate::email::parse(form.text("email"))?;
        if sheet.fields.contains(&Field::Password) {
            door.service.prove(person, form.text("password")).await.map_err(own)?;
        }
        door.service.ask_to_move(person, form.text("email")).await
    };
    match asked.await {
        Ok(_) => Ok(ask_for_code(&door, &visit.ui, "/account/email/code", form.text("email"))),
        Err(error) => {
            let draft = Draft { username: person.email.to_string(), ..Draft::read(&form) };
            again(&door, &visit.ui, sheet, &draft, error.into())
        }
    }
}

async fn email_code<T: People>(Of(door): Of<Door<T>>, visit: Visit<T>, headers: HeaderMap) -> Response {
    let visit = visit.below(&door, "/account/email");
    show(&door, &visit.ui, &EMAIL_CODE, &Draft { email: typed(&door, &headers), ..Draft::default() })
}

async fn move_to<T: People>(Of(door): Of<Door<T>>, visit: Visit<T>, _: Knock<T>, form: Form) -> Answer {
    let visit = visit.below(&door, "/account/email");
    match door.service.move_to(&visit.found.person, form.text("email"), form.text("code")).await {
        Ok(()) => {
            let mut response = visit.ui.go_saying(&door.path("/account"), &Toast::new("identity-toast-email-changed"));
            response.headers_mut().append(header::SET_COOKIE, visit.ui.cookie(&typed_cookie(&door), ""));
            Ok(response)
        }
        Err(error) => again(&door, &visit.ui, &EMAIL_CODE, &Draft::read(&form), error.into()),
    }
}
