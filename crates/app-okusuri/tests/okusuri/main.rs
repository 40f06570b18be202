//! Okusuri's table and its people, on the embedded store and on DynamoDB over HTTP.

mod check; // the operator's look
mod delivery; // how reminders get to devices
mod design;
mod desk; // somebody's days
mod devices; // where reminders arrive
mod epochs; // all sessions end at once, and what they had begun
mod fill;
mod guessing; // nobody guesses, and nobody locks out anybody
mod lag; // indexes that are behind
mod letter; // items exactly as the design document has them
mod logs; // what is logged, and where somebody is
mod messages; // what reaches a person, and what does not any more
mod moving_in; // who may come in
mod oidc; // signing in by a provider
mod own; // one's own account
mod passes; // a tap on a reminder
mod passkeys; // made, used, taken away
mod program_tokens; // what programs bring
mod proof; // a fresh proof of who it is
mod regimen; // days to take a pill and days of pause
mod reminders; // who is reminded, once
mod rivals; // many at once, through two servers
mod set_day; // one tap
mod sign_in; // joining, signing in, sessions
mod world;
