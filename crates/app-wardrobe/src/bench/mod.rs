//! What is measured of Wardrobe: every access pattern by a request of the API, and its heaviest pages.

mod data; // wardrobes to measure with
mod rows; // one request each

use std::sync::Arc;
use std::time::Instant;

use anyhow::Result;
use chabudai_app::bench::FromStore;
use chabudai_app::{Filling, Measurable, PageRow};
use chabudai_kernel::db::{Db, Paging};
use chabudai_kernel::design::AccessPattern;
use futures::future::BoxFuture;

use self::data::Filled;
use crate::design as ap;
use crate::model::Status;
use crate::repo::{Sort, Wanted, clothes};

/// Wardrobe, to be measured.
pub(crate) struct Bench(pub(crate) Db);

impl chabudai_app::Bench for Bench {
    fn fill<'a>(&'a self, filling: Filling<'a>) -> BoxFuture<'a, Result<Measurable>> {
        Box::pin(async move {
            let Filling { size, progress, .. } = filling;
            let filled = data::fill(&self.0, size, progress).await?;
            let said = format!("{size} garments in {} wardrobes", filled.wardrobes.len());
            Ok(Measurable { filled: said, rows: rows::all(&filled), pages: pages(&self.0, &filled) })
        })
    }
}

/// Where a page is, from a number.
type Path = fn(&Filled, u64) -> String;

fn pages(db: &Db, filled: &Filled) -> Vec<PageRow> {
    let page = |name, pattern: &'static AccessPattern, path: Path, from_store| {
        let filled = filled.clone();
        let path = Arc::new(move |n| format!("/wardrobe/{}", path(&filled, n)));
        PageRow { name, pattern, path, headers: String::new(), from_store }
    };
    vec![
        page(
            "50 clothes with pictures, most worn first",
            &ap::LIST_CLOTHES,
            |f, n| format!("{}/clothes?sort=most", f.wardrobe(n).1),
            Some(fifty_from_the_store(db, filled)),
        ),
        page("clothes in three sections", &ap::LIST_CLOTHES, |f, n| format!("{}/clothes", f.wardrobe(n).1), None),
        page("20 outfits", &ap::LIST_OUTFITS, |f, n| format!("{}/outfits", f.wardrobe(n).1), None),
        page("30 records", &ap::LIST_HISTORY, |f, n| format!("{}/histories", f.wardrobe(n).1), None),
        page(
            "a garment with its year",
            &ap::WEARS_BY_PERIOD,
            |f, n| {
                let (at, wardrobe) = f.wardrobe(n);
                format!("{wardrobe}/clothes/{}", data::clothing_id(at, n % 19))
            },
            None,
        ),
    ]
}

/// What the store takes until the garments of that page are in hand: the request, and fifty items made into garments.
fn fifty_from_the_store(db: &Db, filled: &Filled) -> FromStore {
    let (db, filled) = (db.clone(), filled.clone());
    Arc::new(move |n| {
        let (db, wardrobe) = (db.clone(), filled.wardrobe(n).1);
        Box::pin(async move {
            let page = Paging { limit: 50, cursor: None, backward: true };
            let asked = Instant::now();
            let listed = clothes::list(&db, wardrobe, Status::Active, Sort::Wear, None, &Wanted::default(), page).await?;
            let took = asked.elapsed();
            drop(listed);
            Ok(took)
        })
    })
}
