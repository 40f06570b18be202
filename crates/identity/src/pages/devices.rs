//! Where messages of the house arrive: a browser registers itself, is tried, and is forgotten.

use std::time::Duration;

use askama::Template;
use axum::Router;
use axum::extract::{FromRef, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use chabudai_kernel::error::AppError;
use chabudai_kernel::part::Word;
use chabudai_web::form::{Form, from_our_site};
use chabudai_web::input::{Json, Path};
use chabudai_web::messages::{Delivered, Device, MessageReason, Messages as _, NewDevice, Push, PushText, device_id};
use chabudai_web::problem::Problem;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;
use chabudai_web::user_agent::{self, known_as};
use futures::future::join_all;
use serde::Deserialize;

use super::sessions::day_there;
use super::{Answer, Visit};
use crate::error::IdentityError;
use crate::people::People;
use crate::service::SignedIn;
use crate::sign_in::SignIn;

const PATH: &str = "/account/devices";
/// How long a test is worth delivering.
const TEST_GOOD_FOR: Duration = Duration::from_mins(10);

pub(super) fn routes<S, T>(routes: Router<S>) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    T: People,
    SignIn<T>: FromRef<S>,
{
    routes
        .route(PATH, get(show_devices::<T>).post(register_device::<T>))
        .route("/account/devices/renew", post(renew_device::<T>))
        .route("/account/devices/test", post(test_devices::<T>).get(to_devices))
        .route("/account/devices/{id}/remove", post(remove_device::<T>).get(to_devices))
}

/// The list, for who only opens the address of one of its forms.
async fn to_devices(ui: Ui) -> Response {
    ui.go(PATH)
}

/// What browsers are called here.
pub(crate) fn web() -> Word {
    Word::new("web").expect("a word")
}

/// A device in words, for the list of them.
pub struct ListedDevice {
    /// Its name in addresses.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Since when.
    pub since: String,
}

impl ListedDevice {
    /// A device, as a visitor reads of it.
    pub fn of(ui: &Ui, device: &Device) -> Self {
        let name = device.user_agent.as_deref().and_then(known_as);
        Self {
            id: device.id.to_string(),
            name: name.unwrap_or_else(|| ui.t("push-some-device").into_owned()),
            since: day_there(ui, device.since),
        }
    }
}

#[derive(Template)]
#[template(path = "identity/notifications.html")]
struct DevicesPage<'a> {
    ui: &'a Ui,
    /// By which browsers know whose messages they let through.
    push_key: &'a str,
    devices: Vec<ListedDevice>,
}

async fn show_devices<T: People>(State(sign_in): State<SignIn<T>>, visit: Visit<T>) -> Answer {
    let visit = visit.below("/account");
    let devices = sign_in.outbox.devices(&visit.found.person.user_id).await?;
    let ui = &visit.ui;
    let devices = devices.iter().filter(|device| device.platform == web()).map(|device| ListedDevice::of(ui, device)).collect();
    Ok(ui.show(&DevicesPage { ui, push_key: sign_in.outbox.push_key(), devices }))
}

fn said(ui: &Ui, problem: Problem) -> Answer {
    if !problem.is_about_input() && problem.status != StatusCode::CONFLICT {
        return Err(problem);
    }
    Ok(ui.go_saying(PATH, &Toast::of(&problem)))
}

async fn register_device<T: People>(State(sign_in): State<SignIn<T>>, visit: Visit<T>, headers: HeaderMap, form: Form) -> Answer {
    visit.found.is_at_home()?;
    let [endpoint, p256dh, auth] = ["endpoint", "p256dh", "auth"].map(|name| form.text(name).to_owned());
    let session = Some(visit.found.session.session_id.clone());
    let new = NewDevice { endpoint, p256dh, auth, user_agent: user_agent::of(&headers), session };
    match sign_in.outbox.register(&visit.found.person.user_id, &web(), &new).await {
        Ok(_) => Ok(visit.ui.go_saying(PATH, &Toast::new("push-toast-device"))),
        Err(error) => said(&visit.ui, error.into()),
    }
}

/// A subscription that the browser has replaced by itself, and the one before.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Renewed {
    endpoint: String,
    p256dh: String,
    auth: String,
    /// The device as the house knew it.
    before: Option<String>,
}

async fn renew_device<T: People>(
    State(sign_in): State<SignIn<T>>,
    visit: Visit<T>,
    headers: HeaderMap,
    Json(new): Json<Renewed>,
) -> Answer {
    renew(&sign_in, &visit.found, &headers, new).await
}

/// The worker has no page and so no form. It is JSON from our own site, with the session's cookie, which no other site can make a browser send.
pub async fn renew<T: People>(sign_in: &SignIn<T>, found: &SignedIn<T>, headers: &HeaderMap, renewed: Renewed) -> Answer {
    from_our_site(headers)?;
    found.is_at_home()?;
    let Renewed { endpoint, p256dh, auth, before } = renewed;
    let (user, session) = (&found.person.user_id, Some(found.session.session_id.clone()));
    let new = NewDevice { endpoint, p256dh, auth, user_agent: user_agent::of(headers), session };
    let before = before.as_deref().and_then(device_id);
    let forget = || async {
        match before.clone() {
            Some(before) => sign_in.outbox.forget(user, &web(), &[before]).await,
            None => Ok(()),
        }
    };
    // The worker tells it once and does not ask what came of it: the old one stays until the new one stands.
    match sign_in.outbox.register(user, &web(), &new).await {
        Err(AppError::Own(MessageReason::TooManyDevices)) if before.is_some() => {
            forget().await?;
            sign_in.outbox.register(user, &web(), &new).await?;
        }
        other => {
            other?;
            forget().await?;
        }
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Sends something to every device at once.
async fn test_devices<T: People>(State(sign_in): State<SignIn<T>>, visit: Visit<T>, _: Form) -> Answer {
    visit.found.is_at_home()?;
    let (ui, user) = (&visit.ui, &visit.found.person.user_id);
    let text = |id: &str| ui.t(id).into_owned();
    let text = PushText {
        title: text("house-name"),
        body: text("push-test-body"),
        open: text("push-test-open"),
        page: PATH,
        tag: "test",
        action: None,
    };
    let push = Push { text, good_for: TEST_GOOD_FOR, is_urgent: true };
    let devices = sign_in.outbox.devices(user).await?;
    let devices = devices.iter().filter(|device| device.platform == web());
    let outcomes = join_all(devices.map(|device| sign_in.outbox.push(user, device, &push))).await;
    let toast = if outcomes.contains(&Delivered::Taken) {
        Toast::new("push-toast-tested")
    } else if outcomes.contains(&Delivered::Gone) {
        Toast::new("push-toast-device-gone").failed()
    } else {
        Toast::new("push-toast-test-failed").failed()
    };
    Ok(visit.ui.go_saying(PATH, &toast))
}

/// The device in an address.
#[derive(Deserialize)]
struct At {
    id: String,
}

async fn remove_device<T: People>(State(sign_in): State<SignIn<T>>, visit: Visit<T>, Path(at): Path<At>, _: Form) -> Answer {
    let device = device_id(&at.id).ok_or(IdentityError::NotFound("device"))?;
    sign_in.outbox.forget(&visit.found.person.user_id, &web(), &[device]).await?;
    Ok(visit.ui.go_saying(PATH, &Toast::new("push-toast-device-removed")))
}
