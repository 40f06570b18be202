//! Garments.

use chabudai_kernel::db::{Db, Listed, Paging, Run};
use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{Get, Put, Query, Update};
use chabudai_kernel::part::{Day, Millis};

use super::{Sort, Wanted, in_order, rev_is};
use crate::design::{
    BATCH, CLOTHING_DETAIL, LIST_CLOTHES, READ_AT_MOST, RECOMMEND, SEARCH_CLOTHES, STATUS_GENRE_LIST_BY_CREATED_AT, UNWORN, WARDROBE_TABLE,
};
use crate::error::Result;
use crate::model::{Clothing, ClothingId, Genre, SeasonTag, Status, WardrobeId, WearCount, day_millis};
use crate::name::Name;
use crate::picture::ImageKey;

/// AP-04, AP-04b and AP-20: garments of one status, sorted, perhaps of one genre or with something in their name.
pub async fn list(
    db: &Db,
    wardrobe: WardrobeId,
    status: Status,
    sort: Sort,
    genre: Option<Genre>,
    wanted: &Wanted,
    page: Paging<'_>,
) -> Result<Listed<Clothing>> {
    let by_genre =
        |genre| Query::index(&WARDROBE_TABLE, &STATUS_GENRE_LIST_BY_CREATED_AT, Clothing::statusGenreListPk.of((wardrobe, status, genre)));
    let by_status = in_order(sort, Clothing::statusListPk.of((wardrobe, status)));
    let query = match (genre, sort) {
        (None, _) => by_status,
        // A garment that does not say its genre is one of these, and the genre's own index goes without it.
        (Some(Genre::Others), _) => by_status.filter(attr("genre").eq(Genre::Others.as_str()).or(attr("genre").absent())),
        // The one order that has an index of its own per genre; in the others the genre is filtered.
        (Some(genre), Sort::Created) => by_genre(genre),
        (Some(genre), Sort::Wear | Sort::LastWorn) => by_status.filter(attr("genre").eq(genre.as_str())),
    };
    let query = wanted.conditions().fold(query.direction(page.backward), Query::filter);
    let pattern = match (status, wanted.is_all()) {
        (Status::Deleted, true) => &crate::design::BIN,
        (_, true) => &LIST_CLOTHES,
        (_, false) => &SEARCH_CLOTHES,
    };
    let mut listed: Listed<Clothing> = db.run(pattern).list(query, page.limit, page.cursor, READ_AT_MOST).await?;
    listed.items.retain(|garment| wanted.has(&garment.name, garment.name_folded.as_deref()));
    Ok(listed)
}

/// AP-04a: garments of these seasons and genre, longest unworn first, at most so many.
pub async fn longest_unworn(db: &Db, wardrobe: WardrobeId, seasons: [SeasonTag; 2], most: [(Genre, usize); 2]) -> Result<Vec<Clothing>> {
    let run = db.run(&RECOMMEND);
    let of_season = attr("tagIds").contains(seasons[0].as_str()).or(attr("tagIds").contains(seasons[1].as_str()));
    let mut query = in_order(Sort::LastWorn, Clothing::statusListPk.of((wardrobe, Status::Active))).filter(of_season).limit(50);
    let mut found: Vec<Clothing> = Vec::new();
    let mut looked_at = 0;
    loop {
        let (items, next) = run.page::<Clothing>(&query).await?;
        for item in items {
            let room = most.iter().find(|(genre, _)| *genre == item.genre()).map_or(0, |(_, most)| *most);
            if found.iter().filter(|other| other.genre() == item.genre()).count() < room {
                found.push(item);
            }
        }
        looked_at += 50;
        let full = found.len() == most.iter().map(|(_, most)| most).sum::<usize>();
        match next {
            Some(next) if !full && looked_at < READ_AT_MOST => query.after = Some(next),
            _ => return Ok(found),
        }
    }
}

/// AP-28: garments that were not worn since a day, longest unworn first. What came into the wardrobe after that day could not be.
pub async fn unworn_since(db: &Db, wardrobe: WardrobeId, day: Day, page: Paging<'_>) -> Result<Listed<Clothing>> {
    let since = day_millis(day);
    let could_be = attr("lastWornAt").gt(0).or(attr("createdAt").lt(since.0));
    let query = in_order(Sort::LastWorn, Clothing::statusListPk.of((wardrobe, Status::Active)))
        .range(Clothing::lastWornAtSk.below((since,)))
        .filter(could_be);
    Ok(db.run(&UNWORN).list(query, page.limit, page.cursor, READ_AT_MOST).await?)
}

/// AP-05: one garment, also from the bin.
pub async fn get(db: &Db, wardrobe: WardrobeId, clothing: ClothingId) -> Result<Option<Clothing>> {
    Ok(db.run(&CLOTHING_DETAIL).entity(Clothing::key(wardrobe, clothing)).await?)
}

/// AP-06, the write: a new garment.
pub fn create(clothing: &Clothing) -> Put {
    Put::of(clothing).if_absent()
}

/// What an edit changes; what is `None` stays.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Edit {
    /// Another name.
    pub name: Option<Name>,
    /// Another genre.
    pub genre: Option<Genre>,
    /// Another picture, or none any more.
    pub image_key: Option<Option<ImageKey>>,
    /// Other seasons.
    pub tag_ids: Option<Vec<SeasonTag>>,
}

/// AP-07, the write: changes a garment that is in use. Nothing but the edited fields is written, so that a record made meanwhile stays
/// counted.
pub fn edit(wardrobe: WardrobeId, clothing: ClothingId, edit: &Edit) -> Update {
    let mut update = Update::of::<Clothing>(Clothing::key(wardrobe, clothing)).only_if(attr("status").eq(Status::Active.as_str()));
    if let Some(name) = &edit.name {
        update = update.set("name", name.as_str()).set("nameFolded", name.folded());
    }
    if let Some(genre) = edit.genre {
        // The status is known from the condition, so the key needs no read. A move into the bin makes the same key from the genre that it
        // read: the count of changes tells it that the genre is another one by now.
        let key = Clothing::statusGenreListPk.text(&(wardrobe, Status::Active, genre));
        update = update.set("genre", genre.as_str()).set("statusGenreListPk", key).add("rev", 1);
    }
    if let Some(image) = &edit.image_key {
        update = update.set_or_remove("imageKey", image.as_ref().map(ToString::to_string));
    }
    if let Some(tags) = &edit.tag_ids {
        let tags: Vec<&str> = tags.iter().map(|tag| tag.as_str()).collect();
        update = update.set_or_remove("tagIds", (!tags.is_empty()).then_some(tags));
    }
    update
}

/// Reads a garment with every write that was acknowledged, for a write that builds on it.
pub async fn current(run: Run<'_>, wardrobe: WardrobeId, clothing: ClothingId) -> Result<Option<Clothing>> {
    Ok(run.get(Get::new(&WARDROBE_TABLE, Clothing::key(wardrobe, clothing)).consistent()).await?)
}

/// Reads garments with every write that was acknowledged, in the order asked for; one that is not there is left out.
pub async fn current_many(run: Run<'_>, wardrobe: WardrobeId, ids: &[ClothingId]) -> Result<Vec<Clothing>> {
    let keys = ids.iter().map(|id| (&WARDROBE_TABLE, Clothing::key(wardrobe, *id))).collect();
    let mut found: Vec<Clothing> = run.batch_get(keys, BATCH, true).await?;
    found.sort_by_key(|garment| ids.iter().position(|id| *id == garment.clothing_id));
    Ok(found)
}

/// AP-08 and AP-18, the write: into the bin or out of it. The three lists and the genre's list move along.
pub fn move_to(before: &Clothing, status: Status, deleted_at: Option<Millis>) -> Update {
    let after = Clothing { status, ..before.clone() };
    Update::of::<Clothing>(Clothing::key(before.wardrobe_id, before.clothing_id))
        .set("status", status.as_str())
        .set_or_remove("deletedAt", deleted_at.map(|at| at.0))
        .set("rev", before.rev + 1)
        .rekey(&after)
        .only_if(rev_is(before.rev))
}

/// AP-16 and AP-17, the write: the two caches, with the sort keys that they feed.
pub fn restate(before: &Clothing, wear_count: WearCount, last_worn_at: Millis) -> Update {
    let after = Clothing { wear_count, last_worn_at, ..before.clone() };
    Update::of::<Clothing>(Clothing::key(before.wardrobe_id, before.clothing_id))
        .set("wearCount", wear_count.get())
        .set("lastWornAt", last_worn_at.0)
        .set("rev", before.rev + 1)
        .rekey(&after)
        .only_if(rev_is(before.rev))
}
