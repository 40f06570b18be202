//! The book: recipes.

use axum::extract::{DefaultBodyLimit, State};
use axum::handler::Handler;
use axum::http::StatusCode;
use chabudai_web::api::Api;
use chabudai_web::envelope::{Data, Page};
use chabudai_web::input::{Json as Body, Path, Query, named, whole};
use chabudai_web::line::Line;
use chabudai_web::problem::Problem;
use chabudai_web::repeat::Repeatable;
use chabudai_web::schema::without_default;
use schemars::JsonSchema;
use serde::Deserialize;

use super::book::{ListParameters, PAGE};
use super::input::{ID, ImageKey, Lines, Text, WebAddress, cleared, cleared_whole};
use super::pictures::{Links, image_key};
use super::view::{DeletedView, RecipeCardView, RecipeView};
use super::{Answer, AppState, At, Inside, List, data, inside, once};
use crate::error::KondateError;
use crate::model::{
    EntityType, Ingredient, Intermediate, LONGEST_NAME, LONGEST_NOTE, LONGEST_RECIPE_BODY, LONGEST_STEP, LONGEST_TAG, LONGEST_TITLE,
    LONGEST_WORD, MOST_INGREDIENTS, MOST_MINUTES, MOST_SERVINGS, MOST_STEPS, MOST_TAGS, RecipeId, RecipeStep,
};
use crate::repo::book;
use crate::service::{Begins, Found, RecipeInput, Service};

/// The list, to its cursors.
const LIST: &str = "recipes";

pub(super) fn routes(api: Api<AppState>) -> Api<AppState> {
    api.get(
        "/recipes",
        list_recipes,
        inside("listRecipes", "What is in the book: our own, and the starters")
            .query::<ListParameters>()
            .answers::<Data<Page<RecipeCardView>>>(200, "A page of recipes. It may be short and still have a next one."),
    )
    .post(
        "/recipes",
        Handler::layer(add_recipe, DefaultBodyLimit::max(LONGEST_RECIPE_BODY)),
        inside("addRecipe", "Write down a recipe").body::<NewRecipe>().repeatable().answers::<Data<RecipeView>>(201, "The recipe."),
    )
    .get("/recipes/{id}", get_recipe, inside("getRecipe", "How something is cooked").answers::<Data<RecipeView>>(200, "The recipe."))
    .patch(
        "/recipes/{id}",
        Handler::layer(edit_recipe, DefaultBodyLimit::max(LONGEST_RECIPE_BODY)),
        inside("editRecipe", "Change one of our recipes").body::<RecipeChange>().answers::<Data<RecipeView>>(200, "As it is now."),
    )
    .delete(
        "/recipes/{id}",
        delete_recipe,
        inside("deleteRecipe", "Delete one of our recipes").answers::<Data<DeletedView>>(200, "For 30 days it can come back."),
    )
    .post(
        "/recipes/{id}/restore",
        restore_recipe,
        inside("restoreRecipe", "Bring a deleted recipe back").answers::<Data<RecipeView>>(200, "The recipe, as it was."),
    )
}

/// An ingredient.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct IngredientInput {
    #[schemars(with = "Line<LONGEST_NAME>")]
    name: String,
    /// As it is written: `2`, `1/2`, `半分`.
    #[schemars(with = "Option<Text<LONGEST_WORD>>")]
    quantity: Option<String>,
    #[schemars(with = "Option<Text<LONGEST_WORD>>")]
    unit: Option<String>,
    #[schemars(with = "Option<Lines<LONGEST_NOTE>>")]
    note: Option<String>,
    /// The food that it is, where the name does not say so.
    #[schemars(regex(pattern = ID))]
    food_id: Option<String>,
    /// What is mixed together first has the same mark.
    #[schemars(with = "Option<Text<LONGEST_WORD>>")]
    group: Option<String>,
}

/// A step.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct StepInput {
    #[schemars(
        with = "Lines<LONGEST_STEP>",
        length(min = 1),
        regex(pattern = r"[^\u0000-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]")
    )]
    text: String,
    #[serde(default, deserialize_with = "whole")]
    #[schemars(range(min = 1, max = MOST_MINUTES))]
    timer_minutes: Option<u32>,
}

/// Something that is made on the way.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct IntermediateInput {
    #[schemars(with = "Text<LONGEST_TITLE>")]
    title: String,
    #[schemars(with = "Lines<LONGEST_STEP>")]
    text: String,
}

/// A recipe to be written down.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewRecipe {
    #[schemars(with = "Line<LONGEST_TITLE>")]
    title: String,
    /// For how many; 2 by default.
    #[serde(default, deserialize_with = "whole")]
    #[schemars(range(min = 1, max = MOST_SERVINGS))]
    servings: Option<u32>,
    #[schemars(length(min = 1, max = MOST_INGREDIENTS))]
    ingredients: Vec<IngredientInput>,
    #[schemars(length(min = 1, max = MOST_STEPS))]
    steps: Vec<StepInput>,
    #[serde(default)]
    #[schemars(length(max = MOST_TAGS))]
    intermediate_materials: Vec<IntermediateInput>,
    #[serde(default)]
    #[schemars(with = "Vec<Text<LONGEST_TAG>>", length(max = MOST_TAGS))]
    tags: Vec<String>,
    #[schemars(with = "Option<Text<LONGEST_NAME>>")]
    author_name: Option<String>,
    #[schemars(with = "Option<WebAddress>")]
    source_url: Option<String>,
    #[schemars(with = "Option<WebAddress>")]
    thumbnail_url: Option<String>,
    /// Of a picture that was taken in; goes before `thumbnailUrl`.
    #[schemars(with = "Option<ImageKey>")]
    image_key: Option<String>,
    #[serde(default, deserialize_with = "whole")]
    #[schemars(range(min = 1, max = MOST_MINUTES))]
    cook_time_minutes: Option<u32>,
}

/// What changes of a recipe. What is not named stays; null takes it away.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RecipeChange {
    #[serde(default, deserialize_with = "named")]
    #[schemars(with = "Line<LONGEST_TITLE>", transform = without_default)]
    title: Option<String>,
    #[serde(default, deserialize_with = "whole")]
    #[schemars(range(min = 1, max = MOST_SERVINGS))]
    servings: Option<u32>,
    #[serde(default, deserialize_with = "named")]
    #[schemars(with = "Vec<IngredientInput>", length(min = 1, max = MOST_INGREDIENTS), transform = without_default)]
    ingredients: Option<Vec<IngredientInput>>,
    #[serde(default, deserialize_with = "named")]
    #[schemars(with = "Vec<StepInput>", length(min = 1, max = MOST_STEPS), transform = without_default)]
    steps: Option<Vec<StepInput>>,
    #[serde(default, deserialize_with = "named")]
    #[schemars(with = "Vec<IntermediateInput>", length(max = MOST_TAGS), transform = without_default)]
    intermediate_materials: Option<Vec<IntermediateInput>>,
    #[serde(default, deserialize_with = "named")]
    #[schemars(with = "Vec<Text<LONGEST_TAG>>", length(max = MOST_TAGS), transform = without_default)]
    tags: Option<Vec<String>>,
    #[serde(default, deserialize_with = "cleared")]
    #[schemars(with = "Option<Text<LONGEST_NAME>>", transform = without_default)]
    author_name: Option<Option<String>>,
    #[serde(default, deserialize_with = "cleared")]
    #[schemars(with = "Option<WebAddress>", transform = without_default)]
    source_url: Option<Option<String>>,
    #[serde(default, deserialize_with = "cleared")]
    #[schemars(with = "Option<WebAddress>", transform = without_default)]
    thumbnail_url: Option<Option<String>>,
    /// Of a picture that was taken in, in place of what is shown so far; goes before `thumbnailUrl`. Null takes away one that was taken in.
    #[serde(default, deserialize_with = "cleared")]
    #[schemars(with = "Option<ImageKey>", transform = without_default)]
    image_key: Option<Option<String>>,
    #[serde(default, deserialize_with = "cleared_whole")]
    #[schemars(with = "Option<u32>", range(min = 1, max = MOST_MINUTES), transform = without_default)]
    cook_time_minutes: Option<Option<u32>>,
    /// The version that was seen: if it is another one by now, nothing changes.
    #[serde(default, deserialize_with = "whole")]
    #[schemars(range(min = 0, max = u32::MAX))]
    version: Option<u32>,
}

fn ingredients(input: Vec<IngredientInput>) -> Vec<Ingredient> {
    let read = |one: IngredientInput| {
        let IngredientInput { name, quantity, unit, note, food_id, group } = one;
        Ingredient { name, quantity, unit, note, order: 0, food_id, group }
    };
    input.into_iter().map(read).collect()
}

fn steps(input: Vec<StepInput>) -> Vec<RecipeStep> {
    input.into_iter().map(|StepInput { text, timer_minutes }| RecipeStep { order: 0, text, timer_minutes }).collect()
}

fn made(input: Vec<IntermediateInput>) -> Vec<Intermediate> {
    input.into_iter().map(|IntermediateInput { title, text }| Intermediate { title, text, order: 0 }).collect()
}

impl NewRecipe {
    fn read(self, links: &Links) -> Result<RecipeInput, Problem> {
        Ok(RecipeInput {
            title: Some(self.title),
            servings: self.servings,
            ingredients: Some(ingredients(self.ingredients)),
            intermediate_materials: Some(made(self.intermediate_materials)),
            steps: Some(steps(self.steps)),
            tags: Some(self.tags),
            author_name: Some(self.author_name),
            source_url: Some(self.source_url),
            thumbnail_url: Some(self.thumbnail_url.map(|address| links.kept(address))),
            image_key: self.image_key.map(|key| image_key(&key)).transpose()?.map(Some),
            cook_time_minutes: Some(self.cook_time_minutes),
        })
    }
}

impl RecipeChange {
    fn read(self, links: &Links) -> Result<RecipeInput, Problem> {
        Ok(RecipeInput {
            title: self.title,
            servings: self.servings,
            ingredients: self.ingredients.map(ingredients),
            intermediate_materials: self.intermediate_materials.map(made),
            steps: self.steps.map(steps),
            tags: self.tags,
            author_name: self.author_name,
            source_url: self.source_url,
            thumbnail_url: self.thumbnail_url.map(|address| address.map(|address| links.kept(address))),
            image_key: self.image_key.map(|key| key.map(|key| image_key(&key)).transpose()).transpose()?,
            cook_time_minutes: self.cook_time_minutes,
        })
    }
}

fn recipe_id(at: &At) -> Result<RecipeId, Problem> {
    Ok(RecipeId::new(at.id.as_str()).ok_or(KondateError::NotFound("recipe"))?)
}

async fn list_recipes(
    State(service): State<Service>,
    State(links): State<Links>,
    Inside { cook }: Inside,
    Query(given): Query<ListParameters>,
) -> List<RecipeCardView> {
    let paging = PAGE.paging(given.limit, given.cursor.as_deref(), given.order())?;
    let (sought, most) = (given.sought()?, paging.limit as usize);
    let cursor = |begins: &Begins<RecipeId>| service.book_cursor(&cook, LIST, &sought, begins);
    let found = match given.begins(&service, &cook, LIST, &sought, |id| RecipeId::new(id))? {
        Some(begins) => service.find_recipes(&cook, &sought, begins, most).await?,
        None if !sought.is_everything() => service.find_recipes(&cook, &sought, Begins::Start, most).await?,
        // What was saved stands between a kitchen's own by time.
        None if given.cursor.is_none() && service.has_saved(&cook, EntityType::Recipe).await? => {
            service.find_recipes(&cook, &sought, Begins::Start, most).await?
        }
        None => {
            let page = book::list_recipes(service.db(), &cook.kitchen, paging).await?;
            let cards: Vec<_> = page.items.iter().map(|recipe| RecipeCardView::of(recipe, &links)).collect();
            let next = page.next.or_else(|| cursor(&Begins::Starters(None)));
            return data(Page::of(cards, next));
        }
    };
    let Found { items, next } = found;
    data(Page::of(items.iter().map(|recipe| RecipeCardView::of(recipe, &links)).collect(), next.as_ref().and_then(cursor)))
}

async fn add_recipe(
    State(service): State<Service>,
    State(links): State<Links>,
    Inside { cook }: Inside,
    input: Repeatable<NewRecipe>,
) -> Result<(StatusCode, Data<RecipeView>), Problem> {
    let once = once(&input);
    let recipe = service.add_recipe(&cook, &input.body.read(&links)?, once.as_ref()).await?;
    Ok((StatusCode::CREATED, Data { data: RecipeView::of(recipe, &links) }))
}

async fn get_recipe(
    State(service): State<Service>,
    State(links): State<Links>,
    Inside { cook }: Inside,
    Path(at): Path<At>,
) -> Answer<RecipeView> {
    data(RecipeView::of(service.recipe(&cook, &recipe_id(&at)?).await?, &links))
}

async fn edit_recipe(
    State(service): State<Service>,
    State(links): State<Links>,
    Inside { cook }: Inside,
    Path(at): Path<At>,
    Body(change): Body<RecipeChange>,
) -> Answer<RecipeView> {
    let seen = change.version.map(u64::from);
    let input = change.read(&links)?;
    data(RecipeView::of(service.edit_recipe(&cook, &recipe_id(&at)?, &input, seen).await?, &links))
}

async fn delete_recipe(State(service): State<Service>, Inside { cook }: Inside, Path(at): Path<At>) -> Answer<DeletedView> {
    service.delete_recipe(&cook, &recipe_id(&at)?).await?;
    data(DeletedView::of(at.id))
}

async fn restore_recipe(
    State(service): State<Service>,
    State(links): State<Links>,
    Inside { cook }: Inside,
    Path(at): Path<At>,
) -> Answer<RecipeView> {
    let id = recipe_id(&at)?;
    service.restore_recipe(&cook, &id).await?;
    data(RecipeView::of(service.recipe(&cook, &id).await?, &links))
}
