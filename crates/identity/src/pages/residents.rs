//! Who lives here, for who looks after the house: names and what they may do, and nothing else of them.

use askama::Template;
use axum::Router;
use axum::extract::{FromRef, State};
use axum::routing::get;
use chabudai_web::input::Query;
use chabudai_web::people::Role;
use chabudai_web::problem::Problem;
use chabudai_web::site::escaped;
use chabudai_web::ui::Ui;
use serde::Deserialize;

use super::sessions::day_there;
use super::{Answer, Visit};
use crate::people::People;
use crate::sign_in::SignIn;

const PAGE: &str = "/account/people";
/// How many stand on a page: more than a household has.
const AT_ONCE: u32 = 50;

pub(super) fn routes<S, T>(routes: Router<S>) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    T: People,
    SignIn<T>: FromRef<S>,
{
    routes.route(PAGE, get(show_people::<T>))
}

/// Somebody who lives here.
struct Resident {
    id: String,
    name: String,
    since: String,
    is_operator: bool,
    is_me: bool,
}

#[derive(Template)]
#[template(path = "identity/people.html")]
struct PeoplePage<'a> {
    ui: &'a Ui,
    people: Vec<Resident>,
    /// Where the list goes on.
    next: Option<String>,
}

/// Where a list goes on.
#[derive(Deserialize)]
struct From {
    cursor: Option<String>,
}

async fn show_people<T: People>(State(sign_in): State<SignIn<T>>, visit: Visit<T>, Query(from): Query<From>) -> Answer {
    let visit = visit.below("/account");
    // Where everybody may join, who else has joined is nobody's business but the operator's.
    if visit.found.person.data.role() != Role::Operator {
        return Err(Problem::not_found());
    }
    let listed = sign_in.service.repo().everybody(AT_ONCE, from.cursor.as_deref()).await?;
    let ui = &visit.ui;
    let people = listed.items.iter().map(|person| Resident {
        id: person.user_id.to_string(),
        name: person.data.name.clone(),
        since: day_there(ui, person.created_at),
        is_operator: person.data.role() == Role::Operator,
        is_me: person.user_id == visit.found.person.user_id,
    });
    let next = listed.next.map(|cursor| ui.at(&format!("{PAGE}?cursor={}", escaped(&cursor))));
    Ok(ui.show(&PeoplePage { ui, people: people.collect(), next }))
}
