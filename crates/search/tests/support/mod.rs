//! Recipes, and a shelf that keeps them.
#![allow(dead_code, unreachable_pub, reason = "each test program uses its part of it")]

pub mod recipe;
pub mod shelf;
