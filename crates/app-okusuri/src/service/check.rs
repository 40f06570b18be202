//! The operator's look at the whole table: is every item as the design has it, does everything belong to somebody, is every guard
//! somebody's, and does every item say the same in all the places where it says it?
//!
//! All of it reads a page at a time beside whoever writes, and what seems wrong is looked at again before it is reported.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::Duration;

use chabudai_identity::model::{Account, EmailGuard, OauthGuard, PASSWORD, Passkey, PasskeyGuard, Profile, Session};
use chabudai_kernel::audit::{self, Audit};
use chabudai_kernel::db::{Db, Run};
use chabudai_kernel::design::EntityDesign;
use chabudai_kernel::entity::{Entity, is_of_kind, kind_of};
use chabudai_kernel::key::ItemKey;
use chabudai_kernel::op::key_of;
use chabudai_kernel::packed::{Item, ItemRef, ValueRef};
use chabudai_kernel::part::Word;

use crate::design::{DESIGN, OKUSURI_TABLE, Okusuri, WALK};
use crate::error::Result;
use crate::model::Log;

type Person = Profile<Okusuri>;

/// How long the look waits before it looks again at what seems wrong.
const PAUSE: Duration = Duration::from_millis(200);

/// What the look has been at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// People.
    pub people: u64,
    /// Logs.
    pub logs: u64,
    /// Items of any kind.
    pub items: u64,
    /// What was found.
    pub findings: u64,
}

/// Something that is wrong, in one line: which item of whom, and what is wrong with it. It names kinds and ids, never addresses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// An item is not as the design has it, or an index not as the items.
    Item(audit::Finding),
    /// An item does not fit to the others.
    Misfit {
        /// The item in words.
        name: String,
        /// What does not fit.
        fault: &'static str,
    },
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Item(finding) => finding.fmt(f),
            Self::Misfit { name, fault } => write!(f, "{name}: {fault}"),
        }
    }
}

/// Looks at everything, and tells what is wrong as it is found.
pub async fn check(db: &Db, mut tell: impl AsyncFnMut(Finding) -> Result<()>) -> Result<Checked> {
    let run = db.run(&WALK);
    let mut audit = Audit::of(&DESIGN, db.store(), db.clock()).named(named);
    let mut checked = Checked::default();
    while let Some(seen) = audit.next_page().await? {
        checked.items += seen.items.len() as u64;
        checked.people += count::<Person>(&seen.items);
        checked.logs += count::<Log>(&seen.items);
        let misfits = misfits(db, run, &seen.items).await?;
        for finding in seen.findings.into_iter().map(Finding::Item).chain(misfits) {
            checked.findings += 1;
            tell(finding).await?;
        }
    }
    Ok(checked)
}

/// Mends what the item itself tells how to mend; says whether it could. What does not fit to the others is for a person to judge.
pub async fn mend(db: &Db, finding: &Finding) -> Result<bool> {
    match finding {
        Finding::Item(finding) => Ok(Audit::of(&DESIGN, db.store(), db.clock()).mend(finding).await?),
        Finding::Misfit { .. } => Ok(false),
    }
}

/// The keys of guards and codes hold addresses, so that only what stands with a person is called by its key.
fn named(kind: Option<&EntityDesign>, key: &ItemKey, item: ItemRef<'_>) -> String {
    if key.hash.as_str().is_some_and(|hash| hash.starts_with("USER#")) {
        return audit::named_by_key(kind, key, item);
    }
    let kind = kind.map_or("item", |kind| kind.kind);
    match text(item, "UserID") {
        Some(user) => format!("{kind} of {user}"),
        None => kind.to_owned(),
    }
}

fn count<E: Entity>(items: &[Item]) -> u64 {
    items.iter().filter(|item| is_of_kind(&E::DESIGN, item.view())).count() as u64
}

/// The items of a page that do not fit to the others, on two looks.
async fn misfits(db: &Db, run: Run<'_>, items: &[Item]) -> Result<Vec<Finding>> {
    let suspects: BTreeSet<ItemKey> = wrong(run, items).await?.into_iter().filter_map(|(item, _)| key_of(&OKUSURI_TABLE, item)).collect();
    if suspects.is_empty() {
        return Ok(Vec::new());
    }
    db.clock().sleep(PAUSE).await;
    let again: Vec<Item> = run.batch_get(suspects.into_iter().map(|key| (&OKUSURI_TABLE, key)).collect(), 100, true).await?;
    let finding = |(item, fault): (ItemRef<'_>, &'static str)| {
        let name = named(kind_of(&DESIGN, &OKUSURI_TABLE, item), &key_of(&OKUSURI_TABLE, item)?, item);
        Some(Finding::Misfit { name, fault })
    };
    Ok(wrong(run, &again).await?.into_iter().filter_map(finding).collect())
}

/// Whether what is found is what it should be.
type Fits = Box<dyn Fn(Option<&Item>) -> bool + Send>;

/// What an item makes one look for elsewhere.
struct Wanted<'a> {
    of: ItemRef<'a>,
    key: ItemKey,
    fault: &'static str,
    /// Whether what is found there is what it should be; nothing is found where there is nothing.
    fits: Fits,
}

/// The items that something is wrong with, and what. What items point at is looked for together, each once.
async fn wrong<'a>(run: Run<'_>, items: &'a [Item]) -> Result<Vec<(ItemRef<'a>, &'static str)>> {
    let mut wanted = Vec::new();
    for item in items {
        wanted.extend(owner(item.view()));
        wanted.extend(guard(item.view()));
    }
    let keys: BTreeSet<ItemKey> = wanted.iter().map(|one| one.key.clone()).collect();
    let found = run.batch_get::<Item>(keys.into_iter().map(|key| (&OKUSURI_TABLE, key)).collect(), 100, true).await?;
    let found: BTreeMap<ItemKey, Item> =
        found.into_iter().filter_map(|item| key_of(&OKUSURI_TABLE, item.view()).map(|key| (key, item))).collect();
    let mut wrong: Vec<_> = wanted.into_iter().filter(|one| !(one.fits)(found.get(&one.key))).map(|one| (one.of, one.fault)).collect();
    let twice = items.iter().map(Item::view).filter(|item| says_two_things(*item));
    wrong.extend(twice.map(|item| (item, "it says one thing in two ways")));
    Ok(wrong)
}

fn text(item: ItemRef<'_>, name: &str) -> Option<String> {
    item.get(name).and_then(ValueRef::as_str).map(str::to_owned)
}

/// What stands with a person belongs to somebody.
fn owner(item: ItemRef<'_>) -> Option<Wanted<'_>> {
    let pk = text(item, "PK").filter(|pk| pk.starts_with("USER#"))?;
    let key = ItemKey::new(pk, Person::SK.text(&()));
    Some(Wanted { of: item, key, fault: "it belongs to nobody", fits: Box::new(|found| found.is_some()) })
}

/// Every address, every account at a provider and every passkey has one guard, and every guard somebody whom it guards.
fn guard(item: ItemRef<'_>) -> Option<Wanted<'_>> {
    if is_of_kind(&Person::DESIGN, item) {
        let person = Person::from_item(item).ok()?;
        let fits = belongs_to(&person.user_id);
        Some(Wanted { of: item, key: EmailGuard::<Okusuri>::key(person.email), fault: "a person's address is not guarded", fits })
    } else if is_of_kind(&EmailGuard::<Okusuri>::DESIGN, item) {
        let guard = EmailGuard::<Okusuri>::from_item(item).ok()?;
        let email = guard.email.to_string();
        let fits = Box::new(move |found: Option<&Item>| found.and_then(|item| text(item.view(), "Email")) == Some(email.clone()));
        Some(Wanted { of: item, key: Person::key(guard.user_id), fault: "it guards an address that is nobody's", fits })
    } else if is_of_kind(&Account::<Okusuri>::DESIGN, item) {
        let account = Account::<Okusuri>::from_item(item).ok()?;
        let subject = account.data.account_id.and_then(Word::new).filter(|_| account.provider_id.as_str() != PASSWORD)?;
        let fits = belongs_to(&account.user_id);
        let key = OauthGuard::<Okusuri>::key(account.provider_id, subject);
        Some(Wanted { of: item, key, fault: "an account at a provider is not guarded", fits })
    } else if is_of_kind(&OauthGuard::<Okusuri>::DESIGN, item) {
        let guard = OauthGuard::<Okusuri>::from_item(item).ok()?;
        let subject = guard.subject.to_string();
        let fits = Box::new(move |found: Option<&Item>| {
            let account = found.and_then(|item| Account::<Okusuri>::from_item(item.view()).ok());
            account.and_then(|account| account.data.account_id).as_deref() == Some(subject.as_str())
        });
        let key = Account::<Okusuri>::key(guard.user_id, guard.provider);
        Some(Wanted { of: item, key, fault: "it guards an account at a provider that is nobody's", fits })
    } else if is_of_kind(&Passkey::<Okusuri>::DESIGN, item) {
        let passkey = Passkey::<Okusuri>::from_item(item).ok()?;
        let fits = belongs_to(&passkey.user_id);
        Some(Wanted { of: item, key: PasskeyGuard::<Okusuri>::key(passkey.data.id), fault: "a passkey is not guarded", fits })
    } else if is_of_kind(&PasskeyGuard::<Okusuri>::DESIGN, item) {
        let guard = PasskeyGuard::<Okusuri>::from_item(item).ok()?;
        let fits = Box::new(move |found: Option<&Item>| {
            let passkey = found.and_then(|item| Passkey::<Okusuri>::from_item(item.view()).ok());
            passkey.is_some_and(|passkey| passkey.data.id == guard.credential)
        });
        let key = Passkey::<Okusuri>::key(guard.user_id, guard.slot);
        Some(Wanted { of: item, key, fault: "it guards a passkey that is nobody's", fits })
    } else {
        None
    }
}

fn belongs_to(user: &Word) -> Fits {
    let user = user.to_string();
    Box::new(move |found| found.and_then(|item| text(item.view(), "UserID")) == Some(user.clone()))
}

/// Some items say a thing twice, beside their keys and within their data. A copy that was forgotten in a change shows here.
fn says_two_things(item: ItemRef<'_>) -> bool {
    let same = if is_of_kind(&Log::DESIGN, item) {
        let log = Log::from_item(item).ok();
        log.map(|log| (log.created_at, log.updated_at) == (log.data.created_at, log.data.updated_at))
    } else if is_of_kind(&Person::DESIGN, item) {
        let person = Person::from_item(item).ok();
        person.map(|person| person.email == person.data.email && person.updated_at == person.data.updated_at)
    } else if is_of_kind(&Session::<Okusuri>::DESIGN, item) {
        let session = Session::<Okusuri>::from_item(item).ok();
        session.map(|session| session.ttl == session.data.expires_at.0.as_second())
    } else {
        None
    };
    same == Some(false)
}
