//! Stores.

use chabudai_kernel::db::{Db, Listed, Paging, Run};
use chabudai_kernel::expr::{Condition, attr};
use chabudai_kernel::op::{Check, Delete, Put, Query, Update};
use chabudai_kernel::part::IsoDay;

use super::{current, is_shown, scanned};
use crate::design::{
    ALL_STORES, ONE_STORE, READ_AT_MOST, STORES, STORES_BY_COMPANY, STORES_BY_ID, STORES_BY_REGION, STORES_NEARBY, STORES_OF_COMPANY,
};
use crate::error::Result;
use crate::model::{CompanyId, Prefecture, Region, Store, StoreId};

/// CH-50: a store.
pub async fn store(db: &Db, id: StoreId) -> Result<Option<Store>> {
    in_run(db.run(&ONE_STORE), id).await
}

/// The same on the account of another pattern.
pub async fn in_run(run: Run<'_>, id: StoreId) -> Result<Option<Store>> {
    current(run, Store::key(&id)).await
}

/// CH-51: stores of a prefecture that the public sees, narrowed by a region as a key condition.
pub async fn nearby(db: &Db, prefecture: Prefecture, region: Option<Region>, today: IsoDay, paging: Paging<'_>) -> Result<Listed<Store>> {
    let mut query = Query::index(&STORES, &STORES_BY_REGION, Store::prefecture.of(&prefecture));
    if let Some(region) = region {
        query = query.range(Store::region.equals(&region));
    }
    Ok(db.run(&STORES_NEARBY).list(query.filter(is_shown(today)), paging.limit, paging.cursor, READ_AT_MOST).await?)
}

/// CH-52: stores of a company.
pub async fn of_company(db: &Db, company: CompanyId, paging: Paging<'_>) -> Result<Listed<Store>> {
    let query = Query::index(&STORES, &STORES_BY_COMPANY, Store::companyId.of(&company));
    Ok(db.run(&STORES_OF_COMPANY).list(query, paging.limit, paging.cursor, 0).await?)
}

/// CH-53: all stores.
pub async fn all(db: &Db, paging: Paging<'_>) -> Result<(Vec<Store>, Option<String>)> {
    scanned(db, db.run(&ALL_STORES), &STORES, paging.limit, paging.cursor).await
}

/// CH-57: these stores, in no order.
pub async fn many(db: &Db, ids: &[StoreId]) -> Result<Vec<Store>> {
    let keys = ids.iter().map(|id| (&STORES, Store::key(id))).collect();
    Ok(db.run(&STORES_BY_ID).batch_get(keys, 100, false).await?)
}

/// What was read of a store is what is there; copies may be others.
pub fn is_unchanged(store: &Store) -> Condition {
    store.updated_at.is("updatedAt")
}

/// CH-54, the write: a store.
pub fn create(store: &Store) -> Put {
    Put::of(store).if_absent()
}

/// CH-55, the write: a store as it is now. Copies are not touched.
pub fn edit(before: &Store, after: &Store) -> Update {
    Update::of::<Store>(Store::key(&before.store_id))
        .set("name", after.name.as_str())
        .set_or_remove("logo", after.logo.as_deref())
        .set("address", after.address.as_str())
        .set("prefecture", after.prefecture.as_str())
        .set("region", after.region.as_str())
        .set("phone", after.phone.as_str())
        .set_or_remove("openingHours", after.opening_hours.as_deref())
        .set_or_remove("salePeriod", after.sale_period.as_deref())
        .set("updatedAt", after.updated_at.to_string())
        .only_if(is_unchanged(before))
}

/// CH-56, the write: a store goes.
pub fn delete(id: StoreId) -> Delete {
    Delete::new(&STORES, Store::key(&id)).only_if(attr("storeId").exists())
}

/// CH-30, CH-31, CH-65, CH-82, the check: the store is as it was copied.
pub fn stays(store: &Store) -> Check {
    Check { table: &STORES, key: Store::key(&store.store_id), condition: is_unchanged(store) }
}
