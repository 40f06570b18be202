//! Search over a file, fed by a store in memory. `stores` does the same on both stores.

mod brute; // the same is found as by looking at every document
mod file; // missing, damaged, of another version, in use
mod finding; // what finds what, and in which order
mod kills; // killed at any point, it goes on where it was
mod owners; // a foreign owner's documents never appear
#[path = "../support/mod.rs"]
mod support;
mod world; // a shelf of recipes, and an index
