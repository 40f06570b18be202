//! What is measured of Kondate: every access pattern that a request can ask and that can be asked for seconds, by the request that asks it.
//!
//! Left out is what fills up at once: somebody is in ten kitchens at most, and a kitchen holds eight people.

mod data; // kitchens to measure with
mod rows; // one request each

use anyhow::Result;
use chabudai_app::{Filling, Measurable};
use chabudai_kernel::db::Db;
use futures::future::BoxFuture;

/// Kondate, to be measured.
pub(crate) struct Bench(pub(crate) Db);

impl chabudai_app::Bench for Bench {
    fn fill<'a>(&'a self, filling: Filling<'a>) -> BoxFuture<'a, Result<Measurable>> {
        Box::pin(async move {
            let filled = data::fill(&self.0, filling).await?;
            let said = format!("{} recipes in {} kitchens, beside {} small ones", filling.size, filled.full(), filled.small());
            Ok(Measurable { filled: said, rows: rows::all(&filled), pages: Vec::new() })
        })
    }
}
