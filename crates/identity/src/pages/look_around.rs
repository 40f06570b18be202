//! Looking around in a demo as somebody who lives there, without a password. Only a house that was started as a demo has this route.

use std::sync::Arc;

use axum::Router;
use axum::extract::{FromRef, State};
use axum::http::HeaderMap;
use axum::routing::post;
use chabudai_web::form::Form;
use chabudai_web::site::page_above;
use chabudai_web::text::Lang;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;

use super::{Answer, let_in, next_or_front};
use crate::people::People;
use crate::service::Here;
use crate::sign_in::{AttemptLimit, SignIn};

/// As whom a visitor looks around: somebody's address, by the visitor's language.
type Guest = Arc<dyn Fn(Lang) -> Option<&'static str> + Send + Sync>;

struct LookAround<T: People> {
    sign_in: SignIn<T>,
    guest: Guest,
}

impl<T: People> Clone for LookAround<T> {
    fn clone(&self) -> Self {
        Self { sign_in: self.sign_in.clone(), guest: self.guest.clone() }
    }
}

impl<T: People> FromRef<LookAround<T>> for SignIn<T> {
    fn from_ref(state: &LookAround<T>) -> Self {
        state.sign_in.clone()
    }
}

/// The route, for a demo.
pub fn routes<T: People>(sign_in: SignIn<T>, guest: impl Fn(Lang) -> Option<&'static str> + Send + Sync + 'static) -> Router {
    let state = LookAround { sign_in, guest: Arc::new(guest) };
    Router::new().route("/look-around", post(look_around::<T>).get(page_above)).with_state(state)
}

async fn look_around<T: People>(
    State(state): State<LookAround<T>>,
    ui: Ui,
    headers: HeaderMap,
    here: Here,
    _: AttemptLimit<T>,
    form: Form,
) -> Answer {
    let email = (state.guest)(ui.lang).unwrap_or_default();
    let found = state.sign_in.service.look_around(email, &here).await?;
    let toast = Toast::new("identity-toast-joined").about(&found.person.data.name);
    let_in(&state.sign_in, &ui, &headers, &found, next_or_front(form.text("next")), &toast).await
}
