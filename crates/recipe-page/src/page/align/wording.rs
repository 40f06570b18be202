//! Two ways to word the same list: what programs get is often put together from fields, what readers get was read by somebody.

use std::collections::HashSet;

use super::key;

/// Takes the lines that the page shows, where those for programs are worse to read: `2 clove(s) garlic`, `garlic, 2 cloves`, names in
/// lower case. In all other ways they differ (notes in brackets, `1/2` and `½`) neither is better, and a page's list may have been
/// changed by a script.
pub(super) fn take_shown(ingredients: &mut Vec<String>, shown: &[String]) {
    if ingredients.len() < 2 || ingredients == shown {
        return;
    }
    if let Some(pairs) = pairs(ingredients, shown) {
        let of = |passes: fn(&str, &str) -> bool| {
            pairs.iter().enumerate().filter(|&(at, &other)| passes(&ingredients[at], &shown[other])).count()
        };
        let has_marks = of(|one, other| has_mark(one) && !has_mark(other)) * 3 >= pairs.len();
        let is_turned = of(is_turned) * 2 > pairs.len();
        if has_marks || is_turned {
            *ingredients = pairs.iter().map(|&other| shown[other].clone()).collect();
            return;
        }
    }
    if is_the_same_but_for_case(ingredients, shown) {
        *ingredients = shown.to_vec();
        drop_repetitions(ingredients);
    }
}

/// Without their headings, what belongs to several parts of a recipe only repeats itself: `Salt, pepper` says nothing new.
fn drop_repetitions(ingredients: &mut Vec<String>) {
    let mut known = HashSet::new();
    ingredients.retain(|line| line.chars().any(char::is_numeric) || known.insert(line.clone()));
}

/// For each line the one that the page shows for it, in the same order; only headings may be left over.
fn pairs(ingredients: &[String], shown: &[String]) -> Option<Vec<usize>> {
    let words: Vec<HashSet<String>> = shown.iter().map(|line| words(line)).collect();
    let mut pairs = Vec::new();
    let mut from = 0;
    for line in ingredients {
        let own = self::words(line);
        // A few headings at most stand between two lines.
        let next = (from..shown.len().min(from + 3)).find(|&at| is_alike(&own, &words[at]))?;
        if shown[from..next].iter().any(|line| line.chars().any(char::is_numeric)) {
            return None;
        }
        pairs.push(next);
        from = next + 1;
    }
    (!shown[from..].iter().any(|line| line.chars().any(char::is_numeric))).then_some(pairs)
}

/// Most words of the shorter line are in the other.
fn is_alike(one: &HashSet<String>, other: &HashSet<String>) -> bool {
    let common = one.intersection(other).count();
    common > 0 && common * 2 >= one.len().min(other.len())
}

/// The words of a line; an amount and its unit are two, whether there is a space between them or not.
fn words(line: &str) -> HashSet<String> {
    let line = line.to_lowercase().replace("(s)", "").replace("(es)", "");
    let mut words = HashSet::new();
    for part in line.split(|letter: char| !letter.is_alphanumeric()) {
        let unit = part.trim_start_matches(char::is_numeric);
        words.insert(part[..part.len() - unit.len()].to_owned());
        // `cloves` for `clove(s)`
        words.insert(unit.strip_suffix('s').unwrap_or(unit).to_owned());
    }
    words.remove("");
    words
}

/// `clove(s)`: a program did not know how many.
fn has_mark(line: &str) -> bool {
    ["(s)", "(es)"].iter().any(|mark| line.find(mark).is_some_and(|at| line[..at].ends_with(char::is_alphabetic)))
}

/// `flour 200 g` for `200 g flour`: a number with no more than a word or two behind it.
fn is_turned(one: &str, other: &str) -> bool {
    let ends_with_amount = one.rfind(char::is_numeric).is_some_and(|at| one[at..].split_whitespace().count() <= 3);
    let begins = |line: &str| line.starts_with(char::is_numeric);
    ends_with_amount && !begins(one) && begins(other) && words(one).is_subset(&words(other))
}

/// The page shows all of it and hardly more, letter by letter, but in capitals and small letters as they are written: somebody mended
/// them there.
fn is_the_same_but_for_case(ingredients: &[String], shown: &[String]) -> bool {
    if shown.len() > ingredients.len() + 1 {
        return false;
    }
    let mut others = shown.iter();
    let mut differs = false;
    for line in ingredients {
        let Some(other) = others.find(|other| key(other) == key(line)) else { return false };
        if line.to_lowercase() != other.to_lowercase() {
            return false;
        }
        differs |= line != other;
    }
    differs
}
