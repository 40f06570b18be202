//! A year in days and months, drawn: of a garment, of an outfit, of everything.

use chabudai_kernel::db::Db;
use chabudai_kernel::part::Day;
use chabudai_web::chart::{self, Bar, Drawing};
use chabudai_web::problem::Problem;
use chabudai_web::ui::Ui;
use jiff::ToSpan as _;

use super::Visit;
use crate::repo::counters::{self, Counted};

/// The first day that a calendar shows.
pub(super) fn first_day(today: Day) -> Day {
    Day(today.0.saturating_sub(chart::WEEKS.weeks()))
}

/// The days of the weeks that a calendar shows, and tomorrow, which can be recorded already.
pub(super) async fn year_of(db: &Db, visit: &Visit, counted: Counted) -> Result<Vec<(Day, u64)>, Problem> {
    let first = first_day(visit.today);
    let tomorrow = Day(visit.today.0.saturating_add(1.day()));
    let daily = counters::between(db, visit.id, counted, first, tomorrow).await?;
    Ok(daily.into_iter().map(|day| (day.date, day.count)).collect())
}

/// A year of days.
pub(super) fn calendar(ui: &Ui, daily: &[(Day, u64)], today: Day) -> Drawing {
    let says = |day: &Day, count: u64| ui.t2("wardrobe-on-day", ("day", ui.day(day)), ("count", count));
    chart::calendar(ui, &ui.t("wardrobe-calendar"), daily, today, says)
}

/// A year of months.
pub(super) fn months(ui: &Ui, daily: &[(Day, u64)], today: Day) -> Drawing {
    let bar = |((year, month), value): ((i16, i8), u64)| {
        let month_of_year = ui.t2("month-of-year", ("month", ui.month(month).into_owned()), ("year", year.to_string()));
        let says = ui.t2("wardrobe-in-month", ("month", month_of_year), ("count", value));
        Bar { label: ui.month(month).into_owned(), says, value, is_running: false }
    };
    let bars: Vec<Bar> = chart::months(daily, today).into_iter().map(bar).collect();
    chart::bars(&ui.t("wardrobe-per-month"), &bars)
}
