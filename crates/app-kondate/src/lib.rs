#![doc = include_str!("../README.md")]

pub mod design; // the table, its three indexes, and every access pattern
pub mod error; // what can go wrong, as sentences with stable codes
pub mod larder; // which food something is, and how much there is: pure functions
pub mod list; // the shopping list, computed: a pure function
pub mod model; // entities, ids and value types; rules that need no store
pub mod official; // the starters of the cookbook
pub mod repo; // one function per access pattern, and named writes
pub mod service; // use cases that decide something
