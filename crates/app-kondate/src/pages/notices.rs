//! What somebody wants to be told, and on which devices.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::routing::{get, post};
use chabudai_web::messages::{Device, Messages};
use chabudai_web::problem::Problem;
use chabudai_web::route_cost::for_the_house;
use chabudai_web::site::page_above;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;
use chabudai_web::user_agent::known_as;

use super::words::Say as _;
use super::{Answer, PageState, Posted, Visit};
use crate::model::{NoticeCategories, NotificationSettings};
use crate::service::{NoticeChange, SOON, Service};

const NOTICES: &str = "/kondate/notifications";

pub(super) fn routes(routes: Router<PageState>) -> Router<PageState> {
    routes
        .route(NOTICES, get(show_notices).post(set_notices))
        .route("/kondate/notifications/kinds", post(set_kinds).get(page_above))
        .route("/kondate/notifications/devices", post(set_devices).get(page_above))
}

/// A device, and whether it tells things.
struct Row {
    id: String,
    name: String,
    is_told: bool,
}

#[derive(Template)]
#[template(path = "kondate/notices.html")]
struct NoticesPage<'a> {
    ui: &'a Ui,
    is_on: bool,
    news: bool,
    personal: bool,
    /// The devices that messages reach.
    devices: Vec<Row>,
    /// What one is told.
    hint: String,
}

fn categories(settings: &NotificationSettings) -> NoticeCategories {
    settings.categories.unwrap_or(NoticeCategories { news: true, personal: true })
}

/// Where the house cannot say, the page is still there.
async fn devices_of(messages: &dyn Messages, visit: &Visit) -> Vec<Device> {
    for_the_house(messages.devices(&visit.person.id)).await.unwrap_or_default()
}

async fn show_notices(State(service): State<Service>, State(messages): State<Arc<dyn Messages>>, visit: Visit) -> Answer {
    let visit = visit.below("/kondate/kitchen");
    let ui = &visit.ui;
    let settings = service.notice_settings(&visit.person.id).await?;
    let all = devices_of(&*messages, &visit).await;
    let told = service.told_on(&settings, all.clone()).await?;
    let row = |device: &Device| Row {
        id: device.id.to_string(),
        name: device.user_agent.as_deref().and_then(known_as).unwrap_or_else(|| ui.t("kondate-notice-device-unknown").into_owned()),
        is_told: told.iter().any(|one| one.id == device.id),
    };
    let NoticeCategories { news, personal } = categories(&settings);
    let devices = all.iter().map(row).collect();
    let hint = if service.sells() { "kondate-notice-push-hint-till" } else { "kondate-notice-push-hint" };
    let hint = ui.t1(hint, "days", SOON);
    Ok(ui.show(&NoticesPage { ui, is_on: settings.wants_push(), news, personal, devices, hint }))
}

async fn set_notices(State(service): State<Service>, Posted { visit, form }: Posted) -> Answer {
    let is_on = match form.text("push") {
        "on" => true,
        "off" => false,
        _ => return Err(Problem::of_field("http.invalid_form", "push", "It is on or off.")),
    };
    let known = service.notice_settings(&visit.person.id).await?;
    // Whoever had turned off everything wants what is for them alone now.
    let nothing = known.categories.filter(|known| is_on && !known.personal && !known.news);
    let categories = nothing.map(|nothing| NoticeCategories { personal: true, ..nothing });
    service.change_notices(&visit.person.id, NoticeChange { push_enabled: Some(is_on), categories }).await?;
    let toast = Toast::new(if is_on { "kondate-toast-notices-on" } else { "kondate-toast-notices-off" });
    let undo = vec![("push".to_owned(), if is_on { "off" } else { "on" }.to_owned())];
    Ok(visit.ui.go_saying(NOTICES, &toast.undo(NOTICES.to_owned(), undo)))
}

async fn set_kinds(State(service): State<Service>, Posted { visit, form }: Posted) -> Answer {
    let categories = NoticeCategories { news: form.has("news"), personal: form.has("personal") };
    let before = self::categories(&service.notice_settings(&visit.person.id).await?);
    service.change_notices(&visit.person.id, NoticeChange { push_enabled: None, categories: Some(categories) }).await?;
    let field = |name: &str, is_on: bool| is_on.then(|| (name.to_owned(), "on".to_owned()));
    let undo = field("news", before.news).into_iter().chain(field("personal", before.personal)).collect();
    Ok(visit.ui.go_saying(NOTICES, &Toast::new("kondate-toast-notices-saved").undo("/kondate/notifications/kinds", undo)))
}

async fn set_devices(State(service): State<Service>, State(messages): State<Arc<dyn Messages>>, Posted { visit, form }: Posted) -> Answer {
    let all = devices_of(&*messages, &visit).await;
    let wanted: Vec<&str> = form.texts("device").collect();
    service.choose_devices(&visit.person.id, &all, |device| wanted.contains(&device.id.as_str())).await?;
    Ok(visit.ui.go_saying(NOTICES, &Toast::new("kondate-toast-notices-saved")))
}
