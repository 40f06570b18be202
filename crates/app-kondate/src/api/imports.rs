//! Recipes from elsewhere, as drafts.

use axum::extract::{DefaultBodyLimit, State};
use axum::handler::Handler;
use axum::response::Response;
use chabudai_web::api::Api;
use chabudai_web::envelope::Data;
use chabudai_web::input::{Json as Body, Path};
use chabudai_web::problem::Problem;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::pictures::{Links, image_key};
use super::{Answer, AppState, At, Inside, data, inside};
use crate::error::KondateError;
use crate::export;
use crate::import::{Imported, Importer, LONGEST_TEXT, Source};
use crate::model::{Ingredient, RecipeId, RecipeStep, address_of};
use crate::repo::book;
use crate::service::Service;

pub(super) fn routes(api: Api<AppState>) -> Api<AppState> {
    api.get(
        "/recipes/{id}/export",
        export_one,
        inside("exportRecipe", "A recipe for other programs, as schema.org has it").answers_raw(
            200,
            "application/ld+json",
            "A Recipe of schema.org.",
        ),
    )
    .get(
        "/export/recipes",
        export_all,
        inside("exportRecipes", "All our recipes for other programs").answers_raw(
            200,
            "application/ld+json",
            "A graph of recipes of schema.org.",
        ),
    )
    .post(
        "/import/parse",
        // A letter may be spelled with twelve bytes.
        Handler::layer(parse, DefaultBodyLimit::max(12 * LONGEST_TEXT + 1024)),
        inside("importRecipe", "Read a recipe from a link, a text or a photograph").body::<ImportInput>().answers::<Data<ImportView>>(
            200,
            "A draft to look at. Nothing is saved but its picture, which goes after a day unless a recipe takes it.",
        ),
    )
}

/// What is imported.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ImportInput {
    /// What `content` is.
    #[serde(rename = "type")]
    kind: ImportKind,
    /// The address of a page; a text; or the key of a photograph, as `POST /images` tells it.
    #[schemars(length(min = 1, max = LONGEST_TEXT))]
    content: String,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "camelCase")]
enum ImportKind {
    Url,
    Text,
    Image,
}

/// What was read.
#[derive(Serialize, JsonSchema)]
struct ImportView {
    draft: DraftView,
    /// Where it was found: in what a page has for programs, in its lists, in a text; or read by a language model.
    #[schemars(extend("enum" = ["json-ld", "microdata", "page", "text", "llm"]))]
    source: &'static str,
    #[schemars(extend("enum" = ["high", "medium", "low"]))]
    confidence: &'static str,
}

/// A recipe to look at, as it can be sent to `POST /recipes`.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct DraftView {
    title: String,
    /// Null where it does not say.
    servings: Option<u32>,
    ingredients: Vec<DraftIngredient>,
    steps: Vec<DraftStep>,
    tags: Vec<String>,
    author_name: Option<String>,
    source_url: Option<String>,
    cook_time_minutes: Option<u32>,
    image_key: Option<String>,
    thumbnail_url: Option<String>,
}

/// An ingredient, read from its line.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct DraftIngredient {
    name: String,
    quantity: Option<String>,
    unit: Option<String>,
    note: Option<String>,
    food_id: Option<String>,
    group: Option<String>,
}

/// A step.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct DraftStep {
    text: String,
    timer_minutes: Option<u32>,
}

async fn export_one(
    State(service): State<Service>,
    State(links): State<Links>,
    Inside { cook }: Inside,
    Path(at): Path<At>,
) -> Result<Response, Problem> {
    let id = RecipeId::new(at.id).ok_or(KondateError::NotFound("recipe"))?;
    Ok(export::one(&service.recipe(&cook, &id).await?, cook.language, &links.page("")))
}

async fn export_all(State(service): State<Service>, State(links): State<Links>, Inside { cook }: Inside) -> Result<Response, Problem> {
    Ok(export::all(&book::all_recipes(service.db(), &cook.kitchen).await?, cook.language, &links.page("")))
}

async fn parse(
    State(importer): State<Importer>,
    State(links): State<Links>,
    Inside { cook }: Inside,
    Body(input): Body<ImportInput>,
) -> Answer<ImportView> {
    let source = match input.kind {
        ImportKind::Url => Source::Link(input.content),
        ImportKind::Text => Source::Text(input.content),
        ImportKind::Image => Source::Photo(image_key(&input.content)?),
    };
    // A page has just taken its photograph in; a key may be anybody's.
    if let Source::Photo(picture) = source
        && importer.sees()
    {
        importer.service.own_photo(&cook, picture).await?;
    }
    let read = importer.import(&cook, &source).await?;
    data(ImportView::of(&read, &links))
}

impl ImportView {
    fn of(imported: &Imported, links: &Links) -> Self {
        let recipe = imported.recipe();
        let ingredient = |one: Ingredient| {
            let Ingredient { name, quantity, unit, note, food_id, group, .. } = one;
            DraftIngredient { name, quantity, unit, note, food_id, group }
        };
        let step = |one: RecipeStep| DraftStep { text: one.text, timer_minutes: one.timer_minutes };
        Self {
            draft: DraftView {
                title: recipe.title.unwrap_or_default(),
                servings: recipe.servings,
                ingredients: recipe.ingredients.unwrap_or_default().into_iter().map(ingredient).collect(),
                steps: recipe.steps.unwrap_or_default().into_iter().map(step).collect(),
                tags: recipe.tags.unwrap_or_default(),
                author_name: recipe.author_name.flatten(),
                source_url: recipe.source_url.flatten(),
                cook_time_minutes: recipe.cook_time_minutes.flatten(),
                image_key: imported.picture.map(|picture| picture.to_string()),
                thumbnail_url: imported.picture.map(|picture| links.out(address_of(picture))),
            },
            source: imported.read_by.as_str(),
            confidence: imported.sureness().as_str(),
        }
    }
}
