//! For tests only: the house as its people and its operator meet it.
//!
//! [`Place`] starts the real program in a folder of its own, [`Ask`] speaks HTTP with it, and [`Browser`] opens its pages in Chromium:
//!
//! ```no_run
//! use chabudai_testkit::{Browser, Place, View};
//!
//! #[test]
//! fn somebody_finds_the_way_in() {
//!     let Some(browser) = Browser::find() else { return };
//!     let place = Place::new(env!("CARGO_BIN_EXE_chabudai"));
//!     let server = place.start(&["--demo"]);
//!     let page = browser.open(&server.public_url, View::phone().english());
//!     page.goto("/");
//!     page.click_text("Wardrobe");
//!     page.see("Clothes");
//! }
//! ```
//!
//! Everything waits for its answer, so a test is a plain function. Nothing that a test starts outlives it, however it ends.

mod browser; // Chromium, by way of its driver
mod client; // requests, and what is asserted of answers
mod demo; // a house with the demo in it, filled once
mod left_out; // what this machine cannot test
pub mod model; // a language model that says what it is told
pub mod passkey; // a device with a passkey, in software
mod place; // starts, stops and kills the program
mod postgres; // a PostgreSQL of a test's own
pub mod provider; // an OpenID provider, honest or not
pub mod push; // a push service, and the browsers behind it
mod smtp; // a mail server that keeps letters
pub mod stripe; // Stripe, with its pages, its events and its failures
mod wire; // a little HTTP

pub use browser::{AxeReport, Browser, Cookie, Language, Page, View, Violation, ViolationNode, VirtualAuthenticator};
pub use client::{Answer, Ask, read_answer};
pub use left_out::say as leave_out;
pub use place::{Outcome, Place, Server, bare_program, free_port};
pub use postgres::Postgres;
pub use smtp::{MailLetter, MailServer, MailTls};
