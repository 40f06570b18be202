//! Signing in by an account at a provider. Who somebody is there decides first; their address only when they are not known yet.

use std::marker::PhantomData;

use chabudai_kernel::clock::backoff;
use chabudai_kernel::op::Transact;
use chabudai_kernel::part::Word;
use chabudai_web::people::Role;

use super::sessions::{Here, SignedIn};
use super::{About, Letter, Service};
use crate::error::{IdentityError, IdentityReason, Result};
use crate::model::{Account, OauthGuard, Profile, UserId, VerificationData};
use crate::oidc::{Attempt, Begun, Provider, Providers, Visitor};
use crate::patterns::Patterns;
use crate::people::People;
use crate::repo::{self, WayIn};
use crate::secret::Token;

/// How long somebody may take at a provider, in seconds.
const GOOD_FOR: i64 = 10 * 60;
/// How often the guards are read again when somebody else was first.
const MOST_TRIES: u32 = 10;

impl<T: People> Service<T> {
    /// People may sign in by these, too.
    pub fn with_providers(self, providers: Providers) -> Self {
        Self { providers, ..self }
    }

    /// By whom people may sign in, in the order in which they are shown.
    pub fn providers(&self) -> &[Provider] {
        self.providers.list()
    }

    /// Somebody wants to sign in by a provider, which sends them back to `redirect_uri`. The browser keeps the state until then: a
    /// caller compares the two before it goes on with [`Self::finish_provider_sign_in`].
    pub async fn begin_provider_sign_in(&self, provider: &str, redirect_uri: &str) -> Result<Begun> {
        self.begin(provider, redirect_uri, None).await
    }

    /// Somebody who is signed in wants an account at a provider to open theirs, too. It goes on with [`Self::finish_linking`].
    /// It opens it for good, so that it wants a fresh proof.
    pub async fn begin_linking(&self, found: &SignedIn<T>, provider: &str, redirect_uri: &str) -> Result<Begun> {
        self.require_proof(found)?;
        self.begin(provider, redirect_uri, Some(found.person.user_id.clone())).await
    }

    async fn begin(&self, provider: &str, redirect_uri: &str, user_id: Option<UserId>) -> Result<Begun> {
        let way = self.providers.to(provider)?;
        let attempt = Attempt::fresh();
        let url = way.there(&attempt, redirect_uri, self.repo.db().clock()).await?;
        let (pkce_verifier, nonce) = (Some(attempt.verifier), Some(attempt.nonce));
        let data = VerificationData { user_id, pkce_verifier, nonce, ..VerificationData::default() };
        self.keep(identifier(way.provider), &attempt.state, data, GOOD_FOR).await?;
        Ok(Begun { url, state: attempt.state })
    }

    /// Somebody is back with a code: they are signed in, as who they are, or as who has their address, or as somebody new.
    pub async fn finish_provider_sign_in(
        &self,
        provider: &str,
        state: &str,
        code: &str,
        redirect_uri: &str,
        here: &Here,
    ) -> Result<SignedIn<T>> {
        let (provider, visitor) = self.back(provider, state, code, redirect_uri, None).await?;
        let person = self.welcome(provider, visitor, here).await?;
        self.open(person, None, here).await
    }

    /// Somebody who is signed in is back with a code: the account at a provider opens theirs from now on.
    pub async fn finish_linking(&self, person: &Profile<T>, provider: &str, state: &str, code: &str, redirect_uri: &str) -> Result<()> {
        let user = &person.user_id;
        let (provider, visitor) = self.back(provider, state, code, redirect_uri, Some(user)).await?;
        for tries in 0..MOST_TRIES {
            match self.repo.by_account(provider.id(), &visitor.subject).await? {
                Some(owner) if owner == *user => return Ok(()),
                Some(_) => return Err(IdentityError::Own(IdentityReason::AccountTaken)),
                None => {}
            }
            if self.link(provider, &visitor, person).await? {
                return Ok(());
            }
            self.repo.db().clock().sleep(backoff(tries)).await;
        }
        Err(IdentityError::Busy)
    }

    /// An account at a provider opens a person's account no longer, unless nothing else would. It wants a fresh proof.
    pub async fn unlink(&self, found: &SignedIn<T>, provider: &str) -> Result<()> {
        self.require_proof(found)?;
        let person = &found.person;
        self.base.persist(|| self.try_unlink(&person.user_id, provider)).await?;
        let known = self.providers().iter().find(|known| known.id().as_str() == provider);
        let provider = known.map_or(provider, Provider::name).to_owned();
        self.post.send(Letter { to: person.email.clone(), about: About::Unlinked { provider } });
        Ok(())
    }

    async fn try_unlink(&self, user: &UserId, provider: &str) -> Result<()> {
        let accounts = self.repo.accounts(user).await?;
        let is_it = |account: &&Account<T>| account.provider_id.as_str() == provider && account.data.account_id.is_some();
        let account = accounts.iter().find(is_it).ok_or(IdentityError::NotFound("account"))?;
        let has_another = accounts.iter().any(|other| other.provider_id != account.provider_id);
        let passkeys = if has_another { Vec::new() } else { self.repo.passkeys(user).await? };
        let stays = WayIn::but(&accounts, &passkeys, Some(&account.provider_id), None);
        let stays = stays.ok_or(IdentityError::Own(IdentityReason::LastWayIn))?;
        Ok(self.repo.db().run(Patterns::<T>::UNLINK).commit(Transact::of(repo::unlink(account, stays))).await?)
    }

    /// Uses the state of what was begun, for signing in or for this very person, and asks the provider who has come back.
    async fn back(
        &self,
        provider: &str,
        state: &str,
        code: &str,
        redirect_uri: &str,
        whose: Option<&UserId>,
    ) -> Result<(&Provider, Visitor)> {
        let way = self.providers.to(provider)?;
        let state = Token::parse(state).ok_or(IdentityError::Own(IdentityReason::WrongState))?;
        let identifier = identifier(way.provider);
        let value = self.pepper.seal(identifier.as_str(), state.reveal());
        let begun = self.repo.use_code(&identifier, &value, self.base.now().0.as_second()).await?;
        // What was begun to sign in does not link, and what one began does not link another's account.
        let begun = begun.filter(|begun| begun.data.user_id.as_ref() == whose);
        let begun = begun.and_then(|begun| Some((begun.data.pkce_verifier?, begun.data.nonce?)));
        let (verifier, nonce) = begun.ok_or(IdentityError::Own(IdentityReason::WrongState))?;
        let visitor = way.back(&verifier, &nonce, code, redirect_uri, self.repo.db().clock()).await?;
        Ok((way.provider, visitor))
    }

    /// Who somebody from a provider is here. Of several at once one is first, and the others find what that one has made.
    async fn welcome(&self, provider: &Provider, visitor: Visitor, here: &Here) -> Result<Profile<T>> {
        for tries in 0..MOST_TRIES {
            if let Some(person) = self.recognise(provider, &visitor, here).await? {
                return self.with_picture(person, visitor.picture).await;
            }
            self.repo.db().clock().sleep(backoff(tries)).await;
        }
        Err(IdentityError::Busy)
    }

    /// Reads the guards and decides; nobody, if somebody else got in between.
    async fn recognise(&self, provider: &Provider, visitor: &Visitor, here: &Here) -> Result<Option<Profile<T>>> {
        if let Some(user) = self.repo.by_account(provider.id(), &visitor.subject).await? {
            return self.repo.person(&user).await;
        }
        let email = visitor.email.as_ref().ok_or(IdentityError::Own(IdentityReason::EmailUnverified))?;
        let Some(user) = self.repo.by_email(email).await? else { return self.join_from(provider.id(), visitor, email, here).await };
        let Some(person) = self.repo.person(&user).await? else { return Ok(None) };
        // Whoever has not shown that the address is theirs could be waiting here for the one who has.
        if !person.data.email_verified {
            return Err(IdentityError::Own(IdentityReason::EmailTaken));
        }
        Ok(self.link(provider, visitor, &person).await?.then_some(person))
    }

    /// The account at a provider becomes somebody's, who is told so. Not if somebody else got in between.
    async fn link(&self, provider: &Provider, visitor: &Visitor, person: &Profile<T>) -> Result<bool> {
        let user = &person.user_id;
        if let Some(before) = self.repo.account(user, provider.id()).await? {
            // An address that a provider has given to somebody else by now does not open what was its former owner's.
            let is_theirs = before.data.account_id.as_deref() == Some(visitor.subject.as_str());
            return if is_theirs { Ok(false) } else { Err(IdentityError::Own(IdentityReason::AnotherAccount)) };
        }
        let account = self.account(user, provider.id(), Some(visitor.subject.to_string()), None);
        let writes = repo::link(&account, &guard(provider.id(), visitor, user), person);
        let linked = first(self.commit_guarded(Patterns::<T>::LINK, writes).await, ())?.is_some();
        if linked {
            self.post.send(Letter { to: person.email.clone(), about: About::Linked { provider: provider.name().to_owned() } });
        }
        Ok(linked)
    }

    /// Somebody new, by an account at a provider: into an open house, or as its first person, from its own machine.
    async fn join_from(&self, provider: &Word, visitor: &Visitor, email: &Word, here: &Here) -> Result<Option<Profile<T>>> {
        let is_empty = self.is_empty().await?;
        let founds = here.is_this_machine && is_empty;
        if !founds && (!self.policy.sign_up || is_empty) {
            // The house may have been empty a moment ago, and the one who is in it by now may be this very visitor.
            let is_known = self.repo.by_account(provider, &visitor.subject).await?.is_some() || self.repo.by_email(email).await?.is_some();
            let reason = if self.policy.sign_up { IdentityReason::SetupNeeded } else { IdentityReason::SignUpClosed };
            return if is_known { Ok(None) } else { Err(IdentityError::Own(reason)) };
        }
        let mut person = self.person(visitor.name.as_deref().unwrap_or(email.as_str()), email, true);
        person.data.image.clone_from(&visitor.picture);
        let account = self.account(&person.user_id, provider, Some(visitor.subject.to_string()), None);
        if founds {
            person.data.role = Word::new(Role::Operator.as_str());
        }
        let mut writes = repo::join(&person, &account, Some(&guard(provider, visitor, &person.user_id)));
        if founds {
            writes.push(repo::found(&person));
        }
        first(self.commit_guarded(Patterns::<T>::JOIN, writes).await, person)
    }

    /// The picture follows the one at the provider, where it cannot be changed here. The name does not: it is what somebody is called here.
    async fn with_picture(&self, mut person: Profile<T>, picture: Option<String>) -> Result<Profile<T>> {
        let Some(picture) = picture.filter(|picture| person.data.image.as_ref() != Some(picture)) else { return Ok(person) };
        let now = self.base.now();
        if self.repo.set_picture(&person.user_id, &picture, now).await? {
            (person.updated_at, person.data.updated_at, person.data.image) = (now, now, Some(picture));
        }
        Ok(person)
    }
}

/// The identifier of what was begun at a provider.
fn identifier(provider: &Provider) -> Word {
    Word::new(format!("oauth:{}", provider.id())).expect("an id is a word and short")
}

fn guard<T: People>(provider: &Word, visitor: &Visitor, user: &UserId) -> OauthGuard<T> {
    OauthGuard { provider: provider.clone(), subject: visitor.subject.clone(), user_id: user.clone(), of: PhantomData }
}

/// What was made, unless somebody else was first.
fn first<R>(committed: Result<()>, made: R) -> Result<Option<R>> {
    match committed {
        Ok(()) => Ok(Some(made)),
        Err(IdentityError::Own(IdentityReason::EmailTaken) | IdentityError::Busy) => Ok(None),
        Err(error) => Err(error),
    }
}
