//! The design of Chirashi Kitchen: a table per noun, because each is read by itself; copies of names where a list would need a join.
//!
//! The questions are those of a household (which flyers are new where we shop, and what can be cooked from them?) and of staff (what is
//! ours, and how does it stand?). A guard, a session or a counter stands in the table of what it guards, told apart by its key and without
//! the attributes of any index.

mod articles; // columns
mod copies; // who keeps the copies true
mod favorites; // favourites
mod flyers; // flyers
mod notices; // notices, digests, the audit log
mod people; // people
mod recipes; // recipes
mod routes; // what each route asks
mod staff; // accounts of staff
mod trade; // companies and stores

use chabudai_kernel::design::{Design, Index, Projection, Table, number, text};

pub use articles::*;
pub use copies::*;
pub use favorites::*;
pub use flyers::*;
pub use notices::*;
pub use people::*;
pub use recipes::*;
pub use staff::*;
pub use trade::*;

const fn all(name: &'static str, hash: &'static str, range: Option<&'static str>, why: &'static str) -> Index {
    let range = match range {
        Some(name) => Some(text(name)),
        None => None,
    };
    Index { name, hash: text(hash), range, projection: Projection::All, why }
}

/// People.
pub static USERS: Table = Table {
    name: "users",
    hash: text("userId"),
    range: None,
    indexes: &[&EMAIL_INDEX],
    ttl: Some("ttl"),
    feed: false,
    about: "People, with the guards of their addresses, their sessions, tries and codes.",
};

/// By address.
pub static EMAIL_INDEX: Index =
    all("EmailIndex", "email", None, "Who has this address? It guards nothing and may be behind: the guard decides.");

/// Staff.
pub static ADMINS: Table = Table {
    name: "admins",
    hash: text("adminId"),
    range: None,
    indexes: &[&USERNAME_INDEX, &ADMINS_BY_COMPANY],
    ttl: Some("ttl"),
    feed: true,
    about: "Accounts of staff, with the guards of their user names and their sessions.",
};

/// By user name.
pub static USERNAME_INDEX: Index =
    all("UsernameIndex", "username", None, "Who has this user name? It guards nothing and may be behind: the guard decides.");
/// By company, then role.
pub static ADMINS_BY_COMPANY: Index = all(
    "CompanyIndex",
    "companyId",
    Some("role"),
    "The accounts of a company, by role; system administrators have none and are not in it.",
);

/// Companies.
pub static COMPANIES: Table = Table {
    name: "companies",
    hash: text("companyId"),
    range: None,
    indexes: &[&CONTRACT_STATUS_INDEX],
    ttl: None,
    feed: true,
    about: "Companies, their contracts, and how many stores each has.",
};

/// By contract.
pub static CONTRACT_STATUS_INDEX: Index =
    all("ContractStatusIndex", "contractStatus", Some("contractPlan"), "Companies by how their contract stands, then by plan.");

/// Stores.
pub static STORES: Table = Table {
    name: "stores",
    hash: text("storeId"),
    range: None,
    indexes: &[&STORES_BY_COMPANY, &STORES_BY_REGION],
    ttl: None,
    feed: true,
    about: "Stores, with the name and contract of their company and their newest valid flyer as copies.",
};

/// By company.
pub static STORES_BY_COMPANY: Index = all("CompanyIndex", "companyId", Some("storeId"), "The stores of a company.");
/// By place.
pub static STORES_BY_REGION: Index =
    all("RegionIndex", "prefecture", Some("region"), "The stores of a prefecture; the region is a key condition, never a filter.");

/// Flyers.
pub static FLYERS: Table = Table {
    name: "flyers",
    hash: text("flyerId"),
    range: None,
    indexes: &[&FLYERS_BY_STORE, &FLYERS_BY_REGION, &FLYERS_BY_COMPANY],
    ttl: None,
    feed: true,
    about: "Flyers, with what their store and company are called as copies; what is on each in a row of its own that no index carries.",
};

/// By store.
pub static FLYERS_BY_STORE: Index = all("StoreIndex", "storeId", Some("validFrom"), "The flyers of a store, by their first day.");
/// By place.
pub static FLYERS_BY_REGION: Index = all("RegionIndex", "prefecture", Some("validFrom"), "The flyers of a prefecture, by their first day.");
/// By company.
pub static FLYERS_BY_COMPANY: Index =
    all("CompanyIndex", "companyId", Some("validFrom"), "The flyers of a company, for its staff and for renaming.");

/// Columns.
pub static ARTICLES: Table = Table {
    name: "articles",
    hash: number("articleId"),
    range: None,
    indexes: &[&STATUS_INDEX, &CATEGORY_INDEX, &DRAFT_INDEX],
    ttl: None,
    feed: true,
    about: "Columns by their number, and the counter with the number 0.",
};

/// What is published.
pub static STATUS_INDEX: Index =
    all("StatusIndex", "status", Some("publishedAt"), "Published columns by time; a draft has no publishedAt and is not in it.");
/// What is published, by category.
pub static CATEGORY_INDEX: Index = all(
    "CategoryIndex",
    "category",
    Some("publishedAt"),
    "Published columns of a category by time; a draft has no publishedAt and is not in it.",
);
/// Drafts.
pub static DRAFT_INDEX: Index =
    all("DraftIndex", "draftStatus", Some("updatedAt"), "Drafts by their last change; only drafts have a draftStatus.");

/// Favourites.
pub static FAVORITE_STORES: Table = Table {
    name: "favorite-stores",
    hash: text("userId"),
    range: Some(text("storeId")),
    indexes: &[&FAVORITES_BY_STORE],
    ttl: None,
    feed: true,
    about: "Who favours which store, and whether they are told of its flyers.",
};

/// By store.
pub static FAVORITES_BY_STORE: Index =
    all("StoreIndex", "storeId", Some("userId"), "Who favours a store: for notices, for renaming, and when it is gone.");

/// Recipes.
pub static RECIPES: Table = Table {
    name: "recipes",
    hash: text("flyerId"),
    range: None,
    indexes: &[],
    ttl: Some("ttl"),
    feed: false,
    about: "The recipe of each flyer, for 30 days; the lease of whoever is making it.",
};

/// Shared recipes.
pub static SHARED_RECIPES: Table = Table {
    name: "shared-recipes",
    hash: text("sharedRecipeId"),
    range: None,
    indexes: &[&FLYER_INDEX],
    ttl: None,
    feed: false,
    about: "Recipes that somebody shared, each whole in itself, and their ranking.",
};

/// By flyer.
pub static FLYER_INDEX: Index = all("FlyerIndex", "flyerId", Some("sharedAt"), "The recipes shared from a flyer, by time.");

/// Notices.
pub static NOTIFICATIONS: Table = Table {
    name: "notifications",
    hash: text("userId"),
    range: Some(text("noticeId")),
    indexes: &[&SLOT_INDEX],
    ttl: Some("ttl"),
    feed: false,
    about: "What people are told of new flyers, and which digests went out.",
};

/// By slot.
pub static SLOT_INDEX: Index =
    all("SlotIndex", "slot", Some("userId"), "Who has still to be told at a time of day; what was told has no slot and is not in it.");

/// The audit log.
pub static AUDIT_LOG: Table = Table {
    name: "audit-log",
    hash: text("day"),
    range: Some(text("entryId")),
    indexes: &[],
    ttl: Some("ttl"),
    feed: false,
    about: "What staff did, by day.",
};

/// The design.
pub static DESIGN: Design = Design {
    app: "chirashi",
    about: "Which flyers are new where we shop, and what can be cooked from them?",
    environment: None,
    tables: &[
        &USERS,
        &ADMINS,
        &COMPANIES,
        &STORES,
        &FLYERS,
        &ARTICLES,
        &FAVORITE_STORES,
        &RECIPES,
        &SHARED_RECIPES,
        &NOTIFICATIONS,
        &AUDIT_LOG,
    ],
    entities: &[
        people::USER,
        people::EMAIL_GUARD,
        people::HOUSE_GUARD,
        people::SESSION,
        people::TRIES,
        people::MAIL_CODE,
        staff::ADMIN,
        staff::USERNAME_GUARD,
        staff::OPERATOR_GUARD,
        staff::ADMIN_SESSION,
        trade::COMPANY,
        trade::STORE,
        flyers::FLYER,
        flyers::FLYER_ITEMS,
        articles::ARTICLE,
        articles::COUNTER,
        favorites::FAVORITE,
        recipes::RECIPE,
        recipes::SHARED,
        recipes::RANKING,
        notices::NOTICE,
        notices::DIGEST,
        notices::AUDIT,
    ],
    patterns: &[
        &USER_BY_ID,
        &FIND_SIGN_IN,
        &USER_BY_EMAIL,
        &SEND_CODE,
        &REGISTER,
        &RESET_PASSWORD,
        &ENTER_BY_HOUSE,
        &FIRST_VISIT,
        &JOIN_HOUSE,
        &BEGIN_SESSION,
        &WHO_ASKS,
        &REFRESH,
        &SIGN_OUT,
        &EDIT_USER,
        &COUNT_TRY,
        &FORGET_TRIES,
        &FORGET_USER,
        &EXPORT_USER,
        &ADMIN_BY_ID,
        &FIND_STAFF_SIGN_IN,
        &ADMIN_BY_USERNAME,
        &BEGIN_STAFF_SESSION,
        &WHICH_STAFF_ASKS,
        &STAFF_REFRESH,
        &STAFF_SIGN_OUT,
        &OPERATOR,
        &ACCOUNTS,
        &ALL_ACCOUNTS,
        &CREATE_ACCOUNT,
        &EDIT_ACCOUNT,
        &DELETE_ACCOUNT,
        &ONE_COMPANY,
        &COMPANIES_BY_CONTRACT,
        &ALL_COMPANIES,
        &CREATE_COMPANY,
        &EDIT_COMPANY,
        &DELETE_COMPANY,
        &EXPIRE_CONTRACTS,
        &ONE_STORE,
        &STORES_NEARBY,
        &STORES_OF_COMPANY,
        &ALL_STORES,
        &CREATE_STORE,
        &EDIT_STORE,
        &DELETE_STORE,
        &STORES_BY_ID,
        &ONE_FLYER,
        &FLYERS_OF_STORE,
        &FLYERS_NEARBY,
        &FLYERS_OF_COMPANY,
        &ALL_FLYERS,
        &CREATE_FLYER,
        &EDIT_FLYER,
        &DELETE_FLYER,
        &BEGINNING_FLYERS,
        &ONE_ARTICLE,
        &PUBLISHED_ARTICLES,
        &ARTICLES_OF_CATEGORY,
        &DRAFTS,
        &CREATE_ARTICLE,
        &EDIT_ARTICLE,
        &DELETE_ARTICLE,
        &MY_FAVORITES,
        &IS_FAVORITE,
        &ADD_FAVORITE,
        &REMOVE_FAVORITE,
        &SET_BELL,
        &WHO_FAVOURS,
        &ONE_RECIPE,
        &COOK,
        &SHARE_RECIPE,
        &OPEN_SHARED,
        &SHARED_FROM_FLYER,
        &READ_RANKING,
        &RANK,
        &INBOX,
        &READ_NOTICE,
        &BEGIN_TELLING,
        &WHO_IS_TOLD,
        &PUT_NOTICE,
        &DUE_NOTICES,
        &CLAIM_DIGEST,
        &NOTICES_OF_SLOT,
        &DIGEST_SENT,
        &TELL_NOTICE,
        &AUDIT_OF_DAY,
        &FOLLOW_COMPANY,
        &COMPANY_GONE,
        &FOLLOW_STORE,
        &STORE_GONE,
        &FOLLOW_INSERT,
        &NEWEST_FLYER,
        &LOOK,
        &ALL_FAVORITES,
        &MEND,
        &RESTATE,
    ],
    routes: &[routes::ROUTES],
};
