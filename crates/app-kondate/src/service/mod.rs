//! Use cases that decide something. Reads that decide nothing go straight to the repo.
//!
//! A tap says what is to be so (cooked, ticked, done) and is tried again while others write the same; an edit builds on what somebody has
//! seen, and answers that it is stale.

mod book; // recipes and sets as they are searched
mod calendar; // the plan, for calendars
mod catalog; // what is published, as somebody reads it
mod categories; // tabs of the book and of the catalog
mod change_line; // what was written on the list, otherwise
mod check; // the operator's look
mod deleting; // a kitchen goes, and for a day comes back
mod devices; // which of them tell somebody things
mod first_pages; // the first pages of the catalog, remembered
mod fridge; // batches: added, edited, opened, gone, back
mod imports; // so many a month
mod kitchens; // founding, inviting, coming, leaving, handing over
mod leaving; // everything of somebody, given out or forgotten
mod names; // what something may be called
mod notices; // what people are told
mod onboarding; // the first steps, and what is new at a glance
mod people; // what Kondate keeps of a person
mod pictures; // of recipes: taken in, shown, given back
mod plan; // applying, cooking, going on
mod publishing; // into the catalog, and out of it
mod put_back; // slots as they were
mod recipes; // the book: recipes
mod saving; // out of the catalog into a book
mod sets; // the book: sets
mod sharing; // links that show something to anybody
mod shelf; // staples, ways through shops, own foods
mod shopping; // writing, ticking, shopping done
mod suggest; // which set would use what is there
mod tell_notices; // notices on devices
mod till; // what is bought, and paid every month
mod use_soon; // what has to be used soon, told once a day

use std::hash::{BuildHasher as _, Hash, RandomState};
use std::sync::Arc;

use chabudai_food::Language;
use chabudai_kernel::db::{Db, Run};
use chabudai_kernel::ids::{Ids, Ulids};
use chabudai_kernel::once::Once;
use chabudai_kernel::op::{Transact, Write};
use chabudai_kernel::part::{IsoDay, Ulid};
use chabudai_kernel::service::Base;

pub use crate::model::Target;
pub use book::{Begins, Found, Sought};
pub use calendar::{Calendar, CalendarSeal};
pub use catalog::{Offered, Question, ShownCard, Sorted};
pub use categories::CategoryChange;
pub use check::{Checked, Finding, check, mend};
pub use fridge::{BatchInput, SOON, is_soon};
pub use imports::CountedImport;
pub use kitchens::{Invitation, Invited};
pub(crate) use notices::is_of_house;
pub use notices::{MarkedRead, NewsInput, Notice, NoticeType, Noticed, Says, UnreadAgain};
pub use onboarding::Glance;
pub(crate) use people::NO_SUCH_AVATAR;
pub use people::{Avatar, NoticeChange};
pub(crate) use pictures::NO_SUCH_PICTURE;
pub use plan::PlanChange;
pub use publishing::Offer;
pub use put_back::{PlanBefore, SlotBefore};
pub use recipes::RecipeInput;
pub use sets::SetInput;
pub use sharing::{Credit, Opened, ShownByLink};
pub use shelf::{OwnFoodInput, StapleInput};
pub use shopping::{Done, LineInput};
pub use suggest::Suggestion;
pub use tell_notices::{NoticeWords, TellNotices};
pub use till::{Bill, LookedAfter, Payer, Payouts, Subscribed, Till};
pub use use_soon::{SoonWords, Told, UseSoon};

use crate::error::{KondateError, KondateReason, Result};
use crate::model::{KitchenId, Moment, PersonId};
use crate::repo::shelf as answers;

/// Writers of one kitchen queue up here; kitchens that share a queue merely wait for each other.
const QUEUES: usize = 256;

/// The shop that is meant where none is named.
pub const ANY_SHOP: &str = "default";

/// Somebody in a kitchen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cook {
    /// In which kitchen.
    pub kitchen: KitchenId,
    /// Who.
    pub person: PersonId,
    /// What day it is where they are.
    pub today: IsoDay,
    /// In which language they read the starters.
    pub language: Language,
}

impl Cook {
    /// They are in the kitchen that has their own id: the one from which they publish.
    pub fn is_at_home(&self) -> bool {
        self.kitchen == KitchenId::first_of(&self.person)
    }
}

/// The use cases of Kondate Loop.
#[derive(Clone)]
pub struct Service {
    base: Base,
    ulids: Arc<Ulids>,
    hasher: RandomState,
    queues: Arc<Vec<tokio::sync::Mutex<()>>>,
    /// Whether anything is sold here: where nothing is, nothing is locked.
    sells: bool,
    /// By whom money is taken.
    till: Option<Till>,
    headlines: Arc<notices::Headlines>,
    first_pages: Arc<first_pages::FirstPages>,
    allowance: Option<pictures::Allowance>,
}

impl Service {
    /// The use cases over an app's data.
    pub fn new(db: Db, ids: Arc<dyn Ids>) -> Self {
        Self {
            base: Base::new(db, ids),
            ulids: Arc::default(),
            hasher: RandomState::new(),
            queues: Arc::new((0..QUEUES).map(|_| tokio::sync::Mutex::new(())).collect()),
            sells: false,
            till: None,
            headlines: Arc::default(),
            first_pages: Arc::default(),
            allowance: None,
        }
    }

    /// The same in a house where things are sold, or not.
    pub fn selling(self, sells: bool) -> Self {
        Self { sells, ..self }
    }

    /// The data, for reads that decide nothing.
    pub fn db(&self) -> &Db {
        &self.base.db
    }

    /// One writer of the same kitchen at a time in this process: they would only get in each other's way. Writers in other processes are met
    /// by the conditions.
    async fn queue(&self, of: impl Hash) -> tokio::sync::MutexGuard<'_, ()> {
        let at = self.hasher.hash_one(of) as usize % QUEUES;
        self.queues[at].lock().await
    }

    /// The next id. What is listed by id is listed by time.
    fn ulid(&self) -> Ulid {
        self.ulids.next(&*self.base.ids, self.base.now_millis().0)
    }

    fn now(&self) -> Moment {
        self.base.now().into()
    }

    /// The id of what an operation of a client made before, if it is the same operation.
    async fn made_before(&self, kitchen: &KitchenId, once: Option<&Once>) -> Result<Option<String>> {
        let Some(once) = once else { return Ok(None) };
        match answers::made_before(&self.base.db, kitchen, &once.key).await? {
            Some(given) => once.replay(given).map(Some),
            None => Ok(None),
        }
    }

    /// Commits the writes that make something, and what is to be answered to the same operation again.
    async fn make(&self, run: Run<'_>, kitchen: &KitchenId, mut writes: Vec<Write>, made: &str, once: Option<&Once>) -> Result<()> {
        let kept_at = writes.len();
        if let Some(once) = once {
            writes.push(answers::keep(kitchen, once, made, self.base.db.clock().now().0).into());
        }
        match run.commit(Transact::of(writes)).await {
            Err(error) if once.is_some() && kept_at > 0 && error.condition_failed_at(kept_at) => Err(KondateReason::Replayed.into()),
            other => Ok(other?),
        }
    }
}

/// What two of the same that came in at once answer: the one that was second asks what the first has made.
fn is_replayed<T>(outcome: &Result<T>) -> bool {
    matches!(outcome, Err(KondateError::Own(KondateReason::Replayed)))
}

/// A write whose condition held, or what it means that it did not.
fn held(held: bool, otherwise: impl FnOnce() -> KondateError) -> Result<()> {
    if held { Ok(()) } else { Err(otherwise()) }
}
