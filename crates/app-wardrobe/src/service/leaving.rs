//! A wardrobe that goes: deleted, for a day undone, then removed with all that is in it.

use std::future::Future;

use chabudai_kernel::db::Run;
use chabudai_kernel::design::Form;
use chabudai_kernel::entity::Entity;
use chabudai_kernel::key::part_of;
use chabudai_kernel::op::Query;
use chabudai_kernel::packed::Item;
use chabudai_kernel::part::Millis;

use super::Service;
use crate::address::Address;
use crate::design::{AT_A_TIME, DELETE_WARDROBE, REMOVE_WARDROBE, RESTORE_WARDROBE, WARDROBE_TABLE};
use crate::error::{Result, WardrobeError};
use crate::model::{Clothing, Deletion, History, Idempotency, Kept, Outfit, SECOND_THOUGHTS, Wardrobe, WardrobeId};
use crate::picture::picture_in;
use crate::repo::counters::{self, Counted};
use crate::repo::{deletions, kept};

/// What became of a wardrobe whose day was over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Removed {
    /// Nothing is left of it.
    Wholly,
    /// It was brought back in time.
    Restored,
}

impl Service {
    /// Deletes a wardrobe. From now on it answers nothing but its undo, until the moment that comes back.
    pub async fn delete_wardrobe(&self, address: &Address) -> Result<Millis> {
        self.base
            .persist(|| async {
                let wardrobe = self.open(address.clone()).await?;
                let now = self.base.now_millis();
                self.base.db.run(&DELETE_WARDROBE).commit(deletions::mark(&wardrobe, now)).await?;
                Ok(Millis(now.0 + SECOND_THOUGHTS))
            })
            .await
    }

    /// A deleted wardrobe, while it can come back.
    pub async fn deleted_wardrobe(&self, address: &Address) -> Result<Wardrobe> {
        let wardrobe = self.find(address).await?;
        if wardrobe.deleted_at.is_some() { Ok(wardrobe) } else { Err(WardrobeError::NotFound("wardrobe")) }
    }

    /// Brings a deleted wardrobe back, as it was.
    pub async fn restore_wardrobe(&self, address: &Address) -> Result<Wardrobe> {
        self.base
            .persist(|| async {
                let wardrobe = self.deleted_wardrobe(address).await?;
                let deleted_at = wardrobe.deleted_at.ok_or(WardrobeError::NotFound("wardrobe"))?;
                // Whoever removes it looks at the same item: one of both comes first, and the other finds it so.
                self.base.db.run(&RESTORE_WARDROBE).commit(deletions::unmark(&wardrobe, deleted_at)).await?;
                Ok(wardrobe)
            })
            .await
    }

    /// The wardrobes whose day is over.
    pub async fn due_deletions(&self) -> Result<Vec<Deletion>> {
        let Some(moment) = self.base.now_millis().0.checked_sub(SECOND_THOUGHTS) else { return Ok(Vec::new()) };
        deletions::until(&self.base.db, Millis(moment)).await
    }

    /// Removes everything of a wardrobe whose day is over: what leads to others after them, pictures before the garments that name them, the
    /// wardrobe and the note of its deletion last and together. Whatever stops it, the same call goes on with what is left.
    pub async fn remove_wardrobe<F, E>(&self, deletion: &Deletion, remove_picture: impl Fn(String) -> F) -> std::result::Result<Removed, E>
    where
        F: Future<Output = std::result::Result<(), E>>,
        E: From<WardrobeError>,
    {
        let run = self.base.db.run(&REMOVE_WARDROBE);
        let wardrobe = deletion.wardrobe_id;
        if !deletions::claim(run, deletion).await? {
            return Ok(Removed::Restored);
        }
        let mut garments = Walk::over(Query::table(&WARDROBE_TABLE, Clothing::PK.of((wardrobe,))));
        while let Some(items) = garments.next(run).await? {
            for item in &items {
                if let Some(id) = id_in::<Clothing, _>(item, "clothingId") {
                    clear(run, counters::partition(wardrobe, Counted::Clothing(id))).await?;
                }
                let image = item.view().get("imageKey").and_then(|key| key.as_str().map(str::to_owned));
                if let Some(picture) = image.as_deref().and_then(picture_in) {
                    remove_picture(picture.to_owned()).await?;
                }
            }
            deletions::remove(run, &items).await?;
        }
        let mut outfits = Walk::over(Query::table(&WARDROBE_TABLE, Outfit::PK.of((wardrobe,))));
        while let Some(items) = outfits.next(run).await? {
            for id in items.iter().filter_map(|item| id_in::<Outfit, _>(item, "templateId")) {
                clear(run, counters::partition(wardrobe, Counted::Outfit(id))).await?;
            }
            deletions::remove(run, &items).await?;
        }
        clear(run, Query::table(&WARDROBE_TABLE, History::PK.of((wardrobe,)))).await?;
        clear(run, Query::table(&WARDROBE_TABLE, Idempotency::PK.of((wardrobe,)))).await?;
        self.take_out_of_lists(run, wardrobe).await?;
        deletions::end(run, deletion).await?;
        Ok(Removed::Wholly)
    }

    /// It is among nobody's own any more, and each has room for another one.
    async fn take_out_of_lists(&self, run: Run<'_>, wardrobe: WardrobeId) -> Result<()> {
        let mut keepers = Walk::over(kept::keepers_of(wardrobe));
        while let Some(items) = keepers.next(run).await? {
            for row in items.iter().filter_map(|item| Kept::from_item(item.view()).ok()) {
                self.base.persist(|| kept::remove(run, &row.user_id, wardrobe)).await?;
            }
        }
        Ok(())
    }
}

/// A range, a few items at a time, as they are: also what cannot be read any more goes.
struct Walk {
    query: Option<Query>,
}

impl Walk {
    fn over(query: Query) -> Self {
        let consistent = query.index.is_none();
        Self { query: Some(Query { limit: Some(AT_A_TIME), consistent, ..query }) }
    }

    /// The next few; none at the end.
    async fn next(&mut self, run: Run<'_>) -> Result<Option<Vec<Item>>> {
        let Some(query) = self.query.take() else { return Ok(None) };
        let (items, next) = run.page::<Item>(&query).await?;
        self.query = next.map(|next| query.after(Some(next)));
        Ok(Some(items))
    }
}

/// Removes a range.
async fn clear(run: Run<'_>, query: Query) -> Result<()> {
    let mut walk = Walk::over(query);
    while let Some(items) = walk.next(run).await? {
        deletions::remove(run, &items).await?;
    }
    Ok(())
}

/// The id in the sort key of an item of a kind, which is there whatever else is wrong with it.
fn id_in<E: Entity, T: std::str::FromStr>(item: &Item, part: &str) -> Option<T> {
    let key = E::DESIGN.key("SK")?;
    let Form::Text(pieces) = key.form else { return None };
    let sort = item.view().get("SK")?;
    part_of(pieces, sort.as_str()?, part)?.parse().ok()
}
