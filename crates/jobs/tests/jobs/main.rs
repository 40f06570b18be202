//! Jobs on both stores: each pattern at its declared cost, and once however many servers run.

mod design;
mod feed; // consumers of changes
mod feed_trouble;
mod handled;
mod once; // one server at a time, crashes, and what was missed
mod patterns; // one test per access pattern
mod quota; // so much a day
mod serving; // a runner that goes on until it is told to stop
mod trouble; // what fails is tried again
mod world; // a house on either store, with a clock that is moved by hand
