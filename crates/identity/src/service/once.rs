//! What one request makes once, however often it is sent: a secret that follows from the request's key, and a guard in the transaction that makes it.

use std::marker::PhantomData;

use chabudai_kernel::once::Once;
use chabudai_kernel::part::Word;

use super::Service;
use crate::model::{Kind, UserId, Verification, VerificationData};
use crate::people::People;
use crate::secret::Token;

/// What a request may make.
pub(super) struct MadeOnce<T: People> {
    /// The secret: the same for the same request. It follows from the key of the request, under the server's own, so that it is kept nowhere and
    /// can be told again to whoever repeats the request, and to nobody else.
    pub(super) secret: Token,
    /// Written with what is made, if it is absent.
    pub(super) guard: Verification<T>,
}

impl<T: People> Service<T> {
    /// What a request of somebody's may make, of one kind. For so many seconds the same key makes nothing else; after that, it would make the same
    /// secret again.
    pub(super) fn once(&self, what: &str, user: &UserId, once: &Once, known_for: i64) -> MadeOnce<T> {
        let (now, until) = (self.base.now(), self.base.later(known_for));
        let secret = self.pepper.seal(&format!("secret of {what}:{user}"), once.key.as_str());
        let data =
            VerificationData { expires_at: Some(until), created_at: Some(now), updated_at: Some(now), ..VerificationData::default() };
        let guard = Verification {
            identifier: made_by(user),
            value: self.pepper.seal(&format!("{what}:{user}"), once.key.as_str()),
            kind: Kind::Verification,
            data,
            created_at: now,
            updated_at: now,
            ttl: until.0.as_second(),
            of: PhantomData,
        };
        MadeOnce { secret: Token::parse(secret.as_str()).expect("a seal is long enough"), guard }
    }
}

/// Under what it is kept which requests of somebody's have made something.
pub(super) fn made_by(user: &UserId) -> Word {
    // An id is a word already; a longer word than a key may have is nobody's id.
    Word::new(format!("made:{user}")).unwrap_or_else(|| user.clone())
}
