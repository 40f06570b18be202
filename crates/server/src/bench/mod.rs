//! `chabudai bench`: what each access pattern takes over HTTP, how that grows with the data, and how the server starts and idles.
//!
//! The server and the client share this machine's processors, so the figures are a floor. Rate limits and request logs are off;
//! nothing is cached.

mod client;
mod memory;
mod outside;
mod pages;
mod people;

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use chabudai_app::bench::Request;
use chabudai_app::{Filling, Row};
use chabudai_kernel::design::AccessPattern;
use clap::Args;
use tokio::net::TcpListener;

use crate::config::{DataOptions, ServeOptions, StoreKind};
use crate::connections;
use crate::progress;
use crate::search::Following;
use crate::serve::{self, House, Searching};
use client::Client;
use memory::Memory;

/// What is measured.
#[derive(Args, Clone, Debug)]
pub(crate) struct BenchOptions {
    /// How much is in the apps: garments of Wardrobe, for example; several sizes show the growth
    #[arg(long, alias = "garments", value_delimiter = ',', default_values_t = [1_000, 100_000])]
    size: Vec<u64>,
    /// How many clients at once, each with a connection of its own
    #[arg(long, value_delimiter = ',', default_values_t = [1, 8, 32])]
    clients: Vec<usize>,
    /// How long each row is measured, in milliseconds
    #[arg(long, default_value_t = 1_000)]
    millis: u64,
    /// Only rows whose name contains this
    #[arg(long, default_value = "")]
    only: String,
}

/// One measured row.
struct Measured {
    name: &'static str,
    goal: Option<f64>,
    pattern: &'static AccessPattern,
    connections: usize,
    per_second: f64,
    p50: Duration,
    p99: Duration,
    store_requests: f64,
    read_units: f64,
    write_units: f64,
}

/// The most that this process holds when every row has been measured, in megabytes: the server's memory and the clients'.
const USED_GOAL: u32 = 60;
/// The most that a row may slow down from the smallest to the largest size.
const GROWTH_GOAL: f64 = 1.5;

/// Measures and prints.
pub(crate) async fn run(data: &DataOptions, serve: &ServeOptions, bench: &BenchOptions) -> Result<()> {
    println!("# Chabudai benchmark\n");
    println!("{} processors, {:?} store, release build: {}\n", std::thread::available_parallelism()?, data.store, !cfg!(debug_assertions));
    if data.store == StoreKind::Embedded && bench.only.is_empty() {
        outside::start_and_idle()?;
    }
    let mut sizes: Vec<(u64, Vec<Measured>)> = Vec::new();
    for size in &bench.size {
        sizes.push((*size, Box::pin(of_size(data, serve, bench, *size)).await?));
    }
    if let [(small, first), .., (large, last)] = sizes.as_slice() {
        print_growth(*small, first, *large, last);
    }
    Ok(())
}

async fn of_size(data: &DataOptions, serve: &ServeOptions, bench: &BenchOptions, size: u64) -> Result<Vec<Measured>> {
    let folder = tempfile::tempdir()?;
    let data = DataOptions { data: folder.path().to_owned(), pictures: None, ..data.clone() };
    let serve = ServeOptions { rate_per_address: 0, is_measured: true, ..serve.clone() };
    let house = serve::build(&data, &serve, "http://127.0.0.1", Searching::Yes).await?;
    let following = Following::begin(&house.searches);
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let server = tokio::spawn(connections::answer(listener, house.router()));
    let people = people::fill(&house.people()?, size).await?;
    let mut apps = Vec::new();
    for (name, app) in &house.apps {
        let Some(app) = &app.bench else { continue };
        let bar = progress::bar(1, name);
        let progress = |done, of| {
            bar.update(|bar| {
                bar.set_pos(done);
                bar.set_len(of);
            });
        };
        let filled = app.fill(Filling { size, people: &people, progress: &progress }).await?;
        bar.finish_and_clear();
        apps.push((*name, filled));
    }
    println!("## Size {size}: {}\n", apps.iter().map(|(name, app)| format!("{name} with {}", app.filled)).collect::<Vec<_>>().join(", "));
    println!("| pattern | what | connections | requests/s | p50 µs | p99 µs | store requests | read units | write units |");
    println!("|---|---|--:|--:|--:|--:|--:|--:|--:|");
    let mut measured = Vec::new();
    for row in apps.iter().flat_map(|(_, app)| &app.rows).filter(|row| row.name.contains(&bench.only)) {
        for connections in &bench.clients {
            let one = measure(&house, row, *connections, Duration::from_millis(bench.millis), address).await?;
            print_row(&one);
            measured.push(one);
        }
    }
    println!();
    let pages = apps.iter().flat_map(|(_, app)| &app.pages).filter(|page| page.name.contains(&bench.only));
    pages::run(&house, pages, address).await?;
    if let Some(memory) = Memory::of(std::process::id()) {
        println!("memory after use, with the clients': {memory} (goal {USED_GOAL})\n");
    }
    server.abort();
    following.stop().await;
    Ok(measured)
}

async fn measure(house: &House, row: &Row, connections: usize, time: Duration, address: SocketAddr) -> Result<Measured> {
    let meter = house.meter(row.pattern)?;
    let mut clients = Vec::new();
    for at in 0..connections {
        let mut client = Client::connect(address).await?;
        // The first answers warm up connections, statements and the pages that this row reads.
        let warm_until = Instant::now() + time / 4 / connections as u32;
        for n in 0u64.. {
            let n = 1_000_000_007 * (at as u64 + 1) + n;
            one(&mut client, &row.before, &row.request, n).await.with_context(|| format!("{}: the first answer", row.name))?;
            if Instant::now() > warm_until {
                break;
            }
        }
        clients.push(client);
    }
    let before = meter.read();
    let start = Instant::now();
    let working = clients.into_iter().enumerate().map(|(at, mut client)| {
        let (before, request) = (row.before.clone(), row.request.clone());
        tokio::spawn(async move {
            let mut times = Vec::new();
            let mut n = 1_000_003 * (at as u64 + 1);
            while start.elapsed() < time {
                times.push(one(&mut client, &before, &request, n).await?);
                n += 1;
            }
            anyhow::Ok(times)
        })
    });
    let mut times = Vec::new();
    for work in working.collect::<Vec<_>>() {
        times.extend(work.await??);
    }
    let elapsed = start.elapsed().as_secs_f64();
    let spent = meter.read().since(&before);
    times.sort_unstable();
    let calls = spent.calls.max(1) as f64;
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    Ok(Measured {
        name: row.name,
        goal: row.goal,
        pattern: row.pattern,
        connections,
        per_second: if row.before.is_empty() { times.len() as f64 / elapsed } else { rate_of(&times, connections) },
        p50: at(0.5),
        p99: at(0.99),
        store_requests: f64::from(spent.spent.requests) / calls,
        read_units: spent.spent.read_units / calls,
        write_units: spent.spent.write_units / calls,
    })
}

/// Requests a second where only a part of the time was measured: what so many connections would do if they did nothing else.
fn rate_of(times: &[Duration], connections: usize) -> f64 {
    let busy: f64 = times.iter().map(Duration::as_secs_f64).sum();
    times.len() as f64 / busy * connections as f64
}

/// One measured request, after what has to happen before it.
async fn one(client: &mut Client, before: &[Request], request: &Request, n: u64) -> Result<Duration> {
    let mut made = String::new();
    for prepare in before {
        let answer = client.ask(&prepare(n, &made)).await?;
        made.push_str(&String::from_utf8_lossy(answer));
        made.push('\n');
    }
    let text = request(n, &made);
    let asked = Instant::now();
    client.ask(&text).await?;
    Ok(asked.elapsed())
}

fn print_row(one: &Measured) {
    let goal = one.goal.filter(|_| one.connections == 8);
    let goal = goal.map_or(String::new(), |goal| format!(" (goal {goal:.0}: {:.2})", one.per_second / goal));
    println!(
        "| {} | {} | {} | {:.0}{goal} | {} | {} | {:.2} | {:.1} | {:.1} |",
        one.pattern.id,
        one.name,
        one.connections,
        one.per_second,
        one.p50.as_micros(),
        one.p99.as_micros(),
        one.store_requests,
        one.read_units,
        one.write_units,
    );
}

fn print_growth(small: u64, first: &[Measured], large: u64, last: &[Measured]) {
    println!("## Growth from size {small} to {large} (median time, goal at most {GROWTH_GOAL})\n");
    println!("| what | connections | ratio |");
    println!("|---|--:|--:|");
    for (before, after) in first.iter().zip(last) {
        let ratio = after.p50.as_secs_f64() / before.p50.as_secs_f64();
        let mark = if ratio > GROWTH_GOAL { " above" } else { "" };
        println!("| {} | {} | {ratio:.2}{mark} |", before.name, before.connections);
    }
}
