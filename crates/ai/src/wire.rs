//! The protocol's own words. Servers that call themselves compatible leave out much, so nothing that comes back is required.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::ask::{Ask, Message, Part, Role};
use crate::meter::Used;
use crate::shape::Shape;

/// The body of a request. It is always streamed: a server that falls silent is noticed, and what it said so far is known.
pub(crate) fn body(ask: &Ask, model: &str, shape: Option<(&str, &Shape)>) -> Value {
    let mut body = json!({
        "model": model,
        "messages": ask.messages.iter().map(message).collect::<Vec<_>>(),
        "max_tokens": ask.max_tokens,
        "stream": true,
        "stream_options": { "include_usage": true },
    });
    if let Some(temperature) = ask.temperature {
        body["temperature"] = json!(temperature);
    }
    if let Some((name, shape)) = shape {
        body["response_format"] =
            json!({ "type": "json_schema", "json_schema": { "name": name, "strict": true, "schema": shape.schema() } });
    }
    body
}

fn message(message: &Message) -> Value {
    let role = match message.role {
        Role::System => "system",
        Role::User => "user",
        Role::Assistant => "assistant",
    };
    // Words alone go as words: not every server takes a list of parts.
    let content = match message.parts.as_slice() {
        [Part::Text(text)] => json!(text),
        parts => parts.iter().map(part).collect(),
    };
    json!({ "role": role, "content": content })
}

fn part(part: &Part) -> Value {
    match part {
        Part::Text(text) => json!({ "type": "text", "text": text }),
        Part::Picture { media_type, bytes } => {
            json!({ "type": "image_url", "image_url": { "url": format!("data:{media_type};base64,{}", STANDARD.encode(bytes)) } })
        }
    }
}

/// A piece of an answer.
#[derive(Deserialize, Debug, Default)]
#[serde(default)]
pub(crate) struct Piece {
    choices: Option<Vec<Choice>>,
    usage: Option<Usage>,
    /// Some servers tell a failure in the middle of a stream.
    error: Option<Value>,
}

#[derive(Deserialize, Debug, Default)]
#[serde(default)]
struct Choice {
    delta: Option<Delta>,
    /// From a server that does not stream.
    message: Option<Delta>,
    finish_reason: Option<String>,
}

#[derive(Deserialize, Debug, Default)]
#[serde(default)]
struct Delta {
    content: Option<String>,
    refusal: Option<String>,
}

#[derive(Deserialize, Debug, Default)]
#[serde(default)]
struct Usage {
    prompt_tokens: Option<u64>,
    completion_tokens: Option<u64>,
}

impl Piece {
    /// The words in it.
    pub(crate) fn take_words(&mut self) -> String {
        let delta = self.choices.iter_mut().flatten().next().and_then(|choice| choice.delta.as_mut().or(choice.message.as_mut()));
        delta.and_then(|delta| delta.content.take()).unwrap_or_default()
    }

    /// Why the answer ends with it, if it does.
    pub(crate) fn ends(&self) -> Option<&str> {
        self.choices.iter().flatten().next()?.finish_reason.as_deref()
    }

    /// Whether the model says that it will not.
    pub(crate) fn is_refusal(&self) -> bool {
        let refuses = |delta: &Option<Delta>| delta.as_ref().and_then(|delta| delta.refusal.as_ref()).is_some_and(|why| !why.is_empty());
        self.choices.iter().flatten().any(|choice| refuses(&choice.delta) || refuses(&choice.message))
            || self.ends() == Some("content_filter")
    }

    pub(crate) fn is_error(&self) -> bool {
        self.error.is_some()
    }

    /// What the server counted.
    pub(crate) fn used(&self) -> Option<Used> {
        let usage = self.usage.as_ref()?;
        Some(Used { tokens_in: usage.prompt_tokens?, tokens_out: usage.completion_tokens.unwrap_or_default() })
    }
}
