//! Entities, ids and value types of a wardrobe, and the rules that need no store.

use chabudai_kernel::part::{Day, Millis, Padded, Word};
use serde::{Deserialize, Serialize};

chabudai_kernel::id! {
    /// A wardrobe. Whoever knows the id can read and change everything in it.
    pub WardrobeId = "wd_"
}
chabudai_kernel::id! {
    /// A garment.
    pub ClothingId = "cl_"
}
chabudai_kernel::id! {
    /// A saved outfit.
    pub OutfitId = "tp_"
}
chabudai_kernel::id! {
    /// One wearing.
    pub HistoryId = "hs_"
}

chabudai_kernel::text_enum! {
    /// Whether a garment or an outfit is in use or in the bin.
    pub Status { Active = "ACTIVE", Deleted = "DELETED" }
}
chabudai_kernel::text_enum! {
    /// Where on the body a garment goes.
    pub Genre { Tops = "tops", Bottoms = "bottoms", Others = "others" }
}
chabudai_kernel::text_enum! {
    /// When in the year something is worn. `season:all` stands beside the others, not instead of them.
    pub SeasonTag {
        Spring = "season:spring",
        Summer = "season:summer",
        Autumn = "season:autumn",
        Winter = "season:winter",
        All = "season:all",
    }
}

/// How often something was worn, ten digits wide in its sort key.
pub type WearCount = Padded<10>;

/// The most garments in an outfit or a record.
pub const MOST_GARMENTS: usize = 20;
/// The longest name, in characters.
pub const LONGEST_NAME: usize = 40;
/// The pictures on a card; the rest is a number.
pub const THUMBS: usize = 4;
/// The most wardrobes that somebody has among theirs.
pub const MOST_KEPT: u64 = 50;
/// How long a deleted wardrobe can come back, in milliseconds.
pub const SECOND_THOUGHTS: u64 = 24 * 60 * 60 * 1000;

/// A wardrobe.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Wardrobe {
    /// Its id.
    pub wardrobe_id: WardrobeId,
    /// Its name.
    pub name: String,
    /// When it was made.
    pub created_at: Millis,
    /// What its address hashes to, once it was given another one than its id.
    pub address_hash: Option<String>,
    /// When it was deleted. For a day it can come back.
    pub deleted_at: Option<Millis>,
    /// Whether it is being removed: it does not come back any more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub removing: bool,
}

/// A wardrobe that somebody has among theirs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Kept {
    /// Who; in the key.
    #[serde(skip_serializing)]
    pub user_id: Word,
    /// Which; in the key.
    #[serde(skip_serializing)]
    pub wardrobe_id: WardrobeId,
    /// What it was called then: all that is told of it to who has an address that opens it no longer.
    pub name: String,
    /// The secret of the address that they came by, sealed; none for an address that is the id alone.
    pub secret: Option<String>,
    /// Since when.
    pub created_at: Millis,
}

/// How many wardrobes somebody has among theirs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Keeper {
    /// Who; in the key.
    #[serde(skip_serializing)]
    pub user_id: Word,
    /// How many.
    pub wardrobes: u64,
}

/// A wardrobe that was deleted, in the order in which its day ends.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Deletion {
    /// When.
    pub deleted_at: Millis,
    /// Which; in the key.
    #[serde(skip_serializing)]
    pub wardrobe_id: WardrobeId,
}

/// A garment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Clothing {
    /// Whose it is; in the key.
    #[serde(skip_serializing)]
    pub wardrobe_id: WardrobeId,
    /// Its id.
    pub clothing_id: ClothingId,
    /// What it is called.
    pub name: String,
    /// The name as searches compare it. The design does not have it: an item may go without.
    pub name_folded: Option<String>,
    /// Where on the body it goes. The design does not have it either, see [`Clothing::genre`].
    pub genre: Option<Genre>,
    /// When in the year it is worn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tag_ids: Vec<SeasonTag>,
    /// In use or in the bin.
    pub status: Status,
    /// Its picture.
    pub image_key: Option<String>,
    /// How often it was worn: the sum of its daily counters.
    pub wear_count: WearCount,
    /// The last day on which it was worn, as 00:00 UTC of that day; 0 for never.
    pub last_worn_at: Millis,
    /// When it was added.
    pub created_at: Millis,
    /// When it went into the bin.
    pub deleted_at: Option<Millis>,
    /// Counts the writes that build on a read, so that none of them overwrites another.
    #[serde(default)]
    pub rev: u64,
}

/// A saved outfit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Outfit {
    /// Whose it is; in the key.
    #[serde(skip_serializing)]
    pub wardrobe_id: WardrobeId,
    /// Its id.
    pub template_id: OutfitId,
    /// What it is called.
    pub name: String,
    /// The name as searches compare it. The design does not have it: an item may go without.
    pub name_folded: Option<String>,
    /// When in the year it is worn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tag_ids: Vec<SeasonTag>,
    /// In use or in the bin.
    pub status: Status,
    /// Its garments, in order.
    pub clothing_ids: Vec<ClothingId>,
    /// How often it was worn: the sum of its daily counters.
    pub wear_count: WearCount,
    /// The last day on which it was worn, as 00:00 UTC of that day; 0 for never.
    pub last_worn_at: Millis,
    /// When it was added.
    pub created_at: Millis,
    /// When it went into the bin.
    pub deleted_at: Option<Millis>,
    /// Counts the writes that build on a read, so that none of them overwrites another.
    #[serde(default)]
    pub rev: u64,
}

/// One wearing: what was worn on a day. Never changed, only removed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct History {
    /// Whose it is; in the key.
    #[serde(skip_serializing)]
    pub wardrobe_id: WardrobeId,
    /// Its id.
    pub history_id: HistoryId,
    /// When it was recorded.
    pub created_at: Millis,
    /// The day.
    pub date: Day,
    /// The outfit, if it was recorded by one.
    pub template_id: Option<OutfitId>,
    /// The garments in their order, copied from the outfit if there was one.
    pub clothing_ids: Vec<ClothingId>,
}

/// How often a garment was worn on a day: the truth behind its count and its last day.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ClothingWearDaily {
    /// Whose; in the key.
    #[serde(skip_serializing)]
    pub wardrobe_id: WardrobeId,
    /// Which garment; in the key.
    #[serde(skip_serializing)]
    pub clothing_id: ClothingId,
    /// The day.
    pub date: Day,
    /// How often.
    pub count: u64,
}

/// How often an outfit was worn on a day: the truth behind its count and its last day.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OutfitWearDaily {
    /// Whose; in the key.
    #[serde(skip_serializing)]
    pub wardrobe_id: WardrobeId,
    /// Which outfit; in the key.
    #[serde(skip_serializing)]
    pub template_id: OutfitId,
    /// The day.
    pub date: Day,
    /// How often.
    pub count: u64,
}

/// The answer that was given to a request with an idempotency key, to be given again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Idempotency {
    /// Whose; in the key.
    #[serde(skip_serializing)]
    pub wardrobe_id: WardrobeId,
    /// The client's key; in the key.
    #[serde(skip_serializing)]
    pub key: Word,
    /// A digest of the request.
    pub request: String,
    /// The status that was answered.
    pub status: u16,
    /// The body that was answered.
    pub body: String,
    /// When it may be forgotten, in Unix seconds.
    pub ttl: i64,
}

/// The same for a request that makes a wardrobe, which has no wardrobe yet to be kept under.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WardrobeIdempotency {
    /// The client's key; in the key.
    #[serde(skip_serializing)]
    pub key: Word,
    /// A digest of the request.
    pub request: String,
    /// The status that was answered.
    pub status: u16,
    /// The body that was answered.
    pub body: String,
    /// When it may be forgotten, in Unix seconds.
    pub ttl: i64,
}

/// A picture that was taken in and that nothing shows yet, or any more. It goes after a day, unless a garment takes it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Upload {
    /// The day on which it came to be here, by UTC; in the key.
    #[serde(skip_serializing)]
    pub day: Day,
    /// The picture; in the key.
    #[serde(skip_serializing)]
    pub picture: Word,
    /// Whose it is: nobody else can put it on a garment.
    pub wardrobe_id: WardrobeId,
    /// When it was taken in, in Unix milliseconds.
    pub created_at: Millis,
    /// Whether its files are being removed: no garment can take it any more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub removing: bool,
}

/// A calendar day as a sortable number: the milliseconds of 00:00 UTC. Never shown, never read as a local time.
pub fn day_millis(day: Day) -> Millis {
    let days = day.0.since(jiff::civil::date(1970, 1, 1)).map_or(0, |span| span.get_days());
    Millis(u64::from(days.max(0).unsigned_abs()) * 86_400_000)
}

/// The day behind a number that [`day_millis`] made; nothing for never.
pub fn day_of(millis: Millis) -> Option<Day> {
    if millis.0 == 0 {
        return None;
    }
    let moment = jiff::Timestamp::from_millisecond(i64::try_from(millis.0).ok()?).ok()?;
    Some(Day(moment.to_zoned(jiff::tz::TimeZone::UTC).date()))
}

impl Wardrobe {
    /// A new one.
    pub fn new(wardrobe_id: WardrobeId, name: impl Into<String>, created_at: Millis) -> Self {
        Self { wardrobe_id, name: name.into(), created_at, address_hash: None, deleted_at: None, removing: false }
    }

    /// Until when it can come back, if it was deleted.
    pub fn restorable_until(&self) -> Option<Millis> {
        self.deleted_at.map(|at| Millis(at.0.saturating_add(SECOND_THOUGHTS)))
    }
}

impl Clothing {
    /// Where on the body it goes; a garment that does not say is among the others.
    pub fn genre(&self) -> Genre {
        self.genre.unwrap_or(Genre::Others)
    }

    /// The name of its picture.
    pub fn picture(&self) -> Option<&str> {
        self.image_key.as_deref().and_then(crate::picture::picture_in)
    }

    /// The last day on which it was worn.
    pub fn last_worn(&self) -> Option<Day> {
        day_of(self.last_worn_at)
    }

    /// Whether it is in the bin.
    pub fn is_deleted(&self) -> bool {
        self.status == Status::Deleted
    }
}

impl Outfit {
    /// The last day on which it was worn.
    pub fn last_worn(&self) -> Option<Day> {
        day_of(self.last_worn_at)
    }

    /// Whether it is in the bin.
    pub fn is_deleted(&self) -> bool {
        self.status == Status::Deleted
    }
}

/// The answer to a request that made something: fresh, or the same as before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Created {
    /// The status.
    pub status: u16,
    /// The body, as JSON.
    pub body: String,
}

impl Created {
    pub(crate) fn new(field: &str, id: impl std::fmt::Display) -> Self {
        Self { status: 201, body: format!("{{\"{field}\":\"{id}\"}}") }
    }

    /// The id of what was made.
    pub fn id<T: std::str::FromStr>(&self) -> Option<T> {
        self.body.split('"').nth(3)?.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_its_utc_midnight() {
        assert_eq!(day_millis("20260103".parse().unwrap()), Millis(1_767_398_400_000));
        assert_eq!(day_millis("20000101".parse().unwrap()), Millis(946_684_800_000));
    }
}
