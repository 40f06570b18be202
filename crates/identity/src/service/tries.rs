//! Guessing is made slow: after a few tries in vain, each next one has to wait longer.

use chabudai_kernel::part::Word;

use super::Service;
use crate::error::{IdentityError, IdentityReason, Result};
use crate::people::People;

/// So many tries are nobody's business.
const FREE: u64 = 5;
/// The longest wait, in seconds.
const LONGEST: i64 = 15 * 60;
/// After so many seconds without a try everything is forgotten.
const FORGOTTEN: i64 = 24 * 60 * 60;

/// How long to wait after so many tries in vain: 2 seconds, then twice as long each time, up to a quarter of an hour.
fn wait(count: u64) -> i64 {
    if count < FREE { 0 } else { 2i64.saturating_pow((count - FREE + 1).min(20) as u32).min(LONGEST) }
}

/// Under what wrong passwords for an address are counted.
pub(super) fn sign_in_tries(email: &Word) -> Word {
    Word::new(format!("sign-in:{email}")).expect("an address is a word and short enough")
}

impl<T: People> Service<T> {
    /// Whether another try may be made now.
    pub(super) async fn may_try(&self, identifier: &Word) -> Result<()> {
        let Some(tries) = self.repo.tries(identifier).await? else { return Ok(()) };
        let now = self.base.now().0.as_second();
        let left = tries.last.saturating_add(wait(tries.count)).saturating_sub(now);
        if left > 0 { Err(IdentityError::Own(IdentityReason::TooManyTries(left.unsigned_abs()))) } else { Ok(()) }
    }

    /// It was in vain.
    pub(super) async fn in_vain(&self, identifier: &Word) -> Result<()> {
        let now = self.base.now().0.as_second();
        let count = self.repo.tried(identifier, now, now + FORGOTTEN).await?;
        if count == FREE {
            // Not whose: an address is nobody's business in a log.
            tracing::warn!("somebody is guessing");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_wait_is_longer_than_the_one_before() {
        assert_eq!([0, 4, 5, 6, 7, 13, 14, 1000].map(wait), [0, 0, 2, 4, 8, 512, 900, 900]);
    }
}
