//! Staff: signing in and out, and the operator of the house.

use chabudai_kernel::op::{Transact, Write};
use chabudai_kernel::part::Word;

use super::password::{self, Password};
use super::tokens::{ACCESS_SECONDS, Audience, Pair};
use super::{Comer, Service};
use crate::design::{BEGIN_STAFF_SESSION, OPERATOR, STAFF_REFRESH, STAFF_SIGN_OUT};
use crate::error::{ChirashiError, ChirashiReason, Result};
use crate::model::{Admin, AdminId, AdminSession, Company, ContractStatus, Doer, MOST_SESSIONS, Role, Username, text};
use crate::repo::{companies, staff};

/// How long a session of staff lasts without being used, in seconds.
const SESSION_SECONDS: i64 = 7 * 24 * 60 * 60;

/// Somebody of the staff who asks for something.
#[derive(Clone, PartialEq, Debug)]
pub struct Staff {
    /// Their account.
    pub admin: Admin,
    /// Their company, as it is now.
    pub company: Option<Company>,
}

impl Staff {
    /// What the matrix looks at.
    pub fn doer(&self) -> Doer {
        Doer { role: self.admin.role, company: self.admin.company_id, store: self.admin.store_id }
    }

    /// Whether their company lets them in: one that is gone or suspended does not.
    fn is_let_in(&self) -> bool {
        match (self.admin.role, &self.company) {
            (Role::SystemAdmin, _) => true,
            (_, Some(company)) => company.contract_status != ContractStatus::Suspended,
            (_, None) => false,
        }
    }
}

impl Service {
    /// Somebody of the staff signs in. An unknown user name and a wrong password get the same answer, after the same work.
    pub async fn staff_sign_in(&self, username: &str, password: &str, from: &str) -> Result<(Staff, Pair)> {
        let username = Username::new(username)?;
        let counted = self.tries_for("staff", username.as_str(), from);
        self.count_try(&counted).await?;
        let admin = staff::find_sign_in(&self.base.db, &username).await?;
        let hash = admin.as_ref().and_then(|admin| admin.password_hash.clone());
        if !password::is_right(Password::typed(password), hash, self.settings.bcrypt_cost).await? {
            return Err(ChirashiReason::WrongSignIn.into());
        }
        self.forget_tries(&counted).await?;
        let admin = admin.ok_or(ChirashiReason::WrongSignIn)?;
        let company = match admin.company_id {
            Some(id) => companies::company(&self.base.db, id).await?,
            None => None,
        };
        let staff = Staff { admin, company };
        if !staff.is_let_in() {
            return Err(ChirashiReason::Suspended.into());
        }
        let pair = self.begin_staff_session(&staff.admin).await?;
        Ok((staff, pair))
    }

    /// A session begins, and when that was stands in the account.
    async fn begin_staff_session(&self, admin: &Admin) -> Result<Pair> {
        let _queue = self.queue(admin.admin_id).await;
        let mut first = Some(admin.clone());
        self.base
            .persist(|| {
                let known = first.take();
                self.staff_session_of(known, admin)
            })
            .await
    }

    async fn staff_session_of(&self, known: Option<Admin>, checked: &Admin) -> Result<Pair> {
        let admin = match known {
            Some(known) => known,
            None => staff::admin(&self.base.db, checked.admin_id).await?.ok_or(ChirashiReason::WrongSignIn)?,
        };
        if admin.token_epoch != checked.token_epoch {
            return Err(ChirashiReason::WrongSignIn.into());
        }
        let now = self.now();
        let family = self.base.fresh_id();
        let owner = admin.admin_id.to_string();
        let (refresh, token_hash) = self.tokens.refresh(Audience::Staff, &family, &owner);
        let session = AdminSession {
            family: family.clone(),
            owner: admin.admin_id,
            token_hash,
            last_token_hash: None,
            token_epoch: admin.token_epoch,
            created_at: now,
            ttl: now.seconds() + SESSION_SECONDS,
        };
        let mut families = admin.session_families.clone();
        families.push(family.clone());
        let mut writes: Vec<Write> = vec![staff::begin_session(&session).into()];
        if families.len() > MOST_SESSIONS {
            writes.push(staff::end_session(&families.remove(0)).into());
        }
        writes.push(staff::signed_in(&admin, &families, now).into());
        self.base.db.run(&BEGIN_STAFF_SESSION).commit(Transact::of(writes)).await?;
        let access = self.tokens.access(Audience::Staff, owner, family, admin.token_epoch, admin.company_id, now.seconds());
        Ok(Pair { access, refresh, expires_in: ACCESS_SECONDS })
    }

    /// Who of the staff brings an access token. Their session is there, and their company lets them in, both as of this moment.
    pub async fn which_staff_asks(&self, access: &str) -> Result<Staff> {
        let refused = || ChirashiError::from(ChirashiReason::NotSignedIn);
        let claims = self.tokens.read(Audience::Staff, access, self.now().seconds()).ok_or_else(refused)?;
        let owner: AdminId = claims.sub.parse().map_err(|_| refused())?;
        let behind = staff::who_asks(&self.base.db, &claims.fam, owner, claims.company).await?;
        let session = behind.session.filter(|session| session.owner == owner).ok_or_else(refused)?;
        let is_theirs = |admin: &Admin| {
            admin.token_epoch == session.token_epoch && admin.token_epoch == claims.epoch && admin.company_id == claims.company
        };
        let admin = behind.admin.filter(is_theirs).ok_or_else(refused)?;
        let staff = Staff { admin, company: behind.company };
        if staff.is_let_in() { Ok(staff) } else { Err(refused()) }
    }

    /// The next pair for a refresh token of staff. One that comes a second time ends the session.
    pub async fn staff_refresh(&self, token: &str) -> Result<Pair> {
        let refused = || ChirashiError::from(ChirashiReason::NotSignedIn);
        let named = self.tokens.open(Audience::Staff, token).ok_or_else(refused)?;
        let owner: AdminId = named.owner.parse().map_err(|_| refused())?;
        let run = self.base.db.run(&STAFF_REFRESH);
        let behind = staff::behind(run, &named.family, owner, None).await?;
        let session = behind.session.filter(|session| session.owner == owner).ok_or_else(refused)?;
        let admin = behind.admin.filter(|admin| admin.token_epoch == session.token_epoch).ok_or_else(refused)?;
        let now = self.now().seconds();
        let (next, hash) = self.tokens.refresh(Audience::Staff, &named.family, &named.owner);
        let is_current = session.token_hash == named.hash;
        if is_current && run.attempt_one(staff::rotate(&session, &hash, now + SESSION_SECONDS)).await? {
            let access = self.tokens.access(Audience::Staff, named.owner, named.family, admin.token_epoch, admin.company_id, now);
            return Ok(Pair { access, refresh: next, expires_in: ACCESS_SECONDS });
        }
        let run = if is_current { self.base.db.run(&STAFF_SIGN_OUT) } else { run };
        run.commit_one(staff::end_session(&named.family)).await?;
        tracing::warn!("a refresh token of staff was used twice: its session is over");
        Err(ChirashiReason::TokenReused.into())
    }

    /// Somebody of the staff signs out here.
    pub async fn staff_sign_out(&self, refresh: &str) -> Result<()> {
        match self.tokens.open(Audience::Staff, refresh) {
            Some(named) => Ok(self.base.db.run(&STAFF_SIGN_OUT).commit_one(staff::end_session(&named.family)).await?),
            None => Ok(()),
        }
    }

    /// The operator of the house is a system administrator: the account is made when they come for the first time, without a password.
    pub async fn operator(&self, comer: &Comer) -> Result<Staff> {
        self.base.persist(|| self.operator_once(comer)).await
    }

    async fn operator_once(&self, comer: &Comer) -> Result<Staff> {
        let run = self.base.db.run(&OPERATOR);
        if let Some(guard) = staff::operator(run, &comer.person).await? {
            let admin = crate::repo::current(run, Admin::key(&guard.owner)).await?.ok_or(ChirashiReason::NotSignedIn)?;
            return Ok(Staff { admin, company: None });
        }
        let now = self.now();
        let admin_id = AdminId::new(self.base.uuid());
        let username = Username::new(&format!("operator-{}", &admin_id.uuid().simple().to_string()[20..]))?;
        let name: String = comer.name.chars().filter(|c| !c.is_control()).take(text::NAME.most).collect();
        let nowhere = || Word::new("operator@localhost").expect("a word");
        let admin = Admin {
            admin_id,
            username,
            name,
            email: comer.email.clone().unwrap_or_else(nowhere),
            password_hash: None,
            role: Role::SystemAdmin,
            company_id: None,
            company_name: None,
            company_updated_at: None,
            store_id: None,
            store_name: None,
            store_updated_at: None,
            person_id: Some(comer.person.clone()),
            token_epoch: 0,
            session_families: Vec::new(),
            last_login_at: Some(now),
            created_at: now,
            updated_at: now,
        };
        let writes: [Write; 3] = [
            staff::link(&comer.person, admin_id).into(),
            staff::take_username(&admin.username, admin_id).into(),
            staff::create(&admin).into(),
        ];
        run.commit(Transact::of(writes)).await?;
        Ok(Staff { admin, company: None })
    }
}
