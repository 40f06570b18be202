//! A look at everything that a design's tables hold, through any store: is each item of a kind that the design knows, are its keys what
//! the item itself says, and does every index hold just the items that it should?
//!
//! The look reads only, a page at a time, beside whoever writes. What seems wrong is looked at again before it is reported: an item may
//! have changed between two reads, and DynamoDB's indexes lag.

mod indexes; // which entries an index has, and which it should have

use std::fmt;
use std::time::Duration;

use crate::clock::Clock;
use crate::design::{Design, EntityDesign, EntityKey, Index, Table};
use crate::entity::kind_of;
use crate::expr::{Condition, attr};
use crate::key::{ItemKey, KeyValue};
use crate::op::{Get, PageKey, Scan, Update, Write, key_of};
use crate::packed::{DecodeError, Item, ItemRef};
use crate::store::{Store, StoreError};
use indexes::Entry;

/// How many items are looked at together.
const PAGE: u32 = 500;
/// How long the look waits before each further one at what seems wrong. An index of DynamoDB follows its table within a second.
const PAUSES: [Duration; 3] = [Duration::from_millis(100), Duration::from_millis(400), Duration::from_millis(1_500)];

/// What is wrong with an item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// No kind of the design has such a key.
    UnknownKind,
    /// It does not decode into its kind.
    Unreadable(String),
    /// A key attribute is not what the item itself says.
    WrongKey(&'static str),
    /// An index goes without it.
    MissingFrom(&'static Index),
    /// An index has it by a key that it does not have.
    StrayIn(&'static Index),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownKind => f.write_str("its key is of no kind that the design knows"),
            Self::Unreadable(why) => write!(f, "it cannot be read: {why}"),
            Self::WrongKey(attribute) => write!(f, "its {attribute} is not what the item says"),
            Self::MissingFrom(index) => write!(f, "it is missing from {}", index.name),
            Self::StrayIn(index) => write!(f, "{} has it by a key that it does not have", index.name),
        }
    }
}

/// Something that is wrong, and with which item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The table.
    pub table: &'static Table,
    /// The key of the item.
    pub key: ItemKey,
    /// The item in words: its kind, whose it is and which one.
    pub name: String,
    /// What is wrong.
    pub fault: Fault,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.fault)
    }
}

/// How an item is called in a finding.
pub type Naming = fn(Option<&EntityDesign>, &ItemKey, ItemRef<'_>) -> String;

/// The kind of an item and its key: enough wherever keys hold nothing but ids and days.
pub fn named_by_key(kind: Option<&EntityDesign>, key: &ItemKey, _: ItemRef<'_>) -> String {
    let kind = kind.map_or("item", |kind| kind.kind);
    match &key.range {
        Some(range) => format!("{kind} {} / {}", shown(&key.hash), shown(range)),
        None => format!("{kind} {}", shown(&key.hash)),
    }
}

fn shown(value: &KeyValue) -> String {
    match value {
        KeyValue::S(text) => text.clone(),
        KeyValue::N(number) => number.to_string(),
        KeyValue::B(bytes) => format!("{} bytes", bytes.len()),
    }
}

/// What one step of the look has seen.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The table.
    pub table: &'static Table,
    /// The items of this page, for whoever knows more about them; none while an index is walked.
    pub items: Vec<Item>,
    /// What is wrong with them.
    pub findings: Vec<Finding>,
}

/// The look at a design's tables, under way.
pub struct Audit<'a> {
    design: &'a Design,
    store: &'a dyn Store,
    clock: &'a dyn Clock,
    naming: Naming,
    table: usize,
    /// How many of the table's walks are done: the first is over the table, the others are over its indexes.
    walked: usize,
    after: Option<PageKey>,
}

impl<'a> Audit<'a> {
    /// A look at everything, from the beginning.
    pub fn of(design: &'a Design, store: &'a dyn Store, clock: &'a dyn Clock) -> Self {
        Self { design, store, clock, naming: named_by_key, table: 0, walked: 0, after: None }
    }

    /// Calls items otherwise than by their keys.
    pub fn named(self, naming: Naming) -> Self {
        Self { naming, ..self }
    }

    /// Looks at the next page; nothing follows the last.
    pub async fn next_page(&mut self) -> Result<Option<Seen>, StoreError> {
        let Some(&table) = self.design.tables.get(self.table) else { return Ok(None) };
        let index = self.walked.checked_sub(1).map(|at| table.indexes[at]);
        let scan = Scan { index, limit: Some(PAGE), after: self.after.take(), consistent: index.is_none(), ..Scan::of(table) };
        let page = self.store.scan(&scan, self.clock.now()).await?.value;
        match page.next {
            Some(next) => self.after = Some(next),
            None if self.walked < table.indexes.len() => self.walked += 1,
            None => (self.table, self.walked) = (self.table + 1, 0),
        }
        let items: Vec<Item> = page.items.iter().map(ItemRef::to_item).collect();
        Ok(Some(match index {
            None => {
                let findings = self.items_of(table, &items).await?;
                Seen { table, items, findings }
            }
            Some(index) => Seen { table, items: Vec::new(), findings: self.entries_of(table, index, &items).await? },
        }))
    }

    /// What is wrong with items of the table.
    async fn items_of(&self, table: &'static Table, items: &[Item]) -> Result<Vec<Finding>, StoreError> {
        let seem_wrong = self.look_at(table, items.to_vec()).await?;
        let mut suspects: Vec<ItemKey> = seem_wrong.iter().filter_map(|(item, _)| key_of(table, item.view())).collect();
        let mut findings = Vec::new();
        for (look, pause) in PAUSES.into_iter().enumerate() {
            if suspects.is_empty() {
                break;
            }
            self.clock.sleep(pause).await;
            let mut current = Vec::new();
            for key in suspects.drain(..) {
                // What was removed meanwhile is no longer wrong.
                current.extend(self.current(table, key).await?);
            }
            for (item, mut faults) in self.look_at(table, current).await? {
                let Some(key) = key_of(table, item.view()) else { continue };
                // An item agrees with itself at any moment; only an index can be late.
                let is_late = |fault: &Fault| matches!(fault, Fault::MissingFrom(_));
                if faults.iter().any(is_late) {
                    if look + 1 < PAUSES.len() {
                        suspects.push(key);
                        continue;
                    }
                    // Where the item itself has moved on, its old place in an index says nothing.
                    if !self.is_still(table, &key, &item).await? {
                        faults.retain(|fault| !is_late(fault));
                    }
                }
                findings.extend(faults.into_iter().map(|fault| self.finding(table, key.clone(), item.view(), fault)));
            }
        }
        Ok(findings)
    }

    /// The items that something is wrong with, and what.
    async fn look_at(&self, table: &'static Table, items: Vec<Item>) -> Result<Vec<(Item, Vec<Fault>)>, StoreError> {
        let mut faults: Vec<Vec<Fault>> = items.iter().map(|item| own_faults(self.design, table, item.view())).collect();
        for index in table.indexes {
            for at in self.missing_from(table, index, &items).await? {
                faults[at].push(Fault::MissingFrom(index));
            }
        }
        Ok(items.into_iter().zip(faults).filter(|(_, faults)| !faults.is_empty()).collect())
    }

    /// What an index has and the table has not.
    async fn entries_of(&self, table: &'static Table, index: &'static Index, items: &[Item]) -> Result<Vec<Finding>, StoreError> {
        let entries = items.iter().filter_map(|item| Entry::of(table, index, item.view())).collect();
        let mut stray: Vec<Entry> = self.without_item(table, index, entries).await?;
        for pause in PAUSES {
            if stray.is_empty() {
                break;
            }
            self.clock.sleep(pause).await;
            let mut still = Vec::new();
            for entry in stray {
                if self.is_stray(table, index, &entry).await? {
                    still.push(entry);
                }
            }
            stray = still;
        }
        let nothing = Item::default();
        Ok(stray.into_iter().map(|entry| self.finding(table, entry.key, nothing.view(), Fault::StrayIn(index))).collect())
    }

    /// Whether an item is what it was.
    async fn is_still(&self, table: &'static Table, key: &ItemKey, item: &Item) -> Result<bool, StoreError> {
        Ok(self.current(table, key.clone()).await?.is_some_and(|now| now.view().same_as(item.view())))
    }

    /// The item of a key, with every write that was acknowledged.
    async fn current(&self, table: &'static Table, key: ItemKey) -> Result<Option<Item>, StoreError> {
        Ok(self.store.get(&Get::new(table, key).consistent(), self.clock.now()).await?.value)
    }

    fn finding(&self, table: &'static Table, key: ItemKey, item: ItemRef<'_>, fault: Fault) -> Finding {
        let kind = kind_of(self.design, table, item);
        Finding { table, name: (self.naming)(kind, &key, item), key, fault }
    }

    /// Mends what can be mended from the item alone: keys of indexes that are not what the item says are written anew, as long as the
    /// item is what was read. Says whether there is nothing left of the finding that this could mend.
    pub async fn mend(&self, finding: &Finding) -> Result<bool, StoreError> {
        let Finding { table, key, fault: Fault::WrongKey(attribute), .. } = finding else { return Ok(false) };
        if table.key_names().any(|name| name == *attribute) {
            return Ok(false);
        }
        let Some(item) = self.current(table, key.clone()).await? else { return Ok(true) };
        let Some(update) = rekeyed(self.design, table, key, item.view()) else { return Ok(true) };
        match self.store.write(&Write::Update(update), self.clock.now()).await {
            Ok(_) => Ok(true),
            // Somebody else writes it at this moment, and the next look tells what came of it.
            Err(error) if error.is_stale_read() => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// What is wrong with an item as it stands, whatever the indexes hold.
fn own_faults(design: &Design, table: &Table, item: ItemRef<'_>) -> Vec<Fault> {
    let Some(kind) = kind_of(design, table, item) else { return vec![Fault::UnknownKind] };
    match (kind.rewritten.0)(item) {
        Ok(again) => wrong_keys(table, item, again.view()).map(Fault::WrongKey).collect(),
        Err(error) => vec![Fault::Unreadable(without_values(&error))],
    }
}

/// The key attributes in which an item differs from itself written anew. A key of an index that the kind does not have is one of them:
/// it would put the item into a list of something else.
fn wrong_keys<'a>(table: &'a Table, item: ItemRef<'a>, again: ItemRef<'a>) -> impl Iterator<Item = &'static str> {
    let mut names: Vec<&'static str> = table.key_names().collect();
    for name in table.indexes.iter().flat_map(|index| std::iter::once(index.hash.name).chain(index.range.map(|range| range.name))) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.retain(|name| item.get(name) != again.get(name));
    names.into_iter()
}

/// The keys of indexes as the item says them, written only while what they are made of is what was read.
fn rekeyed(design: &Design, table: &'static Table, key: &ItemKey, item: ItemRef<'_>) -> Option<Update> {
    let kind = kind_of(design, table, item)?;
    let again = (kind.rewritten.0)(item).ok()?;
    let mut update = Update::raw(table, key.clone()).if_exists();
    for name in wrong_keys(table, item, again.view()).filter(|name| !table.key_names().any(|key| key == *name)) {
        let right = again.view().get(name).and_then(|value| value.to_value().ok());
        update = update.set_or_remove(name, right).only_if(unchanged(name, item));
        let feeds = kind.key(name).into_iter().flat_map(EntityKey::fed_by);
        update = feeds.fold(update, |update, fed| update.only_if(unchanged(fed, item)));
    }
    (!update.actions.is_empty()).then_some(update)
}

fn unchanged(name: &'static str, item: ItemRef<'_>) -> Condition {
    match item.get(name).and_then(|value| value.to_value().ok()) {
        Some(value) => attr(name).eq(value),
        None => attr(name).absent(),
    }
}

/// Why an item does not decode. The decoder may quote what stands in the item, which is somebody's and not for a report.
fn without_values(error: &DecodeError) -> String {
    let known = ["missing field", "does not say"].iter().any(|words| error.0.contains(words));
    if known { error.0.clone() } else { "an attribute is not of the type that it should be".to_owned() }
}
