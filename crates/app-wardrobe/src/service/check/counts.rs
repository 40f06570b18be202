//! The two caches of a garment or an outfit, its daily counters, and the records that name it: three ways to say the same.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use chabudai_kernel::clock::backoff;
use chabudai_kernel::db::Run;
use chabudai_kernel::entity::Decode;
use chabudai_kernel::op::{Delete, Put, Query, Transact, Update, Write};
use chabudai_kernel::packed::Item;
use chabudai_kernel::part::{Day, Millis};

use super::Service;
use crate::design::{REPAIR, WALK, WARDROBE_TABLE};
use crate::error::{Result, WardrobeError};
use crate::model::{Clothing, ClothingWearDaily, History, Outfit, OutfitWearDaily, WardrobeId, WearCount, day_millis, day_of};
use crate::repo::counters::{self, Counted, Daily};
use crate::repo::{clothes, outfits};

/// How often a garment that is being worn at this very moment is looked at again.
const LOOKS: u32 = 10;
/// How many counters are set right in one transaction, together with the garment or outfit. A transaction holds 100, and the pattern
/// declares as many of each way to set one right.
const AT_ONCE: usize = 30;

/// A garment or an outfit whose caches, counters and records do not agree.
#[derive(Clone, PartialEq, Debug)]
pub struct Drift {
    /// Whose it is.
    pub wardrobe: WardrobeId,
    /// The garment or outfit.
    pub counted: Counted,
    /// What its item says: count and last day.
    pub cached: (u64, Millis),
    /// What its daily counters say.
    pub counted_days: (u64, Millis),
    /// What the records say that name it.
    pub recorded: (u64, Millis),
}

impl fmt::Display for Drift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.counted {
            Counted::Clothing(id) => format!("Clothing {id}"),
            Counted::Outfit(id) => format!("Outfit {id}"),
        };
        let (item, days, records) = (Worn(self.cached), Worn(self.counted_days), Worn(self.recorded));
        write!(f, "{what} of {}: its item says {item}, its days say {days}, the records say {records}", self.wardrobe)?;
        if self.cached == self.counted_days && self.counted_days == self.recorded {
            f.write_str(", and not on the same days")?;
        }
        Ok(())
    }
}

/// Count and last day in words.
struct Worn((u64, Millis));

impl fmt::Display for Worn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self((count, last)) = self;
        write!(f, "{count} wearings")?;
        day_of(*last).map_or(Ok(()), |day| write!(f, " until {day}"))
    }
}

/// Wearings in a few words, of however many days: how many, the last day, and a sum that is another where the days are others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Tally {
    count: u64,
    last: Millis,
    days: u64,
}

impl Tally {
    fn add(&mut self, day: Day, times: u64) {
        if times == 0 {
            return;
        }
        let millis = day_millis(day);
        let number = millis.0 / 86_400_000;
        self.count += times;
        self.last = self.last.max(millis);
        self.days = self.days.wrapping_add(number.wrapping_mul(number).wrapping_mul(number).wrapping_mul(times));
    }

    fn of(days: impl IntoIterator<Item = (Day, u64)>) -> Self {
        let mut tally = Self::default();
        days.into_iter().for_each(|(day, times)| tally.add(day, times));
        tally
    }

    fn said(self) -> (u64, Millis) {
        (self.count, self.last)
    }
}

/// What a garment or an outfit says of itself.
struct Cached {
    counted: Counted,
    said: (u64, Millis),
    rev: u64,
}

impl From<&Clothing> for Cached {
    fn from(garment: &Clothing) -> Self {
        let said = (garment.wear_count.get(), garment.last_worn_at);
        Self { counted: Counted::Clothing(garment.clothing_id), said, rev: garment.rev }
    }
}

impl From<&Outfit> for Cached {
    fn from(outfit: &Outfit) -> Self {
        let said = (outfit.wear_count.get(), outfit.last_worn_at);
        Self { counted: Counted::Outfit(outfit.template_id), said, rev: outfit.rev }
    }
}

fn drift(wardrobe: WardrobeId, cached: &Cached, days: Tally, records: Tally) -> Option<Drift> {
    let agree = cached.said == days.said() && days == records;
    let Cached { counted, said, .. } = *cached;
    (!agree).then(|| Drift { wardrobe, counted, cached: said, counted_days: days.said(), recorded: records.said() })
}

impl Service {
    /// What is wrong with the counts of one wardrobe. What a writer at work leaves half done shows on no second look.
    pub async fn check(&self, wardrobe: WardrobeId) -> Result<Vec<Drift>> {
        let run = self.base.db.run(&WALK);
        let mut records: HashMap<Counted, Tally> = HashMap::new();
        let readable = each::<History>(run, Query::table(&WARDROBE_TABLE, History::PK.of((wardrobe,))), |record| {
            for counted in named_by(&record) {
                records.entry(counted).or_default().add(record.date, 1);
            }
        })
        .await?;
        if !readable {
            // A record that cannot be read is told of by itself; what it counts for cannot be known, and is not to be uncounted.
            return Ok(Vec::new());
        }
        let mut cached: Vec<Cached> = Vec::new();
        each::<Clothing>(run, Query::table(&WARDROBE_TABLE, Clothing::PK.of((wardrobe,))), |item| cached.push(Cached::from(&item))).await?;
        each::<Outfit>(run, Query::table(&WARDROBE_TABLE, Outfit::PK.of((wardrobe,))), |item| cached.push(Cached::from(&item))).await?;
        let mut found = Vec::new();
        for one in cached {
            let days = Tally::of(daily(run, wardrobe, one.counted).await?);
            let recorded = records.remove(&one.counted).unwrap_or_default();
            if drift(wardrobe, &one, days, recorded).is_some() {
                found.extend(self.settled(run, wardrobe, one.counted).await?);
            }
        }
        Ok(found)
    }

    /// Looks at one garment or outfit while nobody writes it: whoever records or unrecords changes its `rev`, so that the same one before
    /// and after means that all was read as it stood at one moment. Something that never comes to rest is right as far as can be seen.
    async fn settled(&self, run: Run<'_>, wardrobe: WardrobeId, counted: Counted) -> Result<Option<Drift>> {
        for look in 0..LOOKS {
            let Some(before) = current(run, wardrobe, counted).await? else { return Ok(None) };
            let days = Tally::of(daily(run, wardrobe, counted).await?);
            let Some(records) = recorded(run, wardrobe, counted).await? else { return Ok(None) };
            let records = Tally::of(records);
            let found = drift(wardrobe, &before, days, records);
            let after = current(run, wardrobe, counted).await?;
            if found.is_none() || after.is_some_and(|after| after.rev == before.rev) {
                return Ok(found);
            }
            self.base.db.clock().sleep(backoff(look + 2)).await;
        }
        Ok(None)
    }

    /// Mends a garment or an outfit: its daily counters from the records, which are what happened, and its caches from the counters. Says
    /// whether anything was wrong.
    pub async fn repair(&self, wardrobe: WardrobeId, counted: Counted) -> Result<bool> {
        let _turn = self.queue(wardrobe).await;
        let mut wrong = false;
        loop {
            match self.base.persist(|| self.repair_some(wardrobe, counted)).await? {
                Repaired::Nothing => return Ok(wrong),
                Repaired::All => return Ok(true),
                Repaired::Some => wrong = true,
            }
        }
    }

    async fn repair_some(&self, wardrobe: WardrobeId, counted: Counted) -> Result<Repaired> {
        let run = self.base.db.run(&REPAIR);
        // The item first: its `rev` is the condition under which everything that is read after it still holds.
        let before = Owner::read(run, wardrobe, counted).await?;
        let Some(right) = recorded(run, wardrobe, counted).await? else { return Ok(Repaired::Nothing) };
        let mut writes = counter_writes(wardrobe, counted, &right, &daily(run, wardrobe, counted).await?);
        let truth = Tally::of(right);
        if writes.is_empty() && before.cached().said == truth.said() {
            return Ok(Repaired::Nothing);
        }
        let left = writes.len() > AT_ONCE;
        writes.truncate(AT_ONCE);
        writes.push(before.restate(WearCount::saturating(truth.count), truth.last).into());
        run.commit(Transact::of(writes)).await?;
        Ok(if left { Repaired::Some } else { Repaired::All })
    }
}

/// What came of one try to mend.
enum Repaired {
    /// Nothing was wrong.
    Nothing,
    /// Some of it; once more.
    Some,
    /// All of it.
    All,
}

/// A garment or an outfit: what is counted.
enum Owner {
    Clothing(Clothing),
    Outfit(Outfit),
}

impl Owner {
    async fn read(run: Run<'_>, wardrobe: WardrobeId, counted: Counted) -> Result<Self> {
        match counted {
            Counted::Clothing(id) => {
                clothes::current(run, wardrobe, id).await?.map(Self::Clothing).ok_or(WardrobeError::NotFound("garment"))
            }
            Counted::Outfit(id) => outfits::get(run, wardrobe, id, true).await?.map(Self::Outfit).ok_or(WardrobeError::NotFound("outfit")),
        }
    }

    fn cached(&self) -> Cached {
        match self {
            Self::Clothing(garment) => garment.into(),
            Self::Outfit(outfit) => outfit.into(),
        }
    }

    fn restate(&self, wear_count: WearCount, last_worn_at: Millis) -> Update {
        match self {
            Self::Clothing(garment) => clothes::restate(garment, wear_count, last_worn_at),
            Self::Outfit(outfit) => outfits::restate(outfit, wear_count, last_worn_at),
        }
    }
}

async fn current(run: Run<'_>, wardrobe: WardrobeId, counted: Counted) -> Result<Option<Cached>> {
    match Owner::read(run, wardrobe, counted).await {
        Ok(item) => Ok(Some(item.cached())),
        Err(WardrobeError::NotFound(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The writes that make the daily counters say what the records say, each only while its counter is what was read.
fn counter_writes(wardrobe: WardrobeId, counted: Counted, right: &BTreeMap<Day, u64>, found: &BTreeMap<Day, u64>) -> Vec<Write> {
    let days: std::collections::BTreeSet<Day> = right.keys().chain(found.keys()).copied().collect();
    let mut writes = Vec::new();
    for date in days {
        let key = counters::key(wardrobe, counted, date);
        match (right.get(&date).copied(), found.get(&date).copied()) {
            (right, found) if right == found => {}
            (None, Some(found)) => writes.push(Delete::new(&WARDROBE_TABLE, key).only_if(counters::is(found)).into()),
            (Some(count), Some(found)) => {
                writes.push(Update::raw(&WARDROBE_TABLE, key).set("count", count).only_if(counters::is(found)).into());
            }
            (Some(count), None) => writes.push(new_counter(wardrobe, counted, date, count).if_absent().into()),
            (None, None) => {}
        }
    }
    writes
}

fn new_counter(wardrobe_id: WardrobeId, counted: Counted, date: Day, count: u64) -> Put {
    match counted {
        Counted::Clothing(clothing_id) => Put::of(&ClothingWearDaily { wardrobe_id, clothing_id, date, count }),
        Counted::Outfit(template_id) => Put::of(&OutfitWearDaily { wardrobe_id, template_id, date, count }),
    }
}

/// The garments and the outfit that a record counts for.
fn named_by(record: &History) -> impl Iterator<Item = Counted> {
    record.clothing_ids.iter().copied().map(Counted::Clothing).chain(record.template_id.map(Counted::Outfit))
}

/// The days on which something was worn, by its counters.
async fn daily(run: Run<'_>, wardrobe: WardrobeId, counted: Counted) -> Result<BTreeMap<Day, u64>> {
    let mut days = BTreeMap::new();
    each::<Daily>(run, counters::partition(wardrobe, counted), |day| {
        days.insert(day.date, day.count);
    })
    .await?;
    Ok(days)
}

/// The days on which something was worn, by the records that name it; nothing where some record cannot be read.
async fn recorded(run: Run<'_>, wardrobe: WardrobeId, counted: Counted) -> Result<Option<BTreeMap<Day, u64>>> {
    let mut days = BTreeMap::new();
    let readable = each::<History>(run, Query::table(&WARDROBE_TABLE, History::PK.of((wardrobe,))), |record| {
        if named_by(&record).any(|named| named == counted) {
            *days.entry(record.date).or_default() += 1;
        }
    })
    .await?;
    Ok(readable.then_some(days))
}

/// Shows every item of a partition that can be read, a page at a time and with every write that was acknowledged; says whether all can.
async fn each<T: Decode>(run: Run<'_>, query: Query, mut see: impl FnMut(T)) -> Result<bool> {
    let mut query = query.consistent();
    let mut all = true;
    loop {
        let (items, next) = run.page::<Item>(&query).await?;
        for item in &items {
            match T::decode(item.view()) {
                Ok(item) => see(item),
                Err(_) => all = false,
            }
        }
        match next {
            Some(next) => query.after = Some(next),
            None => return Ok(all),
        }
    }
}
