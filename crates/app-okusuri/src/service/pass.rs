//! A pass to log one day from a reminder. It travels inside of the encrypted message, opens nothing else, and ends after a day.

use chabudai_identity::model::UserId;
use chabudai_kernel::part::{IsoDay, Word};
use chabudai_kernel::seal::Seal;

use super::{NewLog, Service};
use crate::error::{OkusuriError, OkusuriReason, Result};
use crate::model::first_log_id;
use crate::repo::{self, logs};

const VERSION: &[u8] = b"chabudai okusuri pass 1";

/// Who may log which day, and until when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pass {
    /// The person.
    pub user: UserId,
    /// Which day.
    pub day: IsoDay,
    /// Until when, in Unix seconds.
    pub until: i64,
}

/// Seals and opens passes with a key of the server's, so that a pass tells nobody whose it is.
#[derive(Clone, Debug)]
pub struct Passes(Seal);

impl Passes {
    /// Derives the key from a secret of any length.
    pub fn new(secret: &[u8]) -> Self {
        Self(Seal::new(VERSION, secret))
    }

    /// The pass as text.
    pub fn seal(&self, pass: &Pass) -> String {
        self.0.seal(&[], format!("{}#{}#{}", pass.user, pass.day, pass.until).as_bytes())
    }

    /// The pass behind a text, if it was sealed here and has not ended.
    pub fn open(&self, text: &str, now: i64) -> Option<Pass> {
        let plain = String::from_utf8(self.0.open(&[], text)?).ok()?;
        let mut parts = plain.split('#');
        let (user, day, until) = (Word::new(parts.next()?)?, parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        (now < until).then_some(Pass { user, day, until })
    }
}

impl Service {
    /// Whoever brings a pass from a reminder logs its day without bleeding, unless the day is logged already.
    pub async fn log_by_pass(&self, text: &str) -> Result<bool> {
        let gone = || OkusuriError::NotFound("reminder");
        let pass = self.passes.open(text, self.base.now().0.as_second()).ok_or_else(gone)?;
        let person = repo::person(&self.base.db, &pass.user).await?.ok_or_else(gone)?;
        if self.is_logged(&person, pass.day).await? {
            return Ok(false);
        }
        // The reminder may have been sent before something was logged that began a pause.
        if self.status_on(&person, pass.day).await?.is_rest_period {
            return Err(OkusuriError::Own(OkusuriReason::Pausing));
        }
        // A button that is tapped twice, or on two devices, logs once: it is one and the same log. Once that is deleted, it logs again.
        let new = NewLog { date: Some(pass.day.0), taken: Some(true), ..NewLog::default() };
        logs::put(&self.base.db, &self.prepared(&person, &new, first_log_id(pass.day))?).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_opens_here_until_it_ends() {
        let pass = Pass { user: Word::new("somebody").unwrap(), day: "2026-11-15".parse().unwrap(), until: 1_000 };
        let passes = Passes::new(b"a secret");
        let sealed = passes.seal(&pass);
        assert_eq!(passes.open(&sealed, 999), Some(pass));
        assert_eq!(passes.open(&sealed, 1_000), None, "it has ended");
        assert_eq!(Passes::new(b"another secret").open(&sealed, 0), None);
        for changed in ["", "x", &sealed[1..], &format!("{sealed}A")] {
            assert_eq!(passes.open(changed, 0), None, "{changed}");
        }
        assert!(!sealed.contains("somebody"));
    }
}
