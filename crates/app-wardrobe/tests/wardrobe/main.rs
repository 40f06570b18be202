//! Wardrobe on both stores: a test per access pattern that holds it to its declared cost, the golden cases, and contention.

mod contention;
mod design;
mod golden;
mod patterns;
mod uploads;
mod world;
