//! Recipes from elsewhere: a link, a text or a photograph becomes the form of a new recipe, filled in.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::routing::get;
use chabudai_app::pictures::{FORM_BYTES, within};
use chabudai_web::form::{Form, Wrong};
use chabudai_web::input::Path;
use chabudai_web::problem::Problem;
use chabudai_web::ui::Ui;

use super::recipe_form::imported_page;
use super::recipes::{AtRecipe, RECIPES};
use super::{Answer, PageState, Posted, Visit};
use crate::export;
use crate::import::{Importer, LONGEST_TEXT, Source, is_enough};
use crate::model::{LARGEST_PICTURE, LONGEST_ADDRESS};
use crate::picture::take_in;
use crate::repo::book;
use crate::service::Service;

const IMPORT: &str = "/kondate/recipes/import";

pub(super) fn routes(routes: Router<PageState>) -> Router<PageState> {
    // Larger than a picture may be: one that is too large is told as that.
    let most = DefaultBodyLimit::max(2 * LARGEST_PICTURE + FORM_BYTES);
    routes
        .route(IMPORT, get(show_import).post(import).layer(most))
        .route("/kondate/recipes/export", get(export_all))
        .route("/kondate/recipes/{recipe}/export", get(export_one))
}

#[derive(Template)]
#[template(path = "kondate/import.html")]
struct ImportPage<'a> {
    ui: &'a Ui,
    address: String,
    text: String,
    /// Whether photographs can be read here.
    sees: bool,
    wrong: Wrong,
    most_address: usize,
    most_text: usize,
    most_megabytes: usize,
    /// How many more can be imported this month, where that is counted.
    left: Option<Arc<str>>,
}

/// What stands in the form.
#[derive(Default)]
struct Typed {
    address: String,
    text: String,
}

async fn page(visit: &Visit, importer: &Importer, typed: Typed, problem: Option<&Problem>) -> Answer {
    let ui = &visit.ui;
    let page = ImportPage {
        ui,
        address: typed.address,
        text: typed.text,
        sees: importer.sees(),
        wrong: problem.map(|problem| Wrong::with(ui, problem)).unwrap_or_default(),
        most_address: LONGEST_ADDRESS,
        most_text: LONGEST_TEXT,
        most_megabytes: LARGEST_PICTURE / (1024 * 1024),
        left: importer.left(&visit.cook).await?.map(|left| ui.counted("kondate-import-left", left)),
    };
    Ok(ui.show_form(problem.map_or(StatusCode::OK, |problem| problem.status), &page))
}

async fn show_import(State(importer): State<Importer>, visit: Visit) -> Answer {
    page(&visit.below(RECIPES), &importer, Typed::default(), None).await
}

async fn import(State(state): State<PageState>, State(importer): State<Importer>, Posted { visit, form }: Posted) -> Answer {
    let visit = visit.below(IMPORT);
    let typed = Typed { address: form.text("address").trim().to_owned(), text: form.text("text").replace("\r\n", "\n") };
    let outcome = async { importer.import(&visit.cook, &source(&state, &visit, &form, &typed).await?).await };
    match outcome.await {
        Ok(read) => Ok(imported_page(&visit, &read)),
        // What somebody has pasted stays, whatever was wrong with it or with us.
        Err(problem) if problem.is_about_input() || is_enough(&problem) || problem.code.contains(".import_") => {
            page(&visit, &importer, typed, Some(&problem)).await
        }
        Err(problem) => Err(problem),
    }
}

async fn export_one(State(service): State<Service>, visit: Visit, Path(at): Path<AtRecipe>) -> Answer {
    let recipe = service.recipe(&visit.cook, &at.recipe).await?;
    Ok(export::one(&recipe, visit.language(), &visit.ui.far("")))
}

async fn export_all(State(service): State<Service>, visit: Visit) -> Answer {
    let recipes = book::all_recipes(service.db(), &visit.cook.kitchen).await?;
    Ok(export::all(&recipes, visit.language(), &visit.ui.far("")))
}

async fn source(state: &PageState, visit: &Visit, form: &Form, typed: &Typed) -> Result<Source, Problem> {
    if let Some(file) = form.file("file") {
        let bytes = within(file.clone(), LARGEST_PICTURE)?;
        return Ok(Source::Photo(take_in(&state.service, &state.pictures, &visit.cook, bytes).await?));
    }
    // Whoever pastes a link into the field of texts means the link.
    let is_link = |text: &str| (text.starts_with("https://") || text.starts_with("http://")) && !text.contains(char::is_whitespace);
    Ok(match (typed.address.as_str(), typed.text.trim()) {
        ("", text) if is_link(text) => Source::Link(text.to_owned()),
        ("", text) if !text.is_empty() => Source::Text(typed.text.clone()),
        (address, _) => Source::Link(address.to_owned()),
    })
}
