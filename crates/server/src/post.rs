//! How letters reach people.

use std::sync::Arc;

use chabudai_identity::email::veiled;
use chabudai_identity::service::{About, Letter, Post};

/// The way that letters go, and whether it is mail.
pub(crate) struct Way {
    pub(crate) post: Arc<dyn Post>,
    pub(crate) is_mail: bool,
}

/// The way that the configuration chooses. So far there is one.
pub(crate) fn way() -> Way {
    Way { post: Arc::new(Log), is_mail: false }
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
        }
    }
}
