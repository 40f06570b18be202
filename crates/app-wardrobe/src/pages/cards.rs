//! Outfits and records as cards: their first four garments and how many more there are.

use chabudai_kernel::db::Run;

use crate::error::Result;
use crate::model::{Clothing, ClothingId, Genre, History, Outfit, THUMBS, WardrobeId};
use crate::name::suggested;
use crate::repo::pictures::{self, Album};

/// One garment on a card.
pub(super) struct Thumb {
    pub(super) name: String,
    pub(super) picture: Option<String>,
    pub(super) genre: Genre,
    /// In the bin, or not there at all any more.
    pub(super) is_gone: bool,
}

impl Thumb {
    pub(super) fn of(garment: Option<&Clothing>) -> Self {
        Self {
            name: garment.map(|garment| garment.name.clone()).unwrap_or_default(),
            picture: garment.and_then(Clothing::picture).map(str::to_owned),
            genre: garment.map_or(Genre::Others, Clothing::genre),
            is_gone: garment.is_none_or(Clothing::is_deleted),
        }
    }
}

fn thumbs(ids: &[ClothingId], album: &Album) -> (Vec<Thumb>, usize) {
    let shown = ids.iter().take(THUMBS).map(|id| Thumb::of(album.clothes.get(id)));
    (shown.collect(), ids.len().saturating_sub(THUMBS))
}

/// An outfit on a card.
pub(super) struct OutfitCard {
    pub(super) outfit: Outfit,
    pub(super) thumbs: Vec<Thumb>,
    pub(super) more: usize,
}

impl OutfitCard {
    /// The garments that the card shows.
    fn shown(outfit: &Outfit) -> Vec<ClothingId> {
        outfit.clothing_ids.iter().take(THUMBS).copied().collect()
    }

    /// The cards of a page, with one batch for all their pictures, on the account of the list.
    pub(super) async fn all(run: Run<'_>, wardrobe: WardrobeId, outfits: Vec<Outfit>) -> Result<Vec<Self>> {
        let shown: Vec<ClothingId> = outfits.iter().flat_map(Self::shown).collect();
        let album = pictures::album(run, wardrobe, &shown, &[]).await?;
        Ok(outfits.into_iter().map(|outfit| Self::new(outfit, &album)).collect())
    }

    fn new(outfit: Outfit, album: &Album) -> Self {
        let (thumbs, more) = thumbs(&outfit.clothing_ids, album);
        Self { outfit, thumbs, more }
    }
}

/// A record on a card.
pub(super) struct RecordCard {
    pub(super) record: History,
    /// The outfit's name, or the garments' names joined. How much of it there is room for is the screen's affair.
    pub(super) title: String,
    /// The outfit is in the bin.
    pub(super) is_outfit_gone: bool,
    pub(super) thumbs: Vec<Thumb>,
    pub(super) more: usize,
}

impl RecordCard {
    /// The garments that the card shows.
    fn shown(record: &History) -> Vec<ClothingId> {
        record.clothing_ids.iter().take(THUMBS).copied().collect()
    }

    /// The cards of a page, with one batch for all their pictures and outfits, on the account of the list.
    pub(super) async fn all(run: Run<'_>, wardrobe: WardrobeId, records: Vec<History>) -> Result<Vec<Self>> {
        let shown: Vec<ClothingId> = records.iter().flat_map(Self::shown).collect();
        let outfits: Vec<_> = records.iter().filter_map(|record| record.template_id).collect();
        let album = pictures::album(run, wardrobe, &shown, &outfits).await?;
        Ok(records.into_iter().map(|record| Self::new(record, &album)).collect())
    }

    fn new(record: History, album: &Album) -> Self {
        let (thumbs, more) = thumbs(&record.clothing_ids, album);
        let outfit = record.template_id.and_then(|id| album.outfits.get(&id));
        let title = outfit.map_or_else(|| suggested(thumbs.iter().map(|thumb| thumb.name.as_str())), |outfit| outfit.name.clone());
        Self { title, is_outfit_gone: outfit.is_some_and(Outfit::is_deleted), record, thumbs, more }
    }
}
