//! What day it is where the client is.

use chabudai_kernel::clock::Clock;
use chabudai_kernel::part::Day;
use jiff::tz::TimeZone;

use crate::problem::Problem;

/// The name of a zone, in `#[schemars(with = "…")]`. Which ones there are is up to the machine's own data.
pub struct ZoneName;

crate::schema! {
    ZoneName = { "type": "string", "format": "time-zone", "minLength": 1, "maxLength": 64, "pattern": "^[A-Za-z0-9_+/-]+$" },
}

/// The zone of a client that does not say.
pub const DEFAULT: &str = "Asia/Tokyo";

/// Whether a zone goes by this name.
pub fn is_known(name: &str) -> bool {
    TimeZone::get(name).is_ok()
}

/// The zone of somebody who may not have said theirs; none where nothing goes by that name.
pub fn of(name: Option<&str>) -> Option<TimeZone> {
    TimeZone::get(name.unwrap_or(DEFAULT)).ok()
}

/// Today in a zone such as `Asia/Tokyo`.
pub fn today(clock: &dyn Clock, zone: Option<&str>) -> Result<Day, Problem> {
    let zone = TimeZone::get(zone.unwrap_or(DEFAULT))
        .map_err(|_| Problem::of_field("http.unknown_zone", "tz", "A time zone is named like Asia/Tokyo."))?;
    let millis = i64::try_from(clock.now_millis()).unwrap_or(i64::MAX);
    let now = jiff::Timestamp::from_millisecond(millis).unwrap_or(jiff::Timestamp::MAX);
    Ok(Day(now.to_zoned(zone).date()))
}
