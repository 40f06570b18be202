#![doc = include_str!("../README.md")]

pub mod api; // JSON: signing in and out, sessions, the end of an account
pub mod email; // addresses that can be compared
pub mod error; // what can go wrong, as sentences with stable codes
pub mod leaving; // the mark of somebody who leaves
pub mod letter; // what is told to somebody by mail, and who takes it there
pub mod messages; // how messages reach people
pub mod model; // people, sessions, accounts, codes and guards, as items
pub mod oidc; // accounts at providers, by OpenID Connect
pub mod pages; // joining, signing in, one's own account
pub mod passkey; // what is asked of a browser's passkey, and whether its answer is to be believed
pub mod password; // Argon2id, and what may be a password
pub mod patterns; // numbered access patterns of the fragment
pub mod people; // the table that includes the fragment
pub mod programs; // holds what a program asks for to the scope of its token
pub mod repo; // one function per access pattern; named writes
pub mod routes; // what each route may ask of the store
pub mod secret; // tokens and codes
pub mod service;
pub mod sign_in; // the state that the routes of the API and the pages share
