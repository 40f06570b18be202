//! How letters reach people.

use std::sync::Arc;

use anyhow::Result;
use chabudai_identity::email::veiled;
use chabudai_identity::letter::{About, Letter, Post, Writer};

use crate::mail::{MailOptions, MailQueue};

/// The way that letters go.
pub(crate) struct Delivery {
    pub(crate) post: Arc<dyn Post>,
    /// What is to be finished before the server ends, where letters go by mail.
    pub(crate) queue: Option<MailQueue>,
}

/// The way that the configuration chooses, for a house at this address.
pub(crate) fn delivery(options: &MailOptions, public_url: &str) -> Result<Delivery> {
    Ok(match options.carrier()? {
        Some(carrier) => {
            let (mail, queue) = MailQueue::begin(carrier, Writer::new(public_url));
            Delivery { post: Arc::new(mail), queue: Some(queue) }
        }
        None => Delivery { post: by_log(), queue: None },
    })
}

/// The way of the operator's own commands, which ask for no code.
pub(crate) fn by_log() -> Arc<dyn Post> {
    Arc::new(Log)
}

/// Where no mail goes out: the operator reads a code in the log and tells it. The log is theirs, so the code stands there in clear; the
/// address does not, because a log is kept for longer than a code is good for.
struct Log;

impl Post for Log {
    fn send(&self, letter: Letter) {
        let to = veiled(letter.to.as_str());
        match letter.about {
            About::Code(purpose, code) => {
                tracing::warn!(to, purpose = purpose.name(), code = code.reveal(), "somebody needs this code, and no mail is set up");
            }
            About::JoinedAlready => tracing::info!("somebody wanted to join with an address that has joined already"),
            About::NobodyHere => tracing::info!("somebody wanted another password for an address that nobody has"),
            About::PasswordChanged => tracing::info!("somebody has another password now"),
            About::EmailChanged { .. } => tracing::info!("somebody has another address now"),
            About::Exported => tracing::info!("somebody has downloaded everything that is kept of them"),
            About::TokenMade { .. } => tracing::info!("somebody has let a program work for them"),
            About::Deleted => tracing::info!("somebody has deleted their account"),
            About::Linked { provider } => tracing::info!(provider, "an account at a provider signs somebody in from now on"),
            About::Unlinked { provider } => tracing::info!(provider, "an account at a provider signs somebody in no longer"),
            // What somebody calls their device is their own business.
            About::PasskeyAdded { .. } => tracing::info!("a passkey signs somebody in from now on"),
            // So is what an app has to say to somebody.
            About::OfAnApp(_) => tracing::info!("an app has written to somebody, and no mail is set up"),
            About::PasskeyRemoved { .. } => tracing::info!("a passkey signs somebody in no longer"),
        }
    }
}
