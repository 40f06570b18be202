//! A fresh proof. A device that is signed in may be in other hands for a while: what would outlast that, or carry everything away, asks once
//! more who it is, unless that was shown on this very device a few minutes ago.

use super::{Here, Purpose, Sent, Service, SignedIn, password_provider};
use crate::error::{IdentityError, IdentityReason, Result};
use crate::model::{Session, VerificationData};
use crate::people::People;

/// How long a proof is fresh, in seconds. Signing in is one.
pub const FRESH_FOR: i64 = 10 * 60;
/// So many seconds the clocks of two servers may be apart.
const CLOCKS_APART: i64 = 60;

/// Whether what was shown then is fresh now. What was shown in the future was shown by a clock that was put back since, and counts for nothing.
fn is_fresh(shown: i64, now: i64) -> bool {
    (-CLOCKS_APART..FRESH_FOR).contains(&now.saturating_sub(shown))
}

impl<T: People> Service<T> {
    /// Whether it was shown a few minutes ago, on this session, that it is the person.
    pub fn is_proven(&self, session: &Session<T>) -> bool {
        let shown = session.data.proven_at.unwrap_or(session.created_at);
        is_fresh(shown.0.as_second(), self.base.now().0.as_second())
    }

    pub(super) fn require_proof(&self, found: &SignedIn<T>) -> Result<()> {
        if self.is_proven(&found.session) { Ok(()) } else { Err(IdentityError::Own(IdentityReason::ProofNeeded)) }
    }

    /// The password, in the form that is about to do something; of somebody who has none, a proof that is fresh.
    pub async fn prove_with(&self, found: &SignedIn<T>, password: &str) -> Result<()> {
        let account = self.repo.account(&found.person.user_id, &password_provider()).await?;
        match account.filter(|account| account.data.password_hash.is_some()) {
            Some(account) => self.prove_against(&found.person, Some(&account), password).await,
            None => self.require_proof(found),
        }
    }

    /// Here is the password: for a few minutes this session is not asked again.
    pub async fn prove_by_password(&self, found: &SignedIn<T>, password: &str) -> Result<()> {
        self.prove(&found.person, password).await?;
        self.remember_proof(found).await
    }

    /// Somebody has no password: a code goes to their address.
    pub async fn ask_to_prove(&self, found: &SignedIn<T>) -> Result<Sent> {
        let data = VerificationData { user_id: Some(found.person.user_id.clone()), ..VerificationData::default() };
        self.send_code(Purpose::Prove, &found.person.email, data).await
    }

    /// Here is the code: for a few minutes this session is not asked again.
    pub async fn prove_by_code(&self, found: &SignedIn<T>, code: &str, here: &Here) -> Result<()> {
        let data = self.use_code(Purpose::Prove, &found.person.email, code, here).await?;
        if data.user_id.as_ref() != Some(&found.person.user_id) {
            return Err(IdentityError::Own(IdentityReason::WrongCode));
        }
        self.show_address(&found.person.user_id, &found.person.email).await?;
        self.remember_proof(found).await
    }

    async fn remember_proof(&self, found: &SignedIn<T>) -> Result<()> {
        let is_there = self.repo.set_proven(&found.session, self.base.now()).await?;
        if is_there { Ok(()) } else { Err(IdentityError::Own(IdentityReason::NotSignedIn)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_is_fresh_for_ten_minutes_and_a_clock_that_was_put_back_makes_none_last() {
        for (shown, is) in [(1_000, true), (401, true), (400, false), (1_060, true), (1_061, false), (i64::MIN, false), (i64::MAX, false)] {
            assert_eq!(is_fresh(shown, 1_000), is, "{shown}");
        }
    }
}
