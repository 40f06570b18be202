//! Guessing is made slow: after a few tries, each next one has to wait longer. A try is counted before it is made, so that many at once are
//! as many as one after the other; one that was not in vain is forgotten.

use chabudai_kernel::part::Word;

use super::Service;
use crate::design::{COUNT_TRY, FORGET_TRIES};
use crate::error::{ChirashiReason, Result};
use crate::model::Tries;
use crate::repo::people;

/// So many tries of one client are nobody's business.
const FREE: u64 = 5;
/// So many of all clients together: enough that nobody locks out somebody else, too few to guess by.
const FREE_OF_ALL: u64 = 50;
/// The longest wait, in seconds.
const LONGEST: i64 = 15 * 60;
/// After so many seconds without a try everything is forgotten.
const FORGOTTEN: i64 = 24 * 60 * 60;

/// How long to wait after so many tries in vain: 2 seconds, then twice as long each time, up to a quarter of an hour.
fn wait(count: u64, free: u64) -> i64 {
    if count < free { 0 } else { 2i64.saturating_pow((count - free + 1).min(20) as u32).min(LONGEST) }
}

/// What is counted, and from how many on it has to wait.
pub(super) struct Counted {
    of: Word,
    free: u64,
}

impl Service {
    /// Under what tries for a name are counted that come from somewhere. Nothing of it can be read in the table.
    pub(super) fn tries_for(&self, what: &str, name: &str, from: &str) -> Vec<Counted> {
        vec![
            Counted { of: self.pseudonym("tries", &format!("{what}:{name}:from:{from}")), free: FREE },
            Counted { of: self.pseudonym("tries", &format!("{what}:{name}")), free: FREE_OF_ALL },
        ]
    }

    /// Counts a try that is about to be made, or says how long it has to wait.
    pub(super) async fn count_try(&self, counted: &[Counted]) -> Result<()> {
        for one in counted {
            self.base.persist(|| self.count_one(one)).await?;
        }
        Ok(())
    }

    async fn count_one(&self, Counted { of, free }: &Counted) -> Result<()> {
        let run = self.base.db.run(&COUNT_TRY);
        let now = self.now().seconds();
        let known = people::tries(run, of).await?;
        let (count, last) = known.as_ref().map_or((0, now), |tries| (tries.count, tries.last));
        let wait = wait(count, *free);
        // A clock that was put back makes nobody wait longer than the whole of it.
        let left = last.saturating_add(wait).saturating_sub(now).clamp(0, wait);
        if left > 0 {
            return Err(ChirashiReason::TooManyTries(left.unsigned_abs()).into());
        }
        let next = Tries { of: of.clone(), count: count + 1, last: now, ttl: now + FORGOTTEN };
        Ok(run.commit_one(people::count_try(known.as_ref(), &next)).await?)
    }

    /// It was not in vain.
    pub(super) async fn forget_tries(&self, counted: &[Counted]) -> Result<()> {
        for Counted { of, .. } in counted {
            self.base.db.run(&FORGET_TRIES).commit_one(people::forget_tries(of)).await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_wait_is_longer_than_the_one_before() {
        assert_eq!([0, 4, 5, 6, 7, 13, 14, 1000].map(|count| wait(count, FREE)), [0, 0, 2, 4, 8, 512, 900, 900]);
    }
}
