//! Takes in the picture of a dish, for pages and operations.

use axum::body::Bytes;
use chabudai_app::pictures;
use chabudai_media::{PictureId, Pictures};
use chabudai_web::problem::Problem;

use crate::service::{Cook, Service};

/// Takes in a picture for a kitchen: it is safe, and noted, when this answers.
pub(crate) async fn take_in(service: &Service, kept: &Pictures, cook: &Cook, bytes: Bytes) -> Result<PictureId, Problem> {
    let note = |picture, _| service.take_in_picture(cook, picture);
    pictures::take_in(kept, service.db().clock().now(), bytes, note).await
}
