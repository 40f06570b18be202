//! Plain text that somebody pasted: from a message, a book, a page that could not be fetched.

mod groups; // marks and names of groups among ingredients
mod headings; // lines that announce what follows

use crate::bounds;
use crate::clean;
use crate::found::{Found, How};
use crate::measure;
use crate::tidy;

use headings::{Heading, heading};

/// Reads a recipe that was pasted as text. There is always something: at worst a title, which a person completes.
pub fn read_text(text: &str) -> Found {
    let lines: Vec<String> = clean::lines(bounds::cut(text, bounds::RAW)).into_iter().take(1_000).collect();
    let mut found = Found::new(How::Text);
    let headed = lines.iter().any(|line| matches!(heading(line), Some(Heading::Ingredients | Heading::Steps)));
    let parts = if headed { by_headings(&lines, &mut found) } else { by_shape(&lines, &mut found) };
    servings_of_title(&mut found);
    found.ingredients = groups::ingredients(&join_amounts(parts.ingredients), &parts.steps);
    found.steps = join_steps(parts.steps);
    add_tips(&mut found.steps, parts.tips);
    let complete =
        [!found.title.is_empty(), !found.ingredients.is_empty(), !found.steps.is_empty()].into_iter().filter(|part| *part).count();
    found.confidence = match (headed, complete) {
        (true, 3) => 0.8,
        (true, _) => 0.5,
        (false, 3) => 0.3,
        (false, _) => 0.1,
    };
    found.language = Some(if lines.iter().any(|line| line.chars().any(is_kana)) { "ja" } else { "en" }.to_owned()).filter(|_| complete > 0);
    found
}

#[derive(Default)]
struct Parts {
    ingredients: Vec<String>,
    steps: Vec<String>,
    /// What is told besides, each under its heading.
    tips: Vec<(String, Vec<String>)>,
}

fn is_kana(letter: char) -> bool {
    matches!(letter, 'ぁ'..='ゖ' | 'ァ'..='ヺ')
}

fn by_headings(lines: &[String], found: &mut Found) -> Parts {
    let mut parts = Parts::default();
    let mut now = None;
    for line in lines {
        if let Some(heading) = heading(line) {
            if heading == Heading::Ingredients {
                take_servings(line, found);
            }
            if heading == Heading::Tips {
                parts.tips.push((title(line).trim_end_matches([':', '：']).to_owned(), Vec::new()));
            }
            now = Some(heading);
            continue;
        }
        match now {
            _ if take_address(line, found) => {}
            None | Some(Heading::Ingredients | Heading::Other) if take_facts(line, found) => {}
            None if found.title.is_empty() => found.title = title(line),
            None if found.description.is_none() => found.description = Some(line.clone()),
            Some(Heading::Ingredients) => parts.ingredients.push(line.clone()),
            Some(Heading::Steps) => parts.steps.push(line.clone()),
            Some(Heading::Tips) => parts.tips.last_mut().into_iter().for_each(|(_, lines)| lines.push(line.clone())),
            None | Some(Heading::Other) => {}
        }
    }
    parts
}

/// Without headings: short lines with a number are ingredients until the first sentence or the first numbered line.
fn by_shape(lines: &[String], found: &mut Found) -> Parts {
    let mut parts = Parts::default();
    for (at, line) in lines.iter().enumerate() {
        if take_address(line, found) || (parts.steps.is_empty() && take_facts(line, found)) {
            continue;
        }
        let is_bulleted = tidy::without_bullet(line) != line.trim();
        let is_step = tidy::number(line).is_some() || line.chars().count() > 60 || line.ends_with(['。', '.', '!', '！']);
        let is_ingredient = is_bulleted || has_amount(line);
        if at == 0 && !is_bulleted && tidy::number(line).is_none() {
            found.title = title(line);
        } else if !is_step && is_ingredient && parts.steps.is_empty() {
            parts.ingredients.push(line.clone());
        } else if is_step || !parts.steps.is_empty() {
            parts.steps.push(line.clone());
        } else if !parts.ingredients.is_empty() {
            parts.ingredients.push(line.clone());
        }
    }
    parts
}

/// 親子丼（2人分）, Stew (serves 4): for how many stands behind the name.
fn servings_of_title(found: &mut Found) {
    let Some(inside) = found.title.strip_suffix(['）', ')']) else { return };
    let Some(at) = inside.rfind(['（', '(']) else { return };
    let (name, said) = (found.title[..at].trim().to_owned(), inside[at..].trim_start_matches(['（', '(']).to_lowercase());
    let is_said = ["人分", "人前", "serves", "serving", "people"].iter().any(|word| said.contains(word));
    if is_said && !name.is_empty() {
        found.servings = found.servings.take().or_else(|| measure::servings(&said));
        found.title = name;
    }
}

/// Without brackets around it and without the word for recipe behind it.
fn title(line: &str) -> String {
    let line = tidy::without_bullet(line)
        .trim_matches(|letter| matches!(letter, '【' | '】' | '「' | '」' | '『' | '』' | '#' | '*' | '=' | '＊' | '<' | '>' | ' '));
    bounds::shorten(line.to_owned(), bounds::SHORT)
}

/// A line that is an address, and nothing else.
fn take_address(line: &str, found: &mut Found) -> bool {
    let is_address = line.starts_with("http://") || line.starts_with("https://");
    if is_address && line.len() <= 2_000 {
        found.source_url.get_or_insert_with(|| line.to_owned());
    }
    is_address
}

/// A line that is for how many or how long, and nothing else.
fn take_facts(line: &str, found: &mut Found) -> bool {
    let lower = line.to_lowercase();
    if line.chars().count() > 40 {
        return false;
    }
    let times: [(&[&str], &mut Option<u32>); 3] = [
        (&["prep time", "preparation time", "準備時間", "下準備時間", "prep:"], &mut found.times.prep),
        (&["cook time", "cooking time", "加熱時間", "cook:"], &mut found.times.cook),
        (&["total time", "調理時間", "所要時間", "time:", "total:"], &mut found.times.total),
    ];
    for (words, place) in times {
        if let Some(rest) = words.iter().find_map(|word| lower.strip_prefix(word)) {
            let minutes = measure::minutes(rest);
            *place = minutes.or(*place);
            return minutes.is_some();
        }
    }
    let said = ["serves", "servings", "makes ", "yields", "yield", "分量", "人数"].iter().find_map(|word| lower.strip_prefix(word));
    let said = said.map(|said| said.trim_start_matches([' ', ':', '：', '\u{3000}', '(', '（', '約']));
    let is_said =
        said.is_some_and(|said| ["about ", "approx"].iter().any(|word| said.starts_with(word)) || said.starts_with(char::is_numeric));
    // `2人分` is for how many, `ご飯 2人分` is so much rice.
    let is_count = line.trim_matches(['（', '）', '(', ')', ' ']).strip_suffix("人分").is_some_and(|number| {
        !number.is_empty() && number.chars().all(|letter| letter.is_numeric() || matches!(letter, '〜' | '~' | '～' | '-' | '約' | ' '))
    });
    (is_said || is_count) && take_servings(line, found)
}

/// What is told besides is a step at the end, under its name: there is no other place for it, and a cook would miss it.
fn add_tips(steps: &mut Vec<String>, tips: Vec<(String, Vec<String>)>) {
    for (name, lines) in tips.into_iter().filter(|(_, lines)| !lines.is_empty()) {
        let text = lines.iter().map(|line| tidy::without_bullet(line)).collect::<Vec<_>>();
        let (colon, gap) =
            if name.chars().chain(text.iter().flat_map(|line| line.chars())).any(is_kana) { ("：", "") } else { (": ", " ") };
        steps.push(bounds::shorten(format!("{name}{colon}{}", text.join(gap)), bounds::LINE));
    }
    steps.truncate(bounds::STEPS);
}

fn take_servings(line: &str, found: &mut Found) -> bool {
    let bare: String = line.chars().filter(|letter| !matches!(letter, '【' | '】' | '■' | '◆' | '●')).collect();
    let about = ["材料", "分量", "人数", "Ingredients", "ingredients", "INGREDIENTS"]
        .into_iter()
        .find_map(|word| bare.strip_prefix(word))
        .unwrap_or(&bare);
    let about = about.trim_matches([' ', '(', ')', '（', '）', ':', '：', '\u{3000}', '…']);
    if !about.chars().any(char::is_numeric) {
        return false;
    }
    found.servings = measure::servings(about).or(found.servings.take());
    true
}

/// Whether an amount stands in a line.
fn has_amount(line: &str) -> bool {
    line.chars().any(char::is_numeric)
        || ["適量", "少々", "適宜", "ひとつまみ", "お好み", "to taste", "pinch"].iter().any(|word| line.contains(word))
}

/// `玉ねぎ` and `1個` in two lines, as tables are pasted, are one ingredient.
fn join_amounts(lines: Vec<String>) -> Vec<String> {
    let is_amount = |line: &str| {
        let measures = ["大さじ", "小さじ", "適量", "少々", "適宜", "ひとつまみ", "約", "各"];
        line.chars().count() <= 12
            && (line.starts_with(char::is_numeric) || measures.iter().any(|word| line.starts_with(word)))
            && !line.contains(' ')
    };
    let mut joined: Vec<String> = Vec::new();
    for line in lines {
        match joined.last_mut() {
            Some(last) if is_amount(&line) && !has_amount(last) => {
                last.push(' ');
                last.push_str(&line);
            }
            _ => joined.push(line),
        }
    }
    joined
}

/// Where steps are numbered, lines without a number go on with the step before.
fn join_steps(lines: Vec<String>) -> Vec<String> {
    let numbered = |line: &str| tidy::number(line).is_some() || is_bare_number(line);
    let counted = lines.iter().filter(|line| numbered(line)).count();
    let mut steps: Vec<String> = Vec::new();
    for line in lines {
        if is_bare_number(&line) {
            steps.push(String::new());
        } else if let Some((_, rest)) = tidy::number(&line) {
            steps.push(rest.to_owned());
        } else if counted > 1
            && let Some(last) = steps.last_mut()
        {
            if !last.is_empty() && !last.ends_with(['。', '、', '！']) {
                last.push(' ');
            }
            last.push_str(&line);
        } else {
            steps.push(if groups::speaks_of_mark(&line) { line } else { tidy::without_bullet(&line).to_owned() });
        }
    }
    steps.retain(|step| !step.is_empty());
    steps.truncate(bounds::STEPS);
    steps
}

/// A number in a line of its own, as numbered boxes are pasted.
fn is_bare_number(line: &str) -> bool {
    line.chars().count() <= 2 && line.chars().all(char::is_numeric)
}
