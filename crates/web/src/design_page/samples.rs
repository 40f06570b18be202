//! An item of each kind with its values hidden, looked up so rarely that the page cannot be used to load the store.

use std::sync::Arc;
use std::time::Duration;

use chabudai_kernel::db::Db;
use chabudai_kernel::design::{Design, EntityDesign, Held, Table};
use chabudai_kernel::op::Scan;
use chabudai_kernel::packed::{DecodeError, Items};
use chabudai_kernel::report::{Sample, samples};
use chabudai_kernel::store::StoreError;
use tokio::sync::Mutex;

use super::shape::is_inside;

/// How many items of a table are looked at.
pub(super) const LOOKED_AT: u32 = 200;
/// How long samples are good for.
const KEPT: Duration = Duration::from_mins(1);
/// How long the page waits for them. It is worth reading without.
const PATIENCE: Duration = Duration::from_secs(2);

/// The samples of an app.
#[derive(Default)]
pub(super) struct Samples {
    /// Whoever comes while somebody looks waits for the same samples.
    last: Mutex<Look>,
}

/// The last look into the store: when it was, and what was found. `None`: the store did not answer.
#[derive(Default)]
struct Look {
    at: Option<Duration>,
    found: Option<Arc<Vec<Sample>>>,
}

impl Samples {
    /// Samples that are a minute old at most. `None` where the store did not answer within this minute.
    pub(super) async fn of(&self, design: &'static Design, db: &Db) -> Option<Arc<Vec<Sample>>> {
        let mut last = self.last.lock().await;
        let now = db.clock().elapsed();
        if last.at.is_none_or(|at| now.saturating_sub(at) >= KEPT) {
            // Before the store is asked: a visitor who goes away in between has asked all the same.
            *last = Look { at: Some(now), found: None };
            last.found = match tokio::time::timeout(PATIENCE, look(design, db)).await {
                Ok(Ok(found)) => Some(Arc::new(found)),
                Ok(Err(error)) => {
                    tracing::warn!(%error, app = design.app, "there are no samples");
                    None
                }
                Err(_) => {
                    tracing::warn!(app = design.app, "there are no samples: the store takes too long");
                    None
                }
            };
        }
        last.found.clone()
    }
}

/// Looks at the beginning of each table. One kind may fill all of that, so what is still missing is looked for in the indexes that hold
/// whole items and have such a kind in them.
async fn look(design: &'static Design, db: &Db) -> Result<Vec<Sample>, StoreError> {
    let mut pages = Vec::with_capacity(design.tables.len());
    for table in design.tables {
        let beginning = Scan { limit: Some(LOOKED_AT), ..Scan::of(table) };
        pages.push(scan(db, &beginning).await?);
        for index in table.indexes.iter().filter(|index| table.held_by(index) == Held::Everything) {
            let found = pictured(design, &pages)?;
            let is_missing = |kind: &EntityDesign| !found.iter().any(|sample| sample.entity == Some(kind.kind));
            if design.entities.iter().any(|kind| kind.table.name == table.name && is_inside(kind, index) && is_missing(kind)) {
                pages.push(scan(db, &Scan { index: Some(index), ..beginning.clone() }).await?);
            }
        }
    }
    Ok(pictured(design, &pages)?)
}

async fn scan(db: &Db, scan: &Scan) -> Result<(&'static Table, Items), StoreError> {
    Ok((scan.table, db.store().scan(scan, db.clock().now()).await?.value.items))
}

fn pictured(design: &Design, pages: &[(&'static Table, Items)]) -> Result<Vec<Sample>, DecodeError> {
    samples(design, pages.iter().flat_map(|(table, items)| items.iter().map(move |item| (*table, item))))
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::Mutex as Lock;
    use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

    use chabudai_kernel::clock::FixedClock;
    use chabudai_kernel::op::{BatchGet, BatchWrite, Get, Page, Query, Transact, TransactGet, Write};
    use chabudai_kernel::packed::Item;
    use chabudai_kernel::store::{Answer, BatchGot, Boxed, Now, Spent, Store};

    use super::super::shape::tests::{DESIGN, house, jar};
    use super::*;

    /// A store that is only looked through.
    #[derive(Default)]
    pub(in crate::design_page) struct Shelf {
        scans: AtomicU32,
        pub(in crate::design_page) fault: Lock<Option<StoreError>>,
        is_stuck: bool,
        /// They stand behind the beginning of the table.
        has_jars: bool,
    }

    impl Store for Shelf {
        fn scan<'a>(&'a self, op: &'a Scan, _: Now) -> Boxed<'a, Answer<Page>> {
            assert_eq!(op.limit, Some(LOOKED_AT));
            self.scans.fetch_add(1, SeqCst);
            if self.is_stuck {
                return Box::pin(std::future::pending());
            }
            let mut items = Items::default();
            if op.index.is_none() {
                items.push(house().view());
            } else if self.has_jars {
                items.push(jar().view());
            }
            let page = Page { items, ..Page::default() };
            let fault = self.fault.lock().unwrap().clone();
            Box::pin(std::future::ready(fault.map_or(Ok(Answer { value: page, spent: Spent::default() }), Err)))
        }

        fn get<'a>(&'a self, _: &'a Get, _: Now) -> Boxed<'a, Answer<Option<Item>>> {
            unreachable!()
        }
        fn query<'a>(&'a self, _: &'a Query, _: Now) -> Boxed<'a, Answer<Page>> {
            unreachable!()
        }
        fn batch_get<'a>(&'a self, _: &'a BatchGet, _: Now) -> Boxed<'a, Answer<BatchGot>> {
            unreachable!()
        }
        fn batch_write<'a>(&'a self, _: &'a [BatchWrite], _: Now) -> Boxed<'a, Answer<Vec<BatchWrite>>> {
            unreachable!()
        }
        fn write<'a>(&'a self, _: &'a Write, _: Now) -> Boxed<'a, Answer<Option<Item>>> {
            unreachable!()
        }
        fn transact<'a>(&'a self, _: &'a Transact, _: Now) -> Boxed<'a, Answer<()>> {
            unreachable!()
        }
        fn transact_get<'a>(&'a self, _: &'a TransactGet, _: Now) -> Boxed<'a, Answer<Vec<Option<Item>>>> {
            unreachable!()
        }
        fn create_tables<'a>(&'a self, _: &'a [&'static chabudai_kernel::design::Table]) -> Boxed<'a, ()> {
            unreachable!()
        }
    }

    pub(in crate::design_page) fn over(shelf: &Arc<Shelf>) -> (Db, Arc<FixedClock>) {
        let clock = Arc::new(FixedClock::at_millis(1_000_000));
        (Db::new(&DESIGN, shelf.clone(), clock.clone(), b"secret"), clock)
    }

    #[tokio::test]
    async fn the_store_is_asked_once_a_minute() {
        let (shelf, samples) = (Arc::new(Shelf::default()), Samples::default());
        let (db, clock) = over(&shelf);
        for _ in 0..5 {
            let found = samples.of(&DESIGN, &db).await.expect("the store answers");
            assert_eq!((found.len(), found[0].entity), (1, Some("House")));
        }
        assert_eq!(shelf.scans.load(SeqCst), 2, "the table, and the one index that may have what is missing");
        clock.advance(KEPT);
        samples.of(&DESIGN, &db).await.expect("the store answers");
        assert_eq!(shelf.scans.load(SeqCst), 4);
        assert!(db.meters().readings().all(|(_, reading)| reading.calls == 0), "it is on no pattern's account");
    }

    #[tokio::test]
    async fn what_the_beginning_lacks_is_found_in_an_index() {
        let (db, _) = over(&Arc::new(Shelf { has_jars: true, ..Shelf::default() }));
        let found = Samples::default().of(&DESIGN, &db).await.expect("the store answers");
        assert_eq!(found.iter().map(|sample| sample.entity).collect::<Vec<_>>(), [Some("Jar"), Some("House")]);
    }

    #[tokio::test]
    async fn a_store_that_fails_is_left_alone_for_as_long() {
        let (shelf, samples) = (Arc::new(Shelf::default()), Samples::default());
        let (db, clock) = over(&shelf);
        *shelf.fault.lock().unwrap() = Some(StoreError::Throttled);
        assert!(samples.of(&DESIGN, &db).await.is_none());
        *shelf.fault.lock().unwrap() = None;
        assert!(samples.of(&DESIGN, &db).await.is_none(), "it asked to slow down");
        assert_eq!(shelf.scans.load(SeqCst), 1);
        clock.advance(KEPT);
        assert!(samples.of(&DESIGN, &db).await.is_some());
    }

    #[tokio::test]
    async fn a_visitor_who_goes_away_has_asked_all_the_same() {
        let (shelf, samples) = (Arc::new(Shelf { is_stuck: true, ..Shelf::default() }), Samples::default());
        let (db, _) = over(&shelf);
        let soon = Duration::from_millis(20);
        assert!(tokio::time::timeout(soon, samples.of(&DESIGN, &db)).await.is_err(), "it waits for the store");
        assert!(samples.of(&DESIGN, &db).await.is_none(), "nobody waits a second time");
        assert_eq!(shelf.scans.load(SeqCst), 1);
    }
}
