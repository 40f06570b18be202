//! Accounts of staff, their guards and sessions.

use chabudai_kernel::db::{Db, Listed, Paging, Run};
use chabudai_kernel::expr::{Condition, attr};
use chabudai_kernel::op::{Delete, Put, Query, Update, Write};
use chabudai_kernel::part::Word;
use chabudai_kernel::uuid::Uuid;

use super::{current, scanned, texts};
use crate::design::{
    ACCOUNTS, ADMIN_BY_ID, ADMIN_BY_USERNAME, ADMINS, ADMINS_BY_COMPANY, ALL_ACCOUNTS, COMPANIES, FIND_STAFF_SIGN_IN, USERNAME_INDEX,
    WHICH_STAFF_ASKS,
};
use crate::error::Result;
use crate::model::{Admin, AdminId, AdminSession, Company, CompanyId, Moment, OperatorGuard, Role, Username, UsernameGuard};

chabudai_kernel::one_of! {
    /// A session, whose it is, and of which company they are.
    pub StaffAsker { AdminSession, Admin, Company }
}

/// What stands behind a token of staff.
#[derive(Debug, Default)]
pub struct Behind {
    /// The session.
    pub session: Option<AdminSession>,
    /// Whose it is.
    pub admin: Option<Admin>,
    /// Their company.
    pub company: Option<Company>,
}

/// CH-20: an account.
pub async fn admin(db: &Db, id: AdminId) -> Result<Option<Admin>> {
    current(db.run(&ADMIN_BY_ID), Admin::key(&id)).await
}

/// CH-21: whose user name it is. Nobody's costs the same.
pub async fn find_sign_in(db: &Db, username: &Username) -> Result<Option<Admin>> {
    let run = db.run(&FIND_STAFF_SIGN_IN);
    let guard: Option<UsernameGuard> = current(run, UsernameGuard::key(username.clone())).await?;
    let owner = guard.as_ref().map_or_else(|| AdminId::new(Uuid::nil()), |guard| guard.owner);
    let admin: Option<Admin> = current(run, Admin::key(&owner)).await?;
    Ok(admin.filter(|_| guard.is_some()))
}

/// CH-22: who has a user name, by the index.
pub async fn by_username(db: &Db, username: &Username) -> Result<Option<Admin>> {
    let query = Query::index(&ADMINS, &USERNAME_INDEX, Admin::username.of(username)).limit(2);
    let (admins, _) = db.run(&ADMIN_BY_USERNAME).page(&query).await?;
    Ok(admins.into_iter().next())
}

/// CH-24: who asks, with their company.
pub async fn who_asks(db: &Db, family: &Word, owner: AdminId, company: Option<CompanyId>) -> Result<Behind> {
    behind(db.run(&WHICH_STAFF_ASKS), family, owner, company).await
}

/// CH-24, CH-25: what stands behind a token.
pub async fn behind(run: Run<'_>, family: &Word, owner: AdminId, company: Option<CompanyId>) -> Result<Behind> {
    let mut keys = vec![(&ADMINS, AdminSession::key(family.clone())), (&ADMINS, Admin::key(&owner))];
    keys.extend(company.map(|company| (&COMPANIES, Company::key(&company))));
    let mut behind = Behind::default();
    for row in run.batch_get(keys, 100, true).await? {
        match row {
            StaffAsker::AdminSession(found) => behind.session = Some(found),
            StaffAsker::Admin(found) => behind.admin = Some(found),
            StaffAsker::Company(found) => behind.company = Some(found),
        }
    }
    Ok(behind)
}

/// CH-27: the guard of the operator's account.
pub async fn operator(run: Run<'_>, person: &Word) -> Result<Option<OperatorGuard>> {
    current(run, OperatorGuard::key(person.clone())).await
}

/// CH-28: the accounts of a company, of all roles or of one.
pub async fn of_company(db: &Db, company: CompanyId, role: Option<Role>, paging: Paging<'_>) -> Result<Listed<Admin>> {
    let mut query = Query::index(&ADMINS, &ADMINS_BY_COMPANY, Admin::companyId.of(&Some(company)));
    if let Some(role) = role {
        query = query.range(Admin::role.equals(&role));
    }
    Ok(db.run(&ACCOUNTS).list(query, paging.limit, paging.cursor, 0).await?)
}

/// CH-29: all accounts.
pub async fn all(db: &Db, paging: Paging<'_>) -> Result<(Vec<Admin>, Option<String>)> {
    scanned(db, db.run(&ALL_ACCOUNTS), &ADMINS, paging.limit, paging.cursor).await
}

/// CH-27, CH-30, the write: an account.
pub fn create(admin: &Admin) -> Put {
    Put::of(admin).if_absent()
}

/// CH-27, CH-30, the write: the user name is theirs, if it is nobody's.
pub fn take_username(username: &Username, owner: AdminId) -> Put {
    Put::of(&UsernameGuard { username: username.clone(), owner }).if_absent()
}

/// CH-27, the write: the operator of the house has this account, if none yet.
pub fn link(person: &Word, owner: AdminId) -> Put {
    Put::of(&OperatorGuard { person_id: person.clone(), owner }).if_absent()
}

/// CH-23, the write: a session begins.
pub fn begin_session(session: &AdminSession) -> Put {
    Put::of(session).if_absent()
}

/// CH-23, the write: when they last signed in, and where they are signed in, if the password that was checked is still theirs.
pub fn signed_in(admin: &Admin, families: &[Word], at: Moment) -> Update {
    let same = attr("sessionFamilies").eq(texts(&admin.session_families));
    Update::of::<Admin>(Admin::key(&admin.admin_id))
        .set("sessionFamilies", texts(families))
        .set("lastLoginAt", at.to_string())
        .only_if(attr("tokenEpoch").eq(admin.token_epoch).and(same))
}

/// CH-25, the write: the next token, if this one is the current one.
pub fn rotate(session: &AdminSession, next: &Word, ttl: i64) -> Update {
    Update::of::<AdminSession>(AdminSession::key(session.family.clone()))
        .set("tokenHash", next.as_str())
        .set("lastTokenHash", session.token_hash.as_str())
        .set("ttl", ttl)
        .only_if(attr("tokenHash").eq(session.token_hash.as_str()))
}

/// CH-23, CH-25, CH-26, the write: a session ends.
pub fn end_session(family: &Word) -> Delete {
    Delete::new(&ADMINS, AdminSession::key(family.clone()))
}

/// What was read of an account is what is there.
pub fn is_unchanged(admin: &Admin) -> Condition {
    admin.updated_at.is("updatedAt")
}

/// CH-31, the write: an account as it is now. Copies of a store that is not theirs any more go with it.
pub fn edit(before: &Admin, after: &Admin) -> Update {
    let mut update = Update::of::<Admin>(Admin::key(&before.admin_id))
        .set("name", after.name.as_str())
        .set("email", after.email.as_str())
        .set("role", after.role.as_str())
        .set("tokenEpoch", after.token_epoch)
        .set("updatedAt", after.updated_at.to_string());
    if after.password_hash != before.password_hash {
        update = update.set_or_remove("passwordHash", after.password_hash.as_deref());
    }
    if after.store_id != before.store_id {
        update = update
            .set_or_remove("storeId", after.store_id.map(|store| store.to_string()))
            .set_or_remove("storeName", after.store_name.as_deref())
            .set_or_remove("storeUpdatedAt", after.store_updated_at.map(|at| at.to_string()));
    }
    update.only_if(is_unchanged(before))
}

/// CH-32, CH-121, the writes: an account goes, with its guards and sessions.
pub fn delete(admin: &Admin, condition: Condition) -> Vec<Write> {
    let mut writes: Vec<Write> = vec![
        Delete::new(&ADMINS, Admin::key(&admin.admin_id)).only_if(condition).into(),
        Delete::new(&ADMINS, UsernameGuard::key(admin.username.clone())).into(),
    ];
    writes.extend(admin.person_id.iter().map(|person| Write::from(Delete::new(&ADMINS, OperatorGuard::key(person.clone())))));
    writes.extend(admin.session_families.iter().map(|family| Write::from(end_session(family))));
    writes
}
