//! The book as it is searched: own recipes and sets, newest or oldest first, and the starters after them.

use chabudai_food::fold;

use super::{Cook, Service};
use crate::error::Result;
use crate::model::{DishSet, Order, Recipe, RecipeId, SetId};
use crate::official;
use crate::repo::book::{self, Looked};

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

impl<Id: ToString> Begins<Id> {
    /// The place in words.
    fn spelled(&self) -> Option<String> {
        match self {
            Self::Start => None,
            Self::Own(id) => Some(format!("own {}", id.to_string())),
            Self::Starters(None) => Some("starters".to_owned()),
            Self::Starters(Some(id)) => Some(format!("starters {}", id.to_string())),
        }
    }

    fn read(text: &str, id: impl Fn(&str) -> Option<Id>) -> Option<Self> {
        match text.split_once(' ') {
            None => (text == "starters").then_some(Self::Starters(None)),
            Some(("own", behind)) => id(behind).map(Self::Own),
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
        let mut found = Found { items: Vec::new(), next: Some(Begins::Starters(None)) };
        let behind = match from {
            Begins::Starters(behind) => behind,
            Begins::Start | Begins::Own(_) => {
                let behind = if let Begins::Own(behind) = from { Some(behind) } else { None };
                found = of_own(
                    book::look_at_recipes_in(self.db(), &cook.kitchen, behind.as_ref(), sought.order).await?,
                    behind.as_ref(),
                    id,
                    fits,
                    most,
                );
                None
            }
        };
        Ok(with_starters(found, official::recipes(cook.language), behind, id, fits, most))
    }

    /// The sets that are sought, likewise.
    pub async fn find_sets(&self, cook: &Cook, sought: &Sought, from: Begins<SetId>, most: usize) -> Result<Found<DishSet, SetId>> {
        let fits = |set: &DishSet| sought.fits(&set.title, &set.tags, None);
        let id = |set: &DishSet| set.set_id.clone();
        let mut found = Found { items: Vec::new(), next: Some(Begins::Starters(None)) };
        let behind = match from {
            Begins::Starters(behind) => behind,
            Begins::Start | Begins::Own(_) => {
                let behind = if let Begins::Own(behind) = from { Some(behind) } else { None };
                found = of_own(
                    book::look_at_sets_in(self.db(), &cook.kitchen, behind.as_ref(), sought.order).await?,
                    behind.as_ref(),
                    id,
                    fits,
                    most,
                );
                None
            }
        };
        Ok(with_starters(found, official::sets(cook.language).iter(), behind, id, fits, most))
    }
}

/// What was looked at, held to what is sought. Where all was looked at, the starters follow.
fn of_own<T, Id: Clone + PartialEq>(
    looked: Looked<T, Id>,
    behind: Option<&Id>,
    id: impl Fn(&T) -> Id,
    fits: impl Fn(&T) -> bool,
    most: usize,
) -> Found<T, Id> {
    let is_new = |item: &T| behind.is_none_or(|behind| *behind != id(item));
    let mut items: Vec<T> = looked.items.into_iter().filter(|item| is_new(item) && fits(item)).collect();
    let next = if items.len() > most {
        items.truncate(most);
        items.last().map(|last| Begins::Own(id(last)))
    } else {
        Some(looked.left_off_at.map_or(Begins::Starters(None), Begins::Own))
    };
    Found { items, next }
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
