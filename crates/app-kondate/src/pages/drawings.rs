//! What messengers show for a link: drawn once, and kept while others ask for it.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex};

use axum::body::Bytes;
use axum::http::StatusCode;
use chabudai_media::{PictureId, Pictures, Size};
use chabudai_share_picture::{SharePicture, draw, open_photo};
use chabudai_web::problem::Problem;
use chabudai_web::rate::{Limiter, counted};
use tokio::sync::Semaphore;

use crate::error::KondateError;

/// So many are drawn at a time.
const AT_ONCE: usize = 2;
/// So many are kept, of a hundred kilobytes or so each.
const KEPT: usize = 64;
/// Kondate's green, as it is on paper.
const ACCENT: [u8; 3] = [0x46, 0x6f, 0x23];

/// What is to be seen on one: what is the same looks the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Drawing {
    pub(super) title: String,
    pub(super) line: String,
    pub(super) app: String,
    pub(super) photo: Option<PictureId>,
}

/// The last drawings, and who may ask for more of them. Clones share them.
#[derive(Clone)]
pub struct Drawings {
    turns: Arc<Semaphore>,
    /// The newest last.
    kept: Arc<Mutex<VecDeque<(Drawing, Bytes)>>>,
    per_address: Limiter<IpAddr>,
}

impl Drawings {
    /// With so many new ones a second for one address, in bursts of ten.
    pub fn new(per_address: Option<NonZeroU32>) -> Self {
        Self { turns: Arc::new(Semaphore::new(AT_ONCE)), kept: Arc::default(), per_address: Limiter::new(per_address) }
    }

    fn known(&self, wanted: &Drawing) -> Option<Bytes> {
        let mut kept = self.kept.lock().expect("nobody panics while looking");
        let at = kept.iter().position(|(drawing, _)| drawing == wanted)?;
        let found = kept.remove(at)?;
        let bytes = found.1.clone();
        kept.push_back(found);
        Some(bytes)
    }

    fn keep(&self, drawing: Drawing, bytes: Bytes) {
        let mut kept = self.kept.lock().expect("nobody panics while looking");
        kept.retain(|(known, _)| *known != drawing);
        kept.push_back((drawing, bytes));
        while kept.len() > KEPT {
            kept.pop_front();
        }
    }

    /// The drawing, as it was drawn before or anew. Whoever asks for many new ones waits for them, and does not keep others from theirs: drawing is
    /// work.
    pub(super) async fn get(&self, pictures: &Pictures, from: IpAddr, wanted: Drawing) -> Result<Bytes, Problem> {
        if let Some(bytes) = self.known(&wanted) {
            return Ok(bytes);
        }
        self.per_address.pass(&counted(from))?;
        let turn = self.turns.clone().acquire_owned().await.map_err(|_| KondateError::Busy)?;
        // Somebody else may have asked for the same meanwhile.
        if let Some(bytes) = self.known(&wanted) {
            return Ok(bytes);
        }
        let photo = match wanted.photo {
            Some(id) => pictures.get(id, Size::Medium).await.ok().flatten().map(|kept| kept.bytes),
            None => None,
        };
        let this = self.clone();
        let drawn = tokio::task::spawn_blocking(move || {
            // The turn goes along with the work, which goes on when whoever asked has gone.
            let _turn = turn;
            let photo = photo.as_deref().and_then(open_photo);
            let Drawing { title, line, app, .. } = &wanted;
            let bytes = Bytes::from(draw(&SharePicture { title, line, app, accent: ACCENT, photo: photo.as_ref() }));
            this.keep(wanted, bytes.clone());
            bytes
        });
        drawn.await.map_err(|_| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "http.internal", "The picture could not be drawn."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(title: &str) -> Drawing {
        Drawing { title: title.to_owned(), line: String::new(), app: String::new(), photo: None }
    }

    #[test]
    fn the_last_ones_are_kept_and_no_others() {
        let drawings = Drawings::new(None);
        for nth in 0..KEPT {
            drawings.keep(of(&nth.to_string()), Bytes::from(nth.to_string()));
        }
        assert_eq!(drawings.known(&of("0")), Some(Bytes::from("0")), "and is the newest now");
        drawings.keep(of("one more"), Bytes::new());
        assert_eq!((drawings.known(&of("1")), drawings.known(&of("0")).is_some()), (None, true));
        assert_eq!(drawings.kept.lock().unwrap().len(), KEPT);
        drawings.keep(of("0"), Bytes::from("anew"));
        assert_eq!((drawings.known(&of("0")), drawings.kept.lock().unwrap().len()), (Some(Bytes::from("anew")), KEPT));
    }
}
