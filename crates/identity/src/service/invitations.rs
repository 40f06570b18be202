//! Invitations: a link that lets one person in, once, within a week.

use std::marker::PhantomData;

use chabudai_kernel::op::Write;
use chabudai_kernel::part::Word;
use chabudai_web::site::is_same;

use super::Service;
use crate::error::{IdentityError, IdentityReason, Result};
use crate::model::{Invitation, UserId};
use crate::people::People;
use crate::repo;
use crate::secret::Token;

/// How long an invitation is good for, in seconds.
pub const INVITATION_GOOD_FOR: i64 = 7 * 24 * 60 * 60;
/// How many one may have given out at once.
const MOST: usize = 10;

impl<T: People> Service<T> {
    /// Gives out an invitation: what the link carries, told this once. Each has a slot, and a slot is taken by one: however many ask at once, no
    /// more than there are slots are given out.
    pub async fn invite(&self, user: &UserId) -> Result<String> {
        let given_out = self.repo.invitations(user).await?;
        for slot in (0..MOST).filter_map(|slot| Word::new(slot.to_string())).filter(|slot| given_out.iter().all(|one| one.slot != *slot)) {
            let token = Token::random();
            let invitation = Invitation::<T> {
                user_id: user.clone(),
                slot: slot.clone(),
                secret: token.hash(),
                created_at: self.base.now(),
                ttl: self.base.later(INVITATION_GOOD_FOR).0.as_second(),
                of: PhantomData,
            };
            if self.repo.invite(&invitation).await? {
                return Ok(format!("{user}.{slot}.{}", token.reveal()));
            }
        }
        Err(IdentityError::Own(IdentityReason::TooManyInvitations))
    }

    /// What somebody has given out and nobody has used.
    pub async fn invitations(&self, user: &UserId) -> Result<Vec<Invitation<T>>> {
        self.repo.invitations(user).await
    }

    /// Takes an invitation back. One that was used is gone already.
    pub async fn withdraw(&self, user: &UserId, slot: &str) -> Result<()> {
        let slot = Word::new(slot).ok_or(IdentityError::NotFound("invitation"))?;
        self.repo.withdraw(user, &slot).await
    }

    /// Takes back everything that somebody has given out: whoever was in their account may have it.
    pub async fn withdraw_all(&self, user: &UserId) -> Result<()> {
        for one in self.repo.invitations(user).await? {
            self.repo.withdraw(user, &one.slot).await?;
        }
        Ok(())
    }

    /// Whether a link would let somebody in at this moment.
    pub async fn is_invitation(&self, text: &str) -> Result<bool> {
        let Some((inviter, slot, secret)) = read(text) else { return Ok(false) };
        let open = self.repo.invitations(&inviter).await?;
        Ok(open.iter().any(|one| one.slot == slot && is_same(one.secret.as_str(), secret.as_str())))
    }

    /// The write that uses an invitation, if it is one that is good.
    pub(super) fn invitation(&self, text: &str) -> Result<Vec<Write>> {
        let (inviter, slot, secret) = read(text).ok_or(IdentityError::Own(IdentityReason::LinkUsed))?;
        Ok(vec![repo::use_invitation::<T>(&inviter, &slot, &secret, self.base.now().0.as_second())])
    }
}

/// Who invites, which of their slots, and the hash of the secret.
fn read(text: &str) -> Option<(UserId, Word, Word)> {
    let (whose, secret) = text.rsplit_once('.')?;
    let (inviter, slot) = whose.rsplit_once('.')?;
    Some((Word::new(inviter)?, Word::new(slot)?, Token::parse(secret)?.hash()))
}
