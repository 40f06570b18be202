//! The older system's database: how it is reached, how its tables are spelled, and how they are read at one moment.

mod connect; // address, password, TLS
mod export; // one transaction into files
mod shape; // which table and which columns stand for what

pub use connect::{Address, Source};
pub use export::export;
pub use shape::SourceTable;
pub(crate) use shape::{Column, FoundTable, Shape, quoted};
