//! Slots as they were before they were emptied, filled anew or gone on from, for whoever wants that undone.

use chabudai_kernel::op::{Transact, Write};
use chabudai_kernel::part::IsoDay;
use jiff::Timestamp;

use super::recipes::in_order;
use super::{Cook, Service};
use crate::design::{BOOKED, PUT_BACK};
use crate::error::{KondateError, KondateReason, Result};
use crate::model::{CookLog, Dish, DishId, MOST_DISHES, MOST_SERVINGS, Moment, Plan, Recipe, RecipeId, SetId, Slot, Target};
use crate::official;
use crate::repo::plans;

/// What a slot held. It travels through the undo of a page, so it is as short as it can be: what the recipes are called is looked up again.
#[derive(Clone, PartialEq, Debug)]
pub struct PlanBefore {
    set_id: Option<SetId>,
    set_title: String,
    applied_at: Moment,
    version: u64,
    dishes: Vec<DishBefore>,
}

#[derive(Clone, PartialEq, Debug)]
struct DishBefore {
    id: DishId,
    recipe: RecipeId,
    servings: Option<u32>,
    cooked_at: Option<Moment>,
    logged_on: Option<IsoDay>,
}

/// A slot that is to hold again what it held.
#[derive(Clone, PartialEq, Debug)]
pub struct SlotBefore {
    /// Which slot.
    pub slot: Slot,
    /// What it held; nothing, if it was empty.
    pub before: Option<PlanBefore>,
    /// The version of the plan that what is undone has left there; none, if it has left the slot empty.
    pub left: Option<u64>,
}

/// Between the parts of a dish; no id has one.
const BETWEEN: char = '~';

impl PlanBefore {
    /// What a slot holds now.
    pub fn of(plan: &Plan) -> Self {
        let dish = |dish: &Dish| DishBefore {
            id: dish.id.clone(),
            recipe: dish.recipe_id.clone(),
            servings: dish.servings,
            cooked_at: dish.cooked_at.filter(|_| dish.is_cooked),
            logged_on: dish.logged_on,
        };
        Self {
            set_id: plan.set_id.clone(),
            set_title: plan.set_title.clone(),
            applied_at: plan.applied_at,
            version: plan.version,
            dishes: plan.items.iter().map(dish).collect(),
        }
    }

    /// As the fields of a form, whose names begin with the slot's.
    fn fields(&self, slot: Slot) -> Vec<(String, String)> {
        let named = |name: &str| format!("{}.{name}", slot.as_str());
        let mut fields = vec![
            (named("title"), self.set_title.clone()),
            (named("at"), self.applied_at.seconds().to_string()),
            (named("version"), self.version.to_string()),
        ];
        fields.extend(self.set_id.as_ref().map(|id| (named("set"), id.as_str().to_owned())));
        fields.extend(self.dishes.iter().map(|dish| (named("dish"), dish.written())));
        fields
    }

    fn read(slot: Slot, fields: &[(&str, &str)]) -> Option<Self> {
        let of = |wanted: &str| {
            let is_wanted = |name: &str| name.strip_prefix(slot.as_str()).and_then(|name| name.strip_prefix('.')) == Some(wanted);
            fields.iter().filter(|(name, _)| is_wanted(name)).map(|(_, value)| *value).collect::<Vec<_>>()
        };
        let one = |wanted| of(wanted).first().copied().unwrap_or_default();
        let dishes: Vec<DishBefore> = of("dish").into_iter().take(MOST_DISHES + 1).map(DishBefore::read).collect::<Option<_>>()?;
        let is_plan = (1..=MOST_DISHES).contains(&dishes.len());
        let applied_at = Moment(Timestamp::from_second(one("at").parse().ok()?).ok()?);
        let version = one("version").parse().ok()?;
        is_plan.then(|| Self { set_id: SetId::new(one("set")), set_title: one("title").to_owned(), applied_at, version, dishes })
    }
}

impl SlotBefore {
    /// A slot that held this before a write left it like that.
    pub fn new(slot: Slot, before: Option<&Plan>, left: Option<&Plan>) -> Self {
        Self { slot, before: before.map(PlanBefore::of), left: left.map(|plan| plan.version) }
    }

    /// As the fields of a form.
    pub fn fields(&self) -> Vec<(String, String)> {
        let left = self.left.map_or_else(|| "empty".to_owned(), |version| version.to_string());
        let mut fields = vec![(format!("{}.left", self.slot.as_str()), left)];
        fields.extend(self.before.iter().flat_map(|before| before.fields(self.slot)));
        fields
    }

    /// The slots that the fields of a form are about; nothing where they are none of slots.
    pub fn read_all(fields: &[(&str, &str)]) -> Option<Vec<Self>> {
        let mut all = Vec::new();
        for slot in [Slot::Current, Slot::Next] {
            let prefix = format!("{}.", slot.as_str());
            let own: Vec<_> = fields.iter().copied().filter(|(name, _)| name.starts_with(&prefix)).collect();
            let Some((_, left)) = own.iter().find(|(name, _)| name.strip_prefix(&prefix) == Some("left")) else { continue };
            let left = if *left == "empty" { None } else { Some(left.parse().ok()?) };
            let before = if own.len() > 1 { Some(PlanBefore::read(slot, &own)?) } else { None };
            all.push(Self { slot, before, left });
        }
        (!all.is_empty()).then_some(all)
    }
}

impl DishBefore {
    /// Where its log is, if it had one.
    fn log(&self) -> Option<(IsoDay, &DishId)> {
        Some((self.logged_on?, &self.id))
    }

    fn written(&self) -> String {
        let text = |value: Option<String>| value.unwrap_or_default();
        let parts = [
            self.id.as_str().to_owned(),
            self.recipe.as_str().to_owned(),
            text(self.servings.map(|servings| servings.to_string())),
            text(self.cooked_at.map(|at| at.seconds().to_string())),
            text(self.logged_on.map(|day| day.to_string())),
        ];
        parts.join(&BETWEEN.to_string())
    }

    fn read(text: &str) -> Option<Self> {
        let mut parts = text.split(BETWEEN);
        let (id, recipe) = (DishId::new(parts.next()?)?, RecipeId::new(parts.next()?)?);
        let mut number = || parts.next().filter(|part| !part.is_empty()).map(|part| part.parse::<i64>().ok());
        let servings = number().map_or(Some(None), |servings| u32::try_from(servings?).ok().map(Some))?;
        let cooked_at = number().map_or(Some(None), |at| Timestamp::from_second(at?).ok().map(|at| Some(Moment(at))))?;
        let logged_on =
            parts.next().filter(|part| !part.is_empty()).map_or(Some(None), |part| part.parse().ok().map(|day| Some(IsoDay(day))))?;
        let is_dish = servings.is_none_or(|servings| (1..=MOST_SERVINGS).contains(&servings));
        is_dish.then_some(Self { id, recipe, servings, cooked_at, logged_on })
    }
}

impl Service {
    /// Slots hold what they held, with their ticks and with what was cooked of them, if they are still as they were left: all of them, or none.
    pub async fn put_back(&self, cook: &Cook, slots: &[SlotBefore]) -> Result<()> {
        let _turn = self.queue(&cook.kitchen).await;
        self.base.persist(|| self.try_to_put_back(cook, slots)).await
    }

    async fn try_to_put_back(&self, cook: &Cook, slots: &[SlotBefore]) -> Result<()> {
        let run = self.base.db.run(&PUT_BACK);
        let before = || slots.iter().filter_map(|slot| slot.before.as_ref()).flat_map(|before| &before.dishes);
        let own = before().map(|dish| &dish.recipe).filter(|id| official::recipe(id, cook.language).is_none());
        let logged = before().filter_map(|dish| Some((dish.logged_on?, dish.id.clone())));
        let (mut recipes, logs) = plans::recipes_and_logs(run, &cook.kitchen, own.cloned(), logged).await?;
        // One in the bin was there when the slot was filled, and is still how it is cooked.
        for recipe in &mut recipes {
            recipe.deleted_at = None;
        }
        for slot in slots.iter().filter_map(|slot| slot.before.as_ref()) {
            recipes.extend(self.recipes_of_others(cook, slot, &recipes).await?);
        }
        let (current, next) = plans::both(run, &cook.kitchen).await?;
        let (mut writes, mut emptied_at): (Vec<Write>, _) = (Vec::new(), None);
        for slot in slots {
            let there = if slot.slot == Slot::Current { current.as_ref() } else { next.as_ref() };
            if there.map(|plan| plan.version) != slot.left {
                return Err(KondateReason::Stale.into());
            }
            match (&slot.before, there) {
                (Some(before), there) => {
                    let plan = self.held_before(cook, slot.slot, before, there, &recipes, &logs)?;
                    writes.push(plans::fill(&plan, there).into());
                    let logged = before.dishes.iter().filter_map(DishBefore::log);
                    writes.extend(logged.map(|log| plans::log_is_as_read(&cook.kitchen, log, &logs).into()));
                    if slot.slot == Slot::Current && there.is_none() {
                        // Somebody may have put it back, cooked of it and emptied it again: then this is not the emptying that is undone.
                        emptied_at = Some(writes.len());
                        writes.push(plans::last_emptied_is(&cook.kitchen, before.version).into());
                    }
                }
                (None, Some(there)) if slot.slot == Slot::Current => writes.extend(plans::empty_current(there)),
                (None, Some(there)) => writes.push(plans::empty_of(there).into()),
                (None, None) => {}
            }
        }
        match run.commit(Transact::of(writes)).await {
            Err(error) if emptied_at.is_some_and(|at| error.condition_failed_at(at)) => Err(KondateReason::Stale.into()),
            other => Ok(other?),
        }
    }

    /// The recipes of others that a slot held and that are neither in the kitchen nor among the starters: what it has saved, and what the set of
    /// the catalog brought that was there. Whoever may not read them any more does not get them back.
    async fn recipes_of_others(&self, cook: &Cook, before: &PlanBefore, known: &[Recipe]) -> Result<Vec<Recipe>> {
        let is_known = |id: &RecipeId| official::recipe(id, cook.language).is_some() || known.iter().any(|one| one.recipe_id == *id);
        let missing: Vec<RecipeId> = before.dishes.iter().map(|dish| &dish.recipe).filter(|id| !is_known(id)).cloned().collect();
        if missing.is_empty() {
            return Ok(Vec::new());
        }
        let mut found = self.cookable(self.base.db.run(&BOOKED), cook, &missing).await?;
        if let Some(set) = before.set_id.as_ref().filter(|_| found.len() < missing.len()) {
            match self.offered_set(cook, &Target::Set(set.clone())).await {
                Ok((_, dishes)) => found.extend(dishes),
                Err(KondateError::NotFound(_) | KondateError::Own(KondateReason::Locked)) => {}
                Err(error) => return Err(error),
            }
        }
        found.retain(|recipe| missing.contains(&recipe.recipe_id));
        Ok(found)
    }

    /// A plan as it was. A dish whose log was deleted meanwhile has given back what it took, and is still to be cooked.
    fn held_before(
        &self,
        cook: &Cook,
        slot: Slot,
        before: &PlanBefore,
        there: Option<&Plan>,
        recipes: &[Recipe],
        logs: &[CookLog],
    ) -> Result<Plan> {
        let dishes = before.dishes.iter().filter_map(|dish| {
            let recipe = in_order(cook, std::slice::from_ref(&dish.recipe), recipes).pop()?;
            let logged_on = dish.logged_on.filter(|day| logs.iter().any(|log| log.date == *day && log.log_id == dish.id));
            let cooked_at = dish.cooked_at.filter(|_| logged_on.is_some());
            let (is_cooked, id, servings) = (cooked_at.is_some(), dish.id.clone(), dish.servings);
            Some(Dish { id, is_cooked, cooked_at, servings, logged_on, ..self.dish(&recipe) })
        });
        let items: Vec<Dish> = dishes.collect();
        if items.is_empty() {
            return Err(KondateReason::NothingToCook.into());
        }
        Ok(Plan {
            kitchen: cook.kitchen.clone(),
            slot,
            set_id: before.set_id.clone(),
            set_title: before.set_title.clone(),
            applied_at: before.applied_at,
            items,
            version: self.version_after(there),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_slot_held_survives_the_way_through_a_form() {
        let moment = |seconds| Moment(Timestamp::from_second(seconds).unwrap());
        let dish = |id: &str, servings, cooked_at, logged_on| DishBefore {
            id: DishId::new(id).unwrap(),
            recipe: RecipeId::new("nikujaga").unwrap(),
            servings,
            cooked_at,
            logged_on,
        };
        let day = IsoDay(jiff::civil::date(2026, 11, 20));
        let before = PlanBefore {
            set_id: SetId::new("weekday"),
            set_title: "平日の定番".to_owned(),
            applied_at: moment(1_795_000_000),
            version: 7,
            dishes: vec![
                dish("A", None, None, None),
                dish("B", Some(3), Some(moment(1_795_000_100)), Some(day)),
                dish("C", None, None, Some(day)),
            ],
        };
        let slots = vec![
            SlotBefore { slot: Slot::Current, before: None, left: Some(9) },
            SlotBefore { slot: Slot::Next, before: Some(before), left: None },
        ];
        let fields: Vec<_> = slots.iter().flat_map(SlotBefore::fields).collect();
        let fields: Vec<_> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(SlotBefore::read_all(&fields), Some(slots));
        for wrong in ["", "A", "A~nikujaga~0", "A~nikujaga~x", "A~nikujaga~2~x", "A~nikujaga~2~1~x"] {
            let told = [("NEXT.left", "1"), ("NEXT.at", "1"), ("NEXT.version", "1"), ("NEXT.dish", wrong)];
            assert_eq!(SlotBefore::read_all(&told), None, "{wrong}");
        }
        let mut many = vec![("NEXT.left", "1"), ("NEXT.at", "1"), ("NEXT.version", "1")];
        assert_eq!(SlotBefore::read_all(&many), None);
        many.extend([("NEXT.dish", "A~nikujaga"); 8]);
        assert_eq!(SlotBefore::read_all(&many), None);
        assert_eq!(SlotBefore::read_all(&[]), None);
        assert_eq!(SlotBefore::read_all(&[("NEXT.left", "x")]), None);
    }
}
