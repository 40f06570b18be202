//! The lines of a pasted text that are headings: nothing but the word, with a colon, with brackets around it, with for how many behind it.
//! `材料を切る` and `Share it out` begin with such words and are steps.

use crate::words::{Part, is_word_of};

/// What a heading of a pasted text announces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Heading {
    Ingredients,
    Steps,
    /// What a cook wants to know besides.
    Tips,
    /// Something else: the list before it has ended.
    Other,
}

/// What is done before anything else, and what some call their steps.
const STEPS: [&str; 6] = ["下準備", "下ごしらえ", "準備", "仕上げ", "作り方・手順", "レシピ"];

const TIPS: [&str; 24] = [
    "コツ",
    "ポイント",
    "ワンポイント",
    "ワンポイントアドバイス",
    "アドバイス",
    "作り方のコツ",
    "このレシピのコツ",
    "このレシピのポイント",
    "メモ",
    "補足",
    "備考",
    "アレンジ",
    "保存",
    "保存方法",
    "保存期間",
    "note",
    "notes",
    "recipe note",
    "recipe notes",
    "cook's notes",
    "tip",
    "tips",
    "tipps",
    "storage",
];

const OTHER: [&str; 20] = [
    "栄養成分",
    "栄養価",
    "栄養情報",
    "関連レシピ",
    "関連記事",
    "おすすめレシピ",
    "このレシピの生い立ち",
    "生い立ち",
    "感想",
    "nutrition facts",
    "nutrition information",
    "nutritional information",
    "nutrition per serving",
    "you may also like",
    "you might also like",
    "leave a comment",
    "leave a reply",
    "leave a review",
    "did you make this recipe",
    "share this recipe",
];

/// The signs around a heading.
const SIGNS: [char; 34] = [
    '【', '】', '[', ']', '［', '］', '〈', '〉', '《', '》', '<', '>', '＜', '＞', '〔', '〕', '#', '＃', '=', '■', '□', '◆', '◇', '●',
    '○', '◎', '★', '☆', '▼', '▽', '♪', '*', '＊', '・',
];

/// The heading that a line is, if it is one.
pub(super) fn heading(line: &str) -> Option<Heading> {
    if line.chars().count() > 40 || line.ends_with(['.', '。']) {
        return None;
    }
    let line = line.to_lowercase().replace('’', "'");
    let words = bare(&line);
    let words =
        words.trim_matches(|letter: char| SIGNS.contains(&letter) || letter.is_whitespace() || matches!(letter, ':' | '：' | '?' | '？'));
    // コツ・ポイント
    let mut of_parts = words.split(['・', '/', '／', '&', '＆']).map(|part| of_word(part.trim()));
    let first = of_parts.next().flatten();
    of_word(words).or_else(|| first.filter(|first| of_parts.all(|part| part == Some(*first))))
}

fn of_word(words: &str) -> Option<Heading> {
    if TIPS.contains(&words) {
        return Some(Heading::Tips);
    }
    if STEPS.contains(&words) {
        return Some(Heading::Steps);
    }
    if OTHER.contains(&words) {
        return Some(Heading::Other);
    }
    if words.starts_with("how to make ") {
        return Some(Heading::Steps);
    }
    let part = is_word_of(words).or_else(|| words.split_once(" for ").and_then(|(word, _)| is_word_of(word)))?;
    Some(match part {
        Part::Ingredients => Heading::Ingredients,
        Part::Steps => Heading::Steps,
        Part::Other => Heading::Other,
    })
}

/// Without the brackets behind it, and without for how many: `材料（2人分）`, `材料：4人分`, `Ingredients (serves 4):`.
fn bare(line: &str) -> String {
    let mut line = line.trim().trim_end_matches([':', '：']).trim_end();
    // A bracket behind the word, and not around it.
    if let Some(inside) = line.strip_suffix([')', '）'])
        && let Some(at) = inside.rfind(['(', '（'])
        && at > 0
    {
        line = line[..at].trim_end();
    }
    let word = line.trim_end_matches(|letter: char| !letter.is_numeric());
    let behind = &line[word.len()..];
    let is_count =
        ["人分", "人前", "個分", "枚分", "本分", "台分", "皿分", " people", " persons", " servings", " portions"].contains(&behind);
    if is_count {
        let is_of_number = |letter: char| letter.is_numeric() || matches!(letter, '〜' | '~' | '～' | '-' | '–' | '約' | '.' | '/');
        let word = word.trim_end_matches(is_of_number).trim_end();
        let word = word.strip_suffix("serves").or_else(|| word.strip_suffix("for")).unwrap_or(word);
        return word.trim_end_matches([' ', '\u{3000}', ':', '：', '/', '／', '(', '（']).to_owned();
    }
    line.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_is_nothing_but_its_word() {
        for line in [
            "材料",
            "【材料】（2人分）",
            "材料：2人分",
            "材料 2〜3人分",
            "■材料",
            "＜材料＞",
            "Ingredients (serves 4):",
            "Ingredients for 4 people",
            "INGREDIENTS",
        ] {
            assert_eq!(heading(line), Some(Heading::Ingredients), "{line}");
        }
        for line in ["作り方", "■ 作り方", "Method:", "Directions", "【下準備】", "How to make the soup"] {
            assert_eq!(heading(line), Some(Heading::Steps), "{line}");
        }
        for line in ["コツ・ポイント", "【コツ】", "Notes:", "Tips & Notes", "保存方法"] {
            assert_eq!(heading(line), Some(Heading::Tips), "{line}");
        }
        for line in ["栄養成分（1人分）", "Comments", "Nutrition facts"] {
            assert_eq!(heading(line), Some(Heading::Other), "{line}");
        }
        for line in [
            "材料を切る",
            "保存容器に入れる",
            "ポイントは火加減",
            "手順1の鍋に入れる",
            "Share it out between four plates",
            "Method: stir everything",
            "Note that it is hot",
            "Tip the flour into a bowl",
            "Steps away from the stove",
            "材料をすべて混ぜる。",
        ] {
            assert_eq!(heading(line), None, "{line}");
        }
    }
}
