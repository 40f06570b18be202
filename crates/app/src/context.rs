//! What the house gives an app.

use std::sync::Arc;

use axum::http::Extensions;
use chabudai_ai::Model;
use chabudai_jobs::quota::Quotas;
use chabudai_kernel::db::Db;
use chabudai_kernel::ids::Ids;
use chabudai_media::Pictures;
use chabudai_outward::Guarded;
use chabudai_payments::Payments;
use chabudai_search::Search;
use chabudai_web::messages::Messages;
use chabudai_web::people::Directory;
use clap::ArgMatches;

/// What the house gives an app that is mounted.
pub struct Context<'a> {
    /// The app's data.
    pub db: Db,
    /// Ids that nobody has yet.
    pub ids: Arc<dyn Ids>,
    /// The people of the house.
    pub people: Arc<dyn Directory>,
    /// What [`search`](crate::App::search) names, open and followed; none for an app that names nothing, and where nobody asks, as in
    /// `chabudai jobs run`.
    pub search: Option<Search>,
    /// Pictures, checked and resized.
    pub pictures: Pictures,
    /// Takes messages to people: on their devices, and by mail.
    pub messages: Arc<dyn Messages>,
    /// So much a day, for whoever has no account; none where nobody visits.
    pub quotas: Option<Quotas>,
    /// A language model, where an operator has configured one.
    pub model: Option<Model>,
    /// Stripe, where an operator has configured it.
    pub payments: Option<Payments>,
    /// Fetches what somebody names, from the public internet alone.
    pub outside: Arc<Guarded>,
    /// The house's secret. Every use of it derives a key of its own, by a word that nothing else uses.
    pub secret: &'a str,
    /// The address that people use.
    pub public_url: &'a str,
    /// Requests a second from one address; 0 for no limit.
    pub rate_per_address: u32,
    /// It is measured: nobody is held to a rate.
    pub is_measured: bool,
    /// The flags of all apps; each reads its own.
    pub options: &'a ArgMatches,
    /// What only the app whose table keeps the people may have: their sign-in.
    pub extensions: &'a Extensions,
}
