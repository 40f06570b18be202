//! Glue between HTTP and the apps: what every route needs, once.
//!
//! An app declares its routes with [`api::Api`], which mounts the handler and documents it in the same line; inputs become types at the
//! door ([`input`]); whatever goes wrong leaves as [`problem::Problem`].
//!
//! Pages live in a [`site::Site`]: a handler takes [`ui::Ui`], which speaks the visitor's language, fills a template and answers with
//! `ui.show(..)`. A form comes in as [`form::Form`], which has checked where it comes from, and ends with `ui.go_saying(..)`.

pub mod api; // routes and their documentation in one declaration
pub mod api_page; // the page that shows the API
pub mod assets; // style sheets, scripts, icons
mod body; // whether a body was read to its end
pub mod card; // what an app says on the front page
pub mod chart; // numbers drawn
pub mod csv; // tables for spreadsheet programs
pub mod design_page; // the page that shows the design at work
pub mod envelope; // answers as {data} and {error}, where an API promises that
pub mod find; // one's own things, in all apps at once
pub mod form; // forms from our own pages, each counted once
mod front; // pages that belong to no app
pub mod guard; // request ids, logs, time and size limits, security headers
pub mod input; // bodies, queries and paths as types
pub mod kept; // a form that came too late, shown once more
pub mod line; // what somebody types into one line
pub mod list; // what every list of the API takes and answers
pub mod live; // open pages, told of changes
pub mod messages; // how apps write to people
pub mod output; // JSON out
pub mod own_writes; // one sees what one has just written
pub mod people; // the people of the house, as apps know them
pub mod problem; // errors as application/problem+json
pub mod proxies; // the proxies before the house
pub mod rate; // how often one address or one owner may ask
pub mod repeat; // Idempotency-Key
pub mod route_cost; // what a route asks of the store, held to its declaration in debug builds
pub mod schema; // what JSON Schema says of our types
pub mod site; // what all pages share
pub mod text; // Japanese and English
pub mod toast; // what the last action has to say
pub mod ui; // what a template speaks to
pub mod user_agent; // what people call a browser
pub mod zone; // what day it is for the client
