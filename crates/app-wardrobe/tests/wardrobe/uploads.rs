//! Pictures that nothing shows are swept once they are a day old, and not by the calendar.

use chabudai_app_wardrobe::model::Upload;
use chabudai_app_wardrobe::repo::uploads;
use chabudai_kernel::part::{Day, Millis, Word};

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
            |swept: Vec<Word>| -> Vec<Word> { swept.into_iter().filter(|p| p.as_str().ends_with(&world.wardrobe.to_string())).collect() };
        assert_eq!(ours(world.service.unshown_pictures().await.unwrap()), [old]);
        world.clock.advance(std::time::Duration::from_millis(1));
        assert_eq!(ours(world.service.unshown_pictures().await.unwrap()), [young]);
        let left = uploads::of_day(world.db(), day("20261114")).await.unwrap();
        assert!(left.iter().any(|upload| upload.picture == younger), "it stays until it is a day old");
    })
    .await;
}
