//! The store against raw rusqlite: the same layout, the same rows (items, index entries, feed), decoded into the same struct.
//!
//! `cargo bench -p chabudai-store-embedded` prints operations a second, the ratio of ours to raw, and the disk's sync time. The two
//! sides take turns within a round, so that a busy machine slows both; the median round counts.

mod raw;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chabudai_kernel::design::{Index, Projection, Table, text};
use chabudai_kernel::entity::{Decode as _, Entity as _};
use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{Get, Put, Query, Transact, Update, Write};
use chabudai_kernel::part::{Millis, Padded};
use chabudai_kernel::store::{Now, Store};
use chabudai_store_embedded::{EmbeddedStore, Options};
use futures::executor::block_on;
use serde::{Deserialize, Serialize};

/// Both sides with the server's own allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const NOW: Now = Now(1_800_000_000);
const ROUNDS: usize = 7;
const PER_WARDROBE: u64 = 200;
const WARDROBES: u64 = 50;

pub(crate) static TABLE: Table = Table {
    name: "T",
    hash: text("PK"),
    range: Some(text("SK")),
    indexes: &[&BY_CREATED, &BY_WEAR, &BY_LAST],
    ttl: Some("ttl"),
    feed: true,
    about: "",
};
static BY_CREATED: Index =
    Index { name: "ByCreated", hash: text("statusListPk"), range: Some(text("createdAtSk")), projection: Projection::All, why: "" };
static BY_WEAR: Index =
    Index { name: "ByWear", hash: text("statusListPk"), range: Some(text("wearCountSk")), projection: Projection::All, why: "" };
static BY_LAST: Index =
    Index { name: "ByLast", hash: text("statusListPk"), range: Some(text("lastWornAtSk")), projection: Projection::All, why: "" };

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Garment {
    #[serde(skip_serializing)]
    pub(crate) wardrobe_id: Padded<12>,
    pub(crate) clothing_id: Padded<12>,
    pub(crate) name: String,
    pub(crate) genre: String,
    pub(crate) tag_ids: Vec<String>,
    pub(crate) status: String,
    pub(crate) image_key: Option<String>,
    pub(crate) wear_count: Padded<10>,
    pub(crate) last_worn_at: Millis,
    pub(crate) created_at: Millis,
    pub(crate) rev: u64,
}

chabudai_kernel::entity! {
    /// A garment.
    Garment in TABLE {
        wardrobeId: Padded<12> = wardrobe_id from PK,
        clothingId: Padded<12> = clothing_id,
        createdAt: Millis = created_at,
        wearCount: Padded<10> = wear_count,
        lastWornAt: Millis = last_worn_at,
    }
    key(wardrobeId, clothingId) {
        PK = "W#wd_0190a5b2-7c11-7e43-9d2f-" wardrobeId "#CLOTH";
        SK = "CLOTH#cl_0190a5b2-7c11-7e43-9d2f-" clothingId;
    }
    index {
        statusListPk = "W#wd_0190a5b2-7c11-7e43-9d2f-" wardrobeId "#CLOTH#ACTIVE";
        createdAtSk = "CREATED#" createdAt "#cl_0190a5b2-7c11-7e43-9d2f-" clothingId;
        wearCountSk = "WEAR#" wearCount "#cl_0190a5b2-7c11-7e43-9d2f-" clothingId;
        lastWornAtSk = "LASTWORN#" lastWornAt "#cl_0190a5b2-7c11-7e43-9d2f-" clothingId;
    }
}

pub(crate) fn garment(wardrobe: u64, number: u64) -> Garment {
    Garment {
        wardrobe_id: Padded::saturating(wardrobe),
        clothing_id: Padded::saturating(number),
        name: format!("紺のリネンシャツ {number}"),
        genre: "tops".into(),
        tag_ids: vec!["season:spring".into(), "season:summer".into()],
        status: "ACTIVE".into(),
        image_key: Some(format!("clothing/{number:032}.jpg")),
        wear_count: Padded::saturating(number % 97),
        last_worn_at: Millis(1_760_000_000_000 + number % 365 * 86_400_000),
        created_at: Millis(1_750_000_000_000 + number),
        rev: number % 7,
    }
}

fn main() {
    let directory =
        tempfile::tempdir_in(std::env::var_os("CARGO_TARGET_TMPDIR").map_or_else(std::env::temp_dir, Into::into)).expect("a directory");
    println!("one sync of the disk: {:.0} µs", sync_micros(directory.path()));
    println!("{:<44} {:>12} {:>12} {:>7}  goal", "", "ours/s", "raw/s", "ratio");

    let ours = Arc::new(EmbeddedStore::open(&directory.path().join("ours.sqlite"), &[&TABLE], Options::default()).expect("opens"));
    let raw_path = directory.path().join("raw.sqlite");
    let raw = raw::Raw::create(&raw_path);
    fill(&ours, &raw);

    for threads in [1, 2] {
        let ratio = turns(
            threads,
            400,
            || {
                let ours = ours.clone();
                move |n| get_ours(&*ours, n)
            },
            || {
                let raw = raw::Raw::open(&raw_path);
                move |n| raw.get(&pick(n))
            },
        );
        report(&format!("one item, {threads} thread(s)"), &ratio, 0.5);
        let ratio = turns(
            threads,
            400,
            || {
                let ours = ours.clone();
                move |n| list_ours(&*ours, n)
            },
            || {
                let raw = raw::Raw::open(&raw_path);
                move |n| raw.list(&pick(n))
            },
        );
        report(&format!("50 in index order, {threads} thread(s)"), &ratio, 0.5);
    }
    let fresh = std::sync::atomic::AtomicU64::new(1_000_000);
    let next = || fresh.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let ratio = turns(1, 600, || |_| put_ours(&*ours, next()), || |_| raw.put(&garment(7, next())));
    report("durable put, three indexes", &ratio, 0.7);
    let ratio = turns(1, 900, || |n| wear_ours(&*ours, n, next()), || |n| raw.wear(n, next()));
    report("durable transaction of 43 actions", &ratio, 0.7);
    let ratio = turns(8, 600, || |_| put_ours(&*ours, next()), || |_| raw.put_locked(&garment(7, next())));
    report("durable put, 8 callers (ours commits together)", &ratio, 0.7);
    let problems = ours.check().expect("checks");
    assert!(problems.is_empty(), "{problems:?}");
}

fn pick(n: u64) -> Garment {
    // A step that is coprime to the count visits every garment in a scattered order.
    let at = n.wrapping_mul(7919) % (PER_WARDROBE * WARDROBES);
    garment(at / PER_WARDROBE, at)
}

fn fill(ours: &EmbeddedStore, raw: &raw::Raw) {
    let all: Vec<_> = (0..PER_WARDROBE * WARDROBES).map(|at| garment(at / PER_WARDROBE, at)).collect();
    for chunk in all.chunks(25) {
        let ops: Vec<_> = chunk.iter().map(|g| chabudai_kernel::op::BatchWrite::Put(Put::of(g))).collect();
        block_on(ours.batch_write(&ops, NOW)).expect("writes");
    }
    raw.fill(&all);
}

fn get_ours(store: &dyn Store, n: u64) {
    let wanted = pick(n);
    let op = Get::new(&TABLE, Garment::key(wanted.wardrobe_id, wanted.clothing_id));
    let item = block_on(store.get(&op, NOW)).expect("reads").value.expect("is there");
    assert_eq!(Garment::decode(item.view()).expect("decodes").clothing_id, wanted.clothing_id);
}

fn list_ours(store: &dyn Store, n: u64) {
    let wanted = pick(n);
    let op = Query::index(&TABLE, &BY_WEAR, Garment::statusListPk.of((wanted.wardrobe_id,))).backward().limit(50);
    let page = block_on(store.query(&op, NOW)).expect("reads").value;
    let all: Vec<Garment> = page.items.iter().map(|item| Garment::decode(item).expect("decodes")).collect();
    assert_eq!(all.len(), 50);
}

fn put_ours(store: &dyn Store, n: u64) {
    block_on(store.write(&Write::Put(Put::of(&garment(7, n))), NOW)).expect("writes");
}

/// What AP-16 of Wardrobe writes for 20 garments and an outfit: a record, 21 counters, 21 caches.
fn wear_ours(store: &dyn Store, n: u64, fresh: u64) {
    let mut transact = Transact::default().and(Put::of(&garment(9_000_001, fresh)).if_absent());
    for at in 0..21 {
        let before = garment(3, 600 + at);
        let after = Garment { wear_count: Padded::saturating(n % 1_000_000), rev: n, ..before.clone() };
        let day = garment(8_000_000 + at, n % 365);
        transact = transact.and(Update::raw(&TABLE, day.item_key()).set("date", "20260101").add("count", 1)).and(
            Update::of::<Garment>(before.item_key())
                .set("wearCount", after.wear_count.get())
                .set("rev", after.rev)
                .rekey(&after)
                .only_if(attr("PK").exists().and(attr("rev").ge(0))),
        );
    }
    assert_eq!(transact.writes.len(), 43);
    block_on(store.transact(&transact, NOW)).expect("writes");
}

struct Rates {
    ours: f64,
    raw: f64,
    ratio: f64,
}

/// Lets both sides run in turns and takes the median round.
fn turns<A, B>(threads: usize, millis: u64, ours: impl Fn() -> A + Sync, raw: impl Fn() -> B + Sync) -> Rates
where
    A: FnMut(u64),
    B: FnMut(u64),
{
    let mut rounds: Vec<Rates> = (0..ROUNDS)
        .map(|_| {
            let ours = rate(threads, millis, &ours);
            let raw = rate(threads, millis, &raw);
            Rates { ours, raw, ratio: ours / raw }
        })
        .collect();
    rounds.sort_by(|a, b| a.ratio.total_cmp(&b.ratio));
    rounds.swap_remove(ROUNDS / 2)
}

fn rate<F: FnMut(u64)>(threads: usize, millis: u64, make: &(impl Fn() -> F + Sync)) -> f64 {
    let time = Duration::from_millis(millis);
    let done: u64 = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|thread| {
                scope.spawn(move || {
                    let mut work = make();
                    (0..20).for_each(|n| work(n + 1_000 * thread as u64));
                    let start = Instant::now();
                    let mut n = 0;
                    while start.elapsed() < time {
                        work(n + 1_000_003 * thread as u64);
                        n += 1;
                    }
                    n
                })
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().expect("no panic")).sum()
    });
    done as f64 / time.as_secs_f64()
}

fn report(name: &str, rates: &Rates, goal: f64) {
    let mark = if rates.ratio >= goal { "" } else { "  below" };
    println!("{name:<44} {:>12.0} {:>12.0} {:>7.2}  {goal}{mark}", rates.ours, rates.raw, rates.ratio);
}

fn sync_micros(directory: &Path) -> f64 {
    use std::os::unix::fs::FileExt as _;
    let file = std::fs::File::create(directory.join("sync")).expect("a file");
    let start = Instant::now();
    for n in 0..200 {
        file.write_at(&[7; 4096], n * 4096).expect("writes");
        file.sync_data().expect("syncs");
    }
    start.elapsed().as_micros() as f64 / 200.0
}
