//! Whom to remind, who has logged already, and the lease of a reminder.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use chabudai_identity::model::{Profile, UserId};
use chabudai_kernel::db::{Db, Run};
use chabudai_kernel::entity::{Entity as _, is_of_kind};
use chabudai_kernel::expr::attr;
use chabudai_kernel::key::ItemKey;
use chabudai_kernel::op::{PageKey, Query, Update, key_of};
use chabudai_kernel::packed::{Item, ValueRef};
use chabudai_kernel::part::{IsoDay, UtcSeconds, Word};
use chabudai_kernel::store::StoreError;

use crate::design::{CLAIM_REMINDER, DATE_INDEX, END_REMINDER, OKUSURI_TABLE, Okusuri, REACHED_DEVICE, TYPE_INDEX, WHO_HAS_LOGGED};
use crate::error::Result;
use crate::model::{Kind, Log, Reminder, Setting};

type Person = Profile<Okusuri>;

/// People a page of the index names at most: each is two items of a batch.
const PEOPLE_A_PAGE: u32 = 50;

/// Somebody who may want to be reminded.
pub type Remindable = (Setting, Person);

/// A page of people with a setting.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct People {
    /// In the order of their ids.
    pub remindable: Vec<Remindable>,
    /// How many could not be read. They must not keep the others from being reminded.
    pub unreadable: u64,
    /// Where the next page begins.
    pub next: Option<PageKey>,
}

/// OK-14: a page of people with a setting.
pub async fn whom(run: Run<'_>, after: Option<PageKey>) -> Result<People> {
    let query = Query::index(&OKUSURI_TABLE, &TYPE_INDEX, Setting::Type.of(&Kind::NotificationSetting)).limit(PEOPLE_A_PAGE).after(after);
    let (items, next) = run.page::<Item>(&query).await?;
    let profile = Person::SK.text(&());
    let keys = items.iter().filter_map(|item| {
        let person = item.view().get("PK").and_then(ValueRef::as_str).map(|pk| ItemKey::new(pk, profile.as_str()));
        Some([key_of(&OKUSURI_TABLE, item.view())?, person?])
    });
    let keys = keys.flatten().map(|key| (&OKUSURI_TABLE, key)).collect();
    let mut out = People { next, ..People::default() };
    let (mut settings, mut people) = (Vec::new(), BTreeMap::new());
    for item in run.batch_get::<Item>(keys, 100, false).await? {
        if is_of_kind(&Setting::DESIGN, item.view()) {
            match Setting::from_item(item.view()) {
                Ok(setting) => settings.push(setting),
                Err(_) => out.unreadable += 1,
            }
        } else {
            match Person::from_item(item.view()) {
                Ok(person) => drop(people.insert(person.user_id.clone(), person)),
                Err(_) => out.unreadable += 1,
            }
        }
    }
    settings.sort_by(|a, b| (&a.user_id, &a.platform).cmp(&(&b.user_id, &b.platform)));
    let both = settings.into_iter().filter_map(|setting| people.get(&setting.user_id).cloned().map(|person| (setting, person)));
    out.remindable = both.collect();
    Ok(out)
}

/// OK-14: which of these reminders have gone out already.
pub async fn sent(run: Run<'_>, keys: Vec<ItemKey>) -> Result<HashSet<ItemKey>> {
    let keys = keys.into_iter().map(|key| (&OKUSURI_TABLE, key)).collect();
    let sent_at = |item: &Item| attr("Data").dot("sentAt").find(item.view()).is_some();
    let found = run.batch_get::<Item>(keys, 100, false).await?;
    Ok(found.iter().filter(|item| sent_at(item)).filter_map(|item| key_of(&OKUSURI_TABLE, item.view())).collect())
}

/// OK-15: who of the people between two ids has logged a day already.
pub async fn who_has_logged(db: &Db, day: IsoDay, first: &UserId, last: &UserId) -> Result<BTreeSet<UserId>> {
    let query = Query::index(&OKUSURI_TABLE, &DATE_INDEX, Log::Date.of(&day)).range(Log::DateSK.between((first.clone(),), (last.clone(),)));
    let items: Vec<Item> = db.run(&WHO_HAS_LOGGED).all(query).await?;
    let ids = items.iter().filter_map(|item| {
        let text = item.view().get("DateSK").and_then(ValueRef::as_str)?;
        Word::new(text.split('#').next()?)
    });
    Ok(ids.collect())
}

fn key_of_reminder(reminder: &Reminder) -> ItemKey {
    Reminder::key(reminder.user_id.clone(), reminder.date, reminder.slot.clone())
}

/// OK-16: takes a reminder on, if nobody has it or whoever had it did not come back. Answers it, with the devices that it has reached
/// before. One update either way: it makes the item, or takes it over and leaves what it has reached.
pub async fn claim(db: &Db, reminder: &Reminder, now: i64) -> Result<Option<Reminder>> {
    let data = Item::pack(&reminder.data).and_then(|item| item.view().to_attributes()).map_err(StoreError::from)?;
    let is_free = attr("ClaimedUntil").absent().or(attr("ClaimedUntil").le(now));
    let update = Update::raw(&OKUSURI_TABLE, key_of_reminder(reminder))
        .set("UserID", reminder.user_id.as_str())
        .set("Type", reminder.kind.as_str())
        .set("TTL", reminder.ttl)
        .set("ClaimedUntil", reminder.claimed_until)
        .set_if_absent("Data", data)
        .only_if(attr("Data").dot("sentAt").absent().and(is_free))
        .returning_new();
    match db.run(&CLAIM_REMINDER).write(update).await {
        Err(error) if error.condition_failed_at(0) => Ok(None),
        other => Ok(other?),
    }
}

/// OK-20: it has reached a device, which is not to hear it again. Whoever lost it meanwhile changes nothing.
pub async fn reached(db: &Db, claimed: &Reminder, device: &Word) -> Result<bool> {
    let update = Update::of::<Reminder>(key_of_reminder(claimed))
        .append(attr("Data").dot("reached"), vec![device.as_str().into()])
        .only_if(attr("ClaimedUntil").eq(claimed.claimed_until));
    match db.run(&REACHED_DEVICE).commit_one(update).await {
        Err(error) if error.condition_failed_at(0) => Ok(false),
        other => Ok(other.map(|()| true)?),
    }
}

/// How a reminder that was taken on has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// It has reached every device.
    Sent(UtcSeconds),
    /// Nobody takes it on before this Unix second.
    NotBefore(i64),
}

/// OK-17: it went out, or it is to be tried again. Whoever lost it meanwhile changes nothing.
pub async fn end(db: &Db, claimed: &Reminder, reached: &[Word], end: End) -> Result<bool> {
    let reached: Vec<&str> = reached.iter().map(Word::as_str).collect();
    let update = Update::of::<Reminder>(key_of_reminder(claimed))
        .set(attr("Data").dot("reached"), reached)
        .only_if(attr("ClaimedUntil").eq(claimed.claimed_until));
    let update = match end {
        End::Sent(at) => update.set(attr("Data").dot("sentAt"), at.to_string()),
        End::NotBefore(at) => update.set("ClaimedUntil", at),
    };
    match db.run(&END_REMINDER).commit_one(update).await {
        Err(error) if error.condition_failed_at(0) => Ok(false),
        other => Ok(other.map(|()| true)?),
    }
}
