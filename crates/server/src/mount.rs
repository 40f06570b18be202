//! Each app's routes over its data.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use anyhow::{Result, bail};
use axum::Router;
use chabudai_app_okusuri::design::Okusuri;
use chabudai_app_wardrobe::model::WardrobeId;
use chabudai_app_wardrobe::service::Service;
use chabudai_app_wardrobe::{api, pages};
use chabudai_identity::repo::Repo;
use chabudai_identity::secret::Pepper;
use chabudai_identity::service::{Policy, Service as Identity};
use chabudai_identity::sign_in::SignIn;
use chabudai_jobs::feed::Consumer;
use chabudai_jobs::quota::Quotas;
use chabudai_jobs::{Done, Failed, Job, Schedule};
use chabudai_kernel::db::Db;
use chabudai_kernel::part::Millis;
use chabudai_media::{PictureId, Pictures};
use chabudai_web::api::Description;
use chabudai_web::rate::Limiter;
use chabudai_web::site::AppInfo;

use crate::config::{ServeOptions, rate};
use crate::mail::delivery::Delivery;
use crate::quotas::People;
use crate::runtime::SystemIds;

/// An app that is mounted.
pub(crate) struct Mounted {
    pub(crate) routes: Router,
    pub(crate) description: Description,
    pub(crate) info: &'static AppInfo,
    /// What others do with Wardrobe: the demo, the benchmark.
    pub(crate) wardrobe: Option<Wardrobe>,
    /// The same with Okusuri.
    pub(crate) okusuri: Option<OkusuriApp>,
    /// What the app does by itself.
    pub(crate) jobs: Vec<Job>,
    /// Who keeps copies of the app's data, and is told of every change to it.
    pub(crate) consumers: Vec<Arc<dyn Consumer>>,
}

/// Wardrobe's use cases and pictures.
#[derive(Clone)]
pub(crate) struct Wardrobe {
    pub(crate) service: Service,
    pub(crate) pictures: Pictures,
    /// The wardrobe that the front shows to anybody.
    example: Arc<OnceLock<WardrobeId>>,
}

/// Okusuri's use cases, and those of its sign-in.
#[derive(Clone)]
pub(crate) struct OkusuriApp {
    pub(crate) service: chabudai_app_okusuri::service::Service,
    pub(crate) identity: Identity<Okusuri>,
}

impl Wardrobe {
    /// Shows anybody the way to a wardrobe.
    pub(crate) fn show_to_anybody(&self, wardrobe: WardrobeId) {
        self.example.get_or_init(|| wardrobe);
    }
}

/// What all apps are mounted with.
pub(crate) struct Shared<'a> {
    pub(crate) serve: &'a ServeOptions,
    pub(crate) public_url: &'a str,
    /// The house's secret; every use of it derives a key of its own.
    pub(crate) secret: &'a str,
    pub(crate) pictures: &'a Pictures,
    pub(crate) delivery: &'a Delivery,
    /// The apps of the house.
    pub(crate) apps: &'a [String],
    /// So much a day, for whoever has no account; none where nobody visits.
    pub(crate) quotas: Option<&'a Quotas>,
    /// Who is signed in, once an app with a sign-in is mounted.
    pub(crate) people: &'a People,
}

/// Mounts an app by its name.
pub(crate) fn mount(app: &str, db: &Db, house: &Shared<'_>) -> Result<Mounted> {
    match app {
        "wardrobe" => wardrobe(db, house),
        "okusuri" => okusuri(db, house),
        other => bail!("{other} has a design and nothing to mount"),
    }
}

fn wardrobe(db: &Db, house: &Shared<'_>) -> Result<Mounted> {
    let &Shared { serve, pictures, .. } = house;
    let service = Service::new(db.clone(), Arc::new(SystemIds));
    // Visitors have limits; what the house does by itself has none.
    let for_visitors = match house.quotas {
        Some(quotas) => service.clone().within(serve.quotas.wardrobe(), quotas.clone()),
        None => service.clone(),
    };
    let state = api::AppState {
        service: for_visitors,
        pictures: pictures.clone().keeping_free(serve.quotas.reserve()),
        new_wardrobes: serve.quotas.new_wardrobes(house.apps, house.people)?,
        per_wardrobe: Limiter::new(rate(serve.rate_per_wardrobe)),
        misses: Limiter::new(rate(serve.rate_per_address.div_ceil(10))),
        shown_to_anybody: Arc::default(),
    };
    let wardrobe = Wardrobe { service, pictures: pictures.clone(), example: state.shown_to_anybody.clone() };
    let (routes, description) = api::routes(state.clone());
    let jobs = vec![sweep_pictures(&wardrobe)];
    let routes = routes.merge(pages::routes(state));
    Ok(Mounted { routes, description, info: &pages::INFO, wardrobe: Some(wardrobe), okusuri: None, jobs, consumers: Vec::new() })
}

/// Removes pictures that nothing has shown for a day.
fn sweep_pictures(wardrobe: &Wardrobe) -> Job {
    let (service, pictures) = (wardrobe.service.clone(), wardrobe.pictures.clone());
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

fn okusuri(db: &Db, house: &Shared<'_>) -> Result<Mounted> {
    use chabudai_app_okusuri::service::{Passes, Service};
    use chabudai_app_okusuri::{api, pages};
    let &Shared { serve, public_url, secret, delivery, .. } = house;
    let policy = Policy { sign_up: serve.sign_up };
    let people = Repo::<Okusuri>::new(db.clone());
    let identity = Identity::new(people, Arc::new(SystemIds), Pepper::new(secret.as_bytes()), policy, delivery.post.clone());
    let sign_in = SignIn {
        service: identity.clone().with_providers(serve.providers.providers()?),
        info: &pages::INFO,
        tabs: pages::tabs,
        has_mail: delivery.queue.is_some(),
        // One a second, in bursts of ten, unless nothing is limited.
        attempts: Limiter::new(rate(serve.rate_per_address.min(1))),
    };
    house.people.are(&sign_in);
    let (pusher, passes) = (serve.push.pusher(secret, public_url)?, Passes::new(secret.as_bytes()));
    let service = Service::new(db.clone(), Arc::new(SystemIds), pusher, passes, Arc::new(pages::ReminderWords));
    let state = api::AppState { sign_in, service: service.clone(), job_secret: serve.push.job_secret()?.map(Into::into) };
    let (routes, description) = api::routes(state.clone());
    let jobs = vec![remind(&service)];
    let okusuri = Some(OkusuriApp { service, identity });
    let routes = routes.merge(pages::routes(state));
    Ok(Mounted { routes, description, info: &pages::INFO, wardrobe: None, okusuri, jobs, consumers: Vec::new() })
}

/// Reminds whoever has not logged yet, at their own time. A reminder has a lease of its own, so a run that is repeated repeats nothing.
fn remind(service: &chabudai_app_okusuri::service::Service) -> Job {
    let service = service.clone();
    Job::new("okusuri.remind", Schedule::Every(Duration::from_mins(5)), Duration::from_mins(2), move |_| {
        let service = service.clone();
        async move {
            let reminded = service.remind().await.map_err(Failed::because)?;
            Ok(Done { done: reminded.sent, failed: reminded.failed })
        }
    })
}
