//! The same at once, through two servers: nothing keeps them apart but the store.

use std::future::Future;

/// How many try the same at once, where it may happen once.
pub const AT_ONCE: usize = 64;

/// Runs the same so often at once, in turn through one service and the other, and answers what each came to.
pub async fn at_once<S, R, F>(services: &[S; 2], work: impl Fn(S, usize) -> F) -> Vec<R>
where
    S: Clone,
    R: Send + 'static,
    F: Future<Output = R> + Send + 'static,
{
    let race: Vec<_> = (0..AT_ONCE).map(|nth| tokio::spawn(work(services[nth % 2].clone(), nth))).collect();
    futures::future::join_all(race).await.into_iter().map(|one| one.expect("nobody panics")).collect()
}
