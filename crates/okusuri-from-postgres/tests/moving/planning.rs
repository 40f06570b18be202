//! What is looked at before anything is written.

use chabudai_kernel::check;
use chabudai_okusuri_from_postgres::design::DESIGN;
use chabudai_okusuri_from_postgres::source::SourceTable;
use chabudai_okusuri_from_postgres::transform::{Counted, Reason, transform};

use crate::world::{on_both, refusals};

#[test]
fn what_is_asked_of_the_store_would_work_on_dynamodb() {
    assert_eq!(check::check(&DESIGN), []);
}

#[tokio::test]
async fn a_plan_says_what_would_happen_and_writes_nothing() {
    on_both(|world| async move {
        let plan = world.plan().await;
        assert_eq!(plan.refusals, []);
        assert!(plan.tally.adds_up());
        let skipped = |counted, reason: Reason| plan.tally.of(counted).skipped.get(&reason).cloned().unwrap_or_default();
        let rows = Counted::Rows;
        let of = |table| {
            let tally = plan.tally.of(rows(table));
            (tally.rows, tally.items)
        };
        assert_eq!(of(SourceTable::User), (4, 4));
        assert_eq!(of(SourceTable::Session), (6, 2));
        assert_eq!(of(SourceTable::Account), (5, 2));
        assert_eq!(of(SourceTable::MedicationLog), (59, 55));
        assert_eq!(of(SourceTable::NotificationSetting), (6, 4));
        assert_eq!(of(SourceTable::Verification), (2, 0));
        assert_eq!(skipped(rows(SourceTable::Session), Reason::Expired), ["s-gone", "s-old"]);
        assert_eq!(skipped(rows(SourceTable::Session), Reason::PastThirtyDays), ["s-ancient"]);
        assert_eq!(skipped(rows(SourceTable::Session), Reason::TokenForm), ["s-short"]);
        assert_eq!(skipped(rows(SourceTable::Account), Reason::Older), ["a-1", "a-2"]);
        assert_eq!(skipped(rows(SourceTable::Account), Reason::Password), ["a-5"]);
        assert_eq!(skipped(rows(SourceTable::MedicationLog), Reason::Deleted), ["1004", "1005", "1006"]);
        assert_eq!(skipped(rows(SourceTable::MedicationLog), Reason::NoDate), ["1007"]);
        assert_eq!(skipped(rows(SourceTable::NotificationSetting), Reason::Older), ["1"]);
        assert_eq!(skipped(rows(SourceTable::NotificationSetting), Reason::Deleted), ["6"]);
        assert_eq!(skipped(rows(SourceTable::Verification), Reason::CannotBeUsed), ["v-live"]);
        assert_eq!(skipped(rows(SourceTable::Verification), Reason::Expired), ["v-old"]);
        assert_eq!(skipped(Counted::Devices, Reason::KeysRefused), ["3"]);
        assert_eq!(skipped(Counted::Devices, Reason::BrokenSubscription), ["4"]);
        assert_eq!(skipped(Counted::Devices, Reason::EndpointRefused), ["5"]);
        assert_eq!(plan.items["PushDevice"], 1);
        assert_eq!(plan.unknown_zones, ["sora-4"]);

        let midnight = plan.moved_days.iter().find(|day| day.id == "1001").expect("half past midnight in Japan");
        assert_eq!((midnight.utc.to_string(), midnight.local.to_string()), ("2026-11-09".to_owned(), "2026-11-10".to_owned()));
        assert_eq!(plan.moved_days.len(), 13, "that one, and twelve late evenings in New York");

        assert_eq!(world.stored().await.0.len(), 0);
        assert_eq!(world.folder.state().unwrap(), None);
    })
    .await;
}

#[tokio::test]
async fn nothing_that_is_not_carried_is_written_down() {
    on_both(|world| async move {
        let plan = world.plan().await;
        world.load().await.unwrap();
        let mut files = String::new();
        for folder in ["", "plan", "snapshot-0001"] {
            for file in std::fs::read_dir(world.folder.path().join(folder)).unwrap().flatten().filter(|entry| entry.path().is_file()) {
                files += &std::fs::read_to_string(file.path()).unwrap();
            }
        }
        assert!(files.contains("Hana@Example.org") && files.contains("google-sub-hana"), "the rows are there");
        let secrets =
            ["4f9c2b1e", "Zk3vQ8", "ya29.", "1//first", "never carried", "code-that-is-never-read", "192.0.2.1", "the-older-secret"];
        for secret in secrets {
            assert!(!files.contains(secret), "{secret}");
        }
        // What is told to people names rows by their ids.
        let told = plan.text() + &world.verify().await.text() + &serde_json::to_string(&world.verify().await).unwrap();
        assert!(!told.contains('@') && !told.contains("push.example") && !told.contains("花子"), "{told}");
    })
    .await;
}

#[tokio::test]
async fn the_same_snapshot_gives_the_same_bytes() {
    on_both(|world| async move {
        world.load().await.unwrap();
        let snapshot = world.folder.path().join("snapshot-0001");
        let read = || {
            let manifest = std::fs::read(snapshot.join("manifest.json")).unwrap();
            let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
            assert_eq!(manifest["tables"]["user"]["minId"], "hana-1");
            assert_eq!(manifest["tables"]["medication_log"]["sourceName"], "medication_logs");
            assert_eq!(
                (&manifest["tables"]["medication_log"]["rows"], &manifest["tables"]["medication_log"]["maxId"]),
                (&59.into(), &"1007".into())
            );
            world.snapshot("snapshot-0001")
        };
        let bytes = |put: &chabudai_kernel::op::Put| put.item.clone().into_bytes();
        let [once, again] = [transform(&read()), transform(&read())];
        let [once, again] = [&once, &again].map(|made| made.items().into_values().map(bytes).collect::<Vec<_>>());
        assert_eq!(once, again);
        assert!(once.len() > 60);
    })
    .await;
}

#[tokio::test]
async fn what_has_to_be_put_right_stops_it_before_anything_is_written() {
    on_both(|world| async move {
        world.postgres.run(
            r#"INSERT INTO "user" (id, name, email, created_at, updated_at) VALUES
                   ('hana-5', 'x', ' HANA@example.ORG', now(), now()),
                   ('bad-6', 'x', 'nonsense', now(), now()),
                   ('ha#sh-7', 'x', 'hash@example.org', now(), now());
               INSERT INTO session (id, "userId", token, "expiresAt", "createdAt", "updatedAt") VALUES
                   ('s-orphan', 'nobody-9', '99999999-6f0d-4d4e-9a53-0f3a6d3b7c11', now() + interval '1 day', now(), now());
               INSERT INTO account (id, "userId", "accountId", "providerId", "createdAt", "updatedAt") VALUES
                   ('a-same', 'ren-3', 'google-sub-mei', 'google', now(), now());
               INSERT INTO medication_logs (id, user_id, has_bleeding, created_at) VALUES
                   (2001, 'nobody-9', false, now()), (99999999999, 'ren-3', false, now());"#,
        );
        let expected = [
            "user hana-1, hana-5: one address, once its letters are small",
            "user bad-6: the address is none",
            "account a-4, a-same: one account at a provider of several people",
            "session s-orphan: it belongs to nobody",
            "medication_log 2001: it belongs to nobody",
            "user ha#sh-7: id cannot be part of a key",
            "medication_log 99999999999: id cannot be part of a key",
        ];
        let planned = world.plan().await;
        assert_eq!(planned.refusals.iter().map(ToString::to_string).collect::<Vec<_>>(), expected);
        assert_eq!(refusals(world.load().await), expected);
        assert_eq!(world.stored().await.0.len(), 0);

        // Once it is put right the source is read anew.
        world.postgres.run(
            r#"DELETE FROM "user" WHERE id IN ('hana-5', 'bad-6', 'ha#sh-7'); DELETE FROM session WHERE id = 's-orphan';
               DELETE FROM account WHERE id = 'a-same'; DELETE FROM medication_logs WHERE id IN (2001, 99999999999);"#,
        );
        world.load().await.unwrap();
        assert!(world.verify().await.may_switch);
    })
    .await;
}
