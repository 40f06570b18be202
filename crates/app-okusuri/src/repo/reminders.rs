//! Whom to remind, who has logged already, and the lease of a reminder.

use std::collections::{BTreeMap, BTreeSet};

use chabudai_identity::model::{Profile, UserId};
use chabudai_kernel::db::Db;
use chabudai_kernel::expr::attr;
use chabudai_kernel::key::ItemKey;
use chabudai_kernel::op::{PageKey, Put, Query, Update, key_of};
use chabudai_kernel::packed::{Item, ValueRef};
use chabudai_kernel::part::{IsoDay, UtcSeconds, Word};

use crate::design::{CLAIM_REMINDER, DATE_INDEX, END_REMINDER, OKUSURI_TABLE, Okusuri, TYPE_INDEX, WHO_HAS_LOGGED, WHOM_TO_REMIND};
use crate::error::Result;
use crate::model::{Kind, Log, Reminder, Setting};

type Person = Profile<Okusuri>;

chabudai_kernel::one_of! {
    /// What the batch of a page finds.
    Found { Setting, Person }
}

/// People a page of the index names at most: each is two items of a batch.
const PEOPLE_A_PAGE: u32 = 50;

/// Somebody who may want to be reminded.
pub type Remindable = (Setting, Person);

/// OK-14: a page of people with a setting, in the order of their ids, and where the next page begins.
pub async fn whom(db: &Db, after: Option<PageKey>) -> Result<(Vec<Remindable>, Option<PageKey>)> {
    let run = db.run(&WHOM_TO_REMIND);
    let query = Query::index(&OKUSURI_TABLE, &TYPE_INDEX, Setting::Type.of(&Kind::NotificationSetting)).limit(PEOPLE_A_PAGE).after(after);
    let (items, next) = run.page::<Item>(&query).await?;
    let profile = Profile::<Okusuri>::SK.text(&());
    let keys = items.iter().filter_map(|item| {
        let person = item.view().get("PK").and_then(ValueRef::as_str).map(|pk| ItemKey::new(pk, profile.as_str()));
        Some([key_of(&OKUSURI_TABLE, item.view())?, person?])
    });
    let keys = keys.flatten().map(|key| (&OKUSURI_TABLE, key)).collect();
    let (mut settings, mut people) = (Vec::new(), BTreeMap::new());
    for found in run.batch_get::<Found>(keys, 100, false).await? {
        match found {
            Found::Setting(setting) => settings.push(setting),
            Found::Person(person) => drop(people.insert(person.user_id.clone(), person)),
        }
    }
    settings.sort_by(|a, b| (&a.user_id, &a.platform).cmp(&(&b.user_id, &b.platform)));
    let both = settings.into_iter().filter_map(|setting| people.get(&setting.user_id).cloned().map(|person| (setting, person)));
    Ok((both.collect(), next))
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

/// OK-16: takes a reminder on, if nobody has it or whoever had it did not come back. Answers the devices that it has reached before.
pub async fn claim(db: &Db, reminder: &Reminder, now: i64) -> Result<Option<Reminder>> {
    let run = db.run(&CLAIM_REMINDER);
    match run.commit_one(Put::of(reminder).if_absent()).await {
        Err(error) if error.condition_failed_at(0) => {}
        other => return Ok(other.map(|()| Some(reminder.clone()))?),
    }
    let data = |name: &'static str| attr("Data").dot(name);
    let free = data("sentAt").absent().and(data("claimedUntil").le(now));
    let again = Update::of::<Reminder>(Reminder::key(reminder.user_id.clone(), reminder.date, reminder.slot.clone()))
        .set(data("claimedUntil"), reminder.data.claimed_until)
        .only_if(attr("PK").exists().and(free))
        .returning_new();
    match run.write(again).await {
        Err(error) if error.condition_failed_at(0) => Ok(None),
        other => Ok(other?),
    }
}

/// How a reminder that was taken on has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// It has reached every device that it could reach.
    Sent(UtcSeconds),
    /// It is to be tried again at this Unix second.
    Again(i64),
}

/// OK-17: it went out, or it is to be tried again. Whoever lost it meanwhile changes nothing.
pub async fn end(db: &Db, claimed: &Reminder, reached: &[Word], end: End) -> Result<bool> {
    let data = |name: &'static str| attr("Data").dot(name);
    let reached: Vec<&str> = reached.iter().map(Word::as_str).collect();
    let update = Update::of::<Reminder>(Reminder::key(claimed.user_id.clone(), claimed.date, claimed.slot.clone()))
        .set(data("reached"), reached)
        .only_if(data("claimedUntil").eq(claimed.data.claimed_until));
    let update = match end {
        End::Sent(at) => update.set(data("sentAt"), at.to_string()),
        End::Again(at) => update.set(data("claimedUntil"), at),
    };
    match db.run(&END_REMINDER).commit_one(update).await {
        Err(error) if error.condition_failed_at(0) => Ok(false),
        other => Ok(other.map(|()| true)?),
    }
}
