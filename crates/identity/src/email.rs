//! E-mail addresses, in the form in which they are compared and kept.

use chabudai_kernel::part::Word;
use unicode_normalization::UnicodeNormalization as _;

use crate::error::IdentityError;

/// The longest address that mail can be sent to.
const LONGEST: usize = 254;

/// Reads an address as somebody typed it: without spaces around it, in small letters, in one form of Unicode.
pub fn parse(text: &str) -> Result<Word, IdentityError> {
    let refused =
        IdentityError::Invalid { field: "email", code: "identity.email", message: "An e-mail address looks like name@example.org." };
    let address: String = text.trim().nfkc().flat_map(char::to_lowercase).collect();
    let Some((name, host)) = address.rsplit_once('@') else { return Err(refused) };
    let is_plain =
        |part: &str| !part.is_empty() && part.chars().all(|c| !c.is_whitespace() && !c.is_control() && !"#<>()[],;:\\\"@".contains(c));
    let host_is_one =
        host.contains('.') && host.split('.').all(|label| !label.is_empty() && !label.starts_with('-') && !label.ends_with('-'));
    // A house at home may have a mail server that is called just that.
    let fits = is_plain(name) && is_plain(host) && (host_is_one || host == "localhost") && name.len() <= 64 && address.len() <= LONGEST;
    if fits { Word::new(address).ok_or(refused) } else { Err(refused) }
}

/// An address as it may be shown where others look: `h…@example.org`.
pub fn veiled(address: &str) -> String {
    match address.rsplit_once('@') {
        Some((name, host)) => format!("{}…@{host}", name.chars().next().unwrap_or('…')),
        None => "…".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_has_one_form() {
        assert_eq!(parse(" Hana@Example.ORG ").unwrap().as_str(), "hana@example.org");
        assert_eq!(parse("ｈａｎａ@example.org").unwrap().as_str(), "hana@example.org");
        assert!(parse("hana@localhost").is_ok());
        for wrong in [
            "",
            "hana",
            "@example.org",
            "hana@",
            "hana@example",
            "ha na@example.org",
            "hana@example..org",
            "ha#na@example.org",
            "a@b@c.d",
            "\"a\"@b.c",
        ] {
            assert_eq!(parse(wrong).unwrap_err().code(), "identity.email", "{wrong}");
        }
        assert!(parse(&format!("{}@example.org", "a".repeat(65))).is_err());
    }

    #[test]
    fn a_veiled_address_does_not_say_whose_it_is() {
        assert_eq!(veiled("hana@example.org"), "h…@example.org");
    }
}
