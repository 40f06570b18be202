//! Where reminders arrive: a browser registers itself, is tried, and is forgotten.

use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::post;
use chabudai_identity::pages::devices::{Renewed, renew};
use chabudai_web::form::Form;
use chabudai_web::input::{Json, Path};
use chabudai_web::messages::NewDevice;
use chabudai_web::problem::Problem;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;
use chabudai_web::user_agent;
use serde::Deserialize;

use super::settings::DEVICES;
use super::{Answer, Visit, WEB, failed};
use crate::api::AppState;
use crate::service::{Service, SettingChange};

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

fn registration(visit: &Visit, headers: &HeaderMap, [endpoint, p256dh, auth]: [String; 3]) -> NewDevice {
    let session = Some(visit.found.session.session_id.clone());
    NewDevice { endpoint, p256dh, auth, user_agent: user_agent::of(headers), session }
}

/// A first device brings the reminder along, in the language of the page.
async fn change_with(service: &Service, visit: &Visit) -> Result<SettingChange, Problem> {
    let is_first = service.setting(&visit.found.person, WEB).await?.is_none();
    let language = is_first.then(|| visit.ui.lang.tag().to_owned());
    Ok(SettingChange { is_enabled: Some(true), language, ..SettingChange::default() })
}

async fn register_device(State(service): State<Service>, visit: Visit, headers: HeaderMap, form: Form) -> Answer {
    visit.found.is_at_home()?;
    let new = registration(&visit, &headers, ["endpoint", "p256dh", "auth"].map(|name| form.text(name).to_owned()));
    let change = change_with(&service, &visit).await?;
    match service.register(&visit.found.person, WEB, &new, &change).await {
        Ok(_) => Ok(visit.ui.go_saying(DEVICES, &Toast::new("push-toast-device"))),
        Err(error) => failed(&visit.ui, error.into(), DEVICES),
    }
}

/// Workers from before the house had one tell it here that a browser has replaced its subscription. What was switched off stays off.
async fn renew_device(State(state): State<AppState>, visit: Visit, headers: HeaderMap, Json(new): Json<Renewed>) -> Answer {
    renew(&state.sign_in, &visit.found, &headers, new).await
}

/// Sends something to every device at once.
async fn test_devices(State(service): State<Service>, visit: Visit, _: Form) -> Answer {
    visit.found.is_at_home()?;
    let done = service.try_devices(&visit.found.person, WEB).await?;
    let toast = if done.sent > 0 {
        Toast::new("push-toast-tested")
    } else if done.gone > 0 {
        Toast::new("push-toast-device-gone").failed()
    } else {
        Toast::new("push-toast-test-failed").failed()
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
        Ok(()) => Ok(visit.ui.go_saying(DEVICES, &Toast::new("push-toast-device-removed"))),
        Err(error) => failed(&visit.ui, error.into(), DEVICES),
    }
}
