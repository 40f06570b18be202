//! Garments: added, moved into the bin and out of it.

use std::net::IpAddr;

use chabudai_app::pictures::{Unshown, utc_day};
use chabudai_kernel::expr::attr;
use chabudai_kernel::once::Once;
use chabudai_kernel::op::{Transact, Write};
use chabudai_kernel::part::{Day, Millis};

use super::{Service, tags_once};
use crate::design::{ADD_CLOTHING, DELETE_CLOTHING, EDIT_CLOTHING, RESTORE_CLOTHING};
use crate::error::{Result, WardrobeError};
use crate::model::{Clothing, ClothingId, Created, Genre, SeasonTag, Status, Upload, WardrobeId, WearCount};
use crate::name::Name;
use crate::picture::ImageKey;
use crate::repo::clothes::{self, Edit};
use crate::repo::uploads;

/// What a new garment is made of.
#[derive(Clone, PartialEq, Debug)]
pub struct NewClothing {
    /// What it is called.
    pub name: Name,
    /// Where on the body it goes.
    pub genre: Genre,
    /// Its picture.
    pub image_key: Option<ImageKey>,
    /// When in the year it is worn.
    pub tag_ids: Vec<SeasonTag>,
}

impl Service {
    /// Adds a garment, never worn so far.
    pub async fn add_clothing(&self, wardrobe: WardrobeId, new: &NewClothing, once: Option<&Once>) -> Result<Created> {
        tags_once(&new.tag_ids)?;
        self.once(Some(wardrobe), once, async {
            self.allow_entry(wardrobe).await?;
            let clothing = Clothing {
                wardrobe_id: wardrobe,
                clothing_id: ClothingId::new(self.base.uuid()),
                name: new.name.as_str().to_owned(),
                name_folded: Some(new.name.folded()),
                genre: Some(new.genre),
                tag_ids: new.tag_ids.clone(),
                status: Status::Active,
                image_key: new.image_key.as_ref().map(ToString::to_string),
                wear_count: WearCount::default(),
                last_worn_at: Millis(0),
                created_at: self.base.now_millis(),
                deleted_at: None,
                rev: 0,
            };
            let created = Created::new("clothingId", clothing.clothing_id);
            let run = self.base.db.run(&ADD_CLOTHING);
            let mut writes = vec![clothes::create(&clothing).into()];
            writes.extend(new.image_key.iter().map(taking));
            // The picture, if there is one, is the second write.
            let has_picture = new.image_key.is_some();
            self.commit(run, Some(wardrobe), once, writes, &created).await.map_err(|error| match error {
                WardrobeError::Store(error) if has_picture && error.condition_failed_at(1) => ImageKey::not_there(),
                other => other,
            })
        })
        .await
    }

    /// Changes a garment that is in use.
    pub async fn edit_clothing(&self, wardrobe: WardrobeId, clothing: ClothingId, edit: &Edit) -> Result<()> {
        tags_once(edit.tag_ids.as_deref().unwrap_or_default())?;
        if *edit == Edit::default() {
            // Nothing to change is still a question whether the garment is there.
            let found = clothes::get(&self.base.db, wardrobe, clothing).await?;
            return found.filter(|c| c.status == Status::Active).map(drop).ok_or(WardrobeError::NotFound("garment"));
        }
        let update = clothes::edit(wardrobe, clothing, edit);
        let Some(image) = &edit.image_key else {
            return self
                .base
                .persist(|| async {
                    match self.base.db.run(&EDIT_CLOTHING).commit_one(update.clone()).await {
                        Err(error) if error.condition_failed_at(0) => Err(WardrobeError::NotFound("garment")),
                        other => Ok(other?),
                    }
                })
                .await;
        };
        self.base
            .persist(|| async {
                let run = self.base.db.run(&EDIT_CLOTHING);
                let before = clothes::current(run, wardrobe, clothing).await?;
                let before = before.filter(|c| c.status == Status::Active).ok_or(WardrobeError::NotFound("garment"))?;
                let same_picture = match &before.image_key {
                    Some(key) => attr("imageKey").eq(key.as_str()),
                    None => attr("imageKey").absent(),
                };
                let mut writes = vec![update.clone().only_if(same_picture).into()];
                let kept = before.image_key == image.as_ref().map(ToString::to_string);
                if !kept {
                    writes.extend(image.iter().map(taking));
                    let shown = before.image_key.as_deref().and_then(|key| ImageKey::parse(key, wardrobe).ok());
                    writes.extend(shown.map(|shown| uploads::let_go(&self.unshown(&shown)).into()));
                }
                match run.commit(Transact::of(writes)).await {
                    Err(error) if !kept && image.is_some() && error.condition_failed_at(1) => Err(ImageKey::not_there()),
                    other => Ok(other?),
                }
            })
            .await
    }

    /// Notes that a picture of so many bytes was taken in for a wardrobe, from this network.
    pub async fn take_in_picture(&self, key: &ImageKey, from: Option<IpAddr>, bytes: u64) -> Result<()> {
        self.allow_picture(key.wardrobe, from, bytes).await?;
        uploads::note(&self.base.db, &Upload { day: key.day(), ..self.unshown(key) }).await
    }

    /// A picture that nothing shows from now on.
    fn unshown(&self, key: &ImageKey) -> Upload {
        let now = self.base.now_millis();
        Upload { day: utc_day(now), picture: key.picture.clone(), wardrobe_id: key.wardrobe, created_at: now, removing: false }
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
        self.base
            .persist(|| async {
                let run = self.base.db.run(pattern);
                let before = clothes::current(run, wardrobe, clothing).await?;
                let before = before.filter(|c| c.status == from).ok_or(WardrobeError::NotFound("garment"))?;
                let deleted_at = (to == Status::Deleted).then(|| self.base.now_millis());
                Ok(run.commit_one(clothes::move_to(&before, to, deleted_at)).await?)
            })
            .await
    }
}

impl Unshown for Service {
    type Note = Upload;
    type Error = WardrobeError;

    fn now(&self) -> Millis {
        self.base.now_millis()
    }

    async fn of_day(&self, day: Day) -> Result<Vec<Upload>> {
        uploads::of_day(&self.base.db, day).await
    }

    async fn claim(&self, upload: &Upload) -> Result<bool> {
        Ok(upload.removing || uploads::claim(&self.base.db, upload).await?)
    }

    fn since(upload: &Upload) -> Millis {
        upload.created_at
    }

    fn picture(upload: &Upload) -> &str {
        upload.picture.as_str()
    }

    async fn is_gone(&self, upload: &Upload) -> Result<()> {
        uploads::forget(&self.base.db, upload).await
    }
}

fn taking(key: &ImageKey) -> Write {
    uploads::take(key.day(), key.picture.clone(), key.wardrobe).into()
}
