//! E-mail addresses, in the form in which they are compared and kept.

use chabudai_kernel::part::Word;
use unicode_normalization::UnicodeNormalization as _;

use crate::error::IdentityError;

/// The longest address that mail can be sent to.
const LONGEST: usize = 254;

/// The longest name before the `@`.
const LONGEST_NAME: usize = 64;

/// The longest label of a host.
const LONGEST_LABEL: usize = 63;

/// What may stand in a name beside letters and digits, without quotes around it (RFC 5321). A `#` is left out: it parts keys.
const IN_A_NAME: &str = "!$%&'*+-/=?^_`{|}~";

/// Reads an address as somebody typed it: without spaces around it, in small letters, in one form of Unicode.
///
/// Nothing is let in that mail could not be sent to; whoever joined with such an address would never hear of us. A host is written in
/// ASCII: what has another name has one that begins with `xn--` too.
pub fn parse(text: &str) -> Result<Word, IdentityError> {
    let refused =
        IdentityError::Invalid { field: "email", code: "identity.email", message: "An e-mail address looks like name@example.org." };
    let address: String = text.trim().nfkc().flat_map(char::to_lowercase).collect();
    let Some((name, host)) = address.rsplit_once('@') else { return Err(refused) };
    let fits = is_name(name) && is_host(host) && address.len() <= LONGEST;
    if fits { Word::new(address).ok_or(refused) } else { Err(refused) }
}

/// Words with dots between them, and nowhere else.
fn is_name(name: &str) -> bool {
    let is_word = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || IN_A_NAME.contains(c));
    name.len() <= LONGEST_NAME && name.split('.').all(is_word)
}

fn is_host(host: &str) -> bool {
    let is_label = |label: &str| {
        (1..=LONGEST_LABEL).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    // The last label of a host is never a number: that is an address of a machine, for which mail has another spelling.
    let has_domain = host.rsplit_once('.').is_some_and(|(_, top)| !top.bytes().all(|byte| byte.is_ascii_digit()));
    // A house at home may have a mail server that is called just that.
    (has_domain || host == "localhost") && host.split('.').all(is_label)
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
        for wrong in ["", "hana", "@example.org", "hana@", "hana@example", "a@b@c.d", "ha#na@example.org"] {
            assert_eq!(parse(wrong).unwrap_err().code(), "identity.email", "{wrong}");
        }
    }

    #[test]
    fn what_no_mail_reaches_is_refused() {
        let (name, label) = ("a".repeat(64), "b".repeat(63));
        let longest = format!("{name}@{label}.{label}.{}.org", "b".repeat(254 - 64 - 1 - 64 - 64 - 4));
        assert_eq!(longest.len(), 254);
        for right in ["a.b@example.org", "o'hara+pill=1@example.org", "はな@example.org", "a@xn--wgv71a119e.jp", "a@1and1.com", &longest]
        {
            assert_eq!(parse(right).unwrap().as_str(), right);
        }
        let too_long = format!("{name}@{label}.{label}.{}.org", "b".repeat(254 - 64 - 1 - 64 - 64 - 4 + 1));
        for wrong in [
            ".hana@example.org",
            "hana.@example.org",
            "ha..na@example.org",
            "ha na@example.org",
            "\"ha na\"@example.org",
            "\"hana\"@example.org",
            "hana(mum)@example.org",
            "ha\u{200b}na@example.org",
            "hana@.example.org",
            "hana@example.org.",
            "hana@example..org",
            "hana@-example.org",
            "hana@example-.org",
            "hana@exa_mple.org",
            "hana@exa mple.org",
            "hana@[127.0.0.1]",
            "hana@127.0.0.1",
            "hana@日本語.jp",
            "hana@例え.テスト",
            &format!("{name}a@example.org"),
            &format!("hana@{label}b.org"),
            &too_long,
        ] {
            assert_eq!(parse(wrong).unwrap_err().code(), "identity.email", "{wrong}");
        }
    }

    /// The mailer reads addresses once more, and a letter to one that it cannot read is lost.
    #[test]
    fn whatever_is_let_in_the_mailer_takes() {
        let pieces = [
            "a", "A1", ".", "..", "-", "_", "+", "'", "\"", " ", "(", ")", "<", ",", ":", "\\", "é", "は", "\u{301}", "😀", "\u{7f}", "`",
            "|",
        ];
        let hosts =
            ["example.org", "localhost", "a-b.jp", "-a.jp", "a_b.jp", "1.2.3.4", "日本.jp", "xn--wgv71a119e.jp", "a..b", "x.y.", "[::1]"];
        let mut taken = 0;
        for one in pieces {
            for other in pieces {
                for last in pieces {
                    for host in hosts {
                        let Ok(address) = parse(&format!("{one}{other}{last}@{host}")) else { continue };
                        taken += 1;
                        assert!(address.as_str().parse::<lettre::Address>().is_ok(), "{address}");
                    }
                }
            }
        }
        assert!(taken > 1_000, "{taken} is not much to go by");
    }

    #[test]
    fn a_veiled_address_does_not_say_whose_it_is() {
        assert_eq!(veiled("hana@example.org"), "h…@example.org");
    }
}
