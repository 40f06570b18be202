//! Every copy as its source is: names of companies and stores, contracts, the newest flyer.
//!
//! A copy says of which state of its source it is, and is only ever replaced by one of a later state. So it does not matter how often a
//! change is told, in which order, or how many servers are told of it at once: whoever is late writes nothing.

use chabudai_kernel::db::Run;
use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{Transact, Write};

use super::Service;
use crate::design::{COMPANY_GONE, FOLLOW_COMPANY, FOLLOW_INSERT, FOLLOW_STORE, NEWEST_FLYER, RESTATE, STORE_GONE};
use crate::error::Result;
use crate::model::{Admin, CompanyId, FavoriteStore, Flyer, FlyerId, NewestFlyer, Store, StoreId, User};
use crate::repo::{companies, copies, current, favorites, flyers, staff, stores};

/// Reads all pages of something.
macro_rules! every {
    (|$after:ident| $page:expr, |$row:ident| $work:block) => {{
        let mut $after = None;
        loop {
            let (rows, next) = $page.await?;
            for $row in rows $work
            match next {
                Some(next) => $after = Some(next),
                None => break,
            }
        }
    }};
}

impl Service {
    /// A company has changed, or is gone: its stores, flyers and accounts say so.
    pub async fn follow_company(&self, id: CompanyId) -> Result<()> {
        let run = self.base.db.run(&FOLLOW_COMPANY);
        let Some(company) = companies::in_run(run, id).await? else { return self.company_gone(id).await };
        let at = company.updated_at;
        every!(|after| copies::stores_of(run, id, after), |store| {
            if store.company_updated_at < at {
                run.attempt_one(copies::company_to_store(&company, store.store_id)).await?;
            }
        });
        every!(|after| copies::flyers_of(run, id, after), |flyer| {
            if flyer.company_updated_at < at {
                run.attempt_one(copies::company_to_flyer(&company, flyer.flyer_id)).await?;
            }
        });
        every!(|after| copies::admins_of(run, id, after), |admin| {
            if admin.company_updated_at.is_none_or(|copied| copied < at) {
                run.attempt_one(copies::company_to_admin(&company, admin.admin_id)).await?;
            }
        });
        Ok(())
    }

    /// A company is gone, and it had no stores: so are its accounts.
    async fn company_gone(&self, id: CompanyId) -> Result<()> {
        let run = self.base.db.run(&COMPANY_GONE);
        every!(|after| copies::admins_of(run, id, after), |admin| {
            let writes = staff::delete(&admin, attr("adminId").exists());
            run.attempt(Transact::of(writes), &[0]).await?;
        });
        Ok(())
    }

    /// A store has changed, or is gone: its flyers, favourites and accounts say so. Of one that is gone, somebody has to say whose it was.
    pub async fn follow_store(&self, id: StoreId, company: Option<CompanyId>) -> Result<()> {
        let run = self.base.db.run(&FOLLOW_STORE);
        let Some(store) = stores::in_run(run, id).await? else { return self.store_gone(id, company).await };
        let at = store.updated_at;
        every!(|after| copies::flyers_of_store(run, id, after), |flyer| {
            if flyer.store_updated_at < at {
                run.attempt_one(copies::store_to_flyer(&store, flyer.flyer_id)).await?;
            }
        });
        every!(|after| favorites::of_store(run, id, after), |favorite| {
            if favorite.store_updated_at < at {
                run.attempt_one(copies::store_to_favorite(&store, favorite.user_id)).await?;
            }
        });
        every!(|after| copies::admins_of_store(run, store.company_id, id, after), |admin| {
            if admin.store_updated_at.is_none_or(|copied| copied < at) {
                run.attempt_one(copies::store_to_admin(&store, admin.admin_id)).await?;
            }
        });
        Ok(())
    }

    /// A store is gone: its flyers, what was cooked from them and favourites go; its accounts have no store until somebody gives them one.
    async fn store_gone(&self, id: StoreId, company: Option<CompanyId>) -> Result<()> {
        let run = self.base.db.run(&STORE_GONE);
        every!(|after| copies::flyers_of_store(run, id, after), |flyer| {
            run.commit(Transact::of(flyers::delete(flyer.flyer_id))).await?;
        });
        every!(|after| favorites::of_store(run, id, after), |favorite| {
            self.favorite_gone(run, &favorite).await?;
        });
        if let Some(company) = company {
            every!(|after| copies::admins_of_store(run, company, id, after), |admin| {
                run.attempt_one(copies::without_store(admin.admin_id, id)).await?;
            });
        }
        Ok(())
    }

    async fn favorite_gone(&self, run: Run<'_>, favorite: &FavoriteStore) -> Result<()> {
        self.base
            .persist(|| async {
                let user: Option<User> = current(run, User::key(&favorite.user_id)).await?;
                let mut writes: Vec<Write> = vec![favorites::remove(favorite.user_id, favorite.store_id).into()];
                if let Some(user) = user {
                    writes.push(favorites::one_less(&user, favorite.store_id, user.updated_at.following(self.now())).into());
                }
                Ok(run.commit(Transact::of(writes)).await?)
            })
            .await
    }

    /// A company is made a little younger, so that every copy of it is rewritten: what a copy says may be wrong although its state is right.
    pub async fn restate_company(&self, id: CompanyId) -> Result<()> {
        self.base
            .persist(|| async {
                let run = self.base.db.run(&RESTATE);
                let Some(company) = companies::in_run(run, id).await? else { return Ok(()) };
                let at = company.updated_at.following(self.now());
                Ok(run.commit_one(copies::restate_company(&company, at)).await?)
            })
            .await?;
        self.follow_company(id).await
    }

    /// A store, likewise.
    pub async fn restate_store(&self, id: StoreId, company: CompanyId) -> Result<()> {
        self.base
            .persist(|| async {
                let run = self.base.db.run(&RESTATE);
                let Some(store) = stores::in_run(run, id).await? else { return Ok(()) };
                let at = store.updated_at.following(self.now());
                Ok(run.commit_one(copies::restate_store(&store, at)).await?)
            })
            .await?;
        self.follow_store(id, Some(company)).await
    }

    /// A new store: its company may have changed a moment before the index knew of it.
    pub async fn follow_new_store(&self, store: &Store) -> Result<()> {
        let run = self.base.db.run(&FOLLOW_INSERT);
        let (company, _) = copies::sources(run, Some(store.company_id), None).await?;
        if let Some(company) = company.filter(|company| store.company_updated_at < company.updated_at) {
            run.attempt_one(copies::company_to_store(&company, store.store_id)).await?;
        }
        Ok(())
    }

    /// A new flyer, likewise. One whose store went at the same moment goes, too.
    pub async fn follow_new_flyer(&self, flyer: &Flyer) -> Result<()> {
        let run = self.base.db.run(&FOLLOW_INSERT);
        let (company, store) = copies::sources(run, Some(flyer.company_id), Some(flyer.store_id)).await?;
        let Some(store) = store else {
            return Ok(self.base.db.run(&STORE_GONE).commit(Transact::of(flyers::delete(flyer.flyer_id))).await?);
        };
        if flyer.store_updated_at < store.updated_at {
            run.attempt_one(copies::store_to_flyer(&store, flyer.flyer_id)).await?;
        }
        if let Some(company) = company.filter(|company| flyer.company_updated_at < company.updated_at) {
            run.attempt_one(copies::company_to_flyer(&company, flyer.flyer_id)).await?;
        }
        Ok(())
    }

    /// A new favourite, likewise.
    pub async fn follow_new_favorite(&self, favorite: &FavoriteStore) -> Result<()> {
        let run = self.base.db.run(&FOLLOW_INSERT);
        let (_, store) = copies::sources(run, None, Some(favorite.store_id)).await?;
        match store {
            None => self.favorite_gone(self.base.db.run(&STORE_GONE), favorite).await,
            Some(store) if favorite.store_updated_at < store.updated_at => {
                run.attempt_one(copies::store_to_favorite(&store, favorite.user_id)).await?;
                Ok(())
            }
            Some(_) => Ok(()),
        }
    }

    /// A new account, or one that has another store, likewise.
    pub async fn follow_new_admin(&self, admin: &Admin) -> Result<()> {
        if admin.company_id.is_none() && admin.store_id.is_none() {
            return Ok(());
        }
        let run = self.base.db.run(&FOLLOW_INSERT);
        let (company, store) = copies::sources(run, admin.company_id, admin.store_id).await?;
        match (admin.company_id, company) {
            (Some(_), Some(company)) if admin.company_updated_at.is_none_or(|copied| copied < company.updated_at) => {
                run.attempt_one(copies::company_to_admin(&company, admin.admin_id)).await?;
            }
            (Some(_), None) => {
                let writes = staff::delete(admin, attr("adminId").exists());
                self.base.db.run(&COMPANY_GONE).attempt(Transact::of(writes), &[0]).await?;
                return Ok(());
            }
            _ => {}
        }
        match (admin.store_id, store) {
            (Some(_), Some(store)) if admin.store_updated_at.is_none_or(|copied| copied < store.updated_at) => {
                run.attempt_one(copies::store_to_admin(&store, admin.admin_id)).await?;
            }
            (Some(gone), None) => {
                self.base.db.run(&STORE_GONE).attempt_one(copies::without_store(admin.admin_id, gone)).await?;
            }
            _ => {}
        }
        Ok(())
    }

    /// The newest valid flyer of a store stands on the store. The index may be behind on the flyer that has just changed, so that one is read
    /// by itself; of two who look at once, the one who looked first does not write last.
    pub async fn follow_newest(&self, store: StoreId, changed: Option<FlyerId>) -> Result<()> {
        self.base.persist(|| self.newest_once(store, changed)).await
    }

    async fn newest_once(&self, id: StoreId, changed: Option<FlyerId>) -> Result<()> {
        let run = self.base.db.run(&NEWEST_FLYER);
        let Some(store) = stores::in_run(run, id).await? else { return Ok(()) };
        let today = self.today();
        let mut valid = copies::valid_flyers(run, id, today).await?;
        if let Some(changed) = changed {
            valid.retain(|flyer| flyer.flyer_id != changed);
            valid.extend(copies::flyer(run, changed).await?.filter(|flyer| flyer.store_id == id && flyer.is_valid(today)));
        }
        let newest = valid.iter().max_by_key(|flyer| (flyer.valid_from, flyer.created_at, flyer.flyer_id)).map(NewestFlyer::from);
        // What is the same is written all the same: it counts the look, so that who looked earlier writes nothing.
        Ok(run.commit_one(copies::set_newest(&store, newest.as_ref())).await?)
    }
}
