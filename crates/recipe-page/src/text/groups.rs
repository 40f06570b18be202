//! Groups of ingredients in a pasted text: what belongs to `★` or to `【タレ】` is mixed before it is used, and steps speak of it by that name.
//! Each line keeps the mark of its group, as cooks write it: `★しょうゆ`, `A しょうゆ`, `【タレ】しょうゆ`.

use crate::bounds;
use crate::tidy;

/// Signs that mark a group, or are bullets.
const MARKS: [char; 12] = ['☆', '★', '●', '○', '◯', '◎', '■', '□', '◆', '◇', '▲', '△'];

const BRACKETS: [(char, char); 9] =
    [('【', '】'), ('〈', '〉'), ('《', '》'), ('＜', '＞'), ('<', '>'), ('[', ']'), ('［', '］'), ('(', ')'), ('（', '）')];

/// The longest name of a group that is read in a line.
const LONGEST: usize = 12;

/// What ends a group, and names none.
const PLAIN: [&str; 4] = ["その他", "他", "other", "others"];

/// Ingredients without bullets and headings, each with the mark of its group.
pub(super) fn ingredients(lines: &[String], steps: &[String]) -> Vec<String> {
    let kept = kept_marks(lines, steps);
    let mut group: Option<String> = None;
    let mut found = Vec::new();
    for line in lines {
        if let Some(name) = group_heading(line) {
            let is_name = !PLAIN.contains(&name.to_lowercase().as_str()) && name.chars().count() <= LONGEST;
            group = is_name.then(|| if is_letter(name) { format!("{name} ") } else { format!("【{name}】") });
            continue;
        }
        let mark = mark_of(line).filter(|mark| kept.contains(mark));
        let Some(bare) = tidy::ingredients(vec![line.clone()]).pop() else {
            group = None;
            continue;
        };
        found.push(match (mark, &group) {
            (Some(mark), _) => format!("{mark}{bare}"),
            (None, Some(group)) => format!("{group}{bare}"),
            (None, None) => bare,
        });
    }
    found.truncate(bounds::INGREDIENTS);
    found
}

fn mark_of(line: &str) -> Option<char> {
    line.trim_start().chars().next().filter(|first| MARKS.contains(first))
}

/// `★を入れる`: what stands at the head of a step is no bullet.
pub(super) fn speaks_of_mark(step: &str) -> bool {
    step.trim_start().strip_prefix(MARKS).is_some_and(|rest| rest.starts_with(tidy::PARTICLES))
}

/// The signs that mark groups: a step speaks of them, or several lines share them, and not all. A sign before every line is a bullet.
fn kept_marks(lines: &[String], steps: &[String]) -> Vec<char> {
    let marks: Vec<char> = lines.iter().filter_map(|line| mark_of(line)).collect();
    let is_kept = |mark: &char| {
        let count = marks.iter().filter(|other| *other == mark).count();
        // At the head of a step it may be a bullet.
        let is_spoken_of = steps
            .iter()
            .any(|step| (speaks_of_mark(step) && mark_of(step) == Some(*mark)) || step.trim_start_matches(MARKS).contains(*mark));
        is_spoken_of || (2..lines.iter().filter(|line| group_heading(line).is_none()).count()).contains(&count)
    };
    MARKS.into_iter().filter(|mark| marks.contains(mark)).filter(is_kept).collect()
}

/// `【タレ】`, `(A)`, `<ソース>`, alone in a line.
fn group_heading(line: &str) -> Option<&str> {
    let line = line.trim().trim_end_matches([':', '：']);
    let line = line.strip_prefix(MARKS).map_or(line, str::trim_start);
    let inside = BRACKETS.iter().find_map(|(open, close)| line.strip_prefix(*open)?.strip_suffix(*close))?.trim();
    let is_other = inside.is_empty()
        || inside.chars().any(char::is_numeric)
        || inside.contains(|letter| BRACKETS.iter().any(|pair| pair.0 == letter || pair.1 == letter));
    (!is_other).then_some(inside)
}

fn is_letter(name: &str) -> bool {
    name.chars().count() == 1 && name.chars().all(|letter| letter.is_ascii_alphabetic() || ('Ａ'..='ｚ').contains(&letter))
}
