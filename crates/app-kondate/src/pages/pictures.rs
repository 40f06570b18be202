//! The starters, drawn. A drawing is the same every time, so a browser keeps it.

use axum::Router;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use chabudai_food::cookbook;
use chabudai_web::problem::Problem;

use super::{Answer, PageState};

pub(super) fn routes(routes: Router<PageState>) -> Router<PageState> {
    routes.route("/kondate/pictures/{picture}", get(show_picture))
}

async fn show_picture(Path(picture): Path<String>) -> Answer {
    let dish = picture.strip_suffix(".svg").and_then(cookbook::dish).ok_or_else(Problem::not_found)?;
    let headers = [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "public, max-age=604800")];
    Ok::<Response, Problem>((headers, dish.picture()).into_response())
}
