//! Accounts of staff.

use chabudai_kernel::part::{KeyPart, Word};
use serde::{Deserialize, Serialize};

use super::{AdminId, Company, CompanyId, Moment, Store, StoreId};
use crate::error::{self, invalid};

chabudai_kernel::text_enum! {
    /// What an account of staff is.
    pub Role {
        /// Runs the service.
        SystemAdmin = "system_admin",
        /// Looks after one company.
        CompanyAdmin = "company_admin",
        /// Looks after one store.
        StoreUser = "store_user",
    }
}

/// A user name as it is compared and kept: 3 to 40 small letters, digits, dots, hyphens and underscores.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Username(String);

impl Username {
    /// A user name as somebody typed it.
    pub fn new(text: &str) -> error::Result<Self> {
        match Self::parse(&text.trim().to_lowercase()) {
            Some(name) => Ok(name),
            None => invalid(
                "username",
                "chirashi.username",
                "A user name has 3 to 40 letters, digits, dots, hyphens or underscores, and begins with a letter.",
            ),
        }
    }

    /// As it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl KeyPart for Username {
    const FORMAT: &'static str = "user name";

    fn write(&self, out: &mut String) {
        out.push_str(&self.0);
    }

    fn parse(text: &str) -> Option<Self> {
        let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"._-".contains(&byte);
        let fits = (3..=40).contains(&text.len()) && text.bytes().all(is_plain) && text.as_bytes()[0].is_ascii_lowercase();
        fits.then(|| Self(text.to_owned()))
    }
}

chabudai_kernel::spelled_as_in_keys_outside!(Username);

/// An account of staff.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Admin {
    /// Its id.
    pub admin_id: AdminId,
    /// By what they sign in.
    pub username: Username,
    /// What they are called.
    pub name: String,
    /// Where they are written to.
    pub email: Word,
    /// What their password hashes to; none for the operator, who comes from the house.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password_hash: Option<String>,
    /// What it is.
    pub role: Role,
    /// The company; none for a system administrator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company_id: Option<CompanyId>,
    /// Its name, as a copy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company_name: Option<String>,
    /// Of which state of the company the copy is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company_updated_at: Option<Moment>,
    /// The store of a store user; none once it is deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub store_id: Option<StoreId>,
    /// Its name, as a copy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub store_name: Option<String>,
    /// Of which state of the store the copy is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub store_updated_at: Option<Moment>,
    /// Who they are in the house.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person_id: Option<Word>,
    /// Tokens of an earlier epoch open nothing.
    #[serde(default)]
    pub token_epoch: u64,
    /// Where they are signed in, the newest last.
    #[serde(default)]
    pub session_families: Vec<Word>,
    /// When they last signed in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_login_at: Option<Moment>,
    /// Since when.
    pub created_at: Moment,
    /// When it was last changed.
    pub updated_at: Moment,
}

impl Admin {
    /// Copies what stands here of a company.
    pub fn take_company(&mut self, company: &Company) {
        self.company_name = Some(company.name.clone());
        self.company_updated_at = Some(company.updated_at);
    }

    /// Copies what stands here of a store.
    pub fn take_store(&mut self, store: &Store) {
        self.store_name = Some(store.name.clone());
        self.store_updated_at = Some(store.updated_at);
    }
}

/// That a user name is somebody's. It can exist once.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UsernameGuard {
    /// The user name; in the key.
    #[serde(skip_serializing)]
    pub username: Username,
    /// Whose.
    pub owner: AdminId,
}

/// Which account of staff the operator of the house has. It can exist once.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OperatorGuard {
    /// Who they are in the house; in the key.
    #[serde(skip_serializing)]
    pub person_id: Word,
    /// Their account here.
    pub owner: AdminId,
}

/// An account of staff that is signed in on one device.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AdminSession {
    /// Its name; in the key.
    #[serde(skip_serializing)]
    pub family: Word,
    /// Whose.
    pub owner: AdminId,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_name_is_one_whatever_its_case() {
        assert_eq!(Username::new(" Admin001 ").unwrap().as_str(), "admin001");
        for wrong in ["", "ab", "1admin", "admin#1", "管理者", "a b c", &"a".repeat(41)] {
            assert_eq!(Username::new(wrong).unwrap_err().code(), "chirashi.username", "{wrong}");
        }
    }
}
