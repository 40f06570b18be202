//! Categories, staples, the way through a shop, and answers that may be asked for again.

use chabudai_kernel::db::{Db, Run};
use chabudai_kernel::expr::attr;
use chabudai_kernel::once::{Answered, Once};
use chabudai_kernel::op::{Delete, Get, Put, Query, Update};
use chabudai_kernel::part::Word;

use crate::design::{CATEGORIES, MAIN_TABLE, REPLAY, STAPLES, WAYS_THROUGH_SHOPS};
use crate::error::Result;
use crate::model::{ANSWER_KEPT, AisleOrder, Category, Idempotency, Kitchen, KitchenId, OwnFood, OwnFoodId, Scope, Staple};

/// AP-701: the categories of a scope as they are kept; none where nobody has changed any.
pub async fn categories(db: &Db, kitchen: &KitchenId, scope: Scope) -> Result<Vec<Category>> {
    categories_of(db.run(&CATEGORIES), kitchen, scope).await
}

/// The same, on the account of the pattern that asks.
pub async fn categories_of(run: Run<'_>, kitchen: &KitchenId, scope: Scope) -> Result<Vec<Category>> {
    let query = Query::table(&MAIN_TABLE, Category::PK.of((kitchen.clone(),))).range(Category::SK.starting((scope,)));
    Ok(run.all(query.consistent()).await?)
}

/// AP-702, the write: one change more, if there was none since they were read.
pub fn categories_change(kitchen: &Kitchen) -> Update {
    let read = kitchen.categories_version;
    let same = attr("categoriesVersion").eq(read);
    let unchanged = attr("PK").exists().and(if read == 0 { same.or(attr("categoriesVersion").absent()) } else { same });
    Update::of::<Kitchen>(Kitchen::key(kitchen.kitchen.clone())).set("categoriesVersion", read + 1).only_if(unchanged)
}

/// AP-702, the write: a category goes.
pub fn remove_category(category: &Category) -> Delete {
    Delete::new(&MAIN_TABLE, Category::key(category.kitchen.clone(), category.scope, category.category_id.clone()))
}

fn staples_of(kitchen: &KitchenId) -> Query {
    Query::table(&MAIN_TABLE, Staple::PK.of((kitchen.clone(),))).range(Staple::SK.starting(()))
}

/// AP-507: what should always be there.
pub async fn staples(db: &Db, kitchen: &KitchenId) -> Result<Vec<Staple>> {
    current_staples(db.run(&STAPLES), kitchen).await
}

/// The same, on the account of the pattern that asks.
pub async fn current_staples(run: Run<'_>, kitchen: &KitchenId) -> Result<Vec<Staple>> {
    Ok(run.all(staples_of(kitchen).consistent()).await?)
}

/// AP-508, the write: it should not always be there.
pub fn remove_staple(kitchen: &KitchenId, food: &Word) -> Delete {
    Delete::new(&MAIN_TABLE, Staple::key(kitchen.clone(), food.clone())).if_exists()
}

/// AP-509: the ways through all shops.
pub async fn ways(db: &Db, kitchen: &KitchenId) -> Result<Vec<AisleOrder>> {
    let query = Query::table(&MAIN_TABLE, AisleOrder::PK.of((kitchen.clone(),))).range(AisleOrder::SK.starting(()));
    Ok(db.run(&WAYS_THROUGH_SHOPS).all(query.consistent()).await?)
}

/// AP-510: the way through one shop.
pub async fn way(run: Run<'_>, kitchen: &KitchenId, shop: &Word) -> Result<Option<AisleOrder>> {
    Ok(run.get(Get::new(&MAIN_TABLE, AisleOrder::key(kitchen.clone(), shop.clone())).consistent()).await?)
}

/// AP-510, the write: as everybody walks.
pub fn remove_way(kitchen: &KitchenId, shop: &Word) -> Delete {
    Delete::new(&MAIN_TABLE, AisleOrder::key(kitchen.clone(), shop.clone())).if_exists()
}

/// AP-511, the write: nobody here knows it any more.
pub fn remove_food(kitchen: &KitchenId, food: &OwnFoodId) -> Delete {
    Delete::new(&MAIN_TABLE, OwnFood::key(kitchen.clone(), food.clone())).if_exists()
}

/// AP-1301: what an operation of a client made.
pub async fn made_before(db: &Db, kitchen: &KitchenId, key: &Word) -> Result<Option<Answered<String>>> {
    let get = Get::new(&MAIN_TABLE, Idempotency::key(kitchen.clone(), key.clone())).consistent();
    let kept: Option<Idempotency> = db.run(&REPLAY).get(get).await?;
    Ok(kept.map(|kept| Answered { request: kept.request, answer: kept.made }))
}

/// The write that keeps what an operation made, in the same transaction.
pub fn keep(kitchen: &KitchenId, once: &Once, made: &str, now: i64) -> Put {
    let (key, request) = (once.key.clone(), once.request.clone());
    Put::of(&Idempotency { kitchen: kitchen.clone(), key, request, made: made.to_owned(), ttl: now + ANSWER_KEPT }).if_absent()
}
