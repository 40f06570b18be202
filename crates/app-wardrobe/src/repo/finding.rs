//! What is called so, for the search of the house.

use chabudai_kernel::db::Db;
use chabudai_kernel::op::Query;

use super::{Sort, Wanted, in_order};
use crate::design::{FIND_BY_NAME, READ_AT_MOST};
use crate::error::Result;
use crate::model::{Clothing, Outfit, Status, WardrobeId};

/// AP-41: garments and outfits in use with these words in their names, the newest first, of the newest thousand each.
pub async fn by_name(db: &Db, wardrobe: WardrobeId, wanted: &Wanted) -> Result<(Vec<Clothing>, Vec<Outfit>)> {
    let run = db.run(&FIND_BY_NAME);
    let named = |query: Query| wanted.conditions().fold(query.backward().limit(READ_AT_MOST), Query::filter);
    let clothes = named(in_order(Sort::Created, Clothing::statusListPk.of((wardrobe, Status::Active))));
    let outfits = named(in_order(Sort::Created, Outfit::statusListPk.of((wardrobe, Status::Active))));
    let ((mut clothes, _), (mut outfits, _)) = futures::try_join!(run.page::<Clothing>(&clothes), run.page::<Outfit>(&outfits))?;
    clothes.retain(|garment| wanted.has(&garment.name, garment.name_folded.as_deref()));
    outfits.retain(|outfit| wanted.has(&outfit.name, outfit.name_folded.as_deref()));
    Ok((clothes, outfits))
}
