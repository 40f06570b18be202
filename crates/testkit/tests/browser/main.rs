//! The browser that the apps' tests use, shown on pages that are made for it.

mod site; // a server with those pages

mod acts;
mod ends;
mod looks;
mod measures;
mod views;
