#![doc = include_str!("../README.md")]

pub mod cookbook; // recipes of our own
