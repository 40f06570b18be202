//! The book as it is searched: own recipes and sets with what was saved of the catalog, newest or oldest first, and the starters after them.

use std::collections::BTreeSet;

use chabudai_food::{fold, food};

use super::catalog::in_language;
use super::{Cook, Service};
use crate::design::{SAVED_RECIPES, SAVED_SETS};
use crate::error::Result;
use crate::model::{Card, DishSet, EntityType, Ingredient, KitchenId, Moment, Order, Origin, Recipe, RecipeId, Saved, SetId};
use crate::official;
use crate::repo::book::{self, Looked};
use crate::repo::catalog;

/// What is looked for. Spelling does not count: wide or narrow letters, hiragana or katakana, capitals or none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sought {
    words: Option<String>,
    tag: Option<String>,
    order: Order,
}

impl Sought {
    /// These words in a title, a tag or the name of an author; and this tag.
    pub fn new(words: Option<&str>, tag: Option<&str>) -> Self {
        let said = |text: Option<&str>| text.map(fold).filter(|text| !text.is_empty());
        Self { words: said(words), tag: said(tag), order: Order::default() }
    }

    /// The same, in this order. The starters come last in either.
    pub fn ordered(self, order: Order) -> Self {
        Self { order, ..self }
    }

    /// Everything is.
    pub fn is_everything(&self) -> bool {
        self.words.is_none() && self.tag.is_none()
    }

    /// Everything that decides what is found, and in which order: what is said of one question is none of another.
    fn fingerprint(&self, list: &str, cook: &Cook) -> String {
        format!("{list}|{:?}|{self:?}", cook.kitchen)
    }

    fn fits(&self, title: &str, tags: &[String], author: Option<&str>) -> bool {
        let has = |words: &String| {
            let mut texts = std::iter::once(title).chain(tags.iter().map(String::as_str)).chain(author);
            texts.any(|text| fold(text).contains(words.as_str()))
        };
        self.words.as_ref().is_none_or(has) && self.tag.as_ref().is_none_or(|tag| tags.iter().any(|one| fold(one) == *tag))
    }
}

/// Where a page of the book begins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Begins<Id> {
    /// At the newest.
    #[default]
    Start,
    /// Behind this one of the kitchen's own.
    Own(Id),
    /// Behind this one of the kitchen's own and this one that it saved, with when it did, in Unix seconds; at the first where nothing is said.
    Mixed(Option<Id>, Option<(i64, Id)>),
    /// Behind this starter; at the first where nothing is said.
    Starters(Option<Id>),
}

/// What was found, and where to go on.
#[derive(Clone, PartialEq, Debug)]
pub struct Found<T, Id> {
    /// So many at most.
    pub items: Vec<T>,
    /// Where the next page begins. A page may be short and still have a next one: so much of a large book is looked at for one question.
    pub next: Option<Begins<Id>>,
}

const PURPOSE: &[u8] = b"kondate book cursor 1";
/// No id is spelled like this …
const NOTHING: &str = "";
/// … and none has the sign that parts two of them.
const BETWEEN: char = '#';

impl<Id: ToString> Begins<Id> {
    /// The place in words.
    fn spelled(&self) -> Option<String> {
        match self {
            Self::Start => None,
            Self::Own(id) => Some(format!("own {}", id.to_string())),
            Self::Mixed(own, saved) => {
                let own = own.as_ref().map_or_else(|| NOTHING.to_owned(), Id::to_string);
                let saved = saved.as_ref().map_or_else(|| NOTHING.to_owned(), |(at, id)| format!("{at}~{}", id.to_string()));
                Some(format!("mixed {own}{BETWEEN}{saved}"))
            }
            Self::Starters(None) => Some("starters".to_owned()),
            Self::Starters(Some(id)) => Some(format!("starters {}", id.to_string())),
        }
    }

    fn read(text: &str, id: impl Fn(&str) -> Option<Id>) -> Option<Self> {
        match text.split_once(' ') {
            None => (text == "starters").then_some(Self::Starters(None)),
            Some(("own", behind)) => id(behind).map(Self::Own),
            Some(("mixed", behind)) => {
                let (own, saved) = behind.split_once(BETWEEN)?;
                let own = if own == NOTHING { None } else { Some(id(own)?) };
                let saved = match saved {
                    NOTHING => None,
                    saved => {
                        let (at, saved) = saved.split_once('~')?;
                        Some((at.parse().ok()?, id(saved)?))
                    }
                };
                Some(Self::Mixed(own, saved))
            }
            Some(("starters", behind)) => id(behind).map(|id| Self::Starters(Some(id))),
            Some(_) => None,
        }
    }
}

impl Service {
    /// The cursor of a place in what is sought in a list, as it goes out: nobody reads or changes it, and it opens for the same question alone.
    pub fn book_cursor<Id: ToString>(&self, cook: &Cook, list: &str, sought: &Sought, begins: &Begins<Id>) -> Option<String> {
        let seal = self.base.db.seal(PURPOSE);
        begins.spelled().map(|place| seal.seal(sought.fingerprint(list, cook).as_bytes(), place.as_bytes()))
    }

    /// The place of such a cursor; nothing of any other.
    pub fn book_place<Id: ToString>(
        &self,
        cook: &Cook,
        list: &str,
        sought: &Sought,
        cursor: &str,
        id: impl Fn(&str) -> Option<Id>,
    ) -> Option<Begins<Id>> {
        let place = self.base.db.seal(PURPOSE).open(sought.fingerprint(list, cook).as_bytes(), cursor)?;
        Begins::read(std::str::from_utf8(&place).ok()?, id)
    }

    /// The recipes that are sought, newest or oldest first; then the starters.
    pub async fn find_recipes(&self, cook: &Cook, sought: &Sought, from: Begins<RecipeId>, most: usize) -> Result<Found<Recipe, RecipeId>> {
        let fits = |recipe: &Recipe| sought.fits(&recipe.title, &recipe.tags, recipe.author_name.as_deref());
        let id = |recipe: &Recipe| recipe.recipe_id.clone();
        let saved = self.saved_recipes(cook).await?;
        let is_saved: BTreeSet<RecipeId> = saved.iter().map(id).collect();
        let (found, behind) = match from.split() {
            Err(behind) => (Found { items: Vec::new(), next: Some(Begins::Starters(None)) }, behind),
            Ok((own, behind)) => {
                let looked = book::look_at_recipes_in(self.db(), &cook.kitchen, own.as_ref(), sought.order).await?;
                let when = |recipe: &Recipe| recipe.created_at.map_or(0, Moment::seconds);
                let saved = saved.into_iter().filter(fits).collect();
                (mixed(looked, saved, (own, behind), sought.order, (id, when, fits), most), None)
            }
        };
        let starters = official::recipes(cook.language).filter(|starter| !is_saved.contains(&starter.recipe_id));
        Ok(with_starters(found, starters, behind, id, fits, most))
    }

    /// The sets that are sought, likewise.
    pub async fn find_sets(&self, cook: &Cook, sought: &Sought, from: Begins<SetId>, most: usize) -> Result<Found<DishSet, SetId>> {
        let fits = |set: &DishSet| sought.fits(&set.title, &set.tags, None);
        let id = |set: &DishSet| set.set_id.clone();
        let saved = self.saved_sets(cook).await?;
        let is_saved: BTreeSet<SetId> = saved.iter().map(id).collect();
        let (found, behind) = match from.split() {
            Err(behind) => (Found { items: Vec::new(), next: Some(Begins::Starters(None)) }, behind),
            Ok((own, behind)) => {
                let looked = book::look_at_sets_in(self.db(), &cook.kitchen, own.as_ref(), sought.order).await?;
                let when = |set: &DishSet| set.created_at.map_or(0, Moment::seconds);
                let saved = saved.into_iter().filter(fits).collect();
                (mixed(looked, saved, (own, behind), sought.order, (id, when, fits), most), None)
            }
        };
        let starters = official::sets(cook.language).iter().filter(|starter| !is_saved.contains(&starter.set_id));
        Ok(with_starters(found, starters, behind, id, fits, most))
    }

    /// The recipes of the catalog that are in a kitchen's book, as a list shows them, the last saved first: what goes into them is named, and how
    /// they are cooked is not.
    pub async fn saved_recipes(&self, cook: &Cook) -> Result<Vec<Recipe>> {
        let run = self.base.db.run(&SAVED_RECIPES);
        let saved = catalog::all_saved(run, &cook.kitchen, EntityType::Recipe).await?;
        let mut cards = catalog::cards_of(run, EntityType::Recipe, saved.iter().map(Saved::address)).await?;
        // What goes into something that costs something is for its buyers: also a number of what is at home would tell.
        let sold = cards.iter().filter(|card| self.is_sold_to(cook, card)).filter_map(|card| RecipeId::new(card.id.as_str()));
        let bought = catalog::bought_of(run, &cook.person, sold).await?;
        for card in cards.iter_mut().filter(|card| self.is_sold_to(cook, card)) {
            if !bought.iter().any(|bought| bought.as_str() == card.id.as_str()) {
                card.ingredient_names.clear();
            }
        }
        let shown = |saved: &Saved| cards.iter().find(|card| card.id == saved.id).map(|card| recipe_of(saved, card.clone(), cook));
        Ok(saved.iter().filter_map(shown).collect())
    }

    /// Those of them that can be planned, beside own ones and starters: what is locked cannot, and starters are there anyway.
    pub async fn saved_to_plan(&self, cook: &Cook) -> Result<Vec<Recipe>> {
        let mut saved = self.saved_recipes(cook).await?;
        saved.retain(|recipe| !recipe.ingredients.is_empty() && official::recipe(&recipe.recipe_id, cook.language).is_none());
        Ok(saved)
    }

    /// The sets of the catalog that are in a kitchen's book, likewise; which dishes they have is not read.
    pub async fn saved_sets(&self, cook: &Cook) -> Result<Vec<DishSet>> {
        let run = self.base.db.run(&SAVED_SETS);
        let saved = catalog::all_saved(run, &cook.kitchen, EntityType::Set).await?;
        let cards = catalog::cards_of(run, EntityType::Set, saved.iter().map(Saved::address)).await?;
        let shown = |saved: &Saved| cards.iter().find(|card| card.id == saved.id).map(|card| set_of(saved, card.clone(), cook));
        Ok(saved.iter().filter_map(shown).collect())
    }

    /// Whether a kitchen has saved any of these.
    pub async fn has_saved(&self, cook: &Cook, kind: EntityType) -> Result<bool> {
        let pattern = if kind == EntityType::Recipe { &SAVED_RECIPES } else { &SAVED_SETS };
        Ok(!catalog::all_saved(self.base.db.run(pattern), &cook.kitchen, kind).await?.is_empty())
    }
}

/// A recipe of the catalog as a list shows it.
fn recipe_of(saved: &Saved, card: Card, cook: &Cook) -> Recipe {
    let card = in_language(card, cook.language);
    let ingredient = |(order, name): (u32, String)| {
        let food_id = food::by_id(&name).map(|food| food.id.as_str().to_owned());
        Ingredient { name, order, food_id, ..Ingredient::default() }
    };
    Recipe {
        kitchen: KitchenId::first_of(&card.creator_id),
        recipe_id: RecipeId::new(card.id.as_str()).expect("the id of a card is a word"),
        title: card.title,
        servings: None,
        ingredients: (1..).zip(card.ingredient_names).map(ingredient).collect(),
        intermediate_materials: Vec::new(),
        steps: Vec::new(),
        tags: card.tags,
        author_name: Some(card.creator_name).filter(|name| !name.is_empty()),
        source_url: None,
        thumbnail_url: card.thumbnail_url,
        cook_time_minutes: card.cook_time_minutes,
        origin: Some(Origin::Saved),
        created_at: Some(saved.saved_at),
        updated_at: card.updated_at,
        published_at: Some(card.created_at),
        deleted_at: None,
        ttl: None,
        version: 0,
    }
}

/// A set of the catalog as a list shows it.
fn set_of(saved: &Saved, card: Card, cook: &Cook) -> DishSet {
    let card = in_language(card, cook.language);
    DishSet {
        kitchen: KitchenId::first_of(&card.creator_id),
        set_id: SetId::new(card.id.as_str()).expect("the id of a card is a word"),
        title: card.title,
        description: None,
        recipe_ids: Vec::new(),
        tags: card.tags,
        thumbnail_url: card.thumbnail_url,
        origin: Some(Origin::Saved),
        created_at: Some(saved.saved_at),
        updated_at: card.updated_at,
        published_at: Some(card.created_at),
        deleted_at: None,
        ttl: None,
        version: 0,
    }
}

/// The places behind which a list of own and saved ones goes on.
type Places<Id> = (Option<Id>, Option<(i64, Id)>);

impl<Id> Begins<Id> {
    /// The places, or that of the starters.
    fn split(self) -> std::result::Result<Places<Id>, Option<Id>> {
        match self {
            Self::Start => Ok((None, None)),
            Self::Own(id) => Ok((Some(id), None)),
            Self::Mixed(own, saved) => Ok((own, saved)),
            Self::Starters(behind) => Err(behind),
        }
    }
}

/// What was looked at of the kitchen's own, held to what is sought, with what it saved between them by time. Where all was looked at, the
/// starters follow.
fn mixed<T, Id: Clone + Ord>(
    looked: Looked<T, Id>,
    saved: Vec<T>,
    (own_behind, saved_behind): Places<Id>,
    order: Order,
    (id, when, fits): (impl Fn(&T) -> Id, impl Fn(&T) -> i64, impl Fn(&T) -> bool),
    most: usize,
) -> Found<T, Id> {
    let is_new = |item: &T| own_behind.as_ref().is_none_or(|behind| *behind != id(item));
    let mut own = looked.items.into_iter().filter(|item| is_new(item) && fits(item)).peekable();
    let mut saved: Vec<((i64, Id), T)> = saved.into_iter().map(|item| ((when(&item), id(&item)), item)).collect();
    saved.sort_by(|(one, _), (other, _)| if order == Order::Newest { other.cmp(one) } else { one.cmp(other) });
    let is_behind =
        |place: &(i64, Id)| saved_behind.as_ref().is_none_or(|behind| if order == Order::Newest { place < behind } else { place > behind });
    let mut saved = saved.into_iter().filter(|(place, _)| is_behind(place)).peekable();
    let (mut own_at, mut saved_at) = (own_behind.clone(), saved_behind.clone());
    let mut items = Vec::new();
    while items.len() < most {
        let saved_first = match (own.peek(), saved.peek()) {
            (Some(own), Some(((at, _), _))) => (when(own) < *at) == (order == Order::Newest) && when(own) != *at,
            // What is left of the kitchen's own was not looked at, and may come before it.
            (None, Some(_)) => looked.left_off_at.is_none(),
            (Some(_), None) => false,
            (None, None) => break,
        };
        if saved_first {
            let Some((place, item)) = saved.next() else { break };
            saved_at = Some(place);
            items.push(item);
        } else {
            let Some(item) = own.next() else { break };
            own_at = Some(id(&item));
            items.push(item);
        }
    }
    let is_over = own.peek().is_none() && saved.peek().is_none() && looked.left_off_at.is_none();
    if own.peek().is_none()
        && let Some(left_off_at) = looked.left_off_at
    {
        own_at = Some(left_off_at);
    }
    let next = if is_over { Begins::Starters(None) } else { Begins::Mixed(own_at, saved_at) };
    Found { items, next: Some(next) }
}

/// The starters behind this one, where there is room for them.
fn with_starters<'a, T: Clone + 'a, Id: PartialEq>(
    mut found: Found<T, Id>,
    starters: impl Iterator<Item = &'a T>,
    behind: Option<Id>,
    id: impl Fn(&T) -> Id,
    fits: impl Fn(&T) -> bool,
    most: usize,
) -> Found<T, Id> {
    if found.next != Some(Begins::Starters(None)) {
        return found;
    }
    let all: Vec<&T> = starters.collect();
    let first = behind.map_or(Some(0), |behind| all.iter().position(|starter| id(starter) == behind).map(|at| at + 1));
    // Behind a starter that is none there is nothing.
    let mut rest = all[first.unwrap_or(all.len())..].iter().filter(|starter| fits(starter)).peekable();
    let mut last = None;
    while found.items.len() < most
        && let Some(starter) = rest.next()
    {
        last = Some(id(starter));
        found.items.push((*starter).clone());
    }
    found.next = rest.peek().is_some().then_some(Begins::Starters(last));
    found
}
