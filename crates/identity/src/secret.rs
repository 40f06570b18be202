//! Tokens and codes: made from the system's random numbers, kept only as what they hash to.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chabudai_kernel::part::Word;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Digest as _, Sha256};

/// The shortest token that is looked at: sixteen random bytes in base64. What has less could be guessed.
const SHORTEST_TOKEN: usize = 22;
/// The longest.
const LONGEST_TOKEN: usize = 256;

/// A session's token: 32 random bytes, known to one device and to nobody else. It prints as nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A fresh one.
    pub fn random() -> Self {
        Self(URL_SAFE_NO_PAD.encode(random::<32>()))
    }

    /// As a client sent it: anything that cannot be one is none. Ours have 43 characters. People who were moved here with their sessions
    /// keep the tokens of where they come from, such as UUIDs, so that every Bearer token of a decent length is looked for (RFC 6750, 2.1).
    pub fn parse(text: &str) -> Option<Self> {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/".contains(&byte);
        let body = text.trim_end_matches('=');
        let fits = body.len() >= SHORTEST_TOKEN && text.len() <= LONGEST_TOKEN && body.bytes().all(is_plain);
        fits.then(|| Self(text.to_owned()))
    }

    /// What the device keeps.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What the store keeps.
    pub fn hash(&self) -> Word {
        Word::new(URL_SAFE_NO_PAD.encode(Sha256::digest(self.0.as_bytes()))).expect("base64 has no #")
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// A code that somebody types: eight digits, which five tries in ten minutes do not guess.
#[derive(Clone, PartialEq, Eq)]
pub struct Code(String);

impl Code {
    /// A fresh one.
    pub fn random() -> Self {
        // Of 2^64 numbers a hundred million are taken by the rest: too few to tilt a digit.
        Self(format!("{:08}", u64::from_be_bytes(random()) % 100_000_000))
    }

    /// As somebody typed it, with spaces or hyphens, in wide digits or narrow ones.
    pub fn parse(text: &str) -> Option<Self> {
        use unicode_normalization::UnicodeNormalization as _;
        let digits: String = text.nfkc().filter(|c| !c.is_whitespace() && *c != '-').collect();
        (digits.len() == 8 && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(Self(digits))
    }

    /// What is sent.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Code(…)")
    }
}

/// The server's own key, under which codes are kept: eight digits alone would be found by trying them all.
#[derive(Clone)]
pub struct Pepper(Hmac<Sha256>);

impl fmt::Debug for Pepper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pepper(…)")
    }
}

impl Pepper {
    /// The key that a server's secret gives.
    pub fn new(secret: &[u8]) -> Self {
        let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("every length of key will do");
        mac.update(b"chabudai identity\0");
        Self(mac)
    }

    /// What the store keeps of a code or a state, bound to what it is for.
    pub fn seal(&self, purpose: &str, value: &str) -> Word {
        let mut mac = self.0.clone();
        mac.update(purpose.as_bytes());
        mac.update(b"\0");
        mac.update(value.as_bytes());
        Word::new(URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes())).expect("base64 has no #")
    }
}

fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_kept_as_its_hash_and_printed_as_nothing() {
        let token = Token::random();
        assert_ne!(token, Token::random());
        assert_eq!(Token::parse(token.reveal()), Some(token.clone()));
        assert!(!token.hash().as_str().contains(token.reveal()) && token.hash().as_str().len() == 43);
        assert_eq!(format!("{token:?}"), "Token(…)");
        for wrong in ["", "short", &"a".repeat(21), &"a".repeat(257), &"é".repeat(21), &format!("{}#", "a".repeat(42))] {
            assert_eq!(Token::parse(wrong), None);
        }
    }

    #[test]
    fn tokens_of_people_who_were_moved_here_are_looked_for() {
        let padded = format!("{}=", "a".repeat(43));
        let signed = format!("{}.{}", "a".repeat(32), "b+/".repeat(14));
        for token in ["4f9c2b1e-6f0d-4d4e-9a53-0f3a6d3b7c11", "Zk3vQ8sTn1xYpL0bHcWm5RjGd7EoUaK2", &padded, &signed] {
            assert_eq!(Token::parse(token).map(|token| token.reveal().to_owned()), Some(token.to_owned()));
        }
        for wrong in [format!("a={}", "a".repeat(40)), format!("{} ", "a".repeat(42)), format!("{};", "a".repeat(42)), "=".repeat(43)] {
            assert_eq!(Token::parse(&wrong), None);
        }
    }

    #[test]
    fn a_code_is_read_as_people_type_it() {
        let code = Code::random();
        assert_eq!(code.reveal().len(), 8);
        assert_eq!(Code::parse("1234 5678"), Code::parse("１２３４-５６７８"));
        assert_eq!(Code::parse("1234567"), None);
        let pepper = Pepper::new(b"secret");
        assert_ne!(pepper.seal("reset", "12345678"), pepper.seal("register", "12345678"));
        assert_ne!(pepper.seal("reset", "12345678"), Pepper::new(b"other").seal("reset", "12345678"));
    }
}
