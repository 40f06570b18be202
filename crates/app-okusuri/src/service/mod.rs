//! Use cases that decide something. Reads that decide nothing go straight to the repo.

mod check; // the operator's look at everything
mod days; // where somebody is, and what their days tell
mod fill; // days that were not logged, filled in together
mod logs; // logging, correcting, deleting, putting back
mod notifications; // when to remind whom where
mod pass; // a pass to log one day from a reminder
mod profile; // the regimen and the zone
mod reminders; // the job
mod set_day; // what a day is to say from now on
mod wording; // what a reminder is about

use std::sync::Arc;

use chabudai_identity::model::Profile;
use chabudai_kernel::db::Db;
use chabudai_kernel::ids::Ids;
use chabudai_kernel::part::IsoDay;
use chabudai_kernel::service::Base;
use chabudai_web::messages::Messages;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;

pub use check::{Checked, Finding, check, mend};
pub use days::DayHistory;
pub use fill::Unlogged;
pub use logs::NewLog;
pub use notifications::{Notifications, SettingChange};
pub use pass::{Pass, Passes};
pub use profile::ProfileChange;
pub use reminders::Reminded;
pub use set_day::DayChange;
pub use wording::{LogButton, ReminderText, Wording, Words};

use crate::design::Okusuri;
use crate::error::{OkusuriError, Result};

/// Somebody who is signed in.
pub type Person = Profile<Okusuri>;

/// The first day that can be logged.
const EARLIEST: Date = jiff::civil::date(2000, 1, 1);

/// The use cases of Okusuri, beside those of identity.
#[derive(Clone)]
pub struct Service {
    base: Base,
    messages: Arc<dyn Messages>,
    passes: Passes,
    words: Arc<dyn Words>,
}

impl Service {
    /// The use cases over an app's data. The words of reminders come from outside: languages are a matter of the pages.
    pub fn new(db: Db, ids: Arc<dyn Ids>, messages: Arc<dyn Messages>, passes: Passes, words: Arc<dyn Words>) -> Self {
        Self { base: Base::new(db, ids), messages, passes, words }
    }

    /// The data, for reads that decide nothing.
    pub fn db(&self) -> &Db {
        &self.base.db
    }

    /// The key by which browsers know whose reminders they let through.
    pub fn push_key(&self) -> &str {
        self.messages.push_key()
    }

    /// The time of day in a zone.
    pub fn now_in(&self, zone: &TimeZone) -> DateTime {
        zone.to_datetime(self.base.now().0)
    }

    /// What day it is for somebody.
    pub fn today(&self, person: &Person) -> IsoDay {
        IsoDay(self.now_in(&person.data.own.zone()).date())
    }

    /// A day that can be logged: none that is yet to come, and none before anything was.
    fn loggable(&self, person: &Person, day: Date) -> Result<IsoDay> {
        let refused = |code, message| Err(OkusuriError::Invalid { field: "date", code, message });
        if day > self.today(person).0 {
            refused("okusuri.date_in_future", "A day that is yet to come cannot be logged.")
        } else if day < EARLIEST {
            refused("okusuri.date_too_early", "A day is logged from the year 2000 on.")
        } else {
            Ok(IsoDay(day))
        }
    }
}
