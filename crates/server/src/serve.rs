//! The server: wiring, and nothing else.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use axum::Router;
use axum::http::header;
use axum::response::Redirect;
use axum::routing::get;
use chabudai_jobs::Runner;
use chabudai_jobs::feed::HouseFeed;
use chabudai_jobs::quota::Quotas;
use chabudai_kernel::db::Db;
use chabudai_kernel::design::{AccessPattern, Design};
use chabudai_kernel::meter::Meter;
use chabudai_store_embedded::DataDirectory;
use chabudai_web::design_page::{DesignPage, Kept};
use chabudai_web::guard::Guard;
use chabudai_web::rate::Limiter;
use chabudai_web::site::Site;
use chabudai_web::{api as openapi, api_page, own_writes, route_cost};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::config::{DataOptions, ServeOptions, StoreKind, rate};
use crate::mail::{MailQueue, delivery};
use crate::mount::{self, OkusuriApp, Shared, Wardrobe};
use crate::open::{self, Access};
use crate::operator_socket::OperatorSocket;
use crate::quotas::People;
use crate::ready::Readiness;
use crate::runtime::SystemIds;
use crate::{connections, demo, metrics};

/// A server that is ready to answer.
pub(crate) struct House {
    router: Router,
    wardrobe: Option<Wardrobe>,
    okusuri: Option<OkusuriApp>,
    dbs: Vec<(&'static str, Db)>,
    /// What the house does by itself.
    pub(crate) runner: Runner,
    /// The change feeds that somebody follows.
    feeds: Vec<HouseFeed>,
    /// Letters that are on their way by mail.
    pub(crate) letters: Option<MailQueue>,
    /// The data directory, where the stores are in it.
    directory: Option<Arc<DataDirectory>>,
    /// The stores, and with them the data directory, are ours for as long as the house stands.
    _held: Vec<open::Opened>,
}

/// Opens everything and puts the routes together.
pub(crate) async fn build(data: &DataOptions, serve: &ServeOptions, public_url: &str) -> Result<House> {
    let designs = open::designs(&data.apps)?;
    let directory = open::lock(data)?;
    let root_secret = serve.root_secret(data)?;
    let pictures = open::pictures(data)?;
    open::note_pictures(data)?;
    let (mut dbs, mut held) = (Vec::new(), Vec::new());
    for &design in &designs {
        let opened = open::store(data, design, directory.clone(), Access::Write).await?;
        dbs.push((design.app, open::db(design, opened.store.clone(), &root_secret)));
        held.push(opened);
    }
    let house = open::store(data, open::HOUSE, directory.clone(), Access::Write).await?;
    let house_db = open::db(open::HOUSE, house.store.clone(), &root_secret);
    held.push(house);
    let stores = designs.iter().copied().chain([open::HOUSE]).zip(held.iter().map(|opened| opened.store.clone()));
    let readiness = Readiness::of(stores.collect());
    let delivery = delivery::delivery(&serve.mail, public_url)?;
    let (quotas, people) = (Quotas::new(house_db.clone(), root_secret.as_bytes()), People::default());
    let shared = Shared {
        serve,
        public_url,
        secret: &root_secret,
        pictures: &pictures,
        delivery: &delivery,
        apps: &data.apps,
        quotas: Some(&quotas),
        people: &people,
    };
    let mut apps = Vec::new();
    for (app, db) in &dbs {
        apps.push(mount::mount(app, db, &shared)?);
    }
    let wardrobe = apps.iter().find_map(|app| app.wardrobe.clone());
    let okusuri = apps.iter().find_map(|app| app.okusuri.clone());
    let base = serve.base_path()?;
    let kept = designs.iter().copied().zip(dbs.iter().map(|(_, db)| db.clone())).chain([(open::HOUSE, house_db.clone())]);
    let design_page = serve.design_page.then(|| design_page(data, kept));
    let site = Site::new(&base, public_url, apps.iter().map(|app| app.info).collect(), design_page, &root_secret);
    let mut routes = Router::new();
    let (mut descriptions, mut jobs, mut feeds) = (Vec::new(), Vec::new(), Vec::new());
    for ((app, design), opened) in apps.into_iter().zip(&designs).zip(&held) {
        routes = routes.merge(app.routes);
        jobs.extend(app.jobs);
        if !app.consumers.is_empty() {
            let feed = HouseFeed::new(design.app, opened.store.clone(), design.tables, house_db.clone(), app.consumers);
            // The name of a job is for ever, as an app is.
            jobs.push(feed.job(format!("{}.feed", design.app).leak()));
            feeds.push(feed);
        }
        descriptions.push(app.description);
    }
    let runner = Runner::new(house_db.clone(), &SystemIds, jobs)?;
    dbs.push((open::HOUSE.app, house_db));
    let document = openapi::document(public_url, env!("CARGO_PKG_VERSION"), descriptions).to_string();
    let health =
        Router::new().route("/healthz", get(|| async { "ok" })).route("/readyz", get(move || async move { readiness.answer().await }));
    let routes = routes
        .merge(site.routes())
        .merge(health.clone())
        .route("/api/openapi.json", get(move || async move { ([(header::CONTENT_TYPE, "application/json")], document) }))
        .route("/api", get(|| async { api_page::page() }));
    let routes = if cfg!(debug_assertions) { route_cost::hold(routes, &base, &designs) } else { routes };
    let routes = if base.is_empty() {
        routes
    } else {
        // The front of the house is where the base path ends, with a slash or without.
        let front = format!("{base}/");
        // Whoever watches the process asks it, and not the proxy before it: the base path is nothing that it has to know.
        Router::new().route(&front, get(Redirect::permanent(&base))).nest(&base, routes).merge(health)
    };
    // Nobody needs a note where indexes never lag.
    let lag = held.iter().any(|opened| opened.store.indexes_lag());
    let routes = if lag { own_writes::remember(routes, site.clone(), &root_secret) } else { routes };
    let guard = Guard {
        body_bytes: serve.body_limit,
        time: Duration::from_secs(serve.time_limit),
        per_address: Limiter::new(rate(serve.rate_per_address)),
        trusted_proxies: serve.trusted_proxies(),
    };
    Ok(House { router: guard.around(routes, site), wardrobe, okusuri, dbs, runner, feeds, letters: delivery.queue, directory, _held: held })
}

/// What the page of the design tells.
fn design_page(data: &DataOptions, apps: impl Iterator<Item = (&'static Design, Db)>) -> Arc<DesignPage> {
    let kept = match data.store {
        StoreKind::Embedded => Kept::Embedded,
        StoreKind::Dynamodb => Kept::DynamoDb,
    };
    let prefix = |design| if kept == Kept::DynamoDb { crate::open::table_prefix(data, design) } else { String::new() };
    DesignPage::new(apps.map(|(design, db)| (design, db, prefix(design))), kept)
}

impl House {
    /// The routes.
    pub(crate) fn router(&self) -> Router {
        self.router.clone()
    }

    /// Wardrobe, which may have been left out.
    pub(crate) fn wardrobe(&self) -> Result<&Wardrobe> {
        self.wardrobe.as_ref().context("wardrobe is not among the apps")
    }

    /// Okusuri, which may have been left out.
    pub(crate) fn okusuri(&self) -> Result<&OkusuriApp> {
        self.okusuri.as_ref().context("okusuri is not among the apps")
    }

    /// The meter of a pattern, of whichever app it is.
    pub(crate) fn meter(&self, pattern: &'static AccessPattern) -> Result<&Meter> {
        self.dbs.iter().find_map(|(_, db)| db.meters().find(pattern)).with_context(|| format!("no app has the pattern {}", pattern.id))
    }
}

/// Serves until it is told to stop.
pub(crate) async fn run(data: &DataOptions, serve: &ServeOptions) -> Result<()> {
    let listener = TcpListener::bind(serve.listen).await.with_context(|| format!("cannot listen on {}", serve.listen))?;
    let bound = listener.local_addr()?;
    let public_url = serve.public_url(bound);
    let house = build(data, serve, &public_url).await?;
    if serve.demo {
        demo::fill(&house, &data.data, &public_url).await?;
    }
    let runner = serve.jobs.then(|| house.runner.clone());
    let metrics = match serve.metrics_listen {
        Some(address) => {
            let listener = TcpListener::bind(address).await.with_context(|| format!("cannot listen on {address}"))?;
            Some(tokio::spawn(metrics::serve(listener, house.dbs.clone(), runner.clone(), house.feeds.clone())))
        }
        None => None,
    };
    let (stop_jobs, jobs_stopped) = oneshot::channel::<()>();
    let working = runner
        .map(|runner| tokio::spawn(async move { runner.serve(async { drop(jobs_stopped.await) }, connections::TIME_TO_FINISH).await }));
    let (stop_listening, listening_stopped) = oneshot::channel::<()>();
    let operator = listen_to_operator(&house).map(|socket| {
        let people = house.okusuri.as_ref().map(|app| app.identity.clone());
        tokio::spawn(socket.serve(people, async { drop(listening_stopped.await) }))
    });
    let asked = asked_to_stop()?;
    println!("Chabudai is listening on {public_url}");
    println!("The API is described at {public_url}/api");
    let stopping = async {
        asked.await;
        drop((stop_jobs, stop_listening));
    };
    connections::serve(listener, house.router(), serve.bounds(), stopping).await;
    if let Some(working) = working {
        working.await?;
    }
    if let Some(operator) = operator {
        operator.await?;
    }
    if let Some(metrics) = metrics {
        metrics.abort();
    }
    if let Some(letters) = house.letters {
        letters.finish().await;
    }
    tracing::info!("stopped");
    Ok(())
}

/// The operator's socket. A house goes on without one, on a disk that has no sockets, say: its operator has to stop it first.
fn listen_to_operator(house: &House) -> Option<OperatorSocket> {
    let directory = house.directory.clone()?;
    OperatorSocket::bind(directory).inspect_err(|error| tracing::warn!("commands about people need a stop of the server: {error:#}")).ok()
}

/// Ctrl-C, or the polite signal of a service manager; heard from this call on, not only when somebody waits for it.
#[cfg(unix)]
pub(crate) fn asked_to_stop() -> Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Ctrl-C.
#[cfg(windows)]
pub(crate) fn asked_to_stop() -> Result<impl Future<Output = ()> + Send + 'static> {
    let mut interrupt = tokio::signal::windows::ctrl_c()?;
    Ok(async move { drop(interrupt.recv().await) })
}
