//! Records: what was worn, counted and uncounted in one transaction.

use std::collections::HashMap;

use chabudai_kernel::db::Run;
use chabudai_kernel::expr::attr;
use chabudai_kernel::key::ItemKey;
use chabudai_kernel::once::Once;
use chabudai_kernel::op::{Transact, Write};
use chabudai_kernel::part::{Day, Millis};

use super::{Service, garments_in_order};
use crate::design::{BATCH, RECORD, UNRECORD, WARDROBE_TABLE};
use crate::error::{Result, WardrobeError, WardrobeReason};
use crate::model::{
    Clothing, ClothingId, ClothingWearDaily, Created, History, HistoryId, Outfit, OutfitId, OutfitWearDaily, Status, WardrobeId, WearCount,
    day_millis,
};
use crate::repo::counters::{self, Counted};
use crate::repo::{clothes, histories, outfits};

/// What was worn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Worn {
    /// A saved outfit, as it is now.
    Outfit(OutfitId),
    /// These garments, in this order.
    Combination(Vec<ClothingId>),
    /// What a record that was removed had: undone, it comes back as it was, whatever went into the bin since.
    Again(Option<OutfitId>, Vec<ClothingId>),
}

/// The first day that can be recorded: the number of an earlier one would not sort.
fn first_day() -> Day {
    Day(jiff::civil::date(2000, 1, 1))
}

chabudai_kernel::one_of! {
    /// What a record and its removal build on.
    Counts { Clothing, Outfit, ClothingWearDaily, OutfitWearDaily }
}

/// Whether what was worn may stand in the records of its day several times.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Repeated {
    /// Every record is one wearing more: rare, but people do change and change back.
    Counts,
    /// The second record of the same is somebody who pressed on two devices.
    Refused,
}

impl Service {
    /// Records what was worn on a day, counts it for the outfit and every garment, and keeps their last days.
    pub async fn record(&self, wardrobe: WardrobeId, date: Day, today: Day, worn: &Worn, once: Option<&Once>) -> Result<Created> {
        self.record_if(wardrobe, date, today, worn, once, Repeated::Counts).await
    }

    /// The same, unless it stands in the records of that day already: the outfit, or every one of the garments.
    pub async fn record_once(&self, wardrobe: WardrobeId, date: Day, today: Day, worn: &Worn, once: Option<&Once>) -> Result<Created> {
        self.record_if(wardrobe, date, today, worn, once, Repeated::Refused).await
    }

    async fn record_if(
        &self,
        wardrobe: WardrobeId,
        date: Day,
        today: Day,
        worn: &Worn,
        once: Option<&Once>,
        repeated: Repeated,
    ) -> Result<Created> {
        let tomorrow = Day(today.0.tomorrow().unwrap_or(today.0));
        if date < first_day() || date > tomorrow {
            let message = "A record is of a day from 2000-01-01 to tomorrow.";
            return Err(WardrobeError::Invalid { field: "date", code: "wardrobe.date_out_of_range", message });
        }
        if let Worn::Combination(ids) | Worn::Again(_, ids) = worn {
            garments_in_order(ids)?;
        }
        self.once(Some(wardrobe), once, async {
            self.allow_entry(wardrobe).await?;
            let _turn = self.queue(wardrobe).await;
            self.base
                .persist(|| async {
                    let run = self.base.db.run(&RECORD);
                    let (history, writes) = self.recording(run, wardrobe, date, worn, repeated).await?;
                    let created = Created::new("historyId", history);
                    self.commit(run, Some(wardrobe), once, writes, &created).await
                })
                .await
        })
        .await
    }

    /// The writes of a record: 43 at most, for an outfit of twenty.
    async fn recording(
        &self,
        run: Run<'_>,
        wardrobe: WardrobeId,
        date: Day,
        worn: &Worn,
        repeated: Repeated,
    ) -> Result<(HistoryId, Vec<Write>)> {
        let (outfit, ids) = match worn {
            Worn::Outfit(id) => {
                let found = outfits::get(run, wardrobe, *id, true).await?;
                let found = found.filter(|t| t.status == Status::Active).ok_or(WardrobeError::NotFound("outfit"))?;
                let ids = found.clothing_ids.clone();
                (Some(found), ids)
            }
            Worn::Again(Some(id), ids) => (outfits::get(run, wardrobe, *id, true).await?, ids.clone()),
            Worn::Combination(ids) | Worn::Again(None, ids) => (None, ids.clone()),
        };
        // What would be counted a second time: the outfit, or the garments that were chosen by themselves.
        let new_today: Vec<Counted> = match (repeated, &outfit) {
            (Repeated::Counts, _) => Vec::new(),
            (Repeated::Refused, Some(outfit)) => vec![Counted::Outfit(outfit.template_id)],
            (Repeated::Refused, None) => ids.iter().copied().map(Counted::Clothing).collect(),
        };
        let keys = ids.iter().map(|id| Clothing::key(wardrobe, *id));
        let keys = keys.chain(new_today.iter().map(|counted| counters::key(wardrobe, *counted, date)));
        let mut read = Read::of(run, keys).await?;
        let garments: Vec<Clothing> = ids.iter().filter_map(|id| read.clothes.remove(id)).collect();
        // A garment in the bin is still part of the outfit or the record that holds it, but cannot be chosen by itself.
        let chosen = matches!(worn, Worn::Combination(_));
        let can_be_worn = |garment: &Clothing| !chosen || garment.status == Status::Active;
        if garments.len() != ids.len() || !garments.iter().all(can_be_worn) {
            return Err(WardrobeError::NotFound("garment"));
        }
        let (counted_already, new_today): (Vec<_>, Vec<_>) = new_today.into_iter().partition(|counted| read.daily.contains_key(counted));
        if new_today.is_empty() && !counted_already.is_empty() {
            return Err(WardrobeError::Own(WardrobeReason::RecordedAlready));
        }
        // What made this record a new one has to be so when it is written: of two that come at once, the second looks again.
        let one_more = |counted: Counted| {
            let update = counters::one_more(wardrobe, counted, date);
            if new_today.contains(&counted) { update.only_if(attr("PK").absent()) } else { update }
        };
        let history = History {
            wardrobe_id: wardrobe,
            history_id: HistoryId::new(self.base.uuid()),
            created_at: self.base.now_millis(),
            date,
            template_id: outfit.as_ref().map(|t| t.template_id),
            clothing_ids: ids,
        };
        let day = day_millis(date);
        let mut writes: Vec<Write> = vec![histories::create(&history).into()];
        if let Some(before) = &outfit {
            let counted = Counted::Outfit(before.template_id);
            writes.push(one_more(counted).into());
            writes.push(outfits::restate(before, more(before.wear_count), before.last_worn_at.max(day)).into());
        }
        for before in &garments {
            let counted = Counted::Clothing(before.clothing_id);
            writes.push(one_more(counted).into());
            writes.push(clothes::restate(before, more(before.wear_count), before.last_worn_at.max(day)).into());
        }
        Ok((history.history_id, writes))
    }

    /// Removes a record and uncounts it everywhere, once.
    pub async fn unrecord(&self, wardrobe: WardrobeId, history: HistoryId) -> Result<()> {
        let _turn = self.queue(wardrobe).await;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&UNRECORD);
                let history = histories::get(run, wardrobe, history, true).await?.ok_or(WardrobeError::NotFound("record"))?;
                let writes = unrecording(run, &history).await?;
                // A record that somebody else removed meanwhile is not there on the next look.
                Ok(run.commit(Transact::of(writes)).await?)
            })
            .await
    }
}

/// The writes of a removal.
async fn unrecording(run: Run<'_>, history: &History) -> Result<Vec<Write>> {
    let (wardrobe, date) = (history.wardrobe_id, history.date);
    let counts = Read::of(run, keys_of(history)).await?;
    let mut writes: Vec<Write> = vec![histories::remove(history).into()];
    if let Some(id) = history.template_id {
        let counted = Counted::Outfit(id);
        let read = counts.daily.get(&counted).copied();
        writes.push(counters::one_less(wardrobe, counted, date, read));
        if let Some(before) = counts.outfits.get(&id) {
            let last = last_worn(run, wardrobe, counted, date, read, before.last_worn_at).await?;
            writes.push(outfits::restate(before, less(before.wear_count), last).into());
        }
    }
    for id in &history.clothing_ids {
        let counted = Counted::Clothing(*id);
        let read = counts.daily.get(&counted).copied();
        writes.push(counters::one_less(wardrobe, counted, date, read));
        if let Some(before) = counts.clothes.get(id) {
            let last = last_worn(run, wardrobe, counted, date, read, before.last_worn_at).await?;
            writes.push(clothes::restate(before, less(before.wear_count), last).into());
        }
    }
    Ok(writes)
}

/// What a record or its removal builds on: the garments, the outfit and their counters of that day.
#[derive(Default)]
struct Read {
    clothes: HashMap<ClothingId, Clothing>,
    outfits: HashMap<OutfitId, Outfit>,
    daily: HashMap<Counted, u64>,
}

impl Read {
    async fn of(run: Run<'_>, keys: impl Iterator<Item = ItemKey>) -> Result<Self> {
        let keys = keys.map(|key| (&WARDROBE_TABLE, key)).collect();
        let mut read = Self::default();
        for found in run.batch_get::<Counts>(keys, BATCH, true).await? {
            match found {
                Counts::Clothing(garment) => drop(read.clothes.insert(garment.clothing_id, garment)),
                Counts::Outfit(outfit) => drop(read.outfits.insert(outfit.template_id, outfit)),
                Counts::ClothingWearDaily(daily) => drop(read.daily.insert(Counted::Clothing(daily.clothing_id), daily.count)),
                Counts::OutfitWearDaily(daily) => drop(read.daily.insert(Counted::Outfit(daily.template_id), daily.count)),
            }
        }
        Ok(read)
    }
}

/// Everything that the removal of a record touches.
fn keys_of(history: &History) -> impl Iterator<Item = ItemKey> {
    let (wardrobe, date) = (history.wardrobe_id, history.date);
    let garments = history
        .clothing_ids
        .iter()
        .flat_map(move |id| [Clothing::key(wardrobe, *id), counters::key(wardrobe, Counted::Clothing(*id), date)]);
    let outfit =
        history.template_id.into_iter().flat_map(move |id| [Outfit::key(wardrobe, id), counters::key(wardrobe, Counted::Outfit(id), date)]);
    garments.chain(outfit)
}

/// The last day after one wearing of `date` is taken away: another only if that day is gone and was the last.
async fn last_worn(run: Run<'_>, wardrobe: WardrobeId, counted: Counted, date: Day, read: Option<u64>, last: Millis) -> Result<Millis> {
    let remains = read.is_some_and(|count| count > 1);
    if remains || last != day_millis(date) {
        return Ok(last);
    }
    Ok(counters::last_before(run, wardrobe, counted, date).await?.map_or(Millis(0), day_millis))
}

fn more(count: WearCount) -> WearCount {
    WearCount::saturating(count.get() + 1)
}

fn less(count: WearCount) -> WearCount {
    WearCount::saturating(count.get().saturating_sub(1))
}
