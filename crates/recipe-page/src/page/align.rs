//! What a page says for programs, compared with what it shows to readers. Where programs get less, readers are believed.

mod wording;

use std::collections::HashSet;

use crate::bounds;
use crate::found::{Found, How};
use crate::schema::is_number_alone;
use crate::tree::{Id, Tree};

use crate::words::is_only_announcement;

use super::lists::Lists;
use super::repeats;

/// Mends what was found by the page itself.
pub(crate) fn align(found: &mut Found, tree: &Tree, shown: &Lists) {
    let lines = tree.lines(Tree::root(), bounds::LINES);
    let keys: Vec<String> = lines.iter().map(|line| key(line)).collect();
    if found.steps.len() > 1 && is_only_announcement(&found.steps[0]) {
        found.steps.remove(0);
    }
    repeats::once(&mut found.ingredients);
    repeats::once(&mut found.steps);
    take_steps(found, shown);
    divide(tree, &mut found.steps, &lines, &keys);
    if let [whole] = found.steps.as_slice() {
        found.steps = unglued(whole);
    }
    divide(tree, &mut found.ingredients, &lines, &keys);
    if found.how == How::Microdata {
        drop_what_is_not_shown(found, shown);
    }
    // One line is no list, unless the page has no more either: some have a keyword there.
    let has_number = |line: &&String| line.chars().any(char::is_numeric);
    if found.ingredients.len() == 1 && shown.ingredients.len() > 2 && shown.ingredients.iter().filter(has_number).count() > 2 {
        found.ingredients.clone_from(&shown.ingredients);
    }
    drop_headings(found, tree);
    take_amounts(found, shown);
    wording::take_shown(&mut found.ingredients, &shown.ingredients);
}

/// Letters and digits alone: spaces and signs differ between what programs and what readers get.
fn key(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// One text or two, which the page shows as several steps.
fn take_steps(found: &mut Found, shown: &Lists) {
    if found.steps.len() > 2 || shown.steps.len() <= found.steps.len() {
        return;
    }
    let whole = |steps: &[String]| -> String { steps.iter().map(|step| key(step)).collect() };
    let (own, others) = (whole(&found.steps), whole(&shown.steps));
    // In one text a sentence or two may be worded in another way; the steps have to be as long as it, and begin within it.
    let begins_within = |step: &String| own.contains(&key(step).chars().take(24).collect::<String>());
    let is_the_same = || {
        found.steps.len() == 1
            && others.len().abs_diff(own.len()) * 10 < own.len()
            && shown.steps.iter().filter(|step| begins_within(step)).count() * 5 >= shown.steps.len() * 4
    };
    if own == others || is_the_same() {
        found.steps.clone_from(&shown.steps);
    }
}

/// All of it in one string, which the page shows in several lines.
fn divide(tree: &Tree, found: &mut Vec<String>, lines: &[String], keys: &[String]) {
    if found.len() > 2 {
        return;
    }
    let mut divided = Vec::new();
    for text in found.iter() {
        match covering(tree, &key(text), keys) {
            Some(range) if range.len() > 1 => {
                divided.extend(range.filter(|&at| !keys[at].is_empty() && !is_number_alone(&lines[at])).map(|at| lines[at].clone()));
            }
            _ => divided.push(text.clone()),
        }
    }
    *found = divided;
}

/// `Heat the oil.Fry the fish.Serve.`: paragraphs that a program put together without anything between them. Sentences with a space between
/// them are of one step. A single such place may be a slip.
fn unglued(whole: &str) -> Vec<String> {
    let mut ends = Vec::new();
    let mut letters = whole.char_indices().peekable();
    let mut before = [' '; 3];
    while let Some((_, letter)) = letters.next() {
        before = [before[1], before[2], letter];
        let ends_sentence = matches!(letter, '.' | '!') && before[1].is_lowercase() && before[0].is_alphabetic();
        if let Some(&(at, next)) = letters.peek()
            && ends_sentence
            && next.is_uppercase()
        {
            ends.push(at);
        }
    }
    if ends.len() < 2 {
        return vec![whole.to_owned()];
    }
    ends.push(whole.len());
    let mut start = 0;
    ends.into_iter().map(|end| whole[std::mem::replace(&mut start, end)..end].trim().to_owned()).collect()
}

/// The page shows the same list without some lines: those are its headings, and recommendations. Lines with an amount are never dropped.
fn drop_what_is_not_shown(found: &mut Found, shown: &Lists) {
    let keys: HashSet<String> = shown.ingredients.iter().map(|line| key(line)).collect();
    let is_shown = |line: &String| keys.contains(&key(line));
    let count = found.ingredients.iter().filter(|line| is_shown(line)).count();
    let is_the_same = count > 1 && count * 10 >= keys.len() * 9 && count * 10 >= found.ingredients.len() * 7;
    if is_the_same {
        found.ingredients.retain(|line| is_shown(line) || line.chars().any(char::is_numeric));
    }
}

/// The lines that are a text, put together; numbers of steps may stand between them.
fn covering(tree: &Tree, text: &str, keys: &[String]) -> Option<std::ops::Range<usize>> {
    if text.chars().count() < 40 {
        return None;
    }
    'starts: for (start, first) in keys.iter().enumerate() {
        if !tree.spend_text(first) {
            return None;
        }
        if first.chars().count() < 4 || !text.starts_with(first.as_str()) {
            continue;
        }
        let mut rest = &text[first.len()..];
        let mut at = start + 1;
        while !rest.is_empty() {
            let Some(next) = keys.get(at) else { continue 'starts };
            if !tree.spend_text(next) {
                return None;
            }
            if let Some(after) = rest.strip_prefix(next.as_str()) {
                rest = after;
            } else if next.chars().count() > 8 {
                continue 'starts;
            }
            at += 1;
        }
        return Some(start..at);
    }
    None
}

/// Headings that stand among the ingredients: the page shows them as headings.
fn drop_headings(found: &mut Found, tree: &Tree) {
    // In JSON nobody writes what is only bold, and a page may have its ingredients in bold.
    let by_bold = found.how == How::Microdata;
    let is_heading = |&id: &Id| match tree.name(id) {
        Some("h2" | "h3" | "h4" | "h5" | "h6") => true,
        Some("strong" | "b") if by_bold => tree.parent(id).is_some_and(|parent| tree.short_text(parent, 60) == tree.short_text(id, 60)),
        _ => false,
    };
    let headings: HashSet<String> =
        tree.elements(Tree::root()).filter(is_heading).filter_map(|id| tree.short_text(id, 60)).map(|text| key(&text)).collect();
    let is_one = |line: &String| {
        !line.chars().any(char::is_numeric) && (is_only_announcement(line) || is_in_capitals(line) || headings.contains(&key(line)))
    };
    let count = found.ingredients.iter().filter(|line| is_one(line)).count();
    // Where most of them are, the page has its ingredients in bold.
    if count * 3 <= found.ingredients.len() {
        found.ingredients.retain(|line| !is_one(line));
    }
}

/// `FOR THE SAUCE`, also with a note behind it: `DRESSING (whisk together)`. Where most lines are so, nothing is said by it. `MAYO` in capitals
/// is an ingredient all the same: the line names a part of a dish.
fn is_in_capitals(line: &str) -> bool {
    let line = line.split_once('(').map_or(line, |(line, _)| line);
    let is_capital = line.chars().filter(|letter| letter.is_uppercase()).count() > 3 && !line.chars().any(char::is_lowercase);
    let is_part = |word: &str| PARTS.contains(&word.trim_end_matches('S')) || PARTS.contains(&word);
    let mut words = line.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    is_capital && (words.clone().next().is_some_and(|first| matches!(first, "FOR" | "TO" | "THE")) || words.any(is_part))
}

/// What stands in capitals over a part of a list.
const PARTS: [&str; 36] = [
    "BASE",
    "BATTER",
    "BOTTOM",
    "BRINE",
    "BROTH",
    "CAKE",
    "COATING",
    "CREAM",
    "CRUMBLE",
    "CRUST",
    "DOUGH",
    "DRESSING",
    "DRIZZLE",
    "DRY",
    "EXTRA",
    "FILLING",
    "FROSTING",
    "GARNISH",
    "GLAZE",
    "GRAVY",
    "ICING",
    "INGREDIENT",
    "LAYER",
    "MARINADE",
    "MIX",
    "OPTIONAL",
    "PASTRY",
    "RUB",
    "SALAD",
    "SAUCE",
    "SERVING",
    "SIDE",
    "STUFFING",
    "SYRUP",
    "TOPPING",
    "WET",
];

/// Names of ingredients without their amounts, which the page shows: each is looked for behind the one before, so that of two lists, for
/// two systems of measures, one is taken.
fn take_amounts(found: &mut Found, shown: &Lists) {
    let has_number = |line: &&String| line.chars().any(char::is_numeric);
    if found.ingredients.iter().filter(has_number).count() * 3 > found.ingredients.len() {
        return;
    }
    let keys: Vec<String> = shown.ingredients.iter().map(|line| key(line)).collect();
    let mut from = 0;
    let mut lines = Vec::new();
    for name in &found.ingredients {
        let name = key(name);
        let at = keys[from..].iter().position(|line| line.contains(&name)).map(|at| from + at);
        lines.push(at.map(|at| shown.ingredients[at].clone()));
        from = at.map_or(from, |at| at + 1);
    }
    let matched = lines.iter().flatten().count();
    if matched * 4 >= lines.len() * 3 && lines.iter().flatten().filter(has_number).count() * 2 >= matched {
        // Where the whole list of the page was found, what is not on it is no ingredient.
        let is_whole = matched == shown.ingredients.len();
        let old = std::mem::take(&mut found.ingredients);
        found.ingredients = old.into_iter().zip(lines).filter_map(|(old, new)| if is_whole { new } else { new.or(Some(old)) }).collect();
    }
}
