#![doc = include_str!("../README.md")]

pub mod design; // tables, keys, indexes, numbered access patterns
pub mod error; // what can go wrong, as sentences with stable codes
pub mod model; // entities, ids, rules
