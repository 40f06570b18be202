//! Companies and their contracts.

use chabudai_kernel::part::{IsoDay, Word};
use serde::{Deserialize, Serialize};

use super::{CompanyId, Moment};

chabudai_kernel::text_enum! {
    /// How a contract stands.
    pub ContractStatus {
        /// It holds.
        Active = "active",
        /// Its last day is over.
        Expired = "expired",
        /// It is not in force for now, by a decision.
        Suspended = "suspended",
    }
}

chabudai_kernel::text_enum! {
    /// What a contract covers.
    pub ContractPlan { Basic = "basic", Standard = "standard", Premium = "premium" }
}

/// A company.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Company {
    /// Its id.
    pub company_id: CompanyId,
    /// What it is called.
    pub name: String,
    /// Whom to speak to.
    pub contact_person: String,
    /// Where to write to.
    pub email: Word,
    /// Where to call.
    pub phone: String,
    /// Where it is.
    pub address: String,
    /// How the contract stood when this was written; [`Company::status`] says how it stands.
    pub contract_status: ContractStatus,
    /// What it covers.
    pub contract_plan: ContractPlan,
    /// The first day.
    pub contract_start_date: IsoDay,
    /// The last day.
    pub contract_end_date: IsoDay,
    /// How many stores it has: counted in the transactions that make and delete them.
    #[serde(default)]
    pub store_count: u64,
    /// Since when.
    pub created_at: Moment,
    /// When it was last changed; the count of stores is no change.
    pub updated_at: Moment,
}

impl Company {
    /// How the contract stands on a day.
    pub fn status(&self, today: IsoDay) -> ContractStatus {
        contract_status(self.contract_status, self.contract_end_date, today)
    }
}

/// How a contract stands on a day: what was suspended is, and what is past its last day has expired, whatever the row says.
pub fn contract_status(written: ContractStatus, last_day: IsoDay, today: IsoDay) -> ContractStatus {
    match written {
        ContractStatus::Suspended => ContractStatus::Suspended,
        _ if last_day < today => ContractStatus::Expired,
        _ => ContractStatus::Active,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contract_holds_through_its_last_day() {
        use ContractStatus::{Active, Expired, Suspended};
        let day = |text: &str| text.parse::<IsoDay>().unwrap();
        let on = |written, today| contract_status(written, day("2026-12-31"), day(today));
        assert_eq!([on(Active, "2026-12-31"), on(Active, "2027-01-01")], [Active, Expired]);
        assert_eq!(on(Expired, "2026-12-31"), Active, "a contract that was prolonged holds before the row is rewritten");
        assert_eq!([on(Suspended, "2026-12-31"), on(Suspended, "2027-01-01")], [Suspended; 2]);
    }
}
