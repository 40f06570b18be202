//! A kitchen that nobody wants any more: for a day it comes back, then everything of it goes.

use std::time::Duration;

use chabudai_app_kondate::design::{DELETE_KITCHEN, DELETED_KITCHENS, DUE_KITCHENS, RESTORE_KITCHEN};
use chabudai_app_kondate::error::{KondateError, KondateReason};
use chabudai_app_kondate::model::{KitchenId, MOST_KITCHENS};

use crate::world::{World, on_both, person};

const NOT_THERE: KondateError = KondateError::NotFound("kitchen");
const A_DAY: Duration = Duration::from_hours(24);

#[tokio::test]
async fn a_deleted_kitchen_comes_back_for_a_day() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        w.recipe("カレー", 4, &["玉ねぎ 2個"]).await;
        let link = service.invite(&mei.kitchen, &mei.person, "めい").await.unwrap().secret;
        let here = service.enter(&mei.person, "めい", None).await.unwrap();
        w.costs(&DELETE_KITCHEN, 0, service.delete_kitchen(&here)).await.unwrap();
        w.took_every_step("AP-114");
        w.is_in_order().await;
        // It is not among theirs, no link leads into it, and whoever is in none is given another one.
        assert_eq!(service.enter(&mei.person, "めい", Some(&mei.kitchen)).await, Err(NOT_THERE));
        assert_eq!(service.switch(&mei.person, &mei.kitchen).await, Err(NOT_THERE));
        assert_eq!(service.accept(&link, &person("taro"), "太郎").await, Err(KondateError::NotFound("invitation")));
        assert_eq!(service.delete_kitchen(&here).await, Err(NOT_THERE), "twice is once");
        let another = service.enter(&mei.person, "めい", None).await.unwrap();
        assert_ne!(another.kitchen_id, mei.kitchen);
        let deleted = w.costs(&DELETED_KITCHENS, 0, service.deleted_kitchens(&mei.person)).await.unwrap();
        w.took_every_step("AP-117");
        assert_eq!(deleted.iter().map(|one| &one.kitchen_id).collect::<Vec<_>>(), [&mei.kitchen]);
        // Nobody else brings it back, and a job that comes too early leaves it alone.
        assert_eq!(service.restore_kitchen(&person("taro"), &mei.kitchen).await, Err(NOT_THERE));
        w.clock.advance(Duration::from_secs(24 * 60 * 60 - 2));
        assert_eq!(service.remove_due_kitchens().await, Ok((0, 0)));
        w.costs(&RESTORE_KITCHEN, 0, service.restore_kitchen(&mei.person, &mei.kitchen)).await.unwrap();
        w.took_every_step("AP-115");
        assert_eq!(service.enter(&mei.person, "めい", None).await.unwrap().kitchen_id, mei.kitchen, "they are there again");
        assert_eq!(w.list().await.lines.len(), 0);
        assert_eq!(service.restore_kitchen(&mei.person, &mei.kitchen).await, Err(NOT_THERE));
        w.is_in_order().await;
        w.clock.advance(A_DAY);
        assert_eq!(service.remove_due_kitchens().await, Ok((0, 0)), "it is wanted after all");
    })
    .await;
}

#[tokio::test]
async fn its_day_is_over_and_everything_goes() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        for nth in 0..3 {
            w.recipe(&format!("料理{nth}"), 2, &["卵 1個"]).await;
        }
        w.stock("卵", "6", "個").await;
        let here = service.enter(&mei.person, "めい", None).await.unwrap();
        service.delete_kitchen(&here).await.unwrap();
        w.clock.advance(A_DAY + Duration::from_secs(1));
        assert_eq!(w.costs(&DUE_KITCHENS, 1, service.remove_due_kitchens()).await, Ok((1, 0)));
        w.took_every_step("AP-116");
        w.took_every_step("AP-1307");
        assert_eq!(service.restore_kitchen(&mei.person, &mei.kitchen).await, Err(NOT_THERE));
        assert_eq!(service.remove_due_kitchens().await, Ok((0, 0)));
        let left = w.keys_of(&mei.kitchen).await;
        assert_eq!(left, ["PROFILE#"], "what is theirs stays, and nothing else");
        // Their own id is free again.
        assert_eq!(service.enter(&mei.person, "めい", None).await.unwrap().kitchen_id, KitchenId::first_of(&mei.person));
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn whoever_shares_it_does_not_delete_it() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let link = service.invite(&mei.kitchen, &mei.person, "めい").await.unwrap().secret;
        service.accept(&link, &person("taro"), "太郎").await.unwrap();
        for (who, name) in [(mei.person.clone(), "めい"), (person("taro"), "太郎")] {
            let here = service.enter(&who, name, Some(&mei.kitchen)).await.unwrap();
            assert_eq!(service.delete_kitchen(&here).await, Err(KondateReason::NotAlone.into()));
        }
        w.is_in_order().await;
    })
    .await;
}

/// Ten kitchens lock nobody in, and what comes back is held to the same number.
#[tokio::test]
async fn one_goes_and_another_has_room() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        for nth in 1..MOST_KITCHENS {
            service.add_kitchen(&mei.person, "めい", &format!("台所{nth}"), None).await.unwrap();
        }
        let full = service.add_kitchen(&mei.person, "めい", "もう一つ", None).await;
        assert_eq!(full.unwrap_err(), KondateReason::TooManyKitchens.into());
        let here = service.enter(&mei.person, "めい", Some(&mei.kitchen)).await.unwrap();
        service.delete_kitchen(&here).await.unwrap();
        service.add_kitchen(&mei.person, "めい", "もう一つ", None).await.unwrap();
        assert_eq!(service.restore_kitchen(&mei.person, &mei.kitchen).await, Err(KondateReason::TooManyKitchens.into()));
        w.is_in_order().await;
        // Whoever leaves the house takes along what they had deleted.
        service.forget(&mei.person).await.unwrap();
        assert!(w.keys_of(&mei.kitchen).await.is_empty());
        w.clock.advance(A_DAY * 2);
        assert_eq!(service.remove_due_kitchens().await, Ok((0, 0)));
    })
    .await;
}

/// Two who remove and bring back at once: it is there as a whole, or gone as a whole.
#[tokio::test]
async fn removed_or_back_and_nothing_between() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        for nth in 0..6 {
            w.recipe(&format!("料理{nth}"), 2, &["卵 1個"]).await;
        }
        let here = service.enter(&mei.person, "めい", None).await.unwrap();
        service.delete_kitchen(&here).await.unwrap();
        w.clock.advance(A_DAY + Duration::from_secs(1));
        let [one, other] = w.two();
        let (back, removed) = tokio::join!(other.restore_kitchen(&mei.person, &mei.kitchen), one.remove_due_kitchens());
        let removed = removed.unwrap().0;
        assert_eq!(u64::from(back.is_ok()) + removed, 1, "{back:?}, {removed} removed on {}", w.name);
        let recipes = w.keys_of(&mei.kitchen).await.iter().filter(|key| key.starts_with("RECIPE#")).count();
        assert_eq!(recipes, if back.is_ok() { 6 } else { 0 });
        w.is_in_order().await;
    })
    .await;
}
