//! What a provider forgets, what is sold and leaves, and who comes late: nobody pays for nothing, and nothing that is sold is given away.

use chabudai_app_kondate::design::{NOTE_PAYMENT, RERANK};
use chabudai_app_kondate::error::{KondateError, KondateReason};
use chabudai_app_kondate::model::{EntityType, MOST_PAYMENT_METHODS, PaymentState, PlanId, Profile, Publication, Purchase, Target};
use chabudai_app_kondate::repo::catalog::{self, Narrowed};
use chabudai_app_kondate::repo::till;
use chabudai_app_kondate::service::{Credit, Offer, Question, ShownByLink, Sorted};
use chabudai_food::Language;
use chabudai_kernel::op::Update;

use crate::till::{Shop, bought, page_of, till as till_of};
use crate::world::{World, at_once, on_both, person};

/// The account of a seller is gone: that is nothing about who buys, and what they pay every month still ends when they leave.
#[tokio::test]
async fn a_seller_whom_the_provider_lost_is_no_fault_of_the_buyer() {
    on_both(async |w: World| {
        let shop = Shop::open(&w).await;
        let (service, rin) = (&shop.service, shop.rin());
        let begun = service.subscribe(&rin, PlanId::UserPlus).await.unwrap();
        shop.stripe.pay(begun.checkout_url.unwrap().rsplit('/').next().unwrap());
        shop.told(&w).await;
        let subscription = service.subscription(&rin.person).await.unwrap().unwrap().subscription_id.unwrap();
        let customer = || async { service.profile(&rin.person).await.unwrap().unwrap().customer_id };
        let known = customer().await;
        let card = shop.stores_card().await;
        shop.stripe.lose(&service.profile(&w.mei.person).await.unwrap().unwrap().payout_account_id.unwrap());
        for card in [None, Some(card.as_str())] {
            assert_eq!(service.buy(&rin, &shop.ware(), card, None).await.unwrap_err(), KondateReason::NotForSale.into());
            assert_eq!(customer().await, known, "on {}", w.name);
        }
        assert_eq!(shop.sold().await, 0);
        service.forget(&rin.person).await.unwrap();
        service.look_after_payments().await.unwrap();
        assert_eq!(shop.stripe.object(&subscription).unwrap()["status"], "canceled");
    })
    .await;
}

/// Another account of the provider's, as after a key for tests: whoever is not known there is somebody new, whatever they ask for.
#[tokio::test]
async fn whom_the_provider_lost_is_somebody_new() {
    on_both(async |w: World| {
        let shop = Shop::open(&w).await;
        let (service, rin) = (&shop.service, shop.rin());
        let profile = || async { service.profile(&rin.person).await.unwrap().unwrap() };
        let lost = async || {
            service.portal(&rin).await.unwrap();
            let customer = profile().await.customer_id.unwrap();
            shop.stripe.lose(&customer);
            customer
        };
        for _ in 0..2 {
            let before = lost().await;
            service.portal(&rin).await.unwrap();
            assert_ne!(profile().await.customer_id.unwrap(), before);
        }
        lost().await;
        service.store_card(&rin).await.unwrap();
        lost().await;
        let bill = service.buy(&rin, &shop.ware(), None, None).await.unwrap();
        shop.stripe.pay(&page_of(&bill));
        shop.told(&w).await;
        assert!(shop.is_open().await && shop.sold().await == 1);
        lost().await;
        assert_eq!(service.subscribe(&rin, PlanId::UserPlus).await.unwrap_err(), KondateReason::PaymentsAway.into());
        assert!(service.subscribe(&rin, PlanId::UserPlus).await.unwrap().checkout_url.is_some());
        // Whoever is paid likewise.
        w.meddle(Update::of::<Profile>(Profile::key(rin.person.clone())).set("role", "creator")).await;
        service.set_up_payouts(&rin).await.unwrap();
        let account = profile().await.payout_account_id.unwrap();
        shop.stripe.onboard(&account);
        assert!(service.payouts(&rin.person).await.unwrap().is_enabled);
        shop.stripe.lose(&account);
        assert_eq!(service.earnings(&rin.person).await.unwrap_err(), KondateReason::NoPayouts.into());
        service.set_up_payouts(&rin).await.unwrap();
        let after = profile().await;
        assert!(after.payout_account_id.is_some_and(|after| after != account) && !after.payouts_enabled);
        shop.adds_up(&w).await;
    })
    .await;
}

/// A card that somebody has removed on the provider's page buys nothing, and stands in nobody's way.
#[tokio::test]
async fn a_card_that_is_gone_stands_in_nobodys_way() {
    on_both(async |w: World| {
        let shop = Shop::open(&w).await;
        let (service, rin) = (&shop.service, shop.rin());
        let card = shop.stores_card().await;
        shop.payments.detach("in the portal", &card).await.unwrap();
        assert_eq!(service.buy(&rin, &shop.ware(), Some(&card), None).await.unwrap_err(), KondateReason::NotForSale.into());
        let bill = service.buy(&rin, &shop.ware(), None, None).await.unwrap();
        shop.stripe.pay(&page_of(&bill));
        shop.told(&w).await;
        assert!(shop.is_open().await);
        shop.adds_up(&w).await;
    })
    .await;
}

/// A copy of a purchase from before its page was noted closes nothing: somebody may be paying there.
#[tokio::test]
async fn a_purchase_is_closed_as_it_was_read_or_not_at_all() {
    on_both(async |w: World| {
        let shop = Shop::open(&w).await;
        let bill = shop.service.buy(&shop.rin(), &shop.ware(), None, None).await.unwrap();
        let stale = Purchase { checkout_id: None, ..bill.purchase.clone() };
        let closes = async |read: &Purchase| {
            let closed = Purchase { status: PaymentState::Failed, ..read.clone() };
            w.db().run(&NOTE_PAYMENT).attempt_one(till::change(&closed, read)).await.unwrap()
        };
        assert!(!closes(&stale).await);
        let other = Purchase { payment_intent_id: Some("pi_other".to_owned()), ..bill.purchase.clone() };
        assert!(!closes(&other).await);
        shop.stripe.pay(&page_of(&bill));
        shop.told(&w).await;
        assert!(shop.is_open().await, "on {}", w.name);
        assert!(!closes(&bill.purchase).await, "it is paid");
        shop.adds_up(&w).await;
    })
    .await;
}

/// Its creator has moved out, and the last who lived there leaves the house: whoever bought it keeps it.
#[tokio::test]
async fn what_was_sold_from_a_kitchen_outlives_it() {
    on_both(async |w: World| {
        let shop = Shop::open(&w).await;
        let (service, rin, mei) = (&shop.service, shop.rin(), &w.mei);
        let link = service.invite(&mei.kitchen, &mei.person, "めい").await.unwrap().secret;
        service.enter(&person("taro"), "太郎", None).await.unwrap();
        service.accept(&link, &person("taro"), "太郎").await.unwrap();
        service.leave(&mei.kitchen, &mei.person, &mei.person).await.unwrap();
        let bill = service.buy(&rin, &shop.ware(), None, None).await.unwrap();
        shop.stripe.pay(&page_of(&bill));
        shop.told(&w).await;
        assert!(shop.is_open().await);
        service.forget(&person("taro")).await.unwrap();
        assert!(shop.is_open().await, "on {}", w.name);
        let card = service.offered(&shop.rin, &shop.recipe()).await.unwrap().shown.card;
        assert!(card.is_of_former() && card.status == Publication::Stopped);
        shop.adds_up(&w).await;
    })
    .await;
}

/// What costs something is shown by no link, and neither is what is in the catalog no more.
#[tokio::test]
async fn a_link_gives_nothing_away_that_is_sold() {
    on_both(async |w: World| {
        let shop = Shop::open(&w).await;
        let (service, mei) = (&shop.service, &w.mei);
        let credit = Credit { author_name: Some("めい".to_owned()), source_url: None };
        let link = service.share(mei, &shop.recipe(), &credit).await.unwrap().share_id;
        let of_set = service.share(mei, &Target::Set(shop.set.clone()), &credit).await.unwrap().share_id;
        let opens = async |link| service.open_link(link, Language::Ja).await.map(|opened| opened.shown);
        let dead = KondateError::NotFound("link");
        assert_eq!((opens(&link).await.unwrap_err(), opens(&of_set).await.unwrap_err()), (dead.clone(), dead.clone()));
        // The set is for everybody, its first dish is not.
        service.publish(mei, "めい", &Target::Set(shop.set.clone()), Offer::FREE).await.unwrap();
        let ShownByLink::Set(_, dishes) = opens(&of_set).await.unwrap() else { panic!("a set") };
        assert_eq!(dishes.iter().map(|dish| dish.title.as_str()).collect::<Vec<_>>(), ["サラダ"], "on {}", w.name);
        service.publish(mei, "めい", &shop.recipe(), Offer::FREE).await.unwrap();
        assert!(opens(&link).await.is_ok());
        let ShownByLink::Set(_, dishes) = opens(&of_set).await.unwrap() else { panic!("a set") };
        assert_eq!(dishes.len(), 2);
        w.took_every_step("AP-1103");
        for target in [shop.recipe(), Target::Set(shop.set.clone())] {
            service.stop(mei, &target).await.unwrap();
        }
        assert_eq!((opens(&link).await.unwrap_err(), opens(&of_set).await.unwrap_err()), (dead.clone(), dead));
    })
    .await;
}

/// Whoever follows the changes may have read a record a moment before it was withdrawn.
#[tokio::test]
async fn what_was_withdrawn_does_not_come_back() {
    on_both(async |w: World| {
        let curry = Target::Recipe(w.recipe("カレー", 2, &["玉ねぎ 1個"]).await);
        let Target::Recipe(id) = &curry else { unreachable!() };
        let read = w.service.publish(&w.mei, "めい", &curry, Offer::FREE).await.unwrap();
        w.db().run(&RERANK).commit(catalog::copy_of_read(&read)).await.unwrap_err();
        w.service.delete_recipe(&w.mei, id).await.unwrap();
        w.db().run(&RERANK).commit(catalog::copy_of_read(&read)).await.unwrap_err();
        let popular = Question { kind: EntityType::Recipe, sorted: Sorted::Popular, narrowed: Narrowed::default() };
        assert!(w.service.catalog(&w.mei, &popular, 10, None).await.unwrap().items.is_empty(), "on {}", w.name);
    })
    .await;
}

/// What is in something that costs something is for its buyers, also as a number of what is at home.
#[tokio::test]
async fn a_book_does_not_tell_what_is_in_something_that_is_sold() {
    on_both(async |w: World| {
        let shop = Shop::open(&w).await;
        let (service, mei, rin) = (&shop.service, &w.mei, shop.rin());
        service.publish(mei, "めい", &shop.recipe(), Offer::FREE).await.unwrap();
        service.save(&shop.rin, &shop.recipe()).await.unwrap();
        let named = async || service.saved_recipes(&shop.rin).await.unwrap()[0].ingredients.len();
        assert_eq!(named().await, 1);
        service.publish(mei, "めい", &shop.recipe(), Offer::at(355)).await.unwrap();
        assert_eq!(named().await, 0, "on {}", w.name);
        let bill = service.buy(&rin, &shop.ware(), None, None).await.unwrap();
        shop.stripe.pay(&page_of(&bill));
        shop.told(&w).await;
        assert_eq!(named().await, 1);
        w.took_every_step("AP-209");
        // What was bought is looked through like everything else.
        let sought = async |words: &str, creator: &str| {
            let narrowed = Narrowed { words: Narrowed::words(Some(words)), ..Narrowed::default() };
            let question = Question { sorted: Sorted::OfCreator(person(creator)), narrowed, ..bought(EntityType::Recipe) };
            service.bought(&shop.rin, &question, 20, None).await.unwrap().items.len()
        };
        assert_eq!((sought("かれー", "mei").await, sought("しちゅー", "mei").await, sought("かれー", "taro").await), (1, 0, 0));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_cards_at_once_as_many_are_kept_as_there_may_be_and_one_is_used() {
    on_both(async |w: World| {
        let shop = Shop::open(&w).await;
        let servers = w.two().map(|service| service.with_till(till_of(&shop.stripe)));
        let mut pages = Vec::new();
        for _ in 0..MOST_PAYMENT_METHODS + 4 {
            let page = shop.service.store_card(&shop.rin()).await.unwrap().rsplit('/').next().unwrap().to_owned();
            shop.stripe.pay(&page);
            pages.push(page);
        }
        at_once(&servers, |service, at| {
            let (rin, page) = (shop.rin.person.clone(), pages[at % pages.len()].clone());
            async move {
                loop {
                    match service.card_stored(&rin, &page).await {
                        Err(KondateError::Busy) => {}
                        other => return other,
                    }
                }
            }
        })
        .await;
        let cards = shop.service.cards(&shop.rin.person).await.unwrap();
        assert_eq!(cards.len(), MOST_PAYMENT_METHODS, "on {}", w.name);
        assert_eq!(cards.iter().filter(|card| card.is_default).count(), 1, "on {}", w.name);
        // And one is, whoever chooses and drops them at once.
        at_once(&servers, |service, at| {
            let (rin, card) = (shop.rin.person.clone(), cards[at % 3].payment_method_id.to_string());
            async move { if at % 4 == 0 { service.drop_card(&rin, &card).await } else { service.use_card(&rin, &card).await } }
        })
        .await;
        let left = shop.service.cards(&shop.rin.person).await.unwrap();
        assert_eq!(left.iter().filter(|card| card.is_default).count(), 1, "on {}", w.name);
    })
    .await;
}

/// Whoever pays for a set pays for its dishes: none goes into the bin while it is offered.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_set_is_offered_with_a_dish_that_is_gone() {
    on_both(async |w: World| {
        let shop = Shop::open(&w).await;
        for round in 0..8 {
            let dish = w.recipe("みそ汁", 2, &["豆腐 1丁"]).await;
            let set = Target::Set(w.set("朝", std::slice::from_ref(&dish)).await);
            let servers = w.two().map(|service| service.with_till(till_of(&shop.stripe)));
            at_once(&servers, |service, at| {
                let (mei, set, dish) = (w.mei.clone(), set.clone(), dish.clone());
                async move {
                    if at % 2 == 0 {
                        service.publish(&mei, "めい", &set, Offer::at(500)).await.map(drop)
                    } else {
                        service.delete_recipe(&mei, &dish).await
                    }
                }
            })
            .await;
            let offered = shop.service.offered(&shop.rin, &set).await;
            let is_offered = offered.is_ok_and(|offered| offered.shown.card.is_listed());
            let is_there = shop.service.recipe(&w.mei, &dish).await.is_ok_and(|dish| dish.is_live());
            assert!(!is_offered || is_there, "round {round} on {}", w.name);
        }
    })
    .await;
}
