//! A kitchen is shared: founding, inviting, coming, leaving, removing, handing over.

use chabudai_app_kondate::design::{
    ACCEPT_INVITE, FOUND_KITCHEN, HAND_OVER, LEAVE_KITCHEN, MY_KITCHENS, READ_INVITE, RENAME_KITCHEN, REVOKE_INVITES, SWITCH_KITCHEN,
    WHO_IS_HERE, WRITE_INVITE,
};
use chabudai_app_kondate::error::{KondateError, KondateReason};
use chabudai_app_kondate::model::{MOST_KITCHENS, MemberRole};

use crate::world::{World, at_once, cook, on_both, person};

const NO_KITCHEN: KondateError = KondateError::NotFound("kitchen");

#[tokio::test]
async fn a_kitchen_is_shared_and_outlives_its_owner() {
    on_both(async |w: World| {
        let service = &w.service;
        let (mei, sora, umi) = (person("mei"), person("sora"), person("umi"));
        let home = w.mei.kitchen.clone();
        assert_eq!(home.as_str(), "user_mei", "a first kitchen has its person's own id");
        assert_eq!(w.costs(&MY_KITCHENS, 0, service.kitchens(&mei, "めい")).await.unwrap().len(), 1);
        w.took_every_step("AP-101");
        w.took_every_step("AP-102");
        // Invited by a link that works once.
        let link = w.costs(&WRITE_INVITE, 0, service.invite(&home, &mei, "めい")).await.unwrap();
        let invited = w.costs(&READ_INVITE, 0, service.invited(&link.secret)).await.unwrap();
        assert_eq!((invited.kitchen, invited.inviter_name.as_str()), (home.clone(), "めい"));
        w.wait(1);
        assert_eq!(w.costs(&ACCEPT_INVITE, 0, service.accept(&link.secret, &sora, "そら")).await.unwrap(), home);
        assert_eq!(service.accept(&link.secret, &sora, "そら").await.unwrap(), home, "whoever came by it may ask again");
        assert_eq!(service.accept(&link.secret, &umi, "うみ").await, Err(KondateError::NotFound("invitation")));
        assert_eq!(service.invited(&link.secret).await, Err(KondateError::NotFound("invitation")));
        for id in ["AP-105", "AP-106", "AP-107"] {
            w.took_every_step(id);
        }
        // Only the owner invites; what was sent can be taken back.
        assert_eq!(service.invite(&home, &sora, "そら").await, Err(KondateReason::NotOwner.into()));
        let second = service.invite(&home, &mei, "めい").await.unwrap();
        assert_eq!(service.revoke_invitations(&home, &sora).await, Err(KondateReason::NotOwner.into()));
        w.costs(&REVOKE_INVITES, 0, service.revoke_invitations(&home, &mei)).await.unwrap();
        assert_eq!(service.invited(&second.secret).await, Err(KondateError::NotFound("invitation")));
        assert_eq!(service.accept(&second.secret, &umi, "うみ").await, Err(KondateError::NotFound("invitation")));
        w.took_every_step("AP-108");
        // A week later a link opens nothing.
        let third = service.invite(&home, &mei, "めい").await.unwrap();
        w.wait(7 * 24 * 60 * 60 + 1);
        assert_eq!(service.accept(&third.secret, &umi, "うみ").await, Err(KondateError::NotFound("invitation")));
        let fourth = service.invite(&home, &mei, "めい").await.unwrap();
        service.accept(&fourth.secret, &umi, "うみ").await.unwrap();
        // Everybody sees the name, and who is there; also whoever was invited under another name.
        let fifth = service.invite(&home, &mei, "めい").await.unwrap();
        w.costs(&RENAME_KITCHEN, 0, service.rename_kitchen(&home, &mei, "みんなの台所")).await.unwrap();
        assert_eq!(service.enter(&umi, "うみ", None).await.unwrap().name, "みんなの台所");
        w.took_every_step("AP-111");
        service.accept(&fifth.secret, &person("riku"), "りく").await.unwrap();
        assert_eq!(service.enter(&person("riku"), "りく", None).await.unwrap().name, "みんなの台所");
        service.leave(&home, &person("riku"), &mei).await.unwrap();
        assert_eq!(service.enter(&person("riku"), "りく", Some(&home)).await, Err(NO_KITCHEN), "whoever was removed is out");
        let (_, members) = w.costs(&WHO_IS_HERE, 0, service.who_is_here(&home)).await.unwrap();
        assert_eq!(members.iter().map(|member| member.name.as_str()).collect::<Vec<_>>(), ["めい", "そら", "うみ"]);
        w.took_every_step("AP-104");
        // What one writes the other reads.
        w.recipe("カレー", 4, &["玉ねぎ 2個"]).await;
        let of_sora = cook("sora", home.clone());
        assert_eq!(chabudai_app_kondate::repo::book::look_at_recipes(w.db(), &of_sora.kitchen, None).await.unwrap().items.len(), 1);
        // Handed over, and left by whoever had it: it goes to whoever has been there longest.
        assert_eq!(service.hand_over(&home, &sora, &umi).await, Err(KondateReason::NotOwner.into()));
        assert_eq!(service.hand_over(&home, &mei, &person("nobody")).await, Err(KondateError::NotFound("member")));
        w.costs(&HAND_OVER, 0, service.hand_over(&home, &mei, &umi)).await.unwrap();
        w.took_every_step("AP-110");
        assert_eq!(service.leave(&home, &sora, &mei).await, Err(KondateReason::NotOwner.into()));
        w.costs(&LEAVE_KITCHEN, 0, service.leave(&home, &umi, &umi)).await.unwrap();
        w.took_every_step("AP-109");
        let (kitchen, members) = service.who_is_here(&home).await.unwrap();
        assert_eq!((kitchen.owner_id, kitchen.members, members.len()), (mei.clone(), 2, 2));
        assert_eq!(members[0].role, MemberRole::Owner);
        // The owner of the first kitchen leaves it: the family keeps everything, and they begin anew elsewhere.
        service.leave(&home, &mei, &mei).await.unwrap();
        assert_eq!(chabudai_app_kondate::repo::book::look_at_recipes(w.db(), &home, None).await.unwrap().items.len(), 1);
        assert_eq!(service.enter(&mei, "めい", Some(&home)).await, Err(NO_KITCHEN));
        let anew = service.enter(&mei, "めい", None).await.unwrap();
        assert_ne!(anew.kitchen_id, home);
        // Whoever is alone stays; whoever is no member removes nobody.
        assert_eq!(service.leave(&home, &sora, &sora).await, Err(KondateReason::LastMember.into()));
        assert_eq!(service.leave(&home, &sora, &mei).await, Err(NO_KITCHEN));
        w.is_in_order().await;
    })
    .await;
}

#[tokio::test]
async fn a_person_has_several_kitchens_and_switches() {
    on_both(async |w: World| {
        let (service, mei) = (&w.service, person("mei"));
        w.wait(1);
        let second = w.costs(&FOUND_KITCHEN, 0, service.add_kitchen(&mei, "めい", "山の家", None)).await.unwrap();
        assert_eq!(service.enter(&mei, "めい", None).await.unwrap().kitchen_id, second.kitchen_id);
        w.wait(1);
        w.costs(&SWITCH_KITCHEN, 0, service.switch(&mei, &w.mei.kitchen)).await.unwrap();
        assert_eq!(service.enter(&mei, "めい", None).await.unwrap().kitchen_id, w.mei.kitchen);
        assert_eq!(service.switch(&person("sora"), &w.mei.kitchen).await, Err(NO_KITCHEN));
        w.took_every_step("AP-103");
        for nth in 2..MOST_KITCHENS {
            service.add_kitchen(&mei, "めい", &format!("台所{nth}"), None).await.unwrap();
        }
        assert_eq!(service.add_kitchen(&mei, "めい", "多すぎ", None).await, Err(KondateReason::TooManyKitchens.into()));
        assert_eq!(service.kitchens(&mei, "めい").await.unwrap().len() as u64, MOST_KITCHENS);
        w.is_in_order().await;
    })
    .await;
}

/// Whoever is removed comes back by none of the links that are out, and neither does who owned the kitchen before by their own.
#[tokio::test]
async fn a_link_that_is_out_brings_back_nobody_who_was_removed() {
    on_both(async |w: World| {
        let service = &w.service;
        let (mei, sora) = (person("mei"), person("sora"));
        let home = w.mei.kitchen.clone();
        let links = [service.invite(&home, &mei, "めい").await.unwrap(), service.invite(&home, &mei, "めい").await.unwrap()];
        service.accept(&links[0].secret, &sora, "そら").await.unwrap();
        service.leave(&home, &sora, &mei).await.unwrap();
        assert_eq!(service.accept(&links[1].secret, &sora, "そら").await, Err(KondateError::NotFound("invitation")), "on {}", w.name);
        assert_eq!(service.enter(&sora, "そら", Some(&home)).await, Err(NO_KITCHEN));
        // Handed over: the new owner knows nothing of what was sent before.
        let link = service.invite(&home, &mei, "めい").await.unwrap();
        service.accept(&link.secret, &sora, "そら").await.unwrap();
        let kept = service.invite(&home, &mei, "めい").await.unwrap();
        service.hand_over(&home, &mei, &sora).await.unwrap();
        service.leave(&home, &mei, &sora).await.unwrap();
        assert_eq!(service.accept(&kept.secret, &mei, "めい").await, Err(KondateError::NotFound("invitation")), "on {}", w.name);
        // Whoever goes by themselves takes nobody's invitation along.
        let link = service.invite(&home, &sora, "そら").await.unwrap();
        service.accept(&link.secret, &person("umi"), "うみ").await.unwrap();
        let open = service.invite(&home, &sora, "そら").await.unwrap();
        service.leave(&home, &person("umi"), &person("umi")).await.unwrap();
        service.accept(&open.secret, &person("riku"), "りく").await.unwrap();
    })
    .await;
}

/// Whoever is in none and asks several times at once is given one kitchen, also when their first one is somebody else's by now.
#[tokio::test]
async fn whoever_is_in_none_is_given_one() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let link = service.invite(&mei.kitchen, &mei.person, "めい").await.unwrap().secret;
        service.accept(&link, &person("taro"), "太郎").await.unwrap();
        service.leave(&mei.kitchen, &mei.person, &mei.person).await.unwrap();
        let who = mei.person.clone();
        let entered = at_once(&w.two(), move |service, _| {
            let who = who.clone();
            async move { service.enter(&who, "めい", None).await.unwrap().kitchen_id }
        })
        .await;
        assert!(entered.iter().all(|one| *one == entered[0] && *one != mei.kitchen), "{entered:?} on {}", w.name);
        assert_eq!(service.kitchens(&mei.person, "めい").await.unwrap().len(), 1);
        w.is_in_order().await;
    })
    .await;
}

/// Nobody is invited into a kitchen that is deleted, by whichever device.
#[tokio::test]
async fn no_link_leads_into_a_deleted_kitchen() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let here = service.enter(&mei.person, "めい", None).await.unwrap();
        service.delete_kitchen(&here).await.unwrap();
        assert!(service.invite(&mei.kitchen, &mei.person, "めい").await.is_err());
        service.restore_kitchen(&mei.person, &mei.kitchen).await.unwrap();
        let link = service.invite(&mei.kitchen, &mei.person, "めい").await.unwrap().secret;
        service.accept(&link, &person("taro"), "太郎").await.unwrap();
        w.is_in_order().await;
    })
    .await;
}

/// Whoever came by an invitation, or made a kitchen of another name first, has one with their own id as well: from there they publish.
#[tokio::test]
async fn the_first_kitchen_that_somebody_makes_is_their_own() {
    on_both(async |w: World| {
        let (mei, service) = (&w.mei, &w.service);
        let link = service.invite(&mei.kitchen, &mei.person, "めい").await.unwrap().secret;
        service.accept(&link, &person("jun"), "じゅん").await.unwrap();
        let made = service.add_kitchen(&person("jun"), "じゅん", "海の家", None).await.unwrap();
        assert_eq!(made.kitchen_id.as_str(), person("jun").as_str(), "on {}", w.name);
        let another = service.add_kitchen(&person("jun"), "じゅん", "山の家", None).await.unwrap();
        assert_ne!(another.kitchen_id, made.kitchen_id);
        w.is_in_order().await;
    })
    .await;
}
