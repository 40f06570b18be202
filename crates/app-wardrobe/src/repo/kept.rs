//! The wardrobes among somebody's own.

use chabudai_kernel::db::{Db, Run};
use chabudai_kernel::entity::Entity as _;
use chabudai_kernel::expr::{Condition, attr};
use chabudai_kernel::op::{Check, Delete, Get, Put, Query, Transact, Update, Write};
use chabudai_kernel::part::Word;

use crate::design::{BATCH, IS_MINE, MY_WARDROBES, STATUS_LIST_BY_CREATED_AT, WARDROBE_TABLE};
use crate::error::Result;
use crate::model::{Keeper, Kept, MOST_KEPT, Wardrobe, WardrobeId};

chabudai_kernel::one_of! {
    /// What is kept of somebody.
    pub OfPerson { Kept, Keeper }
}

/// AP-30: somebody's wardrobes as they kept them, and as they are now. One that is gone is among the first only.
pub async fn list(db: &Db, user: &Word) -> Result<(Vec<Kept>, Vec<Wardrobe>)> {
    let run = db.run(&MY_WARDROBES);
    let kept: Vec<Kept> = run.all(rows(user).consistent()).await?;
    let keys = kept.iter().map(|row| (&WARDROBE_TABLE, Wardrobe::key(row.wardrobe_id))).collect();
    let wardrobes = run.batch_get(keys, BATCH, true).await?;
    Ok((kept, wardrobes))
}

/// Somebody's rows, without what counts them.
pub fn rows(user: &Word) -> Query {
    Query::table(&WARDROBE_TABLE, Kept::PK.of((user.clone(),))).range(Kept::SK.starting(()))
}

/// AP-31: the row of a wardrobe, if it is among somebody's own.
pub async fn get(db: &Db, user: &Word, wardrobe: WardrobeId) -> Result<Option<Kept>> {
    current(db.run(&IS_MINE), user, wardrobe).await
}

/// The same, on the account of the pattern that asks.
pub async fn current(run: Run<'_>, user: &Word, wardrobe: WardrobeId) -> Result<Option<Kept>> {
    Ok(run.get(Get::new(&WARDROBE_TABLE, Kept::key(user.clone(), wardrobe)).consistent()).await?)
}

/// AP-32, the writes: one more among somebody's own, if there is room and the wardrobe is still at this address. What stands in the way is
/// told by its place: the row, the number, the wardrobe.
pub fn add(row: &Kept, wardrobe: &Wardrobe) -> Transact {
    let room = attr("wardrobes").absent().or(attr("wardrobes").lt(MOST_KEPT));
    let one_more = Update::of::<Keeper>(Keeper::key(row.user_id.clone())).add("wardrobes", 1).only_if(room);
    Transact::of([Put::of(row).if_absent().into(), one_more.into(), still_there(wardrobe)])
}

/// AP-32, the writes for one that is there already: by this address from now on.
pub fn readdress(row: &Kept, wardrobe: &Wardrobe) -> Transact {
    Transact::of([move_to(row).into(), still_there(wardrobe)])
}

/// AP-34, the write: the row has another address.
pub fn move_to(row: &Kept) -> Update {
    Update::of::<Kept>(Kept::key(row.user_id.clone(), row.wardrobe_id))
        .set("name", row.name.as_str())
        .set_or_remove("secret", row.secret.as_deref())
        .if_exists()
}

fn still_there(wardrobe: &Wardrobe) -> Write {
    let condition = is_at(wardrobe.address_hash.as_deref()).and(attr("deletedAt").absent());
    Check { table: &WARDROBE_TABLE, key: Wardrobe::key(wardrobe.wardrobe_id), condition }.into()
}

/// The wardrobe is there, at the address that hashes to this.
pub fn is_at(hash: Option<&str>) -> Condition {
    let same = match hash {
        Some(hash) => attr("addressHash").eq(hash),
        None => attr("addressHash").absent(),
    };
    attr("PK").exists().and(same)
}

/// AP-33 and AP-38: no longer among somebody's own. False if it was not.
pub async fn remove(run: Run<'_>, user: &Word, wardrobe: WardrobeId) -> Result<bool> {
    let row = Delete::new(&WARDROBE_TABLE, Kept::key(user.clone(), wardrobe)).if_exists();
    match run.commit(Transact::of([row.clone().into(), one_less(user).into()])).await {
        Ok(()) => Ok(true),
        Err(error) if error.condition_failed_at(0) => Ok(false),
        // A number that is wrong is told of by the check, and keeps nobody from taking something out.
        Err(error) if error.condition_failed_at(1) => match run.commit_one(row).await {
            Err(error) if error.condition_failed_at(0) => Ok(false),
            other => Ok(other.map(|()| true)?),
        },
        Err(error) => Err(error.into()),
    }
}

/// The write that counts one less.
pub fn one_less(user: &Word) -> Update {
    Update::of::<Keeper>(Keeper::key(user.clone())).add("wardrobes", -1).only_if(attr("wardrobes").gt(0))
}

/// AP-25: how many there are, by the number.
pub async fn counted(run: Run<'_>, user: &Word) -> Result<Option<u64>> {
    let keeper: Option<Keeper> = run.get(Get::new(&WARDROBE_TABLE, Keeper::key(user.clone())).consistent()).await?;
    Ok(keeper.map(|keeper| keeper.wardrobes))
}

/// AP-25: how many there are, by the rows.
pub async fn count(run: Run<'_>, user: &Word) -> Result<u64> {
    Ok(run.count(rows(user).consistent()).await?)
}

/// AP-22, the write: the number, as it is if nothing changed since it was read.
pub fn recount(user: &Word, read: Option<u64>, rows: u64) -> Update {
    let unchanged = match read {
        Some(read) => attr("wardrobes").eq(read),
        None => attr("wardrobes").absent(),
    };
    Update::of::<Keeper>(Keeper::key(user.clone())).set("wardrobes", rows).only_if(unchanged)
}

/// AP-38: who has a wardrobe among theirs.
pub fn keepers_of(wardrobe: WardrobeId) -> Query {
    Query::index(&WARDROBE_TABLE, &STATUS_LIST_BY_CREATED_AT, Kept::statusListPk.of((wardrobe,)))
}

/// AP-39: everything that is kept of somebody.
pub async fn of_person(run: Run<'_>, user: &Word) -> Result<Vec<OfPerson>> {
    Ok(run.all(Query::table(&WARDROBE_TABLE, Kept::PK.of((user.clone(),))).consistent()).await?)
}

/// AP-39, the writes: all of it goes at once, if nothing came to it since it was read.
pub fn forget(found: &[OfPerson], user: &Word) -> Transact {
    let key = Keeper::key(user.clone());
    let mut writes = Vec::new();
    let mut number: Write = Check { table: &WARDROBE_TABLE, key: key.clone(), condition: attr("PK").absent() }.into();
    for one in found {
        match one {
            OfPerson::Kept(row) => writes.push(Delete::new(&WARDROBE_TABLE, row.item_key()).into()),
            OfPerson::Keeper(keeper) => {
                number = Delete::new(&WARDROBE_TABLE, key.clone()).only_if(attr("wardrobes").eq(keeper.wardrobes)).into();
            }
        }
    }
    Transact::of(writes).and(number)
}
