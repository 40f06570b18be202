//! People who use the app, and what stands beside them in their table: guards, sessions, tries and codes.

use chabudai_kernel::part::Word;
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization as _;

use super::{Moment, Prefecture, StoreId, UserId};
use crate::error::{self, invalid};

chabudai_kernel::text_enum! {
    /// How often somebody is told of new flyers. Whoever has chosen nothing is told nothing.
    pub Frequency {
        /// At once.
        Realtime = "realtime",
        /// At eight in the morning, of the day before.
        Morning = "morning",
        /// At six in the evening, of what came since the evening before.
        Evening = "evening",
    }
}

/// Somebody who uses the app.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct User {
    /// Theirs for ever.
    pub user_id: UserId,
    /// Their address, in small letters; none for somebody of the house who has none, or whose address is another account's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<Word>,
    /// What they are called.
    pub name: String,
    /// What their password hashes to; none for somebody who comes from the house.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password_hash: Option<String>,
    /// Their favourite stores once more: written with them, never read as the truth.
    #[serde(default)]
    pub favorite_store_ids: Vec<StoreId>,
    /// How often they are told of new flyers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notification_frequency: Option<Frequency>,
    /// Where they live, for the flyers around.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prefecture: Option<Prefecture>,
    /// Who they are in the house.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person_id: Option<Word>,
    /// Tokens of an earlier epoch open nothing.
    #[serde(default)]
    pub token_epoch: u64,
    /// Where they are signed in, the newest last: there are so many at most, and all go when they leave.
    #[serde(default)]
    pub session_families: Vec<Word>,
    /// Since when.
    pub created_at: Moment,
    /// When it was last changed; no two states of a row have the same.
    pub updated_at: Moment,
}

/// On how many devices somebody is signed in at most: the oldest goes.
pub const MOST_SESSIONS: usize = 20;

/// That an address is somebody's. It can exist once.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EmailGuard {
    /// The address; in the key.
    #[serde(skip_serializing)]
    pub email: Word,
    /// Whose.
    pub owner: UserId,
}

/// Who somebody of the house is here. It can exist once.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HouseGuard {
    /// Who they are in the house; in the key.
    #[serde(skip_serializing)]
    pub person_id: Word,
    /// Who they are here.
    pub owner: UserId,
}

/// Somebody who is signed in on one device: a family of refresh tokens, of which the last one is good.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    /// Its name; in the key.
    #[serde(skip_serializing)]
    pub family: Word,
    /// Whose.
    pub owner: UserId,
    /// What the current token hashes to.
    pub token_hash: Word,
    /// What the one before hashes to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_token_hash: Option<Word>,
    /// Of which epoch of its owner it is.
    pub token_epoch: u64,
    /// Since when.
    pub created_at: Moment,
    /// When it is over, in Unix seconds.
    pub ttl: i64,
}

/// Tries in vain, of whom nothing can be read here.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Tries {
    /// Of what and by whom, under a seal; in the key.
    #[serde(skip_serializing)]
    pub of: Word,
    /// How many.
    pub count: u64,
    /// When the last was, in Unix seconds.
    pub last: i64,
    /// When they are forgotten, in Unix seconds.
    pub ttl: i64,
}

chabudai_kernel::text_enum! {
    /// What a code by mail is for.
    pub CodePurpose {
        /// To show that an address is one's own, and so to register.
        Register = "register",
        /// To choose a new password.
        Reset = "reset",
    }
}

/// A code that was sent by mail, and what waits for it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MailCode {
    /// What for; in the key.
    #[serde(skip_serializing)]
    pub purpose: CodePurpose,
    /// The address, under a seal; in the key.
    #[serde(skip_serializing)]
    pub address: Word,
    /// What the code hashes to, under a key of the server.
    pub code_hash: Word,
    /// So many were tried.
    pub tries: u64,
    /// What somebody who registers wants to be called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What their password hashes to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password_hash: Option<String>,
    /// When it is too old, in Unix seconds.
    pub ttl: i64,
}

/// The longest address that mail can be sent to.
const LONGEST_EMAIL: usize = 254;

/// An address as it is compared and kept: without spaces around it, in small letters, in one form of Unicode.
pub fn email(text: &str) -> error::Result<Word> {
    let address: String = text.trim().nfkc().flat_map(char::to_lowercase).collect();
    let is_word = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || "!$%&'*+-/=?^_`{|}~".contains(c));
    let is_label = |part: &str| {
        (1..=63).contains(&part.len())
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !part.starts_with('-')
            && !part.ends_with('-')
    };
    let fits = address.rsplit_once('@').is_some_and(|(name, host)| {
        let is_named = host.rsplit_once('.').is_some_and(|(_, top)| !top.bytes().all(|byte| byte.is_ascii_digit()));
        name.len() <= 64 && name.split('.').all(is_word) && is_named && host.split('.').all(is_label)
    });
    match Word::new(address).filter(|address| fits && address.as_str().len() <= LONGEST_EMAIL) {
        Some(address) => Ok(address),
        None => invalid("email", "chirashi.email", "An e-mail address looks like name@example.org."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_one_whatever_its_case() {
        assert_eq!(email(" Hana.K@Example.ORG ").unwrap().as_str(), "hana.k@example.org");
        assert_eq!(email("ｈａｎａ@example.org").unwrap().as_str(), "hana@example.org");
        let wrong = [
            "",
            "hana",
            "@example.org",
            "hana@",
            "ha na@example.org",
            "hana@localhost",
            "hana@127.0.0.1",
            "a#b@example.org",
            "hana@-a.org",
        ];
        for wrong in wrong.into_iter().chain([format!("{}@example.org", "a".repeat(65)).as_str()]) {
            assert_eq!(email(wrong).unwrap_err().code(), "chirashi.email", "{wrong}");
        }
    }
}
