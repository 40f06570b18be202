//! A recipe as it is copied from elsewhere: steps have numbers before them, and headings stand between the lines.

use chabudai_food::Language;

use crate::model::{Ingredient, LONGEST_WORD};

/// Headings that only say what follows: they end a group, and name none.
const PLAIN: [&str; 16] = [
    "材料",
    "作り方",
    "つくり方",
    "手順",
    "下準備",
    "下ごしらえ",
    "準備",
    "レシピ",
    "その他",
    "ingredients",
    "method",
    "directions",
    "instructions",
    "steps",
    "preparation",
    "other",
];

/// What stands before a heading in place of brackets.
const BULLETS: [char; 10] = ['■', '□', '◆', '◇', '▼', '▽', '●', '◎', '#', '＃'];

const BRACKETS: [(char, char); 6] = [('【', '】'), ('〈', '〉'), ('《', '》'), ('＜', '＞'), ('<', '>'), ('[', ']')];

fn lines_of(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty())
}

/// The words of a heading: a line in brackets, after a bullet, or before a colon with nothing behind it; and a line that is nothing but a word
/// that begins a part of every recipe.
fn heading(line: &str) -> Option<&str> {
    let in_brackets = BRACKETS.iter().find_map(|(open, close)| {
        let inside = line.strip_prefix(*open)?.strip_suffix(*close)?;
        (!inside.contains(*open)).then_some(inside)
    });
    let after_bullet = || {
        let words = line.strip_prefix(BULLETS)?.trim_start_matches(BULLETS).trim();
        // A whole sentence, or so much of something, is no heading.
        (!words.ends_with(['。', '.', '．']) && Ingredient::read(words, 1).quantity.is_none()).then_some(words)
    };
    let before_colon = || line.strip_suffix([':', '：']);
    let words = in_brackets.or_else(after_bullet).or_else(before_colon).map(str::trim);
    words.or_else(|| is_plain(line).then_some(line))
}

/// 材料（2人分）, Ingredients (serves 4).
fn is_plain(words: &str) -> bool {
    let words = words.split(['（', '(', '：', ':']).next().unwrap_or_default().trim().to_lowercase();
    PLAIN.contains(&words.as_str())
}

/// The marks that stand before a line itself: A, ★. A longer name of a group stands above its lines.
pub(super) fn is_mark(group: &str) -> bool {
    group.chars().count() == 1
}

/// The lines of ingredients, each with the heading that it stands under.
pub(super) fn ingredients(text: &str) -> impl Iterator<Item = (Option<&str>, &str)> {
    let mut group = None;
    lines_of(text).filter_map(move |line| {
        let Some(words) = heading(line) else { return Some((group, line)) };
        let is_name = !words.is_empty() && !is_plain(words) && words.chars().count() <= LONGEST_WORD;
        group = is_name.then_some(words);
        None
    })
}

/// The lines of steps, without their numbers, and without what only parts them.
pub(super) fn steps(text: &str) -> impl Iterator<Item = &str> {
    // A number and a blank is how a step is counted where all of them are; else it is so much of something.
    let counted = lines_of(text).filter(|line| heading(line).is_none()).zip(1_u32..).all(|(line, at)| {
        let (number, rest) = number(line);
        number == Some(at) && rest.starts_with(char::is_whitespace)
    });
    let step = move |line| {
        let bare = without_number(line, counted);
        // What is nothing but its number says nothing.
        (heading(line).is_none() && !bare.is_empty()).then_some(bare)
    };
    lines_of(text).filter_map(step)
}

/// The digits at the beginning, also in full width, and what follows them.
fn number(text: &str) -> (Option<u32>, &str) {
    let digit = |letter: char| letter.to_digit(10).or_else(|| ('０'..='９').contains(&letter).then(|| letter as u32 - '０' as u32));
    let end = text.find(|letter| digit(letter).is_none()).unwrap_or(text.len());
    let mut digits = text[..end].chars().filter_map(digit);
    let value = digits.try_fold(0_u32, |sum, digit| sum.checked_mul(10)?.checked_add(digit));
    (value.filter(|_| end > 0), &text[end..])
}

/// 1. 切る → 切る; ①切る, (1) 切る, 手順1：切る, Step 2: Cut too. 2cm and 1.5 are no numbers of steps.
fn without_number(line: &str, counted: bool) -> &str {
    const AFTER: [char; 9] = ['.', '．', '、', ':', '：', ')', '）', '】', ']'];
    if let Some(rest) = line.strip_prefix(|letter: char| ('①'..='⑳').contains(&letter) || ('❶'..='❿').contains(&letter)) {
        return rest.trim_start_matches(AFTER).trim_start();
    }
    let named = ["手順", "工程", "step", "Step", "STEP"].iter().find_map(|word| line.strip_prefix(word)).map(str::trim_start);
    let opened = line.strip_prefix(['(', '（', '【', '[']);
    let (value, rest) = number(named.or(opened).unwrap_or(line));
    if value.is_none() {
        return line;
    }
    let is_told = match (named, opened) {
        (Some(_), _) => rest.is_empty() || rest.starts_with(AFTER) || rest.starts_with(char::is_whitespace),
        (_, Some(_)) => rest.starts_with([')', '）', '】', ']']),
        // 1.5 is no first step.
        _ => rest.strip_prefix(AFTER).is_some_and(|rest| number(rest).0.is_none()) || counted,
    };
    if is_told { rest.trim_start_matches(AFTER).trim_start() } else { line }
}

/// Ingredients as lines, those of a group below its name.
pub(super) fn under_headings(all: &[Ingredient], written: impl Fn(&Ingredient) -> String, language: Language) -> Vec<String> {
    let (mut lines, mut above) = (Vec::new(), None);
    for one in all {
        let group = one.group.as_deref().filter(|group| !is_mark(group));
        if group != above {
            let plain = if language == Language::Ja { "その他" } else { "Other" };
            lines.push(format!("【{}】", group.unwrap_or(plain)));
            above = group;
        }
        lines.push(written(one));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<&str> {
        steps(text).collect()
    }

    #[test]
    fn steps_lose_their_numbers_and_nothing_else() {
        assert_eq!(read("1. 切る。\n2．煮る。\n３、盛る。"), ["切る。", "煮る。", "盛る。"]);
        assert_eq!(read("①切る\n② 煮る\n(3) 盛る\n（4）出す"), ["切る", "煮る", "盛る", "出す"]);
        assert_eq!(read("手順1：切る\n手順2 煮る\nStep 3: Serve\nSTEP4\n出す"), ["切る", "煮る", "Serve", "出す"]);
        assert_eq!(read("1 切る\n2 煮る"), ["切る", "煮る"]);
        for kept in ["10分煮る。", "2cm幅に切る。", "1.5cm角に切る。", "2 eggs go in last.", "180度で焼く", "手順通りに切る"]
        {
            assert_eq!(read(kept), [kept]);
        }
        // The second line is no second step: the numbers are amounts.
        assert_eq!(read("1 egg is beaten\n1 onion is cut"), ["1 egg is beaten", "1 onion is cut"]);
    }

    #[test]
    fn headings_are_no_steps() {
        assert_eq!(read("【下準備】\n切る\n■ 仕上げ\n盛る\n作り方\n出す\nFor the sauce:\nStir."), ["切る", "盛る", "出す", "Stir."]);
    }

    #[test]
    fn headings_of_ingredients_name_their_group() {
        let all = |text| ingredients(text).collect::<Vec<_>>();
        assert_eq!(
            all("材料（2人分）\n鶏肉 200g\n【タレ】\nしょうゆ 大さじ1\n砂糖 小さじ1\n【その他】\nねぎ 1本"),
            [(None, "鶏肉 200g"), (Some("タレ"), "しょうゆ 大さじ1"), (Some("タレ"), "砂糖 小さじ1"), (None, "ねぎ 1本")]
        );
        assert_eq!(all("● しょうゆ 大さじ1"), [(None, "● しょうゆ 大さじ1")], "a mark before an amount is no heading");
    }

    #[test]
    fn what_was_read_is_written_and_read_again() {
        let one =
            |name: &str, group: Option<&str>| Ingredient { name: name.into(), group: group.map(str::to_owned), ..Ingredient::default() };
        let of = [one("鶏肉", None), one("しょうゆ", Some("タレ")), one("砂糖", Some("タレ")), one("ねぎ", None)];
        let lines = under_headings(&of, |one| one.name.clone(), Language::Ja);
        assert_eq!(lines, ["鶏肉", "【タレ】", "しょうゆ", "砂糖", "【その他】", "ねぎ"]);
        let text = lines.join("\n");
        let again: Vec<_> = ingredients(&text).collect();
        assert_eq!(again, [(None, "鶏肉"), (Some("タレ"), "しょうゆ"), (Some("タレ"), "砂糖"), (None, "ねぎ")]);
    }
}
