//! The operator's look at the whole table: does everything belong to somebody, is every guard somebody's, and does every item say the
//! same in all the places where it says it?

use std::collections::{BTreeMap, BTreeSet};

use chabudai_identity::model::{Account, EmailGuard, OauthGuard, PASSWORD, Profile, Session};
use chabudai_kernel::db::{Db, Run};
use chabudai_kernel::entity::{Entity, is_of_kind, kind_of};
use chabudai_kernel::key::ItemKey;
use chabudai_kernel::op::{Scan, key_of};
use chabudai_kernel::packed::{Item, ItemRef, ValueRef};
use chabudai_kernel::part::Word;
use chabudai_kernel::store::StoreError;

use crate::design::{DESIGN, OKUSURI_TABLE, Okusuri, WALK};
use crate::error::Result;
use crate::model::{Device, Log, Reminder, Setting};

type Person = Profile<Okusuri>;

/// What the look has found. Faults name kinds and ids, never addresses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// People.
    pub people: u64,
    /// Logs.
    pub logs: u64,
    /// Items of any kind.
    pub items: u64,
    /// What is wrong.
    pub faults: Vec<String>,
}

/// Whether what is found is what it should be.
type Fits = Box<dyn Fn(Option<&Item>) -> bool + Send>;

/// What an item of the page makes one look for elsewhere.
struct Wanted {
    key: ItemKey,
    what: String,
    /// Whether what is found there is what it should be; nothing is found where there is nothing.
    fits: Fits,
}

/// Looks at everything, a page at a time, beside whoever writes. A writer at work may show up as a fault that is gone on the next look.
pub async fn check(db: &Db, mut seen: impl FnMut(u64)) -> Result<Checked> {
    let run = db.run(&WALK);
    let (mut checked, mut scan) = (Checked::default(), Scan { limit: Some(500), ..Scan::of(&OKUSURI_TABLE) });
    loop {
        let (page, next) = run.scan::<Item>(&scan).await?;
        seen(page.len() as u64);
        let mut wanted = Vec::new();
        for item in &page {
            look(item.view(), &mut checked, &mut wanted)?;
        }
        resolve(run, wanted, &mut checked).await?;
        match next {
            Some(next) => scan.after = Some(next),
            None => return Ok(checked),
        }
    }
}

/// Looks for what a page's items point at, each once.
async fn resolve(run: Run<'_>, wanted: Vec<Wanted>, checked: &mut Checked) -> Result<()> {
    let keys: BTreeSet<ItemKey> = wanted.iter().map(|one| one.key.clone()).collect();
    let found = run.batch_get::<Item>(keys.into_iter().map(|key| (&OKUSURI_TABLE, key)).collect(), 100, true).await?;
    let found: BTreeMap<ItemKey, Item> =
        found.into_iter().filter_map(|item| key_of(&OKUSURI_TABLE, item.view()).map(|key| (key, item))).collect();
    let faults = wanted.into_iter().filter(|one| !(one.fits)(found.get(&one.key))).map(|one| one.what);
    checked.faults.extend(faults);
    Ok(())
}

fn text(item: ItemRef<'_>, name: &str) -> Option<String> {
    item.get(name).and_then(ValueRef::as_str).map(str::to_owned)
}

fn look(item: ItemRef<'_>, checked: &mut Checked, wanted: &mut Vec<Wanted>) -> Result<()> {
    checked.items += 1;
    let Some(kind) = kind_of(&DESIGN, &OKUSURI_TABLE, item) else {
        checked.faults.push("an item has a key that the design does not know".to_owned());
        return Ok(());
    };
    let owner = text(item, "UserID");
    if let Some(pk) = text(item, "PK").filter(|pk| pk.starts_with("USER#")) {
        if owner.as_deref() != pk.strip_prefix("USER#") {
            checked.faults.push(format!("a {} stands with somebody and says that it is somebody else's", kind.kind));
        }
        let what = format!("a {} belongs to nobody: {}", kind.kind, owner.as_deref().unwrap_or("?"));
        let key = ItemKey::new(pk, Person::SK.text(&()));
        wanted.push(Wanted { key, what, fits: Box::new(|found| found.is_some()) });
    }
    if is_of_kind(&Log::DESIGN, item) {
        checked.logs += 1;
    }
    guards(item, checked, wanted)?;
    if let Some(fault) = disagrees(item) {
        checked.faults.push(format!("a {} {fault}: {}", kind.kind, owner.as_deref().unwrap_or("?")));
    }
    Ok(())
}

/// Every address and every account at a provider has one guard, and every guard somebody whom it guards.
fn guards(item: ItemRef<'_>, checked: &mut Checked, wanted: &mut Vec<Wanted>) -> Result<()> {
    if is_of_kind(&Person::DESIGN, item) {
        checked.people += 1;
        let person: Person = decoded(item)?;
        let what = format!("a person's address is not guarded: {}", person.user_id);
        let is_theirs = belongs_to(&person.user_id);
        wanted.push(Wanted { key: EmailGuard::<Okusuri>::key(person.email), what, fits: is_theirs });
    } else if is_of_kind(&EmailGuard::<Okusuri>::DESIGN, item) {
        let guard: EmailGuard<Okusuri> = decoded(item)?;
        let what = format!("the guard of an address guards nobody's: {}", guard.user_id);
        let email = guard.email.to_string();
        let fits = Box::new(move |found: Option<&Item>| found.and_then(|item| text(item.view(), "Email")) == Some(email.clone()));
        wanted.push(Wanted { key: Person::key(guard.user_id), what, fits });
    } else if is_of_kind(&Account::<Okusuri>::DESIGN, item) {
        let account: Account<Okusuri> = decoded(item)?;
        if let Some(subject) = account.data.account_id.and_then(Word::new).filter(|_| account.provider_id.as_str() != PASSWORD) {
            let what = format!("an account at a provider is not guarded: {}", account.user_id);
            let is_theirs = belongs_to(&account.user_id);
            wanted.push(Wanted { key: OauthGuard::<Okusuri>::key(account.provider_id, subject), what, fits: is_theirs });
        }
    } else if is_of_kind(&OauthGuard::<Okusuri>::DESIGN, item) {
        let guard: OauthGuard<Okusuri> = decoded(item)?;
        let what = format!("the guard of an account at a provider guards nobody's: {}", guard.user_id);
        let subject = guard.subject.to_string();
        let fits = Box::new(move |found: Option<&Item>| {
            let account = found.and_then(|item| Account::<Okusuri>::from_item(item.view()).ok());
            account.and_then(|account| account.data.account_id).as_deref() == Some(subject.as_str())
        });
        wanted.push(Wanted { key: Account::<Okusuri>::key(guard.user_id, guard.provider), what, fits });
    }
    Ok(())
}

fn belongs_to(user: &Word) -> Fits {
    let user = user.to_string();
    Box::new(move |found| found.and_then(|item| text(item.view(), "UserID")) == Some(user.clone()))
}

fn decoded<E: Entity>(item: ItemRef<'_>) -> Result<E> {
    Ok(E::from_item(item).map_err(StoreError::from)?)
}

/// What an item would be if it were written anew from what it says. A copy that was forgotten in a change shows here.
fn disagrees(item: ItemRef<'_>) -> Option<&'static str> {
    fn again<E: Entity>(item: ItemRef<'_>) -> Option<bool> {
        let entity = E::from_item(item).ok()?;
        let keys = |item: ItemRef<'_>| -> Vec<Option<String>> { E::DESIGN.keys.iter().map(|key| text(item, key.attribute)).collect() };
        Some(keys(entity.to_item().view()) == keys(item))
    }
    let (same, twice) = if is_of_kind(&Log::DESIGN, item) {
        let log = Log::from_item(item).ok();
        (again::<Log>(item), log.map(|log| (log.created_at, log.updated_at) == (log.data.created_at, log.data.updated_at)))
    } else if is_of_kind(&Person::DESIGN, item) {
        let person = Person::from_item(item).ok();
        (again::<Person>(item), person.map(|person| person.email == person.data.email && person.updated_at == person.data.updated_at))
    } else if is_of_kind(&Session::<Okusuri>::DESIGN, item) {
        let session = Session::<Okusuri>::from_item(item).ok();
        (again::<Session<Okusuri>>(item), session.map(|session| session.ttl == session.data.expires_at.0.as_second()))
    } else if is_of_kind(&Setting::DESIGN, item) {
        (again::<Setting>(item), Some(true))
    } else if is_of_kind(&Device::DESIGN, item) {
        (again::<Device>(item), Some(true))
    } else if is_of_kind(&Reminder::DESIGN, item) {
        (again::<Reminder>(item), Some(true))
    } else {
        return None;
    };
    match (same, twice) {
        (None, _) | (_, None) => Some("cannot be read"),
        (Some(false), _) => Some("has keys that do not fit what it says"),
        (_, Some(false)) => Some("says one thing in two ways"),
        (Some(true), Some(true)) => None,
    }
}
