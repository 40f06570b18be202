//! Okusuri's rows: people with a year of logs each.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Result;
use chabudai_app::{Filling, Measurable, Row, SignedIn};
use chabudai_identity::patterns::Patterns;
use chabudai_kernel::db::Db;
use chabudai_kernel::design::AccessPattern;
use chabudai_kernel::op::{BatchWrite, Put};
use chabudai_kernel::part::{IsoDay, UtcSeconds, Word};
use futures::future::BoxFuture;
use uuid::Uuid;

use crate::design::{self as ok, Okusuri};
use crate::model::{Kind, Log, LogData};

/// Logs of a person.
const DAYS: u64 = 365;

/// Okusuri, to be measured: a person for every two hundred things that other apps have.
pub(crate) struct Bench(pub(crate) Db);

impl chabudai_app::Bench for Bench {
    fn fill<'a>(&'a self, filling: Filling<'a>) -> BoxFuture<'a, Result<Measurable>> {
        Box::pin(async move {
            let people = filling.people.iter().take(filling.size.div_ceil(200).max(1) as usize);
            let people = fill(&self.0, &people.cloned().collect::<Vec<_>>(), filling.progress).await?;
            let filled = Filled { patients: people.into(), fresh: Arc::default() };
            let said = format!("{} people with a year of logs", filled.patients.len());
            Ok(Measurable { filled: said, rows: rows(&filled), pages: Vec::new() })
        })
    }
}

/// What there is to ask for.
#[derive(Clone)]
struct Filled {
    patients: Arc<[Patient]>,
    /// Gives every write something of its own.
    fresh: Arc<AtomicU64>,
}

impl Filled {
    /// Somebody, scattered over all of them.
    fn patient(&self, n: u64) -> &Patient {
        &self.patients[n.wrapping_mul(7919) as usize % self.patients.len()]
    }

    fn fresh(&self) -> u64 {
        self.fresh.fetch_add(1, Ordering::Relaxed)
    }
}

/// Makes a request from what there is, a number, and the body of the first preparation's answer.
type Request = fn(&Filled, u64, &str) -> String;

fn id(kind: u64, person: u64, n: u64) -> Uuid {
    let random = (u128::from(kind) << 72) | (u128::from(person) << 32) | u128::from(n);
    let bytes = random.to_be_bytes();
    uuid::Builder::from_unix_timestamp_millis(1_750_000_000_000 + n, bytes[6..].try_into().expect("ten of sixteen")).into_uuid()
}

/// A person to measure with: the token that opens their account, and the log of every day.
#[derive(Clone)]
struct Patient {
    token: String,
    at: u64,
}

fn word(text: String) -> Word {
    Word::new(text).expect("an id is a word")
}

fn log_id(person: u64, day: u64) -> Word {
    word(id(5, person, day).to_string())
}

fn day(n: u64) -> IsoDay {
    IsoDay(jiff::civil::date(2025, 1, 1).saturating_add(jiff::Span::new().days((n % DAYS) as i64)))
}

async fn fill(db: &Db, people: &[SignedIn], progress: &(dyn Fn(u64, u64) + Sync)) -> Result<Vec<Patient>> {
    let now = UtcSeconds(jiff::Timestamp::from_second(db.clock().now().0)?);
    let mut out = Vec::new();
    for (at, person) in (0..).zip(people) {
        let log = |n: u64| {
            let data = LogData { id: None, has_bleeding: n % 30 < 4, taken: None, note: None, created_at: now, updated_at: now };
            let (user_id, id) = (person.id.clone(), log_id(at, n));
            BatchWrite::Put(Put::of(&Log { user_id, id, kind: Kind::MedicationLog, date: day(n), data, created_at: now, updated_at: now }))
        };
        db.fill(&(0..DAYS).map(log).collect::<Vec<_>>()).await?;
        out.push(Patient { token: person.token.clone(), at });
        progress(at + 1, people.len() as u64);
    }
    Ok(out)
}

fn ask(verb: &str, patient: &Patient, path: &str, more: &str, body: &str) -> String {
    let content = if body.is_empty() { String::new() } else { "content-type: application/json\r\n".to_owned() };
    format!(
        "{verb} /okusuri/v1/{path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer {}\r\n{more}{content}content-length: {}\r\n\r\n{body}",
        patient.token,
        body.len()
    )
}

fn get(filled: &Filled, n: u64, path: &str) -> String {
    ask("GET", filled.patient(n), path, "", "")
}

fn log_today(filled: &Filled, n: u64, _: &str) -> String {
    ask("POST", filled.patient(n), "medication-log", "", "{\"hasBleeding\":false}")
}

fn log_once(filled: &Filled, n: u64, _: &str) -> String {
    ask("POST", filled.patient(n), "medication-log", &format!("idempotency-key: bench-{n}\r\n"), "{\"hasBleeding\":false}")
}

fn one_log(patient: &Patient, n: u64) -> String {
    format!("medication-log/{}_{}", day(n), log_id(patient.at, n % DAYS))
}

fn made_log(made: &str) -> String {
    format!("medication-log/{}", made.split('"').nth(3).unwrap_or_default())
}

fn row_of(filled: &Filled, name: &'static str, pattern: &'static AccessPattern, before: &[Request], request: Request) -> Row {
    let made = |request: Request| -> chabudai_app::bench::Request {
        let filled = filled.clone();
        Arc::new(move |n, made| request(&filled, n, made))
    };
    Row { name, pattern, before: before.iter().copied().map(made).collect(), request: made(request), goal: None }
}

fn rows(filled: &Filled) -> Vec<Row> {
    let row = |name, pattern, request: Request| row_of(filled, name, pattern, &[], request);
    let after = |name, pattern, before: &[Request], request: Request| row_of(filled, name, pattern, before, request);
    vec![
        row("who is signed in", Patterns::<Okusuri>::SIGNED_IN, |f, n, _| get(f, n, "auth/session")),
        row("where am I in the cycle (a year of logs)", &ok::DAYS, |f, n, _| get(f, n, "medication-status")),
        row("list 50 logs", &ok::LIST_LOGS, |f, n, _| get(f, n, "medication-log?limit=50")),
        row("one log", &ok::ONE_LOG, |f, n, _| get(f, n, &one_log(f.patient(n), n))),
        row("log a day", &ok::LOG_DAY, log_today),
        after("log a day again (same key)", &ok::REPLAY, &[log_once as Request], log_once),
        row("correct a log", &ok::CORRECT_LOG, |f, n, _| {
            let patient = f.patient(n);
            ask("PATCH", patient, &one_log(patient, n), "", &format!("{{\"hasBleeding\":{}}}", f.fresh().is_multiple_of(2)))
        }),
        after("delete a log", &ok::DELETE_LOG, &[log_today as Request], |f, n, made| ask("DELETE", f.patient(n), &made_log(made), "", "")),
    ]
}
