//! Dishes of everyday Japanese home cooking, in sets of seven, in Japanese and in English.
//!
//! They are data: `cookbook/<set>.toml`, one file a set, with ingredient lines as a person writes them. Ids are fixed, because kitchens refer
//! to them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::line::{Line, read_line};
use crate::picture::{Cloth, Picture};

/// A language that the cookbook is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    /// Japanese.
    Ja,
    /// English.
    En,
}

/// A text in both languages, each written for its own readers.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    ja: String,
    en: String,
}

impl Text {
    /// The text in that language.
    pub fn get(&self, language: Language) -> &str {
        match language {
            Language::Ja => &self.ja,
            Language::En => &self.en,
        }
    }
}

/// Seven dishes that go well together in a week.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Set {
    /// Fixed, and the name of its file.
    pub id: String,
    /// What it is called.
    pub title: Text,
    /// One sentence about it.
    pub about: Text,
    /// Its dishes.
    #[serde(rename = "dish")]
    pub dishes: Vec<Dish>,
}

/// What a dish is in a meal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// 主菜.
    Main,
    /// 副菜.
    Side,
    /// 汁物.
    Soup,
    /// ご飯もの.
    Rice,
    /// 麺.
    Noodles,
}

/// When a dish is at its best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Season {
    /// The whole year.
    All,
    /// March to May.
    Spring,
    /// June to August.
    Summer,
    /// September to November.
    Autumn,
    /// December to February.
    Winter,
}

/// An ingredient line, in Japanese and in English: the same food and the same amount.
#[derive(Debug, Deserialize)]
struct Ingredient(String, String);

/// A step, with the minutes to wait in it.
#[derive(Debug, Deserialize)]
struct Step(String, String, #[serde(default)] Option<u32>);

/// A recipe of the cookbook.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dish {
    /// Fixed.
    pub id: String,
    /// What it is called.
    pub title: Text,
    /// What it is in a meal.
    pub kind: Kind,
    /// How many it feeds.
    pub servings: u32,
    /// From the first cut to the table, with waiting.
    pub minutes: u32,
    /// When it is at its best.
    pub season: Season,
    /// Ids of tags; [`tag`] says their names.
    pub tags: Vec<String>,
    ingredients: Vec<Ingredient>,
    steps: Vec<Step>,
    picture: Vec<String>,
}

/// A dish in one language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recipe<'a> {
    /// What it is called.
    pub title: &'a str,
    /// Ingredient lines as they are written.
    pub ingredients: Vec<&'a str>,
    /// What to do, with the minutes to wait in it.
    pub steps: Vec<(&'a str, Option<u32>)>,
    /// Names of its tags.
    pub tags: Vec<&'a str>,
}

impl Recipe<'_> {
    /// Its ingredient lines, read.
    pub fn lines(&self) -> Vec<Line> {
        self.ingredients.iter().map(|line| read_line(line)).collect()
    }
}

impl Dish {
    /// The recipe in that language.
    pub fn text(&self, language: Language) -> Recipe<'_> {
        let pick = |ja, en| match language {
            Language::Ja => ja,
            Language::En => en,
        };
        Recipe {
            title: self.title.get(language),
            ingredients: self.ingredients.iter().map(|Ingredient(ja, en)| pick(ja.as_str(), en.as_str())).collect(),
            steps: self.steps.iter().map(|Step(ja, en, timer)| (pick(ja.as_str(), en.as_str()), *timer)).collect(),
            tags: self.tags.iter().filter_map(|id| tag(id)).map(|name| name.get(language)).collect(),
        }
    }

    /// Its picture as SVG, the same every time.
    pub fn picture(&self) -> String {
        let cloth = match self.season {
            Season::All => Cloth::Straw,
            Season::Spring => Cloth::Blossom,
            Season::Summer => Cloth::Water,
            Season::Autumn => Cloth::Maple,
            Season::Winter => Cloth::Pine,
        };
        self.drawing().draw(&self.id, cloth)
    }

    /// Its picture, read from the lines of its file.
    pub fn drawing(&self) -> Picture {
        Picture::read(&self.picture).expect("a picture that the tests have read")
    }
}

/// The sets, in the order they are offered.
pub fn sets() -> &'static [Set] {
    &SETS
}

/// The set of that id.
pub fn set(id: &str) -> Option<&'static Set> {
    SETS.iter().find(|set| set.id == id)
}

/// All dishes, set by set.
pub fn dishes() -> impl Iterator<Item = &'static Dish> {
    SETS.iter().flat_map(|set| &set.dishes)
}

/// The dish of that id.
pub fn dish(id: &str) -> Option<&'static Dish> {
    dishes().find(|dish| dish.id == id)
}

/// The name of a tag.
pub fn tag(id: &str) -> Option<&'static Text> {
    TAGS.get(id)
}

static SETS: LazyLock<Vec<Set>> = LazyLock::new(|| {
    [
        include_str!("../cookbook/weekday.toml"),
        include_str!("../cookbook/quick.toml"),
        include_str!("../cookbook/spring.toml"),
        include_str!("../cookbook/summer.toml"),
        include_str!("../cookbook/autumn.toml"),
        include_str!("../cookbook/winter.toml"),
        include_str!("../cookbook/fish.toml"),
        include_str!("../cookbook/vegetables.toml"),
        include_str!("../cookbook/family.toml"),
        include_str!("../cookbook/make-ahead.toml"),
        include_str!("../cookbook/thrifty.toml"),
        include_str!("../cookbook/abroad.toml"),
    ]
    .iter()
    .map(|file| toml::from_str(file).expect("a set that the tests have read"))
    .collect()
});

static TAGS: LazyLock<BTreeMap<String, Text>> =
    LazyLock::new(|| toml::from_str(include_str!("../cookbook/tags.toml")).expect("tags that the tests have read"));
