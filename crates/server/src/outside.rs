//! What may be fetched that somebody names.

use std::sync::Arc;

use anyhow::{Context as _, Result};
use chabudai_outward::{Guarded, Policy};
use clap::Args;

/// Where pages that people name may be.
#[derive(Args, Clone, Debug)]
pub(crate) struct OutsideOptions {
    /// Hosts that people may import from although they are not on the public internet, separated by commas: `recipes.lan`, `10.0.0.5:8080`
    #[arg(long, env = "CHABUDAI_FETCH_HOSTS", value_delimiter = ',', value_name = "HOSTS")]
    pub(crate) fetch_hosts: Vec<String>,
}

impl OutsideOptions {
    /// Fetches pages and pictures. Nothing is made before something is fetched.
    pub(crate) fn guarded(&self) -> Result<Arc<Guarded>> {
        let allow = |policy: Policy, host: &String| policy.allow(host).with_context(|| format!("--fetch-hosts names {host:?}"));
        Ok(Arc::new(Guarded::new(self.fetch_hosts.iter().try_fold(Policy::public(), allow)?)))
    }
}
