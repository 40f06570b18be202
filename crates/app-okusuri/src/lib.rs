#![doc = include_str!("../README.md")]

pub mod design; // the table, its indexes, and the fragment of people in it
