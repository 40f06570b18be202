//! The plan for calendars: an address that nobody can guess, and what stands behind it.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::IntoResponse as _;
use axum::routing::{get, post};
use chabudai_web::people::Directory;
use chabudai_web::problem::Problem;
use chabudai_web::route_cost::for_the_house;
use chabudai_web::site::page_above;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;
use chabudai_web::zone;

use super::cards::{set_title, title};
use super::{Answer, PageState, Posted, Visit};
use crate::entry::language;
use crate::error::KondateError;
use crate::ical::{Event, calendar};
use crate::model::Plan;
use crate::service::{CalendarSeal, Service};

const CALENDAR: &str = "/kondate/calendar";
/// What an address ends with: some programs look at that alone.
const ENDS: &str = ".ics";

pub(super) fn routes(routes: Router<PageState>) -> Router<PageState> {
    routes
        .route(CALENDAR, get(show_calendar))
        .route("/kondate/calendar/new", post(new_address).get(page_above))
        .route("/kondate/calendar/none", post(no_address).get(page_above))
        .route("/kondate/calendar/feed/{address}", get(feed))
}

#[derive(Template)]
#[template(path = "kondate/calendar.html")]
struct CalendarPage<'a> {
    ui: &'a Ui,
    address: Option<String>,
}

async fn show_calendar(State(service): State<Service>, State(seal): State<CalendarSeal>, visit: Visit) -> Answer {
    let visit = visit.below("/kondate/kitchen");
    let profile = service.profile(&visit.person.id).await?;
    let address = service.calendar_of(&seal, &visit.cook, profile.as_ref(), visit.person.epoch.as_ref());
    let address = address.map(|sealed| visit.ui.far(&format!("{CALENDAR}/feed/{sealed}{ENDS}")));
    Ok(visit.ui.show(&CalendarPage { ui: &visit.ui, address }))
}

async fn new_address(State(service): State<Service>, Posted { visit, form }: Posted) -> Answer {
    service.new_calendar(&visit.person.id).await?;
    let message = if form.has("seen") { "kondate-toast-calendar-another" } else { "kondate-toast-calendar" };
    Ok(visit.ui.go_saying(CALENDAR, &Toast::new(message)))
}

async fn no_address(State(service): State<Service>, Posted { visit, .. }: Posted) -> Answer {
    service.no_calendar(&visit.person.id).await?;
    Ok(visit.ui.go_saying(CALENDAR, &Toast::new("kondate-toast-no-calendar")))
}

/// What a program reads that knows the address. It says nothing to anybody else, not even that there is something.
async fn feed(
    State(service): State<Service>,
    State(seal): State<CalendarSeal>,
    State(people): State<Arc<dyn Directory>>,
    ui: Ui,
    Path(address): Path<String>,
) -> Answer {
    let sealed = address.strip_suffix(ENDS).ok_or_else(Problem::not_found)?;
    let shown = service.calendar(&seal, sealed).await?;
    let person = for_the_house(people.person(&shown.person)).await?;
    // Whoever has left, or was signed out everywhere since, has no calendar any more.
    let person = person.filter(|person| person.epoch == shown.epoch).ok_or_else(Problem::not_found)?;
    let zone = person.zone.as_deref().filter(|zone| zone::is_known(zone)).unwrap_or(zone::DEFAULT);
    let now = service.db().clock().now();
    let link = ui.far("/kondate");
    let events: Vec<Event> = shown.current.iter().map(|plan| event(&ui, plan, now.0, &link)).collect();
    let text = calendar(&ui.t("kondate-calendar-name"), &events, now.0, zone).ok_or(KondateError::Busy)?;
    let kind = [(header::CONTENT_TYPE, "text/calendar; charset=utf-8"), (header::CACHE_CONTROL, "private, max-age=900")];
    Ok((kind, text).into_response())
}

/// A set of dishes has no days: it is there from the day on which it was chosen until the last of it is cooked.
fn event(ui: &Ui, plan: &Plan, now: i64, link: &str) -> Event {
    let language = language(ui.lang);
    let cooked = plan.items.iter().filter(|dish| dish.is_cooked).count();
    let marked = |dish: &crate::model::Dish| {
        let name = title(&dish.recipe_id, &dish.title, language);
        if dish.is_cooked { format!("✓ {name}") } else { format!("・{name}") }
    };
    let dishes: Vec<String> = plan.items.iter().map(marked).collect();
    let last = plan.items.iter().filter_map(|dish| Some(dish.cooked_at?.seconds())).max();
    Event {
        uid: format!("{}-{}@kondate", plan.kitchen, plan.applied_at.seconds()),
        begins: plan.applied_at.seconds(),
        ends: last.filter(|_| plan.is_all_cooked()).unwrap_or(now),
        summary: format!("{} ({cooked}/{})", set_title(plan, language), plan.items.len()),
        description: dishes.join("\n"),
        url: link.to_owned(),
    }
}
