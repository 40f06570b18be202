//! A wardrobe that goes: deleted, for a day undone, then removed, and nothing of it is left.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use chabudai_app_wardrobe::address::Address;
use chabudai_app_wardrobe::design as ap;
use chabudai_app_wardrobe::design::WARDROBE_TABLE;
use chabudai_app_wardrobe::error::{Result, WardrobeError};
use chabudai_app_wardrobe::model::{Deletion, Genre, Keeper, Kept};
use chabudai_app_wardrobe::name::Name;
use chabudai_app_wardrobe::picture::ImageKey;
use chabudai_app_wardrobe::service::{MineState, NewClothing, Removed, Service, Worn};
use chabudai_kernel::once::Once;
use chabudai_kernel::op::{Delete, Put, Update};
use chabudai_kernel::part::{Millis, Word};
use chabudai_store_conformance::faults::FaultyStore;
use chabudai_test_stores::at_once;

use crate::world::{World, on_both};

const DAY: Duration = Duration::from_hours(24);
const ALMOST_A_DAY: Duration = Duration::from_millis(24 * 60 * 60 * 1000 - 1);

fn person(name: &str) -> Word {
    Word::new(name).unwrap()
}

fn code<T>(outcome: Result<T>) -> &'static str {
    outcome.map_or_else(|error| error.code(), |_| "done")
}

/// The pictures that were removed.
#[derive(Clone, Default)]
struct Gone(Arc<Mutex<Vec<String>>>);

impl Gone {
    async fn with(&self, service: &Service, deletion: &Deletion) -> Result<Removed> {
        let remove = |picture: String| async {
            self.0.lock().unwrap().push(picture);
            Ok::<_, WardrobeError>(())
        };
        service.remove_wardrobe(deletion, remove).await
    }
}

/// Fills a wardrobe with something of everything, and says the name of its picture.
async fn fill(w: &World) -> String {
    let picture = Word::new(format!("{:032x}{:08x}", uuid::Uuid::new_v4().as_u128(), MORNING_SECONDS)).unwrap();
    let key = ImageKey { wardrobe: w.wardrobe, picture: picture.clone() };
    w.service.take_in_picture(&key, None, 0).await.unwrap();
    let shirt = NewClothing { name: Name::new("シャツ").unwrap(), genre: Genre::Tops, image_key: Some(key), tag_ids: Vec::new() };
    let once = Once::of_client(&person("a-key"), String::new());
    let shirt = w.service.add_clothing(w.wardrobe, &shirt, Some(&once)).await.unwrap().id().unwrap();
    let trousers = w.garment("ズボン").await;
    let hat = w.garment("帽子").await;
    let outfit = w.outfit("外出", &[shirt, trousers]).await;
    w.wear("20261101", Worn::Outfit(outfit)).await;
    w.wear("20261102", Worn::Combination(vec![hat, shirt])).await;
    w.service.delete_clothing(w.wardrobe, hat).await.unwrap();
    picture.to_string()
}

const MORNING_SECONDS: u64 = crate::world::MORNING / 1000;

#[tokio::test]
async fn ap_35_36_a_deleted_wardrobe_comes_back_for_a_day() {
    on_both(async |w: World| {
        let (hana, first) = (person("hana"), Address::from(w.wardrobe));
        fill(&w).await;
        w.service.keep(&hana, &first).await.unwrap();
        let address = w.service.new_address(&first, Some(&hana), None).await.unwrap();
        let other = w.other_server();
        other.open(address.clone()).await.unwrap();

        // Without the answers to requests, which expire by themselves.
        let items = async || w.kept().await.iter().filter(|item| !item.contains("#IDEM")).count();
        let before = items().await;
        let until = w.costs(&ap::DELETE_WARDROBE, 0, w.service.delete_wardrobe(&address)).await.unwrap();
        assert_eq!(until.0, w.db().clock().now_millis() + 24 * 60 * 60 * 1000);
        assert_eq!(code(other.open(address.clone()).await), "wardrobe.deleted");
        assert_eq!(other.open(address.clone()).await.unwrap_err().status(), 404);
        assert_eq!(code(other.open(first.clone()).await), "wardrobe.not_found", "who has no address of it is told nothing");
        assert_eq!(code(other.deleted_wardrobe(&first).await), "wardrobe.not_found");
        assert_eq!(code(other.restore_wardrobe(&first).await), "wardrobe.not_found");
        assert_eq!(code(other.delete_wardrobe(&address).await), "wardrobe.deleted");
        assert_eq!(code(other.new_address(&address, None, None).await), "wardrobe.deleted");
        assert_eq!(code(other.keep(&person("taro"), &address).await), "wardrobe.deleted");
        let mine = w.service.my_wardrobes(&hana).await.unwrap();
        assert_eq!(mine[0].state, MineState::Deleted(address.clone(), until));
        w.is_in_order().await;

        w.clock.advance(ALMOST_A_DAY);
        assert_eq!(w.costs(&ap::DUE_DELETIONS, 1, w.service.due_deletions()).await.unwrap(), []);
        assert_eq!(w.service.deleted_wardrobe(&address).await.unwrap().restorable_until(), Some(until));
        w.costs(&ap::RESTORE_WARDROBE, 0, w.service.restore_wardrobe(&address)).await.unwrap();
        assert_eq!(code(w.service.restore_wardrobe(&address).await), "wardrobe.not_found");
        assert!(other.open(address.clone()).await.is_ok());
        assert_eq!(items().await, before, "nothing but the mark came and went");
        w.is_in_order().await;

        w.service.delete_wardrobe(&address).await.unwrap();
        w.clock.advance(DAY);
        assert_eq!(code(w.service.restore_wardrobe(&address).await), "wardrobe.not_found", "its day is over");
        assert_eq!(code(w.service.open(address.clone()).await), "wardrobe.not_found");
        assert_eq!(w.service.my_wardrobes(&hana).await.unwrap(), [], "it is in no list any more");
        assert_eq!(w.service.due_deletions().await.unwrap().len(), 1);
        w.took_every_step("AP-35");
        w.took_every_step("AP-36");
        w.took_every_step("AP-37");
    })
    .await;
}

#[tokio::test]
async fn ap_38_nothing_is_left_of_a_removed_wardrobe() {
    on_both(async |w: World| {
        let (hana, taro) = (person("hana"), person("taro"));
        let stays = w.another("残る服").await;
        w.service.keep(&hana, &stays.into()).await.unwrap();
        let others = w.kept().await.iter().filter(|item| !item.contains(&w.wardrobe.to_string())).count();
        let picture = fill(&w).await;
        for user in [&hana, &taro, &person("jiro")] {
            w.service.keep(user, &w.wardrobe.into()).await.unwrap();
        }
        // More than a page of everything that there is much of.
        for nth in 0..120 {
            w.wear(&format!("2026{:02}{:02}", 1 + nth / 28, 1 + nth % 28), Worn::Combination(vec![w.garment("靴").await])).await;
        }
        w.meddle(Delete::new(&WARDROBE_TABLE, Keeper::key(person("jiro")))).await;
        w.service.delete_wardrobe(&w.wardrobe.into()).await.unwrap();
        w.clock.advance(DAY);
        let deletion = w.service.due_deletions().await.unwrap().pop().unwrap();
        let gone = Gone::default();
        // The first and the last write; garments on two pages, the days of 123 of them read and removed one by one, themselves by 25; an outfit
        // with its days; records on two pages and removed by 25; answers, which have expired; three lists, of which one is not counted.
        let requests = 2 + (2 + 123 + 123 + 5) + (1 + 1 + 1 + 1) + (2 + 5) + 1 + (1 + 1 + 1 + 2);
        let removed = w.costs(&ap::REMOVE_WARDROBE, requests, gone.with(&w.service, &deletion)).await.unwrap();
        assert_eq!(removed, Removed::Wholly);
        assert_eq!(*gone.0.lock().unwrap(), [picture]);
        let kept = w.kept().await;
        assert!(!kept.concat().contains(&w.wardrobe.to_string()), "on {}: {kept:#?}", w.name);
        // Hana's other wardrobe, and Taro's empty list.
        assert_eq!(kept.len(), others + 1, "on {}: {kept:#?}", w.name);
        assert_eq!(w.service.my_wardrobes(&hana).await.unwrap().len(), 1);
        assert_eq!(w.service.due_deletions().await.unwrap(), []);
        assert_eq!(gone.with(&w.other_server(), &deletion).await.unwrap(), Removed::Restored, "there is nothing to remove again");
        w.is_in_order().await;
        w.took_every_step("AP-38");
    })
    .await;
}

/// Killed before and after every request, and gone on with by another server: nothing is left, and lists have their room back.
#[tokio::test]
async fn a_removal_that_is_killed_at_every_step_is_gone_on_with() {
    on_both(async |w: World| {
        let hana = person("hana");
        let mut at = 0;
        loop {
            let ours = w.with_another("行く服").await;
            let picture = fill(&ours).await;
            ours.service.keep(&hana, &ours.wardrobe.into()).await.unwrap();
            ours.service.delete_wardrobe(&ours.wardrobe.into()).await.unwrap();
            w.clock.advance(DAY);
            let deletion = w.service.due_deletions().await.unwrap().pop().unwrap();
            let gone = Gone::default();
            let dying = w.service_over(Arc::new(FaultyStore::new(w.store.clone()).dying_after(at / 2, at % 2 == 1)));
            let died = gone.with(&dying, &deletion).await.is_err();
            // In the middle of it there is nothing to open and nothing to bring back, unless it had not begun.
            let address = Address::from(ours.wardrobe);
            assert_eq!(code(w.service.open(address.clone()).await), "wardrobe.not_found");
            assert_eq!(code(w.service.restore_wardrobe(&address).await), "wardrobe.not_found");
            assert_eq!(w.service.my_wardrobes(&hana).await.unwrap(), []);
            for deletion in w.service.due_deletions().await.unwrap() {
                assert_eq!(gone.with(&w.other_server(), &deletion).await.unwrap(), Removed::Wholly);
            }
            let kept = w.kept().await.concat();
            assert!(!kept.contains(&ours.wardrobe.to_string()), "killed at {at} on {}: {kept}", w.name);
            assert!(gone.0.lock().unwrap().contains(&picture), "killed at {at} on {}", w.name);
            if !died {
                break;
            }
            at += 1;
        }
        assert!(at > 20, "it died {at} times");
        w.is_in_order().await;
        w.service.forget(&hana).await.unwrap();
    })
    .await;
}

/// Who brings it back and who removes it meet in one item: one of both comes first.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn undo_and_removal_at_once_are_never_both() {
    for w in [World::embedded().await, World::dynamodb().await] {
        let (mut restored, mut removed) = (0, 0);
        for round in 0..6 {
            let ours = w.with_another("どちらか").await;
            fill(&ours).await;
            let address = Address::from(ours.wardrobe);
            ours.service.delete_wardrobe(&address).await.unwrap();
            w.clock.advance(ALMOST_A_DAY);
            // The other server's clock is a moment ahead of ours: for it the day is over.
            let deletion =
                Deletion { deleted_at: Millis(w.db().clock().now_millis() + 1 - DAY.as_millis() as u64), wardrobe_id: ours.wardrobe };
            let before = ours.kept().await.iter().filter(|item| item.contains(&ours.wardrobe.to_string())).count();
            let outcomes = at_once(&w.two(), |service, nth| {
                let (address, deletion) = (address.clone(), deletion.clone());
                async move {
                    if nth % 2 == round % 2 {
                        // Undone by a few of them; the first round begins with an undo, the next with the removal.
                        service.restore_wardrobe(&address).await.is_ok().then_some("restored")
                    } else {
                        (Gone::default().with(&service, &deletion).await == Ok(Removed::Wholly)).then_some("removed")
                    }
                }
            })
            .await;
            let count = |what: &str| outcomes.iter().flatten().filter(|outcome| **outcome == what).count();
            let left = ours.kept().await.iter().filter(|item| item.contains(&ours.wardrobe.to_string())).count();
            if count("restored") > 0 {
                restored += 1;
                assert_eq!((count("restored"), count("removed")), (1, 0), "on {}", w.name);
                assert_eq!(left, before - 1, "all is there but the note of its deletion");
                assert!(w.service.open(address).await.is_ok());
            } else {
                removed += 1;
                assert!(count("removed") > 0, "on {}", w.name);
                assert_eq!(left, 0, "nothing is left");
            }
        }
        println!("on {}: restored {restored} times, removed {removed} times", w.name);
        w.is_in_order().await;
    }
}

/// What no use case leaves behind, and what the check does with it.
#[tokio::test]
async fn the_check_finds_lists_and_deletions_that_are_wrong_and_mends_them() {
    on_both(async |w: World| {
        let hana = person("hana");
        w.service.keep(&hana, &w.wardrobe.into()).await.unwrap();
        let nowhere = chabudai_app_wardrobe::model::WardrobeId::new(uuid::Uuid::new_v4());
        let row = Kept { user_id: hana.clone(), wardrobe_id: nowhere, name: "ない".into(), secret: None, created_at: Millis(1) };
        w.meddle(Put::of(&row)).await;
        w.meddle(Put::of(&Deletion { deleted_at: Millis(1), wardrobe_id: nowhere })).await;
        w.meddle(Update::of::<Keeper>(Keeper::key(hana.clone())).set("wardrobes", 7)).await;
        let mut found = Vec::new();
        let tell = async |finding: chabudai_app_wardrobe::service::Finding| {
            found.push(finding.to_string());
            w.service.mend(&finding).await.map(drop)
        };
        w.service.check_all(tell).await.unwrap();
        let has = |text: &str| found.iter().any(|line| line.contains(text));
        assert!(has("its wardrobe is gone") && has("its number says 7, its list has 2 wardrobes"), "on {}: {found:#?}", w.name);
        let again = async |finding| w.service.mend(&finding).await.map(drop);
        w.service.check_all(again).await.unwrap();
        w.is_in_order().await;
        assert_eq!(w.service.my_wardrobes(&hana).await.unwrap().len(), 1);
    })
    .await;
}
