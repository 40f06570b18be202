//! Accounts of staff: made, changed, deleted.

use chabudai_kernel::once::Once;
use chabudai_kernel::op::{Transact, Write};

use super::password::{self, Password};
use super::{Service, Staff, is_seen, settle};
use crate::design::{CREATE_ACCOUNT, DELETE_ACCOUNT, EDIT_ACCOUNT};
use crate::error::{ChirashiError, ChirashiReason, Result, invalid};
use crate::model::{self, Action, Admin, AdminId, CompanyId, Moment, Role, StoreId, Target, Username, may_grant, text};
use crate::repo::{companies, current, staff, stores};

const NO_ACCOUNT: ChirashiError = ChirashiError::NotFound("account");

/// A new account.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct AccountInput {
    /// By what they sign in.
    pub username: String,
    /// What they are called.
    pub name: String,
    /// Where they are written to.
    pub email: String,
    /// Their first password.
    pub password: String,
    /// What they are.
    pub role: Option<Role>,
    /// Of which company; none for a system administrator.
    pub company: Option<CompanyId>,
    /// Of which store; only for a store user.
    pub store: Option<StoreId>,
}

/// What changes; what is not named stays.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct AccountEdit {
    /// What they are called.
    pub name: Option<String>,
    /// Where they are written to.
    pub email: Option<String>,
    /// Another password: all their sessions end.
    pub password: Option<String>,
    /// What they are from now on.
    pub role: Option<Role>,
    /// Their store from now on.
    pub store: Option<StoreId>,
}

impl Service {
    /// Somebody joins the staff. Of two with one user name, one does.
    pub async fn create_account(&self, by: Option<&Staff>, input: &AccountInput, once: Option<&Once>) -> Result<Admin> {
        let Some(role) = input.role else { return invalid("role", "chirashi.role", "Say which role the account has.") };
        match (role, input.company, input.store) {
            (Role::SystemAdmin, None, None) | (Role::CompanyAdmin, Some(_), None) | (Role::StoreUser, Some(_), Some(_)) => {}
            _ => {
                let message = "A system administrator has no company, a company administrator has one, and a store user has a store of it.";
                return invalid("role", "chirashi.role_scope", message);
            }
        }
        if let Some(by) = by {
            Self::allow(by, Action::CreateAccount, Target { company: input.company, store: input.store }, "company")?;
            if !may_grant(by.admin.role, role) {
                return Err(ChirashiReason::NotAllowed.into());
            }
        }
        let username = Username::new(&input.username)?;
        let (name, email) = (text::NAME.keep(&input.name)?, model::email(&input.email)?);
        let password = Password::new(&input.password, username.as_str())?;
        let hash = password::hash(password, self.settings.bcrypt_cost).await?;
        let owner = by.map_or_else(|| "operator".to_owned(), |by| by.admin.admin_id.to_string());
        let admin_id = AdminId::new(self.id_for("account", &owner, once));
        self.base
            .persist(|| async {
                let run = self.base.db.run(&CREATE_ACCOUNT);
                let now = self.now();
                let mut admin = Admin {
                    admin_id,
                    username: username.clone(),
                    name: name.clone(),
                    email: email.clone(),
                    password_hash: Some(hash.clone()),
                    role,
                    company_id: input.company,
                    company_name: None,
                    company_updated_at: None,
                    store_id: input.store,
                    store_name: None,
                    store_updated_at: None,
                    person_id: None,
                    token_epoch: 0,
                    session_families: Vec::new(),
                    last_login_at: None,
                    created_at: now,
                    updated_at: now,
                };
                let mut checks: Vec<Write> = Vec::new();
                if let Some(id) = input.company {
                    let company = companies::in_run(run, id).await?.ok_or(ChirashiError::NotFound("company"))?;
                    admin.take_company(&company);
                    checks.push(companies::stays(&company).into());
                }
                if let Some(id) = input.store {
                    let store = stores::in_run(run, id).await?.filter(|store| Some(store.company_id) == input.company);
                    let store = store.ok_or(ChirashiError::NotFound("store"))?;
                    admin.take_store(&store);
                    checks.push(stores::stays(&store).into());
                }
                let doer = by.map_or(&admin, |by| &by.admin);
                let audit = self.audited(doer, "account.create", admin_id, admin.company_id, (None, Some(&admin)));
                let mut writes: Vec<Write> = vec![staff::create(&admin).into(), staff::take_username(&admin.username, admin_id).into()];
                writes.extend(checks);
                writes.push(audit);
                match run.commit(Transact::of(writes)).await {
                    // The same request was carried out before.
                    Err(error) if once.is_some() && error.condition_failed_at(0) => {
                        staff::admin(&self.base.db, admin_id).await?.ok_or(ChirashiError::Busy)
                    }
                    Err(error) if error.condition_failed_at(1) => Err(ChirashiReason::UsernameTaken.into()),
                    other => {
                        other?;
                        Ok(admin)
                    }
                }
            })
            .await
    }

    /// Somebody of the staff does something else now. Whoever gets another role, store or password is signed out.
    pub async fn edit_account(&self, by: &Staff, id: AdminId, input: &AccountEdit, seen: Option<Moment>) -> Result<Admin> {
        let name = input.name.as_deref().map(|name| text::NAME.keep(name)).transpose()?;
        let email = input.email.as_deref().map(model::email).transpose()?;
        let hash = match &input.password {
            Some(password) => Some(password::hash(Password::new(password, "")?, self.settings.bcrypt_cost).await?),
            None => None,
        };
        let outcome = self
            .base
            .persist(|| async {
                let run = self.base.db.run(&EDIT_ACCOUNT);
                let before: Admin = current(run, Admin::key(&id)).await?.ok_or(NO_ACCOUNT)?;
                Self::allow(by, Action::EditAccount, target(&before), "account")?;
                is_seen(seen, before.updated_at)?;
                let mut after = before.clone();
                if let Some(name) = &name {
                    after.name.clone_from(name);
                }
                if let Some(email) = &email {
                    after.email = email.clone();
                }
                if let Some(hash) = &hash {
                    after.password_hash = Some(hash.clone());
                }
                if let Some(role) = input.role {
                    after.role = role;
                }
                after.store_id = if after.role == Role::StoreUser { input.store.or(before.store_id) } else { None };
                let is_scoped = match after.role {
                    Role::SystemAdmin => after.company_id.is_none(),
                    Role::CompanyAdmin => after.company_id.is_some(),
                    Role::StoreUser => after.company_id.is_some() && after.store_id.is_some(),
                };
                if !is_scoped {
                    let message =
                        "A system administrator has no company, a company administrator has one, and a store user has a store of it.";
                    return invalid("role", "chirashi.role_scope", message);
                }
                if !may_grant(by.admin.role, after.role) || !may_grant(by.admin.role, before.role) {
                    return Err(ChirashiReason::NotAllowed.into());
                }
                let has_other_reach = after.role != before.role || after.store_id != before.store_id;
                if has_other_reach && by.admin.admin_id == id {
                    return Err(ChirashiReason::OwnAccount.into());
                }
                let mut checks: Vec<Write> = Vec::new();
                if after.store_id != before.store_id {
                    (after.store_name, after.store_updated_at) = (None, None);
                    if let Some(store) = after.store_id {
                        let store = stores::in_run(run, store).await?.filter(|store| Some(store.company_id) == after.company_id);
                        let store = store.ok_or(ChirashiError::NotFound("store"))?;
                        after.take_store(&store);
                        checks.push(stores::stays(&store).into());
                    }
                }
                if has_other_reach || hash.is_some() {
                    after.token_epoch += 1;
                }
                after.updated_at = before.updated_at.following(self.now());
                let audit = self.audited(&by.admin, "account.edit", id, after.company_id, (Some(&before), Some(&after)));
                let mut writes: Vec<Write> = vec![staff::edit(&before, &after).into()];
                writes.extend(checks);
                writes.push(audit);
                run.commit(Transact::of(writes)).await?;
                Ok(after)
            })
            .await;
        settle(outcome, seen)
    }

    /// Somebody leaves the staff, and is out at once.
    pub async fn delete_account(&self, by: &Staff, id: AdminId) -> Result<()> {
        if by.admin.admin_id == id {
            return Err(ChirashiReason::OwnAccount.into());
        }
        self.base
            .persist(|| async {
                let run = self.base.db.run(&DELETE_ACCOUNT);
                let before: Admin = current(run, Admin::key(&id)).await?.ok_or(NO_ACCOUNT)?;
                Self::allow(by, Action::DeleteAccount, target(&before), "account")?;
                if !may_grant(by.admin.role, before.role) {
                    return Err(ChirashiReason::NotAllowed.into());
                }
                let same = staff::is_unchanged(&before)
                    .and(chabudai_kernel::expr::attr("sessionFamilies").eq(crate::repo::texts(&before.session_families)));
                let mut writes = staff::delete(&before, same);
                writes.push(self.audited(&by.admin, "account.delete", id, before.company_id, (Some(&before), None)));
                Ok(run.commit(Transact::of(writes)).await?)
            })
            .await
    }
}

/// Whose account it is. One of the whole company is nobody's store.
fn target(admin: &Admin) -> Target {
    Target { company: admin.company_id, store: admin.store_id }
}
