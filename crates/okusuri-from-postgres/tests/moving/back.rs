//! The way back: after it the older system says what the store says.

use std::collections::BTreeSet;

use chabudai_app_okusuri::design::{OKUSURI_TABLE, Okusuri};
use chabudai_app_okusuri::model::{Kind, Log, LogData, Setting};
use chabudai_identity::email;
use chabudai_identity::model::{EmailGuard, Profile, PushDevice, Session};
use chabudai_kernel::entity::Entity as _;
use chabudai_kernel::op::{Delete, Put};
use chabudai_kernel::part::Word;

use crate::world::{World, on_both};

fn word(text: &str) -> Word {
    Word::new(text).expect("a word")
}

/// Logs, people and settings as both systems can say them.
async fn said_here(world: &World) -> BTreeSet<String> {
    let stored = world.stored().await;
    let mut out = BTreeSet::new();
    for item in stored.0.values() {
        let view = item.view();
        if let Ok(log) = Log::from_item(view) {
            out.insert(format!("log {} {} {} {}", log.user_id, log.date, log.data.has_bleeding, log.updated_at));
        } else if let Ok(setting) = Setting::from_item(view) {
            out.insert(format!("setting {} {} {}", setting.user_id, setting.platform, setting.data.is_enabled));
        } else if let Ok(device) = PushDevice::<Okusuri>::from_item(view) {
            out.insert(format!("device {} {} {}", device.user_id, device.platform, device.data.subscription.endpoint));
        } else if let Ok(person) = Profile::<Okusuri>::from_item(view) {
            out.insert(format!("user {} {} {} {}", person.user_id, person.email, person.data.name, person.updated_at));
        }
    }
    out
}

/// The same of the older system, read anew by the way there, in a store of its own.
async fn said_there(world: &World) -> BTreeSet<String> {
    let there = world.on_an_empty_store().await;
    there.load().await.unwrap();
    assert!(there.verify().await.may_switch);
    said_here(&there).await
}

fn new_log(user: &str, id: &str, day: &str, at: &str) -> Log {
    let at = at.parse().unwrap();
    let data =
        LogData { id: None, has_bleeding: true, taken: Some(false), note: Some("頭が痛い".to_owned()), created_at: at, updated_at: at };
    let (user_id, id, day) = (word(user), word(id), day.parse().unwrap());
    Log { user_id, id, kind: Kind::MedicationLog, date: day, data, created_at: at, updated_at: at }
}

/// What people do here after the switch.
async fn live_on(world: &World) {
    let stored = world.stored().await;
    let later = "2027-01-01T08:30:00Z".parse().unwrap();
    // A log of today, one of a day long past, and one at home in New York late in the evening.
    world.put(Put::of(&new_log("hana-1", "0190a1b2-0000-7000-8000-000000000001", "2027-01-01", "2027-01-01T08:30:00Z"))).await;
    world.put(Put::of(&new_log("hana-1", "0190a1b2-0000-7000-8000-000000000002", "2026-12-24", "2027-01-01T08:31:00Z"))).await;
    world.put(Put::of(&new_log("mei-2", "0190a1b2-0000-7000-8000-000000000003", "2027-01-01", "2027-01-02T03:00:00Z"))).await;
    for item in stored.0.values() {
        let Ok(mut log) = Log::from_item(item.view()) else { continue };
        match log.data.id {
            Some(5) => {
                log.data.has_bleeding = !log.data.has_bleeding;
                (log.updated_at, log.data.updated_at) = (later, later);
                world.put(Put::of(&log)).await;
            }
            Some(6) => world.delete(Delete::new(&OKUSURI_TABLE, log.item_key())).await,
            _ => {}
        }
    }
    let of = |id: &str| Profile::<Okusuri>::from_item(stored.0[&Profile::<Okusuri>::key(word(id))].view()).unwrap();
    let mut hana = of("hana-1");
    "佐藤 花子".clone_into(&mut hana.data.name);
    (hana.updated_at, hana.data.updated_at) = (later, later);
    world.put(Put::of(&hana)).await;
    // Somebody joins, with a setting and a device.
    let mut yuki = hana.clone();
    (yuki.user_id, yuki.email, yuki.data.name) =
        (word("0190a1b2-0000-7000-8000-00000000000a"), email::parse("yuki@example.org").unwrap(), "ゆき".to_owned());
    yuki.data.email = yuki.email.clone();
    world.put(Put::of(&yuki)).await;
    world
        .put(Put::of(&EmailGuard::<Okusuri> { email: yuki.email.clone(), user_id: yuki.user_id.clone(), of: std::marker::PhantomData }))
        .await;
    let setting =
        stored.0.values().find_map(|item| Setting::from_item(item.view()).ok().filter(|one| one.user_id.as_str() == "hana-1")).unwrap();
    let device = stored.0.values().find_map(|item| PushDevice::<Okusuri>::from_item(item.view()).ok()).unwrap();
    world.put(Put::of(&Setting { user_id: yuki.user_id.clone(), updated_at: later, ..setting.clone() })).await;
    // Somebody wants no reminders any more, and somebody has another phone.
    let mut quiet =
        stored.0.values().find_map(|item| Setting::from_item(item.view()).ok().filter(|one| one.user_id.as_str() == "mei-2")).unwrap();
    quiet.data.is_enabled = false;
    (quiet.updated_at, quiet.data.updated_at) = (later, later);
    world.put(Put::of(&quiet)).await;
    world.delete(Delete::new(&OKUSURI_TABLE, device.item_key())).await;
    let mut another = device;
    another.device = word("another");
    "https://push.example/another".clone_into(&mut another.data.subscription.endpoint);
    another.updated_at = later;
    world.put(Put::of(&another)).await;
    // Somebody leaves for good.
    for (key, item) in &stored.0 {
        let is_theirs = item.view().get("UserID").and_then(chabudai_kernel::packed::ValueRef::as_str) == Some("sora-4");
        if is_theirs {
            world.delete(Delete::new(&OKUSURI_TABLE, key.clone())).await;
        }
    }
}

#[tokio::test]
async fn the_older_system_says_what_the_store_says() {
    on_both(|world| async move {
        world.load().await.unwrap();
        assert_eq!(said_there(&world).await, said_here(&world).await);
        live_on(&world).await;
        assert_ne!(said_there(&world).await, said_here(&world).await);

        let back = world.export_back().await.unwrap();
        // Two people, four logs, three settings; the log that was deleted, and two logs more, two settings and the row of who has left.
        assert_eq!((back.users, back.logs, back.settings, back.kept), (2, 4, 3, 0), "{back:?}");
        assert_eq!((back.not_taken, back.notes), (3, 3));
        assert_eq!(said_there(&world).await, said_here(&world).await);

        // Nothing doubles, and what was not touched here is as exact there as it was.
        let rows = || world.postgres.query("SELECT count(*), max(id) FROM medication_logs");
        let before = rows();
        world.export_back().await.unwrap();
        assert_eq!(rows(), before);
        assert_eq!(said_there(&world).await, said_here(&world).await);
        let micros = world.postgres.query("SELECT to_char(created_at, 'US') FROM medication_logs WHERE id IN (4, 5) ORDER BY id");
        assert_eq!(micros, "123456\n123456");
        // The older system goes on with numbers that nobody has.
        world
            .postgres
            .run("INSERT INTO medication_logs (user_id, has_bleeding, created_at, updated_at) VALUES ('hana-1', false, now(), now())");
        assert_eq!(world.postgres.query(r#"SELECT count(*) FROM "user" WHERE id = 'sora-4'"#), "0");
        assert_eq!(world.postgres.query("SELECT count(*) FROM session WHERE id = 's-live'"), "1", "sessions there are left alone");
    })
    .await;
}

#[tokio::test]
async fn what_had_gone_back_and_changes_again_follows() {
    on_both(|world| async move {
        world.load().await.unwrap();
        let mut log = new_log("hana-1", "0190a1b2-0000-7000-8000-000000000001", "2027-01-01", "2027-01-01T08:30:00Z");
        world.put(Put::of(&log)).await;
        world.export_back().await.unwrap();
        let number = world.postgres.query("SELECT max(id) FROM medication_logs");
        log.data.has_bleeding = false;
        log.updated_at = "2027-01-02T00:00:00Z".parse().unwrap();
        world.put(Put::of(&log)).await;
        world.export_back().await.unwrap();
        assert_eq!(world.postgres.query(&format!("SELECT has_bleeding FROM medication_logs WHERE id = {number}")), "f");
        world.delete(Delete::new(&OKUSURI_TABLE, log.item_key())).await;
        world.export_back().await.unwrap();
        assert_eq!(world.postgres.query(&format!("SELECT count(*) FROM medication_logs WHERE id = {number}")), "0");
        assert_eq!(said_there(&world).await, said_here(&world).await);
    })
    .await;
}

#[tokio::test]
async fn what_is_newer_there_is_left_alone() {
    on_both(|world| async move {
        world.load().await.unwrap();
        live_on(&world).await;
        world.postgres.run("UPDATE medication_logs SET has_bleeding = NOT has_bleeding, updated_at = '2028-01-01T00:00:00Z' WHERE id = 5");
        let there = world.postgres.query("SELECT has_bleeding FROM medication_logs WHERE id = 5");
        let back = world.export_back().await.unwrap();
        assert_eq!(back.kept, 1);
        assert_eq!(world.postgres.query("SELECT has_bleeding FROM medication_logs WHERE id = 5"), there);
    })
    .await;
}

#[tokio::test]
async fn another_store_takes_nobody_away() {
    on_both(|world| async move {
        world.load().await.unwrap();
        let rows = world.postgres.query("SELECT count(*) FROM medication_logs");
        let elsewhere = world.on_an_empty_store().await.with_folder_of(&world);
        assert!(elsewhere.export_back().await.unwrap_err().to_string().contains("nobody of the source is in this store"));
        assert_eq!(world.postgres.query("SELECT count(*) FROM medication_logs"), rows);
    })
    .await;
}

#[tokio::test]
async fn a_row_that_the_older_system_refuses_leaves_everything_as_it_was() {
    on_both(|world| async move {
        world.load().await.unwrap();
        live_on(&world).await;
        world.postgres.run(r#"ALTER TABLE "user" ADD CONSTRAINT nobody_is_called_yuki CHECK (email <> 'yuki@example.org')"#);
        let before = world.postgres.query("SELECT md5(string_agg(t::text, '' ORDER BY id)) FROM medication_logs t");
        let refused = world.export_back().await.unwrap_err().to_string();
        assert_eq!(refused, "the source refused a row of the way back: SQLSTATE 23514, table user, constraint nobody_is_called_yuki");
        assert_eq!(world.postgres.query("SELECT md5(string_agg(t::text, '' ORDER BY id)) FROM medication_logs t"), before);
        // Sessions and tokens are no business of the way back.
        assert!(world.stored().await.0.values().filter(|item| Session::<Okusuri>::from_item(item.view()).is_ok()).count() == 2);
        world.postgres.run(r#"ALTER TABLE "user" DROP CONSTRAINT nobody_is_called_yuki"#);
        world.export_back().await.unwrap();
        assert_eq!(said_there(&world).await, said_here(&world).await);
    })
    .await;
}
