//! The meters in Prometheus' text form, on a listener of their own.

use std::fmt::Write as _;

use axum::Router;
use axum::http::header;
use axum::routing::get;
use chabudai_kernel::db::Db;
use chabudai_kernel::meter::Reading;
use tokio::net::TcpListener;

/// Answers `/metrics` until the server stops.
pub(crate) async fn serve(listener: TcpListener, dbs: Vec<(&'static str, Db)>) {
    let text = move || {
        let dbs = dbs.clone();
        async move { ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], render(&dbs)) }
    };
    if let Err(error) = axum::serve(listener, Router::new().route("/metrics", get(text))).await {
        tracing::error!(%error, "metrics stopped");
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
    times(&mut out, dbs);
    out
}

/// How long store requests took, as a histogram and not as quantiles: quantiles would be of all the time since the start, and those of
/// several servers on one DynamoDB could not be put together. `histogram_quantile` makes them of any servers and of the last minutes.
fn times(out: &mut String, dbs: &[(&'static str, Db)]) {
    const NAME: &str = "chabudai_store_request_seconds";
    writeln!(out, "# HELP {NAME} How long one store request took.\n# TYPE {NAME} histogram").expect("a string takes every text");
    for (app, db) in dbs {
        // Nothing of what was never asked: its zeros would be most of the page.
        for (pattern, times) in db.meters().times().filter(|(_, times)| times.count() > 0) {
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
