//! Guessing is made slow: after a few tries, each next one has to wait longer. A try is counted before it is made, so that many at once are
//! as many as one after the other; one that was not in vain is forgotten.
//!
//! Nobody locks out anybody: tries count for an address *and* for the client that makes them, a device that has signed in before counts for
//! itself alone, and so does somebody who is signed in.

use chabudai_kernel::part::Word;

use super::{Here, Service};
use crate::error::{IdentityError, IdentityReason, Result};
use crate::people::People;

/// So many tries of one client, or of one known device, are nobody's business.
const FREE: u64 = 5;
/// So many of all clients together: enough that a household's mistakes are never in the way, too few to guess by.
const FREE_OF_ALL: u64 = 50;
/// The longest wait, in seconds.
const LONGEST: i64 = 15 * 60;
/// After so many seconds without a try everything is forgotten.
const FORGOTTEN: i64 = 24 * 60 * 60;

/// How long to wait after so many tries in vain: 2 seconds, then twice as long each time, up to a quarter of an hour.
fn wait(count: u64, free: u64) -> i64 {
    if count < free { 0 } else { 2i64.saturating_pow((count - free + 1).min(20) as u32).min(LONGEST) }
}

/// How much of the wait is left. A clock that was put back makes nobody wait longer than the whole of it.
fn left(count: u64, last: i64, now: i64, free: u64) -> i64 {
    let wait = wait(count, free);
    last.saturating_add(wait).saturating_sub(now).clamp(0, wait)
}

/// What is counted, and from how many on it has to wait.
pub(super) struct Counted {
    identifier: Word,
    free: u64,
}

impl<T: People> Service<T> {
    /// Of an address and a client nothing is kept that could be read: what is counted outlives a person by a day.
    pub(super) fn sealed(&self, what: &str) -> Word {
        Word::new(format!("tries:{}", self.pepper.seal("tries", what))).expect("made of words")
    }

    /// Under what passwords are counted that somebody who is signed in types once more.
    pub(super) fn proofs(&self, user: &Word) -> Vec<Counted> {
        vec![Counted { identifier: self.sealed(&format!("prove:{user}")), free: FREE }]
    }

    /// Under what passwords for an address are counted that come from here.
    pub(super) fn sign_ins(&self, email: &Word, here: &Here) -> Vec<Counted> {
        if let Some(device) = self.known_device(email, here) {
            return vec![Counted { identifier: self.sealed(&format!("sign-in:{email}:device:{device}")), free: FREE }];
        }
        let of_client = Counted { identifier: self.sealed(&format!("sign-in:{email}:from:{}", here.from())), free: FREE };
        vec![of_client, Counted { identifier: self.sealed(&format!("sign-in:{email}")), free: FREE_OF_ALL }]
    }

    /// Counts a try that is about to be made, or says how long it has to wait. Of many at once, as many may as one after the other.
    pub(super) async fn count_try(&self, counted: &[Counted]) -> Result<()> {
        for Counted { identifier, free } in counted {
            let count = self.base.persist(|| self.try_counting(identifier, *free)).await?;
            if count == *free {
                // Not whose: an address is nobody's business in a log.
                tracing::warn!("somebody is guessing");
            }
        }
        Ok(())
    }

    async fn try_counting(&self, identifier: &Word, free: u64) -> Result<u64> {
        let now = self.base.now().0.as_second();
        let known = self.repo.tries(identifier).await?;
        let (count, last) = known.as_ref().map_or((0, now), |tries| (tries.count, tries.last));
        match left(count, last, now, free) {
            0 => self.repo.count_try(identifier, known.as_ref(), now, now + FORGOTTEN).await,
            left => Err(IdentityError::Own(IdentityReason::TooManyTries(left.unsigned_abs()))),
        }
    }

    /// It was not in vain.
    pub(super) async fn forget(&self, counted: &[Counted]) -> Result<()> {
        for Counted { identifier, .. } in counted {
            self.repo.forget_tries(identifier).await?;
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

    #[test]
    fn a_clock_that_was_put_back_makes_nobody_wait_for_a_day() {
        assert_eq!(left(5, 1_000, 1_000, FREE), 2);
        assert_eq!(left(5, 1_000, 1_002, FREE), 0);
        assert_eq!(left(5, 1_000 + 86_400, 1_000, FREE), 2);
        assert_eq!(left(1_000, i64::MAX, 1_000, FREE), 900);
        assert_eq!(left(4, i64::MAX, 1_000, FREE), 0);
    }
}
