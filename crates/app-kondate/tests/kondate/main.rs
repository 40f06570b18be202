//! Kondate on both stores: the letter of the design, a test per access pattern that holds it to its declared cost, a golden week, and rivals.

mod check;
mod deleting;
mod design;
mod faults;
mod golden;
mod kitchens;
mod late;
mod leaving;
mod letter;
mod limits;
mod patterns;
mod pictures;
mod rivals;
mod second_thoughts;
mod use_soon;
mod weight;
mod world;
