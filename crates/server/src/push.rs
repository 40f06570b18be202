//! How reminders reach devices.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chabudai_push::{Pusher, Reach, Vapid};
use clap::{Args, ValueEnum};
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde::Serialize;
use sha2::Sha256;

use chabudai_app::options::secret;

/// How reminders are sent.
#[derive(Args, Clone, Debug)]
pub(crate) struct PushOptions {
    /// The private key by which push services know this house, 32 bytes in base64; made from the root secret unless given
    #[arg(long, env = "CHABUDAI_VAPID_KEY", value_name = "KEY", hide_env_values = true)]
    pub(crate) vapid_key: Option<String>,
    /// A file that holds that key
    #[arg(long, env = "CHABUDAI_VAPID_KEY_FILE", value_name = "FILE")]
    pub(crate) vapid_key_file: Option<PathBuf>,
    /// Where push services reach the operator: mailto: or https:; the base URL unless given
    #[arg(long, env = "CHABUDAI_VAPID_SUBJECT", value_name = "URL")]
    pub(crate) vapid_subject: Option<String>,
    /// Where push services may be: at public addresses, on this machine too, or anywhere
    #[arg(long, env = "CHABUDAI_PUSH_REACH", default_value = "public")]
    pub(crate) push_reach: PushReach,
}

/// Where push services may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PushReach {
    /// At public addresses
    Public,
    /// On this machine too
    Local,
    /// Anywhere, private networks included
    Anywhere,
}

impl PushOptions {
    /// Sends to devices. Several servers of one house share the root secret, and so they are known by one key.
    pub(crate) fn pusher(&self, house_secret: &str, public_url: &str) -> Result<Pusher> {
        let fallback = if public_url.starts_with("https://") { public_url } else { "mailto:operator@localhost" };
        let subject = self.vapid_subject.as_deref().unwrap_or(fallback);
        let given = secret(self.vapid_key.as_ref(), self.vapid_key_file.as_ref(), "vapid-key")?;
        let vapid = match given {
            Some(key) => Vapid::from_secret(&key, subject).context("--vapid-key with --vapid-subject")?,
            None => made(house_secret, subject)?,
        };
        let reach = match self.push_reach {
            PushReach::Public => Reach::Public,
            PushReach::Local => Reach::Local,
            PushReach::Anywhere => Reach::Anywhere,
        };
        Ok(Pusher::new(vapid, reach)?)
    }

    /// As `chabudai config` shows it.
    pub(crate) fn shown(&self, masked: impl Fn(bool) -> &'static str) -> serde_json::Value {
        serde_json::json!({
            "vapidKey": masked(self.vapid_key.is_some() || self.vapid_key_file.is_some()),
            "vapidSubject": self.vapid_subject,
            "reach": self.push_reach,
        })
    }
}

/// A key from the house's secret. Of all numbers of 32 bytes, one in four thousand million is no key; then the next will do.
fn made(house_secret: &str, subject: &str) -> Result<Vapid> {
    let mut last = None;
    for nth in 0..4u8 {
        let mut mac = Hmac::<Sha256>::new_from_slice(house_secret.as_bytes()).context("every length of key will do")?;
        mac.update(b"chabudai vapid\0");
        mac.update(&[nth]);
        match Vapid::from_secret(&URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()), subject) {
            Ok(vapid) => return Ok(vapid),
            Err(error) => last = Some(error),
        }
    }
    Err(last.map_or_else(|| anyhow::anyhow!("no key was tried"), Into::into))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_house_has_one_key() {
        let key = |secret: &str| made(secret, "https://example.org").unwrap().public_key().to_owned();
        assert_eq!(key("a secret"), key("a secret"));
        assert_ne!(key("a secret"), key("another secret"));
        assert!(made("a secret", "nowhere").is_err());
    }
}
