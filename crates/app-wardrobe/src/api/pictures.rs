//! Pictures: taken in, and shown in three sizes at addresses that carry no wardrobe id.

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use chabudai_app::pictures::{self, FORM_BYTES, form_schema, one_picture, show};
use chabudai_kernel::part::Word;
use chabudai_media::{PictureId, Pictures};
use chabudai_web::api::{Api, operation};
use chabudai_web::input::Path;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Answer, AppState, Network, Opened};
use crate::model::WardrobeId;
use crate::picture::ImageKey;

pub(super) fn routes(api: Api<AppState>) -> Api<AppState> {
    api.path::<PicturePath>()
        .post(
            "/wardrobes/{wid}/images",
            axum::handler::Handler::layer(add_picture, DefaultBodyLimit::max(Pictures::MAX_BYTES + FORM_BYTES)),
            operation("addImage", "Take in a picture (JPEG, PNG or WebP, at most 10 MB)")
                .raw_body("multipart/form-data", form_schema())
                .answers::<ImageMade>(201, "The key to put on a garment within a day."),
        )
        .get(
            "/pictures/{picture}/{size}",
            get_picture,
            operation("getPicture", "Show a picture; sizes are 160.jpg, 640.jpg and 1600.jpg").answers_raw(
                200,
                "image/jpeg",
                "The picture, for ever the same.",
            ),
        )
}

/// A picture that was taken in.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ImageMade {
    /// To be sent as a garment's `imageKey`.
    image_key: String,
    /// The picture's name, for `/wardrobe/v1/pictures/{picture}/{size}`.
    picture: String,
}

#[derive(Deserialize, JsonSchema)]
struct PicturePath {
    #[schemars(regex(pattern = "^[0-9a-f]{40}$"))]
    picture: String,
    #[schemars(extend("enum" = ["160.jpg", "640.jpg", "1600.jpg"]))]
    size: String,
}

/// Takes in a picture for a wardrobe: it is safe, and noted, when this answers.
pub(crate) async fn take_in(state: &AppState, wardrobe: WardrobeId, Network(from): Network, bytes: Bytes) -> Answer<ImageKey> {
    let key = |id: PictureId| ImageKey { wardrobe, picture: Word::new(id.to_string()).expect("an id is forty digits") };
    let note = |id, size| {
        let (service, key) = (&state.service, key(id));
        async move { service.take_in_picture(&key, from, size).await }
    };
    let id = pictures::take_in(&state.pictures, state.service.db().clock().now(), bytes, note).await?;
    Ok(key(id))
}

async fn add_picture(State(state): State<AppState>, opened: Opened, from: Network, request: Request) -> Answer<Response> {
    let bytes = one_picture(request, Pictures::MAX_BYTES).await?;
    let key = take_in(&state, opened.id, from, bytes).await?;
    let made = ImageMade { image_key: key.to_string(), picture: key.picture.to_string() };
    Ok((StatusCode::CREATED, chabudai_web::output::Json(made)).into_response())
}

async fn get_picture(State(state): State<AppState>, Path(path): Path<PicturePath>, headers: HeaderMap) -> Answer<Response> {
    show(&state.pictures, &path.picture, &path.size, &headers).await
}
