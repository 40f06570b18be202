//! The page that shows the API: the same document that programs read, written for people by the server. A script only narrows it down.

use std::collections::BTreeSet;

use askama::Template;
use axum::response::Response;
use serde_json::Value;

use crate::ui::Ui;

/// Methods in the order in which people look for them.
const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];

/// The API as its page shows it.
#[derive(Template)]
#[template(path = "api.html")]
struct ApiPage<'a> {
    ui: &'a Ui,
    groups: Vec<Group<'a>>,
    /// What the tokens are.
    keys: Vec<(&'a str, &'a str)>,
}

/// The operations of one app, or of the house.
struct Group<'a> {
    /// The first part of its paths.
    name: &'a str,
    title: String,
    operations: Vec<Operation<'a>>,
}

/// One operation.
struct Operation<'a> {
    id: &'a str,
    method: &'a str,
    path: &'a str,
    summary: &'a str,
    /// The message that says who may ask.
    who: &'static str,
    parameters: Vec<Field<'a>>,
    bodies: Vec<Body<'a>>,
    answers: Vec<Answer<'a>>,
}

/// A parameter, or a field of something.
struct Field<'a> {
    name: &'a str,
    /// Where it stands, for a parameter: `path`, `query` or `header`.
    place: &'a str,
    kind: String,
    is_needed: bool,
    about: &'a str,
}

/// What is sent along.
struct Body<'a> {
    content: &'a str,
    kind: String,
    fields: Vec<Field<'a>>,
}

/// What comes back.
struct Answer<'a> {
    status: &'a str,
    about: &'a str,
    bodies: Vec<Body<'a>>,
}

/// The page of a document.
pub fn page(ui: Ui, document: &Value) -> Response {
    let address = ui.at("/");
    let ui = ui.in_house().back(address);
    let schemes = document["components"]["securitySchemes"].as_object();
    let keys = schemes.into_iter().flatten().map(|(name, scheme)| (name.as_str(), text(&scheme["description"]))).collect();
    ui.show(&ApiPage { groups: groups(&ui, document), ui: &ui, keys })
}

fn groups<'a>(ui: &Ui, document: &'a Value) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    for (path, methods) in document["paths"].as_object().into_iter().flatten() {
        let name = path.split('/').nth(1).unwrap_or_default();
        let at = groups.iter().position(|group| group.name == name).unwrap_or_else(|| {
            let title = ui.apps().iter().find(|info| info.name == name).map_or("api-people", |info| info.title);
            groups.push(Group { name, title: ui.t(title).into_owned(), operations: Vec::new() });
            groups.len() - 1
        });
        let known = METHODS.iter().filter_map(|method| Some((*method, methods.get(*method)?)));
        groups[at].operations.extend(known.map(|(method, operation)| Operation::of(document, method, path, operation)));
    }
    groups
}

impl<'a> Operation<'a> {
    fn of(document: &'a Value, method: &'a str, path: &'a str, operation: &'a Value) -> Self {
        let parameters = operation["parameters"].as_array().into_iter().flatten().map(|parameter| Field {
            name: text(&parameter["name"]),
            place: text(&parameter["in"]),
            kind: kind_of(&parameter["schema"]),
            is_needed: parameter["required"] == true,
            about: about(document, parameter, &parameter["schema"]),
        });
        let answers = operation["responses"].as_object().into_iter().flatten().map(|(status, answer)| Answer {
            status,
            about: text(&answer["description"]),
            bodies: bodies(document, &answer["content"]),
        });
        Self {
            id: text(&operation["operationId"]),
            method,
            path,
            summary: text(&operation["summary"]),
            who: who(&operation["security"]),
            parameters: parameters.collect(),
            bodies: bodies(document, &operation["requestBody"]["content"]),
            answers: answers.collect(),
        }
    }
}

/// The message that says who may ask: `security` is a list of alternatives, of which an empty one is nobody in particular.
fn who(security: &Value) -> &'static str {
    let needs = |name: &str| security.as_array().is_some_and(|ways| ways.iter().any(|way| way.get(name).is_some()));
    let is_open = security
        .as_array()
        .is_none_or(|ways| ways.is_empty() || ways.iter().any(|way| way.as_object().is_some_and(serde_json::Map::is_empty)));
    match (is_open, needs("person"), needs("job")) {
        (true, true, _) => "api-who-anybody-or-person",
        (true, ..) => "api-who-anybody",
        (false, true, _) => "api-who-person",
        _ => "api-who-job",
    }
}

fn bodies<'a>(document: &'a Value, content: &'a Value) -> Vec<Body<'a>> {
    let of = |(content, described): (&'a String, &'a Value)| {
        let schema = &described["schema"];
        let whole = resolved(document, schema);
        let needed: BTreeSet<&str> = whole["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let fields = whole["properties"].as_object().into_iter().flatten().map(|(name, field)| Field {
            name,
            place: "",
            kind: kind_of(field),
            is_needed: needed.contains(name.as_str()),
            about: about(document, field, field),
        });
        Body { content, kind: kind_of(schema), fields: fields.collect() }
    };
    content.as_object().into_iter().flatten().map(of).collect()
}

/// What is said of something, or else of what it is one of.
fn about<'a>(document: &'a Value, thing: &'a Value, schema: &'a Value) -> &'a str {
    let own = text(&thing["description"]);
    if own.is_empty() { text(&resolved(document, schema)["description"]) } else { own }
}

/// What a reference leads to.
fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    match schema["$ref"].as_str() {
        Some(reference) => document.pointer(reference.trim_start_matches('#')).unwrap_or(schema),
        None => schema,
    }
}

/// A type in a few letters: `string`, `Clothing[]`, `"ja" | "en"`.
fn kind_of(schema: &Value) -> String {
    let joined = |list: &Vec<Value>| list.iter().map(kind_of).collect::<Vec<_>>().join(" | ");
    if let Some(reference) = schema["$ref"].as_str() {
        return reference.rsplit('/').next().unwrap_or_default().to_owned();
    }
    if let Some(values) = schema["enum"].as_array() {
        return values.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    if let Some(value) = schema.get("const") {
        return value.to_string();
    }
    if let Some(list) = schema["anyOf"].as_array().or_else(|| schema["oneOf"].as_array()) {
        return joined(list);
    }
    match &schema["type"] {
        Value::String(kind) if kind == "array" => format!("{}[]", kind_of(&schema["items"])),
        Value::String(kind) => kind.clone(),
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" | "),
        _ => String::new(),
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// A sentence in its parts: those between backticks are code.
fn pieces(sentence: &str) -> impl Iterator<Item = (bool, &str)> {
    sentence.split('`').enumerate().map(|(at, piece)| (at % 2 == 1, piece)).filter(|(_, piece)| !piece.is_empty())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn types_are_said_in_a_few_letters() {
        for (schema, said) in [
            (json!({ "type": "string" }), "string"),
            (json!({ "type": "array", "items": { "$ref": "#/components/schemas/Clothing" } }), "Clothing[]"),
            (json!({ "enum": ["ja", "en"] }), "\"ja\" | \"en\""),
            (json!({ "anyOf": [{ "$ref": "#/components/schemas/Day" }, { "type": "null" }] }), "Day | null"),
            (json!({ "type": ["integer", "null"] }), "integer | null"),
            (json!({}), ""),
        ] {
            assert_eq!(kind_of(&schema), said);
        }
    }

    #[test]
    fn who_may_ask_is_read_from_the_alternatives() {
        for (security, said) in [
            (json!([]), "api-who-anybody"),
            (json!([{}, { "person": [] }]), "api-who-anybody-or-person"),
            (json!([{ "person": [] }]), "api-who-person"),
            (json!([{ "job": [] }]), "api-who-job"),
        ] {
            assert_eq!(who(&security), said);
        }
    }

    #[test]
    fn code_stands_between_backticks() {
        assert_eq!(pieces("from `POST /x`, once").collect::<Vec<_>>(), [(false, "from "), (true, "POST /x"), (false, ", once")]);
    }
}
