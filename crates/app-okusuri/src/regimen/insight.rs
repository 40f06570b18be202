//! What a stretch of days tells.

use jiff::civil::Date;

use super::timeline::{Day, Phase};

/// How many of the days on which a pill was to be taken it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adherence {
    /// Days on which it was taken.
    pub taken: u32,
    /// Days on which it was to be taken.
    pub due: u32,
}

impl Adherence {
    /// In whole percent, to the nearest; but only all of them are 100, and only none of them is 0.
    pub fn percent(&self) -> Option<u32> {
        let (taken, due) = (u64::from(self.taken), u64::from(self.due));
        match (taken, due) {
            (_, 0) => None,
            (0, _) => Some(0),
            _ if taken >= due => Some(100),
            _ => Some(((taken * 100 + due / 2) / due).clamp(1, 99) as u32),
        }
    }
}

/// A cycle: from a first day to the day before the next first day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cycle {
    /// Its first day.
    pub first: Date,
    /// Its last day, so far.
    pub last: Date,
    /// Days on which a pill was to be taken.
    pub due: u32,
    /// Days on which it was taken.
    pub taken: u32,
    /// Days of bleeding.
    pub bleeding: u32,
    /// Days of pause.
    pub rest: u32,
}

/// Days in a row that have something in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stretch {
    /// The first.
    pub first: Date,
    /// The last.
    pub last: Date,
    /// How many.
    pub days: u32,
}

/// The last day counts once it is logged: until midnight nothing is missed.
fn settled(days: &[Day], today: Date) -> impl Iterator<Item = &Day> {
    days.iter().filter(move |day| day.date < today || day.entry.is_some())
}

/// How faithfully a pill was taken.
pub fn adherence(days: &[Day], today: Date) -> Adherence {
    let due = settled(days, today).filter(|day| day.is_due());
    due.fold(Adherence::default(), |sum, day| Adherence { taken: sum.taken + u32::from(day.is_taken()), due: sum.due + 1 })
}

/// The cycles, the oldest first.
pub fn cycles(days: &[Day]) -> Vec<Cycle> {
    let mut out: Vec<Cycle> = Vec::new();
    for day in days {
        if day.phase == Phase::Taking(1) || out.is_empty() {
            out.push(Cycle { first: day.date, last: day.date, due: 0, taken: 0, bleeding: 0, rest: 0 });
        }
        let Some(cycle) = out.last_mut() else { continue };
        // Days after somebody stopped belong to no cycle.
        if day.phase != Phase::Lapsed {
            cycle.last = day.date;
        }
        cycle.due += u32::from(day.is_due());
        cycle.taken += u32::from(day.is_due() && day.is_taken());
        cycle.bleeding += u32::from(day.has_bleeding());
        cycle.rest += u32::from(matches!(day.phase, Phase::Resting(_)));
    }
    out
}

/// The longest time without a missed day. A pause neither counts nor breaks it.
pub fn longest_streak(days: &[Day], today: Date) -> u32 {
    let (mut longest, mut now) = (0, 0);
    for day in settled(days, today) {
        match day.phase {
            Phase::Taking(_) if day.is_taken() => now += 1,
            Phase::Resting(_) => {}
            Phase::Taking(_) | Phase::Lapsed => now = 0,
        }
        longest = longest.max(now);
    }
    longest
}

/// Every run of bleeding, the oldest first.
pub fn bleeding_runs(days: &[Day]) -> Vec<Stretch> {
    stretches(days, Day::has_bleeding)
}

/// Every pause, the oldest first.
pub fn rests(days: &[Day]) -> Vec<Stretch> {
    stretches(days, |day| matches!(day.phase, Phase::Resting(_)))
}

fn stretches(days: &[Day], is_so: impl Fn(&Day) -> bool) -> Vec<Stretch> {
    days.chunk_by(|before, after| is_so(before) == is_so(after))
        .filter(|run| is_so(&run[0]))
        .map(|run| Stretch { first: run[0].date, last: run[run.len() - 1].date, days: run.len() as u32 })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_are_the_nearest_and_never_too_good_or_too_bad() {
        let percent = |taken, due| Adherence { taken, due }.percent();
        assert_eq!((percent(0, 0), percent(0, 9), percent(9, 9)), (None, Some(0), Some(100)));
        assert_eq!((percent(2, 3), percent(1, 3), percent(29, 30), percent(1, 2)), (Some(67), Some(33), Some(97), Some(50)));
        assert_eq!((percent(364, 365), percent(1, 365)), (Some(99), Some(1)), "one day makes a difference at either end");
        assert_eq!((percent(u32::MAX - 1, u32::MAX), percent(5, 4)), (Some(99), Some(100)));
    }
}
