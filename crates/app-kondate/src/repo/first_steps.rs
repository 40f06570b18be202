//! How far somebody has found their way in.

use std::collections::BTreeSet;

use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{Transact, Update, Write};
use chabudai_kernel::value::Value;

use super::notices;
use crate::model::{FirstStep, Notification, PersonId, Profile};

/// What is told beside the steps: how to have Kondate on the home screen.
pub const INSTALL: &str = "install";

fn of(person: &PersonId) -> Update {
    // Whoever was forgotten meanwhile is not remembered by this.
    Update::of::<Profile>(Profile::key(person.clone())).if_exists()
}

fn set_of<'a>(names: impl IntoIterator<Item = &'a str>) -> Value {
    Value::Ss(names.into_iter().map(str::to_owned).collect::<BTreeSet<_>>())
}

/// AP-1217, the writes: these steps are done, and they are told of those, each once: fails if they were told of one of them before.
pub fn go_on(person: &PersonId, done: &[FirstStep], told: &[(&str, Notification)]) -> Transact {
    let mut update = of(person);
    if !done.is_empty() {
        update = update.add("onboardingDone", set_of(done.iter().map(|step| step.as_str())));
    }
    if !told.is_empty() {
        update = update.add("onboardingTold", set_of(told.iter().map(|(name, _)| *name)));
    }
    for (name, _) in told {
        update = update.only_if(attr("onboardingTold").contains(*name).not());
    }
    Transact::of(std::iter::once(update.into()).chain(told.iter().map(|(_, notice)| Write::from(notices::tell(notice)))))
}

/// AP-1217, the write: not before then.
pub fn snooze(person: &PersonId, until: Option<i64>) -> Update {
    of(person).set_or_remove("onboardingSnoozedUntil", until)
}

/// AP-1217, the write: not at all; or again.
pub fn dismiss(person: &PersonId, dismissed: bool) -> Update {
    of(person).set_or_remove("onboardingDismissed", dismissed.then_some(true))
}
