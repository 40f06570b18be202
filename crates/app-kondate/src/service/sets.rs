//! The book: sets.

use std::collections::BTreeSet;

use chabudai_kernel::db::Run;
use chabudai_kernel::once::Once;
use chabudai_kernel::op::{Transact, Write};

use super::names::check_name;
use super::recipes::{check_tags, in_order, is_text, trimmed};
use super::{Cook, Service, is_replayed};
use crate::design::{ADD_SET, DELETE_SET, EDIT_SET, GET_SET};
use crate::error::{KondateError, KondateReason, Result, invalid};
use crate::model::{
    Bounded, Card, DishSet, LONGEST_STEP, LONGEST_TITLE, MOST_DISHES, Origin, PersonId, Recipe, RecipeId, SECOND_THOUGHTS, SetId, Target,
};
use crate::official;
use crate::repo::catalog::Body;
use crate::repo::{book, catalog, kitchens};

/// What is said of a set. What is not named stays as it is, and is missing in a new one.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SetInput {
    /// What it is called.
    pub title: Option<String>,
    /// Its dishes, in order; one may stand there twice.
    pub recipe_ids: Option<Vec<RecipeId>>,
    /// What there is to say about it; nothing inside takes it away.
    pub description: Option<Option<String>>,
    /// Its tags.
    pub tags: Option<Vec<String>>,
}

impl SetInput {
    fn apply(&self, set: &mut DishSet) {
        let Self { title, recipe_ids, description, tags } = self.clone();
        set.title = title.map_or_else(|| set.title.clone(), |title| title.trim().to_owned());
        set.recipe_ids = recipe_ids.unwrap_or_else(|| set.recipe_ids.clone());
        set.description = description.map_or_else(|| set.description.clone(), trimmed);
        set.tags = tags.map_or_else(|| set.tags.clone(), |tags| tags.into_iter().filter_map(|tag| trimmed(Some(tag))).collect());
    }
}

fn check(set: &DishSet) -> Result<()> {
    check_name("title", "kondate.title", "A title has 1 to 80 characters.", &set.title, LONGEST_TITLE)?;
    if !(1..=MOST_DISHES).contains(&set.recipe_ids.len()) {
        return invalid("recipeIds", "kondate.dishes", "A set has 1 to 7 dishes.");
    }
    if set.description.as_ref().is_some_and(|text| text.chars().count() > LONGEST_STEP || !is_text(text)) {
        return invalid("description", "kondate.too_long", "This is too long.");
    }
    check_tags(&set.tags)
}

impl Service {
    /// A set that somebody may change: their kitchen's own. A starter can be looked at.
    pub async fn set(&self, cook: &Cook, id: &SetId) -> Result<DishSet> {
        if let Some(starter) = official::set(id, cook.language) {
            return Ok(starter.clone());
        }
        let found = book::set(self.base.db.run(&GET_SET), &cook.kitchen, id).await?;
        found.filter(DishSet::is_live).ok_or(KondateError::NotFound("set"))
    }

    /// A set that somebody may read, with its dishes: their kitchen's own, a starter, or one that it has saved from the catalog.
    pub async fn set_with_dishes(&self, cook: &Cook, id: &SetId) -> Result<(DishSet, Vec<Recipe>)> {
        match self.set(cook, id).await {
            Ok(set) => {
                let dishes = self.recipes(cook, &set.recipe_ids).await?;
                Ok((set, dishes))
            }
            Err(KondateError::NotFound(_)) => {
                let offered = self.offered(cook, &Target::Set(id.clone())).await?;
                match offered.body {
                    Some(Body::Set(set)) if offered.shown.is_saved => Ok((*set, offered.dishes)),
                    _ => Err(KondateError::NotFound("set")),
                }
            }
            Err(error) => Err(error),
        }
    }

    /// The dishes, if every one is one that the kitchen can cook.
    async fn dishes_are_there(&self, run: Run<'_>, cook: &Cook, ids: &[RecipeId]) -> Result<Vec<Recipe>> {
        let found = self.cookable(run, cook, ids).await?;
        let dishes = in_order(cook, ids, &found);
        if dishes.len() == ids.len() {
            return Ok(dishes);
        }
        invalid("recipeIds", "kondate.no_such_recipe", "One of these recipes is not in your book.")
    }

    /// Puts together a set.
    pub async fn add_set(&self, cook: &Cook, input: &SetInput, once: Option<&Once>) -> Result<DishSet> {
        let now = Some(self.now());
        let mut set = DishSet {
            kitchen: cook.kitchen.clone(),
            set_id: self.ulid().into(),
            title: String::new(),
            description: None,
            recipe_ids: Vec::new(),
            tags: Vec::new(),
            thumbnail_url: None,
            origin: Some(Origin::Created),
            created_at: now,
            updated_at: now,
            published_at: None,
            deleted_at: None,
            ttl: None,
            version: 1,
        };
        input.apply(&mut set);
        check(&set)?;
        if let Some(made) = self.made_before(&cook.kitchen, once).await? {
            return self.set_made(cook, &made).await;
        }
        let _turn = self.queue(&cook.kitchen).await;
        let outcome = self
            .base
            .persist(|| async {
                let run = self.base.db.run(&ADD_SET);
                let dishes = self.dishes_are_there(run, cook, &set.recipe_ids).await?;
                let mut writes: Vec<Write> = vec![book::add_set(&set).into(), kitchens::count(&cook.kitchen, &[(Bounded::Sets, 1)]).into()];
                writes.extend(checks(cook, &dishes));
                match self.make(run, &cook.kitchen, writes, set.set_id.as_str(), once).await {
                    Err(KondateError::Store(error)) if error.condition_failed_at(1) => Err(KondateReason::Full.into()),
                    other => other,
                }
            })
            .await;
        if is_replayed(&outcome) {
            let made = self.made_before(&cook.kitchen, once).await?.ok_or(KondateError::Busy)?;
            return self.set_made(cook, &made).await;
        }
        outcome.map(|()| set)
    }

    async fn set_made(&self, cook: &Cook, made: &str) -> Result<DishSet> {
        let id = SetId::new(made).ok_or(KondateError::NotFound("set"))?;
        self.set(cook, &id).await
    }

    /// Changes a set, if it is still as it was seen.
    pub async fn edit_set(&self, cook: &Cook, id: &SetId, input: &SetInput, seen: Option<u64>) -> Result<DishSet> {
        if official::set(id, cook.language).is_some() {
            return Err(KondateReason::NotYours.into());
        }
        let _turn = self.queue(&cook.kitchen).await;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&EDIT_SET);
                let mut set = book::set(run, &cook.kitchen, id).await?.filter(DishSet::is_live).ok_or(KondateError::NotFound("set"))?;
                if seen.is_some_and(|seen| seen != set.version) {
                    return Err(KondateReason::Stale.into());
                }
                let before = set.recipe_ids.clone();
                input.apply(&mut set);
                check(&set)?;
                set.updated_at = Some(self.now());
                let mut writes: Vec<Write> = vec![book::rewrite_set(&set).into()];
                let is_published = set.published_at.is_some();
                let mut dishes = Vec::new();
                if input.recipe_ids.is_some() || is_published {
                    dishes = self.dishes_are_there(run, cook, &set.recipe_ids).await?;
                }
                if input.recipe_ids.is_some() && is_published {
                    writes.extend(kept(cook, &dishes));
                } else if input.recipe_ids.is_some() {
                    writes.extend(checks(cook, &dishes));
                }
                let record_at = writes.len();
                writes.extend(self.record_of_set_follows(run, cook, &set, &dishes, &before).await?);
                let outcome = match <[Write; 1]>::try_from(writes) {
                    Ok([alone]) => run.commit_one(alone).await,
                    Err(writes) => run.commit(Transact::of(writes)).await,
                };
                match outcome {
                    // Somebody wrote it, or put one of its recipes into the bin.
                    Err(error) if (0..record_at).any(|at| error.condition_failed_at(at)) => return Err(KondateReason::Stale.into()),
                    other => other?,
                }
                self.first_pages.forget();
                set.version += 1;
                Ok(set)
            })
            .await
    }

    /// The writes by which the catalog shows a set as it is now, if it was published: then all of its dishes are its creator's own, or starters.
    async fn record_of_set_follows(
        &self,
        run: Run<'_>,
        cook: &Cook,
        set: &DishSet,
        dishes: &[Recipe],
        before: &[RecipeId],
    ) -> Result<Vec<Write>> {
        let Some(at) = set.published_at else { return Ok(Vec::new()) };
        if dishes.iter().any(|dish| dish.kitchen != cook.kitchen && dish.kitchen != official::owner()) {
            return invalid("recipeIds", "kondate.set_of_others", "A set for everybody has dishes of your own and starters.");
        }
        let Some(read) = catalog::record(run, &Target::Set(set.set_id.clone()), at).await? else { return Ok(Vec::new()) };
        // Whoever bought it has bought its dishes; more may come. What is bought meanwhile is another version of the record.
        if read.sold_count > 0 && before.iter().any(|id| !set.recipe_ids.contains(id)) {
            return Err(KondateReason::SoldDish.into());
        }
        let (read_at, card) = (read.version, read.of_set(set, dishes));
        Ok(catalog::rewrite(&Card { version: read_at + 1, updated_at: set.updated_at, ..card }, read_at).into())
    }

    /// Puts a set into the bin, for thirty days.
    pub async fn delete_set(&self, cook: &Cook, id: &SetId) -> Result<()> {
        self.bin_set(cook, id, true).await
    }

    /// Takes a set out of the bin.
    pub async fn restore_set(&self, cook: &Cook, id: &SetId) -> Result<()> {
        self.bin_set(cook, id, false).await
    }

    async fn bin_set(&self, cook: &Cook, id: &SetId, binned: bool) -> Result<()> {
        if official::set(id, cook.language).is_some() {
            return Err(KondateReason::NotYours.into());
        }
        let _turn = self.queue(&cook.kitchen).await;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&DELETE_SET);
                let mut set = book::set(run, &cook.kitchen, id).await?.ok_or(KondateError::NotFound("set"))?;
                if set.is_live() != binned {
                    return Ok(());
                }
                let now = self.now();
                set.deleted_at = binned.then_some(now);
                set.ttl = binned.then(|| now.seconds() + SECOND_THOUGHTS);
                // It leaves the catalog with it.
                let published = set.published_at.take();
                let counted = kitchens::count(&cook.kitchen, &[(Bounded::Sets, if binned { -1 } else { 1 })]);
                let creator = PersonId::new(set.kitchen.as_str()).expect("an id is a word");
                let record = published.into_iter().flat_map(|at| catalog::withdraw(&Target::Set(id.clone()), at, &creator));
                match run.commit(Transact::of([book::rewrite_set(&set).into(), counted.into()].into_iter().chain(record))).await {
                    Err(error) if published.is_some() && error.condition_failed_at(2) => Err(KondateReason::Sold.into()),
                    Err(error) if error.condition_failed_at(1) => Err(KondateReason::Full.into()),
                    other => {
                        self.first_pages.forget();
                        Ok(other?)
                    }
                }
            })
            .await
    }
}

/// The looks that hold a set to its recipes: none of the kitchen's own goes into the bin while it is put together.
fn checks(cook: &Cook, dishes: &[Recipe]) -> Vec<Write> {
    own(cook, dishes).into_iter().map(|id| book::recipe_is_there(&cook.kitchen, id).into()).collect()
}

/// The writes that do so for a set that others may buy: none goes into the bin by somebody who has not seen that it is in there.
pub(super) fn kept(cook: &Cook, dishes: &[Recipe]) -> Vec<Write> {
    own(cook, dishes).into_iter().map(|id| book::keep_recipe(&cook.kitchen, id).into()).collect()
}

fn own<'a>(cook: &Cook, dishes: &'a [Recipe]) -> BTreeSet<&'a RecipeId> {
    dishes.iter().filter(|dish| dish.kitchen == cook.kitchen).map(|dish| &dish.recipe_id).collect()
}
