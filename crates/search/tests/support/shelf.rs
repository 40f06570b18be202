//! A store in memory, for as much of it as an index asks for: it is read page by page, and tells what changes.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use chabudai_kernel::design::Table;
use chabudai_kernel::feed::{Change, Checkpoint, Feed, Read};
use chabudai_kernel::op::{BatchGet, BatchWrite, Get, Page, PageKey, Query, Scan, Transact, TransactGet, Write};
use chabudai_kernel::packed::Item;
use chabudai_kernel::store::{Answer, BatchGot, Boxed, Now, Spent, Store, StoreError};

use super::recipe::{RECIPES, Recipe};

const STRAND: &str = "shelf";

#[derive(Default)]
pub struct Shelf {
    state: Mutex<State>,
    /// How many requests go well before all fail; endless at first.
    pub patience: AtomicUsize,
}

#[derive(Default)]
struct State {
    recipes: BTreeMap<String, Item>,
    log: Vec<Change>,
    /// So many changes are not kept any more.
    gone: usize,
}

impl Shelf {
    pub fn new() -> Self {
        Self { state: Mutex::default(), patience: AtomicUsize::new(usize::MAX) }
    }

    pub fn put(&self, recipe: &Recipe) {
        self.change(&recipe.id, Some(recipe.to_item()));
    }

    pub fn remove(&self, id: &str) {
        self.change(id, None);
    }

    /// Something that is no recipe.
    pub fn put_rubbish(&self, id: &str) {
        let key = [("PK".into(), "RECIPES".into()), ("SK".into(), id.into())];
        self.change(id, Some(Item::from_attributes(&key.into())));
    }

    fn change(&self, id: &str, after: Option<Item>) {
        let mut state = self.state.lock().unwrap();
        let before = match &after {
            Some(after) => state.recipes.insert(id.to_owned(), after.clone()),
            None => state.recipes.remove(id),
        };
        let key = Recipe::of("", id, "").key();
        state.log.push(Change { table: &RECIPES, key, at: 0, before, after });
    }

    /// What is on it.
    pub fn recipes(&self) -> Vec<Recipe> {
        self.state.lock().unwrap().recipes.values().filter_map(|item| Recipe::from_item(item.view())).collect()
    }

    /// Forgets all changes so far: who has not read them has lost them.
    pub fn forget_changes(&self) {
        let mut state = self.state.lock().unwrap();
        state.gone = state.log.len();
    }

    fn asked(&self) -> Result<(), StoreError> {
        let left = self.patience.fetch_update(SeqCst, SeqCst, |left| left.checked_sub(usize::from(left != usize::MAX)));
        left.map(drop).map_err(|_| StoreError::Unavailable("the shelf is gone".to_owned()))
    }
}

fn checkpoint(at: usize) -> Checkpoint {
    Checkpoint([(STRAND.to_owned(), at.to_string())].into())
}

impl Feed for Shelf {
    fn begin<'a>(&'a self, _: &'a str, _: &'a [&'static Table]) -> Boxed<'a, Checkpoint> {
        Box::pin(async move {
            self.asked()?;
            Ok(checkpoint(self.state.lock().unwrap().log.len()))
        })
    }

    fn read<'a>(&'a self, _: &'a [&'static Table], behind: &'a Checkpoint, most: u32) -> Boxed<'a, Read> {
        Box::pin(async move {
            self.asked()?;
            let state = self.state.lock().unwrap();
            let at = behind.0.get(STRAND).and_then(|text| text.parse().ok()).unwrap_or(usize::MAX);
            if at < state.gone || at > state.log.len() {
                return Ok(Read::Lost);
            }
            let end = state.log.len().min(at + most as usize);
            Ok(Read::Changes { changes: state.log[at..end].to_vec(), then: checkpoint(end), drained: end == state.log.len() })
        })
    }

    fn passed<'a>(&'a self, _: &'a str, _: &'a Checkpoint) -> Boxed<'a, ()> {
        Box::pin(async { self.asked() })
    }

    fn forget<'a>(&'a self, _: &'a str) -> Boxed<'a, ()> {
        Box::pin(async { Ok(()) })
    }
}

fn never<'a, T: Send + 'a>() -> Boxed<'a, T> {
    Box::pin(async { Err(StoreError::invalid("shelf", "an index does not ask for that")) })
}

impl Store for Shelf {
    fn get<'a>(&'a self, _: &'a Get, _: Now) -> Boxed<'a, Answer<Option<Item>>> {
        never()
    }

    fn query<'a>(&'a self, _: &'a Query, _: Now) -> Boxed<'a, Answer<Page>> {
        never()
    }

    fn scan<'a>(&'a self, op: &'a Scan, _: Now) -> Boxed<'a, Answer<Page>> {
        Box::pin(async move {
            self.asked()?;
            assert!(op.consistent, "what was acknowledged before the checkpoint is read");
            let state = self.state.lock().unwrap();
            let after = op.after.as_ref().and_then(|key| key.0["SK"].as_str()).unwrap_or_default();
            let behind = (Bound::Excluded(after), Bound::Unbounded);
            let items: Vec<&Item> = state.recipes.range::<str, _>(behind).map(|(_, item)| item).take(500).collect();
            let next = items.last().filter(|_| items.len() == 500).and_then(|item| PageKey::of(&RECIPES, None, item.view()));
            let page = Page { items: items.iter().map(|item| item.view()).collect(), count: 0, scanned: 0, next };
            Ok(Answer { value: page, spent: Spent::default() })
        })
    }

    fn batch_get<'a>(&'a self, _: &'a BatchGet, _: Now) -> Boxed<'a, Answer<BatchGot>> {
        never()
    }

    fn batch_write<'a>(&'a self, _: &'a [BatchWrite], _: Now) -> Boxed<'a, Answer<Vec<BatchWrite>>> {
        never()
    }

    fn write<'a>(&'a self, _: &'a Write, _: Now) -> Boxed<'a, Answer<Option<Item>>> {
        never()
    }

    fn transact<'a>(&'a self, _: &'a Transact, _: Now) -> Boxed<'a, Answer<()>> {
        never()
    }

    fn transact_get<'a>(&'a self, _: &'a TransactGet, _: Now) -> Boxed<'a, Answer<Vec<Option<Item>>>> {
        never()
    }

    fn create_tables<'a>(&'a self, _: &'a [&'static Table]) -> Boxed<'a, ()> {
        never()
    }

    fn feed(&self) -> Option<&dyn Feed> {
        Some(self)
    }
}
