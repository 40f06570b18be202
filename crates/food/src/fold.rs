//! One spelling of a word, for comparing: ショウガ, しょうが and ｼｮｳｶﾞ are the same word, Onion and onion too.

use unicode_normalization::UnicodeNormalization;

/// The word as it is compared: NFKC, lower-case, katakana as hiragana, without spaces.
pub fn fold(word: &str) -> String {
    word.nfkc().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).map(hiragana).collect()
}

/// Katakana as hiragana; every other character as it is, the long vowel too.
pub(crate) fn hiragana(c: char) -> char {
    match c {
        // The two scripts lie in the same order, 0x60 apart.
        'ァ'..='ヶ' => char::from_u32(c as u32 - 0x60).unwrap_or(c),
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn kana_width_case_and_spaces_are_one() {
        for (one, other) in
            [("ショウガ", "しょうが"), ("ｼｮｳｶﾞ", "しょうが"), ("ＢＰ", "bp"), ("Soy Sauce", "soysauce"), ("ヶ", "ゖ"), ("バター", "ばたー")]
        {
            assert_eq!(fold(one), fold(other), "{one} and {other}");
        }
        assert_ne!(fold("しょうゆ"), fold("しょうが"));
    }
}
