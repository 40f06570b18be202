//! JSON: passkeys of whoever is signed in, and signing in by one. What goes to and comes from a device is what `navigator.credentials` takes
//! and answers.

use axum::extract::{FromRef, State};
use axum::http::StatusCode;
use chabudai_web::api::{Access, Api, operation};
use chabudai_web::input::{Json as Body, Path};
use chabudai_web::line::Line;
use chabudai_web::output::Json;
use chabudai_web::ui::Ui;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::view::SignedInView;
use super::{Answer, At, Person};
use crate::model::Passkey;
use crate::passkey::{Asserted, Created, CreationOptions, Options, RequestOptions};
use crate::people::People;
use crate::service::{Here, LONGEST_NAME};
use crate::sign_in::{AttemptLimit, PlaceOf, SignIn};

/// The routes, below `/auth/v1`.
pub(super) fn routes<S, T>(api: Api<S>) -> Api<S>
where
    S: Clone + Send + Sync + 'static,
    T: People,
    SignIn<T>: FromRef<S>,
{
    let id = api.namer();
    api.get(
        "/passkeys",
        list_passkeys::<T>,
        operation(id("passkeys"), "Passkeys that sign one in").answers::<PasskeyList>(200, "The oldest first."),
    )
    .post(
        "/passkeys/options",
        creation_options::<T>,
        operation(id("passkeyOptions"), "Begin to add a passkey, which asks for a fresh proof")
            .answers::<Options<CreationOptions>>(200, "For `navigator.credentials.create`."),
    )
    .post(
        "/passkeys",
        add_passkey::<T>,
        operation(id("addPasskey"), "Add the passkey that a device has made")
            .body::<AddInput>()
            .answers::<PasskeyItem>(200, "It signs in from now on."),
    )
    .patch(
        "/passkeys/{id}",
        rename_passkey::<T>,
        operation(id("renamePasskey"), "Call a passkey something else").body::<RenameInput>().answers_nothing("It is renamed."),
    )
    .delete(
        "/passkeys/{id}",
        remove_passkey::<T>,
        operation(id("removePasskey"), "Remove a passkey, which asks for a fresh proof, unless it is the last way to sign in")
            .answers_nothing("It does not sign in any more."),
    )
    .post(
        "/passkeys/sign-in/options",
        sign_in_options::<T>,
        operation(id("passkeySignInOptions"), "Begin to sign in by a passkey")
            .access(Access::Anybody)
            .answers::<Options<RequestOptions>>(200, "For `navigator.credentials.get`."),
    )
    .post(
        "/passkeys/sign-in",
        sign_in_by_passkey::<T>,
        operation(id("passkeySignIn"), "Sign in by a passkey")
            .access(Access::Anybody)
            .body::<Asserted>()
            .answers::<SignedInView>(200, "A token for `Authorization: Bearer`, told this once."),
    )
    .post(
        "/passkeys/proof/options",
        proof_options::<T>,
        operation(id("passkeyProofOptions"), "Begin to show once more, by a passkey, who it is")
            .answers::<Options<RequestOptions>>(200, "For `navigator.credentials.get`."),
    )
    .post(
        "/passkeys/proof",
        prove_by_passkey::<T>,
        operation(id("passkeyProof"), "Show once more, by a passkey, who it is")
            .body::<Asserted>()
            .answers_nothing("For ten minutes this session is not asked again."),
    )
}

/// A passkey that a device has made.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "AddPasskeyInput")]
struct AddInput {
    /// What its owner calls it.
    #[schemars(with = "Line<LONGEST_NAME>")]
    name: String,
    /// What the device says.
    credential: Created,
}

/// Another name.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "RenamePasskeyInput")]
struct RenameInput {
    /// What its owner calls it.
    #[schemars(with = "Line<LONGEST_NAME>")]
    name: String,
}

/// A passkey.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct PasskeyItem {
    /// What it is known by here; a digest of the credential's own id.
    id: String,
    name: String,
    #[schemars(extend("format" = "date-time"))]
    created_at: String,
    /// When it last showed who it was.
    #[schemars(extend("format" = "date-time"))]
    last_used_at: Option<String>,
    /// It may be on several devices of its owner.
    is_backup_eligible: bool,
}

impl PasskeyItem {
    fn of<T: People>(passkey: &Passkey<T>) -> Self {
        let data = &passkey.data;
        Self {
            id: data.id.to_string(),
            name: data.name.clone(),
            created_at: passkey.created_at.to_string(),
            last_used_at: data.last_used_at.map(|at| at.to_string()),
            is_backup_eligible: data.backup_eligible,
        }
    }
}

/// Passkeys.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct PasskeyList {
    items: Vec<PasskeyItem>,
}

async fn list_passkeys<T: People>(State(sign_in): State<SignIn<T>>, Person(found): Person<T>) -> Answer<Json<PasskeyList>> {
    let mut passkeys = sign_in.service.repo().passkeys(&found.person.user_id).await?;
    passkeys.sort_by_key(|passkey| passkey.created_at);
    Ok(Json(PasskeyList { items: passkeys.iter().map(PasskeyItem::of).collect() }))
}

async fn creation_options<T: People>(
    State(sign_in): State<SignIn<T>>,
    Person(found): Person<T>,
    ui: Ui,
    PlaceOf(place, _): PlaceOf<T>,
    _: AttemptLimit<T>,
) -> Answer<Json<Options<CreationOptions>>> {
    Ok(Json(sign_in.service.begin_passkey(&found, &place, &ui.t("house-name")).await?))
}

async fn add_passkey<T: People>(
    State(sign_in): State<SignIn<T>>,
    Person(found): Person<T>,
    PlaceOf(place, _): PlaceOf<T>,
    _: AttemptLimit<T>,
    Body(input): Body<AddInput>,
) -> Answer<Json<PasskeyItem>> {
    let passkey = sign_in.service.add_passkey(&found, &place, &input.name, &input.credential).await?;
    Ok(Json(PasskeyItem::of(&passkey)))
}

async fn rename_passkey<T: People>(
    State(sign_in): State<SignIn<T>>,
    Person(found): Person<T>,
    Path(at): Path<At>,
    Body(input): Body<RenameInput>,
) -> Answer<StatusCode> {
    sign_in.service.rename_passkey(&found.person.user_id, &at.id, &input.name).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn remove_passkey<T: People>(State(sign_in): State<SignIn<T>>, Person(found): Person<T>, Path(at): Path<At>) -> Answer<StatusCode> {
    sign_in.service.remove_passkey(&found, &at.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn sign_in_options<T: People>(
    State(sign_in): State<SignIn<T>>,
    PlaceOf(place, _): PlaceOf<T>,
    _: AttemptLimit<T>,
) -> Answer<Json<Options<RequestOptions>>> {
    Ok(Json(sign_in.service.begin_passkey_sign_in(&place).await?))
}

async fn sign_in_by_passkey<T: People>(
    State(sign_in): State<SignIn<T>>,
    PlaceOf(place, _): PlaceOf<T>,
    here: Here,
    _: AttemptLimit<T>,
    Body(shown): Body<Asserted>,
) -> Answer<Json<SignedInView>> {
    Ok(Json(SignedInView::of(&sign_in.service.sign_in_by_passkey(&place, &shown, &here).await?)))
}

async fn proof_options<T: People>(
    State(sign_in): State<SignIn<T>>,
    Person(found): Person<T>,
    PlaceOf(place, _): PlaceOf<T>,
    _: AttemptLimit<T>,
) -> Answer<Json<Options<RequestOptions>>> {
    Ok(Json(sign_in.service.begin_passkey_proof(&found, &place).await?))
}

async fn prove_by_passkey<T: People>(
    State(sign_in): State<SignIn<T>>,
    Person(found): Person<T>,
    PlaceOf(place, _): PlaceOf<T>,
    _: AttemptLimit<T>,
    Body(shown): Body<Asserted>,
) -> Answer<StatusCode> {
    sign_in.service.prove_by_passkey(&found, &place, &shown).await?;
    Ok(StatusCode::NO_CONTENT)
}
