//! Both sides compared: everything that was tampered with is found, and told without anybody's address.

use chabudai_app_okusuri::design::{OKUSURI_TABLE, Okusuri};
use chabudai_app_okusuri::model::Log;
use chabudai_identity::model::{EmailGuard, OauthGuard, Session};
use chabudai_kernel::entity::Entity as _;
use chabudai_kernel::op::{Delete, Put};
use chabudai_kernel::packed::Item;
use chabudai_kernel::part::Word;
use chabudai_okusuri_from_postgres::Report;

use crate::world::{World, on_both};

fn word(text: &str) -> Word {
    Word::new(text).expect("a word")
}

async fn log(world: &World, number: u64) -> Log {
    let stored = world.stored().await;
    let logs = stored.0.values().filter_map(|item| Log::from_item(item.view()).ok());
    logs.into_iter().find(|log| log.data.id == Some(number)).expect("the log was moved")
}

/// The checks that do not hold.
fn wrong(report: &Report) -> Vec<&str> {
    assert!(!report.may_switch && report.text().contains("do not switch"), "{}", report.text());
    assert!(!report.text().contains('@'), "{}", report.text());
    report.checks.iter().filter(|check| !check.holds).map(|check| check.name.as_str()).collect()
}

#[tokio::test]
async fn one_item_that_was_changed_is_found() {
    on_both(|world| async move {
        world.load().await.unwrap();
        let report = world.verify().await;
        assert!(report.may_switch, "{}", report.text());
        assert!(report.text().contains("13 logs have another day than in UTC"), "{}", report.text());

        let was = log(&world, 1).await;
        let mut other = was.clone();
        other.data.has_bleeding = !other.data.has_bleeding;
        world.put(Put::of(&other)).await;
        let report = world.verify().await;
        assert_eq!(
            wrong(&report),
            [
                "every item is as it has to be",
                "checksum of logs",
                "everybody's number of logs, first and last day, and days of bleeding",
                "everybody's status, as this house counts",
                "everybody's status, as the older system counts",
            ]
        );
        assert!(report.text().contains("Log of user hana-1 MEDICATION#"), "{}", report.text());
        world.put(Put::of(&was)).await;
        assert!(world.verify().await.may_switch);
    })
    .await;
}

#[tokio::test]
async fn what_is_missing_or_too_much_is_found() {
    on_both(|world| async move {
        world.load().await.unwrap();
        let stored = world.stored().await;
        let delete = |key| Delete::new(&OKUSURI_TABLE, key);

        let guard = EmailGuard::<Okusuri>::key(word("hana@example.org"));
        world.delete(delete(guard.clone())).await;
        assert_eq!(
            wrong(&world.verify().await),
            ["every item is as it has to be", "every person has one guard of their address, and back"]
        );
        world.put_item(stored.0[&guard].clone()).await;

        let guard = OauthGuard::<Okusuri>::key(word("google"), word("google-sub-mei"));
        world.delete(delete(guard.clone())).await;
        assert_eq!(wrong(&world.verify().await), ["every item is as it has to be", "every account at a provider has one guard, and back"]);
        world.put_item(stored.0[&guard].clone()).await;

        let session = Session::<Okusuri>::key(word("mei-2"), word("s-long"));
        world.delete(delete(session.clone())).await;
        assert_eq!(wrong(&world.verify().await), ["every item is as it has to be", "checksum of sessions"]);
        world.put_item(stored.0[&session].clone()).await;

        let mut orphan = log(&world, 2).await;
        orphan.user_id = word("nobody-9");
        world.put(Put::of(&orphan)).await;
        assert_eq!(
            wrong(&world.verify().await),
            [
                "nothing else is there",
                "nothing belongs to nobody",
                "checksum of logs",
                "everybody's number of logs, first and last day, and days of bleeding"
            ]
        );
        world.delete(delete(orphan.item_key())).await;

        let mut untyped = stored.0[&log(&world, 3).await.item_key()].view().to_attributes().unwrap();
        untyped.remove("Date");
        untyped.remove("DateSK");
        world.put_item(Item::from_attributes(&untyped)).await;
        // Without its day it is no log any more, which is told as an error of the store.
        assert!(world.try_verify().await.unwrap_err().to_string().contains("does not decode"));
        world.put_item(stored.0[&log_key(&stored, 3)].clone()).await;
        assert!(world.verify().await.may_switch);
    })
    .await;
}

fn log_key(stored: &chabudai_okusuri_from_postgres::Stored, number: u64) -> chabudai_kernel::key::ItemKey {
    let found = stored.0.iter().find(|(_, item)| Log::from_item(item.view()).is_ok_and(|log| log.data.id == Some(number)));
    found.expect("the log was moved").0.clone()
}

#[tokio::test]
async fn a_snapshot_that_was_changed_afterwards_is_refused() {
    on_both(|world| async move {
        world.load().await.unwrap();
        let file = world.folder.path().join("snapshot-0001/medication_log.jsonl");
        let rows = std::fs::read_to_string(&file).unwrap();
        std::fs::write(&file, rows.replacen("\"hasbleeding\":\"false\"", "\"hasbleeding\":\"true\"", 1)).unwrap();
        let refused = world.try_verify().await.unwrap_err().to_string();
        assert!(refused.contains("is not what the manifest says"), "{refused}");
    })
    .await;
}
