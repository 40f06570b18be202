//! Kondate on both stores: the letter of the design, a test per access pattern that holds it to its declared cost, a golden week, and rivals.

mod design;
mod golden;
mod kitchens;
mod letter;
mod patterns;
mod rivals;
mod world;
