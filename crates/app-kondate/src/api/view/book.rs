//! Recipes, sets and categories, as JSON.

use chabudai_kernel::part::UtcSeconds;
use chabudai_web::schema::Spelled;
use schemars::JsonSchema;
use serde::Serialize;

use super::{At, Links, at, origin};
use crate::model::{Category, DishSet, Ingredient, Intermediate, Recipe, RecipeStep};

/// A recipe in a list.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct RecipeCardView {
    id: String,
    title: String,
    author_name: Option<String>,
    thumbnail_url: Option<String>,
    cook_time_minutes: Option<u32>,
    tags: Vec<String>,
    /// `official` for the starters, which are in every book.
    #[schemars(extend("enum" = ["created", "saved", "official"]))]
    origin: &'static str,
    /// Null for a starter.
    #[schemars(with = "Option<Spelled<UtcSeconds>>")]
    created_at: At,
}

impl RecipeCardView {
    pub(in crate::api) fn of(recipe: &Recipe, links: &Links) -> Self {
        Self {
            id: recipe.recipe_id.to_string(),
            title: recipe.title.clone(),
            author_name: recipe.author_name.clone(),
            thumbnail_url: recipe.thumbnail_url.clone().map(|address| links.out(address)),
            cook_time_minutes: recipe.cook_time_minutes,
            tags: recipe.tags.clone(),
            origin: origin(recipe.origin),
            created_at: at(recipe.created_at),
        }
    }
}

/// An ingredient.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "RecipeIngredientView")]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct IngredientView {
    name: String,
    quantity: Option<String>,
    unit: Option<String>,
    note: Option<String>,
    order: u32,
    /// The food of the table, where it is known.
    food_id: Option<String>,
    /// What is mixed together first has the same mark.
    group: Option<String>,
}

impl IngredientView {
    pub(in crate::api) fn of(one: Ingredient) -> Self {
        let Ingredient { name, quantity, unit, note, order, food_id, group, .. } = one;
        Self { name, quantity, unit, note, order, food_id, group }
    }
}

impl StepView {
    pub(in crate::api) fn of(step: RecipeStep) -> Self {
        Self { order: step.order, text: step.text, timer_minutes: step.timer_minutes }
    }
}

/// A step.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "RecipeStepView")]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct StepView {
    order: u32,
    text: String,
    timer_minutes: Option<u32>,
}

/// Something that is made on the way.
#[derive(Serialize, JsonSchema)]
pub(in crate::api) struct IntermediateView {
    title: String,
    text: String,
    order: u32,
}

/// A recipe.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct RecipeView {
    #[serde(flatten)]
    card: RecipeCardView,
    source_url: Option<String>,
    /// Of its picture, where that was taken in here; null where it has none or shows an address of the web.
    image_key: Option<String>,
    servings: u32,
    ingredients: Vec<IngredientView>,
    intermediate_materials: Vec<IntermediateView>,
    steps: Vec<StepView>,
    #[schemars(with = "Option<Spelled<UtcSeconds>>")]
    updated_at: At,
    /// Send it with a change, and the change is refused if somebody else was first.
    version: u64,
}

impl RecipeView {
    pub(in crate::api) fn of(recipe: Recipe, links: &Links) -> Self {
        let made = |made: Intermediate| IntermediateView { title: made.title, text: made.text, order: made.order };
        Self {
            card: RecipeCardView::of(&recipe, links),
            image_key: recipe.picture().map(|picture| picture.to_string()),
            servings: recipe.servings(),
            source_url: recipe.source_url,
            ingredients: recipe.ingredients.into_iter().map(IngredientView::of).collect(),
            intermediate_materials: recipe.intermediate_materials.into_iter().map(made).collect(),
            steps: recipe.steps.into_iter().map(StepView::of).collect(),
            updated_at: at(recipe.updated_at),
            version: recipe.version,
        }
    }
}

/// A set in a list.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct SetCardView {
    id: String,
    title: String,
    description: Option<String>,
    recipe_ids: Vec<String>,
    tags: Vec<String>,
    thumbnail_url: Option<String>,
    /// `official` for the starters, which are in every book.
    #[schemars(extend("enum" = ["created", "saved", "official"]))]
    origin: &'static str,
    /// Null for a starter.
    #[schemars(with = "Option<Spelled<UtcSeconds>>")]
    created_at: At,
    #[schemars(with = "Option<Spelled<UtcSeconds>>")]
    updated_at: At,
    /// Send it with a change, and the change is refused if somebody else was first.
    version: u64,
}

impl SetCardView {
    pub(in crate::api) fn of(set: &DishSet) -> Self {
        Self {
            id: set.set_id.to_string(),
            title: set.title.clone(),
            description: set.description.clone(),
            recipe_ids: set.recipe_ids.iter().map(ToString::to_string).collect(),
            tags: set.tags.clone(),
            thumbnail_url: set.thumbnail_url.clone(),
            origin: origin(set.origin),
            created_at: at(set.created_at),
            updated_at: at(set.updated_at),
            version: set.version,
        }
    }
}

/// A dish of a set.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct SetDishView {
    id: String,
    title: String,
    thumbnail_url: Option<String>,
}

/// A set with its dishes. One whose recipe was deleted is in `recipeIds` alone.
#[derive(Serialize, JsonSchema)]
pub(in crate::api) struct SetView {
    #[serde(flatten)]
    card: SetCardView,
    recipes: Vec<SetDishView>,
}

impl SetView {
    pub(in crate::api) fn of(set: &DishSet, recipes: &[Recipe], links: &Links) -> Self {
        let dish = |recipe: &Recipe| SetDishView {
            id: recipe.recipe_id.to_string(),
            title: recipe.title.clone(),
            thumbnail_url: recipe.thumbnail_url.clone().map(|address| links.out(address)),
        };
        Self { card: SetCardView::of(set), recipes: recipes.iter().map(dish).collect() }
    }
}

/// A tag that is a tab.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct CategoryView {
    id: String,
    tag_name: String,
    order: u32,
    is_default: bool,
    is_hidden: bool,
    color_theme: Option<String>,
}

impl CategoryView {
    pub(in crate::api) fn of(category: Category) -> Self {
        Self {
            id: category.category_id.to_string(),
            tag_name: category.tag_name,
            order: category.order,
            is_default: category.is_default,
            is_hidden: category.is_hidden,
            color_theme: category.color_theme,
        }
    }

    /// The tab of everything, which is always there and always first.
    pub(in crate::api) fn all() -> Self {
        let (id, tag_name) = ("all".to_owned(), "all".to_owned());
        Self { id, tag_name, order: 0, is_default: true, is_hidden: false, color_theme: None }
    }
}
