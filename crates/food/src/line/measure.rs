//! An amount with its unit, and the small words that cling to it: 約200g, 大さじ1強, 各2〜3個, 1 (14 oz) can.

use std::ops::Range;

use super::Role;
use super::count::{Number, Script, and_a_fraction, number, range_sign};
use super::counted::{counted_in, is_times, packages};
use super::text::{Text, is_japanese};
use super::words;
use crate::amount::Amount;
use crate::quantity::Quantity;
use crate::unit::{Kind, Unit};

/// What was found, and where each of its characters belongs.
#[derive(Debug, Clone)]
pub(super) struct Found {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) amount: Option<Amount>,
    pub(super) amount_max: Option<Amount>,
    pub(super) unit: Option<Unit>,
    pub(super) parts: Vec<(Role, Range<usize>)>,
    /// How its number was written; nothing for 少々.
    pub(super) script: Option<Script>,
    /// 半分: a number that needs no unit.
    pub(super) whole_word: bool,
    /// It begins with a word that may be the end of a name as well: 大, 丼.
    pub(super) begins_like_a_name: bool,
    /// 大1 for 大さじ1: could also be one large piece.
    pub(super) abbreviated: bool,
}

impl Found {
    pub(super) fn new(start: usize) -> Self {
        Self {
            start,
            end: start,
            amount: None,
            amount_max: None,
            unit: None,
            parts: Vec::new(),
            script: None,
            whole_word: false,
            begins_like_a_name: false,
            abbreviated: false,
        }
    }

    pub(super) fn push(&mut self, role: Role, range: Range<usize>) {
        self.end = range.end;
        self.parts.push((role, range));
    }

    fn counted(&mut self, role: Role, number: &Number, at: usize) {
        if role == Role::Amount {
            self.amount = Some(number.value);
            self.script = Some(number.script);
            self.whole_word = number.whole_word;
        } else {
            self.amount_max = Some(number.value);
        }
        self.push(role, at..number.end);
    }

    fn add(&mut self, more: Amount, range: Range<usize>) -> Option<()> {
        let sum = |amount: Option<Amount>| amount.and_then(|amount| amount.checked_add(more));
        if self.amount_max.is_some() {
            self.amount_max = Some(sum(self.amount_max)?);
            self.push(Role::AmountMax, range);
        } else {
            self.amount = Some(sum(self.amount)?);
            self.push(Role::Amount, range);
        }
        Some(())
    }
}

/// The amount that begins here. `spoons` allows 大1 to be a tablespoon.
pub(super) fn measure(text: &Text, at: usize, spoons: bool) -> Option<Found> {
    let mut found = Found::new(at);
    let mut next = at;
    for _ in 0..4 {
        let Some((role, end)) = before_amount(text, next, spoons) else { break };
        if found.parts.is_empty() {
            found.begins_like_a_name = role == Role::Note && words::any(text, next, words::SAID_BEFORE).is_none();
        }
        found.push(role, next..end);
        next = text.skip_spaces(end);
    }
    amount(text, next, spoons, &mut found)?;
    behind(text, &mut found);
    packages(text, &mut found);
    ends_well(text, &found).then_some(found)
}

fn before_amount(text: &Text, at: usize, spoons: bool) -> Option<(Role, usize)> {
    if let Some(end) = words::any(text, at, words::ABOUT) {
        return Some((Role::About, end));
    }
    if matches!(text.at(at), '~' | '〜') && text.at(at + 1).is_ascii_digit() && !text.before(at).is_alphanumeric() {
        return Some((Role::About, at + 1));
    }
    if let Some(end) = words::any(text, at, words::ENGLISH_SIZES)
        && (words::unit_alone(text, text.skip_spaces(end)).is_some()
            || number(text, text.skip_spaces(end)).is_some_and(|number| number.script == Script::Digits))
    {
        return Some((Role::Note, end));
    }
    // ×2, x2
    if is_times(text, at) && number(text, text.skip_spaces(at + 1)).is_some_and(|number| number.script == Script::Digits) {
        return Some((Role::Link, at + 1));
    }
    if words::unit_before(text, at).is_some() || spoons && spoon_in_short(text, at).is_some() {
        return None;
    }
    let end = [words::SAID_BEFORE, words::VESSELS, words::SIZES].into_iter().filter_map(|list| words::any(text, at, list)).max()?;
    Some((Role::Note, end))
}

/// 大1 and 小1/2, unless something is counted: 大1枚 is one large sheet.
fn spoon_in_short(text: &Text, at: usize) -> Option<(Unit, Number)> {
    let unit = match text.at(at) {
        '大' => Unit::Tablespoon,
        '小' => Unit::Teaspoon,
        _ => return None,
    };
    let number = number(text, at + 1).filter(|number| number.script == Script::Digits)?;
    let last = range_sign(text, number.end).and_then(|at| super::count::number(text, at)).map_or(number.end, |more| more.end);
    words::unit_behind(text, text.skip_spaces(last)).is_none().then_some((unit, number))
}

pub(super) fn amount(text: &Text, at: usize, spoons: bool, found: &mut Found) -> Option<()> {
    if let Some((unit, end)) = words::loose(text, at) {
        found.unit = Some(unit);
        found.push(Role::Unit, at..end);
        return Some(());
    }
    if let Some((unit, end)) = words::unit_before(text, at) {
        let heaped = text.skip_spaces(end);
        let number_at = words::any(text, heaped, words::HEAPED).unwrap_or(heaped);
        if let Some(number) = number(text, text.skip_spaces(number_at)).filter(|number| number.script != Script::English) {
            found.push(Role::Unit, at..end);
            if number_at > heaped {
                found.push(if text.has(heaped, "約") { Role::About } else { Role::Note }, heaped..number_at);
            }
            return spoonful(text, found, unit, &number);
        }
    }
    if spoons && let Some((unit, number)) = spoon_in_short(text, at) {
        found.abbreviated = true;
        found.push(Role::Unit, at..at + 1);
        return spoonful(text, found, unit, &number);
    }
    // 数個, a few sprigs: more than one, and nobody knows how many.
    if text.at(at) == '数' {
        let (unit, end) = words::unit_behind(text, at + 1)?;
        found.unit = Some(unit);
        found.push(Role::Unit, at..end);
        return Some(());
    }
    if let Some(end) = words::any(text, at, words::FEW) {
        found.script = Some(Script::English);
        found.push(Role::Note, at..end);
        counted_in(text, found);
        return Some(());
    }
    if let Some((unit, end)) = words::unit_alone(text, at) {
        found.unit = Some(unit);
        found.script = Some(Script::English);
        found.push(Role::Unit, at..end);
        return Some(());
    }
    let mut at = at;
    let mut number = number(text, at)?;
    // A 2-inch piece: the article counts nothing.
    if number.script == Script::English && number.value == Amount::ONE {
        let next = text.skip_spaces(number.end);
        if let Some(length) = super::count::number(text, next).filter(|length| is_length(text, length)) {
            found.push(Role::Link, at..number.end);
            (at, number) = (next, length);
        }
    }
    found.counted(Role::Amount, &number, at);
    if !number.whole_word {
        range(text, found, None);
        counted_in(text, found);
    }
    Some(())
}

fn is_length(text: &Text, number: &Number) -> bool {
    let hyphen = usize::from(text.at(number.end) == '-');
    let unit = words::unit_behind(text, text.skip_spaces(number.end + hyphen));
    number.script == Script::Digits && unit.is_some_and(|(unit, _)| matches!(unit.kind(), Kind::Length(_)))
}

fn spoonful(text: &Text, found: &mut Found, unit: Unit, number: &Number) -> Option<()> {
    found.unit = Some(unit);
    found.counted(Role::Amount, number, text.skip_spaces(found.end));
    range(text, found, Some(unit));
    if text.at(found.end) == '半' && !is_japanese(text.at(found.end + 1)) {
        found.add(Amount::HALF, found.end..found.end + 1)?;
    }
    // 大さじ2杯 is two of them, 大さじ1杯分 one.
    for word in ["杯分", "杯", "はい", "ばい", "ぱい", "分"] {
        if let Some(end) = text.word_end(found.end, word) {
            found.push(Role::Link, found.end..end);
            break;
        }
    }
    Some(())
}

/// The larger number of a range, with its unit once more or not: 2〜3, 大さじ1〜大さじ2, 100g〜150g.
fn range(text: &Text, found: &mut Found, unit: Option<Unit>) {
    let (Some(least), Some(script)) = (found.amount, found.script) else { return };
    // 2、3個
    let neighbours = matches!(text.at(found.end), '、') && script == Script::Digits && least.is_whole();
    let Some(mut at) = range_sign(text, found.end).or_else(|| neighbours.then_some(found.end + 1)) else { return };
    let sign_at = found.end;
    let sign_end = at;
    let mut again = None;
    if let Some((same, end)) = words::unit_before(text, at).filter(|(same, _)| Some(*same) == unit) {
        again = Some(at..end);
        at = text.skip_spaces(end);
        debug_assert_eq!(Some(same), unit);
    }
    let Some(most) = number(text, at).filter(|most| most.script == script && most.value > least) else { return };
    if neighbours && least.checked_add(Amount::ONE) != Some(most.value) {
        return;
    }
    found.push(Role::Link, sign_at..sign_end);
    if let Some(again) = again {
        found.push(Role::Link, again);
    }
    found.counted(Role::AmountMax, &most, at);
}

/// What clings to an amount from behind.
pub(super) fn behind(text: &Text, found: &mut Found) {
    if let Some((Role::Unit, range)) = found.parts.last().cloned()
        && found.amount.is_some()
    {
        behind_unit(text, found, range);
    }
    for _ in 0..3 {
        if let Some(end) = words::any(text, found.end, words::OR_SO) {
            found.push(Role::About, found.end..end);
        } else if let Some(end) = words::any(text, found.end, words::SAID_BEHIND).filter(|end| !text.at(*end).is_alphanumeric()) {
            found.push(Role::Note, found.end..end);
        } else if let Some(end) = words::any(text, text.skip_spaces(found.end), &["or so"]) {
            found.push(Role::About, text.skip_spaces(found.end)..end);
        } else if let Some(end) = words::any(text, text.skip_spaces(found.end), &["each"]) {
            found.push(Role::Note, text.skip_spaces(found.end)..end);
        } else {
            break;
        }
    }
}

fn behind_unit(text: &Text, found: &mut Found, unit: Range<usize>) {
    let longer = |found: &mut Found, end: usize| {
        found.parts.pop();
        found.push(Role::Unit, unit.start..end);
    };
    // 1かけ分: as much as one gives.
    if text.at(found.end) == '分' {
        longer(found, found.end + 1);
    }
    // A 2-inch piece of ginger.
    if matches!(found.unit, Some(Unit::Inch | Unit::Centimetre))
        && let Some(end) = words::any(text, text.skip_spaces(found.end), &["piece", "pieces", "knob", "length"])
    {
        longer(found, end);
    }
    // 400g can chopped tomatoes
    let next = text.skip_spaces(found.end);
    if found.unit.is_some_and(|unit| matches!(unit.kind(), Kind::Mass(_) | Kind::Volume(_))) && text.at(next).is_ascii_alphabetic() {
        let vessel = |unit: &Unit| matches!(unit, Unit::Can | Unit::Jar | Unit::Pack | Unit::Bag | Unit::Box | Unit::Block);
        if let Some((_, end)) = words::unit_behind(text, next).filter(|(unit, _)| vessel(unit)) {
            found.push(Role::Note, next..end);
        }
    }
    if text.at(found.end) == '半' && !is_japanese(text.at(found.end + 1)) {
        // It fits: a number that was read has nine digits at most.
        let _ = found.add(Amount::HALF, found.end..found.end + 1);
    } else if text.at(found.end) == 'と'
        && let Some((more, end)) = and_a_fraction(text, found.end)
    {
        let _ = found.add(more, found.end..end);
    }
    if found.amount_max.is_none() {
        same_unit_again(text, found);
    }
}

/// 100g〜150g
fn same_unit_again(text: &Text, found: &mut Found) {
    let mut more = found.clone();
    range(text, &mut more, None);
    if more.amount_max.is_none() {
        return;
    }
    let at = text.skip_spaces(more.end);
    if let Some((_, end)) = words::unit_behind(text, at).filter(|(unit, _)| Some(*unit) == found.unit) {
        more.push(Role::Link, at..end);
        *found = more;
    }
}

/// An amount is followed by nothing that would make it part of a name: not 7分づき, not 八丁味噌, not 100%.
fn ends_well(text: &Text, found: &Found) -> bool {
    let at = found.end;
    let (c, next) = (text.at(at), text.at(at + 1));
    let has_unit = found.unit.is_some();
    match c {
        '\0' => true,
        '%' | '℃' | '°' | '‰' => false,
        '.' | ',' | '/' | ':' if next.is_ascii_digit() => has_unit,
        '-' if next.is_alphabetic() => has_unit,
        _ if c.is_whitespace() || text.block_at(at).is_some() => true,
        _ if !c.is_alphanumeric() => true,
        _ if text.has(at, "または") || text.has(at, "もしくは") => true,
        // お好みでパセリ
        _ if found.unit == Some(Unit::ToTaste) && text.before(at) == 'で' && !text.before(found.start).is_alphanumeric() => true,
        // お好みの野菜 are vegetables, 少々の塩 is salt.
        'の' if found.script.is_none() => matches!(found.unit, Some(Unit::Little | Unit::Suitable)),
        'の' | 'と' | 'を' | 'か' => {
            has_unit && found.script != Some(Script::Japanese) && !text.has(at, "のり") && !text.has(at, "かけ")
        }
        _ => false,
    }
}

/// The quantity that a text is as a whole.
pub(super) fn whole(text: &str) -> Option<Quantity> {
    let text = Text::new(text);
    let found = measure(&text, text.skip_spaces(0), true)?;
    let amount = found.amount.filter(|_| text.skip_spaces(found.end) == text.len())?;
    Some(Quantity { amount, unit: found.unit })
}
