//! What is one's own: profile, favourites, home, inbox, recipes.
#![expect(clippy::option_option, reason = "of a change, what is not named stays and what is null goes")]

use axum::extract::State;
use axum::http::StatusCode;
use chabudai_web::api::{Access, Api, operation};
use chabudai_web::input::{Json as Body, Path, Query};
use chabudai_web::list::ListView;
use chabudai_web::output::Json;
use chabudai_web::problem::Problem;
use chabudai_web::repeat::Repeatable;
use chabudai_web::schema::Spelled;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::view::{ChirashiUserView, FavoriteView, FlyerRecipeView, HomeView, NoticeView, SharedView};
use super::{Answer, AppState, FlyerAt, MaybeMe, Me, Network, NoticeAt, PageParameters, StoreAt, once, paging};
use crate::error::ChirashiError;
use crate::model::{Frequency, Moment, Prefecture};
use crate::repo::favorites;
use crate::service::{ProfileInput, Service};

pub(super) fn routes(api: Api<AppState>) -> Api<AppState> {
    api.get("/me", get_me, operation("getChirashiMe", "Who one is here").answers::<ChirashiUserView>(200, "Oneself."))
        .patch(
            "/me",
            edit_me,
            operation("editChirashiMe", "Change what is known of one")
                .body::<ChirashiMeInput>()
                .answers::<ChirashiUserView>(200, "Oneself."),
        )
        .delete("/me", leave, operation("leaveChirashi", "Leave for good").answers_nothing("Favourites, notices and sessions are gone."))
        .get("/me/export", export, operation("exportChirashiMe", "Everything that is known of one").answers::<Value>(200, "All of it."))
        .post(
            "/me/password",
            change_password,
            operation("changeChirashiPassword", "Choose another password")
                .body::<PasswordInput>()
                .answers_nothing("All sessions are over."),
        )
        .get("/me/home", home, operation("getHome", "Favourites with what is new there").answers::<ListView<HomeView>>(200, "All of them."))
        .get(
            "/me/favorites",
            list_favorites,
            operation("listFavorites", "One's favourite stores").answers::<ListView<FavoriteView>>(200, "All of them."),
        )
        .get(
            "/me/favorites/{storeId}",
            get_favorite,
            operation("getFavorite", "Whether a store is one").answers::<FavoriteView>(200, "It is."),
        )
        .put(
            "/me/favorites/{storeId}",
            add_favorite,
            operation("addFavorite", "Like a store").answers::<FavoriteView>(200, "It is a favourite."),
        )
        .patch(
            "/me/favorites/{storeId}",
            set_bell,
            operation("setBell", "Be told of its flyers, or not").body::<BellInput>().answers_nothing("So it is."),
        )
        .delete(
            "/me/favorites/{storeId}",
            remove_favorite,
            operation("removeFavorite", "Not like a store any more").answers_nothing("It is none."),
        )
        .get(
            "/me/inbox",
            inbox,
            operation("getInbox", "What one was told, newest first")
                .query::<PageParameters>()
                .answers::<ListView<NoticeView>>(200, "A page of it."),
        )
        .post(
            "/me/inbox/{day}/{flyerId}/read",
            read_notice,
            operation("readNotice", "Mark a notice as read").answers_nothing("It is read."),
        )
        .post(
            "/flyers/{flyerId}/recipe",
            recipe,
            operation("cookFromFlyer", "A recipe from what is on a flyer").answers::<FlyerRecipeView>(200, "The recipe."),
        )
        .post(
            "/flyers/{flyerId}/share",
            share,
            operation("shareRecipe", "Share the recipe of a flyer")
                .access(Access::AnybodyOrPerson)
                .body::<FlyerShareInput>()
                .repeatable()
                .answers::<SharedView>(201, "It can be opened by anybody."),
        )
}

/// What is named, null too.
fn some<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<Option<T>>, D::Error> {
    Option::<T>::deserialize(deserializer).map(Some)
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ChirashiMeInput {
    #[schemars(length(min = 1, max = 80))]
    name: Option<String>,
    /// Null: one is not told.
    #[serde(default, deserialize_with = "some")]
    #[schemars(with = "Option<Spelled<Frequency>>")]
    notification_frequency: Option<Option<Frequency>>,
    #[serde(default, deserialize_with = "some")]
    #[schemars(with = "Option<Spelled<Prefecture>>")]
    prefecture: Option<Option<Prefecture>>,
    /// What `updatedAt` said when this was read.
    #[schemars(with = "Option<Spelled<Moment>>")]
    seen: Option<Moment>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PasswordInput {
    old: String,
    new: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct BellInput {
    notification_enabled: bool,
}

/// Nothing is said.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FlyerShareInput {}

async fn get_me(Me(user): Me) -> Answer<ChirashiUserView> {
    Ok(Json(user.into()))
}

async fn edit_me(State(service): State<Service>, Me(user): Me, Body(input): Body<ChirashiMeInput>) -> Answer<ChirashiUserView> {
    let changes = ProfileInput { name: input.name, notification_frequency: input.notification_frequency, prefecture: input.prefecture };
    Ok(Json(service.edit_profile(user.user_id, &changes, input.seen).await?.into()))
}

async fn leave(State(service): State<Service>, Me(user): Me) -> Result<StatusCode, Problem> {
    service.forget(user.user_id).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn export(State(service): State<Service>, Me(user): Me) -> Answer<Value> {
    Ok(Json(service.export(user.user_id).await?))
}

async fn change_password(
    State(service): State<Service>,
    Me(user): Me,
    Network(from): Network,
    Body(input): Body<PasswordInput>,
) -> Result<StatusCode, Problem> {
    service.change_password(user.user_id, &input.old, &input.new, &from).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn home(State(service): State<Service>, Me(user): Me) -> Answer<ListView<HomeView>> {
    let home = service.home(user.user_id).await?;
    Ok(Json(ListView { items: home.into_iter().map(HomeView::from).collect(), next_cursor: None }))
}

async fn list_favorites(State(service): State<Service>, Me(user): Me) -> Answer<ListView<FavoriteView>> {
    let mine = favorites::mine(service.db(), user.user_id).await?;
    Ok(Json(ListView { items: mine.into_iter().map(FavoriteView::from).collect(), next_cursor: None }))
}

async fn get_favorite(State(service): State<Service>, Me(user): Me, Path(at): Path<StoreAt>) -> Answer<FavoriteView> {
    let favorite = favorites::is_one(service.db(), user.user_id, at.store_id).await?;
    Ok(Json(favorite.ok_or(ChirashiError::NotFound("favourite"))?.into()))
}

async fn add_favorite(State(service): State<Service>, Me(user): Me, Path(at): Path<StoreAt>) -> Answer<FavoriteView> {
    Ok(Json(service.add_favorite(user.user_id, at.store_id).await?.into()))
}

async fn set_bell(
    State(service): State<Service>,
    Me(user): Me,
    Path(at): Path<StoreAt>,
    Body(input): Body<BellInput>,
) -> Result<StatusCode, Problem> {
    service.set_bell(user.user_id, at.store_id, input.notification_enabled).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn remove_favorite(State(service): State<Service>, Me(user): Me, Path(at): Path<StoreAt>) -> Result<StatusCode, Problem> {
    service.remove_favorite(user.user_id, at.store_id).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn inbox(State(service): State<Service>, Me(user): Me, Query(given): Query<PageParameters>) -> Answer<ListView<NoticeView>> {
    let found = service.inbox(user.user_id, paging(given.limit, given.cursor.as_deref())?).await?;
    Ok(Json(ListView { items: found.items.into_iter().map(NoticeView::from).collect(), next_cursor: found.next }))
}

async fn read_notice(State(service): State<Service>, Me(user): Me, Path(at): Path<NoticeAt>) -> Result<StatusCode, Problem> {
    service.read_notice(user.user_id, at.day, at.flyer_id).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn recipe(State(service): State<Service>, Me(_): Me, Path(at): Path<FlyerAt>) -> Answer<FlyerRecipeView> {
    Ok(Json(service.recipe(at.flyer_id).await?.into()))
}

async fn share(
    State(service): State<Service>,
    MaybeMe(user): MaybeMe,
    Path(at): Path<FlyerAt>,
    input: Repeatable<FlyerShareInput>,
) -> Result<(StatusCode, Json<SharedView>), Problem> {
    let shared = service.share(user.map(|user| user.user_id), at.flyer_id, once(&input).as_ref()).await?;
    Ok((StatusCode::CREATED, Json(shared.into())))
}
