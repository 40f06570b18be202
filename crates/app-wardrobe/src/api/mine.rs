//! Whose a wardrobe is: somebody's list, another address, and the end of it.

use axum::extract::State;
use axum::http::StatusCode;
use chabudai_kernel::once::Once;
use chabudai_kernel::part::Word;
use chabudai_web::api::{Access, Api, operation};
use chabudai_web::output::Json;
use chabudai_web::repeat::RepeatKey;
use schemars::JsonSchema;
use serde::Serialize;

use super::wardrobes::{SHORTEST_KEY, long_enough};
use super::{Answer, AppState, Named, Opened, SignedIn, Somebody, WardrobePath, not_the_example};
use crate::address::Address;
use crate::service::{Mine, MineState};

pub(super) fn routes(api: Api<AppState>) -> Api<AppState> {
    api.path::<WardrobePath>()
        .get(
            "/wardrobes",
            list_mine,
            operation("listMyWardrobes", "Which wardrobes are mine")
                .access(Access::Person)
                .answers::<MyWardrobesView>(200, "The one that is in the list longest first; 50 at most."),
        )
        .put(
            "/wardrobes/{wid}/mine",
            keep,
            operation("keepWardrobe", "Keep a wardrobe with my account").access(Access::Person).answers_nothing("It is in the list."),
        )
        .delete(
            "/wardrobes/{wid}/mine",
            unkeep,
            operation("unkeepWardrobe", "Take a wardrobe out of my list")
                .access(Access::Person)
                .answers_nothing("It is not in the list any more. The wardrobe itself stays."),
        )
        .post(
            "/wardrobes/{wid}/address",
            new_address,
            operation("newAddress", "Give a wardrobe another address; with a key, who was not told can ask again")
                .access(Access::AnybodyOrPerson)
                .repeatable_by(SHORTEST_KEY)
                .answers::<NewAddressView>(201, "The address that alone opens it from now on."),
        )
        .delete(
            "/wardrobes/{wid}",
            delete_wardrobe,
            operation("deleteWardrobe", "Delete a wardrobe with all that is in it")
                .answers::<DeletedView>(200, "It answers 404 from now on. For a day it can come back."),
        )
        .post(
            "/wardrobes/{wid}/restore",
            restore_wardrobe,
            operation("restoreWardrobe", "Bring a deleted wardrobe back").answers_nothing("It is back, as it was."),
        )
}

/// Somebody's wardrobes.
#[derive(Serialize, JsonSchema)]
struct MyWardrobesView {
    items: Vec<MyWardrobeView>,
}

/// A wardrobe in somebody's list.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct MyWardrobeView {
    /// The address that opens it. Where it has another one by now this opens nothing, and still takes it out of the list.
    #[schemars(with = "Address")]
    wardrobe_id: String,
    name: String,
    #[schemars(extend("enum" = ["open", "moved", "deleted"]))]
    state: &'static str,
    /// Until when it can come back, in Unix milliseconds, if it was deleted.
    restorable_until: Option<u64>,
    /// Since when it is in the list, in Unix milliseconds.
    kept_at: u64,
}

impl From<Mine> for MyWardrobeView {
    fn from(mine: Mine) -> Self {
        let (address, state, until) = match mine.state {
            MineState::Open(address) => (address, "open", None),
            MineState::Moved => (mine.wardrobe.into(), "moved", None),
            MineState::Deleted(address, until) => (address, "deleted", Some(until.0)),
        };
        Self { wardrobe_id: address.to_string(), name: mine.name, state, restorable_until: until, kept_at: mine.kept_at.0 }
    }
}

/// The new address of a wardrobe.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct NewAddressView {
    /// Whoever knows it can read and change everything in the wardrobe. It stands where the id stood before, in every path.
    #[schemars(with = "Address")]
    wardrobe_id: String,
}

/// A wardrobe that was deleted.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct DeletedView {
    /// Until when `POST …/restore` brings it back, in Unix milliseconds.
    restorable_until: u64,
}

async fn list_mine(State(state): State<AppState>, SignedIn(user): SignedIn) -> Answer<Json<MyWardrobesView>> {
    let mine = state.service.my_wardrobes(&user).await?;
    Ok(Json(MyWardrobesView { items: mine.into_iter().map(MyWardrobeView::from).collect() }))
}

async fn keep(State(state): State<AppState>, SignedIn(user): SignedIn, opened: Opened) -> Answer<StatusCode> {
    state.service.keep(&user, &opened.address).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn unkeep(State(state): State<AppState>, SignedIn(user): SignedIn, named: Named) -> Answer<StatusCode> {
    let outcome = state.service.unkeep(&user, named.address.wardrobe).await;
    named.counted(&state, outcome)?;
    Ok(StatusCode::NO_CONTENT)
}

async fn new_address(
    State(state): State<AppState>,
    somebody: Somebody,
    named: Named,
    RepeatKey(key): RepeatKey,
) -> Answer<(StatusCode, Json<NewAddressView>)> {
    not_the_example(&state, named.address.wardrobe)?;
    // Whoever knows the old address and the key is told the new one: the one who is to be kept out must not guess it.
    long_enough(key.as_ref().map(Word::as_str))?;
    let once = key.map(|key| Once::of_client(&key, String::new()));
    let user = somebody.0.map(|person| person.id);
    let address = named.counted(&state, state.service.new_address(&named.address, user.as_ref(), once.as_ref()).await)?;
    Ok((StatusCode::CREATED, Json(NewAddressView { wardrobe_id: address.to_string() })))
}

async fn delete_wardrobe(State(state): State<AppState>, opened: Opened) -> Answer<Json<DeletedView>> {
    not_the_example(&state, opened.id)?;
    let until = state.service.delete_wardrobe(&opened.address).await?;
    Ok(Json(DeletedView { restorable_until: until.0 }))
}

async fn restore_wardrobe(State(state): State<AppState>, named: Named) -> Answer<StatusCode> {
    named.counted(&state, state.service.restore_wardrobe(&named.address).await)?;
    Ok(StatusCode::NO_CONTENT)
}
