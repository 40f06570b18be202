//! The same tuples from rows and from items. What is made of rows here shares nothing with the transformation: it would repeat its faults.

use std::collections::{BTreeMap, BTreeSet};

use chabudai_app_okusuri::design::Okusuri;
use chabudai_app_okusuri::model::{Kind, Log, LogData, Setting};
use chabudai_identity::model::{Account, Profile, Session};
use chabudai_kernel::entity::Entity;
use chabudai_kernel::part::{IsoDay, UtcSeconds, Word};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::error::Result;
use crate::folder::hex;
use crate::snapshot::{Row, Snapshot};
use crate::source::SourceTable;
use crate::target::{Stored, kind};
use crate::transform::{Counted, Tally};

const DAY: i64 = 24 * 60 * 60;

/// One side of the comparison.
#[derive(Default)]
pub(super) struct Side {
    people: Vec<Value>,
    sessions: Vec<Value>,
    accounts: Vec<Value>,
    settings: Vec<Value>,
    log_tuples: Vec<Value>,
    /// Everybody's logs, by day.
    pub(super) logs: BTreeMap<String, Vec<Log>>,
    /// Everybody's zone.
    pub(super) zones: BTreeMap<String, TimeZone>,
}

impl Side {
    /// The tuples of both sides, by what they are about.
    pub(super) fn tuples_with<'a>(&'a self, other: &'a Self) -> [(&'static str, &'a [Value], &'a [Value]); 5] {
        [
            ("people", &self.people, &other.people),
            ("sessions", &self.sessions, &other.sessions),
            ("accounts at providers", &self.accounts, &other.accounts),
            ("logs", &self.log_tuples, &other.log_tuples),
            ("settings of reminders", &self.settings, &other.settings),
        ]
    }

    fn add_log(&mut self, log: Log) {
        let (created, updated) = (log.created_at.to_string(), log.updated_at.to_string());
        let number = log.data.id;
        self.log_tuples.push(json!([log.user_id.as_str(), number, log.date.to_string(), log.data.has_bleeding, created, updated]));
        self.logs.entry(log.user_id.as_str().to_owned()).or_default().push(log);
    }

    fn in_order(mut self) -> Self {
        for logs in self.logs.values_mut() {
            logs.sort_by(|a, b| (a.date, &a.id).cmp(&(b.date, &b.id)));
        }
        self
    }
}

/// How many there are, and the SHA-256 of all of them in one order.
pub(super) fn checksum(tuples: &[Value]) -> String {
    let mut lines: Vec<String> = tuples.iter().map(ToString::to_string).collect();
    lines.sort();
    let mut digest = Sha256::new();
    for line in &lines {
        digest.update(line.as_bytes());
        digest.update(b"\n");
    }
    format!("{} with {}", lines.len(), &hex(digest.finalize())[..16])
}

/// The side of the source: the rows that are carried.
pub(super) fn of_rows(snapshot: &Snapshot, tally: &Tally, now: i64) -> Side {
    let mut side = Side::default();
    let manifest_zone = TimeZone::get(&snapshot.manifest.zone).unwrap_or(TimeZone::UTC);
    for row in snapshot.rows(SourceTable::User) {
        let own = row.text("timezone").and_then(|name| TimeZone::get(name).ok());
        side.zones.insert(row.id().to_owned(), own.unwrap_or_else(|| manifest_zone.clone()));
        let email = row.text("email").unwrap_or_default().trim().to_lowercase();
        let name = row.text("name").map(str::trim).filter(|name| !name.is_empty());
        let name = name.map_or_else(|| email.split('@').next().unwrap_or_default().to_owned(), str::to_owned);
        let image = row.text("image").unwrap_or_default();
        side.people.push(json!([
            row.id(),
            email,
            name,
            row.flag("emailverified") == Some(true),
            image,
            second(row, "createdat"),
            second(row, "updatedat")
        ]));
    }
    let unix = |row: &Row, field| second(row, field).and_then(|text| text.parse::<Timestamp>().ok()).map_or(0, Timestamp::as_second);
    let week_from_then = snapshot.manifest.read_at.0.as_second() + 7 * DAY;
    let ends = |row: &Row| unix(row, "expiresat").min(unix(row, "createdat") + 30 * DAY).min(week_from_then);
    for row in carried(snapshot, tally, SourceTable::Session).into_iter().filter(|row| ends(row) > now) {
        side.sessions.push(json!([row.text("userid"), row.id(), row.text("tokenhash"), second(row, "createdat")]));
    }
    for row in carried(snapshot, tally, SourceTable::Account) {
        side.accounts.push(json!([row.text("userid"), row.text("providerid"), row.text("accountid")]));
    }
    for row in carried(snapshot, tally, SourceTable::NotificationSetting) {
        side.settings.push(json!([row.text("userid"), row.text("platform"), row.flag("isenabled"), second(row, "updatedat")]));
    }
    for row in carried(snapshot, tally, SourceTable::MedicationLog) {
        if let Some(log) = log_of(row, &side.zones) {
            side.add_log(log);
        }
    }
    side.in_order()
}

/// The rows that were not skipped.
fn carried<'a>(snapshot: &'a Snapshot, tally: &Tally, table: SourceTable) -> Vec<&'a Row> {
    let skipped: BTreeSet<String> = tally.of(Counted::Rows(table)).skipped.into_values().flatten().collect();
    snapshot.rows(table).iter().filter(|row| !skipped.contains(row.id())).collect()
}

/// A moment of a row without the part of its second; where it was not changed yet, when it was made.
fn second(row: &Row, field: &str) -> Option<String> {
    let text = row.text(field).or_else(|| row.text("createdat"))?;
    Some(format!("{}Z", text.get(..19)?))
}

fn log_of(row: &Row, zones: &BTreeMap<String, TimeZone>) -> Option<Log> {
    let at = |field| second(row, field).and_then(|text| text.parse::<UtcSeconds>().ok());
    let (created_at, updated_at) = (at("createdat")?, at("updatedat")?);
    let user = row.text("userid")?;
    let number: u64 = row.id().parse().ok()?;
    let data = LogData { id: Some(number), has_bleeding: row.flag("hasbleeding")?, taken: None, note: None, created_at, updated_at };
    let day = IsoDay(zones.get(user)?.to_datetime(created_at.0).date());
    let id = Word::new(format!("{number:010}"))?;
    Some(Log { user_id: Word::new(user)?, id, kind: Kind::MedicationLog, date: day, data, created_at, updated_at })
}

/// The side of the store.
pub(super) fn of_items(stored: &Stored) -> Result<Side> {
    let mut side = Side::default();
    for item in stored.0.values() {
        let view = item.view();
        match kind(view) {
            "Profile" => {
                let person = Profile::<Okusuri>::from_item(view)?;
                let (id, data) = (person.user_id.as_str(), &person.data);
                side.zones.insert(id.to_owned(), data.own.zone());
                let times = [person.created_at.to_string(), person.updated_at.to_string()];
                let image = data.image.clone().unwrap_or_default();
                side.people.push(json!([id, person.email.as_str(), data.name, data.email_verified, image, times[0], times[1]]));
            }
            "Session" => {
                let session = Session::<Okusuri>::from_item(view)?;
                let (user, id, token) = (session.user_id.as_str(), session.session_id.as_str(), session.token.as_str());
                side.sessions.push(json!([user, id, token, session.created_at.to_string()]));
            }
            "Account" => {
                let account = Account::<Okusuri>::from_item(view)?;
                side.accounts.push(json!([account.user_id.as_str(), account.provider_id.as_str(), account.data.account_id]));
            }
            "Setting" => {
                let setting = Setting::from_item(view)?;
                let (user, platform) = (setting.user_id.as_str(), setting.platform.as_str());
                side.settings.push(json!([user, platform, setting.data.is_enabled, setting.updated_at.to_string()]));
            }
            "Log" => side.add_log(Log::from_item(view)?),
            _ => {}
        }
    }
    Ok(side.in_order())
}
