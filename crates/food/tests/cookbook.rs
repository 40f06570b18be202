//! The cookbook keeps to the shape of a recipe, and its two languages say the same.

use std::collections::BTreeSet;

use chabudai_food::cookbook::{self, Language};
use chabudai_food::{Amount, Kind, Line, Unit, read_line};

fn has_shape_of_id(text: &str) -> bool {
    !text.is_empty() && text.split('-').all(|word| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()))
}

#[test]
fn there_are_twelve_sets_of_seven_dishes_and_none_is_there_twice() {
    let sets = cookbook::sets();
    assert_eq!(sets.len(), 12);
    for set in sets {
        assert_eq!(set.dishes.len(), 7, "{}", set.id);
        assert!(has_shape_of_id(&set.id), "{}", set.id);
        assert!(std::ptr::eq(cookbook::set(&set.id).expect("found by its id"), set));
    }
    let ids: BTreeSet<&str> = cookbook::dishes().map(|dish| dish.id.as_str()).collect();
    assert_eq!(ids.len(), 84);
    for language in [Language::Ja, Language::En] {
        let titles: BTreeSet<&str> = cookbook::dishes().map(|dish| dish.title.get(language)).collect();
        assert_eq!(titles.len(), 84);
    }
    for kind in [cookbook::Kind::Main, cookbook::Kind::Side, cookbook::Kind::Soup, cookbook::Kind::Rice, cookbook::Kind::Noodles] {
        assert!(cookbook::dishes().filter(|dish| dish.kind == kind).count() >= 5, "{kind:?}");
    }
}

#[test]
fn a_dish_has_the_shape_of_a_recipe() {
    for dish in cookbook::dishes() {
        let id = &dish.id;
        assert!(has_shape_of_id(id), "{id}");
        assert!((1..=8).contains(&dish.servings), "{id}");
        assert!((5..=240).contains(&dish.minutes), "{id}");
        assert!(!dish.tags.is_empty() && dish.tags.len() <= 10, "{id}");
        for tag in &dish.tags {
            assert!(cookbook::tag(tag).is_some(), "{id}: {tag}");
        }
        for language in [Language::Ja, Language::En] {
            let text = dish.text(language);
            assert!((1..=80).contains(&text.title.chars().count()), "{id}");
            assert!((1..=50).contains(&text.ingredients.len()), "{id}");
            assert!((1..=30).contains(&text.steps.len()), "{id}");
            assert!(text.ingredients.iter().all(|line| line.chars().count() <= 60), "{id}");
            assert!(text.steps.iter().all(|(step, _)| step.chars().count() <= 300 && step.ends_with(['。', '.'])), "{id}");
        }
        // What is quick is quick, and waiting is counted.
        let waiting: u32 = dish.text(Language::Ja).steps.iter().filter_map(|(_, timer)| *timer).sum();
        assert!(waiting <= dish.minutes, "{id}: {waiting} minutes of waiting in {}", dish.minutes);
        assert!(!dish.tags.iter().any(|tag| tag == "quick") || dish.minutes <= 15, "{id}");
    }
}

/// Whether two lines say the same amount: in the same unit, in pieces (English counts without a word for it), both loosely, or rice by the
/// 合 of 150 g, which English has no cup for.
fn same_amount(ja: &Line, en: &Line) -> bool {
    let kind = |line: &Line| line.unit().map(Unit::kind);
    match (kind(ja), kind(en)) {
        (Some(Kind::Count), None | Some(Kind::Count)) => ja.amount() == en.amount() && ja.amount().is_some(),
        (Some(Kind::Loose), None | Some(Kind::Loose)) => true,
        _ if ja.unit() == Some(Unit::Go) => ja.amount().and_then(|go| go.checked_mul(Amount::whole(150))) == en.amount(),
        _ => ja.unit() == en.unit() && ja.amount() == en.amount() && ja.amount().is_some(),
    }
}

#[test]
fn both_languages_say_the_same_food_in_the_same_amount() {
    let mut faults = Vec::new();
    for dish in cookbook::dishes() {
        let (ja, en) = (dish.text(Language::Ja), dish.text(Language::En));
        assert_eq!(ja.ingredients.len(), en.ingredients.len());
        for (ja, en) in ja.ingredients.iter().zip(&en.ingredients) {
            let (one, other) = (read_line(ja), read_line(en));
            if one.food().is_none() || one.food() != other.food() || one.group() != other.group() || !same_amount(&one, &other) {
                faults.push(format!("{}: {ja} | {en}\n{one:?}\n{other:?}", dish.id));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The minutes that a text names, hours too.
fn minutes(text: &str, words: &[(&str, u32)]) -> Vec<u32> {
    let mut found = Vec::new();
    for (word, factor) in words {
        for (at, _) in text.match_indices(word) {
            let digits: String = text[..at].trim_end().chars().rev().take_while(char::is_ascii_digit).collect();
            if let Ok(number) = digits.chars().rev().collect::<String>().parse::<u32>() {
                found.push(number * factor);
            }
        }
    }
    found
}

#[test]
fn a_timer_runs_for_the_minutes_that_the_step_says() {
    for dish in cookbook::dishes() {
        let (ja, en) = (dish.text(Language::Ja), dish.text(Language::En));
        for ((ja, timer), (en, _)) in ja.steps.iter().zip(&en.steps) {
            let said: Vec<u32> = timer.iter().copied().collect();
            // 半分 and 個分 have no number before 分 that is a time; 2個分 has.
            assert_eq!(minutes(&ja.replace("個分", "").replace("人分", ""), &[("分", 1), ("時間", 60)]), said, "{}: {ja}", dish.id);
            assert_eq!(minutes(en, &[("minute", 1), ("hour", 60)]), said, "{}: {en}", dish.id);
        }
    }
}
