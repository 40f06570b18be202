#![doc = include_str!("../README.md")]

pub mod api; // JSON in, service or repo, JSON out
pub mod consumers; // who keeps copies true
pub mod design; // tables, keys, indexes, numbered access patterns
pub mod error; // what can go wrong, as sentences with stable codes
pub mod model; // entities, ids, rules
pub mod repo; // one function per access pattern; named writes
pub mod service; // use cases that decide something
