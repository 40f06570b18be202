//! What somebody types into one line: a name, mostly.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// A line of one to `MOST` characters, of which one at least can be seen. It is the rule, and in `#[schemars(with = "…")]` its schema.
pub struct Line<const MOST: usize>;

/// Why a text is no such line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotALine {
    /// There is nothing to be seen.
    Empty,
    /// It has more than one line, or what no keyboard types.
    Control,
    /// It is too long.
    TooLong,
}

/// What there is to be seen, between characters that no line has: neither blank nor control characters. As Unicode and Rust have it; the
/// `\s` of regular expressions is another set in every language.
const PATTERN: &str = "^[^\\u0000-\\u001f\\u007f-\\u009f]*\
    [^\\u0000-\\u0020\\u007f-\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]\
    [^\\u0000-\\u001f\\u007f-\\u009f]*$";

impl<const MOST: usize> Line<MOST> {
    /// The line without blanks around it. They count before they are cut off, so that the schema can say how long a line is.
    pub fn read(text: &str) -> Result<&str, NotALine> {
        let line = text.trim();
        if line.is_empty() {
            Err(NotALine::Empty)
        } else if text.chars().count() > MOST {
            Err(NotALine::TooLong)
        } else if text.chars().any(char::is_control) {
            Err(NotALine::Control)
        } else {
            Ok(line)
        }
    }
}

impl<const MOST: usize> JsonSchema for Line<MOST> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("LineOf{MOST}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "minLength": 1, "maxLength": MOST, "pattern": PATTERN })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pattern_is_the_rule() {
        // ECMA-262 and Rust write a code point differently.
        let rust: String = PATTERN
            .split("\\u")
            .enumerate()
            .map(|(at, part)| if at == 0 { part.to_owned() } else { format!("\\u{{{}}}{}", &part[..4], &part[4..]) })
            .collect();
        let pattern = regex_lite::Regex::new(&rust).unwrap();
        let every = (0..=0xffff).filter_map(char::from_u32).map(String::from);
        let around = (0..=0xffff).filter_map(char::from_u32).map(|c| format!("{c}a"));
        for text in every.chain(around).chain([String::new(), " a b ".to_owned(), "a\n".to_owned(), "\n".to_owned()]) {
            assert_eq!(pattern.is_match(&text), Line::<9>::read(&text).is_ok(), "{text:?}");
        }
        assert_eq!(Line::<3>::read(" 着 "), Ok("着"));
        assert_eq!(Line::<3>::read("   着"), Err(NotALine::TooLong));
    }
}
