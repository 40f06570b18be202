//! The till: nobody is charged twice, what is paid is delivered, what failed leaves nothing. Stripe is the double of the testkit.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use chabudai_app_kondate::design::{
    BEGIN_PURCHASE, BOUGHT_ITEMS, DESIGN, OPEN_SUBSCRIPTIONS, PAYMENT_METHODS, PAYOUTS, PENDING_PURCHASES, PURCHASES, SETTLE_PURCHASE,
    SUBSCRIPTION_OF,
};
use chabudai_app_kondate::error::{KondateError, KondateReason};
use chabudai_app_kondate::model::{
    EntityType, PaymentState, PlanId, Profile, PurchaseId, RecipeId, Role, SetId, Subscription, SubscriptionState, Target, Ware,
};
use chabudai_app_kondate::repo::catalog::Narrowed;
use chabudai_app_kondate::service::{Bill, Cook, Offer, Payer, Question, Service, SetInput, Sorted, Till};
use chabudai_food::Language;
use chabudai_kernel::db::Db;
use chabudai_kernel::op::{Put, Update};
use chabudai_payments::{Event, Limits, NewAccount, Payments, Settings};
use chabudai_test_stores::{Dying, RandomIds};
use chabudai_testkit::stripe::{Failure, KEY, Stripe, WEBHOOK_SECRET, signature};

use crate::world::{World, at_once, cook, on_both, person};

/// A shop in a kitchen: Mei sells, Rin buys.
pub(crate) struct Shop {
    pub(crate) stripe: Stripe,
    pub(crate) payments: Payments,
    pub(crate) service: Service,
    pub(crate) rin: Cook,
    pub(crate) curry: RecipeId,
    pub(crate) set: SetId,
}

fn payer(who: &Cook) -> Payer {
    Payer { person: who.person.clone(), email: Some("rin@example.org".to_owned()), language: Language::Ja }
}

pub(crate) fn till(stripe: &Stripe) -> Till {
    let settings = Settings { address: stripe.address(), key: KEY.to_owned(), webhook_secrets: vec![WEBHOOK_SECRET.to_owned()] };
    let limits = Limits { connect: Duration::from_secs(5), each: Duration::from_secs(5), whole: Duration::from_secs(20) };
    Till { payments: Payments::within(settings, limits), public_url: "http://127.0.0.1:1".to_owned() }
}

/// The double's clock at the test's.
fn stripe_at(w: &World) -> Stripe {
    let stripe = Stripe::start();
    let real = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_secs();
    stripe.advance(w.now() - i64::try_from(real).expect("a clock"));
    stripe
}

impl Shop {
    pub(crate) async fn open(w: &World) -> Self {
        let stripe = stripe_at(w);
        let till = till(&stripe);
        let payments = till.payments.clone();
        let service = w.service.clone().with_till(till);
        let account = payments.create_account("seller", &NewAccount::default()).await.unwrap().id;
        stripe.onboard(&account);
        let seller = Update::of::<Profile>(Profile::key(w.mei.person.clone()));
        w.meddle(seller.set("role", "creator_plus").set("payoutAccountId", account).set("payoutsEnabled", true)).await;
        let home = w.service.enter(&person("rin"), "りん", None).await.unwrap();
        let rin = cook("rin", home.kitchen_id);
        let curry = w.recipe("カレー", 2, &["玉ねぎ 1個"]).await;
        let salad = w.recipe("サラダ", 2, &["レタス 1個"]).await;
        let set = w.set("今週", &[curry.clone(), salad]).await;
        for target in [Target::Recipe(curry.clone()), Target::Set(set.clone())] {
            service.publish(&w.mei, "めい", &target, Offer::at(355)).await.unwrap();
        }
        Self { stripe, payments, service, rin, curry, set }
    }

    pub(crate) fn recipe(&self) -> Target {
        Target::Recipe(self.curry.clone())
    }

    pub(crate) fn ware(&self) -> Ware {
        Ware::Item(self.recipe())
    }

    pub(crate) fn rin(&self) -> Payer {
        payer(&self.rin)
    }

    pub(crate) async fn is_open(&self) -> bool {
        self.service.offered(&self.rin, &self.recipe()).await.unwrap().body.is_some()
    }

    pub(crate) async fn sold(&self) -> u64 {
        self.service.offered(&self.rin, &self.recipe()).await.unwrap().shown.card.sold_count
    }

    /// A card that Rin has stored.
    pub(crate) async fn stores_card(&self) -> String {
        let page = self.service.store_card(&self.rin()).await.unwrap();
        let session = page.rsplit('/').next().unwrap().to_owned();
        self.stripe.pay(&session);
        self.service.card_stored(&self.rin.person, &session).await.unwrap();
        self.service.cards(&self.rin.person).await.unwrap().pop().unwrap().payment_method_id.to_string()
    }

    /// Whatever Stripe has to tell, told to this server; the last first.
    pub(crate) async fn told(&self, w: &World) {
        let mut events = self.stripe.events();
        events.reverse();
        for event in events {
            self.service.payment_told(&self.read(w, &event)).await.unwrap();
        }
    }

    pub(crate) fn read(&self, w: &World, event: &serde_json::Value) -> Event {
        let body = event.to_string();
        self.payments.verify(body.as_bytes(), &signature(&[WEBHOOK_SECRET], w.now(), &body), w.now()).unwrap()
    }

    /// Nobody was charged but for what somebody has.
    pub(crate) async fn adds_up(&self, w: &World) {
        let purchases = self.service.purchases(&self.rin.person, 100, None).await.unwrap().items;
        let paid: u64 = purchases.iter().filter(|one| one.status == PaymentState::Succeeded).map(|one| one.amount).sum();
        let counts = self.stripe.counts();
        assert_eq!(counts.charged - counts.refunded, i64::try_from(paid).unwrap(), "{purchases:?} on {}", w.name);
        w.is_in_order().await;
        let mut findings = Vec::new();
        let checked = chabudai_app_kondate::service::check(w.db(), async |finding| {
            findings.push(finding.to_string());
            Ok(())
        });
        checked.await.unwrap();
        assert_eq!(findings, Vec::<String>::new(), "on {}", w.name);
    }
}

pub(crate) fn page_of(bill: &Bill) -> String {
    bill.checkout_url.as_ref().expect("a page to pay on").rsplit('/').next().unwrap().to_owned()
}

/// What of the catalog is somebody's by purchase.
pub(crate) fn bought(kind: EntityType) -> Question {
    Question { kind, sorted: Sorted::Newest, narrowed: Narrowed::default() }
}

#[tokio::test]
async fn what_is_paid_on_the_page_is_theirs() {
    on_both(async |w: World| {
        let shop = Shop::open(&w).await;
        let (service, rin) = (&shop.service, shop.rin());
        assert_eq!(w.service.buy(&rin, &shop.ware(), None, None).await.unwrap_err(), KondateReason::NothingSold.into());
        let bill = w.costs(&BEGIN_PURCHASE, 0, service.buy(&rin, &shop.ware(), None, None)).await.unwrap();
        assert_eq!((bill.purchase.status, bill.purchase.amount, bill.purchase.fee), (PaymentState::Pending, 355, Some(35)));
        assert!(!shop.is_open().await);
        // Whoever says so again is sent to the same page.
        assert_eq!(service.buy(&rin, &shop.ware(), None, None).await.unwrap(), bill);
        assert_eq!(service.bill(&rin, &bill.purchase.purchase_id).await.unwrap(), bill);
        // Somebody else's purchase is not there.
        let taro = Payer { person: person("taro"), ..rin.clone() };
        assert_eq!(service.bill(&taro, &bill.purchase.purchase_id).await.unwrap_err(), KondateError::NotFound("purchase"));
        let nobody = PurchaseId::new("no-ulid").unwrap();
        assert_eq!(service.bill(&rin, &nobody).await.unwrap_err(), KondateError::NotFound("purchase"));
        // What is being bought is not deleted, and its price is the one that was seen.
        assert_eq!(service.delete_recipe(&w.mei, &shop.curry).await.unwrap_err(), KondateReason::Sold.into());
        service.publish(&w.mei, "めい", &shop.recipe(), Offer::at(9_000)).await.unwrap();
        service.stop(&w.mei, &shop.recipe()).await.unwrap();
        shop.stripe.pay(&page_of(&bill));
        let paid = w.costs(&SETTLE_PURCHASE, 0, service.bill(&rin, &bill.purchase.purchase_id)).await.unwrap();
        assert_eq!((paid.purchase.status, paid.checkout_url), (PaymentState::Succeeded, None));
        assert!(shop.is_open().await && shop.sold().await == 1);
        // It is in no list any more; whoever has bought it has it in their book all the same.
        service.save(&shop.rin, &shop.recipe()).await.unwrap();
        assert_eq!(service.recipe(&shop.rin, &shop.curry).await.unwrap().title, "カレー");
        let counts = shop.stripe.counts();
        assert_eq!((counts.charges, counts.charged, counts.transferred, counts.fees), (1, 355, 320, 35));
        assert_eq!(service.buy(&rin, &shop.ware(), None, None).await.unwrap_err(), KondateReason::AlreadyBought.into());
        let listed = w.costs(&PURCHASES, 0, service.purchases(&rin.person, 20, None)).await.unwrap();
        assert_eq!(listed.items, std::slice::from_ref(&paid.purchase));
        let theirs = w.costs(&BOUGHT_ITEMS, 0, service.bought(&shop.rin, &bought(EntityType::Recipe), 20, None)).await.unwrap();
        assert_eq!(theirs.items.iter().map(|one| one.card.title.as_str()).collect::<Vec<_>>(), ["カレー"]);
        assert!(theirs.items[0].is_bought && !theirs.items[0].is_locked);
        assert!(service.bought(&shop.rin, &bought(EntityType::Set), 20, None).await.unwrap().items.is_empty());
        // What Stripe tells after that, in any order and as often as it likes, changes nothing.
        for _ in 0..2 {
            shop.told(&w).await;
        }
        assert_eq!(service.purchases(&rin.person, 20, None).await.unwrap().items, std::slice::from_ref(&paid.purchase));
        let notices = service.notices(&shop.rin.person, chabudai_app_kondate::service::NoticeType::Personal, 20, None).await;
        assert!(format!("{notices:?}").contains("Bought"), "{notices:?}");
        // Given back: theirs no more, and can be bought again.
        shop.stripe.refund(paid.purchase.payment_intent_id.as_deref().unwrap());
        shop.told(&w).await;
        let after = service.bill(&rin, &bill.purchase.purchase_id).await.unwrap().purchase;
        assert_eq!(after.status, PaymentState::Refunded);
        assert!(!shop.is_open().await && shop.sold().await == 0);
        assert_eq!(service.recipe(&shop.rin, &shop.curry).await.unwrap_err(), KondateError::NotFound("recipe"));
        assert_eq!(service.buy(&rin, &shop.ware(), None, None).await.unwrap_err(), KondateReason::NotForSale.into(), "it was stopped");
        w.took_every_step("AP-905");
        w.took_every_step("AP-906");
        w.took_every_step("AP-917");
        shop.adds_up(&w).await;
    })
    .await;
}

#[tokio::test]
async fn a_set_opens_its_dishes_and_only_an_offer_can_be_bought() {
    on_both(async |w: World| {
        let shop = Shop::open(&w).await;
        let (service, rin) = (&shop.service, shop.rin());
        let set = Ware::Item(Target::Set(shop.set.clone()));
        // Two taps at once are sent to one page.
        let (bill, again) = tokio::join!(Box::pin(service.buy(&rin, &set, None, None)), Box::pin(service.buy(&rin, &set, None, None)));
        let bill = bill.unwrap();
        assert_eq!(again.unwrap(), bill);
        w.took_every_step("AP-911");
        shop.stripe.pay(&page_of(&bill));
        // Two windows come back at once.
        let id = &bill.purchase.purchase_id;
        let (one, other) = tokio::join!(Box::pin(service.bill(&rin, id)), Box::pin(service.bill(&rin, id)));
        assert_eq!(one.unwrap(), other.unwrap());
        shop.told(&w).await;
        let offered = service.offered(&shop.rin, &Target::Set(shop.set.clone())).await.unwrap();
        assert_eq!(offered.dishes.len(), 2);
        assert!(!shop.is_open().await, "a dish that is sold by itself is another purchase");
        // A dish of what somebody has bought stays; one of nothing that is sold goes.
        let salad = offered.dishes[1].recipe_id.clone();
        assert_eq!(service.delete_recipe(&w.mei, &salad).await.unwrap_err(), KondateReason::Sold.into());
        assert_eq!(service.bought(&shop.rin, &bought(EntityType::Set), 20, None).await.unwrap().items.len(), 1);
        let buys = async |who: &Payer, ware: &Ware| service.buy(who, ware, None, None).await.unwrap_err();
        assert_eq!(buys(&payer(&w.mei), &shop.ware()).await, KondateReason::OwnItem.into());
        let free = w.recipe("みそ汁", 2, &["豆腐 1丁"]).await;
        let free = Target::Recipe(free);
        assert_eq!(buys(&rin, &Ware::Item(free.clone())).await, KondateError::NotFound("recipe"), "nobody has published it");
        service.publish(&w.mei, "めい", &free, Offer::FREE).await.unwrap();
        assert_eq!(buys(&rin, &Ware::Item(free)).await, KondateReason::NotForSale.into());
        let bill = service.buy(&rin, &Ware::Creator, None, None).await.unwrap();
        shop.stripe.pay(&page_of(&bill));
        let begun = service.buy(&rin, &shop.ware(), None, None).await.unwrap();
        service.give_up(&rin.person, &begun.purchase.purchase_id).await.unwrap();
        shop.told(&w).await;
        // Who has seen another price is told; whose plan does not include it sells no more of it.
        let seen = service.buy(&rin, &shop.ware(), None, Some(300)).await.unwrap_err();
        assert_eq!(seen, KondateReason::PriceChanged.into());
        let of_mei = || Update::of::<Profile>(Profile::key(w.mei.person.clone()));
        w.meddle(of_mei().set("role", "creator")).await;
        assert_eq!(buys(&rin, &shop.ware()).await, KondateReason::NotForSale.into(), "a creator sells sets");
        w.meddle(of_mei().set("role", "creator_plus")).await;
        // Whoever bought a set has bought its dishes: they stay in it, and others may come.
        let dishes = |ids: &[&RecipeId]| SetInput { recipe_ids: Some(ids.iter().copied().cloned().collect()), ..SetInput::default() };
        let starter = RecipeId::new("nikujaga").unwrap();
        let dropped = service.edit_set(&w.mei, &shop.set, &dishes(&[&starter]), None).await.unwrap_err();
        assert_eq!(dropped, KondateReason::SoldDish.into());
        service.edit_set(&w.mei, &shop.set, &dishes(&[&shop.curry, &salad, &starter]), None).await.unwrap();
        // A set for nothing gives away no dish that is sold by itself.
        let gift = w.set("おすそわけ", &[shop.curry.clone(), starter]).await;
        service.publish(&w.mei, "めい", &Target::Set(gift.clone()), Offer::FREE).await.unwrap();
        let given = service.offered(&shop.rin, &Target::Set(gift.clone())).await.unwrap();
        assert_eq!(given.dishes.iter().map(|dish| dish.title.as_str()).collect::<Vec<_>>(), ["肉じゃが"]);
        assert_eq!(service.offered(&w.mei, &Target::Set(gift)).await.unwrap().dishes.len(), 2);
        let unpaid = Update::of::<Profile>(Profile::key(w.mei.person.clone())).set("payoutsEnabled", false);
        w.meddle(unpaid).await;
        assert_eq!(buys(&rin, &shop.ware()).await, KondateReason::NotForSale.into(), "nobody would get the money");
        assert_eq!(shop.stripe.counts().charges, 2);
        shop.adds_up(&w).await;
        w.took_every_step("AP-910");
        w.took_every_step("AP-903");
        w.took_every_step("AP-904");
        w.took_every_step("AP-205");
    })
    .await;
}

#[tokio::test]
async fn what_nobody_pays_leaves_nothing() {
    on_both(async |w: World| {
        let shop = Shop::open(&w).await;
        let (service, rin) = (&shop.service, shop.rin());
        let bill = service.buy(&rin, &shop.ware(), None, None).await.unwrap();
        assert_eq!(shop.sold().await, 1);
        // Given up on the way back.
        let given_up = service.give_up(&rin.person, &bill.purchase.purchase_id).await.unwrap();
        assert_eq!(given_up.status, PaymentState::Failed);
        assert_eq!(service.give_up(&rin.person, &bill.purchase.purchase_id).await.unwrap().status, PaymentState::Failed);
        assert_eq!((shop.sold().await, shop.is_open().await), (0, false));
        // Let run out.
        let bill = service.buy(&rin, &shop.ware(), None, None).await.unwrap();
        shop.stripe.advance(2 * 60 * 60);
        w.wait(2 * 60 * 60);
        let looked = w.costs(&PENDING_PURCHASES, 0, service.look_after_payments()).await.unwrap();
        assert_eq!((looked.done, looked.failed), (1, 0));
        assert_eq!(service.bill(&rin, &bill.purchase.purchase_id).await.unwrap().purchase.status, PaymentState::Failed);
        assert_eq!(shop.sold().await, 0);
        // To be paid at a counter: on its way for days, then paid, or not.
        for is_paid in [false, true] {
            let bill = service.buy(&rin, &shop.ware(), None, None).await.unwrap();
            shop.stripe.pay_later(&page_of(&bill));
            shop.told(&w).await;
            let waits = service.buy(&rin, &shop.ware(), None, None).await.unwrap();
            assert_eq!((waits.purchase.status, waits.checkout_url), (PaymentState::Pending, None));
            shop.stripe.settle(&page_of(&bill), is_paid);
            shop.told(&w).await;
            assert_eq!(shop.is_open().await, is_paid);
        }
        shop.adds_up(&w).await;
        w.took_every_step("AP-912");
    })
    .await;
}

#[tokio::test]
async fn a_stored_card_is_charged_at_once_or_not_at_all() {
    on_both(async |w: World| {
        let shop = Shop::open(&w).await;
        let (service, rin) = (&shop.service, shop.rin());
        let card = shop.stores_card().await;
        // Two of them: the first is the one that is used, until another is.
        w.wait(1);
        let other = shop.stores_card().await;
        shop.told(&w).await;
        let defaults = async || -> Vec<bool> {
            let cards = w.costs(&PAYMENT_METHODS, 0, service.cards(&rin.person)).await.unwrap();
            cards.iter().map(|card| card.is_default).collect()
        };
        assert_eq!(defaults().await, [true, false]);
        service.use_card(&rin.person, &other).await.unwrap();
        assert_eq!(defaults().await, [false, true]);
        service.drop_card(&rin.person, &other).await.unwrap();
        assert_eq!(defaults().await, [true]);
        assert_eq!(service.drop_card(&rin.person, &other).await.unwrap_err(), KondateError::NotFound("payment method"));
        // What Stripe told before it was taken back brings it back to nobody.
        shop.told(&w).await;
        assert_eq!(defaults().await, [true]);
        // Not by somebody else's card.
        let mei = payer(&w.mei);
        assert_eq!(service.buy(&mei, &Ware::Creator, Some(&card), None).await.unwrap_err(), KondateError::NotFound("payment method"));
        shop.stripe.decline_cards(Some("insufficient_funds"));
        assert_eq!(service.buy(&rin, &shop.ware(), Some(&card), None).await.unwrap_err(), KondateReason::Declined.into());
        assert_eq!((shop.sold().await, shop.is_open().await), (0, false));
        // A bank that wants to ask is asked on the page.
        shop.stripe.decline_cards(Some("authentication_required"));
        let bill = service.buy(&rin, &shop.ware(), Some(&card), None).await.unwrap();
        assert!(bill.checkout_url.is_some());
        service.give_up(&rin.person, &bill.purchase.purchase_id).await.unwrap();
        shop.stripe.decline_cards(None);
        let bill = service.buy(&rin, &shop.ware(), Some(&card), None).await.unwrap();
        assert_eq!(bill.purchase.status, PaymentState::Succeeded);
        assert!(shop.is_open().await && shop.stripe.counts().charges == 1);
        shop.adds_up(&w).await;
        w.took_every_step("AP-901");
        w.took_every_step("AP-902");
    })
    .await;
}

/// One person at sixty-four devices, through two servers, by card and on the page: one charge.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_who_buy_the_same_one_pays() {
    on_both(async |w: World| {
        let shop = Shop::open(&w).await;
        let card = shop.stores_card().await;
        let servers = w.two().map(|service| service.with_till(till(&shop.stripe)));
        for (ware, card) in [(shop.ware(), Some(card)), (Ware::Item(Target::Set(shop.set.clone())), None), (Ware::Creator, None)] {
            let before = shop.stripe.counts().charges;
            let bills = at_once(&servers, |service, _| {
                let (rin, ware, card) = (shop.rin(), ware.clone(), card.clone());
                async move {
                    loop {
                        match service.buy(&rin, &ware, card.as_deref(), None).await {
                            Err(KondateError::Busy | KondateError::Own(KondateReason::PaymentsAway)) => {}
                            other => return other,
                        }
                    }
                }
            })
            .await;
            let mut ids: Vec<PurchaseId> = bills.iter().flatten().map(|bill| bill.purchase.purchase_id.clone()).collect();
            ids.dedup();
            assert_eq!(ids.len(), 1, "{ware:?} on {}", w.name);
            let own = |bill: &Result<Bill, KondateError>| match bill {
                Ok(_) => true,
                Err(error) => *error == KondateReason::AlreadyBought.into(),
            };
            assert!(bills.iter().all(own), "{bills:?}");
            let mut pages: Vec<String> = bills.iter().flatten().filter_map(|bill| bill.checkout_url.clone()).collect();
            pages.dedup();
            if card.is_none() {
                assert_eq!(pages.len(), 1, "{ware:?} on {}", w.name);
                shop.stripe.pay(pages[0].rsplit('/').next().unwrap());
            }
            // All of them come back at once, and Stripe tells it at the same time.
            let event = shop.stripe.events().pop().unwrap();
            let event = shop.read(&w, &event);
            at_once(&servers, |service, nth| {
                let (rin, id, event) = (shop.rin(), ids[0].clone(), event.clone());
                async move {
                    loop {
                        let done = if nth % 2 == 0 { service.bill(&rin, &id).await.map(drop) } else { service.payment_told(&event).await };
                        if done != Err(KondateError::Busy) {
                            return done.unwrap();
                        }
                    }
                }
            })
            .await;
            assert_eq!(shop.stripe.counts().charges, before + 1, "{ware:?} on {}", w.name);
        }
        assert_eq!(shop.sold().await, 1);
        shop.adds_up(&w).await;
    })
    .await;
}

/// The server is killed before and after every single request to its store, which is between any two to Stripe: by page and by card, while
/// somebody buys and while it is settled. Whoever comes again gets it for one charge.
#[tokio::test]
async fn killed_anywhere_nobody_is_charged_twice_and_what_is_paid_is_delivered() {
    on_both(async |w: World| {
        for by_card in [false, true] {
            for carried_out in [false, true] {
                for requests in 0.. {
                    let shop = Shop::open(&w).await;
                    // Somebody new each time, to whom nothing is known.
                    let name = format!("rin{by_card}{carried_out}{requests}");
                    let home = w.service.enter(&person(&name), &name, None).await.unwrap();
                    let shop = Shop { rin: cook(&name, home.kitchen_id), ..shop };
                    let card = if by_card { Some(shop.stores_card().await) } else { None };
                    let dying = Dying::after(w.store.clone(), requests, carried_out);
                    let db = Db::new(&DESIGN, dying.clone(), w.clock.clone(), b"a secret of the test");
                    let killed = Service::new(db, Arc::new(RandomIds)).with_till(till(&shop.stripe));
                    let died = dying
                        .kills(Box::pin(async {
                            let bill = killed.buy(&shop.rin(), &shop.ware(), card.as_deref(), None).await.unwrap();
                            if let Some(page) = bill.checkout_url {
                                shop.stripe.pay(page.rsplit('/').next().unwrap());
                            }
                            let bill = killed.bill(&shop.rin(), &bill.purchase.purchase_id).await.unwrap();
                            assert_eq!(bill.purchase.status, PaymentState::Succeeded);
                        }))
                        .await;
                    // One server looks after it, another is asked again.
                    if requests % 2 == 0 {
                        w.wait(3 * 60);
                        shop.stripe.advance(3 * 60);
                        shop.service.look_after_payments().await.unwrap();
                    }
                    match shop.service.buy(&shop.rin(), &shop.ware(), card.as_deref(), None).await {
                        Err(error) => assert_eq!(error, KondateReason::AlreadyBought.into()),
                        Ok(Bill { checkout_url: Some(page), .. }) => shop.stripe.pay(page.rsplit('/').next().unwrap()),
                        Ok(bill) => assert_eq!(bill.purchase.status, PaymentState::Succeeded),
                    }
                    shop.told(&w).await;
                    assert!(shop.is_open().await, "delivered after {requests} on {}", w.name);
                    assert_eq!(shop.stripe.counts().charges, 1, "by card: {by_card}, after {requests} on {}", w.name);
                    assert_eq!(shop.sold().await, 1);
                    if !died {
                        assert!(requests > 5, "it dies somewhere");
                        shop.adds_up(&w).await;
                        break;
                    }
                }
            }
        }
    })
    .await;
}

/// Stripe breaks in every way at every call; whoever tries again gets it for one charge.
#[tokio::test]
async fn however_stripe_breaks_nobody_is_charged_twice() {
    on_both(async |w: World| {
        let failures =
            [Failure::HangUp, Failure::FailAfter, Failure::Refuse(500), Failure::Nonsense, Failure::Refuse(429), Failure::FailForGood];
        for (nth, failure) in failures.into_iter().enumerate() {
            for (by_card, call) in (0..4).map(|call| (false, call)).chain((0..4).map(|call| (true, call))) {
                let name = format!("rin{nth}{call}{by_card}");
                let home = w.service.enter(&person(&name), &name, None).await.unwrap();
                let shop = Shop { rin: cook(&name, home.kitchen_id), ..Shop::open(&w).await };
                let card = if by_card { Some(shop.stores_card().await) } else { None };
                shop.stripe.fail_next(call, Failure::Pass);
                shop.stripe.fail_next(3, failure);
                let mut tries = 0;
                let mut later = || {
                    tries += 1;
                    assert!(tries < 10, "{failure:?} at {call}, by card: {by_card}");
                    w.wait(31);
                    shop.stripe.advance(31);
                };
                let bill = loop {
                    match shop.service.buy(&shop.rin(), &shop.ware(), card.as_deref(), None).await {
                        Ok(bill) => break Some(bill),
                        // By a card it may be theirs although nobody could say so.
                        Err(error) if error == KondateReason::AlreadyBought.into() => break None,
                        Err(error) => assert_eq!(error, KondateReason::PaymentsAway.into(), "{failure:?} at {call}"),
                    }
                    later();
                };
                if let Some(bill) = bill {
                    if bill.checkout_url.is_some() {
                        shop.stripe.pay(&page_of(&bill));
                    }
                    while shop.service.bill(&shop.rin(), &bill.purchase.purchase_id).await.map(|bill| bill.purchase.status)
                        != Ok(PaymentState::Succeeded)
                    {
                        later();
                    }
                }
                assert!(shop.is_open().await);
                assert_eq!(shop.stripe.counts().charges, 1, "{failure:?} at {call}, by card: {by_card}");
            }
        }
    })
    .await;
}

/// A kitchen goes, and somebody has bought what was written in it.
#[tokio::test]
async fn what_was_bought_outlives_the_kitchen_that_it_was_written_in() {
    on_both(async |w: World| {
        let shop = Shop::open(&w).await;
        let (service, rin) = (&shop.service, shop.rin());
        let bill = service.buy(&rin, &shop.ware(), None, None).await.unwrap();
        shop.stripe.pay(&page_of(&bill));
        shop.told(&w).await;
        let membership = chabudai_app_kondate::repo::kitchens::of(w.db(), &w.mei.person).await.unwrap().remove(0);
        service.delete_kitchen(&membership).await.unwrap();
        w.wait(25 * 60 * 60);
        assert_eq!(service.remove_due_kitchens().await.unwrap(), (1, 0));
        assert!(shop.is_open().await, "on {}", w.name);
        let taro = w.service.enter(&person("taro"), "たろう", None).await.unwrap();
        let taro = payer(&cook("taro", taro.kitchen_id));
        assert_eq!(service.buy(&taro, &shop.ware(), None, None).await.unwrap_err(), KondateReason::NotForSale.into());
        let set = Ware::Item(Target::Set(shop.set.clone()));
        assert_eq!(service.buy(&taro, &set, None, None).await.unwrap_err(), KondateError::NotFound("set"), "nobody had bought it");
        service.forget(&w.mei.person).await.unwrap();
        assert!(shop.is_open().await, "on {}", w.name);
    })
    .await;
}

/// Nobody tells how a month ended: it is asked for.
#[tokio::test]
async fn a_month_of_which_nobody_tells_is_asked_for() {
    on_both(async |w: World| {
        let shop = Shop::open(&w).await;
        let (service, rin) = (&shop.service, shop.rin());
        let begun = service.subscribe(&rin, PlanId::UserPlus).await.unwrap();
        shop.stripe.pay(begun.checkout_url.unwrap().rsplit('/').next().unwrap());
        service.look_after_payments().await.unwrap();
        let state = async || service.subscription(&rin.person).await.unwrap().unwrap();
        let id = state().await.subscription_id.expect("it began");
        let month = |days: u64| {
            w.wait(days * 24 * 60 * 60);
            shop.stripe.advance(i64::try_from(days).unwrap() * 24 * 60 * 60);
        };
        month(31);
        shop.stripe.renew(&id, true);
        service.look_after_payments().await.unwrap();
        assert!(service.profile(&rin.person).await.unwrap().unwrap().has_plus_at(w.now()), "paid, and nobody had told");
        // Not paid for months: three days, once.
        for _ in 0..2 {
            month(30);
            shop.stripe.renew(&id, false);
            service.look_after_payments().await.unwrap();
        }
        assert_eq!(state().await.status, SubscriptionState::PastDue);
        assert!(!service.profile(&rin.person).await.unwrap().unwrap().has_plus_at(w.now()));
        month(30);
        shop.stripe.end(&id);
        let again = service.subscribe(&rin, PlanId::UserPlus).await.unwrap();
        assert!(again.checkout_url.is_some(), "it had ended, and nobody had told");
    })
    .await;
}

#[tokio::test]
async fn a_creator_is_one_for_good_and_plus_by_the_month() {
    on_both(async |w: World| {
        let shop = Shop::open(&w).await;
        let (service, rin) = (&shop.service, shop.rin());
        let role = async || service.profile(&rin.person).await.unwrap().unwrap().role_at(w.now());
        assert_eq!(service.set_up_payouts(&rin).await.unwrap_err(), KondateReason::NotCreator.into());
        let bill = service.buy(&rin, &Ware::Creator, None, None).await.unwrap();
        assert_eq!((bill.purchase.amount, role().await), (1_200, Role::User));
        assert_eq!(service.buy(&rin, &Ware::Creator, None, None).await.unwrap(), bill);
        shop.stripe.pay(&page_of(&bill));
        shop.told(&w).await;
        assert_eq!(role().await, Role::Creator);
        assert_eq!(service.buy(&rin, &Ware::Creator, None, None).await.unwrap_err(), KondateReason::AlreadyCreator.into());
        // Plus by the month.
        let begun = service.subscribe(&rin, PlanId::CreatorPlus).await.unwrap();
        let page =
            |begun: &chabudai_app_kondate::service::Subscribed| begun.checkout_url.clone().unwrap().rsplit('/').next().unwrap().to_owned();
        assert_eq!(service.subscribe(&rin, PlanId::CreatorPlus).await.unwrap(), begun, "the same page");
        // Another plan is another page, and nobody pays on the first any more.
        let other = service.subscribe(&rin, PlanId::UserPlus).await.unwrap();
        assert_eq!(shop.stripe.object(&page(&begun)).unwrap()["status"], "expired");
        let begun = service.subscribe(&rin, PlanId::CreatorPlus).await.unwrap();
        assert_eq!(shop.stripe.object(&page(&other)).unwrap()["status"], "expired");
        shop.stripe.pay(&page(&begun));
        let subscribed = service.look_at_subscription(&rin.person).await.unwrap().unwrap();
        assert_eq!((subscribed.status, role().await), (SubscriptionState::Active, Role::CreatorPlus));
        shop.told(&w).await;
        let known = w.costs(&SUBSCRIPTION_OF, 0, service.subscription(&rin.person)).await.unwrap().unwrap();
        assert_eq!(known, subscribed, "told again, in any order, changes nothing");
        assert_eq!(service.subscribe(&rin, PlanId::UserPlus).await.unwrap_err(), KondateReason::AlreadySubscribed.into());
        let id = subscribed.subscription_id.clone().unwrap();
        // A month that is not paid counts for three days.
        w.wait(30 * 24 * 60 * 60);
        shop.stripe.advance(30 * 24 * 60 * 60);
        assert_eq!(role().await, Role::CreatorPlus, "banks take their time");
        shop.stripe.renew(&id, false);
        shop.told(&w).await;
        assert_eq!(
            (service.subscription(&rin.person).await.unwrap().unwrap().status, role().await),
            (SubscriptionState::PastDue, Role::CreatorPlus)
        );
        // And an hour: the double's clock goes on while the test's stands, so that it is ahead by as long as this has taken.
        w.wait(73 * 60 * 60);
        shop.stripe.advance(73 * 60 * 60);
        assert_eq!(role().await, Role::Creator, "what was bought once stays");
        shop.stripe.renew(&id, true);
        shop.told(&w).await;
        assert_eq!(role().await, Role::CreatorPlus);
        // It ends with what is paid, unless they think again.
        assert!(service.end_subscription(&rin.person, true).await.unwrap().cancel_at_period_end);
        assert!(!service.end_subscription(&rin.person, false).await.unwrap().cancel_at_period_end);
        service.end_subscription(&rin.person, true).await.unwrap();
        assert_eq!(role().await, Role::CreatorPlus);
        shop.stripe.renew(&id, true);
        shop.told(&w).await;
        assert_eq!(
            (service.subscription(&rin.person).await.unwrap().unwrap().status, role().await),
            (SubscriptionState::Canceled, Role::Creator)
        );
        assert_eq!(service.end_subscription(&rin.person, true).await.unwrap_err(), KondateReason::NotSubscribed.into());
        // And can begin again.
        let begun = service.subscribe(&rin, PlanId::UserPlus).await.unwrap();
        shop.stripe.pay(&page(&begun));
        shop.told(&w).await;
        let profile = service.profile(&rin.person).await.unwrap().unwrap();
        assert!(profile.has_plus_at(w.now()) && profile.role_at(w.now()) == Role::Creator);
        // The registration is given back: a creator no more.
        let intent = service.bill(&rin, &bill.purchase.purchase_id).await.unwrap().purchase.payment_intent_id.unwrap();
        shop.stripe.refund(&intent);
        shop.told(&w).await;
        assert_eq!(role().await, Role::UserPlus);
        assert!(service.buy(&rin, &Ware::Creator, None, None).await.unwrap().checkout_url.is_some());
        w.took_every_step("AP-907");
        w.took_every_step("AP-908");
        w.took_every_step("AP-915");
    })
    .await;
}

/// One page is open in the end, whichever plan it is for, and nobody is told that the provider is away.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_plans_asked_for_at_once_one_page_is_open() {
    on_both(async |w: World| {
        let shop = Shop::open(&w).await;
        let servers = w.two().map(|service| service.with_till(till(&shop.stripe)));
        let begun = at_once(&servers, |service, at| {
            let rin = shop.rin();
            let plan = if at % 3 == 0 { PlanId::CreatorPlus } else { PlanId::UserPlus };
            async move { service.subscribe(&rin, plan).await }
        })
        .await;
        for refused in begun.iter().filter_map(|begun| begun.as_ref().err()) {
            assert_eq!(*refused, KondateError::Busy, "on {}", w.name);
        }
        let pages = shop.stripe.objects().into_iter().filter(|one| one["object"] == "checkout.session" && one["mode"] == "subscription");
        let open: Vec<_> = pages.filter(|page| page["status"] == "open").map(|page| page["id"].as_str().unwrap().to_owned()).collect();
        let noted = servers[0].subscription(&shop.rin().person).await.unwrap().unwrap().checkout_id;
        assert!(open.len() <= 1 && open.iter().all(|page| noted.as_ref() == Some(page)), "on {}: {open:?}, {noted:?}", w.name);
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_who_subscribe_at_once_one_does() {
    on_both(async |w: World| {
        let shop = Shop::open(&w).await;
        let servers = w.two().map(|service| service.with_till(till(&shop.stripe)));
        let begun = at_once(&servers, |service, _| {
            let rin = shop.rin();
            async move {
                loop {
                    match service.subscribe(&rin, PlanId::UserPlus).await {
                        Err(KondateError::Busy | KondateError::Own(KondateReason::PaymentsAway)) => {}
                        other => return other.unwrap().checkout_url.unwrap(),
                    }
                }
            }
        })
        .await;
        let mut pages = begun;
        pages.sort();
        pages.dedup();
        assert_eq!(pages.len(), 1, "on {}", w.name);
        shop.stripe.pay(pages[0].rsplit('/').next().unwrap());
        shop.told(&w).await;
        assert_eq!(shop.stripe.counts().subscriptions, 1);
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn what_creators_earn_reaches_them() {
    on_both(async |w: World| {
        let shop = Shop::open(&w).await;
        let (service, rin) = (&shop.service, shop.rin());
        w.meddle(Update::of::<Profile>(Profile::key(rin.person.clone())).set("role", "creator")).await;
        assert_eq!(service.payouts(&rin.person).await.unwrap(), chabudai_app_kondate::service::Payouts::default());
        assert_eq!(service.earnings(&rin.person).await.unwrap_err(), KondateReason::NoPayouts.into());
        let link = service.set_up_payouts(&rin).await.unwrap();
        let account = service.profile(&rin.person).await.unwrap().unwrap().payout_account_id.unwrap();
        assert!(link.contains(&account), "{link}");
        assert_ne!(service.set_up_payouts(&rin).await.unwrap(), link, "a link works once");
        assert_eq!(service.earnings(&rin.person).await.unwrap_err(), KondateReason::NoPayouts.into());
        assert!(!service.payouts(&rin.person).await.unwrap().is_enabled);
        shop.stripe.onboard(&account);
        shop.told(&w).await;
        assert!(service.profile(&rin.person).await.unwrap().unwrap().payouts_enabled);
        assert!(w.costs(&PAYOUTS, 0, service.payouts(&rin.person)).await.unwrap().is_enabled);
        assert!(service.earnings(&rin.person).await.unwrap().starts_with(&shop.stripe.address()));
        assert!(service.portal(&rin).await.unwrap().starts_with(&shop.stripe.address()));
        w.took_every_step("AP-913");
        w.took_every_step("AP-914");
    })
    .await;
}

/// Whoever leaves pays nothing any more; what they were still about to pay is given back.
#[tokio::test]
async fn whoever_leaves_pays_nothing_any_more() {
    on_both(async |w: World| {
        let shop = Shop::open(&w).await;
        let (service, rin) = (&shop.service, shop.rin());
        shop.stores_card().await;
        let paid = service.buy(&rin, &Ware::Item(Target::Set(shop.set.clone())), None, None).await.unwrap();
        shop.stripe.pay(&page_of(&paid));
        let begun = service.subscribe(&rin, PlanId::UserPlus).await.unwrap();
        shop.stripe.pay(begun.checkout_url.unwrap().rsplit('/').next().unwrap());
        shop.told(&w).await;
        let export = service.export_of(&rin.person).await.unwrap();
        assert_eq!(export["payments"]["purchases"].as_array().map(Vec::len), Some(1), "{export}");
        assert_eq!(export["payments"]["cards"][0]["last4"], "4242");
        let subscription = service.subscription(&rin.person).await.unwrap().unwrap().subscription_id.unwrap();
        let open = service.buy(&rin, &shop.ware(), None, None).await.unwrap();
        // By a command, which knows of no provider.
        w.service.forget(&rin.person).await.unwrap();
        let of_rin = |item: &&serde_json::Value| item.to_string().contains("user_rin");
        let left = w.items().await.iter().filter(of_rin).map(|item| item["SK"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
        assert_eq!(left, ["SUBSCRIPTION#ACTIVE"], "on {}", w.name);
        let looked = w.costs(&OPEN_SUBSCRIPTIONS, 1, service.look_after_payments()).await.unwrap();
        assert_eq!((looked.done, looked.failed), (1, 0));
        assert_eq!(shop.stripe.object(&subscription).unwrap()["status"], "canceled");
        assert!(!w.items().await.iter().any(|item| item.to_string().contains("user_rin")));
        // They had the page open: what they pay there comes back to them.
        shop.stripe.pay(&page_of(&open));
        let event = shop.read(&w, &shop.stripe.event("checkout.session.completed"));
        for _ in 0..2 {
            service.payment_told(&event).await.unwrap();
            let counts = shop.stripe.counts();
            assert_eq!((counts.refunds, counts.refunded, counts.reversals), (1, 355, 1));
        }
        // Of somebody whom the provider does not know nothing is left to be said.
        w.service.enter(&person("taro"), "たろう", None).await.unwrap();
        w.meddle(Put::of(&Subscription::new(person("taro"), PlanId::UserPlus))).await;
        w.service.forget(&person("taro")).await.unwrap();
        assert!(!w.items().await.iter().any(|item| item.to_string().contains("user_taro")));
        // Nobody has bought anything any more, so it can go, once no set is offered with it.
        assert_eq!(service.delete_recipe(&w.mei, &shop.curry).await.unwrap_err(), KondateReason::Sold.into());
        service.stop(&w.mei, &Target::Set(shop.set.clone())).await.unwrap();
        service.delete_recipe(&w.mei, &shop.curry).await.unwrap();
        w.took_every_step("AP-916");
        w.took_every_step("AP-1312");
        w.took_every_step("AP-1313");
    })
    .await;
}

/// An event that names nobody is about the customer of somebody who has stored a card.
#[tokio::test]
async fn an_event_without_a_name_is_about_a_customer() {
    on_both(async |w: World| {
        let shop = Shop::open(&w).await;
        let (service, rin) = (&shop.service, shop.rin());
        shop.stores_card().await;
        let begun = service.subscribe(&rin, PlanId::UserPlus).await.unwrap();
        shop.stripe.pay(begun.checkout_url.unwrap().rsplit('/').next().unwrap());
        shop.told(&w).await;
        let id = service.subscription(&rin.person).await.unwrap().unwrap().subscription_id.unwrap();
        shop.stripe.end(&id);
        let mut event = shop.stripe.event("customer.subscription.deleted");
        event["data"]["object"]["metadata"] = serde_json::json!({ "app": "kondate" });
        service.payment_told(&shop.read(&w, &event)).await.unwrap();
        assert_eq!(service.subscription(&rin.person).await.unwrap().unwrap().status, SubscriptionState::Canceled);
        // Nobody's customer, and nobody who is here.
        event["data"]["object"]["customer"] = "cus_nobody".into();
        service.payment_told(&shop.read(&w, &event)).await.unwrap();
        w.took_every_step("AP-909");
    })
    .await;
}

/// A creator leaves: what others bought stays with them, dishes and all, and is nobody's in particular.
#[tokio::test]
async fn who_bought_it_keeps_it_when_its_creator_leaves() {
    on_both(async |w: World| {
        let shop = Shop::open(&w).await;
        let (service, rin) = (&shop.service, shop.rin());
        let set = Target::Set(shop.set.clone());
        for target in [shop.recipe(), set.clone()] {
            let bill = service.buy(&rin, &Ware::Item(target.clone()), None, None).await.unwrap();
            shop.stripe.pay(&page_of(&bill));
            shop.told(&w).await;
            service.save(&shop.rin, &target).await.unwrap();
        }
        let free = Target::Recipe(w.recipe("みそ汁", 2, &["豆腐 1丁"]).await);
        service.publish(&w.mei, "めい", &free, Offer::FREE).await.unwrap();
        service.forget(&w.mei.person).await.unwrap();
        assert!(!w.items().await.iter().any(|item| item["PK"] == "USER#user_mei"), "on {}", w.name);
        let offered = service.offered(&shop.rin, &set).await.unwrap();
        assert!(offered.shown.card.is_of_former() && offered.shown.card.creator_name.is_empty());
        assert_eq!(offered.dishes.iter().map(|dish| dish.title.as_str()).collect::<Vec<_>>(), ["カレー", "サラダ"]);
        assert!(shop.is_open().await);
        // In the book, too, and planned.
        assert_eq!(service.recipe(&shop.rin, &shop.curry).await.unwrap().title, "カレー");
        service.apply(&shop.rin, &shop.set, chabudai_app_kondate::model::Slot::Current).await.unwrap();
        let list = service.list(&shop.rin, None).await.unwrap();
        assert!(list.lines.iter().any(|line| line.name == "玉ねぎ"), "{:?}", list.lines);
        assert_eq!(service.bought(&shop.rin, &bought(EntityType::Set), 20, None).await.unwrap().items.len(), 1);
        // Nobody buys it any more, and what nobody bought is gone.
        let home = w.service.enter(&person("taro"), "たろう", None).await.unwrap();
        let taro = cook("taro", home.kitchen_id);
        assert!(service.offered(&taro, &set).await.unwrap().body.is_none());
        assert_eq!(service.buy(&payer(&taro), &shop.ware(), None, None).await.unwrap_err(), KondateReason::NotForSale.into());
        assert_eq!(service.offered(&taro, &free).await.unwrap_err(), KondateError::NotFound("recipe"));
        shop.adds_up(&w).await;
        w.took_every_step("AP-1314");
    })
    .await;
}
