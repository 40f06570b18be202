//! Companies and their contracts.

use chabudai_kernel::once::Once;
use chabudai_kernel::op::Transact;
use chabudai_kernel::part::IsoDay;

use super::{Service, Staff, is_seen, settle};
use crate::design::{CREATE_COMPANY, DELETE_COMPANY, EDIT_COMPANY, EXPIRE_CONTRACTS};
use crate::error::{ChirashiError, ChirashiReason, Result, invalid};
use crate::model::{self, Action, Company, CompanyId, ContractPlan, ContractStatus, Moment, Target, contract_status, text};
use crate::repo::{companies, current};

const NO_COMPANY: ChirashiError = ChirashiError::NotFound("company");

/// A company as it is to be; of a change, what is not named stays.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CompanyInput {
    /// What it is called.
    pub name: Option<String>,
    /// Whom to speak to.
    pub contact_person: Option<String>,
    /// Where to write to.
    pub email: Option<String>,
    /// Where to call.
    pub phone: Option<String>,
    /// Where it is.
    pub address: Option<String>,
    /// What the contract covers.
    pub plan: Option<ContractPlan>,
    /// Its first day.
    pub start: Option<IsoDay>,
    /// Its last day.
    pub end: Option<IsoDay>,
    /// Whether it is suspended.
    pub suspended: Option<bool>,
}

impl CompanyInput {
    /// Puts what is named into a company.
    fn apply(&self, company: &mut Company, today: IsoDay) -> Result<()> {
        if let Some(name) = &self.name {
            company.name = text::NAME.keep(name)?;
        }
        if let Some(person) = &self.contact_person {
            company.contact_person = text::CONTACT.keep(person)?;
        }
        if let Some(email) = &self.email {
            company.email = model::email(email)?;
        }
        if let Some(phone) = &self.phone {
            company.phone = text::phone(phone)?;
        }
        if let Some(address) = &self.address {
            company.address = text::ADDRESS.keep(address)?;
        }
        company.contract_plan = self.plan.unwrap_or(company.contract_plan);
        company.contract_start_date = self.start.unwrap_or(company.contract_start_date);
        company.contract_end_date = self.end.unwrap_or(company.contract_end_date);
        if company.contract_end_date < company.contract_start_date {
            return invalid("contractEndDate", "chirashi.contract_days", "The last day of a contract is not before the first.");
        }
        let is_suspended = self.suspended.unwrap_or(company.contract_status == ContractStatus::Suspended);
        let written = if is_suspended { ContractStatus::Suspended } else { ContractStatus::Active };
        company.contract_status = contract_status(written, company.contract_end_date, today);
        Ok(())
    }
}

impl Service {
    /// There is a new company.
    pub async fn create_company(&self, by: &Staff, input: &CompanyInput, once: Option<&Once>) -> Result<Company> {
        Self::allow(by, Action::CreateCompany, Target::default(), "company")?;
        let (now, today) = (self.now(), self.today());
        let required = |field: &Option<String>| field.clone().unwrap_or_default();
        let (Some(start), Some(end)) = (input.start, input.end) else {
            return invalid("contractEndDate", "chirashi.contract_days", "Say the first and the last day of the contract.");
        };
        let Some(plan) = input.plan else { return invalid("contractPlan", "chirashi.plan", "Say what the contract covers.") };
        let company_id = CompanyId::new(self.id_for("company", &by.admin.admin_id.to_string(), once));
        let mut company = Company {
            company_id,
            name: text::NAME.keep(&required(&input.name))?,
            contact_person: text::CONTACT.keep(&required(&input.contact_person))?,
            email: model::email(&required(&input.email))?,
            phone: text::phone(&required(&input.phone))?,
            address: text::ADDRESS.keep(&required(&input.address))?,
            contract_status: ContractStatus::Active,
            contract_plan: plan,
            contract_start_date: start,
            contract_end_date: end,
            store_count: 0,
            created_at: now,
            updated_at: now,
        };
        input.apply(&mut company, today)?;
        let audit = self.audited(&by.admin, "company.create", company_id, Some(company_id), (None, Some(&company)));
        let writes = [companies::create(&company).into(), audit];
        if !self.base.db.run(&CREATE_COMPANY).attempt(Transact::of(writes), &[0]).await? {
            // The same request was carried out before.
            return companies::company(&self.base.db, company_id).await?.ok_or(ChirashiError::Busy);
        }
        Ok(company)
    }

    /// A company, or its contract, changes. Copies follow by the change feed.
    pub async fn edit_company(&self, by: &Staff, id: CompanyId, input: &CompanyInput, seen: Option<Moment>) -> Result<Company> {
        let outcome = self
            .base
            .persist(|| async {
                let run = self.base.db.run(&EDIT_COMPANY);
                Self::allow(by, Action::EditCompany, Target { company: Some(id), store: None }, "company")?;
                let before: Company = current(run, Company::key(&id)).await?.ok_or(NO_COMPANY)?;
                is_seen(seen, before.updated_at)?;
                let mut after = before.clone();
                input.apply(&mut after, self.today())?;
                after.updated_at = before.updated_at.following(self.now());
                let audit = self.audited(&by.admin, "company.edit", id, Some(id), (Some(&before), Some(&after)));
                run.commit(Transact::of([companies::edit(&before, &after).into(), audit])).await?;
                Ok(after)
            })
            .await;
        settle(outcome, seen)
    }

    /// A company goes. That it has no stores is a condition of the write.
    pub async fn delete_company(&self, by: &Staff, id: CompanyId) -> Result<()> {
        self.base
            .persist(|| async {
                let run = self.base.db.run(&DELETE_COMPANY);
                Self::allow(by, Action::DeleteCompany, Target { company: Some(id), store: None }, "company")?;
                let before: Company = current(run, Company::key(&id)).await?.ok_or(NO_COMPANY)?;
                let audit = self.audited(&by.admin, "company.delete", id, Some(id), (Some(&before), None));
                match run.commit(Transact::of([companies::delete(id).into(), audit])).await {
                    Err(error) if error.condition_failed_at(0) => Err(ChirashiReason::CompanyHasStores.into()),
                    other => Ok(other?),
                }
            })
            .await
    }

    /// A company, for whoever may read it.
    pub async fn read_company(&self, by: &Staff, id: CompanyId) -> Result<Company> {
        Self::allow(by, Action::ReadCompany, Target { company: Some(id), store: None }, "company")?;
        companies::company(&self.base.db, id).await?.ok_or(NO_COMPANY)
    }

    /// Contracts that have ended are written down so, once a day; how many. How a contract stands is computed when it is read, so that
    /// nothing waits for this.
    pub async fn expire_contracts(&self) -> Result<u64> {
        let run = self.base.db.run(&EXPIRE_CONTRACTS);
        let mut done = 0;
        for before in companies::ended(run, self.today()).await? {
            let mut after = before.clone();
            after.contract_status = before.status(self.today());
            after.updated_at = before.updated_at.following(self.now());
            done += u64::from(run.attempt_one(companies::expire(&before, &after)).await?);
        }
        Ok(done)
    }
}
