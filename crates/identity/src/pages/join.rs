//! Joining: a name, an address and a password, then the code that went to the address.

use axum::Router;
use axum::extract::{FromRef, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use chabudai_web::form::{Form, Wrong};
use chabudai_web::input::Query;
use chabudai_web::problem::Problem;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;
use serde::Deserialize;

use super::form_page::{Draft, Field, FormPage, PLAIN, again, again_with, onward, show};
use super::{Answer, ask_for_code, let_in, next_or_front, typed};
use crate::email;
use crate::error::{IdentityError, IdentityReason};
use crate::password::Password;
use crate::people::People;
use crate::service::{Entry, Here, Joining, name_of};
use crate::sign_in::{AttemptLimit, SignIn};

static JOIN: FormPage = FormPage {
    action: "/join",
    title: "identity-join",
    lead: "identity-join-lead",
    is_way_in: true,
    fields: &[Field::Name, Field::Email, Field::FirstPassword],
    button: "identity-ask-code",
    links: &[("/sign-in", "identity-to-sign-in")],
    ..PLAIN
};

/// For who founds the house or was invited: there is nothing to wait for.
static JOIN_NOW: FormPage = FormPage { lead: "identity-invited-lead", button: "identity-create", is_way_in: false, ..JOIN };
static FOUND: FormPage = FormPage { title: "identity-found", lead: "identity-found-lead", links: &[], ..JOIN_NOW };

static JOIN_CODE: FormPage = FormPage {
    action: "/join/code",
    title: "identity-join",
    lead: "identity-code-lead",
    fields: &[Field::Email, Field::Code],
    button: "identity-join",
    links: &[("/join", "identity-to-code-again")],
    ..PLAIN
};

pub(super) fn routes<S, T>(routes: Router<S>) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    T: People,
    SignIn<T>: FromRef<S>,
{
    routes
        .route("/join", get(show_join::<T>).post(submit_join::<T>))
        .route("/join/code", get(show_join_code::<T>).post(submit_join_code::<T>))
}

/// What a link brings along.
#[derive(Deserialize)]
struct Brought {
    setup: Option<String>,
    invite: Option<String>,
    /// Where somebody wanted to go.
    next: Option<String>,
}

/// The form that fits what somebody brings.
async fn fitting<T: People>(sign_in: &SignIn<T>, here: &Here, setup: &str, invite: &str) -> Result<&'static FormPage, IdentityError> {
    if !invite.is_empty() {
        // Told before somebody fills in a form for nothing.
        return if sign_in.service.is_invitation(invite).await? {
            Ok(&JOIN_NOW)
        } else {
            Err(IdentityError::Own(IdentityReason::LinkUsed))
        };
    }
    if sign_in.service.is_empty().await? {
        let is_let = !setup.is_empty() || here.is_this_machine;
        return if is_let { Ok(&FOUND) } else { Err(IdentityError::Own(IdentityReason::SetupNeeded)) };
    }
    if sign_in.service.may_join().await? { Ok(&JOIN) } else { Err(IdentityError::Own(IdentityReason::SignUpClosed)) }
}

async fn show_join<T: People>(
    State(sign_in): State<SignIn<T>>,
    ui: Ui,
    headers: HeaderMap,
    here: Here,
    Query(brought): Query<Brought>,
) -> Answer {
    let here = sign_in.seen(here);
    let (setup, invite) = (brought.setup.unwrap_or_default(), brought.invite.unwrap_or_default());
    let page = fitting(&sign_in, &here, &setup, &invite).await?;
    let next = brought.next.unwrap_or_default();
    Ok(show(&sign_in, &ui, page, &Draft { email: typed(&headers), setup, invite, next, ..Draft::default() }))
}

async fn submit_join<T: People>(
    State(sign_in): State<SignIn<T>>,
    ui: Ui,
    headers: HeaderMap,
    here: Here,
    _: AttemptLimit<T>,
    form: Form,
) -> Answer {
    let here = sign_in.seen(here);
    let entry = match (form.text("setup"), form.text("invite")) {
        ("", "") => Entry::Nothing,
        (setup, "") => Entry::Setup(setup),
        (_, invite) => Entry::Invitation(invite),
    };
    match sign_in.service.ask_to_join(form.text("name"), form.text("email"), form.text("password"), entry, &here).await {
        Ok(Joining::CodeSent(_)) => Ok(ask_for_code(&ui, &onward("/join/code", form.text("next")), form.text("email"))),
        Ok(Joining::In(found)) => {
            let toast = Toast::new("identity-toast-joined").about(&found.person.data.name);
            let_in(&sign_in, &ui, &headers, &found, next_or_front(form.text("next")), &toast).await
        }
        Err(error) => {
            let problem = Problem::from(error);
            if problem.field.is_none() {
                return Err(problem);
            }
            let wrong = faults(&ui, &form, &problem);
            let page = fitting(&sign_in, &here, form.text("setup"), form.text("invite")).await?;
            again_with(&sign_in, &ui, page, &Draft::read(&form), problem, wrong)
        }
    }
}

/// Everything that is wrong with the form, not only what was found first.
fn faults(ui: &Ui, form: &Form, first: &Problem) -> Wrong {
    let [name, email, password] = ["name", "email", "password"].map(|field| form.text(field));
    let all = [name_of(name).err(), email::parse(email).err(), Password::new(password, email).err()];
    let others = all.into_iter().flatten().map(Problem::from).filter(|other| first.field.is_some() && other.field != first.field);
    others.fold(Wrong::with(ui, first), |wrong, other| wrong.and(ui, &other))
}

/// Where somebody wanted to go, behind an address.
#[derive(Deserialize)]
struct Wanted {
    next: Option<String>,
}

async fn show_join_code<T: People>(State(sign_in): State<SignIn<T>>, ui: Ui, headers: HeaderMap, Query(wanted): Query<Wanted>) -> Response {
    let draft = Draft { email: typed(&headers), next: wanted.next.unwrap_or_default(), may_join: true, ..Draft::default() };
    show(&sign_in, &ui, &JOIN_CODE, &draft)
}

async fn submit_join_code<T: People>(
    State(sign_in): State<SignIn<T>>,
    ui: Ui,
    headers: HeaderMap,
    here: Here,
    _: AttemptLimit<T>,
    form: Form,
) -> Answer {
    match sign_in.service.join(form.text("email"), form.text("code"), &here).await {
        Ok(found) => {
            let toast = Toast::new("identity-toast-joined").about(&found.person.data.name);
            let_in(&sign_in, &ui, &headers, &found, next_or_front(form.text("next")), &toast).await
        }
        Err(error) => again(&sign_in, &ui, &JOIN_CODE, &Draft { may_join: true, ..Draft::read(&form) }, error.into()),
    }
}
