#![doc = include_str!("../README.md")]

pub mod design; // the table, and the numbered access patterns
pub mod feed; // who keeps copies, told of every change
pub mod gauges; // what the metrics tell
pub mod handled; // what was told, and dealt with
pub mod job; // a name, a schedule, a lease and work
pub mod model; // how a job stands, as an item; whose turn it is
pub mod quota; // so much a day, and no more
pub mod repo; // one function per access pattern
pub mod runner; // looks, claims, does, records
pub mod schedule; // when something is due

pub use job::{Done, Failed, Job, Run};
pub use runner::{Ended, Outcome, Runner, Tick};
pub use schedule::Schedule;
