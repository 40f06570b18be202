//! Wardrobe on both stores: a test per access pattern that holds it to its declared cost, the golden cases, contention,
//! items as the letter of the design has them, people's lists, wardrobes that go, and the operator's check.

mod check;
mod contention;
mod design;
mod finding;
mod golden;
mod leaving;
mod letter;
mod mine;
mod once_a_day;
mod own;
mod patterns;
mod uploads;
mod world;
