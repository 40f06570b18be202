//! A question as somebody types it, and as FTS5 is asked.
//!
//! Nothing that was typed is syntax. A question is cut into tokens, and what FTS5 is asked is made of tokens alone, each within quotes, which no
//! token contains; so there is no question that it cannot read. How much is asked is bounded: characters, words, ways to say them.

use crate::fold::folded;
use crate::synonyms::{Synonyms, ways};
use crate::token::{Token, spaced, tokens_of};

/// The most characters of a question. The rest is not looked at.
pub const LONGEST_QUESTION: usize = 120;

/// The most words of a question. The rest is not looked at.
pub const MOST_WORDS: usize = 8;

/// Who asks, and so what may be found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Scope {
    /// What this owner has.
    Owner(String),
    /// What everybody may see.
    Public,
    /// Both.
    OwnerAndPublic(String),
}

impl Scope {
    /// The owner whose documents may be found.
    pub(crate) fn owner(&self) -> Option<&str> {
        match self {
            Self::Owner(owner) | Self::OwnerAndPublic(owner) => Some(owner),
            Self::Public => None,
        }
    }

    /// Whether what is public may be found.
    pub(crate) fn public(&self) -> bool {
        !matches!(self, Self::Owner(_))
    }
}

/// What is asked for: words that are all to be there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Query {
    /// For each word the ways to say it, of which one is enough.
    words: Vec<Vec<Phrase>>,
}

/// Tokens one right behind the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Phrase {
    pub(crate) tokens: Vec<Token>,
    /// The last word may go on: `tof` finds tofu.
    pub(crate) prefix: bool,
}

impl Query {
    /// Reads a question. Spaces and punctuation part words, which may be anywhere; what is within `"…"` is to be there as it stands, without
    /// synonyms, and its last word whole.
    pub fn parse(text: &str, synonyms: &dyn Synonyms) -> Self {
        // Folding puts marks in order before it hands out what they stand on, and so would read a question of marks alone to its end.
        let text: String = folded(text.chars().take(4 * LONGEST_QUESTION)).take(LONGEST_QUESTION).collect();
        let mut words = Vec::new();
        for (nth, part) in text.split(['"', '\u{201c}', '\u{201d}', '\u{201e}']).enumerate() {
            let tokens = tokens_of(part.chars());
            if nth % 2 == 1 {
                words.push(vec![Phrase { tokens, prefix: false }]);
                continue;
            }
            for word in tokens.split(|token| *token == Token::Break).filter(|word| !word.is_empty()) {
                words.push(ways(word, synonyms).into_iter().map(Phrase::begun).collect());
            }
        }
        words.retain(|ways| ways.iter().all(|way| !way.tokens.is_empty()));
        words.truncate(MOST_WORDS);
        Self { words }
    }

    /// Whether nothing is asked for. It finds nothing.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The words, each as the ways to say it.
    #[cfg(test)]
    pub(crate) fn words(&self) -> &[Vec<Phrase>] {
        &self.words
    }

    /// As FTS5 is asked: behind one of these [marks](crate::index::marks), every word in one of its ways.
    pub(crate) fn expression(&self, marks: &[String]) -> String {
        let words = |mark: &String| -> String {
            let words: Vec<String> = self.words.iter().map(|ways| any_of(ways.iter().map(|way| way.quoted(mark)))).collect();
            format!("({})", words.join(" AND "))
        };
        marks.iter().map(words).collect::<Vec<_>>().join(" OR ")
    }
}

impl Phrase {
    /// A phrase whose last word may go on.
    fn begun(tokens: Vec<Token>) -> Self {
        Self { prefix: matches!(tokens.last(), Some(Token::Word(_))), tokens }
    }

    fn quoted(&self, mark: &str) -> String {
        format!("\"{}\"{}", spaced(mark, &self.tokens), if self.prefix { " *" } else { "" })
    }
}

fn any_of(ways: impl Iterator<Item = String>) -> String {
    format!("({})", ways.collect::<Vec<_>>().join(" OR "))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::synonyms::NoSynonyms;

    fn asked(text: &str) -> String {
        let synonyms = |word: &str| if word == "生姜" { vec!["ショウガ".to_owned()] } else { Vec::new() };
        Query::parse(text, &synonyms).expression(&[String::new()])
    }

    #[test]
    fn words_are_phrases_and_latin_words_may_go_on() {
        assert_eq!(asked("豆腐　サラダ"), r#"(("豆 腐") AND ("さ ら だ"))"#);
        assert_eq!(asked("Olive oil"), r#"(("olive" *) AND ("oil" *))"#);
        assert_eq!(asked("ビタミンC"), r#"(("び た み ん c" *))"#);
        assert_eq!(asked("生姜焼き"), r#"(("生 姜 焼 き" OR "し ょ う が 焼 き"))"#);
        assert_eq!(asked("＂olive oil＂"), "((\"olive \u{fdd0} oil\"))");
        assert_eq!(asked("“生姜” 肉"), r#"(("生 姜") AND ("肉"))"#);
    }

    #[test]
    fn every_token_carries_who_asks() {
        let asked = Query::parse("豆腐 oli", &NoSynonyms).expression(&["7x".to_owned(), "0x".to_owned()]);
        assert_eq!(asked, r#"(("7x豆 7x腐") AND ("7xoli" *)) OR (("0x豆 0x腐") AND ("0xoli" *))"#);
    }

    #[test]
    fn nothing_that_was_typed_is_syntax() {
        assert_eq!(asked("owner:o2 OR f0:肉*"), r#"(("owner" *) AND ("o2" *) AND ("or" *) AND ("f0" *) AND ("肉"))"#);
        assert_eq!(asked("a\" OR owner : \"o2"), "((\"a\" *) AND (\"or \u{fdd0} owner\") AND (\"o2\" *))");
        for nothing in ["", " ", "\"\"", "\"", "*", "(", "NEAR(", "^", "\0", "-", "{}:", "「」"] {
            let query = Query::parse(nothing, &NoSynonyms);
            assert!(query.is_empty() || nothing == "NEAR(", "{nothing:?}");
        }
    }

    proptest! {
        #[test]
        fn how_much_is_asked_is_bounded(text in any::<String>(), times in 1..200usize) {
            let many = |word: &str| vec![format!("{word}a"), format!("a{word}")];
            let query = Query::parse(&text.repeat(times), &many);
            prop_assert!(query.words().len() <= MOST_WORDS);
            prop_assert!(query.words().iter().all(|ways| (1..=12).contains(&ways.len())));
        }
    }
}
