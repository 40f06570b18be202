//! Tokens of programs: who is signed in makes them, lists them and revokes them. A program does none of it.

use axum::extract::{FromRef, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use chabudai_kernel::once::Once;
use chabudai_kernel::part::Word;
use chabudai_web::api::{Api, operation};
use chabudai_web::input::{Path, whole};
use chabudai_web::line::Line;
use chabudai_web::output::Json;
use chabudai_web::problem::Problem;
use chabudai_web::repeat::Repeatable;
use chabudai_web::ui::Ui;
use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use super::{Answer, At, Person};
use crate::error::IdentityError;
use crate::model::{ProgramToken, Scope, TokenAccess};
use crate::people::People;
use crate::service::{LONGEST_TOKEN_NAME, NewToken};
use crate::sign_in::SignIn;

/// The shortest key of a request that makes a token: the token's secret follows from it.
const SHORTEST_KEY: usize = 16;

/// They belong to the house alone: no app ever had them.
pub(super) fn routes<S, T>(api: Api<S>) -> Api<S>
where
    S: Clone + Send + Sync + 'static,
    T: People,
    SignIn<T>: FromRef<S>,
{
    let id = api.namer();
    api.get(
        "/tokens",
        list_tokens::<T>,
        operation(id("tokens"), "Tokens of programs").answers::<TokenList>(200, "The newest first, with those that ended within a month."),
    )
    .post(
        "/tokens",
        make_token::<T>,
        operation(id("makeToken"), "Let a program work for one, as soon as one has shown within ten minutes who one is")
            .body::<TokenInput>()
            .repeatable_by(SHORTEST_KEY)
            .answers::<MadeTokenView>(
                201,
                "A token for `Authorization: Bearer`, told this once. It opens the API of apps, within its scope.",
            ),
    )
    .delete(
        "/tokens/{id}",
        revoke_token::<T>,
        operation(id("revokeToken"), "Revoke a program's token").answers_nothing("It opens nothing any more."),
    )
}

/// A token that is wanted.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct TokenInput {
    /// What its owner calls it.
    #[schemars(with = "Line<LONGEST_TOKEN_NAME>")]
    name: String,
    /// The one app that it is for, such as `okusuri`; every app without one.
    #[schemars(length(min = 1, max = 32), regex(pattern = "^[a-z]+$"))]
    app: Option<String>,
    /// `read` for GET and HEAD alone, or `write` for everything.
    access: AccessName,
    /// For how many days it is good.
    #[serde(deserialize_with = "days_in")]
    #[schemars(range(min = 1, max = 365))]
    days: i64,
}

/// A number of days that has to be there; `30.0` is one too.
fn days_in<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    whole(deserializer)?.map(i64::from).ok_or_else(|| D::Error::custom("expected a whole number"))
}

/// What a program may do.
#[derive(Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "TokenAccess")]
enum AccessName {
    Read,
    Write,
}

impl From<AccessName> for TokenAccess {
    fn from(name: AccessName) -> Self {
        match name {
            AccessName::Read => Self::Read,
            AccessName::Write => Self::Write,
        }
    }
}

/// A program's token, without its secret.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct TokenView {
    id: String,
    name: String,
    /// The one app that it is for; every app without one.
    app: Option<String>,
    access: AccessName,
    #[schemars(extend("format" = "date-time"))]
    created_at: String,
    /// When it ends, or ended.
    #[schemars(extend("format" = "date-time"))]
    expires_at: String,
    /// When it was last used, to the hour.
    #[schemars(extend("format" = "date-time"))]
    last_used_at: Option<String>,
}

impl TokenView {
    fn of<T: People>(token: &ProgramToken<T>) -> Self {
        let data = &token.data;
        Self {
            id: data.id.to_string(),
            name: data.name.clone(),
            app: data.app.as_ref().map(Word::to_string),
            access: match data.access {
                TokenAccess::Read => AccessName::Read,
                TokenAccess::Write => AccessName::Write,
            },
            created_at: token.created_at.to_string(),
            expires_at: data.expires_at.to_string(),
            last_used_at: data.last_used_at.map(|at| at.to_string()),
        }
    }
}

/// The programs that work for somebody.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct TokenList {
    items: Vec<TokenView>,
}

/// A token that was just made.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct MadeTokenView {
    /// For `Authorization: Bearer`. It is not told again.
    token: String,
    /// How it is listed.
    listed: TokenView,
}

async fn list_tokens<T: People>(State(sign_in): State<SignIn<T>>, Person(found): Person<T>) -> Answer<Json<TokenList>> {
    let tokens = sign_in.service.tokens(&found.person).await?;
    Ok(Json(TokenList { items: tokens.iter().map(TokenView::of).collect() }))
}

async fn make_token<T: People>(
    State(sign_in): State<SignIn<T>>,
    Person(found): Person<T>,
    ui: Ui,
    input: Repeatable<TokenInput>,
) -> Answer<Response> {
    let TokenInput { name, app, access, days } = input.body;
    let scope = Scope { app: app.as_deref().map(|app| app_of(&ui, app)).transpose()?, access: access.into() };
    if input.key.as_ref().is_some_and(|(key, _)| key.as_str().len() < SHORTEST_KEY) {
        let detail = "To make a token, an Idempotency-Key has 16 characters at least; a UUID is a good one.";
        return Err(Problem::of_field("identity.idempotency_key_short", "Idempotency-Key", detail));
    }
    let once = input.key.map(|(key, request)| Once::of_client(&key, request));
    let made = sign_in.service.make_token(&found, &NewToken { name, scope, days }, once.as_ref()).await?;
    let view = MadeTokenView { token: made.brought.reveal(), listed: TokenView::of(&made.kept) };
    Ok((StatusCode::CREATED, Json(view)).into_response())
}

/// The app of this name, if the house has it.
pub(crate) fn app_of(ui: &Ui, name: &str) -> Result<Word, IdentityError> {
    let unknown = IdentityError::Invalid { field: "app", code: "identity.token_app", message: "There is no such app here." };
    let known = ui.apps().iter().any(|info| info.name == name);
    Word::new(name).filter(|_| known).ok_or(unknown)
}

async fn revoke_token<T: People>(State(sign_in): State<SignIn<T>>, Person(found): Person<T>, Path(at): Path<At>) -> Answer<StatusCode> {
    sign_in.service.revoke_token(&found.person.user_id, &at.id).await?;
    Ok(StatusCode::NO_CONTENT)
}
