//! Recipes as they are written down.

use chabudai_food::{Aisle, Amount, FoodId, Quantity, Unit, fold, recognise};
use chabudai_kernel::part::UtcSeconds;
use chabudai_media::PictureId;
use serde::{Deserialize, Serialize};

use super::{KitchenId, Moment, RecipeId, picture_at, text_or_number};

chabudai_kernel::text_enum! {
    /// Where a recipe or a set comes from. Only `created` is stored; the others are what a reader is told.
    pub Origin { Created = "created", Saved = "saved", Official = "official" }
}

/// The longest title, in characters.
pub const LONGEST_TITLE: usize = 80;
/// The most ingredients.
pub const MOST_INGREDIENTS: usize = 50;
/// The most steps.
pub const MOST_STEPS: usize = 30;
/// The longest time of a recipe or a step, in minutes: a week.
pub const MOST_MINUTES: u32 = 10_000;
/// The most tags.
pub const MOST_TAGS: usize = 10;
/// The longest name of an ingredient, of a line and of what is in the fridge.
pub const LONGEST_NAME: usize = 60;
/// The longest note.
pub const LONGEST_NOTE: usize = 200;
/// The longest step.
pub const LONGEST_STEP: usize = 1_000;
/// The longest quantity or unit.
pub const LONGEST_WORD: usize = 20;
/// The longest address of a source or a picture.
pub const LONGEST_ADDRESS: usize = 1_000;
/// The longest body that says all of a recipe, in bytes. The item has 262,144 at most; a letter of four bytes is twelve where it is spelled by its
/// numbers.
pub const LONGEST_RECIPE_BODY: usize = 4 * 262_144;
/// The most recipes of a kitchen.
pub const MOST_RECIPES: u64 = 2_000;
/// How long a deleted recipe or set can come back, in seconds.
pub const SECOND_THOUGHTS: i64 = 30 * 24 * 60 * 60;

/// In which order a book is read: the ids of its recipes and sets are those of their time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// The newest first.
    #[default]
    Newest,
    /// The oldest first.
    Oldest,
}

/// An ingredient.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Ingredient {
    /// The food as it was written.
    pub name: String,
    /// How much, as it was written.
    #[serde(default, deserialize_with = "text_or_number", skip_serializing_if = "Option::is_none")]
    pub quantity: Option<String>,
    /// Of what, as it was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// What was said besides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Its place in the list, counted from 1.
    #[serde(default)]
    pub order: u32,
    /// The food of the table that it is, where somebody said so or the reader knew.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub food_id: Option<String>,
    /// The mark of its group: what is mixed together first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
}

impl Ingredient {
    /// A line as a person writes it, read.
    pub fn read(text: &str, order: u32) -> Self {
        let line = chabudai_food::read_line(text);
        let mut quantity = match (line.amount(), line.amount_max()) {
            (Some(least), Some(most)) => Some(format!("{least}〜{most}")),
            (Some(amount), None) => Some(amount.to_string()),
            (None, _) => line.quantity().map(|quantity| quantity.amount.to_string()),
        };
        // The reader takes every dash for one that parts two things.
        if has_sign(text) {
            quantity = Some(format!("-{}", quantity.unwrap_or_default()));
        }
        Self {
            name: line.name().to_owned(),
            quantity,
            unit: line.unit().map(|unit| unit.ja().to_owned()).or_else(|| line.unit_text()),
            note: line.note(),
            order,
            food_id: line.food().map(|food| food.as_str().to_owned()),
            group: line.group(),
        }
    }

    /// The food of the table that it is.
    pub fn food(&self) -> Option<FoodId> {
        let said = self.food_id.as_deref().and_then(chabudai_food::food::by_id);
        said.or_else(|| recognise(&self.name)).map(|food| food.id)
    }

    /// How much to count with; nothing where it is a text that nobody can count with.
    pub fn amount(&self) -> Option<Quantity> {
        counted(self.quantity.as_deref(), self.unit.as_deref())
    }

    /// What a kitchen has at home, and no list has to ask for: a spoon or less, or as much as one likes. It may be said in the unit or in the
    /// quantity; and what is made at home is, however much of it there is to be.
    pub fn is_pantry(&self) -> bool {
        let loose = |text: Option<&str>| text.is_some_and(is_pantry_word);
        let food = self.food();
        // “oil, for frying” is 揚げ油 適量: as much as it takes.
        let is_bare = self.unit.is_none() && self.quantity.is_none();
        loose(self.unit.as_deref())
            || loose(self.quantity.as_deref())
            || food.is_some_and(|food| food.food().is_of_the_cupboard() || is_bare && food.food().aisle == Aisle::Oils)
    }
}

/// The words of the design, and every unit that the table knows to be a spoon or less.
fn is_pantry_word(text: &str) -> bool {
    const WORDS: [&str; 6] = ["大さじ", "小さじ", "少々", "適量", "ひとつまみ", "適宜"];
    WORDS.iter().any(|word| text.contains(word)) || Unit::find(text).is_some_and(Unit::is_pantry)
}

/// A quantity to count with. A unit that the table does not know is no unit to convert by: the caller keeps its text.
pub fn counted(quantity: Option<&str>, unit: Option<&str>) -> Option<Quantity> {
    Some(Quantity { amount: read_amount(quantity?)?, unit: unit.and_then(Unit::find) })
}

/// A number as people write it: `2`, `1/2`, `1.5`, `１`, `1と1/2`; of `2〜3` the larger, so that there is enough.
pub fn read_amount(text: &str) -> Option<Amount> {
    let text = fold(text).replace('⁄', "/");
    let last = text.rsplit(['〜', '～', '~', '-']).next()?;
    let amount = match last.split_once('と') {
        Some((whole, part)) => whole.parse::<Amount>().ok()?.checked_add(part.parse().ok()?)?,
        None => last.parse().ok()?,
    };
    (!amount.is_negative()).then_some(amount)
}

/// The signs that people and keyboards have for less than nothing.
const MINUS: [char; 10] = ['-', '‐', '‑', '‒', '–', '—', '−', '－', '﹣', '➖'];

/// Whether a quantity says that there is less than nothing.
pub fn is_below_nothing(quantity: &str) -> bool {
    quantity.trim_start().starts_with(MINUS)
}

/// Whether an amount in a line has a sign: a dash between a blank and a digit. Between two blanks it parts what stands there, and behind a number
/// it leads to a larger one.
fn has_sign(line: &str) -> bool {
    line.char_indices().filter(|(_, letter)| MINUS.contains(letter)).any(|(at, letter)| {
        let (before, behind) = (&line[..at], &line[at + letter.len_utf8()..]);
        let is_apart = before.is_empty() || before.ends_with(char::is_whitespace);
        is_apart && behind.starts_with(char::is_numeric) && !before.trim_end().ends_with(char::is_numeric)
    })
}

/// A step.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RecipeStep {
    /// Its place, counted from 1.
    #[serde(default)]
    pub order: u32,
    /// What to do.
    pub text: String,
    /// The minutes to wait in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timer_minutes: Option<u32>,
}

/// Something that is made on the way and used in the recipe.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Intermediate {
    /// What it is called.
    pub title: String,
    /// How it is made.
    pub text: String,
    /// Its place, counted from 1.
    #[serde(default)]
    pub order: u32,
}

/// A recipe of a kitchen's own.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Recipe {
    /// Whose it is; in the key.
    #[serde(skip_serializing, rename = "userId")]
    pub kitchen: KitchenId,
    /// Its id; in the key.
    #[serde(skip_serializing)]
    pub recipe_id: RecipeId,
    /// What it is called.
    pub title: String,
    /// For how many it is meant; an item may go without, see [`Recipe::servings`].
    pub servings: Option<u32>,
    /// What goes into it.
    #[serde(default)]
    pub ingredients: Vec<Ingredient>,
    /// What is made on the way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub intermediate_materials: Vec<Intermediate>,
    /// What to do.
    #[serde(default)]
    pub steps: Vec<RecipeStep>,
    /// Its tags.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Who wrote it.
    pub author_name: Option<String>,
    /// Where it was found.
    pub source_url: Option<String>,
    /// Its picture: an address of the web, or by path one that was taken in here, see [`Recipe::picture`].
    pub thumbnail_url: Option<String>,
    /// From the first cut to the table.
    pub cook_time_minutes: Option<u32>,
    /// Always `created`; an item may go without.
    pub origin: Option<Origin>,
    /// When it was written down.
    pub created_at: Option<Moment>,
    /// When it was last changed.
    pub updated_at: Option<Moment>,
    /// When it was first published, if it was and its record is still there.
    pub published_at: Option<UtcSeconds>,
    /// Since when it is in the bin.
    pub deleted_at: Option<Moment>,
    /// When it leaves the bin for good, in Unix seconds.
    pub ttl: Option<i64>,
    /// Counts its writes, so that none overwrites another.
    #[serde(default)]
    pub version: u64,
}

impl Recipe {
    /// It is not in the bin, and so is found by its id.
    pub fn is_live(&self) -> bool {
        self.deleted_at.is_none()
    }

    /// Its picture, if it is one that was taken in here.
    pub fn picture(&self) -> Option<PictureId> {
        self.thumbnail_url.as_deref().and_then(picture_at)
    }

    /// For how many it is meant.
    pub fn servings(&self) -> u32 {
        self.servings.unwrap_or(DEFAULT_SERVINGS).max(1)
    }
}

/// For how many a recipe is meant that does not say so.
pub const DEFAULT_SERVINGS: u32 = 2;

/// The minutes that a step says to wait: 15分, 15 minutes. Hours are sixty of them, and minutes right behind them are more of them: 1時間30分.
pub fn timer_in(text: &str) -> Option<u32> {
    let text = chabudai_food::fold(text);
    let mut rest = text.as_str();
    let mut hour = None;
    while let Some(at) = rest.find(|letter: char| letter.is_ascii_digit()) {
        // What stands between an hour and its minutes is little more than the word for an hour.
        let between: String = rest[..at].split_whitespace().collect();
        let is_close = ["時間", "時間と", "hour", "hours", "hour,", "hours,", "hourand", "hoursand"].contains(&between.as_str());
        if let Some(hour) = hour.filter(|_| !is_close) {
            return Some(hour);
        }
        let digits: String = rest[at..].chars().take_while(char::is_ascii_digit).collect();
        rest = &rest[at + digits.len()..];
        let unit = rest.trim_start();
        // 2〜3分 is three, 5分間 is five; 10分の1 is no time.
        let minutes = (unit.starts_with('分') && !unit.starts_with("分の")) || unit.starts_with("min");
        let hours = unit.starts_with("時間") || unit.starts_with("hour");
        let number: Option<u32> = digits.parse().ok();
        match number {
            Some(number) if minutes && (1..=600).contains(&number) => return Some(hour.unwrap_or_default() + number),
            _ if hour.is_some() => return hour,
            Some(number) if hours && (1..=10).contains(&number) => {
                let half = if unit.starts_with("時間半") { 30 } else { 0 };
                hour = Some(number * 60 + half);
            }
            _ => {}
        }
    }
    hour
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_says_how_long_to_wait() {
        for (text, minutes) in [
            ("弱火で15分煮る。", Some(15)),
            ("２〜３分ゆでる", Some(3)),
            ("冷蔵庫で1時間寝かせる", Some(60)),
            ("弱火で1時間30分煮る", Some(90)),
            ("1時間半煮込む", Some(90)),
            ("1時間おき、200度で20分焼く", Some(60)),
            ("2時間寝かせて4等分にする", Some(120)),
            ("Simmer for 1 hour 10 minutes", Some(70)),
            ("Chill for 2 hours and 30 min", Some(150)),
            ("Chill for 2 hours, then bake for 20 minutes", Some(120)),
            ("4等分に切り、5分おく", Some(5)),
            ("Simmer for 20 minutes.", Some(20)),
            ("Bake at 180 degrees", None),
            ("10分の1を加える", None),
            ("混ぜる", None),
        ] {
            assert_eq!(timer_in(text), minutes, "{text}");
        }
    }
}
