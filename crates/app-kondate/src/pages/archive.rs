//! What was cooked: a month of days, and one day after another.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::routing::{get, post};
use chabudai_kernel::part::IsoDay;
use chabudai_media::Size;
use chabudai_web::input::{Path, Query};
use chabudai_web::problem::Problem;
use chabudai_web::text::Lang;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;
use jiff::ToSpan as _;
use jiff::civil::{Date, Weekday};
use serde::Deserialize;

use super::cards::{Album, title as called};
use super::words::{Say as _, day};
use super::{Answer, PageState, Posted, Visit};
use crate::error::KondateError;
use crate::model::{CookLog, DishId};
use crate::repo::plans;
use crate::service::Service;

const ARCHIVE: &str = "/kondate/archive";

pub(super) fn routes(routes: Router<PageState>) -> Router<PageState> {
    routes
        .route(ARCHIVE, get(show_month))
        .route("/kondate/archive/{date}", get(show_day))
        .route("/kondate/archive/{date}/{log}/delete", post(delete_log).get(to_archive))
}

async fn to_archive(ui: Ui) -> axum::response::Response {
    ui.go(ARCHIVE)
}

/// The first and the last day of a month.
pub(super) fn month_of(date: Date) -> (IsoDay, IsoDay) {
    (IsoDay(date.first_of_month()), IsoDay(date.last_of_month()))
}

/// A day of a month.
struct Cell {
    number: i8,
    count: usize,
    picture: Option<String>,
    address: String,
    label: String,
    is_today: bool,
}

#[derive(Template)]
#[template(path = "kondate/archive.html")]
struct ArchivePage<'a> {
    ui: &'a Ui,
    title: String,
    weeks: Vec<Vec<Option<Cell>>>,
    total: usize,
    days: usize,
    earlier: String,
    later: Option<String>,
}

impl ArchivePage<'_> {
    fn weekdays(&self) -> Vec<String> {
        let sunday_first =
            [Weekday::Sunday, Weekday::Monday, Weekday::Tuesday, Weekday::Wednesday, Weekday::Thursday, Weekday::Friday, Weekday::Saturday];
        sunday_first.iter().map(|weekday| self.ui.weekday(*weekday).into_owned()).collect()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MonthParameters {
    month: Option<String>,
}

fn title(ui: &Ui, first: Date) -> String {
    match ui.lang {
        Lang::Ja => format!("{}年{}月", first.year(), first.month()),
        Lang::En => format!("{} {}", ui.month(first.month()), first.year()),
    }
}

async fn show_month(State(service): State<Service>, visit: Visit, Query(given): Query<MonthParameters>) -> Answer {
    let visit = visit.below("/kondate/kitchen");
    let ui = &visit.ui;
    let today = visit.today().0;
    let asked = given.month.map_or(Ok(today), |month| format!("{month}-01").parse::<Date>());
    let first = asked.map_err(|_| Problem::not_found())?.first_of_month();
    let (from, to) = month_of(first);
    let logs = plans::between(service.db(), &visit.cook.kitchen, from, to).await?;
    let album = Album::of(&service, &visit.cook, logs.iter().filter_map(|log| log.recipe_id.as_ref())).await?;
    let cell = |date: Date| {
        let of_day: Vec<&CookLog> = logs.iter().filter(|log| log.date.0 == date).collect();
        Cell {
            number: date.day(),
            count: of_day.len(),
            picture: of_day.iter().filter_map(|log| log.recipe_id.as_ref()).find_map(|id| album.picture(ui, id, Size::Small)),
            address: ui.at(&format!("{ARCHIVE}/{date}")),
            label: format!("{} {}", day(ui, IsoDay(date)), ui.counted("kondate-dishes", of_day.len() as u64)),
            is_today: date == today,
        }
    };
    let lead = usize::from(first.weekday().to_sunday_zero_offset().unsigned_abs());
    let mut cells: Vec<Option<Cell>> = std::iter::repeat_with(|| None).take(lead).collect();
    cells.extend(first.series(1.day()).take_while(|date| *date <= to.0).map(|date| Some(cell(date))));
    while !cells.len().is_multiple_of(7) {
        cells.push(None);
    }
    let mut weeks = Vec::new();
    while !cells.is_empty() {
        weeks.push(cells.drain(..7).collect());
    }
    let month = |date: Date| ui.at(&format!("{ARCHIVE}?month={}", date.strftime("%Y-%m")));
    let mut days: Vec<IsoDay> = logs.iter().map(|log| log.date).collect();
    days.dedup();
    let page = ArchivePage {
        ui,
        title: title(ui, first),
        weeks,
        total: logs.len(),
        days: days.len(),
        earlier: month(first.saturating_sub(1.day())),
        later: (first < today.first_of_month()).then(|| month(first.saturating_add(1.month()))),
    };
    Ok(ui.show(&page))
}

#[derive(Deserialize)]
struct AtDay {
    date: IsoDay,
}

#[derive(Deserialize)]
struct AtLog {
    date: IsoDay,
    log: DishId,
}

/// Something that was cooked.
struct Cooked {
    id: String,
    title: String,
    recipe: Option<String>,
    picture: Option<String>,
    servings: Option<u32>,
    used: Vec<String>,
}

#[derive(Template)]
#[template(path = "kondate/day.html")]
struct DayPage<'a> {
    ui: &'a Ui,
    title: String,
    address: String,
    cooked: Vec<Cooked>,
    earlier: (String, String),
    later: Option<(String, String)>,
}

async fn show_day(State(service): State<Service>, visit: Visit, Path(at): Path<AtDay>) -> Answer {
    let visit = visit.below(&format!("{ARCHIVE}?month={}", at.date.0.strftime("%Y-%m")));
    let ui = &visit.ui;
    let logs = plans::day(service.db(), &visit.cook.kitchen, at.date).await?;
    let album = Album::of(&service, &visit.cook, logs.iter().filter_map(|log| log.recipe_id.as_ref())).await?;
    let cooked = |log: &CookLog| Cooked {
        id: log.log_id.as_str().to_owned(),
        title: log.recipe_id.as_ref().map_or_else(|| log.recipe_title.clone(), |id| called(id, &log.recipe_title, visit.language())),
        recipe: log.recipe_id.as_ref().map(|id| ui.at(&format!("/kondate/recipes/{id}"))),
        picture: log.recipe_id.as_ref().and_then(|id| album.picture(ui, id, Size::Small)),
        servings: log.servings,
        used: log
            .consumed
            .iter()
            .map(|taken| {
                let amount =
                    super::words::amount_of(&taken.name, Some(&taken.amount.to_string()), taken.unit.as_deref(), false, visit.language());
                format!("{} {amount}", taken.name)
            })
            .collect(),
    };
    let neighbour = |date: Date| (ui.at(&format!("{ARCHIVE}/{date}")), day(ui, IsoDay(date)));
    let page = DayPage {
        ui,
        title: day(ui, at.date),
        address: ui.at(&format!("{ARCHIVE}/{}", at.date)),
        cooked: logs.iter().map(cooked).collect(),
        earlier: neighbour(at.date.0.saturating_sub(1.day())),
        later: (at.date.0 < visit.today().0).then(|| neighbour(at.date.0.saturating_add(1.day()))),
    };
    Ok(ui.show(&page))
}

/// It was never cooked: the fridge gets back what the dish took.
async fn delete_log(State(service): State<Service>, Path(at): Path<AtLog>, Posted { visit, .. }: Posted) -> Answer {
    let here = format!("{ARCHIVE}/{}", at.date);
    match service.delete_log(&visit.cook, at.date, &at.log).await {
        Ok(()) => Ok(visit.ui.go_saying(&here, &Toast::new("kondate-toast-log-deleted"))),
        // It is gone already: the button was pressed twice.
        Err(KondateError::NotFound(_)) => Ok(visit.ui.go(&here)),
        Err(error) => Err(error.into()),
    }
}
