//! What bodies are made of.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};

/// What can be an id: whatever can stand in a key. Ids of this server are ULIDs; items that were brought along carry their own.
pub(super) const ID: &str = r"^[^#\u0000-\u001f\u007f-\u009f]{1,64}$";

/// A line of at most `MOST` characters, which may be blank: then it says nothing.
pub(super) struct Text<const MOST: usize>;

/// Several lines, likewise.
pub(super) struct Lines<const MOST: usize>;

/// The address of a page or a picture.
pub(super) struct WebAddress;

impl<const MOST: usize> JsonSchema for Text<MOST> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("TextOf{MOST}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "maxLength": MOST, "pattern": r"^[^\u0000-\u001f\u007f-\u009f]*$" })
    }
}

impl<const MOST: usize> JsonSchema for Lines<MOST> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("LinesOf{MOST}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "maxLength": MOST, "pattern": r"^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*$" })
    }
}

impl JsonSchema for WebAddress {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "WebAddress".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "web-address", "maxLength": 1_000, "pattern": r"^(?:https?://[^\u0000-\u0020\u007f-\u00a0]+)?$" })
    }
}

/// For `#[serde(default, deserialize_with = "…")]` on a field that may be left out, and that null takes away.
pub(super) fn cleared<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// The same for a whole number.
pub(super) fn cleared_whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<u32>>, D::Error> {
    chabudai_web::input::whole(deserializer).map(Some)
}

/// The id of something, in a body.
pub(super) struct RecipeRef;

/// The key of a picture that was taken in.
pub(super) struct ImageKey;

/// A moment.
pub(super) struct MomentText;

chabudai_web::schema! {
    ImageKey = { "type": "string", "pattern": "^[0-9a-f]{40}$" },
    MomentText = { "type": "string", "format": "date-time" },
    RecipeRef = { "type": "string", "pattern": ID },
}
