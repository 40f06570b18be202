//! A client that is made when it is first needed.

use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder};
use tokio::sync::OnceCell;

use crate::certificates::{NoTls, tls};

/// What a caller wants of its client, beyond what all have.
type Wishes = Box<dyn Fn(ClientBuilder) -> ClientBuilder + Send + Sync>;

/// A client that is made when it is first needed, and keeps its connections from then on.
pub struct LazyClient {
    wishes: Wishes,
    made: OnceCell<Client>,
}

impl LazyClient {
    /// A client of this description.
    pub fn new(wishes: impl Fn(ClientBuilder) -> ClientBuilder + Send + Sync + 'static) -> Self {
        Self { wishes: Box::new(wishes), made: OnceCell::new() }
    }

    /// The client.
    pub async fn get(&self) -> Result<&Client, NoTls> {
        self.made.get_or_try_init(|| self.make()).await
    }

    async fn make(&self) -> Result<Client, NoTls> {
        let all = Client::builder()
            .tls_backend_preconfigured(tls().await?)
            // Where a redirect leads was never looked at, and it would take along what was sent.
            .redirect(Policy::none())
            .referer(false)
            .user_agent(concat!("chabudai/", env!("CARGO_PKG_VERSION")));
        (self.wishes)(all).build().map_err(NoTls::Client)
    }
}

impl std::fmt::Debug for LazyClient {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.made.initialized() { "LazyClient(made)" } else { "LazyClient(not needed yet)" })
    }
}
