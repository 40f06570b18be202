//! Favourites.

use chabudai_kernel::db::{Db, Paging, Run};
use chabudai_kernel::expr::{Comparison, attr};
use chabudai_kernel::op::{Delete, PageKey, Put, Query, Update};

use super::{current, people, scanned};
use crate::design::{ALL_FAVORITES, FAVORITE_STORES, FAVORITES_BY_STORE, IS_FAVORITE, MY_FAVORITES, STORES, USERS};
use crate::error::Result;
use crate::model::{FavoriteStore, MOST_FAVORITES, Moment, Store, StoreId, User, UserId};

chabudai_kernel::one_of! {
    /// A favourite, whose it is, and of which store.
    pub FavoriteRow { FavoriteStore, User, Store }
}

/// What is read before a favourite is added or removed.
#[derive(Debug, Default)]
pub struct Before {
    /// The favourite, if it is one.
    pub favorite: Option<FavoriteStore>,
    /// Whose.
    pub user: Option<User>,
    /// Which store.
    pub store: Option<Store>,
}

/// CH-80: somebody's favourites.
pub async fn mine(db: &Db, user: UserId) -> Result<Vec<FavoriteStore>> {
    in_run(db.run(&MY_FAVORITES), user).await
}

/// The same on the account of another pattern.
pub async fn in_run(run: Run<'_>, user: UserId) -> Result<Vec<FavoriteStore>> {
    Ok(run.all(Query::table(&FAVORITE_STORES, FavoriteStore::userId.of(&user)).consistent()).await?)
}

/// CH-81: whether a store is one of them.
pub async fn is_one(db: &Db, user: UserId, store: StoreId) -> Result<Option<FavoriteStore>> {
    current(db.run(&IS_FAVORITE), FavoriteStore::key(&user, &store)).await
}

/// CH-82, CH-83: what there is before a favourite is added or removed.
pub async fn before(run: Run<'_>, user: UserId, store: StoreId, with_store: bool) -> Result<Before> {
    let mut keys = vec![(&FAVORITE_STORES, FavoriteStore::key(&user, &store)), (&USERS, User::key(&user))];
    if with_store {
        keys.push((&STORES, Store::key(&store)));
    }
    let mut before = Before::default();
    for row in run.batch_get(keys, 100, true).await? {
        match row {
            FavoriteRow::FavoriteStore(found) => before.favorite = Some(found),
            FavoriteRow::User(found) => before.user = Some(found),
            FavoriteRow::Store(found) => before.store = Some(found),
        }
    }
    Ok(before)
}

/// CH-82, the write: a favourite, if it is none yet.
pub fn add(favorite: &FavoriteStore) -> Put {
    Put::of(favorite).if_absent()
}

/// CH-82, the write: one more on the list of somebody who has fewer than there may be.
pub fn one_more(user: &User, store: StoreId, at: Moment) -> Update {
    let mut favorites = user.favorite_store_ids.clone();
    favorites.push(store);
    let has_room = attr("favoriteStoreIds").size().compare(Comparison::Less, MOST_FAVORITES);
    people::set_favorites(user, &favorites, at).only_if(has_room)
}

/// CH-83, CH-123, the write: one less.
pub fn one_less(user: &User, store: StoreId, at: Moment) -> Update {
    let favorites: Vec<StoreId> = user.favorite_store_ids.iter().copied().filter(|id| *id != store).collect();
    people::set_favorites(user, &favorites, at)
}

/// CH-83, CH-123, the write: it is none any more.
pub fn remove(user: UserId, store: StoreId) -> Delete {
    Delete::new(&FAVORITE_STORES, FavoriteStore::key(&user, &store))
}

/// CH-84, the write: whether somebody is told of its flyers.
pub fn set_bell(user: UserId, store: StoreId, rings: bool) -> Update {
    Update::of::<FavoriteStore>(FavoriteStore::key(&user, &store)).set("notificationEnabled", rings).if_exists()
}

/// CH-85, CH-122, CH-123: a page of who favours a store.
pub async fn of_store(run: Run<'_>, store: StoreId, after: Option<PageKey>) -> Result<(Vec<FavoriteStore>, Option<PageKey>)> {
    let query = Query::index(&FAVORITE_STORES, &FAVORITES_BY_STORE, FavoriteStore::storeId.of(&store)).limit(100).after(after);
    Ok(run.page(&query).await?)
}

/// CH-127: all favourites.
pub async fn all(db: &Db, paging: Paging<'_>) -> Result<(Vec<FavoriteStore>, Option<String>)> {
    scanned(db, db.run(&ALL_FAVORITES), &FAVORITE_STORES, paging.limit, paging.cursor).await
}
