//! Which days a pill is taken on, and which are a pause: pure functions over what was logged.
//!
//! Nobody of the profession has confirmed these rules; a page that shows their outcome says that the prescriber decides.

mod gaps; // days that were not logged
pub mod insight; // what a year of days tells
mod legacy; // the rule of the system that people came from
mod status; // where somebody is today
mod timeline; // every day since the beginning, and what it was

use chabudai_kernel::part::IsoDay;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

pub use gaps::unlogged;
pub use status::{NextRest, Status, status};
pub use timeline::{Day, Entry, Phase, Timeline, first_day, timeline};

chabudai_kernel::text_enum! {
    /// What decides about a pause.
    pub Kind {
        // Bleeding, from a first day on; or the longest time.
        Flexible = "flexible",
        // The calendar.
        Cyclic = "cyclic",
        // Nothing: there is none.
        Continuous = "continuous",
        // The rule of the system that people came from.
        Legacy = "legacy",
        // Nothing yet: days are counted, and nobody is told of a pause that they did not choose.
        Undecided = "undecided",
    }
}

/// What is logged of a day on which a pill was taken, where nothing else is said.
pub const TAKEN: Entry = Entry { bleeding: false, taken: Some(true) };

/// The most days that are taken before a pause.
pub const MOST_DAYS: u32 = 365;
/// The longest pause.
pub const MOST_REST_DAYS: u32 = 28;
/// The most days of bleeding that bring one.
pub const MOST_BLEED_TRIGGER: u32 = 14;
/// The most days without a log after which the next one begins anew.
pub const MOST_RESTART_AFTER: u32 = 60;

/// How a pill is taken. The numbers that a kind does not use are 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Regimen {
    /// What decides about a pause.
    pub kind: Kind,
    /// The days that are taken whatever happens.
    pub min_days: u32,
    /// The most days that are taken before a pause.
    pub max_days: u32,
    /// So many days of bleeding in a row bring a pause.
    pub bleed_trigger: u32,
    /// The days of a pause.
    pub rest_days: u32,
    /// The first day; the first day that was logged, unless it is given.
    pub effective_from: Option<IsoDay>,
    /// After so many days without a log the next one begins anew; 0 for never.
    #[serde(default = "Regimen::restart_after_a_week")]
    pub restart_after: u32,
}

impl Regimen {
    const WITHOUT: Self =
        Self { kind: Kind::Continuous, min_days: 0, max_days: 0, bleed_trigger: 0, rest_days: 0, effective_from: None, restart_after: 7 };
    /// At least 24 and at most 120 days; from the 25th on, three days of bleeding in a row bring a pause of four.
    pub const FLEXIBLE: Self = Self { kind: Kind::Flexible, min_days: 24, max_days: 120, bleed_trigger: 3, rest_days: 4, ..Self::WITHOUT };
    /// 24 days, then four without.
    pub const CYCLIC_24_4: Self = Self { kind: Kind::Cyclic, min_days: 24, max_days: 24, rest_days: 4, ..Self::WITHOUT };
    /// 21 days, then seven without.
    pub const CYCLIC_21_7: Self = Self { kind: Kind::Cyclic, min_days: 21, max_days: 21, rest_days: 7, ..Self::WITHOUT };
    /// Every day.
    pub const CONTINUOUS: Self = Self::WITHOUT;
    /// As the system that people came from: three days of bleeding, and four days from the first of them.
    pub const LEGACY: Self = Self { kind: Kind::Legacy, bleed_trigger: 3, rest_days: 4, ..Self::WITHOUT };

    /// Somebody has said that they will choose later.
    pub const UNDECIDED: Self = Self { kind: Kind::Undecided, ..Self::WITHOUT };

    fn restart_after_a_week() -> u32 {
        Self::WITHOUT.restart_after
    }

    /// The same from a day on.
    pub fn from(self, first: Date) -> Self {
        Self { effective_from: Some(IsoDay(first)), ..self }
    }

    /// The longest time before a pause, where there is one.
    fn longest(&self) -> Option<u32> {
        matches!(self.kind, Kind::Flexible | Kind::Cyclic).then_some(self.max_days)
    }

    /// Whether bleeding brings a pause: from which day on, and how many in a row.
    fn trigger(&self) -> Option<(u32, u32)> {
        (self.kind == Kind::Flexible).then_some((self.min_days + 1, self.bleed_trigger))
    }

    /// The same without the numbers that its kind does not use.
    pub fn plain(self) -> Self {
        let bare = Self { kind: self.kind, effective_from: self.effective_from, restart_after: self.restart_after, ..Self::WITHOUT };
        match self.kind {
            Kind::Flexible => self,
            Kind::Cyclic => Self { bleed_trigger: 0, ..self },
            Kind::Continuous | Kind::Undecided => bare,
            Kind::Legacy => Self { bleed_trigger: self.bleed_trigger, rest_days: self.rest_days, ..bare },
        }
    }

    /// Which number is out of bounds, if one is. A regimen that passes always moves on: it has no pause of no days.
    pub fn fault(&self) -> Option<(&'static str, &'static str)> {
        let bound = |fits: bool, field, sentence| (!fits).then_some((field, sentence));
        let most = || bound((1..=MOST_DAYS).contains(&self.max_days), "maxDays", "Between 1 and 365 days are taken before a pause.");
        let rest = || bound((1..=MOST_REST_DAYS).contains(&self.rest_days), "restDays", "A pause has between 1 and 28 days.");
        let least = || {
            let fits = (1..=self.max_days).contains(&self.min_days);
            bound(fits, "minDays", "The least days are 1 or more, and no more than the most.")
        };
        let trigger = || {
            bound(
                (1..=MOST_BLEED_TRIGGER).contains(&self.bleed_trigger),
                "bleedTrigger",
                "Between 1 and 14 days of bleeding bring a pause.",
            )
        };
        let restart = bound(
            self.restart_after <= MOST_RESTART_AFTER,
            "restartAfter",
            "A restart comes after 60 days without a log at most; 0 for never.",
        );
        restart.or_else(|| match self.kind {
            Kind::Flexible => most().or_else(rest).or_else(least).or_else(trigger),
            Kind::Cyclic => most().or_else(rest),
            Kind::Legacy => rest().or_else(trigger),
            Kind::Continuous | Kind::Undecided => None,
        })
    }
}

impl Default for Regimen {
    fn default() -> Self {
        Self::FLEXIBLE
    }
}
