//! A password that was forgotten: an address, then the code that went there and another password.

use axum::Router;
use axum::extract::{FromRef, State as Of};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use chabudai_web::form::Form;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;

use super::sheet::{Draft, Field, PLAIN, Sheet, again, show};
use super::{Answer, Away, Visit, ask_for_code, let_out, typed};
use crate::door::{Door, Knock};
use crate::people::People;

static FORGOTTEN: Sheet = Sheet {
    action: "/forgotten",
    title: "identity-forgotten",
    lead: "identity-forgotten-lead",
    fields: &[Field::Email],
    button: "identity-ask-code",
    links: &[("/sign-in", "identity-to-sign-in")],
    ..PLAIN
};

/// For somebody who is signed in.
static FORGOTTEN_INSIDE: Sheet = Sheet { title: "identity-make-password", lead: "identity-make-password-lead", links: &[], ..FORGOTTEN };

static FORGOTTEN_CODE: Sheet = Sheet {
    action: "/forgotten/code",
    title: "identity-forgotten",
    lead: "identity-code-lead",
    fields: &[Field::Email, Field::Code, Field::FirstPassword],
    button: "identity-change-password",
    links: &[("/forgotten", "identity-to-code-again")],
    ..PLAIN
};

pub(super) fn routes<S, T>(routes: Router<S>, app: &str) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    T: People,
    Door<T>: FromRef<S>,
{
    routes
        .route(&format!("{app}/forgotten"), get(forgotten::<T>).post(ask::<T>))
        .route(&format!("{app}/forgotten/code"), get(code::<T>).post(finish::<T>))
}

async fn forgotten<T: People>(Of(door): Of<Door<T>>, ui: Ui, visit: Result<Visit<T>, Away>) -> Response {
    // Who signs in elsewhere comes here from their account, to choose a first password: their address is known.
    if let Ok(visit) = visit {
        let visit = visit.below(&door, "/account");
        let email = visit.found.person.email.to_string();
        return show(&door, &visit.ui, &FORGOTTEN_INSIDE, &Draft { email, ..Draft::default() });
    }
    let ui = ui.inside(door.face, Vec::new());
    show(&door, &ui, &FORGOTTEN, &Draft::default())
}

async fn ask<T: People>(Of(door): Of<Door<T>>, ui: Ui, _: Knock<T>, form: Form) -> Answer {
    let ui = ui.inside(door.face, Vec::new());
    match door.service.ask_to_reset(form.text("email")).await {
        Ok(_) => Ok(ask_for_code(&door, &ui, "/forgotten/code", form.text("email"))),
        Err(error) => again(&door, &ui, &FORGOTTEN, &Draft::read(&form), error.into()),
    }
}

async fn code<T: People>(Of(door): Of<Door<T>>, ui: Ui, headers: HeaderMap) -> Response {
    let ui = ui.inside(door.face, Vec::new());
    show(&door, &ui, &FORGOTTEN_CODE, &Draft { email: typed(&door, &headers), ..Draft::default() })
}

async fn finish<T: People>(Of(door): Of<Door<T>>, ui: Ui, _: Knock<T>, form: Form) -> Answer {
    let ui = ui.inside(door.face, Vec::new());
    match door.service.reset(form.text("email"), form.text("code"), form.text("password")).await {
        Ok(()) => Ok(let_out(&door, &ui, &Toast::new("identity-toast-password-reset"))),
        Err(error) => again(&door, &ui, &FORGOTTEN_CODE, &Draft::read(&form), error.into()),
    }
}
