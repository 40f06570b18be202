//! What each access pattern has really cost.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::design::{AccessPattern, Design};
use crate::latency::{Histogram, Latency};
use crate::store::Spent;

/// The meters of an app: one per access pattern.
#[derive(Debug)]
pub struct Meters {
    meters: Vec<(&'static AccessPattern, Meter)>,
}

/// The meter of one access pattern. Capacity is counted in half units, the smallest that DynamoDB bills.
#[derive(Debug, Default)]
pub struct Meter {
    calls: AtomicU64,
    errors: AtomicU64,
    requests: AtomicU64,
    read_halves: AtomicU64,
    write_halves: AtomicU64,
    items: AtomicU64,
    bytes: AtomicU64,
    /// The steps that were taken, as bits; noted in debug builds.
    steps: AtomicU64,
    // Apart from the counters: the search for a meter passes over all of them, and would otherwise touch a page of memory for each. Most
    // patterns are never asked for, and need none.
    latency: OnceLock<Box<Histogram>>,
}

/// What a meter shows.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Reading {
    /// How often the pattern was asked.
    pub calls: u64,
    /// How many of its requests failed.
    pub errors: u64,
    /// What they consumed together.
    pub spent: Spent,
}

impl Meters {
    /// Meters for every pattern of a design.
    pub fn new(design: &Design) -> Self {
        Self { meters: design.patterns.iter().map(|pattern| (*pattern, Meter::default())).collect() }
    }

    /// The meter of a pattern.
    pub fn of(&self, pattern: &'static AccessPattern) -> &Meter {
        self.find(pattern).unwrap_or_else(|| panic!("{} is missing from the design's patterns", pattern.id))
    }

    /// The meter of a pattern, if it is one of the design's.
    pub fn find(&self, pattern: &'static AccessPattern) -> Option<&Meter> {
        // A handful of pointer comparisons; the fallback is for a pattern that was declared as a constant and so has several addresses.
        let found = self.meters.iter().find(|(known, _)| std::ptr::eq(*known, pattern));
        found.or_else(|| self.meters.iter().find(|(known, _)| known.id == pattern.id)).map(|(_, meter)| meter)
    }

    /// Every pattern and what its meter shows.
    pub fn readings(&self) -> impl Iterator<Item = (&'static AccessPattern, Reading)> {
        self.meters.iter().map(|(pattern, meter)| (*pattern, meter.read()))
    }

    /// Every pattern and how long its store requests took.
    pub fn latencies(&self) -> impl Iterator<Item = (&'static AccessPattern, Latency)> {
        self.meters.iter().map(|(pattern, meter)| (*pattern, meter.latency()))
    }
}

impl Meter {
    pub(crate) fn call(&self) {
        self.calls.fetch_add(1, Relaxed);
    }

    pub(crate) fn spend(&self, spent: &Spent) {
        self.requests.fetch_add(spent.requests.into(), Relaxed);
        self.items.fetch_add(spent.items.into(), Relaxed);
        self.bytes.fetch_add(spent.bytes, Relaxed);
        let halves = |units: f64| (units * 2.0).round() as u64;
        if spent.read_units > 0.0 {
            self.read_halves.fetch_add(halves(spent.read_units), Relaxed);
        }
        if spent.write_units > 0.0 {
            self.write_halves.fetch_add(halves(spent.write_units), Relaxed);
        }
    }

    pub(crate) fn fail(&self) {
        self.errors.fetch_add(1, Relaxed);
        self.requests.fetch_add(1, Relaxed);
    }

    pub(crate) fn wait(&self, time: Duration) {
        self.latency.get_or_init(Box::default).record(time);
    }

    pub(crate) fn take(&self, steps: u64) {
        self.steps.fetch_or(steps, Relaxed);
    }

    /// The steps that were taken so far, for [`declared::untaken`](crate::declared::untaken). Only debug builds note them.
    pub fn steps_taken(&self) -> u64 {
        self.steps.load(Relaxed)
    }

    /// What the meter shows.
    pub fn read(&self) -> Reading {
        Reading {
            calls: self.calls.load(Relaxed),
            errors: self.errors.load(Relaxed),
            spent: Spent {
                requests: self.requests.load(Relaxed) as u32,
                read_units: self.read_halves.load(Relaxed) as f64 / 2.0,
                write_units: self.write_halves.load(Relaxed) as f64 / 2.0,
                items: self.items.load(Relaxed) as u32,
                bytes: self.bytes.load(Relaxed),
            },
        }
    }

    /// How long its store requests took, one by one.
    pub fn latency(&self) -> Latency {
        self.latency.get().map_or_else(|| Histogram::default().read(), |histogram| histogram.read())
    }
}

impl Reading {
    /// What was consumed since an earlier reading.
    pub fn since(&self, earlier: &Self) -> Self {
        Self {
            calls: self.calls - earlier.calls,
            errors: self.errors - earlier.errors,
            spent: Spent {
                requests: self.spent.requests - earlier.spent.requests,
                read_units: self.spent.read_units - earlier.spent.read_units,
                write_units: self.spent.write_units - earlier.spent.write_units,
                items: self.spent.items - earlier.spent.items,
                bytes: self.spent.bytes - earlier.spent.bytes,
            },
        }
    }
}
