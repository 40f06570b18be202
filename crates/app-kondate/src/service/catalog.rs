//! The catalog as somebody reads it: what is new, what many save, what would use their fridge, and one thing with all that they may see of it.

use chabudai_food::{Language, food};
use chabudai_kernel::db::{Listed, Paging, Run};
use chabudai_kernel::part::UtcSeconds;

use super::first_pages::Which;
use super::recipes::in_order;
use super::{Cook, Service};
use crate::design::{BOOKED, BY_ID, CARDS_LOOKED_AT, CATALOG_NEWEST, CATALOG_POPULAR, HAVE_BOUGHT, OF_CREATOR, RECOMMENDED};
use crate::error::{KondateError, KondateReason, Result};
use crate::larder::{Foods, Stock};
use crate::model::{Card, DishSet, EntityType, KitchenId, PersonId, Recipe, RecipeId, Target};
use crate::official;
use crate::repo::catalog::{self, Body, Mine, Narrowed};
use crate::repo::{book, fridge};

/// In which order the catalog is read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Sorted {
    /// The newest first.
    #[default]
    Newest,
    /// What most kitchens saved first.
    Popular,
    /// What uses most of the fridge first.
    Recommended,
    /// One creator's, the newest first.
    OfCreator(PersonId),
    /// One creator's, what most kitchens saved first.
    PopularOfCreator(PersonId),
}

impl Sorted {
    /// Whose alone it is about, if anybody's.
    pub fn creator(&self) -> Option<&PersonId> {
        match self {
            Self::OfCreator(creator) | Self::PopularOfCreator(creator) => Some(creator),
            Self::Newest | Self::Popular | Self::Recommended => None,
        }
    }
}

/// What is asked of the catalog.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// Recipes or sets.
    pub kind: EntityType,
    /// In which order.
    pub sorted: Sorted,
    /// And what of it.
    pub narrowed: Narrowed,
}

/// A card, and what it is to whoever looks at it.
#[derive(Clone, PartialEq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own that is shown by itself")]
pub struct ShownCard {
    /// The card.
    pub card: Card,
    /// It is in their kitchen's book.
    pub is_saved: bool,
    /// They bought it.
    pub is_bought: bool,
    /// They published it.
    pub is_own: bool,
    /// Its body is not for them before they buy it.
    pub is_locked: bool,
    /// How much of it is in the fridge, of how much: only where that was asked for.
    pub usable: Option<(usize, usize)>,
}

/// Something of the catalog with all that somebody may see of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Offered {
    /// The card.
    pub shown: ShownCard,
    /// The body, unless it is locked.
    pub body: Option<Body>,
    /// The dishes of a set, unless it is locked.
    pub dishes: Vec<Recipe>,
}

const CURSOR: &[u8] = b"kondate catalog cursor 1";

impl Service {
    /// A page of the catalog. It may be short and still have a next one: so much is looked at for one question.
    pub async fn catalog(&self, cook: &Cook, question: &Question, limit: u32, cursor: Option<&str>) -> Result<Listed<ShownCard>> {
        let Question { kind, sorted, narrowed } = question;
        let page = Paging { limit, cursor, backward: true };
        let db = &self.base.db;
        let is_everybodys = matches!(sorted, Sorted::Newest | Sorted::Popular) && cursor.is_none() && *narrowed == Narrowed::default();
        let which = is_everybodys.then(|| Which { kind: *kind, sorted: sorted.clone(), limit });
        let now = self.now().seconds();
        let remembered = which.as_ref().map(|which| self.first_pages.remembered(which, now));
        if let Some(Ok(listed)) = remembered {
            return Ok(Listed { items: self.shown(cook, listed.items).await?, next: listed.next });
        }
        let listed = match sorted {
            Sorted::Newest => catalog::newest(db.run(&CATALOG_NEWEST), *kind, narrowed, page).await?,
            Sorted::Popular => catalog::popular(db.run(&CATALOG_POPULAR), *kind, narrowed, page).await?,
            Sorted::OfCreator(creator) => catalog::of_creator(db.run(&OF_CREATOR), *kind, creator, narrowed, page).await?,
            Sorted::PopularOfCreator(creator) => self.popular_of_creator(question, creator, limit as usize, cursor).await?,
            Sorted::Recommended => return self.recommended(cook, question, limit as usize, cursor).await,
        };
        if let (Some(which), Some(Err(writes))) = (which, remembered) {
            self.first_pages.remember(which, now, &listed, writes);
        }
        let items = self.shown(cook, listed.items).await?;
        Ok(Listed { items, next: listed.next })
    }

    /// The cards with what they are to somebody.
    pub(super) async fn shown(&self, cook: &Cook, cards: Vec<Card>) -> Result<Vec<ShownCard>> {
        let targets: Vec<Target> = cards.iter().map(Card::target).collect();
        let mine = catalog::mine(self.base.db.run(&HAVE_BOUGHT), &cook.person, &cook.kitchen, &targets).await?;
        Ok(cards.into_iter().map(|card| self.shown_to(cook, card, &mine)).collect())
    }

    fn shown_to(&self, cook: &Cook, card: Card, mine: &Mine) -> ShownCard {
        let (is_saved, is_bought) = (mine.has_saved(card.id.as_str()), mine.has_bought(card.id.as_str()));
        let is_own = card.creator_id == cook.person;
        let is_locked = self.is_sold_to(cook, &card) && !is_bought;
        ShownCard { card: in_language(card, cook.language), is_saved, is_bought, is_own, is_locked, usable: None }
    }

    /// What uses most of the fridge first, then what most kitchens saved, then the newest. All of it is ranked in memory, so a page begins behind
    /// the last one of the page before.
    async fn recommended(&self, cook: &Cook, question: &Question, limit: usize, cursor: Option<&str>) -> Result<Listed<ShownCard>> {
        let run = self.base.db.run(&RECOMMENDED);
        let cards = catalog::to_be_ranked(run, question.kind, &question.narrowed).await?;
        let (foods, batches) = fridge::stock(run, &cook.kitchen).await?;
        let stock = Stock::of(&foods, &batches);
        // What costs something is ranked without the fridge: its place would tell what is in it.
        let counted = |card: &Card| if self.is_sold_to(cook, card) { (0, 0) } else { usable(&foods, &stock, card) };
        let mut ranked: Vec<((usize, usize), Card)> = cards.into_iter().map(|card| (counted(&card), card)).collect();
        let share = |(usable, of): (usize, usize)| usable * 1_000 / of.max(1);
        ranked.sort_by(|(one, card), (other, than)| {
            (share(*other), than.saved_count, than.created_at, &than.id).cmp(&(share(*one), card.saved_count, card.created_at, &card.id))
        });
        let page = self.ranked_page(&format!("{question:?}|{:?}", cook.kitchen), ranked, |(_, card)| card, limit, cursor)?;
        let (counts, cards): (Vec<(usize, usize)>, Vec<Card>) = page.items.into_iter().unzip();
        let mut items = self.shown(cook, cards).await?;
        // How much of what is locked would be used tells what is in it.
        items.iter_mut().zip(counts).for_each(|(item, usable)| item.usable = Some(usable).filter(|_| !item.is_locked));
        Ok(Listed { items, next: page.next })
    }

    /// What most kitchens saved of one creator's, of the newest that one question looks at: no index has the cards of one creator in that order.
    async fn popular_of_creator(
        &self,
        question: &Question,
        creator: &PersonId,
        limit: usize,
        cursor: Option<&str>,
    ) -> Result<Listed<Card>> {
        let all = Paging { limit: CARDS_LOOKED_AT, cursor: None, backward: true };
        let mut cards = catalog::of_creator(self.base.db.run(&OF_CREATOR), question.kind, creator, &question.narrowed, all).await?.items;
        cards.sort_by(|card, than| (than.saved_count, than.created_at, &than.id).cmp(&(card.saved_count, card.created_at, &card.id)));
        self.ranked_page(&format!("{question:?}"), cards, |card| card, limit, cursor)
    }

    /// A page of what was ranked in memory: it begins behind the last one of the page before.
    fn ranked_page<T>(
        &self,
        question: &str,
        ranked: Vec<T>,
        card: impl Fn(&T) -> &Card,
        limit: usize,
        cursor: Option<&str>,
    ) -> Result<Listed<T>> {
        let seal = self.base.db.seal(CURSOR);
        let from = match cursor {
            None => 0,
            Some(cursor) => {
                let behind = seal.open(question.as_bytes(), cursor).ok_or(KondateError::Cursor)?;
                ranked.iter().position(|one| card(one).id.as_str().as_bytes() == behind).map_or(ranked.len(), |at| at + 1)
            }
        };
        let is_last = ranked.len() <= from + limit;
        let items: Vec<T> = ranked.into_iter().skip(from).take(limit).collect();
        let last = items.last().filter(|_| !is_last).map(|one| card(one).id.to_string());
        Ok(Listed { items, next: last.map(|id| seal.seal(question.as_bytes(), id.as_bytes())) })
    }

    /// It costs something, and is not theirs: whoever has not bought it sees its card alone.
    pub(super) fn is_sold_to(&self, cook: &Cook, card: &Card) -> bool {
        self.sells && card.price().is_some() && card.creator_id != cook.person
    }

    /// Something of the catalog: its card, and its body where somebody may read it. What was never published is not there, whosever it is.
    pub async fn offered(&self, cook: &Cook, target: &Target) -> Result<Offered> {
        let run = self.base.db.run(&BY_ID);
        let (card, body) = catalog::by_id(run, target).await?;
        let (card, body) = match starter(target, cook.language) {
            Some((of_starter, body)) => (card.unwrap_or(of_starter), Some(body)),
            None => (card.ok_or(KondateError::NotFound(target.name()))?, body),
        };
        let mine = catalog::mine(run, &cook.person, &cook.kitchen, std::slice::from_ref(target)).await?;
        let shown = self.shown_to(cook, card, &mine);
        if shown.is_locked {
            return Ok(Offered { shown, body: None, dishes: Vec::new() });
        }
        let body = body.ok_or(KondateError::NotFound(target.name()))?;
        let dishes = match &body {
            Body::Recipe(_) => Vec::new(),
            Body::Set(set) if self.sells && shown.card.price().is_none() && !shown.is_own => {
                let dishes = dishes_of(run, cook, set).await?;
                unlocked(run, cook, dishes).await?
            }
            Body::Set(set) => dishes_of(run, cook, set).await?,
        };
        Ok(Offered { shown, body: Some(body), dishes })
    }

    /// A set of the catalog that somebody may cook, with its dishes.
    pub(super) async fn offered_set(&self, cook: &Cook, target: &Target) -> Result<(DishSet, Vec<Recipe>)> {
        let offered = self.offered(cook, target).await?;
        match offered.body {
            Some(Body::Set(set)) => Ok((*set, offered.dishes)),
            _ => Err(KondateReason::Locked.into()),
        }
    }

    /// The recipes of these ids that a kitchen can cook: its own, and what it has saved and this person may read; in no order, without the
    /// starters.
    pub(super) async fn cookable(&self, run: Run<'_>, cook: &Cook, ids: &[RecipeId]) -> Result<Vec<Recipe>> {
        let mut ids: Vec<RecipeId> = ids.iter().filter(|id| official::recipe(id, cook.language).is_none()).cloned().collect();
        ids.sort();
        ids.dedup();
        let (mut found, mut saved) = catalog::booked(run, &cook.kitchen, &ids).await?;
        saved.retain(|one| !found.iter().any(|recipe| recipe.recipe_id.as_str() == one.id.as_str()));
        found.extend(catalog::of_others(run, &cook.person, &saved, self.sells).await?);
        Ok(found)
    }

    /// A recipe that a kitchen has saved, where somebody may read it.
    pub(super) async fn saved_recipe(&self, cook: &Cook, id: &RecipeId) -> Result<Option<Recipe>> {
        let found = self.cookable(self.base.db.run(&BOOKED), cook, std::slice::from_ref(id)).await?;
        Ok(in_order(cook, std::slice::from_ref(id), &found).pop())
    }
}

/// The dishes of somebody's set, as far as they are there: their own recipes, and starters.
async fn dishes_of(run: Run<'_>, cook: &Cook, set: &DishSet) -> Result<Vec<Recipe>> {
    let mut own: Vec<&RecipeId> = set.recipe_ids.iter().filter(|id| official::recipe(id, cook.language).is_none()).collect();
    own.sort();
    own.dedup();
    let keys: Vec<(KitchenId, RecipeId)> = own.into_iter().map(|id| (set.kitchen.clone(), id.clone())).collect();
    let found = if keys.is_empty() { Vec::new() } else { book::recipes_by_id(run, keys).await? };
    Ok(in_order(cook, &set.recipe_ids, &found))
}

/// Of the dishes of a set that costs nothing, those that cost nothing by themselves, or were bought.
async fn unlocked(run: Run<'_>, cook: &Cook, mut dishes: Vec<Recipe>) -> Result<Vec<Recipe>> {
    let published = |dish: &Recipe| dish.published_at.map(|at| (dish.recipe_id.clone(), at));
    let mut sold = catalog::sold_of(run, &cook.person, dishes.iter().filter_map(published).collect()).await?;
    sold.sort();
    dishes.retain(|dish| sold.binary_search(&dish.recipe_id).is_err());
    Ok(dishes)
}

/// A starter as the catalog has it before anybody has saved it.
pub(super) fn starter(target: &Target, language: Language) -> Option<(Card, Body)> {
    let owner = PersonId::new(official::owner().as_str()).expect("a word");
    let card = Card::new(target, (&owner, ""), UtcSeconds(jiff::Timestamp::UNIX_EPOCH));
    match target {
        Target::Recipe(id) => {
            let recipe = official::recipe(id, language)?;
            Some((card.of_recipe(recipe), Body::Recipe(Box::new(recipe.clone()))))
        }
        Target::Set(id) => {
            let set = official::set(id, language)?;
            let dishes: Vec<Recipe> = set.recipe_ids.iter().filter_map(|id| official::recipe(id, language)).cloned().collect();
            Some((card.of_set(set, &dishes), Body::Set(Box::new(set.clone()))))
        }
    }
}

/// A starter is called what it is called in the reader's language; anything else as its creator calls it.
pub(super) fn in_language(card: Card, language: Language) -> Card {
    match starter(&card.target(), language) {
        Some((of_starter, _)) => Card { title: of_starter.title, tags: of_starter.tags, ..card },
        None => card,
    }
}

/// How many of the foods on a card are in the fridge, and how many there are.
fn usable(foods: &Foods, stock: &Stock, card: &Card) -> (usize, usize) {
    let is_there = |name: &&String| {
        let id = food::by_id(name).map(|food| food.id.as_str());
        stock.has_any(&foods.identify(name, id))
    };
    (card.ingredient_names.iter().filter(is_there).count(), card.ingredient_names.len())
}
