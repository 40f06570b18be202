//! Copies of names: each is only ever replaced by a later one.

use chabudai_kernel::db::Run;
use chabudai_kernel::expr::{Condition, attr};
use chabudai_kernel::op::{Get, PageKey, Query, Update};
use chabudai_kernel::part::IsoDay;
use chabudai_kernel::value::{Attributes, Value};

use crate::design::{ADMINS, ADMINS_BY_COMPANY, COMPANIES, FLYERS, FLYERS_BY_COMPANY, FLYERS_BY_STORE, STORES, STORES_BY_COMPANY};
use crate::error::Result;
use crate::model::{
    Admin, AdminId, Company, CompanyId, FavoriteStore, Flyer, FlyerId, LONGEST_FLYER, Moment, NewestFlyer, Role, Store, StoreId, UserId,
    days_later,
};

/// Rows that are read at a time.
const A_PAGE: u32 = 100;

chabudai_kernel::one_of! {
    /// What a row was copied from. A store names its company, so it is looked for first.
    pub Source { Store, Company }
}

/// CH-124: the company and the store of a row, as they are.
pub async fn sources(run: Run<'_>, company: Option<CompanyId>, store: Option<StoreId>) -> Result<(Option<Company>, Option<Store>)> {
    let keys = company.iter().map(|id| (&COMPANIES, Company::key(id))).chain(store.iter().map(|id| (&STORES, Store::key(id)))).collect();
    let (mut of_company, mut of_store) = (None, None);
    for row in run.batch_get(keys, 100, true).await? {
        match row {
            Source::Company(found) => of_company = Some(found),
            Source::Store(found) => of_store = Some(found),
        }
    }
    Ok((of_company, of_store))
}

/// CH-120: a page of a company's stores.
pub async fn stores_of(run: Run<'_>, company: CompanyId, after: Option<PageKey>) -> Result<(Vec<Store>, Option<PageKey>)> {
    let query = Query::index(&STORES, &STORES_BY_COMPANY, Store::companyId.of(&company)).limit(A_PAGE).after(after);
    Ok(run.page(&query).await?)
}

/// CH-120: a page of a company's flyers.
pub async fn flyers_of(run: Run<'_>, company: CompanyId, after: Option<PageKey>) -> Result<(Vec<Flyer>, Option<PageKey>)> {
    let query = Query::index(&FLYERS, &FLYERS_BY_COMPANY, Flyer::companyId.of(&company)).limit(A_PAGE).after(after);
    Ok(run.page(&query).await?)
}

/// CH-120, CH-121: a page of a company's accounts.
pub async fn admins_of(run: Run<'_>, company: CompanyId, after: Option<PageKey>) -> Result<(Vec<Admin>, Option<PageKey>)> {
    let query = Query::index(&ADMINS, &ADMINS_BY_COMPANY, Admin::companyId.of(&Some(company))).limit(A_PAGE).after(after);
    Ok(run.page(&query).await?)
}

/// CH-122, CH-123: a page of a store's flyers.
pub async fn flyers_of_store(run: Run<'_>, store: StoreId, after: Option<PageKey>) -> Result<(Vec<Flyer>, Option<PageKey>)> {
    let query = Query::index(&FLYERS, &FLYERS_BY_STORE, Flyer::storeId.of(&store)).limit(A_PAGE).after(after);
    Ok(run.page(&query).await?)
}

/// CH-122, CH-123: a page of a store's accounts.
pub async fn admins_of_store(
    run: Run<'_>,
    company: CompanyId,
    store: StoreId,
    after: Option<PageKey>,
) -> Result<(Vec<Admin>, Option<PageKey>)> {
    let query = Query::index(&ADMINS, &ADMINS_BY_COMPANY, Admin::companyId.of(&Some(company)))
        .range(Admin::role.equals(&Role::StoreUser))
        .filter(attr("storeId").eq(store.to_string()));
    Ok(run.page(&query.limit(A_PAGE).after(after)).await?)
}

/// The row is there, and what it says is of an earlier state.
fn is_behind(key: &'static str, stamp: &'static str, at: Moment) -> Condition {
    attr(key).exists().and(attr(stamp).absent().or(attr(stamp).lt(at.to_string())))
}

/// CH-120, CH-124, the write: what a store says of its company.
pub fn company_to_store(company: &Company, store: StoreId) -> Update {
    Update::of::<Store>(Store::key(&store))
        .set("companyName", company.name.as_str())
        .set("contractStatus", company.contract_status.as_str())
        .set("contractEndDate", company.contract_end_date.to_string())
        .set("companyUpdatedAt", company.updated_at.to_string())
        .only_if(is_behind("storeId", "companyUpdatedAt", company.updated_at))
}

/// CH-120, CH-124, the write: what a flyer says of its company.
pub fn company_to_flyer(company: &Company, flyer: FlyerId) -> Update {
    Update::of::<Flyer>(Flyer::key(&flyer))
        .set("companyName", company.name.as_str())
        .set("contractStatus", company.contract_status.as_str())
        .set("contractEndDate", company.contract_end_date.to_string())
        .set("companyUpdatedAt", company.updated_at.to_string())
        .only_if(is_behind("flyerId", "companyUpdatedAt", company.updated_at))
}

/// CH-120, CH-124, the write: what an account says of its company.
pub fn company_to_admin(company: &Company, admin: AdminId) -> Update {
    Update::of::<Admin>(Admin::key(&admin))
        .set("companyName", company.name.as_str())
        .set("companyUpdatedAt", company.updated_at.to_string())
        .only_if(is_behind("adminId", "companyUpdatedAt", company.updated_at))
}

/// CH-122, CH-124, the write: what a flyer says of its store.
pub fn store_to_flyer(store: &Store, flyer: FlyerId) -> Update {
    Update::of::<Flyer>(Flyer::key(&flyer))
        .set("storeName", store.name.as_str())
        .set_or_remove("storeLogo", store.logo.as_deref())
        .set("address", store.address.as_str())
        .set("prefecture", store.prefecture.as_str())
        .set("region", store.region.as_str())
        .set("phone", store.phone.as_str())
        .set_or_remove("openingHours", store.opening_hours.as_deref())
        .set("storeUpdatedAt", store.updated_at.to_string())
        .only_if(is_behind("flyerId", "storeUpdatedAt", store.updated_at))
}

/// CH-122, CH-124, the write: what a favourite says of its store.
pub fn store_to_favorite(store: &Store, user: UserId) -> Update {
    Update::of::<FavoriteStore>(FavoriteStore::key(&user, &store.store_id))
        .set("storeName", store.name.as_str())
        .set_or_remove("storeLogo", store.logo.as_deref())
        .set("address", store.address.as_str())
        .set("phone", store.phone.as_str())
        .set("storeUpdatedAt", store.updated_at.to_string())
        .only_if(is_behind("userId", "storeUpdatedAt", store.updated_at))
}

/// CH-122, CH-124, the write: what an account says of its store, while that is its store.
pub fn store_to_admin(store: &Store, admin: AdminId) -> Update {
    Update::of::<Admin>(Admin::key(&admin))
        .set("storeName", store.name.as_str())
        .set("storeUpdatedAt", store.updated_at.to_string())
        .only_if(is_behind("adminId", "storeUpdatedAt", store.updated_at).and(attr("storeId").eq(store.store_id.to_string())))
}

/// CH-123, the write: an account whose store is gone has none, until somebody gives it another.
pub fn without_store(admin: AdminId, store: StoreId) -> Update {
    Update::of::<Admin>(Admin::key(&admin))
        .remove("storeId")
        .remove("storeName")
        .remove("storeUpdatedAt")
        .only_if(attr("storeId").eq(store.to_string()))
}

/// CH-129, the write: a company is of a later state, with nothing else changed.
pub fn restate_company(company: &Company, at: Moment) -> Update {
    Update::of::<Company>(Company::key(&company.company_id)).set("updatedAt", at.to_string()).only_if(company.updated_at.is("updatedAt"))
}

/// CH-129, the write: a store, likewise.
pub fn restate_store(store: &Store, at: Moment) -> Update {
    Update::of::<Store>(Store::key(&store.store_id)).set("updatedAt", at.to_string()).only_if(store.updated_at.is("updatedAt"))
}

/// CH-125: the flyers of a store that are valid on a day, newest first. There are few.
pub async fn valid_flyers(run: Run<'_>, store: StoreId, today: IsoDay) -> Result<Vec<Flyer>> {
    let query = Query::index(&FLYERS, &FLYERS_BY_STORE, Flyer::storeId.of(&store))
        .range(Flyer::validFrom.between(&days_later(today, -LONGEST_FLYER), &today))
        .filter(attr("validUntil").ge(today.to_string()))
        .backward();
    Ok(run.all(query).await?)
}

/// CH-125: a flyer as it is: the index may be behind.
pub async fn flyer(run: Run<'_>, id: FlyerId) -> Result<Option<Flyer>> {
    Ok(run.get(Get::new(&FLYERS, Flyer::key(&id)).consistent()).await?)
}

/// CH-125, the write: the newest valid flyer of a store, if nobody has looked since.
pub fn set_newest(store: &Store, newest: Option<&NewestFlyer>) -> Update {
    let as_map = |flyer: &NewestFlyer| -> Value {
        let text = |name: &str, value: String| (name.to_owned(), Value::S(value));
        Value::M(Attributes::from([
            text("flyerId", flyer.flyer_id.to_string()),
            text("imageUrl", flyer.image_url.clone()),
            text("validFrom", flyer.valid_from.to_string()),
            text("validUntil", flyer.valid_until.to_string()),
        ]))
    };
    Update::of::<Store>(Store::key(&store.store_id))
        .set_or_remove("newestFlyer", newest.map(as_map))
        .set("newestRev", store.newest_rev + 1)
        .only_if(attr("newestRev").eq(store.newest_rev))
}
