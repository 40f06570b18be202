//! Links that show one recipe or set to anybody, and the address of the calendar.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::ACCEPT_LANGUAGE;
use chabudai_food::Language;
use chabudai_kernel::part::{UtcSeconds, Word};
use chabudai_web::api::{Access, Api, operation};
use chabudai_web::envelope::Data;
use chabudai_web::input::{Json as Body, Path, named};
use chabudai_web::problem::Problem;
use chabudai_web::schema::{Spelled, without_default};
use chabudai_web::text::Lang;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::input::{RecipeRef, WebAddress};
use super::pictures::Links;
use super::view::{IngredientView, StepView};
use super::{Answer, AppState, At, Inside, data, inside};
use crate::error::KondateError;
use crate::model::{EntityType, LONGEST_NAME, Recipe, RecipeId, SetId, Share};
use crate::service::{Credit, Opened, Service, ShownByLink, Target};

pub(super) fn routes(api: Api<AppState>) -> Api<AppState> {
    api.post(
        "/share",
        share,
        inside("shareLink", "A link that shows a recipe or set to anybody")
            .body::<ShareInput>()
            .answers::<Data<ShareView>>(200, "The link: a new one, or the one that there is."),
    )
    .delete(
        "/share/{id}",
        revoke,
        inside("revokeLink", "Take back a link")
            .answers::<Data<RevokedView>>(200, "It shows nothing any more; another one will be another one."),
    )
    .get(
        "/share/recipe/{id}",
        open_recipe,
        operation("openSharedRecipe", "The recipe that a link shows")
            .access(Access::Anybody)
            .answers::<Data<SharedRecipeView>>(200, "The recipe, without what only its owners know."),
    )
    .get(
        "/share/set/{id}",
        open_set,
        operation("openSharedSet", "The set that a link shows")
            .access(Access::Anybody)
            .answers::<Data<SharedSetView>>(200, "The set, with what is left of its dishes."),
    )
}

/// What is shared.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ShareInput {
    target_type: TargetName,
    #[schemars(with = "RecipeRef")]
    target_id: String,
    /// Who wrote it. This or `sourceUrl` has to be here, or on the recipe.
    #[serde(default, deserialize_with = "named")]
    #[schemars(with = "String", length(max = LONGEST_NAME), transform = without_default)]
    author_name: Option<String>,
    /// Where it is from.
    #[serde(default, deserialize_with = "named")]
    #[schemars(with = "WebAddress", transform = without_default)]
    source_url: Option<String>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[schemars(rename = "ShareTarget", inline)]
#[serde(rename_all = "camelCase")]
enum TargetName {
    Recipe,
    Set,
}

/// A link.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ShareView {
    share_id: String,
    /// The page that it opens.
    share_url: String,
    #[schemars(extend("enum" = ["recipe", "set"]))]
    target_type: &'static str,
    target_id: String,
    author_name: Option<String>,
    source_url: Option<String>,
    #[schemars(with = "Option<Spelled<UtcSeconds>>")]
    created_at: Option<String>,
}

impl ShareView {
    fn of(share: Share, links: &Links) -> Self {
        Self {
            share_url: links.page(&crate::pages::shared_at(share.target_type, &share.share_id)),
            share_id: share.share_id.to_string(),
            target_type: match share.target_type {
                EntityType::Recipe => "recipe",
                EntityType::Set => "set",
            },
            target_id: share.target_id.to_string(),
            author_name: share.author_name,
            source_url: share.source_url,
            created_at: share.created_at.map(|at| at.to_string()),
        }
    }
}

/// A link that was taken back.
#[derive(Serialize, JsonSchema)]
struct RevokedView {
    id: String,
    revoked: bool,
}

/// A recipe, as a link shows it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SharedRecipeView {
    title: String,
    author_name: Option<String>,
    source_url: Option<String>,
    thumbnail_url: Option<String>,
    servings: u32,
    cook_time_minutes: Option<u32>,
    tags: Vec<String>,
    ingredients: Vec<IngredientView>,
    steps: Vec<StepView>,
}

/// A set, as a link shows it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SharedSetView {
    title: String,
    description: Option<String>,
    author_name: Option<String>,
    source_url: Option<String>,
    recipes: Vec<SharedDishView>,
}

/// A dish of a set, as a link shows it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SharedDishView {
    title: String,
    thumbnail_url: Option<String>,
    cook_time_minutes: Option<u32>,
    tags: Vec<String>,
}

async fn share(
    State(service): State<Service>,
    State(links): State<Links>,
    Inside { cook }: Inside,
    Body(input): Body<ShareInput>,
) -> Answer<ShareView> {
    let not_found = |what| Problem::from(KondateError::NotFound(what));
    let target = match input.target_type {
        TargetName::Recipe => Target::Recipe(RecipeId::new(&input.target_id).ok_or_else(|| not_found("recipe"))?),
        TargetName::Set => Target::Set(SetId::new(&input.target_id).ok_or_else(|| not_found("set"))?),
    };
    let credit = Credit { author_name: input.author_name, source_url: input.source_url };
    data(ShareView::of(service.share(&cook, &target, &credit).await?, &links))
}

fn link_id(at: &At) -> Result<Word, Problem> {
    Word::new(at.id.as_str()).ok_or_else(|| KondateError::NotFound("link").into())
}

async fn revoke(State(service): State<Service>, Inside { cook }: Inside, Path(at): Path<At>) -> Answer<RevokedView> {
    service.revoke(&cook, &link_id(&at)?).await?;
    data(RevokedView { id: at.id, revoked: true })
}

/// The language in which somebody reads a starter whom nobody knows.
fn language(headers: &HeaderMap) -> Language {
    let accepted = headers.get(ACCEPT_LANGUAGE).and_then(|value| Lang::accepted(value.to_str().ok()?));
    crate::entry::language(accepted.unwrap_or_default())
}

async fn open_recipe(
    State(service): State<Service>,
    State(links): State<Links>,
    Path(at): Path<At>,
    headers: HeaderMap,
) -> Answer<SharedRecipeView> {
    let Opened { share, shown } = service.open_link(&link_id(&at)?, language(&headers)).await?;
    let ShownByLink::Recipe(recipe) = shown else { return Err(KondateError::NotFound("link").into()) };
    data(SharedRecipeView {
        servings: recipe.servings(),
        author_name: share.author_name.or(recipe.author_name),
        source_url: share.source_url.or(recipe.source_url),
        thumbnail_url: recipe.thumbnail_url.map(|address| links.out(address)),
        title: recipe.title,
        cook_time_minutes: recipe.cook_time_minutes,
        tags: recipe.tags,
        ingredients: recipe.ingredients.into_iter().map(IngredientView::of).collect(),
        steps: recipe.steps.into_iter().map(StepView::of).collect(),
    })
}

async fn open_set(
    State(service): State<Service>,
    State(links): State<Links>,
    Path(at): Path<At>,
    headers: HeaderMap,
) -> Answer<SharedSetView> {
    let Opened { share, shown } = service.open_link(&link_id(&at)?, language(&headers)).await?;
    let ShownByLink::Set(set, recipes) = shown else { return Err(KondateError::NotFound("link").into()) };
    let dish = |recipe: Recipe| SharedDishView {
        title: recipe.title,
        thumbnail_url: recipe.thumbnail_url.map(|address| links.out(address)),
        cook_time_minutes: recipe.cook_time_minutes,
        tags: recipe.tags,
    };
    data(SharedSetView {
        title: set.title,
        description: set.description,
        author_name: share.author_name,
        source_url: share.source_url,
        recipes: recipes.into_iter().map(dish).collect(),
    })
}
