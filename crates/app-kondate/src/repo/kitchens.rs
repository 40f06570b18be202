//! Kitchens, who is in them, and invitations.

use chabudai_kernel::db::{Db, Run};
use chabudai_kernel::expr::{Condition, attr};
use chabudai_kernel::key::ItemKey;
use chabudai_kernel::op::{Delete, Get, Put, Query, Transact, Update, Write};
use chabudai_kernel::part::{Millis, UtcSeconds, Word};

use super::{from_to, version_is};
use crate::design::{DUE_KITCHENS, GSI1, MAIN_TABLE, MY_KITCHENS};
use crate::error::Result;
use crate::model::{
    Bounded, DeletedKitchen, Invite, Kitchen, KitchenId, MOST_KITCHENS, MOST_MEMBERS, Member, MemberRole, Membership, Moment, PersonId,
    Profile,
};

chabudai_kernel::one_of! {
    /// What is read of a kitchen together.
    pub KitchenRow { Kitchen, Member }
}

/// AP-101: the kitchens of a person. The rows stand and fall with those of the members, so whoever has one is in that kitchen at this moment.
pub async fn of(db: &Db, person: &PersonId) -> Result<Vec<Membership>> {
    let rows = Query::table(&MAIN_TABLE, Membership::PK.of((person.clone(),))).range(Membership::SK.starting(()));
    Ok(db.run(&MY_KITCHENS).all(rows.consistent()).await?)
}

/// Whether somebody may be given a kitchen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Founding {
    /// One more, while there is room.
    More,
    /// One because they are in none: of several requests that come in at once, one makes it.
    Only,
}

/// AP-102, the writes: a kitchen with one person in it, if it is not there and they may have it.
pub fn found(kitchen: &Kitchen, member: &Member, membership: &Membership, founding: Founding) -> Vec<Write> {
    let counted = match founding {
        Founding::More => one_more(&membership.person),
        Founding::Only => since(one_more(&membership.person), member.joined_at).only_if(in_none()),
    };
    vec![Put::of(kitchen).if_absent().into(), Put::of(member).if_absent().into(), Put::of(membership).if_absent().into(), counted.into()]
}

/// They are in no kitchen.
fn in_none() -> Condition {
    attr("kitchens").absent().or(attr("kitchens").le(0))
}

fn one_more(person: &PersonId) -> Update {
    let room = attr("kitchens").absent().or(attr("kitchens").lt(MOST_KITCHENS));
    Update::of::<Profile>(Profile::key(person.clone())).add("kitchens", 1).only_if(room)
}

/// Who comes for the first time is here since then: what everybody was told before that is no news to them.
fn since(coming: Update, now: Moment) -> Update {
    coming.set_if_absent("createdAt", now.to_string())
}

fn one_less(person: &PersonId) -> Update {
    Update::of::<Profile>(Profile::key(person.clone())).add("kitchens", -1).only_if(attr("kitchens").gt(0))
}

/// The write that counts so many more or fewer of these, if there is room for as many more. A kitchen that was brought along may count too few
/// of what it had, never too many.
pub fn count(kitchen: &KitchenId, changes: &[(Bounded, i64)]) -> Update {
    let mut update = Update::of::<Kitchen>(Kitchen::key(kitchen.clone()));
    let mut room = attr("PK").exists();
    for (what, change) in changes.iter().filter(|(_, change)| *change != 0) {
        update = update.add(what.name(), *change);
        if *change > 0 {
            let most = what.most().cast_signed() - change;
            room = room.and(attr(what.name()).absent().or(attr(what.name()).lt(most + 1)));
        }
    }
    update.only_if(room)
}

/// The write that counts so many more of these, whether or not there is room: they were there before.
pub fn count_anyway(kitchen: &KitchenId, what: Bounded, more: i64) -> Update {
    Update::of::<Kitchen>(Kitchen::key(kitchen.clone())).add(what.name(), more).if_exists()
}

/// AP-103, the write: somebody is in that kitchen now.
pub fn choose(person: &PersonId, kitchen: &KitchenId, now: Millis) -> Update {
    Update::of::<Membership>(Membership::key(person.clone(), kitchen.clone())).set("lastUsedAt", now.0).if_exists()
}

/// AP-104, AP-109, AP-111: whose it is and who is in it.
pub async fn with_members(run: Run<'_>, kitchen: &KitchenId) -> Result<(Option<Kitchen>, Vec<Member>)> {
    let range = from_to(Kitchen::SK.equals(()), Member::SK.from(()));
    let rows = run.all(Query::table(&MAIN_TABLE, Kitchen::PK.of((kitchen.clone(),))).range(range).consistent()).await?;
    let (mut meta, mut members) = (None, Vec::new());
    for row in rows {
        match row {
            KitchenRow::Kitchen(kitchen) => meta = Some(kitchen),
            KitchenRow::Member(member) => members.push(member),
        }
    }
    Ok((meta, members))
}

/// The kitchen alone.
pub async fn get(run: Run<'_>, kitchen: &KitchenId) -> Result<Option<Kitchen>> {
    Ok(run.get(Get::new(&MAIN_TABLE, Kitchen::key(kitchen.clone())).consistent()).await?)
}

/// AP-105, the writes: an invitation, while whoever writes it owns the kitchen.
pub fn invite(invite: &Invite) -> Transact {
    let owned = attr("ownerId").eq(invite.invited_by.as_str()).and(series_is(invite.series)).and(attr("deletedAt").absent());
    let kitchen = Update::of::<Kitchen>(Kitchen::key(invite.kitchen_id.clone()))
        .set("invitedUntil", invite.ttl)
        .set("invitedSeries", invite.series)
        .only_if(owned);
    Transact::of([kitchen.into(), Put::of(invite).if_absent().into()])
}

fn series_is(series: u64) -> Condition {
    let same = attr("inviteSeries").eq(series);
    if series == 0 { same.or(attr("inviteSeries").absent()) } else { same }
}

/// AP-106 and AP-107: an invitation.
pub async fn invitation(run: Run<'_>, hash: &Word) -> Result<Option<Invite>> {
    Ok(run.get(Get::new(&MAIN_TABLE, Invite::key(hash.clone())).consistent()).await?)
}

/// AP-107, the writes: the link is used, the kitchen has one more and room for them, and both rows say so. What stands in the way is told by
/// its place.
pub fn accept(invite: &Invite, member: &Member, membership: &Membership) -> Transact {
    let unused = attr("PK").exists().and(attr("usedBy").absent());
    let used = Update::of::<Invite>(Invite::key(invite.hash.clone())).set("usedBy", member.person_id.as_str()).only_if(unused);
    // By the name that is copied: whoever renames it meanwhile would not know of this copy.
    let is_open = series_is(invite.series).and(attr("deletedAt").absent());
    let room = attr("members").lt(MOST_MEMBERS).and(is_open).and(attr("name").eq(membership.name.as_str()));
    let more = Update::of::<Kitchen>(Kitchen::key(invite.kitchen_id.clone())).add("members", 1).add("version", 1).only_if(room);
    Transact::of([
        used.into(),
        more.into(),
        Put::of(member).if_absent().into(),
        Put::of(membership).if_absent().into(),
        since(one_more(&member.person_id), member.joined_at).into(),
    ])
}

/// AP-108, the write: the invitations of this series open nothing any more.
pub fn revoke(kitchen: &KitchenId, owner: &PersonId) -> Update {
    Update::of::<Kitchen>(Kitchen::key(kitchen.clone())).add("inviteSeries", 1).only_if(attr("ownerId").eq(owner.as_str()))
}

/// AP-118: for so many is usually cooked here, while the kitchen is there.
pub fn set_servings(kitchen: &KitchenId, servings: Option<u32>) -> Update {
    let is_there = attr("PK").exists().and(attr("deletedAt").absent());
    Update::of::<Kitchen>(Kitchen::key(kitchen.clone())).set_or_remove("servings", servings.map(u64::from)).only_if(is_there)
}

/// AP-109, the writes: somebody is not in the kitchen any more. Where it was theirs, it is the heir's. Who is removed, or gave out links, comes
/// back by none of those that are out.
pub fn leave(kitchen: &Kitchen, who: &PersonId, by: &PersonId, heir: Option<&PersonId>) -> Transact {
    let id = &kitchen.kitchen;
    let mut less =
        Update::of::<Kitchen>(Kitchen::key(id.clone())).add("members", -1).add("version", 1).only_if(version_is(kitchen.version));
    if by != who || heir.is_some() {
        less = less.add("inviteSeries", 1);
    }
    let mut crowned = None;
    if let Some(heir) = heir {
        less = less.set("ownerId", heir.as_str());
        crowned = Some(role(id, heir, MemberRole::Owner));
    }
    let writes = [
        Write::from(less),
        Delete::new(&MAIN_TABLE, Member::key(id.clone(), who.clone())).if_exists().into(),
        Delete::new(&MAIN_TABLE, Membership::key(who.clone(), id.clone())).if_exists().into(),
        one_less(who).into(),
    ];
    Transact::of(writes.into_iter().chain(crowned.map(Write::from)))
}

fn role(kitchen: &KitchenId, person: &PersonId, role: MemberRole) -> Update {
    Update::of::<Member>(Member::key(kitchen.clone(), person.clone())).set("role", role.as_str()).if_exists()
}

/// AP-1304, the writes: a kitchen that nobody else is in is gone, and whoever was in it is in one less.
pub fn remove(kitchen: &KitchenId, person: &PersonId) -> Transact {
    let alone = attr("members").eq(1).and(attr("ownerId").eq(person.as_str())).and(attr("deletedAt").absent());
    Transact::of([
        Delete::new(&MAIN_TABLE, Kitchen::key(kitchen.clone())).only_if(alone).into(),
        Delete::new(&MAIN_TABLE, Member::key(kitchen.clone(), person.clone())).if_exists().into(),
        Delete::new(&MAIN_TABLE, Membership::key(person.clone(), kitchen.clone())).if_exists().into(),
        one_less(person).into(),
    ])
}

fn key_of_deleted(deleted: &DeletedKitchen) -> ItemKey {
    DeletedKitchen::key(deleted.person.clone(), deleted.deleted_at, deleted.kitchen_id.clone())
}

/// AP-114, the writes: its owner, who is alone in it, does not want it any more. No link that is out leads into it.
pub fn delete(deleted: &DeletedKitchen) -> Transact {
    let DeletedKitchen { person, kitchen_id, deleted_at, .. } = deleted;
    let alone = attr("members").eq(1).and(attr("ownerId").eq(person.as_str())).and(attr("deletedAt").absent());
    let kitchen = Update::of::<Kitchen>(Kitchen::key(kitchen_id.clone()))
        .set("deletedAt", deleted_at.to_string())
        .add("inviteSeries", 1)
        .add("version", 1)
        .only_if(alone);
    Transact::of([
        kitchen.into(),
        Delete::new(&MAIN_TABLE, Membership::key(person.clone(), kitchen_id.clone())).if_exists().into(),
        one_less(person).into(),
        Put::of(deleted).if_absent().into(),
    ])
}

/// AP-115, the writes: they do want it, while nobody removes what is in it, and if they have room for one more.
pub fn restore(deleted: &DeletedKitchen, membership: &Membership) -> Transact {
    let still = attr("deletedAt").eq(deleted.deleted_at.to_string()).and(attr("removing").absent());
    let kitchen = Update::of::<Kitchen>(Kitchen::key(deleted.kitchen_id.clone())).remove("deletedAt").add("version", 1).only_if(still);
    Transact::of([
        kitchen.into(),
        Put::of(membership).if_absent().into(),
        one_more(&deleted.person).into(),
        Delete::new(&MAIN_TABLE, key_of_deleted(deleted)).if_exists().into(),
    ])
}

/// AP-117: the kitchens that somebody has deleted and can bring back.
pub async fn deleted_by(run: Run<'_>, person: &PersonId) -> Result<Vec<DeletedKitchen>> {
    let rows = Query::table(&MAIN_TABLE, DeletedKitchen::PK.of((person.clone(),))).range(DeletedKitchen::SK.starting(()));
    Ok(run.all(rows.backward().consistent()).await?)
}

/// AP-116: the kitchens that were deleted until a moment, whosever they were.
pub async fn deleted_until(db: &Db, moment: UtcSeconds) -> Result<Vec<DeletedKitchen>> {
    let until = DeletedKitchen::GSI1SK.until((moment,));
    Ok(db.run(&DUE_KITCHENS).all(Query::index(&MAIN_TABLE, &GSI1, DeletedKitchen::GSI1PK.of(())).range(until)).await?)
}

/// AP-1307, the write: from now on it does not come back, if it is still as deleted as it was.
pub fn begin_to_remove(deleted: &DeletedKitchen) -> Update {
    let still = attr("deletedAt").eq(deleted.deleted_at.to_string()).and(attr("members").eq(1));
    Update::of::<Kitchen>(Kitchen::key(deleted.kitchen_id.clone())).set("removing", true).only_if(still)
}

/// AP-1307, the writes: a kitchen whose day is over is gone, with the row by which it is found.
pub fn remove_deleted(deleted: &DeletedKitchen) -> Transact {
    Transact::of([
        Delete::new(&MAIN_TABLE, Kitchen::key(deleted.kitchen_id.clone())).only_if(attr("removing").eq(true)).into(),
        Delete::new(&MAIN_TABLE, Member::key(deleted.kitchen_id.clone(), deleted.person.clone())).into(),
        Delete::new(&MAIN_TABLE, key_of_deleted(deleted)).into(),
    ])
}

/// AP-110, the writes: it is somebody else's who is in it. The links of before were given out by another.
pub fn hand_over(kitchen: &KitchenId, owner: &PersonId, heir: &PersonId) -> Transact {
    let theirs = Update::of::<Kitchen>(Kitchen::key(kitchen.clone()))
        .set("ownerId", heir.as_str())
        .add("version", 1)
        .add("inviteSeries", 1)
        .only_if(attr("ownerId").eq(owner.as_str()));
    Transact::of([theirs.into(), role(kitchen, owner, MemberRole::Member).into(), role(kitchen, heir, MemberRole::Owner).into()])
}

/// AP-111, the writes: it is called so, for everybody who is in it.
pub fn rename(kitchen: &Kitchen, members: &[Member], name: &str) -> Transact {
    let id = &kitchen.kitchen;
    let renamed = Update::of::<Kitchen>(Kitchen::key(id.clone())).set("name", name).add("version", 1).only_if(version_is(kitchen.version));
    let copies = members
        .iter()
        .map(|member| Update::of::<Membership>(Membership::key(member.person_id.clone(), id.clone())).set("name", name).if_exists().into());
    Transact::of(std::iter::once(Write::from(renamed)).chain(copies))
}
