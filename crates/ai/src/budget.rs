//! So many tokens a day.

use std::future::Future;
use std::pin::Pin;

/// A future behind a port.
type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The day's tokens. Whoever keeps them sees to it that several servers together take no more than there are.
pub trait Budget: Send + Sync {
    /// Takes so many, if there are as many left. Where that cannot be known, none are given.
    fn take(&self, tokens: u64) -> Boxed<'_, Option<Receipt>>;

    /// Gives back what was taken and not used, to the day of which it was taken.
    fn give_back(&self, tokens: u64, of: Receipt) -> Boxed<'_, ()>;

    /// Takes what was used beyond what had been taken, whether there is as much left or not: it is gone.
    fn use_more(&self, tokens: u64) -> Boxed<'_, ()>;
}

/// Of which day tokens were taken, as whoever keeps them counts days.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Receipt(pub i64);

/// As many as anybody wants.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unlimited;

impl Budget for Unlimited {
    fn take(&self, _: u64) -> Boxed<'_, Option<Receipt>> {
        Box::pin(std::future::ready(Some(Receipt::default())))
    }

    fn give_back(&self, _: u64, _: Receipt) -> Boxed<'_, ()> {
        Box::pin(std::future::ready(()))
    }

    fn use_more(&self, _: u64) -> Boxed<'_, ()> {
        Box::pin(std::future::ready(()))
    }
}
