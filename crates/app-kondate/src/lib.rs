#![doc = include_str!("../README.md")]

pub mod design; // the table, its three indexes, and every access pattern
pub mod model; // entities, ids and value types; rules that need no store
