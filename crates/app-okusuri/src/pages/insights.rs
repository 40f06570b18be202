//! What the days tell: how faithfully, how long, how much bleeding.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::routing::get;
use chabudai_kernel::part::Day;
use chabudai_web::chart::{self, Bar, Cell, Drawing};
use chabudai_web::ui::Ui;
use jiff::ToSpan as _;
use jiff::civil::Date;

use super::marks::{Mark, Marks};
use super::{Answer, Visit, in_words};
use crate::api::AppState;
use crate::regimen::insight::{self, Cycle};
use crate::regimen::{self, Regimen};
use crate::service::{DayHistory, Service};

/// The stretches of days that adherence is shown for.
const STRETCHES: [i64; 3] = [30, 90, 365];
/// The most cycles that are drawn.
const CYCLES: usize = 12;

pub(super) fn routes(routes: Router<AppState>) -> Router<AppState> {
    routes.route("/okusuri/insights", get(show_insights))
}

/// How faithfully a pill was taken in the last so many days.
struct Adherence {
    ring: Drawing,
    percent: String,
    title: String,
    says: String,
}

#[derive(Template)]
#[template(path = "okusuri/insights.html")]
struct InsightsPage<'a> {
    ui: &'a Ui,
    is_empty: bool,
    adherences: Vec<Adherence>,
    streaks: [(String, String); 2],
    year: Drawing,
    /// Bleeding of each cycle.
    bleeding: Drawing,
    /// How long each cycle was.
    lengths: Drawing,
    cycles: Vec<Cycle>,
    today: Date,
}

impl InsightsPage<'_> {
    fn is_running(&self, cycle: &Cycle) -> bool {
        is_running(cycle, self.today)
    }

    fn day(&self, date: &Date) -> String {
        in_words(self.ui, *date)
    }

    fn length(cycle: &Cycle) -> u32 {
        length(cycle)
    }
}

/// The days of a timeline from a day on.
pub(super) fn since(days: &[regimen::Day], first: Date) -> &[regimen::Day] {
    &days[days.partition_point(|day| day.date < first)..]
}

fn adherence_over(ui: &Ui, history: &DayHistory, stretch: i64) -> Adherence {
    let today = history.today.0;
    let adherence = insight::adherence(since(&history.timeline.days, today.saturating_sub((stretch - 1).days())), today);
    Adherence {
        ring: chart::ring(adherence.taken, adherence.due, None),
        percent: adherence.percent().map_or_else(|| "–".to_owned(), |percent| format!("{percent}%")),
        title: ui.counted("okusuri-last-days", stretch.unsigned_abs()).to_string(),
        says: ui.t2("okusuri-taken-of-due", ("taken", adherence.taken), ("due", adherence.due)),
    }
}

fn length(cycle: &Cycle) -> u32 {
    u32::try_from(cycle.last.since(cycle.first).map_or(0, |span| span.get_days())).map_or(0, |days| days + 1)
}

/// Whether a cycle goes on. One that somebody stopped in the middle of does not.
fn is_running(cycle: &Cycle, today: Date) -> bool {
    cycle.last == today
}

/// Cycles as bars, the oldest first.
fn bars(ui: &Ui, title: &str, message: &'static str, cycles: &[Cycle], today: Date, value: impl Fn(&Cycle) -> u32) -> Drawing {
    let bar = |cycle: &Cycle| {
        let is_running = is_running(cycle, today);
        let says = ui.t2(message, ("day", in_words(ui, cycle.first)), ("count", value(cycle)));
        let says = if is_running { format!("{says} ({})", ui.t("okusuri-so-far")) } else { says };
        Bar { label: ui.short_day(cycle.first), says, value: value(cycle).into(), is_running }
    };
    chart::bars(title, &cycles.iter().map(bar).collect::<Vec<_>>())
}

fn year(ui: &Ui, history: &DayHistory, regimen: &Regimen) -> Drawing {
    let marks = Marks::of(history, regimen);
    let (mut taken, mut bleeding) = (0_u32, 0_u32);
    let cell = |date: &Day| {
        let day = marks.day(date.0);
        let class = match day.mark {
            Mark::Taken => "h4",
            Mark::Rest => "h1",
            Mark::NotTaken | Mark::Missed => "gap",
            Mark::Planned | Mark::Blank => return None,
        };
        Some(Cell { class, has_dot: day.has_bleeding(), says: format!("{}: {}", ui.day(date), day.says(ui)) })
    };
    for day in since(&history.timeline.days, history.today.0.saturating_sub(1.year())) {
        taken += u32::from(day.is_taken());
        bleeding += u32::from(day.has_bleeding());
    }
    let label = ui.t2("okusuri-year-says", ("taken", taken), ("bleeding", bleeding));
    chart::year(ui, &label, Day(history.today.0), cell)
}

async fn show_insights(State(service): State<Service>, visit: Visit) -> Answer {
    let visit = visit.here("insights");
    let (ui, person) = (&visit.ui, &visit.found.person);
    let history = service.history(person).await?;
    let mut cycles = insight::cycles(&history.timeline.days);
    cycles.drain(..cycles.len().saturating_sub(CYCLES));
    let longest = insight::longest_streak(&history.timeline.days, history.today.0);
    let today = history.today.0;
    let days = |count: u32| ui.counted("okusuri-days", count.into()).to_string();
    let page = InsightsPage {
        ui,
        is_empty: history.logs.is_empty(),
        adherences: STRETCHES.iter().map(|stretch| adherence_over(ui, &history, *stretch)).collect(),
        streaks: [
            (days(history.status.current_streak), ui.t("okusuri-current-streak").into_owned()),
            (days(longest), ui.t("okusuri-longest-streak").into_owned()),
        ],
        year: year(ui, &history, &person.data.own.regimen()),
        bleeding: bars(ui, &ui.t("okusuri-bleeding-by-cycle"), "okusuri-cycle-bleeding", &cycles, today, |cycle| cycle.bleeding),
        lengths: bars(ui, &ui.t("okusuri-length-by-cycle"), "okusuri-cycle-length", &cycles, today, length),
        cycles,
        today,
    };
    Ok(ui.show(&page))
}
