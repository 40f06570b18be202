//! Dishes and sets as cards: a picture before the words.

use std::collections::HashMap;

use chabudai_food::{Language, cookbook};
use chabudai_media::{PictureId, Size};
use chabudai_web::ui::Ui;

use crate::error::Result;
use crate::model::{Dish, DishSet, PICTURES, Plan, Recipe, RecipeId, picture_at};
use crate::official;
use crate::service::{Cook, Service, Suggestion};

/// Pictures on the card of a set.
const SHOWN: usize = 4;

/// The address of a starter's drawing.
fn drawing(ui: &Ui, id: &RecipeId) -> Option<String> {
    cookbook::dish(id.as_str()).map(|_| ui.at(&format!("{PICTURES}/{id}.svg")))
}

/// The address of a picture that was taken in.
pub(super) fn taken_in(ui: &Ui, picture: PictureId, size: Size) -> String {
    ui.at(&format!("{PICTURES}/{picture}/{size}.jpg"))
}

/// The address of a recipe's picture: its own, or a starter's drawing.
pub(super) fn picture(ui: &Ui, recipe: &Recipe, size: Size) -> Option<String> {
    recipe.picture().map(|picture| taken_in(ui, picture, size)).or_else(|| drawing(ui, &recipe.recipe_id))
}

/// What dishes look like that are known by their ids alone.
#[derive(Default)]
pub(super) struct Album(HashMap<RecipeId, PictureId>);

impl Album {
    /// Of these dishes.
    pub(super) async fn of<'a>(service: &Service, cook: &Cook, ids: impl IntoIterator<Item = &'a RecipeId>) -> Result<Self> {
        service.pictures_of(cook, ids).await.map(Self)
    }

    /// Of the first dishes of these sets.
    pub(super) async fn of_sets<'a>(service: &Service, cook: &Cook, sets: impl IntoIterator<Item = &'a DishSet>) -> Result<Self> {
        Self::of(service, cook, sets.into_iter().flat_map(|set| set.recipe_ids.iter().take(SHOWN))).await
    }

    /// The address of a dish's picture.
    pub(super) fn picture(&self, ui: &Ui, id: &RecipeId, size: Size) -> Option<String> {
        self.0.get(id).map(|picture| taken_in(ui, *picture, size)).or_else(|| drawing(ui, id))
    }
}

/// What a dish is called: a starter in the reader's language, whoever planned it in theirs; others as they were called.
pub(super) fn title(id: &RecipeId, kept: &str, language: Language) -> String {
    official::recipe(id, language).map_or_else(|| kept.to_owned(), |starter| starter.title.clone())
}

/// The same of the set that a slot was filled from.
pub(super) fn set_title(plan: &Plan, language: Language) -> String {
    let starter = plan.set_id.as_ref().and_then(|id| official::set(id, language));
    starter.map_or_else(|| plan.set_title.clone(), |starter| starter.title.clone())
}

/// A dish in a slot.
pub(super) struct DishCard {
    pub(super) id: String,
    pub(super) recipe: String,
    pub(super) title: String,
    pub(super) picture: Option<String>,
    pub(super) minutes: Option<u32>,
    /// For how many; unknown of a recipe that is gone.
    pub(super) servings: Option<u32>,
    pub(super) is_cooked: bool,
}

impl DishCard {
    pub(super) fn of(ui: &Ui, dish: &Dish, recipe: Option<&Recipe>, language: Language) -> Self {
        Self {
            id: dish.id.as_str().to_owned(),
            recipe: dish.recipe_id.as_str().to_owned(),
            title: title(&dish.recipe_id, &dish.title, language),
            picture: recipe.map_or_else(|| drawing(ui, &dish.recipe_id), |recipe| picture(ui, recipe, Size::Medium)),
            minutes: recipe.and_then(|recipe| recipe.cook_time_minutes),
            servings: dish.servings.or_else(|| recipe.map(Recipe::servings)),
            is_cooked: dish.is_cooked,
        }
    }

    /// The same for one person fewer, if that is anybody.
    pub(super) fn fewer(&self) -> Option<u32> {
        self.servings.map(|servings| servings - 1).filter(|servings| *servings > 0)
    }

    pub(super) fn more(&self) -> Option<u32> {
        self.servings.map(|servings| servings + 1).filter(|servings| *servings <= crate::model::MOST_SERVINGS)
    }
}

/// How much of something is at home, where that is anything: “0 of 26” frightens who has just begun.
pub(super) fn shown_usable(usable: usize, of: usize) -> Option<(usize, usize)> {
    (usable > 0).then_some((usable, of))
}

/// A recipe in a list.
pub(super) struct RecipeCard {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) picture: Option<String>,
    pub(super) minutes: Option<u32>,
    /// 使える: so many of its ingredients are there, of so many; where somebody wants to know.
    pub(super) usable: Option<(usize, usize)>,
}

impl RecipeCard {
    pub(super) fn of(ui: &Ui, recipe: &Recipe) -> Self {
        Self {
            id: recipe.recipe_id.as_str().to_owned(),
            title: recipe.title.clone(),
            picture: picture(ui, recipe, Size::Medium),
            minutes: recipe.cook_time_minutes,
            usable: None,
        }
    }
}

/// A set in a list.
pub(super) struct SetCard {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) about: String,
    pub(super) count: usize,
    /// The first of its dishes; nothing where one has no picture.
    pub(super) pictures: Vec<Option<String>>,
    /// 使える, and what would be used that has to be.
    pub(super) usable: Option<(usize, usize)>,
    pub(super) rescues: Vec<String>,
}

impl SetCard {
    pub(super) fn of(ui: &Ui, set: &DishSet, album: &Album) -> Self {
        Self {
            id: set.set_id.as_str().to_owned(),
            title: set.title.clone(),
            about: set.description.clone().unwrap_or_default(),
            count: set.recipe_ids.len(),
            pictures: set.recipe_ids.iter().take(SHOWN).map(|id| album.picture(ui, id, Size::Small)).collect(),
            usable: None,
            rescues: Vec::new(),
        }
    }

    /// A set of the catalog: which dishes it has is not known here.
    pub(super) fn saved(ui: &Ui, set: &DishSet) -> Self {
        let picture = set.thumbnail_url.as_deref().and_then(picture_at).map(|picture| taken_in(ui, picture, Size::Small));
        Self {
            id: set.set_id.as_str().to_owned(),
            title: set.title.clone(),
            about: String::new(),
            count: 0,
            pictures: vec![picture],
            usable: None,
            rescues: Vec::new(),
        }
    }

    /// A set that would go well now. Of one of the kitchen's own the suggestion knows the title alone.
    pub(super) fn suggested(ui: &Ui, cook: &Cook, suggestion: &Suggestion, own: &[DishSet], album: &Album) -> Self {
        let known = official::set(&suggestion.set_id, cook.language).or_else(|| own.iter().find(|set| set.set_id == suggestion.set_id));
        let unknown = || Self {
            id: suggestion.set_id.as_str().to_owned(),
            title: suggestion.title.clone(),
            about: String::new(),
            count: 0,
            pictures: Vec::new(),
            usable: None,
            rescues: Vec::new(),
        };
        let card = known.map_or_else(unknown, |set| Self::of(ui, set, album));
        let mut rescues = suggestion.rescues.clone();
        rescues.dedup();
        Self { usable: shown_usable(suggestion.usable, suggestion.of), rescues, ..card }
    }
}

/// The pictures of a slot's dishes.
pub(super) fn pictures(ui: &Ui, plan: &Plan, album: &Album) -> Vec<Option<String>> {
    plan.items.iter().map(|dish| album.picture(ui, &dish.recipe_id, Size::Small)).collect()
}
