//! Daily counters: how often a garment or an outfit was worn on a day.

use chabudai_kernel::db::{Db, Run};
use chabudai_kernel::entity::Decode;
use chabudai_kernel::expr::{Condition, attr};
use chabudai_kernel::key::ItemKey;
use chabudai_kernel::op::{Check, Delete, Query, Update, Write};
use chabudai_kernel::part::Day;

use crate::design::{WARDROBE_TABLE, WEARS_BY_PERIOD};
use crate::error::Result;
use crate::model::{ClothingId, ClothingWearDaily, OutfitId, OutfitWearDaily, WardrobeId};

/// Whose counters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Counted {
    /// A garment's.
    Clothing(ClothingId),
    /// An outfit's.
    Outfit(OutfitId),
}

/// A day and how often.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize)]
pub struct Daily {
    /// The day.
    pub date: Day,
    /// How often.
    pub count: u64,
}

impl Decode for Daily {
    fn decode(item: chabudai_kernel::packed::ItemRef<'_>) -> std::result::Result<Self, chabudai_kernel::packed::DecodeError> {
        item.decode()
    }
}

/// The key of one counter.
pub fn key(wardrobe: WardrobeId, counted: Counted, date: Day) -> ItemKey {
    match counted {
        Counted::Clothing(id) => ClothingWearDaily::key(wardrobe, id, date),
        Counted::Outfit(id) => OutfitWearDaily::key(wardrobe, id, date),
    }
}

/// Every counter of a garment or an outfit.
pub fn partition(wardrobe: WardrobeId, counted: Counted) -> Query {
    Query::table(
        &WARDROBE_TABLE,
        match counted {
            Counted::Clothing(id) => ClothingWearDaily::PK.of((wardrobe, id)),
            Counted::Outfit(id) => OutfitWearDaily::PK.of((wardrobe, id)),
        },
    )
}

/// AP-21: the days of a period on which it was worn, oldest first.
pub async fn between(db: &Db, wardrobe: WardrobeId, counted: Counted, from: Day, to: Day) -> Result<Vec<Daily>> {
    // Both kinds of counters have the same sort key.
    let range = ClothingWearDaily::SK.between((from,), (to,));
    Ok(db.run(&WEARS_BY_PERIOD).all(partition(wardrobe, counted).range(range)).await?)
}

/// AP-17: the last day before this one on which it was worn.
pub async fn last_before(run: Run<'_>, wardrobe: WardrobeId, counted: Counted, date: Day) -> Result<Option<Day>> {
    let query = partition(wardrobe, counted).range(ClothingWearDaily::SK.below((date,))).backward().limit(1).consistent();
    let (days, _) = run.page::<Daily>(&query).await?;
    Ok(days.first().map(|day| day.date))
}

/// AP-16, the write: once more on this day.
pub fn one_more(wardrobe: WardrobeId, counted: Counted, date: Day) -> Update {
    Update::raw(&WARDROBE_TABLE, key(wardrobe, counted, date)).set("date", date.to_string()).add("count", 1)
}

/// The counter says this.
pub fn is(count: u64) -> Condition {
    attr("count").eq(count)
}

/// AP-17, the write: once less than the `read` times of this day. The last one takes the counter away; a counter that is missing stays
/// missing, so that a record can always be removed.
pub fn one_less(wardrobe: WardrobeId, counted: Counted, date: Day, read: Option<u64>) -> Write {
    let key = key(wardrobe, counted, date);
    match read {
        None => Check { table: &WARDROBE_TABLE, key, condition: attr("PK").absent() }.into(),
        Some(count @ 0..=1) => Delete::new(&WARDROBE_TABLE, key).only_if(is(count)).into(),
        Some(count) => Update::raw(&WARDROBE_TABLE, key).set("count", count - 1).only_if(is(count)).into(),
    }
}
