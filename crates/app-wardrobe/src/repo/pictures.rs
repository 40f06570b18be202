//! What a card shows of garments and outfits: one batch for a whole page.

use std::collections::HashMap;

use chabudai_kernel::db::Run;
use chabudai_kernel::key::ItemKey;

use crate::design::{BATCH, WARDROBE_TABLE};
use crate::error::Result;
use crate::model::{Clothing, ClothingId, Outfit, OutfitId, WardrobeId};

chabudai_kernel::one_of! {
    /// What the batch of a page finds.
    Shown { Clothing, Outfit }
}

/// Garments and outfits by their ids.
#[derive(Clone, Debug, Default)]
pub struct Album {
    /// The garments.
    pub clothes: HashMap<ClothingId, Clothing>,
    /// The outfits.
    pub outfits: HashMap<OutfitId, Outfit>,
}

/// Reads what a page shows: each garment and outfit once, 80 at a time.
pub async fn album(run: Run<'_>, wardrobe: WardrobeId, clothes: &[ClothingId], outfits: &[OutfitId]) -> Result<Album> {
    let clothes = clothes.iter().map(|id| Clothing::key(wardrobe, *id));
    let outfits = outfits.iter().map(|id| Outfit::key(wardrobe, *id));
    let keys: Vec<(_, ItemKey)> = clothes.chain(outfits).map(|key| (&WARDROBE_TABLE, key)).collect();
    let mut album = Album::default();
    for shown in run.batch_get::<Shown>(keys, BATCH, false).await? {
        match shown {
            Shown::Clothing(garment) => drop(album.clothes.insert(garment.clothing_id, garment)),
            Shown::Outfit(outfit) => drop(album.outfits.insert(outfit.template_id, outfit)),
        }
    }
    Ok(album)
}
