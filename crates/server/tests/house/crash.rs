//! Power cuts at random moments: what was acknowledged is there afterwards, and the counts agree with the records.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use chabudai_app_wardrobe::design::DESIGN;
use chabudai_store_embedded::{DataDirectory, EmbeddedStore};
use chabudai_testkit::{Answer, Ask, Server};
use serde_json::{Value, json};

use crate::closet::{Closet, days_before, text};
use crate::place;

/// Wardrobes that are written at the same time, so that their writes are committed together.
const WARDROBES: usize = 2;
/// Garments of a wardrobe that all its clients record at the same time.
const SHARED: usize = 6;
const RECORDERS: usize = 3;
/// Records that a thread leaves standing, so that a look at all of them stays short.
const STANDING: usize = 12;

/// What a client knows about one thing after its requests were answered, or not.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Known<T> {
    /// The last request was answered.
    Is(T),
    /// The last request was under way when the server died: it was carried out, or it was not.
    Either(T, T),
}

impl<T: Clone + PartialEq> Known<T> {
    fn allows(&self, seen: &T) -> bool {
        match self {
            Self::Is(value) => value == seen,
            Self::Either(before, after) => before == seen || after == seen,
        }
    }

    fn last(&self) -> &T {
        match self {
            Self::Is(value) | Self::Either(value, _) => value,
        }
    }
}

/// A wardrobe, and what its clients know of it.
struct Household {
    wardrobe: String,
    shared: Vec<String>,
    ledger: Mutex<Ledger>,
}

#[derive(Default)]
struct Ledger {
    /// Whether a record stands.
    records: BTreeMap<String, Known<bool>>,
    /// A garment's name and whether it is in use.
    names: BTreeMap<String, Known<String>>,
    in_use: BTreeMap<String, Known<bool>>,
    /// Records that were under way: a key and a body, to be sent again.
    unanswered: Vec<(String, Value)>,
    acknowledged: usize,
}

impl Household {
    fn make(server: &Server) -> Self {
        let closet = Closet::make(server);
        let shared = closet.garments(SHARED);
        let mut ledger = Ledger::default();
        for (at, id) in shared.iter().enumerate() {
            ledger.names.insert(id.clone(), Known::Is(format!("服{}", at + 1)));
            ledger.in_use.insert(id.clone(), Known::Is(true));
        }
        Self { wardrobe: closet.id, shared, ledger: Mutex::new(ledger) }
    }

    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().expect("no client panics with this lock")
    }
}

/// The clients of one wardrobe on one server, until it dies.
#[derive(Clone, Copy)]
struct Load<'a> {
    server: &'a Server,
    household: &'a Household,
    over: &'a AtomicBool,
    days: &'a [String],
}

impl Load<'_> {
    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.household.ledger()
    }

    /// Sends a request; `None` when the server died over it.
    fn ask(&self, method: &str, rest: &str, key: Option<&str>, body: Option<&Value>) -> Option<Answer> {
        let ask = self.server.ask(method, &format!("/wardrobe/v1/wardrobes/{}{rest}", self.household.wardrobe));
        let ask = key.into_iter().fold(ask, |ask, key| ask.header("idempotency-key", key));
        let ask = body.into_iter().fold(ask, Ask::json);
        let answer = ask.try_send().ok()?;
        assert!(answer.status < 500, "{method} {rest}: {} {}", answer.status, answer.text());
        Some(answer)
    }

    /// Records and removes records.
    fn record(&self, thread: usize) {
        let mut mine: Vec<String> = Vec::new();
        while !self.over.load(Ordering::Relaxed) {
            if mine.len() >= STANDING || (!mine.is_empty() && fastrand::u8(..3) == 0) {
                let id = mine.swap_remove(fastrand::usize(..mine.len()));
                self.ledger().records.insert(id.clone(), Known::Either(true, false));
                let Some(answer) = self.ask("DELETE", &format!("/histories/{id}"), None, None) else { return };
                assert_eq!(answer.status, 204, "{}", answer.text());
                let mut ledger = self.ledger();
                ledger.records.insert(id, Known::Is(false));
                ledger.acknowledged += 1;
                continue;
            }
            let mut ids = self.household.shared.clone();
            fastrand::shuffle(&mut ids);
            ids.truncate(fastrand::usize(1..=4));
            let body = json!({ "date": self.days[fastrand::usize(..self.days.len())], "clothingIds": ids });
            let key = format!("{thread}-{:016x}", fastrand::u64(..));
            match self.ask("POST", "/histories", Some(&key), Some(&body)) {
                // One of the garments is in the bin at this moment.
                Some(answer) if answer.status == 404 => {}
                Some(answer) => {
                    let id = text(&answer.expect(201).json()["historyId"]);
                    let mut ledger = self.ledger();
                    ledger.records.insert(id.clone(), Known::Is(true));
                    ledger.acknowledged += 1;
                    drop(ledger);
                    mine.push(id);
                }
                None => return self.ledger().unanswered.push((key, body)),
            }
        }
    }

    /// Edits, bins and restores the garments that the others record, and adds some.
    fn tidy(&self) {
        let mut step = 0_u64;
        while !self.over.load(Ordering::Relaxed) {
            step += 1;
            let id = &self.household.shared[fastrand::usize(..self.household.shared.len())];
            let in_use = *self.ledger().in_use[id].last();
            let done = match (fastrand::u8(..10), in_use) {
                (0, _) => {
                    let name = format!("新しい服{step}");
                    let Some(answer) = self.ask("POST", "/clothing", None, Some(&json!({ "name": name, "genre": "others" }))) else {
                        return;
                    };
                    let id = text(&answer.expect(201).json()["clothingId"]);
                    let mut ledger = self.ledger();
                    ledger.in_use.insert(id.clone(), Known::Is(true));
                    ledger.names.insert(id, Known::Is(name));
                    true
                }
                (1..=6, true) => {
                    let name = format!("服{:08x}", fastrand::u32(..));
                    let before = self.ledger().names[id].last().clone();
                    self.ledger().names.insert(id.clone(), Known::Either(before, name.clone()));
                    let answer = self.ask("PATCH", &format!("/clothing/{id}"), None, Some(&json!({ "name": name })));
                    if answer.is_some() {
                        self.ledger().names.insert(id.clone(), Known::Is(name));
                    }
                    answer.is_some_and(|answer| answer.expect(204).status == 204)
                }
                (_, true) => {
                    self.ledger().in_use.insert(id.clone(), Known::Either(true, false));
                    let answer = self.ask("DELETE", &format!("/clothing/{id}"), None, None);
                    if answer.is_some() {
                        self.ledger().in_use.insert(id.clone(), Known::Is(false));
                    }
                    answer.is_some_and(|answer| answer.expect(204).status == 204)
                }
                (_, false) => {
                    self.ledger().in_use.insert(id.clone(), Known::Either(false, true));
                    let answer = self.ask("POST", &format!("/clothing/{id}/restore"), None, None);
                    if answer.is_some() {
                        self.ledger().in_use.insert(id.clone(), Known::Is(true));
                    }
                    answer.is_some_and(|answer| answer.expect(204).status == 204)
                }
            };
            if !done {
                return;
            }
            self.ledger().acknowledged += 1;
        }
    }
}

/// Lets the clients loose on a server and pulls the plug.
fn until_it_dies(server: &Server, households: &[Household], days: &[String]) {
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        for household in households {
            let load = Load { server, household, over: &over, days };
            for thread in 0..RECORDERS {
                scope.spawn(move || load.record(thread));
            }
            scope.spawn(move || load.tidy());
        }
        thread::sleep(Duration::from_micros(fastrand::u64(20_000..400_000)));
        server.kill();
        over.store(true, Ordering::Relaxed);
    });
}

/// Compares what the server says with what was acknowledged, and takes over what was open.
fn settle(closet: &Closet<'_>, ledger: &mut Ledger) {
    // What was under way is sent again: by its key it is recorded once, whether it was carried out before or not.
    for (key, body) in ledger.unanswered.drain(..) {
        let again = || closet.server.ask("POST", &closet.at("/histories")).header("idempotency-key", &key).json(&body).send();
        let first = again();
        if first.status == 201 {
            assert_eq!(again().expect(201).text(), first.text());
            ledger.records.insert(text(&first.json()["historyId"]), Known::Is(true));
        } else {
            first.problem(404, "wardrobe.not_found", None);
        }
    }
    let standing: BTreeSet<String> = closet.all("/histories", "historyId").into_iter().collect();
    for (id, known) in &mut ledger.records {
        let stands = standing.contains(id);
        assert!(known.allows(&stands), "record {id} stands: {stands}, but {known:?}");
        *known = Known::Is(stands);
    }
    for id in &standing {
        assert!(ledger.records.contains_key(id), "record {id} was never asked for");
    }
    // What has gone stays gone, and need not be looked for again and again.
    ledger.records.retain(|_, known| *known.last());
    let mut seen = BTreeMap::new();
    for status in ["ACTIVE", "DELETED"] {
        for garment in closet.pages(&format!("/clothing?status={status}")).concat() {
            let before = seen.insert(text(&garment["clothingId"]), (status == "ACTIVE", garment));
            assert!(before.is_none(), "{before:?} is in use and in the bin");
        }
    }
    for (id, known) in &mut ledger.in_use {
        let (in_use, garment) = seen.get(id).unwrap_or_else(|| panic!("garment {id} is lost"));
        assert!(known.allows(in_use), "garment {id} is in use: {in_use}, but {known:?}");
        *known = Known::Is(*in_use);
        let (name, known) = (text(&garment["name"]), ledger.names.get_mut(id).expect("every garment has a name"));
        assert!(known.allows(&name), "garment {id} is called {name}, but {known:?}");
        *known = Known::Is(name);
    }
}

#[test]
fn nothing_acknowledged_is_lost_in_a_power_cut() {
    let cuts: usize = std::env::var("CHABUDAI_CRASHES").ok().map_or(50, |count| count.parse().expect("CHABUDAI_CRASHES is a number"));
    let place = place::embedded();
    let mut server = place.start(&["--log", "warn"]);
    let households: Vec<_> = (0..WARDROBES).map(|_| Household::make(&server)).collect();
    let today = Closet { server: &server, id: households[0].wardrobe.clone() }.today();
    let days: Vec<String> = (0..5).map(|back| days_before(today, back)).collect();
    for cut in 1..=cuts {
        until_it_dies(&server, &households, &days);
        drop(server);
        server = place.start(&["--log", "warn"]);
        for household in &households {
            settle(&Closet { server: &server, id: household.wardrobe.clone() }, &mut household.ledger());
        }
        let checked = place.run(&["wardrobe", "check"]).succeeded();
        assert!(checked.output.starts_with(&format!("wardrobe: {WARDROBES} wardrobes, ")), "after cut {cut}: {checked:?}");
        assert_eq!(server.log(), "", "nothing to warn of");
    }
    server.stop();
    let store = EmbeddedStore::open_to_read(&DataDirectory::file_of(&place.data(), DESIGN.app), DESIGN.tables).unwrap();
    assert_eq!(store.check().unwrap(), Vec::<String>::new(), "every index entry has its item, and back");
    let acknowledged: usize = households.iter().map(|household| household.ledger().acknowledged).sum();
    println!("{acknowledged} writes acknowledged over {cuts} power cuts");
    assert!(acknowledged > cuts, "the load was no load");
}
