//! Everything of somebody, given to them; and nothing of it, when they leave the house.

use chabudai_app_kondate::design::{EXPORT_KITCHEN, FORGET_PERSON, REMOVE_KITCHEN};
use chabudai_app_kondate::model::{MemberRole, NoticeKind, Platform, Slot};
use chabudai_app_kondate::service::{CategoryChange, LineInput, NoticeChange, Offer, OwnFoodInput, StapleInput, Target};
use chabudai_food::Aisle;
use chabudai_kernel::once::Once;
use chabudai_kernel::part::Word;

use crate::world::{World, cook, on_both, person};

/// A kitchen with something of every kind in it.
async fn furnished(w: &World) {
    let (mei, service) = (&w.mei, &w.service);
    let curry = w.recipe("カレー", 2, &["玉ねぎ 1個"]).await;
    let set = w.set("今週", &[curry]).await;
    let plan = service.apply(mei, &set, Slot::Current).await.unwrap();
    w.stock("玉ねぎ", "3", "個").await;
    let gone = w.stock("牛乳", "1", "本").await;
    service.delete_batch(mei, &gone.item_id).await.unwrap();
    service.cook(mei, &plan.items[0].id).await.unwrap();
    let once = Once::of_client(&Word::new("key").unwrap(), "request".to_owned());
    service.add_line(mei, &LineInput { name: "卵".to_owned(), ..LineInput::default() }, Some(&once)).await.unwrap();
    let hidden = CategoryChange { is_hidden: Some(true), ..CategoryChange::default() };
    service.change_category(mei, chabudai_app_kondate::model::Scope::Book, &"sweets".parse().unwrap(), &hidden).await.unwrap();
    service.set_staple(mei, &StapleInput { name: "米".to_owned(), ..StapleInput::default() }).await.unwrap();
    service.set_own_food(mei, &OwnFoodInput { name: "謎の実".to_owned(), ..OwnFoodInput::default() }).await.unwrap();
    service.set_way(mei, &Word::new("駅前").unwrap(), &[Aisle::Dairy]).await.unwrap();
    service.change_notices(&mei.person, NoticeChange { push_enabled: Some(true), ..NoticeChange::default() }).await.unwrap();
    service.tell(&mei.person, NoticeKind::Bought, Some("カレー".to_owned()), None).await.unwrap();
    service.reach_device(&mei.person, &Word::new("phone").unwrap(), Platform::Web).await.unwrap();
}

#[tokio::test]
async fn whoever_is_alone_takes_everything_along() {
    on_both(async |w: World| {
        furnished(&w).await;
        let given = w.costs(&EXPORT_KITCHEN, 14, w.service.export_of(&w.mei.person)).await.unwrap();
        w.took_every_step("AP-1303");
        let kitchen = &given["kitchens"][0];
        assert_eq!((&kitchen["role"], &given["notifications"]["pushEnabled"]), (&"owner".into(), &true.into()), "{given}");
        for kind in [
            "recipes",
            "sets",
            "plans",
            "shoppingList",
            "fridge",
            "deletedFromFridge",
            "cooked",
            "categories",
            "staples",
            "foods",
            "aisles",
        ] {
            assert!(kitchen[kind].as_array().is_some_and(|items| !items.is_empty()), "{kind} of {given}");
        }
        assert_eq!(kitchen["recipes"][0]["title"], "カレー");
        assert_eq!((&given["notifications"]["told"][0]["about"], &given["notifications"]["devices"]), (&"カレー".into(), &1.into()));
        for key in ["\"PK\"", "\"SK\"", "GSI1", "INVITE"] {
            assert!(!given.to_string().contains(key), "{key} in {given}");
        }
        // A link that is under way opens nothing once its kitchen is gone.
        let secret = w.service.invite(&w.mei.kitchen, &w.mei.person, "めい").await.unwrap().secret;
        w.service.forget(&w.mei.person).await.unwrap();
        w.took_every_step("AP-1304");
        w.took_every_step("AP-1305");
        assert!(w.service.accept(&secret, &person("sora"), "そら").await.is_err(), "on {}", w.name);
        let left: Vec<_> = w.items().await.into_iter().filter(|item| !item["PK"].as_str().unwrap().starts_with("INVITE#")).collect();
        assert!(left.is_empty(), "{left:?} on {}", w.name);
        // It may be told again of somebody who is gone, or whom it never knew.
        w.service.forget(&w.mei.person).await.unwrap();
        w.service.forget(&person("nobody")).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn a_kitchen_that_others_are_in_is_theirs() {
    on_both(async |w: World| {
        furnished(&w).await;
        let secret = w.service.invite(&w.mei.kitchen, &w.mei.person, "めい").await.unwrap().secret;
        w.service.accept(&secret, &person("sora"), "そら").await.unwrap();
        let before = w.service.list(&cook("sora", w.mei.kitchen.clone()), None).await.unwrap();
        w.service.forget(&w.mei.person).await.unwrap();
        let (kitchen, members) = w.service.who_is_here(&w.mei.kitchen).await.unwrap();
        assert_eq!((kitchen.owner_id, members.len(), members[0].role), (person("sora"), 1, MemberRole::Owner), "on {}", w.name);
        assert_eq!(w.service.list(&cook("sora", w.mei.kitchen.clone()), None).await.unwrap(), before);
        // Nothing names who has left: not their profile, not what they wanted to be told, not their row.
        for item in w.items().await {
            let (hash, sort) = (item["PK"].as_str().unwrap(), item["SK"].as_str().unwrap());
            let is_theirs = hash == "USER#user_mei"
                && ["PROFILE#", "NOTIFICATION", "PUSH_TOKEN#", "KITCHEN#"].iter().any(|kind| sort.starts_with(kind));
            assert!(!hash.starts_with("PUSH_TOKEN#"), "{item} on {}", w.name);
            assert!(!is_theirs && sort != "MEMBER#user_mei", "{item} on {}", w.name);
        }
        w.is_in_order().await;
        assert_eq!(
            w.db().meters().of(&FORGET_PERSON).read().calls + w.db().meters().of(&REMOVE_KITCHEN).read().calls,
            1,
            "nothing of the kitchen was removed"
        );
    })
    .await;
}

/// Somebody who comes into a kitchen while they are being forgotten: they are counted there, so the next round finds them.
#[tokio::test]
async fn whoever_joins_while_they_leave_is_forgotten_in_the_next_round() {
    on_both(async |w: World| {
        let sora = person("sora");
        let secret = w.service.invite(&w.mei.kitchen, &w.mei.person, "めい").await.unwrap().secret;
        w.service.accept(&secret, &sora, "そら").await.unwrap();
        // As if what they are in had been looked up before they came: the end of a round alone.
        assert!(w.service.forget_profile(&sora).await.is_err(), "on {}", w.name);
        w.service.forget(&sora).await.unwrap();
        // The link that they came by says so until it expires.
        let is_left = |item: &serde_json::Value| item.to_string().contains("sora") && !item["PK"].as_str().unwrap().starts_with("INVITE#");
        assert!(!w.items().await.iter().any(is_left), "on {}", w.name);
        assert_eq!(w.service.who_is_here(&w.mei.kitchen).await.unwrap().1.len(), 1);
    })
    .await;
}

/// What somebody published leaves the catalog with them, and what their kitchen saved is counted no more.
#[tokio::test]
async fn who_leaves_takes_what_they_published_out_of_the_catalog() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let theirs = w.saved_of_another("よその卵焼き").await;
        let curry = w.recipe("カレー", 2, &["玉ねぎ 1個"]).await;
        let set = w.set("今週", std::slice::from_ref(&curry)).await;
        let home = service.enter(&person("rin"), "りん", None).await.unwrap();
        let rin = cook("rin", home.kitchen_id);
        let published = [Target::Recipe(curry), Target::Set(set)];
        for target in &published {
            service.publish(mei, "めい", target, Offer::FREE).await.unwrap();
            service.save(&rin, target).await.unwrap();
        }
        service.forget(&mei.person).await.unwrap();
        w.took_every_step("AP-1308");
        for target in &published {
            assert!(service.offered(&rin, target).await.is_err(), "on {}", w.name);
        }
        let left = service.offered(&rin, &Target::Recipe(theirs)).await.unwrap();
        assert_eq!(left.shown.card.saved_count.get(), 0, "on {}", w.name);
        assert!(w.keys_of(&mei.kitchen).await.is_empty(), "on {}", w.name);
    })
    .await;
}
