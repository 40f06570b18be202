//! The move between a real PostgreSQL and both stores.

mod world; // the older system, a store, and a work folder

mod back; // the way back
mod delta; // what changed meanwhile
mod loading; // into the store, also after a power cut
mod planning; // what is looked at before anything is written
mod verifying; // both sides compared
