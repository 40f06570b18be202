//! What a program brings instead of a password: named, for some apps, for reading or for writing too, and with an end.

use std::marker::PhantomData;

use axum::http::Method;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chabudai_kernel::entity;
use chabudai_kernel::part::{UtcSeconds, Word};
use serde::{Deserialize, Serialize};

use super::UserId;
use crate::people::People;
use crate::secret::Token;

/// What every one of them begins with. Whoever looks through files for secrets that were left there finds it by this.
pub const PREFIX: &str = "chabu_";

/// The longest text that is looked at: an id of 512 bytes in base64, the slot and the secret.
const LONGEST: usize = 1_024;

chabudai_kernel::text_enum! {
    /// What a program may do.
    pub TokenAccess { Read = "read", Write = "write" }
}

/// What a token is good for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scope {
    /// The one app, by its name in addresses; every app without one.
    pub app: Option<Word>,
    /// Reading, or writing too.
    pub access: TokenAccess,
}

impl Scope {
    /// Whether it is good for this method in this app.
    pub fn covers(&self, app: &str, method: &Method) -> bool {
        let is_reading = matches!(*method, Method::GET | Method::HEAD);
        self.app.as_ref().is_none_or(|own| own.as_str() == app) && (is_reading || self.access == TokenAccess::Write)
    }
}

/// A program's token, as it is kept.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", bound = "")]
pub struct ProgramToken<T: People> {
    /// For whom the program works; also the end of its partition key.
    #[serde(rename = "UserID")]
    pub user_id: UserId,
    /// Which of the few that one may have at once; in the key.
    #[serde(skip_serializing, rename = "slot")]
    pub slot: Word,
    /// The hash of its secret.
    pub secret: Word,
    /// What it is called and good for.
    pub data: ProgramTokenData,
    /// Since when.
    pub created_at: UtcSeconds,
    /// When its last use was last noted.
    pub updated_at: UtcSeconds,
    /// When it is forgotten, in Unix seconds: a while after its end, so that whoever wonders why a program has stopped finds it.
    #[serde(rename = "TTL")]
    pub ttl: i64,
    /// The table.
    #[serde(skip)]
    pub of: PhantomData<T>,
}

/// What a program's token is called and good for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProgramTokenData {
    /// Its id in addresses. A slot is taken again and again; an id is one token's for ever.
    pub id: Word,
    /// What its owner calls it.
    pub name: String,
    /// The one app that it is for; every app without one.
    pub app: Option<Word>,
    /// What it may do there.
    pub access: TokenAccess,
    /// When it ends.
    pub expires_at: UtcSeconds,
    /// When it was last used, to the hour.
    pub last_used_at: Option<UtcSeconds>,
    /// The epoch of tokens that it was made in.
    pub epoch: Option<Word>,
    /// Since when.
    pub created_at: UtcSeconds,
    /// When its last use was last noted.
    pub updated_at: UtcSeconds,
}

impl<T: People> ProgramToken<T> {
    /// What it is good for.
    pub fn scope(&self) -> Scope {
        Scope { app: self.data.app.clone(), access: self.data.access }
    }

    /// Whether it has ended by then.
    pub fn has_ended(&self, now: UtcSeconds) -> bool {
        self.data.expires_at <= now
    }
}

/// A program's token, as the program brings it: whose it is, which of theirs, and the secret. It says itself where it is kept, so that no index is
/// asked, which would lag behind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BroughtToken {
    /// Whose it is.
    pub user: UserId,
    /// Which of theirs.
    pub slot: Word,
    /// The secret.
    pub secret: Token,
}

impl BroughtToken {
    /// As a program sends it; nothing else is one. Its characters are those that a Bearer token may have (RFC 6750, 2.1).
    pub fn parse(text: &str) -> Option<Self> {
        let rest = text.strip_prefix(PREFIX).filter(|_| text.len() <= LONGEST)?;
        let (whose, secret) = rest.rsplit_once('.')?;
        let (user, slot) = whose.split_once('.')?;
        let user = String::from_utf8(URL_SAFE_NO_PAD.decode(user).ok()?).ok()?;
        Some(Self { user: Word::new(user)?, slot: Word::new(slot)?, secret: Token::parse(secret)? })
    }

    /// What is told once, to whoever made it.
    pub fn reveal(&self) -> String {
        format!("{PREFIX}{}.{}.{}", URL_SAFE_NO_PAD.encode(self.user.as_str()), self.slot, self.secret.reveal())
    }
}

entity! {
    /// A program's token, by its owner: a few each.
    ProgramToken<T: People> in T::TABLE, at most 2_048 bytes {
        userId: UserId = user_id,
        slot: Word = slot from SK,
    }
    key(userId, slot) {
        PK = "USER#" userId;
        SK = "TOKEN#" slot;
    }
    plain {
        UserID: UserId = user_id,
    }
    fields {
        "Secret": S;
        "Data": M;
        "Data.id": S;
        "Data.name": S;
        "Data.app": S optional;
        "Data.access": S;
        "Data.expiresAt": S;
        "Data.lastUsedAt": S optional;
        "Data.epoch": S optional;
        "Data.createdAt": S;
        "Data.updatedAt": S;
        "CreatedAt": S;
        "UpdatedAt": S;
        "TTL": N;
    }
    expires "a month after its end, which is a year after it was made at most";
    departs {
        "SK": "added: the document has programs sign in as people do. A slot each, so that how many one may have is a condition of the write";
        "Secret": "a hash of the token's secret: who reads the table can use none";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> Word {
        Word::new(text).unwrap()
    }

    #[test]
    fn a_token_says_where_it_is_kept() {
        for user in ["4f9c2b1e-6f0d-4d4e-9a53-0f3a6d3b7c11", "はな子", "a.b_c"] {
            let token = BroughtToken { user: word(user), slot: word("07"), secret: Token::random() };
            let text = token.reveal();
            assert!(
                text.starts_with("chabu_") && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte)),
                "{text}"
            );
            assert_eq!(BroughtToken::parse(&text), Some(token));
            assert!(!format!("{:?}", BroughtToken::parse(&text)).contains(&text[text.len() - 43..]), "a secret is printed nowhere");
        }
        let good = BroughtToken { user: word("u"), slot: word("0"), secret: Token::random() }.reveal();
        for wrong in
            ["", "chabu_", "chabu_.", "chabu_..", "chabu_a.b", "chabu_!.0.x", &good[1..], &good[..good.len() - 30], &"chabu_x".repeat(200)]
        {
            assert_eq!(BroughtToken::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_scope_is_an_app_and_what_is_done_there() {
        let scope = |app: Option<&str>, access| Scope { app: app.map(word), access };
        for (scope, app, method, covers) in [
            (scope(None, TokenAccess::Read), "okusuri", Method::GET, true),
            (scope(None, TokenAccess::Read), "okusuri", Method::HEAD, true),
            (scope(None, TokenAccess::Read), "okusuri", Method::POST, false),
            (scope(None, TokenAccess::Read), "okusuri", Method::OPTIONS, false),
            (scope(None, TokenAccess::Write), "wardrobe", Method::DELETE, true),
            (scope(Some("okusuri"), TokenAccess::Write), "okusuri", Method::PUT, true),
            (scope(Some("okusuri"), TokenAccess::Write), "wardrobe", Method::GET, false),
            (scope(Some("okusuri"), TokenAccess::Read), "okusuri2", Method::GET, false),
        ] {
            assert_eq!(scope.covers(app, &method), covers, "{scope:?} {app} {method}");
        }
    }
}
