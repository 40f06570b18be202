//! Wardrobe as an app of the house.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use chabudai_app::pictures::sweep;
use chabudai_app::{App, Checked, Context, Look, Mounted};
use chabudai_jobs::{Done, Failed, Job, Schedule};
use chabudai_kernel::db::Db;
use chabudai_kernel::design::Design;
use chabudai_kernel::ids::Ids;
use chabudai_kernel::part::Word;
use chabudai_media::{PictureId, Pictures};
use chabudai_web::people::PersonalData;
use chabudai_web::problem::Problem;
use chabudai_web::rate::Limiter;
use chabudai_web::site::AppInfo;
use clap::{ArgMatches, Args as _, Command, FromArgMatches as _};
use futures::future::{BoxFuture, LocalBoxFuture};
use serde_json::Value;

use crate::bench::Bench;
use crate::demo::Demo;
use crate::design::DESIGN;
use crate::error::WardrobeError;
use crate::options::WardrobeOptions;
use crate::pages::{INFO, NameFinder, TodayCard};
use crate::service::{Removed, Service};
use crate::{api, pages};

/// Wardrobe.
pub static WARDROBE: Wardrobe = Wardrobe;

/// Wardrobe, as the house knows it.
#[derive(Debug)]
pub struct Wardrobe;

impl App for Wardrobe {
    fn design(&self) -> &'static Design {
        &DESIGN
    }

    fn info(&self) -> &'static AppInfo {
        &INFO
    }

    fn arguments(&self, command: Command) -> Command {
        WardrobeOptions::augment_args(command)
    }

    fn configuration(&self, options: &ArgMatches) -> Result<Value> {
        Ok(WardrobeOptions::from_arg_matches(options)?.shown())
    }

    fn personal_data(&self, db: &Db, ids: &Arc<dyn Ids>) -> Option<Arc<dyn PersonalData>> {
        Some(Arc::new(Lists(Service::new(db.clone(), ids.clone()))))
    }

    fn mount(&self, house: &Context<'_>) -> Result<Mounted> {
        let options = WardrobeOptions::from_arg_matches(house.options)?;
        let service = Service::new(house.db.clone(), house.ids.clone());
        // Visitors have limits; what the house does by itself has none.
        let for_visitors = match &house.quotas {
            Some(quotas) if !house.is_measured => service.clone().within(options.daily_limits(), quotas.clone()),
            _ => service.clone(),
        };
        let state = api::AppState {
            service: for_visitors,
            pictures: house.pictures.clone(),
            new_wardrobes: options.new_wardrobes(),
            people: Some(house.people.clone()),
            per_wardrobe: Limiter::new(NonZeroU32::new(if house.is_measured { 0 } else { options.rate_per_wardrobe })),
            misses: Limiter::new(NonZeroU32::new(house.rate_per_address.div_ceil(10))),
            shown_to_anybody: Arc::default(),
        };
        let card = TodayCard { service: service.clone(), shown_to_anybody: state.shown_to_anybody.clone() };
        let demo = Demo { service: service.clone(), pictures: house.pictures.clone(), shown_to_anybody: state.shown_to_anybody.clone() };
        let (routes, description) = api::routes(state.clone());
        Ok(Mounted {
            routes: routes.merge(pages::routes(state)),
            description,
            jobs: vec![
                sweep("wardrobe.sweep-pictures", service.clone(), house.pictures.clone()),
                remove_wardrobes(service.clone(), house.pictures.clone()),
            ],
            finder: Some(Arc::new(NameFinder(service))),
            card: Some(Arc::new(card)),
            demo: Some(Arc::new(demo)),
            bench: Some(Arc::new(Bench(house.db.clone()))),
            ..Mounted::default()
        })
    }

    fn check<'a>(&'a self, look: &'a Look<'a>) -> LocalBoxFuture<'a, Result<Checked>> {
        Box::pin(async move {
            let service = Service::new(look.db.clone(), look.ids.clone());
            let checked = service
                .check_all(async |finding| {
                    let mended = look.mends && service.mend(&finding).await?;
                    (look.told)(&finding.to_string(), mended);
                    Ok(())
                })
                .await?;
            Ok(Checked { seen: format!("{} wardrobes, {} items", checked.wardrobes, checked.items), findings: checked.findings })
        })
    }
}

/// What Wardrobe keeps of people: which wardrobes are theirs.
struct Lists(Service);

impl PersonalData for Lists {
    fn export<'a>(&'a self, person: &'a Word) -> BoxFuture<'a, Result<Value, Problem>> {
        Box::pin(async move { Ok(self.0.export_of(person).await?) })
    }

    fn forget<'a>(&'a self, person: &'a Word) -> BoxFuture<'a, Result<(), Problem>> {
        Box::pin(async move { Ok(self.0.forget(person).await?) })
    }
}

/// Why a wardrobe was not removed to its end.
struct NotRemoved(Failed);

impl From<WardrobeError> for NotRemoved {
    fn from(error: WardrobeError) -> Self {
        Self(Failed::because(error))
    }
}

/// Removes the wardrobes that were deleted more than a day ago, with everything that is in them. One that cannot be removed to its end holds
/// up no other, and is gone on with in the next run.
fn remove_wardrobes(service: Service, pictures: Pictures) -> Job {
    Job::new("wardrobe.remove-deleted", Schedule::Every(Duration::from_hours(1)), Duration::from_mins(2), move |_| {
        let (service, pictures) = (service.clone(), pictures.clone());
        async move {
            let (mut removed, mut last_error) = (Done::default(), None);
            for deletion in service.due_deletions().await.map_err(Failed::because)? {
                let remove_picture = |picture: String| {
                    let pictures = pictures.clone();
                    async move {
                        match picture.parse::<PictureId>() {
                            Ok(id) => pictures.remove(id).await.map_err(|error| NotRemoved(Failed::because(error))),
                            // One that is no picture's name has no files.
                            Err(_) => Ok(()),
                        }
                    }
                };
                match service.remove_wardrobe(&deletion, remove_picture).await {
                    Ok(Removed::Wholly) => removed.done += 1,
                    Ok(Removed::Restored) => {}
                    Err(NotRemoved(error)) => last_error = Some(error),
                }
            }
            last_error.map_or(Ok(removed), Err)
        }
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use chabudai_jobs::Run;
    use chabudai_kernel::clock::{Clock as _, FixedClock};
    use chabudai_kernel::db::Db;
    use chabudai_kernel::op::Scan;
    use chabudai_kernel::part::Word;
    use chabudai_media::drawn::{self, Garment};
    use chabudai_test_stores::{MORNING, RandomIds, both};
    use jiff::Timestamp;

    use super::*;
    use crate::address::Address;
    use crate::design::WARDROBE_TABLE;
    use crate::model::{Genre, WardrobeId};
    use crate::name::Name;
    use crate::picture::ImageKey;
    use crate::service::NewClothing;

    fn files(folder: &Path) -> usize {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| if entry.path().is_dir() { files(&entry.path()) } else { 1 }).sum()
    }

    async fn takes_in(service: &Service, pictures: &Pictures, wardrobe: WardrobeId) -> ImageKey {
        let now = service.db().clock().now();
        let id = pictures.add(drawn::picture(Garment::Shirt, [1, 2, 3], [4, 5, 6]), now).await.unwrap();
        let key = ImageKey { wardrobe, picture: Word::new(id.to_string()).unwrap() };
        service.take_in_picture(&key, None, 0).await.unwrap();
        key
    }

    /// With the files of its pictures, also of those that no garment shows any more: nothing is in the table and nothing in the folder.
    #[tokio::test]
    async fn the_jobs_leave_nothing_of_a_deleted_wardrobe() {
        for place in both(DESIGN.tables).await {
            let folder = tempfile::tempdir().unwrap();
            let pictures = Pictures::folder(folder.path()).unwrap();
            let clock = Arc::new(FixedClock::at_millis(MORNING));
            let db = Db::new(&DESIGN, place.store.clone(), clock.clone(), b"a secret of the test");
            let service = Service::new(db, Arc::new(RandomIds));
            let wardrobe: WardrobeId = service.create_wardrobe(&Name::new("a").unwrap(), None, None).await.unwrap().id().unwrap();
            for name in ["一", "二"] {
                let image_key = Some(takes_in(&service, &pictures, wardrobe).await);
                let new = NewClothing { name: Name::new(name).unwrap(), genre: Genre::Tops, image_key, tag_ids: Vec::new() };
                service.add_clothing(wardrobe, &new, None).await.unwrap();
            }
            takes_in(&service, &pictures, wardrobe).await;
            let user = Word::new("hana").unwrap();
            service.keep(&user, &wardrobe.into()).await.unwrap();
            service.delete_wardrobe(&Address::from(wardrobe)).await.unwrap();
            let three = files(folder.path());
            assert_eq!(three % 3, 0);

            let jobs =
                [remove_wardrobes(service.clone(), pictures.clone()), sweep("wardrobe.sweep-pictures", service.clone(), pictures.clone())];
            let run = |clock: &FixedClock| {
                let now = Timestamp::from_millisecond(clock.now_millis().try_into().unwrap()).unwrap();
                Run { due: now, since: None, now }
            };
            clock.advance(Duration::from_millis(24 * 60 * 60 * 1000 - 1));
            assert_eq!(jobs[0].work(run(&clock)).await, Ok(Done::default()), "its day is not over");
            assert_eq!(files(folder.path()), three);
            clock.advance(Duration::from_millis(1));
            assert_eq!(jobs[0].work(run(&clock)).await, Ok(Done { done: 1, failed: 0 }), "on {}", place.name);
            assert_eq!(files(folder.path()), three / 3, "the picture that no garment shows is the sweep's");
            assert_eq!(jobs[1].work(run(&clock)).await, Ok(Done { done: 1, failed: 0 }));
            assert_eq!(files(folder.path()), 0, "on {}", place.name);
            service.forget(&user).await.unwrap();
            let left = place.store.scan(&Scan::of(&WARDROBE_TABLE), clock.now()).await.unwrap().value;
            assert_eq!(left.count, 0, "on {}", place.name);
            assert_eq!(jobs[0].work(run(&clock)).await, Ok(Done::default()));
        }
    }
}
