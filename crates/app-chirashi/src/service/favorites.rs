//! Favourites, and what is new at them.

use chabudai_kernel::op::{Transact, Write};

use super::Service;
use super::stores::NO_STORE;
use crate::design::{ADD_FAVORITE, REMOVE_FAVORITE, SET_BELL};
use crate::error::{ChirashiError, ChirashiReason, Result};
use crate::model::{FavoriteStore, MOST_FAVORITES, NewestFlyer, StoreId, UserId};
use crate::repo::{favorites, stores};

/// A favourite, with what is new there.
#[derive(Clone, PartialEq, Debug)]
pub struct HomeStore {
    /// The favourite.
    pub favorite: FavoriteStore,
    /// Its newest flyer, while it is valid and its company may show it.
    pub newest: Option<NewestFlyer>,
}

impl Service {
    /// Somebody likes a store. What is a favourite already stays one; there are 200 at most.
    pub async fn add_favorite(&self, user: UserId, store: StoreId) -> Result<FavoriteStore> {
        let _queue = self.queue(user).await;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&ADD_FAVORITE);
                let before = favorites::before(run, user, store, true).await?;
                if let Some(favorite) = before.favorite {
                    return Ok(favorite);
                }
                let user = before.user.ok_or(ChirashiReason::NotSignedIn)?;
                let store = before.store.filter(|store| store.is_shown(self.today())).ok_or(NO_STORE)?;
                if user.favorite_store_ids.len() >= MOST_FAVORITES {
                    return Err(ChirashiReason::TooManyFavorites.into());
                }
                let now = self.now();
                let favorite = FavoriteStore::new(user.user_id, &store, now);
                let at = user.updated_at.following(now);
                let writes: [Write; 3] =
                    [favorites::add(&favorite).into(), favorites::one_more(&user, store.store_id, at).into(), stores::stays(&store).into()];
                run.commit(Transact::of(writes)).await?;
                Ok(favorite)
            })
            .await
    }

    /// Somebody does not like a store any more. What is no favourite stays none.
    pub async fn remove_favorite(&self, user: UserId, store: StoreId) -> Result<()> {
        let _queue = self.queue(user).await;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&REMOVE_FAVORITE);
                let before = favorites::before(run, user, store, false).await?;
                if before.favorite.is_none() {
                    return Ok(());
                }
                let user = before.user.ok_or(ChirashiReason::NotSignedIn)?;
                let at = user.updated_at.following(self.now());
                let writes: [Write; 2] = [favorites::remove(user.user_id, store).into(), favorites::one_less(&user, store, at).into()];
                Ok(run.commit(Transact::of(writes)).await?)
            })
            .await
    }

    /// Whether somebody is told of a favourite's flyers.
    pub async fn set_bell(&self, user: UserId, store: StoreId, rings: bool) -> Result<()> {
        let held = self.base.db.run(&SET_BELL).attempt_one(favorites::set_bell(user, store, rings)).await?;
        if held { Ok(()) } else { Err(ChirashiError::NotFound("favourite")) }
    }

    /// Somebody's favourites with what is new there, the newest flyers first: a query and a batch, however many there are.
    pub async fn home(&self, user: UserId) -> Result<Vec<HomeStore>> {
        let mine = favorites::mine(&self.base.db, user).await?;
        let ids: Vec<StoreId> = mine.iter().map(|favorite| favorite.store_id).collect();
        let found = stores::many(&self.base.db, &ids).await?;
        let today = self.today();
        let newest_of = |id: StoreId| {
            let store = found.iter().find(|store| store.store_id == id).filter(|store| store.is_shown(today))?;
            store.newest_on(today).cloned()
        };
        let mut home: Vec<HomeStore> =
            mine.into_iter().map(|favorite| HomeStore { newest: newest_of(favorite.store_id), favorite }).collect();
        home.sort_by(|one, other| {
            let at = |home: &HomeStore| home.newest.as_ref().map(|flyer| flyer.valid_from);
            at(other).cmp(&at(one)).then_with(|| one.favorite.store_name.cmp(&other.favorite.store_name))
        });
        Ok(home)
    }
}
