//! Flyers.

use chabudai_kernel::once::Once;
use chabudai_kernel::op::{Transact, Write};
use chabudai_kernel::part::IsoDay;
use serde::Serialize;

use super::stores::NO_STORE;
use super::{Service, Staff, is_seen, settle};
use crate::design::{CREATE_FLYER, DELETE_FLYER, EDIT_FLYER};
use crate::error::{ChirashiError, ChirashiReason, Result, invalid};
use crate::model::{Action, ContractStatus, Flyer, FlyerId, FlyerItem, Moment, StoreId, Target, items, text, validity};
use crate::repo::{companies, flyers, recipes, stores};

pub(super) const NO_FLYER: ChirashiError = ChirashiError::NotFound("flyer");

/// A flyer as it is to be; of a change, what is not named stays.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FlyerInput {
    /// Its pages.
    pub images: Option<Vec<String>>,
    /// The first day.
    pub valid_from: Option<IsoDay>,
    /// The last day.
    pub valid_until: Option<IsoDay>,
    /// What it says; an empty text is none.
    pub description: Option<String>,
    /// What is on it.
    pub items: Option<Vec<ItemInput>>,
}

/// Something on offer, as staff write it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ItemInput {
    /// As the flyer calls it.
    pub name: String,
    /// What it costs, in yen.
    pub price: Option<u64>,
    /// For how much.
    pub unit: Option<String>,
    /// What else there is to say.
    pub note: Option<String>,
}

/// A flyer with what is on it, for the log.
#[derive(Serialize)]
struct Whole<'a> {
    #[serde(flatten)]
    flyer: &'a Flyer,
    items: &'a [FlyerItem],
}

fn read_items(given: &[ItemInput]) -> Result<Vec<FlyerItem>> {
    let read = |item: &ItemInput| FlyerItem::read(&item.name, item.price, item.unit.as_deref(), item.note.as_deref());
    items(given.iter().map(read).collect::<Result<_>>()?)
}

fn target(flyer: &Flyer) -> Target {
    Target { company: Some(flyer.company_id), store: Some(flyer.store_id) }
}

impl Service {
    /// A store has a new flyer. The store is as it was read and the contract holds, by conditions of the write.
    pub async fn create_flyer(&self, by: &Staff, store: StoreId, input: &FlyerInput, once: Option<&Once>) -> Result<Flyer> {
        let images = text::pictures("images", 1, input.images.as_deref().unwrap_or_default())?;
        let (Some(from), Some(until)) = (input.valid_from, input.valid_until) else {
            return invalid("validUntil", "chirashi.valid_days", "Say the first and the last day of the flyer.");
        };
        let (valid_from, valid_until) = validity(from, until)?;
        if valid_until < self.today() {
            return invalid("validUntil", "chirashi.valid_past", "The last day of a new flyer is not in the past.");
        }
        let description = text::DESCRIPTION.keep_some(input.description.as_deref())?;
        let items = read_items(input.items.as_deref().unwrap_or_default())?;
        let flyer_id = FlyerId::new(self.id_for("flyer", &by.admin.admin_id.to_string(), once));
        self.base
            .persist(|| async {
                let run = self.base.db.run(&CREATE_FLYER);
                let store = stores::in_run(run, store).await?.ok_or(NO_STORE)?;
                Self::allow(by, Action::CreateFlyer, Target { company: Some(store.company_id), store: Some(store.store_id) }, "store")?;
                let company = companies::in_run(run, store.company_id).await?.ok_or(NO_STORE)?;
                let (now, today) = (self.now(), self.today());
                match company.status(today) {
                    ContractStatus::Active => {}
                    ContractStatus::Suspended => return Err(ChirashiReason::Suspended.into()),
                    ContractStatus::Expired => return Err(ChirashiReason::ContractEnded.into()),
                }
                let mut flyer = Flyer {
                    flyer_id,
                    store_id: store.store_id,
                    store_name: String::new(),
                    store_logo: None,
                    store_updated_at: store.updated_at,
                    company_id: company.company_id,
                    company_name: String::new(),
                    contract_status: company.contract_status,
                    contract_end_date: company.contract_end_date,
                    company_updated_at: company.updated_at,
                    image_url: images[0].clone(),
                    image_urls: images.clone(),
                    valid_from,
                    valid_until,
                    address: String::new(),
                    prefecture: store.prefecture,
                    region: store.region,
                    phone: None,
                    opening_hours: None,
                    description: description.clone(),
                    told_at: None,
                    created_by: by.admin.admin_id,
                    created_at: now,
                    updated_at: now,
                };
                flyer.take_store(&store);
                flyer.take_company(&company);
                let whole = Whole { flyer: &flyer, items: &items };
                let audit = self.audited(&by.admin, "flyer.create", flyer_id, Some(company.company_id), (None, Some(&whole)));
                let mut writes: Vec<Write> =
                    vec![flyers::create(&flyer).into(), stores::stays(&store).into(), companies::holds(&company, today).into()];
                if !items.is_empty() {
                    writes.push(flyers::set_items(flyer_id, &items).into());
                }
                writes.push(audit);
                match run.commit(Transact::of(writes)).await {
                    // The same request was carried out before.
                    Err(error) if once.is_some() && error.condition_failed_at(0) => {
                        flyers::flyer(&self.base.db, flyer_id).await?.map(|(flyer, _)| flyer).ok_or(ChirashiError::Busy)
                    }
                    other => {
                        other?;
                        Ok(flyer)
                    }
                }
            })
            .await
    }

    /// A flyer changes. What was cooked from other things is cooked anew.
    pub async fn edit_flyer(&self, by: &Staff, id: FlyerId, input: &FlyerInput, seen: Option<Moment>) -> Result<Flyer> {
        let images = input.images.as_deref().map(|images| text::pictures("images", 1, images)).transpose()?;
        let items = input.items.as_deref().map(read_items).transpose()?;
        let outcome = self
            .base
            .persist(|| async {
                let run = self.base.db.run(&EDIT_FLYER);
                let (before, on_it) = flyers::in_run(run, id).await?.ok_or(NO_FLYER)?;
                Self::allow(by, Action::EditFlyer, target(&before), "flyer")?;
                is_seen(seen, before.updated_at)?;
                let mut after = before.clone();
                if let Some(images) = &images {
                    after.image_url.clone_from(&images[0]);
                    after.image_urls.clone_from(images);
                }
                let (from, until) = (input.valid_from.unwrap_or(before.valid_from), input.valid_until.unwrap_or(before.valid_until));
                (after.valid_from, after.valid_until) = validity(from, until)?;
                if input.description.is_some() {
                    after.description = text::DESCRIPTION.keep_some(input.description.as_deref())?;
                }
                after.updated_at = before.updated_at.following(self.now());
                let new_items = items.as_ref().filter(|items| **items != on_it);
                let whole = |flyer, items| Whole { flyer, items };
                let (old, new) = (whole(&before, &on_it), whole(&after, new_items.unwrap_or(&on_it)));
                let audit = self.audited(&by.admin, "flyer.edit", id, Some(before.company_id), (Some(&old), Some(&new)));
                let mut writes: Vec<Write> = vec![flyers::edit(&before, &after).into()];
                if let Some(items) = new_items {
                    writes.extend([flyers::set_items(id, items).into(), recipes::forget(id).into()]);
                }
                writes.push(audit);
                run.commit(Transact::of(writes)).await?;
                Ok(after)
            })
            .await;
        settle(outcome, seen)
    }

    /// A flyer goes, with what was cooked from it. What was shared stays.
    pub async fn delete_flyer(&self, by: &Staff, id: FlyerId) -> Result<()> {
        self.base
            .persist(|| async {
                let run = self.base.db.run(&DELETE_FLYER);
                let (before, on_it) = flyers::in_run(run, id).await?.ok_or(NO_FLYER)?;
                Self::allow(by, Action::DeleteFlyer, target(&before), "flyer")?;
                let whole = Whole { flyer: &before, items: &on_it };
                let mut writes = flyers::delete(id);
                writes.push(self.audited(&by.admin, "flyer.delete", id, Some(before.company_id), (Some(&whole), None)));
                Ok(run.commit(Transact::of(writes)).await?)
            })
            .await
    }
}
