//! The first visit: what this is, and how the pill is taken.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::post;
use chabudai_web::form::{Form, Wrong};
use chabudai_web::problem::Problem;
use chabudai_web::site::page_above;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;
use jiff::civil::Date;

use super::regimens::{Choice, Draft, in_the_form, offered, regimen_in};
use super::{Answer, Visit};
use crate::api::AppState;
use crate::regimen::Regimen;
use crate::service::{Person, ProfileChange, Service};

pub(super) fn routes(routes: Router<AppState>) -> Router<AppState> {
    routes.route("/okusuri/begin", post(begin).get(page_above))
}

#[derive(Template)]
#[template(path = "okusuri/beginning.html")]
struct BeginningPage<'a> {
    ui: &'a Ui,
    name: &'a str,
    draft: Draft,
    choices: Vec<Choice>,
    /// The last day that the regimen can begin on.
    last: String,
}

/// Asks somebody who has neither logged nor chosen anything. Nothing is chosen for them: how a pill is taken is what was prescribed.
pub(super) fn ask(ui: &Ui, person: &Person, today: Date) -> Response {
    show(ui, person, today, StatusCode::OK, Draft::of(&Regimen::UNDECIDED))
}

fn show(ui: &Ui, person: &Person, today: Date, status: StatusCode, draft: Draft) -> Response {
    // Numbers of one's own are for the settings.
    let choices = offered(&person.data.own.regimen()).into_iter().filter(|choice| !choice.has_numbers).collect();
    ui.show_as(status, &BeginningPage { ui, name: &person.data.name, draft, choices, last: today.to_string() })
}

async fn begin(State(service): State<Service>, visit: Visit, form: Form) -> Answer {
    let visit = visit.here("home");
    let (ui, person) = (&visit.ui, &visit.found.person);
    // Where the browser says it is, unless that was settled before.
    let timezone = person.data.own.timezone.is_none().then(|| ui.zone_name().to_owned());
    let outcome = async {
        let regimen = if form.has("skip") { Regimen::UNDECIDED } else { regimen_in(&form)? };
        Ok::<_, Problem>(service.change_profile(person, &ProfileChange { timezone, regimen: Some(regimen) }).await?)
    };
    match outcome.await {
        Ok(_) => Ok(ui.go_saying("/okusuri", &Toast::new("okusuri-toast-begun"))),
        Err(problem) if problem.is_about_input() => {
            let problem = in_the_form(problem, &form);
            let draft = Draft::typed(&form, Wrong::with(ui, &problem));
            Ok(show(ui, person, service.today(person).0, problem.status, draft))
        }
        Err(problem) => Err(problem),
    }
}
