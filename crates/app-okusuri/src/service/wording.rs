//! What a reminder is about, and its words.

use crate::regimen::Status;

/// What a reminder is about, for whoever finds the words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wording {
    /// Nothing that tells anything.
    Discreet,
    /// Nothing that tells anything, on a day without a pill.
    DiscreetRest,
    /// A pill is to be taken; it is this day of the cycle.
    Take(u32),
    /// A pause, with so many days left, today included.
    Rest(u32),
    /// Only to see that reminders arrive.
    Test,
}

impl Wording {
    /// What there is to say to somebody who does not mind who reads it.
    pub(super) fn of(status: &Status) -> Self {
        status.cycle_day.map_or(Self::Rest(status.rest_days_left), Self::Take)
    }

    /// There is a pill to take on that day, and so one to log.
    pub(super) fn has_pill(&self) -> bool {
        matches!(self, Self::Discreet | Self::Take(_))
    }
}

/// The words of a reminder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReminderText {
    /// In bold.
    pub title: String,
    /// Below.
    pub body: String,
    /// On the button that opens the app.
    pub open: String,
    /// The button that logs a day without bleeding, on a day with a pill.
    pub button: Option<LogButton>,
}

/// The words of the button that logs a day.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogButton {
    /// On it.
    pub log: String,
    /// What is shown once the day is logged.
    pub logged: String,
}

/// Finds the words of a reminder in a language.
pub trait Words: Send + Sync + 'static {
    /// The words.
    fn of(&self, wording: &Wording, language: &str) -> ReminderText;
}
