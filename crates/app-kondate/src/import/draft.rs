//! What was found, as a recipe of ours: within our bounds, its lines read.

use crate::model::{
    Ingredient, LONGEST_NAME, LONGEST_NOTE, LONGEST_STEP, LONGEST_TAG, LONGEST_TITLE, LONGEST_WORD, MOST_INGREDIENTS, MOST_MINUTES,
    MOST_SERVINGS, MOST_STEPS, MOST_TAGS, RecipeStep, timer_in,
};
use crate::service::RecipeInput;

use super::Imported;

/// A text of so many characters at most, on one line.
fn within(text: &str, most: usize) -> String {
    // What nobody sees, and what turns the direction of a line, is none of a recipe's words.
    let is_seen = |letter: &char| {
        letter.is_whitespace()
            || !(letter.is_control()
                || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{ad}'))
    };
    let text: String = text.chars().filter(is_seen).collect();
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().take(most).collect::<String>().trim().to_owned()
}

/// An ingredient that can be kept: what was read of a line may be longer than anything that is.
fn bounded(one: Ingredient) -> Ingredient {
    let short = |text: Option<String>, most| text.map(|text| within(&text, most)).filter(|text| !text.is_empty());
    Ingredient {
        name: within(&one.name, LONGEST_NAME),
        quantity: short(one.quantity, LONGEST_WORD),
        unit: short(one.unit, LONGEST_WORD),
        note: short(one.note, LONGEST_NOTE),
        group: short(one.group, LONGEST_WORD),
        ..one
    }
}

impl Imported {
    /// Its lines of ingredients, as they were written, each with the mark of its group.
    fn marked_lines(&self) -> impl Iterator<Item = String> {
        self.found.ingredients.iter().map(|line| within(line, 300)).filter(|line| !line.is_empty()).take(MOST_INGREDIENTS)
    }

    /// The same for somebody to look at: those of a group below its name.
    pub(crate) fn lines(&self) -> impl Iterator<Item = String> {
        let plain = if self.found.language.as_deref().is_none_or(|language| language.starts_with("ja")) { "その他" } else { "Other" };
        let mut above: Option<String> = None;
        self.marked_lines().flat_map(move |line| {
            let named = line.strip_prefix('【').and_then(|rest| rest.split_once('】')).filter(|(name, rest)| {
                // A mark of one letter stands before its line.
                name.chars().count() > 1 && !rest.trim().is_empty()
            });
            let (group, line) = named.map_or((None, line.clone()), |(name, rest)| (Some(name.to_owned()), rest.trim().to_owned()));
            let heading = (group != above).then(|| format!("【{}】", group.as_deref().unwrap_or(plain)));
            above = group;
            heading.into_iter().chain([line])
        })
    }

    /// The recipe that it would be.
    pub(crate) fn recipe(&self) -> RecipeInput {
        let found = &self.found;
        let steps = found.steps.iter().map(|step| within(step, LONGEST_STEP)).filter(|step| !step.is_empty()).take(MOST_STEPS);
        let minutes = found.times.total.or_else(|| Some(found.times.prep.unwrap_or(0) + found.times.cook?)).filter(|minutes| *minutes > 0);
        let servings = found.servings.as_ref().and_then(|servings| servings.number).map(|number| number.round() as u32);
        let mut tags: Vec<String> = Vec::new();
        for tag in found.tags.iter().map(|tag| within(tag, LONGEST_TAG)).filter(|tag| !tag.is_empty()) {
            if tags.len() < MOST_TAGS && !tags.contains(&tag) {
                tags.push(tag);
            }
        }
        let author =
            found.author.as_ref().or(found.site_name.as_ref()).map(|name| within(name, LONGEST_NAME)).filter(|name| !name.is_empty());
        RecipeInput {
            title: Some(within(&found.title, LONGEST_TITLE)),
            servings: servings.filter(|servings| (1..=MOST_SERVINGS).contains(servings)),
            ingredients: Some((1..).zip(self.marked_lines()).map(|(order, line)| bounded(Ingredient::read(&line, order))).collect()),
            intermediate_materials: None,
            steps: Some((1..).zip(steps).map(|(order, text)| RecipeStep { order, timer_minutes: timer_in(&text), text }).collect()),
            tags: Some(tags),
            author_name: Some(author),
            source_url: Some(found.source_url.clone().filter(|url| super::is_kept(url))),
            thumbnail_url: None,
            image_key: self.picture.map(Some),
            cook_time_minutes: Some(minutes.map(|minutes| minutes.min(MOST_MINUTES))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn imported(text: &str) -> Imported {
        let found = chabudai_recipe_page::read_text(text);
        Imported { read_by: super::super::ReadBy::Rules(found.how), found, picture: None }
    }

    #[test]
    fn groups_are_kept() {
        let text = "鶏\n材料\n鶏肉 200g\n【タレ】\nしょうゆ 大さじ1\n(A)\n酒 大さじ1\n【その他】\nねぎ 1本\n☆塩 少々\n☆砂糖 小さじ1\n作り方\n焼く。";
        let imported = imported(text);
        let all = imported.recipe().ingredients.unwrap();
        let groups: Vec<_> = all.iter().map(|one| (one.name.as_str(), one.group.as_deref())).collect();
        let expected =
            [("鶏肉", None), ("しょうゆ", Some("タレ")), ("酒", Some("A")), ("ねぎ", None), ("塩", Some("☆")), ("砂糖", Some("☆"))];
        assert_eq!(groups, expected);
        let lines: Vec<String> = imported.lines().collect();
        assert_eq!(lines[..5], ["鶏肉 200g", "【タレ】", "しょうゆ 大さじ1", "【その他】", "A 酒 大さじ1"]);
    }

    #[test]
    fn an_address_that_cannot_be_kept_is_left_out() {
        let source = |address: &str| {
            let text = format!("鶏\n{address}\n材料\n鶏肉 200g\n作り方\n焼く。");
            imported(&text).recipe().source_url.flatten()
        };
        assert_eq!(source("https://example.org/a").as_deref(), Some("https://example.org/a"));
        assert_eq!(source(&format!("https://example.org/{}", "a".repeat(1_000))), None);
    }

    #[test]
    fn what_is_drafted_can_be_kept() {
        let huge = format!("{}g 塩", "9".repeat(1000));
        let found = chabudai_recipe_page::read_text(&format!("題\u{202e}名\n材料\n\u{202e} 玉ねぎ 1個\n{huge}\n作り方\n切る"));
        let imported = Imported { read_by: super::super::ReadBy::Rules(found.how), found, picture: None };
        let recipe = imported.recipe();
        let lines = recipe.ingredients.unwrap();
        assert_eq!((recipe.title.as_deref(), lines[0].name.as_str()), (Some("題名"), "玉ねぎ"));
        assert!(lines.iter().all(|one| (1..=LONGEST_NAME).contains(&one.name.chars().count())), "{lines:?}");
        assert!(lines.iter().all(|one| one.quantity.as_ref().is_none_or(|text| text.chars().count() <= LONGEST_WORD)), "{lines:?}");
    }
}
