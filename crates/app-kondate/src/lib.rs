#![doc = include_str!("../README.md")]

mod app; // Kondate as an app of the house
mod bench; // what `chabudai bench` measures
mod demo; // a family in the middle of its week
mod export; // recipes for other programs
mod ical; // calendars as programs read them
mod import; // recipes from elsewhere
mod news; // what everybody is told, by an operator
mod picture; // the picture of a dish, taken in
mod popular; // the list by popularity follows the records
mod smoke; // one recipe, written through the API and looked for by its key
mod today; // on the front page and in the search of the house

pub mod api; // JSON in, service or repo, JSON out
pub mod design; // the table, its three indexes, and every access pattern
pub mod entry; // somebody in one of their kitchens, for pages and operations
pub mod error; // what can go wrong, as sentences with stable codes
pub mod larder; // which food something is, and how much there is: pure functions
pub mod list; // the shopping list, computed: a pure function
pub mod model; // entities, ids and value types; rules that need no store
pub mod official; // the starters of the cookbook
pub mod pages; // form in, service or repo, page out
pub mod repo; // one function per access pattern, and named writes
pub mod service; // use cases that decide something

pub use app::KONDATE;
