//! Invitations: a link that lets one person in, once, within a week.

use std::marker::PhantomData;

use chabudai_kernel::once::{KEPT_SECONDS, Once};
use chabudai_kernel::op::Write;
use chabudai_kernel::part::Word;
use chabudai_web::site::is_same;

use super::{Service, SignedIn};
use crate::error::{IdentityError, IdentityReason, Result};
use crate::model::{Invitation, UserId};
use crate::people::People;
use crate::repo::{self, Kept};
use crate::secret::Token;

/// How long an invitation is good for, in seconds.
pub const INVITATION_GOOD_FOR: i64 = 7 * 24 * 60 * 60;
/// How many one may have given out at once.
const MOST: usize = 10;

impl<T: People> Service<T> {
    /// Gives out an invitation: what the link carries, told this once. Each has a slot, and a slot is taken by one: however many ask at once, no
    /// more than there are slots are given out. The same request twice gives out one, for as long as nobody has used it.
    /// `by` is whoever asks for it, as they were when that was found out; the operator on the machine itself is nobody.
    pub async fn invite(&self, user: &UserId, by: Option<&SignedIn<T>>, once: Option<&Once>) -> Result<String> {
        let once = once.map(|once| self.once("invitation", user, once, KEPT_SECONDS));
        let token = once.as_ref().map_or_else(Token::random, |once| once.secret.clone());
        let guard = once.as_ref().map(|once| &once.guard);
        let link = |slot: &Word| format!("{user}.{slot}.{}", token.reveal());
        // Twice: who finds that the same request was first looks for what it gave out.
        for _ in 0..2 {
            let given_out = self.repo.invitations(user).await?;
            if let Some(before) = given_out.iter().find(|one| is_same(one.secret.as_str(), token.hash().as_str())) {
                return Ok(link(&before.slot));
            }
            let is_free = |slot: &Word| given_out.iter().all(|one| one.slot != *slot);
            let mut is_repeated = false;
            for slot in (0..MOST).filter_map(|slot| Word::new(slot.to_string())).filter(is_free) {
                let invitation = Invitation::<T> {
                    user_id: user.clone(),
                    slot: slot.clone(),
                    secret: token.hash(),
                    created_at: self.base.now(),
                    ttl: self.base.later(INVITATION_GOOD_FOR).0.as_second(),
                    of: PhantomData,
                };
                match self.repo.invite(&invitation, by, guard).await? {
                    Kept::Yes => return Ok(link(&slot)),
                    Kept::PlaceTaken => {}
                    Kept::MadeBefore => {
                        is_repeated = true;
                        break;
                    }
                }
            }
            if !is_repeated {
                return Err(IdentityError::Own(IdentityReason::TooManyInvitations));
            }
        }
        Err(IdentityError::Own(IdentityReason::MadeAndGone))
    }

    /// What somebody has given out and nobody has used.
    pub async fn invitations(&self, user: &UserId) -> Result<Vec<Invitation<T>>> {
        self.repo.invitations(user).await
    }

    /// Takes an invitation back, and no other that has its slot by now. One that was used is gone already.
    pub async fn withdraw(&self, user: &UserId, id: &str) -> Result<()> {
        let given_out = self.repo.invitations(user).await?;
        if let Some(one) = given_out.iter().find(|one| one.id() == id) {
            self.repo.withdraw(one).await?;
        }
        Ok(())
    }

    /// Takes back everything that somebody has given out: whoever was in their account may have it.
    pub async fn withdraw_all(&self, user: &UserId) -> Result<()> {
        for one in self.repo.invitations(user).await? {
            self.repo.withdraw(&one).await?;
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
