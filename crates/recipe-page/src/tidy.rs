//! Lines as a cook would write them down: without bullets, without numbers that only count, without headings among ingredients.

use crate::bounds;

/// Ingredients without bullets and headings.
pub(crate) fn ingredients(lines: Vec<String>) -> Vec<String> {
    let lines = lines.into_iter().map(|line| without_bullet(&line).trim_end_matches(" *").to_owned());
    lines.filter(|line| !line.is_empty() && !is_heading(line)).take(bounds::INGREDIENTS).collect()
}

/// `For the sauce:` and `## Sauce`. A line with a number in it is none: `Butter: 20 g`, `Sauce (2 cups):`.
fn is_heading(line: &str) -> bool {
    let ends = line.ends_with([':', '：']);
    line.starts_with("##") || (ends && !line.chars().any(char::is_numeric))
}

/// Without the sign before an item of a list.
pub(crate) fn without_bullet(line: &str) -> &str {
    let bullets = ['•', '・', '●', '○', '◯', '◎', '■', '□', '▢', '☐', '▪', '◆', '◇', '▶', '►', '✓', '✔', '※', '⚫', '⚪', '★', '☆'];
    let line = line.trim();
    for dash in ["- ", "– ", "— ", "* ", "+ ", "–\u{a0}"] {
        if let Some(rest) = line.strip_prefix(dash) {
            return rest.trim_start();
        }
    }
    // `●` alone, or before `1` as in `●1個`, is still only a sign.
    match line.strip_prefix(bullets) {
        Some(rest) if !rest.trim().is_empty() => rest.trim_start(),
        _ => line,
    }
}

/// Steps without numbers, if they are numbered one after the other.
pub(crate) fn steps(lines: Vec<String>) -> Vec<String> {
    let mut lines: Vec<String> = lines.into_iter().filter(|line| !line.is_empty()).take(bounds::STEPS).collect();
    // A sign such as `①` is kept as the page has it; plain numbers only count.
    let number = |line: &str| {
        if line.starts_with(|first: char| first.is_alphanumeric() && !is_circled(first)) {
            number(line).map(|(number, rest)| (number, rest.to_owned()))
        } else {
            None
        }
    };
    let numbers: Vec<Option<u32>> = lines.iter().map(|line| number(line).map(|(number, _)| number)).collect();
    let counted = numbers.iter().flatten().count();
    let rises = numbers.iter().flatten().zip(1..).all(|(&number, place)| number == place);
    if counted > 1 && counted * 2 > lines.len() && rises {
        for line in &mut lines {
            if let Some((_, rest)) = number(line).filter(|(_, rest)| !rest.is_empty()) {
                *line = rest;
            }
        }
    }
    lines
}

/// `1. Cut`, `2) Cook`, `Step 3: Eat`, `４．食べる`, `⑤食べる`, `手順6 食べる`: the number, and the rest.
pub(crate) fn number(line: &str) -> Option<(u32, &str)> {
    let line = line.trim_start();
    let circled = |letter: char| match letter {
        '①'..='⑳' => Some(letter as u32 - '①' as u32 + 1),
        '❶'..='❿' => Some(letter as u32 - '❶' as u32 + 1),
        '➀'..='➉' => Some(letter as u32 - '➀' as u32 + 1),
        '⓵'..='⓾' => Some(letter as u32 - '⓵' as u32 + 1),
        _ => None,
    };
    if let Some(number) = line.chars().next().and_then(circled) {
        let rest = &line[line.chars().next().map_or(0, char::len_utf8)..];
        return Some((number, rest.trim_start_matches(SEPARATORS).trim_start()));
    }
    let (named, rest) = ["step", "手順", "工程", "schritt", "étape", "etape", "paso", "passo", "stap", "steg"]
        .into_iter()
        .find_map(|word| strip_word(line, word).map(|rest| (true, rest)))
        .unwrap_or((false, line));
    let rest = rest.trim_start_matches([' ', '.', '\u{3000}', '#']);
    let end = rest.find(|letter: char| digit(letter).is_none()).unwrap_or(rest.len());
    if end == 0 || rest[..end].chars().count() > 2 {
        return None;
    }
    let number = rest[..end].chars().filter_map(digit).fold(0, |sum, digit| sum * 10 + digit);
    let after = &rest[end..];
    let text = after.trim_start_matches(SEPARATORS).trim_start();
    // `1 onion` is no step, `1.5 hours` is none either.
    let separated = text.len() < after.trim_start().len()
        && !(after.starts_with('.') && text.starts_with(|letter: char| letter.is_ascii_digit()) && !after.starts_with(". "));
    // 手順1の鍋に戻す speaks of a step.
    let speaks_of = !separated && text.starts_with(PARTICLES);
    (separated || (named && !speaks_of)).then_some((number, text))
}

fn is_circled(letter: char) -> bool {
    matches!(letter, '①'..='⑳' | '❶'..='❿' | '➀'..='➉' | '⓵'..='⓾')
}

/// What stands in Japanese behind something that is spoken of.
pub(crate) const PARTICLES: [char; 9] = ['の', 'を', 'と', 'に', 'は', 'で', 'が', 'も', 'へ'];

const SEPARATORS: [char; 13] = ['.', ')', '）', '．', '、', ':', '：', '|', '。', ']', '】', '-', '–'];

fn strip_word<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let head = line.get(..word.len())?;
    (head.to_lowercase() == word).then(|| &line[word.len()..])
}

fn digit(letter: char) -> Option<u32> {
    match letter {
        '０'..='９' => Some(letter as u32 - '０' as u32),
        letter => letter.to_digit(10),
    }
}
