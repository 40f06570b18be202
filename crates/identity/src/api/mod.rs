//! JSON: signing in and out, sessions, and everything that is kept of a person.

mod devices;
mod passkeys;
mod tokens;
mod view;

use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use chabudai_kernel::part::Word;
use chabudai_web::api::{Access, Api, operation};
use chabudai_web::input::{Json as Body, Path};
use chabudai_web::output::Json;
use chabudai_web::problem::Problem;
use chabudai_web::ui::Ui;
use schemars::JsonSchema;
use serde::Deserialize;

use self::view::{DeleteInput, Export, ProofInput, ProviderUrl, SessionItem, SessionList, SessionView, SignInInput, SignedInView};
use crate::error::{IdentityError, IdentityReason};
use crate::model::Profile;
use crate::people::People;
use crate::service::{Here, Program, SignedIn};
use crate::sign_in::{AttemptLimit, SignIn, bearer};

pub(crate) use self::tokens::app_of;

/// The routes of the house, below `/auth/v1`, with their description.
pub fn routes<S, T>(api: Api<S>) -> Api<S>
where
    S: Clone + Send + Sync + 'static,
    T: People,
    SignIn<T>: FromRef<S>,
{
    let api = mounted::<S, T>(api, "", "/providers/{provider}");
    devices::routes::<S, T>(passkeys::routes::<S, T>(tokens::routes::<S, T>(api)))
}

/// The same below the `v1` of the app that they belonged to before, for programs that know them there.
pub fn earlier_routes<S, T>(api: Api<S>) -> Api<S>
where
    S: Clone + Send + Sync + 'static,
    T: People,
    SignIn<T>: FromRef<S>,
{
    mounted::<S, T>(api, "/auth", "/auth/{provider}")
}

fn mounted<S, T>(api: Api<S>, auth: &str, provider: &str) -> Api<S>
where
    S: Clone + Send + Sync + 'static,
    T: People,
    SignIn<T>: FromRef<S>,
{
    let id = api.namer();
    let at = |rest: &str| format!("{auth}{rest}");
    api.path::<By>()
        .path::<At>()
        .post(
            &at("/sign-in"),
            sign_in::<T>,
            operation(id("signIn"), "Sign in with an address and a password")
                .access(Access::Anybody)
                .body::<SignInInput>()
                .answers::<SignedInView>(200, "A token for `Authorization: Bearer`, told this once."),
        )
        .get(
            provider,
            provider_sign_in::<T>,
            operation(id("providerSignIn"), "Where a browser signs in by an account at a provider, such as google")
                .access(Access::Anybody)
                .answers::<ProviderUrl>(200, "The address of the page."),
        )
        .get(
            &at("/session"),
            get_session::<T>,
            operation(id("session"), "Who is signed in").answers::<SessionView>(200, "The person and the session."),
        )
        .post(
            &at("/signout"),
            sign_out::<T>,
            operation(id("signOut"), "Sign out").access(Access::AnybodyOrPerson).answers_nothing("The token opens nothing any more."),
        )
        .post(
            &at("/signout-all"),
            sign_out_all::<T>,
            operation(id("signOutAll"), "Sign out everywhere").answers_nothing("No token opens anything."),
        )
        .get(
            &at("/sessions"),
            list_sessions::<T>,
            operation(id("sessions"), "Where one is signed in").answers::<SessionList>(200, "The newest first."),
        )
        .delete(
            &at("/sessions/{id}"),
            end_session::<T>,
            operation(id("endSession"), "Sign out elsewhere").answers_nothing("The session has ended."),
        )
        .post(
            &at("/proof"),
            prove::<T>,
            operation(id("prove"), "Show once more who it is, which an export asks for unless one has signed in within ten minutes")
                .body::<ProofInput>()
                .answers_nothing("For ten minutes this session is not asked again."),
        )
        .post(
            &at("/proof/code"),
            send_proof_code::<T>,
            operation(id("sendProofCode"), "Ask for a code to show who it is, as whoever has no password")
                .answers_nothing("It is on its way to the address of the account."),
        )
        .get(
            "/export",
            export_account::<T>,
            operation(id("export"), "Everything that is kept of a person").answers::<Export>(200, "All items."),
        )
        .delete(
            "/account",
            delete_account::<T>,
            operation(id("deleteAccount"), "Delete everything that is kept of a person")
                .body::<DeleteInput>()
                .answers_nothing("It is gone."),
        )
}

/// What a handler answers.
type Answer<T> = Result<T, Problem>;

/// Whether an address below the `v1` of the app that the people's operations belonged to before is one of those.
pub(crate) fn is_of_people(rest: &str) -> bool {
    let first = rest.split('/').next().unwrap_or_default();
    ["auth", "export", "account"].contains(&first)
}

/// Somebody who is signed in, by the token of their session in the `Authorization` header. A program is not: what asks for this is nothing that a
/// program may do.
pub struct Person<T: People>(pub SignedIn<T>);

impl<S: Send + Sync, T: People> FromRequestParts<S> for Person<T>
where
    SignIn<T>: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Answer<Self> {
        if parts.extensions.get::<Arc<Program<T>>>().is_some() {
            return Err(IdentityError::Own(IdentityReason::TokenScope("it opens no account")).into());
        }
        let token = bearer(&parts.headers).ok_or(IdentityError::Own(IdentityReason::NotSignedIn))?;
        Ok(Self(SignIn::<T>::from_ref(state).service.signed_in(&token).await?))
    }
}

/// Whoever asks something of an app: somebody who is signed in, or a program that works for them and was let in by its token.
pub struct Caller<T: People> {
    /// Who it is, or for whom the program works.
    pub person: Profile<T>,
}

impl<S: Send + Sync, T: People> FromRequestParts<S> for Caller<T>
where
    SignIn<T>: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Answer<Self> {
        if let Some(program) = parts.extensions.get::<Arc<Program<T>>>() {
            return Ok(Self { person: program.person.clone() });
        }
        let Person(found) = Person::from_request_parts(parts, state).await?;
        Ok(Self { person: found.person })
    }
}

async fn sign_in<T: People>(
    State(sign_in): State<SignIn<T>>,
    here: Here,
    _: AttemptLimit<T>,
    Body(input): Body<SignInInput>,
) -> Answer<Json<SignedInView>> {
    let found = sign_in.service.sign_in(&input.email, &input.password, &here).await?;
    Ok(Json(SignedInView::of(&found)))
}

/// The provider in an address.
#[derive(Deserialize, JsonSchema)]
struct By {
    #[schemars(length(min = 1, max = 32), regex(pattern = "^[a-z0-9-]+$"))]
    provider: String,
}

/// What begins at a provider is bound to the browser that begins it, so that a program is told the page and not the provider's address.
async fn provider_sign_in<T: People>(State(sign_in): State<SignIn<T>>, ui: Ui, Path(by): Path<By>) -> Answer<Json<ProviderUrl>> {
    let is_known = sign_in.service.providers().iter().any(|provider| provider.id().as_str() == by.provider);
    if !is_known {
        return Err(IdentityError::NotFound("provider").into());
    }
    Ok(Json(ProviderUrl { url: ui.far("/sign-in") }))
}

async fn get_session<T: People>(Person(found): Person<T>) -> Json<SessionView> {
    Json(SessionView::of(&found))
}

async fn sign_out<T: People>(State(sign_in): State<SignIn<T>>, headers: HeaderMap) -> Answer<StatusCode> {
    if let Some(token) = bearer(&headers) {
        sign_in.service.sign_out(&token, None).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

async fn sign_out_all<T: People>(State(sign_in): State<SignIn<T>>, Person(found): Person<T>) -> Answer<StatusCode> {
    found.is_at_home()?;
    sign_in.service.revoke_all(&found.person.user_id).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn list_sessions<T: People>(State(sign_in): State<SignIn<T>>, Person(found): Person<T>) -> Answer<Json<SessionList>> {
    let sessions = sign_in.service.sessions(&found.person).await?;
    let items = sessions.iter().map(|session| SessionItem::of(session, &found.session.session_id)).collect();
    Ok(Json(SessionList { items }))
}

/// The id in an address.
#[derive(Deserialize, JsonSchema)]
struct At {
    #[schemars(length(min = 1, max = 512))]
    id: String,
}

async fn end_session<T: People>(State(sign_in): State<SignIn<T>>, Person(found): Person<T>, Path(at): Path<At>) -> Answer<StatusCode> {
    found.is_at_home()?;
    let session = Word::new(at.id).ok_or(IdentityError::NotFound("session"))?;
    sign_in.service.revoke(&found.person.user_id, &session).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// By the password, or by the code that was asked for.
async fn prove<T: People>(
    State(sign_in): State<SignIn<T>>,
    Person(found): Person<T>,
    here: Here,
    _: AttemptLimit<T>,
    Body(input): Body<ProofInput>,
) -> Answer<StatusCode> {
    match input.code {
        Some(code) => sign_in.service.prove_by_code(&found, &code, &here).await?,
        None => sign_in.service.prove_by_password(&found, &input.password.unwrap_or_default()).await?,
    }
    Ok(StatusCode::NO_CONTENT)
}

async fn send_proof_code<T: People>(State(sign_in): State<SignIn<T>>, Person(found): Person<T>, _: AttemptLimit<T>) -> Answer<StatusCode> {
    sign_in.service.ask_to_prove(&found).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn export_account<T: People>(State(sign_in): State<SignIn<T>>, Person(found): Person<T>) -> Answer<Json<Export>> {
    Ok(Json(Export::of(sign_in.service.export(&found).await?)))
}

/// The same proof as on the page: the password, or, where there is none, a fresh proof and a word that it is meant.
async fn delete_account<T: People>(
    State(sign_in): State<SignIn<T>>,
    Person(found): Person<T>,
    Body(input): Body<DeleteInput>,
) -> Answer<StatusCode> {
    let is_sure = input.sure.unwrap_or_default();
    if !is_sure && !sign_in.service.has_password(&found.person.user_id).await? {
        return Err(IdentityError::Invalid { field: "sure", code: "identity.not_sure", message: "Say that you are sure." }.into());
    }
    sign_in.service.prove_with(&found, &input.password.unwrap_or_default()).await?;
    sign_in.service.leave(&found.person).await?;
    Ok(StatusCode::NO_CONTENT)
}
