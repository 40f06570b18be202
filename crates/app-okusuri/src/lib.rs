#![doc = include_str!("../README.md")]

pub mod api; // JSON in, service or repo, JSON out
pub mod design; // the table, its indexes, and the fragment of people in it
pub mod pages; // form in, service or repo, page out
