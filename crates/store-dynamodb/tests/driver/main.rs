//! What is the driver's own: tables, prefixes, residue, capacity, and failures of the wire. What both drivers do alike is told in
//! `store-conformance`.

mod between; // somebody who gets in between
mod canned; // a server that answers what it is told to
mod capacity;
mod expiry;
mod failures;
mod requests;
mod setting; // tables, items and stores of these tests
mod tables;
mod unprocessed;
