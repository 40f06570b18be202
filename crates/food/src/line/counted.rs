//! What a number counts, and packages of so much each: 3 large bunches, 1 (14 oz) can, 70g×2缶.

use std::ops::Range;

use super::Role;
use super::count::{Script, number};
use super::measure::{Found, amount, behind};
use super::text::Text;
use super::words;
use crate::unit::{Kind, Unit};

/// The unit behind a number, and what may stand between them.
pub(super) fn counted_in(text: &Text, found: &mut Found) {
    let english = found.script == Some(Script::English);
    let directly = found.script == Some(Script::Japanese);
    let mut at = if directly { found.end } else { text.skip_spaces(found.end) };
    if text.at(at) == '-' && text.at(at + 1).is_ascii_alphabetic() && words::unit_behind(text, at + 1).is_some() {
        at += 1;
    }
    // 3 large bunches; but 1 L is a litre, and a large onion has no unit at all.
    if let Some(end) = words::any(text, at, words::ENGLISH_SIZES).filter(|_| at > found.end || english) {
        found.push(Role::Note, at..end);
        at = text.skip_spaces(end);
    }
    if let Some((note, unit_at)) = size_of_package(text, at) {
        if note.start > at && text.block_at(at).is_none() {
            found.push(Role::Link, at..at + 1);
        }
        found.push(Role::Note, note);
        at = unit_at;
    }
    if let Some((unit, end)) = words::unit_behind(text, at) {
        // Rib eye is a cut, an ear of corn a unit.
        if text.has(text.skip_spaces(end), "eye") {
            return;
        }
        found.unit = Some(unit);
        found.push(Role::Unit, at..end);
    }
}

pub(super) fn is_times(text: &Text, at: usize) -> bool {
    match text.at(at) {
        '×' | '✕' | '✖' | '*' => true,
        'x' => !text.at(at + 1).is_ascii_alphabetic() && !text.before(at).is_ascii_alphabetic(),
        _ => false,
    }
}

/// What one package holds, between number and unit: 1 (14 oz) can, 1 14-oz can, 2 x 400g tins.
fn size_of_package(text: &Text, at: usize) -> Option<(Range<usize>, usize)> {
    if let Some(block) = text.block_at(at) {
        let unit_at = text.skip_spaces(block.end);
        return words::unit_behind(text, unit_at).is_some().then(|| (text.trim(block.start + 1..block.end - 1), unit_at));
    }
    let times = is_times(text, at);
    let start = if times { text.skip_spaces(at + 1) } else { at };
    let size = number(text, start).filter(|size| size.script == Script::Digits)?;
    let hyphen = text.at(size.end) == '-';
    let unit_at = if hyphen { size.end + 1 } else { text.skip_spaces(size.end) };
    let (unit, end) = words::unit_behind(text, unit_at).filter(|(unit, _)| *unit != Unit::Piece && unit.kind() != Kind::Count)?;
    debug_assert!(!unit.is_loose());
    let next = text.skip_spaces(end);
    (times || hyphen || words::unit_behind(text, next).is_some_and(|(unit, _)| unit.kind() == Kind::Count)).then_some((start..end, next))
}

/// 70g×2缶: two cans, and what each of them holds is a remark.
pub(super) fn packages(text: &Text, found: &mut Found) {
    let sign = text.skip_spaces(found.end);
    let measured = found.unit.is_some_and(|unit| matches!(unit.kind(), Kind::Mass(_) | Kind::Volume(_)));
    let start = text.skip_spaces(sign + 1);
    if !measured || !is_times(text, sign) || !text.at(start).is_ascii_digit() {
        return;
    }
    let mut packages = Found::new(found.start);
    packages.push(Role::Note, found.start..found.end);
    packages.push(Role::Link, sign..sign + 1);
    if amount(text, start, false, &mut packages).is_some() {
        behind(text, &mut packages);
        *found = packages;
    }
}
