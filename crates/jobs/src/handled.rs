//! What somebody else told the house, and was dealt with: so that it is not dealt with again when it is told again.
//!
//! It is noted after the work and not before: a server that is killed in between is told once more, which is why the work has to bear being done
//! twice. Two deliveries at the same moment may both do it, for the same reason.

use chabudai_kernel::db::Db;
use chabudai_kernel::entity;
use chabudai_kernel::op::{Get, Put};
use chabudai_kernel::part::Word;
use chabudai_kernel::store::StoreError;
use serde::{Deserialize, Serialize};

use crate::design::{IS_HANDLED, JOBS_TABLE, NOTE_HANDLED};

/// How long it is remembered: Stripe tells the same for three days, and an operator may have it told again for thirty.
const REMEMBERED_SECONDS: i64 = 30 * 24 * 60 * 60;

/// An event of somebody else's that was dealt with.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HandledEvent {
    /// Who told it: `stripe`; in the key.
    #[serde(skip_serializing)]
    pub source: Word,
    /// What they call it; in the key.
    #[serde(skip_serializing)]
    pub event: Word,
    /// When it is forgotten, in Unix seconds.
    pub ttl: i64,
}

entity! {
    /// An event of somebody else's that was dealt with, by their name for it.
    HandledEvent in JOBS_TABLE, at most 2048 bytes {
        source: Word = source from PK,
        event: Word = event from PK,
    }
    key(source, event) {
        PK = "EVENT#" source "#" event;
        SK = "HANDLED";
    }
    fields {
        "ttl": N;
    }
    expires "30 days after it was dealt with";
}

/// What one source told. Clones share it, and so do all servers.
#[derive(Clone)]
pub struct HandledEvents {
    db: Db,
    source: Word,
}

impl HandledEvents {
    /// Over the house's own data.
    pub fn of(db: Db, source: &'static str) -> Self {
        Self { db, source: Word::new(source).expect("a source is a word of the code's own") }
    }

    /// The time, in Unix seconds, by the clock of the data.
    pub fn now(&self) -> i64 {
        self.db.clock().now().0
    }

    /// JOB-13: whether it was dealt with.
    pub async fn contain(&self, event: &Word) -> Result<bool, StoreError> {
        let get = Get::new(&JOBS_TABLE, HandledEvent::key(self.source.clone(), event.clone())).consistent();
        let known: Option<HandledEvent> = self.db.run(&IS_HANDLED).get(get).await?;
        Ok(known.is_some())
    }

    /// JOB-14: it was.
    pub async fn note(&self, event: &Word) -> Result<(), StoreError> {
        let handled = HandledEvent { source: self.source.clone(), event: event.clone(), ttl: self.now() + REMEMBERED_SECONDS };
        self.db.run(&NOTE_HANDLED).commit_one(Put::of(&handled)).await
    }
}
