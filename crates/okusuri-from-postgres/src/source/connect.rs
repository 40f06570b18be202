//! Reaches the source, with TLS where it has it.

use std::sync::Arc;

use rustls::{ClientConfig, RootCertStore};
use tokio_postgres::Client;
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::error::{MoveError, Result};

/// Where the source is. It prints nothing: a password may be in it.
#[derive(Clone)]
pub struct Address(tokio_postgres::Config);

impl Address {
    /// Reads `postgres://user@host/database`. The password may be in it; one that is given beside it counts more.
    pub fn parse(url: &str, password: Option<&str>) -> Result<Self> {
        let mut config: tokio_postgres::Config = url.parse().map_err(|_| MoveError::Address)?;
        if let Some(password) = password {
            config.password(password);
        }
        config.application_name("chabudai");
        Ok(Self(config))
    }
}

impl std::fmt::Debug for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Address(…)")
    }
}

/// A connection to the source.
pub struct Source {
    pub(crate) client: Client,
    driver: tokio::task::JoinHandle<()>,
}

impl Source {
    /// Connects. The system's certificates decide whom to trust; `SSL_CERT_FILE` names others.
    pub async fn connect(address: &Address) -> Result<Self> {
        let connected = address.0.connect(tls()?).await;
        // A server says here that a role or a database is not there, or that a password is wrong, and never which password.
        let (client, connection) = connected.map_err(|error| {
            let said = error.as_db_error().map(|error| error.message().to_owned());
            let below = std::error::Error::source(&error).map(ToString::to_string);
            MoveError::Connection(said.or(below).unwrap_or_else(|| error.to_string()))
        })?;
        // An error of the connection also reaches whoever waits for an answer, so nothing is lost here.
        let driver = tokio::spawn(async move { drop(connection.await) });
        Ok(Self { client, driver })
    }
}

impl Drop for Source {
    fn drop(&mut self) {
        self.driver.abort();
    }
}

fn tls() -> Result<MakeRustlsConnect> {
    let mut roots = RootCertStore::empty();
    // A certificate of the system that does not parse is no reason to distrust the others.
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let builder = builder.map_err(|error| MoveError::Connection(error.to_string()))?;
    Ok(MakeRustlsConnect::new(builder.with_root_certificates(roots).with_no_client_auth()))
}
