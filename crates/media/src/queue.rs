//! Who is next, and who may wait.

use std::sync::Arc;
use std::thread;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::{PictureError, Result};

/// The memory of a small picture, at most. What our own pages send has two megapixels and takes a third of it.
const SMALL: u64 = 32_000_000;

/// Small pictures that may wait. Each is there in an instant, so the last of them still waits for less than a visitor would.
const SMALL_WAITING: usize = 16;

/// Large pictures that may wait. Each takes a second or two at worst, and up to 10 MB while it waits.
const LARGE_WAITING: usize = 4;

/// Two lanes, so that pictures that take long make nobody wait but each other; in each, first come, first served.
///
/// One large picture at a time takes 120 MB at worst, each small one 42 MB: 162 MB on two processors, 288 MB on five or more. Uploads that
/// wait are 200 MB more, at the very worst.
#[derive(Clone, Debug)]
pub(crate) struct Queue {
    small: Lane,
    large: Lane,
}

impl Queue {
    /// So many small pictures at once, and one large one.
    pub(crate) fn new(small: usize) -> Self {
        Self { small: Lane::new(small, SMALL_WAITING), large: Lane::new(1, LARGE_WAITING) }
    }

    /// Waits for a turn to open a picture that takes so much memory. If too many wait already, that is said at once.
    pub(crate) async fn turn(&self, memory: u64) -> Result<Turn> {
        let lane = if memory <= SMALL { &self.small } else { &self.large };
        let place = Arc::clone(&lane.places).try_acquire_owned().map_err(|_| PictureError::Busy)?;
        let turn = Arc::clone(&lane.turns).acquire_owned().await.map_err(PictureError::unavailable)?;
        Ok(Turn { _place: place, _turn: turn })
    }
}

impl Default for Queue {
    fn default() -> Self {
        // The processor that is left goes on answering.
        let processors = thread::available_parallelism().map_or(1, usize::from);
        Self::new(processors.saturating_sub(1).clamp(1, 4))
    }
}

#[derive(Clone, Debug)]
struct Lane {
    /// Those who are served and those who wait.
    places: Arc<Semaphore>,
    turns: Arc<Semaphore>,
}

impl Lane {
    fn new(at_once: usize, waiting: usize) -> Self {
        Self { places: Arc::new(Semaphore::new(at_once + waiting)), turns: Arc::new(Semaphore::new(at_once)) }
    }
}

/// The right to open a picture, until it is dropped.
#[derive(Debug)]
pub(crate) struct Turn {
    _place: OwnedSemaphorePermit,
    _turn: OwnedSemaphorePermit,
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt as _;

    #[tokio::test]
    async fn who_comes_when_the_queue_is_full_is_sent_away_at_once() {
        let queue = Queue::new(1);
        let first = queue.turn(SMALL).await.expect("nobody is there");
        let mut waiting: Vec<_> = (0..SMALL_WAITING).map(|_| Box::pin(queue.turn(SMALL))).collect();
        assert!(waiting.iter_mut().all(|turn| turn.now_or_never().is_none()), "they wait");
        assert_eq!(queue.turn(SMALL).now_or_never().expect("an answer at once").err(), Some(PictureError::Busy));
        // First come, first served; and who gives up makes room.
        let mut first_to_wait = waiting.remove(0);
        drop(first);
        first_to_wait.as_mut().now_or_never().expect("it is its turn").expect("it is its turn");
        waiting.pop();
        assert!(queue.turn(SMALL).now_or_never().is_none(), "there is room to wait");
    }

    #[tokio::test]
    async fn large_pictures_wait_for_each_other_and_nobody_waits_for_them() {
        let queue = Queue::new(1);
        let _large = queue.turn(SMALL + 1).await.expect("nobody is there");
        assert!(queue.turn(SMALL + 1).now_or_never().is_none());
        assert!(queue.turn(SMALL).now_or_never().is_some_and(|turn| turn.is_ok()));
    }
}
