//! Stores.

use chabudai_kernel::part::IsoDay;
use serde::{Deserialize, Serialize};

use super::{Company, CompanyId, ContractStatus, Flyer, FlyerId, Moment, Prefecture, Region, StoreId, contract_status};

/// A store.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Store {
    /// Its id.
    pub store_id: StoreId,
    /// Whose it is.
    pub company_id: CompanyId,
    /// The company's name, as a copy.
    pub company_name: String,
    /// How the company's contract stands, as a copy.
    pub contract_status: ContractStatus,
    /// Its last day, as a copy.
    pub contract_end_date: IsoDay,
    /// Of which state of the company the copies are.
    pub company_updated_at: Moment,
    /// What it is called.
    pub name: String,
    /// Its logo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logo: Option<String>,
    /// Where it is.
    pub address: String,
    /// In which prefecture.
    pub prefecture: Prefecture,
    /// In which region: that of the prefecture.
    pub region: Region,
    /// Where to call.
    pub phone: String,
    /// When it is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening_hours: Option<String>,
    /// When it has a sale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sale_period: Option<String>,
    /// Its newest flyer that is valid, as a copy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub newest_flyer: Option<NewestFlyer>,
    /// How often that copy was looked at anew, so that who looked earlier does not write later.
    #[serde(default)]
    pub newest_rev: u64,
    /// Since when.
    pub created_at: Moment,
    /// When it was last changed; copies are no change.
    pub updated_at: Moment,
}

/// What a store shows of its newest flyer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NewestFlyer {
    /// Which.
    pub flyer_id: FlyerId,
    /// Its first page.
    pub image_url: String,
    /// The first day.
    pub valid_from: IsoDay,
    /// The last day.
    pub valid_until: IsoDay,
}

impl From<&Flyer> for NewestFlyer {
    fn from(flyer: &Flyer) -> Self {
        Self { flyer_id: flyer.flyer_id, image_url: flyer.image_url.clone(), valid_from: flyer.valid_from, valid_until: flyer.valid_until }
    }
}

impl Store {
    /// Copies what stands here of a company.
    pub fn take_company(&mut self, company: &Company) {
        self.company_name.clone_from(&company.name);
        self.contract_status = company.contract_status;
        self.contract_end_date = company.contract_end_date;
        self.company_updated_at = company.updated_at;
    }

    /// Whether it is shown to the public on a day.
    pub fn is_shown(&self, today: IsoDay) -> bool {
        contract_status(self.contract_status, self.contract_end_date, today) == ContractStatus::Active
    }

    /// Its newest flyer, while that is valid.
    pub fn newest_on(&self, today: IsoDay) -> Option<&NewestFlyer> {
        self.newest_flyer.as_ref().filter(|flyer| flyer.valid_from <= today && today <= flyer.valid_until)
    }
}
