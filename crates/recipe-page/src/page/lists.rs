//! The lists that a page shows: found by the words over them, and by how their elements are called.

use std::collections::HashMap;

use crate::bounds;
use crate::clean;
use crate::schema::is_number_alone;
use crate::tidy;
use crate::tree::{Id, Tree};

use crate::words::{Part, announces, is_aside, is_recommendation};

use super::repeats;

/// What the page itself shows.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    pub(crate) ingredients: Vec<String>,
    pub(crate) steps: Vec<String>,
    /// As the heading over the ingredients says it.
    pub(crate) servings: Option<String>,
}

/// Places that could be it; further ones are not looked at.
const MOST_CANDIDATES: usize = 400;
/// Nodes that are looked at behind a heading.
const MOST_NODES: usize = 6_000;

/// Reads the lists of a page.
pub(crate) fn lists(tree: &Tree) -> Lists {
    let mut found = Lists::default();
    let mut ingredients = Best::default();
    let mut steps = Best::default();
    let announced = announced(tree);
    for (part, heading) in headings(tree, &announced) {
        if tree.is_spent() {
            break;
        }
        match part {
            Part::Ingredients => {
                for (lines, factor) in behind(tree, &announced, heading, part) {
                    ingredients.offer(tree, lines, one_list, ingredient_worth, factor);
                }
                if found.servings.is_none() {
                    found.servings = Some(tree.text(heading)).filter(|text| text.chars().any(char::is_numeric));
                }
            }
            Part::Steps => {
                // Many tell there, at length, what they list further down.
                let tells = tree.short_text(heading, 60).is_some_and(|text| text.to_lowercase().contains("how to make "));
                for (lines, factor) in behind(tree, &announced, heading, part) {
                    steps.offer(tree, lines, all_of_it, step_worth, if tells { factor * 0.6 } else { factor });
                }
            }
            Part::Other => {}
        }
    }
    for (part, elements) in called(tree) {
        if tree.is_spent() {
            break;
        }
        let lines = |whole: bool| -> Vec<String> {
            let of = |&id: &Id| if whole { vec![item(tree, id)] } else { items(tree, id) };
            elements.iter().flat_map(of).take(bounds::INGREDIENTS + 1).collect()
        };
        // Several that are called the same are likely a line each.
        for whole in [elements.len() > 1, false] {
            match part {
                Part::Ingredients => ingredients.offer(tree, lines(whole), one_list, ingredient_worth, 1.2),
                Part::Steps => steps.offer(tree, lines(whole), all_of_it, step_worth, 1.2),
                Part::Other => {}
            }
        }
    }
    found.ingredients = ingredients.lines;
    steps.lines.retain(|line| !is_number_alone(line));
    found.steps = tidy::steps(steps.lines);
    found
}

/// The best list so far.
#[derive(Default)]
struct Best {
    lines: Vec<String>,
    worth: f32,
}

impl Best {
    fn offer(
        &mut self,
        tree: &Tree,
        lines: Vec<String>,
        choose: fn(Vec<String>) -> Vec<String>,
        worth_of: fn(&[String]) -> f32,
        factor: f32,
    ) {
        // Lines are compared with each other, letter by letter.
        if !tree.spend(lines.iter().map(|line| 20 + line.len()).sum()) {
            return;
        }
        let mut lines = choose(lines);
        // Behind `Recommended products` and the like nothing belongs to the list any more.
        if let Some(end) = lines.iter().skip(2).position(|line| is_recommendation(line)) {
            lines.truncate(end + 2);
        }
        lines.retain(|line| line.contains(char::is_alphanumeric) && announces(line).is_none());
        lines.dedup();
        repeats::once(&mut lines);
        let worth = worth_of(&lines) * factor;
        if worth > self.worth {
            *self = Self { lines, worth };
        }
    }
}

fn all_of_it(lines: Vec<String>) -> Vec<String> {
    lines
}

/// Of a list that stands there for several systems of measures and numbers of servings, one.
fn one_list(lines: Vec<String>) -> Vec<String> {
    let mut lines = tidy::ingredients(lines);
    lines.retain(|line| !is_aside(line));
    repeats::first_system(&mut lines);
    repeats::first_variant(&mut lines);
    lines
}

/// How much a list looks like ingredients: short lines, many with a number.
fn ingredient_worth(lines: &[String]) -> f32 {
    if lines.len() < 2 || lines.len() > bounds::INGREDIENTS {
        return 0.0;
    }
    let has_amount = |line: &String| line.chars().any(char::is_numeric) || ["適量", "少々", "適宜"].iter().any(|word| line.contains(word));
    // Without any amounts it is a list all the same, but anything could be.
    let plain = if lines.iter().any(has_amount) { -0.3 } else { 0.3 };
    let worth: f32 = lines
        .iter()
        .map(|line| match line.chars().count() {
            0..=1 => -1.0,
            2..=110 if has_amount(line) => 2.0,
            2..=60 => plain,
            61..=160 => -0.5,
            _ => -4.0,
        })
        .sum();
    // A long list is better than a short one, but not by its length alone.
    worth / (lines.len() as f32).sqrt()
}

/// How much a list looks like steps: sentences.
fn step_worth(lines: &[String]) -> f32 {
    if lines.is_empty() || lines.len() > bounds::STEPS {
        return 0.0;
    }
    let mut worth = 0.0;
    for line in lines {
        // A Japanese letter says as much as two or three others.
        let length: usize = line.chars().map(|letter| if letter as u32 > 0x2e80 { 3 } else { 1 }).sum();
        worth += match length {
            0..=59 if line.starts_with(char::is_numeric) && crate::tidy::number(line).is_none() => -1.5,
            0..=14 => -1.0,
            15..=29 => 0.2,
            30..=900 => 2.0,
            _ => 0.5,
        };
    }
    worth / (lines.len() as f32).sqrt()
}

fn level(tree: &Tree, id: Id) -> Option<u32> {
    let name = tree.name(id)?;
    let level = name.strip_prefix('h')?.parse().ok()?;
    (1..=6).contains(&level).then_some(level)
}

/// Whether an element could be a heading, by its kind.
fn may_be_heading(tree: &Tree, id: Id) -> bool {
    level(tree, id).is_some()
        || matches!(
            tree.name(id),
            Some("strong" | "b" | "dt" | "th" | "legend" | "p" | "span" | "div" | "caption" | "summary" | "u" | "em" | "td" | "a" | "font")
        )
}

/// What looking through all words that could be over a list costs.
const WORDS: usize = 60;

/// What elements announce, each looked at once: what stands behind a heading is read up to the next, from many headings and in several ways.
fn announced(tree: &Tree) -> HashMap<Id, Part> {
    // Most elements hold far more than a heading: their text is not even put together.
    let of = |id: Id| {
        let text = may_be_heading(tree, id).then(|| tree.short_text(id, 60)).flatten()?;
        let part = tree.spend(WORDS).then(|| announces(&text)).flatten()?;
        Some((id, part))
    };
    tree.elements(Tree::root()).filter_map(of).collect()
}

fn headings(tree: &Tree, announced: &HashMap<Id, Part>) -> Vec<(Part, Id)> {
    let mut found: Vec<(Part, Id)> = Vec::new();
    for id in tree.elements(Tree::root()) {
        if found.len() >= MOST_CANDIDATES {
            break;
        }
        // Of `<h2><span>` the inner one would be found again.
        if let Some(&part) = announced.get(&id)
            && found.last().is_none_or(|&(_, last)| !tree.is_within(id, last))
        {
            found.push((part, id));
        }
    }
    found
}

/// The nodes that belong to a heading: up to the next that is as high, or that announces something else.
fn end_of(tree: &Tree, announced: &HashMap<Id, Part>, heading: Id, part: Part, within: Id) -> Vec<Id> {
    let own_level = level(tree, heading).unwrap_or(7);
    let mut nodes = Vec::new();
    let mut at = tree.after(heading, within, false);
    while let Some(id) = at {
        if nodes.len() >= MOST_NODES {
            break;
        }
        let other = announced.get(&id).is_some_and(|other| *other != part);
        if other || level(tree, id).is_some_and(|level| level < own_level || (level == own_level && nodes.len() > 3)) {
            break;
        }
        nodes.push(id);
        at = tree.after(id, within, !tree.is_unread(id));
    }
    nodes
}

/// What stands behind a heading, in several ways: the next list alone, what is in the same part of the page, and everything up to the next heading.
fn behind(tree: &Tree, announced: &HashMap<Id, Part>, heading: Id, part: Part) -> Vec<(Vec<String>, f32)> {
    let all = end_of(tree, announced, heading, part, Tree::root());
    let mut ways = vec![(lines_of(tree, &all), 0.8)];
    if let Some(&list) = all.iter().find(|&&id| matches!(tree.name(id), Some("ul" | "ol" | "table" | "dl"))) {
        ways.push((items(tree, list), 1.0));
    }
    let mut around = tree.parent(heading);
    for _ in 0..3 {
        let Some(parent) = around.filter(|&parent| !matches!(tree.name(parent), None | Some("body" | "html"))) else { break };
        let lines = lines_of(tree, &end_of(tree, announced, heading, part, parent));
        if !lines.is_empty() {
            ways.push((lines, 1.05));
        }
        around = tree.parent(parent);
    }
    ways
}

/// The lines of an element that holds a list.
fn items(tree: &Tree, within: Id) -> Vec<String> {
    if is_item(tree, within) {
        return vec![item(tree, within)];
    }
    let mut nodes = Vec::new();
    let mut at = tree.after(within, within, true);
    while let Some(id) = at {
        if nodes.len() >= MOST_NODES {
            break;
        }
        nodes.push(id);
        at = tree.after(id, within, !tree.is_unread(id));
    }
    lines_of(tree, &nodes)
}

/// The lines of nodes in the order of the page. Headings among them are left out.
fn lines_of(tree: &Tree, nodes: &[Id]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    // What has been taken as a whole: its own nodes follow.
    let mut taken: Option<Id> = None;
    for &id in nodes {
        if lines.len() > bounds::INGREDIENTS || !tree.spend(1) {
            break;
        }
        if taken.is_some_and(|taken| tree.is_within(id, taken)) {
            continue;
        }
        taken = None;
        if let Some(text) = tree.own_text(id) {
            // More than anybody keeps of a line is not even put together.
            let text = bounds::cut(text, bounds::RAW.saturating_sub(line.len()));
            if tree.spend_text(text) {
                line.push_str(text);
            }
            continue;
        }
        let Some(name) = tree.name(id) else { continue };
        let is_block = crate::tree::is_block(name);
        if is_block || name == "br" {
            lines.push(clean::line(&line));
            line.clear();
        }
        if tree.is_unread(id) || level(tree, id).is_some() || is_definition_of_term(tree, id) || (is_block && is_emphasised(tree, id)) {
            taken = Some(id);
        } else if is_block && is_item(tree, id) {
            lines.push(item(tree, id));
            taken = Some(id);
        }
    }
    lines.push(clean::line(&line));
    lines.retain(|line| !line.is_empty());
    lines
}

/// It was read with its term.
fn is_definition_of_term(tree: &Tree, id: Id) -> bool {
    tree.is(id, "dd") && tree.parent(id).is_some_and(|list| tree.children(list).take(20).any(|child| tree.is(child, "dt")))
}

/// A paragraph that is emphasised as a whole is a heading.
fn is_emphasised(tree: &Tree, id: Id) -> bool {
    if !matches!(tree.name(id), Some("p" | "div" | "dt")) {
        return false;
    }
    let mut parts = tree.children(id).filter(|&child| tree.own_text(child).is_none_or(|text| !text.trim().is_empty()));
    let first = parts.next();
    first.is_some_and(|child| matches!(tree.name(child), Some("strong" | "b" | "u")))
        && parts.next().is_none()
        && tree.short_text(id, 60).is_some_and(|text| !text.chars().any(char::is_numeric))
}

/// A block that is one line of a list: an item, a row, a paragraph, whatever holds no others.
fn is_item(tree: &Tree, id: Id) -> bool {
    let within = || tree.elements(id).take(200);
    match tree.name(id) {
        Some("li" | "tr" | "dt") => !within().any(|each| matches!(tree.name(each), Some("li" | "tr" | "dt"))),
        Some("dd") => false,
        _ => !within().any(|each| tree.name(each).is_some_and(crate::tree::is_block) || tree.is(each, "br")),
    }
}

/// One line; what stands in a definition belongs to its term: `<dt>卵<dd>2個`.
fn item(tree: &Tree, id: Id) -> String {
    let mut parts = tree.lines_with_gaps(id, if tree.is(id, "dt") { ": " } else { " " }, bounds::RAW);
    if tree.is(id, "dt") {
        let mut next = tree.next_sibling(id);
        while let Some(sibling) = next {
            if tree.is(sibling, "dd") {
                parts.extend(tree.lines(sibling, bounds::RAW));
            } else if tree.name(sibling).is_some() {
                break;
            }
            next = tree.next_sibling(sibling);
        }
    }
    if parts.len() > 1 && is_number_alone(&parts[0]) && !tree.is(id, "tr") {
        parts.remove(0);
    }
    clean::line(&parts.join(" "))
}

/// Elements that are called `ingredients`, `recipe-steps` and so on: each by itself, and all that are called the same together.
fn called(tree: &Tree) -> Vec<(Part, Vec<Id>)> {
    let mut alike: HashMap<(Part, &str, &str), usize> = HashMap::new();
    let mut found: Vec<(Part, Vec<Id>)> = Vec::new();
    for id in tree.elements(Tree::root()) {
        let (Some(name), Some(part)) = (tree.name(id), call(tree, id)) else { continue };
        if matches!(
            name,
            "body"
                | "html"
                | "a"
                | "button"
                | "input"
                | "label"
                | "svg"
                | "path"
                | "img"
                | "script"
                | "style"
                | "h1"
                | "h2"
                | "h3"
                | "h4"
                | "h5"
                | "h6"
        ) {
            continue;
        }
        let classes = tree.attribute(id, "class").unwrap_or_default();
        let group = alike.get(&(part, name, classes)).copied();
        if let Some(group) = group {
            let group = &mut found[group].1;
            // What is within another of the same name is no further one.
            if group.len() < bounds::INGREDIENTS && !group.last().is_some_and(|&last| tree.is_within(id, last)) {
                group.push(id);
            }
        } else if found.len() < MOST_CANDIDATES {
            alike.insert((part, name, classes), found.len());
            found.push((part, vec![id]));
        }
    }
    found
}

fn call(tree: &Tree, id: Id) -> Option<Part> {
    let names = [tree.attribute(id, "class"), tree.attribute(id, "id"), tree.attribute(id, "itemprop"), tree.attribute(id, "data-testid")];
    let mut part = None;
    for name in names.into_iter().flatten().filter(|name| name.len() < 500) {
        // All words are looked for in it.
        if !tree.spend(name.len()) {
            return None;
        }
        let name = name.to_ascii_lowercase();
        let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
        if has(&["ingredient", "zutat", "ingredienser", "skladnik", "zairyo", "zairyou"]) {
            return Some(Part::Ingredients);
        }
        if has(&[
            "instruction",
            "direction",
            "method",
            "preparation",
            "step",
            "zubereitung",
            "howto",
            "how-to",
            "procedure",
            "tsukurikata",
            "tejun",
            "bereiding",
        ]) {
            part = Some(Part::Steps);
        }
    }
    part
}
