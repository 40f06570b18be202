//! How it goes round, on one page.

use askama::Template;
use axum::Router;
use axum::response::Response;
use axum::routing::get;
use chabudai_web::ui::Ui;

use super::{PageState, Visit};

pub(super) fn routes(routes: Router<PageState>) -> Router<PageState> {
    routes.route("/kondate/help", get(show_help))
}

#[derive(Template)]
#[template(path = "kondate/help.html")]
struct HelpPage<'a> {
    ui: &'a Ui,
}

async fn show_help(visit: Visit) -> Response {
    let visit = visit.below("/kondate/kitchen");
    visit.ui.show(&HelpPage { ui: &visit.ui })
}
