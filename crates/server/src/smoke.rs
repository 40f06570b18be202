//! `chabudai smoke`: writes something through the API of a house that runs, looks for it in the store, and removes it again.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use axum::http::{Method, header};
use chabudai_app::options::secret;
use chabudai_app::{ApiAnswer, ApiRequest, App, HouseApi, Smoke, Written};
use chabudai_kernel::key::KeyValue;
use chabudai_kernel::op::Get;
use chabudai_kernel::store::{Now, Store};
use chabudai_kernel::value::Attributes;
use chabudai_outward::LazyClient;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args};
use futures::future::LocalBoxFuture;
use jiff::Timestamp;
use serde_json::Value;

use crate::config::DataOptions;
use crate::open::{self, Access, Opened};

/// How long one request may take. The first one after a deployment may have to start the house.
const PATIENCE: Duration = Duration::from_secs(30);

/// Which house is tried out, and as whom.
#[derive(Args, Clone, Debug)]
pub(crate) struct SmokeOptions {
    /// The app; every one that can be tried out unless given
    pub(crate) app: Option<String>,
    /// The address of the house, such as https://example.org/house
    #[arg(long, env = "CHABUDAI_SMOKE_URL", value_name = "URL")]
    pub(crate) url: String,
    /// A token for programs that may write
    #[arg(long, env = "CHABUDAI_SMOKE_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    pub(crate) token: Option<String>,
    /// A file that holds the token
    #[arg(long, env = "CHABUDAI_SMOKE_TOKEN_FILE", value_name = "FILE")]
    pub(crate) token_file: Option<PathBuf>,
    /// Whether somebody said where the store is; without, it is not looked at.
    #[arg(skip)]
    pub(crate) looks_at_store: bool,
}

/// Whether the store was named, by a flag or by the environment: a default is nobody's word.
pub(crate) fn names_store(matches: &ArgMatches) -> bool {
    let is_given =
        |matches: &ArgMatches, name| matches!(matches.value_source(name), Some(ValueSource::CommandLine | ValueSource::EnvVariable));
    let of_command = matches.subcommand().map(|(_, of_command)| of_command);
    std::iter::once(matches).chain(of_command).any(|matches| is_given(matches, "data") || is_given(matches, "store"))
}

/// Tries it out. Ends well only where everything was found as it was written.
pub(crate) async fn run(data: &DataOptions, options: &SmokeOptions) -> Result<()> {
    let apps = match &options.app {
        Some(name) => open::apps(std::slice::from_ref(name))?,
        None => open::apps(&data.apps)?,
    };
    let house = Api::new(options)?;
    let mut tried = 0;
    for app in apps {
        if let Some(smoke) = app.smoke() {
            try_out(data, app, smoke, &house, options.looks_at_store).await?;
            tried += 1;
        }
    }
    if tried == 0 {
        bail!("there is no app among these that can be tried out");
    }
    Ok(())
}

async fn try_out(data: &DataOptions, app: &'static dyn App, smoke: &dyn Smoke, house: &Api, looks_at_store: bool) -> Result<()> {
    let name = app.design().app;
    // Before anything is written: a store that cannot be opened would leave it there.
    let store = if looks_at_store { Some(open::store(data, app.design(), None, Access::Read).await?) } else { None };
    let step = Step::begin(name);
    let written = smoke.write(house).await?;
    step.done(&format!("wrote {}", written.what));
    let seen = look(name, smoke, house, &written, store.as_ref()).await;
    // Whatever was seen, nothing is left behind.
    let step = Step::begin(name);
    let removed = smoke.remove(house, &written).await;
    if removed.is_ok() {
        step.done("removed it again");
    }
    seen?;
    removed?;
    if let Some(store) = &store {
        let step = Step::begin(name);
        let left = item(&*store.store, &written).await?;
        match (left, written.marked_by) {
            (None, _) => step.done(&format!("the item is gone from {}", written.table.name)),
            (Some(item), Some(mark)) if item.contains_key(mark) => step.done(&format!("the item has {mark}")),
            (Some(_), _) => bail!("{name}: {} is still in {} after it was removed", spelled(&written), written.table.name),
        }
    }
    Ok(())
}

/// Reads back what was written: from the store itself, where it is known, and by the API.
async fn look(name: &str, smoke: &dyn Smoke, house: &Api, written: &Written, store: Option<&Opened>) -> Result<()> {
    if let Some(store) = store {
        let step = Step::begin(name);
        let (table, key) = (written.table.name, spelled(written));
        let item = item(&*store.store, written).await?;
        let item = item.with_context(|| format!("{name}: there is no {key} in {table}: the house keeps its data somewhere else"))?;
        for (attribute, expected) in &written.holds {
            let found = item.get(attribute);
            if found != Some(expected) {
                bail!("{name}: {key} in {table} has {attribute} {found:?} and not {expected:?}");
            }
        }
        step.done(&format!("found it in {table} by its key: {key}"));
    }
    let step = Step::begin(name);
    smoke.read(house, written).await?;
    step.done("read it back by the API");
    if store.is_none() {
        println!("{name}: the store was not looked at; --store dynamodb, or --data DIR, says where it is");
    }
    Ok(())
}

async fn item(store: &dyn Store, written: &Written) -> Result<Option<Attributes>> {
    let get = Get::new(written.table, written.key.clone()).consistent();
    let found = store.get(&get, Now(Timestamp::now().as_second())).await?.value;
    Ok(found.map(|item| item.view().to_attributes()).transpose()?)
}

/// The key as the design writes it: `PK=USER#mei, SK=RECIPE#…`.
fn spelled(written: &Written) -> String {
    let values = std::iter::once(&written.key.hash).chain(&written.key.range);
    let text = |value: &KeyValue| match value {
        KeyValue::S(text) => text.clone(),
        other => format!("{other:?}"),
    };
    let parts: Vec<_> = written.table.key_names().zip(values).map(|(name, value)| format!("{name}={}", text(value))).collect();
    parts.join(", ")
}

/// One thing that is done, and how long it takes.
struct Step<'a> {
    app: &'a str,
    begun: Instant,
}

impl<'a> Step<'a> {
    fn begin(app: &'a str) -> Self {
        Self { app, begun: Instant::now() }
    }

    fn done(self, what: &str) {
        println!("{}: {what} ({} ms)", self.app, self.begun.elapsed().as_millis());
    }
}

/// A house that runs, over HTTP.
struct Api {
    client: LazyClient,
    address: String,
    token: String,
}

impl Api {
    fn new(options: &SmokeOptions) -> Result<Self> {
        let address = options.url.trim_end_matches('/').to_owned();
        if !address.starts_with("https://") && !address.starts_with("http://") {
            bail!("--url begins with https:// or http://");
        }
        let token = secret(options.token.as_ref(), options.token_file.as_ref(), "token")?;
        let token = token
            .context("give --token TOKEN or --token-file FILE: a token for programs, which a person makes on the page of their account")?;
        Ok(Self { client: LazyClient::new(|builder| builder.timeout(PATIENCE)), address, token })
    }

    async fn send(&self, asked: ApiRequest<'_>) -> Result<ApiAnswer> {
        let method = Method::from_bytes(asked.method.as_bytes())?;
        let mut request = self.client.get().await?.request(method, format!("{}{}", self.address, asked.path)).bearer_auth(&self.token);
        for (name, value) in asked.headers {
            request = request.header(*name, *value);
        }
        if let Some(body) = asked.body {
            request = request.header(header::CONTENT_TYPE, "application/json").body(body.to_string());
        }
        let answer = request.send().await?;
        let status = answer.status().as_u16();
        Ok(ApiAnswer { status, body: serde_json::from_slice(&answer.bytes().await?).unwrap_or(Value::Null) })
    }
}

impl HouseApi for Api {
    fn ask<'a>(&'a self, request: ApiRequest<'a>) -> LocalBoxFuture<'a, Result<ApiAnswer>> {
        Box::pin(async move { self.send(request).await.with_context(|| format!("{} {}{}", request.method, self.address, request.path)) })
    }
}
