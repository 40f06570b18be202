//! The tokenizer: a text as tokens, the same for documents and for questions.
//!
//! Japanese has no spaces, and whoever cuts it into words by a dictionary finds what the dictionary knows. So every character is a token of its
//! own, and a word that is asked for is a phrase of them: `豆腐` is 豆 with 腐 right behind it. What is written in Latin letters is cut into
//! words, which are asked for by how they begin.

use crate::fold::folded;

/// A longer run of letters is several words, one right behind the other.
const LONGEST_WORD: usize = 40;

/// The most tokens of one text, and a few. An item holds 400 KB at most, but one character of it can fold into eighteen.
pub(crate) const MOST_TOKENS: usize = 200_000;

/// Stands for a [`Token::Break`] in the index. It is no character, and never will be: a text that contains it all the same has a break there.
const BREAK: char = '\u{fdd0}';

/// A piece of a text.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Token {
    /// Latin letters and digits.
    Word(String),
    /// Any other letter or sign.
    Character(char),
    /// A space or a mark of punctuation, or several: what is before it and what is behind it are not one phrase. `豚肉、豆腐` has no 肉豆腐.
    Break,
}

impl Token {
    /// Writes it as the index knows it.
    pub(crate) fn write_to(&self, out: &mut String) {
        match self {
            Self::Word(word) => out.push_str(word),
            Self::Character(c) => out.push(*c),
            Self::Break => out.push(BREAK),
        }
    }
}

/// Cuts a text into tokens.
pub fn tokens(text: &str) -> Vec<Token> {
    tokens_of(folded(text.chars()))
}

/// Cuts a text that is folded already into tokens.
pub(crate) fn tokens_of(folded: impl Iterator<Item = char>) -> Vec<Token> {
    let mut out = Cut::default();
    for c in folded {
        match kind_of(c) {
            Kind::Letter => out.letter(c),
            Kind::Character => out.push(Token::Character(c)),
            Kind::Joiner => out.end_word(),
            Kind::Invisible => {}
            Kind::Space => {
                out.end_word();
                out.broken = true;
            }
        }
        if out.tokens.len() >= MOST_TOKENS {
            break;
        }
    }
    out.end_word();
    out.tokens
}

/// A text as the index takes it: its tokens with a space between them, each behind the [mark](crate::index::marks) of who finds it.
pub(crate) fn spaced(mark: &str, tokens: &[Token]) -> String {
    let mut out = String::new();
    for token in tokens {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(mark);
        token.write_to(&mut out);
    }
    out
}

/// What was cut so far.
#[derive(Default)]
struct Cut {
    tokens: Vec<Token>,
    /// The word that has not ended yet, and how many letters it has.
    word: String,
    letters: usize,
    /// There was a break since the last token.
    broken: bool,
}

impl Cut {
    fn push(&mut self, token: Token) {
        self.end_word();
        // No text begins or ends with a break.
        if std::mem::take(&mut self.broken) && !self.tokens.is_empty() {
            self.tokens.push(Token::Break);
        }
        self.tokens.push(token);
    }

    fn letter(&mut self, c: char) {
        self.word.push(c);
        self.letters += 1;
        if self.letters == LONGEST_WORD {
            self.end_word();
        }
    }

    fn end_word(&mut self) {
        if self.letters > 0 {
            self.letters = 0;
            let word = Token::Word(std::mem::take(&mut self.word));
            self.push(word);
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Of a word.
    Letter,
    /// A token by itself.
    Character,
    /// Stands within words and parts nothing: ドライ・カレー is ドライカレー.
    Joiner,
    /// Says how the character before it is drawn, or nothing.
    Invisible,
    /// Everything that parts.
    Space,
}

fn kind_of(c: char) -> Kind {
    match c {
        '-' | '\'' | '=' | '・' | '゠' | '\u{2010}'..='\u{2015}' | '\u{2018}' | '\u{2019}' => Kind::Joiner,
        // Soft hyphen, spaces without width, and which of several drawings of a kanji or an emoji is meant.
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0100}'..='\u{e01ef}' => {
            Kind::Invisible
        }
        _ if c.is_alphanumeric() => {
            // Latin, with all its accents. Other alphabets are found by their characters, as kana are.
            if c < '\u{250}' || ('\u{1e00}'..='\u{1eff}').contains(&c) { Kind::Letter } else { Kind::Character }
        }
        // Punctuation: of ASCII and Latin-1, general, of CJK, and what is no character.
        '\0'..='\u{bf}' | '\u{2000}'..='\u{206f}' | '\u{3000}'..='\u{303f}' | '\u{fdd0}'..='\u{fdef}' => Kind::Space,
        _ if c.is_whitespace() || c.is_control() => Kind::Space,
        // Emoji, signs, marks of voice that stand alone: whoever looks for one finds it.
        _ => Kind::Character,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cut(text: &str) -> String {
        spaced("", &tokens(text)).replace(BREAK, "|")
    }

    #[test]
    fn every_character_is_a_token_and_a_word_is_one() {
        assert_eq!(cut("豆腐"), "豆 腐");
        assert_eq!(cut("Tシャツ"), "t し ゃ つ");
        assert_eq!(cut("ｵﾘｰﾌﾞOil 200ｍｌ"), "お り ー ぶ oil | 200ml");
        assert_eq!(cut("phở crème"), "phở | crème");
        assert_eq!(cut("🍣と𰻞"), "🍣 と 𰻞");
    }

    #[test]
    fn what_parts_is_one_break_and_what_joins_is_none() {
        assert_eq!(cut("  豚肉、\n 豆腐。"), "豚 肉 | 豆 腐");
        assert_eq!(cut("ドライ・カレー"), cut("ドライカレー"));
        assert_eq!(cut("don't all-purpose"), "don t | all purpose");
        assert_eq!(cut("葛\u{e0100}粉 to\u{ad}fu"), "葛 粉 | tofu");
        assert_eq!(cut("\0\"*:^(){}"), "");
        assert_eq!(cut(&format!("a{BREAK}b")), "a | b");
    }

    #[test]
    fn long_texts_have_an_end() {
        assert_eq!(tokens(&"x".repeat(100)).len(), 3);
        // One character that folds into eighteen.
        assert!(tokens(&"\u{fdfa}".repeat(130_000)).len() <= MOST_TOKENS + 1);
    }

    proptest! {
        /// FTS5's own tokenizer parts tokens at the spaces and nowhere else: it takes ASCII letters, digits, and everything beyond ASCII.
        #[test]
        fn nothing_but_tokens_reaches_the_index(text in any::<String>()) {
            let cut = tokens(&text);
            prop_assert!(spaced("", &cut).chars().all(|c| c == ' ' || c.is_ascii_lowercase() || c.is_ascii_digit() || !c.is_ascii()));
            prop_assert!(cut.first() != Some(&Token::Break) && cut.last() != Some(&Token::Break));
            prop_assert!(cut.windows(2).all(|pair| pair != [Token::Break, Token::Break]));
        }
    }
}
