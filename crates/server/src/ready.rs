//! Whether the house can do its work: every store takes a write.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use chabudai_kernel::clock::Clock as _;
use chabudai_kernel::design::Design;
use chabudai_kernel::store::{Now, Store, StoreError};
use chabudai_web::problem::Problem;
use futures::future::join_all;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

use crate::runtime::SystemClock;

/// How long an answer is good for. Anybody may ask, as often as they like; a disk is synced, and DynamoDB paid, once in this time.
const FRESH: Duration = Duration::from_secs(1);

/// A store that takes longer than this for one small write keeps everybody waiting.
const PATIENCE: Duration = Duration::from_secs(5);

/// Asks the stores, and remembers for a moment what they said.
pub(crate) struct Readiness {
    stores: Vec<(&'static Design, Arc<dyn Store>)>,
    last: Mutex<Option<(Instant, bool)>>,
}

impl Readiness {
    pub(crate) fn of(stores: Vec<(&'static Design, Arc<dyn Store>)>) -> Arc<Self> {
        Arc::new(Self { stores, last: Mutex::default() })
    }

    /// What a load balancer hears. The reason is for the log: it names files and addresses.
    pub(crate) async fn answer(&self) -> Response {
        if self.is_ready().await {
            return "ready".into_response();
        }
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "house.not_ready", "The store does not take writes.").into_response()
    }

    async fn is_ready(&self) -> bool {
        // Whoever asks meanwhile waits for this answer instead of causing another write.
        let mut last = self.last.lock().await;
        if let Some((at, is_ready)) = *last
            && at.elapsed() < FRESH
        {
            return is_ready;
        }
        let proofs = self.stores.iter().map(|(design, store)| async {
            let proof = prove(design, &**store).await;
            if let Err(error) = &proof {
                tracing::error!(app = design.app, %error, "not ready: the store does not take writes");
            }
            proof.is_ok()
        });
        let is_ready = join_all(proofs).await.into_iter().all(|is_ready| is_ready);
        *last = Some((Instant::now(), is_ready));
        is_ready
    }
}

async fn prove(design: &Design, store: &dyn Store) -> Result<(), StoreError> {
    let now = Now((SystemClock.now_millis() / 1000) as i64);
    timeout(PATIENCE, store.ready(design.tables, now)).await.unwrap_or(Err(StoreError::Timeout))
}
