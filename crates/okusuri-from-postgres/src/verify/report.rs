//! The outcome of a comparison, for people and for programs. Rows are named by table and id.

use std::fmt::{Display, Write as _};

use serde::Serialize;

use crate::plan::{by_name, tally_text};
use crate::snapshot::Manifest;
use crate::transform::{MovedDay, Tally, Transformed};

/// How many of a long list are told one by one.
const TOLD: usize = 20;

/// One thing that was looked at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Check {
    /// What has to hold.
    pub name: String,
    /// It holds.
    pub holds: bool,
    /// What is so instead.
    pub instead: Option<String>,
}

/// The outcome.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// When the source was read.
    pub manifest: Manifest,
    /// What became of its rows.
    #[serde(serialize_with = "by_name")]
    pub tally: Tally,
    /// Logs whose day here is another one than in UTC.
    pub moved_days: Vec<MovedDay>,
    /// What was looked at.
    pub checks: Vec<Check>,
    /// Nothing speaks against the switch.
    pub may_switch: bool,
}

impl Report {
    pub(super) fn new(manifest: &Manifest, transformed: &Transformed) -> Self {
        let (tally, moved_days) = (transformed.tally.clone(), transformed.moved_days.clone());
        Self { manifest: manifest.clone(), tally, moved_days, checks: Vec::new(), may_switch: true }
    }

    pub(super) fn check(&mut self, name: &str, holds: bool, instead: &str) {
        self.may_switch &= holds;
        self.checks.push(Check { name: name.to_owned(), holds, instead: (!holds).then(|| instead.to_owned()) });
    }

    /// Nothing of this kind may be there.
    pub(super) fn none_of(&mut self, name: &str, found: &[impl Display]) {
        let mut told: Vec<String> = found.iter().take(TOLD).map(ToString::to_string).collect();
        if found.len() > TOLD {
            told.push(format!("and {} more", found.len() - TOLD));
        }
        self.check(name, found.is_empty(), &told.join("; "));
    }

    /// The report for people.
    pub fn text(&self) -> String {
        let mut out = tally_text(&self.tally);
        let mut line = |text: std::fmt::Arguments<'_>| writeln!(out, "{text}").expect("a string takes every text");
        line(format_args!("{} logs have another day than in UTC", self.moved_days.len()));
        for check in &self.checks {
            match &check.instead {
                None => line(format_args!("ok    {}", check.name)),
                Some(instead) => line(format_args!("WRONG {}: {instead}", check.name)),
            }
        }
        let wrong = self.checks.iter().filter(|check| !check.holds).count();
        match wrong {
            0 => line(format_args!("{} checks hold: nothing speaks against the switch", self.checks.len())),
            _ => line(format_args!("{wrong} of {} checks do not hold: do not switch", self.checks.len())),
        }
        out
    }
}
