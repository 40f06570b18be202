#![doc = include_str!("../README.md")]

pub mod back; // the way back: what was written here, into the older system
pub mod delta; // what changed in the older system after it was read
pub mod design; // what the move asks of the store
mod error; // what can go wrong, without what stands in a row
mod folder; // the work folder: snapshots, state, numbers of new logs
mod load; // a snapshot into the store
mod plan; // a snapshot looked at, and nothing written
pub mod snapshot; // the source at one moment
pub mod source; // the older system's database
mod target; // the store as it stands
mod tell; // how far the work is
pub mod transform; // rows into items: pure functions
pub mod verify; // both sides compared

pub use back::{Back, export_back};
pub use delta::{Applied, apply_delta};
pub use error::{MoveError, Result};
pub use folder::{SnapshotFolder, State, WorkFolder};
pub use load::{Loaded, load};
pub use plan::{Plan, begin, plan};
pub use source::{Address, Source};
pub use target::{Stored, Target};
pub use tell::{Step, Tell, What};
pub use verify::{Report, verify};
