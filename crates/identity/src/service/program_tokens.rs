//! Tokens of programs: made by somebody who has just shown who they are, shown once, good for an app or for all, until they end.

use std::marker::PhantomData;

use chabudai_kernel::once::Once;
use chabudai_kernel::part::{UtcSeconds, Word};
use chabudai_web::line::{Line, NotALine};
use chabudai_web::site::is_same;

use super::{About, Letter, Service, SignedIn};
use crate::error::{IdentityError, IdentityReason, Result};
use crate::model::{BroughtToken, Profile, ProgramToken, ProgramTokenData, Scope, UserId};
use crate::people::People;
use crate::repo::Kept;
use crate::secret::Token;

const DAY: i64 = 24 * 60 * 60;
/// How many one may have at once.
pub const MOST_TOKENS: usize = 20;
/// The longest that one is good for, in days.
pub const LONGEST_DAYS: i64 = 365;
/// The longest name of one, in characters.
pub const LONGEST_TOKEN_NAME: usize = 60;
/// How long one that has ended is still listed, in seconds.
const LISTED_AFTER: i64 = 30 * DAY;
/// How long the key of a request is known that has made a token, in seconds: longer than anybody remembers a token that was revoked, because the
/// same key would bring it back to life.
const KEY_KNOWN_FOR: i64 = 10 * 365 * DAY;
/// How much of its last use is told, in seconds: a busy program costs one write an hour, and not one for each request.
const USE_NOTED: i64 = 60 * 60;

/// A token that is wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewToken {
    /// What its owner calls it.
    pub name: String,
    /// What it is good for.
    pub scope: Scope,
    /// For how many days.
    pub days: i64,
}

/// A token that was made: what the program brings, told this once.
#[derive(Clone, PartialEq, Debug)]
pub struct MadeToken<T: People> {
    /// As it is kept.
    pub kept: ProgramToken<T>,
    /// As the program brings it.
    pub brought: BroughtToken,
}

/// A program that has shown its token, and for whom it works.
#[derive(Clone, PartialEq, Debug)]
pub struct Program<T: People> {
    /// For whom.
    pub person: Profile<T>,
    /// By which token.
    pub token: ProgramToken<T>,
}

impl<T: People> Service<T> {
    /// Makes a token. Each has a slot, and a slot is taken by one: however many ask at once, no more than there are slots are made. The same request
    /// twice makes one, which both are told: its secret follows from the request's key, under the server's own.
    pub async fn make_token(&self, found: &SignedIn<T>, wanted: &NewToken, once: Option<&Once>) -> Result<MadeToken<T>> {
        self.require_proof(found)?;
        let name = token_name_of(&wanted.name)?;
        if !(1..=LONGEST_DAYS).contains(&wanted.days) {
            let message = "A token is good for a day at least and a year at most.";
            return Err(IdentityError::Invalid { field: "days", code: "identity.token_days", message });
        }
        let user = &found.person.user_id;
        let once = once.map(|once| self.once("token", user, once, KEY_KNOWN_FOR));
        let secret = once.as_ref().map_or_else(Token::random, |once| once.secret.clone());
        let guard = once.as_ref().map(|once| &once.guard);
        // Twice: who finds that the same request was first looks for what it made.
        for _ in 0..2 {
            let kept = self.repo.tokens(user).await?;
            if let Some(made) = kept.iter().find(|one| is_same(one.secret.as_str(), secret.hash().as_str())) {
                // It ended with all others: the same request does not bring it back.
                let is_there = is_of_epoch(made, &found.person);
                return if is_there {
                    made_before(made, wanted, name, secret)
                } else {
                    Err(IdentityError::Own(IdentityReason::MadeAndGone))
                };
            }
            let now = self.base.now();
            let is_taken = |slot: &Word| kept.iter().any(|one| one.slot == *slot && !one.has_ended(now) && is_of_epoch(one, &found.person));
            let mut is_repeated = false;
            for slot in (0..MOST_TOKENS).filter_map(|slot| Word::new(slot.to_string())).filter(|slot| !is_taken(slot)) {
                let token = self.token(&found.person, slot, name, wanted, &secret);
                match self.repo.keep_token(&token, found, now.0.as_second() + LISTED_AFTER, guard).await? {
                    Kept::Yes => {
                        self.post.send(Letter { to: found.person.email.clone(), about: About::TokenMade { name: name.to_owned() } });
                        let brought = BroughtToken { user: user.clone(), slot: token.slot.clone(), secret };
                        return Ok(MadeToken { kept: token, brought });
                    }
                    Kept::PlaceTaken => {}
                    Kept::MadeBefore => {
                        is_repeated = true;
                        break;
                    }
                }
            }
            if !is_repeated {
                return Err(IdentityError::Own(IdentityReason::TooManyTokens));
            }
        }
        Err(IdentityError::Own(IdentityReason::MadeAndGone))
    }

    fn token(&self, person: &Profile<T>, slot: Word, name: &str, wanted: &NewToken, secret: &Token) -> ProgramToken<T> {
        let (now, until) = (self.base.now(), self.base.later(wanted.days * DAY));
        let data = ProgramTokenData {
            id: self.base.fresh_id(),
            name: name.to_owned(),
            app: wanted.scope.app.clone(),
            access: wanted.scope.access,
            expires_at: until,
            last_used_at: None,
            epoch: person.data.program_epoch.clone(),
            created_at: now,
            updated_at: now,
        };
        ProgramToken {
            user_id: person.user_id.clone(),
            slot,
            secret: secret.hash(),
            data,
            created_at: now,
            updated_at: now,
            ttl: until.0.as_second() + LISTED_AFTER,
            of: PhantomData,
        }
    }

    /// The tokens that somebody has, the newest first, with those that ended lately.
    pub async fn tokens(&self, person: &Profile<T>) -> Result<Vec<ProgramToken<T>>> {
        let mut tokens = self.repo.tokens(&person.user_id).await?;
        tokens.retain(|token| is_of_epoch(token, person));
        tokens.sort_by(|one, other| (other.created_at, &other.slot).cmp(&(one.created_at, &one.slot)));
        Ok(tokens)
    }

    /// Ends one token of a person. One that is not theirs is not there.
    pub async fn revoke_token(&self, user: &UserId, id: &str) -> Result<()> {
        let tokens = self.repo.tokens(user).await?;
        let token = tokens.iter().find(|token| token.data.id.as_str() == id).ok_or(IdentityError::NotFound("token"))?;
        // One that is gone by now was revoked by the same hand a moment ago.
        self.repo.revoke_token(token).await.map(drop)
    }

    /// Ends every token of a person.
    pub(super) async fn revoke_tokens(&self, user: &UserId) -> Result<()> {
        for token in self.repo.tokens(user).await? {
            self.repo.revoke_token(&token).await?;
        }
        Ok(())
    }

    /// For whom a program works that brings this token. Whether it is wrong, has ended or was revoked is told to nobody.
    pub async fn program(&self, brought: &BroughtToken) -> Result<Program<T>> {
        let refused = || IdentityError::Own(IdentityReason::TokenEnded);
        let run = self.repo.by_token();
        let token = self.repo.token(run, &brought.user, &brought.slot).await?.ok_or_else(refused)?;
        if !is_same(token.secret.as_str(), brought.secret.hash().as_str()) || token.has_ended(self.base.now()) {
            return Err(refused());
        }
        let person =
            self.repo.owner_of(run, &token.user_id).await?.filter(|person| person.data.leaving_at.is_none()).ok_or_else(refused)?;
        // Every token has ended at once; this one is not yet cleared away.
        if !is_of_epoch(&token, &person) {
            return Err(refused());
        }
        Ok(Program { person, token })
    }

    /// A program did something: it is noted once an hour, however often it does.
    pub async fn note_use(&self, token: &ProgramToken<T>) -> Result<()> {
        let (now, since) = (self.base.now(), self.base.later(-USE_NOTED));
        // What was noted in the future was noted by a clock that was put back since.
        let is_noted = |at: UtcSeconds| at > since && at <= now;
        if token.data.last_used_at.is_some_and(is_noted) {
            return Ok(());
        }
        self.repo.note_use(self.repo.by_token(), token, now, since).await.map(drop)
    }
}

/// Whether a token was made since all of them ended last.
fn is_of_epoch<T: People>(token: &ProgramToken<T>, person: &Profile<T>) -> bool {
    token.data.epoch == person.data.program_epoch
}

/// What the same request made before; a key that was used for another one is refused.
fn made_before<T: People>(made: &ProgramToken<T>, wanted: &NewToken, name: &str, secret: Token) -> Result<MadeToken<T>> {
    let lasts = made.data.expires_at.0.as_second() - made.created_at.0.as_second();
    if made.data.name != name || made.scope() != wanted.scope || lasts != wanted.days * DAY {
        return Err(IdentityError::KeyReused);
    }
    let brought = BroughtToken { user: made.user_id.clone(), slot: made.slot.clone(), secret };
    Ok(MadeToken { kept: made.clone(), brought })
}

/// A name by which its owner knows a token.
fn token_name_of(text: &str) -> Result<&str> {
    let refused = |code, message| Err(IdentityError::Invalid { field: "name", code, message });
    match Line::<LONGEST_TOKEN_NAME>::read(text) {
        Ok(name) => Ok(name),
        Err(NotALine::Empty) => refused("identity.token_name_empty", "Say what the token is for."),
        Err(NotALine::Control) => refused("identity.token_name_control", "A name is one line of visible characters."),
        Err(NotALine::TooLong) => refused("identity.token_name_too_long", "A name has 60 characters at most."),
    }
}
