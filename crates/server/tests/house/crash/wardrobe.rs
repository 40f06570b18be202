//! Wardrobes under load: the counts agree with the records.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard};

use chabudai_app_wardrobe::design::DESIGN;
use chabudai_kernel::design::Design;
use chabudai_testkit::{Answer, Ask, Server};
use serde_json::{Value, json};

use super::{Clients, Known, Shift};
use crate::closet::{Closet, days_before, text};

/// Wardrobes that are written at the same time, so that their writes are committed together.
const WARDROBES: usize = 2;
/// Garments of a wardrobe that all its clients record at the same time.
const SHARED: usize = 6;
const RECORDERS: usize = 3;
/// Records that a thread leaves standing, so that a look at all of them stays short.
const STANDING: usize = 12;

/// Several wardrobes, and the days on which something is worn.
pub(super) struct Wardrobes {
    households: Vec<Household>,
    days: Vec<String>,
}

impl Wardrobes {
    pub(super) fn make(server: &Server) -> Self {
        let households: Vec<_> = (0..WARDROBES).map(|_| Household::make(server)).collect();
        let today = Closet { server, id: households[0].wardrobe.clone() }.today();
        Self { households, days: (0..5).map(|back| days_before(today, back)).collect() }
    }
}

impl Clients for Wardrobes {
    fn count(&self) -> usize {
        WARDROBES * (RECORDERS + 1)
    }

    fn write(&self, number: usize, shift: Shift<'_>) {
        let load = Load { shift, household: &self.households[number % WARDROBES], days: &self.days };
        match number / WARDROBES {
            RECORDERS => load.tidy(),
            recorder => load.record(recorder),
        }
    }

    fn settle(&self, server: &Server) {
        for household in &self.households {
            settle(&Closet { server, id: household.wardrobe.clone() }, &mut household.ledger());
        }
    }

    fn checked(&self) -> (&'static Design, String) {
        (&DESIGN, format!("wardrobe: {WARDROBES} wardrobes, "))
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
    shift: Shift<'a>,
    household: &'a Household,
    days: &'a [String],
}

impl Load<'_> {
    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.household.ledger()
    }

    /// Sends a request; `None` when the server died over it.
    fn ask(&self, method: &str, rest: &str, key: Option<&str>, body: Option<&Value>) -> Option<Answer> {
        let ask = self.shift.server.ask(method, &format!("/wardrobe/v1/wardrobes/{}{rest}", self.household.wardrobe));
        let ask = key.into_iter().fold(ask, |ask, key| ask.header("idempotency-key", key));
        let ask = body.into_iter().fold(ask, Ask::json);
        self.shift.ask(ask)
    }

    /// Records and removes records.
    fn record(&self, thread: usize) {
        let mut mine: Vec<String> = Vec::new();
        while self.shift.goes_on() {
            if mine.len() >= STANDING || (!mine.is_empty() && fastrand::u8(..3) == 0) {
                let id = mine.swap_remove(fastrand::usize(..mine.len()));
                self.ledger().records.insert(id.clone(), Known::Either(true, false));
                let Some(answer) = self.ask("DELETE", &format!("/histories/{id}"), None, None) else { return };
                assert_eq!(answer.status, 204, "{}", answer.text());
                self.ledger().records.insert(id, Known::Is(false));
                self.shift.count();
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
                    self.ledger().records.insert(id.clone(), Known::Is(true));
                    self.shift.count();
                    mine.push(id);
                }
                None => return self.ledger().unanswered.push((key, body)),
            }
        }
    }

    /// Edits, bins and restores the garments that the others record, and adds some.
    fn tidy(&self) {
        let mut step = 0_u64;
        while self.shift.goes_on() {
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
            self.shift.count();
        }
    }
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
        known.settle(&format!("record {id} stands"), standing.contains(id));
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
        known.settle(&format!("garment {id} is in use"), *in_use);
        ledger.names.get_mut(id).expect("every garment has a name").settle(&format!("the name of garment {id}"), text(&garment["name"]));
    }
}
