//! Joining: a name, an address and a password, then the code that went to the address.

use axum::Router;
use axum::extract::{FromRef, State as Of};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use chabudai_web::form::Form;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;

use super::sheet::{Draft, Field, PLAIN, Sheet, again, show};
use super::{Answer, ask_for_code, let_in, typed};
use crate::door::{Door, Knock, here};
use crate::error::IdentityError;
use crate::people::People;

static JOIN: Sheet = Sheet {
    action: "/join",
    title: "identity-join",
    lead: "identity-join-lead",
    is_way_in: true,
    fields: &[Field::Name, Field::Email, Field::FirstPassword],
    button: "identity-ask-code",
    links: &[("/sign-in", "identity-to-sign-in")],
    ..PLAIN
};

static JOIN_CODE: Sheet = Sheet {
    action: "/join/code",
    title: "identity-join",
    lead: "identity-code-lead",
    fields: &[Field::Email, Field::Code],
    button: "identity-join",
    links: &[("/join", "identity-to-code-again")],
    ..PLAIN
};

pub(super) fn routes<S, T>(routes: Router<S>, app: &str) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    T: People,
    Door<T>: FromRef<S>,
{
    routes.route(&format!("{app}/join"), get(join::<T>).post(ask::<T>)).route(&format!("{app}/join/code"), get(code::<T>).post(finish::<T>))
}

async fn join<T: People>(Of(door): Of<Door<T>>, ui: Ui, headers: HeaderMap) -> Answer {
    if !door.service.may_join().await? {
        return Err(IdentityError::SignUpClosed.into());
    }
    let ui = ui.inside(door.face, Vec::new());
    Ok(show(&door, &ui, &JOIN, &Draft { email: typed(&door, &headers), ..Draft::default() }))
}

async fn ask<T: People>(Of(door): Of<Door<T>>, ui: Ui, _: Knock<T>, form: Form) -> Answer {
    let ui = ui.inside(door.face, Vec::new());
    match door.service.ask_to_join(form.text("name"), form.text("email"), form.text("password")).await {
        Ok(_) => Ok(ask_for_code(&door, &ui, "/join/code", form.text("email"))),
        Err(error) => again(&door, &ui, &JOIN, &Draft::read(&form), error.into()),
    }
}

async fn code<T: People>(Of(door): Of<Door<T>>, ui: Ui, headers: HeaderMap) -> Response {
    let ui = ui.inside(door.face, Vec::new());
    let draft = Draft { email: typed(&door, &headers), may_join: true, ..Draft::default() };
    show(&door, &ui, &JOIN_CODE, &draft)
}

async fn finish<T: People>(Of(door): Of<Door<T>>, ui: Ui, headers: HeaderMap, _: Knock<T>, form: Form) -> Answer {
    let ui = ui.inside(door.face, Vec::new());
    match door.service.join(form.text("email"), form.text("code"), &here(&headers)).await {
        Ok(found) => {
            let toast = Toast::new("identity-toast-joined").about(&found.person.data.name);
            let_in(&door, &ui, &headers, &found, &door.path(""), &toast).await
        }
        Err(error) => again(&door, &ui, &JOIN_CODE, &Draft { may_join: true, ..Draft::read(&form) }, error.into()),
    }
}
