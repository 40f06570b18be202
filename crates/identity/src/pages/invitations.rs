//! Inviting somebody: a link and its QR code, shown once, and what was given out.

use askama::Template;
use axum::Router;
use axum::extract::{FromRef, State};
use axum::response::Response;
use axum::routing::{get, post};
use chabudai_kernel::once::Once;
use chabudai_web::form::Form;
use chabudai_web::input::Path;
use chabudai_web::problem::Problem;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;
use qrcode::QrCode;
use qrcode::render::svg;
use serde::Deserialize;

use super::sessions::moment;
use super::{Answer, Visit};
use crate::people::People;
use crate::service::INVITATION_GOOD_FOR;
use crate::sign_in::{SignIn, is_of_this_machine};

const PAGE: &str = "/account/invitations";

pub(super) fn routes<S, T>(routes: Router<S>) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    T: People,
    SignIn<T>: FromRef<S>,
{
    routes
        .route(PAGE, get(show_invitations::<T>).post(create_invitation::<T>))
        .route(&format!("{PAGE}/{{id}}/withdraw"), post(withdraw_invitation::<T>).get(to_invitations))
}

/// The list, for who only opens the address at which one of them is taken back.
async fn to_invitations(ui: Ui) -> Response {
    ui.go(PAGE)
}

/// An invitation that nobody has used.
struct Given {
    id: String,
    since: String,
}

#[derive(Template)]
#[template(path = "identity/invitations.html")]
struct InvitationsPage<'a> {
    ui: &'a Ui,
    /// The link that was just made, and the same as a picture.
    fresh: Option<(String, String)>,
    given: Vec<Given>,
    days: i64,
    /// The link leads to this very machine, and from another one nowhere.
    is_local: bool,
}

async fn page<T: People>(sign_in: &SignIn<T>, visit: &Visit<T>, fresh: Option<(String, String)>) -> Answer {
    let given = sign_in.service.invitations(&visit.found.person.user_id).await?;
    let of = |one: &crate::model::Invitation<T>| Given { id: one.id(), since: moment(&visit.ui, one.created_at) };
    let is_local = is_of_this_machine(&visit.ui.far(""));
    let days = INVITATION_GOOD_FOR / (24 * 60 * 60);
    Ok(visit.ui.show(&InvitationsPage { ui: &visit.ui, fresh, given: given.iter().map(of).collect(), days, is_local }))
}

async fn show_invitations<T: People>(State(sign_in): State<SignIn<T>>, visit: Visit<T>) -> Answer {
    page(&sign_in, &visit.below("/account"), None).await
}

/// The answer is the page itself and no redirection: what the link carries is kept nowhere. Whoever sends the form again, by a reload or by a second
/// tap, is shown the same link.
async fn create_invitation<T: People>(State(sign_in): State<SignIn<T>>, visit: Visit<T>, form: Form) -> Answer {
    let visit = visit.below("/account");
    let (key, request) = form.once();
    visit.found.is_at_home()?;
    match sign_in.service.invite(&visit.found.person.user_id, Some(&visit.found), Some(&Once::of_form(&key, request))).await {
        Ok(secret) => {
            let link = visit.ui.far(&format!("/join?invite={secret}"));
            let picture = picture(&link)?;
            page(&sign_in, &visit, Some((link, picture))).await
        }
        Err(error) => {
            let problem = Problem::from(error);
            if problem.status.is_server_error() { Err(problem) } else { Ok(visit.ui.go_saying(PAGE, &Toast::of(&problem))) }
        }
    }
}

/// A QR code, drawn in the colours of paper and ink in both themes: cameras want dark on light.
fn picture(link: &str) -> Result<String, Problem> {
    let unable = |_| Problem::new(axum::http::StatusCode::INTERNAL_SERVER_ERROR, "http.internal", "The link is too long to be drawn.");
    let code = QrCode::new(link).map_err(unable)?;
    let (dark, light) = (svg::Color("#221f1b"), svg::Color("#fff"));
    let text = code.render::<svg::Color<'_>>().min_dimensions(200, 200).dark_color(dark).light_color(light).build();
    // What stands before the picture is for files of their own.
    Ok(text.find("<svg").map_or(text.clone(), |at| text[at..].to_owned()))
}

/// The invitation in an address.
#[derive(Deserialize)]
struct At {
    id: String,
}

async fn withdraw_invitation<T: People>(State(sign_in): State<SignIn<T>>, visit: Visit<T>, Path(at): Path<At>, _: Form) -> Answer {
    sign_in.service.withdraw(&visit.found.person.user_id, &at.id).await?;
    Ok(visit.ui.go_saying(PAGE, &Toast::new("identity-toast-withdrawn")))
}
