//! Numbers as recipes write them.

use super::text::Text;
use crate::amount::Amount;

/// How a number was written: the plainer, the surer that it is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Script {
    /// 2, １/２, ½.
    Digits,
    /// 二, 半, ふた: also parts of names.
    Japanese,
    /// two, half a.
    English,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Number {
    pub(super) value: Amount,
    pub(super) end: usize,
    pub(super) script: Script,
    /// It says all by itself: 半分, ひとつ.
    pub(super) whole_word: bool,
}

impl Number {
    fn new(value: Amount, end: usize, script: Script) -> Self {
        Self { value, end, script, whole_word: false }
    }
}

/// The number that begins here.
pub(super) fn number(text: &Text, at: usize) -> Option<Number> {
    digits(text, at).or_else(|| japanese(text, at)).or_else(|| english(text, at))
}

/// Numbers so long are no amounts in a kitchen.
const LONGEST: usize = 9;

fn whole(text: &Text, at: usize) -> Option<(i64, usize)> {
    let mut end = at;
    let mut value: i64 = 0;
    let mut seen = 0;
    loop {
        if let Some(digit) = text.at(end).to_digit(10) {
            value = value.checked_mul(10)?.checked_add(digit.into())?;
            seen += 1;
            end += 1;
        } else if text.at(end) == ',' && seen > 0 && seen <= 3 + 4 && three_digits(text, end + 1) {
            end += 1;
        } else {
            break;
        }
        if seen > LONGEST {
            return None;
        }
    }
    (seen > 0).then_some((value, end))
}

fn three_digits(text: &Text, at: usize) -> bool {
    (at..at + 3).all(|at| text.at(at).is_ascii_digit()) && !text.at(at + 3).is_ascii_digit()
}

fn vulgar(c: char) -> Option<Amount> {
    let (above, below) = match c {
        '½' => (1, 2),
        '⅓' => (1, 3),
        '⅔' => (2, 3),
        '¼' => (1, 4),
        '¾' => (3, 4),
        '⅕' => (1, 5),
        '⅖' => (2, 5),
        '⅗' => (3, 5),
        '⅘' => (4, 5),
        '⅙' => (1, 6),
        '⅚' => (5, 6),
        '⅛' => (1, 8),
        '⅜' => (3, 8),
        '⅝' => (5, 8),
        '⅞' => (7, 8),
        '⅒' => (1, 10),
        _ => return None,
    };
    Amount::new(above, below)
}

/// 1/2 or ½.
fn fraction(text: &Text, at: usize) -> Option<(Amount, usize)> {
    if let Some(value) = vulgar(text.at(at)) {
        return Some((value, at + 1));
    }
    let (above, slash) = whole(text, at)?;
    if !matches!(text.at(slash), '/' | '⁄' | '∕') {
        return None;
    }
    let (below, end) = whole(text, slash + 1)?;
    Some((Amount::new(above, below)?, end))
}

fn digits(text: &Text, at: usize) -> Option<Number> {
    if let Some((value, end)) = fraction(text, at) {
        return Some(Number::new(value, end, Script::Digits));
    }
    if text.at(at) == '.' && text.at(at + 1).is_ascii_digit() && !text.before(at).is_ascii_digit() && text.before(at) != '.' {
        let (value, end) = decimals(text, 0, at)?;
        return Some(Number::new(value, end, Script::Digits));
    }
    let (value, end) = whole(text, at)?;
    if text.at(end) == '.' && text.at(end + 1).is_ascii_digit() {
        let (value, end) = decimals(text, value, end)?;
        return Some(Number::new(value, end, Script::Digits));
    }
    // 2分の1
    if let Some((above, last)) = text.word_end(end, "分の").and_then(|next| whole(text, next)) {
        return Some(Number::new(Amount::new(above, value)?, last, Script::Digits));
    }
    let value = Amount::whole(value);
    let (value, end) = and_a_fraction(text, end).and_then(|(more, end)| Some((value.checked_add(more)?, end))).unwrap_or((value, end));
    Some(Number::new(value, end, Script::Digits))
}

fn decimals(text: &Text, whole_part: i64, point: usize) -> Option<(Amount, usize)> {
    let (decimals, end) = whole(text, point + 1)?;
    // Behind the point a comma groups nothing: which of the two is the point is not guessed.
    if (point + 1..end).any(|at| text.at(at) == ',') {
        return None;
    }
    let power = 10_i64.checked_pow(u32::try_from(end - point - 1).ok()?)?;
    let value = Amount::whole(whole_part).checked_add(Amount::new(decimals, power)?)?;
    Some((value, end))
}

/// What makes one and a half of one: 1と1/2, 1 1/2, 1½, 1・1/2, 1-1/2, 1 and 1/2, 1と半分.
pub(super) fn and_a_fraction(text: &Text, at: usize) -> Option<(Amount, usize)> {
    let spaces = text.skip_spaces(at);
    let after = |word: &str| text.word_end(spaces, word).map(|end| text.skip_spaces(end));
    let starts = [
        Some(spaces),
        after("と"),
        (text.at(at) == '・').then_some(at + 1),
        (text.at(at) == '-').then_some(at + 1),
        after("and"),
        after("&"),
        after("+"),
    ];
    let below_one = |(value, _): &(Amount, usize)| *value < Amount::ONE && !value.is_zero();
    starts.into_iter().flatten().find_map(|start| fraction(text, start)).filter(below_one).or_else(|| {
        let half = after("と")?;
        Some((Amount::HALF, text.word_end(half, "半分").or_else(|| text.word_end(half, "半"))?))
    })
}

fn kanji_digit(c: char) -> Option<i64> {
    "一二三四五六七八九".chars().position(|digit| digit == c).map(|at| at as i64 + 1)
}

fn japanese(text: &Text, at: usize) -> Option<Number> {
    if let Some(end) = text.word_end(at, "半分") {
        return Some(Number { whole_word: true, ..Number::new(Amount::HALF, end, Script::Japanese) });
    }
    if text.at(at) == '半' {
        return Some(Number::new(Amount::HALF, at + 1, Script::Japanese));
    }
    // 一, 十, 十二, 二十, 二十五
    let tens = kanji_digit(text.at(at)).filter(|_| text.at(at + 1) == '十').map(|tens| (tens, at + 2));
    let (tens, next) = tens.or_else(|| (text.at(at) == '十').then_some((1, at + 1))).unwrap_or((0, at));
    let (ones, end) = kanji_digit(text.at(next)).map_or((0, next), |ones| (ones, next + 1));
    if end > at {
        return Some(Number::new(Amount::whole(tens * 10 + ones), end, Script::Japanese));
    }
    let said = [("ひと", 1), ("ふた", 2), ("みっ", 3), ("よっ", 4), ("いつ", 5), ("むっ", 6)];
    let (word, value) = said.into_iter().find(|(word, _)| text.has(at, word))?;
    let end = at + word.chars().count();
    Some(Number::new(Amount::whole(value), end, Script::Japanese))
}

fn english(text: &Text, at: usize) -> Option<Number> {
    const WORDS: [(&str, i64, i64); 24] = [
        ("half of an", 1, 2),
        ("half of a", 1, 2),
        ("half an", 1, 2),
        ("half a", 1, 2),
        ("a half", 1, 2),
        ("half", 1, 2),
        ("three quarters of a", 3, 4),
        ("three quarters", 3, 4),
        ("a quarter of a", 1, 4),
        ("a quarter", 1, 4),
        ("one", 1, 1),
        ("two", 2, 1),
        ("three", 3, 1),
        ("four", 4, 1),
        ("five", 5, 1),
        ("six", 6, 1),
        ("seven", 7, 1),
        ("eight", 8, 1),
        ("nine", 9, 1),
        ("ten", 10, 1),
        ("eleven", 11, 1),
        ("twelve", 12, 1),
        ("an", 1, 1),
        ("a", 1, 1),
    ];
    let (end, above, below) = WORDS.into_iter().find_map(|(word, above, below)| Some((text.word_end(at, word)?, above, below)))?;
    let value = Amount::new(above, below)?;
    // one and a half
    let more = text.word_end(text.skip_spaces(end), "and a half").filter(|_| below == 1);
    let (value, end) = more.and_then(|end| Some((value.checked_add(Amount::HALF)?, end))).unwrap_or((value, end));
    text.at(end).is_whitespace().then(|| Number::new(value, end, Script::English))
}

/// What stands between the two numbers of a range; where the second may begin.
pub(super) fn range_sign(text: &Text, at: usize) -> Option<usize> {
    let spaces = text.skip_spaces(at);
    let end = match text.at(spaces) {
        '~' | '〜' | '-' | '–' | '—' | '‐' | '−' | 'ー' | '―' | '─' => spaces + 1,
        _ => ["から", "to", "or"].iter().find_map(|word| text.word_end(spaces, word))?,
    };
    Some(text.skip_spaces(end))
}
