//! The design page: what the apps keep, what they ask of it, and what that has really cost since the start.
//!
//! The page is made from the same declaration as the keys and the tables, and from the meters; nothing on it is written a second time.
//! It shows no value of any item: samples come redacted from [`chabudai_kernel::report`].

mod measured; // numbers as people read them, and as they are drawn
mod samples; // an item of each kind, at most once a minute
mod shape; // the design in the order of the page
mod steps; // how a pattern is answered

use std::sync::Arc;
use std::time::Duration;

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;
use chabudai_kernel::db::Db;
use chabudai_kernel::design::Design;
use chabudai_kernel::report::Sample;
use jiff::tz::TimeZone;

use crate::problem::Problem;
use crate::site::AppInfo;
use crate::text::Lang;
use crate::ui::Ui;
use measured::{Measured, TICKS};
use samples::{LOOKED_AT, Samples};
use shape::{PatternShape, Shape};
use steps::Line;

/// The forms in which the program prints a design, and what each is for.
const FORMATS: [(&str, &str); 3] =
    [("markdown", "design-form-markdown"), ("json", "design-form-json"), ("terraform", "design-form-terraform")];

/// Which store the apps work on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kept {
    /// In this process.
    Embedded,
    /// In Amazon DynamoDB, or in what speaks its protocol.
    DynamoDb,
}

/// What the page tells.
pub struct DesignPage {
    apps: Vec<App>,
    kept: Kept,
    /// Unix milliseconds, for people.
    since: u64,
}

/// A mounted app.
struct App {
    shape: Shape,
    /// What stands before the names of its tables.
    prefix: String,
    db: Db,
    /// When it was mounted, by a clock that nobody sets.
    start: Duration,
    samples: Samples,
}

impl DesignPage {
    /// The design of these apps, from now on; each with what stands before the names of its tables.
    pub fn new(apps: impl IntoIterator<Item = (&'static Design, Db, String)>, kept: Kept) -> Arc<Self> {
        let app = |(design, db, prefix): (&'static Design, Db, String)| App {
            shape: Shape::of(design),
            prefix,
            start: db.clock().elapsed(),
            samples: Samples::default(),
            db,
        };
        let apps: Vec<App> = apps.into_iter().map(app).collect();
        let since = apps.first().map_or(0, |app| app.db.clock().now_millis());
        Arc::new(Self { apps, kept, since })
    }

    /// How long the server has been running.
    fn age(&self) -> Duration {
        self.apps.first().map_or(Duration::ZERO, |app| app.db.clock().elapsed().saturating_sub(app.start))
    }
}

/// The pages: of all apps together, and of each.
pub(crate) fn routes(design_page: Arc<DesignPage>) -> Router {
    Router::new().route("/design", get(show_all)).route("/design/{app}", get(show_one)).with_state(design_page)
}

#[derive(Template)]
#[template(path = "design.html")]
struct DesignView<'a> {
    ui: &'a Ui,
    design_page: &'a DesignPage,
    since: String,
    running: String,
    total: Measured,
    chapters: Vec<Chapter<'a>>,
}

#[derive(Template)]
#[template(path = "design/app.html")]
struct AppView<'a> {
    ui: &'a Ui,
    total: Measured,
    chapter: Chapter<'a>,
}

/// What the page says of one app.
struct Chapter<'a> {
    shape: &'a Shape,
    prefix: &'a str,
    info: Option<&'static AppInfo>,
    samples: Option<Arc<Vec<Sample>>>,
    measured: Vec<Measured>,
}

impl Chapter<'_> {
    /// The app's name in the visitor's language. What has no info is no app, but the house around them.
    fn title(&self, ui: &Ui) -> String {
        ui.t(self.info.map_or("design-house", |info| info.title)).into_owned()
    }

    /// What it is about, in the visitor's language: a design says that in English alone, an app has a line of its own in both.
    fn about(&self, ui: &Ui) -> String {
        match (ui.lang, self.info) {
            (Lang::En, Some(_)) => self.shape.design.about.to_owned(),
            (Lang::Ja, Some(info)) => ui.t(info.line).into_owned(),
            (_, None) => ui.t("design-house-about").into_owned(),
        }
    }

    /// Everything that was asked of it.
    fn total(&self) -> Measured {
        Measured::sum(self.measured.iter())
    }

    fn sample(&self, kind: &str) -> Option<&Sample> {
        self.samples.as_ref()?.iter().find(|sample| sample.entity == Some(kind))
    }

    /// Every pattern and what it has cost.
    fn patterns(&self) -> impl Iterator<Item = (&PatternShape, &Measured)> {
        self.shape.patterns.iter().zip(&self.measured)
    }

    /// The patterns that were asked at all.
    fn asked(&self) -> impl Iterator<Item = (&PatternShape, &Measured)> {
        self.patterns().filter(|(_, measured)| measured.calls > 0)
    }

    fn unasked(&self) -> impl Iterator<Item = &PatternShape> {
        self.patterns().filter(|(_, measured)| measured.calls == 0).map(|(pattern, _)| pattern)
    }
}

impl App {
    /// What there is to say of it.
    fn chapter(&self, ui: &Ui, samples: Option<Arc<Vec<Sample>>>) -> Chapter<'_> {
        let meters = self.db.meters();
        let measured = meters.readings().zip(meters.latencies());
        let measured = measured.map(|((pattern, reading), (_, times))| Measured::of(&pattern.cost, &reading, &times)).collect();
        let info = ui.apps().iter().copied().find(|info| info.name == self.shape.design.app);
        Chapter { shape: &self.shape, prefix: &self.prefix, info, samples, measured }
    }
}

/// All designs, each in a few lines.
async fn show_all(ui: Ui, State(design_page): State<Arc<DesignPage>>) -> Response {
    let chapters: Vec<Chapter<'_>> = design_page.apps.iter().map(|app| app.chapter(&ui, None)).collect();
    let total = Measured::sum(chapters.iter().flat_map(|chapter| &chapter.measured));
    let (since, running) = (moment(&ui, design_page.since), lasted(&ui, design_page.age()));
    let home = ui.at("/");
    let ui = ui.in_house().back(home);
    ui.show(&DesignView { ui: &ui, design_page: &design_page, since, running, total, chapters })
}

/// The design of one app, with everything that is known of it.
async fn show_one(ui: Ui, State(design_page): State<Arc<DesignPage>>, Path(name): Path<String>) -> Result<Response, Problem> {
    let app = design_page.apps.iter().find(|app| app.shape.design.app == name).ok_or_else(Problem::not_found)?;
    let mut chapter = app.chapter(&ui, app.samples.of(app.shape.design, &app.db).await);
    let total = chapter.total();
    for measured in &mut chapter.measured {
        *measured = measured.among(total.calls);
    }
    let all = ui.at("/design");
    let ui = ui.in_house().back(all);
    Ok(ui.show(&AppView { ui: &ui, total, chapter }))
}

/// A moment in the visitor's zone.
fn moment(ui: &Ui, millis: u64) -> String {
    let millis = i64::try_from(millis).unwrap_or(i64::MAX);
    let moment = jiff::Timestamp::from_millisecond(millis).unwrap_or(jiff::Timestamp::MAX);
    let zone = TimeZone::get(ui.zone_name()).unwrap_or(TimeZone::UTC);
    moment.to_zoned(zone).strftime("%Y/%m/%d %H:%M").to_string()
}

/// How long something has lasted, in its two largest units.
fn lasted(ui: &Ui, time: Duration) -> String {
    let minutes = time.as_secs() / 60;
    match (minutes / (24 * 60), minutes / 60 % 24, minutes % 60) {
        (0, 0, minutes) => ui.t1("design-lasted-minutes", "minutes", minutes),
        (0, hours, minutes) => ui.t2("design-lasted-hours", ("hours", hours), ("minutes", minutes)),
        (days, hours, _) => ui.t2("design-lasted-days", ("days", days), ("hours", hours)),
    }
}

#[cfg(test)]
mod tests;
