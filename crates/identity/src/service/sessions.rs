//! Sessions: opened by a password, good for seven days, prolonged while they are used, thirty days at most.

use std::marker::PhantomData;
use std::net::IpAddr;
use std::time::Duration;

use chabudai_kernel::db::Run;
use chabudai_kernel::part::{UtcSeconds, Word};
use chabudai_web::site::is_same;

use super::account::to_the_end;
use super::{Service, password_provider};
use crate::email;
use crate::error::{IdentityError, IdentityReason, Result};
use crate::model::{Account, Kind, Profile, PushDevice, Session, SessionData, UserId};
use crate::password::{self, Password};
use crate::people::People;
use crate::repo::{Asker, Ends};
use crate::secret::Token;

const DAY: i64 = 24 * 60 * 60;
/// How long a session is good for.
const GOOD_FOR: i64 = 7 * DAY;
/// It is prolonged when it has less than this left.
const PROLONGED_BELOW: i64 = 6 * DAY;
/// However much it is used, it ends after this.
const LONGEST: i64 = 30 * DAY;
/// An index takes a moment to know what was written.
const INDEX_LAG: Duration = Duration::from_millis(100);
/// The longest description of a browser that is kept.
const LONGEST_AGENT: usize = 300;

/// The device that is signing in.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Here {
    /// The browser, as it calls itself.
    pub user_agent: Option<String>,
    /// The network that it is in.
    pub client: Option<IpAddr>,
    /// What it was given when it signed in before, if it was.
    pub device: Option<String>,
    /// It is the machine that the house runs on.
    pub is_this_machine: bool,
}

impl Here {
    /// The network as a word.
    pub(super) fn from(&self) -> String {
        self.client.map_or_else(|| "unknown".to_owned(), |client| client.to_string())
    }
}

/// Somebody who is signed in, and on which session.
#[derive(Clone, Debug)]
pub struct SignedIn<T: People> {
    /// The person who is signed in.
    pub person: Profile<T>,
    /// On which session.
    pub session: Session<T>,
    /// The token, where it was just made: it is told once and never again.
    pub token: Option<Token>,
}

/// When who it is was shown by somebody who only looks around in a demo: never.
const NEVER_SHOWN: UtcSeconds = UtcSeconds(jiff::Timestamp::UNIX_EPOCH);

/// Whether a session was opened without any proof, to look around in a demo.
fn is_of_a_demo<T: People>(session: &Session<T>) -> bool {
    session.data.proven_at == Some(NEVER_SHOWN)
}

impl<T: People> SignedIn<T> {
    /// What reaches beyond this visit is not for who only looks around in a demo: they share the account with everybody.
    pub fn is_at_home(&self) -> Result<()> {
        if is_of_a_demo(&self.session) { Err(IdentityError::Own(IdentityReason::ProofNeeded)) } else { Ok(()) }
    }
}

impl<T: People> Service<T> {
    /// Signs in with an address and a password. A wrong address takes as long as a wrong password and says the same.
    pub async fn sign_in(&self, email: &str, password: &str, here: &Here) -> Result<SignedIn<T>> {
        let wrong = || IdentityError::Own(IdentityReason::WrongPassword);
        let email = email::parse(email).map_err(|_| wrong())?;
        let tries = self.sign_ins(&email, here);
        self.count_try(&tries).await?;
        let user = self.repo.by_email(&email).await?;
        let account = match &user {
            Some(user) => self.repo.account(user, &password_provider()).await?,
            None => None,
        };
        let hash = account.as_ref().and_then(|account| account.data.password_hash.clone());
        let is_right = password::is_right(Password::typed(password), hash).await?;
        let person = match user.filter(|_| is_right) {
            Some(user) => self.repo.person(&user).await?,
            None => None,
        };
        let person = person.ok_or_else(wrong)?;
        self.forget(&tries).await?;
        self.open(person, account.as_ref(), here).await
    }

    /// Opens a session for somebody of a demo, for whoever looks around. There is a way to it in a demo alone.
    pub(crate) async fn look_around(&self, email: &str, here: &Here) -> Result<SignedIn<T>> {
        let nobody = || IdentityError::NotFound("person");
        let user = self.repo.by_email(&email::parse(email).map_err(|_| nobody())?).await?.ok_or_else(nobody)?;
        let person = self.repo.person(&user).await?.ok_or_else(nobody)?;
        // A visitor has shown nothing: what asks for a fresh proof asks them for a password, which they do not have.
        self.open_shown(person, None, here, Some(NEVER_SHOWN)).await
    }

    /// What a device is given that signs in, to be known by later. It opens nothing.
    pub fn device_of(&self, email: &Word) -> String {
        let id = self.base.uuid().simple().to_string();
        format!("{id}.{}", self.pepper.seal(&format!("device:{email}"), &id))
    }

    /// The device, if it has signed in with this address before.
    pub(super) fn known_device(&self, email: &Word, here: &Here) -> Option<String> {
        let (id, seal) = here.device.as_deref()?.split_once('.')?;
        let is_ours = is_same(self.pepper.seal(&format!("device:{email}"), id).as_str(), seal);
        (is_ours && id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit())).then(|| id.to_owned())
    }

    /// Opens a session, by the account whose password was typed, or by another proof.
    pub(super) async fn open(&self, person: Profile<T>, by: Option<&Account<T>>, here: &Here) -> Result<SignedIn<T>> {
        self.open_shown(person, by, here, None).await
    }

    /// The same, and who it is was shown at another moment than now.
    async fn open_shown(
        &self,
        person: Profile<T>,
        by: Option<&Account<T>>,
        here: &Here,
        proven_at: Option<UtcSeconds>,
    ) -> Result<SignedIn<T>> {
        if person.data.leaving_at.is_some() {
            return Err(IdentityError::Own(IdentityReason::WrongPassword));
        }
        let (mut session, token) = self.fresh_session(&person, here);
        session.data.proven_at = proven_at;
        if !self.repo.sign_in(&session, by).await? {
            return Err(IdentityError::Own(IdentityReason::WrongPassword));
        }
        Ok(SignedIn { person, session, token: Some(token) })
    }

    /// A session that begins now, once it is written.
    pub(super) fn fresh_session(&self, person: &Profile<T>, here: &Here) -> (Session<T>, Token) {
        let (token, now, until) = (Token::random(), self.base.now(), self.base.later(GOOD_FOR));
        let user_agent = here.user_agent.as_ref().map(|agent| agent.chars().filter(|c| !c.is_control()).take(LONGEST_AGENT).collect());
        let session = Session::<T> {
            user_id: person.user_id.clone(),
            session_id: self.base.fresh_id(),
            kind: Kind::Session,
            token: token.hash(),
            data: SessionData {
                expires_at: until,
                user_agent,
                proven_at: None,
                epoch: person.data.session_epoch.clone(),
                created_at: now,
                updated_at: now,
            },
            created_at: now,
            updated_at: now,
            ttl: until.0.as_second(),
            of: PhantomData,
        };
        (session, token)
    }

    /// Whose token it is. What the index says is only a hint: the session itself decides, so that one that was revoked opens nothing.
    pub async fn signed_in(&self, token: &Token) -> Result<SignedIn<T>> {
        let hash = token.hash();
        let run = self.repo.signed_in();
        let (user, id) = self.place_of(run, &hash).await?.ok_or(IdentityError::Own(IdentityReason::NotSignedIn))?;
        let session = self.repo.session(run, &user, &id).await?.filter(|session| session.token == hash);
        let mut session = session.filter(|session| self.is_good(session)).ok_or(IdentityError::Own(IdentityReason::NotSignedIn))?;
        let person = self
            .repo
            .person_of(run, &session)
            .await?
            .filter(|person| person.data.leaving_at.is_none())
            .ok_or(IdentityError::Own(IdentityReason::NotSignedIn))?;
        if session.data.epoch != person.data.session_epoch {
            // The one that stays when all others end was read a moment before that.
            let again = self.repo.session(run, &user, &id).await?.filter(|session| session.data.epoch == person.data.session_epoch);
            session = again.ok_or(IdentityError::Own(IdentityReason::NotSignedIn))?;
        }
        if let Some(until) = self.prolonged(&session) {
            let now = self.base.now();
            if !self.repo.prolong(&session, until, now).await? {
                return Err(IdentityError::Own(IdentityReason::NotSignedIn));
            }
            session.data.expires_at = until;
            session.ttl = until.0.as_second();
        }
        Ok(SignedIn { person, session, token: None })
    }

    /// Where the session of a token's hash is, by the index. One that was opened a moment ago is looked for once more.
    async fn place_of(&self, run: Run<'_>, hash: &Word) -> Result<Option<(UserId, Word)>> {
        if let Some(place) = self.repo.hint(run, hash).await? {
            return Ok(Some(place));
        }
        self.repo.db().clock().sleep(INDEX_LAG).await;
        self.repo.hint(run, hash).await
    }

    fn is_good(&self, session: &Session<T>) -> bool {
        let now = self.base.now();
        session.data.expires_at > now && session.created_at.0.as_second() + LONGEST > now.0.as_second()
    }

    /// Until when a session goes on from now, if that is worth a write.
    fn prolonged(&self, session: &Session<T>) -> Option<UtcSeconds> {
        if is_of_a_demo(session) {
            return None;
        }
        let left = session.data.expires_at.0.as_second() - self.base.now().0.as_second();
        let last = session.created_at.0.as_second() + LONGEST;
        let until = self.base.later(GOOD_FOR).0.as_second().min(last);
        let until = UtcSeconds(jiff::Timestamp::from_second(until).ok()?);
        (left < PROLONGED_BELOW && until > session.data.expires_at).then_some(until)
    }

    /// A person's sessions that are good, the newest first. One of an earlier epoch has ended, whether it was cleared away yet or not.
    pub async fn sessions(&self, person: &Profile<T>) -> Result<Vec<Session<T>>> {
        let mut sessions = self.repo.sessions(&person.user_id).await?;
        sessions.retain(|session| self.is_good(session) && session.data.epoch == person.data.session_epoch);
        sessions.reverse();
        Ok(sessions)
    }

    /// Ends one session of a person. One that is not theirs is not there.
    pub async fn revoke(&self, user: &UserId, session: &Word) -> Result<()> {
        self.repo.session(self.repo.signed_in(), user, session).await?.ok_or(IdentityError::NotFound("session"))?;
        self.end(user, session, None).await
    }

    /// Signs out: the session of this token ends, and no message comes to the device any more on which it was opened. Its browser may say which
    /// one that is; the session knows only what was registered on it. A token that opens nothing is signed out already.
    pub async fn sign_out(&self, token: &Token, here: Option<&str>) -> Result<()> {
        match self.place_of(self.repo.signed_in(), &token.hash()).await? {
            Some((user, session)) => self.end(&user, &session, here).await,
            None => Ok(()),
        }
    }

    /// Somebody signs in on a browser that had a session already. It ends; if it was theirs, messages go on coming to the browser, on the new one.
    pub async fn replace(&self, before: &Token, after: &SignedIn<T>) -> Result<()> {
        match self.place_of(self.repo.signed_in(), &before.hash()).await? {
            Some((user, session)) if user == after.person.user_id => {
                let devices = || self.devices_of(&user, |device| device.data.session_id.as_ref() == Some(&session));
                let hand_over = || async { self.repo.hand_over(&user, &session, &after.session.session_id, &devices().await?).await };
                self.base.persist(hand_over).await
            }
            Some((user, session)) => self.end(&user, &session, None).await,
            None => Ok(()),
        }
    }

    /// The session ends together with its devices. One that was registered while they were looked up is found afterwards: none can be any more.
    async fn end(&self, user: &UserId, session: &Word, here: Option<&str>) -> Result<()> {
        let is_here = |device: &PushDevice<T>| device.data.session_id.as_ref() == Some(session) || here == Some(device.device.as_str());
        self.repo.sign_out(user, session, &self.devices_of(user, is_here).await?).await?;
        self.repo.forget_devices(user, self.devices_of(user, is_here).await?).await
    }

    async fn devices_of(&self, user: &UserId, which: impl Fn(&PushDevice<T>) -> bool) -> Result<Vec<(Word, Word)>> {
        let devices = self.repo.devices(user).await?.into_iter().filter(which);
        Ok(devices.map(|device| (device.platform, device.device)).collect())
    }

    /// Ends all sessions of a person. Programs are out too: whoever was in the account may have made a token.
    pub async fn revoke_all(&self, user: &UserId) -> Result<usize> {
        let (service, user) = (self.clone(), user.clone());
        to_the_end(async move {
            let ends = service.ends(&user, None).await?;
            service.repo.end_sessions(&user, &ends).await?;
            service.clear_away(&user, None).await
        })
        .await
    }

    /// Ends all sessions of a person but the one on which they ask.
    pub async fn revoke_others(&self, found: &SignedIn<T>) -> Result<usize> {
        let (service, person, here) = (self.clone(), found.person.clone(), found.session.session_id.clone());
        to_the_end(async move {
            let ends = service.ends(&person.user_id, Some((&person, &here))).await?;
            if !service.repo.end_sessions(&person.user_id, &ends).await? {
                // They were signed out themselves meanwhile.
                return Err(IdentityError::Own(IdentityReason::NotSignedIn));
            }
            service.clear_away(&person.user_id, Some(&here)).await
        })
        .await
    }

    /// The end of all sessions but perhaps for the one of who asks, to be written.
    pub(super) async fn ends(&self, user: &UserId, by: Option<(&Profile<T>, &Word)>) -> Result<Ends> {
        let but = by.map(|(_, session)| session);
        let sessions = if but.is_some() { self.repo.sessions(user).await? } else { Vec::new() };
        let devices = self.devices_of(user, |device| !stays(device, but, &sessions)).await?;
        let by = by.map(|(person, session)| Asker { session: session.clone(), epoch: person.data.session_epoch.clone() });
        Ok(Ends { epoch: self.base.fresh_id(), by, devices })
    }

    /// Clears away what has ended already: sessions, tokens, invitations, and devices that were registered at the very last moment.
    pub(super) async fn clear_away(&self, user: &UserId, but: Option<&Word>) -> Result<usize> {
        let sessions = self.repo.sessions(user).await?;
        let mut ended = 0;
        for session in sessions.iter().filter(|session| Some(&session.session_id) != but) {
            self.repo.sign_out(user, &session.session_id, &[]).await?;
            ended += 1;
        }
        self.repo.forget_devices(user, self.devices_of(user, |device| !stays(device, but, &sessions)).await?).await?;
        if but.is_none() {
            self.revoke_tokens(user).await?;
            self.withdraw_all(user).await?;
        }
        Ok(ended)
    }
}

/// Whether messages go on coming to a device when all sessions end but perhaps for one. Whoever holds the others is not to be told anything
/// either. One that was registered before sessions were noted, or on a session that has ended by itself since, may be this very one.
fn stays<T: People>(device: &PushDevice<T>, but: Option<&Word>, sessions: &[Session<T>]) -> bool {
    let is_of = |session: &Word| Some(session) == but || sessions.iter().all(|known| known.session_id != *session);
    but.is_some() && device.data.session_id.as_ref().is_none_or(is_of)
}
