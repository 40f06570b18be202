//! A pattern costs what it declares, and takes the steps that it declares.

use std::future::Future;

use chabudai_kernel::db::Db;
use chabudai_kernel::declared::untaken;
use chabudai_kernel::design::{AccessPattern, Design};

/// Does some work, during which the pattern is asked at least once and costs no more than it declares for so many things. The number of times
/// that it was asked comes along.
pub async fn costs<R>(db: &Db, on: &str, pattern: &'static AccessPattern, things: u32, work: impl Future<Output = R>) -> (R, u64) {
    let meter = db.meters().of(pattern);
    let before = meter.read();
    let out = work.await;
    let cost = meter.read().since(&before);
    let requests = cost.spent.requests;
    assert!(cost.calls > 0, "{} is asked on {on}", pattern.id);
    assert!(pattern.cost.allows(requests, things), "{} took {requests} requests for {things} on {on}", pattern.id);
    (out, cost.calls)
}

/// Every step that a pattern declares, each alternative too, was taken in this test: a step that nobody takes is a line of the documents that
/// nothing holds.
pub fn took_every_step(db: &Db, on: &str, design: &Design, id: &str) {
    let pattern = design.pattern(id).unwrap_or_else(|| panic!("the design has no {id}"));
    let untaken = untaken(pattern, db.meters().of(pattern).steps_taken());
    assert!(untaken.is_empty(), "{id} was answered without: {untaken:#?} on {on}");
}
