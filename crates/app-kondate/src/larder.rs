//! Which food something is, and how much of it there is: what the list, the cooking and the suggestions count with. No store, no clock.

use std::collections::BTreeMap;

use chabudai_food::food::by_id;
use chabudai_food::unit::Kind;
use chabudai_food::{Aisle, Amount, Food, Quantity, Unit, convert, fold, recognise};

use crate::model::{Batch, OwnFood, OwnFoodId, Staple, read_amount};

/// What something is: the same for everything that may be added up.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Identity {
    /// A food of the table, by its id.
    Table(&'static str),
    /// A food of the kitchen's own.
    Own(OwnFoodId),
    /// A name that nobody knows, as it was written.
    Name(String),
}

impl Identity {
    /// The food of the table.
    pub fn food(&self) -> Option<&'static Food> {
        match self {
            Self::Table(id) => by_id(id),
            Self::Own(_) | Self::Name(_) => None,
        }
    }

    /// Its id, if it has one.
    pub fn id(&self) -> Option<&str> {
        match self {
            Self::Table(id) => Some(id),
            Self::Own(id) => Some(id.as_str()),
            Self::Name(_) => None,
        }
    }
}

/// What an amount is counted in, in the one unit in which all amounts of a food are counted that can be.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Counted {
    /// A unit of the table, by its name there.
    In(&'static str),
    /// A unit that nobody knows.
    Word(String),
    /// A bare number.
    Bare,
}

impl Counted {
    fn of(unit: Unit) -> Self {
        Self::In(unit.ja())
    }

    /// The unit of the table.
    pub fn unit(&self) -> Option<Unit> {
        match self {
            Self::In(name) => Unit::find(name),
            Self::Word(_) | Self::Bare => None,
        }
    }

    /// As it is written.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::In(name) => Some(name),
            Self::Word(word) => Some(word),
            Self::Bare => None,
        }
    }
}

/// So much of something.
#[derive(Clone, PartialEq, Debug)]
pub struct Measure {
    /// How much; nothing where it is a text that nobody can count with.
    pub amount: Option<Amount>,
    /// Of what.
    pub counted: Counted,
    /// 約: it went by what the food weighs on average.
    pub about: bool,
}

/// The foods that a kitchen knows: those of the table, and its own before them.
#[derive(Clone, Debug, Default)]
pub struct Foods {
    own: BTreeMap<String, OwnFood>,
}

impl Foods {
    /// With these of the kitchen's own.
    pub fn with(own: impl IntoIterator<Item = OwnFood>) -> Self {
        Self { own: own.into_iter().map(|food| (fold(&food.name), food)).collect() }
    }

    /// What something of this name is. An id that somebody chose goes before what the name says.
    pub fn identify(&self, name: &str, food_id: Option<&str>) -> Identity {
        if let Some(own) = food_id.and_then(|id| self.own.values().find(|food| food.food_id.as_str() == id)) {
            return Self::identity_of(own);
        }
        if let Some(food) = food_id.and_then(by_id) {
            return Identity::Table(food.id.as_str());
        }
        if let Some(own) = self.own.get(&fold(name)) {
            return Self::identity_of(own);
        }
        match recognise(name) {
            Some(food) => Identity::Table(food.id.as_str()),
            None => Identity::Name(name.trim().to_owned()),
        }
    }

    /// A food of the kitchen's own that the table knows by the same name is the same food: what is in the fridge and what a recipe asks for meet,
    /// whichever of the two was written down first. Where it is kept and for how long is as the kitchen says.
    fn identity_of(own: &OwnFood) -> Identity {
        recognise(&own.name).map_or_else(|| Identity::Own(own.food_id.clone()), |food| Identity::Table(food.id.as_str()))
    }

    /// What the kitchen itself says of a food of the table.
    fn own_word_on(&self, identity: &Identity) -> Option<&OwnFood> {
        self.own.values().find(|food| Self::identity_of(food) == *identity)
    }

    fn own(&self, id: &OwnFoodId) -> Option<&OwnFood> {
        self.own.values().find(|food| food.food_id == *id)
    }

    /// Where the shop keeps it.
    pub fn aisle(&self, identity: &Identity) -> Option<Aisle> {
        match identity {
            Identity::Table(_) => {
                let own = self.own_word_on(identity).and_then(|own| Aisle::from_id(own.aisle.as_deref()?));
                own.or_else(|| identity.food().map(|food| food.aisle))
            }
            Identity::Own(id) => self.own(id)?.aisle.as_deref().and_then(Aisle::from_id),
            Identity::Name(_) => None,
        }
    }

    /// For how many days it is good, once it was bought.
    pub fn keeps(&self, identity: &Identity) -> Option<u16> {
        match identity {
            Identity::Table(_) => {
                let of_table = |food: &Food| food.keeps.fridge.or(food.keeps.room).or(food.keeps.freezer);
                self.own_word_on(identity).and_then(|own| own.keeps_days).or_else(|| identity.food().and_then(of_table))
            }
            Identity::Own(id) => self.own(id)?.keeps_days,
            Identity::Name(_) => None,
        }
    }

    /// For how many days it is good, once it is open.
    pub fn keeps_opened(&self, identity: &Identity) -> Option<u16> {
        identity.food().and_then(|food| food.keeps.opened)
    }

    /// The foods of the kitchen's own.
    pub fn all_own(&self) -> impl Iterator<Item = &OwnFood> {
        self.own.values()
    }
}

/// How much something is, counted as all of its food is counted that can be.
pub fn measure(identity: &Identity, quantity: Option<&str>, unit: Option<&str>) -> Measure {
    let unit = unit.map(str::trim).filter(|unit| !unit.is_empty());
    let known = unit.and_then(Unit::find);
    let as_written = || match (known, unit) {
        (Some(known), _) => Counted::of(known),
        (None, Some(word)) => Counted::Word(word.to_owned()),
        (None, None) => Counted::Bare,
    };
    let Some(amount) = quantity.and_then(read_amount) else {
        return Measure { amount: None, counted: as_written(), about: false };
    };
    // A word that no table knows is a unit of its own.
    if unit.is_none() || known.is_some() {
        let written = Quantity { amount, unit: known };
        if let Some(food) = identity.food()
            && let Some(converted) = convert(food, written, food.unit)
        {
            return Measure { amount: Some(converted.quantity.amount), counted: Counted::of(food.unit), about: converted.about };
        }
        let base = known.and_then(|known| match known.kind() {
            Kind::Mass(_) => Some(Unit::Gram),
            Kind::Volume(_) => Some(Unit::Millilitre),
            Kind::Length(_) => Some(Unit::Centimetre),
            Kind::Count | Kind::Loose => None,
        });
        if let Some(same) = base.and_then(|base| written.to(base)) {
            return Measure { amount: Some(same.amount), counted: same.unit.map_or(Counted::Bare, Counted::of), about: false };
        }
    }
    Measure { amount: Some(amount), counted: as_written(), about: false }
}

/// The same amount, in the unit in which somebody wrote it.
pub fn written_in(identity: &Identity, amount: Amount, counted: &Counted, unit: Option<&str>) -> Option<Amount> {
    let (Some(from), Some(to)) = (counted.unit(), unit.and_then(Unit::find)) else {
        return (counted.text() == unit).then_some(amount);
    };
    let measured = Quantity::new(amount, from);
    let converted = identity.food().and_then(|food| convert(food, measured, to)).map(|converted| converted.quantity);
    converted.or_else(|| measured.to(to)).map(|quantity| quantity.amount)
}

/// What is there of each food, counted alike.
#[derive(Clone, Debug, Default)]
pub struct Stock {
    held: BTreeMap<(Identity, Counted), Held>,
}

/// What is there of one food, counted in one unit.
#[derive(Clone, Debug)]
pub struct Held {
    /// How much.
    pub amount: Amount,
    /// The units in which it was written.
    pub units: Vec<Option<String>>,
    /// 約: some of it went by what the food weighs on average.
    pub about: bool,
}

impl Stock {
    /// Everything that is there.
    pub fn of(foods: &Foods, batches: &[Batch]) -> Self {
        let mut stock = Self::default();
        for batch in batches.iter().filter(|batch| batch.is_there()) {
            let identity = foods.identify(&batch.name, batch.food_id.as_deref());
            let measured = measure(&identity, batch.quantity.as_deref(), batch.unit.as_deref());
            let held = stock.held.entry((identity, measured.counted)).or_insert_with(|| Held {
                amount: Amount::ZERO,
                units: Vec::new(),
                about: false,
            });
            held.amount = measured.amount.and_then(|amount| held.amount.checked_add(amount)).unwrap_or(held.amount);
            held.about |= measured.about;
            if !held.units.contains(&batch.unit) {
                held.units.push(batch.unit.clone());
            }
        }
        stock
    }

    /// What there is of it, counted so.
    pub fn of_food(&self, identity: &Identity, counted: &Counted) -> Option<&Held> {
        self.held.get(&(identity.clone(), counted.clone()))
    }

    /// Whether there is any of it at all.
    pub fn has_any(&self, identity: &Identity) -> bool {
        self.held.keys().any(|(held, _)| held == identity)
    }

    /// What there is of it that is counted otherwise.
    pub fn otherwise<'a>(&'a self, identity: &'a Identity, counted: &'a Counted) -> impl Iterator<Item = (&'a Counted, Amount)> {
        let other = move |(held, as_counted): &&(Identity, Counted)| held == identity && as_counted != counted;
        self.held.keys().filter(other).map(move |key| (&key.1, self.held[key].amount))
    }
}

/// What a batch gives to a dish.
#[derive(Clone, PartialEq, Debug)]
pub struct Portion<'a> {
    /// The batch.
    pub batch: &'a Batch,
    /// What is taken from it, in its own unit.
    pub taken: Amount,
    /// What is left of it.
    pub left: Amount,
}

/// What is taken from which batch for so much of some foods, the oldest batch first: never more than is there, and nothing from a batch that
/// nobody can count.
pub fn portions<'a>(foods: &Foods, batches: &'a [Batch], wanted: &[(Identity, Measure)]) -> Vec<Portion<'a>> {
    let mut wanted_of: BTreeMap<(Identity, Counted), Amount> = BTreeMap::new();
    for (identity, measured) in wanted {
        let Some(amount) = measured.amount else { continue };
        let sum = wanted_of.entry((identity.clone(), measured.counted.clone())).or_insert(Amount::ZERO);
        *sum = sum.checked_add(amount).unwrap_or(*sum);
    }
    let mut oldest: Vec<&Batch> = batches.iter().filter(|batch| batch.is_there()).collect();
    oldest.sort_by(|one, other| one.item_id.cmp(&other.item_id));
    let mut out = Vec::new();
    for batch in oldest {
        let identity = foods.identify(&batch.name, batch.food_id.as_deref());
        let held = measure(&identity, batch.quantity.as_deref(), batch.unit.as_deref());
        let (Some(there), Some(own)) = (held.amount, batch.quantity.as_deref().and_then(read_amount)) else { continue };
        let Some(want) = wanted_of.get_mut(&(identity, held.counted)) else { continue };
        let take = there.min(*want);
        if take.is_zero() || take.is_negative() {
            continue;
        }
        // All of it is all of it, whatever a conversion says.
        let taken = if take == there { Some(own) } else { own.checked_mul(take).and_then(|part| part.checked_div(there)) };
        let Some((taken, left)) = taken.and_then(|taken| Some((taken, own.checked_sub(taken)?))) else { continue };
        *want = want.checked_sub(take).unwrap_or(Amount::ZERO);
        out.push(Portion { batch, taken, left });
    }
    out
}

/// What a staple asks for.
pub fn of_staple(foods: &Foods, staple: &Staple) -> (Identity, Measure) {
    let identity = foods.identify(&staple.name, Some(staple.food_id.as_str()));
    let quantity = staple.quantity.as_deref().unwrap_or("1");
    let measured = measure(&identity, Some(quantity), staple.unit.as_deref());
    (identity, measured)
}
