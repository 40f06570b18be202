//! Deleting a wardrobe, and bringing it back.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::{get, post};
use chabudai_kernel::part::{Day, Millis};
use chabudai_web::form::Form;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;
use jiff::tz::TimeZone;

use super::{Answer, Closet, INFO, Visit};
use crate::api::{AppState, Named, not_the_example};

pub(super) fn routes(routes: Router<AppState>) -> Router<AppState> {
    routes
        .route("/wardrobe/{wid}/delete", get(ask_to_delete).post(delete_wardrobe))
        .route("/wardrobe/{wid}/deleted", get(show_deleted))
        .route("/wardrobe/{wid}/restore", post(restore_wardrobe).get(to_deleted))
}

/// A moment where the visitor is: the day, and the time to the minute.
pub(super) fn moment(ui: &Ui, millis: Millis) -> String {
    let moment = i64::try_from(millis.0).ok().and_then(|millis| jiff::Timestamp::from_millisecond(millis).ok()).unwrap_or_default();
    let there = moment.to_zoned(TimeZone::get(ui.zone_name()).unwrap_or(TimeZone::UTC));
    format!("{} {:02}:{:02}", ui.day(&Day(there.date())), there.hour(), there.minute())
}

#[derive(Template)]
#[template(path = "wardrobe/delete.html")]
struct DeletePage<'a> {
    ui: &'a Ui,
    w: &'a Closet,
    name: &'a str,
}

async fn ask_to_delete(State(state): State<AppState>, visit: Visit) -> Answer {
    not_the_example(&state, visit.id)?;
    let visit = visit.below("/settings");
    Ok(visit.ui.show(&DeletePage { ui: &visit.ui, w: &visit.w, name: &visit.wardrobe.name }))
}

async fn delete_wardrobe(State(state): State<AppState>, ui: Ui, named: Named, _form: Form) -> Answer {
    not_the_example(&state, named.address.wardrobe)?;
    match state.service.delete_wardrobe(&named.address).await {
        // The same tap twice: it is deleted.
        Err(error) if error.code() == "wardrobe.deleted" => {}
        other => drop(named.counted(&state, other)?),
    }
    Ok(ui.go(&format!("/wardrobe/{}/deleted", named.address)))
}

#[derive(Template)]
#[template(path = "wardrobe/deleted.html")]
struct DeletedPage<'a> {
    ui: &'a Ui,
    name: &'a str,
    /// Until when it can come back.
    until: String,
    restore: String,
}

/// The one page of a deleted wardrobe.
async fn show_deleted(State(state): State<AppState>, ui: Ui, named: Named) -> Answer {
    let wardrobe = named.counted(&state, state.service.deleted_wardrobe(&named.address).await)?;
    let ui = ui.at_entrance_of(&INFO);
    let until = wardrobe.restorable_until().map(|until| moment(&ui, until)).unwrap_or_default();
    let restore = ui.at(&format!("/wardrobe/{}/restore", named.address));
    Ok(ui.show(&DeletedPage { ui: &ui, name: &wardrobe.name, until, restore }))
}

/// The page that the button stands on, for who only opens its address.
async fn to_deleted(ui: Ui, named: Named) -> Response {
    ui.go(&format!("/wardrobe/{}/deleted", named.address))
}

async fn restore_wardrobe(State(state): State<AppState>, ui: Ui, named: Named, _form: Form) -> Answer {
    let home = format!("/wardrobe/{}", named.address);
    match state.service.restore_wardrobe(&named.address).await {
        Ok(wardrobe) => Ok(ui.at_entrance_of(&INFO).go_saying(&home, &Toast::new("wardrobe-toast-back").about(wardrobe.name))),
        // The same tap twice, or somebody else's: it is there.
        Err(_) if state.service.open(named.address.clone()).await.is_ok() => Ok(ui.go(&home)),
        Err(error) => named.counted(&state, Err(error)),
    }
}
