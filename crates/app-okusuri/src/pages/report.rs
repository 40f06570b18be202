//! For the doctor: a period on paper, and day by day as a table.

use askama::Template;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse as _;
use axum::routing::get;
use chabudai_kernel::part::{Day, IsoDay};
use chabudai_web::csv::{self, UTF8};
use chabudai_web::form::Wrong;
use chabudai_web::input::Query;
use chabudai_web::problem::Problem;
use chabudai_web::ui::Ui;
use futures::stream;
use jiff::ToSpan as _;
use jiff::civil::Date;
use serde::Deserialize;

use super::marks::Marks;
use super::{Answer, Visit, regimens};
use crate::api::AppState;
use crate::regimen::insight::{self, Adherence, Stretch};
use crate::regimen::{self, Phase, Regimen};
use crate::service::{DayHistory, Service};

/// Rows of the table that go out at once.
const PART: usize = 200;
/// The months that a report is of, unless it is said.
const MONTHS: i64 = 3;

pub(super) fn routes(routes: Router<AppState>) -> Router<AppState> {
    routes.route("/okusuri/report", get(show_report)).route("/okusuri/report.csv", get(download_report))
}

/// The period, as it stands in the address.
#[derive(Clone, Debug, Deserialize)]
struct Given {
    #[serde(default)]
    from: String,
    #[serde(default)]
    to: String,
    /// Notes are private until somebody wants them on the paper.
    #[serde(default)]
    notes: String,
}

impl Given {
    fn with_notes(&self) -> bool {
        self.notes == "yes"
    }

    /// The first and the last day; what is yet to come is left out.
    fn days(&self, today: Date) -> Result<(Date, Date), Problem> {
        let end = |field: &str, text: &str, usual: Date| match text {
            "" => Ok(usual),
            text => {
                let day = text.parse::<IsoDay>().map(|day| day.0);
                day.map_err(|_| Problem::of_field("okusuri.no_date", field, "Choose a day."))
            }
        };
        let to = end("to", &self.to, today)?.min(today);
        let from = end("from", &self.from, to.saturating_sub(MONTHS.months()).saturating_add(1.day()))?;
        if from > to {
            return Err(Problem::of_field("okusuri.period", "from", "A period goes from the earlier to the later day."));
        }
        Ok((from, to))
    }
}

/// A month of the period.
struct Month {
    title: String,
    due: u32,
    taken: u32,
    percent: String,
    bleeding: u32,
    rest: u32,
}

/// What is on the paper.
struct Paper {
    period: String,
    regimens: Vec<(String, String)>,
    tiles: Vec<(String, String)>,
    bleeding: Vec<String>,
    rests: Vec<String>,
    months: Vec<Month>,
    notes: Vec<(String, String)>,
}

#[derive(Template)]
#[template(path = "okusuri/report.html")]
struct ReportPage<'a> {
    ui: &'a Ui,
    /// The name of the person whom the report is about.
    name: &'a str,
    /// What stands in the fields of the period.
    from: String,
    to: String,
    with_notes: bool,
    wrong: Wrong,
    paper: Option<Paper>,
    /// The same as a table.
    csv: String,
    /// When it was made.
    made: String,
}

/// The days of a period.
fn between(history: &DayHistory, from: Date, to: Date) -> &[regimen::Day] {
    let days = &history.timeline.days;
    &days[days.partition_point(|day| day.date < from)..days.partition_point(|day| day.date <= to)]
}

/// A day with its year: a paper is read later.
fn on_paper(ui: &Ui, date: Date) -> String {
    ui.full_day(&Day(date))
}

fn percent(adherence: Adherence) -> String {
    adherence.percent().map_or_else(|| "–".to_owned(), |percent| format!("{percent}%"))
}

/// A run of days in words. One that the edge of the period cuts says so: its days in the period are not all there were.
fn stretch(ui: &Ui, one: &Stretch, is_so: impl Fn(Date) -> bool) -> String {
    let days = ui.counted("okusuri-days", one.days.into());
    let period = if one.days == 1 {
        on_paper(ui, one.first)
    } else {
        ui.t2("okusuri-period", ("from", on_paper(ui, one.first)), ("to", on_paper(ui, one.last)))
    };
    let [before, after] = [one.first.yesterday(), one.last.tomorrow()].map(|beyond| beyond.is_ok_and(&is_so));
    let cut = match (before, after) {
        (false, false) => return format!("{period} · {days}"),
        (true, false) => "okusuri-cut-before",
        (false, true) => "okusuri-cut-after",
        (true, true) => "okusuri-cut-both",
    };
    format!("{period} · {days}{}", ui.t(cut))
}

/// The regimens that held on a day of the period.
fn held(regimens: &[Regimen], from: Date, to: Date) -> Vec<Regimen> {
    let began = |at: usize| regimens.get(at).and_then(|regimen| regimen.effective_from).map(|day| day.0);
    let holds = |at: &usize| began(*at).is_none_or(|first| first <= to) && began(at + 1).is_none_or(|next| next > from);
    (0..regimens.len()).filter(holds).map(|at| regimens[at]).collect()
}

fn paper(ui: &Ui, history: &DayHistory, all: &[Regimen], from: Date, to: Date, with_notes: bool) -> Paper {
    let (days, today) = (between(history, from, to), history.today.0);
    let adherence = insight::adherence(days, today);
    let bleeding = insight::bleeding_runs(days);
    let rests = insight::rests(days);
    let sum = |stretches: &[Stretch]| stretches.iter().map(|one| one.days).sum::<u32>();
    let months = days.chunk_by(|a, b| a.date.first_of_month() == b.date.first_of_month()).map(|month| {
        let adherence = insight::adherence(month, today);
        let first = month[0].date;
        Month {
            title: ui.t2("month-of-year", ("month", ui.month(first.month())), ("year", first.year().to_string())),
            due: adherence.due,
            taken: adherence.taken,
            percent: percent(adherence),
            bleeding: sum(&insight::bleeding_runs(month)),
            rest: sum(&insight::rests(month)),
        }
    });
    let noted = history.logs.iter().filter(|log| with_notes && (from..=to).contains(&log.date.0));
    let bleeds = |date: Date| history.timeline.day(date).is_some_and(regimen::Day::has_bleeding);
    let pauses = |date: Date| match history.timeline.day(date) {
        Some(day) => matches!(day.phase, Phase::Resting(_)),
        // A pause that has begun goes on after today.
        None => date > today && history.status.resume_on.is_some_and(|resume| date < resume),
    };
    let tile = |value: String, id: &str| (value, ui.t(id).into_owned());
    // A regimen that was over before anything was logged was nobody's: it is only what counts for who has chosen none.
    let begun = history.logs.first().map_or(to, |log| log.date.0.clamp(from, to));
    Paper {
        period: ui.t2("okusuri-period", ("from", on_paper(ui, from)), ("to", on_paper(ui, to))),
        regimens: held(all, begun, to).iter().map(|one| (regimens::in_force(ui, one), regimens::rule(ui, one))).collect(),
        tiles: vec![
            tile(ui.number(adherence.taken), "okusuri-report-taken"),
            tile(ui.number(adherence.due), "okusuri-report-due"),
            tile(percent(adherence), "okusuri-report-adherence"),
            tile(ui.number(sum(&bleeding)), "okusuri-report-bleeding"),
            tile(ui.number(sum(&rests)), "okusuri-report-rest"),
        ],
        bleeding: bleeding.iter().map(|one| stretch(ui, one, bleeds)).collect(),
        rests: rests.iter().map(|one| stretch(ui, one, pauses)).collect(),
        months: months.collect(),
        notes: noted.filter_map(|log| Some((on_paper(ui, log.date.0), log.data.note.clone()?))).collect(),
    }
}

async fn show_report(State(service): State<Service>, mut visit: Visit, Query(given): Query<Given>) -> Answer {
    visit.ui = {
        let back = visit.ui.at("/okusuri/insights");
        visit.ui.back(back)
    };
    let (ui, person) = (&visit.ui, &visit.found.person);
    let history = service.history_for_report(person).await?;
    let with_notes = given.with_notes();
    let mut page = ReportPage {
        ui,
        name: &person.data.name,
        from: given.from.clone(),
        to: given.to.clone(),
        with_notes,
        wrong: Wrong::default(),
        paper: None,
        csv: String::new(),
        made: on_paper(ui, history.today.0),
    };
    match given.days(history.today.0) {
        Ok((from, to)) => {
            (page.from, page.to) = (from.to_string(), to.to_string());
            page.csv = ui.at(&format!("/okusuri/report.csv?from={from}&to={to}{}", if with_notes { "&notes=yes" } else { "" }));
            page.paper = Some(paper(ui, &history, &person.data.own.regimens(), from, to, with_notes));
            Ok(ui.show(&page))
        }
        Err(problem) => {
            let is_of_both = problem.code == "okusuri.period";
            page.wrong = if is_of_both { Wrong::with_all(ui, &problem, &["from", "to"]) } else { Wrong::with(ui, &problem) };
            Ok(ui.show_as(problem.status, &page))
        }
    }
}

async fn download_report(State(service): State<Service>, visit: Visit, Query(given): Query<Given>) -> Answer {
    let (ui, person) = (&visit.ui, &visit.found.person);
    let history = service.history_for_report(person).await?;
    let (from, to) = given.days(history.today.0)?;
    let rows = table_rows(ui, &history, &person.data.own.regimen(), from, to, given.with_notes());
    let head = ["okusuri-csv-date", "okusuri-csv-phase", "okusuri-csv-taken", "okusuri-csv-bleeding", "okusuri-csv-note"];
    let first = format!("{UTF8}{}", csv::rows(&[head.map(|id| ui.t(id).into_owned())]));
    let parts: Vec<String> = std::iter::once(first).chain(rows.chunks(PART).map(csv::rows)).collect();
    let body = Body::from_stream(stream::iter(parts.into_iter().map(|part| Ok::<_, std::convert::Infallible>(Bytes::from(part)))));
    let name = format!("attachment; filename=\"okusuri-{from}-{to}.csv\"");
    let headers = [(header::CONTENT_TYPE, "text/csv; charset=utf-8"), (header::CONTENT_DISPOSITION, name.as_str())];
    Ok((headers, body).into_response())
}

/// A row for each day that was logged or had something to be done.
fn table_rows(ui: &Ui, history: &DayHistory, regimen: &Regimen, from: Date, to: Date, with_notes: bool) -> Vec<[String; 5]> {
    let marks = Marks::of(history, regimen);
    let yes_or_no = |yes: bool| ui.t(if yes { "okusuri-yes" } else { "okusuri-no" }).into_owned();
    // Nothing was before the first log and the first regimen, whatever year somebody asks from.
    let known = [history.timeline.days.first().map(|day| day.date), history.logs.first().map(|log| log.date.0)];
    let Some(first) = known.into_iter().flatten().min() else { return Vec::new() };
    let days = from.max(first).series(1.day()).take_while(|date| *date <= to).map(|date| marks.day(date));
    let told_of = days.filter(|day| day.entry.is_some() || day.phase.is_some_and(|phase| phase != Phase::Lapsed));
    let row = |day: super::marks::Marked| {
        let phase = match day.phase {
            Some(Phase::Taking(nth)) => ui.t1("okusuri-phase-taking", "day", nth),
            Some(Phase::Resting(_)) => ui.t("okusuri-rest").into_owned(),
            Some(Phase::Lapsed) | None => String::new(),
        };
        let taken = day.entry.map(|_| yes_or_no(day.mark == super::marks::Mark::Taken));
        let note = marks.log(day.date).filter(|_| with_notes).and_then(|log| log.data.note.clone());
        [
            IsoDay(day.date).to_string(),
            phase,
            taken.unwrap_or_default(),
            day.entry.map(|entry| yes_or_no(entry.bleeding)).unwrap_or_default(),
            note.unwrap_or_default(),
        ]
    };
    told_of.map(row).collect()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn a_period_is_three_months_unless_it_is_said() {
        let today = date(2026, 11, 16);
        let given = |from: &str, to: &str| Given { from: from.into(), to: to.into(), notes: String::new() }.days(today);
        assert_eq!(given("", ""), Ok((date(2026, 8, 17), today)));
        assert_eq!(given("2026-01-01", "2099-01-01"), Ok((date(2026, 1, 1), today)), "what is yet to come is left out");
        assert_eq!(given("", "2026-03-31"), Ok((date(2026, 1, 1), date(2026, 3, 31))));
        assert_eq!(given("2026-11-02", "2026-11-01").unwrap_err().code, "okusuri.period");
        assert_eq!(given("yesterday", "").unwrap_err().field.as_deref(), Some("from"));
    }

    #[test]
    fn the_regimens_of_a_period_are_those_that_held_in_it() {
        let all = [Regimen::FLEXIBLE, Regimen::CYCLIC_24_4.from(date(2026, 6, 1)), Regimen::CYCLIC_21_7.from(date(2026, 9, 1))];
        let kinds = |from, to| held(&all, from, to).iter().map(|one| one.rest_days).collect::<Vec<_>>();
        assert_eq!(kinds(date(2026, 1, 1), date(2026, 5, 31)), [4], "the flexible one alone");
        assert_eq!(kinds(date(2026, 5, 31), date(2026, 6, 1)).len(), 2);
        assert_eq!(kinds(date(2026, 9, 1), date(2026, 12, 1)), [7]);
        assert_eq!(kinds(date(2026, 1, 1), date(2026, 12, 1)).len(), 3);
    }
}
