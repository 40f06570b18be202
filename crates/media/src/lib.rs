#![doc = include_str!("../README.md")]

mod check; // is it a picture, whole, and small enough to open
mod colour; // into the colours that every screen shows
mod decode; // pixels, in a memory that was counted before
pub mod drawn; // garments of our own drawing, for demonstrations
pub mod error; // what can go wrong, as sentences with stable codes
pub mod id; // names that nobody guesses
mod limits; // what a picture may cost
pub mod pictures; // add, get, remove, list, export, import
mod prepare; // decode, shrink, turn upright, encode
mod queue; // who is next, and who may wait
mod shelf; // where the files are: a folder or a bucket
pub mod size; // the three sizes

pub use error::PictureError;
pub use id::PictureId;
pub use pictures::{KeptFile, Picture, PictureStream, Pictures, Prepared, etag};
pub use size::Size;
