//! What people logged. When a log was made is when the pill was taken; the day of it is the day where the person was.

use chabudai_app_okusuri::model::{Kind, Log, LogData};
use chabudai_kernel::op::Put;
use chabudai_kernel::part::{IsoDay, KeyPart as _, Padded, UtcSeconds, Word};
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::{Everybody, MovedDay, Reason, Refusal, Transformed, flag, times};
use crate::snapshot::{Row, Snapshot, to_the_second};
use crate::source::SourceTable;

const TABLE: SourceTable = SourceTable::MedicationLog;

pub(super) fn move_logs(snapshot: &Snapshot, everybody: &Everybody, out: &mut Transformed) {
    for row in snapshot.rows(TABLE) {
        if row.text("deletedat").is_some() {
            out.tally.skip(TABLE, Reason::Deleted, row.id());
            continue;
        }
        let Some(taken_at) = row.moment("createdat") else {
            out.tally.skip(TABLE, Reason::NoDate, row.id());
            continue;
        };
        let Some(known) = everybody.owner(TABLE, row, out) else { continue };
        let Some((number, id)) = number_of(row) else {
            out.refusals.push(Refusal::NotAKey { table: TABLE, id: row.id().to_owned(), field: "id" });
            continue;
        };
        let Some(has_bleeding) = flag(TABLE, row, "hasbleeding", out) else { continue };
        let (created_at, updated_at) = times(row, snapshot.manifest.read_at);
        let (utc, local) = (IsoDay(TimeZone::UTC.to_datetime(taken_at.0).date()), IsoDay(known.zone.to_datetime(taken_at.0).date()));
        if utc != local {
            out.moved_days.push(MovedDay { id: row.id().to_owned(), utc, local });
        }
        let log = Log {
            user_id: known.user.clone(),
            id,
            kind: Kind::MedicationLog,
            date: local,
            data: LogData { id: Some(number), has_bleeding, taken: None, note: None, created_at, updated_at },
            created_at,
            updated_at,
        };
        out.things.push(Put::of(&log));
        out.tally.carry(TABLE);
    }
}

/// The number of a log, and the ten digits that stand for it in keys.
fn number_of(row: &Row) -> Option<(u64, Word)> {
    let number: u64 = row.id().parse().ok().filter(|number| *number > 0)?;
    let mut digits = String::new();
    Padded::<10>::new(number)?.write(&mut digits);
    Some((number, Word::new(digits)?))
}

/// The moment that the older system is told of a log: when it was logged, if that was on its day; otherwise noon of that day.
pub(crate) fn moment_on(date: Date, zone: &TimeZone, logged: UtcSeconds) -> UtcSeconds {
    if zone.to_datetime(logged.0).date() == date {
        return logged;
    }
    let noon = zone.to_ambiguous_zoned(date.at(12, 0, 0, 0)).compatible();
    noon.ok().and_then(|noon| to_the_second(noon.timestamp())).unwrap_or(logged)
}
