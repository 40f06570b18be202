//! Registering, signing in and out, and coming from the house.

use axum::extract::State;
use axum::http::StatusCode;
use chabudai_web::api::{Access, Api, operation};
use chabudai_web::input::Json as Body;
use chabudai_web::output::Json;
use chabudai_web::people::Caller;
use chabudai_web::problem::Problem;
use schemars::JsonSchema;
use serde::Deserialize;

use super::view::{ChirashiUserView, TokensView};
use super::{Answer, AppState, Network, comer};
use crate::service::Service;

pub(super) fn routes(api: Api<AppState>) -> Api<AppState> {
    let open = |id: &'static str, summary: &'static str| operation(id, summary).access(Access::Anybody);
    api.post(
        "/auth/register",
        register,
        open("chirashiRegister", "Ask for an account; a code comes by mail")
            .body::<RegisterInput>()
            .answers_nothing("A mail is on its way."),
    )
    .post(
        "/auth/confirm",
        confirm,
        open("chirashiConfirm", "Make the account with the code").body::<CodeInput>().answers::<TokensView>(200, "One is signed in."),
    )
    .post(
        "/auth/sign-in",
        sign_in,
        open("chirashiSignIn", "Sign in with an address and a password")
            .body::<ChirashiSignInInput>()
            .answers::<TokensView>(200, "One is signed in."),
    )
    .post(
        "/auth/refresh",
        refresh,
        open("chirashiRefresh", "The next pair of tokens; a token that comes twice ends the session")
            .body::<RefreshInput>()
            .answers::<TokensView>(200, "The next pair."),
    )
    .post("/auth/sign-out", sign_out, open("chirashiSignOut", "Sign out").body::<RefreshInput>().answers_nothing("One is out, at once."))
    .post(
        "/auth/forgot-password",
        forgot,
        open("chirashiForgotPassword", "Ask for a code to choose a new password")
            .body::<ForgotInput>()
            .answers_nothing("If there is an account, a mail is on its way."),
    )
    .post(
        "/auth/reset-password",
        reset,
        open("chirashiResetPassword", "Choose a new password with the code").body::<ResetInput>().answers_nothing("All sessions are over."),
    )
    .post(
        "/auth/join",
        join,
        operation("chirashiJoin", "Somebody of the house shows that the account with their address is theirs")
            .body::<JoinInput>()
            .answers::<ChirashiUserView>(200, "The account."),
    )
    .post(
        "/auth/begin-apart",
        begin_apart,
        operation("chirashiBeginApart", "Somebody of the house begins with a new account").answers::<ChirashiUserView>(200, "The account."),
    )
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RegisterInput {
    #[schemars(length(max = 254))]
    email: String,
    #[schemars(length(min = 1, max = 80))]
    name: String,
    /// 8 to 72 bytes.
    password: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CodeInput {
    email: String,
    /// Eight digits.
    code: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ChirashiSignInInput {
    email: String,
    password: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct RefreshInput {
    pub(super) refresh_token: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ForgotInput {
    email: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ResetInput {
    email: String,
    code: String,
    password: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct JoinInput {
    password: String,
}

async fn register(State(service): State<Service>, Network(from): Network, Body(input): Body<RegisterInput>) -> Result<StatusCode, Problem> {
    service.register(&input.email, &input.name, &input.password, &from).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn confirm(State(service): State<Service>, Body(input): Body<CodeInput>) -> Answer<TokensView> {
    Ok(Json(service.confirm(&input.email, &input.code).await?.pair.into()))
}

async fn sign_in(State(service): State<Service>, Network(from): Network, Body(input): Body<ChirashiSignInInput>) -> Answer<TokensView> {
    Ok(Json(service.sign_in(&input.email, &input.password, &from).await?.pair.into()))
}

async fn refresh(State(service): State<Service>, Body(input): Body<RefreshInput>) -> Answer<TokensView> {
    Ok(Json(service.refresh(&input.refresh_token).await?.into()))
}

async fn sign_out(State(service): State<Service>, Body(input): Body<RefreshInput>) -> Result<StatusCode, Problem> {
    service.sign_out(&input.refresh_token).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn forgot(State(service): State<Service>, Network(from): Network, Body(input): Body<ForgotInput>) -> Result<StatusCode, Problem> {
    service.forgot_password(&input.email, &from).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn reset(State(service): State<Service>, Body(input): Body<ResetInput>) -> Result<StatusCode, Problem> {
    service.reset_password(&input.email, &input.code, &input.password).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn join(
    State(service): State<Service>,
    Caller(person): Caller,
    Network(from): Network,
    Body(input): Body<JoinInput>,
) -> Answer<ChirashiUserView> {
    Ok(Json(service.join(&comer(person), &input.password, &from).await?.into()))
}

async fn begin_apart(State(service): State<Service>, Caller(person): Caller) -> Answer<ChirashiUserView> {
    Ok(Json(service.begin_apart(&comer(person)).await?.into()))
}
