//! The mark of a group at the head of a line: what belongs to A is mixed together before it is used.

use std::ops::Range;

use super::text::{Text, is_japanese, is_separator};
use super::words;

/// Besides stars, circles, squares, hearts, circled letters and emoji, which lie together.
const SYMBOLS: &str = "※@#＠＃";

/// The mark, and where the rest of the line begins.
pub(super) fn head(text: &Text) -> (Option<Range<usize>>, usize) {
    let start = skip_bullets(text, 0);
    let found = bracketed(text, start).or_else(|| symbols(text, start)).or_else(|| letter(text, start)).or_else(|| numbered(text, start));
    match found {
        Some((mark, rest)) => {
            let rest = skip_bullets(text, rest);
            if text.says_something(rest..text.len()) { (Some(mark), rest) } else { (None, start) }
        }
        None => (None, start),
    }
}

fn is_never_closed(text: &Text, at: usize) -> bool {
    let close = match text.at(at) {
        '「' => '」',
        '『' => '』',
        '(' | '[' | '{' | '<' | '【' | '〈' | '《' | '〔' => return text.block_at(at).is_none(),
        _ => return false,
    };
    !(at..text.len()).any(|at| text.at(at) == close)
}

/// Dots and dashes of a list; a dash before a digit may be a sign of something else and stays.
fn skip_bullets(text: &Text, mut at: usize) -> usize {
    while at < text.len() && (is_separator(text.at(at)) || is_never_closed(text, at)) {
        let sign = matches!(text.at(at), '~' | '〜' | '.' | '-') && text.at(at + 1).is_ascii_digit();
        if sign {
            break;
        }
        at += 1;
    }
    at
}

fn is_symbol(text: &Text, at: usize) -> bool {
    let c = text.written(at);
    SYMBOLS.contains(c)
        || matches!(c, '\u{25A0}'..='\u{27BF}' | '\u{2B00}'..='\u{2BFF}' | '\u{1F300}'..='\u{1FAFF}')
        || matches!(c, '\u{2460}'..='\u{24FF}' | '\u{1F150}'..='\u{1F189}' | '\u{1F130}'..='\u{1F149}' | '\u{FE0F}')
}

fn symbols(text: &Text, at: usize) -> Option<(Range<usize>, usize)> {
    let mut end = at;
    while end < text.len() && is_symbol(text, end) {
        end += 1;
    }
    if end == at {
        return None;
    }
    // ◎A is one mark.
    Some(letter(text, end).map_or((at..end, end), |(letter, rest)| (at..letter.end, rest)))
}

/// 【タレ】, [A], (A), (1).
fn bracketed(text: &Text, at: usize) -> Option<(Range<usize>, usize)> {
    let quotes = [('「', '」'), ('『', '』')].into_iter().find(|(open, _)| *open == text.at(at));
    let end = match quotes {
        Some((_, close)) => (at..text.len()).find(|&end| text.at(end) == close)? + 1,
        None => text.block_at(at)?.end,
    };
    let inner = text.trim(at + 1..end - 1);
    let short = inner.len() <= 2 && inner.clone().all(|at| text.at(at).is_ascii_alphanumeric() || is_symbol(text, at));
    // Round brackets hold remarks, and quotes hold names, unless there is nothing but a mark in them.
    let only_marks = quotes.is_some() || text.at(at) == '(';
    (!inner.is_empty() && inner.len() <= 12 && (short || !only_marks)).then_some((inner, end))
}

/// A, alone: before a space, before a bracket that closes, or right before Japanese.
fn letter(text: &Text, at: usize) -> Option<(Range<usize>, usize)> {
    if !text.at(at).is_ascii_alphabetic() {
        return None;
    }
    let mark = at..at + 1;
    let (next, rest) = (text.at(at + 1), text.skip_spaces(at + 1));
    match next {
        ')' | ']' | '}' | '>' | '】' | '」' | '』' | '〉' | '》' | '〕' | ':' | '、' | '…' | '|' | '・' | '/' => {
            Some((mark, at + 2))
        }
        // A bracket that spans several lines of a printed list is opened here and closed elsewhere.
        '(' | '[' | '{' | '<' | '【' | '「' | '『' | '〈' | '《' | '〔' if is_never_closed(text, at + 1) => Some((mark, at + 2)),
        '.' if text.at(at + 2).is_whitespace() || is_japanese(text.at(at + 2)) => Some((mark, at + 2)),
        _ if next.is_whitespace() => before_space(text, at, rest).then_some((mark, rest)),
        _ if is_japanese(next) => {
            // Lサイズ is a size, and so would be Aランク; and no recipe has more groups than this.
            let other = ["さいず", "らんく", "級", "ぼーん", "玉"].iter().any(|word| text.has(at + 1, word));
            (('a'..='h').contains(&text.at(at)) && !other).then_some((mark, at + 1))
        }
        _ => None,
    }
}

/// 1. and 2) of a list.
fn numbered(text: &Text, at: usize) -> Option<(Range<usize>, usize)> {
    let end = (at..at + 3).find(|&at| !text.at(at).is_ascii_digit())?;
    let closed = matches!(text.at(end), '.' | ')') && text.at(end + 1).is_whitespace();
    (end > at && closed).then_some((at..end, end + 1))
}

/// "A しょうゆ" has a mark, "A pinch of salt" an article.
fn before_space(text: &Text, at: usize, rest: usize) -> bool {
    if !text.at(rest).is_ascii_alphabetic() {
        return text.japanese() || text.written(at).is_uppercase();
    }
    if text.at(at) != 'a' {
        return text.written(at).is_uppercase();
    }
    let article = words::unit_behind(text, rest).is_some()
        || words::any(text, rest, words::ENGLISH_SIZES).is_some()
        || words::any(text, rest, &["few", "couple", "little", "bit", "touch", "half", "quarter", "smidgen"]).is_some();
    text.written(at).is_uppercase() && !article && (rest..text.len()).any(|at| text.at(at).is_ascii_digit())
}
