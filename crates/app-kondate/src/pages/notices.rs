//! What somebody wants to be told on their devices.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::routing::get;
use chabudai_web::messages::Messages;
use chabudai_web::problem::Problem;
use chabudai_web::route_cost::for_the_house;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;

use super::words::Say as _;
use super::{Answer, PageState, Posted, Visit};
use crate::service::{NoticeChange, SOON, Service};

const NOTICES: &str = "/kondate/notifications";

pub(super) fn routes(routes: Router<PageState>) -> Router<PageState> {
    routes.route(NOTICES, get(show_notices).post(set_notices))
}

#[derive(Template)]
#[template(path = "kondate/notices.html")]
struct NoticesPage<'a> {
    ui: &'a Ui,
    is_on: bool,
    /// How many devices messages reach.
    devices: usize,
    days: i64,
}

async fn show_notices(State(service): State<Service>, State(messages): State<Arc<dyn Messages>>, visit: Visit) -> Answer {
    let visit = visit.below("/kondate/kitchen");
    let settings = service.notice_settings(&visit.person.id).await?;
    // Where they cannot be told, the page is still there.
    let devices = for_the_house(messages.devices(&visit.person.id)).await.map_or(0, |devices| devices.len());
    Ok(visit.ui.show(&NoticesPage { ui: &visit.ui, is_on: settings.wants_personal(), devices, days: SOON }))
}

async fn set_notices(State(service): State<Service>, Posted { visit, form }: Posted) -> Answer {
    let is_on = match form.text("push") {
        "on" => true,
        "off" => false,
        _ => return Err(Problem::of_field("http.invalid_form", "push", "It is on or off.")),
    };
    let known = service.notice_settings(&visit.person.id).await?;
    // Whoever had turned off what is for them alone wants it now.
    let categories = known.categories.filter(|_| is_on).map(|categories| crate::model::NoticeCategories { personal: true, ..categories });
    service.change_notices(&visit.person.id, NoticeChange { push_enabled: Some(is_on), categories }).await?;
    let toast = Toast::new(if is_on { "kondate-toast-notices-on" } else { "kondate-toast-notices-off" });
    let undo = vec![("push".to_owned(), if is_on { "off" } else { "on" }.to_owned())];
    Ok(visit.ui.go_saying(NOTICES, &toast.undo(NOTICES.to_owned(), undo)))
}
