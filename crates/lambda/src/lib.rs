#![doc = include_str!("../README.md")]

mod answer; // an HTTP answer as Lambda gives it back
mod event; // what Lambda hands over
mod handler; // the house's router, asked by events
mod path; // stages and base paths

pub use answer::{Answer, MOST_BYTES};
pub use event::{Event, HttpEvent, NotOurs, Payload};
pub use handler::Handler;
