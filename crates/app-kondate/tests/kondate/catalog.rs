//! The catalog: published from one's own kitchen, found, saved by others, counted exactly.

use chabudai_app_kondate::design::{
    ALL_RECORDS, BOOKED, BY_ID, CATALOG_NEWEST, CATALOG_POPULAR, FORGET_SAVED, HAVE_BOUGHT, OF_CREATOR, PUBLISH, RECOMMENDED, RERANK, SAVE,
    SAVED_RECIPES, SAVED_SETS,
};
use chabudai_app_kondate::error::{KondateError, KondateReason};
use chabudai_app_kondate::model::{
    Bounded, EntityType, Guard, Kitchen, PaymentState, Profile, Publication, PurchaseId, PurchasedRecipe, PurchasedSet, RecipeCard,
    RecipeId, SetCard, SetId, Slot, Target, Visibility,
};
use chabudai_app_kondate::official;
use chabudai_app_kondate::repo::catalog::Narrowed;
use chabudai_app_kondate::service::{
    Begins, Cook, Finding, Offer, Offered, Question, RecipeInput, Service, SetInput, ShownCard, Sorted, Sought, check, mend,
};
use chabudai_kernel::op::{Put, Update};

use crate::world::{AT_ONCE, World, at_once, cook, on_both, person, recipe_input};

async fn another(w: &World, name: &str) -> Cook {
    let home = w.service.enter(&person(name), name, None).await.expect("a kitchen");
    cook(name, home.kitchen_id)
}

fn question(kind: EntityType, sorted: Sorted) -> Question {
    Question { kind, sorted, narrowed: Narrowed::default() }
}

async fn titles(service: &Service, who: &Cook, question: &Question) -> Vec<String> {
    let page = service.catalog(who, question, 50, None).await.expect("a page");
    page.items.into_iter().map(|shown| shown.card.title).collect()
}

async fn shown(service: &Service, who: &Cook, target: &Target) -> ShownCard {
    service.offered(who, target).await.expect("it is there").shown
}

fn recipe(id: &RecipeId) -> Target {
    Target::Recipe(id.clone())
}

#[tokio::test]
async fn what_is_published_is_found_by_everybody_until_it_is_stopped() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let rin = another(&w, "rin").await;
        let curry = w.recipe("カレー", 2, &["玉ねぎ 1個", "豚肉 200g"]).await;
        let target = recipe(&curry);
        // What was never published is not there, whoever asks and whatever they know.
        for who in [mei, &rin] {
            assert_eq!(service.offered(who, &target).await.unwrap_err(), KondateError::NotFound("recipe"));
            assert_eq!(service.save(who, &target).await.unwrap_err(), KondateError::NotFound("recipe"));
        }
        assert_eq!(service.stop(mei, &target).await.unwrap_err(), KondateReason::NotPublished.into());
        assert_eq!(service.publish(&rin, "りん", &target, Offer::FREE).await.unwrap_err(), KondateError::NotFound("recipe"));
        let card = w.costs(&PUBLISH, 0, service.publish(mei, "めい", &target, Offer::FREE)).await.unwrap();
        assert_eq!((card.title.as_str(), card.creator_name.as_str(), card.version), ("カレー", "めい", 1));
        // The same again changes nothing.
        assert_eq!(service.publish(mei, "めい", &target, Offer::FREE).await.unwrap(), card);
        w.wait(2);
        let stew = w.recipe("シチュー", 2, &["牛乳 1本"]).await;
        service.publish(mei, "めい", &recipe(&stew), Offer::FREE).await.unwrap();
        let newest = question(EntityType::Recipe, Sorted::Newest);
        assert_eq!(w.costs(&CATALOG_NEWEST, 0, titles(service, &rin, &newest)).await, ["シチュー", "カレー"]);
        let of_mei = question(EntityType::Recipe, Sorted::OfCreator(mei.person.clone()));
        assert_eq!(w.costs(&OF_CREATOR, 0, titles(service, &rin, &of_mei)).await, ["シチュー", "カレー"]);
        let offered = w.costs(&BY_ID, 0, service.offered(&rin, &target)).await.unwrap();
        assert!(offered.body.is_some() && !offered.shown.is_own && !offered.shown.is_saved && !offered.shown.is_locked);
        // One page after the other, and only of the same question.
        let first = service.catalog(&rin, &newest, 1, None).await.unwrap();
        let next = service.catalog(&rin, &newest, 1, first.next.as_deref()).await.unwrap();
        assert_eq!((next.items[0].card.title.as_str(), &next.next), ("カレー", &None));
        let popular = question(EntityType::Recipe, Sorted::Popular);
        assert_eq!(service.catalog(&rin, &popular, 1, first.next.as_deref()).await.unwrap_err(), KondateError::Cursor);
        // What is sought is found however it is spelled.
        let sought = |words: &str| Question {
            narrowed: Narrowed { words: Narrowed::words(Some(words)), ..Narrowed::default() },
            ..question(EntityType::Recipe, Sorted::Newest)
        };
        assert_eq!(titles(service, &rin, &sought("ｶﾚｰ")).await, ["カレー"]);
        assert_eq!(titles(service, &rin, &sought("めい")).await, ["シチュー", "カレー"]);
        assert!(titles(service, &rin, &sought("ラーメン")).await.is_empty());
        // An edit is seen at once, by the body and by the card.
        service
            .edit_recipe(mei, &curry, &RecipeInput { title: Some("夏のカレー".to_owned()), ..RecipeInput::default() }, None)
            .await
            .unwrap();
        assert_eq!(titles(service, &rin, &newest).await, ["シチュー", "夏のカレー"]);
        assert_eq!(titles(service, &rin, &popular).await.len(), 2);
        let stopped = service.stop(mei, &target).await.unwrap();
        assert_eq!((stopped.status, service.stop(mei, &target).await.unwrap()), (Publication::Stopped, stopped.clone()));
        for list in [&newest, &popular, &of_mei] {
            assert_eq!(titles(service, &rin, list).await, ["シチュー"]);
        }
        // Its page can still be read; nobody new saves it.
        assert!(service.offered(&rin, &target).await.unwrap().body.is_some());
        assert_eq!(service.save(&rin, &target).await.unwrap_err(), KondateError::NotFound("recipe"));
        let again = service.publish(mei, "めい", &target, Offer::FREE).await.unwrap();
        assert_eq!(again.created_at, card.created_at);
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn a_set_is_published_with_dishes_of_its_creator_alone() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let rin = another(&w, "rin").await;
        let curry = w.recipe("カレー", 2, &["玉ねぎ 1個"]).await;
        let theirs = service.add_recipe(&rin, &recipe_input("りんのサラダ", 2, &["レタス 1個"]), None).await.unwrap().recipe_id;
        service.publish(&rin, "りん", &recipe(&theirs), Offer::FREE).await.unwrap();
        service.save(mei, &recipe(&theirs)).await.unwrap();
        let starter = RecipeId::new("nikujaga").unwrap();
        let mixed = w.set("まぜて", &[curry.clone(), theirs.clone()]).await;
        let refused = service.publish(mei, "めい", &Target::Set(mixed), Offer::FREE).await.unwrap_err();
        assert_eq!(refused.code(), "kondate.set_of_others");
        let set = w.set("今週", &[curry.clone(), starter]).await;
        let target = Target::Set(set.clone());
        service.publish(mei, "めい", &target, Offer::FREE).await.unwrap();
        // Once it is for everybody, what others wrote cannot come into it.
        let with_theirs = SetInput { recipe_ids: Some(vec![curry.clone(), theirs]), ..SetInput::default() };
        assert_eq!(service.edit_set(mei, &set, &with_theirs, None).await.unwrap_err().code(), "kondate.set_of_others");
        service.edit_set(mei, &set, &SetInput { title: Some("来週".to_owned()), ..SetInput::default() }, None).await.unwrap();
        let newest = question(EntityType::Set, Sorted::Newest);
        assert_eq!(titles(service, &rin, &newest).await, ["来週"]);
        let Offered { dishes, .. } = service.offered(&rin, &target).await.unwrap();
        assert_eq!(dishes.iter().map(|dish| dish.title.as_str()).collect::<Vec<_>>(), ["カレー", "肉じゃが"]);
        // Whoever may read it cooks it: the list has what its creator wrote, and the recipe opens although nobody saved it.
        assert_eq!(service.recipe(&rin, &curry).await.unwrap_err(), KondateError::NotFound("recipe"));
        service.apply(&rin, &set, Slot::Current).await.unwrap();
        let list = service.list(&rin, None).await.unwrap();
        assert!(list.lines.iter().any(|line| line.name == "玉ねぎ"), "{:?}", list.lines);
        assert_eq!(service.recipe(&rin, &curry).await.unwrap().title, "カレー");
        // What was put in its place comes back with it.
        let starters = SetId::new(official::sets(chabudai_food::Language::Ja)[0].set_id.as_str()).unwrap();
        w.wait(20);
        let change = service.replace(&rin, &starters, Slot::Current, None).await.unwrap();
        service.put_back(&rin, &change.before).await.unwrap();
        let back = service.plan(&rin.kitchen).await.unwrap().0.unwrap();
        assert_eq!(back.items.iter().map(|dish| dish.title.as_str()).collect::<Vec<_>>(), ["カレー", "肉じゃが"]);
        w.costs(&SAVE, 0, service.save(&rin, &target)).await.unwrap();
        let (saved, dishes) = service.set_with_dishes(&rin, &set).await.unwrap();
        assert_eq!((saved.title.as_str(), dishes.len()), ("来週", 2));
        assert_eq!(service.edit_set(&rin, &set, &SetInput::default(), None).await.unwrap_err(), KondateError::NotFound("set"));
        let sets = w.costs(&SAVED_SETS, 1, service.saved_sets(&rin)).await.unwrap();
        assert_eq!(sets.len(), 1);
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn what_is_saved_stands_in_the_book_by_its_time() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let rin = another(&w, "rin").await;
        let mut theirs = Vec::new();
        for title in ["りん一", "りん二", "りん三"] {
            w.wait(2);
            let id = service.add_recipe(&rin, &recipe_input(title, 2, &["卵 1個"]), None).await.unwrap().recipe_id;
            service.publish(&rin, "りん", &recipe(&id), Offer::FREE).await.unwrap();
            theirs.push(id);
        }
        for (own, saved) in [("めい一", 2), ("めい二", 0), ("めい三", 1)] {
            w.wait(2);
            w.recipe(own, 2, &["卵 1個"]).await;
            w.wait(2);
            service.save(mei, &recipe(&theirs[saved])).await.unwrap();
            service.save(mei, &recipe(&theirs[saved])).await.unwrap();
        }
        let all = ["りん二", "めい三", "りん一", "めい二", "りん三", "めい一"];
        for (order, expected) in [
            (chabudai_app_kondate::model::Order::Newest, all.to_vec()),
            (chabudai_app_kondate::model::Order::Oldest, all.iter().rev().copied().collect()),
        ] {
            for size in [1, 2, 4, 6] {
                let sought = Sought::new(None, None).ordered(order);
                let (mut begins, mut found) = (Begins::Start, Vec::new());
                while found.len() < all.len() {
                    let page = service.find_recipes(mei, &sought, begins, size).await.unwrap();
                    found.extend(page.items.into_iter().map(|recipe| recipe.title));
                    // The place survives the way to the client and back.
                    let cursor = service.book_cursor(mei, "recipes", &sought, page.next.as_ref().expect("the starters follow")).unwrap();
                    begins = service.book_place(mei, "recipes", &sought, &cursor, |id| RecipeId::new(id)).unwrap();
                }
                assert_eq!(found[..all.len()], expected, "{size} at a time on {}", w.name);
            }
        }
        let sought = Sought::new(Some("りん"), None);
        let page = service.find_recipes(mei, &sought, Begins::Start, 50).await.unwrap();
        assert_eq!(page.items.iter().map(|recipe| recipe.title.as_str()).collect::<Vec<_>>(), ["りん二", "りん一", "りん三"]);
        let saved = w.costs(&SAVED_RECIPES, 1, service.saved_recipes(mei)).await.unwrap();
        assert_eq!(saved.len(), 3);
        // It is cooked, put into sets and swapped in like one's own, and it is not one's own.
        let own = w.costs(&BOOKED, 0, async { service.recipe(mei, &theirs[0]).await }).await.unwrap();
        assert_eq!((own.title.as_str(), own.ingredients.len()), ("りん一", 1));
        assert_eq!(
            service.edit_recipe(mei, &theirs[0], &RecipeInput::default(), None).await.unwrap_err(),
            KondateError::NotFound("recipe")
        );
        let set = w.set("りんから", &theirs).await;
        let plan = service.apply(mei, &set, Slot::Current).await.unwrap();
        assert_eq!(plan.items.len(), 3);
        service.unsave(mei, &recipe(&theirs[1])).await.unwrap();
        service.unsave(mei, &recipe(&theirs[1])).await.unwrap();
        assert_eq!(service.saved_recipes(mei).await.unwrap().len(), 2);
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn the_popular_follow_the_records_and_books_lose_what_is_gone() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let (curry, stew) = (w.recipe("カレー", 2, &["玉ねぎ 1個"]).await, w.recipe("シチュー", 2, &["牛乳 1本"]).await);
        let mut created = Vec::new();
        for id in [&curry, &stew] {
            created.push(service.publish(mei, "めい", &recipe(id), Offer::FREE).await.unwrap().created_at);
        }
        let popular = question(EntityType::Recipe, Sorted::Popular);
        for name in ["rin", "sora"] {
            let who = another(&w, name).await;
            service.save(&who, &recipe(&curry)).await.unwrap();
        }
        let rin = another(&w, "rin").await;
        w.costs(&RERANK, 0, service.follow_record(&recipe(&curry), created[0])).await.unwrap();
        service.follow_record(&recipe(&curry), created[0]).await.unwrap();
        assert_eq!(w.costs(&CATALOG_POPULAR, 0, titles(service, &rin, &popular)).await, ["カレー", "シチュー"]);
        // The same among one creator's alone, page by page.
        let of_mei = question(EntityType::Recipe, Sorted::PopularOfCreator(mei.person.clone()));
        assert_eq!(w.costs(&OF_CREATOR, 0, titles(service, &rin, &of_mei)).await, ["カレー", "シチュー"]);
        let first = service.catalog(&rin, &of_mei, 1, None).await.unwrap();
        let second = service.catalog(&rin, &of_mei, 1, first.next.as_deref()).await.unwrap();
        assert_eq!((first.items[0].card.title.as_str(), second.items[0].card.title.as_str(), second.next), ("カレー", "シチュー", None));
        assert!(titles(service, &rin, &question(EntityType::Recipe, Sorted::PopularOfCreator(rin.person.clone()))).await.is_empty());
        service.save(&rin, &recipe(&stew)).await.unwrap();
        service.unsave(&rin, &recipe(&curry)).await.unwrap();
        w.costs(&ALL_RECORDS, 4, service.follow_all_records()).await.unwrap_or_else(|error| panic!("{error}"));
        let counts: Vec<u64> =
            service.catalog(&rin, &popular, 5, None).await.unwrap().items.iter().map(|shown| shown.card.saved_count.get()).collect();
        assert_eq!(counts, [1, 1]);
        // What its creator deletes leaves the lists at once and the books soon; what was saved of it is counted no more.
        service.delete_recipe(mei, &stew).await.unwrap();
        assert_eq!(titles(service, &rin, &popular).await, ["カレー"]);
        assert!(service.saved_recipes(&rin).await.unwrap().is_empty());
        w.costs(&FORGET_SAVED, 1, service.follow_record(&recipe(&stew), created[1])).await.unwrap();
        assert!(!w.keys_of(&rin.kitchen).await.iter().any(|key| key.starts_with("SAVED#")));
        // It comes back as what it was written down as, and is published as something new.
        service.restore_recipe(mei, &stew).await.unwrap();
        assert_eq!(service.offered(&rin, &recipe(&stew)).await.unwrap_err(), KondateError::NotFound("recipe"));
        w.wait(5);
        assert_ne!(service.publish(mei, "めい", &recipe(&stew), Offer::FREE).await.unwrap().created_at, created[1]);
        w.is_in_order().await;
    })
    .await;
}

/// Their kitchen stays with those who live there, and what they offer from it stays theirs to stop.
#[tokio::test]
async fn whoever_moves_out_can_still_stop_what_they_offer() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let curry = recipe(&w.recipe("カレー", 2, &["玉ねぎ 1個"]).await);
        service.publish(mei, "めい", &curry, Offer::FREE).await.unwrap();
        let link = service.invite(&mei.kitchen, &mei.person, "めい").await.unwrap();
        let sora = cook("sora", service.accept(&link.secret, &person("sora"), "そら").await.unwrap());
        w.wait(1);
        service.leave(&mei.kitchen, &mei.person, &mei.person).await.unwrap();
        let moved = another(&w, "mei").await;
        assert_ne!(moved.kitchen, mei.kitchen);
        assert_eq!(service.stop(&sora, &curry).await.unwrap_err(), KondateReason::OwnKitchen.into(), "it is not what they offer");
        assert!(shown(service, &sora, &curry).await.card.is_listed());
        assert!(!service.stop(&moved, &curry).await.unwrap().is_listed());
        assert!(titles(service, &sora, &question(EntityType::Recipe, Sorted::Newest)).await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn what_would_use_the_fridge_comes_first() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let rin = another(&w, "rin").await;
        for (title, line) in [("卵焼き", "卵 2個"), ("冷奴", "豆腐 1丁"), ("サラダ", "レタス 1個")] {
            w.wait(2);
            let id = service.add_recipe(&rin, &recipe_input(title, 2, &[line]), None).await.unwrap().recipe_id;
            service.publish(&rin, "りん", &recipe(&id), Offer::FREE).await.unwrap();
        }
        w.stock("豆腐", "1", "丁").await;
        let recommended = question(EntityType::Recipe, Sorted::Recommended);
        let first = w.costs(&RECOMMENDED, 0, service.catalog(mei, &recommended, 2, None)).await.unwrap();
        assert_eq!(first.items.iter().map(|one| one.card.title.as_str()).collect::<Vec<_>>(), ["冷奴", "サラダ"]);
        assert_eq!(first.items[0].usable, Some((1, 1)));
        let next = service.catalog(mei, &recommended, 2, first.next.as_deref()).await.unwrap();
        assert_eq!((next.items[0].card.title.as_str(), next.next), ("卵焼き", None));
        // Somebody else's fridge is another question.
        assert_eq!(service.catalog(&rin, &recommended, 2, first.next.as_deref()).await.unwrap_err(), KondateError::Cursor);
    })
    .await;
}

/// Sixty-four kitchens through two servers, each saying it twice: each is counted once, and each that takes it back is not.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_who_save_at_once_each_is_counted_once() {
    on_both(async |w: World| {
        let curry = w.recipe("カレー", 2, &["玉ねぎ 1個"]).await;
        let target = recipe(&curry);
        w.service.publish(&w.mei, "めい", &target, Offer::FREE).await.unwrap();
        let mut cooks = Vec::new();
        for number in 0..AT_ONCE {
            cooks.push(another(&w, &format!("n{number}")).await);
        }
        let servers = w.two();
        // Each kitchen says it through both servers.
        let outcomes = at_once(&servers, |service, nth| {
            let (one, other, target) = (cooks[nth].clone(), cooks[(nth + 1) % AT_ONCE].clone(), target.clone());
            async move {
                for who in [one, other] {
                    while let Err(error) = service.save(&who, &target).await {
                        assert_eq!(error, KondateError::Busy);
                    }
                }
                true
            }
        })
        .await;
        assert!(outcomes.into_iter().all(|saved| saved));
        let count = async || shown(&w.service, &w.mei, &target).await.card.saved_count.get();
        assert_eq!(count().await, AT_ONCE as u64, "on {}", w.name);
        at_once(&servers, |service, nth| {
            let (who, target) = (cooks[nth / 2].clone(), target.clone());
            async move { while service.unsave(&who, &target).await == Err(KondateError::Busy) {} }
        })
        .await;
        assert_eq!(count().await, AT_ONCE as u64 / 2, "on {}", w.name);
        w.is_in_order().await;
    })
    .await;
}

/// Two servers publish the same at once: one makes the record.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_who_publish_the_same_one_makes_the_record() {
    on_both(async |w: World| {
        let curry = w.recipe("カレー", 2, &["玉ねぎ 1個"]).await;
        let servers = w.two();
        let outcomes = at_once(&servers, |service, _| {
            let (mei, target) = (w.mei.clone(), recipe(&curry));
            async move { service.publish(&mei, "めい", &target, Offer::FREE).await }
        })
        .await;
        assert!(outcomes.iter().any(Result::is_ok));
        assert!(outcomes.iter().all(|one| one.is_ok() || *one == Err(KondateError::Busy)), "{outcomes:?}");
        let keys: Vec<String> =
            w.items().await.iter().filter_map(|item| Some(format!("{} {}", item["PK"].as_str()?, item["SK"].as_str()?))).collect();
        let of = |prefix: &str| keys.iter().filter(|key| key.starts_with(prefix)).count();
        assert_eq!((of("CATALOG#RECIPE "), of("CREATOR#")), (1, 1), "on {}", w.name);
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn a_kitchen_saves_so_much_and_a_starter_has_a_record_from_the_first() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let starter = Target::Recipe(RecipeId::new("nikujaga").unwrap());
        assert_eq!(shown(service, mei, &starter).await.card.saved_count.get(), 0);
        service.save(mei, &starter).await.unwrap();
        service.save(&another(&w, "rin").await, &starter).await.unwrap();
        assert_eq!(shown(service, mei, &starter).await.card.saved_count.get(), 2);
        // It is in the book once.
        let found = service.find_recipes(mei, &Sought::new(Some("肉じゃが"), None), Begins::Start, 50).await.unwrap();
        assert_eq!(found.items.iter().filter(|recipe| recipe.recipe_id.as_str() == "nikujaga").count(), 1);
        let full = Update::of::<Kitchen>(Kitchen::key(mei.kitchen.clone())).set(Bounded::Saved.name(), Bounded::Saved.most());
        w.meddle(full).await;
        let other = Target::Set(official::sets(chabudai_food::Language::Ja)[0].set_id.clone());
        assert_eq!(service.save(mei, &other).await.unwrap_err(), KondateReason::Full.into());
        assert_eq!(service.publish(mei, "めい", &starter, Offer::FREE).await.unwrap_err(), KondateReason::NotYours.into());
    })
    .await;
}

/// Where things are sold, what costs something is locked until it is bought, and only who may sell it does.
#[tokio::test]
async fn what_costs_something_stays_locked() {
    on_both(async |w: World| {
        let service = w.service.clone().selling(true);
        let (mei, rin) = (&w.mei, another(&w, "rin").await);
        let curry = w.recipe("カレー", 2, &["玉ねぎ 1個"]).await;
        let set = w.set("今週", std::slice::from_ref(&curry)).await;
        let (target, hand) = (recipe(&curry), Target::Set(set.clone()));
        let profile = |role: &str| Update::of::<Profile>(Profile::key(mei.person.clone())).set("role", role).set("payoutsEnabled", true);
        let paid = Offer::at(300);
        assert_eq!(service.publish(mei, "めい", &target, Offer::FREE).await.unwrap_err(), KondateReason::NotCreator.into());
        w.meddle(Update::of::<Profile>(Profile::key(mei.person.clone())).set("role", "creator")).await;
        assert_eq!(service.publish(mei, "めい", &target, paid).await.unwrap_err(), KondateReason::NotSeller.into());
        assert_eq!(service.publish(mei, "めい", &hand, paid).await.unwrap_err(), KondateReason::NoPayouts.into());
        w.meddle(profile("creator_plus")).await;
        for (offer, code) in [
            (Offer::at(99), "kondate.offer_price"),
            (Offer::at(10_001), "kondate.offer_price"),
            (Offer { visibility: Visibility::Free, price: Some(300) }, "kondate.offer_price"),
            (Offer { visibility: Visibility::Paid, price: None }, "kondate.offer_price"),
            (Offer { visibility: Visibility::MemberOnly, price: None }, "kondate.member_only"),
        ] {
            assert_eq!(service.publish(mei, "めい", &target, offer).await.unwrap_err().code(), code, "{offer:?}");
        }
        for target in [&target, &hand] {
            service.publish(mei, "めい", target, paid).await.unwrap();
            let offered = service.offered(&rin, target).await.unwrap();
            assert!(offered.shown.is_locked && offered.body.is_none() && offered.dishes.is_empty());
            assert!(service.offered(mei, target).await.unwrap().body.is_some());
            assert_eq!(service.save(&rin, target).await.unwrap_err(), KondateReason::Locked.into());
            // Where nothing is sold, nothing is locked.
            assert!(w.service.offered(&rin, target).await.unwrap().body.is_some());
        }
        assert_eq!(w.service.publish(mei, "めい", &target, paid).await.unwrap_err(), KondateReason::NothingSold.into());
        assert_eq!(service.apply(&rin, &set, Slot::Current).await.unwrap_err(), KondateReason::Locked.into());
        let purchase_id = PurchaseId::new("01JD0000000000000000000000").unwrap();
        for state in [PaymentState::Pending, PaymentState::Refunded, PaymentState::Succeeded] {
            let guard = |target: &Target| Guard {
                person: rin.person.clone(),
                target: target.clone(),
                purchase_id: purchase_id.clone(),
                state,
                creator_id: mei.person.clone(),
                created_at: purchase_id.begun_at().unwrap(),
            };
            w.meddle(Put::of(&PurchasedRecipe::new(&guard(&target), &curry))).await;
            w.meddle(Put::of(&PurchasedSet::new(&guard(&hand), &set))).await;
            assert_eq!(service.offered(&rin, &target).await.unwrap().body.is_some(), state == PaymentState::Succeeded);
        }
        service.save(&rin, &target).await.unwrap();
        service.save(&rin, &hand).await.unwrap();
        service.apply(&rin, &set, Slot::Current).await.unwrap();
        assert_eq!(service.recipe(&rin, &curry).await.unwrap().title, "カレー");
        let listed =
            w.costs(&HAVE_BOUGHT, 0, service.catalog(&rin, &question(EntityType::Recipe, Sorted::Newest), 20, None)).await.unwrap();
        assert!(listed.items[0].is_bought && listed.items[0].is_saved);
        // What somebody has bought is stopped, and not deleted.
        let created_at = shown(&service, mei, &target).await.card.created_at;
        w.meddle(Update::of::<RecipeCard>(RecipeCard::key(created_at, curry.clone())).set("soldCount", 1)).await;
        assert_eq!(service.delete_recipe(mei, &curry).await.unwrap_err(), KondateReason::Sold.into());
        service.stop(mei, &target).await.unwrap();
        assert!(service.offered(&rin, &target).await.unwrap().body.is_some());
        // A role that was paid for by the month ends with it.
        w.meddle(Update::of::<Profile>(Profile::key(mei.person.clone())).set("paidUntil", w.now() - 1)).await;
        assert_eq!(service.publish(mei, "めい", &target, paid).await.unwrap_err(), KondateReason::NotCreator.into());
    })
    .await;
}

#[tokio::test]
async fn a_wrong_count_is_found_and_mended() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let curry = w.recipe("カレー", 2, &["玉ねぎ 1個"]).await;
        let card = service.publish(mei, "めい", &recipe(&curry), Offer::FREE).await.unwrap();
        service.save(&another(&w, "rin").await, &recipe(&curry)).await.unwrap();
        service.follow_record(&recipe(&curry), card.created_at).await.unwrap();
        let findings = async || {
            let found = std::cell::RefCell::new(Vec::new());
            check(w.db(), async |finding| {
                found.borrow_mut().push(finding);
                Ok(())
            })
            .await
            .unwrap();
            found.into_inner()
        };
        assert!(findings().await.is_empty());
        // The first save of a starter makes its record and the copy at once: whoever follows may be stopped before it hears of it.
        let starter = official::sets(chabudai_food::Language::Ja)[0].set_id.clone();
        for target in [Target::Set(starter), recipe(&RecipeId::new("nikujaga").unwrap())] {
            service.save(mei, &target).await.unwrap();
            assert!(findings().await.is_empty());
            service.unsave(mei, &target).await.unwrap();
            assert!(findings().await.is_empty());
        }
        w.meddle(Update::of::<RecipeCard>(RecipeCard::key(card.created_at, curry.clone())).set("savedCount", 7)).await;
        let found = findings().await;
        assert!(matches!(&found[..], [Finding::Record { is: 1, .. }]), "{found:?}");
        assert!(mend(w.db(), &found[0]).await.unwrap());
        assert!(findings().await.is_empty());
        assert_eq!(shown(service, mei, &recipe(&curry)).await.card.saved_count.get(), 1);
    })
    .await;
}

/// Everything that is asked of the catalog, of recipes and of sets.
#[tokio::test]
async fn every_pattern_takes_its_steps() {
    on_both(async |w: World| {
        let service = w.service.clone().selling(true);
        let (mei, rin) = (&w.mei, another(&w, "rin").await);
        w.meddle(Update::of::<Profile>(Profile::key(mei.person.clone())).set("role", "creator")).await;
        let curry = w.recipe("カレー", 2, &["玉ねぎ 1個"]).await;
        let set = w.set("今週", std::slice::from_ref(&curry)).await;
        let mut created = Vec::new();
        for target in [Target::Recipe(curry.clone()), Target::Set(set.clone())] {
            let kind = target.kind();
            let card = service.publish(mei, "めい", &target, Offer::FREE).await.unwrap();
            service.stop(mei, &target).await.unwrap();
            service.publish(mei, "めい", &target, Offer::FREE).await.unwrap();
            service.save(&rin, &target).await.unwrap();
            for sorted in [Sorted::Newest, Sorted::Popular, Sorted::Recommended, Sorted::OfCreator(mei.person.clone())] {
                let page = service.catalog(&rin, &question(kind, sorted.clone()), 20, None).await.unwrap();
                assert_eq!(page.items.len(), 1, "{sorted:?}");
            }
            service.offered(&rin, &target).await.unwrap();
            service.follow_record(&target, card.created_at).await.unwrap();
            created.push((target, card.created_at));
        }
        service.recipe(&rin, &curry).await.unwrap();
        let starter = Target::Set(official::sets(chabudai_food::Language::Ja)[0].set_id.clone());
        for target in [&starter, &Target::Recipe(RecipeId::new("nikujaga").unwrap())] {
            service.save(&rin, target).await.unwrap();
        }
        assert_eq!((service.saved_recipes(&rin).await.unwrap().len(), service.saved_sets(&rin).await.unwrap().len()), (2, 2));
        service.follow_all_records().await.unwrap();
        // Counted wrongly, and mended.
        w.meddle(Update::of::<RecipeCard>(RecipeCard::key(created[0].1, curry.clone())).set("savedCount", 9)).await;
        w.meddle(Update::of::<SetCard>(SetCard::key(created[1].1, set.clone())).set("savedCount", 9)).await;
        let found = std::cell::RefCell::new(Vec::new());
        check(w.db(), async |finding| {
            found.borrow_mut().push(finding);
            Ok(())
        })
        .await
        .unwrap();
        for finding in found.into_inner() {
            assert!(mend(w.db(), &finding).await.unwrap(), "{finding}");
        }
        for target in [&starter, &created[0].0, &created[1].0] {
            service.unsave(&rin, target).await.unwrap();
        }
        for (target, created_at) in &created {
            service.save(&rin, target).await.unwrap();
            match target {
                Target::Recipe(id) => service.delete_recipe(mei, id).await.unwrap(),
                Target::Set(id) => service.delete_set(mei, id).await.unwrap(),
            }
            service.follow_record(target, *created_at).await.unwrap();
        }
        for pattern in ["AP-213", "AP-306", "AP-906", "AP-1001", "AP-1002", "AP-1003", "AP-1004", "AP-1005", "AP-1006"] {
            w.took_every_step(pattern);
        }
        for pattern in ["AP-1007", "AP-1008", "AP-1009", "AP-1010", "AP-1011"] {
            w.took_every_step(pattern);
        }
        w.is_in_order().await;
    })
    .await;
}
