#![doc = include_str!("../README.md")]

mod certificates; // whom this machine trusts
mod client; // a client that is made when it is first needed

pub use certificates::{NoTls, check};
pub use client::LazyClient;
