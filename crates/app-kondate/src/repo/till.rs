//! Payments: what is bought, by what it is paid, and what is paid every month.

use chabudai_kernel::db::{Listed, Paging, Run};
use chabudai_kernel::expr::{Condition, attr};
use chabudai_kernel::op::{Check, Delete, Get, PageKey, Put, Query, Update, Write};
use chabudai_kernel::part::Word;

use super::catalog;
use super::version_is;
use crate::design::{GSI1, LOOKED_AFTER_AT_A_TIME, MAIN_TABLE};
use crate::error::Result;
use crate::model::{
    Card, EntityType, Guard, PaymentMethod, PaymentState, PersonId, Profile, Publication, Purchase, PurchaseId, PurchasedRecipe,
    PurchasedSet, Subscription, Target, Visibility,
};

/// Who somebody is at the provider as who pays.
pub const CUSTOMER_ID: &str = "customerId";
/// Who somebody is at the provider as who is paid.
pub const PAYOUT_ACCOUNT: &str = "payoutAccountId";

/// A list of purchases looks at so many before it hands out a cursor.
const LOOKED_AT: u32 = 200;

/// AP-908 and others: what Kondate keeps of somebody.
pub async fn profile(run: Run<'_>, person: &PersonId) -> Result<Option<Profile>> {
    Ok(run.get(Get::new(&MAIN_TABLE, Profile::key(person.clone())).consistent()).await?)
}

/// AP-903: whether somebody has bought it, or is buying it.
pub async fn guard(run: Run<'_>, person: &PersonId, target: &Target) -> Result<Option<Guard>> {
    match target {
        Target::Recipe(id) => {
            let get = Get::new(&MAIN_TABLE, PurchasedRecipe::key(person.clone(), id.clone())).consistent();
            Ok(run.get::<PurchasedRecipe>(get).await?.map(Into::into))
        }
        Target::Set(id) => {
            let get = Get::new(&MAIN_TABLE, PurchasedSet::key(person.clone(), id.clone())).consistent();
            Ok(run.get::<PurchasedSet>(get).await?.map(Into::into))
        }
    }
}

/// AP-904 and others: a purchase. When it began is in its id; what is no such id is nobody's.
pub async fn purchase(run: Run<'_>, person: &PersonId, id: &PurchaseId) -> Result<Option<Purchase>> {
    let Some(at) = id.begun_at() else { return Ok(None) };
    Ok(run.get(Get::new(&MAIN_TABLE, Purchase::key(person.clone(), at, id.clone())).consistent()).await?)
}

fn put_guard(guard: &Guard) -> Put {
    match &guard.target {
        Target::Recipe(id) => Put::of(&PurchasedRecipe::new(guard, id)),
        Target::Set(id) => Put::of(&PurchasedSet::new(guard, id)),
    }
}

fn is_by(id: &PurchaseId) -> Condition {
    attr("purchaseId").eq(id.as_str())
}

/// AP-903, the write: there is one guard, so there is one charge.
pub fn begin_guard(guard: &Guard) -> Put {
    put_guard(guard).if_absent()
}

/// AP-904, the write: what it guards is theirs.
pub fn paid_guard(guard: &Guard) -> Put {
    put_guard(&Guard { state: PaymentState::Succeeded, ..guard.clone() }).only_if(is_by(&guard.purchase_id))
}

/// AP-904 and AP-1312, the write: it guards nothing any more.
pub fn free_guard(guard: &Guard) -> Delete {
    let key = match &guard.target {
        Target::Recipe(id) => PurchasedRecipe::key(guard.person.clone(), id.clone()),
        Target::Set(id) => PurchasedSet::key(guard.person.clone(), id.clone()),
    };
    Delete::new(&MAIN_TABLE, key).only_if(is_by(&guard.purchase_id))
}

/// AP-903, the write: one more has it or is buying it, if it is offered at the price that was seen.
pub fn one_more_sold(card: &Card, price: u64) -> Update {
    let offered = attr("status").eq(Publication::Published.as_str()).and(attr("visibility").eq(Visibility::Paid.as_str()));
    catalog::of_record(&card.target(), card.created_at).add("soldCount", 1).add("version", 1).only_if(offered.and(attr("price").eq(price)))
}

/// AP-904 and AP-1312, the write: one fewer has it, and never fewer than none.
pub fn one_less_sold(guard: &Guard) -> Update {
    catalog::of_record(&guard.target, guard.created_at).add("soldCount", -1).add("version", 1).only_if(attr("soldCount").gt(0))
}

/// AP-903, the write: a purchase begins.
pub fn begin(purchase: &Purchase) -> Put {
    Put::of(purchase).if_absent()
}

/// AP-904 and AP-911, the write: a purchase as it is now, if it stands and is paid by what was read. A copy from before something was noted, as of
/// an index that is behind, closes nothing.
pub fn change(after: &Purchase, read: &Purchase) -> Put {
    let as_read =
        |name: &'static str, value: Option<&String>| value.map_or_else(|| attr(name).absent(), |value| attr(name).eq(value.as_str()));
    Put::of(after)
        .only_if(attr("status").eq(read.status.as_str()))
        .only_if(as_read("checkoutId", read.checkout_id.as_ref()))
        .only_if(as_read("paymentIntentId", read.payment_intent_id.as_ref()))
}

/// AP-903, the look: somebody can still be paid for what is sold, to this account.
pub fn can_be_paid(seller: &PersonId, account: &str) -> Check {
    let condition = attr("payoutAccountId").eq(account).and(attr("payoutsEnabled").eq(true));
    Check { table: &MAIN_TABLE, key: Profile::key(seller.clone()), condition }
}

/// Somebody is here, and is not about to leave: nothing begins that would be left behind.
fn stays() -> Condition {
    attr("PK").exists().and(attr("leavingAt").absent())
}

/// AP-1312, the write: somebody is about to leave.
pub fn leaves(person: &PersonId, now: i64) -> Update {
    of_person(person).set_if_absent("leavingAt", now).if_exists()
}

/// AP-902, the write: their cards change, if nobody has changed them since they were read, and if they have not left. So there are as many as
/// were counted, and one of them is the one that is used.
pub fn change_cards(person: &PersonId, read: u64) -> Update {
    let same = if read == 0 { attr("cardsVersion").absent().or(attr("cardsVersion").eq(0)) } else { attr("cardsVersion").eq(read) };
    of_person(person).add("cardsVersion", 1).only_if(stays().and(same))
}

/// AP-903 and AP-915, the look: somebody has not left.
pub fn is_here(person: &PersonId) -> Check {
    Check { table: &MAIN_TABLE, key: Profile::key(person.clone()), condition: stays() }
}

fn of_person(person: &PersonId) -> Update {
    Update::of::<Profile>(Profile::key(person.clone()))
}

/// AP-903, the write: somebody becomes a creator by this purchase, if by no other.
pub fn begin_creator(person: &PersonId, id: &PurchaseId) -> Update {
    let new = stays().and(attr("creatorPurchaseId").absent()).and(attr("creatorSince").absent());
    of_person(person).set("creatorPurchaseId", id.as_str()).only_if(new)
}

/// AP-904, the write: they are one.
pub fn is_creator(person: &PersonId, id: &PurchaseId, now: &str) -> Update {
    of_person(person).set("creatorSince", now).only_if(attr("creatorPurchaseId").eq(id.as_str()))
}

/// AP-904, the write: they are not, or not any more.
pub fn is_no_creator(person: &PersonId, id: &PurchaseId) -> Update {
    of_person(person).remove("creatorPurchaseId").remove("creatorSince").only_if(attr("creatorPurchaseId").eq(id.as_str()))
}

/// AP-905: a page of what somebody bought, the last first.
pub async fn purchases(run: Run<'_>, person: &PersonId, page: Paging<'_>) -> Result<Listed<Purchase>> {
    let query = Query::table(&MAIN_TABLE, Purchase::PK.of((person.clone(),))).range(Purchase::SK.starting(()));
    Ok(run.list(query.consistent().direction(page.backward), page.limit, page.cursor, LOOKED_AT).await?)
}

/// AP-910: a page of the guards of what is somebody's.
pub async fn bought(run: Run<'_>, person: &PersonId, kind: EntityType, page: Paging<'_>) -> Result<Listed<Guard>> {
    let of = |range| {
        let query = Query::table(&MAIN_TABLE, PurchasedRecipe::PK.of((person.clone(),))).range(range).consistent();
        query.filter(attr("state").eq(PaymentState::Succeeded.as_str())).direction(page.backward)
    };
    Ok(match kind {
        EntityType::Recipe => {
            let listed = run.list::<PurchasedRecipe>(of(PurchasedRecipe::SK.starting(())), page.limit, page.cursor, LOOKED_AT).await?;
            Listed { items: listed.items.into_iter().map(Into::into).collect(), next: listed.next }
        }
        EntityType::Set => {
            let listed = run.list::<PurchasedSet>(of(PurchasedSet::SK.starting(())), page.limit, page.cursor, LOOKED_AT).await?;
            Listed { items: listed.items.into_iter().map(Into::into).collect(), next: listed.next }
        }
    })
}

/// AP-1008: who bought it or is buying it, as an index knows it.
pub async fn who_bought(run: Run<'_>, target: &Target) -> Result<Vec<Guard>> {
    match target {
        Target::Recipe(id) => {
            let query = Query::index(&MAIN_TABLE, &GSI1, PurchasedRecipe::GSI1PK.of((id.clone(),)));
            Ok(run.all::<PurchasedRecipe>(query).await?.into_iter().map(Into::into).collect())
        }
        Target::Set(id) => {
            let query = Query::index(&MAIN_TABLE, &GSI1, PurchasedSet::GSI1PK.of((id.clone(),)));
            Ok(run.all::<PurchasedSet>(query).await?.into_iter().map(Into::into).collect())
        }
    }
}

/// AP-912: purchases that are under way, the oldest first.
pub async fn pending(run: Run<'_>, after: Option<PageKey>) -> Result<(Vec<Purchase>, Option<PageKey>)> {
    let query = Query::index(&MAIN_TABLE, &GSI1, Purchase::GSI1PK.of(())).range(Purchase::GSI1SK.starting(()));
    Ok(run.page(&query.limit(LOOKED_AFTER_AT_A_TIME).after(after)).await?)
}

/// AP-901: the stored cards of somebody, the first first.
pub async fn cards(run: Run<'_>, person: &PersonId) -> Result<Vec<PaymentMethod>> {
    let query = Query::table(&MAIN_TABLE, PaymentMethod::PK.of((person.clone(),))).range(PaymentMethod::SK.starting(()));
    let mut cards: Vec<PaymentMethod> = run.all(query.consistent()).await?;
    cards.sort_by(|one, other| (one.created_at, &one.payment_method_id).cmp(&(other.created_at, &other.payment_method_id)));
    Ok(cards)
}

/// AP-902, the write: a card for the first time.
pub fn add_card(card: &PaymentMethod) -> Put {
    Put::of(card).if_absent()
}

/// AP-902, the write: a card that is used, or is not, if it is there and was not.
pub fn use_card(card: &PaymentMethod, is_default: bool) -> Put {
    let was = if is_default { attr("isDefault").absent().or(attr("isDefault").eq(false)) } else { attr("isDefault").eq(true) };
    Put::of(&PaymentMethod { is_default, ..card.clone() }).only_if(attr("PK").exists().and(was))
}

/// AP-902, the write: a card no more, if it is as it was.
pub fn drop_card(card: &PaymentMethod) -> Delete {
    let same = if card.is_default { attr("isDefault").eq(true) } else { attr("isDefault").absent().or(attr("isDefault").eq(false)) };
    let key = PaymentMethod::key(card.person.clone(), card.payment_method_id.clone());
    Delete::new(&MAIN_TABLE, key).only_if(attr("PK").exists().and(same))
}

/// AP-909: whose customer it is.
pub async fn whose_customer(run: Run<'_>, customer: &Word) -> Result<Option<PersonId>> {
    let query = Query::index(&MAIN_TABLE, &GSI1, PaymentMethod::GSI1PK.of((customer.clone(),))).limit(1);
    let (cards, _) = run.page::<PaymentMethod>(&query).await?;
    Ok(cards.into_iter().next().map(|card| card.person))
}

/// AP-913, the write: who they are at the provider, if nobody yet, or if they are whom it has lost.
pub fn known_as(person: &PersonId, attribute: &'static str, lost: Option<&str>, id: &str) -> Update {
    let was = lost.map_or_else(|| attr(attribute).absent(), |lost| attr(attribute).eq(lost));
    let update = of_person(person).set(attribute, id).only_if(stays().and(was));
    // Nobody knows yet whether the new one takes money.
    if lost.is_some() && attribute == PAYOUT_ACCOUNT { update.remove("payoutsEnabled") } else { update }
}

/// AP-914, the write: whether what they earn is paid out, if they said otherwise before.
pub fn payouts(person: &PersonId, account: &str, enabled: bool) -> Update {
    let was = if enabled { attr("payoutsEnabled").absent().or(attr("payoutsEnabled").eq(false)) } else { attr("payoutsEnabled").eq(true) };
    of_person(person).set("payoutsEnabled", enabled).only_if(attr("payoutAccountId").eq(account).and(was))
}

/// AP-907: what somebody subscribes to.
pub async fn subscription(run: Run<'_>, person: &PersonId) -> Result<Option<Subscription>> {
    Ok(run.get(Get::new(&MAIN_TABLE, Subscription::key(person.clone())).consistent()).await?)
}

/// AP-908 and AP-915, the write: the subscription as it is now, if it is as it was read.
pub fn subscribe(subscription: &Subscription) -> Put {
    let read = subscription.version;
    let put = Put::of(&Subscription { version: read + 1, ..subscription.clone() });
    if read == 0 { put.only_if(attr("PK").absent().or(version_is(0))) } else { put.only_if(version_is(read)) }
}

/// AP-908, the write: what they are by it, and until when.
pub fn role_until(person: &PersonId, role: &str, until: Option<i64>) -> Write {
    of_person(person).set("role", role).set_or_remove("paidUntil", until).if_exists().into()
}

/// AP-916: subscriptions that were begun, and people who have left.
pub async fn open_subscriptions(run: Run<'_>, after: Option<PageKey>) -> Result<(Vec<Subscription>, Option<PageKey>)> {
    let query = Query::index(&MAIN_TABLE, &GSI1, Subscription::GSI1PK.of(()));
    Ok(run.page(&query.limit(LOOKED_AFTER_AT_A_TIME).after(after)).await?)
}

/// AP-916, the write: nothing is left to be done for somebody who has left.
pub fn forget_subscription(person: &PersonId) -> Delete {
    Delete::new(&MAIN_TABLE, Subscription::key(person.clone())).only_if(attr("leftCustomerId").exists())
}
