//! Finding one's own things, in all apps at once.

use std::time::Duration;

use askama::Template;
use axum::response::Response;
use futures::future::{BoxFuture, join_all};
use serde::Deserialize;

use crate::input::Query;
use crate::people::{Member, Person};
use crate::problem::Problem;
use crate::route_cost;
use crate::site::AppInfo;
use crate::ui::Ui;

/// How long an app may take. Whoever is slower is said to be.
const PATIENCE: Duration = Duration::from_millis(1500);
/// So many of each app; the app itself shows all.
pub const MOST_FOUND: usize = 8;
/// The longest question, in characters.
pub const LONGEST_QUESTION: usize = 60;

/// An app in which people find what is theirs. All are asked at once, and none holds up the others.
pub trait Finder: Send + Sync {
    /// The best first, [`MOST_FOUND`] at most; nothing of anybody else's. The question has a word at least.
    fn find<'a>(&'a self, person: &'a Person, question: &'a str, ui: &'a Ui) -> BoxFuture<'a, Result<Vec<Found>, Problem>>;
}

/// Something of somebody's.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// What it is.
    pub title: String,
    /// What goes with it, in a line; or nothing.
    pub line: String,
    /// Where it is.
    pub address: String,
}

/// What one app has found; none where it took too long or failed.
type OfApp = (&'static AppInfo, Option<Vec<Found>>);

#[derive(Template)]
#[template(path = "find.html")]
struct FindPage<'a> {
    ui: &'a Ui,
    question: &'a str,
    found: Vec<OfApp>,
}

impl FindPage<'_> {
    fn has_found(&self) -> bool {
        self.found.iter().any(|(_, found)| found.as_ref().is_none_or(|found| !found.is_empty()))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    #[serde(default)]
    q: String,
}

/// The page of the search. What is too long is cut, not refused: it was typed by somebody who is looking for something.
pub(crate) async fn show(member: Member, Query(given): Query<Parameters>) -> Response {
    let Member { ui, person } = member;
    let ui = ui.of_house().here("search");
    let question: String = given.q.trim().chars().take(LONGEST_QUESTION).collect();
    let found = if question.is_empty() { Vec::new() } else { find(&ui, &person, &question).await };
    ui.show(&FindPage { ui: &ui, question: &question, found })
}

async fn find(ui: &Ui, person: &Person, question: &str) -> Vec<OfApp> {
    let asked = ui.site.cards.iter().filter_map(|app| app.finder.as_ref().map(|finder| (app.info, finder)));
    join_all(asked.map(|(info, finder)| async move {
        match tokio::time::timeout(PATIENCE, route_cost::for_the_house(finder.find(person, question, ui))).await {
            Ok(Ok(mut found)) => {
                found.truncate(MOST_FOUND);
                (info, Some(found))
            }
            Ok(Err(problem)) => {
                tracing::warn!(app = info.name, code = problem.code, "an app could not be searched");
                (info, None)
            }
            Err(_) => {
                tracing::warn!(app = info.name, "an app took too long to be searched");
                (info, None)
            }
        }
    }))
    .await
}
