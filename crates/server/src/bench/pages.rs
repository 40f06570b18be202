//! Pages: how heavy they are, and how long the server takes for one compared with what the store takes of it.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context as _, Result};
use chabudai_app::PageRow;

use super::client::Client;
use crate::serve::House;

/// The heaviest page of fifty clothes, in bytes on the wire.
const WEIGHT_GOAL: usize = 60 * 1024;
/// The server's time for a page, in times of the store's.
const TIME_GOAL: f64 = 2.0;
/// How often each is asked.
const TIMES: u64 = 2_000;

/// Measures and prints. The server's time is what it says itself, from the first look at the request to the finished page.
pub(super) async fn run(house: &House, pages: impl Iterator<Item = &PageRow>, address: SocketAddr) -> Result<()> {
    println!("## Pages\n");
    println!("| page | bytes | on the wire | server p50 µs | and compressed | a store request p50 µs |");
    println!("|---|--:|--:|--:|--:|--:|");
    for page in pages {
        let meter = house.meter(page.pattern)?;
        let before = meter.latency();
        let (plain, server) = ask(page, address, "identity").await.with_context(|| page.name.to_owned())?;
        let (wire, compressed) = ask(page, address, "gzip").await.with_context(|| page.name.to_owned())?;
        let request = meter.latency().since(&before).quantile(0.5).unwrap_or_default();
        let heavy = if wire > WEIGHT_GOAL { " above the goal" } else { "" };
        let (micros, zipped, request) = (server.as_micros(), compressed.as_micros(), request.as_micros());
        println!("| {} | {plain} | {wire}{heavy} | {micros} | {zipped} | {request} |", page.name);
        if let Some(from_store) = &page.from_store {
            let mut times = Vec::new();
            for n in 0..TIMES {
                times.push(from_store(n).await?);
            }
            let store = middle(times);
            let ratio = |time: Duration| time.as_secs_f64() / store.as_secs_f64().max(1e-9);
            let (page, zipped) = (ratio(server), ratio(compressed));
            println!(
                "| the same from the store | | | {} | | ratio {page:.2}, {zipped:.2} compressed (goal {TIME_GOAL}) |",
                store.as_micros()
            );
        }
    }
    println!();
    Ok(())
}

/// The weight of the heaviest answer, and the middle of what the server says that it took.
async fn ask(page: &PageRow, address: SocketAddr, encoding: &str) -> Result<(usize, Duration)> {
    let mut client = Client::connect(address).await?;
    let (mut times, mut heaviest) = (Vec::new(), 0);
    for n in 0..TIMES {
        if n == TIMES / 5 {
            // What came before was for warming up.
            times.clear();
        }
        let (path, headers) = ((page.path)(n), &page.headers);
        let request = format!("GET {path} HTTP/1.1\r\nhost: bench\r\n{headers}accept-encoding: {encoding}\r\n\r\n");
        let (head, body) = client.ask_whole(&request).await?;
        heaviest = heaviest.max(body.len());
        times.push(timing_in(head).context("a page tells its time")?);
    }
    Ok((heaviest, middle(times)))
}

fn middle(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn timing_in(head: &str) -> Option<Duration> {
    let line = head.lines().find_map(|line| line.strip_prefix("server-timing: page;dur="))?;
    line.trim().parse::<f64>().ok().map(|millis| Duration::from_secs_f64(millis / 1000.0))
}
