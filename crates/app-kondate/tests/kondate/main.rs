//! Kondate on both stores.

mod design;
mod letter;
