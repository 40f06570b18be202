//! Links that show one recipe or set to whoever has them.

use chabudai_kernel::db::Run;
use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{Delete, Get, Put, Query, Transact, Update};
use chabudai_kernel::part::Word;

use crate::design::{GSI1, MAIN_TABLE, SHARED_BY};
use crate::error::Result;
use crate::model::{EntityType, KitchenId, Moment, REVOKED_FOR, Share, Shared};

/// AP-1101, AP-1105: the link of a kitchen to something of its own.
pub async fn guard(run: Run<'_>, owner: &KitchenId, of: EntityType, target: &Word) -> Result<Option<Shared>> {
    Ok(run.get(Get::new(&MAIN_TABLE, Shared::key(owner.clone(), of, target.clone())).consistent()).await?)
}

/// AP-1101, AP-1103, AP-1104: a link.
pub async fn get(run: Run<'_>, id: &Word) -> Result<Option<Share>> {
    Ok(run.get(Get::new(&MAIN_TABLE, Share::key(id.clone())).consistent()).await?)
}

/// AP-1102: the links that show something, whoever made them.
pub async fn to(db: &chabudai_kernel::db::Db, of: EntityType, target: &Word) -> Result<Vec<Share>> {
    Ok(db.run(&SHARED_BY).all(Query::index(&MAIN_TABLE, &GSI1, Share::GSI1PK.of((of, target.clone())))).await?)
}

fn guard_of(share: &Share) -> Shared {
    Shared {
        owner: share.owner_id.clone(),
        target_type: share.target_type,
        target_id: share.target_id.clone(),
        share_id: share.share_id.clone(),
    }
}

/// AP-1101, the writes: a link, if there is none yet.
pub fn make(share: &Share) -> Transact {
    Transact::of([Put::of(&guard_of(share)).if_absent().into(), Put::of(share).if_absent().into()])
}

/// AP-1101, the writes: the same link, with another credit, if it is still the one.
pub fn say_again(share: &Share) -> Transact {
    let guard = Put::of(&guard_of(share)).only_if(attr("shareId").eq(share.share_id.as_str()));
    let live = attr("ownerId").eq(share.owner_id.as_str()).and(attr("revokedAt").absent());
    Transact::of([guard.into(), Put::of(share).only_if(live).into()])
}

/// AP-1104, the writes: it opens nothing any more, and there is room for another. Fails if it was taken back before, or is another kitchen's.
pub fn revoke(share: &Share, now: Moment) -> Transact {
    let closed = Update::of::<Share>(Share::key(share.share_id.clone()))
        .set("revokedAt", now.to_string())
        .set("ttl", now.seconds() + REVOKED_FOR)
        .remove("GSI1PK")
        .remove("GSI1SK")
        .only_if(attr("ownerId").eq(share.owner_id.as_str()))
        .only_if(attr("revokedAt").absent());
    let guard = Shared::key(share.owner_id.clone(), share.target_type, share.target_id.clone());
    let guard = Delete::new(&MAIN_TABLE, guard).only_if(attr("shareId").eq(share.share_id.as_str()));
    Transact::of([closed.into(), guard.into()])
}
