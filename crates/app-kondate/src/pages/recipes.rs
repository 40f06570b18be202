//! The book: recipes, found by their words, tags and time; and the page of one.

use std::collections::{BTreeSet, HashSet};

use askama::Template;
use axum::extract::{DefaultBodyLimit, State};
use axum::routing::{get, post};
use axum::{Extension, Router};
use chabudai_food::{Aisle, Language, cookbook, fold};
use chabudai_media::Size;
use chabudai_web::form::LongTexts;
use chabudai_web::input::{Path, Query};
use chabudai_web::problem::Problem;
use chabudai_web::site::{escaped, page_above};
use chabudai_web::toast::Toast;
use chabudai_web::ui::{Link, Ui};
use serde::Deserialize;

use super::cards::{RecipeCard, picture, shown_usable};
use super::words::{Say as _, category, of_ingredient};
use super::{Answer, PageState, Posted, Visit, failed};
use crate::larder::{Foods, Identity, Stock};
use crate::model::{Category, KitchenId, LARGEST_PICTURE, MOST_DISHES, MOST_SERVINGS, Origin, Recipe, RecipeId, Scope};
use crate::official;
use crate::repo::{book, fridge};
use crate::service::{Cook, Service};

pub(super) const RECIPES: &str = "/kondate/recipes";
/// Recipes on a page.
const PAGE: usize = 48;
/// The most that is read of the form of a recipe: some five times what the longest one has.
const TYPED: LongTexts = LongTexts(1024 * 1024);
/// Tags that are offered to narrow the list down.
const TAGS: usize = 12;
/// The times that a list is narrowed down to.
const TIMES: [u32; 3] = [15, 30, 45];

pub(super) fn routes(routes: Router<PageState>) -> Router<PageState> {
    // Longer than a recipe may be, with a larger picture: what is too much is told beside its field, with everything else that was typed.
    let long = || (Extension(TYPED), DefaultBodyLimit::max(TYPED.body() + 2 * LARGEST_PICTURE));
    routes
        .route(RECIPES, get(list_recipes).post(super::recipe_form::add_recipe).layer(long()))
        .route("/kondate/recipes/{recipe}", get(show_recipe).post(super::recipe_form::edit_recipe).layer(long()))
        .route("/kondate/recipes/{recipe}/delete", post(delete_recipe).get(page_above))
        .route("/kondate/recipes/{recipe}/restore", post(restore_recipe).get(page_above))
}

/// Whether a recipe has these words in its title, its tags or its author.
pub(super) fn is_found(recipe: &Recipe, words: &str) -> bool {
    let words = fold(words.trim());
    words.is_empty()
        || fold(&recipe.title).contains(&words)
        || recipe.tags.iter().chain(&recipe.author_name).any(|text| fold(text).contains(&words))
}

/// 使える: how many of a recipe's ingredients are there, and how many it has. What is at home anyway counts for neither.
pub(super) fn usable(foods: &Foods, stock: &Stock, recipe: &Recipe) -> (usize, usize) {
    let needed: HashSet<Identity> = recipe
        .ingredients
        .iter()
        .filter(|ingredient| !ingredient.is_pantry())
        .map(|ingredient| foods.identify(&ingredient.name, ingredient.food_id.as_deref()))
        .filter(|identity| foods.aisle(identity) != Some(Aisle::Water))
        .collect();
    (needed.iter().filter(|identity| stock.has_any(identity)).count(), needed.len())
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Order {
    /// One's own first, the newest before the others.
    #[default]
    New,
    /// What needs the least shopping.
    Usable,
    /// What is on the table soonest.
    Quick,
}

impl Order {
    const ALL: [(Self, &'static str, &'static str); 3] = [
        (Self::New, "new", "kondate-order-new"),
        (Self::Usable, "usable", "kondate-order-usable"),
        (Self::Quick, "quick", "kondate-order-quick"),
    ];
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Whose {
    Ours,
    Starters,
}

/// What of the book is asked for.
#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Choice {
    #[serde(default)]
    q: String,
    #[serde(default)]
    sort: Order,
    #[serde(default)]
    tag: String,
    #[serde(default)]
    time: Option<u32>,
    #[serde(default)]
    whose: Option<Whose>,
    /// How many were shown before.
    #[serde(default)]
    from: usize,
}

impl Choice {
    /// In which order and of which kind, other than by words.
    fn kept(&self) -> Vec<(&'static str, String)> {
        let mut kept = Vec::new();
        if let Some((_, name, _)) = Order::ALL.iter().find(|(order, ..)| *order == self.sort && self.sort != Order::New) {
            kept.push(("sort", (*name).to_owned()));
        }
        if !self.tag.is_empty() {
            kept.push(("tag", self.tag.clone()));
        }
        kept.extend(self.time.map(|minutes| ("time", minutes.to_string())));
        kept.extend(self.whose.map(|whose| ("whose", if whose == Whose::Ours { "ours" } else { "starters" }.to_owned())));
        kept
    }

    fn address(&self, ui: &Ui) -> String {
        let mut parts = Vec::new();
        if !self.q.trim().is_empty() {
            parts.push(format!("q={}", escaped(self.q.trim())));
        }
        parts.extend(self.kept().into_iter().map(|(name, value)| format!("{name}={}", escaped(&value))));
        if self.from > 0 {
            parts.push(format!("from={}", self.from));
        }
        let query = if parts.is_empty() { String::new() } else { format!("?{}", parts.join("&")) };
        ui.at(&format!("{RECIPES}{query}"))
    }

    fn link(&self, ui: &Ui, title: String, is_current: bool, change: impl FnOnce(&mut Self)) -> Link {
        let mut changed = Self { from: 0, ..self.clone() };
        change(&mut changed);
        Link { title, address: changed.address(ui), is_current }
    }

    fn is_narrowed(&self) -> bool {
        !self.q.trim().is_empty() || !self.tag.is_empty() || self.time.is_some() || self.whose.is_some()
    }
}

/// The names that a tag goes by: a category that everybody begins with, and a tag of the cookbook, have one in each language.
fn names_of(tag: &str, categories: &[Category]) -> BTreeSet<String> {
    let mut names = BTreeSet::from([tag.to_owned()]);
    if let Some(known) = categories.iter().find(|known| known.category_id.as_str() == tag) {
        names.insert(known.tag_name.clone());
    }
    if let Some(text) = cookbook::tag(tag) {
        names.extend([Language::Ja, Language::En].map(|language| text.get(language).to_owned()));
    }
    names
}

fn has_tag(recipe: &Recipe, names: &BTreeSet<String>) -> bool {
    recipe.tags.iter().any(|tag| names.contains(tag))
}

#[derive(Template)]
#[template(path = "kondate/recipes.html")]
struct RecipesPage<'a> {
    ui: &'a Ui,
    kinds: [Link; 3],
    q: String,
    /// What a search keeps: the order, and what the list is narrowed down to.
    kept: Vec<(&'static str, String)>,
    orders: Vec<Link>,
    tabs: Vec<Link>,
    tags: Vec<Link>,
    times: Vec<Link>,
    whose: Vec<Link>,
    is_narrowed: bool,
    narrowed_by: usize,
    recipes: Vec<RecipeCard>,
    count: usize,
    more: Option<String>,
}

/// The two halves of the book, and the catalog.
pub(super) fn kinds(ui: &Ui, current: &str) -> [Link; 3] {
    let link = |name, title, path| Link { title: ui.t(title).into_owned(), address: ui.at(path), is_current: name == current };
    [
        link("sets", "kondate-sets", "/kondate/book"),
        link("recipes", "kondate-recipes", RECIPES),
        link("catalog", "kondate-catalog", super::catalog::CATALOG),
    ]
}

async fn list_recipes(State(service): State<Service>, visit: Visit, Query(choice): Query<Choice>) -> Answer {
    let visit = visit.here("book");
    let ui = &visit.ui;
    let own = book::look_at_recipes(service.db(), &visit.cook.kitchen, None).await?.items;
    let categories = service.categories(&visit.cook, Scope::Book).await?;
    let (foods, batches) = fridge::fridge(service.db(), &visit.cook.kitchen).await?;
    let stock = Stock::of(&foods, &batches);
    let saved = service.saved_recipes(&visit.cook).await?;
    let is_saved: HashSet<&RecipeId> = saved.iter().map(|recipe| &recipe.recipe_id).collect();
    let starters = official::recipes(visit.language()).filter(|starter| !is_saved.contains(&starter.recipe_id));
    let mut ours: Vec<&Recipe> = own.iter().chain(&saved).collect();
    ours.sort_by_key(|recipe| std::cmp::Reverse(recipe.created_at));
    let all: Vec<&Recipe> = ours.into_iter().chain(starters).collect();
    let names = names_of(&choice.tag, &categories);
    let mut found: Vec<(&Recipe, (usize, usize))> = all
        .iter()
        .filter(|recipe| is_found(recipe, &choice.q))
        .filter(|recipe| choice.tag.is_empty() || has_tag(recipe, &names))
        .filter(|recipe| choice.time.is_none_or(|most| recipe.cook_time_minutes.is_some_and(|minutes| minutes <= most)))
        .filter(|recipe| choice.whose.is_none_or(|whose| (whose == Whose::Starters) == (recipe.origin == Some(Origin::Official))))
        .map(|recipe| (*recipe, usable(&foods, &stock, recipe)))
        .collect();
    match choice.sort {
        Order::New => {}
        Order::Usable => found.sort_by_key(|(_, (usable, of))| std::cmp::Reverse(usable * 1_000 / (*of).max(1))),
        Order::Quick => found.sort_by_key(|(recipe, _)| recipe.cook_time_minutes.unwrap_or(u32::MAX)),
    }
    let card = |(recipe, usable): &(&Recipe, (usize, usize))| RecipeCard {
        usable: shown_usable(usable.0, usable.1),
        ..RecipeCard::of(ui, recipe)
    };
    let next = choice.from.saturating_add(PAGE);
    let more = (found.len() > next).then(|| Choice { from: next, ..choice.clone() }.address(ui));
    let page = RecipesPage {
        ui,
        kinds: kinds(ui, "recipes"),
        orders: Order::ALL
            .iter()
            .map(|(order, _, title)| choice.link(ui, ui.t(title).into_owned(), choice.sort == *order, |choice| choice.sort = *order))
            .collect(),
        tabs: tabs(ui, &choice, &categories, &all),
        tags: tags(ui, &choice, &categories, &all),
        times: TIMES
            .iter()
            .map(|most| {
                let is_current = choice.time == Some(*most);
                choice.link(ui, ui.counted("kondate-within", (*most).into()).to_string(), is_current, |choice| {
                    choice.time = Some(*most).filter(|_| !is_current);
                })
            })
            .collect(),
        whose: [(Whose::Ours, "kondate-whose-ours"), (Whose::Starters, "kondate-whose-starters")]
            .into_iter()
            .map(|(whose, title)| {
                let is_current = choice.whose == Some(whose);
                choice.link(ui, ui.t(title).into_owned(), is_current, |choice| choice.whose = Some(whose).filter(|_| !is_current))
            })
            .collect(),
        is_narrowed: choice.is_narrowed(),
        narrowed_by: usize::from(choice.time.is_some()) + usize::from(choice.whose.is_some()) + usize::from(!choice.tag.is_empty()),
        recipes: found.iter().skip(choice.from).take(PAGE).map(card).collect(),
        count: found.len(),
        kept: choice.kept(),
        q: choice.q,
        more,
    };
    Ok(ui.show(&page))
}

/// The categories that somebody shows as tabs. One that no recipe has yet would lead nowhere, and is only among the categories.
fn tabs(ui: &Ui, choice: &Choice, categories: &[Category], all: &[&Recipe]) -> Vec<Link> {
    let shown = categories.iter().filter(|one| !one.is_hidden).filter(|one| {
        let names = names_of(one.category_id.as_str(), categories);
        all.iter().any(|recipe| has_tag(recipe, &names))
    });
    let of = |one: &Category| {
        let id = one.category_id.as_str();
        choice.link(ui, category(ui, one), choice.tag == id, |choice| id.clone_into(&mut choice.tag))
    };
    let any = choice.link(ui, ui.t("kondate-category-all").into_owned(), choice.tag.is_empty(), |choice| choice.tag.clear());
    std::iter::once(any).chain(shown.map(of)).collect()
}

/// The tags that most recipes have, other than the categories.
fn tags(ui: &Ui, choice: &Choice, categories: &[Category], all: &[&Recipe]) -> Vec<Link> {
    // What a time says already is not said again by a tag of the same words.
    let times: Vec<String> = TIMES.iter().map(|most| ui.counted("kondate-within", (*most).into()).to_string()).collect();
    let of_categories: HashSet<&str> = categories.iter().map(|one| one.tag_name.as_str()).chain(times.iter().map(String::as_str)).collect();
    let mut counted: Vec<(&str, usize)> = Vec::new();
    for tag in all.iter().flat_map(|recipe| &recipe.tags).filter(|tag| !of_categories.contains(tag.as_str())) {
        match counted.iter_mut().find(|(known, _)| known == tag) {
            Some((_, count)) => *count += 1,
            None => counted.push((tag, 1)),
        }
    }
    counted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let shown = counted.iter().take(TAGS).map(|(tag, _)| *tag);
    let of = |tag: &str| {
        let is_current = choice.tag == tag;
        choice.link(ui, tag.to_owned(), is_current, |choice| choice.tag = if is_current { String::new() } else { tag.to_owned() })
    };
    shown.map(of).collect()
}

/// The recipe in an address.
#[derive(Deserialize)]
pub(super) struct AtRecipe {
    pub(super) recipe: RecipeId,
}

/// How many a recipe is looked at for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Servings {
    pub(super) servings: Option<u32>,
}

impl Servings {
    pub(super) fn of(&self, recipe: &Recipe) -> u32 {
        self.servings.filter(|servings| (1..=MOST_SERVINGS).contains(servings)).unwrap_or_else(|| recipe.servings())
    }
}

/// An ingredient as a page shows it.
pub(super) struct Shown {
    pub(super) name: String,
    pub(super) amount: String,
    pub(super) note: String,
    pub(super) group: String,
    /// It is in the fridge.
    pub(super) is_there: bool,
}

/// The ingredients of a recipe for so many.
pub(super) fn ingredients(cook: &Cook, recipe: &Recipe, servings: u32, there: Option<(&Foods, &Stock)>) -> Vec<Shown> {
    let shown = |one: &crate::model::Ingredient| Shown {
        name: one.name.clone(),
        amount: of_ingredient(one, recipe.servings(), servings, cook.language),
        note: one.note.clone().unwrap_or_default(),
        group: one.group.clone().unwrap_or_default(),
        is_there: there.is_some_and(|(foods, stock)| stock.has_any(&foods.identify(&one.name, one.food_id.as_deref()))),
    };
    recipe.ingredients.iter().map(shown).collect()
}

#[derive(Template)]
#[template(path = "kondate/recipe.html")]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own that is shown by itself")]
struct RecipePage<'a> {
    ui: &'a Ui,
    recipe: Recipe,
    picture: Option<String>,
    servings: u32,
    fewer: Option<String>,
    more: Option<String>,
    ingredients: Vec<Shown>,
    usable: (usize, usize),
    is_official: bool,
    /// It is of this kitchen.
    is_own: bool,
    /// It is in one's own kitchen, and can be published.
    may_publish: bool,
    /// It was published by somebody else.
    in_catalog: Option<String>,
    /// It is among what is being cooked.
    is_planned: bool,
    /// It can join what is being cooked.
    can_join: bool,
    beside: Vec<RecipeCard>,
}

impl RecipePage<'_> {
    fn address(&self) -> String {
        self.ui.at(&format!("{RECIPES}/{}", self.recipe.recipe_id))
    }

    /// Where it was found, if that is an address that a browser may be led to.
    fn source(&self) -> Option<&str> {
        self.recipe.source_url.as_deref().filter(|url| url.starts_with("https://") || url.starts_with("http://"))
    }
}

async fn show_recipe(State(service): State<Service>, visit: Visit, Path(at): Path<AtRecipe>, Query(wanted): Query<Servings>) -> Answer {
    let visit = visit.below(RECIPES);
    let ui = &visit.ui;
    let recipe = service.recipe(&visit.cook, &at.recipe).await?;
    let (foods, batches) = fridge::fridge(service.db(), &visit.cook.kitchen).await?;
    let stock = Stock::of(&foods, &batches);
    let beside = if ui.is_phone() { Vec::new() } else { book::look_at_recipes(service.db(), &visit.cook.kitchen, None).await?.items };
    let beside = if ui.is_phone() {
        Vec::new()
    } else {
        beside.iter().chain(official::recipes(visit.language())).map(|recipe| RecipeCard::of(ui, recipe)).collect()
    };
    let (current, _) = service.plan(&visit.cook.kitchen).await?;
    let is_planned = current.iter().flat_map(|plan| &plan.items).any(|dish| dish.recipe_id == at.recipe && !dish.is_cooked);
    let can_join = !is_planned && current.as_ref().is_some_and(|plan| plan.items.len() < MOST_DISHES);
    let servings = wanted.of(&recipe);
    let at_servings = |servings: u32| ui.at(&format!("{RECIPES}/{}?servings={servings}", recipe.recipe_id));
    let page = RecipePage {
        ui,
        picture: picture(ui, &recipe, Size::Large),
        servings,
        fewer: (servings > 1).then(|| at_servings(servings - 1)),
        more: (servings < MOST_SERVINGS).then(|| at_servings(servings + 1)),
        ingredients: ingredients(&visit.cook, &recipe, servings, Some((&foods, &stock))),
        usable: usable(&foods, &stock, &recipe),
        is_official: recipe.origin == Some(Origin::Official),
        is_own: recipe.kitchen == visit.cook.kitchen,
        may_publish: recipe.kitchen == visit.cook.kitchen && recipe.kitchen == KitchenId::first_of(&visit.person.id),
        in_catalog: recipe
            .published_at
            .filter(|_| recipe.kitchen != visit.cook.kitchen)
            .map(|_| ui.at(&format!("{}/recipes/{}", super::catalog::CATALOG, recipe.recipe_id))),
        is_planned,
        can_join,
        beside,
        recipe,
    };
    Ok(ui.show(&page))
}

async fn delete_recipe(State(service): State<Service>, Path(at): Path<AtRecipe>, Posted { visit, .. }: Posted) -> Answer {
    let title = match service.recipe(&visit.cook, &at.recipe).await {
        Ok(recipe) => recipe.title,
        // It is in the bin already: the button was pressed twice.
        Err(_) => return Ok(visit.ui.go(RECIPES)),
    };
    match service.delete_recipe(&visit.cook, &at.recipe).await {
        Ok(()) => {
            let toast = Toast::new("kondate-toast-deleted").about(title);
            Ok(visit.ui.go_saying(RECIPES, &toast.undo(format!("{RECIPES}/{}/restore", at.recipe), Vec::new())))
        }
        Err(error) => failed(&visit.ui, Problem::from(error), RECIPES),
    }
}

async fn restore_recipe(State(service): State<Service>, Path(at): Path<AtRecipe>, Posted { visit, .. }: Posted) -> Answer {
    match service.restore_recipe(&visit.cook, &at.recipe).await {
        Ok(()) => {
            let recipe = service.recipe(&visit.cook, &at.recipe).await?;
            Ok(visit.ui.go_saying(&format!("{RECIPES}/{}", at.recipe), &Toast::new("kondate-toast-restored").about(recipe.title)))
        }
        Err(error) => failed(&visit.ui, Problem::from(error), RECIPES),
    }
}
