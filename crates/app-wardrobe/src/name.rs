//! Names: one to forty characters, and the form in which searches compare them.

use chabudai_web::line::{Line, NotALine};
use unicode_normalization::UnicodeNormalization as _;

use crate::error::WardrobeError;
use crate::model::LONGEST_NAME;

/// A name that keeps the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name(String);

impl Name {
    /// The text without blanks around it, if it is a line of forty Unicode characters at most.
    pub fn new(text: &str) -> Result<Self, WardrobeError> {
        let refused = |code, message| Err(WardrobeError::Invalid { field: "name", code, message });
        match Line::<LONGEST_NAME>::read(text) {
            Ok(name) => Ok(Self(name.to_owned())),
            Err(NotALine::Empty) => refused("wardrobe.name_empty", "A name needs one character at least."),
            Err(NotALine::Control) => refused("wardrobe.name_control", "A name is one line of visible characters."),
            Err(NotALine::TooLong) => refused("wardrobe.name_too_long", "A name has 40 characters at most."),
        }
    }

    /// The name as people see it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name as searches compare it.
    pub fn folded(&self) -> String {
        fold(&self.0)
    }
}

/// Width, case and kana made equal: `ｼｬﾂ`, `シャツ` and `しゃつ` become one text.
pub fn fold(text: &str) -> String {
    let hiragana = |c: char| match c {
        // Katakana stands 0x60 behind hiragana, letter by letter.
        '\u{30a1}'..='\u{30f6}' => char::from_u32(c as u32 - 0x60).unwrap_or(c),
        other => other,
    };
    text.nfkc().flat_map(char::to_lowercase).map(hiragana).collect()
}

/// The name suggested for an outfit: its garments' names joined by `+`, as many as a name can hold. A first one that is too long by itself
/// is cut.
pub fn suggested<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut joined = String::new();
    for name in names {
        let longer = if joined.is_empty() { name.to_owned() } else { format!("{joined}+{name}") };
        if longer.chars().count() > LONGEST_NAME && !joined.is_empty() {
            break;
        }
        joined = longer;
    }
    joined.chars().take(LONGEST_NAME).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forty_characters_are_characters_not_bytes() {
        assert!(Name::new(&"着".repeat(40)).is_ok());
        assert_eq!(Name::new(&"着".repeat(41)).unwrap_err().code(), "wardrobe.name_too_long");
        assert_eq!(Name::new(" \u{3000} ").unwrap_err().code(), "wardrobe.name_empty");
        assert_eq!(Name::new("a\nb").unwrap_err().code(), "wardrobe.name_control");
        assert_eq!(Name::new("  藍のシャツ ").unwrap().as_str(), "藍のシャツ");
    }

    #[test]
    fn searches_see_one_text_for_all_spellings() {
        for spelling in ["ｼｬﾂ", "シャツ", "しゃつ"] {
            assert_eq!(fold(spelling), "しゃつ");
        }
        assert_eq!(fold("ＵＮＩ Ｓhirt"), "uni shirt");
    }

    #[test]
    fn a_suggestion_fits_into_a_name() {
        assert_eq!(suggested(["白T", "デニム"]), "白T+デニム");
        assert_eq!(suggested(["x".repeat(37).as_str(), "yy"]).chars().count(), 40);
        assert_eq!(suggested(["x".repeat(38).as_str(), "yy", "z"]), "x".repeat(38), "no name is cut in the middle");
        assert_eq!(suggested(["x".repeat(41).as_str(), "yy"]), "x".repeat(40));
    }
}
