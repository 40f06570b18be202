//! Recipes and sets.

use chabudai_kernel::db::{Db, Listed, Paging, Run};
use chabudai_kernel::entity::Decode;
use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{Check, Get, Put, Query, Update};

use super::version_is;
use crate::design::{
    ALL_RECIPES, BATCH_OF_READS, DELETED_ON_A_PAGE, LIST_RECIPES, LIST_SETS, MAIN_TABLE, PAGES_LOOKED_AT, SEARCH_RECIPES, SEARCH_SETS,
};
use crate::error::Result;
use crate::model::{DishSet, KitchenId, Order, Recipe, RecipeId, SetId};

fn recipes(kitchen: &KitchenId) -> Query {
    Query::table(&MAIN_TABLE, Recipe::PK.of((kitchen.clone(),))).range(Recipe::SK.starting(())).filter(attr("deletedAt").absent())
}

fn sets(kitchen: &KitchenId) -> Query {
    Query::table(&MAIN_TABLE, DishSet::PK.of((kitchen.clone(),))).range(DishSet::SK.starting(())).filter(attr("deletedAt").absent())
}

/// What a list shows of a recipe. Its body, which is most of it, stays where it is.
const SHOWN: [&str; 11] =
    ["PK", "SK", "title", "tags", "authorName", "thumbnailUrl", "cookTimeMinutes", "origin", "createdAt", "deletedAt", "version"];

/// AP-201: a page of recipes, without their bodies. Ids are ULIDs, so that their order is that of time.
pub async fn list_recipes(db: &Db, kitchen: &KitchenId, page: Paging<'_>) -> Result<Listed<Recipe>> {
    let query = recipes(kitchen).direction(page.backward).only(SHOWN.map(attr));
    Ok(db.run(&LIST_RECIPES).list(query, page.limit, page.cursor, page.limit + 1 + DELETED_ON_A_PAGE).await?)
}

/// AP-212: all recipes that are not in the bin, with their bodies, oldest first.
pub async fn all_recipes(db: &Db, kitchen: &KitchenId) -> Result<Vec<Recipe>> {
    Ok(db.run(&ALL_RECIPES).all(recipes(kitchen).consistent()).await?)
}

/// What was looked at of a book that is searched.
#[derive(Clone, PartialEq, Debug)]
pub struct Looked<T, Id> {
    /// What is there, in the order that was asked for, without what no list shows.
    pub items: Vec<T>,
    /// There is more, from this one on: so much at most is looked at for one question.
    pub left_off_at: Option<Id>,
}

/// AP-206: recipes from the newest one on, or from this one, to be searched in memory. Their bodies stay where they are.
pub async fn look_at_recipes(db: &Db, kitchen: &KitchenId, from: Option<&RecipeId>) -> Result<Looked<Recipe, RecipeId>> {
    look_at_recipes_in(db, kitchen, from, Order::Newest).await
}

/// The same in either order.
pub async fn look_at_recipes_in(db: &Db, kitchen: &KitchenId, from: Option<&RecipeId>, order: Order) -> Result<Looked<Recipe, RecipeId>> {
    let range = match (from, order) {
        (None, _) => Recipe::SK.starting(()),
        (Some(id), Order::Newest) => Recipe::SK.until((id.clone(),)),
        (Some(id), Order::Oldest) => Recipe::SK.from((id.clone(),)),
    };
    let query = recipes(kitchen).range(range).only(SHOWN.map(attr)).direction(order == Order::Newest);
    let (items, key) = look_at(db.run(&SEARCH_RECIPES), query).await?;
    Ok(Looked { items, left_off_at: key.and_then(|key| RecipeId::new(key.strip_prefix("RECIPE#")?)) })
}

/// AP-307: sets, likewise.
pub async fn look_at_sets_in(db: &Db, kitchen: &KitchenId, from: Option<&SetId>, order: Order) -> Result<Looked<DishSet, SetId>> {
    let range = match (from, order) {
        (None, _) => DishSet::SK.starting(()),
        (Some(id), Order::Newest) => DishSet::SK.until((id.clone(),)),
        (Some(id), Order::Oldest) => DishSet::SK.from((id.clone(),)),
    };
    let query = sets(kitchen).range(range).direction(order == Order::Newest);
    let (items, key) = look_at(db.run(&SEARCH_SETS), query).await?;
    Ok(Looked { items, left_off_at: key.and_then(|key| SetId::new(key.strip_prefix("SET#")?)) })
}

async fn look_at<T: Decode>(run: Run<'_>, query: Query) -> Result<(Vec<T>, Option<String>)> {
    let (mut query, mut items) = (query, Vec::new());
    for _ in 0..PAGES_LOOKED_AT {
        let (page, next) = run.page(&query).await?;
        items.extend(page);
        if next.is_none() {
            return Ok((items, None));
        }
        query.after = next;
    }
    let key = query.after.as_ref().and_then(|key| key.0.get("SK")).and_then(|key| key.as_str().map(str::to_owned));
    Ok((items, key))
}

/// AP-202 and others: one recipe, also one in the bin.
pub async fn recipe(run: Run<'_>, kitchen: &KitchenId, id: &RecipeId) -> Result<Option<Recipe>> {
    Ok(run.get(Get::new(&MAIN_TABLE, Recipe::key(kitchen.clone(), id.clone())).consistent()).await?)
}

/// AP-207 and others: recipes by their ids, in no order.
pub async fn recipes_by_id(run: Run<'_>, keys: impl IntoIterator<Item = (KitchenId, RecipeId)>) -> Result<Vec<Recipe>> {
    let keys = keys.into_iter().map(|(kitchen, id)| (&MAIN_TABLE, Recipe::key(kitchen, id))).collect();
    Ok(run.batch_get(keys, BATCH_OF_READS, true).await?)
}

/// AP-301: a page of sets.
pub async fn list_sets(db: &Db, kitchen: &KitchenId, page: Paging<'_>) -> Result<Listed<DishSet>> {
    let query = sets(kitchen).direction(page.backward);
    Ok(db.run(&LIST_SETS).list(query, page.limit, page.cursor, page.limit + 1 + DELETED_ON_A_PAGE).await?)
}

/// AP-408: the newest sets.
pub async fn newest_sets(run: Run<'_>, kitchen: &KitchenId, most: u32) -> Result<Vec<DishSet>> {
    Ok(run.page(&sets(kitchen).backward().limit(most)).await?.0)
}

/// AP-302 and others: one set, also one in the bin.
pub async fn set(run: Run<'_>, kitchen: &KitchenId, id: &SetId) -> Result<Option<DishSet>> {
    Ok(run.get(Get::new(&MAIN_TABLE, DishSet::key(kitchen.clone(), id.clone())).consistent()).await?)
}

/// AP-203, the write: a new recipe.
pub fn add_recipe(recipe: &Recipe) -> Put {
    Put::of(recipe).if_absent()
}

/// AP-303, the write: a new set.
pub fn add_set(set: &DishSet) -> Put {
    Put::of(set).if_absent()
}

/// AP-204 and AP-205, the write: the recipe as it is now, if nobody has written it since.
pub fn rewrite_recipe(recipe: &Recipe) -> Put {
    Put::of(&Recipe { version: recipe.version + 1, ..recipe.clone() }).only_if(version_is(recipe.version))
}

/// AP-304 and AP-305, the write: the set as it is now, if nobody has written it since.
pub fn rewrite_set(set: &DishSet) -> Put {
    Put::of(&DishSet { version: set.version + 1, ..set.clone() }).only_if(version_is(set.version))
}

/// The write that goes only if a recipe is there and not in the bin.
pub fn recipe_is_there(kitchen: &KitchenId, id: &RecipeId) -> Check {
    let condition = attr("PK").exists().and(attr("deletedAt").absent());
    Check { table: &MAIN_TABLE, key: Recipe::key(kitchen.clone(), id.clone()), condition }
}

/// AP-304 and AP-1005, the write: a recipe stays, because it is sold with a set. It is a write and no look: whoever deletes it at the same time has
/// read it before, and has to look again at what it is sold with.
pub fn keep_recipe(kitchen: &KitchenId, id: &RecipeId) -> Update {
    let update = Update::of::<Recipe>(Recipe::key(kitchen.clone(), id.clone()));
    update.add("version", 1).only_if(attr("PK").exists().and(attr("deletedAt").absent()))
}
