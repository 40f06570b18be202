//! What changed in the older system after it was read.

use std::sync::Arc;

use chabudai_app_okusuri::design::{OKUSURI_TABLE, Okusuri};
use chabudai_app_okusuri::model::Log;
use chabudai_identity::email;
use chabudai_identity::model::{EmailGuard, Profile};
use chabudai_kernel::entity::Entity as _;
use chabudai_kernel::op::{Delete, Put};
use chabudai_kernel::part::Word;
use chabudai_store_conformance::faults::{Chances, FaultyStore};

use crate::world::{World, on_both, refusals};

fn word(text: &str) -> Word {
    Word::new(text).expect("a word")
}

async fn log(world: &World, number: u64) -> Option<Log> {
    let stored = world.stored().await;
    stored.0.values().filter_map(|item| Log::from_item(item.view()).ok()).find(|log| log.data.id == Some(number))
}

async fn person(world: &World, id: &str) -> Option<Profile<Okusuri>> {
    let stored = world.stored().await;
    stored.0.get(&Profile::<Okusuri>::key(word(id))).map(|item| Profile::from_item(item.view()).unwrap())
}

/// What happens in the older system between the load and the freeze.
const MEANWHILE: &str = r#"
    UPDATE medication_logs SET has_bleeding = true, updated_at = now() WHERE id = 5;
    -- A hand at the console does not touch updated_at.
    UPDATE medication_logs SET has_bleeding = true WHERE id = 6;
    DELETE FROM medication_logs WHERE id = 7;
    UPDATE medication_logs SET deleted_at = now() WHERE id = 8;
    INSERT INTO medication_logs (user_id, has_bleeding, created_at, updated_at) VALUES ('hana-1', false, now(), now());
    UPDATE "user" SET email = 'mei@elsewhere.example', updated_at = now() WHERE id = 'mei-2';
    INSERT INTO "user" (id, name, email, created_at, updated_at) VALUES ('yuki-8', 'ゆき', 'yuki@example.org', now(), now());
    INSERT INTO medication_logs (user_id, has_bleeding, created_at, updated_at) VALUES ('yuki-8', false, now(), now());
    DELETE FROM session WHERE id = 's-live';
    DELETE FROM medication_logs WHERE user_id = 'sora-4';
    DELETE FROM notification_settings WHERE user_id = 'sora-4';
    DELETE FROM "user" WHERE id = 'sora-4';
"#;

#[tokio::test]
async fn changes_follow_and_both_sides_are_equal_again() {
    on_both(|world| async move {
        world.load().await.unwrap();
        world.postgres.run(MEANWHILE);
        let applied = world.delta().await.unwrap();
        assert_eq!((applied.kept, applied.conflicts.len(), applied.stayed.len()), (0, 0, 0));
        // Two logs changed, two came; a person changed with their guard, a person came with theirs.
        assert_eq!(applied.written, 8);
        // Two logs, a session, a guard; and somebody with a guard, three logs and a setting.
        assert_eq!(applied.removed, 10);
        assert!(applied.untold > 0 && applied.told > 0, "{applied:?}");
        let report = world.verify().await;
        assert!(report.may_switch, "{}", report.text());
        assert_eq!(person(&world, "mei-2").await.unwrap().email.as_str(), "mei@elsewhere.example");
        assert!(person(&world, "sora-4").await.is_none() && person(&world, "yuki-8").await.is_some());
        assert!(log(&world, 6).await.unwrap().data.has_bleeding, "what updated_at does not tell is found as well");

        // And once more: nothing is left to do.
        let before = world.stored().await;
        let again = world.delta().await.unwrap();
        assert_eq!((again.written, again.removed, again.kept), (0, 0, 0));
        assert_eq!(world.stored().await, before);
    })
    .await;
}

#[tokio::test]
async fn what_people_wrote_here_is_never_overwritten_by_something_older() {
    on_both(|world| async move {
        world.load().await.unwrap();
        world.postgres.run(MEANWHILE);
        let later = "2030-01-01T00:00:00Z".parse().unwrap();
        let mut corrected = Vec::new();
        // One that changed there as well, and one that was deleted there.
        for number in [5, 7] {
            let mut log = log(&world, number).await.unwrap();
            log.data.note = Some("corrected here".to_owned());
            (log.updated_at, log.data.updated_at) = (later, later);
            world.put(Put::of(&log)).await;
            corrected.push(log);
        }
        let mut mei = person(&world, "mei-2").await.unwrap();
        mei.data.name = "めいこ".to_owned();
        (mei.updated_at, mei.data.updated_at) = (later, later);
        world.put(Put::of(&mei)).await;
        // Somebody who left there has logged here.
        let mut fresh = corrected[0].clone();
        (fresh.user_id, fresh.id, fresh.data.id) = (word("sora-4"), word("0190a1b2-0000-7000-8000-000000000001"), None);
        world.put(Put::of(&fresh)).await;

        let applied = world.delta().await.unwrap();
        assert_eq!(applied.stayed, ["sora-4"]);
        // The two logs; and the person with two guards, which change together or not at all.
        assert_eq!((applied.kept, applied.conflicts.len()), (5, 0));
        for expected in &corrected {
            assert_eq!(log(&world, expected.data.id.unwrap()).await.as_ref(), Some(expected));
        }
        let after = person(&world, "mei-2").await.unwrap();
        assert_eq!((after.data.name.as_str(), after.email.as_str()), ("めいこ", "mei@example.org"));
        let stored = world.stored().await;
        assert!(stored.0.contains_key(&EmailGuard::<Okusuri>::key(word("mei@example.org"))));
        assert!(!stored.0.contains_key(&EmailGuard::<Okusuri>::key(word("mei@elsewhere.example"))));
        assert!(person(&world, "sora-4").await.is_some() && log(&world, 1001).await.is_some(), "who stays keeps everything");
    })
    .await;
}

#[tokio::test]
async fn an_address_that_somebody_else_has_taken_here_is_for_the_operator() {
    on_both(|world| async move {
        world.load().await.unwrap();
        world.postgres.run(MEANWHILE);
        let guard = EmailGuard::<Okusuri> {
            email: email::parse("yuki@example.org").unwrap(),
            user_id: word("ren-3"),
            of: std::marker::PhantomData,
        };
        world.put(Put::of(&guard)).await;
        let applied = world.delta().await.unwrap();
        let told: Vec<String> = applied.conflicts.iter().map(ToString::to_string).collect();
        assert_eq!(told, ["user yuki-8: the address or an account at a provider is somebody else's in the store"]);
        assert!(!world.verify().await.may_switch);
        world.delete(Delete::new(&OKUSURI_TABLE, guard.item_key())).await;
        assert!(world.delta().await.unwrap().conflicts.is_empty());
        let report = world.verify().await;
        assert!(report.may_switch, "{}", report.text());
    })
    .await;
}

#[tokio::test]
async fn a_delta_that_was_cut_off_is_made_good_by_the_next() {
    on_both(|world| async move {
        assert!(world.delta().await.unwrap_err().to_string().contains("follows a load"));
        world.load().await.unwrap();
        world.postgres.run(MEANWHILE);
        // Every write is carried out and says that it failed, for longer than anybody tries again.
        let chances = Chances { timeout_after_commit: 1.0, ..Chances::default() };
        let lost = Arc::new(FaultyStore::new(world.store.clone()).by_chance(1, chances));
        assert!(world.over_store(lost).delta().await.is_err());
        assert!(!world.verify().await.may_switch);
        // What had just come goes again there before the next try.
        world.postgres.run(r#"DELETE FROM medication_logs WHERE user_id = 'yuki-8'; DELETE FROM "user" WHERE id = 'yuki-8'"#);
        world.delta().await.unwrap();
        let report = world.verify().await;
        assert!(report.may_switch, "{}", report.text());
        assert!(person(&world, "yuki-8").await.is_none());
    })
    .await;
}

#[tokio::test]
async fn what_has_to_be_put_right_stops_a_delta_as_well() {
    on_both(|world| async move {
        world.load().await.unwrap();
        let before = world.stored().await;
        world.postgres.run(r#"UPDATE "user" SET email = 'HANA@example.org' WHERE id = 'mei-2'"#);
        assert_eq!(refusals(world.delta().await), ["user hana-1, mei-2: one address, once its letters are small"]);
        assert_eq!(world.stored().await, before);
        assert!(world.verify().await.may_switch, "it is still what was read before");
    })
    .await;
}
