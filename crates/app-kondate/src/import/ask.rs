//! A language model reads a recipe out of a text or a photograph.

use std::time::Duration;

use axum::http::StatusCode;
use bytes::Bytes;
use chabudai_ai::{AiError, Ask, Message, Model, Part, Role, Shape};
use chabudai_recipe_page::{Found, How, Servings, Times};
use chabudai_web::problem::Problem;
use serde::Deserialize;

use super::{Spent, nothing_found, of_import};
use crate::model::{LONGEST_STEP, LONGEST_TITLE, MOST_INGREDIENTS, MOST_MINUTES, MOST_SERVINGS, MOST_STEPS};

/// The characters of a page that a model is given; what is longer is mostly comments and advertisements.
const LONGEST_ASKED: usize = 12_000;
/// How long an answer may be.
const MAX_TOKENS: u32 = 3_000;
const WITHIN: Duration = Duration::from_secs(20);

/// What is asked. Whatever stands in the text is text, and no instruction.
const TASK: &str = include_str!("task.txt");

/// What a model answers.
#[derive(Deserialize)]
struct Recipe {
    title: String,
    servings: Option<u32>,
    minutes: Option<u32>,
    ingredients: Vec<String>,
    steps: Vec<String>,
}

fn shape() -> Shape {
    let lines = |longest, most| Shape::List(Box::new(Shape::Text(longest)), most);
    Shape::Record(vec![
        ("title", Shape::Text(LONGEST_TITLE)),
        ("servings", Shape::Maybe(Box::new(Shape::Whole(1, i64::from(MOST_SERVINGS))))),
        ("minutes", Shape::Maybe(Box::new(Shape::Whole(1, i64::from(MOST_MINUTES))))),
        ("ingredients", lines(200, MOST_INGREDIENTS)),
        ("steps", lines(LONGEST_STEP, MOST_STEPS)),
    ])
}

/// The recipe in a text.
pub(super) async fn recipe_in(model: &Model, text: &str, field: &'static str, spent: &Spent) -> Result<Found, Problem> {
    let text: String = text.chars().take(LONGEST_ASKED).collect();
    ask(model, "kondate.import-text", vec![Part::Text(text)], 0.6, field, spent).await
}

/// The recipe on a photograph.
pub(super) async fn recipe_on(model: &Model, jpeg: Bytes, spent: &Spent) -> Result<Found, Problem> {
    let parts = vec![Part::Text("The recipe is on this photograph.".to_owned()), Part::Picture { media_type: "image/jpeg", bytes: jpeg }];
    ask(model, "kondate.import-photo", parts, 0.45, "file", spent).await
}

async fn ask(
    model: &Model,
    purpose: &'static str,
    parts: Vec<Part>,
    confidence: f32,
    field: &'static str,
    spent: &Spent,
) -> Result<Found, Problem> {
    let messages = vec![Message::text(Role::System, TASK), Message { role: Role::User, parts }];
    let ask = Ask { purpose, messages, max_tokens: MAX_TOKENS, temperature: Some(0.0), within: WITHIN };
    // From here on it counts, also for whoever does not wait: a model reads as much for them as for anybody.
    spent.set(true);
    let answer: Result<Recipe, AiError> = model.structured(ask, "recipe", &shape()).await;
    let recipe = answer.map_err(|error| {
        let was_read = !matches!(error, AiError::OverBudget | AiError::Unreachable | AiError::Busy { .. } | AiError::Status(_));
        spent.set(was_read);
        failed(&error, field)
    })?;
    let lines =
        |lines: Vec<String>| lines.into_iter().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect::<Vec<_>>();
    let (ingredients, steps) = (lines(recipe.ingredients), lines(recipe.steps));
    if ingredients.is_empty() || steps.is_empty() {
        return Err(nothing_found(field));
    }
    Ok(Found {
        title: recipe.title.trim().to_owned(),
        ingredients,
        steps,
        servings: recipe.servings.map(|number| Servings { text: number.to_string(), number: Some(number as f32) }),
        times: Times { prep: None, cook: None, total: recipe.minutes },
        image: None,
        author: None,
        site_name: None,
        description: None,
        source_url: None,
        language: None,
        tags: Vec::new(),
        confidence,
        how: How::Text,
    })
}

/// It took longer than anybody waits.
pub(super) fn model_too_slow(field: &'static str) -> Problem {
    of_import("IMPORT_TIMEOUT", "kondate.import_model_slow", field, "Reading it took too long. Try again in a moment.")
}

/// Why a model has not read it. What is wrong with the model is no fault of the page's.
fn failed(error: &AiError, field: &'static str) -> Problem {
    match error {
        AiError::Refused | AiError::Nonsense(_) | AiError::CutOff => nothing_found(field),
        AiError::TooSlow => model_too_slow(field),
        AiError::OverBudget => Problem::new(
            StatusCode::TOO_MANY_REQUESTS,
            "kondate.import_budget",
            "This server has asked its language model enough for today. Try again tomorrow.",
        ),
        AiError::Busy { .. } | AiError::Unreachable | AiError::Status(_) => Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "kondate.import_model",
            "The language model of this server does not answer. Try again later.",
        ),
    }
}
