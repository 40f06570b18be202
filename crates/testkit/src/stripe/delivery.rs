//! Events, signed and sent to the address that a house has for them.

use std::net::SocketAddr;

use aws_lc_rs::hmac;
use serde_json::Value;

use crate::client::Ask;

/// The header `Stripe-Signature` for a body, as of a moment: one signature for each secret.
pub fn signature(secrets: &[&str], moment: i64, body: &str) -> String {
    let of = |secret: &&str| {
        let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
        let tag = hmac::sign(&key, format!("{moment}.{body}").as_bytes());
        tag.as_ref().iter().fold(",v1=".to_owned(), |text, byte| format!("{text}{byte:02x}"))
    };
    secrets.iter().map(of).fold(format!("t={moment}"), |all, one| all + &one)
}

/// Sends an event; the status of the answer, none where nobody answered.
pub(super) fn send(to: &(SocketAddr, String), event: &Value, secret: &str, moment: i64) -> Option<u16> {
    let body = event.to_string();
    let signed = signature(&[secret], moment, &body);
    let ask = Ask::new(to.0, "POST", &to.1).header("stripe-signature", &signed).body("application/json; charset=utf-8", body);
    ask.try_send().ok().map(|answer| answer.status)
}

/// `http://127.0.0.1:8080/webhooks/stripe` as a place and a path.
pub(super) fn address(url: &str) -> (SocketAddr, String) {
    let rest = url.strip_prefix("http://").expect("an address on this machine begins with http://");
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    (
        host.parse().expect("an address on this machine is a number and a port"),
        if path.is_empty() { "/".to_owned() } else { path.to_owned() },
    )
}
