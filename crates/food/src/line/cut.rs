//! Where a name ends and a remark begins.

use std::ops::Range;

use super::Role;
use super::text::{Text, is_japanese, is_separator};
use super::words;
use crate::food::{find, recognise};

/// A remark begins with one of these words, in either language.
const OR_ELSE: &[&str] = &["または", "もしくは", "あるいは", "or"];

/// In English, a remark also begins with one of these.
const REMARKS: &[&str] = &[
    "for",
    "plus",
    "to taste",
    "as needed",
    "if needed",
    "if desired",
    "as desired",
    "preferably",
    "to serve",
    "to garnish",
    "such as",
    "at room temperature",
    "optional",
    "cut into",
    "divided",
    "to cover",
    "depending on",
];

/// Words that go before a name with a comma between them: boneless, skinless chicken.
const BEFORE_COMMA: &[&str] = &[
    "boneless",
    "skinless",
    "bone-in",
    "skin-on",
    "fresh",
    "dried",
    "large",
    "small",
    "medium",
    "ripe",
    "firm",
    "soft",
    "raw",
    "cooked",
    "unsalted",
    "salted",
    "low-sodium",
    "low-fat",
    "frozen",
    "canned",
    "thick",
    "thin",
    "lean",
    "sweet",
    "hot",
    "cold",
    "peeled",
    "chopped",
    "sliced",
    "diced",
    "minced",
    "finely",
    "crisp",
    "young",
    "good",
    "plain",
    "whole",
    "dry",
    "crushed",
    "grated",
    "shredded",
    "cubed",
    "thinly",
    "organic",
];

/// Gives every character of a stretch that holds a name its place.
pub(super) fn name(text: &Text, range: Range<usize>, parts: &mut Vec<(Role, Range<usize>)>) {
    let end = remark(text, range.clone()).unwrap_or(range.end);
    let mut at = range.start;
    while at < end {
        let piece_end = text.blocks_within(at..end).next().map_or(end, |block| block.start);
        let piece = text.trim(at..piece_end);
        let name_end = if parts.iter().any(|(role, _)| *role == Role::Name) { piece.end } else { spoken_of(text, piece.clone()) };
        let name = text.trim(piece.start..name_end);
        parts.push((Role::Name, name));
        parts.push((Role::Note, text.trim(name_end..piece.end)));
        match text.block_at(piece_end) {
            Some(block) if piece_end < end => {
                parts.push((Role::Note, text.trim(block.start + 1..block.end - 1)));
                at = block.end;
            }
            _ => break,
        }
    }
    parts.push((Role::Note, text.trim(end..range.end)));
}

/// Everything in a stretch is said besides: remarks in brackets each for itself.
pub(super) fn notes(text: &Text, range: Range<usize>, parts: &mut Vec<(Role, Range<usize>)>) {
    let mut at = range.start;
    while at < range.end {
        if let Some(block) = text.block_at(at) {
            parts.push((Role::Note, text.trim(block.start + 1..block.end - 1)));
            at = block.end;
        } else if is_separator(text.at(at)) {
            at += 1;
        } else {
            parts.push((Role::Note, text.trim(at..range.end)));
            return;
        }
    }
}

/// Where a remark begins that is not in brackets. There is always a name before it.
fn remark(text: &Text, range: Range<usize>) -> Option<usize> {
    let english = !range.clone().any(|at| is_japanese(text.at(at)));
    let mut at = range.start;
    while at < range.end {
        if let Some(end) = text.block_around(at) {
            at = end;
            continue;
        }
        if text.says_something(range.start..at) && begins_remark(text, range.start, at, english) {
            return Some(at);
        }
        at += 1;
    }
    None
}

fn begins_remark(text: &Text, start: usize, at: usize, english: bool) -> bool {
    if words::any(text, at, OR_ELSE).is_some_and(|end| !text.at(at).is_ascii() || text.at(end).is_whitespace() || is_japanese(text.at(end)))
    {
        return text.says_something(at + 3..text.len());
    }
    if !english {
        return text.at(at) == 'か' && is_between_foods(text, start, at);
    }
    match text.at(at) {
        ',' | ';' => !only_before_comma(text, start..at) && !lists_foods(text, at + 1),
        '+' => text.before(at).is_whitespace(),
        '-' | '–' | '—' => text.before(at).is_whitespace() && text.at(at + 1).is_whitespace(),
        _ => text.before(at).is_whitespace() && words::any(text, at, REMARKS).is_some(),
    }
}

/// 牛乳か豆乳; the か of わかめ is not between two foods.
fn is_between_foods(text: &Text, start: usize, at: usize) -> bool {
    let name = |range: Range<usize>| -> String { text.trim(range).map(|at| text.at(at)).collect() };
    let end = (at..text.len()).find(|&end| text.at(end).is_whitespace() || text.block_at(end).is_some()).unwrap_or(text.len());
    find(&name(start..end)).is_none() && find(&name(start..at)).is_some() && find(&name(at + 1..end)).is_some()
}

/// "Salt, pepper" are two foods, and no remark about salt.
fn lists_foods(text: &Text, at: usize) -> bool {
    let next: String = (at..text.len()).map(|at| text.at(at)).take_while(|c| !matches!(c, ',' | ';' | '(')).collect();
    find(&next).is_some()
}

fn only_before_comma(text: &Text, range: Range<usize>) -> bool {
    let mut at = range.start;
    while at < range.end {
        match words::any(text, at, BEFORE_COMMA) {
            Some(end) => at = end,
            None if !text.at(at).is_alphanumeric() => at += 1,
            None => return false,
        }
    }
    true
}

/// Where a Japanese name ends before words that say how it is cut: 玉ねぎ みじん切り, 昆布 10cm角. Only after a food that is known.
fn spoken_of(text: &Text, piece: Range<usize>) -> usize {
    let Some(space) = piece.clone().find(|&at| text.at(at).is_whitespace()) else { return piece.end };
    let folded: String = piece.clone().map(|at| text.at(at)).collect();
    let first: String = (piece.start..space).map(|at| text.at(at)).collect();
    if !piece.clone().any(|at| is_japanese(text.at(at))) || recognise(&first).is_none() {
        return piece.end;
    }
    let rest = folded.chars().skip(space - piece.start).collect::<String>();
    let known = find(&folded).is_some() && !rest.trim().starts_with(|c: char| c.is_ascii_digit());
    if !known && rest.split_whitespace().all(says_how) { space } else { piece.end }
}

fn says_how(word: &str) -> bool {
    const ENDINGS: &[&str] = &[
        "切り",
        "ぎり",
        "おろし",
        "用",
        "なし",
        "つき",
        "付き",
        "入り",
        "大",
        "角",
        "幅",
        "長さ",
        "きざみ",
        "刻み",
        "もの",
        "切る",
        "する",
        "したもの",
        "ささがき",
        "すらいす",
        "ぶろっく",
        "かたまり",
        "皮むき",
        "むき身",
        "あれば",
        "お好みで",
        "好みで",
        "みじん",
        "ざく切り",
        "缶詰",
        "冷凍",
        "乾燥",
        "ちゅーぶ",
        "濃縮",
        "減塩",
        "半身",
        "部分",
        "完熟",
        "全形",
        "全型",
        "骨なし",
        "千切",
        "薄切",
        "太め",
        "細め",
        "薄め",
        "厚め",
        "仕上げ",
    ];
    word.starts_with(|c: char| c.is_ascii_digit()) || ENDINGS.iter().any(|ending| word.ends_with(ending))
}
