//! What people are told of new flyers, and when.

use chabudai_kernel::part::{IsoDay, KeyPart, Padded};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::{FlyerId, Frequency, Moment, StoreId, UserId, days_later};

/// How long a notice is kept, in seconds.
pub const NOTICE_SECONDS: i64 = 90 * 24 * 60 * 60;
/// Into how many parts those who are told at the same time are split.
pub const SHARDS: u64 = 10;
/// When the morning's digest goes out.
pub const MORNING_HOUR: u32 = 8;
/// When the evening's does.
pub const EVENING_HOUR: u32 = 18;

/// A notice of a new flyer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Notice {
    /// Who is told; in the key.
    #[serde(rename = "user", skip_serializing)]
    pub user_id: UserId,
    /// On which day the flyer became known; in the key.
    #[serde(skip_serializing)]
    pub day: IsoDay,
    /// Which flyer; in the key. One flyer is told once, however often its change is delivered.
    #[serde(skip_serializing)]
    pub flyer_id: FlyerId,
    /// Of which store.
    pub store_id: StoreId,
    /// What that was called then.
    pub store_name: String,
    /// The first page.
    pub image_url: String,
    /// The last day.
    pub valid_until: IsoDay,
    /// When it is told beyond the inbox; gone once it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<Slot>,
    /// Until when one server is at it, in Unix milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lease_until: Option<u64>,
    /// When they read it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read_at: Option<Moment>,
    /// Since when it is in the inbox.
    pub created_at: Moment,
    /// When it is gone, in Unix seconds.
    pub ttl: i64,
}

/// What somebody was told at one slot, or is being told.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Digest {
    /// Who; in the key.
    #[serde(rename = "user", skip_serializing)]
    pub user_id: UserId,
    /// Of which day; in the key.
    #[serde(skip_serializing)]
    pub day: IsoDay,
    /// At which time of it; in the key.
    #[serde(skip_serializing)]
    pub name: Frequency,
    /// Until when one server is at it, in Unix milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lease_until: Option<u64>,
    /// When it went out: it does once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sent_at: Option<Moment>,
    /// Of how many flyers it told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notices: Option<u64>,
    /// When it is gone, in Unix seconds.
    pub ttl: i64,
}

/// When somebody is told beyond the inbox: `2026-11-15#morning#3`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot {
    /// The day.
    pub day: IsoDay,
    /// The time of day.
    pub name: Frequency,
    /// The part: everybody of one time in one partition would be a hot one.
    pub shard: Padded<1>,
}

impl Slot {
    /// When somebody is told of what becomes known at a moment.
    pub fn of(user: UserId, frequency: Frequency, at: Moment) -> Self {
        let day = match frequency {
            Frequency::Realtime => at.day(),
            // What became known yesterday, from midnight to midnight.
            Frequency::Morning => days_later(at.day(), 1),
            // What became known since six yesterday.
            Frequency::Evening => days_later(at.day(), i64::from(at.hour() >= EVENING_HOUR)),
        };
        Self { day, name: frequency, shard: shard_of(user) }
    }

    /// The same time of the day after, for what came too late.
    pub fn next(self) -> Self {
        Self { day: days_later(self.day, 1), ..self }
    }

    /// All parts of one time.
    pub fn shards(day: IsoDay, name: Frequency) -> impl Iterator<Item = Self> {
        (0..SHARDS).map(move |shard| Self { day, name, shard: Padded::saturating(shard) })
    }
}

/// The part that somebody is in, always the same one.
fn shard_of(user: UserId) -> Padded<1> {
    Padded::saturating(u64::from(Sha256::digest(user.uuid().as_bytes())[0]) % SHARDS)
}

impl KeyPart for Slot {
    const FORMAT: &'static str = "yyyy-mm-dd#realtime|morning|evening#0-9";

    fn write(&self, out: &mut String) {
        self.day.write(out);
        out.push('#');
        self.name.write(out);
        out.push('#');
        self.shard.write(out);
    }

    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('#');
        let (day, name, shard) = (parts.next()?, parts.next()?, parts.next()?);
        let whole = parts.next().is_none() && shard.len() == 1;
        if whole { Some(Self { day: KeyPart::parse(day)?, name: KeyPart::parse(name)?, shard: KeyPart::parse(shard)? }) } else { None }
    }
}

chabudai_kernel::spelled_as_in_keys_outside!(Slot);

#[cfg(test)]
mod tests {
    use chabudai_kernel::uuid::Uuid;

    use super::*;
    use crate::model::at_hour;

    #[test]
    fn nothing_falls_between_two_slots() {
        let user = UserId::new(Uuid::from_u128(7));
        let day = |text: &str| text.parse::<IsoDay>().unwrap();
        let slot = |frequency, hour| Slot::of(user, frequency, at_hour(day("2026-11-15"), hour)).day.to_string();
        assert_eq!([slot(Frequency::Evening, 0), slot(Frequency::Evening, 17)], ["2026-11-15", "2026-11-15"]);
        assert_eq!([slot(Frequency::Evening, 18), slot(Frequency::Evening, 23)], ["2026-11-16", "2026-11-16"]);
        assert_eq!([slot(Frequency::Morning, 0), slot(Frequency::Morning, 23)], ["2026-11-16", "2026-11-16"]);
        assert_eq!(slot(Frequency::Realtime, 23), "2026-11-15");
    }

    #[test]
    fn a_slot_is_read_as_it_is_written() {
        let slot = Slot::of(UserId::new(Uuid::from_u128(7)), Frequency::Morning, Moment::of_millis(1_794_699_000_000));
        assert_eq!(slot.to_string().parse(), Ok(slot));
        assert!(slot.to_string().starts_with("2026-11-16#morning#"));
        for wrong in ["2026-11-16#morning", "2026-11-16#noon#1", "2026-11-16#morning#12", "2026-11-16#morning#1#"] {
            assert!(wrong.parse::<Slot>().is_err(), "{wrong}");
        }
        let parts: std::collections::BTreeSet<_> = (0..200).map(|n| shard_of(UserId::new(Uuid::from_u128(n)))).collect();
        assert_eq!(parts.len() as u64, SHARDS);
    }
}
