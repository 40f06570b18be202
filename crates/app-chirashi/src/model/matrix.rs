//! Who may do what, and how far: a table, and one function that reads it.

use super::{CompanyId, Role, StoreId};

/// Something that staff do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Make a company.
    CreateCompany,
    /// Change a company, and its contract.
    EditCompany,
    /// Delete a company.
    DeleteCompany,
    /// Read a company.
    ReadCompany,
    /// List companies.
    ListCompanies,
    /// Make a store.
    CreateStore,
    /// Change a store.
    EditStore,
    /// Delete a store.
    DeleteStore,
    /// List stores.
    ListStores,
    /// Publish a flyer.
    CreateFlyer,
    /// Change a flyer.
    EditFlyer,
    /// Delete a flyer.
    DeleteFlyer,
    /// List flyers, those that are not valid yet too.
    ListFlyers,
    /// Write a column.
    CreateArticle,
    /// Change, publish or withdraw a column.
    EditArticle,
    /// Delete a column.
    DeleteArticle,
    /// List drafts.
    ListDrafts,
    /// Make an account.
    CreateAccount,
    /// Change an account.
    EditAccount,
    /// Delete an account.
    DeleteAccount,
    /// List accounts.
    ListAccounts,
    /// Read what staff did.
    ReadAudit,
}

/// How far an action reaches.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reach {
    /// Nowhere.
    Nothing,
    /// The own store.
    OwnStore,
    /// The own company and its stores.
    OwnCompany,
    /// Everything.
    All,
}

use Action::{
    CreateAccount, CreateArticle, CreateCompany, CreateFlyer, CreateStore, DeleteAccount, DeleteArticle, DeleteCompany, DeleteFlyer,
    DeleteStore, EditAccount, EditArticle, EditCompany, EditFlyer, EditStore, ListAccounts, ListCompanies, ListDrafts, ListFlyers,
    ListStores, ReadAudit, ReadCompany,
};
use Reach::{All, Nothing, OwnCompany, OwnStore};

/// One row per action: how far a system administrator, a company administrator and a store user reach.
pub const MATRIX: &[(Action, [Reach; 3])] = &[
    (CreateCompany, [All, Nothing, Nothing]),
    (EditCompany, [All, Nothing, Nothing]),
    (DeleteCompany, [All, Nothing, Nothing]),
    (ReadCompany, [All, OwnCompany, OwnStore]),
    (ListCompanies, [All, Nothing, Nothing]),
    (CreateStore, [All, OwnCompany, Nothing]),
    (EditStore, [All, OwnCompany, OwnStore]),
    (DeleteStore, [All, OwnCompany, Nothing]),
    (ListStores, [All, OwnCompany, OwnStore]),
    (CreateFlyer, [All, OwnCompany, OwnStore]),
    (EditFlyer, [All, OwnCompany, OwnStore]),
    (DeleteFlyer, [All, OwnCompany, OwnStore]),
    (ListFlyers, [All, OwnCompany, OwnStore]),
    (CreateArticle, [All, OwnCompany, OwnStore]),
    (EditArticle, [All, OwnCompany, OwnStore]),
    (DeleteArticle, [All, OwnCompany, OwnStore]),
    (ListDrafts, [All, OwnCompany, OwnStore]),
    (CreateAccount, [All, OwnCompany, Nothing]),
    (EditAccount, [All, OwnCompany, Nothing]),
    (DeleteAccount, [All, OwnCompany, Nothing]),
    (ListAccounts, [All, OwnCompany, Nothing]),
    (ReadAudit, [All, Nothing, Nothing]),
];

/// Who does it: what their account says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Doer {
    /// What they are.
    pub role: Role,
    /// Their company.
    pub company: Option<CompanyId>,
    /// Their store.
    pub store: Option<StoreId>,
}

/// To whose data it is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Target {
    /// The company; none for what belongs to the service itself.
    pub company: Option<CompanyId>,
    /// The store; none for what belongs to the company as a whole.
    pub store: Option<StoreId>,
}

/// What the matrix answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// It may be done.
    Allowed,
    /// The role never does this.
    Forbidden,
    /// The role does this, but not to this: for whoever asks, it is not there.
    NotThere,
}

/// How far an action of a role reaches.
pub fn reach(role: Role, action: Action) -> Reach {
    let column = match role {
        Role::SystemAdmin => 0,
        Role::CompanyAdmin => 1,
        Role::StoreUser => 2,
    };
    MATRIX.iter().find(|(row, _)| *row == action).map_or(Nothing, |(_, reaches)| reaches[column])
}

/// Whether somebody may do something to somebody's data.
pub fn decide(doer: Doer, action: Action, target: Target) -> Decision {
    let is_own_company = target.company.is_some() && target.company == doer.company;
    let is_own_store = target.store.is_some() && target.store == doer.store;
    let is_within = match reach(doer.role, action) {
        Nothing => return Decision::Forbidden,
        All => true,
        OwnCompany => is_own_company,
        // Their own company as such can be read; of its stores only their own.
        OwnStore => is_own_company && (is_own_store || (action == ReadCompany && target.store.is_none())),
    };
    if is_within { Decision::Allowed } else { Decision::NotThere }
}

/// Whether somebody who may make accounts may make one of this role: nobody gives more than they have.
pub fn may_grant(doer: Role, granted: Role) -> bool {
    match doer {
        Role::SystemAdmin => true,
        Role::CompanyAdmin => granted != Role::SystemAdmin,
        Role::StoreUser => false,
    }
}

#[cfg(test)]
mod tests {
    use chabudai_kernel::uuid::Uuid;

    use super::*;

    fn company(n: u128) -> CompanyId {
        CompanyId::new(Uuid::from_u128(n))
    }

    fn store(n: u128) -> StoreId {
        StoreId::new(Uuid::from_u128(n))
    }

    /// The matrix walked: every action by every role, at home, next door, elsewhere and at what is nobody's.
    #[test]
    fn every_row_holds_everywhere() {
        let targets = [
            ("own store", Target { company: Some(company(1)), store: Some(store(1)) }),
            ("next door", Target { company: Some(company(1)), store: Some(store(2)) }),
            ("own company", Target { company: Some(company(1)), store: None }),
            ("elsewhere", Target { company: Some(company(2)), store: Some(store(3)) }),
            ("the service", Target::default()),
        ];
        for (action, reaches) in MATRIX {
            for (role, reach) in Role::ALL.iter().zip(reaches) {
                let doer = Doer {
                    role: *role,
                    company: (*role != Role::SystemAdmin).then(|| company(1)),
                    store: (*role == Role::StoreUser).then(|| store(1)),
                };
                for (place, target) in targets {
                    let expected = match (reach, place) {
                        (Nothing, _) => Decision::Forbidden,
                        (All, _) | (OwnCompany, "own store" | "next door" | "own company") | (OwnStore, "own store") => Decision::Allowed,
                        (OwnStore, "own company") if *action == ReadCompany => Decision::Allowed,
                        _ => Decision::NotThere,
                    };
                    assert_eq!(decide(doer, *action, target), expected, "{role} {action:?} at {place}");
                }
            }
        }
    }

    #[test]
    fn every_action_has_one_row_and_somebody_who_does_it() {
        for (at, (action, reaches)) in MATRIX.iter().enumerate() {
            assert!(MATRIX[at + 1..].iter().all(|(other, _)| other != action), "{action:?} stands twice");
            assert_eq!(reaches[0], All, "{action:?}");
            assert!(reaches.is_sorted_by(|more, less| more >= less), "{action:?}: who looks after more reaches as far");
        }
    }

    #[test]
    fn an_account_without_a_store_reaches_none() {
        let doer = Doer { role: Role::StoreUser, company: Some(company(1)), store: None };
        for target in [Target { company: Some(company(1)), store: None }, Target { company: Some(company(1)), store: Some(store(1)) }] {
            assert_eq!(decide(doer, CreateFlyer, target), Decision::NotThere);
        }
    }

    #[test]
    fn nobody_gives_more_than_they_have() {
        assert!(may_grant(Role::SystemAdmin, Role::SystemAdmin) && may_grant(Role::CompanyAdmin, Role::CompanyAdmin));
        assert!(!may_grant(Role::CompanyAdmin, Role::SystemAdmin) && !may_grant(Role::StoreUser, Role::StoreUser));
    }
}
