//! A month: what each day was, and days to fill in.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::routing::get;
use chabudai_web::input::Query;
use chabudai_web::ui::Ui;
use jiff::ToSpan as _;
use jiff::civil::{Date, Weekday};
use serde::Deserialize;

use super::marks::{Mark, Marked, Marks};
use super::{Answer, Visit, day_path, in_words};
use crate::api::AppState;
use crate::service::Service;

pub(super) fn routes(routes: Router<AppState>) -> Router<AppState> {
    routes.route("/okusuri/calendar", get(show_calendar))
}

/// The month in an address.
#[derive(Deserialize)]
struct Given {
    #[serde(default)]
    month: String,
}

impl Given {
    /// Its first day; what is no month is this one.
    fn first(&self, today: Date) -> Date {
        let named = (self.month.len() == 7).then(|| format!("{}-01", self.month).parse::<Date>().ok()).flatten();
        named.filter(|first| (1990..=2199).contains(&first.year())).unwrap_or(today.first_of_month())
    }
}

/// A month as a table, on the page of the calendar and, on a wide screen, beside one of its days.
#[derive(Template)]
#[template(path = "okusuri/month.html")]
pub(super) struct Month<'a> {
    ui: &'a Ui,
    /// In words.
    pub(super) title: String,
    /// Weeks from Sunday on; nothing for a day of another month.
    weeks: Vec<[Option<Marked>; 7]>,
    /// The day that is shown beside it.
    chosen: Option<Date>,
}

impl<'a> Month<'a> {
    /// The month of a day, or one by its first day.
    pub(super) fn of(ui: &'a Ui, marks: &Marks<'_>, first: Date, chosen: Option<Date>) -> Self {
        let title = ui.t2("month-of-year", ("month", ui.month(first.month())), ("year", first.year().to_string()));
        Self { ui, title, weeks: weeks(first, |date| marks.day(date)), chosen }
    }

    /// The address of a month.
    pub(super) fn address(ui: &Ui, first: Date) -> String {
        ui.at(&format!("/okusuri/calendar?month={}", first.strftime("%Y-%m")))
    }

    /// The address of a day.
    fn at(&self, date: &Date) -> String {
        self.ui.at(&day_path(*date))
    }

    /// A day, and what it was, for who cannot see it.
    fn label(&self, day: &Marked) -> String {
        format!("{}: {}", in_words(self.ui, day.date), day.says(self.ui))
    }

    fn weekdays(&self) -> [String; 7] {
        WEEKDAYS.map(|weekday| self.ui.weekday(weekday).into_owned())
    }

    /// What a screen reader says of a day that is shown.
    fn current(&self, day: &Marked) -> Option<&'static str> {
        if self.chosen == Some(day.date) { Some("page") } else { day.is_today.then_some("date") }
    }
}

#[derive(Template)]
#[template(path = "okusuri/calendar.html")]
struct CalendarPage<'a> {
    ui: &'a Ui,
    month: Month<'a>,
    /// Days on which nothing was logged.
    missed: Vec<Date>,
    earlier: String,
    later: String,
    /// The month of today, from another one.
    back: Option<String>,
}

const WEEKDAYS: [Weekday; 7] =
    [Weekday::Sunday, Weekday::Monday, Weekday::Tuesday, Weekday::Wednesday, Weekday::Thursday, Weekday::Friday, Weekday::Saturday];

impl CalendarPage<'_> {
    /// The address of a day.
    fn at(&self, date: &Date) -> String {
        self.ui.at(&day_path(*date))
    }

    fn words(&self, date: &Date) -> String {
        in_words(self.ui, *date)
    }
}

/// The days of a month in weeks from Sunday on.
fn weeks(first: Date, day: impl Fn(Date) -> Marked) -> Vec<[Option<Marked>; 7]> {
    let mut cells = vec![None; first.weekday().to_sunday_zero_offset() as usize];
    cells.extend(first.series(1.day()).take_while(|date| date.month() == first.month()).map(|date| Some(day(date))));
    cells.resize(cells.len().next_multiple_of(7), None);
    let (whole, _) = cells.as_chunks::<7>();
    whole.to_vec()
}

async fn show_calendar(State(service): State<Service>, visit: Visit, Query(given): Query<Given>) -> Answer {
    let visit = visit.here("calendar");
    let (ui, person) = (&visit.ui, &visit.found.person);
    let history = service.history(person).await?;
    let first = given.first(history.today.0);
    let marks = Marks::of(&history, &person.data.own.regimen());
    let shown = Month::of(ui, &marks, first, None);
    let missed = shown.weeks.iter().flatten().flatten().filter(|day| day.mark == Mark::Missed).map(|day| day.date).collect();
    let page = CalendarPage {
        ui,
        month: shown,
        missed,
        earlier: Month::address(ui, first.saturating_sub(1.month())),
        later: Month::address(ui, first.saturating_add(1.month())),
        back: (first != history.today.0.first_of_month()).then(|| ui.at("/okusuri/calendar")),
    };
    Ok(ui.show(&page))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn a_month_is_named_or_it_is_this_one() {
        let of = |month: &str| Given { month: month.to_owned() }.first(date(2026, 11, 16));
        assert_eq!((of("2026-02"), of(""), of("2026-13")), (date(2026, 2, 1), date(2026, 11, 1), date(2026, 11, 1)));
        assert_eq!((of("0001-01"), of("9999-12"), of("2026-1")), (date(2026, 11, 1), date(2026, 11, 1), date(2026, 11, 1)));
    }

    #[test]
    fn a_month_has_its_days_below_their_weekdays() {
        let plain = |date| Marked { date, mark: Mark::Blank, entry: None, phase: None, is_today: false, is_ahead: false };
        let february = weeks(date(2026, 2, 1), plain);
        assert_eq!((february.len(), february[0][0].map(|day| day.date)), (4, Some(date(2026, 2, 1))), "it begins on a Sunday");
        let november = weeks(date(2026, 11, 1), plain);
        assert_eq!(november.iter().flatten().flatten().count(), 30);
        let august = weeks(date(2026, 8, 1), plain);
        assert_eq!((august.len(), august[0][6].map(|day| day.date)), (6, Some(date(2026, 8, 1))), "it begins on a Saturday");
    }
}
