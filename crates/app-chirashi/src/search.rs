//! What is found by words: stores, flyers, published columns. What belongs to a company whose contract does not hold is found by nobody,
//! because whoever asks reads it once more.

use chabudai_kernel::design::Table;
use chabudai_kernel::entity::{Entity, is_of_kind};
use chabudai_kernel::packed::{DecodeError, ItemRef};
use chabudai_search::{Document, Field, Indexed};

use crate::design::{ARTICLES, FLYERS, STORES};
use crate::model::{Article, Flyer, Store};

/// What stands before the id of each kind.
pub(crate) const STORE: &str = "store:";
pub(crate) const FLYER: &str = "flyer:";
pub(crate) const ARTICLE: &str = "article:";

pub(crate) struct Offers;

fn read<E: Entity>(table: &Table, item: ItemRef<'_>) -> Result<Option<E>, DecodeError> {
    if E::DESIGN.table.name == table.name && is_of_kind(&E::DESIGN, item) { E::from_item(item).map(Some) } else { Ok(None) }
}

impl Indexed for Offers {
    fn name(&self) -> &'static str {
        "chirashi-search"
    }

    fn version(&self) -> u32 {
        1
    }

    fn fields(&self) -> &'static [Field] {
        const { &[Field::new("title", 4.0), Field::new("text", 1.0)] }
    }

    fn tables(&self) -> &'static [&'static Table] {
        const { &[&STORES, &FLYERS, &ARTICLES] }
    }

    fn document(&self, table: &'static Table, item: ItemRef<'_>) -> Result<Option<Document>, DecodeError> {
        if let Some(store) = read::<Store>(table, item)? {
            let document = Document::public(format!("{STORE}{}", store.store_id)).text("title", store.name);
            return Ok(Some(document.text("text", store.company_name).text("text", store.address)));
        }
        if let Some(flyer) = read::<Flyer>(table, item)? {
            let document = Document::public(format!("{FLYER}{}", flyer.flyer_id)).text("title", flyer.store_name);
            return Ok(Some(document.text("text", flyer.company_name).text("text", flyer.description.unwrap_or_default())));
        }
        // A draft is found by nobody.
        let article = read::<Article>(table, item)?.filter(Article::is_published);
        Ok(article.map(|article| {
            let document = Document::public(format!("{ARTICLE}{}", article.article_id)).text("title", article.title);
            article.tags.into_iter().fold(document.text("text", article.content), |document, tag| document.text("text", tag))
        }))
    }
}
