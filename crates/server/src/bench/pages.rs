//! Pages: how heavy they are, and how long the server takes for one compared with what the store takes of it.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context as _, Result};
use chabudai_app_wardrobe::design as ap;
use chabudai_kernel::design::AccessPattern;

use super::client::Client;
use super::data::{self, Filled};
use crate::serve::House;

/// The heaviest page of fifty clothes, in bytes on the wire.
const WEIGHT_GOAL: usize = 60 * 1024;
/// The server's time for a page, in times of the store's.
const TIME_GOAL: f64 = 2.0;
/// How often each is asked.
const TIMES: u64 = 1_000;

/// A page and the pattern that answers the most of it.
type Row = (&'static str, &'static AccessPattern, fn(&Filled, u64) -> String);

const ROWS: &[Row] = &[
    ("50 clothes with pictures, most worn first", &ap::LIST_CLOTHES, |f, n| format!("{}/clothes?sort=most", f.wardrobe(n).1)),
    ("clothes in three sections", &ap::LIST_CLOTHES, |f, n| format!("{}/clothes", f.wardrobe(n).1)),
    ("20 outfits", &ap::LIST_TEMPLATES, |f, n| format!("{}/outfits", f.wardrobe(n).1)),
    ("30 records", &ap::LIST_HISTORY, |f, n| format!("{}/histories", f.wardrobe(n).1)),
    ("a garment with its year", &ap::WEARS_BY_PERIOD, |f, n| {
        let (at, wardrobe) = f.wardrobe(n);
        format!("{wardrobe}/clothes/{}", data::clothing_id(at, n % 19))
    }),
];

/// Measures and prints. The server's time is what it says itself, from the first look at the request to the finished page.
pub(super) async fn run(house: &House, filled: &Filled, address: SocketAddr, only: &str) -> Result<()> {
    println!("## Pages\n");
    println!("| page | bytes | on the wire | server p50 µs | compressed p50 µs | store p50 µs | ratio (goal < {TIME_GOAL}) |");
    println!("|---|--:|--:|--:|--:|--:|--:|");
    for (name, pattern, path) in ROWS.iter().filter(|(name, ..)| name.contains(only)) {
        let mut client = Client::connect(address).await?;
        let meter = house.meter(pattern);
        let mut figures = Vec::new();
        for encoding in ["identity", "gzip"] {
            let mut server = Vec::new();
            let (mut bytes, mut before) = (0, (meter.times(), meter.read()));
            for n in 0..TIMES {
                if n == TIMES / 5 {
                    // What came before was for warming up.
                    (server, before) = (Vec::new(), (meter.times(), meter.read()));
                }
                let path = path(filled, n);
                let request = format!("GET /wardrobe/{path} HTTP/1.1\r\nhost: bench\r\naccept-encoding: {encoding}\r\n\r\n");
                let (head, body) = client.ask_whole(&request).await.with_context(|| format!("{name}: {path}"))?;
                bytes = bytes.max(body.len());
                server.push(timing_in(head).context("a page tells its time")?);
            }
            server.sort_unstable();
            let store = meter.times().since(&before.0);
            let calls = meter.read().since(&before.1).calls.max(1);
            // A page may ask the same pattern several times: what counts is what it waited for altogether.
            let pages = server.len() as u64;
            let a_page = store.quantile(0.5).unwrap_or_default() * (store.count().max(calls) / pages.max(1)).max(1) as u32;
            figures.push((bytes, server[server.len() / 2], a_page));
        }
        let [(plain, server, store), (wire, compressed, _)] = figures.as_slice() else { continue };
        let ratio = server.as_secs_f64() / store.as_secs_f64().max(1e-9);
        let heavy = if *wire > WEIGHT_GOAL { " above the goal" } else { "" };
        println!(
            "| {name} | {plain} | {wire}{heavy} | {} | {} | {} | {ratio:.2}{} |",
            server.as_micros(),
            compressed.as_micros(),
            store.as_micros(),
            if ratio > TIME_GOAL { " above" } else { "" },
        );
    }
    println!();
    Ok(())
}

fn timing_in(head: &str) -> Option<Duration> {
    let line = head.lines().find_map(|line| line.strip_prefix("server-timing: page;dur="))?;
    line.trim().parse::<f64>().ok().map(|millis| Duration::from_secs_f64(millis / 1000.0))
}
