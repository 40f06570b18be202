//! Stages and base paths: what API Gateway says of an address, and what the house knows it as.

use std::fmt::Write as _;

/// The stage that is at the root of an API's address.
const DEFAULT_STAGE: &str = "$default";

/// The path by which a house below `base` knows a request.
///
/// An address such as `https://…amazonaws.com/prod/kondate` is a house below `/prod`. HTTP APIs leave the stage in the path, REST APIs take it
/// away, a custom domain has none, and the part of it that is mapped to the API is left in or taken away as the payload has it. So a stage is taken
/// away where it can be there, and the base path is put there where it is not.
pub(crate) fn of_house(path: &str, stage: Option<&str>, base: &str) -> String {
    let path = escaped(path);
    let stage = stage.filter(|stage| *stage != DEFAULT_STAGE);
    let path = stage.and_then(|stage| below(&path, &format!("/{stage}"))).unwrap_or(&path);
    let path = if path.starts_with('/') { path.to_owned() } else { format!("/{path}") };
    match below(&path, base) {
        Some(_) => path,
        // The front of the house has no slash at its end.
        None if path == "/" => base.to_owned(),
        None => format!("{base}{path}"),
    }
}

/// What is behind a prefix that ends where a segment does.
fn below<'a>(path: &'a str, prefix: &str) -> Option<&'a str> {
    path.strip_prefix(prefix).filter(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The path with everything escaped that no path can have as it is. HTTP APIs hand it over unescaped, REST APIs and function URLs as it was, and
/// neither says so; what is escaped already stays.
fn escaped(path: &str) -> String {
    let bytes = path.as_bytes();
    let mut out = String::with_capacity(path.len());
    for (at, byte) in bytes.iter().enumerate() {
        let is_escape = *byte == b'%' && bytes.get(at + 1..at + 3).is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit));
        if is_escape || byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/".contains(byte) {
            out.push(char::from(*byte));
        } else {
            write!(out, "%{byte:02X}").expect("a text takes whatever is written");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stage_is_no_part_of_the_house() {
        for (path, stage, base, expected) in [
            // A function URL, or the default stage.
            ("/kondate", Some("$default"), "", "/kondate"),
            ("/kondate", None, "", "/kondate"),
            ("/", None, "", "/"),
            ("", None, "", "/"),
            // An HTTP API has its stage in the path: below its own address, and at a domain of one's own.
            ("/prod/kondate", Some("prod"), "/prod", "/prod/kondate"),
            ("/prod/kondate", Some("prod"), "", "/kondate"),
            ("/prod/", Some("prod"), "/prod", "/prod"),
            ("/prod", Some("prod"), "/prod", "/prod"),
            ("/prod", Some("prod"), "", "/"),
            // A mapping of a domain, which payload 2.0 takes away and a REST API leaves.
            ("/prod/kondate", Some("prod"), "/house", "/house/kondate"),
            ("/house/kondate", None, "/house", "/house/kondate"),
            // A REST API has taken it away.
            ("/kondate", None, "/prod", "/prod/kondate"),
            ("/", None, "/prod", "/prod"),
            // Only whole segments count.
            ("/production/kondate", Some("prod"), "", "/production/kondate"),
            ("/housekeeping", None, "/house", "/house/housekeeping"),
        ] {
            assert_eq!(of_house(path, stage, base), expected, "{path} of {stage:?} below {base:?}");
        }
    }

    #[test]
    fn what_was_unescaped_is_escaped_and_nothing_twice() {
        for (path, expected) in [
            ("/a b", "/a%20b"),
            ("/a%20b", "/a%20b"),
            ("/me?admin=true", "/me%3Fadmin=true"),
            ("/me#x", "/me%23x"),
            ("/100%", "/100%25"),
            ("/100%zz", "/100%25zz"),
            ("/献立", "/%E7%8C%AE%E7%AB%8B"),
            ("/a\r\nb", "/a%0D%0Ab"),
            ("/a+b@c:d", "/a+b@c:d"),
        ] {
            assert_eq!(of_house(path, None, ""), expected, "{path}");
        }
    }
}
