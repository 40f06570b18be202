//! What was bought and sold by somebody who leaves.

use chabudai_kernel::op::{BatchWrite, Delete, Query, Transact, Write, key_of};
use chabudai_kernel::packed::Item;
use serde_json::{Value, json};

use crate::design::{EXPORT_PAYMENTS, FORGET_PAYMENTS, MAIN_TABLE, REMOVED_AT_A_TIME};
use crate::error::Result;
use crate::model::{Guard, PaymentMethod, PersonId, PlanId, Purchase, PurchasedRecipe, PurchasedSet, Subscription};
use crate::repo::till;
use crate::service::Service;

impl Service {
    /// What is kept of what somebody pays: purchases, cards by what they know them by, the subscription.
    pub(crate) async fn payments_of(&self, person: &PersonId) -> Result<Value> {
        let run = self.base.db.run(&EXPORT_PAYMENTS);
        let purchases: Vec<Purchase> = run.all(purchases_of(person)).await?;
        let cards = till::cards(run, person).await?;
        let subscription = till::subscription(run, person).await?;
        let purchase = |one: &Purchase| {
            json!({
                "id": one.purchase_id.as_str(), "itemType": one.item_type, "itemId": one.item_id, "itemTitle": one.item_title,
                "amount": one.amount, "currency": one.currency, "status": one.status.as_str(), "purchasedAt": one.purchased_at.to_string(),
            })
        };
        let card =
            |one: &PaymentMethod| json!({ "brand": one.brand, "last4": one.last4, "expMonth": one.exp_month, "expYear": one.exp_year });
        let subscribed = |one: &Subscription| json!({ "planId": one.plan_id.as_str(), "status": one.status.as_str(), "currentPeriodEnd": one.current_period_end.map(|at| at.to_string()) });
        Ok(json!({
            "purchases": purchases.iter().map(purchase).collect::<Vec<_>>(),
            "cards": cards.iter().map(card).collect::<Vec<_>>(),
            "subscription": subscription.as_ref().map(subscribed),
        }))
    }

    /// Nothing of what somebody paid is kept, but for what the provider has still to hear: that they pay nothing any more.
    pub(crate) async fn forget_payments(&self, person: &PersonId) -> Result<()> {
        let run = self.base.db.run(&FORGET_PAYMENTS);
        // From now on nothing begins that would be left behind.
        run.attempt_one(till::leaves(person, self.now().seconds())).await?;
        let customer = till::profile(run, person).await?.and_then(|profile| profile.customer_id);
        let (known, person) = (till::subscription(run, person).await?, person.clone());
        match (known, customer) {
            (Some(known), _) if known.left_customer_id.is_some() => {}
            (known, Some(customer)) => {
                // Nothing of theirs but who they were there.
                let version = known.map_or(0, |known| known.version);
                let left =
                    Subscription { left_customer_id: Some(customer), version, ..Subscription::new(person.clone(), PlanId::UserPlus) };
                run.commit_one(till::subscribe(&left)).await?;
            }
            (Some(_), None) => run.commit_one(Delete::new(&MAIN_TABLE, Subscription::key(person.clone()))).await?,
            (None, None) => {}
        }
        // Each guard goes with the number that counts it.
        let of = |range| {
            let query = Query::table(&MAIN_TABLE, PurchasedRecipe::PK.of((person.clone(),))).range(range);
            query.limit(REMOVED_AT_A_TIME).consistent()
        };
        let recipes: Vec<PurchasedRecipe> = run.all(of(PurchasedRecipe::SK.starting(()))).await?;
        let sets: Vec<PurchasedSet> = run.all(of(PurchasedSet::SK.starting(()))).await?;
        for guard in recipes.into_iter().map(Guard::from).chain(sets.into_iter().map(Guard::from)) {
            let gone = || Write::from(till::free_guard(&guard));
            match run.commit(Transact::of([gone(), till::one_less_sold(&guard).into()])).await {
                Err(error) if error.condition_failed_at(0) => {}
                Err(error) if error.condition_failed_at(1) => run.commit(Transact::of([gone()])).await?,
                other => other?,
            }
        }
        let cards = Query::table(&MAIN_TABLE, PaymentMethod::PK.of((person.clone(),))).range(PaymentMethod::SK.starting(()));
        for mut query in [purchases_of(&person), cards.limit(REMOVED_AT_A_TIME).consistent()] {
            loop {
                let (items, next): (Vec<Item>, _) = run.page(&query).await?;
                let gone = items.iter().filter_map(|item| key_of(&MAIN_TABLE, item.view()));
                let gone: Vec<BatchWrite> = gone.map(|key| BatchWrite::Delete(&MAIN_TABLE, key)).collect();
                if !gone.is_empty() {
                    run.batch_write(gone).await?;
                }
                match next {
                    Some(next) => query.after = Some(next),
                    None => break,
                }
            }
        }
        Ok(())
    }
}

fn purchases_of(person: &PersonId) -> Query {
    let query = Query::table(&MAIN_TABLE, Purchase::PK.of((person.clone(),))).range(Purchase::SK.starting(()));
    query.limit(REMOVED_AT_A_TIME).consistent()
}
