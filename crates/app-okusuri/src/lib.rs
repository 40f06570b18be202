#![doc = include_str!("../README.md")]

mod app; // Okusuri as an app of the house
mod bench; // what is measured
mod demo; // somebody's year, to look around in
mod options; // its flags

pub mod api; // JSON in, service or repo, JSON out
pub mod design; // the table, its indexes and patterns, and the fragment of people in it
pub mod error; // what can go wrong, as sentences with stable codes
pub mod model; // logs, settings, devices, reminders
pub mod pages; // form in, service or repo, page out
pub mod regimen; // days to take a pill and days of pause: pure functions
pub mod repo; // one function per access pattern
pub mod service; // use cases that decide something

pub use app::OKUSURI;
