#![doc = include_str!("../README.md")]

pub mod design; // tables, keys, indexes, numbered access patterns
pub mod model; // entities, ids, rules
