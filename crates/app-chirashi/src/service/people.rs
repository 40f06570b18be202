//! Registering, signing in and out, and coming from the house.

use chabudai_kernel::op::{Transact, Write};
use chabudai_kernel::part::Word;

use super::Service;
use super::letters::{Letter, LetterKind};
use super::password::{self, Password};
use super::tokens::{ACCESS_SECONDS, Audience, Pair};
use crate::design::{BEGIN_SESSION, FIRST_VISIT, JOIN_HOUSE, REFRESH, REGISTER, RESET_PASSWORD, SEND_CODE, SIGN_OUT};
use crate::error::{ChirashiError, ChirashiReason, Result};
use crate::model::{self, CodePurpose, MOST_SESSIONS, MailCode, Session, User, UserId, text};
use crate::repo::people;

/// How long a session lasts without being used, in seconds.
const SESSION_SECONDS: i64 = 60 * 24 * 60 * 60;
/// How long a code is good, in seconds.
const CODE_SECONDS: i64 = 30 * 60;

/// Somebody who has just signed in.
#[derive(Clone, PartialEq, Debug)]
pub struct SignedIn {
    /// Who.
    pub user: User,
    /// What they open doors with.
    pub pair: Pair,
}

/// Somebody of the house who comes here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comer {
    /// Who they are in the house.
    pub person: Word,
    /// What they are called there.
    pub name: String,
    /// Their address, if they have shown that it is theirs.
    pub email: Option<Word>,
}

impl Service {
    /// Somebody wants to register: a code goes to the address. Whether there is an account already is told to the address alone.
    pub async fn register(&self, email: &str, name: &str, password: &str, from: &str) -> Result<()> {
        let letters = self.letters.as_ref().filter(|_| self.settings.registration).ok_or(ChirashiReason::RegistrationClosed)?;
        let email = model::email(email)?;
        let name = text::NAME.keep(name)?;
        let password = Password::new(password, email.as_str())?;
        self.count_try(&self.tries_for("register", email.as_str(), from)).await?;
        let hash = password::hash(password, self.settings.bcrypt_cost).await?;
        let code = code();
        let known = people::find_sign_in(&self.base.db, &email).await?;
        let kind = if known.is_some() { LetterKind::AlreadyRegistered } else { LetterKind::RegisterCode(code.clone()) };
        let waiting = MailCode { name: Some(name), password_hash: Some(hash), ..self.mail_code(CodePurpose::Register, &email, &code) };
        self.base.db.run(&SEND_CODE).commit_one(people::send_code(&waiting)).await?;
        sent(letters.send(&email, Letter { kind, name: None }).await)
    }

    /// The code that came by mail makes the account. Of two with one address, one is made.
    pub async fn confirm(&self, email: &str, code: &str) -> Result<SignedIn> {
        let email = model::email(email)?;
        let run = self.base.db.run(&REGISTER);
        let waiting = self.tried(run, CodePurpose::Register, &email, code).await?;
        let (Some(name), Some(hash)) = (waiting.name.clone(), waiting.password_hash.clone()) else {
            return Err(ChirashiReason::WrongCode.into());
        };
        let user = User { email: Some(email.clone()), password_hash: Some(hash), ..self.somebody(name) };
        let writes: [Write; 3] =
            [people::use_code(&waiting).into(), people::take_email(&email, user.user_id).into(), people::create(&user).into()];
        // The code was used, or the address taken, a moment ago: either way it is good for nothing any more.
        if !run.attempt(Transact::of(writes), &[0, 1]).await? {
            return Err(ChirashiReason::WrongCode.into());
        }
        let pair = self.begin_session(&user).await?;
        Ok(SignedIn { user, pair })
    }

    /// A code for a new password goes to an address, if it has an account. The answer is the same if not.
    pub async fn forgot_password(&self, email: &str, from: &str) -> Result<()> {
        let letters = self.letters.as_ref().ok_or(ChirashiReason::RegistrationClosed)?;
        let email = model::email(email)?;
        self.count_try(&self.tries_for("reset", email.as_str(), from)).await?;
        let known = people::find_sign_in(&self.base.db, &email).await?;
        let code = code();
        let waiting = self.mail_code(CodePurpose::Reset, &email, &code);
        self.base.db.run(&SEND_CODE).commit_one(people::send_code(&waiting)).await?;
        match known {
            Some(_) => sent(letters.send(&email, Letter { kind: LetterKind::ResetCode(code), name: None }).await),
            None => Ok(()),
        }
    }

    /// The code that came by mail lets somebody choose a password. All their sessions end.
    pub async fn reset_password(&self, email: &str, code: &str, password: &str) -> Result<()> {
        let email = model::email(email)?;
        let password = Password::new(password, email.as_str())?;
        let hash = password::hash(password, self.settings.bcrypt_cost).await?;
        let run = self.base.db.run(&RESET_PASSWORD);
        let waiting = self.tried(run, CodePurpose::Reset, &email, code).await?;
        self.base
            .persist(|| async {
                let user = people::find_sign_in(&self.base.db, &email).await?.ok_or(ChirashiReason::WrongCode)?;
                let at = user.updated_at.following(self.now());
                let writes: [Write; 2] = [people::use_code(&waiting).into(), people::set_password(&user, &hash, at).into()];
                match run.commit(Transact::of(writes)).await {
                    Err(error) if error.condition_failed_at(0) => Err(ChirashiReason::WrongCode.into()),
                    other => Ok(other?),
                }
            })
            .await
    }

    fn mail_code(&self, purpose: CodePurpose, email: &Word, code: &str) -> MailCode {
        MailCode {
            purpose,
            address: self.pseudonym("code address", email.as_str()),
            code_hash: self.code_hash(purpose, email, code),
            tries: 0,
            name: None,
            password_hash: None,
            ttl: self.now().seconds() + CODE_SECONDS,
        }
    }

    fn code_hash(&self, purpose: CodePurpose, email: &Word, code: &str) -> Word {
        self.pseudonym("code", &format!("{purpose}:{email}:{code}"))
    }

    /// What waits for a code, if it is the right one. The try is counted first.
    async fn tried(&self, run: chabudai_kernel::db::Run<'_>, purpose: CodePurpose, email: &Word, code: &str) -> Result<MailCode> {
        let address = self.pseudonym("code address", email.as_str());
        let waiting: Option<MailCode> = match run.write(people::try_code(purpose, &address)).await {
            Err(error) if error.condition_failed_at(0) => None,
            other => other?,
        };
        let digits: String = code.chars().filter(char::is_ascii_digit).collect();
        let right = self.code_hash(purpose, email, &digits);
        waiting.filter(|waiting| waiting.code_hash == right).ok_or_else(|| ChirashiReason::WrongCode.into())
    }

    fn somebody(&self, name: String) -> User {
        let now = self.now();
        User {
            user_id: UserId::new(self.base.uuid()),
            email: None,
            name,
            password_hash: None,
            favorite_store_ids: Vec::new(),
            notification_frequency: None,
            prefecture: None,
            person_id: None,
            token_epoch: 0,
            session_families: Vec::new(),
            created_at: now,
            updated_at: now,
        }
    }

    /// Somebody signs in. An unknown address and a wrong password get the same answer, after the same work.
    pub async fn sign_in(&self, email: &str, password: &str, from: &str) -> Result<SignedIn> {
        let email = model::email(email)?;
        let user = self.proven(&email, password, from).await?;
        let pair = self.begin_session(&user).await?;
        Ok(SignedIn { user, pair })
    }

    async fn proven(&self, email: &Word, password: &str, from: &str) -> Result<User> {
        let counted = self.tries_for("sign-in", email.as_str(), from);
        self.count_try(&counted).await?;
        let user = people::find_sign_in(&self.base.db, email).await?;
        let hash = user.as_ref().and_then(|user| user.password_hash.clone());
        if !password::is_right(Password::typed(password), hash, self.settings.bcrypt_cost).await? {
            return Err(ChirashiReason::WrongSignIn.into());
        }
        self.forget_tries(&counted).await?;
        user.ok_or_else(|| ChirashiReason::WrongSignIn.into())
    }

    /// A session begins, if the password that was checked is still theirs. The oldest goes where there are too many.
    async fn begin_session(&self, user: &User) -> Result<Pair> {
        let _queue = self.queue(user.user_id).await;
        let mut first = Some(user.clone());
        self.base
            .persist(|| {
                let known = first.take();
                self.session_of(known, user)
            })
            .await
    }

    async fn session_of(&self, known: Option<User>, checked: &User) -> Result<Pair> {
        let user = match known {
            Some(known) => known,
            None => people::user(&self.base.db, checked.user_id).await?.ok_or(ChirashiReason::WrongSignIn)?,
        };
        if user.token_epoch != checked.token_epoch {
            return Err(ChirashiReason::WrongSignIn.into());
        }
        let now = self.now();
        let family = self.base.fresh_id();
        let owner = user.user_id.to_string();
        let (refresh, token_hash) = self.tokens.refresh(Audience::User, &family, &owner);
        let session = Session {
            family: family.clone(),
            owner: user.user_id,
            token_hash,
            last_token_hash: None,
            token_epoch: user.token_epoch,
            created_at: now,
            ttl: now.seconds() + SESSION_SECONDS,
        };
        let mut families = user.session_families.clone();
        families.push(family.clone());
        let mut writes: Vec<Write> = vec![people::begin_session(&session).into()];
        if families.len() > MOST_SESSIONS {
            writes.push(people::end_session(&families.remove(0)).into());
        }
        writes.push(people::set_families(&user, &families).into());
        self.base.db.run(&BEGIN_SESSION).commit(Transact::of(writes)).await?;
        let access = self.tokens.access(Audience::User, owner, family, user.token_epoch, None, now.seconds());
        Ok(Pair { access, refresh, expires_in: ACCESS_SECONDS })
    }

    /// Who brings an access token: their session is there, and of their epoch.
    pub async fn who_asks(&self, access: &str) -> Result<User> {
        let refused = || ChirashiError::from(ChirashiReason::NotSignedIn);
        let claims = self.tokens.read(Audience::User, access, self.now().seconds()).ok_or_else(refused)?;
        let owner: UserId = claims.sub.parse().map_err(|_| refused())?;
        let (session, user) = people::who_asks(&self.base.db, &claims.fam, owner).await?;
        let session = session.filter(|session| session.owner == owner).ok_or_else(refused)?;
        user.filter(|user| user.token_epoch == session.token_epoch && user.token_epoch == claims.epoch).ok_or_else(refused)
    }

    /// The next pair for a refresh token. One that comes a second time ends the session: somebody else may have it.
    pub async fn refresh(&self, token: &str) -> Result<Pair> {
        let refused = || ChirashiError::from(ChirashiReason::NotSignedIn);
        let named = self.tokens.open(Audience::User, token).ok_or_else(refused)?;
        let owner: UserId = named.owner.parse().map_err(|_| refused())?;
        let run = self.base.db.run(&REFRESH);
        let (session, user) = people::session_and_user(run, &named.family, owner).await?;
        let session = session.filter(|session| session.owner == owner).ok_or_else(refused)?;
        let user = user.filter(|user| user.token_epoch == session.token_epoch).ok_or_else(refused)?;
        let now = self.now().seconds();
        let (next, hash) = self.tokens.refresh(Audience::User, &named.family, &named.owner);
        let is_current = session.token_hash == named.hash;
        if is_current && run.attempt_one(people::rotate(&session, &hash, now + SESSION_SECONDS)).await? {
            let access = self.tokens.access(Audience::User, named.owner, named.family, user.token_epoch, None, now);
            return Ok(Pair { access, refresh: next, expires_in: ACCESS_SECONDS });
        }
        let run = if is_current { self.base.db.run(&SIGN_OUT) } else { run };
        run.commit_one(people::end_session(&named.family)).await?;
        tracing::warn!("a refresh token was used twice: its session is over");
        Err(ChirashiReason::TokenReused.into())
    }

    /// Somebody signs out here. A token that opens nothing ends nothing.
    pub async fn sign_out(&self, refresh: &str) -> Result<()> {
        match self.tokens.open(Audience::User, refresh) {
            Some(named) => Ok(self.base.db.run(&SIGN_OUT).commit_one(people::end_session(&named.family)).await?),
            None => Ok(()),
        }
    }

    /// Who somebody of the house is here; a row is made on their first visit. Where their address is an account's with a password, they say
    /// first whether that is theirs: [`join`](Self::join) or [`begin_apart`](Self::begin_apart).
    pub async fn enter(&self, comer: &Comer) -> Result<User> {
        if let Some(user) = people::by_house(&self.base.db, &comer.person).await? {
            return Ok(user);
        }
        let Some(email) = &comer.email else { return self.begin_apart(comer).await };
        let user = User { email: Some(email.clone()), ..self.of_house(comer) };
        let writes: [Write; 3] = [
            people::link(&comer.person, user.user_id).into(),
            people::create(&user).into(),
            people::take_email(email, user.user_id).into(),
        ];
        match self.base.db.run(&FIRST_VISIT).commit(Transact::of(writes)).await {
            // Another request of theirs was first.
            Err(error) if error.condition_failed_at(0) => self.entered(comer).await,
            Err(error) if error.condition_failed_at(2) => Err(ChirashiReason::JoinFirst.into()),
            other => {
                other?;
                Ok(user)
            }
        }
    }

    /// Somebody of the house begins with an account of their own, without the address that another one has.
    pub async fn begin_apart(&self, comer: &Comer) -> Result<User> {
        let user = self.of_house(comer);
        let writes: [Write; 2] = [people::link(&comer.person, user.user_id).into(), people::create(&user).into()];
        match self.base.db.run(&FIRST_VISIT).commit(Transact::of(writes)).await {
            Err(error) if error.condition_failed_at(0) => self.entered(comer).await,
            other => {
                other?;
                Ok(user)
            }
        }
    }

    async fn entered(&self, comer: &Comer) -> Result<User> {
        people::by_house(&self.base.db, &comer.person).await?.ok_or(ChirashiError::Busy)
    }

    fn of_house(&self, comer: &Comer) -> User {
        let name: String = comer.name.trim().chars().filter(|c| !c.is_control()).take(text::NAME.most).collect();
        let name = if name.is_empty() { "…".to_owned() } else { name };
        User { person_id: Some(comer.person.clone()), ..self.somebody(name) }
    }

    /// Somebody of the house says that the account with their address is theirs, and shows it by its password.
    pub async fn join(&self, comer: &Comer, password: &str, from: &str) -> Result<User> {
        let email = comer.email.as_ref().ok_or(ChirashiReason::WrongSignIn)?;
        let user = self.proven(email, password, from).await?;
        let mut joined = User { person_id: Some(comer.person.clone()), ..user.clone() };
        joined.updated_at = user.updated_at.following(self.now());
        let writes: [Write; 2] =
            [people::link(&comer.person, user.user_id).into(), people::join(&user, &comer.person, joined.updated_at).into()];
        match self.base.db.run(&JOIN_HOUSE).commit(Transact::of(writes)).await {
            Err(error) if error.condition_failed_at(0) => self.entered(comer).await,
            other => {
                other?;
                Ok(joined)
            }
        }
    }
}

fn code() -> String {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    format!("{:08}", u64::from_be_bytes(bytes) % 100_000_000)
}

fn sent(outcome: std::result::Result<(), String>) -> Result<()> {
    outcome.map_err(|error| {
        tracing::warn!(%error, "a letter could not be sent");
        ChirashiError::Store(chabudai_kernel::store::StoreError::Unavailable("mail".to_owned()))
    })
}
