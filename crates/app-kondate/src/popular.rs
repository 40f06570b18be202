//! The list by popularity follows the records of the catalog: a count cannot be formatted into a key by the write that counts.

use std::sync::Arc;

use chabudai_jobs::Failed;
use chabudai_jobs::feed::Consumer;
use chabudai_kernel::design::Table;
use chabudai_kernel::entity::{Entity as _, is_of_kind};
use chabudai_kernel::feed::Change;
use chabudai_kernel::packed::Item;
use chabudai_kernel::part::UtcSeconds;
use futures::future::BoxFuture;

use crate::design::MAIN_TABLE;
use crate::model::{Card, RecipeCard, SetCard, Target};
use crate::service::Service;

/// Keeps the creators' cards as the records are, and books free of what is gone.
struct Popular(Service);

/// The consumer of the house.
pub(crate) fn consumer(service: Service) -> Arc<dyn Consumer> {
    Arc::new(Popular(service))
}

/// What an item is the record of.
pub(crate) fn record_in(item: &Item) -> Option<(Target, UtcSeconds)> {
    let item = item.view();
    let card = if is_of_kind(&RecipeCard::DESIGN, item) {
        Card::from(RecipeCard::from_item(item).ok()?)
    } else if is_of_kind(&SetCard::DESIGN, item) {
        Card::from(SetCard::from_item(item).ok()?)
    } else {
        return None;
    };
    Some((card.target(), card.created_at))
}

impl Consumer for Popular {
    fn name(&self) -> &'static str {
        "kondate-popular"
    }

    fn wants(&self, table: &Table) -> bool {
        table.name == MAIN_TABLE.name
    }

    fn apply<'a>(&'a self, change: &'a Change) -> BoxFuture<'a, Result<(), Failed>> {
        Box::pin(async move {
            let Some((target, created_at)) = change.after.as_ref().or(change.before.as_ref()).and_then(record_in) else { return Ok(()) };
            self.0.follow_record(&target, created_at).await.map_err(Failed::because)
        })
    }

    fn rebuild(&self) -> BoxFuture<'_, Result<(), Failed>> {
        Box::pin(async move { self.0.follow_all_records().await.map_err(Failed::because) })
    }
}
