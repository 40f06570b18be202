//! Who pays.

use std::fmt;

use serde::Deserialize;

use crate::form::Form;
use crate::read::{Hidden, Metadata, or_default};

/// Somebody who will pay.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct NewCustomer {
    /// Where Stripe sends receipts.
    pub email: Option<String>,
    /// `app` says whose events these are.
    pub metadata: Metadata,
}

impl NewCustomer {
    pub(crate) fn form(&self) -> Form {
        Form::default().maybe("email", self.email.as_ref()).metadata(None, &self.metadata)
    }
}

impl fmt::Debug for NewCustomer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewCustomer").field("email", &Hidden(self.email.is_some())).field("metadata", &self.metadata).finish()
    }
}

/// Somebody who pays.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Customer {
    /// `cus_…`
    pub id: String,
    /// What was attached.
    #[serde(default, deserialize_with = "or_default")]
    pub metadata: Metadata,
}
