//! What is kept of a card: what its owner knows it by. The number never comes here.

use std::fmt;

use serde::Deserialize;

use crate::read::{Metadata, id, or_default, words};

/// A stored card.
#[derive(Clone, PartialEq, Eq)]
pub struct Card {
    /// `pm_…`
    pub id: String,
    /// `visa`, `jcb`, …; empty where it is no card.
    pub brand: String,
    /// Its last four digits.
    pub last4: String,
    /// The month in which it ends.
    pub exp_month: u32,
    /// The year in which it ends.
    pub exp_year: u32,
    /// Whose it is; nobody's where it was detached.
    pub customer: Option<String>,
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Card").field("id", &self.id).field("customer", &self.customer).finish_non_exhaustive()
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Wire {
            id: String,
            card: Option<Face>,
            #[serde(default, deserialize_with = "id")]
            customer: Option<String>,
        }
        #[derive(Deserialize, Default)]
        #[serde(default)]
        struct Face {
            #[serde(deserialize_with = "or_default")]
            brand: String,
            #[serde(deserialize_with = "or_default")]
            last4: String,
            #[serde(deserialize_with = "or_default")]
            exp_month: u32,
            #[serde(deserialize_with = "or_default")]
            exp_year: u32,
        }
        let Wire { id, card, customer } = Wire::deserialize(from)?;
        let Face { brand, last4, exp_month, exp_year } = card.unwrap_or_default();
        Ok(Self { id, brand, last4, exp_month, exp_year, customer })
    }
}

words! {
    /// How storing a card stands.
    pub SetupStatus {
        /// It is stored.
        Succeeded = "succeeded",
        /// None was given, or it was refused.
        RequiresPaymentMethod = "requires_payment_method",
        /// Its owner has to confirm it.
        RequiresAction = "requires_action",
        /// It is on its way.
        Processing = "processing",
        /// Nobody wants it any more.
        Canceled = "canceled",
    }
}

/// The storing of a card.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct SetupIntent {
    /// `seti_…`
    pub id: String,
    /// How it stands.
    pub status: SetupStatus,
    /// The card, once there is one.
    #[serde(default, deserialize_with = "id")]
    pub payment_method: Option<String>,
    /// Whose it is.
    #[serde(default, deserialize_with = "id")]
    pub customer: Option<String>,
    /// What was attached.
    #[serde(default, deserialize_with = "or_default")]
    pub metadata: Metadata,
}
