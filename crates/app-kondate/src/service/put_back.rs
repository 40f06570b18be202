//! A slot as it was before it was emptied or filled anew, for whoever wants that undone.

use chabudai_kernel::part::IsoDay;
use jiff::Timestamp;

use super::recipes::in_order;
use super::{Cook, Service};
use crate::design::APPLY_SET;
use crate::error::{KondateReason, Result};
use crate::model::{Dish, DishId, MOST_DISHES, MOST_SERVINGS, Moment, Plan, RecipeId, SetId, Slot};
use crate::official;
use crate::repo::{book, plans};

/// What a slot held. It travels through the undo of a page, so it is as short as it can be: what the recipes are called is looked up again.
#[derive(Clone, PartialEq, Debug)]
pub struct PlanBefore {
    set_id: Option<SetId>,
    set_title: String,
    applied_at: Moment,
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
            dishes: plan.items.iter().map(dish).collect(),
        }
    }

    /// As the fields of a form.
    pub fn fields(&self) -> Vec<(String, String)> {
        let mut fields = vec![("title".to_owned(), self.set_title.clone()), ("at".to_owned(), self.applied_at.seconds().to_string())];
        fields.extend(self.set_id.as_ref().map(|id| ("set".to_owned(), id.as_str().to_owned())));
        fields.extend(self.dishes.iter().map(|dish| ("dish".to_owned(), dish.written())));
        fields
    }

    /// From the fields of a form; nothing where they are not those of a slot.
    pub fn read<'a>(set: &str, title: &str, at: &str, dishes: impl Iterator<Item = &'a str>) -> Option<Self> {
        let dishes: Vec<DishBefore> = dishes.take(MOST_DISHES + 1).map(DishBefore::read).collect::<Option<_>>()?;
        let is_plan = (1..=MOST_DISHES).contains(&dishes.len());
        let applied_at = Moment(Timestamp::from_second(at.parse().ok()?).ok()?);
        is_plan.then(|| Self { set_id: SetId::new(set), set_title: title.to_owned(), applied_at, dishes })
    }
}

impl DishBefore {
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
    /// A slot holds what it held, with its ticks and with what was cooked of it, if it is still as it was left: empty, or as the write that is
    /// undone has made it.
    pub async fn put_back(&self, cook: &Cook, slot: Slot, before: &PlanBefore, left: Option<u64>) -> Result<Plan> {
        let _turn = self.queue(&cook.kitchen).await;
        let run = self.base.db.run(&APPLY_SET);
        let ids: Vec<RecipeId> = before.dishes.iter().map(|dish| dish.recipe.clone()).collect();
        let own = ids.iter().filter(|id| official::recipe(id, cook.language).is_none());
        let mut found = book::recipes_by_id(run, own.map(|id| (cook.kitchen.clone(), id.clone()))).await?;
        // One in the bin was there when the slot was filled, and is still how it is cooked.
        for recipe in &mut found {
            recipe.deleted_at = None;
        }
        let there = plans::get(run, &cook.kitchen, slot).await?;
        if there.as_ref().map(|plan| plan.version) != left {
            return Err(KondateReason::Stale.into());
        }
        let dishes = before.dishes.iter().filter_map(|dish| {
            let recipe = in_order(cook, std::slice::from_ref(&dish.recipe), &found).pop()?;
            Some(Dish {
                id: dish.id.clone(),
                is_cooked: dish.cooked_at.is_some(),
                cooked_at: dish.cooked_at,
                servings: dish.servings,
                logged_on: dish.logged_on,
                ..self.dish(&recipe)
            })
        });
        let items: Vec<Dish> = dishes.collect();
        if items.is_empty() {
            return Err(KondateReason::NothingToCook.into());
        }
        let plan = Plan {
            kitchen: cook.kitchen.clone(),
            slot,
            set_id: before.set_id.clone(),
            set_title: before.set_title.clone(),
            applied_at: before.applied_at,
            items,
            version: self.version_after(there.as_ref()),
        };
        if run.attempt_one(plans::fill(&plan, there.as_ref())).await? { Ok(plan) } else { Err(KondateReason::Stale.into()) }
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
            dishes: vec![
                dish("A", None, None, None),
                dish("B", Some(3), Some(moment(1_795_000_100)), Some(day)),
                dish("C", None, None, Some(day)),
            ],
        };
        let fields = before.fields();
        let of = |name: &str| fields.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value.as_str());
        let dishes = || fields.iter().filter(|(name, _)| name == "dish").map(|(_, value)| value.as_str());
        assert_eq!(PlanBefore::read(of("set"), of("title"), of("at"), dishes()), Some(before));
        for wrong in ["", "A", "A~nikujaga~0", "A~nikujaga~x", "A~nikujaga~2~x", "A~nikujaga~2~1~x"] {
            assert_eq!(PlanBefore::read("", "", "1", std::iter::once(wrong)), None, "{wrong}");
        }
        assert_eq!(PlanBefore::read("", "", "1", std::iter::empty()), None);
        assert_eq!(PlanBefore::read("", "", "1", std::iter::repeat_n("A~nikujaga", 8)), None);
    }
}
