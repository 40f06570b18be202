//! What somebody looks like to the others in their kitchens.

use askama::Template;
use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::routing::get;
use chabudai_app::pictures::{FORM_BYTES, within};
use chabudai_media::{PictureId, Size};
use chabudai_web::form::Wrong;
use chabudai_web::problem::Problem;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;

use super::cards::taken_in;
use super::{Answer, PageState, Posted, Visit};
use crate::model::{LARGEST_PICTURE, PICTURES, picture_at};
use crate::picture::take_in;
use crate::service::{Avatar, Service};

const ME: &str = "/kondate/me";

pub(super) fn routes(routes: Router<PageState>) -> Router<PageState> {
    // Larger than a picture may be: one that is too large is told as that.
    let most = DefaultBodyLimit::max(2 * LARGEST_PICTURE + FORM_BYTES);
    routes.route(ME, get(show_me).post(change_me).layer(most))
}

#[derive(Template)]
#[template(path = "kondate/me.html")]
struct MePage<'a> {
    ui: &'a Ui,
    name: String,
    upload: String,
    /// The picture that others see so far.
    kept: Option<PictureId>,
    /// The one that was just taken in, which is to take its place.
    taken: Option<PictureId>,
    key: String,
    removes: bool,
    wrong: Wrong,
    most_megabytes: usize,
}

impl MePage<'_> {
    /// The address of the picture that is to be seen in the form.
    fn picture(&self) -> Option<String> {
        self.taken.or(self.kept.filter(|_| !self.removes)).map(|picture| taken_in(self.ui, picture, Size::Medium))
    }
}

async fn page(service: &Service, visit: &Visit, taken: Option<PictureId>, removes: bool, problem: Option<&Problem>) -> Answer {
    let ui = &visit.ui;
    let kept = service.profile(&visit.person.id).await?.and_then(|profile| picture_at(&profile.avatar_url?));
    let page = MePage {
        ui,
        name: visit.person.name.clone(),
        upload: ui.at(PICTURES),
        kept,
        taken,
        key: taken.map(|picture| picture.to_string()).unwrap_or_default(),
        removes,
        // The form has one field for the picture, whatever the operation calls it.
        wrong: problem.map(|problem| Wrong::with_all(ui, problem, &["file"])).unwrap_or_default(),
        most_megabytes: LARGEST_PICTURE / (1024 * 1024),
    };
    Ok(ui.show_as(problem.map_or(StatusCode::OK, |problem| problem.status), &page))
}

async fn show_me(State(service): State<Service>, visit: Visit) -> Answer {
    page(&service, &visit.below("/kondate/kitchen"), None, false, None).await
}

async fn change_me(State(state): State<PageState>, Posted { visit, form }: Posted) -> Answer {
    let visit = visit.below("/kondate/kitchen");
    let service = &state.service;
    let mut taken: Option<PictureId> = form.text("imageKey").parse().ok();
    let removes = form.has("removePicture");
    if let Some(file) = form.file("file") {
        let came = match within(file.clone(), LARGEST_PICTURE) {
            Ok(bytes) => take_in(service, &state.pictures, &visit.cook, bytes).await,
            Err(problem) => Err(problem),
        };
        match came {
            Ok(picture) => taken = Some(picture),
            Err(problem) => return page(service, &visit, None, removes, Some(&problem)).await,
        }
    }
    let avatar = match taken {
        Some(picture) => Avatar::Picture(picture),
        None if removes => Avatar::Nothing,
        None => return Ok(visit.ui.go("/kondate/kitchen")),
    };
    match service.set_avatar(&visit.person.id, &avatar).await {
        Ok(()) => Ok(visit.ui.go_saying("/kondate/kitchen", &Toast::new("kondate-toast-my-picture"))),
        Err(error) => page(service, &visit, None, removes, Some(&error.into())).await,
    }
}
