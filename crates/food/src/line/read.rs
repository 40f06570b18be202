//! The line as a whole: where its amount stands decides what is name and what is remark.

use std::ops::Range;

use super::count::Script;
use super::measure::{Found, measure};
use super::text::{Text, is_japanese};
use super::{Line, Part, Role, cut, finish, head, words};
use crate::food::recognise;
use crate::unit::{Kind, Unit};

/// No ingredient takes more to say; whatever is longer is kept as it is.
const LONGEST: usize = 500;

/// The number is behind these: juice of 1 lemon.
const PARTS_OF: &[&str] = &[
    "the juice of",
    "juice of",
    "juice from",
    "the juice from",
    "zest from",
    "the zest of",
    "zest of",
    "grated zest of",
    "finely grated zest of",
    "juice and zest of",
    "zest and juice of",
    "grated zest and juice of",
    "finely grated zest and juice of",
    "leaves from",
    "seeds from",
];

pub(super) fn read(line: &str) -> Line {
    if line.chars().count() > LONGEST {
        return unread(line);
    }
    let text = Text::new(line);
    let (group, start) = head::head(&text);
    let mut parts: Vec<(Role, Range<usize>)> = Vec::new();
    let mut start = start;
    if let Some(group) = group {
        parts.push((Role::Group, group));
    }
    if let Some(end) = words::any(&text, start, PARTS_OF)
        && let Some(found) = measure(&text, text.skip_spaces(end), true).filter(|found| found.amount.is_some())
    {
        parts.push((Role::Note, start..end));
        start = found.start;
    }
    // あれば三つ葉 適量; お好みで alone says how much.
    if let Some(end) =
        words::any(&text, start, words::IF_ANY).filter(|end| words::loose(&text, start).is_none() && text.says_something(*end..text.len()))
    {
        parts.push((Role::Note, start..end));
        start = text.trim(end..text.len()).start;
    }
    let found = find_amount(&text, &mut start, &mut parts).or_else(|| in_brackets(&text, start));
    place(&text, start, found.as_ref(), &mut parts);
    let found = found.map(|found| unit_is_the_name(&text, found, &mut parts));
    let parts: Vec<Part> = parts
        .into_iter()
        .filter(|(role, range)| {
            !range.is_empty()
                && (text.says_something(range.clone())
                    || matches!(role, Role::Group | Role::About)
                    || text.has(range.start, "〜")
                    || text.has(range.start, "~"))
        })
        .map(|(role, range)| Part { role, range: text.bytes(range) })
        .collect();
    if !parts.iter().any(|part| part.role == Role::Name) || !holds_everything(line, &parts) {
        return unread(line);
    }
    finish(line, parts, found.as_ref())
}

/// The whole line is its name.
fn unread(line: &str) -> Line {
    let trimmed = line.trim();
    let start = line.len() - line.trim_start().len();
    let parts = if trimmed.is_empty() { vec![] } else { vec![Part { role: Role::Name, range: start..start + trimmed.len() }] };
    finish(line, parts, None)
}

/// Every letter and digit is in exactly one part. What would break this is given back unread instead.
fn holds_everything(line: &str, parts: &[Part]) -> bool {
    line.char_indices()
        .filter(|(_, c)| c.is_alphanumeric())
        .all(|(at, _)| parts.iter().filter(|part| part.range.contains(&at)).count() == 1)
}

/// The amount of the line, where it is not in brackets.
fn find_amount(text: &Text, start: &mut usize, parts: &mut Vec<(Role, Range<usize>)>) -> Option<Found> {
    let mut later: Option<Found> = None;
    let mut at = *start;
    while at < text.len() {
        if let Some(end) = text.block_around(at) {
            at = end;
            continue;
        }
        if let Some(found) = candidate(text, *start, at) {
            match verdict(text, *start, &found) {
                Verdict::Taken => {
                    // お好みで 七味 少々: the first of two is a remark.
                    if let Some(first) = later.filter(|first| first.script.is_none()) {
                        parts.push((Role::Note, first.start..first.end));
                        *start = first.end;
                    }
                    return Some(found);
                }
                Verdict::IfNoOther => {
                    at = found.end;
                    later = later.or(Some(found));
                    continue;
                }
                Verdict::Not => {}
            }
        }
        at += 1;
    }
    later
}

fn candidate(text: &Text, start: usize, at: usize) -> Option<Found> {
    // In the middle of a number or of an English word nothing begins.
    let (before, c) = (text.before(at), text.at(at));
    if at > start
        && (c.is_ascii_digit()
            && (before.is_ascii_alphanumeric() || matches!(before, '.' | '/' | ',' | ':') && text.before(at - 1).is_ascii_digit()))
    {
        return None;
    }
    let found = measure(text, at, true)?;
    if !found.abbreviated {
        return Some(found);
    }
    // 大1 of what nobody takes by the spoon is one large piece.
    let food = recognise(&plain(text, start..at));
    if food.is_some_and(|food| food.unit.kind() == Kind::Count && food.weight_of(Unit::Tablespoon).is_none()) {
        measure(text, at, false)
    } else {
        Some(found)
    }
}

enum Verdict {
    Taken,
    IfNoOther,
    Not,
}

fn verdict(text: &Text, start: usize, found: &Found) -> Verdict {
    let before = text.before(found.start);
    let at_head = found.start == start;
    let apart = at_head || text.is_block_end(found.start) || !before.is_alphanumeric() && before != '%';
    let named = || recognise(&plain(text, start..found.start)).is_some();
    let rest = says_something_outside(text, found.end..text.len());
    let has_unit = found.unit.is_some();
    if found.begins_like_a_name && !apart && !named() {
        return Verdict::Not;
    }
    let taken = match found.script {
        // 少々: at the head it may be followed by the real amount.
        None if at_head && rest => return Verdict::IfNoOther,
        None => true,
        Some(Script::Digits) if found.abbreviated => apart || named(),
        Some(Script::Digits) if has_unit => true,
        Some(Script::Digits) if !apart => !rest && named(),
        Some(Script::Digits) if rest && at_head && text.japanese() => return Verdict::IfNoOther,
        Some(Script::Digits) => !rest || at_head,
        Some(Script::Japanese) if found.whole_word => !at_head || rest,
        Some(Script::Japanese) => has_unit && (apart || named()),
        // A word of English counts what is said in English.
        Some(Script::English) => at_head && rest && !is_japanese(text.at(text.skip_spaces(found.end))),
    };
    if taken { Verdict::Taken } else { Verdict::Not }
}

/// The text without its remarks in brackets.
fn plain(text: &Text, range: Range<usize>) -> String {
    let range = text.trim(range);
    range.filter(|at| text.block_around(*at).is_none()).map(|at| text.at(at)).collect()
}

fn says_something_outside(text: &Text, range: Range<usize>) -> bool {
    range.into_iter().any(|at| text.block_around(at).is_none() && text.at(at).is_alphanumeric())
}

/// 鶏もも肉（300g）: the brackets hold the only amount there is, and nothing else.
fn in_brackets(text: &Text, start: usize) -> Option<Found> {
    let blocks: Vec<_> = text.blocks_within(start..text.len()).collect();
    blocks.into_iter().rev().find_map(|block| {
        let inner = text.trim(block.start + 1..block.end - 1);
        measure(text, inner.start, true)
            .filter(|found| found.end == inner.end && (found.unit.is_some() || found.amount.is_some_and(|amount| !amount.is_whole())))
    })
}

/// Gives everything around the amount its place.
fn place(text: &Text, start: usize, found: Option<&Found>, parts: &mut Vec<(Role, Range<usize>)>) {
    let Some(found) = found else {
        cut::name(text, start..text.len(), parts);
        return;
    };
    parts.extend(found.parts.iter().cloned());
    if let Some(block_end) = text.block_around(found.start) {
        let open = text.blocks_within(start..text.len()).find(|block| block.end == block_end).map_or(found.start, |block| block.start);
        cut::name(text, start..open, parts);
        cut::notes(text, block_end..text.len(), parts);
    } else if says_something_outside(text, start..found.start) {
        cut::name(text, start..found.start, parts);
        cut::notes(text, found.end..text.len(), parts);
    } else {
        cut::notes(text, start..found.start, parts);
        let name = after_amount(text, found, parts);
        cut::name(text, name..text.len(), parts);
    }
}

/// Where the name begins behind an amount: after 2個の, cups of, 1 cup plus 2 tbsp, 200g/7oz.
fn after_amount(text: &Text, found: &Found, parts: &mut Vec<(Role, Range<usize>)>) -> usize {
    let mut at = found.end;
    let spaces = text.skip_spaces(at);
    let joined = words::any(text, spaces, &["plus", "and", "+", "/", "or"]);
    if let Some(end) = joined
        && let Some(more) = measure(text, text.skip_spaces(end), true).filter(|more| more.unit.is_some() && more.amount.is_some())
    {
        parts.push((Role::Note, if text.at(spaces) == '/' { more.start..more.end } else { spaces..more.end }));
        at = more.end;
    }
    // 1 can (14 oz) of tomatoes
    let mut next = text.skip_spaces(at);
    while let Some(block) = text.block_at(next) {
        parts.push((Role::Note, text.trim(block.start + 1..block.end - 1)));
        next = text.skip_spaces(block.end);
    }
    let link = if is_japanese(text.at(next)) { ["の"].as_slice() } else { ["of the", "of", "a", "an"].as_slice() };
    match words::any(text, next, link) {
        Some(end) if text.says_something(end..text.len()) => {
            parts.push((Role::Link, next..end));
            end
        }
        _ => next,
    }
}

/// "6 cloves" are the spice: where nothing else is the name, the unit is, if it is a food.
fn unit_is_the_name(text: &Text, mut found: Found, parts: &mut [(Role, Range<usize>)]) -> Found {
    let nameless = !parts.iter().any(|(role, range)| *role == Role::Name && text.says_something(range.clone()));
    let unit = parts.iter_mut().find(|(role, _)| *role == Role::Unit);
    if let Some(unit) = unit.filter(|(_, range)| nameless && found.amount.is_some() && recognise(&plain(text, range.clone())).is_some()) {
        unit.0 = Role::Name;
        found.unit = None;
    }
    found
}
