//! A pass to log one day from a reminder. It travels inside of the encrypted message, opens nothing else, and ends after a day.

use aes_siv::KeyInit as _;
use aes_siv::siv::Aes256Siv;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chabudai_identity::model::UserId;
use chabudai_kernel::part::{IsoDay, Word};
use sha2::{Digest as _, Sha512};

const VERSION: &[u8] = b"chabudai okusuri pass 1";

/// Who may log which day, and until when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pass {
    /// Who.
    pub user: UserId,
    /// Which day.
    pub day: IsoDay,
    /// Until when, in Unix seconds.
    pub until: i64,
}

/// Seals and opens passes with a key of the server's, so that a pass tells nobody whose it is.
#[derive(Clone)]
pub struct Passes {
    key: aes_siv::Key<Aes256Siv>,
}

impl Passes {
    /// Derives the key from a secret of any length.
    pub fn new(secret: &[u8]) -> Self {
        let digest = Sha512::new().chain_update(VERSION).chain_update(secret).finalize();
        let mut key = aes_siv::Key::<Aes256Siv>::default();
        key.copy_from_slice(&digest);
        Self { key }
    }

    /// The pass as text.
    pub fn seal(&self, pass: &Pass) -> String {
        let plain = format!("{}#{}#{}", pass.user, pass.day, pass.until);
        let sealed = Aes256Siv::new(&self.key).encrypt([VERSION], plain.as_bytes()).expect("one header is within the limit of 126");
        URL_SAFE_NO_PAD.encode(sealed)
    }

    /// The pass behind a text, if it was sealed here and has not ended.
    pub fn open(&self, text: &str, now: i64) -> Option<Pass> {
        let sealed = URL_SAFE_NO_PAD.decode(text).ok()?;
        let plain = String::from_utf8(Aes256Siv::new(&self.key).decrypt([VERSION], &sealed).ok()?).ok()?;
        let mut parts = plain.split('#');
        let (user, day, until) = (Word::new(parts.next()?)?, parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        (now < until).then_some(Pass { user, day, until })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_opens_here_until_it_ends() {
        let pass = Pass { user: Word::new("somebody").unwrap(), day: "2026-11-15".parse().unwrap(), until: 1_000 };
        let passes = Passes::new(b"a secret");
        let sealed = passes.seal(&pass);
        assert_eq!(passes.open(&sealed, 999), Some(pass));
        assert_eq!(passes.open(&sealed, 1_000), None, "it has ended");
        assert_eq!(Passes::new(b"another secret").open(&sealed, 0), None);
        for changed in ["", "x", &sealed[1..], &format!("{sealed}A")] {
            assert_eq!(passes.open(changed, 0), None, "{changed}");
        }
        assert!(!sealed.contains("somebody"));
    }
}
