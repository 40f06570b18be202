//! What was written here since the switch: the store compared with the snapshot that was loaded last.

use std::collections::{BTreeMap, BTreeSet};

use chabudai_app_okusuri::design::Okusuri;
use chabudai_app_okusuri::model::{Log, Setting};
use chabudai_identity::model::{Profile, PushDevice};
use chabudai_kernel::entity::Entity as _;
use chabudai_kernel::key::ItemKey;
use chabudai_kernel::op::Put;
use chabudai_kernel::packed::Item;
use jiff::tz::TimeZone;
use serde_json::json;

use super::numbers::Numbers;
use crate::error::{MoveError, Result};
use crate::snapshot::Snapshot;
use crate::source::SourceTable;
use crate::target::{Stored, kind};
use crate::transform::{Counted, Transformed, moment_on, transform};

/// A row that is to be written.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) table: SourceTable,
    /// What it is called in the file of numbers.
    pub(crate) name: String,
    /// Its id there; none if it has yet to get one.
    pub(crate) id: Option<String>,
    pub(crate) fields: Vec<(&'static str, String)>,
}

/// What was written here since the switch.
#[derive(Default)]
pub(crate) struct Changes {
    /// Rows to be written, people first.
    pub(crate) entries: Vec<Entry>,
    /// Rows to be taken away.
    pub(crate) removed: Vec<(SourceTable, String)>,
    /// People who have left.
    pub(crate) left: Vec<String>,
    /// Names in the file of numbers that stand for nothing any more.
    pub(crate) forgotten: Vec<String>,
    pub(crate) not_taken: usize,
    pub(crate) notes: usize,
}

/// Everything in the store that may go back.
#[derive(Default)]
struct Here {
    people: BTreeMap<String, Profile<Okusuri>>,
    logs: Vec<Log>,
    settings: Vec<Setting>,
    devices: Vec<PushDevice<Okusuri>>,
}

impl Here {
    fn read(stored: &Stored) -> Result<Self> {
        let mut out = Self::default();
        for item in stored.0.values() {
            match kind(item.view()) {
                "Profile" => {
                    let person = Profile::<Okusuri>::from_item(item.view())?;
                    out.people.insert(person.user_id.as_str().to_owned(), person);
                }
                "Log" => out.logs.push(Log::from_item(item.view())?),
                "Setting" => out.settings.push(Setting::from_item(item.view())?),
                "PushDevice" => out.devices.push(PushDevice::<Okusuri>::from_item(item.view())?),
                _ => {}
            }
        }
        Ok(out)
    }

    fn zone_of(&self, user: &str) -> TimeZone {
        self.people.get(user).map_or(TimeZone::UTC, |person| person.data.own.zone())
    }
}

impl Changes {
    pub(super) fn since(before: &Snapshot, stored: &Stored, numbers: &Numbers) -> Result<Self> {
        let old = transform(before);
        let here = Here::read(stored)?;
        if !old.people.is_empty() && !old.people.iter().any(|arrival| here.people.contains_key(arrival.user.as_str())) {
            return Err(MoveError::Order("nobody of the source is in this store: it is another one, or empty"));
        }
        let mut out = Self::default();
        let known = old.items();
        let is_changed = |item: &Item, key: &ItemKey| known.get(key).is_none_or(|put: &&Put| !put.item.view().same_as(item.view()));
        out.people(&here, |person| is_changed(&person.to_item(), &person.item_key()));
        out.logs(&here, numbers, |log| is_changed(&log.to_item(), &log.item_key()));
        out.settings(before, &old, &here, numbers, &is_changed)?;
        out.gone(&old, &known, &here, numbers)?;
        Ok(out)
    }

    fn people(&mut self, here: &Here, is_changed: impl Fn(&Profile<Okusuri>) -> bool) {
        for (id, person) in here.people.iter().filter(|(_, person)| is_changed(person)) {
            let data = &person.data;
            let mut fields = vec![
                ("name", data.name.clone()),
                ("email", person.email.as_str().to_owned()),
                ("emailverified", data.email_verified.to_string()),
                ("createdat", person.created_at.to_string()),
                ("updatedat", person.updated_at.to_string()),
            ];
            fields.extend(data.image.clone().map(|image| ("image", image)));
            fields.extend(data.own.timezone.clone().map(|zone| ("timezone", zone)));
            self.entries.push(Entry { table: SourceTable::User, name: format!("user/{id}"), id: Some(id.clone()), fields });
        }
    }

    fn logs(&mut self, here: &Here, numbers: &Numbers, is_changed: impl Fn(&Log) -> bool) {
        for log in here.logs.iter().filter(|log| is_changed(log)) {
            self.not_taken += usize::from(log.data.taken == Some(false));
            self.notes += usize::from(log.data.note.is_some());
            let (user, name) = (log.user_id.as_str(), log_name(log));
            let taken_at = moment_on(log.date.0, &here.zone_of(user), log.created_at);
            let fields = vec![
                ("userid", user.to_owned()),
                ("hasbleeding", log.data.has_bleeding.to_string()),
                ("createdat", taken_at.to_string()),
                ("updatedat", log.updated_at.to_string()),
            ];
            let id = log.data.id.map(|number| number.to_string()).or_else(|| numbers.of(&name).cloned());
            self.entries.push(Entry { table: SourceTable::MedicationLog, name, id, fields });
        }
    }

    /// A setting goes with the device that was registered last: the older system knows one of each platform.
    fn settings(
        &mut self,
        before: &Snapshot,
        old: &Transformed,
        here: &Here,
        numbers: &Numbers,
        is_changed: &impl Fn(&Item, &ItemKey) -> bool,
    ) -> Result<()> {
        let (rows, had) = (setting_rows(before, old), devices_by_place(old)?);
        let mut seen = BTreeSet::new();
        for setting in &here.settings {
            let place = (setting.user_id.as_str().to_owned(), setting.platform.as_str().to_owned());
            let devices = here.devices.iter().filter(|device| (&device.user_id, &device.platform) == (&setting.user_id, &setting.platform));
            let devices: Vec<&PushDevice<Okusuri>> = devices.collect();
            let are_same = devices.len() == had.get(&place).copied().unwrap_or(0)
                && devices.iter().all(|device| !is_changed(&device.to_item(), &device.item_key()));
            seen.insert(place.clone());
            if are_same && !is_changed(&setting.to_item(), &setting.item_key()) {
                continue;
            }
            let newest = devices.iter().max_by_key(|device| (device.updated_at, &device.device));
            let subscription = newest.map_or_else(String::new, |device| {
                let kept = &device.data.subscription;
                json!({ "endpoint": kept.endpoint, "keys": { "p256dh": kept.keys.p256dh, "auth": kept.keys.auth } }).to_string()
            });
            let updated_at = devices.iter().map(|device| device.updated_at).chain([setting.updated_at]).max().unwrap_or(setting.updated_at);
            let name = format!("setting/{}/{}", place.0, place.1);
            let fields = vec![
                ("userid", place.0.clone()),
                ("platform", place.1.clone()),
                ("isenabled", setting.data.is_enabled.to_string()),
                ("subscription", subscription),
                ("createdat", setting.created_at.to_string()),
                ("updatedat", updated_at.to_string()),
            ];
            let id = rows.get(&place).cloned().or_else(|| numbers.of(&name).cloned());
            self.entries.push(Entry { table: SourceTable::NotificationSetting, name, id, fields });
        }
        let gone = rows.into_iter().filter(|(place, _)| !seen.contains(place) && here.people.contains_key(&place.0));
        self.removed.extend(gone.map(|(_, id)| (SourceTable::NotificationSetting, id)));
        Ok(())
    }

    /// What was taken away here: people, logs that came from there, and logs that had gone there before.
    fn gone(&mut self, old: &Transformed, known: &BTreeMap<ItemKey, &Put>, here: &Here, numbers: &Numbers) -> Result<()> {
        let left = old.people.iter().map(|arrival| arrival.user.as_str()).filter(|id| !here.people.contains_key(*id));
        self.left = left.map(str::to_owned).collect();
        let still: BTreeSet<u64> = here.logs.iter().filter_map(|log| log.data.id).collect();
        for put in known.values().filter(|put| kind(put.item.view()) == "Log") {
            let log = Log::from_item(put.item.view())?;
            if let Some(number) = log.data.id.filter(|number| !still.contains(number)) {
                self.removed.push((SourceTable::MedicationLog, number.to_string()));
            }
        }
        let names: BTreeSet<String> = here.logs.iter().map(log_name).collect();
        for (name, id) in numbers.iter().filter(|(name, _)| name.starts_with("log/") && !names.contains(*name)) {
            self.removed.push((SourceTable::MedicationLog, id.clone()));
            self.forgotten.push(name.clone());
        }
        Ok(())
    }
}

/// A log keeps its id when its day is corrected.
fn log_name(log: &Log) -> String {
    format!("log/{}/{}", log.user_id, log.id)
}

/// The rows that became settings, by person and platform.
fn setting_rows(before: &Snapshot, old: &Transformed) -> BTreeMap<(String, String), String> {
    const TABLE: SourceTable = SourceTable::NotificationSetting;
    let skipped: BTreeSet<String> = old.tally.of(Counted::Rows(TABLE)).skipped.into_values().flatten().collect();
    let carried = before.rows(TABLE).iter().filter(|row| !skipped.contains(row.id()));
    let place = |row: &crate::snapshot::Row| Some((row.text("userid")?.to_owned(), row.text("platform")?.to_owned()));
    carried.filter_map(|row| Some((place(row)?, row.id().to_owned()))).collect()
}

/// How many devices of each person and platform were loaded.
fn devices_by_place(old: &Transformed) -> Result<BTreeMap<(String, String), usize>> {
    let mut out = BTreeMap::new();
    for put in old.things.iter().filter(|put| kind(put.item.view()) == "PushDevice") {
        let device = PushDevice::<Okusuri>::from_item(put.item.view())?;
        *out.entry((device.user_id.as_str().to_owned(), device.platform.as_str().to_owned())).or_default() += 1;
    }
    Ok(out)
}
