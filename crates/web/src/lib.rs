//! Glue between HTTP and the apps: what every route needs, once.
//!
//! An app declares its routes with [`api::Api`], which mounts the handler and documents it in the same line; inputs become types at the
//! door ([`input`]); whatever goes wrong leaves as [`problem::Problem`].

pub mod api; // routes and their documentation in one declaration
pub mod browser; // the page that shows the API
pub mod guard; // request ids, logs, time and size limits, security headers
pub mod input; // bodies, queries and paths as types
pub mod output; // JSON out
pub mod problem; // errors as application/problem+json
pub mod rate; // how often one address or one owner may ask
pub mod repeat; // Idempotency-Key
pub mod zone; // what day it is for the client
