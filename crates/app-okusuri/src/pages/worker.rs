//! What runs while no page is open: the script that shows reminders, the tap on one, and the page for who has no network.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use axum::routing::{get, post};
use chabudai_web::form::from_our_site;
use chabudai_web::input::Json as Body;
use chabudai_web::output::Json;
use chabudai_web::problem::Problem;
use chabudai_web::ui::Ui;
use serde::{Deserialize, Serialize};

use crate::api::AppState;
use crate::service::Service;

pub(super) fn routes(routes: Router<AppState>) -> Router<AppState> {
    routes
        .route("/okusuri/worker.js", get(worker_script))
        .route("/okusuri/offline", get(show_offline))
        .route("/okusuri/reminder/log", post(log_from_reminder))
}

/// The app's home has no slash at its end, so the worker is allowed one level more than where it stands.
async fn worker_script(ui: Ui, headers: HeaderMap) -> Response {
    ui.worker("okusuri-worker.js", "/okusuri", &headers)
}

#[derive(Template)]
#[template(path = "okusuri/offline.html")]
struct OfflinePage<'a> {
    ui: &'a Ui,
}

/// The one page that a browser keeps. It says nothing of anybody, and both languages, because it is kept before it is known who reads it.
async fn show_offline(ui: Ui) -> Response {
    let mut response = ui.show(&OfflinePage { ui: &ui });
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response.headers_mut().remove(header::SET_COOKIE);
    response
}

/// A tap on a reminder.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tap {
    /// From the message itself.
    pass: String,
}

/// What became of it.
#[derive(Serialize)]
struct Tapped {
    /// The day was not logged before.
    logged: bool,
}

/// The pass opens one day of one person and says who that is; nobody has to be signed in.
async fn log_from_reminder(State(service): State<Service>, headers: HeaderMap, Body(tap): Body<Tap>) -> Result<Json<Tapped>, Problem> {
    from_our_site(&headers)?;
    Ok(Json(Tapped { logged: service.log_by_pass(&tap.pass).await? }))
}
