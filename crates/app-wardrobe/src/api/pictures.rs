//! Pictures: taken in, and shown in three sizes at addresses that carry no wardrobe id.

use axum::body::Body;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, FromRequest as _, Multipart, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use chabudai_kernel::part::Word;
use chabudai_media::{PictureError, PictureId, Pictures, Size};
use chabudai_web::api::{Api, operation};
use chabudai_web::input::Path;
use chabudai_web::problem::Problem;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Answer, AppState, Network, Opened};
use crate::model::WardrobeId;
use crate::picture::ImageKey;

/// What the form around a picture may add to its size.
pub(crate) const FORM_BYTES: usize = 64 * 1024;

pub(super) fn routes(api: Api<AppState>) -> Api<AppState> {
    let form = json!({
        "schema": {
            "type": "object",
            "required": ["file"],
            "properties": { "file": { "type": "string", "format": "binary" } },
            "additionalProperties": false,
        },
        "encoding": { "file": { "contentType": "image/jpeg, image/png, image/webp" } },
    });
    api.path::<PicturePath>()
        .post(
            "/wardrobes/{wid}/images",
            axum::handler::Handler::layer(add_picture, DefaultBodyLimit::max(Pictures::MAX_BYTES + FORM_BYTES)),
            operation("addImage", "Take in a picture (JPEG, PNG or WebP, at most 10 MB)")
                .raw_body("multipart/form-data", form)
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

/// The seconds after which a queue of pictures is gone.
const RETRY_AFTER: u64 = 5;

fn problem(error: &PictureError) -> Problem {
    let status = StatusCode::from_u16(error.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    if let Some(reason) = error.reason() {
        tracing::warn!(reason, "pictures are unavailable");
    }
    let retry_after = (*error == PictureError::Busy).then_some(RETRY_AFTER);
    Problem { field: Some("file".to_owned()), retry_after, ..Problem::new(status, error.code(), error.to_string()) }
}

/// Takes in a picture for a wardrobe: it is safe, and noted, when this answers.
pub(crate) async fn take_in(state: &AppState, wardrobe: WardrobeId, Network(from): Network, bytes: Bytes) -> Answer<ImageKey> {
    let prepared = state.pictures.prepare(bytes).await.map_err(|error| problem(&error))?;
    let id = PictureId::new(state.service.db().clock().now());
    let picture = Word::new(id.to_string()).expect("an id is forty digits");
    let key = ImageKey { wardrobe, picture };
    // Noted first: a picture that nobody has noted would stay for ever.
    state.service.take_in_picture(&key, from, prepared.bytes()).await?;
    state.pictures.keep(id, prepared).await.map_err(|error| problem(&error))?;
    Ok(key)
}

async fn add_picture(State(state): State<AppState>, opened: Opened, from: Network, request: Request) -> Answer<Response> {
    let unreadable =
        || Problem::new(StatusCode::BAD_REQUEST, "http.invalid_form", "Send the picture as the field `file` of a multipart form.");
    let mut form = Multipart::from_request(request, &()).await.map_err(|_| {
        Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "http.unsupported_media_type", "Send the picture as multipart/form-data.")
    })?;
    let Some(field) = form.next_field().await.map_err(|_| unreadable())?.filter(|field| field.name() == Some("file")) else {
        return Err(unreadable());
    };
    let bytes = field.bytes().await.map_err(|error| match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => problem(&PictureError::TooLarge),
        _ => unreadable(),
    })?;
    // One picture and nothing else: what nobody looks at is not taken.
    if form.next_field().await.map_err(|_| unreadable())?.is_some() {
        return Err(unreadable());
    }
    let key = take_in(&state, opened.id, from, bytes).await?;
    let made = ImageMade { image_key: key.to_string(), picture: key.picture.to_string() };
    Ok((StatusCode::CREATED, chabudai_web::output::Json(made)).into_response())
}

async fn get_picture(State(state): State<AppState>, Path(path): Path<PicturePath>, headers: HeaderMap) -> Answer<Response> {
    let id: PictureId = path.picture.parse().map_err(|_| Problem::not_found())?;
    let size: Size = path.size.strip_suffix(".jpg").and_then(|size| size.parse().ok()).ok_or_else(Problem::not_found)?;
    let immutable = [(header::CACHE_CONTROL, "public, max-age=31536000, immutable")];
    let etag = chabudai_media::etag(id, size);
    if headers.get(header::IF_NONE_MATCH).is_some_and(|given| given.as_bytes() == etag.as_bytes()) {
        return Ok((StatusCode::NOT_MODIFIED, immutable, [(header::ETAG, etag)]).into_response());
    }
    let found = state.pictures.stream(id, size).await.map_err(|error| problem(&error))?;
    let found = found.ok_or_else(Problem::not_found)?;
    let kind = [(header::CONTENT_TYPE, Pictures::MEDIA_TYPE)];
    let length = [(header::CONTENT_LENGTH, found.len)];
    // Part by part: whoever never reads it holds little of it.
    Ok((kind, length, immutable, [(header::ETAG, found.etag)], Body::from_stream(found.parts)).into_response())
}
