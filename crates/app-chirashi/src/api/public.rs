//! What everybody sees: stores, flyers, columns, shared recipes.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use chabudai_kernel::part::IsoDay;
use chabudai_web::api::{Access, Api, operation};
use chabudai_web::input::{Path, Query};
use chabudai_web::list::{Cursor, ListView};
use chabudai_web::output::Json;
use chabudai_web::problem::Problem;
use chabudai_web::schema::Spelled;
use schemars::JsonSchema;
use serde::Deserialize;

use super::view::{ArticleView, FlyerDetailView, FlyerView, ItemView, RankedView, SharedView, StoreView};
use super::{Answer, AppState, ArticleAt, FlyerAt, PAGE, PageParameters, SharedAt, StoreAt, paging};
use crate::error::ChirashiError;
use crate::model::{Category, Prefecture, Region};
use crate::repo::flyers::Which;
use crate::repo::{articles, flyers, recipes, stores};
use crate::service::Service;

/// Who has seen a shared recipe within the hour, as a cookie says.
const SEEN: &str = "chirashi-seen";
/// For how long a visitor is counted once, in seconds.
const SEEN_SECONDS: i64 = 60 * 60;

pub(super) fn routes(api: Api<AppState>) -> Api<AppState> {
    let open = |id: &'static str, summary: &'static str| operation(id, summary).access(Access::Anybody);
    api.get(
        "/stores",
        list_stores,
        open("listStores", "The stores of a prefecture, narrowed by a region")
            .query::<StoreParameters>()
            .answers::<ListView<StoreView>>(200, "A page of them."),
    )
    .get("/stores/{storeId}", get_store, open("getStore", "A store").answers::<StoreView>(200, "The store."))
    .get(
        "/stores/{storeId}/flyers",
        list_of_store,
        open("listFlyersOfStore", "The flyers of a store, newest first")
            .query::<FlyersOfStore>()
            .answers::<ListView<FlyerView>>(200, "A page of them."),
    )
    .get(
        "/flyers",
        list_nearby,
        open("listFlyers", "The flyers of a prefecture, newest first")
            .query::<FlyersNearby>()
            .answers::<ListView<FlyerView>>(200, "A page of them."),
    )
    .get("/flyers/{flyerId}", get_flyer, open("getFlyer", "A flyer and what is on it").answers::<FlyerDetailView>(200, "The flyer."))
    .get(
        "/flyers/{flyerId}/shared-recipes",
        list_shared,
        open("listSharedRecipes", "The recipes shared from a flyer, newest first")
            .query::<PageParameters>()
            .answers::<ListView<SharedView>>(200, "A page of them."),
    )
    .get(
        "/articles",
        list_articles,
        open("listArticles", "Published columns, newest first")
            .query::<ArticleParameters>()
            .answers::<ListView<ArticleView>>(200, "A page of them."),
    )
    .get("/articles/{articleId}", get_article, open("getArticle", "A published column").answers::<ArticleView>(200, "The column."))
    .get(
        "/shared-recipes/{sharedRecipeId}",
        open_shared,
        open("openSharedFlyerRecipe", "A shared recipe; a visitor is counted once an hour, by a cookie")
            .answers::<SharedView>(200, "The recipe."),
    )
    .get(
        "/ranking",
        get_ranking,
        open("getRanking", "The shared recipes that are opened most").answers::<ListView<RankedView>>(200, "At most twenty."),
    )
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct StoreParameters {
    #[schemars(with = "Spelled<Prefecture>")]
    prefecture: Prefecture,
    #[schemars(with = "Option<Spelled<Region>>")]
    region: Option<Region>,
    #[schemars(range(min = 1, max = PAGE.most))]
    limit: Option<u32>,
    #[schemars(with = "Option<Cursor>")]
    cursor: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct FlyersOfStore {
    /// Only those that are valid today.
    #[serde(default)]
    valid_today: bool,
    /// Only those that begin from this day on …
    #[schemars(with = "Option<Spelled<IsoDay>>")]
    from: Option<IsoDay>,
    /// … to this one.
    #[schemars(with = "Option<Spelled<IsoDay>>")]
    to: Option<IsoDay>,
    #[schemars(range(min = 1, max = PAGE.most))]
    limit: Option<u32>,
    #[schemars(with = "Option<Cursor>")]
    cursor: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct FlyersNearby {
    #[schemars(with = "Spelled<Prefecture>")]
    prefecture: Prefecture,
    /// Only those that are valid today.
    #[serde(default)]
    valid_today: bool,
    #[schemars(range(min = 1, max = PAGE.most))]
    limit: Option<u32>,
    #[schemars(with = "Option<Cursor>")]
    cursor: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ArticleParameters {
    #[schemars(with = "Option<Spelled<Category>>")]
    category: Option<Category>,
    #[schemars(range(min = 1, max = PAGE.most))]
    limit: Option<u32>,
    #[schemars(with = "Option<Cursor>")]
    cursor: Option<String>,
}

fn listed<E, V: From<E>>(found: chabudai_kernel::db::Listed<E>) -> Json<ListView<V>> {
    Json(ListView { items: found.items.into_iter().map(V::from).collect(), next_cursor: found.next })
}

async fn list_stores(State(service): State<Service>, Query(given): Query<StoreParameters>) -> Answer<ListView<StoreView>> {
    let paging = paging(given.limit, given.cursor.as_deref())?;
    Ok(listed(stores::nearby(service.db(), given.prefecture, given.region, service.today(), paging).await?))
}

async fn get_store(State(service): State<Service>, Path(at): Path<StoreAt>) -> Answer<StoreView> {
    let store = stores::store(service.db(), at.store_id).await?.filter(|store| store.is_shown(service.today()));
    Ok(Json(store.ok_or(ChirashiError::NotFound("store"))?.into()))
}

async fn list_of_store(
    State(service): State<Service>,
    Path(at): Path<StoreAt>,
    Query(given): Query<FlyersOfStore>,
) -> Answer<ListView<FlyerView>> {
    let today = service.today();
    let which = match (given.valid_today, given.from, given.to) {
        (true, _, _) => Which::ValidOn(today),
        (false, None, None) => Which::ShownOn(today),
        (false, from, to) => Which::Between(from.unwrap_or(IsoDay(jiff::civil::Date::ZERO)), to.unwrap_or(today), today),
    };
    let paging = paging(given.limit, given.cursor.as_deref())?;
    Ok(listed(flyers::of_store(service.db(), at.store_id, which, paging).await?))
}

async fn list_nearby(State(service): State<Service>, Query(given): Query<FlyersNearby>) -> Answer<ListView<FlyerView>> {
    let today = service.today();
    let which = if given.valid_today { Which::ValidOn(today) } else { Which::ShownOn(today) };
    let paging = paging(given.limit, given.cursor.as_deref())?;
    Ok(listed(flyers::nearby(service.db(), given.prefecture, which, paging).await?))
}

async fn get_flyer(State(service): State<Service>, Path(at): Path<FlyerAt>) -> Answer<FlyerDetailView> {
    let found = flyers::flyer(service.db(), at.flyer_id).await?.filter(|(flyer, _)| flyer.is_shown(service.today()));
    let (flyer, items) = found.ok_or(ChirashiError::NotFound("flyer"))?;
    Ok(Json(FlyerDetailView { flyer: flyer.into(), items: items.into_iter().map(ItemView::from).collect() }))
}

async fn list_shared(
    State(service): State<Service>,
    Path(at): Path<FlyerAt>,
    Query(given): Query<PageParameters>,
) -> Answer<ListView<SharedView>> {
    let paging = paging(given.limit, given.cursor.as_deref())?;
    Ok(listed(recipes::from_flyer(service.db(), at.flyer_id, paging).await?))
}

async fn list_articles(State(service): State<Service>, Query(given): Query<ArticleParameters>) -> Answer<ListView<ArticleView>> {
    let paging = paging(given.limit, given.cursor.as_deref())?;
    Ok(listed(match given.category {
        Some(category) => articles::of_category(service.db(), category, paging).await?,
        None => articles::published(service.db(), paging).await?,
    }))
}

async fn get_article(State(service): State<Service>, Path(at): Path<ArticleAt>) -> Answer<ArticleView> {
    Ok(Json(service.published_article(at.article_id).await?.into()))
}

/// A visitor is counted once an hour: a sealed cookie says what they have seen. Whoever sends none is counted each time.
async fn open_shared(State(service): State<Service>, Path(at): Path<SharedAt>, headers: HeaderMap) -> Result<Response, Problem> {
    let seal = service.db().seal(b"chirashi seen 1");
    let id = at.shared_recipe_id.to_string();
    let now = service.now().seconds();
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok()).flat_map(|value| value.split("; "));
    let seen = cookies.filter_map(|cookie| cookie.strip_prefix(SEEN)?.strip_prefix('=')).find_map(|token| {
        let at = String::from_utf8(seal.open(id.as_bytes(), token)?).ok()?;
        at.parse::<i64>().ok()
    });
    let counts = seen.is_none_or(|seen| now - seen >= SEEN_SECONDS);
    let shared = service.open_shared(at.shared_recipe_id, counts).await?;
    let mut response = Json(SharedView::from(shared)).into_response();
    if counts {
        let token = seal.seal(id.as_bytes(), now.to_string().as_bytes());
        let path = format!("/chirashi/v1/shared-recipes/{id}");
        let cookie = format!("{SEEN}={token}; Path={path}; Max-Age={SEEN_SECONDS}; HttpOnly; SameSite=Lax");
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
    }
    Ok(response)
}

async fn get_ranking(State(service): State<Service>) -> Answer<ListView<RankedView>> {
    let top = recipes::ranking(service.db()).await?.map(|ranking| ranking.top).unwrap_or_default();
    Ok(Json(ListView { items: top.into_iter().map(RankedView::from).collect(), next_cursor: None }))
}
