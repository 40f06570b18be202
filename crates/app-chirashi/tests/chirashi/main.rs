//! Chirashi Kitchen on both stores: the design, a test per access pattern that holds it to its declared cost, copies that stay true, rivals.

mod api; // over HTTP, without a server
mod articles;
mod check;
mod copies; // the change feed, killed in the middle, twice at once, told twice and late
mod design;
mod favorites;
mod flyers;
mod notices;
mod people;
mod recipes;
mod rivals; // the same at once, through two servers
mod staff;
mod trade; // companies and stores
mod world;
