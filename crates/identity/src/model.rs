//! People, their sessions and accounts, codes, and the guards that keep addresses and accounts unique: as items of the app's table.
//!
//! An item has its own attributes where a key is made of them, and everything else in `Data`, as the design has it.

mod device;
mod passkey;
mod program_token;

use std::marker::PhantomData;

use chabudai_kernel::entity;
use chabudai_kernel::part::{UtcSeconds, Word};
use chabudai_kernel::seal::digest;
use chabudai_web::people::Role;
use serde::{Deserialize, Serialize};

use crate::people::People;

pub use self::device::{DeviceList, PushDevice, PushDeviceData, Subscription, SubscriptionKeys};
pub use self::passkey::{Passkey, PasskeyData, PasskeyGuard};
pub use program_token::{BroughtToken, PREFIX, ProgramToken, ProgramTokenData, Scope, TokenAccess};

/// A person's id. Ids of people who were moved here are kept as they were.
pub type UserId = Word;

chabudai_kernel::text_enum! {
    /// What an item is.
    pub Kind { User = "user", Session = "session", Account = "account", Verification = "verification", Leaving = "leaving", Passkey = "passkey", PushDevice = "push_device" }
}

/// A person.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", bound = "")]
pub struct Profile<T: People> {
    /// Their id.
    #[serde(rename = "UserID")]
    pub user_id: UserId,
    /// Always `user`.
    #[serde(rename = "Type")]
    pub kind: Kind,
    /// Their address, in small letters.
    pub email: Word,
    /// What is known of them.
    pub data: ProfileData<T::Own>,
    /// Since when.
    pub created_at: UtcSeconds,
    /// When it was last changed.
    pub updated_at: UtcSeconds,
    /// The table.
    #[serde(skip)]
    pub of: PhantomData<T>,
}

/// What is known of a person.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProfileData<Own> {
    /// What they are called.
    pub name: String,
    /// Their address, as in `Email`.
    pub email: Word,
    /// They have shown that it is theirs.
    pub email_verified: bool,
    /// Their picture at a provider.
    pub image: Option<String>,
    /// Since when.
    pub created_at: UtcSeconds,
    /// When it was last changed.
    pub updated_at: UtcSeconds,
    /// What they may do: `operator`. Without it, what a member may.
    pub role: Option<Word>,
    /// The language that they chose: `ja` or `en`.
    pub language: Option<Word>,
    /// They leave, and are gone for everybody: nobody signs in as them any more.
    pub leaving_at: Option<UtcSeconds>,
    /// Another one whenever all sessions end, but perhaps for one: a session of another epoch has ended, whether it was cleared away yet or not.
    pub session_epoch: Option<Word>,
    /// The same for tokens of programs.
    pub program_epoch: Option<Word>,
    /// What the app knows of them.
    #[serde(flatten)]
    pub own: Own,
}

impl<Own> ProfileData<Own> {
    /// What they may do.
    pub fn role(&self) -> Role {
        match &self.role {
            Some(role) if role.as_str() == Role::Operator.as_str() => Role::Operator,
            _ => Role::Member,
        }
    }
}

/// A device on which somebody is signed in.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", bound = "")]
pub struct Session<T: People> {
    /// The person whose item this is; also the end of its partition key.
    #[serde(rename = "UserID")]
    pub user_id: UserId,
    /// Its id, in the key.
    #[serde(skip_serializing, rename = "sessionId")]
    pub session_id: Word,
    /// Always `session`.
    #[serde(rename = "Type")]
    pub kind: Kind,
    /// The hash of its token.
    pub token: Word,
    /// When it ends and where it is.
    pub data: SessionData,
    /// Since when.
    pub created_at: UtcSeconds,
    /// When it was last prolonged.
    pub updated_at: UtcSeconds,
    /// When it ends, in Unix seconds.
    #[serde(rename = "TTL", default)]
    pub ttl: i64,
    /// The table.
    #[serde(skip)]
    pub of: PhantomData<T>,
}

/// When a session ends and where it is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionData {
    /// When it ends, unless it is prolonged.
    pub expires_at: UtcSeconds,
    /// The browser, as it calls itself.
    pub user_agent: Option<String>,
    /// When it was last shown on this device, after signing in, that it is the person.
    pub proven_at: Option<UtcSeconds>,
    /// The epoch of sessions that it was opened in.
    pub epoch: Option<Word>,
    /// Since when.
    pub created_at: UtcSeconds,
    /// When it was last prolonged.
    pub updated_at: UtcSeconds,
}

/// A way in: a password, or an account at a provider.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", bound = "")]
pub struct Account<T: People> {
    /// The person whose item this is; also the end of its partition key.
    #[serde(rename = "UserID")]
    pub user_id: UserId,
    /// `password`, `google` and so on; in the key.
    #[serde(skip_serializing, rename = "providerId")]
    pub provider_id: Word,
    /// Always `account`.
    #[serde(rename = "Type")]
    pub kind: Kind,
    /// What opens it.
    pub data: AccountData,
    /// Since when.
    pub created_at: UtcSeconds,
    /// When it was last changed.
    pub updated_at: UtcSeconds,
    /// The table.
    #[serde(skip)]
    pub of: PhantomData<T>,
}

/// What opens an account. A provider's tokens are not kept: only who somebody is was asked for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AccountData {
    /// The provider, as in the key.
    pub provider_id: Word,
    /// Who they are there.
    pub account_id: Option<String>,
    /// Argon2id of the password.
    pub password_hash: Option<String>,
    /// Since when.
    pub created_at: UtcSeconds,
    /// When it was last changed.
    pub updated_at: UtcSeconds,
}

/// The provider of an account that is a password.
pub const PASSWORD: &str = "password";

/// A code that was sent, a sign-in at a provider that was begun, or the challenge of a passkey.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", bound = "")]
pub struct Verification<T: People> {
    /// What for and for whom, such as `reset:hana@example.org`; in the key.
    #[serde(skip_serializing, rename = "identifier")]
    pub identifier: Word,
    /// The code under the server's key; in the key.
    #[serde(skip_serializing, rename = "value")]
    pub value: Word,
    /// Always `verification`.
    #[serde(rename = "Type")]
    pub kind: Kind,
    /// What it will bring about.
    pub data: VerificationData,
    /// Since when.
    pub created_at: UtcSeconds,
    /// As `CreatedAt`: it is used or not, never changed.
    pub updated_at: UtcSeconds,
    /// When it ends, in Unix seconds.
    #[serde(rename = "TTL", default)]
    pub ttl: i64,
    /// The table.
    #[serde(skip)]
    pub of: PhantomData<T>,
}

/// What a code will bring about.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct VerificationData {
    /// When it ends.
    pub expires_at: Option<UtcSeconds>,
    /// Since when.
    pub created_at: Option<UtcSeconds>,
    /// As `createdAt`: it is used or not, never changed.
    pub updated_at: Option<UtcSeconds>,
    /// Who is to be made, or whose address is to change.
    pub name: Option<String>,
    /// The hash of the password of who is to be made.
    pub password_hash: Option<String>,
    /// Whose it is, where that is known.
    pub user_id: Option<UserId>,
    /// Which password is to be another one: a digest of how it is kept. The code is worthless when it was changed.
    pub of_password: Option<String>,
    /// What a sign-in at a provider has to show in the end.
    pub pkce_verifier: Option<String>,
    /// What the answer of the provider has to contain.
    pub nonce: Option<String>,
}

/// How often a code or a password was tried, and when a code was last sent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", bound = "")]
pub struct Tries<T: People> {
    /// What for and for whom; in the key.
    #[serde(skip_serializing, rename = "identifier")]
    pub identifier: Word,
    /// How often in vain.
    pub count: u64,
    /// When last, in Unix seconds.
    pub last: i64,
    /// When it is forgotten, in Unix seconds.
    #[serde(rename = "TTL")]
    pub ttl: i64,
    /// The table.
    #[serde(skip)]
    pub of: PhantomData<T>,
}

/// Keeps an address to one person.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", bound = "")]
pub struct EmailGuard<T: People> {
    /// The address; in the key.
    #[serde(skip_serializing, rename = "email")]
    pub email: Word,
    /// Whose it is.
    #[serde(rename = "UserID")]
    pub user_id: UserId,
    /// The table.
    #[serde(skip)]
    pub of: PhantomData<T>,
}

/// Keeps an account at a provider to one person.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", bound = "")]
pub struct OauthGuard<T: People> {
    /// Where; in the key.
    #[serde(skip_serializing, rename = "provider")]
    pub provider: Word,
    /// Who they are there; in the key.
    #[serde(skip_serializing, rename = "subject")]
    pub subject: Word,
    /// Whose it is.
    #[serde(rename = "UserID")]
    pub user_id: UserId,
    /// The table.
    #[serde(skip)]
    pub of: PhantomData<T>,
}

/// Kept once: who made the first account, and so looks after the house. Of many who come first at once, one does.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", bound = "")]
pub struct HouseGuard<T: People> {
    /// What there is once in a house: `founder`; in the key.
    #[serde(skip_serializing, rename = "what")]
    pub what: Word,
    /// Whose it is.
    #[serde(rename = "UserID")]
    pub user_id: UserId,
    /// The table.
    #[serde(skip)]
    pub of: PhantomData<T>,
}

/// An invitation that somebody gave out: it lets one person in, once, until it ends.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", bound = "")]
pub struct Invitation<T: People> {
    /// Who invites; also the end of its partition key.
    #[serde(rename = "UserID")]
    pub user_id: UserId,
    /// Which of the few that one may have given out at once; in the key.
    #[serde(skip_serializing, rename = "slot")]
    pub slot: Word,
    /// The hash of what the link carries.
    pub secret: Word,
    /// Since when.
    pub created_at: UtcSeconds,
    /// When it ends, in Unix seconds.
    #[serde(rename = "TTL")]
    pub ttl: i64,
    /// The table.
    #[serde(skip)]
    pub of: PhantomData<T>,
}

impl<T: People> Invitation<T> {
    /// Its id in addresses: a slot is taken again and again, and this is of one invitation. It lets nobody in.
    pub fn id(&self) -> String {
        digest(self.secret.as_str().as_bytes()).chars().take(22).collect()
    }
}

entity! {
    /// A person.
    Profile<T: People> in T::TABLE, at most 8_192 bytes {
        userId: UserId = user_id,
    }
    key(userId) {
        PK = "USER#" userId;
        SK = "PROFILE";
    }
    plain {
        Type: Kind = kind,
        UserID: UserId = user_id,
        Email: Word = email,
    }
    fields {
        "Data": M;
        "Data.name": S;
        "Data.email": S;
        "Data.emailVerified": BOOL;
        "Data.image": S optional;
        "Data.createdAt": S;
        "Data.updatedAt": S;
        "Data.role": S optional;
        "Data.language": S optional;
        "Data.leavingAt": S optional;
        "Data.sessionEpoch": S optional;
        "Data.programEpoch": S optional;
        "Data.timezone": S optional;
        "Data.regimen": M optional;
        "Data.earlierRegimens": L optional;
        "CreatedAt": S;
        "UpdatedAt": S;
    }
    departs {
        "Data.role": "added: who looks after the house is `operator`; without it somebody is a member";
        "Data.language": "added: the language that they chose, for what reaches them outside of a page";
        "Data.leavingAt": "added: since when they are being forgotten";
        "Data.sessionEpoch": "added, with `programEpoch`: one write ends every session, or every token of a program, at once";
        "Data.timezone": "added: where their day begins and ends; without it the house's own zone counts";
        "Data.regimen": "added: how they take the pill; without it the usual one counts";
        "Data.earlierRegimens": "added: what a past day was for does not change with the regimen";
    }
}

entity! {
    /// A device on which somebody is signed in, by the hash of its token.
    Session<T: People> in T::TABLE, at most 4_096 bytes {
        userId: UserId = user_id,
        sessionId: Word = session_id from SK,
    }
    key(userId, sessionId) {
        PK = "USER#" userId;
        SK = "SESSION#" sessionId;
    }
    plain {
        Type: Kind = kind,
        UserID: UserId = user_id,
        Token: Word = token,
    }
    fields {
        "Data": M;
        "Data.expiresAt": S;
        "Data.userAgent": S optional;
        "Data.provenAt": S optional;
        "Data.epoch": S optional;
        "Data.createdAt": S;
        "Data.updatedAt": S;
        "CreatedAt": S;
        "UpdatedAt": S;
        "TTL": N optional;
    }
    expires "when the session ends: 7 days after it was last prolonged, 30 after it began";
    departs {
        "Token": "a hash of the token: who reads the table can sign in as nobody";
        "Data.token": "left out: the token itself is told to the browser once and kept nowhere";
        "Data.provenAt": "added: what a borrowed device must not do asks for the password once more, unless that was minutes ago";
        "Data.epoch": "added: a session ends with its epoch, which its person has";
        "Data.ipAddress": "left out: it tells where somebody is, and nothing here needs to know";
    }
}

entity! {
    /// A way in: a password, or an account at a provider, one of each provider.
    Account<T: People> in T::TABLE, at most 4_096 bytes {
        userId: UserId = user_id,
        providerId: Word = provider_id from SK,
    }
    key(userId, providerId) {
        PK = "USER#" userId;
        SK = "ACCOUNT#" providerId;
    }
    plain {
        Type: Kind = kind,
        UserID: UserId = user_id,
    }
    fields {
        "Data": M;
        "Data.providerId": S;
        "Data.accountId": S optional;
        "Data.passwordHash": S optional;
        "Data.createdAt": S;
        "Data.updatedAt": S;
        "CreatedAt": S;
        "UpdatedAt": S;
    }
    departs {
        "Data.passwordHash": "added: a password is an account of the provider `password`";
        "Data.accessToken": "left out, with the other tokens of a provider and their scope: only who somebody is was asked for";
    }
}

entity! {
    /// A code that was sent, a sign-in at a provider that was begun, or the challenge of a passkey; used once. Also a request that made something, which it does once.
    Verification<T: People> in T::TABLE, at most 4_096 bytes {
        identifier: Word = identifier from PK,
        value: Word = value from SK,
    }
    key(identifier, value) {
        PK = "VERIFICATION#" identifier;
        SK = "VERIFICATION#" value;
    }
    plain {
        Type: Kind = kind,
    }
    fields {
        "Data": M;
        "Data.expiresAt": S optional;
        "Data.createdAt": S optional;
        "Data.updatedAt": S optional;
        "Data.name": S optional;
        "Data.passwordHash": S optional;
        "Data.userId": S optional;
        "Data.ofPassword": S optional;
        "Data.pkceVerifier": S optional;
        "Data.nonce": S optional;
        "CreatedAt": S;
        "UpdatedAt": S;
        "TTL": N optional;
    }
    expires "when the code does: after an hour, a sign-in at a provider after ten minutes, a challenge of a passkey after five, a request that made something after a day";
    departs {
        "SK": "the code as a hash under the server's key: who reads the table can use none";
        "Data.name": "added, with the five after it: what the code will bring about, so that nothing is made before it is used";
    }
}

entity! {
    /// How often a code or a password was tried, or when a letter was last sent.
    Tries<T: People> in T::TABLE, at most 1_024 bytes {
        identifier: Word = identifier from PK,
    }
    key(identifier) {
        PK = "VERIFICATION#" identifier;
        SK = "TRIES";
    }
    fields {
        "Count": N;
        "Last": N;
        "TTL": N;
    }
    expires "a day after the last try";
    departs {
        "SK": "added: the document limits no guessing. It has no CreatedAt: only the last try counts";
    }
}

entity! {
    /// Keeps an address to one person.
    EmailGuard<T: People> in T::TABLE, at most 1_024 bytes {
        email: Word = email from PK,
    }
    key(email) {
        PK = "EMAIL#" email;
        SK = "UNIQUE";
    }
    plain {
        UserID: UserId = user_id,
    }
    departs {
        "PK": "added: an index cannot keep an address unique. It has no dates: it comes and goes with its person";
    }
}

entity! {
    /// Keeps an account at a provider to one person.
    OauthGuard<T: People> in T::TABLE, at most 2_048 bytes {
        provider: Word = provider from PK,
        subject: Word = subject from PK,
    }
    key(provider, subject) {
        PK = "OAUTH#" provider "#" subject;
        SK = "UNIQUE";
    }
    plain {
        UserID: UserId = user_id,
    }
    departs {
        "PK": "added: an index cannot keep an account at a provider unique. It has no dates: it comes and goes with its person";
    }
}

entity! {
    /// Keeps what there is once in a house to one person: who founded it.
    HouseGuard<T: People> in T::TABLE, at most 1_024 bytes {
        what: Word = what from PK,
    }
    key(what) {
        PK = "HOUSE#" what;
        SK = "UNIQUE";
    }
    plain {
        UserID: UserId = user_id,
    }
    departs {
        "PK": "added: of many who make the first account at once, one is the operator. It has no dates: it comes and goes with its person";
    }
}

entity! {
    /// An invitation that somebody gave out: used once, by whoever has the link.
    Invitation<T: People> in T::TABLE, at most 1_024 bytes {
        userId: UserId = user_id,
        slot: Word = slot from SK,
    }
    key(userId, slot) {
        PK = "USER#" userId;
        SK = "INVITE#" slot;
    }
    plain {
        UserID: UserId = user_id,
    }
    fields {
        "Secret": S;
        "CreatedAt": S;
        "TTL": N;
    }
    expires "a week after it was given out";
    departs {
        "SK": "added: the document lets everybody join. A slot each, so that how many one may give out at once is a condition of the write";
        "Secret": "a hash of what the link carries: who reads the table can use none";
    }
}
