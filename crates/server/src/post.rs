//! How letters reach people.

use std::sync::Arc;

use anyhow::Result;
use chabudai_identity::email::veiled;
use chabudai_identity::letter::{About, Letter, Post, Writer};

use crate::mail::{MailOptions, Round};

/// The way that letters go.
pub(crate) struct Way {
    pub(crate) post: Arc<dyn Post>,
    /// What is to be finished before the server ends, where letters go by mail.
    pub(crate) round: Option<Round>,
}

/// The way that the configuration chooses, for a house at this address.
pub(crate) fn way(options: &MailOptions, public_url: &str) -> Result<Way> {
    Ok(match options.carrier()? {
        Some(carrier) => {
            let (mail, round) = Round::begin(carrier, Writer::new(public_url));
            Way { post: Arc::new(mail), round: Some(round) }
        }
        None => Way { post: by_log(), round: None },
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
            About::Linked { provider } => tracing::info!(provider, "an account elsewhere signs somebody in from now on"),
            About::Unlinked { provider } => tracing::info!(provider, "an account elsewhere signs somebody in no longer"),
        }
    }
}
