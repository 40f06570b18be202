//! What a card shows of garments and outfits: one batch for a whole page.

use std::collections::HashMap;

use chabudai_kernel::db::Run;
use chabudai_kernel::key::ItemKey;

use crate::design::{BATCH, WARDROBE_TABLE};
use crate::error::Result;
use crate::model::{Clothing, ClothingId, Template, TemplateId, WardrobeId};

chabudai_kernel::one_of! {
    /// What the batch of a page finds.
    Shown { Clothing, Template }
}

/// Garments and outfits by their ids.
#[derive(Clone, Debug, Default)]
pub struct Album {
    /// The garments.
    pub clothes: HashMap<ClothingId, Clothing>,
    /// The outfits.
    pub templates: HashMap<TemplateId, Template>,
}

/// Reads what a page shows: each garment and outfit once, 80 at a time.
pub async fn album(run: Run<'_>, wardrobe: WardrobeId, clothes: &[ClothingId], templates: &[TemplateId]) -> Result<Album> {
    let clothes = clothes.iter().map(|id| Clothing::key(wardrobe, *id));
    let templates = templates.iter().map(|id| Template::key(wardrobe, *id));
    let keys: Vec<(_, ItemKey)> = clothes.chain(templates).map(|key| (&WARDROBE_TABLE, key)).collect();
    let mut album = Album::default();
    for shown in run.batch_get::<Shown>(keys, BATCH, false).await? {
        match shown {
            Shown::Clothing(garment) => drop(album.clothes.insert(garment.clothing_id, garment)),
            Shown::Template(outfit) => drop(album.templates.insert(outfit.template_id, outfit)),
        }
    }
    Ok(album)
}
