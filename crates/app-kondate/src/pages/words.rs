//! Amounts, days and aisles as a page says them.

use std::sync::LazyLock;

use chabudai_food::{Aisle, Amount, Language, Quantity, Unit, recognise, say, say_amount, say_of};
use chabudai_kernel::part::{Day, IsoDay};
use chabudai_web::text::{Lang, Texts};
use chabudai_web::ui::Ui;

use super::INFO;
use crate::model::{Batch, Category, Ingredient, KitchenId, Membership, PersonId, read_amount};
use crate::service::SoonWords;

/// A quantity and a unit as they are kept, in the reader's language. What nobody can count with is shown as it was written.
pub(super) fn amount(quantity: Option<&str>, unit: Option<&str>, about: bool, language: Language) -> String {
    times(None, quantity, unit, about, Amount::ONE, language)
}

/// The same beside the name of what it is of: English counts each food in its own way.
pub(super) fn amount_of(name: &str, quantity: Option<&str>, unit: Option<&str>, about: bool, language: Language) -> String {
    times(Some(name), quantity, unit, about, Amount::ONE, language)
}

/// The same, so many times as much.
fn times(name: Option<&str>, quantity: Option<&str>, unit: Option<&str>, about: bool, factor: Amount, language: Language) -> String {
    let known = unit.and_then(Unit::find);
    let counted = |text: &str| read_amount(text).and_then(|amount| amount.checked_mul(factor));
    // Of a range both ends are said: 2〜3個.
    let ends = quantity.and_then(|text| text.split_once(['〜', '～', '~']));
    if let Some((least, most)) = ends.and_then(|(least, most)| Some((counted(least)?, counted(most)?))) {
        let most = said(name, most, unit, known, about, language);
        let (least, joined) = (say_amount(least, language), if language == Language::Ja { "〜" } else { "–" });
        return match known.filter(|unit| language == Language::Ja && unit.before_amount()) {
            Some(before) => most.replacen(before.ja(), &format!("{}{least}{joined}", before.ja()), 1),
            None => format!("{least}{joined}{most}"),
        };
    }
    if let Some(amount) = quantity.and_then(counted) {
        return said(name, amount, unit, known, about, language);
    }
    let unit = known.map_or(unit.unwrap_or_default(), |unit| if language == Language::Ja { unit.ja() } else { unit.en() });
    let quantity = quantity.unwrap_or_default();
    let space = if language == Language::En && !quantity.is_empty() && !unit.is_empty() { " " } else { "" };
    format!("{quantity}{space}{unit}")
}

fn said(name: Option<&str>, amount: Amount, written: Option<&str>, known: Option<Unit>, about: bool, language: Language) -> String {
    let space = if language == Language::En { " " } else { "" };
    match (known, written) {
        (None, Some(unit)) => format!("{}{space}{unit}", say(Quantity { amount, unit: None }, about, language)),
        // A piece of an onion is an onion: nobody says “1 piece” before its name.
        (Some(Unit::Piece), _) if language == Language::En => say(Quantity { amount, unit: None }, about, language),
        (unit, _) => match name.filter(|_| language == Language::En) {
            Some(name) => say_of(recognise(name), name, Quantity { amount, unit }, about, language),
            None => say(Quantity { amount, unit }, about, language),
        },
    }
}

/// How much of an ingredient a recipe takes that is meant for so many and cooked for so many.
pub(super) fn of_ingredient(ingredient: &Ingredient, meant_for: u32, wanted: u32, language: Language) -> String {
    let factor = Amount::new(wanted.into(), meant_for.max(1).into()).unwrap_or(Amount::ONE);
    times(Some(&ingredient.name), ingredient.quantity.as_deref(), ingredient.unit.as_deref(), false, factor, language)
}

/// The sign above an aisle; what no aisle is known of stands by itself.
pub(super) fn aisle(ui: &Ui, aisle: Option<Aisle>, language: Language) -> String {
    match (aisle, language) {
        // Between its words there is a place to break the line, which nobody sees: no word is broken on a narrow screen.
        (Some(aisle), Language::Ja) => aisle.ja().replace('・', "・\u{200b}"),
        (Some(aisle), Language::En) => aisle.en().to_owned(),
        (None, _) => ui.t("kondate-aisle-other").into_owned(),
    }
}

/// A day in words.
pub(super) fn day(ui: &Ui, day: IsoDay) -> String {
    ui.day(&Day(day.0))
}

/// How a batch is to be spoken of: too late, today, soon, or later.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Good {
    Over,
    Today,
    Soon,
    Later,
    Unknown,
}

/// How long something is good, counted from today.
pub(super) fn good(batch: &Batch, today: IsoDay) -> Good {
    match batch.best_before {
        None => Good::Unknown,
        Some(day) if day.0 < today.0 => Good::Over,
        Some(day) if day.0 == today.0 => Good::Today,
        Some(_) if crate::service::is_soon(batch, today) => Good::Soon,
        Some(_) => Good::Later,
    }
}

/// Until when something is good, in words. What nobody has said is told as a guess.
pub(super) fn until(ui: &Ui, batch: &Batch, today: IsoDay) -> Option<String> {
    let said = until_said(ui, batch, today)?;
    Some(if batch.best_before_guessed { ui.t1("kondate-guessed", "until", said) } else { said })
}

fn until_said(ui: &Ui, batch: &Batch, today: IsoDay) -> Option<String> {
    let day = batch.best_before?;
    let days = today.0.until(day.0).map_or(0, |span| span.get_days());
    Some(match (good(batch, today), days) {
        (Good::Over, days) => ui.counted("kondate-over-days", u64::from(days.unsigned_abs())).to_string(),
        (Good::Today, _) => ui.t("kondate-good-today").into_owned(),
        (_, 1) => ui.t("kondate-good-tomorrow").into_owned(),
        (Good::Soon, days) => ui.counted("kondate-good-days", u64::from(days.unsigned_abs())).to_string(),
        // A day of another year says which.
        _ if day.0.year() != today.0.year() => {
            let year = match ui.lang {
                Lang::Ja => format!("{}/{}", day.0.year(), ui.short_day(day.0)),
                Lang::En => format!("{} {}", ui.month(day.0.month()), day.0.year()),
            };
            ui.t1("kondate-good-until", "day", year)
        }
        _ => ui.t1("kondate-good-until", "day", ui.short_day(day.0)),
    })
}

/// What a kitchen is called that nobody has named.
pub(super) fn kitchen(ui: &Ui, membership: &Membership) -> String {
    called(ui, &membership.name, &membership.kitchen_id, &membership.person)
}

/// The same, of a kitchen that somebody is in no longer.
pub(super) fn called(ui: &Ui, name: &str, kitchen: &KitchenId, person: &PersonId) -> String {
    if !name.is_empty() {
        return name.to_owned();
    }
    ui.t(if kitchen.as_str() == person.as_str() { "kondate-kitchen-mine" } else { "kondate-kitchen-shared" }).into_owned()
}

/// What a category is called. Those that everybody begins with have a name in each language.
pub(super) fn category(ui: &Ui, category: &Category) -> String {
    let known = match category.category_id.as_str().trim_start_matches("catalog-") {
        "japanese" => "kondate-category-japanese",
        "western" => "kondate-category-western",
        "chinese" => "kondate-category-chinese",
        "quick" => "kondate-category-quick",
        "korean" => "kondate-category-korean",
        "ethnic" => "kondate-category-ethnic",
        "sweets" => "kondate-category-sweets",
        _ => return category.tag_name.clone(),
    };
    if category.is_default { ui.t(known).into_owned() } else { category.tag_name.clone() }
}

/// A number that a template hands over, by value or by reference.
pub(super) trait Number {
    fn number(&self) -> u64;
}

macro_rules! numbers {
    ($($kind:ty),+) => {$(
        impl Number for $kind {
            fn number(&self) -> u64 {
                u64::try_from(*self).unwrap_or_default()
            }
        }
    )+};
}

numbers!(usize, u32, u64, i64);

impl<T: Number> Number for &T {
    fn number(&self) -> u64 {
        (*self).number()
    }
}

/// Messages about numbers, as templates ask for them.
pub(super) trait Say {
    /// A message about a number, its argument `count`.
    fn n(&self, id: &str, count: impl Number) -> String;

    /// A message about two numbers.
    fn two(&self, id: &str, first: &'static str, one: impl Number, second: &'static str, other: impl Number) -> String;
}

impl Say for Ui {
    fn n(&self, id: &str, count: impl Number) -> String {
        self.counted(id, count.number()).to_string()
    }

    fn two(&self, id: &str, first: &'static str, one: impl Number, second: &'static str, other: impl Number) -> String {
        self.t2(id, (first, one.number()), (second, other.number()))
    }
}

/// Kondate's texts, read when the first message goes out.
pub(super) static TEXTS: LazyLock<Texts> = LazyLock::new(|| Texts::new(&[INFO.locale]));

/// How many things a message names; it is read at a glance.
const NAMED: usize = 3;

/// Finds the words of messages in Kondate's texts.
#[derive(Clone, Copy, Debug)]
pub struct PushWords;

impl SoonWords for PushWords {
    fn of(&self, soon: &[(String, IsoDay)], today: IsoDay, lang: Lang) -> [String; 3] {
        let until = |day: IsoDay| match today.0.until(day.0).map_or(0, |span| span.get_days()) {
            0 => TEXTS.get(lang, "kondate-good-today", &[]),
            1 => TEXTS.get(lang, "kondate-good-tomorrow", &[]),
            days => TEXTS.get(lang, "kondate-good-days", &[("count", days.into())]),
        };
        let one = |(name, day): &(String, IsoDay)| {
            TEXTS.get(lang, "kondate-push-soon-one", &[("name", name.as_str().into()), ("until", until(*day).into())])
        };
        let names = soon.iter().take(NAMED).map(one).collect::<Vec<_>>().join(&TEXTS.get(lang, "kondate-between", &[]));
        let body = match soon.len().saturating_sub(NAMED) {
            0 => names,
            more => TEXTS.get(lang, "kondate-push-soon-more", &[("names", names.into()), ("count", more.into())]),
        };
        [TEXTS.get(lang, "kondate-push-soon-title", &[]), body, TEXTS.get(lang, "kondate-push-open", &[])]
    }
}
