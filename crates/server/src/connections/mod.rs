//! Accepts connections and holds each of them, and all of them together, within bounds: nobody who connects and then does nothing, or never
//! reads, keeps others from being answered.

mod bounds; // how many at once, in all and from one address
mod stream; // a client that does not read is let go

use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower::ServiceExt as _;

pub(crate) use bounds::{Bounds, within_descriptors};
use bounds::{Counted, Refused};
use stream::Watched;

/// How long a client may take to send the head of a request, and how long a connection may wait for the next one.
const HEAD: Duration = Duration::from_secs(10);
/// The same for a proxy of ours: it keeps connections for later, and must not find one closed just when it uses it.
const HEAD_OF_PROXY: Duration = Duration::from_secs(75);
/// How long what is under way may take when the server stops.
pub(crate) const TIME_TO_FINISH: Duration = Duration::from_secs(4);
/// How long to wait after a connection could not be accepted, for want of descriptors mostly.
const AFTER_FAILURE: Duration = Duration::from_millis(100);
/// The most bytes of a request's head that are held.
const HEAD_BYTES: usize = 32 * 1024;

/// Answers until it is asked to stop, and a little longer what is under way then.
pub(crate) async fn serve(listener: TcpListener, router: Router, bounds: Bounds, stop: impl Future<Output = ()>) {
    let (stopping, stopped) = watch::channel(false);
    let counted = Counted::new(bounds);
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) if is_of_one_client(&error) => continue,
            Err(error) => {
                tracing::error!(%error, "a connection could not be accepted");
                tokio::time::sleep(AFTER_FAILURE).await;
                continue;
            }
        };
        match counted.admit(peer.ip()) {
            Ok(place) => {
                let (router, stopped, head) = (router.clone(), stopped.clone(), time_for_head(&counted, peer.ip()));
                tokio::spawn(async move {
                    converse(stream, peer, router, head, stopped).await;
                    drop(place);
                });
            }
            // Closed without a word: whoever has as many as they may have does not read what is said.
            Err(Refused::Address) => tracing::debug!(address = %peer.ip(), "too many connections from one address"),
            Err(Refused::House) => counted.warn_that_it_is_full(),
        }
    }
    drop(listener);
    stopping.send_replace(true);
    drop(stopped);
    // Everybody who converses holds a receiver.
    if tokio::time::timeout(TIME_TO_FINISH, stopping.closed()).await.is_err() {
        tracing::warn!("requests that never ended were cut off");
    }
}

/// Answers until the task is aborted, without bounds.
pub(crate) async fn answer(listener: TcpListener, router: Router) {
    serve(listener, router, Bounds::none(), std::future::pending()).await;
}

fn time_for_head(counted: &Arc<Counted>, peer: IpAddr) -> Duration {
    if counted.is_proxy(peer) { HEAD_OF_PROXY } else { HEAD }
}

/// Requests and answers of one connection.
async fn converse(stream: TcpStream, peer: SocketAddr, router: Router, head: Duration, mut stopped: watch::Receiver<bool>) {
    // A small answer goes out at once instead of waiting for company.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection keeps its delay");
    }
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let mut request: Request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().oneshot(request)
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(head).max_buf_size(HEAD_BYTES).half_close(false);
    let mut connection = pin!(http.serve_connection(TokioIo::new(Watched::new(stream)), service));
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = async { drop(stopped.wait_for(|stopped| *stopped).await) } => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended early");
    }
}

/// Errors that are about the connection that was to be accepted, and not about us.
fn is_of_one_client(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionRefused | ConnectionAborted | ConnectionReset)
}
