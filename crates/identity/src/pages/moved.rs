//! Where the pages were while one app alone had a sign-in. Bookmarks, links in old letters and forms that stand open still lead there.

use axum::Router;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::any;
use chabudai_web::ui::Ui;

use crate::people::People;

/// What stood below the name of the app.
const PAGES: &[&str] = &[
    "/sign-in",
    "/sign-in/{provider}",
    "/sign-out",
    "/join",
    "/join/code",
    "/forgotten",
    "/forgotten/code",
    "/account",
    "/account/{*rest}",
];

pub(super) fn routes<S, T>(routes: Router<S>) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    T: People,
{
    PAGES.iter().fold(routes, |routes, page| routes.route(&format!("/{}{page}", T::APP), any(show_moved::<T>)))
}

/// The same page without the name of the app. A form is sent on as it is: it was meant for there.
async fn show_moved<T: People>(ui: Ui, uri: Uri) -> Response {
    let asked = uri.path_and_query().map_or("/", |asked| asked.as_str());
    let path = asked.strip_prefix('/').and_then(|asked| asked.strip_prefix(T::APP)).unwrap_or("/");
    (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, ui.at(path))]).into_response()
}
