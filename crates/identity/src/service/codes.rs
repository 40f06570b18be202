//! Codes: sent to an address, typed back within an hour, used once.

use std::marker::PhantomData;

use chabudai_kernel::part::Word;

use super::{About, Here, Letter, Service};
use crate::error::{IdentityError, IdentityReason, Result};
use crate::model::{Kind, Verification, VerificationData};
use crate::people::People;
use crate::secret::Code;

/// How long a code is good for, in seconds.
pub const CODE_GOOD_FOR: i64 = 60 * 60;
/// How long until another one may be asked for, in seconds.
const AGAIN_AFTER: i64 = 60;
/// How often one client may try a code.
const MOST_TRIES: u64 = 5;
/// How often all clients together may: a hundred of a hundred million.
const MOST_TRIES_OF_ALL: u64 = 100;

/// What a code is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// To join.
    Join,
    /// To choose another password.
    Reset,
    /// To move to another address.
    Move,
    /// To show that it is the person, who is signed in and has no password.
    Prove,
}

impl Purpose {
    /// Every purpose.
    pub const ALL: [Self; 4] = [Self::Join, Self::Reset, Self::Move, Self::Prove];

    /// As it stands in the key.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Join => "join",
            Self::Reset => "reset",
            Self::Move => "move",
            Self::Prove => "prove",
        }
    }

    /// The identifier of a code for an address.
    pub(super) fn identifier(self, email: &Word) -> Word {
        Word::new(format!("{}:{email}", self.name())).expect("an address is a word and short enough")
    }

    /// Under what it is kept when a letter for it was last sent to an address.
    pub(super) fn sending(self, email: &Word) -> Word {
        Word::new(format!("send:{}:{email}", self.name())).expect("an address is a word and short enough")
    }
}

/// A code is on its way, or would be: nobody learns from this whether an address is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sent;

impl<T: People> Service<T> {
    /// Sends a code that will bring something about. Asked again within a minute, it is as if it had been sent.
    pub(super) async fn send_code(&self, purpose: Purpose, email: &Word, data: VerificationData) -> Result<Sent> {
        self.send(purpose, email, data, |code| About::Code(purpose, code)).await
    }

    /// Sends another letter in place of a code. A code is made and kept all the same, one that brings nothing about: the time that it takes tells
    /// nobody whether an address is known.
    pub(super) async fn send_instead(&self, purpose: Purpose, email: &Word, about: About) -> Result<Sent> {
        self.send(purpose, email, VerificationData::default(), |_| about).await
    }

    async fn send(&self, purpose: Purpose, email: &Word, data: VerificationData, about: impl FnOnce(Code) -> About) -> Result<Sent> {
        if !self.may_send(purpose, email).await? {
            return Ok(Sent);
        }
        let identifier = purpose.identifier(email);
        let code = Code::random();
        self.keep(identifier, code.reveal(), data, CODE_GOOD_FOR).await?;
        self.post.send(Letter { to: email.clone(), about: about(code) });
        Ok(Sent)
    }

    /// Keeps a code or a state, under the server's key, for as long as it is good.
    pub(super) async fn keep(&self, identifier: Word, secret: &str, data: VerificationData, seconds: i64) -> Result<()> {
        let (now, until) = (self.base.now(), self.base.later(seconds));
        let verification = Verification::<T> {
            value: self.pepper.seal(identifier.as_str(), secret),
            identifier,
            kind: Kind::Verification,
            data: VerificationData { expires_at: Some(until), created_at: Some(now), updated_at: Some(now), ..data },
            created_at: now,
            updated_at: now,
            ttl: until.0.as_second(),
            of: PhantomData,
        };
        self.repo.keep_code(&verification).await
    }

    /// Whether a letter may be sent again. Of several who ask at once, one is told so.
    async fn may_send(&self, purpose: Purpose, email: &Word) -> Result<bool> {
        self.repo.only_now_and_then(&purpose.sending(email), self.base.now().0.as_second(), AGAIN_AFTER, CODE_GOOD_FOR).await
    }

    /// Uses a code. A try is counted before the code is looked at. Tries belong to the code that was sent last and end with it: whoever asks
    /// for another one begins anew, and what others tried from elsewhere is their own affair, up to a number that guesses nothing.
    pub(super) async fn use_code(&self, purpose: Purpose, email: &Word, typed: &str, here: &Here) -> Result<VerificationData> {
        let wrong = || IdentityError::Own(IdentityReason::WrongCode);
        let (identifier, now) = (purpose.identifier(email), self.base.now().0.as_second());
        let sent_at = self.repo.tries(&purpose.sending(email)).await?.map_or(0, |sent| sent.last);
        let of_all = format!("{identifier}:{sent_at}");
        for (counted, most) in [(format!("{of_all}:{}", here.from()), MOST_TRIES), (of_all, MOST_TRIES_OF_ALL)] {
            if !self.repo.count_up_to(&self.sealed(&counted), most, now, now + CODE_GOOD_FOR).await? {
                return Err(wrong());
            }
        }
        let code = Code::parse(typed).ok_or_else(wrong)?;
        let used = self.repo.use_code(&identifier, &self.pepper.seal(identifier.as_str(), code.reveal()), now).await?;
        Ok(used.ok_or_else(wrong)?.data)
    }
}
