//! The tabs of the book: added, renamed, moved, hidden, deleted.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{get, post};
use chabudai_web::form::Wrong;
use chabudai_web::input::Path;
use chabudai_web::problem::Problem;
use chabudai_web::toast::Toast;
use chabudai_web::ui::Ui;
use serde::Deserialize;

use super::words::{Say as _, category};
use super::{Answer, PageState, Posted, Visit, failed, once};
use crate::model::{CategoryId, LONGEST_TAG, MOST_VISIBLE, Scope};
use crate::service::{CategoryChange, Service};

const CATEGORIES: &str = "/kondate/categories";

pub(super) fn routes(routes: Router<PageState>) -> Router<PageState> {
    routes
        .route(CATEGORIES, get(show_categories).post(add_category))
        .route("/kondate/categories/{category}", post(change_category).get(to_categories))
        .route("/kondate/categories/{category}/delete", post(delete_category).get(to_categories))
}

async fn to_categories(ui: Ui) -> axum::response::Response {
    ui.go(CATEGORIES)
}

struct Row {
    id: String,
    title: String,
    is_default: bool,
    is_hidden: bool,
    place: u32,
}

#[derive(Template)]
#[template(path = "kondate/categories.html")]
struct CategoriesPage<'a> {
    ui: &'a Ui,
    rows: Vec<Row>,
    shown: usize,
    most_shown: usize,
    text: String,
    wrong: Wrong,
    most: usize,
}

async fn page(service: &Service, visit: &Visit, status: StatusCode, text: String, wrong: Wrong) -> Answer {
    let categories = service.categories(&visit.cook, Scope::Book).await?;
    let ui = &visit.ui;
    let rows = (1..).zip(&categories).map(|(place, one)| Row {
        id: one.category_id.as_str().to_owned(),
        title: category(ui, one),
        is_default: one.is_default,
        is_hidden: one.is_hidden,
        place,
    });
    // “All” is one of them.
    let shown = categories.iter().filter(|one| !one.is_hidden).count() + 1;
    let page = CategoriesPage { ui, rows: rows.collect(), shown, most_shown: MOST_VISIBLE, text, wrong, most: LONGEST_TAG };
    Ok(ui.show_form(status, &page))
}

async fn show_categories(State(service): State<Service>, visit: Visit) -> Answer {
    let visit = visit.below("/kondate/recipes");
    page(&service, &visit, StatusCode::OK, String::new(), Wrong::default()).await
}

async fn add_category(State(service): State<Service>, Posted { visit, form }: Posted) -> Answer {
    let visit = visit.below("/kondate/recipes");
    let text = form.text("tagName").trim().to_owned();
    match service.add_category(&visit.cook, Scope::Book, &text, Some(&once(&form))).await {
        Ok(added) => {
            // What there is no room for among the tabs is shown where it is, with the button that shows it.
            let (message, at) = if added.is_hidden {
                ("kondate-toast-category-hidden", format!("{CATEGORIES}#category-{}", added.category_id))
            } else {
                ("kondate-toast-category-added", CATEGORIES.to_owned())
            };
            Ok(visit.ui.go_saying(&at, &Toast::new(message).about(added.tag_name)))
        }
        Err(error) => {
            let problem = Problem::from(error);
            if !problem.is_about_input() {
                return Err(problem);
            }
            let wrong = Wrong::with_all(&visit.ui, &problem, &["tagName"]);
            page(&service, &visit, problem.status, text, wrong).await
        }
    }
}

#[derive(Deserialize)]
struct AtCategory {
    category: CategoryId,
}

async fn change_category(State(service): State<Service>, Path(at): Path<AtCategory>, Posted { visit, form }: Posted) -> Answer {
    let change = CategoryChange {
        tag_name: form.has("tagName").then(|| form.text("tagName").to_owned()),
        order: form.text("order").parse().ok(),
        is_hidden: match form.text("hidden") {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        },
    };
    match service.change_category(&visit.cook, Scope::Book, &at.category, &change).await {
        Ok(_) => Ok(visit.ui.go(CATEGORIES)),
        Err(error) => failed(&visit.ui, error.into(), CATEGORIES),
    }
}

async fn delete_category(State(service): State<Service>, Path(at): Path<AtCategory>, Posted { visit, .. }: Posted) -> Answer {
    let categories = service.categories(&visit.cook, Scope::Book).await?;
    let Some(gone) = categories.into_iter().find(|one| one.category_id == at.category) else { return Ok(visit.ui.go(CATEGORIES)) };
    match service.delete_category(&visit.cook, Scope::Book, &at.category).await {
        Ok(()) => {
            let undo = vec![("tagName".to_owned(), gone.tag_name.clone())];
            Ok(visit.ui.go_saying(CATEGORIES, &Toast::new("kondate-toast-deleted").about(gone.tag_name).undo(CATEGORIES, undo)))
        }
        Err(error) => failed(&visit.ui, error.into(), CATEGORIES),
    }
}
