//! Form in, service or repo, page out.

mod words; // the words of a reminder

use askama::Template;
use axum::Router;
use axum::extract::State as Of;
use axum::response::Response;
use axum::routing::get;
use chabudai_identity::door::Door;
use chabudai_identity::pages::{self as identity, Away, Visit};
use chabudai_web::problem::Problem;
use chabudai_web::room::Face;
use chabudai_web::text::Locale;
use chabudai_web::ui::{Tab, Ui};

use crate::api::State;
use crate::design::Okusuri;

pub use words::ReminderWords;

/// What Okusuri shows of itself.
pub static FACE: Face = Face {
    name: "okusuri",
    title: "okusuri-app",
    line: "okusuri-app-line",
    colour: "#1b6b68",
    locale: Locale { ja: include_str!("../../locales/ja.ftl"), en: include_str!("../../locales/en.ftl") },
    shared: &[chabudai_identity::letter::LOCALE],
};

/// The places of somebody who is signed in.
pub fn tabs(ui: &Ui) -> Vec<Tab> {
    let tab = |name, title, path| Tab { name, title, address: ui.at(path) };
    vec![tab("home", "okusuri-home", "/okusuri"), tab("person", "identity-account", "/okusuri/account")]
}

/// The pages below `/okusuri`.
pub fn routes(state: State) -> Router {
    let routes = Router::new().route("/okusuri", get(home));
    identity::routes::<_, Okusuri>(routes, "/okusuri").with_state(state)
}

#[derive(Template)]
#[template(path = "okusuri/home.html")]
struct HomePage<'a> {
    ui: &'a Ui,
    name: &'a str,
}

/// Home, for who is signed in; the door, for who is not.
async fn home(Of(door): Of<Door<Okusuri>>, ui: Ui, visit: Result<Visit<Okusuri>, Away>) -> Result<Response, Problem> {
    match visit {
        Ok(visit) => {
            let visit = visit.here("home");
            Ok(visit.ui.show(&HomePage { ui: &visit.ui, name: &visit.found.person.data.name }))
        }
        Err(Away::SignIn(_)) if door.service.is_empty().await? => Ok(identity::welcome(&door, ui)),
        Err(Away::SignIn(_)) => Ok(ui.go("/okusuri/sign-in")),
        Err(Away::Problem(problem)) => Err(problem),
    }
}
