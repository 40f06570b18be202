//! Instructions: a text, a list of texts, steps, sections of steps, and all of them within each other.

use serde_json::Value;

use crate::bounds;
use crate::clean;
use crate::json::{self, field, is_type};

use super::words::string;

/// The steps, in order. The name of a section stands before its steps, and the name of a step before its text unless the text begins with it.
pub(crate) fn steps(value: &Value) -> Vec<String> {
    let mut steps = Vec::new();
    match value {
        // Some put the JSON that they should have put into a script into an attribute.
        Value::String(text) if text.trim_start().starts_with("[{") => {
            for value in &json::values(text) {
                collect(value, &mut steps);
            }
        }
        Value::String(text) => steps = clean::lines(text),
        Value::Object(_) if field(value, &["itemListElement"]).is_some() && !is_type(value, "HowToStep") => {
            collect(field(value, &["itemListElement"]).unwrap_or(&Value::Null), &mut steps);
        }
        other => collect(other, &mut steps),
    }
    // A sign alone is what is left of a picture or of a list.
    steps.retain(|step| step.contains(char::is_alphanumeric) && !is_number_alone(step));
    steps.truncate(bounds::STEPS);
    steps
}

/// As deep as JSON is read, so within bounds.
fn collect(value: &Value, steps: &mut Vec<String>) {
    if steps.len() >= bounds::STEPS {
        return;
    }
    match value {
        Value::Array(list) => list.iter().for_each(|each| collect(each, steps)),
        Value::String(text) => steps.push(clean::line(text)),
        Value::Object(_) => object(value, steps),
        Value::Number(_) | Value::Bool(_) | Value::Null => {}
    }
}

/// `Step 1`, `手順1`, `2.`: a name that says no more than the order does. `20分煮る。` and `Bake at 350` say more.
pub(crate) fn is_number_alone(name: &str) -> bool {
    const WORDS: [&str; 14] =
        ["step", "steps", "手順", "工程", "作り方", "schritt", "étape", "etape", "paso", "passo", "stap", "steg", "stage", "no"];
    let lower = name.to_lowercase();
    let bare = lower.trim_matches(|letter: char| !letter.is_alphanumeric());
    let before = bare.trim_end_matches(char::is_numeric);
    let digits = bare[before.len()..].chars().count();
    let word = before.trim_matches(|letter: char| !letter.is_alphanumeric());
    (1..=3).contains(&digits) && (word.is_empty() || WORDS.contains(&word))
}

fn object(value: &Value, steps: &mut Vec<String>) {
    let name = field(value, &["name", "headline"]).and_then(string).filter(|name| !is_number_alone(name)).unwrap_or_default();
    let text = field(value, &["text", "description", "item"]).filter(|text| !text.is_object()).and_then(string).unwrap_or_default();
    let within = field(value, &["itemListElement", "item", "steps", "step"]).filter(|within| within.is_array() || within.is_object());
    let Some(within) = within else {
        // Some repeat the text as the name, and some only its beginning.
        if !text.starts_with(name.trim_end_matches(['.', '…'])) {
            steps.push(name);
        } else if text.is_empty() {
            steps.push(name);
            return;
        }
        steps.push(text);
        return;
    };
    if is_type(value, "HowToStep") {
        if !text.is_empty() {
            if !text.starts_with(name.trim_end_matches('.')) {
                steps.push(name);
            }
            steps.push(text);
            return;
        }
        let mut parts = Vec::new();
        collect(within, &mut parts);
        let whole = parts.join(" ");
        if !whole.starts_with(name.trim_end_matches('.')) {
            steps.push(name);
        }
        steps.push(whole);
        return;
    }
    steps.push(name);
    collect(within, steps);
}

#[cfg(test)]
mod tests {
    use super::is_number_alone;

    #[test]
    fn a_number_says_no_more_than_the_order() {
        for name in ["Step 1", "STEP 12:", "手順3", "2.", "④", "【工程1】", "Étape 2 -", "No. 5"] {
            assert!(is_number_alone(name), "{name}");
        }
        for name in ["20分煮る。", "5分おく！", "Bake at 350", "塩を小さじ1", "Step one", "", "第2の鍋", "180℃で15分"] {
            assert!(!is_number_alone(name), "{name}");
        }
    }
}
