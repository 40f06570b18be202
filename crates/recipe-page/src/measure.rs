//! Times and numbers of servings.

use crate::bounds;
use crate::clean;
use crate::found::Servings;

/// Minutes of an ISO 8601 duration (`PT1H30M`) or of words (`1 hour 30 min`, `約1時間半`). No time at all is nothing.
pub(crate) fn minutes(text: &str) -> Option<u32> {
    let text = clean::line(bounds::cut(text, bounds::SHORT));
    let text: String = text.chars().map(ascii_digit).collect();
    let seconds = iso(&text).or_else(|| words(&text))?;
    let minutes = (seconds / 60.0).ceil();
    (1.0..60.0 * 24.0 * 60.0).contains(&minutes).then_some(minutes as u32)
}

fn iso(text: &str) -> Option<f64> {
    let rest = text.strip_prefix(['P', 'p'])?;
    let mut seconds = 0.0;
    let mut number = String::new();
    let mut of_time = false;
    for letter in rest.chars() {
        match letter.to_ascii_uppercase() {
            'T' => of_time = true,
            '0'..='9' | '.' => number.push(letter),
            ',' => number.push('.'),
            unit if !number.is_empty() => {
                let one = match unit {
                    'W' => 604_800.0,
                    'D' => 86_400.0,
                    'H' => 3_600.0,
                    'M' if of_time => 60.0,
                    'S' => 1.0,
                    'Y' | 'M' => 0.0,
                    _ => return None,
                };
                seconds += number.parse::<f64>().ok()? * one;
                number.clear();
            }
            ' ' => {}
            _ => return None,
        }
    }
    Some(seconds)
}

fn words(text: &str) -> Option<f64> {
    let lower = text.to_lowercase();
    let mut rest = lower.as_str();
    let mut seconds = 0.0;
    let mut any = false;
    let mut last_unit = 60.0;
    let mut is_next_to_unit = false;
    while let Some(start) = rest.find(|letter: char| letter.is_ascii_digit() || fraction(letter).is_some()) {
        let (number, length) = amount(&rest[start..])?;
        let is_of_hour = is_next_to_unit && start == 0 && last_unit == HOUR;
        is_next_to_unit = false;
        rest = rest[start + length..].trim_start();
        // Of "10 to 15 minutes" the longer.
        if let Some(after) = range(rest) {
            rest = after;
            continue;
        }
        let Some((one, length)) = unit(rest) else {
            // A number alone is minutes, and so are those behind the hours: 1h30.
            if rest.is_empty() && !any {
                return Some(number * 60.0);
            }
            if is_of_hour && number < 60.0 {
                seconds += number * 60.0;
            }
            continue;
        };
        any = true;
        last_unit = one;
        seconds += number * one;
        rest = rest[length..].trim_start_matches(|letter: char| letter.is_ascii_alphabetic() || letter == '.').trim_start();
        if let Some(after) = rest.strip_prefix('半') {
            seconds += one / 2.0;
            rest = after;
        }
        // Of 10分〜15分 the longer, too.
        if let Some(after) = range(rest) {
            seconds = 0.0;
            rest = after;
        }
        is_next_to_unit = true;
    }
    if any && rest.contains('半') {
        seconds += last_unit / 2.0;
    }
    any.then_some(seconds)
}

const HOUR: f64 = 3_600.0;

/// What follows the sign between two numbers.
fn range(rest: &str) -> Option<&str> {
    let after = ["-", "–", "〜", "~", "～", "から", "to ", "bis ", "à "].into_iter().find_map(|sign| rest.strip_prefix(sign))?.trim_start();
    after.starts_with(|letter: char| letter.is_ascii_digit()).then_some(after)
}

/// How many seconds a unit is, and how many bytes it takes.
fn unit(rest: &str) -> Option<(f64, usize)> {
    let units: [(&[&str], f64); 4] = [
        (&["day", "tag", "dag", "日", "día", "jour"], 86_400.0),
        (&["時間", "hour", "hr", "stunde", "std", "heure", "hora", "ore", "ora", "tim", "uur", "óra", "godz", "h"], HOUR),
        (&["分", "min", "perc", "m"], 60.0),
        (&["秒", "sec", "sek", "s"], 1.0),
    ];
    units.into_iter().find_map(|(names, one)| names.iter().find(|name| rest.starts_with(**name)).map(|name| (one, name.len())))
}

/// For how many it is, and the number in it.
pub(crate) fn servings(text: &str) -> Option<Servings> {
    let text = bounds::shorten(clean::line(text), bounds::SHORT);
    if text.is_empty() {
        return None;
    }
    let ascii: String = text.chars().map(ascii_digit).collect();
    let number = first_count(&ascii).map(|number| number as f32).filter(|&number| number > 0.0 && number < 10_000.0);
    Some(Servings { text, number })
}

/// The first number that counts something: 18 of `18cm型1台分` is the size of a tin, and one tin is for as many as eat of it.
fn first_count(text: &str) -> Option<f64> {
    let mut rest = text;
    let mut is_side = false;
    loop {
        let start = rest.find(|letter: char| letter.is_ascii_digit() || fraction(letter).is_some())?;
        let (number, length) = amount(&rest[start..])?;
        rest = &rest[start + length..];
        let behind = rest.trim_start_matches([' ', '-', '\u{a0}']).to_lowercase();
        // `9x13`, too.
        let sides =
            behind.strip_prefix(['x', '×', '*']).is_some_and(|other| other.trim_start().starts_with(|next: char| next.is_ascii_digit()));
        let is_of_tin = sides
            || is_side
            || ["cm", "㎝", "センチ", "mm", "㎜", "ミリ", "inch", "in.", "\"", "”", "″", "号"].iter().any(|unit| behind.starts_with(unit));
        is_side = sides;
        if !is_of_tin {
            return (!behind.starts_with('台')).then_some(number);
        }
    }
}

/// `2`, `1.5`, `1/2`, `1 1/2`, `1½`: the number, and how many bytes of the text it takes.
fn amount(text: &str) -> Option<(f64, usize)> {
    let digits = |text: &str| text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let mut end = digits(text).min(9);
    let mut number: f64 = if end == 0 { 0.0 } else { text[..end].parse().ok()? };
    let after = &text[end..];
    if let Some(half) = after.chars().next().and_then(fraction) {
        return Some((number + half, end + after.chars().next().map_or(0, char::len_utf8)));
    }
    if after.starts_with(['.', ',']) && digits(&after[1..]) > 0 && digits(&after[1..]) < 3 {
        let decimals = digits(&after[1..]);
        number += after[1..=decimals].parse::<f64>().ok()? / 10_f64.powi(decimals as i32);
        end += 1 + decimals;
    } else if let Some(below) = after.strip_prefix('/')
        && digits(below) > 0
        && digits(below) < 4
    {
        let length = digits(below);
        let divisor: f64 = below[..length].parse().ok()?;
        if divisor > 0.0 {
            number /= divisor;
        }
        end += 1 + length;
    } else if let Some(next) = after.strip_prefix(' ')
        && let Some(bar) = next.find('/').filter(|&bar| bar > 0 && bar == digits(next))
        && digits(&next[bar + 1..]) > 0
        && let Some((part, length)) = amount(next)
    {
        number += part;
        end += 1 + length;
    }
    (end > 0).then_some((number, end))
}

fn fraction(letter: char) -> Option<f64> {
    Some(match letter {
        '½' => 0.5,
        '⅓' => 1.0 / 3.0,
        '⅔' => 2.0 / 3.0,
        '¼' => 0.25,
        '¾' => 0.75,
        '⅛' => 0.125,
        _ => return None,
    })
}

/// `２` as `2`.
fn ascii_digit(letter: char) -> char {
    match letter {
        '０'..='９' => char::from(b'0' + (letter as u32 - '０' as u32) as u8),
        letter => letter,
    }
}
