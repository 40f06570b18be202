//! What is paid every month.

use serde::Deserialize;

use crate::read::{Metadata, id, or_default, words};

words! {
    /// How a subscription stands.
    pub SubscriptionStatus {
        /// It is paid.
        Active = "active",
        /// The last bill was not paid, and Stripe tries again.
        PastDue = "past_due",
        /// It was not paid, and Stripe does not try again.
        Unpaid = "unpaid",
        /// It is over.
        Canceled = "canceled",
        /// The first bill was not paid yet.
        Incomplete = "incomplete",
        /// The first bill was not paid in time.
        IncompleteExpired = "incomplete_expired",
        /// It costs nothing yet.
        Trialing = "trialing",
        /// It is not billed for a while.
        Paused = "paused",
    }
}

/// A subscription.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subscription {
    /// `sub_…`
    pub id: String,
    /// How it stands.
    pub status: SubscriptionStatus,
    /// Whether it ends with what is paid.
    pub cancel_at_period_end: bool,
    /// Since when its present month runs, in Unix seconds, paid or not …
    pub current_period_start: Option<i64>,
    /// … and until when.
    pub current_period_end: Option<i64>,
    /// When it ended, in Unix seconds.
    pub ended_at: Option<i64>,
    /// Who pays.
    pub customer: Option<String>,
    /// What was attached.
    pub metadata: Metadata,
    /// When it was made, in Unix seconds.
    pub created: i64,
}

#[derive(Deserialize)]
struct Wire {
    id: String,
    status: SubscriptionStatus,
    #[serde(default, deserialize_with = "or_default")]
    cancel_at_period_end: bool,
    current_period_start: Option<i64>,
    current_period_end: Option<i64>,
    #[serde(default, deserialize_with = "or_default")]
    items: Items,
    ended_at: Option<i64>,
    #[serde(default, deserialize_with = "id")]
    customer: Option<String>,
    #[serde(default, deserialize_with = "or_default")]
    metadata: Metadata,
    #[serde(default, deserialize_with = "or_default")]
    created: i64,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Items {
    #[serde(deserialize_with = "or_default")]
    data: Vec<OneItem>,
}

#[derive(Deserialize)]
struct OneItem {
    current_period_start: Option<i64>,
    current_period_end: Option<i64>,
}

impl<'de> Deserialize<'de> for Subscription {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let wire = Wire::deserialize(from)?;
        Ok(Self {
            id: wire.id,
            status: wire.status,
            cancel_at_period_end: wire.cancel_at_period_end,
            // Since 2025-03-31 each item has its own; those of one bill end together.
            current_period_start: wire
                .current_period_start
                .or_else(|| wire.items.data.iter().filter_map(|item| item.current_period_start).min()),
            current_period_end: wire.current_period_end.or_else(|| wire.items.data.iter().filter_map(|item| item.current_period_end).max()),
            ended_at: wire.ended_at,
            customer: wire.customer,
            metadata: wire.metadata,
            created: wire.created,
        })
    }
}
