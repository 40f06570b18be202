//! What was cooked: a month, a day, and what never was.

use std::collections::BTreeMap;

use axum::extract::State;
use chabudai_kernel::part::IsoDay;
use chabudai_web::api::Api;
use chabudai_web::envelope::Data;
use chabudai_web::input::{Path, Query};
use chabudai_web::problem::Problem;
use chabudai_web::schema::Spelled;
use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::input::ID;
use super::pictures::{Album, Links};
use super::view::{CookLogView, DeletedView};
use super::{Answer, AppState, Inside, data, inside};
use crate::error::KondateError;
use crate::model::DishId;
use crate::repo::plans;
use crate::service::Service;

pub(super) fn routes(api: Api<AppState>) -> Api<AppState> {
    api.path::<DayAt>()
        .path::<LogAt>()
        .get(
            "/archive",
            get_month,
            inside("getArchive", "On which days of a month something was cooked")
                .query::<MonthParameters>()
                .answers::<Data<MonthView>>(200, "The days on which something was cooked."),
        )
        .get("/archive/{date}", get_day, inside("getArchiveDay", "What was cooked on a day").answers::<Data<DayView>>(200, "The dishes."))
        .delete(
            "/archive/{date}/{logId}",
            delete_log,
            inside("deleteCookLog", "Something was never cooked")
                .answers::<Data<DeletedView>>(200, "It is out of the log, and the fridge has back what it took."),
        )
}

/// Which month.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct MonthParameters {
    /// `2026-11`.
    #[schemars(regex(pattern = r"^[0-9]{4}-(?:0[1-9]|1[0-2])$"))]
    month: String,
}

#[derive(Deserialize, JsonSchema)]
struct DayAt {
    #[schemars(with = "Spelled<IsoDay>")]
    date: IsoDay,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct LogAt {
    #[schemars(with = "Spelled<IsoDay>")]
    date: IsoDay,
    #[schemars(regex(pattern = ID))]
    log_id: String,
}

/// A day of a month.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct DayCountView {
    #[schemars(with = "Spelled<IsoDay>")]
    date: IsoDay,
    count: u64,
    has_logs: bool,
}

/// A month.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ArchiveMonthView")]
#[serde(rename_all = "camelCase")]
struct MonthView {
    month: String,
    days: Vec<DayCountView>,
    total_count: u64,
}

/// A day.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ArchiveDayView")]
struct DayView {
    #[schemars(with = "Spelled<IsoDay>")]
    date: IsoDay,
    logs: Vec<CookLogView>,
}

/// The first and the last day of a month.
fn days_of(month: &str) -> Option<(IsoDay, IsoDay)> {
    let (year, number) = month.split_once('-').filter(|(year, number)| year.len() == 4 && number.len() == 2)?;
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(year) || !is_number(number) {
        return None;
    }
    let first = Date::new(year.parse().ok()?, number.parse().ok()?, 1).ok()?;
    Some((IsoDay(first), IsoDay(first.last_of_month())))
}

async fn get_month(State(service): State<Service>, Inside { cook }: Inside, Query(given): Query<MonthParameters>) -> Answer<MonthView> {
    let (first, last) = days_of(&given.month).ok_or(KondateError::Invalid {
        field: "month",
        code: "kondate.month",
        message: "A month is spelled like 2026-11.",
    })?;
    let mut days: BTreeMap<IsoDay, u64> = BTreeMap::new();
    for log in plans::between(service.db(), &cook.kitchen, first, last).await? {
        *days.entry(log.date).or_default() += 1;
    }
    let total_count = days.values().sum();
    let days = days.into_iter().map(|(date, count)| DayCountView { date, count, has_logs: true }).collect();
    data(MonthView { month: given.month, days, total_count })
}

async fn get_day(
    State(service): State<Service>,
    State(links): State<Links>,
    Inside { cook }: Inside,
    Path(at): Path<DayAt>,
) -> Answer<DayView> {
    let logs = plans::day(service.db(), &cook.kitchen, at.date).await?;
    let dishes = logs.iter().filter_map(|log| Some((log.recipe_id.as_ref()?, log.recipe_thumbnail_url.as_deref()))).collect();
    let album = Album::of(&service, &cook, &links, dishes).await?;
    data(DayView { date: at.date, logs: logs.into_iter().map(|log| CookLogView::of(log, &album)).collect() })
}

async fn delete_log(State(service): State<Service>, Inside { cook }: Inside, Path(at): Path<LogAt>) -> Answer<DeletedView> {
    let id = DishId::new(at.log_id.as_str()).ok_or_else(|| Problem::from(KondateError::NotFound("log")))?;
    service.delete_log(&cook, at.date, &id).await?;
    data(DeletedView::of(at.log_id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_has_its_days() {
        let day = |text: &str| text.parse::<IsoDay>().unwrap();
        assert_eq!(days_of("2024-02"), Some((day("2024-02-01"), day("2024-02-29"))));
        assert_eq!(days_of("2026-12"), Some((day("2026-12-01"), day("2026-12-31"))));
        for none in ["2026-13", "2026-00", "2026-1", "26-11", "2026-11-01", "", "２０２６-11", "-026-11", "2026-+1"] {
            assert_eq!(days_of(none), None, "{none}");
        }
    }
}
