//! How many wardrobes somebody has among theirs: by their rows, and by the number that the next one is held to.

use std::collections::BTreeSet;
use std::fmt;

use chabudai_kernel::clock::backoff;
use chabudai_kernel::db::Run;
use chabudai_kernel::entity::{Entity as _, is_of_kind};
use chabudai_kernel::packed::Item;
use chabudai_kernel::part::Word;

use super::{Service, mended};
use crate::design::{REPAIR, WALK};
use crate::error::Result;
use crate::model::{Keeper, Kept};
use crate::repo::kept;

/// How often a list that somebody is changing at this very moment is looked at again.
const LOOKS: u32 = 10;

/// A list that is not as long as its number says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Miscount {
    /// Whose it is.
    pub user: Word,
    /// What the number says, if there is one.
    pub counted: Option<u64>,
    /// How many rows there are.
    pub rows: u64,
}

impl fmt::Display for Miscount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = self.counted.map_or_else(|| "nothing".to_owned(), |counted| counted.to_string());
        write!(f, "Keeper {}: its number says {counted}, its list has {} wardrobes", self.user, self.rows)
    }
}

impl Service {
    /// The lists of a page of items whose number is wrong.
    pub(super) async fn miscounts(&self, run: Run<'_>, items: &[Item]) -> Result<Vec<Miscount>> {
        let whose = |item: &Item| {
            if is_of_kind(&Keeper::DESIGN, item.view()) {
                Keeper::from_item(item.view()).ok().map(|keeper| keeper.user_id)
            } else if is_of_kind(&Kept::DESIGN, item.view()) {
                Kept::from_item(item.view()).ok().map(|row| row.user_id)
            } else {
                None
            }
        };
        let users: BTreeSet<Word> = items.iter().filter_map(whose).collect();
        let mut found = Vec::new();
        for user in users {
            found.extend(self.miscount(run, user).await?);
        }
        Ok(found)
    }

    /// Looks at one list while nobody changes it: whoever does changes the number with it.
    async fn miscount(&self, run: Run<'_>, user: Word) -> Result<Option<Miscount>> {
        for look in 0..LOOKS {
            let counted = kept::counted(run, &user).await?;
            let rows = kept::count(run, &user).await?;
            if counted.unwrap_or(0) == rows {
                return Ok(None);
            }
            if kept::counted(run, &user).await? == counted {
                return Ok(Some(Miscount { user, counted, rows }));
            }
            self.base.db.clock().sleep(backoff(look + 2)).await;
        }
        Ok(None)
    }

    /// Sets the number to what the rows say, unless somebody has changed the list since.
    pub(super) async fn recount(&self, miscount: &Miscount) -> Result<bool> {
        let run = self.base.db.run(&REPAIR);
        let Some(now) = self.miscount(self.base.db.run(&WALK), miscount.user.clone()).await? else { return Ok(true) };
        mended(run.commit_one(kept::recount(&now.user, now.counted, now.rows)).await)
    }
}
