//! Cases that a database would take many rows to tell.

use std::collections::BTreeMap;

use chabudai_app_okusuri::model::Log;
use chabudai_kernel::entity::Entity as _;

use super::*;
use crate::snapshot::{Manifest, TableManifest};

fn row(fields: &[(&str, &str)]) -> Row {
    let mut row = Row::default();
    for (name, value) in fields {
        row.set(name, value);
    }
    row
}

/// A snapshot of the morning of 16 November in Japan, with one person.
fn snapshot(zone: &str, tables: Vec<(SourceTable, Vec<Row>)>) -> Snapshot {
    let mut rows: BTreeMap<SourceTable, Vec<Row>> = tables.into_iter().collect();
    rows.entry(SourceTable::User).or_insert_with(|| vec![row(&[("id", "hana"), ("email", "hana@example.org"), ("name", "花")])]);
    let mut manifest = Manifest::new("2026-11-15T23:30:00Z".parse().unwrap(), zone, "okusuri");
    for (table, rows) in &rows {
        let said = TableManifest {
            source_name: table.name().to_owned(),
            rows: rows.len() as u64,
            min_id: None,
            max_id: None,
            sha256: String::new(),
            disagreements: 0,
        };
        manifest.tables.insert(*table, said);
    }
    Snapshot { manifest, rows }
}

fn log_at(moment: &str, zone: &str) -> (Log, Transformed) {
    let log = row(&[("id", "7"), ("userid", "hana"), ("hasbleeding", "true"), ("createdat", moment)]);
    let made = transform(&snapshot(zone, vec![(SourceTable::MedicationLog, vec![log])]));
    assert_eq!(made.refusals, []);
    (Log::from_item(made.things[0].item.view()).unwrap(), made)
}

#[test]
fn a_day_is_the_day_where_the_person_was() {
    for (moment, zone, day) in [
        ("2026-11-09T15:30:00.000000Z", "Asia/Tokyo", "2026-11-10"),
        ("2026-11-09T14:59:59.999999Z", "Asia/Tokyo", "2026-11-09"),
        ("2026-11-09T15:30:00.000000Z", "UTC", "2026-11-09"),
        ("2026-11-01T05:30:00.000000Z", "America/New_York", "2026-11-01"),
        ("2026-11-01T03:59:59.000000Z", "America/New_York", "2026-10-31"),
    ] {
        let (log, made) = log_at(moment, zone);
        assert_eq!(log.date.to_string(), day, "{moment} in {zone}");
        assert_eq!((log.id.as_str(), log.data.id), ("0000000007", Some(7)));
        assert_eq!(made.moved_days.len(), usize::from(!moment.starts_with(day)));
    }
}

#[test]
fn what_goes_back_comes_back_on_its_day() {
    let logged: UtcSeconds = "2026-11-15T23:30:00Z".parse().unwrap();
    for zone in ["Asia/Tokyo", "America/New_York", "Europe/Berlin", "Pacific/Kiritimati", "Pacific/Pago_Pago"] {
        let tz = TimeZone::get(zone).unwrap();
        for day in ["2026-11-15", "2026-11-16", "2026-03-29", "2026-10-25", "2026-01-01"] {
            let day: IsoDay = day.parse().unwrap();
            let moment = moment_on(day.0, &tz, logged);
            let (log, _) = log_at(&moment.to_string(), zone);
            assert_eq!(log.date, day, "{zone}");
        }
    }
}

#[test]
fn of_several_settings_the_newest_counts_whatever_their_order() {
    let setting = |id: &str, updated: &str, enabled: &str| {
        row(&[("id", id), ("userid", "hana"), ("platform", "web"), ("isenabled", enabled), ("createdat", updated), ("updatedat", updated)])
    };
    let old = setting("2", "2026-01-01T00:00:00.000000Z", "true");
    let new = setting("10", "2026-01-01T00:00:00.000000Z", "false");
    for rows in [vec![old.clone(), new.clone()], vec![new, old]] {
        let made = transform(&snapshot("Asia/Tokyo", vec![(SourceTable::NotificationSetting, rows)]));
        let tally = made.tally.of(Counted::Rows(SourceTable::NotificationSetting));
        assert_eq!(tally.skipped[&Reason::Older], ["2"], "of the same moment the later number");
        assert!(made.tally.adds_up());
    }
}

#[test]
fn a_platform_that_would_be_two_parts_of_a_key_stops_it() {
    let setting = row(&[("id", "1"), ("userid", "hana"), ("platform", "web#1"), ("isenabled", "true")]);
    let made = transform(&snapshot("Asia/Tokyo", vec![(SourceTable::NotificationSetting, vec![setting])]));
    assert_eq!(made.refusals, [Refusal::NotAKey { table: SourceTable::NotificationSetting, id: "1".to_owned(), field: "platform" }]);
    assert!(made.things.is_empty());
}

#[test]
fn json_within_json_is_read() {
    let keys = r#"{"p256dh":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4","auth":"BTBZMqHH6r4Tts7J_aSIgg"}"#;
    let plain = format!(r#"{{"endpoint":"https://push.example/x","keys":{keys}}}"#);
    let within = serde_json::to_string(&plain).unwrap();
    for text in [plain, within] {
        let setting = row(&[("id", "1"), ("userid", "hana"), ("platform", "web"), ("isenabled", "true"), ("subscription", &text)]);
        let made = transform(&snapshot("Asia/Tokyo", vec![(SourceTable::NotificationSetting, vec![setting])]));
        assert_eq!(made.tally.of(Counted::Devices).items, 1, "{text}");
    }
}
