//! The document of the API, the page that shows it, and whether both say what the server does.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};

use crate::closet::{Closet, spelled, text};
use crate::place;

fn operations(document: &Value) -> Vec<(String, String, Value)> {
    let mut all = Vec::new();
    for (path, methods) in document["paths"].as_object().expect("paths") {
        for (method, operation) in methods.as_object().expect("methods") {
            all.push((method.to_uppercase(), path.clone(), operation.clone()));
        }
    }
    all
}

const EMAIL: &str = "hana@example.org";
const PASSWORD: &str = "correct horse battery staple";

#[test]
fn every_operation_of_the_document_is_answered() {
    let place = place::embedded();
    place::add_person(&place, EMAIL, "花子", PASSWORD);
    let server = place.start(&["--rate-per-address", "0", "--quota-wardrobes-per-address", "0"]);
    let document = server.get("/api/openapi.json").expect(200).json();
    let mut operations = operations(&document);
    assert_eq!(operations.len(), 190, "every route is in the document");
    // After this one nobody can sign in any more.
    operations.sort_by_key(|(_, path, _)| path.ends_with("/v1/account"));
    for (method, path, operation) in operations {
        // Each gets a wardrobe of its own, so that none takes away what another needs.
        let closet = Closet::make(&server);
        let today = spelled(closet.today());
        let garments = closet.garments(1);
        let outfit = closet.outfit("仕事", &garments);
        let record = closet.wear(&today, &garments);
        let (_, picture) = closet.picture();
        let filled = path.replace("{wid}", &closet.id).replace("{cid}", &garments[0]).replace("{tid}", &outfit);
        let filled = filled
            .replace("{hid}", &record)
            .replace("{picture}", &picture)
            .replace("{size}", "160.jpg")
            .replace("{id}", "nobody")
            .replace("{personId}", "nobody")
            .replace("{logId}", "nobody")
            .replace("{date}", "2026-11-01")
            .replace("{slot}", "next")
            .replace("{shop}", "nowhere")
            .replace("{token}", "nobody")
            .replace("{provider}", "nowhere");
        assert!(!filled.contains('{'), "{filled}");
        let ask = server.ask(&method, &filled);
        let answer = if path.starts_with("/okusuri") || path.starts_with("/auth") || operation["responses"]["401"].is_object() {
            let signed_in = server.post("/okusuri/v1/auth/sign-in", &json!({ "email": EMAIL, "password": PASSWORD })).expect(200).json();
            let ask = ask.header("authorization", &format!("Bearer {}", text(&signed_in["token"])));
            if path.ends_with("/medication-log") && method == "POST" {
                ask.json(&json!({ "hasBleeding": true })).send()
            } else {
                ask.send()
            }
        } else {
            ask.send()
        };
        let shown = format!("{method} {path}: {} {}", answer.status, answer.text());
        assert_ne!(answer.status, 405, "{shown}");
        let body = serde_json::from_slice::<Value>(&answer.body).unwrap_or_default();
        let code = body["code"].as_str().or(body["error"]["reason"].as_str());
        assert_ne!(code, Some("http.not_found"), "{shown}");
        if answer.status < 300 {
            let described = &operation["responses"][answer.status.to_string()];
            assert!(described.is_object(), "its answer is described: {shown}");
            if let Some(content) = described["content"].as_object() {
                assert!(content.contains_key(answer.header("content-type").unwrap_or_default()), "{shown}");
            }
            if answer.header("content-type") == Some("application/json") {
                let schema = &described["content"]["application/json"]["schema"];
                fits(&document, schema, &answer.json(), &format!("{method} {path}"));
            }
        }
    }
}

/// An address of an operation whose things need not be there.
fn filled(path: &str) -> String {
    let names = [("{wid}", "nobody"), ("{cid}", "cl"), ("{tid}", "tp"), ("{hid}", "hs"), ("{picture}", "0"), ("{size}", "1600.jpg")];
    let more = [("{id}", "nobody"), ("{provider}", "nowhere"), ("{personId}", "nobody"), ("{logId}", "nobody")];
    let more = more
        .into_iter()
        .chain([("{date}", "2026-11-01"), ("{slot}", "next"), ("{shop}", "nowhere"), ("{token}", "nobody")])
        .collect::<Vec<_>>();
    let filled = names.iter().chain(&more).fold(path.to_owned(), |path, (name, value)| path.replace(name, value));
    assert!(!filled.contains('{'), "{filled}");
    filled
}

#[test]
fn an_operation_asks_for_a_token_where_it_says_so() {
    let place = place::embedded();
    let server = place.start(&["--rate-per-address", "0"]);
    let document = server.get("/api/openapi.json").expect(200).json();
    let schemes = &document["components"]["securitySchemes"];
    let mut kinds = BTreeSet::new();
    for (method, path, operation) in operations(&document) {
        let shown = format!("{method} {path}");
        let security = operation["security"].as_array().expect("every operation says it");
        let named: Vec<&String> = security.iter().flat_map(|one| one.as_object().expect("an alternative").keys()).collect();
        for name in &named {
            assert_eq!((&schemes[name]["type"], &schemes[name]["scheme"]), (&json!("http"), &json!("bearer")), "{shown}");
        }
        let is_closed = !security.is_empty() && !security.contains(&json!({}));
        let ask = server.ask(&method, &filled(&path));
        for (brought, ask) in [("nothing", ask.clone()), ("a wrong token", ask.header("authorization", "Bearer 7"))] {
            let answer = ask.send();
            assert_eq!(answer.status == 401, is_closed, "{shown} with {brought}: {} {}", answer.status, answer.text());
            assert_eq!(answer.header("www-authenticate"), is_closed.then_some("Bearer"), "{shown}");
        }
        assert_eq!(operation["responses"]["401"].is_object(), is_closed, "{shown}");
        kinds.insert(operation["security"].to_string());
    }
    assert_eq!(kinds.len(), 4, "anybody, somebody perhaps, somebody, the job: {kinds:?}");
}

/// Whether a schema says more than that there is a text or a list: what it looks like, or how long it is.
fn is_bounded(schema: &Value) -> bool {
    let kinds = [&schema["type"]].into_iter().chain(schema["type"].as_array().into_iter().flatten());
    let says = |bounds: &[&str]| bounds.iter().any(|bound| schema.get(*bound).is_some());
    kinds.into_iter().all(|kind| match kind.as_str() {
        Some("string") => says(&["pattern", "enum", "const", "maxLength", "format"]),
        Some("integer") => says(&["minimum"]) && says(&["maximum"]),
        Some("array") => says(&["maxItems"]) || says(&["uniqueItems"]),
        _ => true,
    })
}

#[test]
fn what_goes_in_is_described_to_the_last_field() {
    let place = place::embedded();
    let server = place.start(&[]);
    let document = server.get("/api/openapi.json").expect(200).json();
    // As browsers write them: they may say more of a subscription or a passkey than we ask.
    let passkeys = ["CreatedPasskey", "CreatedPasskeyResponse", "AssertedPasskey", "AssertedPasskeyResponse"];
    let open = [["SubscriptionInput", "KeysInput", "DeviceInput", "DeviceKeys"].as_slice(), &passkeys].concat();
    // Whoever signs in types what they like.
    let free = ["password"];
    let mut bodies = Vec::new();
    for (method, path, operation) in operations(&document) {
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let schema = &parameter["schema"];
            assert!(schema["$ref"].is_string() || is_bounded(schema), "{method} {path}: {parameter}");
        }
        bodies.push((operation["operationId"].to_string(), operation["requestBody"]["content"]["application/json"]["schema"].clone()));
    }
    while let Some((at, schema)) = bodies.pop() {
        let name = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next());
        let schema = name.map_or(&schema, |name| &document["components"]["schemas"][name]);
        for choice in schema["anyOf"].as_array().into_iter().flatten() {
            bodies.push((at.clone(), choice.clone()));
        }
        let Some(fields) = schema["properties"].as_object() else { continue };
        assert_eq!(schema["additionalProperties"] == json!(false), !open.contains(&name.unwrap_or_default()), "{at}: {name:?}");
        for (field, schema) in fields {
            assert!(free.contains(&field.as_str()) || is_bounded(schema), "{at}: {field} of {name:?}");
            bodies.push((format!("{at}.{field}"), schema.clone()));
        }
    }
}

/// Whether a value has exactly the fields that its schema names.
fn fits(document: &Value, schema: &Value, value: &Value, at: &str) {
    if let Some(name) = schema["$ref"].as_str().and_then(|reference| reference.strip_prefix("#/components/schemas/")) {
        return fits(document, &document["components"]["schemas"][name], value, at);
    }
    if let (Some(properties), Some(fields)) = (schema["properties"].as_object(), value.as_object()) {
        let described: BTreeSet<_> = properties.keys().collect();
        assert_eq!(described, fields.keys().collect(), "{at}: the fields are those of the document");
        for (name, schema) in properties {
            fits(document, schema, &value[name], &format!("{at}.{name}"));
        }
    }
    if let (Some(items), Some(values)) = (schema.get("items"), value.as_array()) {
        for value in values {
            fits(document, items, value, &format!("{at}[]"));
        }
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        _ => return,
    };
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    assert!(kinds.contains(&kind), "{at}: {value} is not {kinds:?}");
}

#[test]
fn the_document_is_sound() {
    let place = place::embedded();
    let server = place.start(&[]);
    let answer = server.get("/api/openapi.json").expect(200);
    let document = answer.json();
    assert_eq!(document["openapi"], "3.1.0");
    assert_eq!(document["servers"], json!([{ "url": server.public_url }]));
    let mut ids = BTreeSet::new();
    for (method, path, operation) in operations(&document) {
        assert!(ids.insert(text(&operation["operationId"])), "{method} {path}: its id is its own");
        assert!(!text(&operation["summary"]).is_empty());
        let named: BTreeSet<_> = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')).map(str::to_owned).collect();
        let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
        let described = parameters.iter().filter(|parameter| parameter["in"] == "path").map(|parameter| text(&parameter["name"]));
        assert_eq!(named, described.collect(), "{method} {path}");
        let creates = operation["responses"]["201"].is_object() && !operation["requestBody"]["content"]["multipart/form-data"].is_object();
        let repeatable = parameters.iter().any(|parameter| parameter["name"] == "Idempotency-Key");
        assert_eq!(creates, repeatable, "{method} {path}: what makes something can be repeated");
        // Kondate's API promises an envelope, for what went wrong too.
        let kind = if path.starts_with("/kondate/v1") { "application/json" } else { "application/problem+json" };
        assert!(operation["responses"]["default"]["content"][kind].is_object(), "{method} {path}");
    }
    let whole = document.to_string();
    for reference in whole.split("\"$ref\":\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        let pointer = reference.strip_prefix('#').expect("references stay in the document");
        assert!(document.pointer(pointer).is_some(), "{reference} leads nowhere");
    }
}

#[test]
fn the_kept_document_is_up_to_date() {
    let place = place::embedded();
    let server = place.start(&[]);
    let mut document = server.get("/api/openapi.json").expect(200).json();
    // Where a server listens is its own affair.
    document["servers"] = json!([{ "url": "http://127.0.0.1:8080" }]);
    let now = serde_json::to_string_pretty(&document).expect("a document is text") + "\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    if std::env::var_os("CHABUDAI_UPDATE_DOCS").is_some() {
        std::fs::write(&path, &now).expect("the document is written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == now, "docs/openapi.json is stale: run `CHABUDAI_UPDATE_DOCS=1 cargo test -p chabudai-server --test house openapi`");
}

#[test]
fn the_page_needs_nobody_else() {
    let place = place::embedded();
    let server = place.start(&[]);
    let answer = server.get("/api").expect(200);
    assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
    let page = answer.text();
    for outside in ["http://", "https://", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    // What it loads is the house's own.
    for loaded in page.split("src=\"").skip(1) {
        assert!(loaded.starts_with("/assets/"), "{}", &loaded[..loaded.len().min(80)]);
    }
    let policy = answer.header("content-security-policy").expect("a policy");
    assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self'"), "{policy}");
    assert!(!policy.contains("unsafe") && !policy.contains('*') && policy.contains("frame-ancestors 'none'"), "{policy}");
    // Nothing on the page needs what the policy forbids.
    for inline in [" style=\"", " onclick=", " onload=", "javascript:"] {
        assert!(!page.contains(inline), "{inline}");
    }
}
