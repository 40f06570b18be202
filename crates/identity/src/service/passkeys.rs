//! Passkeys: made on a device, used to sign in or to show once more who it is, taken away.
//!
//! A challenge is kept under the server's key together with the browser that it was given to, and is used by the very write that it allows: of
//! many answers to one challenge, on however many servers, one is taken.

use std::marker::PhantomData;

use chabudai_kernel::part::Word;
use chabudai_web::line::{Line, NotALine};

use super::sessions::{Here, SignedIn};
use super::{About, LONGEST_NAME, Letter, Service};
use crate::error::{IdentityError, IdentityReason, Result};
use crate::model::{Kind, Passkey, PasskeyData, UserId, VerificationData};
use crate::passkey::{
    Asserted, Created, CreationOptions, GOOD_FOR, Options, Refused, RelyingParty, RequestOptions, Whose, digest_of, handle_of,
};
use crate::patterns::MOST_PASSKEYS;
use crate::people::People;
use crate::repo::{Challenge, Outcome, WayIn};
use crate::secret::Token;

/// Where a passkey is made or used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The house, by the address in the browser's bar.
    pub party: RelyingParty,
    /// What this browser is known by; nothing of a program that keeps no cookies.
    pub browser: String,
}

/// What a challenge is for.
#[derive(Clone, Copy)]
enum Ceremony<'a> {
    Add(&'a UserId),
    SignIn,
    Prove(&'a UserId),
}

impl Ceremony<'_> {
    fn identifier(self) -> Word {
        let name = match self {
            Self::Add(_) => "passkey:add",
            Self::SignIn => "passkey:sign-in",
            Self::Prove(_) => "passkey:prove",
        };
        Word::new(name).expect("a word")
    }

    /// What has to be the same when the answer comes, beside the challenge itself.
    fn bound(self, place: &Place) -> String {
        let user = match self {
            Self::Add(user) | Self::Prove(user) => user.as_str(),
            Self::SignIn => "",
        };
        format!("{}\n{}\n{user}", place.party.origin(), place.browser)
    }
}

impl<T: People> Service<T> {
    /// Somebody who is signed in wants to make a passkey. It opens their account for good, so that it wants a fresh proof. `house` is what
    /// their device is to call this house.
    pub async fn begin_passkey(&self, found: &SignedIn<T>, place: &Place, house: &str) -> Result<Options<CreationOptions>> {
        self.require_proof(found)?;
        let person = &found.person;
        let known = self.repo.passkeys(&person.user_id).await?;
        // Before anybody touches a sensor. The slots decide.
        if known.len() >= MOST_PASSKEYS as usize {
            return Err(IdentityError::Own(IdentityReason::TooManyPasskeys));
        }
        let challenge = self.challenge(Ceremony::Add(&person.user_id), place).await?;
        let whose = Whose { handle: handle_of(person.user_id.as_str()), email: person.email.as_str(), name: &person.data.name };
        let known = known.into_iter().map(|passkey| passkey.data.credential_id);
        Ok(Options { public_key: CreationOptions::new(&place.party, house, whose, challenge, known) })
    }

    /// Here it is: the passkey is theirs from now on, under this name, and they are told so. Each has a slot, and a slot is taken by one:
    /// however many come at once, no more than there are slots are taken.
    pub async fn add_passkey(&self, found: &SignedIn<T>, place: &Place, name: &str, made: &Created) -> Result<Passkey<T>> {
        self.require_proof(found)?;
        let (person, name) = (&found.person, passkey_name(name)?);
        let unusable = || IdentityError::Own(IdentityReason::PasskeyUnusable);
        let answered = made.verified(&place.party).map_err(|refused| told(refused, unusable()))?;
        let (known, user) = (answered.what, &person.user_id);
        let id = digest_of(&known.id).and_then(Word::new).ok_or_else(unusable)?;
        let challenge = self.answered(Ceremony::Add(user), place, &answered.challenge)?;
        let now = self.base.now();
        let data = PasskeyData {
            id,
            name: name.to_owned(),
            credential_id: known.id,
            public_key: known.public_key,
            sign_count: known.sign_count,
            backup_eligible: known.is_backup_eligible,
            last_used_at: None,
            created_at: now,
            updated_at: now,
        };
        let passkey = self.base.persist(|| self.take_slot(found, &data, &challenge)).await?;
        self.post.send(Letter { to: person.email.clone(), about: About::PasskeyAdded { name: name.to_owned() } });
        Ok(passkey)
    }

    async fn take_slot(&self, found: &SignedIn<T>, data: &PasskeyData, challenge: &Challenge) -> Result<Passkey<T>> {
        let user = &found.person.user_id;
        let taken = self.repo.passkeys(user).await?;
        for slot in
            (0..MOST_PASSKEYS).filter_map(|slot| Word::new(slot.to_string())).filter(|slot| taken.iter().all(|one| one.slot != *slot))
        {
            let passkey = Passkey::<T> {
                user_id: user.clone(),
                slot,
                kind: Kind::Passkey,
                data: data.clone(),
                created_at: data.created_at,
                updated_at: data.updated_at,
                of: PhantomData,
            };
            let reason = match self.repo.add_passkey(&passkey, found, challenge, self.base.now().0.as_second()).await? {
                Outcome::Done => return Ok(passkey),
                Outcome::NoRoom => continue,
                Outcome::Taken => IdentityReason::PasskeyTaken,
                Outcome::Gone => IdentityReason::NotSignedIn,
                Outcome::Ended | Outcome::Another => IdentityReason::PasskeyEnded,
            };
            return Err(IdentityError::Own(reason));
        }
        Err(IdentityError::Own(IdentityReason::TooManyPasskeys))
    }

    /// Somebody wants to sign in by a passkey. Who they are, their device will say.
    pub async fn begin_passkey_sign_in(&self, place: &Place) -> Result<Options<RequestOptions>> {
        let challenge = self.challenge(Ceremony::SignIn, place).await?;
        Ok(Options { public_key: RequestOptions::new(&place.party, challenge, std::iter::empty()) })
    }

    /// Here it is: they are signed in.
    pub async fn sign_in_by_passkey(&self, place: &Place, shown: &Asserted, here: &Here) -> Result<SignedIn<T>> {
        let refused = || IdentityError::Own(IdentityReason::PasskeyRefused);
        let (passkey, sign_count, challenge) = self.shown(Ceremony::SignIn, place, shown).await?;
        let person = self.repo.person(&passkey.user_id).await?;
        // Who leaves does not come back.
        let person = person.filter(|person| person.data.leaving_at.is_none()).ok_or_else(refused)?;
        let (session, token) = self.fresh_session(&person, here);
        let now = self.base.now();
        let outcome = self.base.persist(|| self.repo.sign_in_by_passkey(&session, &passkey, sign_count, &challenge, now)).await?;
        used(outcome)?;
        Ok(SignedIn { person, session, token: Some(token) })
    }

    /// Somebody who is signed in wants to show by a passkey that it is they: one of theirs.
    pub async fn begin_passkey_proof(&self, found: &SignedIn<T>, place: &Place) -> Result<Options<RequestOptions>> {
        let user = &found.person.user_id;
        let known = self.repo.passkeys(user).await?;
        if known.is_empty() {
            return Err(IdentityError::NotFound("passkey"));
        }
        let challenge = self.challenge(Ceremony::Prove(user), place).await?;
        let known = known.into_iter().map(|passkey| passkey.data.credential_id);
        Ok(Options { public_key: RequestOptions::new(&place.party, challenge, known) })
    }

    /// Here it is: for a few minutes this session is not asked again.
    pub async fn prove_by_passkey(&self, found: &SignedIn<T>, place: &Place, shown: &Asserted) -> Result<()> {
        let (passkey, sign_count, challenge) = self.shown(Ceremony::Prove(&found.person.user_id), place, shown).await?;
        let now = self.base.now();
        let outcome = self.base.persist(|| self.repo.prove_by_passkey(&found.session, &passkey, sign_count, &challenge, now)).await?;
        used(outcome)
    }

    /// What somebody calls one of their passkeys from now on. One that is not theirs is not there.
    pub async fn rename_passkey(&self, user: &UserId, id: &str, name: &str) -> Result<()> {
        let name = passkey_name(name)?;
        let passkey = self.passkey(user, id).await?;
        let renamed = self.repo.rename_passkey(&passkey, name, self.base.now()).await?;
        if renamed { Ok(()) } else { Err(IdentityError::NotFound("passkey")) }
    }

    /// A passkey opens a person's account no longer, unless nothing else would. It wants a fresh proof, and they are told.
    pub async fn remove_passkey(&self, found: &SignedIn<T>, id: &str) -> Result<Passkey<T>> {
        self.require_proof(found)?;
        let person = &found.person;
        let passkey = self.base.persist(|| self.try_remove_passkey(&person.user_id, id)).await?;
        self.post.send(Letter { to: person.email.clone(), about: About::PasskeyRemoved { name: passkey.data.name.clone() } });
        Ok(passkey)
    }

    async fn try_remove_passkey(&self, user: &UserId, id: &str) -> Result<Passkey<T>> {
        let passkeys = self.repo.passkeys(user).await?;
        let passkey = passkeys.iter().find(|passkey| passkey.data.id.as_str() == id).ok_or(IdentityError::NotFound("passkey"))?;
        let accounts = self.repo.accounts(user).await?;
        let stays = WayIn::but(&accounts, &passkeys, None, Some(&passkey.slot));
        self.repo.remove_passkey(passkey, stays.ok_or(IdentityError::Own(IdentityReason::LastWayIn))?).await?;
        Ok(passkey.clone())
    }

    async fn passkey(&self, user: &UserId, id: &str) -> Result<Passkey<T>> {
        let passkeys = self.repo.passkeys(user).await?;
        passkeys.into_iter().find(|passkey| passkey.data.id.as_str() == id).ok_or(IdentityError::NotFound("passkey"))
    }

    /// A fresh challenge: good once, for five minutes, for this browser and this purpose.
    async fn challenge(&self, ceremony: Ceremony<'_>, place: &Place) -> Result<String> {
        let challenge = Token::random().reveal().to_owned();
        let secret = format!("{challenge}\n{}", ceremony.bound(place));
        self.keep(ceremony.identifier(), &secret, VerificationData::default(), GOOD_FOR).await?;
        Ok(challenge)
    }

    /// Where the challenge would be kept that was answered, if it is one of ours.
    fn answered(&self, ceremony: Ceremony<'_>, place: &Place, challenge: &str) -> Result<Challenge> {
        let challenge = Token::parse(challenge).ok_or(IdentityError::Own(IdentityReason::PasskeyEnded))?;
        let identifier = ceremony.identifier();
        let value = self.pepper.seal(identifier.as_str(), &format!("{}\n{}", challenge.reveal(), ceremony.bound(place)));
        Ok(Challenge { identifier, value })
    }

    /// The passkey that was shown, how often it has signed by now, and the challenge that it has signed.
    async fn shown(&self, ceremony: Ceremony<'_>, place: &Place, shown: &Asserted) -> Result<(Passkey<T>, u32, Challenge)> {
        let refused = || IdentityError::Own(IdentityReason::PasskeyRefused);
        let id = digest_of(&shown.id).and_then(Word::new).ok_or_else(refused)?;
        let passkey = self.repo.by_passkey(&id).await?.ok_or_else(refused)?;
        let (is_theirs, needs_handle) = match ceremony {
            Ceremony::Prove(user) | Ceremony::Add(user) => (passkey.user_id == *user, false),
            // Nobody has said who they are but their device.
            Ceremony::SignIn => (true, true),
        };
        if !is_theirs {
            return Err(told(Refused::Another, refused()));
        }
        let handle = handle_of(passkey.user_id.as_str());
        let answered = shown.verified(&place.party, &passkey.data.known(), &handle, needs_handle);
        let answered = answered.map_err(|why| told(why, refused()))?;
        let challenge = self.answered(ceremony, place, &answered.challenge)?;
        Ok((passkey, answered.what, challenge))
    }
}

/// What became of a passkey that was shown.
fn used(outcome: Outcome) -> Result<()> {
    let reason = match outcome {
        Outcome::Done => return Ok(()),
        Outcome::Ended => IdentityReason::PasskeyEnded,
        Outcome::Gone => IdentityReason::NotSignedIn,
        Outcome::Another | Outcome::Taken | Outcome::NoRoom => {
            // Not whose: that there may be a copy is the operator's to know, whose it is nobody's.
            tracing::warn!("a passkey was removed meanwhile, or has signed less often than before: there may be a copy of it");
            IdentityReason::PasskeyRefused
        }
    };
    Err(IdentityError::Own(reason))
}

/// Tells the operator why, and the visitor less.
fn told(why: Refused, error: IdentityError) -> IdentityError {
    tracing::debug!(%why, "a passkey was refused");
    error
}

/// A name by which somebody knows which of their passkeys it is.
fn passkey_name(text: &str) -> Result<&str> {
    let refused = |code, message| Err(IdentityError::Invalid { field: "name", code, message });
    match Line::<LONGEST_NAME>::read(text) {
        Ok(name) => Ok(name),
        Err(NotALine::Empty) => refused("identity.passkey_name_empty", "Give the passkey a name."),
        Err(NotALine::Control) => refused("identity.name_control", "A name is one line of visible characters."),
        Err(NotALine::TooLong) => refused("identity.name_too_long", "A name has 60 characters at most."),
    }
}
