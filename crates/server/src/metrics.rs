//! The meters in Prometheus' text form, on a listener of their own.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use axum::Router;
use axum::http::header;
use axum::routing::get;
use chabudai_ai::Model;
use chabudai_jobs::Runner;
use chabudai_jobs::feed::HouseFeed;
use chabudai_jobs::feed::house::FeedReading;
use chabudai_jobs::gauges::{OUTCOMES, Reading as JobReading};
use chabudai_kernel::db::Db;
use chabudai_kernel::meter::Reading;
use chabudai_payments::Payments;
use chabudai_search::State;
use tokio::net::TcpListener;

use crate::search::AppSearch;

/// Answers `/metrics` until the server stops.
pub(crate) async fn serve(
    listener: TcpListener,
    dbs: Vec<(&'static str, Db)>,
    runner: Option<Runner>,
    feeds: Vec<HouseFeed>,
    searches: Vec<AppSearch>,
    model: Option<Model>,
    payments: Option<Payments>,
) {
    let text = move || {
        let (dbs, runner, followed) = (dbs.clone(), runner.clone(), feeds.iter().map(HouseFeed::reading).collect::<Vec<_>>());
        let (searches, model, payments) = (searches.clone(), model.clone(), payments.clone());
        async move {
            let mut text = render(&dbs);
            if let Some(runner) = &runner {
                jobs(&mut text, runner);
            }
            feeds_read(&mut text, &followed);
            searches_stand(&mut text, &states(&searches).await);
            if let Some(model) = &model {
                asked(&mut text, &model.meter().readings());
            }
            if let Some(payments) = &payments {
                paid(&mut text, &payments.meter().readings());
            }
            ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text)
        }
    };
    if let Err(error) = axum::serve(listener, Router::new().route("/metrics", get(text))).await {
        tracing::error!(%error, "metrics stopped");
    }
}

/// What a language model was asked, and what it cost. Never a word of it.
fn asked(out: &mut String, readings: &BTreeMap<&'static str, chabudai_ai::Reading>) {
    type Series = (&'static str, &'static str, fn(&chabudai_ai::Reading) -> f64);
    const SERIES: &[Series] = &[
        ("chabudai_ai_tokens_in_total", "Tokens of questions.", |r| r.tokens_in as f64),
        ("chabudai_ai_tokens_out_total", "Tokens of answers.", |r| r.tokens_out as f64),
        ("chabudai_ai_cost_total", "What they cost, by the operator's prices.", |r| r.micros as f64 / 1_000_000.0),
        ("chabudai_ai_seconds_total", "How long questions took, in all.", |r| r.millis as f64 / 1_000.0),
    ];
    const NAME: &str = "chabudai_ai_requests_total";
    writeln!(out, "# HELP {NAME} What a model was asked, by how it ended.\n# TYPE {NAME} counter").expect("a string takes every text");
    for (purpose, reading) in readings {
        for (outcome, count) in &reading.outcomes {
            writeln!(out, "{NAME}{{purpose=\"{purpose}\",outcome=\"{outcome}\"}} {count}").expect("a string takes every text");
        }
    }
    for (name, help, value) in SERIES {
        writeln!(out, "# HELP {name} {help}\n# TYPE {name} counter").expect("a string takes every text");
        for (purpose, reading) in readings {
            writeln!(out, "{name}{{purpose=\"{purpose}\"}} {}", value(reading)).expect("a string takes every text");
        }
    }
}

/// What was asked of Stripe, and what it told. Never by whom or for how much.
fn paid(out: &mut String, readings: &BTreeMap<&'static str, chabudai_payments::Reading>) {
    type Series = (&'static str, &'static str, fn(&chabudai_payments::Reading) -> f64);
    const SERIES: &[Series] = &[
        ("chabudai_stripe_retries_total", "How often Stripe was asked once more for the same.", |r| r.retries as f64),
        ("chabudai_stripe_seconds_total", "How long requests at Stripe took, in all.", |r| r.millis as f64 / 1_000.0),
    ];
    const NAME: &str = "chabudai_stripe_requests_total";
    writeln!(out, "# HELP {NAME} What was asked of Stripe, by how it ended; webhook: what Stripe told.\n# TYPE {NAME} counter")
        .expect("a string takes every text");
    for (call, reading) in readings {
        for (outcome, count) in &reading.outcomes {
            writeln!(out, "{NAME}{{call=\"{call}\",outcome=\"{outcome}\"}} {count}").expect("a string takes every text");
        }
    }
    for (name, help, value) in SERIES {
        writeln!(out, "# HELP {name} {help}\n# TYPE {name} counter").expect("a string takes every text");
        for (call, reading) in readings {
            writeln!(out, "{name}{{call=\"{call}\"}} {}", value(reading)).expect("a string takes every text");
        }
    }
}

fn render(dbs: &[(&'static str, Db)]) -> String {
    type Series = (&'static str, &'static str, fn(&Reading) -> f64);
    const SERIES: &[Series] = &[
        ("chabudai_pattern_calls_total", "How often an access pattern was asked.", |r| r.calls as f64),
        ("chabudai_pattern_errors_total", "How many of its store requests failed.", |r| r.errors as f64),
        ("chabudai_store_requests_total", "Store requests.", |r| f64::from(r.spent.requests)),
        ("chabudai_store_read_units_total", "Read capacity units.", |r| r.spent.read_units),
        ("chabudai_store_write_units_total", "Write capacity units.", |r| r.spent.write_units),
        ("chabudai_store_items_total", "Items read or written.", |r| f64::from(r.spent.items)),
        ("chabudai_store_bytes_total", "Bytes of these items.", |r| r.spent.bytes as f64),
    ];
    let mut out = String::new();
    for (name, help, value) in SERIES {
        writeln!(out, "# HELP {name} {help}\n# TYPE {name} counter").expect("a string takes every text");
        for (app, db) in dbs {
            for (pattern, reading) in db.meters().readings() {
                writeln!(out, "{name}{{app=\"{app}\",pattern=\"{}\"}} {}", pattern.id, value(&reading)).expect("a string takes every text");
            }
        }
    }
    latencies(&mut out, dbs);
    out
}

/// How long store requests took, as a histogram and not as quantiles: quantiles would be of all the time since the start, and those of
/// several servers on one DynamoDB could not be put together. `histogram_quantile` makes them of any servers and of the last minutes.
fn latencies(out: &mut String, dbs: &[(&'static str, Db)]) {
    const NAME: &str = "chabudai_store_request_seconds";
    writeln!(out, "# HELP {NAME} How long one store request took.\n# TYPE {NAME} histogram").expect("a string takes every text");
    for (app, db) in dbs {
        // Nothing of what was never asked: its zeros would be most of the page.
        for (pattern, times) in db.meters().latencies().filter(|(_, times)| times.count() > 0) {
            let labels = format!("app=\"{app}\",pattern=\"{}\"", pattern.id);
            let count = times.count();
            for (bound, below) in times.below() {
                writeln!(out, "{NAME}_bucket{{{labels},le=\"{}\"}} {below}", bound.as_secs_f64()).expect("a string takes every text");
            }
            let total = times.total().as_secs_f64();
            writeln!(
                out,
                "{NAME}_bucket{{{labels},le=\"+Inf\"}} {count}\n{NAME}_sum{{{labels}}} {total}\n{NAME}_count{{{labels}}} {count}"
            )
            .expect("a string takes every text");
        }
    }
}

/// What the house did by itself. Counts are this server's own; when a job was last done and since when it is due is the same on all.
fn jobs(out: &mut String, runner: &Runner) {
    type Series = (&'static str, &'static str, &'static str, fn(&JobReading, f64) -> Option<f64>);
    const SERIES: &[Series] = &[
        ("chabudai_job_things_done_total", "counter", "Things that jobs did.", |r, _| Some(r.things_done as f64)),
        ("chabudai_job_things_failed_total", "counter", "Things that failed in runs that were done.", |r, _| Some(r.things_failed as f64)),
        ("chabudai_job_last_success_timestamp_seconds", "gauge", "When the last run that was done began, on any server.", |r, _| {
            r.last_success.map(seconds)
        }),
        ("chabudai_job_due_seconds", "gauge", "For how long a job has been due without being done; 0 if it is not due.", |r, now| {
            r.pending.map(|pending| (now - seconds(pending)).max(0.0))
        }),
    ];
    fn seconds(moment: jiff::Timestamp) -> f64 {
        moment.as_millisecond() as f64 / 1000.0
    }
    let head = |out: &mut String, name: &str, kind: &str, help: &str| {
        writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}").expect("a string takes every text");
    };
    let (readings, now) = (runner.readings().collect::<Vec<_>>(), seconds(runner.now()));
    head(out, "chabudai_job_runs_total", "counter", "Runs of jobs, by how they ended.");
    for reading in &readings {
        for (outcome, runs) in OUTCOMES.iter().zip(reading.runs) {
            writeln!(out, "chabudai_job_runs_total{{job=\"{}\",outcome=\"{outcome}\"}} {runs}", reading.job)
                .expect("a string takes every text");
        }
    }
    head(out, "chabudai_job_seconds", "summary", "How long runs took.");
    for reading in &readings {
        let (job, sum, count) = (reading.job, reading.time.as_secs_f64(), reading.runs.iter().sum::<u64>());
        writeln!(out, "chabudai_job_seconds_sum{{job=\"{job}\"}} {sum}\nchabudai_job_seconds_count{{job=\"{job}\"}} {count}")
            .expect("a string takes every text");
    }
    for (name, kind, help, value) in SERIES {
        head(out, name, kind, help);
        for reading in &readings {
            if let Some(value) = value(reading, now) {
                writeln!(out, "{name}{{job=\"{}\"}} {value}", reading.job).expect("a string takes every text");
            }
        }
    }
}

/// How those who keep copies follow, by what this server has seen: of several servers one reads at a time.
fn feeds_read(out: &mut String, feeds: &[FeedReading]) {
    type Series = (&'static str, &'static str, &'static str, fn(&FeedReading) -> f64);
    const SERIES: &[Series] = &[
        ("chabudai_feed_lag_seconds", "gauge", "How old the oldest change is that was not dealt with at the last look.", |r| r.lag as f64),
        ("chabudai_feed_parked", "gauge", "Keys whose change a consumer could not deal with yet.", |r| r.parked as f64),
        ("chabudai_feed_told_total", "counter", "Changes that consumers were told of.", |r| r.told as f64),
        ("chabudai_feed_failed_total", "counter", "Changes that a consumer could not deal with at once.", |r| r.failed as f64),
        ("chabudai_feed_rebuilt_total", "counter", "Copies that were made anew.", |r| r.rebuilt as f64),
    ];
    if feeds.is_empty() {
        return;
    }
    for (name, kind, help, value) in SERIES {
        writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}").expect("a string takes every text");
        for reading in feeds {
            writeln!(out, "{name}{{app=\"{}\"}} {}", reading.feed, value(reading)).expect("a string takes every text");
        }
    }
}

/// What is known of every search file; nothing of one that cannot be read at this moment.
async fn states(searches: &[AppSearch]) -> Vec<(&'static str, State)> {
    let mut states = Vec::new();
    for of_app in searches {
        match of_app.search.state().await {
            Ok(state) => states.push((of_app.app, state)),
            Err(error) => tracing::warn!(app = of_app.app, %error, "a search file cannot be looked at"),
        }
    }
    states
}

/// What searches are answered from on this server.
fn searches_stand(out: &mut String, states: &[(&'static str, State)]) {
    type Series = (&'static str, &'static str, &'static str, fn(&State) -> f64);
    const SERIES: &[Series] = &[
        ("chabudai_search_ready", "gauge", "Whether there is a file to search in; 0 while the first is being made.", |s| {
            f64::from(u8::from(s.ready))
        }),
        ("chabudai_search_documents", "gauge", "Documents in the search file.", |s| s.documents as f64),
        ("chabudai_search_bytes", "gauge", "How large the search file is.", |s| s.bytes as f64),
        ("chabudai_search_rebuilt_total", "counter", "How often it was made anew since the start.", |s| s.rebuilt as f64),
    ];
    if states.is_empty() {
        return;
    }
    for (name, kind, help, value) in SERIES {
        writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}").expect("a string takes every text");
        for (app, state) in states {
            writeln!(out, "{name}{{app=\"{app}\"}} {}", value(state)).expect("a string takes every text");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feed_that_is_behind_is_told() {
        let mut out = String::new();
        feeds_read(&mut out, &[]);
        assert_eq!(out, "", "nothing of feeds that nobody follows");
        let reading = FeedReading { feed: "chirashi".to_owned(), lag: 7, parked: 2, told: 30, failed: 3, rebuilt: 1 };
        feeds_read(&mut out, &[reading]);
        let told: Vec<&str> = out.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(
            told,
            [
                r#"chabudai_feed_lag_seconds{app="chirashi"} 7"#,
                r#"chabudai_feed_parked{app="chirashi"} 2"#,
                r#"chabudai_feed_told_total{app="chirashi"} 30"#,
                r#"chabudai_feed_failed_total{app="chirashi"} 3"#,
                r#"chabudai_feed_rebuilt_total{app="chirashi"} 1"#,
            ]
        );
    }
}
