//! Finding garments and outfits by their names, in the search of the house.

use chabudai_web::find::{Finder, Found, MOST_FOUND};
use chabudai_web::people::Person;
use chabudai_web::problem::Problem;
use chabudai_web::ui::Ui;
use futures::future::BoxFuture;

use super::words::Worded as _;
use crate::service::{Named, Service, Thing};

/// Finds what is called so in somebody's wardrobes. The names are in the table as searches compare them, so that there is nothing to keep
/// beside it.
pub struct NameFinder(pub Service);

fn shown(ui: &Ui, named: &Named) -> Found {
    let (kind, place) = match &named.thing {
        Thing::Clothing(garment) => (ui.t(garment.genre().title()), format!("clothes/{}", garment.clothing_id)),
        Thing::Outfit(outfit) => (ui.t("wardrobe-outfit"), format!("outfits/{}", outfit.template_id)),
    };
    Found {
        title: named.thing.name().to_owned(),
        line: format!("{kind} · {}", named.wardrobe),
        address: ui.at(&format!("/wardrobe/{}/{place}", named.address)),
    }
}

impl Finder for NameFinder {
    fn find<'a>(&'a self, person: &'a Person, question: &'a str, ui: &'a Ui) -> BoxFuture<'a, Result<Vec<Found>, Problem>> {
        Box::pin(async move {
            let found = self.0.find_mine(&person.id, question).await?;
            Ok(found.iter().take(MOST_FOUND).map(|named| shown(ui, named)).collect())
        })
    }
}
