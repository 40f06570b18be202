#![doc = include_str!("../README.md")]

mod app; // Wardrobe as an app of the house
mod bench; // what is measured
pub mod demo; // a wardrobe to look around in
mod options; // its flags

pub mod address; // where a wardrobe is opened
pub mod api; // JSON in, service or repo, JSON out
pub mod design; // tables, keys, indexes, numbered access patterns
pub mod error; // what can go wrong, as sentences with stable codes
pub mod model; // entities, ids, rules
pub mod name; // names and how searches compare them
pub mod pages; // form in, service or repo, page out
pub mod picture; // which picture a garment shows
pub mod repo; // one function per access pattern; named writes
pub mod service; // use cases that decide something

pub use app::WARDROBE;
