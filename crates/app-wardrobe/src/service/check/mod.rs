//! The operator's look at everything: is each item as the design has it, does it belong to a wardrobe that is there, and do the caches
//! agree with the daily counters, and these with the records?
//!
//! All of it reads a page at a time beside whoever writes, and what seems wrong is looked at again before it is reported.

mod counts; // caches, daily counters and records of a garment or an outfit
mod lists; // how many wardrobes somebody has among theirs

use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

use chabudai_kernel::audit::{self, Audit};
use chabudai_kernel::db::Run;
use chabudai_kernel::entity::{Entity as _, is_of_kind, kind_of};
use chabudai_kernel::expr::attr;
use chabudai_kernel::key::ItemKey;
use chabudai_kernel::op::{Check, Delete, Get, Transact, Write, key_of};
use chabudai_kernel::packed::{Item, ItemRef};
use chabudai_kernel::store::StoreError;

pub use counts::Drift;
pub use lists::Miscount;

use super::Service;
use crate::design::{DESIGN, REPAIR, WALK, WARDROBE_TABLE};
use crate::error::Result;
use crate::model::{Clothing, ClothingWearDaily, Deletion, History, Kept, Outfit, OutfitWearDaily, Wardrobe, WardrobeId};
use crate::repo::kept;

/// How long the look waits before it looks again at what seems to belong to nothing.
const PAUSE: Duration = Duration::from_millis(200);

/// Something that is wrong, in one line: whose it is, which item, and what is wrong with it.
#[derive(Clone, PartialEq, Debug)]
pub enum Finding {
    /// An item is not as the design has it, or an index not as the items.
    Item(audit::Finding),
    /// The caches of a garment or an outfit, its daily counters and the records do not say the same.
    Drift(Drift),
    /// An item whose garment, outfit or wardrobe is not there.
    Orphan(Orphan),
    /// A list is not as long as its number says.
    Miscount(Miscount),
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Item(finding) => finding.fmt(f),
            Self::Drift(drift) => drift.fmt(f),
            Self::Orphan(orphan) => orphan.fmt(f),
            Self::Miscount(miscount) => miscount.fmt(f),
        }
    }
}

/// An item that belongs to something that is not there.
#[derive(Clone, PartialEq, Debug)]
pub struct Orphan {
    name: String,
    key: ItemKey,
    belongs_to: ItemKey,
    what: &'static str,
}

impl fmt::Display for Orphan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: its {} is gone", self.name, self.what)
    }
}

/// What the look has been at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Wardrobes.
    pub wardrobes: u64,
    /// Items of any kind.
    pub items: u64,
    /// What was found.
    pub findings: u64,
}

impl Service {
    /// Looks at everything, and tells what is wrong as it is found.
    pub async fn check_all(&self, mut tell: impl AsyncFnMut(Finding) -> Result<()>) -> Result<Checked> {
        let run = self.base.db.run(&WALK);
        let mut audit = Audit::of(&DESIGN, self.base.db.store(), self.base.db.clock());
        let mut checked = Checked::default();
        while let Some(seen) = audit.next_page().await? {
            checked.items += seen.items.len() as u64;
            let mut found: Vec<Finding> = seen.findings.into_iter().map(Finding::Item).collect();
            found.extend(self.orphans(run, &seen.items).await?.into_iter().map(Finding::Orphan));
            found.extend(self.miscounts(run, &seen.items).await?.into_iter().map(Finding::Miscount));
            for finding in found {
                checked.findings += 1;
                tell(finding).await?;
            }
            for wardrobe in seen.items.iter().filter_map(|item| a_wardrobe(item.view())) {
                checked.wardrobes += 1;
                for drift in self.check(wardrobe).await? {
                    checked.findings += 1;
                    tell(Finding::Drift(drift)).await?;
                }
            }
        }
        Ok(checked)
    }

    /// Mends what can be mended; says whether it could.
    pub async fn mend(&self, finding: &Finding) -> Result<bool> {
        match finding {
            Finding::Item(finding) => Ok(Audit::of(&DESIGN, self.base.db.store(), self.base.db.clock()).mend(finding).await?),
            Finding::Drift(drift) => self.repair(drift.wardrobe, drift.counted).await.map(|_| true),
            Finding::Orphan(orphan) => self.remove_orphan(orphan).await,
            Finding::Miscount(miscount) => self.recount(miscount).await,
        }
    }

    /// The items of a page whose garment, outfit or wardrobe is not there, on two looks.
    async fn orphans(&self, run: Run<'_>, items: &[Item]) -> Result<Vec<Orphan>> {
        let mut orphans = without_owner(run, items).await?;
        if !orphans.is_empty() {
            self.base.db.clock().sleep(PAUSE).await;
            let keys = orphans.iter().map(|orphan| (&WARDROBE_TABLE, orphan.key.clone())).collect();
            orphans = without_owner(run, &run.batch_get(keys, crate::design::BATCH, true).await?).await?;
        }
        Ok(orphans)
    }

    /// Takes away a counter that counts for nothing, and what a list or a deletion says of a wardrobe that is gone. Anything else without an
    /// owner is somebody's, and stays for a person to judge.
    async fn remove_orphan(&self, orphan: &Orphan) -> Result<bool> {
        let run = self.base.db.run(&REPAIR);
        let Some(item) = run.get::<Item>(Get::new(&WARDROBE_TABLE, orphan.key.clone()).consistent()).await? else { return Ok(true) };
        let owner = Check { table: &WARDROBE_TABLE, key: orphan.belongs_to.clone(), condition: attr("PK").absent() };
        if is_of_kind(&Kept::DESIGN, item.view()) || is_of_kind(&Deletion::DESIGN, item.view()) {
            let mut writes: Vec<Write> = vec![owner.into(), Delete::new(&WARDROBE_TABLE, orphan.key.clone()).if_exists().into()];
            // How long the list is by its number is looked at by itself.
            writes.extend(Kept::from_item(item.view()).ok().map(|row| kept::one_less(&row.user_id).into()));
            return mended(run.commit(Transact::of(writes)).await);
        }
        if counter(item.view()).is_none() {
            return Ok(false);
        }
        let unchanged = match item.view().get("count").and_then(|count| count.to_value().ok()) {
            Some(count) => attr("count").eq(count),
            None => attr("count").absent(),
        };
        let counter = Delete::new(&WARDROBE_TABLE, orphan.key.clone()).only_if(unchanged);
        // The garment is back, or somebody counts: the next look tells.
        mended(run.commit(Transact::of([owner.into(), counter.into()])).await)
    }
}

/// Whether a write that builds on what was found was still right.
fn mended(outcome: std::result::Result<(), StoreError>) -> Result<bool> {
    match outcome {
        Ok(()) => Ok(true),
        Err(error) if error.is_stale_read() => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// A wardrobe whose counts are to agree: those of one that is being removed go one after the other.
fn a_wardrobe(item: ItemRef<'_>) -> Option<WardrobeId> {
    let wardrobe = is_of_kind(&Wardrobe::DESIGN, item).then(|| Wardrobe::from_item(item).ok()).flatten();
    wardrobe.filter(|wardrobe| !wardrobe.removing).map(|wardrobe| wardrobe.wardrobe_id)
}

/// The garment or the outfit that a daily counter counts for.
fn counter(item: ItemRef<'_>) -> Option<ItemKey> {
    if is_of_kind(&ClothingWearDaily::DESIGN, item) {
        let daily = ClothingWearDaily::from_item(item).ok()?;
        Some(Clothing::key(daily.wardrobe_id, daily.clothing_id))
    } else if is_of_kind(&OutfitWearDaily::DESIGN, item) {
        let daily = OutfitWearDaily::from_item(item).ok()?;
        Some(Outfit::key(daily.wardrobe_id, daily.template_id))
    } else {
        None
    }
}

/// What an item belongs to. What is kept for a day only belongs to nothing.
fn owner(item: ItemRef<'_>) -> Option<(ItemKey, &'static str)> {
    if let Some(key) = counter(item) {
        let what = if is_of_kind(&ClothingWearDaily::DESIGN, item) { "garment" } else { "outfit" };
        return Some((key, what));
    }
    let wardrobe = if is_of_kind(&Clothing::DESIGN, item) {
        Clothing::from_item(item).ok()?.wardrobe_id
    } else if is_of_kind(&Outfit::DESIGN, item) {
        Outfit::from_item(item).ok()?.wardrobe_id
    } else if is_of_kind(&History::DESIGN, item) {
        History::from_item(item).ok()?.wardrobe_id
    } else if is_of_kind(&Kept::DESIGN, item) {
        Kept::from_item(item).ok()?.wardrobe_id
    } else if is_of_kind(&Deletion::DESIGN, item) {
        Deletion::from_item(item).ok()?.wardrobe_id
    } else {
        return None;
    };
    Some((Wardrobe::key(wardrobe), "wardrobe"))
}

async fn without_owner(run: Run<'_>, items: &[Item]) -> Result<Vec<Orphan>> {
    let owned: Vec<_> = items.iter().filter_map(|item| Some((item, key_of(&WARDROBE_TABLE, item.view())?, owner(item.view())?))).collect();
    let owners: BTreeSet<ItemKey> = owned.iter().map(|(_, _, (key, _))| key.clone()).collect();
    let keys = owners.into_iter().map(|key| (&WARDROBE_TABLE, key)).collect();
    let there = run.batch_get::<Item>(keys, crate::design::BATCH, true).await?;
    let there: BTreeSet<ItemKey> = there.iter().filter_map(|item| key_of(&WARDROBE_TABLE, item.view())).collect();
    let gone = owned.into_iter().filter(|(_, _, (owner, _))| !there.contains(owner));
    Ok(gone
        .map(|(item, key, (belongs_to, what))| {
            let kind = kind_of(&DESIGN, &WARDROBE_TABLE, item.view());
            Orphan { name: audit::named_by_key(kind, &key, item.view()), key, belongs_to, what }
        })
        .collect())
}
