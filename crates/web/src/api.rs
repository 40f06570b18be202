//! Routes and their documentation in one declaration: an operation that is mounted is documented, and back.

use std::borrow::Cow;

use axum::Router;
use axum::handler::Handler;
use axum::routing::{MethodFilter, on};
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::envelope::Failure;
use crate::problem::Body;
use crate::repeat;
use crate::schema::without_null;

/// The routes of an app and their OpenAPI 3.1 description.
pub struct Api<S> {
    router: Router<S>,
    prefix: &'static str,
    tag: &'static str,
    access: Access,
    is_enveloped: bool,
    parts: Vec<Part>,
}

/// A part of a description: hardly anybody ever reads one, and it takes more memory than the routes, so it is written when somebody does.
type Part = Box<dyn FnOnce(&mut Written) + Send>;

/// A description that is being written.
struct Written {
    prefix: &'static str,
    tag: &'static str,
    access: Access,
    is_enveloped: bool,
    names: Map<String, Value>,
    paths: Map<String, Value>,
    schemas: SchemaGenerator,
}

/// Who may ask for something. It describes what the handler's extractors do; a test asks every operation without a token and compares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Whoever comes.
    Anybody,
    /// Whoever comes, and a token of somebody who is signed in makes a difference.
    AnybodyOrPerson,
    /// Somebody who is signed in, by their token.
    Person,
    /// A program that knows a secret of the operator's.
    Job,
}

/// The names of the schemes, and what they say.
const PERSON: (&str, &str) = (
    "person",
    "The token of somebody who is signed in, from `POST …/auth/sign-in`, good for seven days; or, in the API of an app and within its scope, a token \
     of a program, from `POST /auth/v1/tokens`, which begins with `chabu_`. A program that brings one is held to it where none is needed, too.",
);
const JOB: (&str, &str) = ("job", "The secret of the job that sends reminders, which the operator has chosen.");

impl Access {
    /// As `security` says it: a list of alternatives, of which an empty one is nobody in particular.
    fn security(self) -> Value {
        match self {
            Self::Anybody => json!([]),
            Self::AnybodyOrPerson => json!([{}, { PERSON.0: [] }]),
            Self::Person => json!([{ PERSON.0: [] }]),
            Self::Job => json!([{ JOB.0: [] }]),
        }
    }

    /// Whether somebody without a token is refused.
    fn is_closed(self) -> bool {
        matches!(self, Self::Person | Self::Job)
    }
}

/// One operation: what it is for, what it takes, what it answers.
pub struct Operation {
    id: Cow<'static, str>,
    summary: &'static str,
    access: Option<Access>,
    describe: Describe,
}

/// Writes a part of an operation's description.
type Describe = Box<dyn FnOnce(&mut SchemaGenerator, &mut Value) + Send>;

/// An operation with a stable id and a sentence.
pub fn operation(id: impl Into<Cow<'static, str>>, summary: &'static str) -> Operation {
    Operation { id: id.into(), summary, access: None, describe: Box::new(|_, _| {}) }
}

impl Operation {
    fn with(self, more: impl FnOnce(&mut SchemaGenerator, &mut Value) + Send + 'static) -> Self {
        let before = self.describe;
        Self {
            describe: Box::new(move |schemas, operation| {
                before(schemas, operation);
                more(schemas, operation);
            }),
            ..self
        }
    }

    /// Who may ask, where it is not as in the rest of the API.
    pub fn access(self, access: Access) -> Self {
        Self { access: Some(access), ..self }
    }

    /// Query parameters: the fields of `T`.
    pub fn query<T: JsonSchema>(self) -> Self {
        self.with(|schemas, operation| {
            let whole = fields_of::<T>(schemas);
            let required: Vec<Value> = whole["required"].as_array().cloned().unwrap_or_default();
            let fields = whole["properties"].as_object().cloned().unwrap_or_default();
            for (name, schema) in fields {
                // A query has no null: what may be missing is left out.
                let mut schema = without_null(schema);
                let description = schema.as_object_mut().and_then(|s| s.remove("description"));
                let mut parameter = json!({ "name": name, "in": "query", "required": required.contains(&json!(name)), "schema": schema });
                if let Some(description) = description {
                    parameter["description"] = description;
                }
                push(operation, "parameters", parameter);
            }
        })
    }

    /// Takes a header that may be left out.
    pub fn header(self, name: &'static str, schema: Value, description: &'static str) -> Self {
        self.with(move |_, operation| {
            let header = json!({ "name": name, "in": "header", "required": false, "schema": schema, "description": description });
            push(operation, "parameters", header);
        })
    }

    /// A JSON body.
    pub fn body<T: JsonSchema>(self) -> Self {
        self.with(|schemas, operation| {
            let schema = schemas.subschema_for::<T>();
            operation["requestBody"] = json!({ "required": true, "content": { "application/json": { "schema": schema } } });
        })
    }

    /// A body of another kind: its schema, and how its fields are encoded.
    pub fn raw_body(self, content_type: &'static str, described: Value) -> Self {
        self.with(move |_, operation| operation["requestBody"] = json!({ "required": true, "content": { content_type: described } }))
    }

    /// Takes an `Idempotency-Key`.
    pub fn repeatable(self) -> Self {
        self.repeatable_by(1)
    }

    /// Takes an `Idempotency-Key` of so many characters at least.
    pub fn repeatable_by(self, shortest: usize) -> Self {
        self.with(move |_, operation| {
            push(
                operation,
                "parameters",
                json!({
                    "name": "Idempotency-Key", "in": "header", "required": false,
                    "schema": { "type": "string", "minLength": shortest, "maxLength": repeat::LONGEST, "pattern": repeat::PATTERN },
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

/// The schema of a structure that is none of the document's by itself: its fields are parameters.
fn fields_of<T: JsonSchema>(schemas: &mut SchemaGenerator) -> Value {
    T::json_schema(schemas).to_value()
}

fn problem(schemas: &mut SchemaGenerator, is_enveloped: bool, description: &str) -> Value {
    if is_enveloped {
        let schema = schemas.subschema_for::<Failure<'static>>();
        return json!({ "description": description, "content": { "application/json": { "schema": schema } } });
    }
    let schema = schemas.subschema_for::<Body<'static>>();
    json!({ "description": description, "content": { "application/problem+json": { "schema": schema } } })
}

impl<S: Clone + Send + Sync + 'static> Api<S> {
    /// Routes below a prefix such as `/wardrobe/v1`, and who may ask for them unless an operation says otherwise.
    pub fn new(prefix: &'static str, tag: &'static str, access: Access) -> Self {
        Self { router: Router::new(), prefix, tag, access, is_enveloped: false, parts: Vec::new() }
    }

    /// Everything below the prefix answers in an [envelope](crate::envelope), also what the house refuses before a handler is asked.
    pub fn enveloped(self) -> Self {
        Self { is_enveloped: true, ..self }
    }

    /// What the names in the paths of the operations that follow stand for: the fields of what their handlers read.
    pub fn path<T: JsonSchema>(mut self) -> Self {
        self.parts.push(Box::new(|written| {
            let fields = fields_of::<T>(&mut written.schemas)["properties"].as_object().cloned().unwrap_or_default();
            written.names.extend(fields);
        }));
        self
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

    fn on<T: 'static, H: Handler<T, S>>(mut self, method: MethodFilter, verb: &'static str, path: &str, handler: H, of: Operation) -> Self {
        self.router = self.router.route(&format!("{}{path}", self.prefix), on(method, handler));
        self.parts.push(described(verb, path.to_owned(), of));
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
    pub fn finish(self) -> (Router<S>, Description) {
        let Self { router, prefix, tag, access, is_enveloped, parts } = self;
        let write = move || {
            let settings = schemars::generate::SchemaSettings::draft2020_12().with(|settings| {
                settings.definitions_path = "/components/schemas".into();
                settings.meta_schema = None;
            });
            let (names, paths, schemas) = (Map::new(), Map::new(), settings.into_generator());
            let mut written = Written { prefix, tag, access, is_enveloped, names, paths, schemas };
            for part in parts {
                part(&mut written);
            }
            (written.paths, written.schemas.take_definitions(true))
        };
        (router, Description { write: Some(Box::new(write)), enveloped: is_enveloped.then_some(prefix) })
    }
}

/// What an operation is. Apart from `Api::on`, which is compiled once for every handler.
fn described(verb: &'static str, path: String, of: Operation) -> Part {
    Box::new(move |written| {
        let access = of.access.unwrap_or(written.access);
        let mut described = json!({
            "operationId": of.id, "summary": of.summary, "tags": [written.tag], "security": access.security(), "responses": {},
        });
        for name in path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')) {
            let schema = written.names.get(name).unwrap_or_else(|| panic!("{path}: nobody has said what {name} is"));
            push(&mut described, "parameters", json!({ "name": name, "in": "path", "required": true, "schema": schema }));
        }
        (of.describe)(&mut written.schemas, &mut described);
        if access.is_closed() {
            described["responses"]["401"] =
                problem(&mut written.schemas, written.is_enveloped, "The token or the secret is missing, wrong or too old.");
        }
        described["responses"]["default"] = problem(&mut written.schemas, written.is_enveloped, "What went wrong, with a stable code.");
        let entry = written.paths.entry(format!("{}{path}", written.prefix)).or_insert_with(|| json!({}));
        entry[verb] = described;
    })
}

/// The paths and the schemas of an app.
type Document = (Map<String, Value>, Map<String, Value>);

/// An app's part of the OpenAPI document, not written yet.
#[derive(Default)]
pub struct Description {
    write: Option<Box<dyn FnOnce() -> Document + Send>>,
    enveloped: Option<&'static str>,
}

impl Description {
    /// The prefix below which everything answers in an envelope, if it does.
    pub fn enveloped(&self) -> Option<&'static str> {
        self.enveloped
    }
}

/// The OpenAPI 3.1 document of all apps that are mounted.
pub fn document(server: &str, version: &str, apps: impl IntoIterator<Item = Description>) -> Value {
    let (mut paths, mut schemas) = (Map::new(), Map::new());
    for write in apps.into_iter().filter_map(|app| app.write) {
        let (its_paths, its_schemas) = write();
        paths.extend(its_paths);
        for (name, schema) in its_schemas {
            let other = schemas.insert(name.clone(), schema);
            // One name for two things would describe one of them wrongly.
            debug_assert!(other.is_none_or(|other| other == schemas[&name]), "two apps mean different things by {name}");
        }
    }
    let security: Map<String, Value> = [PERSON, JOB]
        .into_iter()
        .map(|(name, about)| (name.to_owned(), json!({ "type": "http", "scheme": "bearer", "description": about })))
        .collect();
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Chabudai", "version": version, "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" } },
        "servers": [{ "url": server }],
        "paths": paths,
        "components": { "schemas": schemas, "securitySchemes": security },
    })
}
