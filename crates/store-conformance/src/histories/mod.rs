//! Random histories: the same operations on two stores, whose every answer has to be the same.
//!
//! The key space is small, so that writes meet each other; values are of every type, some where they do not belong; the clock moves
//! on and items expire. A history that fails is shrunk to the few steps that matter.

mod outcome; // what a step gave, in a form that compares
mod perform; // a step carried out on one store
mod state; // what is there at the end, by every way of reading it
mod steps; // what a step is, and how one is made up

use std::sync::Arc;

use chabudai_kernel::store::{Now, Store};
use proptest::test_runner::{Config, TestCaseError, TestError, TestRunner};
use tokio::runtime::Runtime;

use crate::place::{NOW, Place};
use perform::Player;
use steps::{History, Step};

/// How many histories a run has unless `CHABUDAI_HISTORIES` says otherwise.
const HISTORIES: u32 = 48;

/// How far the clocks of two histories are apart: items of one never expire by the clock of another.
const SECONDS_PER_HISTORY: i64 = 10_000;

/// Runs random histories on two stores that have [`crate::tables::ALL`], and panics with the shortest history on which they differ.
///
/// Takes the runtime, as a store's connections may belong to the one that it was opened in.
pub fn compare(runtime: &Runtime, one: &Arc<dyn Store>, other: &Arc<dyn Store>) {
    let cases = std::env::var("CHABUDAI_HISTORIES").map_or(HISTORIES, |text| text.parse().expect("CHABUDAI_HISTORIES is a number"));
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 3000, ..Config::default() };
    let mut runner = TestRunner::new(config);
    let started = std::cell::Cell::new(0);
    let result = runner.run(&steps::history(), |history| {
        let start = Now(NOW.0 + started.replace(started.get() + 1) * SECONDS_PER_HISTORY);
        runtime.block_on(play(&history, start, one, other)).map_err(TestCaseError::fail)
    });
    match result {
        Ok(()) => {}
        Err(TestError::Fail(why, history)) => panic!("{why}\nin the history {history:#?}"),
        Err(TestError::Abort(why)) => panic!("the histories could not be made up: {why}"),
    }
}

/// Plays one history on both stores, step by step.
async fn play(history: &History, start: Now, one: &Arc<dyn Store>, other: &Arc<dyn Store>) -> Result<(), String> {
    let place = Place::new(one.clone());
    let other = Player { place: place.in_store(other.clone()), start, mortal: history.mortal };
    let one = Player { place, start, mortal: history.mortal };
    let mut now = start;
    for (at, step) in history.steps.iter().enumerate() {
        if let Step::Wait(seconds) = step {
            now.0 += i64::from(*seconds);
            continue;
        }
        let (left, right) = tokio::join!(one.perform(step, now), other.perform(step, now));
        if let Some(difference) = left.difference(&right) {
            let elapsed = now.0 - start.0;
            return Err(format!("step {at} after {elapsed} s differs in {difference}\n{step:?}\n  one: {left:?}\nother: {right:?}"));
        }
    }
    let (left, right) = tokio::join!(state::read(&one, now), state::read(&other, now));
    let difference = left.iter().zip(&right).find(|(left, right)| left != right);
    tokio::join!(state::clear(&one.place, now), state::clear(&other.place, now));
    match difference {
        Some((left, right)) => Err(format!("the end differs\n  one: {left:?}\nother: {right:?}")),
        None => Ok(()),
    }
}
