//! Where a line may end: the rules of Japanese typesetting (kinsoku shori, JIS X 4051), and which of the allowed places read best.

use crate::letters::is_kanji;

/// Never at a line's beginning: what closes, what belongs to the letter before it, small kana, marks of repetition and of length.
const NOT_FIRST: &str = concat!(
    "」』）］｝〕〉》】〙〗｠”’»)]}｣",
    "、。，．・：；！？‼⁇⁈⁉,.:;!?､｡･",
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶｧｨｩｪｫｬｭｮｯ",
    "ーｰ々〻ヽヾゝゞ゛゜ﾞﾟ…‥―—–‐〜～゠",
    "％%‰℃°′″¢",
);
/// Never at a line's end: what opens, and what is said of the number after it.
const NOT_LAST: &str = "「『（［｛〔〈《【〘〖｟“‘«([{｢￥＄＃¥$£€#＠@№";
/// Of these, two or more are one mark.
const INSEPARABLE: &str = "…‥―—–";
/// After these a reader pauses anyway.
const PAUSE: &str = "、。，．！？」』）］】〉》!?)・：…｡､";

/// Words that end a phrase, where kanji or katakana follow.
const PARTICLES: &str = "はがをにでともへや";

/// How unwelcome a break is: the square of so many letters by which lines would rather differ in length.
pub(crate) type Penalty = f32;

/// From here on a word is split, or what belongs to one is torn off.
pub(crate) const SPLITS_A_WORD: Penalty = 50.0;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Hiragana,
    Katakana,
    Kanji,
    Digit,
    /// Of an alphabet, or a sign that stands within its words.
    Word,
    Sign,
}

fn kind(character: char) -> Kind {
    match character {
        'ぁ'..='ゟ' => Kind::Hiragana,
        'ァ'..='ヿ' | 'ｦ'..='ﾟ' => Kind::Katakana,
        '0'..='9' | '０'..='９' | '½' | '¼' | '¾' => Kind::Digit,
        'Ａ'..='Ｚ' | 'ａ'..='ｚ' => Kind::Word,
        _ if is_kanji(character) => Kind::Kanji,
        // Latin, Greek and Cyrillic with what is written among them; dashes and quotes of General Punctuation.
        '!'..='\u{52f}' | '‐' | '‑' | '’' => Kind::Word,
        _ => Kind::Sign,
    }
}

/// Whether a line may end between the two, and how gladly. `None` is never.
///
/// A space belongs to the line before it, where it takes no room.
pub(crate) fn penalty(before: char, after: char) -> Option<Penalty> {
    if after == ' ' {
        return None;
    }
    if before == ' ' {
        // A lone bracket or dash after a space stays with what follows; a closing one is somebody's mistake and may not begin a line.
        return (!NOT_FIRST.contains(after)).then_some(0.0);
    }
    if NOT_FIRST.contains(after) || NOT_LAST.contains(before) || (INSEPARABLE.contains(before) && before == after) {
        return None;
    }
    if PAUSE.contains(before) && !matches!((kind(before), kind(after)), (Kind::Word, Kind::Word | Kind::Digit)) {
        return Some(0.0);
    }
    match (kind(before), kind(after)) {
        // Within a word, after a hyphen or a slash alone; within a number nowhere.
        (Kind::Word, Kind::Word) => (before != after && matches!(before, '-' | '/' | '‐')).then_some(6.0),
        (Kind::Word | Kind::Digit, Kind::Digit) | (Kind::Digit, Kind::Word) => None,
        // 15分, 2人分, 1カップ: a number without its unit is read twice.
        (Kind::Digit, Kind::Kanji | Kind::Katakana | Kind::Hiragana) => Some(80.0),
        // What follows kanji in hiragana is its ending, or a particle that belongs to it. So with loan words.
        (Kind::Kanji | Kind::Katakana | Kind::Word, Kind::Hiragana) => Some(70.0),
        (Kind::Katakana, Kind::Katakana) => Some(90.0),
        (Kind::Kanji, Kind::Kanji) => Some(30.0),
        (Kind::Hiragana, Kind::Hiragana) => Some(match (before, after) {
            // These two are hardly ever the beginning of a word.
            (_, 'の' | 'を') => 70.0,
            ('を', _) => 8.0,
            // しょうが, じゃがいも: within a word as often as after one.
            ('が', _) => 55.0,
            _ if PARTICLES.contains(before) || before == 'の' => 36.0,
            _ => 80.0,
        }),
        // A phrase has ended; with の it has only been begun.
        (Kind::Hiragana, _) if before == 'の' => Some(7.0),
        (Kind::Hiragana, _) => Some(if PARTICLES.contains(before) { 2.0 } else { 4.0 }),
        (Kind::Sign, _) | (_, Kind::Sign) => Some(4.0),
        _ => Some(14.0),
    }
}

/// Whether a text that goes on may be cut after this letter.
pub(crate) fn may_be_cut_after(character: char) -> bool {
    character != ' ' && !NOT_LAST.contains(character) && !PAUSE.contains(character) && !INSEPARABLE.contains(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text with a bar wherever a line may end.
    fn bars(text: &str) -> String {
        let characters: Vec<char> = text.chars().collect();
        let mut bars = String::new();
        for (at, &character) in characters.iter().enumerate() {
            bars.push(character);
            if characters.get(at + 1).is_some_and(|&after| penalty(character, after).is_some()) {
                bars.push('|');
            }
        }
        bars
    }

    #[test]
    fn closing_marks_small_kana_and_long_vowels_begin_no_line() {
        assert_eq!(bars("煮る。"), "煮|る。");
        assert_eq!(bars("スープ"), "スー|プ");
        assert_eq!(bars("ちょっと"), "ちょっ|と");
        for mark in "、。」』）】！？ー々っゃゅょッャュョァィゥェォヵヶゝ…％℃・".chars() {
            assert_eq!(penalty('肉', mark), None, "{mark}");
            assert_eq!(penalty(' ', mark), None, "{mark}");
        }
    }

    #[test]
    fn opening_marks_end_no_line() {
        assert_eq!(bars("夏「麺」冬"), "夏|「麺」|冬");
        for mark in "「『（【〔〈《“￥".chars() {
            assert_eq!(penalty(mark, '肉'), None, "{mark}");
        }
    }

    #[test]
    fn words_and_numbers_stay_whole() {
        assert_eq!(bars("Miso soup"), "Miso |soup");
        assert_eq!(bars("don’t over-cook, 1,000.5 g"), "don’t |over-|cook, |1,000.5 |g");
        assert_eq!(bars("BBQソース"), "BBQ|ソー|ス");
        assert_eq!(bars("https://example.jp/a"), "https://|example.jp/|a");
    }

    #[test]
    fn several_dots_are_one_mark() {
        assert_eq!(bars("夏……冬"), "夏……|冬");
        assert_eq!(bars("夏――冬"), "夏――|冬");
    }

    #[test]
    fn phrases_end_after_particles_and_pauses() {
        let of = |before, after| penalty(before, after).expect("a line may end here");
        assert!(of('、', '肉') < of('と', '肉'));
        assert!(of('と', '肉') < of('の', '肉'));
        assert!(of('の', '肉') < of('牛', '肉'));
        assert!(of('牛', '肉') < of('煮', 'る'));
        assert!(of('牛', '肉') < of('5', '分'));
    }

    #[test]
    fn what_is_cut_ends_in_a_letter() {
        assert!(may_be_cut_after('肉') && may_be_cut_after('ー') && may_be_cut_after('a'));
        assert!(!may_be_cut_after('「') && !may_be_cut_after('、') && !may_be_cut_after(' ') && !may_be_cut_after('…'));
    }
}
