//! A recipe written down: lines as people type them, read, and shown as they were read.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::get;
use chabudai_app::pictures::within;
use chabudai_food::{Aisle, Language, fold};
use chabudai_media::{PictureId, Size};
use chabudai_web::form::{Form, Wrong};
use chabudai_web::input::{Path, Query};
use chabudai_web::problem::Problem;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;
use serde::Deserialize;

use super::cards::taken_in;
use super::pasted;
use super::recipes::{AtRecipe, RECIPES};
use super::words::{Say as _, aisle, amount, amount_of};
use super::{Answer, PageState, Posted, Visit, once};
use crate::import::{Imported, Sureness};
use crate::model::{
    Ingredient, LARGEST_PICTURE, LONGEST_ADDRESS, LONGEST_NAME, LONGEST_NOTE, LONGEST_STEP, LONGEST_TITLE, LONGEST_WORD, MOST_INGREDIENTS,
    MOST_MINUTES, MOST_SERVINGS, MOST_STEPS, Origin, PICTURES, Recipe, RecipeId, RecipeStep, timer_in,
};
use crate::picture::take_in;
use crate::service::{NO_SUCH_PICTURE, RecipeInput, Service};

pub(super) fn routes(routes: Router<PageState>) -> Router<PageState> {
    routes.route("/kondate/recipes/new", get(show_new_recipe)).route("/kondate/recipes/{recipe}/edit", get(show_edit_recipe))
}

/// The longest line of an ingredient: its name, how much of it, and a note.
const LONGEST_LINE: usize = LONGEST_NAME + 3 * LONGEST_WORD + LONGEST_NOTE + 100;

/// What stands in the form.
#[derive(Default)]
pub(super) struct Draft {
    title: String,
    servings: String,
    minutes: String,
    ingredients: String,
    steps: String,
    tags: String,
    author: String,
    source: String,
    image_key: Option<PictureId>,
    remove_picture: bool,
    version: Option<u64>,
}

impl Draft {
    fn read(form: &Form) -> Self {
        // A browser ends the lines of a text as on a typewriter.
        let text = |name| form.text(name).replace("\r\n", "\n");
        Self {
            title: text("title"),
            servings: text("servings"),
            minutes: text("minutes"),
            ingredients: text("ingredients"),
            steps: text("steps"),
            tags: text("tags"),
            author: text("authorName"),
            source: text("sourceUrl"),
            image_key: form.text("imageKey").parse().ok(),
            remove_picture: form.has("removePicture"),
            version: form.text("version").parse().ok(),
        }
    }

    /// What was pasted where recipes are imported, read by rules alone: whoever writes a recipe down does not begin anew.
    fn pasted(form: &Form) -> Self {
        let read = chabudai_recipe_page::read_text(&form.text("text").replace("\r\n", "\n"));
        let number = read.servings.and_then(|servings| servings.number).filter(|number| *number >= 1.0);
        Self {
            title: read.title.chars().take(LONGEST_TITLE).collect(),
            servings: number.map_or_else(|| crate::model::DEFAULT_SERVINGS.to_string(), |number| format!("{number:.0}")),
            ingredients: read.ingredients.join("\n"),
            steps: read.steps.iter().map(|step| on_one_line(step)).collect::<Vec<_>>().join("\n"),
            source: form.text("address").trim().to_owned(),
            ..Self::default()
        }
    }

    fn of(recipe: &Recipe, language: Language) -> Self {
        let ingredients = pasted::under_headings(&recipe.ingredients, |one| written(one, language), language);
        let steps: Vec<String> = recipe.steps.iter().map(|step| on_one_line(&step.text)).collect();
        Self {
            title: recipe.title.clone(),
            servings: recipe.servings().to_string(),
            minutes: recipe.cook_time_minutes.map(|minutes| minutes.to_string()).unwrap_or_default(),
            ingredients: ingredients.join("\n"),
            steps: steps.join("\n"),
            tags: recipe.tags.join(if language == Language::Ja { "、" } else { ", " }),
            author: recipe.author_name.clone().unwrap_or_default(),
            source: recipe.source_url.clone().unwrap_or_default(),
            image_key: None,
            remove_picture: false,
            version: Some(recipe.version),
        }
    }

    /// What was read elsewhere, for somebody to look at.
    pub(super) fn imported(imported: &Imported, language: Language) -> Self {
        let recipe = imported.recipe();
        let text = |given: Option<String>| given.unwrap_or_default();
        Self {
            title: text(recipe.title),
            servings: recipe.servings.unwrap_or(crate::model::DEFAULT_SERVINGS).to_string(),
            minutes: recipe.cook_time_minutes.flatten().map(|minutes| minutes.to_string()).unwrap_or_default(),
            ingredients: imported.lines().collect::<Vec<_>>().join("\n"),
            steps: recipe.steps.unwrap_or_default().iter().map(|step| on_one_line(&step.text)).collect::<Vec<_>>().join("\n"),
            tags: recipe.tags.unwrap_or_default().join(if language == Language::Ja { "、" } else { ", " }),
            author: text(recipe.author_name.flatten()),
            source: text(recipe.source_url.flatten()),
            image_key: imported.picture,
            remove_picture: false,
            version: None,
        }
    }

    /// The lines, read. One that was not touched stays what it was.
    fn lines(&self, before: &[Ingredient], language: Language) -> Vec<Ingredient> {
        let known: Vec<(String, &Ingredient)> = before.iter().map(|one| (written(one, language), one)).collect();
        let of = |(order, line): (u32, &str)| {
            let kept = known.iter().find(|(text, _)| text == line).map(|(_, one)| (*one).clone());
            // What is far too long for an ingredient is told as that, and not read.
            let unread = || Ingredient { name: line.chars().take(LONGEST_LINE).collect(), order, ..Ingredient::default() };
            kept.unwrap_or_else(|| if line.len() > 4 * LONGEST_LINE { unread() } else { Ingredient::read(line, order) })
        };
        // One more than there may be is too many, however many more there are.
        let grouped = pasted::ingredients(&self.ingredients).take(MOST_INGREDIENTS + 1);
        let in_group = |(order, (group, line)): (u32, (Option<&str>, &str))| {
            let read = of((order, line));
            // A mark of its own goes before the heading that a line stands under.
            Ingredient { group: read.group.filter(|mark| pasted::is_mark(mark)).or_else(|| group.map(str::to_owned)), ..read }
        };
        (1..).zip(grouped).map(in_group).collect()
    }

    /// The steps, read. One that was not touched stays what it was, with its timer.
    fn steps(&self, before: &[RecipeStep]) -> Vec<RecipeStep> {
        let of = |(order, text): (u32, &str)| {
            let kept = before.iter().find(|step| on_one_line(&step.text) == text).map(|step| RecipeStep { order, ..step.clone() });
            let timer = || if text.len() > 4 * LONGEST_STEP { None } else { timer_in(text) };
            kept.unwrap_or_else(|| RecipeStep { order, text: text.to_owned(), timer_minutes: timer() })
        };
        (1..).zip(pasted::steps(&self.steps)).take(MOST_STEPS + 1).map(of).collect()
    }

    fn input(&self, before: Option<&Recipe>, language: Language) -> RecipeInput {
        RecipeInput {
            title: Some(self.title.clone()),
            // What is no number is told as one that is not allowed.
            servings: Some(number_in(&self.servings).unwrap_or(0)),
            ingredients: Some(self.lines(before.map_or(&[], |recipe| &recipe.ingredients), language)),
            intermediate_materials: None,
            steps: Some(self.steps(before.map_or(&[], |recipe| &recipe.steps))),
            tags: Some(self.tags.split(['、', ',', '，', '\n']).map(|tag| tag.trim().to_owned()).filter(|tag| !tag.is_empty()).collect()),
            author_name: Some(Some(self.author.clone())),
            source_url: Some(Some(self.source.clone())),
            thumbnail_url: None,
            image_key: self.image_key.map(Some).or(self.remove_picture.then_some(None)),
            cook_time_minutes: Some((!self.minutes.trim().is_empty()).then(|| number_in(&self.minutes).unwrap_or(0))),
        }
    }

    /// Takes in the picture that came with the form, so that it is kept even if something else is wrong, or only looked at.
    async fn take_in(&mut self, state: &PageState, visit: &Visit, form: &Form) -> Result<(), Problem> {
        if let Some(file) = form.file("file") {
            let bytes = within(file.clone(), LARGEST_PICTURE)?;
            self.image_key = Some(take_in(&state.service, &state.pictures, &visit.cook, bytes).await?);
            self.remove_picture = false;
        }
        Ok(())
    }

    /// The picture that was taken in for it.
    fn key(&self) -> String {
        self.image_key.map(|picture| picture.to_string()).unwrap_or_default()
    }

    fn version(&self) -> String {
        self.version.map(|version| version.to_string()).unwrap_or_default()
    }
}

/// A number as people type it, also in full width.
fn number_in(text: &str) -> Option<u32> {
    fold(text).trim().parse().ok()
}

/// A text as it stands on a line of the form: a line of the form is a thing of its own.
fn on_one_line(text: &str) -> String {
    lines_of(text).collect::<Vec<_>>().join(" ")
}

fn lines_of(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty())
}

/// An ingredient as a person would type it, so that it is read as the same again.
pub(crate) fn written(one: &Ingredient, language: Language) -> String {
    let said = amount(one.quantity.as_deref(), one.unit.as_deref(), false, language);
    // A longer name of a group stands above its lines, as a heading.
    let group = one.group.as_deref().filter(|group| pasted::is_mark(group)).map(|group| format!("{group} ")).unwrap_or_default();
    match language {
        Language::Ja => {
            let note = one.note.as_deref().map(|note| format!("（{}）", on_one_line(note))).unwrap_or_default();
            format!("{group}{} {said}{note}", one.name).trim().to_owned()
        }
        Language::En => {
            let note = one.note.as_deref().map(|note| format!(", {}", on_one_line(note))).unwrap_or_default();
            format!("{group}{said} {}{note}", one.name).trim().to_owned()
        }
    }
}

/// A line as it was read.
struct Read {
    name: String,
    amount: String,
    note: String,
    aisle: Option<String>,
    is_pantry: bool,
}

#[derive(Template)]
#[template(path = "kondate/recipe-form.html")]
struct FormPage<'a> {
    ui: &'a Ui,
    action: String,
    recipe: Option<RecipeId>,
    draft: Draft,
    wrong: Wrong,
    read: Vec<Read>,
    timers: Vec<(usize, u32)>,
    upload: String,
    /// The picture that the recipe shows so far.
    kept: Option<PictureId>,
    /// How sure the reader is of what it read elsewhere.
    imported: Option<&'static str>,
    most_megabytes: usize,
    most_title: usize,
    most_name: usize,
    most_address: usize,
    most_servings: u32,
    most_minutes: u32,
}

impl FormPage<'_> {
    /// The address of the picture that is to be seen in the form.
    fn picture(&self) -> Option<String> {
        let kept = self.kept.filter(|_| !self.draft.remove_picture);
        self.draft.image_key.or(kept).map(|picture| taken_in(self.ui, picture, Size::Medium))
    }
}

/// A recipe that was read elsewhere, in the form of a new one.
pub(super) fn imported_page(visit: &Visit, imported: &Imported) -> Response {
    let words = match imported.sureness() {
        Sureness::High => "kondate-import-sure",
        Sureness::Medium => "kondate-import-fairly-sure",
        Sureness::Low => "kondate-import-unsure",
    };
    filled_in(visit, StatusCode::OK, Draft::imported(imported, visit.language()), Wrong::default(), None, Some(words))
}

fn form_page(visit: &Visit, status: StatusCode, draft: Draft, wrong: Wrong, before: Option<&Recipe>) -> Response {
    filled_in(visit, status, draft, wrong, before, None)
}

fn filled_in(
    visit: &Visit,
    status: StatusCode,
    draft: Draft,
    wrong: Wrong,
    before: Option<&Recipe>,
    imported: Option<&'static str>,
) -> Response {
    let ui = &visit.ui;
    let lines = draft.lines(before.map_or(&[][..], |recipe| &recipe.ingredients), visit.language());
    let of = |one: &Ingredient| Read {
        name: one.name.clone(),
        amount: amount_of(&one.name, one.quantity.as_deref(), one.unit.as_deref(), false, visit.language()),
        note: one.note.clone().unwrap_or_default(),
        // Water is bought nowhere.
        aisle: one.food().map(|food| match food.food().aisle {
            Aisle::Water => String::new(),
            known => aisle(ui, Some(known), visit.language()),
        }),
        is_pantry: one.is_pantry(),
    };
    let timers = draft
        .steps(before.map_or(&[], |recipe| &recipe.steps))
        .iter()
        .enumerate()
        .filter_map(|(at, step)| Some((at + 1, step.timer_minutes?)))
        .collect();
    let rest = before.map(|recipe| format!("/{}", recipe.recipe_id)).unwrap_or_default();
    let page = FormPage {
        ui,
        action: ui.at(&format!("{RECIPES}{rest}")),
        recipe: before.map(|recipe| recipe.recipe_id.clone()),
        read: lines.iter().map(of).collect(),
        timers,
        upload: ui.at(PICTURES),
        kept: before.and_then(Recipe::picture),
        imported,
        most_megabytes: LARGEST_PICTURE / (1024 * 1024),
        draft,
        wrong,
        most_title: LONGEST_TITLE,
        most_name: LONGEST_NAME,
        most_address: LONGEST_ADDRESS,
        most_servings: MOST_SERVINGS,
        most_minutes: MOST_MINUTES,
    };
    ui.show_form(status, &page)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewParameters {
    from: Option<RecipeId>,
}

async fn show_new_recipe(State(service): State<Service>, visit: Visit, Query(given): Query<NewParameters>) -> Answer {
    let visit = visit.below(RECIPES);
    let draft = match &given.from {
        Some(id) => {
            let recipe = service.recipe(&visit.cook, id).await?;
            let title = visit.ui.t1("kondate-copy-of", "name", recipe.title.as_str());
            Draft { title, version: None, ..Draft::of(&recipe, visit.language()) }
        }
        None => Draft { servings: crate::model::DEFAULT_SERVINGS.to_string(), ..Draft::default() },
    };
    Ok(form_page(&visit, StatusCode::OK, draft, Wrong::default(), None))
}

/// What is wrong stands beside its field; but for one, the fields of the form are called as those of the API.
fn wrong(ui: &Ui, problem: &Problem) -> Wrong {
    if problem.field.as_deref() == Some("cookTimeMinutes") { Wrong::with_all(ui, problem, &["minutes"]) } else { Wrong::with(ui, problem) }
}

pub(super) async fn add_recipe(State(state): State<PageState>, Posted { visit, form }: Posted) -> Answer {
    let visit = visit.below(RECIPES);
    let mut draft = if form.has("text") { Draft::pasted(&form) } else { Draft::read(&form) };
    let taken_in = draft.take_in(&state, &visit, &form).await;
    if form.has("preview") && taken_in.is_ok() {
        return Ok(form_page(&visit, StatusCode::OK, draft, Wrong::default(), None));
    }
    let outcome = async {
        taken_in?;
        let input = draft.input(None, visit.language());
        Ok::<_, Problem>(state.service.add_recipe(&visit.cook, &input, Some(&once(&form))).await?)
    };
    match outcome.await {
        Ok(recipe) => {
            let toast = Toast::new("kondate-toast-recipe-added").about(&recipe.title);
            Ok(visit.ui.go_saying(&format!("{RECIPES}/{}", recipe.recipe_id), &toast))
        }
        Err(problem) => refused(&visit, problem, draft, None),
    }
}

/// The form once more, with what is wrong with it. What is wrong with us is a page of its own.
fn refused(visit: &Visit, problem: Problem, mut draft: Draft, before: Option<&Recipe>) -> Answer {
    if !problem.is_about_input() {
        return Err(problem);
    }
    if problem.code == NO_SUCH_PICTURE.code() {
        draft.image_key = None;
    }
    let wrong = wrong(&visit.ui, &problem);
    Ok(form_page(visit, problem.status, draft, wrong, before))
}

async fn show_edit_recipe(State(service): State<Service>, visit: Visit, Path(at): Path<AtRecipe>) -> Answer {
    let here = format!("{RECIPES}/{}", at.recipe);
    let recipe = service.recipe(&visit.cook, &at.recipe).await?;
    if recipe.origin == Some(Origin::Official) {
        return Ok(visit.ui.go(&here));
    }
    let visit = visit.below(&here);
    let draft = Draft::of(&recipe, visit.language());
    Ok(form_page(&visit, StatusCode::OK, draft, Wrong::default(), Some(&recipe)))
}

pub(super) async fn edit_recipe(State(state): State<PageState>, Path(at): Path<AtRecipe>, Posted { visit, form }: Posted) -> Answer {
    let here = format!("{RECIPES}/{}", at.recipe);
    let before = state.service.recipe(&visit.cook, &at.recipe).await?;
    let visit = visit.below(&here);
    let mut draft = Draft::read(&form);
    let taken_in = draft.take_in(&state, &visit, &form).await;
    if form.has("preview") && taken_in.is_ok() {
        return Ok(form_page(&visit, StatusCode::OK, draft, Wrong::default(), Some(&before)));
    }
    let outcome = async {
        taken_in?;
        let input = draft.input(Some(&before), visit.language());
        Ok::<_, Problem>(state.service.edit_recipe(&visit.cook, &at.recipe, &input, draft.version).await?)
    };
    match outcome.await {
        Ok(recipe) => Ok(visit.ui.go_saying(&here, &Toast::new("kondate-toast-saved").about(recipe.title))),
        Err(problem) if problem.status == StatusCode::NOT_FOUND => Err(problem),
        Err(problem) => refused(&visit, problem, draft, Some(&before)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever opens the form and saves it has changed nothing: timers, breaks within a step and within a note stay.
    #[test]
    fn what_is_not_touched_stays_what_it_was() {
        let mut recipe = crate::official::recipes(Language::Ja).next().expect("a starter").clone();
        recipe.ingredients[0].note = Some("薄切り\n冷やす".to_owned());
        let step = |order, text: &str, timer_minutes| RecipeStep { order, text: text.to_owned(), timer_minutes };
        recipe.steps = vec![step(1, "弱火で煮る", Some(20)), step(2, "火を止める\n\nふたをする", Some(7)), step(3, "10分煮る", None)];
        for language in [Language::Ja, Language::En] {
            let input = Draft::of(&recipe, language).input(Some(&recipe), language);
            assert_eq!((input.steps.as_ref(), input.ingredients.as_ref()), (Some(&recipe.steps), Some(&recipe.ingredients)));
        }
        let new = Draft { steps: "弱火で煮る\n15分煮る".to_owned(), ..Draft::of(&recipe, Language::Ja) }.steps(&recipe.steps);
        assert_eq!(new, [step(1, "弱火で煮る", Some(20)), step(2, "15分煮る", Some(15))]);
    }

    /// Whoever opens a starter's copy and saves it has the same dish.
    #[test]
    fn a_line_is_read_as_what_was_written() {
        for language in [Language::Ja, Language::En] {
            let (mut lines, mut others) = (0, Vec::new());
            for recipe in crate::official::recipes(language) {
                for one in &recipe.ingredients {
                    let again = Ingredient::read(&written(one, language), one.order);
                    lines += 1;
                    if (again.food(), again.amount()) != (one.food(), one.amount()) {
                        others.push(format!("{}: {one:?} became {again:?}", written(one, language)));
                    }
                }
            }
            // A few say their amount in a way that only the whole line says.
            assert!(others.len() * 50 < lines, "{} of {lines} in {language:?}:\n{}", others.len(), others.join("\n"));
        }
    }
}
