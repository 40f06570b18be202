//! `check` and `repair`: is everything as it should be, in the items and between them?

use std::sync::Arc;

use anyhow::Result;
use chabudai_kernel::audit::Audit;
use chabudai_kernel::db::Db;
use chabudai_kernel::design::Design;
use chabudai_kernel::ids::Ids;
use chabudai_kernel::store::Store;

/// A look at everything that an app keeps.
pub struct Look<'a> {
    /// The app's data.
    pub db: Db,
    /// The store below it.
    pub store: Arc<dyn Store>,
    /// Ids, for what is made anew.
    pub ids: Arc<dyn Ids>,
    /// What can be mended is.
    pub mends: bool,
    /// Hears of every finding, in a line that names the item and whose it is, and whether it was mended.
    pub told: &'a (dyn Fn(&str, bool) + Sync),
}

/// What a look came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// What was looked at, in words: `3 wardrobes, 412 items`.
    pub seen: String,
    /// How much of it was not as it should be.
    pub findings: u64,
}

impl Look<'_> {
    /// What there is to see in any design: the kind of every item, its keys, its rows in every index.
    pub async fn at_any_design(&self, design: &'static Design) -> Result<Checked> {
        let mut audit = Audit::of(design, &*self.store, self.db.clock());
        let (mut items, mut findings) = (0, 0);
        while let Some(seen) = audit.next_page().await? {
            items += seen.items.len();
            for finding in seen.findings {
                findings += 1;
                let mended = self.mends && audit.mend(&finding).await?;
                (self.told)(&finding.to_string(), mended);
            }
        }
        Ok(Checked { seen: format!("{items} items"), findings })
    }
}
