//! What staff did: who, when, what, before and after.

use chabudai_kernel::part::{IsoDay, Ulid};
use chabudai_kernel::seal::digest;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{AdminId, CompanyId, Moment, Role};

/// The longest text that stands here whole, in bytes.
const LONGEST: usize = 4 * 1024;

/// One action of staff.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AuditEntry {
    /// On which day in Japan; in the key.
    #[serde(rename = "onDay", skip_serializing)]
    pub day: IsoDay,
    /// Which one of the day, by time; in the key.
    #[serde(rename = "entry", skip_serializing)]
    pub entry_id: Ulid,
    /// When.
    pub at: Moment,
    /// Who.
    pub admin_id: AdminId,
    /// What they were called.
    pub admin_name: String,
    /// What they were.
    pub role: Role,
    /// What they did, such as `store.edit`.
    pub action: String,
    /// To what: an id.
    pub subject: String,
    /// Of which company.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company_id: Option<CompanyId>,
    /// How it was, as JSON: what has changed, and long texts cut.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// How it is, likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// When it is gone, in Unix seconds.
    pub ttl: i64,
}

/// What changed between two states of something, each as JSON. What opens doors is left out, and a long text is cut, with a digest of all
/// of it.
pub fn changed<T: Serialize>(before: Option<&T>, after: Option<&T>) -> (Option<String>, Option<String>) {
    let fields = |state: Option<&T>| state.and_then(|state| serde_json::to_value(state).ok()).and_then(|value| value.as_object().cloned());
    let (before, after) = (fields(before), fields(after));
    let of = |mine: &Map<String, Value>, other: Option<&Map<String, Value>>| -> String {
        let differs = |name: &str, value: &Value| other.is_none_or(|other| other.get(name) != Some(value));
        let kept = mine.iter().filter(|(name, value)| name.as_str() != "passwordHash" && differs(name, value));
        Value::Object(kept.map(|(name, value)| (name.clone(), cut(value))).collect()).to_string()
    };
    (before.as_ref().map(|mine| of(mine, after.as_ref())), after.as_ref().map(|mine| of(mine, before.as_ref())))
}

fn cut(value: &Value) -> Value {
    let text = match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    if text.len() <= LONGEST {
        return value.clone();
    }
    let end = (0..=LONGEST).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default();
    Value::String(format!("{}… [{} bytes, {}]", &text[..end], text.len(), digest(text.as_bytes())))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_changed_is_told_and_nothing_that_opens_doors() {
        let before = json!({ "name": "A", "phone": "03", "passwordHash": "$2b$x" });
        let after = json!({ "name": "B", "phone": "03", "passwordHash": "$2b$y" });
        assert_eq!(changed(Some(&before), Some(&after)), (Some(r#"{"name":"A"}"#.to_owned()), Some(r#"{"name":"B"}"#.to_owned())));
        assert_eq!(changed(None, Some(&after)).1.as_deref(), Some(r#"{"name":"B","phone":"03"}"#));
    }

    #[test]
    fn a_long_text_is_cut_and_known_by_its_digest() {
        let state = |text: &str| json!({ "content": text });
        let (one, other) = ("長".repeat(50_000), "長".repeat(49_999));
        let (before, after) = changed(Some(&state(&one)), Some(&state(&other)));
        let (before, after) = (before.unwrap(), after.unwrap());
        assert!(before.len() < 5_000 && before != after && before.contains("150000 bytes"), "{}", before.len());
    }
}
