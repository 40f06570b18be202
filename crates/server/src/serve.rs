//! The server: wiring, and nothing else.

use std::future::Future;
use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use axum::Router;
use axum::http::header;
use axum::response::Redirect;
use axum::routing::get;
use chabudai_ai::Model;
use chabudai_app::Mounted;
use chabudai_identity::programs;
use chabudai_identity::sign_in::SignIn;
use chabudai_jobs::Runner;
use chabudai_jobs::feed::HouseFeed;
use chabudai_jobs::handled::HandledEvents;
use chabudai_jobs::quota::Quotas;
use chabudai_kernel::db::Db;
use chabudai_kernel::design::{AccessPattern, Design};
use chabudai_kernel::meter::Meter;
use chabudai_payments::Payments;
use chabudai_store_embedded::DataDirectory;
use chabudai_web::design_page::{DesignPage, Kept};
use chabudai_web::guard::Guard;
use chabudai_web::rate::Limiter;
use chabudai_web::site::{FrontApp, Site, SiteParts};
use chabudai_web::ui::Ui;
use chabudai_web::{api as openapi, api_page, own_writes, route_cost};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::apps::Residents;
use crate::config::{DataOptions, ServeOptions, StoreKind, rate};
use crate::live::{Followed, Telling};
use crate::mail::{MailQueue, delivery};
use crate::mount::{self, Shared};
use crate::open::{self, Access};
use crate::operator::Operated;
use crate::operator_socket::OperatorSocket;
use crate::ready::Readiness;
use crate::runtime::SystemIds;
use crate::search::{self, AppSearch, Following};
use crate::{connections, metrics, payments};

/// A server that is ready to answer.
pub(crate) struct House {
    router: Router,
    /// The apps, by name, with what others do with them: the demo, the benchmark.
    pub(crate) apps: Vec<(&'static str, Mounted)>,
    dbs: Vec<(&'static str, Db)>,
    /// What the house does by itself.
    pub(crate) runner: Runner,
    /// The people.
    pub(crate) sign_in: SignIn<Residents>,
    /// The change feeds that somebody follows.
    feeds: Vec<HouseFeed>,
    /// What searches are answered from.
    pub(crate) searches: Vec<AppSearch>,
    /// Pages that stay open.
    live: Vec<Arc<Followed>>,
    /// The language model, where there is one.
    pub(crate) model: Option<Model>,
    /// Stripe, where there is a key.
    payments: Option<Payments>,
    /// Letters that are on their way by mail.
    pub(crate) letters: Option<MailQueue>,
    /// The data directory, where the stores are in it.
    directory: Option<Arc<DataDirectory>>,
    /// The stores, and with them the data directory, are ours for as long as the house stands.
    _held: Vec<open::Opened>,
}

/// What the job is called that reads an app's changes. Its name is for ever, as an app is.
pub(crate) fn feed_job(app: &str) -> &'static str {
    format!("{app}.feed").leak()
}

/// Whether anybody will ask, and so whether searches are opened: on DynamoDB, what is due can be done beside a server that has the files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Searching {
    Yes,
    No,
}

/// Opens everything and puts the routes together.
pub(crate) async fn build(data: &DataOptions, serve: &ServeOptions, public_url: &str, searching: Searching) -> Result<House> {
    let asked = open::apps(&data.apps)?;
    let directory = open::lock(data)?;
    let root_secret = serve.root_secret(data)?;
    let pictures = open::pictures(data)?;
    open::note_pictures(data)?;
    // The people's table is opened whichever apps there are, and the house's own.
    let designs = open::designs(&data.apps)?;
    let (dbs, held) = open::stores(data, &designs, directory.as_ref(), Access::Write, &root_secret).await?;
    let db_of = |name: &str| dbs.iter().find(|(app, _)| *app == name).map(|(_, db)| db.clone()).context("every design is open");
    let house_db = db_of(open::HOUSE.app)?;
    let readiness = Readiness::of(designs.iter().copied().zip(held.iter().map(|opened| opened.store.clone())).collect());
    let delivery = delivery::delivery(&serve.mail, public_url)?;
    let sign_in = mount::sign_in(&dbs, serve, public_url, &root_secret, &delivery)?;
    let quotas = Quotas::new(house_db.clone(), root_secret.as_bytes());
    let shared = Shared {
        serve,
        public_url,
        secret: &root_secret,
        pictures: pictures.keeping_free(serve.reserve()),
        model: serve.ai.model(&quotas)?,
        payments: serve.payments.payments()?,
        quotas: Some(quotas),
        sign_in,
    };
    let (mut routes, people_described) = mount::people(&shared.sign_in);
    let (mut mounted, mut front) = (Vec::new(), Vec::new());
    let (mut descriptions, mut jobs) = (vec![people_described], vec![mount::job(&shared.sign_in.service)]);
    let (mut feeds, mut searches, mut live) = (Vec::new(), Vec::new(), Vec::new());
    for app in asked {
        let design = app.design();
        let opened = designs.iter().zip(&held).find(|(known, _)| known.app == design.app).map(|(_, opened)| opened);
        let store = &opened.context("every design is open")?.store;
        let search = match searching {
            Searching::Yes => search::open(data, app, store.clone()).await?,
            Searching::No => None,
        };
        let mut one = mount::mount(app, &db_of(design.app)?, search.as_ref().map(|of_app| of_app.search.clone()), &shared)?;
        searches.extend(search);
        routes = routes.merge(std::mem::take(&mut one.routes));
        descriptions.push(std::mem::take(&mut one.description));
        jobs.append(&mut one.jobs);
        let consumers = std::mem::take(&mut one.consumers);
        if !consumers.is_empty() {
            let feed = HouseFeed::new(design.app, store.clone(), design.tables, house_db.clone(), consumers);
            jobs.push(feed.job(feed_job(design.app)));
            feeds.push(feed);
        }
        live.extend(one.live.take().map(|pages| Followed::new(pages, store.clone(), design.tables)));
        front.push(FrontApp { info: app.info(), card: one.card.clone(), finder: one.finder.clone() });
        mounted.push((design.app, one));
    }
    routes = routes.merge(of_apps(serve, &shared, &mounted, &house_db));
    let base = serve.base_path()?;
    let design_page = serve.design_page.then(|| design_page(data, designs.iter().copied().zip(dbs.iter().map(|(_, db)| db.clone()))));
    let site = Site::new(SiteParts {
        base: &base,
        public_url,
        apps: front,
        locales: &[chabudai_identity::letter::LOCALE],
        assets: &[chabudai_identity::pages::ASSETS],
        people: Some(Arc::new(shared.sign_in.clone())),
        design_page,
        is_demo: serve.demo,
        secret: &root_secret,
        enveloped: descriptions.iter().filter_map(openapi::Description::enveloped).collect(),
    });
    let runner = Runner::new(house_db, &SystemIds, jobs)?;
    // Hardly anybody reads it: it is written when somebody does, and kept once.
    let address = public_url.to_owned();
    let described = Arc::new(LazyLock::new(move || openapi::document(&address, env!("CARGO_PKG_VERSION"), descriptions)));
    let document = described.clone();
    let health =
        Router::new().route("/healthz", get(|| async { "ok" })).route("/readyz", get(move || async move { readiness.answer().await }));
    let routes = routes
        .merge(site.routes())
        .merge(health.clone())
        .route("/api/openapi.json", get(move || async move { ([(header::CONTENT_TYPE, "application/json")], document.to_string()) }))
        .route("/api", get(move |ui: Ui| async move { api_page::page(ui, &described) }));
    let routes = if cfg!(debug_assertions) { route_cost::hold(routes, &base, &designs) } else { routes };
    let routes = programs::hold(routes, shared.sign_in.clone(), mounted.iter().map(|(app, _)| *app).collect());
    let routes = if base.is_empty() { routes } else { below(&base, routes, health) };
    // Nobody needs a note where indexes never lag.
    let lag = held.iter().any(|opened| opened.store.indexes_lag());
    let routes = if lag { own_writes::remember(routes, site.clone(), &root_secret) } else { routes };
    Ok(House {
        router: guard(serve, &base).around(routes, site),
        apps: mounted,
        dbs,
        runner,
        sign_in: shared.sign_in,
        feeds,
        searches,
        live,
        model: shared.model.clone(),
        payments: shared.payments.clone(),
        letters: delivery.queue,
        directory,
        _held: held,
    })
}

/// What the house offers for its apps: a look around in a demo, and one address for everything that Stripe tells.
fn of_apps(serve: &ServeOptions, shared: &Shared<'_>, mounted: &[(&'static str, Mounted)], house_db: &Db) -> Router {
    let mut routes = Router::new();
    if serve.demo {
        let demos: Vec<_> = mounted.iter().filter_map(|(_, app)| app.demo.clone()).collect();
        let guest = move |lang| demos.iter().find_map(|demo| demo.guest(lang));
        routes = routes.merge(chabudai_identity::pages::look_around::routes(shared.sign_in.clone(), guest));
    }
    if let Some(stripe) = &shared.payments {
        let told = mounted.iter().filter_map(|(name, app)| Some((*name, app.payment_events.clone()?))).collect();
        routes = routes.merge(payments::routes(stripe.clone(), HandledEvents::of(house_db.clone(), "stripe"), told));
    }
    routes
}

/// What every request is held to.
fn guard(serve: &ServeOptions, base: &str) -> Guard {
    Guard {
        body_bytes: serve.body_limit,
        time: Duration::from_secs(serve.time_limit),
        per_address: Limiter::new(rate(serve.rate_per_address)),
        // Stripe tells everything from a few addresses, and much at once; what it has not signed costs next to nothing.
        unlimited: vec![format!("{base}{}", payments::WEBHOOK)],
        trusted_proxies: serve.trusted_proxies(),
    }
}

/// A house below a path.
fn below(base: &str, routes: Router, health: Router) -> Router {
    // The front of the house is where the base path ends, with a slash or without.
    let front = format!("{base}/");
    // Whoever watches the process asks it, and not the proxy before it: the base path is nothing that it has to know.
    Router::new().route(&front, get(Redirect::permanent(base))).nest(base, routes).merge(health)
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

    /// The table that the people live in.
    pub(crate) fn people(&self) -> Result<Db> {
        open::of_people(&self.dbs)
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
    let house = build(data, serve, &public_url, Searching::Yes).await?;
    let following = Following::begin(&house.searches);
    let telling = Telling::begin(&house.live);
    if serve.demo {
        fill_demo(&house, &data.data, &public_url).await?;
    }
    let runner = serve.jobs.then(|| house.runner.clone());
    let metrics = match serve.metrics_listen {
        Some(address) => {
            let listener = TcpListener::bind(address).await.with_context(|| format!("cannot listen on {address}"))?;
            Some(tokio::spawn(metrics::serve(
                listener,
                house.dbs.clone(),
                runner.clone(),
                house.feeds.clone(),
                house.searches.clone(),
                house.model.clone(),
                house.payments.clone(),
            )))
        }
        None => None,
    };
    let (stop_jobs, jobs_stopped) = oneshot::channel::<()>();
    let working = runner
        .map(|runner| tokio::spawn(async move { runner.serve(async { drop(jobs_stopped.await) }, connections::TIME_TO_FINISH).await }));
    let (stop_listening, listening_stopped) = oneshot::channel::<()>();
    let operator = listen_to_operator(&house).map(|socket| {
        let operated = Operated {
            people: house.sign_in.service.clone(),
            public_url: public_url.clone(),
            searches: house.searches.clone(),
            dbs: house.dbs.clone(),
        };
        tokio::spawn(socket.serve(operated, async { drop(listening_stopped.await) }))
    });
    let asked = asked_to_stop()?;
    println!("Chabudai is listening on {public_url}");
    welcome(&house, &public_url).await?;
    println!("The API is described at {public_url}/api");
    let stopping = async {
        asked.await;
        drop((stop_jobs, stop_listening));
        for open in &house.live {
            open.pages.live.close();
        }
    };
    connections::serve(listener, house.router(), serve.bounds(), stopping).await;
    following.stop().await;
    telling.stop().await;
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

/// Tells who starts an empty house how to move in, and sees to it that somebody looks after one that is not.
async fn welcome(house: &House, public_url: &str) -> Result<()> {
    let people = &house.sign_in.service;
    if people.is_empty().await? {
        let setup = people.make_setup().await?;
        println!("Nobody lives here yet. Create the first account within a day at {public_url}/join?setup={}", setup.reveal());
    } else {
        people.settle_operator().await?;
    }
    Ok(())
}

/// Fills every app that has nothing in it with lifelike data, to look around in.
async fn fill_demo(house: &House, data: &Path, public_url: &str) -> Result<()> {
    let demos: Vec<_> = house.apps.iter().filter_map(|(_, app)| app.demo.clone()).collect();
    if demos.is_empty() {
        bail!("--demo fills apps, and none that can be filled is among them");
    }
    println!("Filling the demo; the first time this takes a moment.");
    for demo in demos {
        demo.fill(data, public_url).await?;
    }
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
