//! What can go wrong, as sentences; none of them repeats an address, a key or a message.

use std::time::Duration;

/// Why a message did not get through, by what follows from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PushError {
    /// The device has unsubscribed (404 or 410): forget it.
    #[error("the device is gone")]
    Gone,
    /// Busy, broken, unreachable or too slow (408, 429, 5xx): try again, not before this time has passed if the push service named one. It
    /// is a day at most.
    #[error("the push service cannot take it now")]
    Later(Option<Duration>),
    /// The push service does not want it (every other status): the same again would be refused again.
    #[error("the push service refused it with status {0}")]
    Refused(u16),
    /// The device is at an address that this server does not send to; see [`Reach`](crate::Reach).
    #[error("the device is at an address that nothing is sent to")]
    OutOfReach,
    /// The body is longer than [`LONGEST_BODY`](crate::LONGEST_BODY).
    #[error("the message is too long")]
    TooLong,
}

/// Why something is not a subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotASubscription {
    /// The endpoint has more than 2,000 characters.
    #[error("the endpoint is too long")]
    TooLong,
    /// The endpoint is no `https:` address with a host, or has a user, a password or a fragment.
    #[error("the endpoint is not an address that messages can be sent to")]
    Endpoint,
    /// The endpoint names an address that nothing is sent to; see [`Reach`](crate::Reach).
    #[error("the endpoint is at an address that nothing is sent to")]
    OutOfReach,
    /// `p256dh` is not a point of the curve P-256, uncompressed, in base64.
    #[error("the public key is not a key")]
    PublicKey,
    /// `auth` is not 16 bytes in base64.
    #[error("the shared secret is not sixteen bytes")]
    Auth,
}

/// Why something is not the key pair of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotAVapidKey {
    /// It is not the 32 bytes of a private key of the curve P-256, in base64.
    #[error("the secret is not a private key of 32 bytes in base64")]
    Secret,
    /// Push services want an address where the operator can be reached.
    #[error("the subject is not a mailto: or https: address")]
    Subject,
}

/// No connection can be made at all: this machine trusts nobody.
#[derive(Debug, thiserror::Error)]
#[error("no push service can be reached: TLS cannot be set up")]
pub struct NoTls(#[source] pub(crate) chabudai_outward::NoTls);
