//! Garments: added, moved into the bin and out of it.

use chabudai_kernel::clock::retry_stale_reads;
use chabudai_kernel::part::Millis;

use super::{BUDGET, Created, Service, tags_once};
use crate::design::{ADD_CLOTHING, DELETE_CLOTHING, RESTORE_CLOTHING};
use crate::error::{Result, WardrobeError};
use crate::model::{Clothing, ClothingId, Genre, SeasonTag, Status, WardrobeId, WearCount};
use crate::name::Name;
use crate::repo::clothes::{self, Edit};
use crate::repo::idempotency::Once;

/// What a new garment is made of.
#[derive(Clone, PartialEq, Debug)]
pub struct NewClothing {
    /// What it is called.
    pub name: Name,
    /// Where on the body it goes.
    pub genre: Genre,
    /// Its picture.
    pub image_key: Option<String>,
    /// When in the year it is worn.
    pub tag_ids: Vec<SeasonTag>,
}

impl Service {
    /// Adds a garment, never worn so far.
    pub async fn add_clothing(&self, wardrobe: WardrobeId, new: &NewClothing, once: Option<&Once>) -> Result<Created> {
        tags_once(&new.tag_ids)?;
        self.once(Some(wardrobe), once, async {
            let clothing = Clothing {
                wardrobe_id: wardrobe,
                clothing_id: ClothingId::new(self.uuid()),
                name: new.name.as_str().to_owned(),
                name_folded: new.name.folded(),
                genre: new.genre,
                tag_ids: new.tag_ids.clone(),
                status: Status::Active,
                image_key: new.image_key.clone(),
                wear_count: WearCount::default(),
                last_worn_at: Millis(0),
                created_at: self.now(),
                deleted_at: None,
                rev: 0,
            };
            let created = Created::new("clothingId", clothing.clothing_id);
            let run = self.db.run(&ADD_CLOTHING);
            self.commit(run, Some(wardrobe), once, vec![clothes::create(&clothing).into()], &created).await
        })
        .await
    }

    /// Changes a garment that is in use.
    pub async fn edit_clothing(&self, wardrobe: WardrobeId, clothing: ClothingId, edit: &Edit) -> Result<()> {
        tags_once(edit.tag_ids.as_deref().unwrap_or_default())?;
        if *edit == Edit::default() {
            // Nothing to change is still a question whether the garment is there.
            let found = clothes::get(&self.db, wardrobe, clothing).await?;
            return found.filter(|c| c.status == Status::Active).map(drop).ok_or(WardrobeError::NotFound("garment"));
        }
        clothes::edit(&self.db, wardrobe, clothing, edit).await
    }

    /// Puts a garment into the bin. Outfits and records go on showing it.
    pub async fn delete_clothing(&self, wardrobe: WardrobeId, clothing: ClothingId) -> Result<()> {
        self.move_clothing(wardrobe, clothing, Status::Active, Status::Deleted).await
    }

    /// Takes a garment out of the bin.
    pub async fn restore_clothing(&self, wardrobe: WardrobeId, clothing: ClothingId) -> Result<()> {
        self.move_clothing(wardrobe, clothing, Status::Deleted, Status::Active).await
    }

    async fn move_clothing(&self, wardrobe: WardrobeId, clothing: ClothingId, from: Status, to: Status) -> Result<()> {
        let _turn = self.queue(wardrobe).await;
        let pattern = if to == Status::Deleted { &DELETE_CLOTHING } else { &RESTORE_CLOTHING };
        let moved = retry_stale_reads(self.db.clock(), BUDGET, || async {
            let run = self.db.run(pattern);
            let before = clothes::current(run, wardrobe, clothing).await?;
            let before = before.filter(|c| c.status == from).ok_or(WardrobeError::NotFound("garment"))?;
            let deleted_at = (to == Status::Deleted).then(|| self.now());
            Ok::<_, WardrobeError>(run.commit_one(clothes::move_to(&before, to, deleted_at)).await?)
        });
        moved.await.map_err(WardrobeError::settled)
    }
}
