//! The operator's look at everything: is every item as the design has it, does every copy say what its source says, does everything belong
//! to something that is there, and do the numbers count what there is?
//!
//! It reads a page at a time beside whoever writes, and what seems wrong is looked at again before it is reported.

use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

use chabudai_kernel::audit::{self, Audit};
use chabudai_kernel::db::Run;
use chabudai_kernel::design::Table;
use chabudai_kernel::entity::{Entity, is_of_kind};
use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{Delete, Put, Query, Update};
use chabudai_kernel::packed::ItemRef;
use chabudai_kernel::part::Word;

use super::Service;
use crate::design::{ADMINS, DESIGN, FAVORITE_STORES, FLYERS, LOOK, MEND, NEWEST_FLYER, STORES, STORES_BY_COMPANY, USERS};
use crate::error::Result;
use crate::model::{
    Admin, AdminId, Article, ArticleCounter, Company, CompanyId, EmailGuard, FavoriteStore, Flyer, FlyerId, FlyerItems, HouseGuard,
    NewestFlyer, Store, StoreId, User, UserId, Username, UsernameGuard,
};
use crate::repo::{articles, copies, current, favorites, people};

/// How long the look waits before it looks again at what seems wrong.
const PAUSE: Duration = Duration::from_millis(200);

/// What the look has been at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Stores.
    pub stores: u64,
    /// Items of any kind.
    pub items: u64,
    /// What was found.
    pub findings: u64,
}

/// Something that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// An item is not as the design has it, or an index not as the items.
    Item(audit::Finding),
    /// A store says something else of its company than that says.
    StoreCopy(StoreId, CompanyId),
    /// A flyer says something else of its store or company, or these are gone.
    FlyerCopy(FlyerId),
    /// A favourite says something else of its store, or that is gone.
    FavoriteCopy(UserId, StoreId),
    /// A favourite of somebody who is gone.
    NobodysFavorite(UserId, StoreId),
    /// An account says something else of its company or store, or these are gone.
    AdminCopy(AdminId),
    /// The newest valid flyer of a store is another one.
    Newest(StoreId),
    /// A company counts other stores than it has.
    StoreCount {
        /// Which.
        company: CompanyId,
        /// What it says.
        says: u64,
        /// How many there are.
        is: u64,
    },
    /// Somebody's list of favourites is not that of the rows.
    FavoriteList(UserId),
    /// Nothing guards somebody's address.
    NoEmailGuard(UserId, Word),
    /// Nothing ties somebody to the house.
    NoHouseGuard(UserId),
    /// Nothing guards a user name.
    NoUsernameGuard(AdminId, Username),
    /// The guard of an address is nobody's.
    StrayEmailGuard(Word),
    /// The guard of a user name is nobody's.
    StrayUsernameGuard(Username),
    /// What is on a flyer that is gone.
    StrayItems(FlyerId),
    /// A column has a number that the counter has not given yet.
    Number {
        /// Which.
        article: u64,
        /// What the counter says.
        last: u64,
    },
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Item(finding) => finding.fmt(f),
            Self::StoreCopy(store, company) => write!(f, "store {store}: what it says of company {company} is not so"),
            Self::FlyerCopy(flyer) => write!(f, "flyer {flyer}: what it says of its store or company is not so"),
            Self::FavoriteCopy(user, store) => write!(f, "favourite {store} of {user}: what it says of the store is not so"),
            Self::NobodysFavorite(user, store) => write!(f, "favourite {store} of {user}: nobody has this id"),
            Self::AdminCopy(admin) => write!(f, "account {admin}: what it says of its company or store is not so"),
            Self::Newest(store) => write!(f, "store {store}: its newest valid flyer is another one"),
            Self::StoreCount { company, says, is } => write!(f, "company {company}: it counts {says} stores, and there are {is}"),
            Self::FavoriteList(user) => write!(f, "user {user}: the list of favourites is not that of the rows"),
            Self::NoEmailGuard(user, _) => write!(f, "user {user}: nothing guards the e-mail address"),
            Self::NoHouseGuard(user) => write!(f, "user {user}: nothing ties them to the house"),
            Self::NoUsernameGuard(admin, _) => write!(f, "account {admin}: nothing guards the user name"),
            Self::StrayEmailGuard(_) => write!(f, "the guard of an e-mail address that nobody has"),
            Self::StrayUsernameGuard(name) => write!(f, "the guard of user name {name}, which nobody has"),
            Self::StrayItems(flyer) => write!(f, "what is on flyer {flyer}, which is gone"),
            Self::Number { article, last } => write!(f, "column {article}: the counter stands at {last}"),
        }
    }
}

/// Something that can be looked at again.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Row {
    User(UserId),
    EmailGuard(Word),
    UsernameGuard(Username),
    Admin(AdminId),
    Company(CompanyId),
    Store(StoreId),
    Flyer(FlyerId),
    Items(FlyerId),
    Favorite(UserId, StoreId),
    Article(u64),
}

fn read<E: Entity>(table: &Table, item: ItemRef<'_>) -> Option<E> {
    (E::DESIGN.table.name == table.name && is_of_kind(&E::DESIGN, item)).then(|| E::from_item(item).ok())?
}

/// What an item is; none for what is looked at by the design alone.
fn row_of(table: &Table, item: ItemRef<'_>) -> Option<Row> {
    read::<User>(table, item)
        .map(|user| Row::User(user.user_id))
        .or_else(|| read::<EmailGuard>(table, item).map(|guard| Row::EmailGuard(guard.email)))
        .or_else(|| read::<UsernameGuard>(table, item).map(|guard| Row::UsernameGuard(guard.username)))
        .or_else(|| read::<Admin>(table, item).map(|admin| Row::Admin(admin.admin_id)))
        .or_else(|| read::<Company>(table, item).map(|company| Row::Company(company.company_id)))
        .or_else(|| read::<Store>(table, item).map(|store| Row::Store(store.store_id)))
        .or_else(|| read::<Flyer>(table, item).map(|flyer| Row::Flyer(flyer.flyer_id)))
        .or_else(|| read::<FlyerItems>(table, item).map(|items| Row::Items(items.flyer_id)))
        .or_else(|| read::<FavoriteStore>(table, item).map(|favorite| Row::Favorite(favorite.user_id, favorite.store_id)))
        .or_else(|| read::<Article>(table, item).map(|article| Row::Article(article.article_id)))
}

/// Looks at everything, and tells what is wrong as it is found.
pub async fn check(service: &Service, mut tell: impl AsyncFnMut(Finding) -> Result<()>) -> Result<Checked> {
    let db = service.db();
    let mut audit = Audit::of(&DESIGN, db.store(), db.clock());
    let (mut checked, mut rows) = (Checked::default(), Vec::new());
    while let Some(seen) = audit.next_page().await? {
        checked.items += seen.items.len() as u64;
        rows.extend(seen.items.iter().filter_map(|item| row_of(seen.table, item.view())));
        for finding in seen.findings {
            checked.findings += 1;
            tell(Finding::Item(finding)).await?;
        }
    }
    for row in rows {
        checked.stores += u64::from(matches!(row, Row::Store(_)));
        let mut wrong = look(service, &row).await?;
        if !wrong.is_empty() {
            // Somebody may have been writing: what is wrong is wrong on two looks.
            db.clock().sleep(PAUSE).await;
            let again = look(service, &row).await?;
            wrong.retain(|finding| again.contains(finding));
        }
        for finding in wrong {
            checked.findings += 1;
            tell(finding).await?;
        }
    }
    Ok(checked)
}

/// What is wrong with something.
async fn look(service: &Service, row: &Row) -> Result<Vec<Finding>> {
    let run = service.db().run(&LOOK);
    let mut out = Vec::new();
    match row {
        Row::User(id) => look_at_user(run, *id, &mut out).await?,
        Row::EmailGuard(email) => {
            let guard: Option<EmailGuard> = current(run, EmailGuard::key(email.clone())).await?;
            if let Some(guard) = guard {
                let owner: Option<User> = current(run, User::key(&guard.owner)).await?;
                if owner.is_none_or(|owner| owner.email.as_ref() != Some(email)) {
                    out.push(Finding::StrayEmailGuard(email.clone()));
                }
            }
        }
        Row::UsernameGuard(username) => {
            let guard: Option<UsernameGuard> = current(run, UsernameGuard::key(username.clone())).await?;
            if let Some(guard) = guard {
                let owner: Option<Admin> = current(run, Admin::key(&guard.owner)).await?;
                if owner.is_none_or(|owner| owner.username != *username) {
                    out.push(Finding::StrayUsernameGuard(username.clone()));
                }
            }
        }
        Row::Admin(id) => look_at_admin(run, *id, &mut out).await?,
        Row::Company(id) => {
            let company: Option<Company> = current(run, Company::key(id)).await?;
            if let Some(company) = company {
                let query = Query::index(&STORES, &STORES_BY_COMPANY, Store::companyId.of(id));
                let is = run.count(query).await?;
                if company.store_count != is {
                    out.push(Finding::StoreCount { company: *id, says: company.store_count, is });
                }
            }
        }
        Row::Store(id) => look_at_store(service, run, *id, &mut out).await?,
        Row::Flyer(id) => look_at_flyer(run, *id, &mut out).await?,
        Row::Items(id) => {
            let flyer: Option<Flyer> = current(run, Flyer::key(id)).await?;
            if flyer.is_none() {
                out.push(Finding::StrayItems(*id));
            }
        }
        Row::Favorite(user, store) => look_at_favorite(run, *user, *store, &mut out).await?,
        Row::Article(id) => {
            let last = articles::last_number(run).await?;
            if *id > last {
                out.push(Finding::Number { article: *id, last });
            }
        }
    }
    Ok(out)
}

async fn look_at_user(run: Run<'_>, id: UserId, out: &mut Vec<Finding>) -> Result<()> {
    let Some(user): Option<User> = current(run, User::key(&id)).await? else { return Ok(()) };
    let rows: BTreeSet<StoreId> = favorites::in_run(run, id).await?.iter().map(|favorite| favorite.store_id).collect();
    let listed: BTreeSet<StoreId> = user.favorite_store_ids.iter().copied().collect();
    if rows != listed || listed.len() != user.favorite_store_ids.len() {
        out.push(Finding::FavoriteList(id));
    }
    if let Some(email) = user.email {
        let guard: Option<EmailGuard> = current(run, EmailGuard::key(email.clone())).await?;
        if guard.is_none_or(|guard| guard.owner != id) {
            out.push(Finding::NoEmailGuard(id, email));
        }
    }
    if let Some(person) = user.person_id {
        let guard: Option<HouseGuard> = current(run, HouseGuard::key(person)).await?;
        if guard.is_none_or(|guard| guard.owner != id) {
            out.push(Finding::NoHouseGuard(id));
        }
    }
    Ok(())
}

async fn look_at_admin(run: Run<'_>, id: AdminId, out: &mut Vec<Finding>) -> Result<()> {
    let Some(admin): Option<Admin> = current(run, Admin::key(&id)).await? else { return Ok(()) };
    let guard: Option<UsernameGuard> = current(run, UsernameGuard::key(admin.username.clone())).await?;
    if guard.is_none_or(|guard| guard.owner != id) {
        out.push(Finding::NoUsernameGuard(id, admin.username.clone()));
    }
    let mut right = admin.clone();
    let mut is_there = true;
    if let Some(company) = admin.company_id {
        match current::<Company>(run, Company::key(&company)).await? {
            Some(company) => right.take_company(&company),
            None => is_there = false,
        }
    }
    if let Some(store) = admin.store_id {
        match current::<Store>(run, Store::key(&store)).await? {
            Some(store) => right.take_store(&store),
            None => is_there = false,
        }
    }
    if !is_there || right != admin {
        out.push(Finding::AdminCopy(id));
    }
    Ok(())
}

async fn look_at_store(service: &Service, run: Run<'_>, id: StoreId, out: &mut Vec<Finding>) -> Result<()> {
    let Some(store): Option<Store> = current(run, Store::key(&id)).await? else { return Ok(()) };
    let company: Option<Company> = current(run, Company::key(&store.company_id)).await?;
    let mut right = store.clone();
    if let Some(company) = &company {
        right.take_company(company);
    }
    if company.is_none() || right != store {
        out.push(Finding::StoreCopy(id, store.company_id));
    }
    let today = service.today();
    let valid = copies::valid_flyers(service.db().run(&NEWEST_FLYER), id, today).await?;
    let newest = valid.iter().max_by_key(|flyer| (flyer.valid_from, flyer.created_at, flyer.flyer_id)).map(NewestFlyer::from);
    // One that has ended is not shown, and the next look of the day takes it away.
    if newest.as_ref() != store.newest_on(today) {
        out.push(Finding::Newest(id));
    }
    Ok(())
}

async fn look_at_flyer(run: Run<'_>, id: FlyerId, out: &mut Vec<Finding>) -> Result<()> {
    let Some(flyer): Option<Flyer> = current(run, Flyer::key(&id)).await? else { return Ok(()) };
    let store: Option<Store> = current(run, Store::key(&flyer.store_id)).await?;
    let company: Option<Company> = current(run, Company::key(&flyer.company_id)).await?;
    let mut right = flyer.clone();
    let is_there = store.is_some() && company.is_some();
    if let Some(store) = &store {
        right.take_store(store);
    }
    if let Some(company) = &company {
        right.take_company(company);
    }
    if !is_there || right != flyer {
        out.push(Finding::FlyerCopy(id));
    }
    Ok(())
}

async fn look_at_favorite(run: Run<'_>, user: UserId, store: StoreId, out: &mut Vec<Finding>) -> Result<()> {
    let Some(favorite): Option<FavoriteStore> = current(run, FavoriteStore::key(&user, &store)).await? else { return Ok(()) };
    if current::<User>(run, User::key(&user)).await?.is_none() {
        out.push(Finding::NobodysFavorite(user, store));
        return Ok(());
    }
    let mut right = favorite.clone();
    let source: Option<Store> = current(run, Store::key(&store)).await?;
    if let Some(source) = &source {
        right.take_store(source);
    }
    if source.is_none() || right != favorite {
        out.push(Finding::FavoriteCopy(user, store));
    }
    Ok(())
}

/// Mends what was found; whether it could.
pub async fn mend(service: &Service, finding: &Finding) -> Result<bool> {
    let db = service.db();
    let run = || db.run(&MEND);
    match finding {
        Finding::Item(item) => Ok(Audit::of(&DESIGN, db.store(), db.clock()).mend(item).await?),
        Finding::StoreCopy(_, company) => service.restate_company(*company).await.map(|()| true),
        Finding::FlyerCopy(id) => {
            let Some(flyer): Option<Flyer> = current(db.run(&LOOK), Flyer::key(id)).await? else { return Ok(true) };
            service.restate_store(flyer.store_id, flyer.company_id).await?;
            service.restate_company(flyer.company_id).await?;
            service.follow_new_flyer(&flyer).await.map(|()| true)
        }
        Finding::FavoriteCopy(user, store) => {
            let found: Option<FavoriteStore> = current(db.run(&LOOK), FavoriteStore::key(user, store)).await?;
            let Some(favorite) = found else { return Ok(true) };
            let source: Option<Store> = current(db.run(&LOOK), Store::key(store)).await?;
            if let Some(source) = source {
                service.restate_store(*store, source.company_id).await?;
            }
            service.follow_new_favorite(&favorite).await.map(|()| true)
        }
        Finding::NobodysFavorite(user, store) => {
            Ok(run().commit_one(Delete::new(&FAVORITE_STORES, FavoriteStore::key(user, store))).await.map(|()| true)?)
        }
        Finding::AdminCopy(id) => {
            let Some(admin): Option<Admin> = current(db.run(&LOOK), Admin::key(id)).await? else { return Ok(true) };
            if let Some(company) = admin.company_id {
                service.restate_company(company).await?;
                if let Some(store) = admin.store_id {
                    service.restate_store(store, company).await?;
                }
            }
            service.follow_new_admin(&admin).await.map(|()| true)
        }
        Finding::Newest(store) => service.follow_newest(*store, None).await.map(|()| true),
        Finding::StoreCount { company, says, is } => {
            let update = Update::of::<Company>(Company::key(company)).set("storeCount", *is).only_if(attr("storeCount").eq(*says));
            Ok(run().attempt_one(update).await?)
        }
        Finding::FavoriteList(id) => {
            let look = db.run(&LOOK);
            let Some(user): Option<User> = current(look, User::key(id)).await? else { return Ok(true) };
            let rows: Vec<StoreId> = favorites::in_run(look, *id).await?.iter().map(|favorite| favorite.store_id).collect();
            let at = user.updated_at.following(service.now());
            Ok(run().attempt_one(people::set_favorites(&user, &rows, at)).await?)
        }
        Finding::NoEmailGuard(user, email) => Ok(run().attempt_one(people::take_email(email, *user)).await?),
        Finding::NoUsernameGuard(admin, name) => {
            Ok(run().attempt_one(Put::of(&UsernameGuard { username: name.clone(), owner: *admin }).if_absent()).await?)
        }
        Finding::StrayEmailGuard(email) => Ok(run().attempt_one(Delete::new(&USERS, EmailGuard::key(email.clone())).if_exists()).await?),
        Finding::StrayUsernameGuard(name) => {
            Ok(run().attempt_one(Delete::new(&ADMINS, UsernameGuard::key(name.clone())).if_exists()).await?)
        }
        Finding::StrayItems(flyer) => Ok(run().attempt_one(Delete::new(&FLYERS, FlyerItems::key(*flyer)).if_exists()).await?),
        Finding::Number { article, last } => {
            let counter = ArticleCounter { article_id: ArticleCounter::ID, last: *article };
            let same = if *last == 0 { attr("last").absent().or(attr("last").eq(0)) } else { attr("last").eq(*last) };
            Ok(run().attempt_one(Put::of(&counter).only_if(same)).await?)
        }
        // Two accounts may claim one person: whose it is nobody can tell from here.
        Finding::NoHouseGuard(_) => Ok(false),
    }
}
