//! What `chabudai bench` measures of an app: rows of requests, each by the access pattern that answers it.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use chabudai_kernel::design::AccessPattern;
use chabudai_kernel::part::Word;
use futures::future::BoxFuture;

/// An app that can be measured.
pub trait Bench: Send + Sync {
    /// Fills an empty app with data, and gives back what can be asked of it.
    fn fill<'a>(&'a self, filling: Filling<'a>) -> BoxFuture<'a, Result<Measurable>>;
}

/// With how much an app is filled, and for whom.
#[derive(Clone, Copy)]
pub struct Filling<'a> {
    /// So many of what there is most of.
    pub size: u64,
    /// People of the house, as many as [`Filling::PEOPLE`] or more; who is signed in is the house's to say, whichever app is measured.
    pub people: &'a [SignedIn],
    /// Hears of every step.
    pub progress: &'a (dyn Fn(u64, u64) + Sync),
}

impl Filling<'_> {
    /// There are at least so many people: what somebody may have of a thing is bounded, and a row that adds it goes on for seconds.
    pub const PEOPLE: u64 = 1_000;
}

/// Somebody who is signed in.
#[derive(Clone)]
pub struct SignedIn {
    /// Who.
    pub id: Word,
    /// What opens their account.
    pub token: String,
}

/// What can be measured in an app that was filled.
pub struct Measurable {
    /// What it was filled with, in words: `200 garments in 1 wardrobe`.
    pub filled: String,
    /// Requests of its API.
    pub rows: Vec<Row>,
    /// Its pages.
    pub pages: Vec<PageRow>,
}

/// Makes a whole HTTP request from a number and the body of the first preparation's answer.
pub type Request = Arc<dyn Fn(u64, &str) -> String + Send + Sync>;

/// A request and its pattern.
pub struct Row {
    /// What it does.
    pub name: &'static str,
    /// The pattern whose meter is read.
    pub pattern: &'static AccessPattern,
    /// What has to happen first, outside of the measured time; each may use the answers so far, one on a line.
    pub before: Vec<Request>,
    /// What is measured.
    pub request: Request,
    /// Requests a second at eight connections that it should reach.
    pub goal: Option<f64>,
}

/// A page: how heavy it is, and how long the server takes.
pub struct PageRow {
    /// What it shows.
    pub name: &'static str,
    /// The pattern whose meter is read.
    pub pattern: &'static AccessPattern,
    /// Its address, from a number.
    pub path: Arc<dyn Fn(u64) -> String + Send + Sync>,
    /// Headers that go with the request, such as a cookie; each line ends with a line break.
    pub headers: String,
    /// The same from the store alone, to compare with.
    pub from_store: Option<FromStore>,
}

/// How long the store alone takes for what a page shows.
pub type FromStore = Arc<dyn Fn(u64) -> BoxFuture<'static, Result<Duration>> + Send + Sync>;
