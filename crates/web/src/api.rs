//! Routes and their documentation in one declaration: an operation that is mounted is documented, and back.

use std::borrow::Cow;

use axum::Router;
use axum::handler::Handler;
use axum::routing::{MethodFilter, on};
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::problem::Body;

/// The routes of an app and their OpenAPI 3.1 description.
pub struct Api<S> {
    router: Router<S>,
    prefix: &'static str,
    tag: &'static str,
    paths: Map<String, Value>,
    schemas: SchemaGenerator,
}

/// One operation: what it is for, what it takes, what it answers.
pub struct Operation {
    id: Cow<'static, str>,
    summary: &'static str,
    describe: Describe,
}

/// Writes a part of an operation's description.
type Describe = Box<dyn FnOnce(&mut SchemaGenerator, &mut Value)>;

/// An operation with a stable id and a sentence.
pub fn operation(id: impl Into<Cow<'static, str>>, summary: &'static str) -> Operation {
    Operation { id: id.into(), summary, describe: Box::new(|_, _| {}) }
}

impl Operation {
    fn with(self, more: impl FnOnce(&mut SchemaGenerator, &mut Value) + 'static) -> Self {
        let before = self.describe;
        Self {
            describe: Box::new(move |schemas, operation| {
                before(schemas, operation);
                more(schemas, operation);
            }),
            ..self
        }
    }

    /// Query parameters: the fields of `T`.
    pub fn query<T: JsonSchema>(self) -> Self {
        self.with(|schemas, operation| {
            let schema = schemas.subschema_for::<T>();
            let whole = resolve(schemas, schema.as_value());
            let required: Vec<Value> = whole["required"].as_array().cloned().unwrap_or_default();
            let fields = whole["properties"].as_object().cloned().unwrap_or_default();
            for (name, mut schema) in fields {
                let description = schema.as_object_mut().and_then(|s| s.remove("description"));
                let mut parameter = json!({ "name": name, "in": "query", "required": required.contains(&json!(name)), "schema": schema });
                if let Some(description) = description {
                    parameter["description"] = description;
                }
                push(operation, "parameters", parameter);
            }
        })
    }

    /// A JSON body.
    pub fn body<T: JsonSchema>(self) -> Self {
        self.with(|schemas, operation| {
            let schema = schemas.subschema_for::<T>();
            operation["requestBody"] = json!({ "required": true, "content": { "application/json": { "schema": schema } } });
        })
    }

    /// A body of another kind.
    pub fn raw_body(self, content_type: &'static str, schema: Value) -> Self {
        self.with(move |_, operation| {
            operation["requestBody"] = json!({ "required": true, "content": { content_type: { "schema": schema } } });
        })
    }

    /// Takes an `Idempotency-Key`.
    pub fn repeatable(self) -> Self {
        self.with(|_, operation| {
            push(
                operation,
                "parameters",
                json!({
                    "name": "Idempotency-Key", "in": "header", "required": false, "schema": { "type": "string", "maxLength": 128 },
                    "description": "Makes the request safe to send again for 24 hours: the first answer is given again.",
                }),
            );
        })
    }

    /// Answers JSON.
    pub fn answers<T: JsonSchema>(self, status: u16, description: &'static str) -> Self {
        self.with(move |schemas, operation| {
            let schema = schemas.subschema_for::<T>();
            operation["responses"][status.to_string()] =
                json!({ "description": description, "content": { "application/json": { "schema": schema } } });
        })
    }

    /// Answers something else than JSON.
    pub fn answers_raw(self, status: u16, content_type: &'static str, description: &'static str) -> Self {
        self.with(move |_, operation| {
            operation["responses"][status.to_string()] = json!({ "description": description, "content": { content_type: {} } });
        })
    }

    /// Answers without a body.
    pub fn answers_nothing(self, description: &'static str) -> Self {
        self.with(move |_, operation| operation["responses"]["204"] = json!({ "description": description }))
    }
}

fn push(operation: &mut Value, list: &str, item: Value) {
    match operation[list].as_array_mut() {
        Some(items) => items.push(item),
        None => operation[list] = json!([item]),
    }
}

/// The schema behind a reference.
fn resolve(schemas: &SchemaGenerator, schema: &Value) -> Value {
    let name = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next());
    name.and_then(|name| schemas.definitions().get(name)).unwrap_or(schema).clone()
}

impl<S: Clone + Send + Sync + 'static> Api<S> {
    /// Routes below a prefix such as `/wardrobe/v1`.
    pub fn new(prefix: &'static str, tag: &'static str) -> Self {
        let settings = schemars::generate::SchemaSettings::draft2020_12().with(|settings| {
            settings.definitions_path = "/components/schemas".into();
            settings.meta_schema = None;
        });
        Self { router: Router::new(), prefix, tag, paths: Map::new(), schemas: settings.into_generator() }
    }

    /// Makes the ids of operations that several apps have, in the name of this one: `okusuriSignIn` below `/okusuri/v1`.
    pub fn namer(&self) -> impl Fn(&str) -> String + use<S> {
        let app = self.prefix.split('/').find(|part| !part.is_empty()).unwrap_or_default();
        move |id| {
            let mut letters = id.chars();
            let first = letters.next().map(|letter| letter.to_ascii_uppercase());
            app.chars().chain(first).chain(letters).collect()
        }
    }

    fn on<T: 'static, H: Handler<T, S>>(mut self, method: MethodFilter, verb: &str, path: &str, handler: H, of: Operation) -> Self {
        let mut described = json!({ "operationId": of.id, "summary": of.summary, "tags": [self.tag], "responses": {} });
        for name in path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')) {
            push(&mut described, "parameters", json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }));
        }
        (of.describe)(&mut self.schemas, &mut described);
        let problem = self.schemas.subschema_for::<Body<'static>>();
        described["responses"]["default"] = json!({
            "description": "What went wrong, with a stable code.",
            "content": { "application/problem+json": { "schema": problem } },
        });
        let full = format!("{}{path}", self.prefix);
        let entry = self.paths.entry(full.clone()).or_insert_with(|| json!({}));
        entry[verb] = described;
        self.router = self.router.route(&full, on(method, handler));
        self
    }

    /// Reads.
    pub fn get<T: 'static, H: Handler<T, S>>(self, path: &str, handler: H, of: Operation) -> Self {
        self.on(MethodFilter::GET, "get", path, handler, of)
    }

    /// Makes.
    pub fn post<T: 'static, H: Handler<T, S>>(self, path: &str, handler: H, of: Operation) -> Self {
        self.on(MethodFilter::POST, "post", path, handler, of)
    }

    /// Sets.
    pub fn put<T: 'static, H: Handler<T, S>>(self, path: &str, handler: H, of: Operation) -> Self {
        self.on(MethodFilter::PUT, "put", path, handler, of)
    }

    /// Changes.
    pub fn patch<T: 'static, H: Handler<T, S>>(self, path: &str, handler: H, of: Operation) -> Self {
        self.on(MethodFilter::PATCH, "patch", path, handler, of)
    }

    /// Removes.
    pub fn delete<T: 'static, H: Handler<T, S>>(self, path: &str, handler: H, of: Operation) -> Self {
        self.on(MethodFilter::DELETE, "delete", path, handler, of)
    }

    /// The router and the description.
    pub fn finish(mut self) -> (Router<S>, Description) {
        let schemas = self.schemas.take_definitions(true);
        (self.router, Description { paths: self.paths, schemas })
    }
}

/// An app's part of the OpenAPI document.
#[derive(Clone, Debug, Default)]
pub struct Description {
    paths: Map<String, Value>,
    schemas: Map<String, Value>,
}

/// The OpenAPI 3.1 document of all apps that are mounted.
pub fn document(server: &str, version: &str, apps: impl IntoIterator<Item = Description>) -> Value {
    let mut whole = Description::default();
    for app in apps {
        whole.paths.extend(app.paths);
        for (name, schema) in app.schemas {
            let other = whole.schemas.insert(name.clone(), schema);
            // One name for two things would describe one of them wrongly.
            debug_assert!(other.is_none_or(|other| other == whole.schemas[&name]), "two apps mean different things by {name}");
        }
    }
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Chabudai", "version": version, "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" } },
        "servers": [{ "url": server }],
        "paths": whole.paths,
        "components": { "schemas": whole.schemas },
    })
}
