//! Companies.

use chabudai_kernel::db::{Db, Listed, Paging, Run};
use chabudai_kernel::expr::{Condition, attr};
use chabudai_kernel::op::{Check, Delete, Put, Query, Update};
use chabudai_kernel::part::IsoDay;

use super::{current, is_shown, scanned};
use crate::design::{ALL_COMPANIES, COMPANIES, COMPANIES_BY_CONTRACT, CONTRACT_STATUS_INDEX, ONE_COMPANY, READ_AT_MOST};
use crate::error::Result;
use crate::model::{Company, CompanyId, ContractPlan, ContractStatus};

/// CH-40: a company.
pub async fn company(db: &Db, id: CompanyId) -> Result<Option<Company>> {
    in_run(db.run(&ONE_COMPANY), id).await
}

/// The same on the account of another pattern.
pub async fn in_run(run: Run<'_>, id: CompanyId) -> Result<Option<Company>> {
    current(run, Company::key(&id)).await
}

/// CH-41: companies by how their contract stands on a day.
pub async fn by_contract(
    db: &Db,
    status: ContractStatus,
    plan: Option<ContractPlan>,
    today: IsoDay,
    paging: Paging<'_>,
) -> Result<Listed<Company>> {
    let mut query = Query::index(&COMPANIES, &CONTRACT_STATUS_INDEX, Company::contractStatus.of(&status));
    if let Some(plan) = plan {
        query = query.range(Company::contractPlan.equals(&plan));
    }
    if status == ContractStatus::Active {
        query = query.filter(attr("contractEndDate").ge(today.to_string()));
    }
    Ok(db.run(&COMPANIES_BY_CONTRACT).list(query, paging.limit, paging.cursor, READ_AT_MOST).await?)
}

/// CH-46: contracts that are written down as holding, and have ended.
pub async fn ended(run: Run<'_>, today: IsoDay) -> Result<Vec<Company>> {
    let query = Query::index(&COMPANIES, &CONTRACT_STATUS_INDEX, Company::contractStatus.of(&ContractStatus::Active));
    Ok(run.all(query.filter(attr("contractEndDate").lt(today.to_string()))).await?)
}

/// CH-46, the write: it has ended, unless somebody has prolonged it meanwhile.
pub fn expire(before: &Company, after: &Company) -> Update {
    of(before.company_id)
        .set("contractStatus", after.contract_status.as_str())
        .set("updatedAt", after.updated_at.to_string())
        .only_if(is_unchanged(before))
}

/// CH-42: all companies.
pub async fn all(db: &Db, paging: Paging<'_>) -> Result<(Vec<Company>, Option<String>)> {
    scanned(db, db.run(&ALL_COMPANIES), &COMPANIES, paging.limit, paging.cursor).await
}

fn of(id: CompanyId) -> Update {
    Update::of::<Company>(Company::key(&id))
}

/// What was read of a company is what is there; the count of its stores may be another.
pub fn is_unchanged(company: &Company) -> Condition {
    company.updated_at.is("updatedAt")
}

/// CH-43, the write: a company.
pub fn create(company: &Company) -> Put {
    Put::of(company).if_absent()
}

/// CH-44, the write: a company as it is now. The count of its stores is not touched.
pub fn edit(before: &Company, after: &Company) -> Update {
    of(before.company_id)
        .set("name", after.name.as_str())
        .set("contactPerson", after.contact_person.as_str())
        .set("email", after.email.as_str())
        .set("phone", after.phone.as_str())
        .set("address", after.address.as_str())
        .set("contractStatus", after.contract_status.as_str())
        .set("contractPlan", after.contract_plan.as_str())
        .set("contractStartDate", after.contract_start_date.to_string())
        .set("contractEndDate", after.contract_end_date.to_string())
        .set("updatedAt", after.updated_at.to_string())
        .only_if(is_unchanged(before))
}

/// CH-45, the write: a company goes, if it has no stores.
pub fn delete(id: CompanyId) -> Delete {
    Delete::new(&COMPANIES, Company::key(&id)).only_if(attr("companyId").exists().and(attr("storeCount").eq(0)))
}

/// CH-54, the write: a store more, while the company is as it was copied.
pub fn one_store_more(company: &Company) -> Update {
    of(company.company_id).add("storeCount", 1).only_if(is_unchanged(company))
}

/// CH-56, the write: a store less.
pub fn one_store_less(id: CompanyId) -> Update {
    of(id).add("storeCount", -1).only_if(attr("storeCount").gt(0))
}

/// CH-30, the check: the company is as it was copied.
pub fn stays(company: &Company) -> Check {
    Check { table: &COMPANIES, key: Company::key(&company.company_id), condition: is_unchanged(company) }
}

/// CH-65, the check: the contract holds on a day, and the company is as it was copied.
pub fn holds(company: &Company, today: IsoDay) -> Check {
    Check { table: &COMPANIES, key: Company::key(&company.company_id), condition: is_unchanged(company).and(is_shown(today)) }
}
