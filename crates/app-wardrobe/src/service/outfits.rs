//! Outfits: put together, changed, moved into the bin and out of it.

use chabudai_kernel::db::Run;
use chabudai_kernel::once::Once;
use chabudai_kernel::part::Millis;

use super::{Service, garments_in_order, tags_once};
use crate::design::{ADD_OUTFIT, EDIT_OUTFIT};
use crate::error::{Result, WardrobeError};
use crate::model::{ClothingId, Created, Outfit, OutfitId, SeasonTag, Status, WardrobeId, WearCount};
use crate::name::Name;
use crate::repo::clothes;
use crate::repo::outfits::{self, Edit};

/// What a new outfit is made of.
#[derive(Clone, PartialEq, Debug)]
pub struct NewOutfit {
    /// What it is called.
    pub name: Name,
    /// Its garments, in order.
    pub clothing_ids: Vec<ClothingId>,
    /// When in the year it is worn.
    pub tag_ids: Vec<SeasonTag>,
}

impl Service {
    /// Saves an outfit of garments that are in use.
    pub async fn add_outfit(&self, wardrobe: WardrobeId, new: &NewOutfit, once: Option<&Once>) -> Result<Created> {
        garments_in_order(&new.clothing_ids)?;
        tags_once(&new.tag_ids)?;
        self.once(Some(wardrobe), once, async {
            let run = self.base.db.run(&ADD_OUTFIT);
            all_in_use(run, wardrobe, &new.clothing_ids).await?;
            self.allow_entry(wardrobe).await?;
            let outfit = Outfit {
                wardrobe_id: wardrobe,
                template_id: OutfitId::new(self.base.uuid()),
                name: new.name.as_str().to_owned(),
                name_folded: Some(new.name.folded()),
                tag_ids: new.tag_ids.clone(),
                status: Status::Active,
                clothing_ids: new.clothing_ids.clone(),
                wear_count: WearCount::default(),
                last_worn_at: Millis(0),
                created_at: self.base.now_millis(),
                deleted_at: None,
                rev: 0,
            };
            let created = Created::new("templateId", outfit.template_id);
            self.commit(run, Some(wardrobe), once, vec![outfits::create(&outfit).into()], &created).await
        })
        .await
    }

    /// Changes an outfit that is in use.
    pub async fn edit_outfit(&self, wardrobe: WardrobeId, outfit: OutfitId, edit: &Edit) -> Result<()> {
        tags_once(edit.tag_ids.as_deref().unwrap_or_default())?;
        if let Some(ids) = &edit.clothing_ids {
            garments_in_order(ids)?;
        }
        self.base
            .persist(|| async {
                let run = self.base.db.run(&EDIT_OUTFIT);
                if let Some(ids) = &edit.clothing_ids {
                    all_in_use(run, wardrobe, ids).await?;
                }
                outfits::edit(run, wardrobe, outfit, edit).await
            })
            .await
    }

    /// Puts an outfit into the bin. Records go on showing its name.
    pub async fn delete_outfit(&self, wardrobe: WardrobeId, outfit: OutfitId) -> Result<()> {
        self.base.persist(|| outfits::delete(&self.base.db, wardrobe, outfit, self.base.now_millis())).await
    }

    /// Takes an outfit out of the bin.
    pub async fn restore_outfit(&self, wardrobe: WardrobeId, outfit: OutfitId) -> Result<()> {
        self.base.persist(|| outfits::restore(&self.base.db, wardrobe, outfit)).await
    }
}

async fn all_in_use(run: Run<'_>, wardrobe: WardrobeId, ids: &[ClothingId]) -> Result<()> {
    let found = clothes::current_many(run, wardrobe, ids).await?;
    let in_use = found.iter().filter(|garment| garment.status == Status::Active).count();
    if in_use == ids.len() { Ok(()) } else { Err(WardrobeError::NotFound("garment")) }
}
