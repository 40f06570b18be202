//! Recipes and sets.

use chabudai_kernel::db::{Db, Listed, Paging, Run};
use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{Check, Get, Put, Query, Update};

use super::version_is;
use crate::design::{BATCH_OF_READS, DELETED_ON_A_PAGE, LIST_RECIPES, LIST_SETS, MAIN_TABLE, SEARCH_RECIPES};
use crate::error::Result;
use crate::model::{DishSet, Kitchen, KitchenId, MOST_RECIPES, MOST_SETS, Recipe, RecipeId, SetId};

fn recipes(kitchen: &KitchenId) -> Query {
    Query::table(&MAIN_TABLE, Recipe::PK.of((kitchen.clone(),))).range(Recipe::SK.starting(())).filter(attr("deletedAt").absent())
}

fn sets(kitchen: &KitchenId) -> Query {
    Query::table(&MAIN_TABLE, DishSet::PK.of((kitchen.clone(),))).range(DishSet::SK.starting(())).filter(attr("deletedAt").absent())
}

/// AP-201: a page of recipes. Ids are ULIDs, so that their order is that of time.
pub async fn list_recipes(db: &Db, kitchen: &KitchenId, page: Paging<'_>) -> Result<Listed<Recipe>> {
    let query = recipes(kitchen).direction(page.backward);
    Ok(db.run(&LIST_RECIPES).list(query, page.limit, page.cursor, page.limit + 1 + DELETED_ON_A_PAGE).await?)
}

/// AP-206: all recipes, newest first, to be searched in memory.
pub async fn all_recipes(db: &Db, kitchen: &KitchenId) -> Result<Vec<Recipe>> {
    Ok(db.run(&SEARCH_RECIPES).all(recipes(kitchen).backward()).await?)
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

/// The write that counts one recipe more, if there is room for it.
pub fn one_recipe_more(kitchen: &KitchenId) -> Update {
    counted(kitchen, "recipes", MOST_RECIPES)
}

/// The write that counts one set more, if there is room for it.
pub fn one_set_more(kitchen: &KitchenId) -> Update {
    counted(kitchen, "sets", MOST_SETS)
}

fn counted(kitchen: &KitchenId, what: &'static str, most: u64) -> Update {
    let room = attr("PK").exists().and(attr(what).absent().or(attr(what).lt(most)));
    Update::of::<Kitchen>(Kitchen::key(kitchen.clone())).add(what, 1).only_if(room)
}

/// The write that counts one recipe less.
pub fn one_recipe_less(kitchen: &KitchenId) -> Update {
    Update::of::<Kitchen>(Kitchen::key(kitchen.clone())).add("recipes", -1).if_exists()
}

/// The write that counts one set less.
pub fn one_set_less(kitchen: &KitchenId) -> Update {
    Update::of::<Kitchen>(Kitchen::key(kitchen.clone())).add("sets", -1).if_exists()
}
