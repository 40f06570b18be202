//! Indexes lag, and whoever writes sees their own writes in every list of an index all the same.

mod support;

use std::sync::Arc;

use chabudai_kernel::clock::FixedClock;
use chabudai_kernel::db::Db;
use chabudai_kernel::design::{AccessPattern, Cost, Design, Index, Projection, Table, text};
use chabudai_kernel::expr::attr;
use chabudai_kernel::key::{ItemKey, Named, SortCondition};
use chabudai_kernel::op::{BatchWrite, Delete, Put, Query, Transact, Update};
use chabudai_kernel::packed::Item;
use chabudai_kernel::value::Attributes;
use chabudai_store_conformance::faults::{Browser, FaultyStore};
use chabudai_store_embedded::EmbeddedStore;

static BY_DAY: Index =
    Index { name: "ByDay", hash: text("owner"), range: Some(text("day")), projection: Projection::All, why: "What came when?" };
static TABLE: Table = Table { name: "jars", hash: text("PK"), range: None, indexes: &[&BY_DAY], ttl: None, feed: false, about: "Jars." };
static PATTERN: AccessPattern = AccessPattern { id: "AP-01", question: "What is there?", steps: &[], cost: Cost::Exactly(1) };
static DESIGN: Design =
    Design { app: "own", about: "Jars.", environment: None, tables: &[&TABLE], entities: &[], patterns: &[&PATTERN], routes: &[] };

struct Kitchen {
    store: Arc<FaultyStore>,
    _folder: tempfile::TempDir,
}

impl Kitchen {
    /// With jars of the days 1, 3, 5, 7 and 9, which everybody sees.
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let open = |name: &str| Arc::new(EmbeddedStore::open(&folder.path().join(name), DESIGN.tables, support::quiet()).unwrap());
        let store = Arc::new(FaultyStore::new(open("a.sqlite")).with_stale_indexes(open("b.sqlite")));
        let kitchen = Self { store, _folder: folder };
        let stranger = kitchen.stranger();
        for day in [1, 3, 5, 7, 9] {
            stranger.run(&PATTERN).commit_one(jar(&format!("jar{day}"), day)).await.unwrap();
        }
        kitchen.store.catch_up().await.unwrap();
        kitchen
    }

    fn stranger(&self) -> Db {
        Db::new(&DESIGN, self.store.clone(), Arc::new(FixedClock::at_millis(0)), b"secret")
    }

    fn client(&self) -> Db {
        self.stranger().seen_by(Arc::new(Browser::default()))
    }
}

fn jar(name: &str, day: u32) -> Put {
    let attributes = [("PK", name.to_owned()), ("owner", "home".to_owned()), ("day", format!("{day:02}"))];
    let attributes: Attributes = attributes.into_iter().map(|(key, value)| (key.to_owned(), value.as_str().into())).collect();
    Put::item(&TABLE, Item::from_attributes(&attributes)).unwrap()
}

fn key(name: &str) -> ItemKey {
    ItemKey::hash_only(name)
}

fn all() -> Query {
    Query::index(&TABLE, &BY_DAY, Named { attribute: "owner", value: "home".into() })
}

fn names(items: &[Item]) -> Vec<String> {
    items.iter().map(|item| item.view().get("PK").unwrap().as_str().unwrap().to_owned()).collect()
}

async fn listed(db: &Db, query: Query) -> Vec<String> {
    names(&db.run(&PATTERN).all::<Item>(query).await.unwrap())
}

/// A list as a client turns its pages.
async fn paged(db: &Db, query: &Query, want: u32) -> Vec<String> {
    let (mut out, mut cursor) = (Vec::new(), None);
    loop {
        let page = db.run(&PATTERN).list::<Item>(query.clone(), want, cursor.as_deref(), 100).await.unwrap();
        out.extend(names(&page.items));
        cursor = page.next;
        if cursor.is_none() {
            return out;
        }
    }
}

const OLD: [&str; 5] = ["jar1", "jar3", "jar5", "jar7", "jar9"];

#[tokio::test]
async fn what_one_adds_changes_and_removes_is_so_at_once() {
    let kitchen = Kitchen::new().await;
    let (me, other) = (kitchen.client(), kitchen.client());
    let run = me.run(&PATTERN);
    run.commit_one(jar("jar4", 4)).await.unwrap();
    run.commit(Transact::of([Update::raw(&TABLE, key("jar1")).set("day", "08").into(), Delete::new(&TABLE, key("jar9")).into()]))
        .await
        .unwrap();
    run.batch_write(vec![BatchWrite::Put(jar("jar0", 0))]).await.unwrap();
    let mine = ["jar0", "jar3", "jar4", "jar5", "jar7", "jar1"];
    assert_eq!(listed(&me, all()).await, mine);
    assert_eq!(listed(&me, all().backward()).await, mine.iter().rev().copied().collect::<Vec<_>>());
    assert_eq!(listed(&other, all()).await, OLD, "others see it when the index does");
    for want in 1..=7 {
        assert_eq!(paged(&me, &all(), want).await, mine, "{want} at a time");
        assert_eq!(paged(&me, &all().backward(), want).await, mine.iter().rev().copied().collect::<Vec<_>>(), "{want} at a time");
    }
    kitchen.store.catch_up().await.unwrap();
    for db in [&me, &other] {
        assert_eq!(listed(db, all()).await, mine, "once, also when the index has it");
        assert_eq!(paged(db, &all(), 2).await, mine);
    }
}

#[tokio::test]
async fn a_list_has_only_what_it_asks_for() {
    let kitchen = Kitchen::new().await;
    let me = kitchen.client();
    let run = me.run(&PATTERN);
    run.commit_one(jar("jar4", 4)).await.unwrap();
    run.commit_one(Update::raw(&TABLE, key("jar5")).set("owner", "elsewhere")).await.unwrap();
    run.commit_one(Update::raw(&TABLE, key("jar7")).remove("day")).await.unwrap();
    run.commit_one(Update::raw(&TABLE, key("jar3")).set("label", "plum")).await.unwrap();
    let within = |value: SortCondition| all().range(Named { attribute: "day", value });
    for (query, expected) in [
        (all(), vec!["jar1", "jar3", "jar4", "jar9"]),
        (within(SortCondition::Between("03".into(), "04".into())), vec!["jar3", "jar4"]),
        (within(SortCondition::Above("04".into())), vec!["jar9"]),
        (within(SortCondition::AtLeast("04".into())), vec!["jar4", "jar9"]),
        (within(SortCondition::Below("04".into())), vec!["jar1", "jar3"]),
        (within(SortCondition::AtMost("04".into())), vec!["jar1", "jar3", "jar4"]),
        (within(SortCondition::Equals("04".into())), vec!["jar4"]),
        (within(SortCondition::BeginsWith("0".into())), vec!["jar1", "jar3", "jar4", "jar9"]),
        (within(SortCondition::BeginsWith("1".into())), vec![]),
        (all().filter(attr("label").eq("plum")), vec!["jar3"]),
        (all().filter(attr("label").absent()), vec!["jar1", "jar4", "jar9"]),
        (Query::index(&TABLE, &BY_DAY, Named { attribute: "owner", value: "elsewhere".into() }), vec!["jar5"]),
    ] {
        assert_eq!(listed(&me, query.clone()).await, expected, "{query:?}");
        assert_eq!(paged(&me, &query, 1).await, expected, "{query:?}");
    }
}

#[tokio::test]
async fn a_write_that_did_not_happen_is_not_seen() {
    let kitchen = Kitchen::new().await;
    let me = kitchen.client();
    let run = me.run(&PATTERN);
    run.commit_one(jar("jar1", 8).if_absent()).await.unwrap_err();
    assert_eq!(listed(&me, all()).await, OLD);
    // Only what was read twice is read once more: a store whose indexes never lag is asked once.
    assert!(me.meters().of(&PATTERN).read().spent.requests <= 2);
}

/// A merged list whose first page of one range was just removed by the client.
#[tokio::test]
async fn a_merged_list_goes_on_behind_what_one_has_deleted() {
    let kitchen = Kitchen::new().await;
    let me = kitchen.client();
    let run = me.run(&PATTERN);
    let away = |name: &str, day: u32| {
        let attributes = [("PK", name.to_owned()), ("owner", "away".to_owned()), ("day", format!("{day:02}"))];
        let attributes: Attributes = attributes.into_iter().map(|(key, value)| (key.to_owned(), value.as_str().into())).collect();
        Put::item(&TABLE, Item::from_attributes(&attributes)).unwrap()
    };
    for day in [2, 4] {
        run.commit_one(away(&format!("jar{day}"), day)).await.unwrap();
    }
    kitchen.store.catch_up().await.unwrap();
    let me = kitchen.client();
    let run = me.run(&PATTERN);
    for name in ["jar1", "jar3"] {
        run.commit_one(Delete::new(&TABLE, key(name))).await.unwrap();
    }
    let ops = || [all(), Query::index(&TABLE, &BY_DAY, Named { attribute: "owner", value: "away".into() })];
    let (mut out, mut cursor, mut pages) = (Vec::new(), None, 0);
    loop {
        let page = run.merged::<Item>(ops(), "day", 1, cursor.as_deref()).await.unwrap();
        out.extend(names(&page.items));
        pages += 1;
        cursor = page.next;
        if cursor.is_none() || pages > 8 {
            break;
        }
    }
    assert_eq!((out, cursor), (["jar2", "jar4", "jar5", "jar7", "jar9"].map(str::to_owned).to_vec(), None));
}
