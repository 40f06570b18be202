//! Whatever is given to it, reading never panics and never loses a letter.

use chabudai_food::line::{Line, Role, read_line};
use proptest::prelude::*;

/// Words that only join others: all that a reader may leave out of its fields.
const LINKS: &[&str] = &["of", "of the", "の", "a", "an", "one", "杯", "杯分", "はい", "ばい", "ぱい", "分", "x", "×", "✕", "✖", "*"];

fn nothing_is_lost(text: &str) -> Result<(), TestCaseError> {
    let line = read_line(text);
    prop_assert_eq!(line.text(), text);
    for (at, c) in text.char_indices().filter(|(_, c)| c.is_alphanumeric()) {
        let holders = line.parts().iter().filter(|part| part.range.contains(&at)).count();
        prop_assert_eq!(holders, 1, "{} at {} of {:?}: {:?}", c, at, text, line);
    }
    let mut end = 0;
    for part in line.parts() {
        prop_assert!(part.range.start >= end && part.range.start < part.range.end, "{:?}", line);
        prop_assert!(text.get(part.range.clone()).is_some(), "{:?}", line);
        end = part.range.end;
    }
    only_known_words_join(&line)?;
    // Letters are there or the name is empty; an amount comes with text that was read as one.
    prop_assert_eq!(line.name().is_empty(), text.trim().is_empty(), "{:?}", line);
    let said = |role| line.parts().iter().any(|part| part.role == role);
    prop_assert!(line.amount().is_none() || said(Role::Amount), "{:?}", line);
    prop_assert!(line.amount_max().is_none() || said(Role::AmountMax), "{:?}", line);
    if let (Some(least), Some(most)) = (line.amount(), line.amount_max()) {
        prop_assert!(least < most, "{:?}", line);
    }
    Ok(())
}

fn only_known_words_join(line: &Line) -> Result<(), TestCaseError> {
    for part in line.parts().iter().filter(|part| part.role == Role::Link) {
        let text = line.text()[part.range.clone()].trim().to_lowercase();
        let range = ["~", "〜", "～", "-", "–", "—", "‐", "−", "ー", "―", "─", "から", "to", "or", "、", "－", "ｰ", "カラ"];
        let again = chabudai_food::Unit::find(&text).is_some();
        let folded = chabudai_food::fold(&text);
        prop_assert!(
            LINKS.contains(&text.as_str())
                || LINKS.iter().any(|link| chabudai_food::fold(link) == folded)
                || range.contains(&text.as_str())
                || again,
            "{:?} joins in {:?}",
            text,
            line
        );
    }
    Ok(())
}

/// Pieces of recipes.
const PIECES: &str = "\
    玉ねぎ|しょうゆ|卵|onion|eggs|salt|三つ葉|八丁味噌|1|2|1/2|½|1.5|１|一|半|半分|と|〜|~|-|–|大さじ|小さじ|カップ|大|小|中|M|L|サイズ|個|本|枚|\
    g|㎖|cups|cup|tbsp|T|t|oz|can|cloves|inch|piece|(|)|（|）|【|】|「|」|[|<|>|A|B|★|①|Ⓐ|…|・|：|:|,|、|.|/|約|各|計|\
    強|弱|分|少々|適量|お好みで|ひとつまみ|ひと|かけ|の|of|a|an|half|plus|or|または|to taste|x|×|%|+|juice of|large|ﾀ|ﾞ|ー|数|茶碗|杯|\
    𠮷|é|0|99999999999|1,000|が|か\u{3099}|\u{200d}|👨‍👩‍👧|ǅ|İ|ß|㌘|㍑|⅓|²";

/// Pieces of recipes, thrown together.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(PIECES.split('|').chain([" ", "　", "\t", "|"]).collect::<Vec<_>>());
    prop::collection::vec(piece, 0..14).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text(text in any::<String>()) {
        nothing_is_lost(&text)?;
    }

    #[test]
    fn any_line(text in "\\PC{0,60}") {
        nothing_is_lost(&text)?;
    }

    #[test]
    fn pieces_of_recipes(text in pieces()) {
        nothing_is_lost(&text)?;
    }
}

#[test]
fn lines_of_the_other_tests_lose_nothing() {
    for case in include_str!("lines.txt").lines().chain(include_str!("held_out.txt").lines()) {
        let line = case.split(" => ").next().unwrap_or_default();
        nothing_is_lost(line).unwrap_or_else(|why| panic!("{why}"));
    }
}

#[test]
fn a_page_of_text_takes_no_time() {
    for text in ["1 ".repeat(100_000), "（".repeat(100_000), "大さじ".repeat(100_000), "9".repeat(100_000)] {
        nothing_is_lost(&text).unwrap_or_else(|why| panic!("{why}"));
    }
}
