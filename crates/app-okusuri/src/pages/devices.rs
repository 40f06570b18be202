//! Where reminders arrive: a browser registers itself, is tried, and is forgotten.

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::post;
use chabudai_web::form::{Form, from_our_site};
use chabudai_web::input::{Json, Path};
use chabudai_web::problem::Problem;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;
use chabudai_web::user_agent;
use serde::Deserialize;

use super::settings::DEVICES;
use super::{Answer, Visit, WEB, failed};
use crate::api::AppState;
use crate::model::{Subscription, SubscriptionKeys};
use crate::service::{Registration, Service, SettingChange};

pub(super) fn routes(routes: Router<AppState>) -> Router<AppState> {
    routes
        .route("/okusuri/devices", post(register_device).get(to_settings))
        .route("/okusuri/devices/renew", post(renew_device))
        .route("/okusuri/devices/test", post(test_devices).get(to_settings))
        .route("/okusuri/devices/{id}/remove", post(remove_device).get(to_settings))
}

/// Where the devices are listed, for who only opens the address of one of their forms.
async fn to_settings(ui: Ui) -> Response {
    ui.go(DEVICES)
}

fn registration(subscription: Subscription, headers: &HeaderMap) -> Registration {
    Registration { subscription, user_agent: user_agent::of(headers) }
}

/// A first device brings the reminder along, in the language of the page.
async fn change_with(service: &Service, visit: &Visit, ui: &Ui) -> Result<SettingChange, Problem> {
    let is_first = service.notifications(&visit.found.person, WEB).await?.setting.is_none();
    let language = is_first.then(|| ui.lang.tag().to_owned());
    Ok(SettingChange { is_enabled: Some(true), language, ..SettingChange::default() })
}

async fn register_device(State(service): State<Service>, visit: Visit, headers: HeaderMap, form: Form) -> Answer {
    let text = |name: &str| form.text(name).to_owned();
    let subscription = Subscription { endpoint: text("endpoint"), keys: SubscriptionKeys { p256dh: text("p256dh"), auth: text("auth") } };
    let change = change_with(&service, &visit, &visit.ui).await?;
    match service.register(&visit.found.person, WEB, &registration(subscription, &headers), &change).await {
        Ok(_) => Ok(visit.ui.go_saying(DEVICES, &Toast::new("okusuri-toast-device"))),
        Err(error) => failed(&visit.ui, error.into(), DEVICES),
    }
}

/// A subscription that the browser has replaced by itself, and the one before.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Renewed {
    endpoint: String,
    p256dh: String,
    auth: String,
    /// The device as the house knew it.
    before: Option<String>,
}

/// The worker has no page and so no form. It is JSON from our own site, with the session's cookie, which no other site can make a browser
/// send.
async fn renew_device(State(service): State<Service>, visit: Visit, headers: HeaderMap, Json(new): Json<Renewed>) -> Answer {
    from_our_site(&headers)?;
    let person = &visit.found.person;
    let subscription = Subscription { endpoint: new.endpoint, keys: SubscriptionKeys { p256dh: new.p256dh, auth: new.auth } };
    // What was switched off stays off.
    service.register(person, WEB, &registration(subscription, &headers), &SettingChange::default()).await?;
    if let Some(before) = new.before.filter(|before| before.len() <= 64) {
        service.forget_device(person, WEB, &before).await?;
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Sends something to every device at once.
async fn test_devices(State(service): State<Service>, visit: Visit, _: Form) -> Answer {
    let done = service.try_devices(&visit.found.person, WEB).await?;
    let toast = if done.sent > 0 {
        Toast::new("okusuri-toast-tested")
    } else if done.gone > 0 {
        Toast::new("okusuri-toast-device-gone").failed()
    } else {
        Toast::new("okusuri-toast-test-failed").failed()
    };
    Ok(visit.ui.go_saying(DEVICES, &toast))
}

/// The device in an address.
#[derive(Deserialize)]
struct At {
    id: String,
}

async fn remove_device(State(service): State<Service>, visit: Visit, Path(at): Path<At>, _: Form) -> Answer {
    if at.id.len() > 64 {
        return Err(Problem::not_found());
    }
    match service.forget_device(&visit.found.person, WEB, &at.id).await {
        Ok(()) => Ok(visit.ui.go_saying(DEVICES, &Toast::new("okusuri-toast-device-removed"))),
        Err(error) => failed(&visit.ui, error.into(), DEVICES),
    }
}
