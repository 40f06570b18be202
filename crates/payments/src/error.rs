//! What can go wrong with a payment.

/// Stripe's code for a thing that it does not have.
pub(crate) const MISSING: &str = "resource_missing";

/// Why something was not done, or is not known to be done. None of these holds a key, a card or an address.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PaymentError {
    /// The bank says no. Nothing was charged.
    #[error("the card was declined ({code})")]
    Declined {
        /// Why, in Stripe's word for it: `insufficient_funds`, `expired_card`, `authentication_required`, …
        code: String,
    },
    /// Stripe does not take what was asked of it. Nothing was done, and it would be refused again.
    #[error("Stripe refuses the request ({code})")]
    Invalid {
        /// Stripe's code, such as `charge_already_refunded`; its type where it gives none, such as `idempotency_error`.
        code: String,
        /// The parameter that it is about.
        param: Option<String>,
    },
    /// There is no such thing at Stripe, or no longer: what was asked for by its address. Something that a parameter names is [`Self::Invalid`].
    #[error("Stripe knows of no such thing")]
    Gone,
    /// Stripe does not take the key: the operator has to look.
    #[error("Stripe does not accept the key")]
    Unauthorized,
    /// Stripe has too much to do, or is at this very request already, also after it was asked again. Nothing was done by this one.
    #[error("Stripe is busy")]
    Busy,
    /// No answer came, or only that something broke. Nothing is known of what happened: it may be repeated with the same idempotency key.
    #[error("Stripe cannot be reached")]
    Unreachable,
    /// Something came back that is not Stripe's. What was asked for may have been done.
    #[error("Stripe's answer cannot be read")]
    Unreadable,
    /// It was not signed with any of the secrets.
    #[error("the signature is not Stripe's")]
    BadSignature,
    /// It was signed too long ago, or the clock of this machine is wrong.
    #[error("the signature is too old")]
    OldSignature,
}

impl PaymentError {
    /// A stable name, for meters and clients.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Declined { .. } => "payments.declined",
            Self::Invalid { .. } => "payments.invalid",
            Self::Gone => "payments.gone",
            Self::Unauthorized => "payments.unauthorized",
            Self::Busy => "payments.busy",
            Self::Unreachable => "payments.unreachable",
            Self::Unreadable => "payments.unreadable",
            Self::BadSignature => "payments.bad_signature",
            Self::OldSignature => "payments.old_signature",
        }
    }

    /// Whether there is no such thing as this parameter names.
    pub fn is_missing(&self, named_by: &str) -> bool {
        matches!(self, Self::Invalid { code, param } if code == MISSING && param.as_deref() == Some(named_by))
    }

    /// Whether the same request, under the same key, may come to something in a while.
    pub fn may_pass(&self) -> bool {
        matches!(self, Self::Busy | Self::Unreachable | Self::Unreadable)
    }
}
