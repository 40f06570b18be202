//! Tokens of programs.

use chabudai_kernel::db::Run;
use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{Delete, Get, Put, Query, Transact, Update};
use chabudai_kernel::part::{UtcSeconds, Word};

use super::{Kept, Repo, is_still, made_once};
use crate::error::Result;
use crate::model::{Profile, ProgramToken, UserId, Verification};
use crate::patterns::Patterns;
use crate::people::People;
use crate::service::SignedIn;

impl<T: People> Repo<T> {
    /// ID-30: a new token, if its slot is free, or if the one in it has ended, by itself or with all others, and if it was not made before by the
    /// same request.
    pub async fn keep_token(&self, token: &ProgramToken<T>, by: &SignedIn<T>, ended: i64, once: Option<&Verification<T>>) -> Result<Kept> {
        let free = attr("PK").absent().or(attr("TTL").le(ended));
        let free = match &token.data.epoch {
            Some(epoch) => free.or(attr("Data").dot("epoch").ne(epoch.as_str())),
            None => free,
        };
        let put = Put::of(token).only_if(free);
        let mut writes = vec![put.into()];
        writes.extend(is_still(by));
        let guard = writes.len();
        writes.extend(once.map(made_once));
        Kept::of(self.db.run(Patterns::<T>::MAKE_TOKEN).commit(Transact::of(writes)).await, guard)
    }

    /// ID-31: the tokens that somebody has.
    pub async fn tokens(&self, user: &UserId) -> Result<Vec<ProgramToken<T>>> {
        let range = ProgramToken::<T>::SK.starting(());
        let query = Query::table(T::TABLE, ProgramToken::<T>::PK.of((user.clone(),))).range(range).consistent();
        Ok(self.db.run(Patterns::<T>::TOKENS).all(query).await?)
    }

    /// ID-32: a token opens nothing any more. Another one that has taken its place meanwhile stays.
    pub async fn revoke_token(&self, token: &ProgramToken<T>) -> Result<bool> {
        let delete = Delete::new(T::TABLE, ProgramToken::<T>::key(token.user_id.clone(), token.slot.clone()));
        let delete = delete.only_if(attr("Secret").eq(token.secret.as_str()));
        Ok(self.db.run(Patterns::<T>::REVOKE_TOKEN).attempt_one(delete).await?)
    }

    /// ID-33, to be answered step by step.
    pub fn by_token(&self) -> Run<'_> {
        self.db.run(Patterns::<T>::BY_TOKEN)
    }

    /// ID-33: the token in a slot, with every write that was acknowledged.
    pub async fn token(&self, run: Run<'_>, user: &UserId, slot: &Word) -> Result<Option<ProgramToken<T>>> {
        Ok(run.get(Get::new(T::TABLE, ProgramToken::<T>::key(user.clone(), slot.clone())).consistent()).await?)
    }

    /// ID-33: for whom the program works.
    pub async fn owner_of(&self, run: Run<'_>, user: &UserId) -> Result<Option<Profile<T>>> {
        Ok(run.get(Get::new(T::TABLE, Profile::<T>::key(user.clone())).consistent()).await?)
    }

    /// ID-33: it was used at this moment, unless that was noted since then by another request. One that was revoked meanwhile stays revoked.
    pub async fn note_use(&self, run: Run<'_>, token: &ProgramToken<T>, now: UtcSeconds, since: UtcSeconds) -> Result<bool> {
        let used = || attr("Data").dot("lastUsedAt");
        let update = Update::of::<ProgramToken<T>>(ProgramToken::<T>::key(token.user_id.clone(), token.slot.clone()))
            .set("UpdatedAt", now.to_string())
            .set(used(), now.to_string())
            .set(attr("Data").dot("updatedAt"), now.to_string())
            .only_if(
                attr("Secret")
                    .eq(token.secret.as_str())
                    .and(used().absent().or(used().le(since.to_string())).or(used().gt(now.to_string()))),
            );
        Ok(run.attempt_one(update).await?)
    }
}
