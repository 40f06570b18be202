//! Stores.

use chabudai_kernel::once::Once;
use chabudai_kernel::op::Transact;

use super::{Service, Staff, is_seen, settle};
use crate::design::{CREATE_STORE, DELETE_STORE, EDIT_STORE};
use crate::error::{ChirashiError, Result, invalid};
use crate::model::{Action, CompanyId, Moment, Prefecture, Store, StoreId, Target, text};
use crate::repo::{companies, stores};

pub(super) const NO_STORE: ChirashiError = ChirashiError::NotFound("store");

/// A store as it is to be; of a change, what is not named stays, and an empty text goes where it may.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct StoreInput {
    /// What it is called.
    pub name: Option<String>,
    /// Its logo.
    pub logo: Option<String>,
    /// Where it is.
    pub address: Option<String>,
    /// In which prefecture; the region follows.
    pub prefecture: Option<Prefecture>,
    /// Where to call.
    pub phone: Option<String>,
    /// When it is open.
    pub opening_hours: Option<String>,
    /// When it has a sale.
    pub sale_period: Option<String>,
}

impl StoreInput {
    fn apply(&self, store: &mut Store) -> Result<()> {
        if let Some(name) = &self.name {
            store.name = text::NAME.keep(name)?;
        }
        if let Some(logo) = &self.logo {
            store.logo = if logo.trim().is_empty() { None } else { Some(text::picture("logo", logo)?) };
        }
        if let Some(address) = &self.address {
            store.address = text::ADDRESS.keep(address)?;
        }
        if let Some(prefecture) = self.prefecture {
            store.prefecture = prefecture;
            store.region = prefecture.region();
        }
        if let Some(phone) = &self.phone {
            store.phone = text::phone(phone)?;
        }
        if self.opening_hours.is_some() {
            store.opening_hours = text::OPENING_HOURS.keep_some(self.opening_hours.as_deref())?;
        }
        if self.sale_period.is_some() {
            store.sale_period = text::SALE_PERIOD.keep_some(self.sale_period.as_deref())?;
        }
        Ok(())
    }
}

fn target(store: &Store) -> Target {
    Target { company: Some(store.company_id), store: Some(store.store_id) }
}

impl Service {
    /// A company has a new store, and counts one more in the same transaction.
    pub async fn create_store(&self, by: &Staff, company: CompanyId, input: &StoreInput, once: Option<&Once>) -> Result<Store> {
        Self::allow(by, Action::CreateStore, Target { company: Some(company), store: None }, "company")?;
        let Some(prefecture) = input.prefecture else {
            return invalid("prefecture", "chirashi.prefecture", "Say in which prefecture the store is.");
        };
        let required = |field: &Option<String>| field.clone().unwrap_or_default();
        let (name, address) = (text::NAME.keep(&required(&input.name))?, text::ADDRESS.keep(&required(&input.address))?);
        let phone = text::phone(&required(&input.phone))?;
        let store_id = StoreId::new(self.id_for("store", &by.admin.admin_id.to_string(), once));
        let _queue = self.queue(company).await;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&CREATE_STORE);
                let owner = companies::in_run(run, company).await?.ok_or(ChirashiError::NotFound("company"))?;
                let now = self.now();
                let mut store = Store {
                    store_id,
                    company_id: company,
                    company_name: owner.name.clone(),
                    contract_status: owner.contract_status,
                    contract_end_date: owner.contract_end_date,
                    company_updated_at: owner.updated_at,
                    name: name.clone(),
                    logo: None,
                    address: address.clone(),
                    prefecture,
                    region: prefecture.region(),
                    phone: phone.clone(),
                    opening_hours: None,
                    sale_period: None,
                    newest_flyer: None,
                    newest_rev: 0,
                    created_at: now,
                    updated_at: now,
                };
                input.apply(&mut store)?;
                let audit = self.audited(&by.admin, "store.create", store_id, Some(company), (None, Some(&store)));
                let writes = [stores::create(&store).into(), companies::one_store_more(&owner).into(), audit];
                match run.commit(Transact::of(writes)).await {
                    // The same request was carried out before.
                    Err(error) if once.is_some() && error.condition_failed_at(0) => {
                        stores::store(&self.base.db, store_id).await?.ok_or(ChirashiError::Busy)
                    }
                    other => {
                        other?;
                        Ok(store)
                    }
                }
            })
            .await
    }

    /// A store changes. Copies follow by the change feed.
    pub async fn edit_store(&self, by: &Staff, id: StoreId, input: &StoreInput, seen: Option<Moment>) -> Result<Store> {
        let outcome = self
            .base
            .persist(|| async {
                let run = self.base.db.run(&EDIT_STORE);
                let before = stores::in_run(run, id).await?.ok_or(NO_STORE)?;
                Self::allow(by, Action::EditStore, target(&before), "store")?;
                is_seen(seen, before.updated_at)?;
                let mut after = before.clone();
                input.apply(&mut after)?;
                after.updated_at = before.updated_at.following(self.now());
                let audit = self.audited(&by.admin, "store.edit", id, Some(before.company_id), (Some(&before), Some(&after)));
                run.commit(Transact::of([stores::edit(&before, &after).into(), audit])).await?;
                Ok(after)
            })
            .await;
        settle(outcome, seen)
    }

    /// A store goes, and its company counts one less. Its flyers, their recipes and favourites follow by the change feed.
    pub async fn delete_store(&self, by: &Staff, id: StoreId) -> Result<()> {
        self.base
            .persist(|| async {
                let run = self.base.db.run(&DELETE_STORE);
                let before = stores::in_run(run, id).await?.ok_or(NO_STORE)?;
                Self::allow(by, Action::DeleteStore, target(&before), "store")?;
                let audit = self.audited(&by.admin, "store.delete", id, Some(before.company_id), (Some(&before), None));
                let writes = [stores::delete(id).into(), companies::one_store_less(before.company_id).into(), audit];
                Ok(run.commit(Transact::of(writes)).await?)
            })
            .await
    }
}
