//! Signing in and out.

use axum::Router;
use axum::extract::{FromRef, State as Of};
use axum::http::HeaderMap;
use axum::routing::{get, post};
use chabudai_web::form::Form;
use chabudai_web::input::Query;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;
use serde::Deserialize;

use super::sheet::{Draft, Field, PLAIN, Sheet, again, show};
use super::{Answer, Away, Visit, let_in, let_out, next_or_home};
use crate::door::{Door, Knock, here};
use crate::people::People;

static SIGN_IN: Sheet = Sheet {
    action: "/sign-in",
    title: "identity-sign-in",
    lead: "identity-sign-in-lead",
    is_way_in: true,
    fields: &[Field::Email, Field::Password],
    button: "identity-sign-in",
    links: &[("/forgotten", "identity-to-forgotten"), ("/join", "identity-to-join")],
    ..PLAIN
};

pub(super) fn routes<S, T>(routes: Router<S>, app: &str) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    T: People,
    Door<T>: FromRef<S>,
{
    routes.route(&format!("{app}/sign-in"), get(enter::<T>).post(sign_in::<T>)).route(&format!("{app}/sign-out"), post(sign_out::<T>))
}

#[derive(Deserialize)]
struct Parameters {
    next: Option<String>,
}

async fn enter<T: People>(Of(door): Of<Door<T>>, ui: Ui, visit: Result<Visit<T>, Away>, Query(given): Query<Parameters>) -> Answer {
    let next = given.next.unwrap_or_default();
    if visit.is_ok() {
        return Ok(ui.go(&next_or_home(&door, &next)));
    }
    let ui = ui.inside(door.face, Vec::new());
    let draft = Draft { next, may_join: door.service.may_join().await?, ..Draft::default() };
    Ok(show(&door, &ui, &SIGN_IN, &draft))
}

async fn sign_in<T: People>(Of(door): Of<Door<T>>, ui: Ui, headers: HeaderMap, _: Knock<T>, form: Form) -> Answer {
    let ui = ui.inside(door.face, Vec::new());
    match door.service.sign_in(form.text("email"), form.text("password"), &here(&headers)).await {
        Ok(found) => {
            let toast = Toast::new("identity-toast-signed-in").about(&found.person.data.name);
            let_in(&door, &ui, &headers, &found, &next_or_home(&door, form.text("next")), &toast).await
        }
        Err(error) => {
            let draft = Draft { may_join: door.service.may_join().await?, ..Draft::read(&form) };
            again(&door, &ui, &SIGN_IN, &draft, error.into())
        }
    }
}

async fn sign_out<T: People>(Of(door): Of<Door<T>>, ui: Ui, headers: HeaderMap, _: Form) -> Answer {
    if let Some(token) = door.brought(&headers) {
        door.service.sign_out(&token).await?;
    }
    Ok(let_out(&door, &ui, &Toast::new("identity-toast-signed-out")))
}
