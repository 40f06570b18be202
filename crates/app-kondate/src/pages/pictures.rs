//! Pictures: the starters, drawn; and those of a kitchen's own recipes, taken in while somebody fills in the form, and shown to whoever knows
//! their names. Neither changes, so a browser keeps them.

use axum::Router;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use chabudai_app::pictures::{FORM_BYTES, show, within};
use chabudai_food::cookbook;
use chabudai_media::Pictures;
use chabudai_web::output::Json;
use chabudai_web::problem::Problem;
use serde_json::json;

use super::{Answer, PageState, Posted};
use crate::model::{LARGEST_PICTURE, PICTURES};
use crate::picture::take_in;
use crate::service::Service;

pub(super) fn routes(routes: Router<PageState>) -> Router<PageState> {
    // Larger than a picture may be: one that is too large is told as that.
    let most = DefaultBodyLimit::max(2 * LARGEST_PICTURE + FORM_BYTES);
    routes
        .route(PICTURES, post(add_picture).layer(most))
        .route("/kondate/pictures/{picture}", get(show_drawing))
        .route("/kondate/pictures/{picture}/{size}", get(show_picture))
}

async fn show_drawing(Path(picture): Path<String>) -> Answer {
    let dish = picture.strip_suffix(".svg").and_then(cookbook::dish).ok_or_else(Problem::not_found)?;
    let headers = [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "public, max-age=604800")];
    Ok::<Response, Problem>((headers, dish.picture()).into_response())
}

async fn show_picture(State(pictures): State<Pictures>, Path((picture, size)): Path<(String, String)>, headers: HeaderMap) -> Answer {
    show(&pictures, &picture, &size, &headers).await
}

/// A picture from the form, ahead of it: a script sends it while the rest is typed. The token of the form says that it comes from a page of ours.
async fn add_picture(State(service): State<Service>, State(pictures): State<Pictures>, Posted { visit, form }: Posted) -> Answer {
    let missing =
        || Problem::new(StatusCode::BAD_REQUEST, "http.invalid_form", "Send the picture as the field `file` of a multipart form.");
    let bytes = within(form.file("file").ok_or_else(missing)?.clone(), LARGEST_PICTURE)?;
    let picture = take_in(&service, &pictures, &visit.cook, bytes).await?;
    Ok((StatusCode::CREATED, Json(json!({ "imageKey": picture.to_string() }))).into_response())
}
