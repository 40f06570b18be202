//! Flyers, and what is on them.

use chabudai_kernel::db::{Db, Listed, Paging, Run};
use chabudai_kernel::expr::{Condition, attr};
use chabudai_kernel::key::{Named, SortCondition};
use chabudai_kernel::op::{Delete, Put, Query, Update, Write};
use chabudai_kernel::part::IsoDay;

use super::{is_shown, recipes, scanned, texts};
use crate::design::{
    ALL_FLYERS, BEGINNING_FLYERS, FLYERS, FLYERS_BY_COMPANY, FLYERS_BY_REGION, FLYERS_BY_STORE, FLYERS_NEARBY, FLYERS_OF_COMPANY,
    FLYERS_OF_STORE, ONE_FLYER, READ_AT_MOST,
};
use crate::error::Result;
use crate::model::{CompanyId, Flyer, FlyerId, FlyerItem, FlyerItems, LONGEST_FLYER, Prefecture, StoreId, days_later};

chabudai_kernel::one_of! {
    /// A flyer, or what is on it.
    pub FlyerRow { FlyerItems, Flyer }
}

/// Which flyers of a store or a prefecture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// All that the public sees on a day: what begins later is not listed yet.
    ShownOn(IsoDay),
    /// Those that are valid on a day.
    ValidOn(IsoDay),
    /// Those that begin between two days and that the public sees on a third.
    Between(IsoDay, IsoDay, IsoDay),
    /// All there are, for staff.
    All,
}

impl Which {
    fn range(self) -> Option<Named<SortCondition>> {
        match self {
            Self::ShownOn(today) => Some(Flyer::validFrom.at_most(&today)),
            Self::ValidOn(today) => Some(Flyer::validFrom.between(&days_later(today, -LONGEST_FLYER), &today)),
            Self::Between(from, to, today) => Some(Flyer::validFrom.between(&from.min(to.min(today)), &to.min(today))),
            Self::All => None,
        }
    }

    fn filter(self) -> Option<Condition> {
        match self {
            Self::ShownOn(today) | Self::Between(_, _, today) => Some(is_shown(today)),
            Self::ValidOn(today) => Some(is_shown(today).and(attr("validUntil").ge(today.to_string()))),
            Self::All => None,
        }
    }

    fn of(self, mut query: Query) -> Query {
        query.range = self.range();
        query.filter = self.filter();
        query.backward()
    }
}

/// CH-60: a flyer, and what is on it.
pub async fn flyer(db: &Db, id: FlyerId) -> Result<Option<(Flyer, Vec<FlyerItem>)>> {
    in_run(db.run(&ONE_FLYER), id).await
}

/// The same on the account of another pattern.
pub async fn in_run(run: Run<'_>, id: FlyerId) -> Result<Option<(Flyer, Vec<FlyerItem>)>> {
    let keys = vec![(&FLYERS, Flyer::key(&id)), (&FLYERS, FlyerItems::key(id))];
    let (mut flyer, mut items) = (None, Vec::new());
    for row in run.batch_get(keys, 100, true).await? {
        match row {
            FlyerRow::Flyer(found) => flyer = Some(found),
            FlyerRow::FlyerItems(found) => items = found.items,
        }
    }
    Ok(flyer.map(|flyer| (flyer, items)))
}

/// CH-61: flyers of a store, newest first.
pub async fn of_store(db: &Db, store: StoreId, which: Which, paging: Paging<'_>) -> Result<Listed<Flyer>> {
    let query = which.of(Query::index(&FLYERS, &FLYERS_BY_STORE, Flyer::storeId.of(&store)));
    Ok(db.run(&FLYERS_OF_STORE).list(query, paging.limit, paging.cursor, READ_AT_MOST).await?)
}

/// CH-62: flyers of a prefecture, newest first.
pub async fn nearby(db: &Db, prefecture: Prefecture, which: Which, paging: Paging<'_>) -> Result<Listed<Flyer>> {
    let query = which.of(Query::index(&FLYERS, &FLYERS_BY_REGION, Flyer::prefecture.of(&prefecture)));
    Ok(db.run(&FLYERS_NEARBY).list(query, paging.limit, paging.cursor, READ_AT_MOST).await?)
}

/// CH-63: flyers of a company, newest first.
pub async fn of_company(db: &Db, company: CompanyId, paging: Paging<'_>) -> Result<Listed<Flyer>> {
    let query = Query::index(&FLYERS, &FLYERS_BY_COMPANY, Flyer::companyId.of(&company)).backward();
    Ok(db.run(&FLYERS_OF_COMPANY).list(query, paging.limit, paging.cursor, 0).await?)
}

/// CH-64: all flyers.
pub async fn all(db: &Db, paging: Paging<'_>) -> Result<(Vec<Flyer>, Option<String>)> {
    scanned(db, db.run(&ALL_FLYERS), &FLYERS, paging.limit, paging.cursor).await
}

/// CH-68: flyers of a prefecture that begin on a day.
pub async fn beginning(db: &Db, prefecture: Prefecture, day: IsoDay) -> Result<Vec<Flyer>> {
    let query = Query::index(&FLYERS, &FLYERS_BY_REGION, Flyer::prefecture.of(&prefecture)).range(Flyer::validFrom.equals(&day));
    Ok(db.run(&BEGINNING_FLYERS).all(query).await?)
}

/// What was read of a flyer is what is there; copies may be others.
pub fn is_unchanged(flyer: &Flyer) -> Condition {
    flyer.updated_at.is("updatedAt")
}

/// CH-65, the write: a flyer.
pub fn create(flyer: &Flyer) -> Put {
    Put::of(flyer).if_absent()
}

/// CH-65, CH-66, the write: what is on it.
pub fn set_items(id: FlyerId, items: &[FlyerItem]) -> Put {
    Put::of(&FlyerItems { flyer_id: id, items: items.to_vec() })
}

/// CH-66, the write: a flyer as it is now. Copies are not touched.
pub fn edit(before: &Flyer, after: &Flyer) -> Update {
    Update::of::<Flyer>(Flyer::key(&before.flyer_id))
        .set("imageUrl", after.image_url.as_str())
        .set("imageUrls", texts(&after.image_urls))
        .set("validFrom", after.valid_from.to_string())
        .set("validUntil", after.valid_until.to_string())
        .set_or_remove("description", after.description.as_deref())
        .set("updatedAt", after.updated_at.to_string())
        .only_if(is_unchanged(before))
}

/// CH-67, CH-123, the writes: a flyer goes, with what is on it and what was cooked from it.
pub fn delete(id: FlyerId) -> Vec<Write> {
    vec![Delete::new(&FLYERS, Flyer::key(&id)).into(), Delete::new(&FLYERS, FlyerItems::key(id)).into(), recipes::forget(id).into()]
}
