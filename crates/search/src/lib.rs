#![doc = include_str!("../README.md")]

mod fold; // one text for all spellings
mod query; // a question, as it is typed and as FTS5 is asked
mod synonyms; // other words for the same
mod token; // a text as tokens

pub use fold::fold;
pub use query::{LONGEST_QUESTION, MOST_WORDS, Query, Scope};
pub use synonyms::{NoSynonyms, Synonyms};
pub use token::{Token, tokens};
