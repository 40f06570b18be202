//! Where somebody is: drawn as a ring, with a number that is read at arm's length, and in words.

use chabudai_web::chart::{self, Drawing};
use chabudai_web::ui::Ui;
use jiff::civil::Date;

use super::{day_path, in_words};
use crate::regimen::{Kind, Regimen, Status};

/// Where somebody is.
pub(super) struct Card {
    /// How far the way to the next pause, or to its end, has come.
    pub(super) ring: Drawing,
    /// Over the number.
    pub(super) above: String,
    /// The number.
    pub(super) number: String,
    /// Under the number.
    pub(super) below: String,
    /// What it means; empty for who has not chosen yet, to whom it means nothing but the count.
    pub(super) lead: String,
    /// When what comes next comes.
    pub(super) next: Option<String>,
    /// It is a pause.
    pub(super) is_rest: bool,
}

impl Card {
    pub(super) fn of(ui: &Ui, status: &Status, regimen: &Regimen, today: Date, has_logged: bool) -> Self {
        if status.is_rest_period {
            return Self::rest(ui, status, regimen);
        }
        let day = status.cycle_day.unwrap_or(1);
        // What is shown as done are days that are over or logged.
        let done = if status.today_logged { day } else { day.saturating_sub(1) };
        let (of, mark) = match regimen.kind {
            Kind::Flexible => (regimen.max_days, Some(regimen.min_days)),
            Kind::Cyclic => (regimen.max_days, None),
            Kind::Continuous | Kind::Legacy | Kind::Undecided => (1, None),
        };
        let ring = if of > 1 { chart::ring(done, of, mark) } else { chart::ring(0, 1, None) };
        let lead = if status.has_lapsed {
            ui.t("okusuri-lapsed").into_owned()
        } else if !has_logged && day == 1 {
            ui.t("okusuri-first-log").into_owned()
        } else if is_eve(status, today) {
            ui.t1("okusuri-rest-tomorrow", "rest", regimen.rest_days)
        } else {
            Self::taking(ui, regimen, day)
        };
        Self {
            ring,
            above: ui.t("okusuri-ring-taking").into_owned(),
            number: ui.number(day),
            below: ui.t("okusuri-ring-day").into_owned(),
            lead,
            next: status.next_rest.map(|rest| {
                let id = if rest.at_the_latest { "okusuri-next-rest-latest" } else { "okusuri-next-rest" };
                ui.t1(id, "day", in_words(ui, rest.from))
            }),
            is_rest: false,
        }
    }

    fn rest(ui: &Ui, status: &Status, regimen: &Regimen) -> Self {
        let left = status.rest_days_left;
        let of = regimen.rest_days.max(left);
        let nth = of - left + 1;
        Self {
            ring: chart::ring(nth, of, None),
            above: ui.t("okusuri-ring-rest").into_owned(),
            number: ui.number(left),
            below: ui.counted("okusuri-ring-days-left", left.into()).to_string(),
            lead: ui.t2("okusuri-rest-progress", ("nth", nth), ("of", of)),
            next: status.resume_on.map(|day| ui.t1("okusuri-resume-on", "day", in_words(ui, day))),
            is_rest: true,
        }
    }

    /// What holds on a day of the cycle.
    fn taking(ui: &Ui, regimen: &Regimen, day: u32) -> String {
        match regimen.kind {
            Kind::Flexible if day <= regimen.min_days => ui.t1("okusuri-taking-early", "days", regimen.min_days),
            Kind::Flexible => ui.t2("okusuri-taking-open", ("trigger", regimen.bleed_trigger), ("rest", regimen.rest_days)),
            Kind::Cyclic => ui.t2("okusuri-taking-cyclic", ("days", regimen.max_days), ("rest", regimen.rest_days)),
            Kind::Continuous => ui.t("okusuri-taking-continuous").into_owned(),
            Kind::Legacy => ui.t2("okusuri-taking-legacy", ("trigger", regimen.bleed_trigger), ("rest", regimen.rest_days)),
            Kind::Undecided => String::new(),
        }
    }
}

/// Something that somebody should know today.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Hint {
    /// Its icon.
    pub(super) icon: &'static str,
    /// What it says.
    pub(super) text: String,
    /// Days to go to.
    pub(super) days: Vec<(String, String)>,
}

/// What there is to say of bleeding: how long it has lasted, or that it is logged in a pause too.
pub(super) fn of_bleeding(ui: &Ui, status: &Status, regimen: &Regimen, today: Date) -> Option<Hint> {
    let text = if status.is_rest_period {
        ui.t("okusuri-hint-rest").into_owned()
    } else if status.consecutive_bleeding_days > 0 {
        bleeding(ui, status, regimen, today)
    } else {
        return None;
    };
    Some(Hint { icon: "drop", text, days: Vec::new() })
}

/// The days of the last week that nothing was logged of.
pub(super) fn of_missed(ui: &Ui, status: &Status) -> Option<Hint> {
    if status.missed.is_empty() {
        return None;
    }
    let text = ui.counted("okusuri-hint-missed", status.missed.len() as u64).to_string();
    let days = status.missed.iter().map(|day| (in_words(ui, *day), ui.at(&day_path(*day)))).collect();
    Some(Hint { icon: "missed", text, days })
}

/// How long there has been bleeding, and what follows if a pause does.
fn bleeding(ui: &Ui, status: &Status, regimen: &Regimen, today: Date) -> String {
    let count = ui.counted("okusuri-hint-bleeding", status.consecutive_bleeding_days.into());
    if regimen.kind == Kind::Flexible && is_eve(status, today) {
        return format!("{count}{}", ui.t1("okusuri-hint-rest-tomorrow", "rest", regimen.rest_days));
    }
    count.to_string()
}

/// A pause begins tomorrow.
fn is_eve(status: &Status, today: Date) -> bool {
    status.next_rest.is_some_and(|rest| !rest.at_the_latest && today.tomorrow().is_ok_and(|tomorrow| rest.from == tomorrow))
}
