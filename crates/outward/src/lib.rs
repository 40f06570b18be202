#![doc = include_str!("../README.md")]

mod certificates; // whom this machine trusts
mod client; // a client that is made when it is first needed
pub mod guarded; // fetching what somebody names

pub use certificates::{NoTls, check};
pub use client::LazyClient;
pub use guarded::{Accept, FetchError, Fetched, Guarded, Policy};
