//! The tap on a reminder, and where the worker stood before the house had one.

use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
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
    routes.route("/okusuri/worker.js", get(worker_script)).route("/okusuri/reminder/log", post(log_from_reminder))
}

/// Browsers that were registered here ask for it again and again. The app's home has no slash at its end, so that the worker is allowed one level
/// more than where it stands.
async fn worker_script(ui: Ui, headers: HeaderMap) -> Response {
    ui.worker("okusuri-worker.js", "/okusuri", &headers)
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
