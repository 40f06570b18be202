//! The apps over their data, and the people of the house, who belong to none of them.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use axum::Router;
use axum::extract::FromRef;
use axum::http::Extensions;
use chabudai_ai::Model;
use chabudai_app::{App, Context, Mounted};
use chabudai_identity::messages::Outbox;
use chabudai_identity::secret::Pepper;
use chabudai_identity::service::{KnowsPeople, Policy, Service as Identity};
use chabudai_identity::sign_in::{SessionCookie, SignIn, is_of_this_machine};
use chabudai_identity::{api, pages, repo};
use chabudai_jobs::quota::Quotas;
use chabudai_jobs::{Done, Failed, Job, Schedule};
use chabudai_kernel::db::Db;
use chabudai_kernel::ids::Ids;
use chabudai_media::Pictures;
use chabudai_payments::Payments;
use chabudai_search::Search;
use chabudai_web::api::{Access, Api, Description};
use chabudai_web::rate::Limiter;

use crate::apps::{self, Residents};
use crate::config::{ServeOptions, rate};
use crate::mail::delivery::Delivery;
use crate::open;
use crate::runtime::SystemIds;

/// What all apps are mounted with.
pub(crate) struct Shared<'a> {
    pub(crate) serve: &'a ServeOptions,
    pub(crate) public_url: &'a str,
    /// The house's secret; every use of it derives a key of its own.
    pub(crate) secret: &'a str,
    pub(crate) pictures: Pictures,
    /// So much a day, for whoever has no account; none where nobody visits.
    pub(crate) quotas: Option<Quotas>,
    /// A language model, where an operator has configured one.
    pub(crate) model: Option<Model>,
    /// Stripe, where an operator has configured it.
    pub(crate) payments: Option<Payments>,
    pub(crate) sign_in: SignIn<Residents>,
}

/// Mounts an app over its data.
pub(crate) fn mount(app: &dyn App, db: &Db, search: Option<Search>, shared: &Shared<'_>) -> Result<Mounted> {
    let mut extensions = Extensions::new();
    extensions.insert(shared.sign_in.clone());
    let context = Context {
        db: db.clone(),
        ids: Arc::new(SystemIds),
        people: Arc::new(shared.sign_in.clone()),
        search,
        pictures: shared.pictures.clone(),
        messages: Arc::new(shared.sign_in.outbox.clone()),
        quotas: shared.quotas.clone(),
        model: shared.model.clone(),
        payments: shared.payments.clone(),
        outside: shared.serve.outside.guarded()?,
        secret: shared.secret,
        public_url: shared.public_url,
        rate_per_address: shared.serve.rate_per_address,
        is_measured: shared.serve.is_measured,
        options: &shared.serve.apps.0,
        extensions: &extensions,
    };
    app.mount(&context).with_context(|| format!("{} cannot be opened", app.design().app))
}

/// The apps that may know people. One that is not open here forgets who left when it is.
pub(crate) fn know_people(dbs: &[(&'static str, Db)]) -> Vec<KnowsPeople> {
    let ids: Arc<dyn Ids> = Arc::new(SystemIds);
    let mut known = Vec::new();
    for app in apps::all() {
        let name = app.design().app;
        match dbs.iter().find(|(open, _)| *open == name) {
            Some((_, db)) => known.extend(app.personal_data(db, &ids).map(|data| KnowsPeople { app: name, data: Some(data) })),
            None => known.push(KnowsPeople { app: name, data: None }),
        }
    }
    known
}

/// What the house does by itself about its people.
pub(crate) fn job(people: &Identity<Residents>) -> Job {
    let people = people.clone();
    Job::new("house.leaving", Schedule::Every(Duration::from_hours(1)), Duration::from_mins(2), move |_| {
        let people = people.clone();
        async move {
            let (done, failed) = people.finish_leaving().await.map_err(Failed::because)?;
            Ok(Done { done, failed })
        }
    })
}

/// The one sign-in of the house, over the table in which its people live.
pub(crate) fn sign_in(
    dbs: &[(&'static str, Db)],
    serve: &ServeOptions,
    public_url: &str,
    secret: &str,
    delivery: &Delivery,
) -> Result<SignIn<Residents>> {
    let (policy, people) = (Policy { sign_up: serve.sign_up }, repo::Repo::<Residents>::new(open::of_people(dbs)?));
    let outbox = Outbox::new(people.clone(), Arc::new(SystemIds), delivery.post.clone(), serve.push.pusher(secret, public_url)?);
    let identity = Identity::new(people, Arc::new(SystemIds), Pepper::new(secret.as_bytes()), policy, delivery.post.clone());
    Ok(SignIn {
        service: identity.with_providers(serve.providers.providers()?).with_apps(know_people(dbs)),
        outbox,
        cookie: SessionCookie::at(public_url, &serve.base_path()?),
        is_local: serve.trusted_proxies.is_empty() && is_of_this_machine(public_url),
        base_url: serve.base_url.clone(),
        has_mail: delivery.queue.is_some(),
        // One a second, in bursts of ten, unless nothing is limited.
        attempts: Limiter::new(rate(serve.rate_per_address.min(1))),
    })
}

#[derive(Clone)]
struct PeopleState(SignIn<Residents>);

impl FromRef<PeopleState> for SignIn<Residents> {
    fn from_ref(state: &PeopleState) -> Self {
        state.0.clone()
    }
}

/// The pages and the API of the people.
pub(crate) fn people(sign_in: &SignIn<Residents>) -> (Router, Description) {
    let state = PeopleState(sign_in.clone());
    let api = api::routes::<PeopleState, Residents>(Api::new("/auth/v1", "People", Access::Person));
    let (routes, description) = api.finish();
    (pages::routes::<PeopleState, Residents>(routes).with_state(state), description)
}
