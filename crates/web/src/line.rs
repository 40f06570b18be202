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
    /// It has more than one line, what no keyboard types, or what turns its direction about.
    Control,
    /// It is too long.
    TooLong,
}

/// What no line has: control characters, and those that turn the direction of everything behind them about, so that a name could pass for
/// another one or write over what stands beside it.
const REFUSED: [(char, char); 4] = [('\0', '\u{1f}'), ('\u{7f}', '\u{9f}'), ('\u{202a}', '\u{202e}'), ('\u{2066}', '\u{2069}')];

/// What a line may have, and what nobody sees by itself: blanks as Unicode and Rust have them (the `\s` of regular expressions is another set in
/// every language), marks that stand on the letter before them, fillers, and what only says how its neighbours are to be drawn.
const UNSEEN: [(char, char); 34] = [
    ('\0', ' '),
    ('\u{7f}', '\u{a0}'),
    ('\u{ad}', '\u{ad}'),
    ('\u{300}', '\u{36f}'),
    ('\u{483}', '\u{489}'),
    ('\u{591}', '\u{5bd}'),
    ('\u{5bf}', '\u{5bf}'),
    ('\u{5c1}', '\u{5c2}'),
    ('\u{5c4}', '\u{5c5}'),
    ('\u{610}', '\u{61a}'),
    ('\u{61c}', '\u{61c}'),
    ('\u{64b}', '\u{65f}'),
    ('\u{115f}', '\u{1160}'),
    ('\u{1680}', '\u{1680}'),
    ('\u{17b4}', '\u{17b5}'),
    ('\u{180b}', '\u{180f}'),
    ('\u{1ab0}', '\u{1aff}'),
    ('\u{1dc0}', '\u{1dff}'),
    ('\u{2000}', '\u{200f}'),
    ('\u{2028}', '\u{202f}'),
    ('\u{205f}', '\u{206f}'),
    ('\u{20d0}', '\u{20ff}'),
    ('\u{2800}', '\u{2800}'),
    ('\u{3000}', '\u{3000}'),
    ('\u{302a}', '\u{302f}'),
    ('\u{3099}', '\u{309a}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{fe00}', '\u{fe0f}'),
    ('\u{fe20}', '\u{fe2f}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{ffa0}', '\u{ffa0}'),
    ('\u{fff9}', '\u{fffb}'),
    ('\u{1d173}', '\u{1d17a}'),
    ('\u{e0000}', '\u{e0fff}'),
];

fn is_among(letter: char, ranges: &[(char, char)]) -> bool {
    ranges.iter().any(|(first, last)| (*first..=*last).contains(&letter))
}

/// Whether a text is one line that runs in its own direction.
pub fn is_plain(text: &str) -> bool {
    !text.chars().any(|letter| is_among(letter, &REFUSED))
}

/// Whether there is anything to be seen of a text.
pub fn is_seen(text: &str) -> bool {
    text.chars().any(|letter| !is_among(letter, &UNSEEN))
}

/// The rule as a regular expression. What is beyond `\uffff` has no spelling there that every language reads, so that those few that nobody sees
/// are refused by the rule alone.
fn pattern() -> String {
    let class = |ranges: &[(char, char)]| -> String {
        let spelled = |(first, last): &(char, char)| format!("\\u{:04x}-\\u{:04x}", u32::from(*first), u32::from(*last));
        ranges.iter().filter(|(_, last)| *last <= '\u{ffff}').map(spelled).collect()
    };
    let (refused, unseen) = (class(&REFUSED), class(&UNSEEN));
    format!("^[^{refused}]*[^{unseen}][^{refused}]*$")
}

impl<const MOST: usize> Line<MOST> {
    /// The line without blanks around it. They count before they are cut off, so that the schema can say how long a line is.
    pub fn read(text: &str) -> Result<&str, NotALine> {
        let line = text.trim();
        if line.is_empty() {
            Err(NotALine::Empty)
        } else if text.chars().count() > MOST {
            Err(NotALine::TooLong)
        } else if !is_plain(text) {
            Err(NotALine::Control)
        } else if !is_seen(line) {
            Err(NotALine::Empty)
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
        json_schema!({ "type": "string", "minLength": 1, "maxLength": MOST, "pattern": pattern() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pattern_is_the_rule() {
        // ECMA-262 and Rust write a code point differently.
        let rust: String = pattern()
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

    #[test]
    fn a_line_can_be_seen() {
        for unseen in [
            "\u{200b}",
            "\u{200d}\u{2060}",
            "\u{3000}\u{200b} ",
            "\u{301}\u{302}",
            "\u{3099}",
            "\u{2800}",
            "\u{3164}",
            "\u{e0100}",
            "\u{e0041}",
        ] {
            assert_eq!(Line::<9>::read(unseen), Err(NotALine::Empty), "{unseen:?}");
        }
        for turned in ["\u{202e}あ", "あ\u{2066}い", "\u{202a}a\u{202c}"] {
            assert_eq!(Line::<9>::read(turned), Err(NotALine::Control), "{turned:?}");
        }
        for seen in ["か\u{3099}", "👩\u{200d}🍳", "חלב", "می\u{200c}خ", "辻\u{e0100}", "❤\u{fe0f}", "-"] {
            assert_eq!(Line::<9>::read(seen), Ok(seen));
        }
    }
}
