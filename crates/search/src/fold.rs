//! One text for all spellings: width, case and kana made equal.

use unicode_normalization::UnicodeNormalization as _;

/// `ｼｮｳｶﾞ`, `ショウガ` and `しょうが` become one text, and so do `Ｔｏｆｕ` and `tofu`.
///
/// What was folded stays as it is when it is folded again, so that a synonym may be kept either way.
pub fn fold(text: &str) -> String {
    folded(text.chars()).collect()
}

/// The same, character by character: whoever wants the beginning of a text pays for the beginning.
pub(crate) fn folded(text: impl Iterator<Item = char>) -> impl Iterator<Item = char> {
    // Small letters of some capitals are two characters, which the second time puts together or apart like all others.
    text.nfkc().flat_map(char::to_lowercase).nfkc().map(hiragana)
}

fn hiragana(c: char) -> char {
    match c {
        // Katakana stands 0x60 behind hiragana, letter by letter; the marks that repeat a letter do so as well.
        '\u{30a1}'..='\u{30f6}' | '\u{30fd}' | '\u{30fe}' => char::from_u32(c as u32 - 0x60).unwrap_or(c),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn all_spellings_are_one() {
        for spelling in ["ｼｮｳｶﾞ", "ショウガ", "しょうが", "しょうか\u{3099}", "ショウカ\u{3099}"] {
            assert_eq!(fold(spelling), "しょうが", "{spelling:?}");
        }
        assert_eq!(fold("Ｔｏｆｕ １２"), "tofu 12");
        assert_eq!(fold("㌔ヴヽ"), "きろゔゝ");
        assert_eq!(fold("コーヒー"), "こーひー", "the long vowel is a letter like any other");
    }

    proptest! {
        #[test]
        fn what_was_folded_stays(text in any::<String>()) {
            prop_assert_eq!(fold(&fold(&text)), fold(&text));
        }
    }
}
