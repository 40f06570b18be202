//! Where there are no Unix sockets, a server does not listen to its operator: commands need it stopped.

use std::convert::Infallible;
use std::future::Future;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Result, bail};
use chabudai_store_embedded::DataDirectory;

use crate::operator::{Operated, Request};

/// There is none.
pub(crate) struct OperatorSocket(Infallible);

impl OperatorSocket {
    pub(crate) fn bind(_: Arc<DataDirectory>) -> Result<Self> {
        bail!("this system has no sockets in folders")
    }

    #[expect(clippy::unused_async, reason = "it stands for the socket that other systems have")]
    pub(crate) async fn serve(self, _: Operated, _: impl Future<Output = ()>) {
        match self.0 {}
    }
}

/// There is none.
pub(crate) struct Connection(Infallible);

impl Connection {
    #[expect(clippy::unused_async, reason = "it stands for the socket that other systems have")]
    pub(crate) async fn open(folder: &Path) -> Result<Option<Self>> {
        bail!("{} is in use by another server; stop it first", folder.display())
    }

    #[expect(clippy::unused_async, reason = "it stands for the socket that other systems have")]
    pub(crate) async fn ask(self, _: &Request) -> Result<String> {
        match self.0 {}
    }
}
