//! The regimen and the zone.

use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::{EARLIEST, Person, Service};
use crate::error::{OkusuriError, Result};
use crate::model::{MOST_EARLIER, Own};
use crate::regimen::{Kind, Regimen};
use crate::repo;

/// What is changed. What is `None` stays.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ProfileChange {
    /// Where their days begin and end.
    pub timezone: Option<String>,
    /// How they take the pill.
    pub regimen: Option<Regimen>,
}

/// How often a change is tried again while the same person changes the same elsewhere.
const TRIES: u32 = 4;

impl Service {
    /// How somebody takes the pill, and where they live, from now on.
    pub async fn change_profile(&self, person: &Person, change: &ProfileChange) -> Result<Person> {
        if *change == ProfileChange::default() {
            return Ok(person.clone());
        }
        let mut person = person.clone();
        for _ in 0..TRIES {
            let before = &person.data.own;
            let mut after = before.clone();
            if let Some(zone) = &change.timezone {
                after.timezone = Some(known_zone(zone)?.to_owned());
            }
            if let Some(regimen) = change.regimen {
                let today = self.now_in(&after.zone()).date();
                check(&regimen, today)?;
                follow(&mut after, regimen.plain(), today);
            }
            if let Some(changed) = repo::change_profile(&self.base.db, &person.user_id, before, &after, self.base.now()).await? {
                return Ok(changed);
            }
            // Somebody was faster, or is gone.
            person = repo::person(&self.base.db, &person.user_id).await?.ok_or(OkusuriError::NotFound("person"))?;
        }
        Err(OkusuriError::Busy)
    }
}

/// A zone that goes by this name.
pub(super) fn known_zone(name: &str) -> Result<&str> {
    let message = "A time zone is named like Asia/Tokyo.";
    TimeZone::get(name).map(|_| name).map_err(|_| OkusuriError::Invalid { field: "timezone", code: "okusuri.unknown_zone", message })
}

fn check(regimen: &Regimen, today: Date) -> Result<()> {
    if let Some((field, message)) = regimen.fault() {
        return Err(OkusuriError::Invalid { field, code: "okusuri.regimen_out_of_bounds", message });
    }
    let refused = |code, message| Err(OkusuriError::Invalid { field: "effectiveFrom", code, message });
    match regimen.effective_from {
        Some(from) if from.0 > today => refused("okusuri.regimen_in_future", "A regimen begins today or has begun already."),
        Some(from) if from.0 < EARLIEST => refused("okusuri.regimen_too_early", "A regimen begins in the year 2000 or later."),
        _ => Ok(()),
    }
}

/// Puts a regimen in force. Those that began before it stay true of their days; it takes the place of those that began later.
fn follow(own: &mut Own, mut next: Regimen, today: Date) {
    let current = own.regimen();
    // Who decides later has decided nothing so far, and what they choose at last holds from the first log on.
    let is_first = current.kind == Kind::Undecided || (own.regimen.is_none() && next.kind == Kind::Undecided);
    if next.effective_from.is_none() && !is_first {
        // The same regimen with another detail, or another one as of today.
        let is_same = Regimen { restart_after: current.restart_after, effective_from: current.effective_from, ..next } == current;
        next.effective_from = if is_same { current.effective_from } else { Regimen::from(next, today).effective_from };
    }
    if !is_first {
        own.earlier_regimens.push(current);
    }
    own.earlier_regimens.retain(|earlier| earlier.effective_from < next.effective_from);
    let too_many = own.earlier_regimens.len().saturating_sub(MOST_EARLIER);
    own.earlier_regimens.drain(..too_many);
    own.regimen = Some(next);
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn a_regimen_takes_the_place_of_what_began_later() {
        let mut own = Own::default();
        let today = date(2026, 11, 15);
        follow(&mut own, Regimen::FLEXIBLE, today);
        assert_eq!((own.regimen().effective_from, own.earlier_regimens.len()), (None, 0), "the first log begins it");
        follow(&mut own, Regimen::CYCLIC_21_7, today);
        assert_eq!(own.regimen(), Regimen::CYCLIC_21_7.from(today));
        assert_eq!(own.earlier_regimens, [Regimen::FLEXIBLE]);
        let later = date(2026, 12, 1);
        follow(&mut own, Regimen::CYCLIC_24_4.from(later), later);
        assert_eq!(own.regimens(), [Regimen::FLEXIBLE, Regimen::CYCLIC_21_7.from(today), Regimen::CYCLIC_24_4.from(later)]);
        follow(&mut own, Regimen::CONTINUOUS.from(date(2026, 11, 1)), today);
        assert_eq!(own.regimens(), [Regimen::FLEXIBLE, Regimen::CONTINUOUS.from(date(2026, 11, 1))]);
        follow(&mut own, Regimen { restart_after: 0, ..Regimen::CONTINUOUS }, today);
        assert_eq!(own.regimen().effective_from, Regimen::CONTINUOUS.from(date(2026, 11, 1)).effective_from, "the same, in another way");
        assert_eq!(own.regimens().len(), 2);
    }

    #[test]
    fn what_is_chosen_at_last_holds_from_the_first_log_on() {
        let mut own = Own::default();
        let today = date(2026, 11, 15);
        for _ in 0..2 {
            follow(&mut own, Regimen::UNDECIDED, today);
            assert_eq!(own.regimens(), [Regimen::UNDECIDED], "nothing else was ever in force");
        }
        follow(&mut own, Regimen::CYCLIC_24_4, today);
        assert_eq!(own.regimens(), [Regimen::CYCLIC_24_4]);
    }

    #[test]
    fn the_list_of_regimens_has_an_end() {
        let mut own = Own::default();
        for day in 1..=30 {
            follow(&mut own, Regimen::FLEXIBLE.from(date(2026, 6, day)), date(2026, 7, 1));
        }
        assert_eq!(own.earlier_regimens.len(), MOST_EARLIER);
    }
}
