//! The store as it stands, and how what is in it relates to what would be written.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use chabudai_app_okusuri::design::OKUSURI_TABLE;
use chabudai_kernel::clock::{Clock, backoff};
use chabudai_kernel::db::Db;
use chabudai_kernel::entity::kind_of;
use chabudai_kernel::expr::{Condition, attr};
use chabudai_kernel::key::{ItemKey, KeyValue};
use chabudai_kernel::op::{Put, Scan, key_of};
use chabudai_kernel::packed::{Item, ItemRef, ValueRef};
use chabudai_kernel::store::{Store, StoreError};
use chabudai_kernel::value::Value;

use crate::design::{DESIGN, WHAT_IS_THERE};
use crate::error::Result;
use crate::tell::{Tell, What};
use crate::transform::{Refusal, Transformed};

/// How often a write is tried again that the store could not carry out at that moment.
const TRIES: u32 = 8;

/// The store that the move writes to.
#[derive(Clone)]
pub struct Target {
    pub(crate) db: Db,
}

/// Everything in the store, by its key.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Stored(pub BTreeMap<ItemKey, Item>);

/// How an item in the store relates to what would be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Relation {
    /// Nothing is there.
    Absent,
    /// Just that is there.
    Same,
    /// Something newer is there: somebody has gone on here.
    Newer,
    /// Something else is there.
    Other,
}

impl Target {
    /// Over a store that has Okusuri's table.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Self {
        Self { db: Db::new(&DESIGN, store, clock, b"no list of the move has a cursor") }
    }

    /// The data, with the meters of the move's patterns.
    pub fn db(&self) -> &Db {
        &self.db
    }

    /// MV-01: everything, as of the last acknowledged write.
    pub async fn read(&self, tell: &mut Tell<'_>) -> Result<Stored> {
        let run = self.db.run(&WHAT_IS_THERE);
        let mut scan = Scan { consistent: true, ..Scan::of(&OKUSURI_TABLE) };
        let mut out = BTreeMap::new();
        loop {
            let (items, next) = run.scan::<Item>(&scan).await?;
            for item in items {
                if let Some(key) = key_of(&OKUSURI_TABLE, item.view()) {
                    out.insert(key, item);
                    tell.more(What::Items);
                }
            }
            match next {
                Some(next) => scan.after = Some(next),
                None => return Ok(Stored(out)),
            }
        }
    }

    /// Tries again for a while what the store could not do at that moment.
    pub(crate) async fn persist<T>(
        &self,
        mut attempt: impl AsyncFnMut() -> std::result::Result<T, StoreError>,
    ) -> std::result::Result<T, StoreError> {
        let mut tries = 0;
        loop {
            match attempt().await {
                Err(error) if error.is_passing() && tries < TRIES => {
                    tries += 1;
                    self.db.clock().sleep(backoff(tries + 1)).await;
                }
                settled => return settled,
            }
        }
    }
}

impl Stored {
    /// How what is there relates to what would be written.
    pub(crate) fn relation(&self, put: &Put) -> Relation {
        match self.0.get(&put.key) {
            None => Relation::Absent,
            Some(there) => relation(there.view(), put.item.view()),
        }
    }

    /// The people who are there.
    pub(crate) fn people(&self) -> BTreeSet<&str> {
        self.0.values().filter(|item| kind(item.view()) == "Profile").filter_map(|item| text(item.view(), "UserID")).collect()
    }

    /// What stands in the way of a load: people from elsewhere, addresses and accounts that are theirs, and people who are others here.
    pub(crate) fn in_the_way(&self, of: &Transformed) -> Vec<Refusal> {
        let expected: BTreeSet<&str> = of.people.iter().map(|arrival| arrival.user.as_str()).collect();
        let strangers = self.people().into_iter().filter(|id| !expected.contains(id));
        let mut out: Vec<Refusal> = strangers.map(|id| Refusal::Stranger { id: id.to_owned() }).collect();
        for arrival in &of.people {
            let others = arrival.puts.iter().filter(|put| self.relation(put) == Relation::Other);
            out.extend(others.map(|put| refusal_of(put.item.view())));
        }
        out
    }
}

/// Why an item that is other than expected stands in the way.
pub(crate) fn refusal_of(expected: ItemRef<'_>) -> Refusal {
    let id = text(expected, "UserID").unwrap_or_default().to_owned();
    match kind(expected) {
        "EmailGuard" | "OauthGuard" => Refusal::Taken { id },
        kind => Refusal::Differs { kind, id },
    }
}

/// How one item relates to another that would be written in its place.
pub(crate) fn relation(there: ItemRef<'_>, new: ItemRef<'_>) -> Relation {
    if there.same_as(new) || is_session_read_again(there, new) {
        return Relation::Same;
    }
    let is_of_one = text(there, "UserID") == text(new, "UserID");
    match (text(there, "UpdatedAt"), text(new, "UpdatedAt")) {
        (Some(there), Some(new)) if is_of_one && there > new => Relation::Newer,
        _ => Relation::Other,
    }
}

/// A session that is longer than this house allows ends seven days after it was read. Read again later it would end later, and only so:
/// the first reading decides.
fn is_session_read_again(there: ItemRef<'_>, new: ItemRef<'_>) -> bool {
    let ends = |item: ItemRef<'_>| item.get("TTL").and_then(ValueRef::as_number);
    let but_for_its_end = |item: ItemRef<'_>| {
        let mut attributes = item.to_attributes().ok()?;
        attributes.remove("TTL");
        if let Some(Value::M(data)) = attributes.get_mut("Data") {
            data.remove("expiresAt");
        }
        Some(attributes)
    };
    kind(there) == "Session" && ends(there) <= ends(new) && but_for_its_end(there) == but_for_its_end(new)
}

/// Nothing is there, or just what would be written.
pub(crate) fn absent_or_same(put: &Put) -> Result<Condition> {
    let mut same: Option<Condition> = None;
    for (name, value) in put.item.view().iter() {
        if OKUSURI_TABLE.key_names().any(|key| key == name) {
            continue;
        }
        let equal = attr(name.to_owned()).eq(value.to_value()?);
        same = Some(match same {
            Some(same) => same.and(equal),
            None => equal,
        });
    }
    let absent = attr(OKUSURI_TABLE.hash.name).absent();
    Ok(match same {
        Some(same) => absent.or(same),
        None => absent,
    })
}

/// Nothing is there, or nothing that is newer than this.
pub(crate) fn absent_or_not_newer(item: ItemRef<'_>) -> Condition {
    let absent = attr(OKUSURI_TABLE.hash.name).absent();
    match (text(item, "UpdatedAt"), text(item, "UserID")) {
        (Some(updated), _) => absent.or(attr("UpdatedAt").le(updated)),
        // A guard never changes; it is somebody's.
        (None, Some(user)) => absent.or(attr("UserID").eq(user)),
        (None, None) => absent,
    }
}

/// A text attribute.
pub(crate) fn text<'a>(item: ItemRef<'a>, name: &str) -> Option<&'a str> {
    item.get(name).and_then(ValueRef::as_str)
}

/// The kind of an item, by the look of its key.
pub(crate) fn kind(item: ItemRef<'_>) -> &'static str {
    kind_of(&DESIGN, &OKUSURI_TABLE, item).map_or("unknown item", |design| design.kind)
}

/// Whose partition a key is in.
pub(crate) fn owner(key: &ItemKey) -> Option<&str> {
    match &key.hash {
        KeyValue::S(hash) => hash.strip_prefix("USER#"),
        _ => None,
    }
}
