//! Each app's routes over its data.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use anyhow::{Result, bail};
use axum::Router;
use chabudai_app_okusuri::design::Okusuri;
use chabudai_app_wardrobe::model::WardrobeId;
use chabudai_app_wardrobe::service::Service;
use chabudai_app_wardrobe::{api, pages, repo};
use chabudai_identity::door::Door;
use chabudai_identity::repo::Repo;
use chabudai_identity::secret::Pepper;
use chabudai_identity::service::{Policy, Service as Identity};
use chabudai_jobs::{Done, Failed, Job, Schedule};
use chabudai_kernel::db::Db;
use chabudai_kernel::part::Word;
use chabudai_media::{PictureId, Pictures};
use chabudai_web::api::Description;
use chabudai_web::rate::Limiter;
use chabudai_web::room::Face;
use futures::future::BoxFuture;

use crate::config::{ServeOptions, rate};
use crate::post::Way;
use crate::runtime::SystemIds;

/// Whether an app's store answers.
pub(crate) type Ready = Arc<dyn Fn() -> BoxFuture<'static, bool> + Send + Sync>;

/// An app that is mounted.
pub(crate) struct Mounted {
    pub(crate) routes: Router,
    pub(crate) description: Description,
    pub(crate) face: &'static Face,
    pub(crate) ready: Ready,
    /// What others do with Wardrobe: the demo, the benchmark.
    pub(crate) wardrobe: Option<Wardrobe>,
    /// What the app does by itself.
    pub(crate) jobs: Vec<Job>,
}

/// Wardrobe's use cases and pictures.
#[derive(Clone)]
pub(crate) struct Wardrobe {
    pub(crate) service: Service,
    pub(crate) pictures: Pictures,
    /// The wardrobe that the front shows to anybody.
    example: Arc<OnceLock<WardrobeId>>,
}

impl Wardrobe {
    /// Shows anybody the way to a wardrobe.
    pub(crate) fn show_to_anybody(&self, wardrobe: WardrobeId) {
        self.example.get_or_init(|| wardrobe);
    }
}

/// Mounts an app by its name.
pub(crate) fn mount(app: &str, db: &Db, pictures: &Pictures, serve: &ServeOptions, secret: &str, way: &Way) -> Result<Mounted> {
    match app {
        "wardrobe" => Ok(wardrobe(db, pictures, serve)),
        "okusuri" => okusuri(db, serve, secret, way),
        other => bail!("{other} has a design and nothing to mount"),
    }
}

fn wardrobe(db: &Db, pictures: &Pictures, serve: &ServeOptions) -> Mounted {
    let service = Service::new(db.clone(), Arc::new(SystemIds));
    let state = api::State {
        service: service.clone(),
        pictures: pictures.clone(),
        per_wardrobe: Limiter::new(rate(serve.rate_per_wardrobe)),
        misses: Limiter::new(rate(serve.rate_per_address.div_ceil(10))),
        shown_to_anybody: Arc::default(),
    };
    let wardrobe = Wardrobe { service, pictures: pictures.clone(), example: state.shown_to_anybody.clone() };
    let (routes, description) = api::routes(state.clone());
    let db = db.clone();
    let ready: Ready = Arc::new(move || {
        let db = db.clone();
        Box::pin(async move { repo::wardrobes::open(&db, WardrobeId::new(uuid::Uuid::nil())).await.is_ok() })
    });
    let jobs = vec![sweep_pictures(&wardrobe)];
    Mounted { routes: routes.merge(pages::routes(state)), description, face: &pages::FACE, ready, wardrobe: Some(wardrobe), jobs }
}

/// Removes pictures that nothing has shown for a day.
fn sweep_pictures(wardrobe: &Wardrobe) -> Job {
    let (service, pictures) = (wardrobe.service.clone(), wardrobe.pictures.clone());
    Job::new("wardrobe.sweep-pictures", Schedule::Every(Duration::from_hours(1)), Duration::from_mins(2), move |_| {
        let (service, pictures) = (service.clone(), pictures.clone());
        async move {
            let mut swept = Done::default();
            for picture in service.unshown_pictures().await.map_err(Failed::because)? {
                let Ok(id) = picture.as_str().parse::<PictureId>() else { continue };
                match pictures.remove(id).await {
                    Ok(()) => swept.done += 1,
                    Err(error) => {
                        tracing::warn!(%error, "a picture could not be removed");
                        swept.failed += 1;
                    }
                }
            }
            Ok(swept)
        }
    })
}

fn okusuri(db: &Db, serve: &ServeOptions, secret: &str, way: &Way) -> Result<Mounted> {
    use chabudai_app_okusuri::{api, pages};
    let policy = Policy { sign_up: serve.sign_up };
    let people = Repo::<Okusuri>::new(db.clone());
    let service = Identity::new(people.clone(), Arc::new(SystemIds), Pepper::new(secret.as_bytes()), policy, way.post.clone());
    let door = Door {
        service: service.with_providers(serve.providers.providers()?),
        face: &pages::FACE,
        tabs: pages::tabs,
        has_mail: way.round.is_some(),
        // One a second, in bursts of ten, unless nothing is limited.
        knocks: Limiter::new(rate(serve.rate_per_address.min(1))),
    };
    let (routes, description) = api::routes(door.clone());
    let ready: Ready = Arc::new(move || {
        let (people, nobody) = (people.clone(), Word::new("nobody").expect("a word"));
        Box::pin(async move { people.person(&nobody).await.is_ok() })
    });
    Ok(Mounted { routes: routes.merge(pages::routes(door)), description, face: &pages::FACE, ready, wardrobe: None, jobs: Vec::new() })
}
