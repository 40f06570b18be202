//! Outfits.

use chabudai_kernel::db::{Db, Listed, Paging, Run};
use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{Get, Put, Query, Update};
use chabudai_kernel::part::Millis;

use super::{Sort, Wanted, in_order, rev_is};
use crate::design::{BIN, DELETE_OUTFIT, LIST_OUTFITS, READ_AT_MOST, RESTORE_OUTFIT, SEARCH_OUTFITS, WARDROBE_TABLE};
use crate::error::{Result, WardrobeError};
use crate::model::{ClothingId, Outfit, OutfitId, SeasonTag, Status, WardrobeId, WearCount};
use crate::name::Name;

/// AP-09, AP-09a and AP-20: outfits of one status, sorted, perhaps with something in their name or with one garment. The pictures are
/// on the same account; `Run` goes on with them.
pub async fn list<'a>(
    db: &'a Db,
    wardrobe: WardrobeId,
    status: Status,
    sort: Sort,
    wanted: &Wanted,
    with: Option<ClothingId>,
    page: Paging<'_>,
) -> Result<(Run<'a>, Listed<Outfit>)> {
    let query = in_order(sort, Outfit::statusListPk.of((wardrobe, status))).direction(page.backward);
    let query = wanted.conditions().fold(query, Query::filter);
    let query = match with {
        Some(clothing) => query.filter(attr("clothingIds").contains(clothing.to_string())),
        None => query,
    };
    let run = db.run(match (status, wanted.is_all() && with.is_none()) {
        (Status::Deleted, true) => &BIN,
        (_, true) => &LIST_OUTFITS,
        (_, false) => &SEARCH_OUTFITS,
    });
    let mut listed: Listed<Outfit> = run.list(query, page.limit, page.cursor, READ_AT_MOST).await?;
    listed.items.retain(|outfit| wanted.has(&outfit.name, outfit.name_folded.as_deref()));
    Ok((run, listed))
}

/// AP-10, AP-16: one outfit, also from the bin, on the account of the pattern that asks.
pub async fn get(run: Run<'_>, wardrobe: WardrobeId, outfit: OutfitId, consistent: bool) -> Result<Option<Outfit>> {
    let get = Get::new(&WARDROBE_TABLE, Outfit::key(wardrobe, outfit));
    Ok(run.get(if consistent { get.consistent() } else { get }).await?)
}

/// AP-11, the write: a new outfit.
pub fn create(outfit: &Outfit) -> Put {
    Put::of(outfit).if_absent()
}

/// What an edit changes; what is `None` stays.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Edit {
    /// Another name.
    pub name: Option<Name>,
    /// Other garments, all of them in their order.
    pub clothing_ids: Option<Vec<ClothingId>>,
    /// Other seasons.
    pub tag_ids: Option<Vec<SeasonTag>>,
}

/// AP-12, the write: changes an outfit that is in use. Records keep what they copied.
pub async fn edit(run: Run<'_>, wardrobe: WardrobeId, outfit: OutfitId, edit: &Edit) -> Result<()> {
    let mut update = Update::of::<Outfit>(Outfit::key(wardrobe, outfit)).only_if(attr("status").eq(Status::Active.as_str()));
    if let Some(name) = &edit.name {
        update = update.set("name", name.as_str()).set("nameFolded", name.folded());
    }
    if let Some(ids) = &edit.clothing_ids {
        update = update.set("clothingIds", ids.iter().map(ToString::to_string).collect::<Vec<_>>());
    }
    if let Some(tags) = &edit.tag_ids {
        let tags: Vec<&str> = tags.iter().map(|tag| tag.as_str()).collect();
        update = update.set_or_remove("tagIds", (!tags.is_empty()).then_some(tags));
    }
    // The garments of a record are read together with the outfit: a changed list must not slip in between.
    found(run.commit_one(update.add("rev", 1)).await)
}

/// AP-13: into the bin.
pub async fn delete(db: &Db, wardrobe: WardrobeId, outfit: OutfitId, at: Millis) -> Result<()> {
    let update = moved(wardrobe, outfit, Status::Active, Status::Deleted).set("deletedAt", at.0);
    found(db.run(&DELETE_OUTFIT).commit_one(update).await)
}

/// AP-19: out of the bin.
pub async fn restore(db: &Db, wardrobe: WardrobeId, outfit: OutfitId) -> Result<()> {
    let update = moved(wardrobe, outfit, Status::Deleted, Status::Active).remove("deletedAt");
    found(db.run(&RESTORE_OUTFIT).commit_one(update).await)
}

fn moved(wardrobe: WardrobeId, outfit: OutfitId, from: Status, to: Status) -> Update {
    Update::of::<Outfit>(Outfit::key(wardrobe, outfit))
        .set("status", to.as_str())
        .set("statusListPk", Outfit::statusListPk.text(&(wardrobe, to)))
        .add("rev", 1)
        .only_if(attr("status").eq(from.as_str()))
}

fn found(outcome: std::result::Result<(), chabudai_kernel::store::StoreError>) -> Result<()> {
    match outcome {
        Err(error) if error.condition_failed_at(0) => Err(WardrobeError::NotFound("outfit")),
        other => Ok(other?),
    }
}

/// AP-16 and AP-17, the write: the two caches, with the sort keys that they feed.
pub fn restate(before: &Outfit, wear_count: WearCount, last_worn_at: Millis) -> Update {
    let after = Outfit { wear_count, last_worn_at, ..before.clone() };
    Update::of::<Outfit>(Outfit::key(before.wardrobe_id, before.template_id))
        .set("wearCount", wear_count.get())
        .set("lastWornAt", last_worn_at.0)
        .set("rev", before.rev + 1)
        .rekey(&after)
        .only_if(rev_is(before.rev))
}
