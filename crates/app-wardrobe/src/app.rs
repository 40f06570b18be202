//! Wardrobe as an app of the house.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use chabudai_app::{App, Checked, Context, Look, Mounted};
use chabudai_jobs::{Done, Failed, Job, Schedule};
use chabudai_kernel::design::Design;
use chabudai_kernel::part::Millis;
use chabudai_media::{PictureId, Pictures};
use chabudai_web::rate::Limiter;
use chabudai_web::site::AppInfo;
use clap::{ArgMatches, Args as _, Command, FromArgMatches as _};
use futures::future::LocalBoxFuture;
use serde_json::Value;

use crate::bench::Bench;
use crate::demo::Demo;
use crate::design::DESIGN;
use crate::options::WardrobeOptions;
use crate::pages::INFO;
use crate::service::Service;
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
            new_wardrobes: options.new_wardrobes(&house.people),
            per_wardrobe: Limiter::new(NonZeroU32::new(if house.is_measured { 0 } else { options.rate_per_wardrobe })),
            misses: Limiter::new(NonZeroU32::new(house.rate_per_address.div_ceil(10))),
            shown_to_anybody: Arc::default(),
        };
        let demo = Demo { service: service.clone(), pictures: house.pictures.clone(), shown_to_anybody: state.shown_to_anybody.clone() };
        let (routes, description) = api::routes(state.clone());
        Ok(Mounted {
            routes: routes.merge(pages::routes(state)),
            description,
            jobs: vec![sweep_pictures(service, house.pictures.clone())],
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

/// Removes pictures that nothing has shown for a day.
fn sweep_pictures(service: Service, pictures: Pictures) -> Job {
    Job::new("wardrobe.sweep-pictures", Schedule::Every(Duration::from_hours(1)), Duration::from_mins(2), move |run| {
        let (service, pictures) = (service.clone(), pictures.clone());
        async move {
            let since = run.since.and_then(|at| u64::try_from(at.as_millisecond()).ok()).map(Millis);
            let (mut swept, mut last_error) = (Done::default(), None);
            for upload in service.unshown_pictures(since).await.map_err(Failed::because)? {
                // One that is no picture's name has no files.
                let removed = match upload.picture.as_str().parse::<PictureId>() {
                    Ok(id) => pictures.remove(id).await.map_err(Failed::because),
                    Err(_) => Ok(()),
                };
                match removed {
                    Ok(()) => {
                        service.picture_is_gone(&upload).await.map_err(Failed::because)?;
                        swept.done += 1;
                    }
                    Err(error) => last_error = Some(error),
                }
            }
            // A run that is not done to the end moves nothing: what is left of its days is looked for again.
            last_error.map_or(Ok(swept), Err)
        }
    })
}
