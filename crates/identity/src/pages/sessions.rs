//! Where one is signed in.

use askama::Template;
use axum::Router;
use axum::extract::{FromRef, State as Of};
use axum::routing::{get, post};
use chabudai_kernel::part::{Day, UtcSeconds, Word};
use chabudai_web::form::Form;
use chabudai_web::input::Path;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;
use jiff::tz::TimeZone;
use serde::Deserialize;

use super::{Addresses, Answer, Visit, let_out};
use crate::door::Door;
use crate::error::IdentityError;
use crate::people::People;

pub(super) fn routes<S, T>(routes: Router<S>, app: &str) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    T: People,
    Door<T>: FromRef<S>,
{
    routes
        .route(&format!("{app}/account/sessions"), get(list::<T>).post(end_others::<T>))
        .route(&format!("{app}/account/sessions/{{id}}/end"), post(end::<T>))
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
    a: Addresses,
    devices: Vec<Device>,
}

async fn list<T: People>(Of(door): Of<Door<T>>, visit: Visit<T>) -> Answer {
    let visit = visit.below(&door, "/account");
    let sessions = door.service.sessions(&visit.found.person.user_id).await?;
    let ui = &visit.ui;
    let devices = sessions.iter().map(|session| Device {
        id: session.session_id.to_string(),
        name: session.data.user_agent.as_deref().and_then(device).unwrap_or_else(|| ui.t("identity-some-device").into_owned()),
        since: moment(ui, session.created_at),
        is_here: session.session_id == visit.found.session.session_id,
    });
    Ok(ui.show(&SessionsPage { ui, a: Addresses::of(&door, ui), devices: devices.collect() }))
}

/// The id in an address.
#[derive(Deserialize)]
struct At {
    id: String,
}

async fn end<T: People>(Of(door): Of<Door<T>>, visit: Visit<T>, Path(at): Path<At>, _: Form) -> Answer {
    let session = Word::new(at.id).ok_or(IdentityError::NotFound("session"))?;
    match door.service.revoke(&visit.found.person.user_id, &session).await {
        // It has ended already: the button was pressed twice.
        Ok(()) | Err(IdentityError::NotFound(_)) => {}
        Err(error) => return Err(error.into()),
    }
    if session == visit.found.session.session_id {
        return Ok(let_out(&door, &visit.ui, &Toast::new("identity-toast-signed-out")));
    }
    Ok(visit.ui.go_saying(&door.path("/account/sessions"), &Toast::new("identity-toast-session-ended")))
}

async fn end_others<T: People>(Of(door): Of<Door<T>>, visit: Visit<T>, _: Form) -> Answer {
    let (person, here) = (&visit.found.person, &visit.found.session.session_id);
    door.service.revoke_all(&person.user_id, Some(here)).await?;
    Ok(visit.ui.go_saying(&door.path("/account/sessions"), &Toast::new("identity-toast-session-ended")))
}

/// A moment where the visitor is.
fn moment(ui: &Ui, at: UtcSeconds) -> String {
    let zone = TimeZone::get(ui.zone_name()).unwrap_or(TimeZone::UTC);
    let there = at.0.to_zoned(zone);
    format!("{} {}", ui.day(&Day(there.date())), there.strftime("%H:%M"))
}

/// What people call a browser and its device. The order counts: browsers claim to be those behind them.
fn device(agent: &str) -> Option<String> {
    const BROWSERS: &[(&str, &str)] =
        &[("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("CriOS/", "Chrome"), ("Safari/", "Safari")];
    const SYSTEMS: &[(&str, &str)] = &[
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Android", "Android"),
        ("Windows", "Windows"),
        ("Mac OS X", "Mac"),
        ("CrOS", "ChromeOS"),
        ("Linux", "Linux"),
    ];
    let known = |names: &[(&str, &'static str)]| names.iter().find(|(mark, _)| agent.contains(mark)).map(|(_, name)| *name);
    match (known(BROWSERS), known(SYSTEMS)) {
        (Some(browser), Some(system)) => Some(format!("{browser} · {system}")),
        (one, other) => one.or(other).map(str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_is_called_what_people_call_it() {
        let apple = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1";
        for (agent, name) in [
            (apple, "Safari · iPhone"),
            ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0", "Edge · Windows"),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox · Linux"),
            ("Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36", "Chrome · Android"),
        ] {
            assert_eq!(device(agent).as_deref(), Some(name));
        }
        assert_eq!(device("curl/8.0"), None);
    }
}
