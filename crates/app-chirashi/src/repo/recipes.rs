//! Recipes from flyers, shared ones, and their ranking.

use chabudai_kernel::db::{Db, Listed, Paging, Run};
use chabudai_kernel::expr::attr;
use chabudai_kernel::op::{Check, Delete, PageKey, Put, Query, Scan, Update};
use chabudai_kernel::part::Word;

use super::current;
use crate::design::{FLYER_INDEX, FLYERS, ONE_RECIPE, OPEN_SHARED, READ_RANKING, RECIPES, SHARED_FROM_FLYER, SHARED_RECIPES};
use crate::error::Result;
use crate::model::{Flyer, FlyerId, Moment, Ranking, Recipe, SharedRecipe, SharedRecipeId};

/// CH-90: the recipe of a flyer, or that somebody is making it.
pub async fn recipe(db: &Db, flyer: FlyerId) -> Result<Option<Recipe>> {
    current(db.run(&ONE_RECIPE), Recipe::key(&flyer)).await
}

/// CH-91, the write: this one makes it, if there is none and nobody else does. A whole row, so that nothing is left of one that has expired.
pub fn claim(lease: &Recipe, now_millis: u64) -> Put {
    let is_free = attr("leaseUntil").absent().or(attr("leaseUntil").le(now_millis));
    Put::of(lease).only_if(attr("recipeText").absent().and(is_free))
}

/// CH-91, the write: it is made, by whoever has claimed it.
pub fn made(recipe: &Recipe, lease: &Word) -> Put {
    Put::of(recipe).only_if(attr("lease").eq(lease.as_str()))
}

/// CH-91, the check: the flyer is there.
pub fn flyer_is_there(flyer: FlyerId) -> Check {
    Check { table: &FLYERS, key: Flyer::key(&flyer), condition: attr("flyerId").exists() }
}

/// CH-91, the write: it was not made, and somebody else may.
pub fn give_back(flyer: FlyerId, lease: &Word) -> Delete {
    Delete::new(&RECIPES, Recipe::key(&flyer)).only_if(attr("lease").eq(lease.as_str()).and(attr("recipeText").absent()))
}

/// CH-66, CH-67, CH-123, the write: what was cooked from a flyer goes with it.
pub fn forget(flyer: FlyerId) -> Delete {
    Delete::new(&RECIPES, Recipe::key(&flyer))
}

/// CH-92, the write: a recipe is shared.
pub fn share(shared: &SharedRecipe) -> Put {
    Put::of(shared).if_absent()
}

/// CH-93: what was shared.
pub async fn shared(db: &Db, id: SharedRecipeId) -> Result<Option<SharedRecipe>> {
    current(db.run(&OPEN_SHARED), SharedRecipe::key(&id)).await
}

/// CH-93, the write: one more has seen it.
pub fn one_more_view(id: SharedRecipeId, at: Moment) -> Update {
    Update::of::<SharedRecipe>(SharedRecipe::key(&id)).add("viewCount", 1).set("updatedAt", at.to_string()).if_exists().returning_new()
}

/// CH-94: what was shared from a flyer, newest first.
pub async fn from_flyer(db: &Db, flyer: FlyerId, paging: Paging<'_>) -> Result<Listed<SharedRecipe>> {
    let query = Query::index(&SHARED_RECIPES, &FLYER_INDEX, SharedRecipe::flyerId.of(&flyer)).backward();
    Ok(db.run(&SHARED_FROM_FLYER).list(query, paging.limit, paging.cursor, 0).await?)
}

fn views() -> Word {
    Word::new("views").expect("a word")
}

/// CH-95: the ranking.
pub async fn ranking(db: &Db) -> Result<Option<Ranking>> {
    current(db.run(&READ_RANKING), Ranking::key(views())).await
}

/// CH-96: a page of what was shared. The ranking stands among them and is left out.
pub async fn every_shared(run: Run<'_>, after: Option<PageKey>) -> Result<(Vec<SharedRecipe>, Option<PageKey>)> {
    Ok(run.scan(&Scan { limit: Some(200), after, ..Scan::of(&SHARED_RECIPES) }).await?)
}

/// CH-96, the write: the ranking as it is now.
pub fn rank(top: Vec<crate::model::Ranked>, at: Moment) -> Put {
    Put::of(&Ranking { name: views(), top, updated_at: at })
}
