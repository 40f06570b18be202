//! Flyers, and what is on them.

use chabudai_food::{Food, FoodId, recognise};
use chabudai_kernel::part::IsoDay;
use serde::{Deserialize, Serialize};

use super::{
    AdminId, Company, CompanyId, ContractStatus, FlyerId, Moment, Prefecture, Region, Store, StoreId, contract_status, days_between, text,
};
use crate::error::{Result, invalid};

/// How many days a flyer is valid at most: whoever asks what is valid today looks back so far and no further.
pub const LONGEST_FLYER: i64 = 62;
/// How many things are on a flyer at most.
pub const MOST_ITEMS: usize = 120;
/// The highest price, in yen.
const HIGHEST_PRICE: u64 = 9_999_999;

/// A flyer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Flyer {
    /// Its id.
    pub flyer_id: FlyerId,
    /// Of which store.
    pub store_id: StoreId,
    /// The store's name, as a copy.
    pub store_name: String,
    /// Its logo, as a copy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub store_logo: Option<String>,
    /// Of which state of the store the copies are.
    pub store_updated_at: Moment,
    /// Of which company.
    pub company_id: CompanyId,
    /// The company's name, as a copy.
    pub company_name: String,
    /// How its contract stands, as a copy.
    pub contract_status: ContractStatus,
    /// Its last day, as a copy.
    pub contract_end_date: IsoDay,
    /// Of which state of the company the copies are.
    pub company_updated_at: Moment,
    /// Its first page.
    pub image_url: String,
    /// All pages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub image_urls: Vec<String>,
    /// The first day.
    pub valid_from: IsoDay,
    /// The last day.
    pub valid_until: IsoDay,
    /// Where the store is, as a copy.
    pub address: String,
    /// In which prefecture, as a copy.
    pub prefecture: Prefecture,
    /// In which region, as a copy.
    pub region: Region,
    /// Where to call, as a copy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    /// When the store is open, as a copy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening_hours: Option<String>,
    /// What it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// When people were told of it: whoever likes the store later was not meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told_at: Option<Moment>,
    /// Who made it.
    pub created_by: AdminId,
    /// Since when.
    pub created_at: Moment,
    /// When it was last changed; copies are no change.
    pub updated_at: Moment,
}

impl Flyer {
    /// Copies what stands here of a store.
    pub fn take_store(&mut self, store: &Store) {
        self.store_name.clone_from(&store.name);
        self.store_logo.clone_from(&store.logo);
        self.address.clone_from(&store.address);
        self.prefecture = store.prefecture;
        self.region = store.region;
        self.phone = Some(store.phone.clone());
        self.opening_hours.clone_from(&store.opening_hours);
        self.store_updated_at = store.updated_at;
    }

    /// Copies what stands here of a company.
    pub fn take_company(&mut self, company: &Company) {
        self.company_name.clone_from(&company.name);
        self.contract_status = company.contract_status;
        self.contract_end_date = company.contract_end_date;
        self.company_updated_at = company.updated_at;
    }

    /// Whether it is valid on a day.
    pub fn is_valid(&self, day: IsoDay) -> bool {
        self.valid_from <= day && day <= self.valid_until
    }

    /// Whether the public sees it on a day: what begins later is listed when it begins.
    pub fn is_shown(&self, today: IsoDay) -> bool {
        self.valid_from <= today && contract_status(self.contract_status, self.contract_end_date, today) == ContractStatus::Active
    }
}

/// The first and the last day of a flyer, if they are in order.
pub fn validity(from: IsoDay, until: IsoDay) -> Result<(IsoDay, IsoDay)> {
    if until < from {
        return invalid("validUntil", "chirashi.valid_until", "The last day is not before the first.");
    }
    if days_between(from, until) >= LONGEST_FLYER {
        return invalid("validUntil", "chirashi.valid_too_long", "A flyer is valid for 62 days at most.");
    }
    Ok((from, until))
}

/// What is on a flyer: a row of its own, so that the indexes do not carry it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FlyerItems {
    /// Of which flyer; in the key.
    #[serde(rename = "flyer", skip_serializing)]
    pub flyer_id: FlyerId,
    /// What is on it.
    pub items: Vec<FlyerItem>,
}

/// Something on offer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FlyerItem {
    /// As the flyer calls it.
    pub name: String,
    /// The food that it is, where the table of foods knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub food_id: Option<FoodId>,
    /// What it costs, in yen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<u64>,
    /// For how much: `100g`, `1パック`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// What else there is to say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl FlyerItem {
    /// The food that it is.
    pub fn food(&self) -> Option<&'static Food> {
        self.food_id.map(FoodId::food)
    }

    /// Something on offer as staff write it, with the food that is recognised in its name.
    pub fn read(name: &str, price: Option<u64>, unit: Option<&str>, note: Option<&str>) -> Result<Self> {
        let name = text::ITEM_NAME.keep(name)?;
        if price.is_some_and(|price| price > HIGHEST_PRICE) {
            return invalid("items", "chirashi.item_price", "A price is 9,999,999 yen at most.");
        }
        let food_id = recognise(&name).map(|food| food.id);
        Ok(Self { food_id, price, unit: text::ITEM_UNIT.keep_some(unit)?, note: text::ITEM_NOTE.keep_some(note)?, name })
    }
}

/// As many things as a flyer holds.
pub fn items(items: Vec<FlyerItem>) -> Result<Vec<FlyerItem>> {
    if items.len() > MOST_ITEMS {
        return invalid("items", "chirashi.too_many_items", "There are 120 things on a flyer at most.");
    }
    Ok(items)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flyer_lasts_sixty_two_days_at_most() {
        let day = |text: &str| text.parse::<IsoDay>().unwrap();
        assert!(validity(day("2026-11-15"), day("2026-11-15")).is_ok());
        assert!(validity(day("2026-11-15"), day("2027-01-15")).is_ok());
        assert_eq!(validity(day("2026-11-15"), day("2027-01-16")).unwrap_err().code(), "chirashi.valid_too_long");
        assert_eq!(validity(day("2026-11-15"), day("2026-11-14")).unwrap_err().code(), "chirashi.valid_until");
    }

    #[test]
    fn what_is_on_offer_is_recognised() {
        let pork = FlyerItem::read("国産豚バラ肉", Some(298), Some("100g"), None).unwrap();
        assert_eq!(pork.food().map(|food| food.ja), Some("豚バラ肉"));
        assert_eq!(FlyerItem::read("洗剤", None, None, None).unwrap().food_id, None);
        assert_eq!(FlyerItem::read("卵", Some(10_000_000), None, None).unwrap_err().code(), "chirashi.item_price");
    }
}
