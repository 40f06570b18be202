#![doc = include_str!("../README.md")]

mod document; // what is searched in, and how an app's items become it
mod error; // what can go wrong with the file
mod file; // the file: opened, looked through, made beside and put into place
mod find; // asks the index, page by page
mod fold; // one text for all spellings
mod follow; // the consumer of the change feed
mod index; // what is in the file
mod query; // a question, as it is typed and as FTS5 is asked
mod search; // those who ask, and the one who writes
mod synonyms; // other words for the same
mod token; // a text as tokens

pub use document::{Document, Field, Indexed};
pub use error::SearchError;
pub use find::{Found, Hit, MOST_HITS, Page};
pub use fold::fold;
pub use follow::Follower;
pub use query::{LONGEST_QUESTION, MOST_WORDS, Query, Scope};
pub use search::{Search, State};
pub use synonyms::{NoSynonyms, Synonyms};
pub use token::{Token, tokens};
