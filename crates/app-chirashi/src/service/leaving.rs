//! Everything of somebody: given out, or forgotten.

use chabudai_kernel::key::ItemKey;
use chabudai_kernel::op::{BatchWrite, Transact};
use chabudai_kernel::part::Word;
use serde_json::{Value, json};

use super::Service;
use crate::design::{EXPORT_USER, FAVORITE_STORES, FORGET_USER, NOTIFICATIONS, USERS};
use crate::error::Result;
use crate::model::{Digest, FavoriteStore, Notice, Session, User, UserId};
use crate::repo::notices::ToldRow;
use crate::repo::{current, favorites, notices, people};

impl Service {
    /// Everything that is known of somebody, without what opens doors.
    pub async fn export(&self, id: UserId) -> Result<Value> {
        let run = self.base.db.run(&EXPORT_USER);
        let Some(user): Option<User> = current(run, User::key(&id)).await? else { return Ok(Value::Null) };
        let favorites = favorites::in_run(run, id).await?;
        let told = notices::all_of(run, id).await?;
        let notices: Vec<Value> = told
            .iter()
            .filter_map(|row| match row {
                ToldRow::Notice(notice) => Some(json!({
                    "day": notice.day, "flyerId": notice.flyer_id, "storeName": notice.store_name, "readAt": notice.read_at,
                })),
                ToldRow::Digest(_) => None,
            })
            .collect();
        Ok(json!({
            "userId": user.user_id,
            "email": user.email,
            "name": user.name,
            "notificationFrequency": user.notification_frequency,
            "prefecture": user.prefecture,
            "createdAt": user.created_at,
            "updatedAt": user.updated_at,
            "signedInOn": user.session_families.len(),
            "favoriteStores": favorites,
            "notices": notices,
        }))
    }

    /// The same for somebody of the house.
    pub async fn export_of_house(&self, person: &Word) -> Result<Value> {
        match people::by_house(&self.base.db, person).await? {
            Some(user) => self.export(user.user_id).await,
            None => Ok(Value::Null),
        }
    }

    /// Forgets somebody: favourites, notices, sessions, guards and the row. Shared recipes stay, under a name that leads nowhere. Whoever was
    /// cut off in the middle begins anew; somebody who is gone already stays gone.
    pub async fn forget(&self, id: UserId) -> Result<()> {
        self.base
            .persist(|| async {
                let run = self.base.db.run(&FORGET_USER);
                let user: Option<User> = current(run, User::key(&id)).await?;
                let row = |table, key: ItemKey| BatchWrite::Delete(table, key);
                let mut rows: Vec<BatchWrite> = favorites::in_run(run, id)
                    .await?
                    .iter()
                    .map(|favorite| row(&FAVORITE_STORES, FavoriteStore::key(&id, &favorite.store_id)))
                    .collect();
                rows.extend(notices::all_of(run, id).await?.iter().map(|told| match told {
                    ToldRow::Notice(notice) => row(&NOTIFICATIONS, Notice::key(id, notice.day, notice.flyer_id)),
                    ToldRow::Digest(digest) => row(&NOTIFICATIONS, Digest::key(id, digest.day, digest.name)),
                }));
                let families = user.iter().flat_map(|user| &user.session_families);
                rows.extend(families.map(|family| row(&USERS, Session::key(family.clone()))));
                if !rows.is_empty() {
                    run.batch_write(rows).await?;
                }
                match user {
                    Some(user) => Ok(run.commit(Transact::of(people::forget(&user))).await?),
                    None => Ok(()),
                }
            })
            .await
    }

    /// The same for somebody of the house.
    pub async fn forget_of_house(&self, person: &Word) -> Result<()> {
        match people::by_house(&self.base.db, person).await? {
            Some(user) => self.forget(user.user_id).await,
            None => Ok(()),
        }
    }
}
