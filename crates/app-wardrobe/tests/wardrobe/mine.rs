//! Somebody's own wardrobes, and the address by which a wardrobe opens.

use chabudai_app_wardrobe::address::Address;
use chabudai_app_wardrobe::design as ap;
use chabudai_app_wardrobe::design::WARDROBE_TABLE;
use chabudai_app_wardrobe::error::Result;
use chabudai_app_wardrobe::model::{Keeper, Kept, MOST_KEPT, Wardrobe, WardrobeId};
use chabudai_app_wardrobe::name::Name;
use chabudai_app_wardrobe::repo::{clothes, kept, wardrobes};
use chabudai_app_wardrobe::service::{MineState, Service, Worn};
use chabudai_kernel::once::Once;
use chabudai_kernel::op::Delete;
use chabudai_kernel::part::{Millis, Word};
use chabudai_test_stores::at_once;

use crate::world::{World, on_both};

fn person(name: &str) -> Word {
    Word::new(name).unwrap()
}

fn once(key: &str) -> Once {
    Once::of_client(&person(key), String::new())
}

/// A list in a line: names and whether each opens.
async fn list(service: &Service, user: &Word) -> Vec<(String, &'static str)> {
    let mine = service.my_wardrobes(user).await.unwrap();
    let state = |state: &MineState| match state {
        MineState::Open(_) => "open",
        MineState::Moved => "moved",
        MineState::Deleted(..) => "deleted",
    };
    mine.iter().map(|one| (one.name.clone(), state(&one.state))).collect()
}

fn code<T>(outcome: Result<T>) -> &'static str {
    outcome.map_or_else(|error| error.code(), |_| "done")
}

#[tokio::test]
async fn ap_30_31_32_33_a_wardrobe_comes_into_a_list_and_goes_out_of_it() {
    on_both(async |w: World| {
        let (hana, first) = (person("hana"), Address::from(w.wardrobe));
        assert_eq!(w.costs(&ap::MY_WARDROBES, 0, w.service.my_wardrobes(&hana)).await.unwrap(), []);
        assert!(!w.costs(&ap::IS_MINE, 0, w.service.is_mine(&hana, &first)).await.unwrap());
        w.costs(&ap::KEEP, 0, w.service.keep(&hana, &first)).await.unwrap();
        w.clock.advance(std::time::Duration::from_millis(1));
        let second = w.another("旅行").await;
        assert!(w.service.keep_new(&hana, second).await.unwrap());
        // Again is the same.
        w.costs(&ap::KEEP, 0, w.service.keep(&hana, &first)).await.unwrap();
        w.service.rename_wardrobe(w.wardrobe, &Name::new("うちの服").unwrap()).await.unwrap();
        let mine = w.costs(&ap::MY_WARDROBES, 0, w.service.my_wardrobes(&hana)).await.unwrap();
        assert_eq!(mine.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["うちの服", "旅行"], "by the name of today");
        assert_eq!(mine[0].state, MineState::Open(first.clone()));
        assert!(w.service.is_mine(&hana, &first).await.unwrap());
        assert_eq!(list(&w.service, &person("taro")).await, []);
        assert_eq!(code(w.service.keep(&hana, &WardrobeId::new(uuid::Uuid::new_v4()).into()).await), "wardrobe.not_found");
        w.is_in_order().await;

        w.costs(&ap::UNKEEP, 0, w.service.unkeep(&hana, w.wardrobe)).await.unwrap();
        assert_eq!(code(w.service.unkeep(&hana, w.wardrobe).await), "wardrobe.not_found");
        assert_eq!(list(&w.service, &hana).await, [("旅行".to_owned(), "open")]);
        assert!(w.service.open(w.wardrobe).await.is_ok(), "the wardrobe stays");
        // A list that was never counted is no list for ever.
        w.meddle(Delete::new(&WARDROBE_TABLE, Keeper::key(hana.clone()))).await;
        w.costs(&ap::UNKEEP, 0, w.service.unkeep(&hana, second)).await.unwrap();
        assert_eq!(list(&w.service, &hana).await, []);
        w.is_in_order().await;
        w.took_every_step("AP-30");
        w.took_every_step("AP-31");
        w.took_every_step("AP-32");
        w.took_every_step("AP-33");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_sixty_four_at_once_a_list_takes_as_many_as_it_has_room_for() {
    for w in [World::embedded().await, World::dynamodb().await] {
        let hana = person("hana");
        let mut wardrobes = Vec::new();
        for nth in 0..64 {
            wardrobes.push(w.another(&format!("服{nth}")).await);
        }
        let kept = at_once(&w.two(), |service, nth| {
            let (hana, address) = (hana.clone(), Address::from(wardrobes[nth]));
            async move { code(service.keep(&hana, &address).await) }
        })
        .await;
        let count = |wanted: &str| kept.iter().filter(|code| **code == wanted).count() as u64;
        assert_eq!((count("done"), count("wardrobe.list_full")), (MOST_KEPT, 64 - MOST_KEPT), "on {}: {kept:?}", w.name);
        assert_eq!(list(&w.service, &hana).await.len() as u64, MOST_KEPT);
        w.is_in_order().await;
        assert!(!w.service.keep_new(&hana, w.wardrobe).await.unwrap(), "there is no room, and the wardrobe is there all the same");
        // Out and in again at once: whoever gets in the way of whom, the number is that of the rows.
        at_once(&w.two(), |service, nth| {
            let (hana, wardrobe) = (hana.clone(), wardrobes[nth]);
            async move {
                drop(service.unkeep(&hana, wardrobe).await);
                drop(service.keep(&hana, &wardrobe.into()).await);
            }
        })
        .await;
        assert!(list(&w.service, &hana).await.len() as u64 <= MOST_KEPT);
        w.is_in_order().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_same_wardrobe_sixty_four_times_at_once_is_in_the_list_once() {
    for w in [World::embedded().await, World::dynamodb().await] {
        let (hana, address) = (person("hana"), Address::from(w.wardrobe));
        let kept = at_once(&w.two(), |service, _| {
            let (hana, address) = (hana.clone(), address.clone());
            async move { code(service.keep(&hana, &address).await) }
        })
        .await;
        assert!(kept.iter().all(|code| *code == "done"), "on {}: {kept:?}", w.name);
        assert_eq!(list(&w.service, &hana).await.len(), 1);
        w.is_in_order().await;
    }
}

#[tokio::test]
async fn ap_34_a_new_address_opens_everything_and_the_old_one_nothing() {
    on_both(async |w: World| {
        let (hana, taro, first) = (person("hana"), person("taro"), Address::from(w.wardrobe));
        let shirt = w.garment("シャツ").await;
        w.wear("20261101", Worn::Combination(vec![shirt])).await;
        let other = w.other_server();
        // Both servers have seen it a moment ago.
        w.service.open(first.clone()).await.unwrap();
        other.open(first.clone()).await.unwrap();

        let second = w.costs(&ap::NEW_ADDRESS, 0, w.service.new_address(&first, None, None)).await.unwrap();
        assert_eq!(code(w.service.open(first.clone()).await), "wardrobe.not_found");
        assert_eq!(code(other.open(first.clone()).await), "wardrobe.not_found", "at once, on every server");
        assert_eq!(other.open(second.clone()).await.unwrap().wardrobe_id, w.wardrobe);
        assert_eq!(clothes::get(w.db(), w.wardrobe, shirt).await.unwrap().unwrap().wear_count.get(), 1);
        assert_eq!(code(w.service.new_address(&first, None, None).await), "wardrobe.not_found", "the old one gives no other");

        // Hana does it, and goes on; Taro, who has it in his list, is told no more than that it has moved.
        w.service.keep(&hana, &second).await.unwrap();
        w.service.keep(&taro, &second).await.unwrap();
        let third = w.costs(&ap::NEW_ADDRESS, 0, w.service.new_address(&second, Some(&hana), Some(&once("a-tap")))).await.unwrap();
        w.service.rename_wardrobe(w.wardrobe, &Name::new("ないしょ").unwrap()).await.unwrap();
        assert_eq!(list(&w.service, &hana).await, [("ないしょ".to_owned(), "open")]);
        assert_eq!(list(&w.service, &taro).await, [("わたしの服".to_owned(), "moved")]);
        assert!(w.service.is_mine(&hana, &third).await.unwrap() && !w.service.is_mine(&taro, &third).await.unwrap());
        let exported = w.service.export_of(&taro).await.unwrap().to_string();
        assert!(!exported.contains("ないしょ") && !exported.contains(&third.to_string()), "{exported}");
        // An answer that was lost is given again, to who has the key of the request.
        assert_eq!(other.new_address(&second, Some(&hana), Some(&once("a-tap"))).await.unwrap(), third);
        assert_eq!(code(other.new_address(&second, None, Some(&once("another-tap"))).await), "wardrobe.not_found");
        // By its new address Taro has it again.
        w.service.keep(&taro, &third).await.unwrap();
        assert_eq!(list(&w.service, &taro).await, [("ないしょ".to_owned(), "open")]);
        w.is_in_order().await;
        w.took_every_step("AP-34");

        let kept = w.kept().await.concat();
        for address in [&second, &third] {
            let secret = address.to_string().split_off(40);
            assert!(!kept.contains(&secret), "no secret can be read in the table of {}", w.name);
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_sixty_four_new_addresses_at_once_one_opens() {
    for w in [World::embedded().await, World::dynamodb().await] {
        let first = Address::from(w.wardrobe);
        let hana = person("hana");
        w.service.keep(&hana, &first).await.unwrap();
        let given = at_once(&w.two(), |service, nth| {
            let (first, hana) = (first.clone(), hana.clone());
            // Half of them are the same tap.
            let key = if nth % 4 < 2 { "the-same-tap".to_owned() } else { format!("tap-{nth}") };
            async move { service.new_address(&first, Some(&hana), Some(&once(&key))).await.ok() }
        })
        .await;
        let given: std::collections::HashSet<String> = given.into_iter().flatten().map(|address| address.to_string()).collect();
        assert_eq!(given.len(), 1, "on {}", w.name);
        let only: Address = given.into_iter().next().unwrap().parse().unwrap();
        assert!(w.service.open(only.clone()).await.is_ok() && w.service.open(first).await.is_err());
        assert!(w.service.is_mine(&hana, &only).await.unwrap(), "the list has the one that opens");
    }
}

#[tokio::test]
async fn ap_40_what_a_device_knows_is_asked_for_at_once() {
    on_both(async |w: World| {
        let first = Address::from(w.wardrobe);
        let (second, third): (Address, Address) = (w.another("旅行").await.into(), w.another("着物").await.into());
        let moved = w.service.new_address(&second, None, None).await.unwrap();
        w.service.delete_wardrobe(&third).await.unwrap();
        let nowhere = Address::from(WardrobeId::new(uuid::Uuid::new_v4()));
        let asked = [third.clone(), second, nowhere, moved.clone(), first.clone()];
        let known = w.costs(&ap::KNOWN_HERE, 0, w.service.known(&asked)).await.unwrap();
        let there: Vec<_> = known.into_iter().map(|(address, wardrobe)| (address, wardrobe.deleted_at.is_some())).collect();
        assert_eq!(there, [(third, true), (moved, false), (first, false)], "in their order");
        assert_eq!(w.service.known(&[]).await.unwrap(), []);
        w.took_every_step("AP-40");
    })
    .await;
}

/// A wardrobe from before there were other addresses is as it was.
#[tokio::test]
async fn a_wardrobe_that_was_never_moved_has_nothing_new_in_its_item() {
    on_both(async |w: World| {
        let item = w.kept().await.into_iter().find(|item| item.contains("\"META\"")).unwrap();
        for new in ["addressHash", "deletedAt", "removing"] {
            assert!(!item.contains(new), "{item}");
        }
        let read: Wardrobe = w.service.open(w.wardrobe).await.unwrap();
        assert_eq!((read.address_hash, read.deleted_at, read.removing), (None, None, false));
    })
    .await;
}

#[tokio::test]
async fn ap_39_what_wardrobe_knows_of_somebody_is_told_and_forgotten() {
    on_both(async |w: World| {
        let (hana, taro) = (person("hana"), person("taro"));
        w.service.keep(&hana, &w.wardrobe.into()).await.unwrap();
        w.service.keep(&taro, &w.wardrobe.into()).await.unwrap();
        let second = w.service.new_address(&w.another("旅行").await.into(), None, None).await.unwrap();
        w.service.keep(&hana, &second).await.unwrap();
        let told = w.service.export_of(&hana).await.unwrap();
        let of = |at: usize, field: &str| told["wardrobes"][at][field].as_str().unwrap_or_default().to_owned();
        let names = std::collections::BTreeSet::from([of(0, "name"), of(1, "name")]);
        assert_eq!((names, of(0, "state")), (["わたしの服".to_owned(), "旅行".to_owned()].into(), "open".to_owned()));
        assert!(!told.to_string().contains("wd_"), "an address is a key: {told}");

        w.costs(&ap::FORGET, 0, w.service.forget(&hana)).await.unwrap();
        w.costs(&ap::FORGET, 0, w.service.forget(&hana)).await.unwrap();
        assert_eq!(w.service.export_of(&hana).await.unwrap(), serde_json::json!({ "wardrobes": [] }));
        assert!(!w.kept().await.concat().contains("hana"), "nothing is left of her on {}", w.name);
        assert!(w.service.open(second).await.is_ok(), "the wardrobe stays with whoever has its address");
        assert_eq!(list(&w.service, &taro).await, [("わたしの服".to_owned(), "open")], "and with everybody else");
        // Also a list whose number is missing is forgotten.
        w.meddle(Delete::new(&WARDROBE_TABLE, Keeper::key(taro.clone()))).await;
        w.service.forget(&taro).await.unwrap();
        assert!(!w.kept().await.concat().contains("taro"));
        w.is_in_order().await;
        w.took_every_step("AP-39");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn who_is_forgotten_while_they_go_on_leaves_nothing_half() {
    for w in [World::embedded().await, World::dynamodb().await] {
        let hana = person("hana");
        let mut wardrobes = Vec::new();
        for nth in 0..16 {
            wardrobes.push(w.another(&format!("服{nth}")).await);
        }
        at_once(&w.two(), |service, nth| {
            let (hana, wardrobe) = (hana.clone(), wardrobes[nth % 16]);
            async move {
                if nth % 8 == 7 {
                    drop(service.forget(&hana).await);
                } else {
                    drop(service.keep(&hana, &wardrobe.into()).await);
                }
            }
        })
        .await;
        w.is_in_order().await;
        w.service.forget(&hana).await.unwrap();
        assert!(!w.kept().await.concat().contains("hana"), "on {}", w.name);
    }
}

/// Somebody on another server has read a wardrobe, and it was deleted, or given another address, before they write it into their list.
#[tokio::test]
async fn what_was_deleted_or_moved_since_it_was_read_is_not_kept() {
    on_both(async |w: World| {
        let hana = person("hana");
        let row = |wardrobe: &Wardrobe| Kept {
            user_id: hana.clone(),
            wardrobe_id: wardrobe.wardrobe_id,
            name: wardrobe.name.clone(),
            secret: None,
            created_at: Millis(1),
        };
        let keep = async |wardrobe: &Wardrobe| w.db().run(&ap::KEEP).commit(kept::add(&row(wardrobe), wardrobe)).await;
        let again = async |wardrobe: &Wardrobe| w.db().run(&ap::KEEP).commit(kept::readdress(&row(wardrobe), wardrobe)).await;
        let read = async |id: WardrobeId| wardrobes::open(w.db(), id).await.unwrap().expect("it is there");
        let is_refused_by = |outcome: std::result::Result<(), chabudai_kernel::store::StoreError>, place: usize| {
            assert!(outcome.is_err_and(|error| error.condition_failed_at(place)), "on {}", w.name);
        };

        let deleted = w.another("消える").await;
        let before = read(deleted).await;
        w.service.delete_wardrobe(&Address::from(deleted)).await.unwrap();
        is_refused_by(keep(&before).await, 2);
        let moved = w.another("移る").await;
        let before = read(moved).await;
        w.service.new_address(&Address::from(moved), None, None).await.unwrap();
        is_refused_by(keep(&before).await, 2);
        assert_eq!(list(&w.service, &hana).await, []);

        // And one that stands in the list already is not written there by an address of before.
        let kept_one = w.another("残る").await;
        let before = read(kept_one).await;
        keep(&before).await.unwrap();
        w.service.new_address(&Address::from(kept_one), Some(&hana), None).await.unwrap();
        is_refused_by(again(&before).await, 1);
        assert_eq!(list(&w.service, &hana).await, [("残る".to_owned(), "open")], "on {}", w.name);
    })
    .await;
}
