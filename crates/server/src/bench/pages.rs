//! Pages: how heavy they are, and how long the server takes for one compared with what the store takes of it.

use chabudai_kernel::db::Paging;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use chabudai_app_wardrobe::design as ap;
use chabudai_app_wardrobe::model::Status;
use chabudai_app_wardrobe::repo::{Sort, Wanted, clothes};
use chabudai_kernel::design::AccessPattern;

use super::client::Client;
use super::data::{self, Filled};
use crate::serve::House;

/// The heaviest page of fifty clothes, in bytes on the wire.
const WEIGHT_GOAL: usize = 60 * 1024;
/// The server's time for fifty clothes, in times of the store's.
const TIME_GOAL: f64 = 2.0;
/// How often each is asked.
const TIMES: u64 = 2_000;

/// A page and the pattern that answers the most of it.
type Row = (&'static str, &'static AccessPattern, fn(&Filled, u64) -> String);

const FIFTY: &str = "50 clothes with pictures, most worn first";

const ROWS: &[Row] = &[
    (FIFTY, &ap::LIST_CLOTHES, |f, n| format!("{}/clothes?sort=most", f.wardrobe(n).1)),
    ("clothes in three sections", &ap::LIST_CLOTHES, |f, n| format!("{}/clothes", f.wardrobe(n).1)),
    ("20 outfits", &ap::LIST_OUTFITS, |f, n| format!("{}/outfits", f.wardrobe(n).1)),
    ("30 records", &ap::LIST_HISTORY, |f, n| format!("{}/histories", f.wardrobe(n).1)),
    ("a garment with its year", &ap::WEARS_BY_PERIOD, |f, n| {
        let (at, wardrobe) = f.wardrobe(n);
        format!("{wardrobe}/clothes/{}", data::clothing_id(at, n % 19))
    }),
];

/// Measures and prints. The server's time is what it says itself, from the first look at the request to the finished page.
pub(super) async fn run(house: &House, filled: &Filled, address: SocketAddr, only: &str) -> Result<()> {
    println!("## Pages\n");
    println!("| page | bytes | on the wire | server p50 µs | and compressed | a store request p50 µs |");
    println!("|---|--:|--:|--:|--:|--:|");
    for (name, pattern, path) in ROWS.iter().filter(|(name, ..)| name.contains(only)) {
        let meter = house.meter(pattern)?;
        let before = meter.latency();
        let (plain, server) = ask(filled, address, *path, "identity").await.with_context(|| (*name).to_owned())?;
        let (wire, compressed) = ask(filled, address, *path, "gzip").await.with_context(|| (*name).to_owned())?;
        let request = meter.latency().since(&before).quantile(0.5).unwrap_or_default();
        let heavy = if wire > WEIGHT_GOAL { " above the goal" } else { "" };
        let (micros, zipped, request) = (server.as_micros(), compressed.as_micros(), request.as_micros());
        println!("| {name} | {plain} | {wire}{heavy} | {micros} | {zipped} | {request} |");
        if *name == FIFTY {
            let store = fifty_from_the_store(house, filled).await?;
            let ratio = |time: Duration| time.as_secs_f64() / store.as_secs_f64().max(1e-9);
            let (page, zipped) = (ratio(server), ratio(compressed));
            println!(
                "| the same 50 from the store | | | {} | | ratio {page:.2}, {zipped:.2} compressed (goal {TIME_GOAL}) |",
                store.as_micros()
            );
        }
    }
    println!();
    Ok(())
}

/// The weight of the heaviest answer, and the middle of what the server says that it took.
async fn ask(filled: &Filled, address: SocketAddr, path: fn(&Filled, u64) -> String, encoding: &str) -> Result<(usize, Duration)> {
    let mut client = Client::connect(address).await?;
    let (mut times, mut heaviest) = (Vec::new(), 0);
    for n in 0..TIMES {
        if n == TIMES / 5 {
            // What came before was for warming up.
            times.clear();
        }
        let request = format!("GET /wardrobe/{} HTTP/1.1\r\nhost: bench\r\naccept-encoding: {encoding}\r\n\r\n", path(filled, n));
        let (head, body) = client.ask_whole(&request).await?;
        heaviest = heaviest.max(body.len());
        times.push(timing_in(head).context("a page tells its time")?);
    }
    times.sort_unstable();
    Ok((heaviest, times[times.len() / 2]))
}

/// What the store takes until the garments of that page are in hand: the request, and fifty items made into garments.
async fn fifty_from_the_store(house: &House, filled: &Filled) -> Result<Duration> {
    let db = house.wardrobe()?.service.db();
    let page = Paging { limit: 50, cursor: None, backward: true };
    let mut times = Vec::new();
    for n in 0..TIMES {
        let wardrobe = filled.wardrobe(n).1;
        let asked = Instant::now();
        let listed = clothes::list(db, wardrobe, Status::Active, Sort::Wear, None, &Wanted::default(), page).await?;
        times.push(asked.elapsed());
        drop(listed);
    }
    times.sort_unstable();
    Ok(times[times.len() / 2])
}

fn timing_in(head: &str) -> Option<Duration> {
    let line = head.lines().find_map(|line| line.strip_prefix("server-timing: page;dur="))?;
    line.trim().parse::<f64>().ok().map(|millis| Duration::from_secs_f64(millis / 1000.0))
}
