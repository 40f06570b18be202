#![doc = include_str!("../README.md")]

mod ask; // what is asked
mod budget; // so many tokens a day
mod client; // one request at the server, tried again where that is safe
mod error; // what can go wrong
mod events; // server-sent events, as they arrive
mod meter; // what was asked, and what it cost
mod model; // the port
mod picture; // how many tokens a picture may come to
mod shape; // what a structured answer has to look like
mod wire; // the protocol's own words

pub use ask::{Ask, Message, Part, Role};
pub use budget::{Budget, Receipt, Unlimited};
pub use error::AiError;
pub use meter::{Meter, Outcome, Reading};
pub use model::{Answer, Answering, Model, Prices, Settings};
pub use shape::Shape;
