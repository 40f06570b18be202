//! Okusuri's table and its people, on the embedded store and on DynamoDB over HTTP.

mod check; // the operator's look
mod design;
mod desk; // somebody's days
mod devices; // where reminders arrive
mod door; // joining, signing in, sessions
mod elsewhere; // signing in by an account elsewhere
mod logs; // what is logged, and where somebody is
mod own; // one's own account
mod regimen; // days to take a pill and days of pause
mod reminders; // who is reminded, once
mod saying; // one tap
mod world;
