//! Who keeps the copies true, told of every change.

use std::sync::Arc;

use chabudai_jobs::Failed;
use chabudai_jobs::feed::Consumer;
use chabudai_kernel::db::Paging;
use chabudai_kernel::design::Table;
use chabudai_kernel::entity::{Entity, is_of_kind};
use chabudai_kernel::feed::Change;
use chabudai_kernel::packed::Item;
use futures::future::BoxFuture;

use crate::design::{ADMINS, COMPANIES, FAVORITE_STORES, FLYERS, STORES};
use crate::error::Result;
use crate::model::{Admin, Company, FavoriteStore, Flyer, Store};
use crate::repo;
use crate::service::Service;

/// Those of the house.
pub fn consumers(service: &Service) -> Vec<Arc<dyn Consumer>> {
    vec![Arc::new(Copies(service.clone())), Arc::new(Newest(service.clone())), Arc::new(Telling(service.clone()))]
}

/// An item as its kind; none where it is of another, such as a guard.
fn read<E: Entity>(item: Option<&Item>) -> Result<Option<E>> {
    let item = item.filter(|item| is_of_kind(&E::DESIGN, item.view()));
    Ok(item.map(|item| E::from_item(item.view())).transpose().map_err(chabudai_kernel::store::StoreError::from)?)
}

fn both<E: Entity>(change: &Change) -> Result<(Option<E>, Option<E>)> {
    Ok((read(change.before.as_ref())?, read(change.after.as_ref())?))
}

/// Every page of a table that staff can list.
macro_rules! every_row {
    ($service:expr, $all:path, |$row:ident| $work:expr) => {{
        let mut cursor: Option<String> = None;
        loop {
            let paging = Paging { limit: 100, cursor: cursor.as_deref(), backward: false };
            let (rows, next) = $all($service.db(), paging).await?;
            for $row in rows {
                $work.await?;
            }
            match next {
                Some(next) => cursor = Some(next),
                None => break,
            }
        }
    }};
}

/// Names and contracts, wherever they are copied to.
struct Copies(Service);

impl Copies {
    async fn follow(&self, change: &Change) -> Result<()> {
        let service = &self.0;
        if change.table.name == COMPANIES.name {
            let (before, after) = both::<Company>(change)?;
            let stamp = |company: &Option<Company>| company.as_ref().map(|company| company.updated_at);
            match before.as_ref().or(after.as_ref()) {
                // Its count of stores is no copy of anything.
                Some(company) if stamp(&before) != stamp(&after) => service.follow_company(company.company_id).await?,
                _ => {}
            }
        } else if change.table.name == STORES.name {
            let (before, after) = both::<Store>(change)?;
            match (before, after) {
                (None, Some(new)) => service.follow_new_store(&new).await?,
                (Some(before), Some(after)) if before.updated_at == after.updated_at => {}
                (Some(store), _) => service.follow_store(store.store_id, Some(store.company_id)).await?,
                (None, None) => {}
            }
        } else if change.table.name == FLYERS.name {
            if let (None, Some(new)) = both::<Flyer>(change)? {
                service.follow_new_flyer(&new).await?;
            }
        } else if change.table.name == FAVORITE_STORES.name {
            if let (None, Some(new)) = both::<FavoriteStore>(change)? {
                service.follow_new_favorite(&new).await?;
            }
        } else if change.table.name == ADMINS.name
            && let (before, Some(after)) = both::<Admin>(change)?
            && before.is_none_or(|before| before.store_id != after.store_id)
        {
            service.follow_new_admin(&after).await?;
        }
        Ok(())
    }

    async fn follow_all(&self) -> Result<()> {
        let service = &self.0;
        every_row!(service, repo::companies::all, |company| service.follow_company(company.company_id));
        every_row!(service, repo::stores::all, |store| service.follow_store(store.store_id, Some(store.company_id)));
        // What belongs to a store or a company that is gone is found from its own side.
        every_row!(service, repo::flyers::all, |flyer| service.follow_new_flyer(&flyer));
        every_row!(service, repo::favorites::all, |favorite| service.follow_new_favorite(&favorite));
        every_row!(service, repo::staff::all, |admin| service.follow_new_admin(&admin));
        Ok(())
    }
}

impl Consumer for Copies {
    fn name(&self) -> &'static str {
        "chirashi-copies"
    }

    fn wants(&self, table: &Table) -> bool {
        [&COMPANIES, &STORES, &FLYERS, &FAVORITE_STORES, &ADMINS].iter().any(|wanted| wanted.name == table.name)
    }

    fn apply<'a>(&'a self, change: &'a Change) -> BoxFuture<'a, std::result::Result<(), Failed>> {
        Box::pin(async move { self.follow(change).await.map_err(Failed::because) })
    }

    fn rebuild(&self) -> BoxFuture<'_, std::result::Result<(), Failed>> {
        Box::pin(async move { self.follow_all().await.map_err(Failed::because) })
    }
}

/// The newest valid flyer, on its store.
struct Newest(Service);

impl Newest {
    async fn follow(&self, change: &Change) -> Result<()> {
        let (before, after) = both::<Flyer>(change)?;
        let shown = |flyer: &Option<Flyer>| flyer.as_ref().map(|flyer| (flyer.valid_from, flyer.valid_until, flyer.image_url.clone()));
        match after.as_ref().or(before.as_ref()) {
            Some(flyer) if shown(&before) != shown(&after) => self.0.follow_newest(flyer.store_id, Some(flyer.flyer_id)).await,
            _ => Ok(()),
        }
    }
}

impl Consumer for Newest {
    fn name(&self) -> &'static str {
        "chirashi-newest"
    }

    fn wants(&self, table: &Table) -> bool {
        table.name == FLYERS.name
    }

    fn apply<'a>(&'a self, change: &'a Change) -> BoxFuture<'a, std::result::Result<(), Failed>> {
        Box::pin(async move { self.follow(change).await.map_err(Failed::because) })
    }

    fn rebuild(&self) -> BoxFuture<'_, std::result::Result<(), Failed>> {
        Box::pin(async move { newest_of_all(&self.0).await.map_err(Failed::because) })
    }
}

/// Looks at the newest flyer of every store: days pass, and flyers begin and end by themselves.
pub async fn newest_of_all(service: &Service) -> Result<()> {
    every_row!(service, repo::stores::all, |store| service.follow_newest(store.store_id, None));
    Ok(())
}

/// Tells people of a flyer that is valid.
struct Telling(Service);

impl Telling {
    async fn follow(&self, change: &Change) -> Result<()> {
        let (before, after) = both::<Flyer>(change)?;
        let days = |flyer: &Option<Flyer>| flyer.as_ref().map(|flyer| (flyer.valid_from, flyer.valid_until));
        match &after {
            Some(flyer) if days(&before) != days(&after) => self.0.tell(flyer.flyer_id).await.map(drop),
            _ => Ok(()),
        }
    }

    /// All that is valid. Whoever was told is not told again, and whoever likes the store since then was not meant.
    async fn tell_all(&self) -> Result<()> {
        let service = &self.0;
        every_row!(service, repo::flyers::all, |flyer| service.tell(flyer.flyer_id));
        Ok(())
    }
}

impl Consumer for Telling {
    fn name(&self) -> &'static str {
        "chirashi-telling"
    }

    fn wants(&self, table: &Table) -> bool {
        table.name == FLYERS.name
    }

    fn apply<'a>(&'a self, change: &'a Change) -> BoxFuture<'a, std::result::Result<(), Failed>> {
        Box::pin(async move { self.follow(change).await.map_err(Failed::because) })
    }

    fn rebuild(&self) -> BoxFuture<'_, std::result::Result<(), Failed>> {
        Box::pin(async move { self.tell_all().await.map_err(Failed::because) })
    }
}
