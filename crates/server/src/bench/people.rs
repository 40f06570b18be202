//! People to measure with: each is signed in already, so that no row waits for a password.

use std::marker::PhantomData;

use anyhow::Result;
use chabudai_app::{Filling, SignedIn};
use chabudai_identity::model::{Kind, Profile, ProfileData, Session, SessionData};
use chabudai_identity::people::People;
use chabudai_identity::secret::Token;
use chabudai_kernel::db::Db;
use chabudai_kernel::op::{BatchWrite, Put};
use chabudai_kernel::part::{UtcSeconds, Word};

use crate::apps::Residents;

/// Fills the house with people: one for every two hundred things, and no fewer than every app may rely on.
pub(super) async fn fill(db: &Db, size: u64) -> Result<Vec<SignedIn>> {
    let now = UtcSeconds(jiff::Timestamp::from_second(db.clock().now().0)?);
    let ends = UtcSeconds(now.0.checked_add(jiff::Span::new().hours(24 * 7))?);
    let (mut puts, mut out) = (Vec::new(), Vec::new());
    for at in 0..size.div_ceil(200).max(Filling::PEOPLE) {
        let word = |text: String| Word::new(text).expect("letters and digits are a word");
        let id = |kind: u64| word(uuid::Uuid::from_u64_pair(kind, at).to_string());
        let (user_id, email, token) = (id(4), word(format!("{at}@example.org")), Token::random());
        let data = ProfileData {
            name: "はな".to_owned(),
            email: email.clone(),
            email_verified: true,
            image: None,
            created_at: now,
            updated_at: now,
            role: None,
            language: None,
            leaving_at: None,
            session_epoch: None,
            program_epoch: None,
            own: <Residents as People>::Own::default(),
        };
        let (created_at, updated_at, of) = (now, now, PhantomData);
        puts.push(BatchWrite::Put(Put::of(&Profile::<Residents> {
            user_id: user_id.clone(),
            kind: Kind::User,
            email,
            data,
            created_at,
            updated_at,
            of,
        })));
        let data = SessionData { expires_at: ends, user_agent: None, proven_at: None, epoch: None, created_at, updated_at };
        puts.push(BatchWrite::Put(Put::of(&Session::<Residents> {
            user_id: user_id.clone(),
            session_id: id(6),
            kind: Kind::Session,
            token: token.hash(),
            data,
            created_at,
            updated_at,
            ttl: ends.0.as_second(),
            of,
        })));
        out.push(SignedIn { id: user_id, token: token.reveal().to_owned() });
    }
    db.fill(&puts).await?;
    Ok(out)
}
