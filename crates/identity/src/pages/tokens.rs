//! Tokens of programs: the list, the form, and the token that was just made, shown once.

use askama::Template;
use axum::Router;
use axum::extract::{FromRef, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::{get, post};
use chabudai_kernel::once::Once;
use chabudai_kernel::part::{UtcSeconds, Word};
use chabudai_web::form::{Form, Wrong};
use chabudai_web::input::Path;
use chabudai_web::problem::Problem;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;
use serde::Deserialize;

use super::sessions::{day_there, moment};
use super::{Answer, Visit, proof};
use crate::api::app_of;
use crate::error::IdentityError;
use crate::model::{ProgramToken, Scope, TokenAccess};
use crate::people::People;
use crate::service::{LONGEST_TOKEN_NAME, NewToken};
use crate::sign_in::SignIn;

const PAGE: &str = "/account/tokens";
const NEW: &str = "/account/tokens/new";
/// For how many days one may be made here, with the message that says so. A program of the API may ask for any number in between.
const DAYS: [(i64, &str); 3] = [(30, "identity-token-30"), (90, "identity-token-90"), (365, "identity-token-365")];

pub(super) fn routes<S, T>(routes: Router<S>) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    T: People,
    SignIn<T>: FromRef<S>,
{
    routes
        .route(PAGE, get(show_tokens::<T>))
        .route(NEW, get(show_new::<T>).post(make_token::<T>))
        .route(&format!("{PAGE}/{{id}}/revoke"), post(revoke_token::<T>).get(to_tokens))
}

/// The list, for who only opens the address at which one of them is revoked.
async fn to_tokens(ui: Ui) -> Response {
    ui.go(PAGE)
}

/// A token in words.
struct Row {
    id: String,
    name: String,
    scope: String,
    until: String,
    used: String,
    has_ended: bool,
}

impl Row {
    fn of<T: People>(ui: &Ui, token: &ProgramToken<T>, now: UtcSeconds) -> Self {
        let has_ended = token.has_ended(now);
        let end = day_there(ui, token.data.expires_at);
        Self {
            id: token.data.id.to_string(),
            name: token.data.name.clone(),
            scope: in_words(ui, &token.scope()),
            until: ui.t1(if has_ended { "identity-token-ended" } else { "identity-token-until" }, "day", end.as_str()),
            used: match token.data.last_used_at {
                Some(at) => ui.t1("identity-token-used", "moment", moment(ui, at).as_str()),
                None => ui.t("identity-token-unused").into_owned(),
            },
            has_ended,
        }
    }
}

/// What a token is good for. An app that the house has no longer is called as in addresses.
fn in_words(ui: &Ui, scope: &Scope) -> String {
    let app = scope.app.as_ref().map(|app| {
        let info = ui.apps().iter().find(|info| info.name == app.as_str());
        info.map_or_else(|| app.to_string(), |info| ui.t(info.title).into_owned())
    });
    let app = app.unwrap_or_else(|| ui.t("identity-token-every-app").into_owned());
    let access = ui.t(match scope.access {
        TokenAccess::Read => "identity-token-read",
        TokenAccess::Write => "identity-token-write",
    });
    ui.t2("identity-token-scope", ("app", app), ("access", access))
}

#[derive(Template)]
#[template(path = "identity/tokens.html")]
struct TokensPage<'a> {
    ui: &'a Ui,
    tokens: Vec<Row>,
}

async fn show_tokens<T: People>(State(sign_in): State<SignIn<T>>, visit: Visit<T>) -> Answer {
    let visit = visit.below("/account");
    let tokens = sign_in.service.tokens(&visit.found.person).await?;
    let (ui, now) = (&visit.ui, sign_in.service.now());
    Ok(ui.show(&TokensPage { ui, tokens: tokens.iter().map(|token| Row::of(ui, token, now)).collect() }))
}

/// What was entered.
struct Entered {
    name: String,
    app: String,
    access: TokenAccess,
    days: i64,
}

impl Entered {
    /// What most programs need, and no more: they read.
    fn usual() -> Self {
        Self { name: String::new(), app: String::new(), access: TokenAccess::Read, days: DAYS[1].0 }
    }

    fn read(form: &Form) -> Self {
        Self {
            name: form.text("name").to_owned(),
            app: form.text("app").to_owned(),
            access: if form.text("access") == TokenAccess::Write.as_str() { TokenAccess::Write } else { TokenAccess::Read },
            // What is no number is none that will do.
            days: form.text("days").parse().unwrap_or_default(),
        }
    }

    fn wanted(&self, ui: &Ui) -> Result<NewToken, IdentityError> {
        let app: Option<Word> = if self.app.is_empty() { None } else { Some(app_of(ui, &self.app)?) };
        Ok(NewToken { name: self.name.clone(), scope: Scope { app, access: self.access }, days: self.days })
    }
}

#[derive(Template)]
#[template(path = "identity/token_new.html")]
struct NewPage<'a> {
    ui: &'a Ui,
    entered: &'a Entered,
    /// The apps, by name and title.
    apps: Vec<(&'static str, String)>,
    days: [(i64, &'static str); 3],
    most: usize,
    wrong: Wrong,
}

impl NewPage<'_> {
    /// What is wrong with none of the fields.
    fn whole(&self) -> Option<&str> {
        self.wrong.outside(&["name", "app", "days"])
    }

    fn writes(&self) -> bool {
        self.entered.access == TokenAccess::Write
    }
}

fn form_page(ui: &Ui, status: StatusCode, entered: &Entered, wrong: Wrong) -> Response {
    let apps = ui.apps().iter().map(|info| (info.name, ui.t(info.title).into_owned())).collect();
    ui.show_as(status, &NewPage { ui, entered, apps, days: DAYS, most: LONGEST_TOKEN_NAME, wrong })
}

async fn show_new<T: People>(State(sign_in): State<SignIn<T>>, visit: Visit<T>) -> Response {
    let visit = visit.below(PAGE);
    // Before the form, not after it was filled in.
    if let Some(proof) = proof::first(&sign_in, &visit, NEW) {
        return proof;
    }
    form_page(&visit.ui, StatusCode::OK, &Entered::usual(), Wrong::default())
}

#[derive(Template)]
#[template(path = "identity/token_made.html")]
struct MadePage<'a> {
    ui: &'a Ui,
    token: String,
    row: Row,
}

/// The answer is the page itself and no redirection: the token is kept nowhere. Whoever sends the form again, by a reload or by a second tap, is
/// shown the same one.
async fn make_token<T: People>(State(sign_in): State<SignIn<T>>, visit: Visit<T>, form: Form) -> Answer {
    let visit = visit.below(PAGE);
    if let Some(proof) = proof::first(&sign_in, &visit, NEW) {
        return Ok(proof);
    }
    let (ui, entered) = (&visit.ui, Entered::read(&form));
    let (key, request) = form.once();
    let made = async { sign_in.service.make_token(&visit.found, &entered.wanted(ui)?, Some(&Once::of_form(&key, request))).await };
    match made.await {
        Ok(made) => {
            let row = Row::of(ui, &made.kept, sign_in.service.now());
            Ok(ui.show(&MadePage { ui, token: made.brought.reveal(), row }))
        }
        Err(error) => {
            let problem = Problem::from(error);
            if !problem.is_about_input() {
                return Err(problem);
            }
            Ok(form_page(ui, problem.status, &entered, Wrong::with(ui, &problem)))
        }
    }
}

/// The token in an address.
#[derive(Deserialize)]
struct At {
    id: String,
}

async fn revoke_token<T: People>(State(sign_in): State<SignIn<T>>, visit: Visit<T>, Path(at): Path<At>, _: Form) -> Answer {
    match sign_in.service.revoke_token(&visit.found.person.user_id, &at.id).await {
        // It is gone already: the button was pressed twice.
        Ok(()) | Err(IdentityError::NotFound(_)) => Ok(visit.ui.go_saying(PAGE, &Toast::new("identity-toast-token-revoked"))),
        Err(error) => Err(error.into()),
    }
}
