//! The starters: the recipes and sets of the cookbook, in the program and with fixed ids. They are in every book and in no table.

use std::collections::HashMap;
use std::sync::LazyLock;

use chabudai_food::Language;
use chabudai_food::cookbook::{self, Season};

use crate::model::{DishSet, Ingredient, KitchenId, Origin, Recipe, RecipeId, RecipeStep, SetId};

/// Whose the starters are.
pub fn owner() -> KitchenId {
    KitchenId::new("official").expect("a word")
}

/// The recipe of that id, if it is a starter.
pub fn recipe(id: &RecipeId, language: Language) -> Option<&'static Recipe> {
    book(language).recipes.get(id)
}

/// The set of that id, if it is a starter.
pub fn set(id: &SetId, language: Language) -> Option<&'static DishSet> {
    book(language).sets.iter().find(|set| set.set_id == *id)
}

/// The sets, in the order in which they are offered.
pub fn sets(language: Language) -> &'static [DishSet] {
    &book(language).sets
}

/// The recipes, set by set.
pub fn recipes<'a>(language: Language) -> impl Iterator<Item = &'a Recipe> {
    let book = book(language);
    book.in_order.iter().filter_map(|id| book.recipes.get(id))
}

/// When a starter is at its best.
pub fn season(id: &RecipeId) -> Season {
    cookbook::dish(id.as_str()).map_or(Season::All, |dish| dish.season)
}

struct Book {
    recipes: HashMap<RecipeId, Recipe>,
    in_order: Vec<RecipeId>,
    sets: Vec<DishSet>,
}

static JAPANESE: LazyLock<Book> = LazyLock::new(|| read(Language::Ja));
static ENGLISH: LazyLock<Book> = LazyLock::new(|| read(Language::En));

fn book(language: Language) -> &'static Book {
    match language {
        Language::Ja => &JAPANESE,
        Language::En => &ENGLISH,
    }
}

fn read(language: Language) -> Book {
    let recipes: HashMap<_, _> = cookbook::dishes().map(|dish| (recipe_id(&dish.id), written(dish, language))).collect();
    let sets = cookbook::sets().iter().map(|set| together(set, language)).collect();
    Book { recipes, in_order: cookbook::dishes().map(|dish| recipe_id(&dish.id)).collect(), sets }
}

fn recipe_id(id: &str) -> RecipeId {
    RecipeId::new(id).expect("the ids of the cookbook are words")
}

fn written(dish: &cookbook::Dish, language: Language) -> Recipe {
    let text = dish.text(language);
    let steps = (1..).zip(text.steps).map(|(order, (text, timer))| RecipeStep { order, text: text.to_owned(), timer_minutes: timer });
    Recipe {
        kitchen: owner(),
        recipe_id: recipe_id(&dish.id),
        title: text.title.to_owned(),
        servings: Some(dish.servings),
        ingredients: (1..).zip(&text.ingredients).map(|(order, line)| Ingredient::read(line, order)).collect(),
        intermediate_materials: Vec::new(),
        steps: steps.collect(),
        tags: text.tags.iter().map(|tag| (*tag).to_owned()).collect(),
        author_name: None,
        source_url: None,
        thumbnail_url: None,
        cook_time_minutes: Some(dish.minutes),
        origin: Some(Origin::Official),
        created_at: None,
        updated_at: None,
        published_at: None,
        deleted_at: None,
        ttl: None,
        version: 0,
    }
}

fn together(set: &cookbook::Set, language: Language) -> DishSet {
    DishSet {
        kitchen: owner(),
        set_id: SetId::new(&set.id).expect("the ids of the cookbook are words"),
        title: set.title.get(language).to_owned(),
        description: Some(set.about.get(language).to_owned()),
        recipe_ids: set.dishes.iter().map(|dish| recipe_id(&dish.id)).collect(),
        tags: Vec::new(),
        thumbnail_url: None,
        origin: Some(Origin::Official),
        created_at: None,
        updated_at: None,
        published_at: None,
        deleted_at: None,
        ttl: None,
        version: 0,
    }
}
