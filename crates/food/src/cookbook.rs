//! Recipes of our own.
