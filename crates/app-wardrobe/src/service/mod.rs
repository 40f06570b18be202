//! Use cases that decide something. Reads go straight to the repo; what writes goes through here.

mod allowance;
mod check;
mod clothes;
mod finding;
mod leaving;
mod mine;
mod outfits;
mod recommend;
mod records;

use std::hash::{BuildHasher as _, Hash, RandomState};
use std::net::IpAddr;
use std::sync::Arc;

use chabudai_kernel::db::Db;
use chabudai_kernel::ids::Ids;
use chabudai_kernel::once::Once;
use chabudai_kernel::op::{Transact, Write};
use chabudai_kernel::service::Base;

pub use allowance::DailyLimits;
pub use check::{Checked, Drift, Finding, Miscount, Orphan};
pub use clothes::NewClothing;
pub use finding::{Named, Thing};
pub use leaving::Removed;
pub use mine::{Mine, MineState};
pub use outfits::NewOutfit;
pub use recommend::{Recommendation, season_of};
pub use records::Worn;

use crate::address::Address;
use crate::design::CREATE_WARDROBE;
use crate::error::{Result, WardrobeError, WardrobeReason};
use crate::model::{ClothingId, Created, Wardrobe, WardrobeId};
use crate::name::Name;
use crate::repo::idempotency;
use crate::repo::wardrobes;

/// Writers of one wardrobe queue up here; wardrobes that share a queue merely wait for each other.
const QUEUES: usize = 256;

/// The use cases of Wardrobe.
#[derive(Clone)]
pub struct Service {
    base: Base,
    hasher: RandomState,
    queues: Arc<Vec<tokio::sync::Mutex<()>>>,
    allowance: Option<allowance::Allowance>,
}

impl Service {
    /// The use cases over an app's data.
    pub fn new(db: Db, ids: Arc<dyn Ids>) -> Self {
        Self {
            base: Base::new(db, ids),
            hasher: RandomState::new(),
            queues: Arc::new((0..QUEUES).map(|_| tokio::sync::Mutex::new(())).collect()),
            allowance: None,
        }
    }

    /// The data, for reads that decide nothing.
    pub fn db(&self) -> &Db {
        &self.base.db
    }

    /// One writer of the same at a time in this process, such as a wardrobe's counts: they would only get in each other's way. Writers in
    /// other processes are met by the conditions.
    async fn queue(&self, of: impl Hash) -> tokio::sync::MutexGuard<'_, ()> {
        let at = self.hasher.hash_one(of) as usize % QUEUES;
        self.queues[at].lock().await
    }

    /// The wardrobe at this address. It is read for every request and with every write that was acknowledged: an address that was replaced,
    /// or a wardrobe that was deleted, opens nothing from that moment on, on whatever server.
    pub async fn open(&self, address: impl Into<Address>) -> Result<Wardrobe> {
        let wardrobe = self.find(&address.into()).await?;
        match wardrobe.restorable_until() {
            Some(until) => Err(WardrobeError::Own(WardrobeReason::Deleted(until))),
            None => Ok(wardrobe),
        }
    }

    /// The wardrobe at this address, also if it was deleted, for as long as it can come back.
    async fn find(&self, address: &Address) -> Result<Wardrobe> {
        let found = wardrobes::open(&self.base.db, address.wardrobe).await?;
        let is_there = |wardrobe: &Wardrobe| address.opens(wardrobe) && self.is_still_there(wardrobe);
        found.filter(is_there).ok_or(WardrobeError::NotFound("wardrobe"))
    }

    /// Whether it is there, or can still come back.
    fn is_still_there(&self, wardrobe: &Wardrobe) -> bool {
        !wardrobe.removing && wardrobe.restorable_until().is_none_or(|until| self.base.now_millis() < until)
    }

    /// Makes a wardrobe, for somebody in this network.
    pub async fn create_wardrobe(&self, name: &Name, from: Option<IpAddr>, once: Option<&Once>) -> Result<Created> {
        self.once(None, once, async {
            self.allow_wardrobe(from).await?;
            let wardrobe = Wardrobe::new(WardrobeId::new(self.base.uuid()), name.as_str(), self.base.now_millis());
            let created = Created::new("wardrobeId", wardrobe.wardrobe_id);
            let run = self.base.db.run(&CREATE_WARDROBE);
            self.commit(run, None, once, vec![wardrobes::create(&wardrobe).into()], &created).await
        })
        .await
    }

    /// Renames a wardrobe.
    pub async fn rename_wardrobe(&self, wardrobe: WardrobeId, name: &Name) -> Result<()> {
        self.base.persist(|| wardrobes::rename(&self.base.db, wardrobe, name)).await
    }

    /// Carries a request out, unless it was carried out before: then the answer of that time is the answer.
    async fn once(
        &self,
        wardrobe: Option<WardrobeId>,
        once: Option<&Once>,
        attempt: impl Future<Output = Result<Created>>,
    ) -> Result<Created> {
        let Some(once) = once else { return attempt.await };
        if let Some(given) = idempotency::given(&self.base.db, wardrobe, &once.key).await? {
            return once.replay(given);
        }
        match attempt.await {
            // Two of the same came in at once, and the other was first.
            Err(WardrobeError::Own(WardrobeReason::Replayed)) => match idempotency::given(&self.base.db, wardrobe, &once.key).await? {
                Some(given) => once.replay(given),
                None => Err(WardrobeError::Busy),
            },
            other => other,
        }
    }

    /// Commits the writes of a request, together with its answer when it may be repeated.
    async fn commit(
        &self,
        run: chabudai_kernel::db::Run<'_>,
        wardrobe: Option<WardrobeId>,
        once: Option<&Once>,
        mut writes: Vec<Write>,
        created: &Created,
    ) -> Result<Created> {
        if once.is_none() && writes.len() == 1 {
            run.commit_one(writes.remove(0)).await?;
            return Ok(created.clone());
        }
        let kept_at = writes.len();
        if let Some(once) = once {
            let now = self.base.db.clock().now().0;
            writes.push(idempotency::keep(wardrobe, once, created, now).into());
        }
        match run.commit(Transact::of(writes)).await {
            Err(error) if once.is_some() && error.condition_failed_at(kept_at) => Err(WardrobeError::Own(WardrobeReason::Replayed)),
            other => {
                other?;
                Ok(created.clone())
            }
        }
    }
}

/// One to twenty garments, each once.
pub(crate) fn garments_in_order(ids: &[ClothingId]) -> Result<()> {
    let refused = |code, message| Err(WardrobeError::Invalid { field: "clothingIds", code, message });
    match ids.len() {
        0 => refused("wardrobe.no_garments", "Choose one garment at least."),
        1..=crate::model::MOST_GARMENTS => {
            let mut seen = std::collections::HashSet::new();
            if ids.iter().all(|id| seen.insert(id)) { Ok(()) } else { Err(WardrobeError::Own(WardrobeReason::Twice)) }
        }
        _ => refused("wardrobe.too_many_garments", "Choose 20 garments at most."),
    }
}

/// At most five season tags, each once.
pub(crate) fn tags_once(tags: &[crate::model::SeasonTag]) -> Result<()> {
    let mut seen = std::collections::HashSet::new();
    if tags.iter().all(|tag| seen.insert(tag)) {
        return Ok(());
    }
    Err(WardrobeError::Invalid { field: "tagIds", code: "wardrobe.tag_twice", message: "Each season can be chosen once." })
}
