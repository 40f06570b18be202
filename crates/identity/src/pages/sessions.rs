//! Where one is signed in.

use askama::Template;
use axum::Router;
use axum::extract::{FromRef, State};
use axum::response::Response;
use axum::routing::{get, post};
use chabudai_kernel::part::{Day, UtcSeconds, Word};
use chabudai_web::form::Form;
use chabudai_web::input::Path;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;
use chabudai_web::user_agent::known_as;
use jiff::Zoned;
use jiff::tz::TimeZone;
use serde::Deserialize;

use super::{Answer, Visit, let_out};
use crate::error::IdentityError;
use crate::people::People;
use crate::sign_in::SignIn;

pub(super) fn routes<S, T>(routes: Router<S>) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    T: People,
    SignIn<T>: FromRef<S>,
{
    routes
        .route("/account/sessions", get(show_sessions::<T>).post(end_other_sessions::<T>))
        .route("/account/sessions/{id}/end", post(end_session::<T>).get(to_sessions))
}

/// The list, for who only opens the address at which one of them ends.
async fn to_sessions(ui: Ui) -> Response {
    ui.go("/account/sessions")
}

/// A device on which somebody is signed in, in words.
struct Device {
    id: String,
    name: String,
    since: String,
    is_here: bool,
}

#[derive(Template)]
#[template(path = "identity/sessions.html")]
struct SessionsPage<'a> {
    ui: &'a Ui,
    devices: Vec<Device>,
}

async fn show_sessions<T: People>(State(sign_in): State<SignIn<T>>, visit: Visit<T>) -> Answer {
    let visit = visit.below("/account");
    let sessions = sign_in.service.sessions(&visit.found.person).await?;
    let ui = &visit.ui;
    let devices = sessions.iter().map(|session| Device {
        id: session.session_id.to_string(),
        name: session.data.user_agent.as_deref().and_then(known_as).unwrap_or_else(|| ui.t("identity-some-device").into_owned()),
        since: moment(ui, session.created_at),
        is_here: session.session_id == visit.found.session.session_id,
    });
    Ok(ui.show(&SessionsPage { ui, devices: devices.collect() }))
}

/// The id in an address.
#[derive(Deserialize)]
struct At {
    id: String,
}

async fn end_session<T: People>(State(sign_in): State<SignIn<T>>, visit: Visit<T>, Path(at): Path<At>, _: Form) -> Answer {
    visit.found.is_at_home()?;
    let session = Word::new(at.id).ok_or(IdentityError::NotFound("session"))?;
    match sign_in.service.revoke(&visit.found.person.user_id, &session).await {
        // It has ended already: the button was pressed twice.
        Ok(()) | Err(IdentityError::NotFound(_)) => {}
        Err(error) => return Err(error.into()),
    }
    if session == visit.found.session.session_id {
        return Ok(let_out(&sign_in, &visit.ui, &Toast::new("identity-toast-signed-out")));
    }
    Ok(visit.ui.go_saying("/account/sessions", &Toast::new("identity-toast-session-ended")))
}

async fn end_other_sessions<T: People>(State(sign_in): State<SignIn<T>>, visit: Visit<T>, _: Form) -> Answer {
    visit.found.is_at_home()?;
    sign_in.service.revoke_others(&visit.found).await?;
    Ok(visit.ui.go_saying("/account/sessions", &Toast::new("identity-toast-session-ended")))
}

/// A moment where the visitor is.
pub(super) fn moment(ui: &Ui, at: UtcSeconds) -> String {
    format!("{} {}", day_there(ui, at), there(ui, at).strftime("%H:%M"))
}

/// A day where the visitor is.
pub(super) fn day_there(ui: &Ui, at: UtcSeconds) -> String {
    ui.day(&Day(there(ui, at).date()))
}

fn there(ui: &Ui, at: UtcSeconds) -> Zoned {
    at.0.to_zoned(TimeZone::get(ui.zone_name()).unwrap_or(TimeZone::UTC))
}
