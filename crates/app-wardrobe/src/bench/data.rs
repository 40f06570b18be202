//! Data to measure with: wardrobes of 200 garments, 20 outfits and 60 records each.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Result;
use chabudai_kernel::db::Db;
use chabudai_kernel::entity::Entity;
use chabudai_kernel::op::{BatchWrite, Put};
use chabudai_kernel::part::{Day, Millis};
use uuid::Uuid;

use crate::design::WARDROBE_TABLE;
use crate::model::{
    Clothing, ClothingId, Genre, History, HistoryId, Outfit, OutfitId, SeasonTag, Status, Wardrobe, WardrobeId, WearCount, day_millis,
};
use crate::name::fold;

/// Garments in a wardrobe.
pub(super) const GARMENTS: u64 = 200;
const OUTFITS: u64 = 20;
const RECORDS: u64 = 60;

/// What there is to ask for.
#[derive(Clone)]
pub(super) struct Filled {
    pub(super) wardrobes: Arc<Vec<WardrobeId>>,
    /// Gives every write something of its own.
    fresh: Arc<AtomicU64>,
}

impl Filled {
    /// A wardrobe, scattered over all of them.
    pub(super) fn wardrobe(&self, n: u64) -> (u64, WardrobeId) {
        let at = n.wrapping_mul(7919) % self.wardrobes.len() as u64;
        (at, self.wardrobes[at as usize])
    }

    pub(super) fn fresh(&self) -> u64 {
        self.fresh.fetch_add(1, Ordering::Relaxed)
    }
}

pub(super) fn id(kind: u64, wardrobe: u64, n: u64) -> Uuid {
    let random = (u128::from(kind) << 72) | (u128::from(wardrobe) << 32) | u128::from(n);
    let bytes = random.to_be_bytes();
    uuid::Builder::from_unix_timestamp_millis(1_750_000_000_000 + n, bytes[6..].try_into().expect("ten of sixteen")).into_uuid()
}

pub(super) fn clothing_id(wardrobe: u64, n: u64) -> ClothingId {
    ClothingId::new(id(1, wardrobe, n))
}

pub(super) fn outfit_id(wardrobe: u64, n: u64) -> OutfitId {
    OutfitId::new(id(2, wardrobe, n % OUTFITS))
}

pub(super) fn history_id(wardrobe: u64, n: u64) -> HistoryId {
    HistoryId::new(id(3, wardrobe, n % RECORDS))
}

pub(super) async fn fill(db: &Db, garments: u64, progress: &(dyn Fn(u64, u64) + Sync)) -> Result<Filled> {
    let wardrobes: Vec<_> = (0..garments.div_ceil(GARMENTS).max(1)).map(|n| WardrobeId::new(id(0, n, 0))).collect();
    for (at, wardrobe) in wardrobes.iter().enumerate() {
        db.fill(&of_wardrobe(at as u64, *wardrobe)).await?;
        progress(at as u64 + 1, wardrobes.len() as u64);
    }
    Ok(Filled { wardrobes: Arc::new(wardrobes), fresh: Arc::new(AtomicU64::new(0)) })
}

fn of_wardrobe(at: u64, wardrobe_id: WardrobeId) -> Vec<BatchWrite> {
    let created = |n: u64| Millis(1_750_000_000_000 + n * 1000);
    let mut out = vec![put(&Wardrobe::new(wardrobe_id, format!("クローゼット{at}"), created(0)))];
    for n in 0..GARMENTS {
        let name = format!("紺のリネンシャツ {n}");
        out.push(put(&Clothing {
            wardrobe_id,
            clothing_id: clothing_id(at, n),
            name_folded: Some(fold(&name)),
            name,
            genre: Some(Genre::ALL[n as usize % 3]),
            tag_ids: vec![SeasonTag::ALL[n as usize % 5]],
            status: if n % 20 == 19 { Status::Deleted } else { Status::Active },
            image_key: Some(format!("clothing/{wardrobe_id}/{n:040x}.jpg")),
            wear_count: WearCount::saturating(n % 37),
            last_worn_at: day_millis(day(n)),
            created_at: created(n),
            deleted_at: (n % 20 == 19).then(|| created(n)),
            rev: 0,
        }));
    }
    let garments = |n: u64| (0..4).map(|step| clothing_id(at, (n * 4 + step) % 19)).collect::<Vec<_>>();
    for n in 0..OUTFITS {
        let name = format!("組み合わせ {n}");
        out.push(put(&Outfit {
            wardrobe_id,
            template_id: outfit_id(at, n),
            name_folded: Some(fold(&name)),
            name,
            tag_ids: vec![SeasonTag::All],
            status: Status::Active,
            clothing_ids: garments(n),
            wear_count: WearCount::saturating(n),
            last_worn_at: day_millis(day(n)),
            created_at: created(n),
            deleted_at: None,
            rev: 0,
        }));
    }
    for n in 0..RECORDS {
        out.push(put(&History {
            wardrobe_id,
            history_id: history_id(at, n),
            created_at: created(n),
            date: day(n),
            template_id: n.is_multiple_of(2).then(|| outfit_id(at, n)),
            clothing_ids: garments(n),
        }));
    }
    out
}

fn day(n: u64) -> Day {
    Day(jiff::civil::date(2026, 1, 1).saturating_add(jiff::Span::new().days((n % 300) as i64)))
}

fn put<E: Entity>(entity: &E) -> BatchWrite {
    debug_assert_eq!(E::DESIGN.table.name, WARDROBE_TABLE.name);
    BatchWrite::Put(Put::of(entity))
}
