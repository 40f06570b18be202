//! The shopping list, computed: what the dishes that are still to be cooked need, and what should always be there, minus what the fridge holds
//! and what is in the basket already. A pure function of what is stored.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{Hash as _, Hasher};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chabudai_food::{Aisle, Amount, Language, Quantity, say};
use sha2::{Digest as _, Sha256};

use crate::larder::{Counted, Foods, Identity, Measure, Stock, measure, of_staple, written_in};
use crate::model::{Batch, Dish, Ingredient, Line, LineId, Moment, Plan, Recipe, RecipeId, Source, Staple};

/// What begins the id of a line that the plan makes. No ULID does.
const OF_THE_PLAN: &str = "auto-";

/// Everything that a list is computed from.
#[derive(Debug, Default)]
pub struct Read {
    /// What is being cooked.
    pub plan: Option<Plan>,
    /// Its recipes; one that is gone is missing.
    pub recipes: HashMap<RecipeId, Recipe>,
    /// The foods that the kitchen knows.
    pub foods: Foods,
    /// What is in the fridge.
    pub batches: Vec<Batch>,
    /// What was written down or ticked.
    pub lines: Vec<Line>,
    /// What should always be there.
    pub staples: Vec<Staple>,
    /// The way through the shop, where somebody has said it.
    pub way: Vec<Aisle>,
}

/// A line of the list.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct ListLine {
    /// Its id: that of its row, or one that the same need of the same plan always has.
    pub id: LineId,
    /// What to buy.
    pub name: String,
    /// How much, as a number or as it was written.
    pub quantity: Option<String>,
    /// Of what.
    pub unit: Option<String>,
    /// 約: amounts in different units were added up by what the food weighs on average.
    pub about: bool,
    /// It is in the basket.
    pub checked: bool,
    /// From the plan, or written by somebody.
    pub source: Source,
    /// Where the shop keeps it.
    pub aisle: Option<Aisle>,
    /// The food that it is.
    pub food_id: Option<String>,
    /// What to keep in mind.
    pub note: Option<String>,
    /// For which dishes.
    pub dishes: Vec<String>,
    /// It should always be there, and is not.
    pub is_staple: bool,
    /// Of which need of the plan it is.
    pub need: Option<String>,
    /// How much of that need, in the unit in which it is counted.
    pub amount: Option<Amount>,
}

/// What a kitchen has at home: fine if it does.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct PantryLine {
    /// What.
    pub name: String,
    /// How much of it all dishes take together, in words of a Japanese recipe.
    pub amounts: Vec<String>,
    /// The same as quantities and units: one sum of what can be added up, and what nobody can count with as it was said.
    pub sums: Vec<(Option<String>, Option<String>)>,
}

/// What is in the fridge of something on the list, counted so that nobody can subtract it.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct AtHome {
    /// What.
    pub name: String,
    /// How much there is.
    pub quantity: String,
    /// Of what.
    pub unit: Option<String>,
}

/// The list.
#[derive(Clone, PartialEq, Hash, Debug, Default)]
pub struct ShoppingList {
    /// What to buy, in the order of the shop; what is ticked comes last.
    pub lines: Vec<ListLine>,
    /// What is fine if it is at home.
    pub pantry: Vec<PantryLine>,
    /// What is in the fridge in other units.
    pub at_home: Vec<AtHome>,
    /// Something is being cooked, whether anything has to be bought for it or not.
    pub is_planned: bool,
}

/// Hashes into a digest: a few bits would be the same for two lists too often.
struct Whole(Sha256);

impl Hasher for Whole {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finish(&self) -> u64 {
        0
    }
}

impl ShoppingList {
    /// A digest of what it says, by which an open page knows whether it is the same.
    pub fn digest(&self) -> String {
        let mut whole = Whole(Sha256::new());
        self.hash(&mut whole);
        URL_SAFE_NO_PAD.encode(&whole.0.finalize()[..12])
    }

    /// How many lines are still to be bought.
    pub fn remaining(&self) -> usize {
        self.lines.iter().filter(|line| !line.checked).count()
    }

    /// The line of an id.
    pub fn line(&self, id: &LineId) -> Option<&ListLine> {
        self.lines.iter().find(|line| line.id == *id)
    }
}

/// Whether a line is one that the plan makes.
pub fn is_of_the_plan(id: &LineId) -> bool {
    id.as_str().starts_with(OF_THE_PLAN)
}

/// How much of an ingredient a dish takes that is cooked for so many.
pub fn scaled(ingredient: &Ingredient, identity: &Identity, meant_for: u32, wanted: u32) -> Measure {
    let measured = measure(identity, ingredient.quantity.as_deref(), ingredient.unit.as_deref());
    let factor = Amount::new(wanted.into(), meant_for.max(1).into()).unwrap_or(Amount::ONE);
    Measure { amount: measured.amount.and_then(|amount| amount.checked_mul(factor)), ..measured }
}

/// For how many a dish is cooked.
pub fn servings_of(dish: &Dish, recipe: &Recipe) -> u32 {
    dish.servings.unwrap_or_else(|| recipe.servings()).max(1)
}

#[derive(Debug)]
struct Need {
    identity: Identity,
    name: String,
    counted: Counted,
    amount: Option<Amount>,
    said: Option<String>,
    units: Vec<Option<String>>,
    about: bool,
    dishes: Vec<String>,
    is_staple: bool,
}

/// What a need is known by: the food alone where its amounts add up, so that a tick stays with it whatever is cooked meanwhile.
fn key_of(identity: &Identity, measured: &Measure, said: Option<&str>) -> String {
    let what = match identity {
        Identity::Table(id) => (*id).to_owned(),
        Identity::Own(id) => format!("own:{id}"),
        Identity::Name(name) => format!("name:{name}"),
    };
    let usual = identity.food().is_some_and(|food| measured.counted == Counted::In(food.unit.ja()));
    match (measured.amount, usual) {
        (Some(_), true) => what,
        (Some(_), false) => format!("{what}|{}", measured.counted.text().unwrap_or_default()),
        (None, _) => format!("{what}|{}|{}", measured.counted.text().unwrap_or_default(), said.unwrap_or_default()),
    }
}

/// The id of a line of the plan: of one need, of one plan, and of one trip to the shop where more is needed than was ticked.
fn id_of(need: &str, applied_at: Option<Moment>, generation: usize) -> LineId {
    let applied = applied_at.map_or_else(String::new, |at| at.to_string());
    let hash = Sha256::digest(format!("{need}\n{applied}\n{generation}").as_bytes());
    LineId::new(format!("{OF_THE_PLAN}{}", URL_SAFE_NO_PAD.encode(&hash[..16]))).expect("base64 is a word")
}

/// Computes the list.
pub fn compute(read: &Read) -> ShoppingList {
    let stock = Stock::of(&read.foods, &read.batches);
    let applied_at = read.plan.as_ref().map(|plan| plan.applied_at);
    let (order, mut needs, pantry) = needs(read);
    staples(read, &mut needs);
    let ticks: Vec<&Line> = read.lines.iter().filter(|line| line.source == Source::Auto && line.applied_at == applied_at).collect();
    let ids: HashSet<&LineId> = ticks.iter().map(|line| &line.item_id).collect();
    // What is at home is in the fridge, and counts there.
    let ticks: Vec<&Line> = ticks.into_iter().filter(|line| !line.is_bought()).collect();
    let mut lines: Vec<ListLine> =
        read.lines.iter().filter(|line| line.source == Source::Manual && !line.is_bought()).map(|line| of_row(read, line)).collect();
    lines.extend(ticks.iter().filter(|line| line.checked && !line.dismissed).map(|line| of_row(read, line)));
    let mut at_home = Vec::new();
    let staples_after = needs.keys().filter(|key| !order.contains(key)).cloned().collect::<Vec<_>>();
    for key in order.iter().chain(&staples_after) {
        let need = &needs[key];
        let of_need = || ticks.iter().filter(|line| line.need.as_deref() == Some(key));
        if of_need().any(|line| line.dismissed) {
            continue;
        }
        let Some(open) = open(need, &stock, of_need()) else { continue };
        at_home.extend(elsewhere(need, &stock));
        let generation = (0..=ids.len()).find(|nth| !ids.contains(&id_of(key, applied_at, *nth))).unwrap_or_default();
        let mut line = line_of(read, need, key, open, id_of(key, applied_at, generation));
        line.about = is_about(need, &stock);
        lines.push(line);
    }
    let place = |aisle: Option<Aisle>| {
        let Some(aisle) = aisle else { return (2, usize::MAX, usize::MAX) };
        let usual = Aisle::ALL.iter().position(|one| *one == aisle).unwrap_or(usize::MAX);
        read.way.iter().position(|one| *one == aisle).map_or((1, usual, 0), |at| (0, at, usual))
    };
    lines.sort_by_key(|line| (line.checked, place(line.aisle)));
    ShoppingList { lines, pantry, at_home, is_planned: read.plan.is_some() }
}

type Needs = (Vec<String>, BTreeMap<String, Need>, Vec<PantryLine>);

/// What the dishes need that are not on the table yet, in the order in which they ask for it.
fn needs(read: &Read) -> Needs {
    let (mut order, mut needs, mut pantry) = (Vec::new(), BTreeMap::<String, Need>::new(), Vec::<(Identity, String, Vec<Takes>)>::new());
    let dishes = read.plan.iter().flat_map(|plan| &plan.items).filter(|dish| !dish.is_cooked);
    for (dish, recipe) in dishes.filter_map(|dish| Some((dish, read.recipes.get(&dish.recipe_id)?))) {
        let wanted = servings_of(dish, recipe);
        for ingredient in &recipe.ingredients {
            let identity = read.foods.identify(&ingredient.name, ingredient.food_id.as_deref());
            // Water comes from the tap.
            if read.foods.aisle(&identity) == Some(Aisle::Water) {
                continue;
            }
            if ingredient.is_pantry() {
                let takes = Takes::of(ingredient, recipe.servings(), wanted);
                match pantry.iter_mut().find(|(known, ..)| *known == identity) {
                    Some((.., all)) => add(all, takes),
                    None => pantry.push((identity, ingredient.name.clone(), vec![takes])),
                }
                continue;
            }
            let measured = scaled(ingredient, &identity, recipe.servings(), wanted);
            let key = key_of(&identity, &measured, ingredient.quantity.as_deref());
            let need = needs.entry(key.clone()).or_insert_with(|| {
                order.push(key);
                Need {
                    identity: identity.clone(),
                    name: ingredient.name.clone(),
                    counted: measured.counted.clone(),
                    amount: measured.amount.map(|_| Amount::ZERO),
                    said: ingredient.quantity.clone(),
                    units: Vec::new(),
                    about: false,
                    dishes: Vec::new(),
                    is_staple: false,
                }
            });
            need.amount = match (need.amount, measured.amount) {
                (Some(sum), Some(more)) => Some(sum.checked_add(more).unwrap_or(sum)),
                _ => None,
            };
            need.about |= measured.about;
            if !need.units.contains(&ingredient.unit) {
                need.units.push(ingredient.unit.clone());
            }
            if !need.dishes.contains(&dish.title) {
                need.dishes.push(dish.title.clone());
            }
        }
    }
    (order, needs, pantry.into_iter().map(|(_, name, takes)| in_the_pantry(name, &takes)).collect())
}

/// What should be there besides what the dishes take.
fn staples(read: &Read, needs: &mut BTreeMap<String, Need>) {
    for staple in &read.staples {
        let (identity, measured) = of_staple(&read.foods, staple);
        let key = key_of(&identity, &measured, staple.quantity.as_deref());
        let need = needs.entry(key).or_insert_with(|| Need {
            identity,
            name: staple.name.clone(),
            counted: measured.counted.clone(),
            amount: Some(Amount::ZERO),
            said: staple.quantity.clone(),
            units: Vec::new(),
            about: false,
            dishes: Vec::new(),
            is_staple: false,
        });
        need.is_staple = true;
        need.about |= measured.about;
        if let (Some(sum), Some(minimum)) = (need.amount, measured.amount) {
            need.amount = Some(sum.checked_add(minimum).unwrap_or(sum));
        }
        if !need.units.contains(&staple.unit) {
            need.units.push(staple.unit.clone());
        }
    }
}

/// What is still to be bought of a need.
#[derive(Clone, Copy)]
enum Open {
    Amount(Amount),
    /// As it was said: nobody can count with it.
    Said,
}

/// What is still to be bought of a need: an amount, or a text that nobody can count with. Nothing where enough is there.
fn open<'a>(need: &Need, stock: &Stock, ticked: impl Iterator<Item = &'a &'a Line>) -> Option<Open> {
    let Some(wanted) = need.amount else {
        let is_there = stock.of_food(&need.identity, &need.counted).is_some() || ticked.into_iter().any(|line| line.checked);
        return (!is_there).then_some(Open::Said);
    };
    let there = stock.of_food(&need.identity, &need.counted).map_or(Amount::ZERO, |held| held.amount);
    let in_the_basket = ticked.filter(|line| line.checked).filter_map(|line| line.amount);
    let left = in_the_basket.fold(wanted.checked_sub(there)?, |left, amount| left.checked_sub(amount).unwrap_or(left));
    (!left.is_zero() && !left.is_negative()).then_some(Open::Amount(left))
}

/// 約, if amounts in several units came together by what the food weighs on average. In one unit alone, what is converted there and back is exact.
fn is_about(need: &Need, stock: &Stock) -> bool {
    let held = stock.of_food(&need.identity, &need.counted);
    let units: HashSet<_> = need.units.iter().chain(held.iter().flat_map(|held| &held.units)).collect();
    units.len() > 1 && (need.about || held.is_some_and(|held| held.about))
}

fn elsewhere(need: &Need, stock: &Stock) -> Vec<AtHome> {
    let other = stock.otherwise(&need.identity, &need.counted);
    other
        .map(|(counted, amount)| AtHome { name: need.name.clone(), quantity: amount.to_string(), unit: counted.text().map(str::to_owned) })
        .collect()
}

fn line_of(read: &Read, need: &Need, key: &str, open: Open, id: LineId) -> ListLine {
    let open = match open {
        Open::Amount(amount) => Some(amount),
        Open::Said => None,
    };
    // In the one unit in which everybody wrote it, else in that in which it is counted.
    let as_written = match &need.units[..] {
        [unit] => {
            open.and_then(|open| written_in(&need.identity, open, &need.counted, unit.as_deref())).map(|amount| (amount, unit.clone()))
        }
        _ => None,
    };
    let counted = || (open, need.counted.text().map(str::to_owned));
    let (quantity, unit) = as_written.map_or_else(counted, |(amount, unit)| (Some(amount), unit));
    ListLine {
        id,
        name: need.name.clone(),
        quantity: quantity.map(|amount| amount.to_string()).or_else(|| need.said.clone()),
        unit,
        about: false,
        checked: false,
        source: Source::Auto,
        aisle: read.foods.aisle(&need.identity),
        food_id: need.identity.id().map(str::to_owned),
        note: None,
        dishes: need.dishes.clone(),
        is_staple: need.is_staple,
        need: Some(key.to_owned()),
        amount: open,
    }
}

fn of_row(read: &Read, line: &Line) -> ListLine {
    let identity = read.foods.identify(&line.name, line.food_id.as_deref());
    ListLine {
        id: line.item_id.clone(),
        name: line.name.clone(),
        quantity: line.quantity.clone(),
        unit: line.unit.clone(),
        about: false,
        checked: line.checked,
        source: line.source,
        aisle: read.foods.aisle(&identity),
        food_id: identity.id().map(str::to_owned),
        note: line.note.clone(),
        dishes: Vec::new(),
        is_staple: false,
        need: line.need.clone(),
        amount: line.amount,
    }
}

/// How much a dish takes of what is in the pantry.
#[derive(PartialEq)]
enum Takes {
    /// What can be added up.
    Counted(Quantity),
    /// What nobody can count with, as it was said.
    Said(Option<String>, Option<String>),
}

impl Takes {
    fn of(ingredient: &Ingredient, meant_for: u32, wanted: u32) -> Self {
        let factor = Amount::new(wanted.into(), meant_for.max(1).into()).unwrap_or(Amount::ONE);
        let counted = ingredient.amount().filter(|quantity| quantity.unit.is_some_and(|unit| !unit.is_loose()));
        let scaled = counted.and_then(|quantity| Some(Quantity { amount: quantity.amount.checked_mul(factor)?, ..quantity }));
        scaled.map_or_else(|| Self::Said(ingredient.quantity.clone(), ingredient.unit.clone()), Self::Counted)
    }
}

/// One more dish takes from the pantry: what is in the same unit, or in another spoon, is added up; what was said in the same words is not said
/// twice.
fn add(all: &mut Vec<Takes>, more: Takes) {
    if let Takes::Counted(more) = &more {
        for one in all.iter_mut() {
            let Takes::Counted(one) = one else { continue };
            let (Some(unit), Some(other)) = (one.unit, more.unit) else { continue };
            // Into the larger of two spoons.
            let is_larger = other.in_terms_of(unit).is_some_and(|times| times > Amount::ONE);
            let into = if is_larger { other } else { unit };
            if let (Some(had), Some(takes)) = (one.to(into), more.to(into))
                && let Some(amount) = had.amount.checked_add(takes.amount)
            {
                *one = Quantity { amount, unit: Some(into) };
                return;
            }
        }
    }
    if !all.contains(&more) {
        all.push(more);
    }
}

fn in_the_pantry(name: String, takes: &[Takes]) -> PantryLine {
    let sums = takes.iter().map(|one| match one {
        Takes::Counted(quantity) => (Some(quantity.amount.to_string()), quantity.unit.map(|unit| unit.ja().to_owned())),
        Takes::Said(quantity, unit) => (quantity.clone(), unit.clone()),
    });
    let said = |one: &Takes| match one {
        Takes::Counted(quantity) => Some(say(*quantity, false, Language::Ja)),
        Takes::Said(quantity, unit) => Some(format!("{}{}", quantity.as_deref().unwrap_or_default(), unit.as_deref().unwrap_or_default()))
            .filter(|said| !said.is_empty()),
    };
    PantryLine { name, amounts: takes.iter().filter_map(said).collect(), sums: sums.collect() }
}
