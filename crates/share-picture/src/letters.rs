//! A text, as the font has it.

use std::sync::LazyLock;

use ab_glyph::{Font, FontRef, GlyphId};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Cut to what titles in Japanese and English are written with: see the README.
static FONT_FILE: &[u8] = include_bytes!("../fonts/BIZUDPGothic-Bold.ttf");

/// Read once: its tables are looked up in the bytes, which are never copied.
pub(crate) static FONT: LazyLock<FontRef<'static>> =
    LazyLock::new(|| FontRef::try_from_slice(FONT_FILE).expect("the font is a part of the program"));

/// What a printer sets for a kanji that he has no type for. Every reader of Japanese takes it as "one letter is missing".
const GETA: char = '〓';

/// More than fits at the smallest size, of the narrowest letter.
const MOST_LETTERS: usize = 400;
/// How much of a text is looked at: a text of nothing but marks that are not drawn comes to an end as well.
const MOST_CHARACTERS: usize = 4000;

/// A letter that can be drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Letter {
    pub(crate) character: char,
    pub(crate) glyph: GlyphId,
    /// How far the next one stands from it, as a part of the size.
    pub(crate) advance: f32,
}

impl Letter {
    pub(crate) const fn is_space(self) -> bool {
        self.character == ' '
    }

    fn of(character: char) -> Option<Self> {
        let glyph = FONT.glyph_id(character);
        let em = FONT.units_per_em()?;
        (glyph.0 != 0).then(|| Self { character, glyph, advance: FONT.h_advance_unscaled(glyph) / em })
    }
}

/// Every letter that can be drawn, with single spaces between words and none around the text.
///
/// A kanji that the font lacks is a [`GETA`]. All else that it lacks is left out: emoji, marks that nothing composes, writings that are neither
/// Japanese nor European.
pub(crate) fn letters(text: &str) -> Vec<Letter> {
    let mut letters: Vec<Letter> = Vec::new();
    // Composed, か and its two strokes are the one letter that the font has.
    for character in text.chars().take(MOST_CHARACTERS).nfc() {
        let letter = match character {
            _ if character.is_whitespace() => letters.last().is_some_and(|before| !before.is_space()).then(|| Letter::of(' ')).flatten(),
            _ if is_combining_mark(character) || character.is_control() => None,
            _ if is_kanji(character) => Letter::of(character).or_else(|| Letter::of(GETA)),
            // Without its accents, where the font has it without them alone.
            _ => Letter::of(character).or_else(|| std::iter::once(character).nfd().next().and_then(Letter::of)),
        };
        letters.extend(letter);
        if letters.len() == MOST_LETTERS {
            break;
        }
    }
    while letters.pop_if(|last| last.is_space()).is_some() {}
    letters
}

/// The ellipsis of what was cut.
pub(crate) fn ellipsis() -> Option<Letter> {
    Letter::of('…')
}

/// How wide they are, as a part of the size.
pub(crate) fn width(letters: &[Letter]) -> f32 {
    letters.iter().map(|letter| letter.advance).sum()
}

pub(crate) const fn is_kanji(character: char) -> bool {
    matches!(character, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}' | '々' | '〆' | '〇' | '〓')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(text: &str) -> String {
        letters(text).iter().map(|letter| letter.character).collect()
    }

    #[test]
    fn spaces_are_single_and_within() {
        assert_eq!(drawn("  肉じゃが\u{3000}\r\n\t 二人分 "), "肉じゃが 二人分");
        assert_eq!(drawn(" \u{3000}\n\u{a0} "), "");
    }

    #[test]
    fn what_is_composed_of_two_is_one() {
        assert_eq!(drawn("か\u{3099}んも"), "がんも");
        assert_eq!(drawn("cre\u{300}me bru\u{302}le\u{301}e"), "crème brûlée");
    }

    #[test]
    fn a_missing_kanji_is_marked_and_all_else_is_left_out() {
        assert_eq!(drawn("𩸽の塩焼き"), "〓の塩焼き");
        assert_eq!(drawn("カレー🍛👩‍🍳"), "カレー");
        assert_eq!(drawn("김치 kimchi"), "kimchi");
        assert_eq!(drawn("שלום\u{202e}abc\u{0}\u{7}"), "abc");
        assert_eq!(drawn("a\u{325}\u{325}\u{325}"), "a");
        assert_eq!(drawn("phở"), "pho");
    }

    #[test]
    fn names_and_everyday_kanji_are_there() {
        assert_eq!(drawn("髙橋・山﨑の皮剝き、頰張る①½℃♡"), "髙橋・山﨑の皮剝き、頰張る①½℃♡");
    }

    #[test]
    fn every_letter_of_code_page_932_has_a_width() {
        for character in ('ぁ'..='ん').chain('ァ'..='ヶ').chain('!'..='~').chain('！'..='～') {
            assert!(Letter::of(character).is_some_and(|letter| letter.advance > 0.1 && letter.advance <= 1.5), "{character}");
        }
    }
}
