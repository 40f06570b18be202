//! Pictures that nothing shows are swept once they are a day old, and not by the calendar.

use chabudai_app::pictures::Unshown as _;
use chabudai_app_wardrobe::model::Upload;
use chabudai_app_wardrobe::repo::uploads;
use chabudai_kernel::part::{Day, Millis, Word};
use chabudai_store_conformance::faults::{Chances, FaultyStore};

use crate::world::{MORNING, World, day, on_both};

const HOUR: u64 = 60 * 60 * 1000;

/// Notes a picture that came at a moment.
async fn came(world: &World, name: &str, at: u64) -> Word {
    let moment = jiff::Timestamp::from_millisecond(at as i64).unwrap();
    let picture = Word::new(format!("{name}-{}", world.wardrobe)).unwrap();
    let upload = Upload {
        day: Day(moment.to_zoned(jiff::tz::TimeZone::UTC).date()),
        picture: picture.clone(),
        wardrobe_id: world.wardrobe,
        created_at: Millis(at),
        removing: false,
    };
    uploads::note(world.db(), &upload).await.unwrap();
    picture
}

#[tokio::test]
async fn an_upload_of_yesterday_that_is_younger_than_a_day_stays() {
    on_both(|world| async move {
        // The morning in Japan is half past eleven in the evening by UTC: an hour later, yesterday is almost all of the last day.
        world.clock.advance(std::time::Duration::from_millis(HOUR));
        let now = MORNING + HOUR;
        let young = came(&world, "young", now - 24 * HOUR + 1).await;
        let younger = came(&world, "younger", now - 2 * HOUR).await;
        let old = came(&world, "old", now - 24 * HOUR).await;
        let yesterday: Vec<_> = uploads::of_day(world.db(), day("20261114")).await.unwrap();
        for picture in [&young, &younger, &old] {
            assert!(yesterday.iter().any(|upload| upload.picture == *picture), "{picture} is of yesterday");
        }
        // Others use the same tables, so only what is ours is looked at.
        let ours =
            |swept: Vec<Upload>| -> Vec<Upload> { swept.into_iter().filter(|upload| upload.wardrobe_id == world.wardrobe).collect() };
        let names = |swept: &[Upload]| -> Vec<Word> { swept.iter().map(|upload| upload.picture.clone()).collect() };
        let swept = ours(world.service.unshown(None).await.unwrap());
        assert_eq!(names(&swept), std::slice::from_ref(&old));
        // Whoever claimed it may have died: it is named until its files are gone, and no garment takes it meanwhile.
        let again = ours(world.service.unshown(Some(Millis(now))).await.unwrap());
        assert_eq!(names(&again), std::slice::from_ref(&old));
        let take = uploads::take(day("20261114"), old, world.wardrobe).into();
        let taken = world.db().store().write(&take, world.db().clock().now()).await;
        assert!(taken.is_err_and(|error| error.condition_failed_at(0)));
        world.service.is_gone(&swept[0]).await.unwrap();
        world.clock.advance(std::time::Duration::from_millis(1));
        assert_eq!(names(&ours(world.service.unshown(Some(Millis(now))).await.unwrap())), [young]);
        let left = uploads::of_day(world.db(), day("20261114")).await.unwrap();
        assert!(left.iter().any(|upload| upload.picture == younger), "it stays until it is a day old");
    })
    .await;
}

#[tokio::test]
async fn a_house_that_was_off_for_long_catches_up() {
    on_both(|world| async move {
        let picture = came(&world, "long-ago", MORNING - 200 * 24 * HOUR).await;
        let since = |days: u64| Some(Millis(MORNING - days * 24 * HOUR));
        let named = |swept: Vec<Upload>| swept.iter().any(|upload| upload.picture == picture);
        assert!(!named(world.service.unshown(since(190)).await.unwrap()), "its day was done to the end then");
        assert!(named(world.service.unshown(since(201)).await.unwrap()));
    })
    .await;
}

#[tokio::test]
async fn a_picture_that_cannot_be_claimed_is_an_error_and_not_somebodys() {
    let world = World::embedded().await;
    let now = MORNING;
    came(&world, "old", now - 25 * HOUR).await;
    let upload = uploads::of_day(world.db(), day("20261113")).await.unwrap().pop().expect("it is noted");
    let broken = FaultyStore::new(world.store.clone()).by_chance(1, Chances { timeout: 1.0, ..Chances::default() });
    let service = world.service_over(std::sync::Arc::new(broken));
    // What was not claimed because of us is looked for again: a run that says "nothing" would leave it for ever.
    assert!(uploads::claim(service.db(), &upload).await.is_err());
    assert!(uploads::claim(world.db(), &upload).await.unwrap());
    uploads::forget(world.db(), &upload).await.unwrap();
    assert!(!uploads::claim(world.db(), &upload).await.unwrap(), "a garment took it");
}
