#![doc = include_str!("../README.md")]

mod app; // Chirashi Kitchen as an app of the house
mod courier; // takes what people are told to them
mod operator; // what an operator does by command
mod search; // what is found by words

pub mod api; // JSON in, service or repo, JSON out
pub mod consumers; // who keeps copies true
pub mod design; // tables, keys, indexes, numbered access patterns
pub mod error; // what can go wrong, as sentences with stable codes
pub mod model; // entities, ids, rules
pub mod repo; // one function per access pattern; named writes
pub mod service; // use cases that decide something

pub use app::CHIRASHI;
