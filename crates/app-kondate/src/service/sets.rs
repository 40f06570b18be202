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
use crate::model::{Bounded, DishSet, LONGEST_STEP, LONGEST_TITLE, MOST_DISHES, Origin, RecipeId, SECOND_THOUGHTS, SetId};
use crate::official;
use crate::repo::{book, kitchens};

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
    /// A set that somebody may read: their kitchen's own, or a starter.
    pub async fn set(&self, cook: &Cook, id: &SetId) -> Result<DishSet> {
        if let Some(starter) = official::set(id, cook.language) {
            return Ok(starter.clone());
        }
        let found = book::set(self.base.db.run(&GET_SET), &cook.kitchen, id).await?;
        found.filter(DishSet::is_live).ok_or(KondateError::NotFound("set"))
    }

    /// Every dish is one that the kitchen can cook.
    async fn dishes_are_there(&self, run: Run<'_>, cook: &Cook, ids: &[RecipeId]) -> Result<()> {
        let own = ids.iter().filter(|id| official::recipe(id, cook.language).is_none());
        let found = book::recipes_by_id(run, own.map(|id| (cook.kitchen.clone(), id.clone()))).await?;
        if in_order(cook, ids, &found).len() == ids.len() {
            return Ok(());
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
                self.dishes_are_there(run, cook, &set.recipe_ids).await?;
                let mut writes: Vec<Write> = vec![book::add_set(&set).into(), kitchens::count(&cook.kitchen, &[(Bounded::Sets, 1)]).into()];
                writes.extend(checks(cook, &set.recipe_ids));
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
        let run = self.base.db.run(&EDIT_SET);
        let mut set = book::set(run, &cook.kitchen, id).await?.filter(DishSet::is_live).ok_or(KondateError::NotFound("set"))?;
        if seen.is_some_and(|seen| seen != set.version) {
            return Err(KondateReason::Stale.into());
        }
        input.apply(&mut set);
        check(&set)?;
        set.updated_at = Some(self.now());
        let mut writes: Vec<Write> = vec![book::rewrite_set(&set).into()];
        if input.recipe_ids.is_some() {
            self.dishes_are_there(run, cook, &set.recipe_ids).await?;
            writes.extend(checks(cook, &set.recipe_ids));
        }
        let outcome = if writes.len() == 1 { run.commit_one(writes.remove(0)).await } else { run.commit(Transact::of(writes)).await };
        match outcome {
            // Somebody wrote it, or put one of its recipes into the bin.
            Err(error) if error.is_stale_read() => return Err(KondateReason::Stale.into()),
            other => other?,
        }
        set.version += 1;
        Ok(set)
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
                let counted = kitchens::count(&cook.kitchen, &[(Bounded::Sets, if binned { -1 } else { 1 })]);
                match run.commit(Transact::of([book::rewrite_set(&set).into(), counted.into()])).await {
                    Err(error) if error.condition_failed_at(1) => Err(KondateReason::Full.into()),
                    other => Ok(other?),
                }
            })
            .await
    }
}

/// The writes that hold a set to its recipes: none of the kitchen's own goes into the bin while it is put together.
fn checks(cook: &Cook, ids: &[RecipeId]) -> Vec<Write> {
    let own: BTreeSet<&RecipeId> = ids.iter().filter(|id| official::recipe(id, cook.language).is_none()).collect();
    own.into_iter().map(|id| book::recipe_is_there(&cook.kitchen, id).into()).collect()
}
