//! The plan: a set into a slot, dishes onto the table, on to the next set.

use chabudai_kernel::db::Run;
use chabudai_kernel::op::{Transact, Write};
use chabudai_kernel::part::IsoDay;
use jiff::ToSpan as _;

use super::recipes::in_order;
use super::{Cook, Service, SlotBefore};
use crate::design::{
    ADVANCE, APPLY_SET, AT_A_TIME, CHANGE_DISH, COOK, DELETE_LOG, EMPTY_SLOT, MOST_TAKEN, READ_PLAN, SWEEP_FRIDGE, UNCOOK,
};
use crate::error::{KondateError, KondateReason, Result, invalid};
use crate::larder::{Foods, Portion, portions};
use crate::list::{scaled, servings_of};
use crate::model::{
    Batch, Bounded, CookLog, Dish, DishId, DishSet, Kitchen, KitchenId, MOST_DISHES, MOST_SERVINGS, Moment, Plan, Recipe, RecipeId, SetId,
    Slot, Source, Taken, Target, read_amount,
};
use crate::official;
use crate::repo::{book, fridge, kitchens, plans};

/// How long an empty batch stays in the fridge, so that what took the last of it can give it back, in seconds.
const SWEPT_AFTER: i64 = 24 * 60 * 60;

/// A slot that holds something else.
#[derive(Clone, PartialEq, Debug)]
pub struct PlanChange {
    /// What it holds now.
    pub plan: Plan,
    /// What the slots held that were written, by the very write that replaced it, for whoever wants it undone. None, where nothing was written.
    pub before: Vec<SlotBefore>,
}

/// How soon the same set in the same slot is the same tap, sent twice, in seconds.
const TAPPED_TWICE: i64 = 10;

/// Whether a slot holds what is to be put there, since a moment ago, and nothing has been done with it. A second time would take the place of
/// the first, and its undo would lead back to that.
fn is_just_put(before: &Plan, plan: &Plan) -> bool {
    let same = |one: &Dish, other: &Dish| one.recipe_id == other.recipe_id && one.servings == other.servings && one.logged_on.is_none();
    let is_same = before.set_id == plan.set_id
        && before.items.len() == plan.items.len()
        && before.items.iter().zip(&plan.items).all(|(one, other)| same(one, other) && !one.is_cooked);
    is_same && (plan.applied_at.seconds() - before.applied_at.seconds()).abs() <= TAPPED_TWICE
}

const NO_DISH: KondateError = KondateError::NotFound("dish");
const NO_KITCHEN: KondateError = KondateError::NotFound("kitchen");

/// For how many can be cooked.
pub(super) fn check_servings(servings: Option<u32>) -> Result<()> {
    if servings.is_some_and(|servings| !(1..=MOST_SERVINGS).contains(&servings)) {
        return invalid("servings", "kondate.servings", "A dish is for 1 to 99 people.");
    }
    Ok(())
}

impl Service {
    /// What is being cooked, and what comes after it.
    pub async fn plan(&self, kitchen: &KitchenId) -> Result<(Option<Plan>, Option<Plan>)> {
        plans::both(self.base.db.run(&READ_PLAN), kitchen).await
    }

    /// Puts a set into a slot, in place of what was there. Every dish is still to be cooked.
    pub async fn apply(&self, cook: &Cook, set: &SetId, slot: Slot) -> Result<Plan> {
        Ok(self.replace(cook, set, slot, None).await?.plan)
    }

    /// The same for so many, with what was there. Where nobody says for how many, it is as many as usual here, or as each recipe says.
    pub async fn replace(&self, cook: &Cook, set: &SetId, slot: Slot, servings: Option<u32>) -> Result<PlanChange> {
        check_servings(servings)?;
        let _turn = self.queue(&cook.kitchen).await;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&APPLY_SET);
                let (set, recipes) = self.set_to_cook(run, cook, set).await?;
                if recipes.is_empty() {
                    return Err(KondateReason::NothingToCook.into());
                }
                let before = plans::get(run, &cook.kitchen, slot).await?;
                let kitchen = kitchens::get(run, &cook.kitchen).await?.ok_or(NO_KITCHEN)?;
                let servings = servings.or(kitchen.servings);
                let plan = Plan {
                    kitchen: cook.kitchen.clone(),
                    slot,
                    set_id: Some(set.set_id),
                    set_title: set.title,
                    applied_at: self.now(),
                    items: recipes.iter().map(|recipe| Dish { servings, ..self.dish(recipe) }).collect(),
                    version: 0,
                };
                if let Some(before) = before.as_ref().filter(|before| is_just_put(before, &plan)) {
                    return Ok(PlanChange { plan: before.clone(), before: Vec::new() });
                }
                let plan = self.put(run, plan, before.as_ref(), None, Some(&kitchen)).await?;
                let before = vec![SlotBefore::new(slot, before.as_ref(), Some(&plan))];
                Ok(PlanChange { plan, before })
            })
            .await
    }

    /// A slot that was emptied begins at the time, which no slot before it can have reached: whoever still has that one in hand writes nothing
    /// over this.
    pub(super) fn version_after(&self, before: Option<&Plan>) -> u64 {
        before.map_or_else(|| self.ulid().millis(), |before| before.version + 1)
    }

    /// Puts a plan into a slot. Ticks belong to a plan by when it was put there, so that no two plans of a kitchen are of the same second: not one
    /// after the other, and not one after a slot was emptied, of which the kitchen remembers the last.
    async fn put(&self, run: Run<'_>, plan: Plan, before: Option<&Plan>, also: Option<Write>, kitchen: Option<&Kitchen>) -> Result<Plan> {
        let now = self.now();
        let after = |at: Moment| now.max(Moment(at.0.saturating_add(1.seconds()).unwrap_or(now.0)));
        let version = self.version_after(before);
        let mut also: Vec<Write> = also.into_iter().collect();
        let applied_at = if let Some(before) = before {
            after(before.applied_at)
        } else if plan.slot == Slot::Next {
            // It has no ticks, and begins anew when it is cooked.
            now
        } else {
            let last = match kitchen {
                Some(kitchen) => kitchen.last_applied_at,
                None => kitchens::get(run, &plan.kitchen).await?.ok_or(NO_KITCHEN)?.last_applied_at,
            };
            also.push(plans::nothing_was_emptied_since(&plan.kitchen, last).into());
            last.map_or(now, after)
        };
        let plan = Plan { applied_at, version, ..plan };
        let fill = plans::fill(&plan, before);
        if also.is_empty() {
            run.commit_one(fill).await?;
        } else {
            run.commit(Transact::of(std::iter::once(fill.into()).chain(also))).await?;
        }
        Ok(plan)
    }

    /// A set with its dishes: the kitchen's own, a starter, or one of the catalog that this person may read.
    async fn set_to_cook(&self, run: Run<'_>, cook: &Cook, id: &SetId) -> Result<(DishSet, Vec<Recipe>)> {
        let set = match official::set(id, cook.language) {
            Some(starter) => Some(starter.clone()),
            None => book::set(run, &cook.kitchen, id).await?.filter(DishSet::is_live),
        };
        let Some(set) = set else { return self.offered_set(cook, &Target::Set(id.clone())).await };
        let found = self.cookable(run, cook, &set.recipe_ids).await?;
        let recipes = in_order(cook, &set.recipe_ids, &found);
        Ok((set, recipes))
    }

    /// A recipe that the kitchen can cook: its own, a starter, or one that it has saved and this person may read.
    async fn recipe_to_cook(&self, run: Run<'_>, cook: &Cook, id: &RecipeId) -> Result<Recipe> {
        if let Some(starter) = official::recipe(id, cook.language) {
            return Ok(starter.clone());
        }
        let found = match book::recipe(run, &cook.kitchen, id).await?.filter(Recipe::is_live) {
            Some(own) => Some(own),
            None => self.saved_recipe(cook, id).await?,
        };
        found.ok_or(KondateError::NotFound("recipe"))
    }

    pub(super) fn dish(&self, recipe: &Recipe) -> Dish {
        Dish {
            id: self.ulid().into(),
            recipe_id: recipe.recipe_id.clone(),
            owner_id: Some(recipe.kitchen.clone()),
            title: recipe.title.clone(),
            thumbnail_url: recipe.thumbnail_url.clone(),
            is_cooked: false,
            cooked_at: None,
            servings: None,
            logged_on: None,
        }
    }

    /// A dish is on the table: the fridge holds less, and the log says so. Both happen once, however often it is said.
    pub async fn cook(&self, cook: &Cook, dish: &DishId) -> Result<Plan> {
        let _turn = self.queue(&cook.kitchen).await;
        let (plan, batches) = self
            .base
            .persist(|| async {
                let run = self.base.db.run(&COOK);
                let mut plan = plans::get(run, &cook.kitchen, Slot::Current).await?.ok_or(NO_DISH)?;
                let at = plan.place_of(dish).ok_or(NO_DISH)?;
                if plan.items[at].is_cooked {
                    return Ok((plan, Vec::new()));
                }
                plan.items[at].is_cooked = true;
                plan.items[at].cooked_at = Some(self.now());
                if plan.items[at].logged_on.is_some() {
                    run.commit_one(plans::rewrite(&plan)).await?;
                    plan.version += 1;
                    return Ok((plan, Vec::new()));
                }
                plan.items[at].logged_on = Some(cook.today);
                let recipe = self.recipe_of(run, cook, &plan.items[at]).await?;
                let (foods, batches) = fridge::stock(run, &cook.kitchen).await?;
                let taken = recipe.as_ref().map(|recipe| consumption(&foods, &batches, &plan.items[at], recipe)).unwrap_or_default();
                let log = self.log_of(cook, &plan.items[at], recipe.as_ref(), &taken);
                let mut writes: Vec<Write> = vec![plans::rewrite(&plan).into(), plans::log(&log).into()];
                writes.extend(taken.iter().map(|portion| fridge::take(portion, self.now()).into()));
                run.commit(Transact::of(writes)).await?;
                plan.version += 1;
                Ok((plan, batches))
            })
            .await?;
        self.sweep(&batches).await;
        Ok(plan)
    }

    /// The recipe of a dish. One in the bin is still how it was cooked; one that is gone takes nothing from the fridge.
    async fn recipe_of(&self, run: Run<'_>, cook: &Cook, dish: &Dish) -> Result<Option<Recipe>> {
        if let Some(starter) = official::recipe(&dish.recipe_id, cook.language) {
            return Ok(Some(starter.clone()));
        }
        let owner = dish.owner_id.as_ref().unwrap_or(&cook.kitchen);
        book::recipe(run, owner, &dish.recipe_id).await
    }

    fn log_of(&self, cook: &Cook, dish: &Dish, recipe: Option<&Recipe>, taken: &[Portion<'_>]) -> CookLog {
        let consumed = taken.iter().map(|portion| Taken {
            item_id: portion.batch.item_id.clone(),
            name: portion.batch.name.clone(),
            amount: portion.taken,
            unit: portion.batch.unit.clone(),
            food_id: portion.batch.food_id.clone(),
        });
        CookLog {
            kitchen: cook.kitchen.clone(),
            date: cook.today,
            log_id: dish.id.clone(),
            recipe_id: Some(dish.recipe_id.clone()),
            recipe_title: dish.title.clone(),
            recipe_thumbnail_url: dish.thumbnail_url.clone(),
            servings: recipe.map(|recipe| servings_of(dish, recipe)),
            cooked_by: Some(cook.person.clone()),
            consumed: consumed.collect(),
            created_at: Some(self.now()),
        }
    }

    /// Moves what was emptied a day ago out of the fridge. What is not moved now is moved the next time.
    async fn sweep(&self, batches: &[Batch]) {
        let now = self.base.now();
        let is_old = |batch: &&Batch| batch.emptied_at.is_some_and(|at| at.seconds() + SWEPT_AFTER <= now.0.as_second());
        let old: Vec<&Batch> = batches.iter().filter(is_old).take(AT_A_TIME).collect();
        let leaving = old.iter().map(|batch| fridge::leave(batch, now));
        let mut writes: Vec<Write> = leaving.flat_map(|(gone, kept)| [gone.into(), kept.into()]).collect();
        if let Some(first) = old.first() {
            writes.push(kitchens::count(&first.kitchen, &[(Bounded::Batches, -(old.len() as i64))]).into());
            // Whoever met it meanwhile has had a reason; it is looked at again with the next dish.
            drop(self.base.db.run(&SWEEP_FRIDGE).commit(Transact::of(writes)).await);
        }
    }

    /// A dish is not on the table after all. The log stays, and so does what it took: see [`Service::delete_log`].
    pub async fn uncook(&self, cook: &Cook, dish: &DishId) -> Result<Plan> {
        let _turn = self.queue(&cook.kitchen).await;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&UNCOOK);
                let mut plan = plans::get(run, &cook.kitchen, Slot::Current).await?.ok_or(NO_DISH)?;
                let at = plan.place_of(dish).ok_or(NO_DISH)?;
                if plan.items[at].is_cooked {
                    plan.items[at].is_cooked = false;
                    plan.items[at].cooked_at = None;
                    run.commit_one(plans::rewrite(&plan)).await?;
                    plan.version += 1;
                }
                Ok(plan)
            })
            .await
    }

    /// It was never cooked: the log goes, the fridge gets back what it gave, and the dish is to be cooked again.
    pub async fn delete_log(&self, cook: &Cook, date: IsoDay, dish: &DishId) -> Result<()> {
        let _turn = self.queue(&cook.kitchen).await;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&DELETE_LOG);
                let log = plans::logged(run, &cook.kitchen, date, dish).await?.ok_or(KondateError::NotFound("log"))?;
                let (_, batches) = fridge::stock(run, &cook.kitchen).await?;
                let plan = plans::get(run, &cook.kitchen, Slot::Current).await?;
                let mut writes: Vec<Write> = vec![plans::unlog(&log).into()];
                let (back, new) = self.given_back(cook, &batches, &log.consumed);
                writes.extend(back);
                if new > 0 {
                    writes.push(kitchens::count_anyway(&cook.kitchen, Bounded::Batches, new).into());
                }
                if let Some((mut plan, at)) = plan.and_then(|plan| plan.place_of(dish).map(|at| (plan, at))) {
                    let dish = &mut plan.items[at];
                    (dish.is_cooked, dish.cooked_at, dish.logged_on) = (false, None, None);
                    writes.push(plans::rewrite(&plan).into());
                }
                Ok(run.commit(Transact::of(writes)).await?)
            })
            .await
    }

    /// What was taken from batches goes back into them, and how many of them are new: into one that has left, or whose amount is a text by now,
    /// nothing goes. What came from one batch in several portions goes back in one write.
    fn given_back(&self, cook: &Cook, batches: &[Batch], consumed: &[Taken]) -> (Vec<Write>, i64) {
        let now = Some(self.now());
        let (mut whole, mut writes, mut new): (Vec<Taken>, Vec<Write>, i64) = (Vec::new(), Vec::new(), 0);
        for taken in consumed {
            match whole.iter_mut().find(|one| one.item_id == taken.item_id && one.unit == taken.unit) {
                Some(one) => one.amount = one.amount.checked_add(taken.amount).unwrap_or(one.amount),
                None => whole.push(taken.clone()),
            }
        }
        for taken in &whole {
            let found = batches.iter().find(|batch| batch.item_id == taken.item_id && batch.unit == taken.unit);
            let more = found.and_then(|batch| {
                let there = read_amount(batch.quantity.as_deref()?)?;
                let quantity = Some(there.checked_add(taken.amount)?.to_string());
                Some(Batch { quantity, emptied_at: None, updated_at: now, ..batch.clone() })
            });
            writes.push(more.map_or_else(
                || {
                    new += 1;
                    fridge::add(&self.made_of(cook, taken)).into()
                },
                |batch| fridge::rewrite(&batch).into(),
            ));
        }
        (writes, new)
    }

    /// A new batch of what was taken from one that is not there any more.
    fn made_of(&self, cook: &Cook, taken: &Taken) -> Batch {
        let now = Some(self.now());
        Batch {
            kitchen: cook.kitchen.clone(),
            item_id: self.ulid().into(),
            name: taken.name.clone(),
            quantity: Some(taken.amount.to_string()),
            unit: taken.unit.clone(),
            note: None,
            source: Some(Source::Auto),
            food_id: taken.food_id.clone(),
            best_before: None,
            best_before_guessed: false,
            opened_at: None,
            price: None,
            store_name: None,
            created_at: now,
            updated_at: now,
            emptied_at: None,
            version: 1,
        }
    }

    /// The next set becomes the one that is cooked; the one that somebody has seen there, where they say so. Without one there is nothing to go
    /// on to.
    pub async fn advance(&self, cook: &Cook, seen: Option<Moment>) -> Result<PlanChange> {
        let _turn = self.queue(&cook.kitchen).await;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&ADVANCE);
                let (current, next) = plans::both(run, &cook.kitchen).await?;
                let next = next.ok_or(KondateReason::NothingNext)?;
                if seen.is_some_and(|seen| seen != next.applied_at) {
                    return Err(KondateReason::Stale.into());
                }
                let to_cook = |dish: &Dish| Dish { is_cooked: false, cooked_at: None, logged_on: None, ..dish.clone() };
                let plan = Plan { slot: Slot::Current, items: next.items.iter().map(to_cook).collect(), ..next.clone() };
                let plan = self.put(run, plan, current.as_ref(), Some(plans::empty_of(&next).into()), None).await?;
                let before =
                    vec![SlotBefore::new(Slot::Current, current.as_ref(), Some(&plan)), SlotBefore::new(Slot::Next, Some(&next), None)];
                Ok(PlanChange { plan, before })
            })
            .await
    }

    /// Empties a slot of the plan that somebody has seen there, by when that was put there; of the one that is there, where they do not say. One
    /// that is empty stays so. What was put there meanwhile is somebody else's wish, and stays too.
    pub async fn empty(&self, cook: &Cook, slot: Slot, seen: Option<Moment>) -> Result<()> {
        let _turn = self.queue(&cook.kitchen).await;
        let meant = std::sync::Mutex::new(seen);
        self.base
            .persist(|| async {
                let run = self.base.db.run(&EMPTY_SLOT);
                let Some(plan) = plans::get(run, &cook.kitchen, slot).await? else { return Ok(()) };
                let meant = *meant.lock().expect("nobody panics while looking").get_or_insert(plan.applied_at);
                if plan.applied_at != meant {
                    return Err(KondateReason::Stale.into());
                }
                match slot {
                    Slot::Current => Ok(run.commit(Transact::of(plans::empty_current(&plan))).await?),
                    Slot::Next => Ok(run.commit_one(plans::empty_of(&plan)).await?),
                }
            })
            .await
    }

    /// One more dish for what is being cooked now. It is said as what is to be so: one that is there and still to be cooked is not added again.
    pub async fn add_dish(&self, cook: &Cook, recipe: &RecipeId, servings: Option<u32>) -> Result<PlanChange> {
        check_servings(servings)?;
        let _turn = self.queue(&cook.kitchen).await;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&CHANGE_DISH);
                let before = plans::get(run, &cook.kitchen, Slot::Current).await?.ok_or(KondateError::NotFound("plan"))?;
                if before.items.iter().any(|dish| dish.recipe_id == *recipe && !dish.is_cooked) {
                    return Ok(PlanChange { plan: before, before: Vec::new() });
                }
                if before.items.len() >= MOST_DISHES {
                    return invalid("recipeIds", "kondate.dishes", "A set has 1 to 7 dishes.");
                }
                let found = self.recipe_to_cook(run, cook, recipe).await?;
                let mut plan = before.clone();
                plan.items.push(Dish { servings, ..self.dish(&found) });
                run.commit_one(plans::rewrite(&plan)).await?;
                plan.version += 1;
                let before = vec![SlotBefore::new(Slot::Current, Some(&before), Some(&plan))];
                Ok(PlanChange { plan, before })
            })
            .await
    }

    /// A dish for so many, or another one in its place, for as many. What is on the table stays as it was cooked.
    pub async fn change_dish(
        &self,
        cook: &Cook,
        slot: Slot,
        dish: &DishId,
        servings: Option<u32>,
        recipe: Option<&RecipeId>,
    ) -> Result<Plan> {
        Ok(self.swap(cook, slot, dish, servings, recipe).await?.plan)
    }

    /// The same, with what was there.
    pub async fn swap(
        &self,
        cook: &Cook,
        slot: Slot,
        dish: &DishId,
        servings: Option<u32>,
        recipe: Option<&RecipeId>,
    ) -> Result<PlanChange> {
        check_servings(servings)?;
        let _turn = self.queue(&cook.kitchen).await;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&CHANGE_DISH);
                let before = plans::get(run, &cook.kitchen, slot).await?.ok_or(NO_DISH)?;
                let mut plan = before.clone();
                let at = plan.place_of(dish).ok_or(NO_DISH)?;
                if plan.items[at].is_cooked {
                    return invalid("dish", "kondate.cooked_already", "This dish is on the table already.");
                }
                let servings = servings.or(plan.items[at].servings);
                if let Some(recipe) = recipe {
                    // Another dish has a log of its own, so it has an id of its own.
                    plan.items[at] = self.dish(&self.recipe_to_cook(run, cook, recipe).await?);
                }
                plan.items[at].servings = servings;
                run.commit_one(plans::rewrite(&plan)).await?;
                plan.version += 1;
                let before = vec![SlotBefore::new(slot, Some(&before), Some(&plan))];
                Ok(PlanChange { plan, before })
            })
            .await
    }
}

/// What a dish takes from which batch.
fn consumption<'a>(foods: &Foods, batches: &'a [Batch], dish: &Dish, recipe: &Recipe) -> Vec<Portion<'a>> {
    let wanted: Vec<_> = recipe
        .ingredients
        .iter()
        .map(|ingredient| {
            let identity = foods.identify(&ingredient.name, ingredient.food_id.as_deref());
            let measured = scaled(ingredient, &identity, recipe.servings(), servings_of(dish, recipe));
            (identity, measured)
        })
        .collect();
    let mut taken = portions(foods, batches, &wanted);
    taken.truncate(MOST_TAKEN);
    taken
}
