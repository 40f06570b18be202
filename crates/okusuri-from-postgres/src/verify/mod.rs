//! Both sides compared. Any difference means: do not switch.

mod report; // the outcome, for people and for programs
mod sides; // the same tuples from rows and from items

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use chabudai_app_okusuri::design::{DATE_INDEX, EMAIL_INDEX, OKUSURI_TABLE, TOKEN_INDEX, TYPE_INDEX, USER_INDEX};
use chabudai_app_okusuri::model::{Log, entries};
use chabudai_app_okusuri::regimen::{Regimen, Status, status};
use chabudai_kernel::design::Index;
use chabudai_kernel::key::{ItemKey, KeyValue, Named};
use chabudai_kernel::op::{Put, Query, Scan};
use chabudai_kernel::packed::Item;
use jiff::tz::TimeZone;

use crate::design::{COUNT_BY_TYPE, COUNT_IN_INDEX};
use crate::error::{MoveError, Result};
use crate::folder::WorkFolder;
use crate::snapshot::Snapshot;
use crate::target::{Relation, Stored, Target, kind, owner, text};
use crate::tell::Tell;
use crate::transform::{Transformed, transform};

pub use report::{Check, Report};
use sides::Side;

/// An index takes a moment to know what was written; after so many looks it is said to be wrong.
const LOOKS: u32 = 20;
const BETWEEN_LOOKS: Duration = Duration::from_millis(500);

/// Kinds of items that a move makes. Others come and go by themselves.
const MOVED: &[&str] = &["Profile", "EmailGuard", "Account", "OauthGuard", "Session", "Log", "Setting", "PushDevice"];

/// Compares the snapshot that was loaded last with the store.
pub async fn verify(folder: &WorkFolder, target: &Target, tell: &mut Tell<'_>) -> Result<Report> {
    let state = folder.state()?.ok_or(MoveError::Order("there is nothing to verify: nothing was loaded"))?;
    let folder_of = folder.snapshot(&state.snapshot);
    let snapshot = folder_of.read()?;
    let transformed = transform(&snapshot);
    let stored = target.read(tell).await?;
    let now = target.db.clock().now().0;
    let mut report = Report::new(&snapshot.manifest, &transformed);

    report.check("the load has ended", state.is_complete && state.applying.is_none(), "a load or a delta was cut off");
    report.check("the snapshot is the one that was loaded", folder_of.digest()? == state.manifest_sha256, "its manifest is another one");
    report.check("rows in = items + skipped, by reason", transformed.tally.adds_up(), "a table does not add up");
    report.none_of("nothing of the source has to be put right", &transformed.refusals);
    items_are_there(&transformed, &stored, now, &mut report);
    nobody_is_an_orphan(&stored, &mut report);
    guards_are_one_to_one(&stored, &mut report);

    let from_rows = sides::of_rows(&snapshot, &transformed.tally, now);
    let from_items = sides::of_items(&stored)?;
    for (what, rows, items) in from_rows.tuples_with(&from_items) {
        let (rows, items) = (sides::checksum(rows), sides::checksum(items));
        report.check(&format!("checksum of {what}"), rows == items, &format!("{rows} in the source, {items} in the store"));
    }
    logs_of_everybody(&from_rows, &from_items, &mut report);
    status_of_everybody(&snapshot, &from_rows, &from_items, &mut report);
    indexes_agree(target, &stored, &mut report).await?;
    Ok(report)
}

/// Whether an item has not ended yet.
fn is_live(item: &Item, now: i64) -> bool {
    item.view().get("TTL").and_then(chabudai_kernel::packed::ValueRef::as_number).is_none_or(|ttl| ttl > now.into())
}

fn items_are_there(transformed: &Transformed, stored: &Stored, now: i64, report: &mut Report) {
    let expected: BTreeMap<ItemKey, &Put> = transformed.items();
    let live = expected.values().filter(|put| is_live(&put.item, now));
    let differ: Vec<String> = live.filter(|put| stored.relation(put) != Relation::Same).map(|put| shown(&put.item)).collect();
    report.none_of("every item is as it has to be", &differ);
    let others = stored.0.iter().filter(|(key, item)| !expected.contains_key(*key) && MOVED.contains(&kind(item.view())));
    report.none_of("nothing else is there", &others.map(|(_, item)| shown(item)).collect::<Vec<_>>());
}

/// An item by its kind and whose it is: a key may hold an address.
fn shown(item: &Item) -> String {
    let view = item.view();
    let what = if kind(view) == "Log" { text(view, "SK").unwrap_or_default() } else { "" };
    format!("{} of user {} {what}", kind(view), text(view, "UserID").unwrap_or("nobody")).trim_end().to_owned()
}

fn nobody_is_an_orphan(stored: &Stored, report: &mut Report) {
    let people = stored.people();
    let orphans = stored.0.iter().filter(|(key, _)| owner(key).is_some_and(|id| !people.contains(id)));
    report.none_of("nothing belongs to nobody", &orphans.map(|(_, item)| shown(item)).collect::<Vec<_>>());
}

/// Every address has one guard and every guard its person; the same of accounts at providers.
fn guards_are_one_to_one(stored: &Stored, report: &mut Report) {
    let of = |wanted: &'static str| stored.0.iter().filter(move |(_, item)| kind(item.view()) == wanted);
    let hash = |key: &ItemKey| match &key.hash {
        KeyValue::S(hash) => hash.clone(),
        _ => String::new(),
    };
    let owned = |item: &Item| text(item.view(), "UserID").unwrap_or_default().to_owned();
    let guards: BTreeSet<(String, String)> = of("EmailGuard").map(|(key, item)| (hash(key), owned(item))).collect();
    let addresses: BTreeSet<(String, String)> =
        of("Profile").map(|(_, item)| (format!("EMAIL#{}", text(item.view(), "Email").unwrap_or_default()), owned(item))).collect();
    let lonely: Vec<String> = guards.symmetric_difference(&addresses).map(|(_, user)| format!("user {user}")).collect();
    report.none_of("every person has one guard of their address, and back", &lonely);

    let guards: BTreeSet<(String, String)> = of("OauthGuard").map(|(key, item)| (hash(key), owned(item))).collect();
    let account = |item: &Item| {
        let data = item.view().to_attributes().ok()?.remove("Data")?;
        let chabudai_kernel::value::Value::M(data) = data else { return None };
        let provider = data.get("providerId")?.as_str()?.to_owned();
        Some((format!("OAUTH#{provider}#{}", data.get("accountId")?.as_str()?), owned(item)))
    };
    let accounts: BTreeSet<(String, String)> = of("Account").filter_map(|(_, item)| account(item)).collect();
    let lonely: Vec<String> = guards.symmetric_difference(&accounts).map(|(_, user)| format!("user {user}")).collect();
    report.none_of("every account at a provider has one guard, and back", &lonely);
}

fn logs_of_everybody(rows: &Side, items: &Side, report: &mut Report) {
    let summary = |logs: &[Log]| {
        let bleeding = logs.iter().filter(|log| log.data.has_bleeding).count();
        (logs.len(), logs.first().map(|log| log.date), logs.last().map(|log| log.date), bleeding)
    };
    let differ: Vec<String> = rows.compare_logs(items, |a, b| summary(a) == summary(b));
    report.none_of("everybody's number of logs, first and last day, and days of bleeding", &differ);
}

/// Where everybody is, by the same code from both sides.
fn status_of_everybody(snapshot: &Snapshot, rows: &Side, items: &Side, report: &mut Report) {
    for (name, regimen) in [("as this house counts", Regimen::default()), ("as the older system counts", Regimen::LEGACY)] {
        let differ: Vec<String> = rows.compare_statuses(items, |logs, zone: &TimeZone| {
            status(&[regimen], &entries(logs), zone.to_datetime(snapshot.manifest.read_at.0))
        });
        report.none_of(&format!("everybody's status, {name}"), &differ);
    }
}

impl Side {
    fn compare_logs(&self, other: &Self, is_same: impl Fn(&[Log], &[Log]) -> bool) -> Vec<String> {
        let ids: BTreeSet<&String> = self.logs.keys().chain(other.logs.keys()).collect();
        let of = |side: &Self, id: &String| side.logs.get(id).cloned().unwrap_or_default();
        ids.into_iter().filter(|id| !is_same(&of(self, id), &of(other, id))).map(|id| format!("user {id}")).collect()
    }

    fn compare_statuses(&self, other: &Self, of: impl Fn(&[Log], &TimeZone) -> Status) -> Vec<String> {
        let at = |side: &Self, id: &String| {
            let zone = side.zones.get(id)?;
            Some(of(side.logs.get(id).map_or(&[], Vec::as_slice), zone))
        };
        let ids: BTreeSet<&String> = self.zones.keys().chain(other.zones.keys()).collect();
        ids.into_iter().filter(|id| at(self, id) != at(other, id)).map(|id| format!("user {id}")).collect()
    }
}

async fn indexes_agree(target: &Target, stored: &Stored, report: &mut Report) -> Result<()> {
    let count = |has: &dyn Fn(&Item) -> bool| stored.0.values().filter(|item| has(item)).count() as u64;
    for kind in ["user", "session", "account", "medication_log", "notification_setting", "push_device"] {
        let expected = count(&|item| text(item.view(), "Type") == Some(kind));
        let query = Query::index(&OKUSURI_TABLE, &TYPE_INDEX, Named { attribute: "Type", value: KeyValue::S(kind.to_owned()) });
        let found = settled(target, expected, async || Ok(target.db.run(&COUNT_BY_TYPE).count(query.clone()).await?)).await?;
        report.check(&format!("TypeIndex knows every {kind}"), found == expected, &format!("{found} of {expected}"));
    }
    for (index, what) in [(&TOKEN_INDEX, "live session"), (&EMAIL_INDEX, "address"), (&DATE_INDEX, "log"), (&USER_INDEX, "item")] {
        let expected = count(&|item| item.view().get(index.hash.name).is_some());
        let found = settled(target, expected, async || count_in(target, index).await).await?;
        report.check(&format!("{} knows every {what}", index.name), found == expected, &format!("{found} of {expected}"));
    }
    Ok(())
}

/// The count, once it is as expected or has had the time to become so.
async fn settled(target: &Target, expected: u64, count: impl AsyncFn() -> Result<u64>) -> Result<u64> {
    let mut looks = 1;
    loop {
        let found = count().await?;
        if found == expected || looks == LOOKS {
            return Ok(found);
        }
        looks += 1;
        target.db.clock().sleep(BETWEEN_LOOKS).await;
    }
}

/// MV-07
async fn count_in(target: &Target, index: &'static Index) -> Result<u64> {
    let mut scan = Scan { index: Some(index), ..Scan::of(&OKUSURI_TABLE) };
    let mut found = 0;
    loop {
        let (items, next) = target.db.run(&COUNT_IN_INDEX).scan::<Item>(&scan).await?;
        found += items.len() as u64;
        match next {
            Some(next) => scan.after = Some(next),
            None => return Ok(found),
        }
    }
}
