//! The operator's look at the caches: do count and last day agree with the daily counters, and these with the records?

use std::collections::BTreeMap;

use chabudai_kernel::db::Run;
use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{Get, Query, Scan};
use chabudai_kernel::part::Millis;

use super::Service;
use crate::design::{REPAIR, WALK, WARDROBE_TABLE};
use crate::error::{Result, WardrobeError};
use crate::model::{Clothing, History, Outfit, Wardrobe, WardrobeId, WearCount, day_millis};
use crate::repo::counters::{self, Counted};
use crate::repo::{clothes, outfits};

/// A garment or an outfit whose caches are wrong.
#[derive(Clone, PartialEq, Debug)]
pub struct Drift {
    /// The garment or outfit whose counter differs.
    pub counted: Counted,
    /// What its item says: count and last day.
    pub cached: (u64, Millis),
    /// What its daily counters say.
    pub counted_days: (u64, Millis),
    /// How many records name it.
    pub records: u64,
}

impl Drift {
    /// Whether the counters, too, disagree with the records: that is beyond repair from the counters.
    pub fn counters_are_wrong(&self) -> bool {
        self.counted_days.0 != self.records
    }
}

impl Service {
    /// Every wardrobe there is, page by page.
    pub async fn each_wardrobe(&self, mut see: impl AsyncFnMut(WardrobeId) -> Result<()>) -> Result<()> {
        let mut scan = Scan { filter: Some(attr("SK").eq("META").and(attr("wardrobeId").exists())), ..Scan::of(&WARDROBE_TABLE) };
        loop {
            let (page, next) = self.db.run(&WALK).scan::<Wardrobe>(&scan).await?;
            for wardrobe in page {
                see(wardrobe.wardrobe_id).await?;
            }
            match next {
                Some(next) => scan.after = Some(next),
                None => return Ok(()),
            }
        }
    }

    /// What is wrong in one wardrobe. A writer at work may show up as drift that is gone on the next look.
    pub async fn check(&self, wardrobe: WardrobeId) -> Result<Vec<Drift>> {
        let run = self.db.run(&WALK);
        let mut records: BTreeMap<String, u64> = BTreeMap::new();
        for history in run.all::<History>(Query::table(&WARDROBE_TABLE, History::PK.of((wardrobe,))).consistent()).await? {
            let outfit = history.template_id.map(|id| id.to_string());
            for id in history.clothing_ids.iter().map(ToString::to_string).chain(outfit) {
                *records.entry(id).or_default() += 1;
            }
        }
        let mut drift = Vec::new();
        for garment in run.all::<Clothing>(Query::table(&WARDROBE_TABLE, Clothing::PK.of((wardrobe,))).consistent()).await? {
            let counted = Counted::Clothing(garment.clothing_id);
            let of_records = records.remove(&garment.clothing_id.to_string()).unwrap_or(0);
            drift.extend(compare(run, wardrobe, counted, (garment.wear_count, garment.last_worn_at), of_records).await?);
        }
        for outfit in run.all::<Outfit>(Query::table(&WARDROBE_TABLE, Outfit::PK.of((wardrobe,))).consistent()).await? {
            let counted = Counted::Outfit(outfit.template_id);
            let of_records = records.remove(&outfit.template_id.to_string()).unwrap_or(0);
            drift.extend(compare(run, wardrobe, counted, (outfit.wear_count, outfit.last_worn_at), of_records).await?);
        }
        Ok(drift)
    }

    /// Mends the caches of a garment or an outfit from its daily counters; says whether anything was wrong.
    pub async fn repair(&self, wardrobe: WardrobeId, counted: Counted) -> Result<bool> {
        let _turn = self.queue(wardrobe).await;
        self.persist(|| async {
            let run = self.db.run(&REPAIR);
            match counted {
                Counted::Clothing(id) => {
                    let before = clothes::current(run, wardrobe, id).await?.ok_or(WardrobeError::NotFound("garment"))?;
                    let (count, last) = truth(run, wardrobe, counted).await?;
                    if (before.wear_count.get(), before.last_worn_at) == (count, last) {
                        return Ok(false);
                    }
                    run.commit_one(clothes::restate(&before, WearCount::saturating(count), last)).await?;
                }
                Counted::Outfit(id) => {
                    let get = Get::new(&WARDROBE_TABLE, Outfit::key(wardrobe, id)).consistent();
                    let before: Outfit = run.get(get).await?.ok_or(WardrobeError::NotFound("outfit"))?;
                    let (count, last) = truth(run, wardrobe, counted).await?;
                    if (before.wear_count.get(), before.last_worn_at) == (count, last) {
                        return Ok(false);
                    }
                    run.commit_one(outfits::restate(&before, WearCount::saturating(count), last)).await?;
                }
            }
            Ok(true)
        })
        .await
    }
}

/// Count and last day as the daily counters have them.
async fn truth(run: Run<'_>, wardrobe: WardrobeId, counted: Counted) -> Result<(u64, Millis)> {
    let days = counters::all(run, wardrobe, counted).await?;
    Ok((days.iter().map(|day| day.count).sum(), days.last().map_or(Millis(0), |day| day_millis(day.date))))
}

async fn compare(
    run: Run<'_>,
    wardrobe: WardrobeId,
    counted: Counted,
    (wear_count, last_worn_at): (WearCount, Millis),
    records: u64,
) -> Result<Option<Drift>> {
    let counted_days = truth(run, wardrobe, counted).await?;
    let cached = (wear_count.get(), last_worn_at);
    Ok((cached != counted_days || counted_days.0 != records).then_some(Drift { counted, cached, counted_days, records }))
}
