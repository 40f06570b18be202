//! The book: recipes.

use chabudai_kernel::db::Run;
use chabudai_kernel::once::Once;
use chabudai_kernel::op::{Transact, Write};
use chabudai_media::PictureId;
use chabudai_web::line;

use super::names::{check_name, check_seen};
use super::pictures::{NO_SUCH_PICTURE, Shown, note_of_binned};
use super::{Cook, Service, is_replayed, publishing};
use crate::design::{ADD_RECIPE, DELETE_RECIPE, EDIT_RECIPE, GET_RECIPE, RECIPES_BY_ID};
use crate::error::{KondateError, KondateReason, Result, invalid};
use crate::model::{
    Bounded, Card, Dish, Ingredient, Intermediate, KitchenId, LONGEST_ADDRESS, LONGEST_NAME, LONGEST_NOTE, LONGEST_STEP, LONGEST_TAG,
    LONGEST_TITLE, LONGEST_WORD, MOST_INGREDIENTS, MOST_MINUTES, MOST_SERVINGS, MOST_STEPS, MOST_TAGS, Origin, OwnFoodId, PersonId, Plan,
    Recipe, RecipeId, RecipeStep, SECOND_THOUGHTS, SetId, Target, address_of, is_below_nothing,
};
use crate::official;
use crate::repo::{book, catalog, kitchens, uploads};

/// What is written down of a recipe. What is not named stays as it is, and is missing in a new one.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RecipeInput {
    /// What it is called.
    pub title: Option<String>,
    /// For how many it is meant.
    pub servings: Option<u32>,
    /// What goes into it.
    pub ingredients: Option<Vec<Ingredient>>,
    /// What is made on the way.
    pub intermediate_materials: Option<Vec<Intermediate>>,
    /// What to do.
    pub steps: Option<Vec<RecipeStep>>,
    /// Its tags.
    pub tags: Option<Vec<String>>,
    /// Who wrote it; nothing inside takes it away.
    pub author_name: Option<Option<String>>,
    /// Where it was found.
    pub source_url: Option<Option<String>>,
    /// Its picture, by its address in the web.
    pub thumbnail_url: Option<Option<String>>,
    /// Its picture, by the name under which it was taken in here; goes before its address.
    pub image_key: Option<Option<PictureId>>,
    /// From the first cut to the table.
    pub cook_time_minutes: Option<Option<u32>>,
}

/// The longest id of a food, in bytes.
const LONGEST_ID: usize = 64;

/// A text without what surrounds it; nothing where nothing is left.
pub(super) fn trimmed(text: Option<String>) -> Option<String> {
    text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// What somebody types into one line.
pub(super) fn is_line(text: &str) -> bool {
    chabudai_web::line::is_plain(text)
}

/// What somebody types into several.
pub(super) fn is_text(text: &str) -> bool {
    !text.chars().any(|letter| letter.is_control() && !['\n', '\r', '\t'].contains(&letter))
}

/// An address that a page may lead to: what a browser would carry out is none.
pub(super) fn is_web_address(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let is_blank = |letter: char| letter <= ' ' || ('\u{7f}'..='\u{a0}').contains(&letter);
    // A browser passes over slashes before a host: whoever wrote them there hides where the address leads.
    let has_host = |rest: &str| !rest.starts_with(['/', '\\', '?', '#', ':', '@']);
    let is_plain = |rest: &str| !rest.is_empty() && has_host(rest) && !rest.contains(is_blank) && line::is_plain(rest);
    rest.is_some_and(is_plain) && url::Url::parse(text).is_ok_and(|address| address.has_host())
}

fn is_longer(text: Option<&String>, most: usize) -> bool {
    text.is_some_and(|text| text.chars().count() > most)
}

impl RecipeInput {
    fn apply(&self, recipe: &mut Recipe) {
        let Self { title, servings, ingredients, intermediate_materials, steps, tags, .. } = self.clone();
        recipe.title = title.map_or_else(|| recipe.title.clone(), |title| title.trim().to_owned());
        recipe.servings = servings.or(recipe.servings);
        if let Some(ingredients) = ingredients {
            recipe.ingredients = (1..).zip(ingredients).map(|(order, one)| tidied(one, order)).collect();
        }
        if let Some(made) = intermediate_materials {
            recipe.intermediate_materials =
                (1..).zip(made).map(|(order, one)| Intermediate { order, title: one.title.trim().to_owned(), ..one }).collect();
        }
        if let Some(steps) = steps {
            recipe.steps = (1..).zip(steps).map(|(order, step)| RecipeStep { order, text: step.text.trim().to_owned(), ..step }).collect();
        }
        if let Some(tags) = tags {
            recipe.tags = tags.into_iter().filter_map(|tag| trimmed(Some(tag))).collect();
        }
        let Self { author_name, source_url, thumbnail_url, cook_time_minutes, .. } = self.clone();
        recipe.author_name = author_name.map_or_else(|| recipe.author_name.clone(), trimmed);
        recipe.source_url = source_url.map_or_else(|| recipe.source_url.clone(), trimmed);
        recipe.thumbnail_url = thumbnail_url.map_or_else(|| recipe.thumbnail_url.clone(), trimmed);
        match self.image_key {
            Some(Some(picture)) => recipe.thumbnail_url = Some(address_of(picture)),
            // What was taken in here is taken away; an address of the web is none of it.
            Some(None) if recipe.picture().is_some() => recipe.thumbnail_url = None,
            _ => {}
        }
        recipe.cook_time_minutes = cook_time_minutes.unwrap_or(recipe.cook_time_minutes);
    }
}

/// An ingredient as it is kept: trimmed, in its place, with the food that it is.
fn tidied(one: Ingredient, order: u32) -> Ingredient {
    let mut kept = Ingredient {
        name: one.name.trim().to_owned(),
        quantity: trimmed(one.quantity),
        unit: trimmed(one.unit),
        note: trimmed(one.note),
        order,
        food_id: one.food_id,
        group: trimmed(one.group),
    };
    // An id that the table does not know is that of a food of the kitchen's own, or of none: then the name decides when it is looked at.
    kept.food_id = kept.food_id.take().filter(|id| OwnFoodId::new(id.as_str()).is_some() && id.len() <= LONGEST_ID);
    if kept.food_id.is_none() {
        kept.food_id = kept.food().map(|food| food.as_str().to_owned());
    }
    kept
}

fn check(recipe: &Recipe) -> Result<()> {
    check_name("title", "kondate.title", "A title has 1 to 80 characters.", &recipe.title, LONGEST_TITLE)?;
    if !(1..=MOST_SERVINGS).contains(&recipe.servings()) || recipe.servings == Some(0) {
        return invalid("servings", "kondate.servings", "A recipe is for 1 to 99 people.");
    }
    check_ingredients(&recipe.ingredients)?;
    if recipe.intermediate_materials.len() > MOST_TAGS {
        return invalid(
            "intermediateMaterials",
            "kondate.intermediate_materials",
            "A recipe has at most 10 things that are made on the way.",
        );
    }
    let too_long = |made: &Intermediate| {
        made.title.chars().count() > LONGEST_TITLE
            || made.text.chars().count() > LONGEST_STEP
            || !is_line(&made.title)
            || !is_text(&made.text)
    };
    if recipe.intermediate_materials.iter().any(too_long) {
        return invalid("intermediateMaterials", "kondate.intermediate_materials", "A title has at most 80 characters, a text 1,000.");
    }
    if !(1..=MOST_STEPS).contains(&recipe.steps.len()) {
        return invalid("steps", "kondate.steps", "A recipe has 1 to 30 steps.");
    }
    let is_step =
        |step: &RecipeStep| (1..=LONGEST_STEP).contains(&step.text.chars().count()) && is_text(&step.text) && line::is_seen(&step.text);
    if !recipe.steps.iter().all(is_step) {
        return invalid("steps", "kondate.step", "A step has 1 to 1,000 characters.");
    }
    let minutes = recipe.steps.iter().filter_map(|step| step.timer_minutes).chain(recipe.cook_time_minutes);
    if minutes.into_iter().any(|minutes| !(1..=MOST_MINUTES).contains(&minutes)) {
        return invalid("cookTimeMinutes", "kondate.minutes", "A time is 1 to 10,000 minutes.");
    }
    check_tags(&recipe.tags)?;
    recipe.author_name.as_deref().map_or(Ok(()), |name| check_seen("authorName", name))?;
    if is_longer(recipe.author_name.as_ref(), LONGEST_NAME) || !recipe.author_name.as_deref().is_none_or(is_line) {
        return invalid("authorName", "kondate.too_long", "A name has at most 60 characters.");
    }
    check_address("sourceUrl", recipe.source_url.as_deref())?;
    check_address("thumbnailUrl", recipe.thumbnail_url.as_deref().filter(|_| recipe.picture().is_none()))
}

/// An address of the web, or none.
pub(super) fn check_address(field: &'static str, text: Option<&str>) -> Result<()> {
    if text.is_some_and(|text| text.chars().count() > LONGEST_ADDRESS || !is_web_address(text)) {
        return invalid(field, "kondate.address", "An address begins with https:// and has at most 1,000 characters.");
    }
    Ok(())
}

fn check_ingredients(ingredients: &[Ingredient]) -> Result<()> {
    if !(1..=MOST_INGREDIENTS).contains(&ingredients.len()) {
        return invalid("ingredients", "kondate.ingredients", "A recipe has 1 to 50 ingredients.");
    }
    for one in ingredients {
        let message = "The name of an ingredient has 1 to 60 characters.";
        check_name("ingredients", "kondate.ingredient", message, &one.name, LONGEST_NAME)?;
        if one.quantity.as_deref().is_some_and(is_below_nothing) {
            return invalid("ingredients", "kondate.below_nothing", "There is never less than nothing of an ingredient.");
        }
        let words = [&one.quantity, &one.unit, &one.group];
        let is_word = |word: &Option<String>| !is_longer(word.as_ref(), LONGEST_WORD) && word.as_deref().is_none_or(is_line);
        let is_note = !is_longer(one.note.as_ref(), LONGEST_NOTE) && one.note.as_deref().is_none_or(is_text);
        if !words.into_iter().all(is_word) || !is_note {
            return invalid("ingredients", "kondate.ingredient", "A quantity or a unit has at most 20 characters, a note 200.");
        }
    }
    Ok(())
}

/// At most ten tags of at most twenty characters.
pub(super) fn check_tags(tags: &[String]) -> Result<()> {
    if tags.len() > MOST_TAGS || tags.iter().any(|tag| tag.chars().count() > LONGEST_TAG || !is_line(tag)) {
        return invalid("tags", "kondate.tags", "There are at most 10 tags, of at most 20 characters.");
    }
    tags.iter().try_for_each(|tag| check_seen("tags", tag))
}

impl Service {
    /// A recipe that somebody may read: their kitchen's own, a starter, what their kitchen has saved, and what it is going to cook.
    pub async fn recipe(&self, cook: &Cook, id: &RecipeId) -> Result<Recipe> {
        if let Some(starter) = official::recipe(id, cook.language) {
            return Ok(starter.clone());
        }
        let found = book::recipe(self.base.db.run(&GET_RECIPE), &cook.kitchen, id).await?;
        if let Some(own) = found.filter(Recipe::is_live) {
            return Ok(own);
        }
        if let Some(saved) = self.saved_recipe(cook, id).await? {
            return Ok(saved);
        }
        self.planned_recipe(cook, id).await?.ok_or(KondateError::NotFound("recipe"))
    }

    /// A recipe of somebody else that is in the plan: whoever put it there with its set could read it.
    async fn planned_recipe(&self, cook: &Cook, id: &RecipeId) -> Result<Option<Recipe>> {
        let (current, next) = self.plan(&cook.kitchen).await?;
        let is_it = |dish: &&Dish| dish.recipe_id == *id && dish.owner_id.as_ref().is_some_and(|owner| *owner != cook.kitchen);
        let of =
            |plan: &Plan| plan.items.iter().find(is_it).and_then(|dish| dish.owner_id.clone()).map(|owner| (owner, plan.set_id.clone()));
        let (owner, set) = [current, next].iter().flatten().find_map(of).unzip();
        let set = set.flatten();
        let Some(owner) = owner else { return Ok(None) };
        // What costs something by itself and was not bought, or was given back, is locked wherever it stands; a set that they have opens it. What its
        // creator has taken out of everything that is offered is theirs alone again.
        if self.is_locked_dish(cook, id, set.as_ref()).await? {
            return Ok(None);
        }
        Ok(book::recipe(self.base.db.run(&GET_RECIPE), &owner, id).await?.filter(Recipe::is_live))
    }

    /// Whether a dish of somebody else's that is planned is locked for this person: neither it nor the set that it was planned with is open.
    async fn is_locked_dish(&self, cook: &Cook, id: &RecipeId, set: Option<&SetId>) -> Result<bool> {
        let open = async |target: Target| match self.offered(cook, &target).await {
            Ok(offered) => Ok(Some(offered)),
            Err(KondateError::NotFound(_)) => Ok(None),
            Err(error) => Err(error),
        };
        if let Some(set) = set
            && let Some(offered) = open(Target::Set(set.clone())).await?
            && offered.dishes.iter().any(|dish| dish.recipe_id == *id)
        {
            return Ok(false);
        }
        Ok(open(Target::Recipe(id.clone())).await?.is_none_or(|offered| offered.body.is_none()))
    }

    /// The recipes of these ids that are there, in this order.
    pub async fn recipes(&self, cook: &Cook, ids: &[RecipeId]) -> Result<Vec<Recipe>> {
        let found = self.cookable(self.base.db.run(&RECIPES_BY_ID), cook, ids).await?;
        Ok(in_order(cook, ids, &found))
    }

    /// Writes down a recipe.
    pub async fn add_recipe(&self, cook: &Cook, input: &RecipeInput, once: Option<&Once>) -> Result<Recipe> {
        let id = RecipeId::from(self.ulid());
        let mut recipe = empty(cook.kitchen.clone(), id);
        (recipe.created_at, recipe.updated_at) = (Some(self.now()), Some(self.now()));
        input.apply(&mut recipe);
        check(&recipe)?;
        let shown = Shown::between(None, &recipe, input.image_key.flatten())?;
        if let Some(made) = self.made_before(&cook.kitchen, once).await? {
            return self.recipe_made(cook, &made).await;
        }
        let _turn = self.queue(&cook.kitchen).await;
        let outcome = self
            .base
            .persist(|| async {
                let mut writes: Vec<Write> =
                    vec![book::add_recipe(&recipe).into(), kitchens::count(&cook.kitchen, &[(Bounded::Recipes, 1)]).into()];
                writes.extend(self.show(cook, shown));
                let run = self.base.db.run(&ADD_RECIPE);
                match self.make(run, &cook.kitchen, writes, recipe.recipe_id.as_str(), once).await {
                    Err(KondateError::Store(error)) if error.condition_failed_at(1) => Err(KondateReason::Full.into()),
                    Err(KondateError::Store(error)) if shown.begins() && error.condition_failed_at(2) => Err(NO_SUCH_PICTURE),
                    other => other,
                }
            })
            .await;
        if is_replayed(&outcome) {
            let made = self.made_before(&cook.kitchen, once).await?.ok_or(KondateError::Busy)?;
            return self.recipe_made(cook, &made).await;
        }
        outcome.map(|()| recipe)
    }

    async fn recipe_made(&self, cook: &Cook, made: &str) -> Result<Recipe> {
        let id = RecipeId::new(made).ok_or(KondateError::NotFound("recipe"))?;
        self.recipe(cook, &id).await
    }

    /// Changes a recipe, if it is still as it was seen.
    pub async fn edit_recipe(&self, cook: &Cook, id: &RecipeId, input: &RecipeInput, seen: Option<u64>) -> Result<Recipe> {
        if official::recipe(id, cook.language).is_some() {
            return Err(KondateReason::NotYours.into());
        }
        let _turn = self.queue(&cook.kitchen).await;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&EDIT_RECIPE);
                let found = book::recipe(run, &cook.kitchen, id).await?;
                let mut recipe = found.filter(Recipe::is_live).ok_or(KondateError::NotFound("recipe"))?;
                if seen.is_some_and(|seen| seen != recipe.version) {
                    return Err(KondateReason::Stale.into());
                }
                let before = recipe.picture();
                input.apply(&mut recipe);
                check(&recipe)?;
                recipe.updated_at = Some(self.now());
                let shown = Shown::between(before, &recipe, input.image_key.flatten())?;
                let mut writes: Vec<Write> = vec![book::rewrite_recipe(&recipe).into()];
                writes.extend(self.show(cook, shown));
                writes.extend(self.record_follows(run, &recipe).await?);
                let outcome = match <[Write; 1]>::try_from(writes) {
                    Ok([alone]) => run.commit_one(alone).await,
                    Err(writes) => run.commit(Transact::of(writes)).await,
                };
                match outcome {
                    Err(error) if error.condition_failed_at(0) => Err(KondateReason::Stale.into()),
                    Err(error) if shown.begins() && error.condition_failed_at(1) => Err(NO_SUCH_PICTURE),
                    other => Ok(other?),
                }?;
                self.first_pages.forget();
                recipe.version += 1;
                Ok(recipe)
            })
            .await
    }

    /// The writes by which the catalog shows a recipe as it is now, if it was published. Where somebody saves it at the same moment, it is read again.
    async fn record_follows(&self, run: Run<'_>, recipe: &Recipe) -> Result<Vec<Write>> {
        let Some(at) = recipe.published_at else { return Ok(Vec::new()) };
        let Some(read) = catalog::record(run, &Target::Recipe(recipe.recipe_id.clone()), at).await? else { return Ok(Vec::new()) };
        let (read_at, card) = (read.version, read.of_recipe(recipe));
        Ok(catalog::rewrite(&Card { version: read_at + 1, updated_at: recipe.updated_at, ..card }, read_at).into())
    }

    /// Puts a recipe into the bin, for thirty days. Plans and logs keep its name. What somebody has bought stays.
    pub async fn delete_recipe(&self, cook: &Cook, id: &RecipeId) -> Result<()> {
        self.bin_recipe(cook, id, true).await
    }

    /// Takes a recipe out of the bin.
    pub async fn restore_recipe(&self, cook: &Cook, id: &RecipeId) -> Result<()> {
        self.bin_recipe(cook, id, false).await
    }

    async fn bin_recipe(&self, cook: &Cook, id: &RecipeId, binned: bool) -> Result<()> {
        if official::recipe(id, cook.language).is_some() {
            return Err(KondateReason::NotYours.into());
        }
        let _turn = self.queue(&cook.kitchen).await;
        self.base
            .persist(|| async {
                let run = self.base.db.run(&DELETE_RECIPE);
                let mut recipe = book::recipe(run, &cook.kitchen, id).await?.ok_or(KondateError::NotFound("recipe"))?;
                if recipe.is_live() != binned {
                    return Ok(());
                }
                let now = self.now();
                // The store removes it some time after its days are over: whoever comes in between comes too late.
                if recipe.ttl.is_some_and(|ttl| ttl <= now.seconds()) {
                    return Err(KondateError::NotFound("recipe"));
                }
                let noted = note_of_binned(&recipe);
                recipe.deleted_at = binned.then_some(now);
                recipe.ttl = binned.then(|| now.seconds() + SECOND_THOUGHTS);
                // It leaves the catalog with it, and comes back as what it was written down as.
                let published = recipe.published_at.take();
                let counted = kitchens::count(&cook.kitchen, &[(Bounded::Recipes, if binned { -1 } else { 1 })]);
                let mut writes: Vec<Write> = vec![book::rewrite_recipe(&recipe).into(), counted.into()];
                writes.extend(note_of_binned(&recipe).map(|note| uploads::let_go(&note).into()));
                writes.extend(noted.map(|note| uploads::keep(&note).into()));
                let creator = PersonId::new(recipe.kitchen.as_str()).expect("an id is a word");
                let held_at = writes.len();
                if binned {
                    writes.extend(publishing::unsold_with(run, &creator, id).await?);
                }
                let record_at = writes.len();
                writes.extend(published.into_iter().flat_map(|at| catalog::withdraw(&Target::Recipe(id.clone()), at, &creator)));
                match run.commit(Transact::of(writes)).await {
                    Err(error) if published.is_some() && error.condition_failed_at(record_at) => Err(KondateReason::Sold.into()),
                    Err(error) if (held_at..record_at).any(|at| error.condition_failed_at(at)) => Err(KondateReason::Sold.into()),
                    Err(error) if error.condition_failed_at(1) => Err(KondateReason::Full.into()),
                    Err(error) if !binned && error.condition_failed_at(2) => Err(KondateError::NotFound("recipe")),
                    other => {
                        self.first_pages.forget();
                        Ok(other?)
                    }
                }
            })
            .await
    }
}

/// These recipes in the order of their ids; what is neither a starter nor among those found is left out.
pub(super) fn in_order(cook: &Cook, ids: &[RecipeId], found: &[Recipe]) -> Vec<Recipe> {
    let own = |id: &RecipeId| found.iter().find(|recipe| recipe.recipe_id == *id && recipe.is_live());
    ids.iter().filter_map(|id| official::recipe(id, cook.language).or_else(|| own(id))).cloned().collect()
}

fn empty(kitchen: KitchenId, recipe_id: RecipeId) -> Recipe {
    Recipe {
        kitchen,
        recipe_id,
        title: String::new(),
        servings: None,
        ingredients: Vec::new(),
        intermediate_materials: Vec::new(),
        steps: Vec::new(),
        tags: Vec::new(),
        author_name: None,
        source_url: None,
        thumbnail_url: None,
        cook_time_minutes: None,
        origin: Some(Origin::Created),
        created_at: None,
        updated_at: None,
        published_at: None,
        deleted_at: None,
        ttl: None,
        version: 1,
    }
}
