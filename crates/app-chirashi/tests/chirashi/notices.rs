//! What people are told, in the inbox and beyond.

use chabudai_app_chirashi::design::{
    BEGIN_TELLING, CLAIM_DIGEST, DIGEST_SENT, DUE_NOTICES, INBOX, NOTICES_OF_SLOT, PUT_NOTICE, READ_NOTICE, WHO_FAVOURS, WHO_IS_TOLD,
};
use chabudai_app_chirashi::error::ChirashiError;
use chabudai_app_chirashi::model::{Frequency, Slot};
use chabudai_app_chirashi::repo::notices;
use chabudai_app_chirashi::service::{Delivered, ProfileInput};
use chabudai_kernel::op::Put;

use crate::world::{PAGE, Postman, World, day, drain, house, no_flyer, on_both};

#[tokio::test]
async fn the_inbox_is_exact() {
    on_both(async |w: World| {
        let (service, company) = (&w.service, w.company("スーパーA").await);
        let store = w.store_of(&company, "新宿店").await;
        let told = w.told("told", Frequency::Realtime).await.user_id;
        let silent = w.somebody("silent").await.user_id;
        let muted = w.told("muted", Frequency::Morning).await.user_id;
        let late = w.told("late", Frequency::Morning).await.user_id;
        for user in [told, silent, muted] {
            service.add_favorite(user, store.store_id).await.unwrap();
        }
        service.set_bell(muted, store.store_id, false).await.unwrap();
        let flyer = w.flyer(&store).await;
        // All four conditions: a frequency, a favourite, a bell, a new flyer.
        let begin = w.costs(
            &BEGIN_TELLING,
            0,
            w.costs(&WHO_FAVOURS, 1, w.costs(&WHO_IS_TOLD, 0, w.costs(&PUT_NOTICE, 0, service.tell(flyer.flyer_id)))),
        );
        assert_eq!(begin.await.unwrap(), 1);
        for id in ["CH-85", "CH-102", "CH-103", "CH-104"] {
            w.took_every_step(id);
        }
        // Told again, and later, it adds nothing: not even for somebody who came to like the store since.
        w.tick();
        service.add_favorite(late, store.store_id).await.unwrap();
        w.wait_hours(24);
        assert_eq!(service.tell(flyer.flyer_id).await.unwrap(), 0);
        let inbox = w.costs(&INBOX, 0, service.inbox(told, PAGE)).await.unwrap().items;
        w.took_every_step("CH-100");
        assert_eq!((inbox.len(), inbox[0].flyer_id, inbox[0].day), (1, flyer.flyer_id, day("2026-11-15")));
        for user in [silent, muted, late] {
            assert!(service.inbox(user, PAGE).await.unwrap().items.is_empty());
        }
        w.costs(&READ_NOTICE, 0, service.read_notice(told, inbox[0].day, flyer.flyer_id)).await.unwrap();
        w.took_every_step("CH-101");
        let read_at = service.inbox(told, PAGE).await.unwrap().items[0].read_at;
        w.wait_hours(1);
        service.read_notice(told, inbox[0].day, flyer.flyer_id).await.unwrap();
        assert_eq!(service.inbox(told, PAGE).await.unwrap().items[0].read_at, read_at, "read is read since then");
        assert_eq!(service.read_notice(silent, inbox[0].day, flyer.flyer_id).await, Err(ChirashiError::NotFound("notice")));
        assert_eq!(service.tell(no_flyer()).await.unwrap(), 0);
        w.wait_hours(90 * 24);
        assert!(service.inbox(told, PAGE).await.unwrap().items.is_empty(), "after 90 days it is gone, swept or not");
    })
    .await;
}

#[tokio::test]
async fn a_flyer_is_told_when_it_becomes_valid() {
    on_both(async |w: World| {
        let (service, company) = (&w.service, w.company("スーパーA").await);
        let store = w.store_of(&company, "新宿店").await;
        let user = w.told("mei", Frequency::Realtime).await.user_id;
        service.add_favorite(user, store.store_id).await.unwrap();
        let house = house();
        let feed = w.feed_through(service, &w.store, &house);
        drain(&feed).await;
        let soon = w.flyer_from(&store, "2026-11-17", "2026-11-20").await;
        drain(&feed).await;
        assert_eq!(service.tell_beginning().await.unwrap(), 0);
        assert!(service.inbox(user, PAGE).await.unwrap().items.is_empty(), "not before its first day");
        w.wait_hours(48);
        assert_eq!(service.tell_beginning().await.unwrap(), 1);
        assert_eq!(service.tell_beginning().await.unwrap(), 0, "once");
        let inbox = service.inbox(user, PAGE).await.unwrap().items;
        assert_eq!((inbox.len(), inbox[0].flyer_id, inbox[0].day), (1, soon.flyer_id, day("2026-11-17")));
        // One that is valid at once is told by the feed.
        let now = w.flyer_from(&store, "2026-11-17", "2026-11-30").await;
        drain(&feed).await;
        assert!(service.inbox(user, PAGE).await.unwrap().items.iter().any(|notice| notice.flyer_id == now.flyer_id));
    })
    .await;
}

#[tokio::test]
async fn digests_go_out_at_their_time_and_once() {
    on_both(async |w: World| {
        let (service, company) = (&w.service, w.company("スーパーA").await);
        let store = w.store_of(&company, "新宿店").await;
        let people = [Frequency::Realtime, Frequency::Morning, Frequency::Evening];
        let mut ids = Vec::new();
        for frequency in people {
            let user = w.told(frequency.as_str(), frequency).await.user_id;
            service.add_favorite(user, store.store_id).await.unwrap();
            ids.push(user.to_string());
        }
        let postman = Postman::default();
        // Half past eight in the morning.
        for _ in 0..2 {
            let flyer = w.flyer(&store).await;
            assert_eq!(service.tell(flyer.flyer_id).await.unwrap(), 3);
        }
        assert_eq!(service.deliver_due(&postman).await.unwrap(), Delivered { sent: 2, failed: 0 });
        let sent =
            || postman.0.lock().unwrap().iter().map(|(to, told)| (to.clone(), told.frequency, told.notices.len())).collect::<Vec<_>>();
        assert_eq!(sent(), [(ids[0].clone(), Frequency::Realtime, 1), (ids[0].clone(), Frequency::Realtime, 1)]);
        assert_eq!(service.deliver_due(&postman).await.unwrap(), Delivered::default());
        w.wait_hours(10); // half past six in the evening
        assert_eq!(service.deliver_due(&postman).await.unwrap(), Delivered { sent: 1, failed: 0 });
        assert_eq!(sent()[2..], [(ids[2].clone(), Frequency::Evening, 2)]);
        // What comes after six is not lost: it is in tomorrow's.
        let late = w.flyer(&store).await;
        service.tell(late.flyer_id).await.unwrap();
        service.deliver_due(&postman).await.unwrap();
        w.wait_hours(14); // half past eight the next morning
        service.deliver_due(&postman).await.unwrap();
        assert_eq!(
            sent()[3..],
            [(ids[0].clone(), Frequency::Realtime, 1), (ids[1].clone(), Frequency::Morning, 3)],
            "the day before, midnight to midnight"
        );
        w.wait_hours(10);
        service.deliver_due(&postman).await.unwrap();
        assert_eq!(sent()[5..], [(ids[2].clone(), Frequency::Evening, 1)]);
        assert_eq!(service.deliver_due(&postman).await.unwrap(), Delivered::default());
        let names: std::collections::BTreeSet<String> = postman.0.lock().unwrap().iter().map(|(_, told)| told.name.clone()).collect();
        assert_eq!(names.len(), 6, "each has a name of its own");
        for id in ["CH-105", "CH-107", "CH-108"] {
            w.took_every_step(id);
        }
        let meter = |pattern| w.db().meters().of(pattern).read();
        for pattern in [&CLAIM_DIGEST, &DIGEST_SENT, &DUE_NOTICES, &NOTICES_OF_SLOT] {
            assert_eq!(u64::from(meter(pattern).spent.requests), meter(pattern).calls, "{} costs one request each time", pattern.id);
        }
        w.newest().await;
        w.is_in_order().await;
    })
    .await;
}

/// A notice that comes into a slot whose digest has gone out is told the next day, and neither lost nor a second digest.
#[tokio::test]
async fn what_comes_too_late_is_told_the_next_time() {
    on_both(async |w: World| {
        let (service, company) = (&w.service, w.company("スーパーA").await);
        let store = w.store_of(&company, "新宿店").await;
        let user = w.told("mei", Frequency::Evening).await.user_id;
        service.add_favorite(user, store.store_id).await.unwrap();
        let flyer = w.flyer(&store).await;
        service.tell(flyer.flyer_id).await.unwrap();
        w.wait_hours(10);
        let postman = Postman::default();
        service.deliver_due(&postman).await.unwrap();
        let mut late = service.inbox(user, PAGE).await.unwrap().items[0].clone();
        late.flyer_id = no_flyer();
        late.slot = Some(Slot { day: day("2026-11-15"), ..Slot::of(user, Frequency::Evening, service.now()) });
        w.meddle(Put::of(&late)).await;
        assert_eq!(service.deliver_due(&postman).await.unwrap(), Delivered::default(), "once for each person and slot");
        w.took_every_step("CH-106");
        w.took_every_step("CH-109");
        w.wait_hours(24);
        assert_eq!(service.deliver_due(&postman).await.unwrap(), Delivered { sent: 1, failed: 0 });
        assert_eq!(postman.0.lock().unwrap().len(), 2);
        assert!(notices::due(w.db(), late.slot.unwrap(), None).await.unwrap().0.is_empty());
    })
    .await;
}

#[tokio::test]
async fn whoever_changes_their_mind_is_told_as_they_want_from_then_on() {
    on_both(async |w: World| {
        let (service, company) = (&w.service, w.company("スーパーA").await);
        let store = w.store_of(&company, "新宿店").await;
        let user = w.told("mei", Frequency::Morning).await.user_id;
        service.add_favorite(user, store.store_id).await.unwrap();
        let first = w.flyer(&store).await;
        service.tell(first.flyer_id).await.unwrap();
        let none = ProfileInput { notification_frequency: Some(None), ..ProfileInput::default() };
        service.edit_profile(user, &none, None).await.unwrap();
        let second = w.flyer(&store).await;
        assert_eq!(service.tell(second.flyer_id).await.unwrap(), 0);
        assert_eq!(service.inbox(user, PAGE).await.unwrap().items.len(), 1);
    })
    .await;
}
