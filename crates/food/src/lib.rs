#![doc = include_str!("../README.md")]

pub mod aisle; // where the shop keeps a food
pub mod amount; // exact fractions
pub mod cookbook; // recipes of our own
pub mod counter; // how English counts a food
pub mod fold; // one spelling of a word, for comparing
pub mod food; // the table of foods
pub mod line; // one line of a list of ingredients, read
pub mod picture; // dishes, drawn
pub mod quantity; // so much of a unit
pub mod say; // amounts as a cook would say them
pub mod unit; // what an amount is counted in

pub use aisle::Aisle;
pub use amount::Amount;
pub use cookbook::Language;
pub use counter::say_of;
pub use fold::fold;
pub use food::{Food, FoodId, Keeps, Weight, find, foods, recognise};
pub use line::{Line, LineJson, read_line};
pub use quantity::{Converted, Quantity, convert, merge};
pub use say::{say, say_amount};
pub use unit::{Kind, Unit};
