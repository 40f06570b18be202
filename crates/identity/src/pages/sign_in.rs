//! Signing in and out.

use axum::Router;
use axum::extract::{FromRef, State};
use axum::http::HeaderMap;
use axum::routing::{get, post};
use chabudai_web::form::Form;
use chabudai_web::input::Query;
use chabudai_web::site::page_above;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;
use serde::Deserialize;

use super::form_page::{Draft, Field, FormPage, PLAIN, again, show};
use super::{Answer, Away, Visit, let_in, let_out, next_or_front, passkeys};
use crate::people::People;
use crate::service::Here;
use crate::sign_in::{AttemptLimit, SignIn};

static SIGN_IN: FormPage = FormPage {
    action: "/sign-in",
    title: "identity-sign-in",
    lead: "identity-sign-in-lead",
    is_way_in: true,
    passkey: Some((passkeys::SIGN_IN, "identity-by-passkey")),
    fields: &[Field::Email, Field::Password],
    button: "identity-sign-in",
    links: &[("/forgotten", "identity-to-forgotten"), ("/join", "identity-to-join")],
    ..PLAIN
};

pub(super) fn routes<S, T>(routes: Router<S>) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    T: People,
    SignIn<T>: FromRef<S>,
{
    routes
        .route("/sign-in", get(show_sign_in::<T>).post(submit_sign_in::<T>))
        .route("/sign-out", post(submit_sign_out::<T>).get(page_above))
}

#[derive(Deserialize)]
struct Parameters {
    next: Option<String>,
}

async fn show_sign_in<T: People>(
    State(sign_in): State<SignIn<T>>,
    ui: Ui,
    visit: Result<Visit<T>, Away>,
    headers: HeaderMap,
    Query(given): Query<Parameters>,
) -> Answer {
    let next = given.next.unwrap_or_default();
    if visit.is_ok() {
        return Ok(ui.go(next_or_front(&next)));
    }
    let passkey = passkeys::domain(&sign_in, &headers);
    let draft = Draft { next, may_join: sign_in.service.may_join().await?, passkey, ..Draft::default() };
    Ok(show(&sign_in, &ui, &SIGN_IN, &draft))
}

async fn submit_sign_in<T: People>(
    State(sign_in): State<SignIn<T>>,
    ui: Ui,
    headers: HeaderMap,
    here: Here,
    _: AttemptLimit<T>,
    form: Form,
) -> Answer {
    match sign_in.service.sign_in(form.text("email"), form.text("password"), &here).await {
        Ok(found) => {
            let toast = Toast::new("identity-toast-signed-in").about(&found.person.data.name);
            let_in(&sign_in, &ui, &headers, &found, next_or_front(form.text("next")), &toast).await
        }
        Err(error) => {
            let passkey = passkeys::domain(&sign_in, &headers);
            let draft = Draft { may_join: sign_in.service.may_join().await?, passkey, ..Draft::read(&form) };
            again(&sign_in, &ui, &SIGN_IN, &draft, error.into())
        }
    }
}

async fn submit_sign_out<T: People>(State(sign_in): State<SignIn<T>>, ui: Ui, headers: HeaderMap, form: Form) -> Answer {
    if let Some(token) = sign_in.brought(&headers) {
        let here = Some(form.text("device")).filter(|device| !device.is_empty());
        sign_in.service.sign_out(&token, here).await?;
    }
    Ok(let_out(&sign_in, &ui, &Toast::new("identity-toast-signed-out")))
}
