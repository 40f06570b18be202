//! Small words that stand around amounts. All are given as they are compared: lower-case, hiragana.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::text::Text;
use crate::amount::Amount;
use crate::fold::hiragana;
use crate::unit::Unit;

/// Before an amount: it is not meant exactly.
pub(super) const ABOUT: &[&str] = &[
    "約",
    "およそ",
    "だいたい",
    "大体",
    "おおよそ",
    "ほぼ",
    "approximately",
    "approx.",
    "approx",
    "about",
    "around",
    "roughly",
    "circa",
    "ca.",
];

/// Behind an amount, with the same meaning.
pub(super) const OR_SO: &[&str] = &["程度", "くらい", "ぐらい", "位", "ほど", "前後", "or so"];

/// Behind an amount: a little more, a little less, and what else is said of it.
pub(super) const SAID_BEHIND: &[&str] = &["強", "弱", "ずつ", "以上", "以下", "相当", "余り", "あまり", "未満", "〜", "~"];

/// Before an amount: it is for each, for all, or without the peel.
pub(super) const SAID_BEFORE: &[&str] = &[
    "それぞれ",
    "全部で",
    "合わせて",
    "あわせて",
    "合計",
    "正味",
    "各々",
    "各",
    "計",
    "むき身",
    "可食部",
    "茹でて",
    "ゆでて",
    "乾燥で",
    "皮をむいて",
];

/// Vessels that are not measured: a bowl of rice, a ladle of stock.
pub(super) const VESSELS: &[&str] = &[
    "お茶碗に",
    "茶碗に",
    "お玉に",
    "丼に",
    "お茶碗",
    "茶碗",
    "ご飯茶碗",
    "どんぶり",
    "丼",
    "お玉",
    "おたま",
    "ぐらす",
    "まぐかっぷ",
    "すぷーん",
    "お椀",
    "湯のみ",
    "小鉢",
    "手のひら",
    "片手",
    "両手",
    "大すぷーん山盛り",
    "山盛り",
];

/// Sizes: 大1個, Mサイズ2個, 3 large eggs.
pub(super) const SIZES: &[&str] = &[
    "大きめのもの",
    "小さめのもの",
    "中くらいのもの",
    "大きめの",
    "小さめの",
    "大きいもの",
    "小さいもの",
    "大きめ",
    "小さめ",
    "大き目",
    "小さ目",
    "大ぶり",
    "小ぶり",
    "中くらい",
    "中ぐらい",
    "llさいず",
    "lさいず",
    "mさいず",
    "sさいず",
    "大さいず",
    "中さいず",
    "小さいず",
    "ll",
    "l",
    "m",
    "s",
    "l玉",
    "m玉",
    "大玉",
    "小玉",
    "特大",
    "大",
    "中",
    "小",
    "太め",
    "細め",
    "太",
    "細",
];

/// English sizes, between a number and what is counted.
pub(super) const ENGLISH_SIZES: &[&str] = &[
    "extra-large",
    "extra large",
    "medium-sized",
    "medium-size",
    "large-sized",
    "small-sized",
    "medium to large",
    "small to medium",
    "large",
    "medium",
    "small",
    "big",
    "jumbo",
    "heaping",
    "heaped",
    "level",
    "scant",
    "generous",
    "rounded",
    "packed",
    "loosely packed",
    "firmly packed",
    "lightly packed",
    "thick",
    "thin",
    "good",
    "fat",
    "good-sized",
    "thumb-sized",
    "thumb-size",
    "bite-sized",
    "walnut-sized",
    "med",
    "xl",
    "lg",
];

/// Behind an English amount: whose number it is not, yet.
pub(super) const FEW: &[&str] = &["a few", "a couple of", "a couple", "several", "few"];

/// Between a spoon and its number.
pub(super) const HEAPED: &[&str] = &["山盛り", "すりきり", "すり切り", "軽く", "たっぷり", "約"];

/// At the head of a line: only if there is some.
pub(super) const IF_ANY: &[&str] = &["あれば", "できれば", "仕上げに", "好みで", "お好みで"];

/// Said as one word, the number within: ひとつまみ.
const ONE_WORD: [(&str, Unit, i64); 15] = [
    ("ひとつまみ", Unit::Pinch, 1),
    ("ふたつまみ", Unit::Pinch, 2),
    ("みつまみ", Unit::Pinch, 3),
    ("ひとつかみ", Unit::Handful, 1),
    ("ふたつかみ", Unit::Handful, 2),
    ("ひとふり", Unit::Dash, 1),
    ("ふたふり", Unit::Dash, 2),
    ("ひと振り", Unit::Dash, 1),
    ("ふた振り", Unit::Dash, 2),
    ("ひとまわし", Unit::Drizzle, 1),
    ("ひと回し", Unit::Drizzle, 1),
    ("ふた回し", Unit::Drizzle, 2),
    ("ひとたらし", Unit::Drizzle, 1),
    ("ひとにぎり", Unit::Handful, 1),
    ("ひと握り", Unit::Handful, 1),
];

/// The number within a unit that was said as one word.
pub(super) fn said_in_the_unit(unit: &str) -> Option<Amount> {
    let folded: String = unit.chars().map(hiragana).collect();
    let said = ONE_WORD.iter().find(|(word, ..)| *word == folded).map(|(.., number)| Amount::whole(*number));
    // "Pinch of salt" is one, "a few pinches" are not.
    let one = |unit: Unit| matches!(unit, Unit::Pinch | Unit::Dash | Unit::Handful | Unit::Drizzle | Unit::Bunch);
    said.or_else(|| Unit::find(unit).filter(|known| one(*known) && known.en().eq_ignore_ascii_case(unit)).map(|_| Amount::ONE))
}

/// The first of the words that stands here: where it ends.
pub(super) fn any(text: &Text, at: usize, words: &[&str]) -> Option<usize> {
    words.iter().filter_map(|word| text.word_end(at, word)).max()
}

/// A word that is an amount by itself: 少々, ひとつまみ, to taste.
pub(super) fn loose(text: &Text, at: usize) -> Option<(Unit, usize)> {
    let whole = ONE_WORD.iter().find_map(|(word, unit, _)| Some((*unit, text.word_end(at, word)?)));
    // "optional" says nothing about how much; 適宜 does.
    whole.or_else(|| longest(text, at, Unit::is_loose).filter(|(unit, _)| *unit != Unit::Optional || !text.at(at).is_ascii()))
}

/// "Pinch of salt": one of these needs no number.
pub(super) fn unit_alone(text: &Text, at: usize) -> Option<(Unit, usize)> {
    let small = |unit| matches!(unit, Unit::Pinch | Unit::Dash | Unit::Handful | Unit::Drizzle | Unit::Bunch);
    longest(text, at, small).filter(|(_, end)| text.at(at).is_ascii_alphabetic() && text.at(*end).is_whitespace())
}

/// A unit that stands before its number: 大さじ, カップ.
pub(super) fn unit_before(text: &Text, at: usize) -> Option<(Unit, usize)> {
    longest(text, at, |unit| matches!(unit, Unit::Tablespoon | Unit::Teaspoon | Unit::Cup)).filter(|_| !text.at(at).is_ascii())
}

/// A unit that stands behind its number.
pub(super) fn unit_behind(text: &Text, at: usize) -> Option<(Unit, usize)> {
    // 1T and 1t: the only place where it matters how a letter is written.
    if text.at(at) == 't' && !text.at(at + 1).is_ascii_alphanumeric() {
        let unit = if matches!(text.written(at), 'T' | 'Ｔ') { Unit::Tablespoon } else { Unit::Teaspoon };
        return Some((unit, at + 1 + usize::from(text.at(at + 1) == '.')));
    }
    let (unit, end) = longest(text, at, |unit| !unit.is_loose())?;
    // Thumb-sized is no unit.
    if text.at(at).is_ascii() && text.at(end) == '-' && text.at(end + 1).is_ascii_alphabetic() {
        return None;
    }
    // oz. and tbsp. end in a full stop.
    let stop = text.at(at).is_ascii() && text.at(end) == '.' && !text.at(end + 1).is_ascii_alphanumeric();
    Some((unit, end + usize::from(stop)))
}

/// Words of units by their first character, as they are compared.
static UNITS: LazyLock<HashMap<char, Vec<(String, Unit)>>> = LazyLock::new(|| {
    let mut words: HashMap<char, Vec<(String, Unit)>> = HashMap::new();
    for unit in Unit::all() {
        for word in unit.words() {
            let word: String = word.chars().flat_map(char::to_lowercase).map(hiragana).collect();
            if let Some(first) = word.chars().next() {
                words.entry(first).or_default().push((word, unit));
            }
        }
    }
    words
});

fn longest(text: &Text, at: usize, wanted: impl Fn(Unit) -> bool) -> Option<(Unit, usize)> {
    let candidates = UNITS.get(&text.at(at))?.iter().filter(|(_, unit)| wanted(*unit));
    candidates.filter_map(|(word, unit)| Some((*unit, text.word_end(at, word)?))).max_by_key(|(_, end)| *end)
}
