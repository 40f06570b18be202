//! Plain strings out of values.

use serde_json::Value;

use crate::bounds;
use crate::clean;
use crate::json::field;

/// The text of a value: of a list the first, of an object its name or text.
pub(crate) fn string(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(clean::line(text)),
        Value::Number(number) => Some(number.to_string()),
        Value::Array(list) => list.iter().find_map(string),
        Value::Object(_) => field(value, &["name", "@value", "text", "value"]).and_then(string),
        Value::Bool(_) | Value::Null => None,
    }
}

/// All texts of a value.
pub(crate) fn strings(value: &Value) -> Vec<String> {
    match value {
        Value::Array(list) => list.iter().filter_map(string).filter(|text| !text.is_empty()).take(bounds::TAGS).collect(),
        other => string(other).into_iter().filter(|text| !text.is_empty()).collect(),
    }
}
