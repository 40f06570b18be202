//! Devices on which people are signed in: they stay so, by the hash of the token that they have.

use std::marker::PhantomData;

use chabudai_app_okusuri::design::Okusuri;
use chabudai_identity::model::{Kind, Session, SessionData};
use chabudai_kernel::op::Put;
use chabudai_kernel::part::{UtcSeconds, Word};
use jiff::Timestamp;

use super::{Everybody, Reason, Transformed, times, word};
use crate::snapshot::{Row, Snapshot};
use crate::source::SourceTable;

const TABLE: SourceTable = SourceTable::Session;
const DAY: i64 = 24 * 60 * 60;
/// A session is good for seven days from when it was last used, and nobody knows when that was: at most from now.
const GOOD_FOR: i64 = 7 * DAY;
/// However much it is used, it ends after this.
const LONGEST: i64 = 30 * DAY;
/// The longest description of a browser that is kept.
const LONGEST_AGENT: usize = 300;

pub(super) fn move_sessions(snapshot: &Snapshot, everybody: &Everybody, out: &mut Transformed) {
    let read_at = snapshot.manifest.read_at;
    for row in snapshot.rows(TABLE) {
        let until = match ends(row, read_at) {
            Ok(until) => until,
            Err(reason) => {
                out.tally.skip(TABLE, reason, row.id());
                continue;
            }
        };
        let Some(token) = row.text("tokenhash").and_then(Word::new) else {
            out.tally.skip(TABLE, Reason::TokenForm, row.id());
            continue;
        };
        let Some(known) = everybody.owner(TABLE, row, out) else { continue };
        let Some(session_id) = word(TABLE, row, "id", out) else { continue };
        let (created_at, updated_at) = times(row, read_at);
        let agent = row.text("useragent").filter(|agent| !agent.is_empty());
        let user_agent = agent.map(|agent| agent.chars().filter(|c| !c.is_control()).take(LONGEST_AGENT).collect());
        let session = Session::<Okusuri> {
            user_id: known.user.clone(),
            session_id,
            kind: Kind::Session,
            token,
            data: SessionData { expires_at: until, proven_at: None, epoch: None, user_agent, created_at, updated_at },
            created_at,
            updated_at,
            ttl: until.0.as_second(),
            of: PhantomData,
        };
        out.things.push(Put::of(&session));
        out.tally.carry(TABLE);
    }
}

/// When a session ends by the rules of this house, or why it has ended.
fn ends(row: &Row, read_at: UtcSeconds) -> Result<UtcSeconds, Reason> {
    let said = row.moment("expiresat").filter(|until| *until > read_at).ok_or(Reason::Expired)?;
    let (created_at, _) = times(row, read_at);
    let second = said.0.as_second().min(created_at.0.as_second() + LONGEST).min(read_at.0.as_second() + GOOD_FOR);
    let until = Timestamp::from_second(second).map(UtcSeconds).map_err(|_| Reason::Expired)?;
    if until > read_at { Ok(until) } else { Err(Reason::PastThirtyDays) }
}
