//! Sellers, who are paid out: Stripe Connect's express accounts.

use std::fmt;

use serde::Deserialize;

use crate::form::Form;
use crate::read::{Hidden, Metadata, or_default};

/// Somebody in Japan who will be paid out.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct NewAccount {
    /// What the first form knows beforehand.
    pub email: Option<String>,
    /// `app` says whose events these are.
    pub metadata: Metadata,
}

impl NewAccount {
    pub(crate) fn form(&self) -> Form {
        Form::default()
            .with("type", "express")
            .with("country", "JP")
            .with("capabilities[card_payments][requested]", true)
            .with("capabilities[transfers][requested]", true)
            .maybe("email", self.email.as_ref())
            .metadata(None, &self.metadata)
    }
}

impl fmt::Debug for NewAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewAccount").field("email", &Hidden(self.email.is_some())).field("metadata", &self.metadata).finish()
    }
}

/// Somebody who is paid out.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Account {
    /// `acct_…`
    pub id: String,
    /// Whether money reaches their bank.
    #[serde(default, deserialize_with = "or_default")]
    pub payouts_enabled: bool,
    /// Whether anything can be sold for them.
    #[serde(default, deserialize_with = "or_default")]
    pub charges_enabled: bool,
    /// Whether they have been through Stripe's forms.
    #[serde(default, deserialize_with = "or_default")]
    pub details_submitted: bool,
    /// What was attached.
    #[serde(default, deserialize_with = "or_default")]
    pub metadata: Metadata,
}
