//! Chirashi Kitchen on both stores.

mod design;
