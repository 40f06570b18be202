//! Stores, flyers and columns by words.

use axum::extract::State;
use axum::http::StatusCode;
use chabudai_search::{NoSynonyms, Page, Query as Question, Scope, Search};
use chabudai_web::api::{Access, Api, operation};
use chabudai_web::input::Query;
use chabudai_web::output::Json;
use chabudai_web::problem::Problem;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::view::{ArticleView, FlyerView, StoreView};
use super::{Answer, AppState};
use crate::repo::{flyers, stores};
use crate::search::{ARTICLE, FLYER, STORE};
use crate::service::Service;

/// How much is found at once.
const FOUND: u32 = 20;

pub(super) fn routes(api: Api<AppState>) -> Api<AppState> {
    api.get(
        "/search",
        find,
        operation("searchChirashi", "Stores, flyers and columns with these words")
            .access(Access::Anybody)
            .query::<SearchParameters>()
            .answers::<FoundView>(200, "The best first, twenty at most."),
    )
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SearchParameters {
    /// Words to look for.
    #[schemars(length(min = 1, max = 120))]
    q: String,
}

/// What was found.
#[derive(Serialize, JsonSchema, Default)]
struct FoundView {
    stores: Vec<StoreView>,
    flyers: Vec<FlyerView>,
    articles: Vec<ArticleView>,
}

async fn find(
    State(service): State<Service>,
    State(search): State<Option<Search>>,
    Query(given): Query<SearchParameters>,
) -> Answer<FoundView> {
    let mut view = FoundView::default();
    let Some(search) = search else { return Ok(Json(view)) };
    let words: String = given.q.chars().take(120).collect();
    let found = search.find(Question::parse(&words, &NoSynonyms), Scope::Public, Page { offset: 0, limit: FOUND }).await;
    let found = found.map_err(|error| Problem::new(StatusCode::SERVICE_UNAVAILABLE, "chirashi.unavailable", error.to_string()))?;
    let today = service.today();
    for hit in found.hits {
        // The file may be a moment behind, and contracts end by themselves: what is shown is read.
        if let Some(id) = hit.id.strip_prefix(STORE).and_then(|id| id.parse().ok()) {
            let store = stores::store(service.db(), id).await?.filter(|store| store.is_shown(today));
            view.stores.extend(store.map(StoreView::from));
        } else if let Some(id) = hit.id.strip_prefix(FLYER).and_then(|id| id.parse().ok()) {
            let flyer = flyers::flyer(service.db(), id).await?.filter(|(flyer, _)| flyer.is_shown(today));
            view.flyers.extend(flyer.map(|(flyer, _)| FlyerView::from(flyer)));
        } else if let Some(id) = hit.id.strip_prefix(ARTICLE).and_then(|id| id.parse().ok()) {
            let article = crate::repo::articles::article(service.db(), id).await?;
            view.articles.extend(article.filter(crate::model::Article::is_published).map(ArticleView::from));
        }
    }
    Ok(Json(view))
}
