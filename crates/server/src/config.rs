//! Every option as a flag and as `CHABUDAI_*`; secrets also from files.

use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;
use std::path::PathBuf;

use anyhow::{Result, bail};
use chabudai_app::App;
use chabudai_app::options::{long_enough, masked, secret};
use chabudai_web::proxies::TrustedProxies;
use clap::builder::BoolishValueParser;
use clap::{ArgAction, Args, ValueEnum};
use serde::Serialize;

use crate::ai::AiOptions;
use crate::apps::{self, AppOptions};
use crate::connections::{Bounds, within_descriptors};
use crate::mail::MailOptions;
use crate::outside::OutsideOptions;
use crate::payments::PaymentOptions;
use crate::providers::ProviderOptions;
use crate::push::PushOptions;
use crate::secrets;

/// Where the data is.
#[derive(Args, Clone, Debug)]
pub(crate) struct DataOptions {
    /// The data directory: databases, pictures, generated secrets
    #[arg(long, env = "CHABUDAI_DATA", default_value = "./data", global = true, value_name = "DIR")]
    pub(crate) data: PathBuf,
    /// Which store holds the data
    #[arg(long, env = "CHABUDAI_STORE", default_value = "embedded", global = true)]
    pub(crate) store: StoreKind,
    /// DynamoDB's address, for an engine other than Amazon's
    #[arg(long, env = "CHABUDAI_ENDPOINT", global = true, value_name = "URL")]
    pub(crate) endpoint: Option<String>,
    /// A PEM file with the authority that signed the engine's certificate, where the system does not know it
    #[arg(long, env = "CHABUDAI_ENDPOINT_CA", global = true, value_name = "FILE")]
    pub(crate) endpoint_ca: Option<PathBuf>,
    /// DynamoDB's region; the standard AWS settings count otherwise
    #[arg(long, env = "CHABUDAI_REGION", global = true)]
    pub(crate) region: Option<String>,
    /// In front of every table's name
    #[arg(long, env = "CHABUDAI_TABLE_PREFIX", default_value = "", global = true, value_name = "TEXT")]
    pub(crate) table_prefix: String,
    /// The word before the names of tables whose design has one there, such as `prod` in `prod-homebiyori-core`; the design's own by default
    #[arg(long, env = "CHABUDAI_ENVIRONMENT", global = true, value_name = "WORD", value_parser = environment)]
    pub(crate) environment: Option<String>,
    /// The AWS access key; the standard AWS chain counts otherwise
    #[arg(long, env = "CHABUDAI_ACCESS_KEY_ID", global = true, value_name = "KEY")]
    pub(crate) access_key_id: Option<String>,
    /// The AWS secret key
    #[arg(long, env = "CHABUDAI_SECRET_ACCESS_KEY", global = true, value_name = "SECRET", hide_env_values = true)]
    pub(crate) secret_access_key: Option<String>,
    /// A file that holds the AWS secret key
    #[arg(long, env = "CHABUDAI_SECRET_ACCESS_KEY_FILE", global = true, value_name = "FILE")]
    pub(crate) secret_access_key_file: Option<PathBuf>,
    /// The apps, separated by commas
    #[arg(long, env = "CHABUDAI_APPS", default_values_t = apps::names().into_iter().map(str::to_owned), value_delimiter = ',', global = true)]
    pub(crate) apps: Vec<String>,
    /// Where pictures are kept: a folder, or s3://bucket/prefix; `pictures` in the data directory by default
    #[arg(long, env = "CHABUDAI_PICTURES", global = true, value_name = "FOLDER|URL")]
    pub(crate) pictures: Option<String>,
}

/// A word that DynamoDB takes as a part of a table's name.
fn environment(text: &str) -> Result<String, String> {
    let fits = (1..=32).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b));
    if fits {
        Ok(text.to_owned())
    } else {
        Err("an environment is a word of 1 to 32 letters, digits, hyphens, underscores or dots".to_owned())
    }
}

/// The stores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum StoreKind {
    /// SQLite in the data directory
    Embedded,
    /// Amazon DynamoDB, or what speaks its protocol
    Dynamodb,
}

/// How the server answers.
#[derive(Args, Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own on the command line")]
pub(crate) struct ServeOptions {
    /// Where to listen
    #[arg(long, env = "CHABUDAI_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDRESS")]
    pub(crate) listen: SocketAddr,
    /// The address that people use, with a path if there is one, such as `https://example.org/house`
    #[arg(long, env = "CHABUDAI_BASE_URL", value_name = "URL")]
    pub(crate) base_url: Option<String>,
    /// Where Prometheus may read the meters; nowhere unless given
    #[arg(long, env = "CHABUDAI_METRICS_LISTEN", value_name = "ADDRESS")]
    pub(crate) metrics_listen: Option<SocketAddr>,
    /// Whether everybody may see the apps' design at /design, with what each access pattern has cost
    #[arg(
        long,
        env = "CHABUDAI_DESIGN_PAGE",
        default_value_t = true,
        num_args = 0..=1,
        default_missing_value = "true",
        action = ArgAction::Set,
        value_parser = BoolishValueParser::new(),
        value_name = "BOOL"
    )]
    pub(crate) design_page: bool,
    /// Whether anybody may join by themselves; without, who is invited
    #[arg(
        long,
        env = "CHABUDAI_SIGN_UP",
        default_value_t = false,
        num_args = 0..=1,
        default_missing_value = "true",
        action = ArgAction::Set,
        value_parser = BoolishValueParser::new(),
        value_name = "BOOL"
    )]
    pub(crate) sign_up: bool,
    #[command(flatten)]
    pub(crate) providers: ProviderOptions,
    #[command(flatten)]
    pub(crate) push: PushOptions,
    #[command(flatten)]
    pub(crate) ai: AiOptions,
    #[command(flatten)]
    pub(crate) payments: PaymentOptions,
    #[command(flatten)]
    pub(crate) outside: OutsideOptions,
    #[command(flatten)]
    pub(crate) mail: MailOptions,
    #[command(flatten)]
    pub(crate) apps: AppOptions,
    /// Whether this server does what is due by itself; without, `chabudai jobs run` does, from a timer
    #[arg(
        long,
        env = "CHABUDAI_JOBS",
        default_value_t = true,
        num_args = 0..=1,
        default_missing_value = "true",
        action = ArgAction::Set,
        value_parser = BoolishValueParser::new(),
        value_name = "BOOL"
    )]
    pub(crate) jobs: bool,
    /// Fill every app that is empty with lifelike data, to look around in
    #[arg(long, env = "CHABUDAI_DEMO", value_parser = BoolishValueParser::new())]
    pub(crate) demo: bool,
    /// Requests a second from one address, with bursts of ten times as many; 0 for no limit
    #[arg(long, env = "CHABUDAI_RATE_PER_ADDRESS", default_value_t = 50, value_name = "N")]
    pub(crate) rate_per_address: u32,
    /// Megabytes of the disk that pictures leave free, so that everything small goes on; 0 for none
    #[arg(long, env = "CHABUDAI_RESERVE", default_value_t = 512, value_name = "MB")]
    pub(crate) reserve: u64,
    /// The largest body of a request that is not a picture, in bytes
    #[arg(long, env = "CHABUDAI_BODY_LIMIT", default_value_t = 65_536, value_parser = body_limit, value_name = "BYTES")]
    pub(crate) body_limit: usize,
    /// The longest time that a request may take, in seconds
    #[arg(long, env = "CHABUDAI_TIME_LIMIT", default_value_t = 30, value_parser = seconds, value_name = "SECONDS")]
    pub(crate) time_limit: u64,
    /// Connections at once; fewer where the system allows fewer open files
    #[arg(long, env = "CHABUDAI_CONNECTIONS", default_value_t = 8192, value_parser = at_least_one, value_name = "N")]
    pub(crate) connections: usize,
    /// Connections at once from one address that is no trusted proxy
    #[arg(long, env = "CHABUDAI_CONNECTIONS_PER_ADDRESS", default_value_t = 128, value_parser = at_least_one, value_name = "N")]
    pub(crate) connections_per_address: usize,
    /// Proxies whose X-Forwarded-For is believed, separated by commas
    #[arg(long, env = "CHABUDAI_TRUSTED_PROXIES", value_delimiter = ',', value_name = "ADDRESSES")]
    pub(crate) trusted_proxies: Vec<IpAddr>,
    /// The secret from which cursors, form tokens, codes and the key of Web Push are made, 16 characters at least; with the embedded
    /// store it is generated on the first start unless given, with DynamoDB all servers have to be given the same
    #[arg(long, alias = "cursor-secret", env = "CHABUDAI_ROOT_SECRET", value_name = "SECRET", hide_env_values = true)]
    pub(crate) root_secret: Option<String>,
    /// It is measured: apps have no limits of their own either
    #[arg(skip)]
    pub(crate) is_measured: bool,
    /// A file that holds the root secret
    #[arg(long, alias = "cursor-secret-file", env = "CHABUDAI_ROOT_SECRET_FILE", value_name = "FILE")]
    pub(crate) root_secret_file: Option<PathBuf>,
}

/// How much is logged, and how.
#[derive(Args, Clone, Debug)]
pub(crate) struct LogOptions {
    /// What is logged: error, warn, info, debug, or a filter such as info,chabudai_web=debug
    #[arg(long, env = "CHABUDAI_LOG", default_value = "info", global = true, value_name = "FILTER")]
    pub(crate) log: String,
    /// One JSON object a line instead of text
    #[arg(long, env = "CHABUDAI_LOG_JSON", global = true, value_parser = BoolishValueParser::new())]
    pub(crate) log_json: bool,
}

/// A number of which none would be no server.
fn at_least_one(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|number| *number > 0).ok_or_else(|| "a number from 1 on".to_owned())
}

impl ServeOptions {
    /// The bytes of the disk that are not for pictures.
    pub(crate) fn reserve(&self) -> u64 {
        self.reserve.saturating_mul(1024 * 1024)
    }

    /// How many connections there may be.
    pub(crate) fn bounds(&self) -> Bounds {
        let in_all = within_descriptors(self.connections);
        // Where there are few, one address must not have them all.
        let per_address = self.connections_per_address.min((in_all / 4).max(1));
        Bounds { in_all, per_address, trusted_proxies: self.trusted_proxies() }
    }

    /// The proxies before the house.
    pub(crate) fn trusted_proxies(&self) -> TrustedProxies {
        self.trusted_proxies.iter().copied().collect()
    }

    /// The path of the base URL, without a slash at its end: `/house`, or nothing.
    pub(crate) fn base_path(&self) -> Result<String> {
        let Some(url) = &self.base_url else { return Ok(String::new()) };
        let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
        let Some(rest) = rest else { bail!("--base-url begins with https:// or http://") };
        let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        if host.is_empty() || host.contains('@') || host.contains(char::is_whitespace) {
            bail!("--base-url names a host, and nobody's password: https://example.org/house");
        }
        let path = path.trim_end_matches('/');
        let is_plain =
            |part: &str| !part.contains(['{', '}', '?', '#', '*']) && !part.contains(char::is_whitespace) && !matches!(part, "." | "..");
        if !path.split('/').all(is_plain) {
            bail!("--base-url has a plain path only");
        }
        Ok(path.to_owned())
    }

    /// Where the root secret is said to be. The names that it had when it only sealed cursors count where the new ones are not set.
    fn root_secret_given(&self) -> (Option<String>, Option<PathBuf>) {
        let given = (self.root_secret.clone(), self.root_secret_file.clone());
        if given == (None, None) {
            (std::env::var("CHABUDAI_CURSOR_SECRET").ok(), std::env::var_os("CHABUDAI_CURSOR_SECRET_FILE").map(PathBuf::from))
        } else {
            given
        }
    }

    /// The root secret: the one that was given, or the one of the data directory, which is made where there is none.
    ///
    /// A data directory belongs to one server. Servers that share DynamoDB would each make a secret of their own, and refuse each other's
    /// forms, codes and pushed messages; so there it has to be given.
    pub(crate) fn root_secret(&self, data: &DataOptions) -> Result<String> {
        let (value, file) = self.root_secret_given();
        if let Some(secret) = secret(value.as_ref(), file.as_ref(), "root-secret")? {
            return long_enough(secret, "root-secret");
        }
        if data.store == StoreKind::Dynamodb {
            let kept = secrets::file_in(&data.data);
            let so_far =
                if kept.exists() { format!(" The one that this server has used so far is in {}.", kept.display()) } else { String::new() };
            bail!(
                "--store dynamodb needs --root-secret-file FILE or --root-secret SECRET: all servers of a house have to share one secret, or \
                 none would accept another's forms and codes. `openssl rand -hex 32 > root-secret` makes one.{so_far}"
            );
        }
        Ok(secrets::load_or_make(&data.data)?.root)
    }

    /// The address that people use.
    pub(crate) fn public_url(&self, bound: SocketAddr) -> String {
        self.base_url.clone().map_or_else(|| format!("http://{bound}"), |url| url.trim_end_matches('/').to_owned())
    }
}

/// A rate as the limiter wants it.
pub(crate) fn rate(per_second: u32) -> Option<NonZeroU32> {
    NonZeroU32::new(per_second)
}

/// No form at all fits into less than this.
fn body_limit(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|bytes| *bytes >= 100).ok_or_else(|| "at least 100 bytes".to_owned())
}

/// A number of seconds that gives a request a chance.
fn seconds(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(0) => Err("a request needs one second at least".to_owned()),
        Ok(seconds) => Ok(seconds),
        Err(_) => Err("a whole number of seconds is expected".to_owned()),
    }
}

/// The effective configuration as JSON, with secrets masked.
pub(crate) fn shown(data: &DataOptions, serve: &ServeOptions, log: &LogOptions) -> serde_json::Value {
    let of_app = |app: &&dyn App| (app.design().app.to_owned(), app.configuration(&serve.apps.0).unwrap_or_default());
    let of_apps: serde_json::Map<String, serde_json::Value> = apps::all().iter().map(of_app).collect();
    serde_json::json!({
        "listen": serve.listen,
        "baseUrl": serve.base_url,
        "metricsListen": serve.metrics_listen,
        "designPage": serve.design_page,
        "signUp": serve.sign_up,
        "providers": serve.providers.shown(masked),
        "push": serve.push.shown(masked),
        "ai": serve.ai.shown(masked),
        "stripe": serve.payments.shown(masked),
        "fetchHosts": serve.outside.fetch_hosts,
        "mail": serve.mail.shown(masked),
        "jobs": serve.jobs,
        "demo": serve.demo,
        "data": data.data,
        "store": data.store,
        "endpoint": data.endpoint,
        "region": data.region,
        "endpointCa": data.endpoint_ca,
        "tablePrefix": data.table_prefix,
        "environment": data.environment,
        "accessKeyId": data.access_key_id,
        "secretAccessKey": masked(data.secret_access_key.is_some() || data.secret_access_key_file.is_some()),
        "apps": data.apps,
        "ofApps": of_apps,
        "pictures": crate::open::pictures_place(data),
        "ratePerAddress": serve.rate_per_address,
        "bodyLimit": serve.body_limit,
        "timeLimit": serve.time_limit,
        "reserve": serve.reserve,
        "connections": serve.connections,
        "connectionsPerAddress": serve.connections_per_address,
        "trustedProxies": serve.trusted_proxies,
        "rootSecret": masked(serve.root_secret_given() != (None, None)),
        "log": log.log,
        "logJson": log.log_json,
    })
}
