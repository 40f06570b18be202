//! Which set would use what is in the fridge, was not cooked for long, and is of the season.

use std::collections::{HashMap, HashSet};

use chabudai_food::Aisle;
use chabudai_food::cookbook::Season;
use chabudai_kernel::part::IsoDay;
use jiff::ToSpan as _;

use super::fridge::is_soon;
use super::{Cook, Service};
use crate::design::{SETS_LOOKED_AT, SUGGEST};
use crate::error::Result;
use crate::larder::{Foods, Identity, Stock};
use crate::model::{Batch, DishSet, KitchenId, Recipe, RecipeId, SetId};
use crate::official;
use crate::repo::{book, fridge, plans};

/// So far back one looks for when something was cooked last.
const LOOKED_BACK: i64 = 60;
/// So many are suggested.
const SUGGESTED: usize = 3;

/// A set that would go well now.
#[derive(Clone, PartialEq, Debug)]
pub struct Suggestion {
    /// Which.
    pub set_id: SetId,
    /// What it is called.
    pub title: String,
    /// 使える: so many of its ingredients are there …
    pub usable: usize,
    /// … of so many.
    pub of: usize,
    /// What has to be used soon and would be.
    pub rescues: Vec<String>,
    /// The last day on which one of its dishes was cooked, if that is not long ago.
    pub last_cooked: Option<IsoDay>,
    /// All of it can be cooked at its best now.
    pub in_season: bool,
}

fn season_of(day: IsoDay) -> Season {
    match day.0.month() {
        3..=5 => Season::Spring,
        6..=8 => Season::Summer,
        9..=11 => Season::Autumn,
        _ => Season::Winter,
    }
}

impl Service {
    /// Up to three sets.
    pub async fn suggest(&self, cook: &Cook) -> Result<Vec<Suggestion>> {
        let run = self.base.db.run(&SUGGEST);
        let mut sets = book::newest_sets(run, &cook.kitchen, SETS_LOOKED_AT).await?;
        let own: HashSet<(KitchenId, RecipeId)> = sets
            .iter()
            .flat_map(|set| &set.recipe_ids)
            .filter(|id| official::recipe(id, cook.language).is_none())
            .map(|id| (cook.kitchen.clone(), id.clone()))
            .collect();
        let found = book::recipes_by_id(run, own).await?;
        let recipes: HashMap<&RecipeId, &Recipe> =
            found.iter().filter(|recipe| recipe.is_live()).map(|recipe| (&recipe.recipe_id, recipe)).collect();
        let (foods, batches) = fridge::stock(run, &cook.kitchen).await?;
        let since = IsoDay(cook.today.0.checked_sub(LOOKED_BACK.days()).unwrap_or(cook.today.0));
        let logs = plans::logs_between(run, &cook.kitchen, since, cook.today).await?;
        let mut last: HashMap<&RecipeId, IsoDay> = HashMap::new();
        for log in &logs {
            let Some(id) = &log.recipe_id else { continue };
            let day = last.entry(id).or_insert(log.date);
            *day = (*day).max(log.date);
        }
        sets.extend(official::sets(cook.language).iter().cloned());
        // What is planned already is no news.
        let (current, next) = plans::both(run, &cook.kitchen).await?;
        let planned: Vec<SetId> = current.into_iter().chain(next).filter_map(|plan| plan.set_id).collect();
        sets.retain(|set| !planned.contains(&set.set_id));
        let kitchen = Now { stock: Stock::of(&foods, &batches), foods: &foods, batches: &batches, last: &last, cook };
        let mut all: Vec<Suggestion> = sets
            .iter()
            .filter_map(|set| {
                let dish = |id| official::recipe(id, cook.language).or_else(|| recipes.get(id).copied());
                let dishes: Vec<&Recipe> = set.recipe_ids.iter().filter_map(dish).collect();
                kitchen.look_at(set, &dishes)
            })
            .collect();
        // What would go bad comes first, then what needs the least shopping; then the season, then what was not there for longest.
        all.sort_by(|one, other| {
            let share = |suggestion: &Suggestion| suggestion.usable * 1_000 / suggestion.of.max(1);
            (other.rescues.len(), share(other), other.in_season)
                .cmp(&(one.rescues.len(), share(one), one.in_season))
                .then_with(|| one.last_cooked.cmp(&other.last_cooked))
        });
        all.truncate(SUGGESTED);
        Ok(all)
    }
}

struct Now<'a> {
    stock: Stock,
    foods: &'a Foods,
    batches: &'a [Batch],
    last: &'a HashMap<&'a RecipeId, IsoDay>,
    cook: &'a Cook,
}

impl Now<'_> {
    fn look_at(&self, set: &DishSet, dishes: &[&Recipe]) -> Option<Suggestion> {
        let needed: HashSet<Identity> = dishes
            .iter()
            .flat_map(|recipe| &recipe.ingredients)
            .filter(|ingredient| !ingredient.is_pantry())
            .map(|ingredient| self.foods.identify(&ingredient.name, ingredient.food_id.as_deref()))
            .filter(|identity| self.foods.aisle(identity) != Some(Aisle::Water))
            .collect();
        if needed.is_empty() {
            return None;
        }
        let soon = self.batches.iter().filter(|batch| batch.is_there() && is_soon(batch, self.cook.today));
        let rescues = soon.filter(|batch| needed.contains(&self.foods.identify(&batch.name, batch.food_id.as_deref())));
        let season = season_of(self.cook.today);
        let fits = |recipe: &&Recipe| [Season::All, season].contains(&official::season(&recipe.recipe_id));
        Some(Suggestion {
            set_id: set.set_id.clone(),
            title: set.title.clone(),
            usable: needed.iter().filter(|identity| self.stock.has_any(identity)).count(),
            of: needed.len(),
            rescues: rescues.map(|batch| batch.name.clone()).collect(),
            last_cooked: dishes.iter().filter_map(|recipe| self.last.get(&recipe.recipe_id)).max().copied(),
            in_season: dishes.iter().all(fits),
        })
    }
}
