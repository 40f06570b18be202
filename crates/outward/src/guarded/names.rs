//! Names become addresses, and only those that may be connected to. It happens in the client's own resolver: what is connected to is what
//! was checked, and a name that answers differently a moment later is never asked again.

use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use super::address::is_public;

/// Looks up names.
pub trait Lookup: Send + Sync + 'static {
    /// The addresses of a name.
    fn lookup(&self, name: &str) -> Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>>;
}

/// As the system does.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemLookup;

impl Lookup for SystemLookup {
    fn lookup(&self, name: &str) -> Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>> {
        let name = name.to_owned();
        Box::pin(async move { Ok(tokio::net::lookup_host((name.as_str(), 0)).await?.map(|address| address.ip()).collect()) })
    }
}

/// A name has an address that is not of the public internet.
#[derive(Debug, thiserror::Error)]
#[error("this name leads to a place that is not of the public internet")]
pub(super) struct Blocked;

/// The resolver of a client.
pub(super) struct PublicNames {
    lookup: Arc<dyn Lookup>,
    any: bool,
}

impl PublicNames {
    /// Public addresses alone.
    pub(super) fn new(lookup: Arc<dyn Lookup>) -> Self {
        Self { lookup, any: false }
    }

    /// Any address: for hosts that the operator allows.
    pub(super) fn any(lookup: Arc<dyn Lookup>) -> Self {
        Self { lookup, any: true }
    }
}

impl Resolve for PublicNames {
    fn resolve(&self, name: Name) -> Resolving {
        let (found, any) = (self.lookup.lookup(name.as_str()), self.any);
        Box::pin(async move {
            let addresses = found.await?;
            // One inside is enough: a name of the public internet has none, and the client would try them one after the other.
            if !any && !addresses.iter().all(|&address| is_public(address)) {
                return Err(Blocked.into());
            }
            Ok(Box::new(addresses.into_iter().map(|address| SocketAddr::new(address, 0))) as Addrs)
        })
    }
}
