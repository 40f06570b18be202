//! What JSON Schema says of values with one spelling. The kernel knows the spelling and nothing of schemas, so the two meet here.

use std::borrow::Cow;
use std::marker::PhantomData;

use chabudai_kernel::part::KeyPart;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::Value;

#[doc(hidden)]
pub use schemars;

/// The schema of a part of a key: its values where they are a list, its pattern where it has one.
pub fn spelled<T: KeyPart>() -> Schema {
    if !T::TEXTS.is_empty() {
        return json_schema!({ "type": "string", "enum": T::TEXTS });
    }
    match T::PATTERN {
        // A name of our own for the format: generators of examples can be told what to make of it.
        Some(pattern) => json_schema!({ "type": "string", "format": T::FORMAT, "pattern": format!("^{pattern}$") }),
        None => json_schema!({ "type": "string" }),
    }
}

/// Stands in for a type of the kernel's, in `#[schemars(with = "Spelled<Day>")]`.
pub struct Spelled<T>(PhantomData<T>);

impl<T: KeyPart> JsonSchema for Spelled<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        T::FORMAT.into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        spelled::<T>()
    }
}

/// Gives an app's own ids and enums their schema.
#[macro_export]
macro_rules! spelled {
    ($($type:ty),+ $(,)?) => {$(
        impl $crate::schema::schemars::JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut $crate::schema::schemars::SchemaGenerator) -> $crate::schema::schemars::Schema {
                $crate::schema::spelled::<$type>()
            }
        }
    )+};
}

/// Gives a type a schema that is written out.
#[macro_export]
macro_rules! schema {
    ($($type:ty = $schema:tt),+ $(,)?) => {$(
        impl $crate::schema::schemars::JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut $crate::schema::schemars::SchemaGenerator) -> $crate::schema::schemars::Schema {
                $crate::schema::schemars::json_schema!($schema)
            }
        }
    )+};
}

/// For `#[schemars(transform = …)]` on a field whose null is not the same as its absence: there is no value that stands for leaving it out.
pub fn without_default(schema: &mut Schema) {
    schema.remove("default");
}

/// The same for something that is never null.
pub(crate) fn without_null(mut schema: Value) -> Value {
    if let Some(kinds) = schema.get_mut("type").and_then(Value::as_array_mut) {
        kinds.retain(|kind| kind != "null");
        if let [only] = &kinds[..] {
            let only = only.clone();
            schema["type"] = only;
        }
    }
    if let Some(values) = schema.get_mut("enum").and_then(Value::as_array_mut) {
        values.retain(|value| !value.is_null());
    }
    for several in ["anyOf", "oneOf"] {
        let Some(choices) = schema.get_mut(several).and_then(Value::as_array_mut) else { continue };
        choices.retain(|choice| choice["type"] != "null");
        if let [only] = &choices[..] {
            let only = only.as_object().cloned().unwrap_or_default();
            let whole = schema.as_object_mut().expect("it has a field");
            whole.remove(several);
            whole.extend(only);
        }
    }
    schema
}

#[cfg(test)]
mod tests {
    use chabudai_kernel::part::Day;
    use serde_json::json;

    use super::*;

    chabudai_kernel::text_enum! { Genre { Tops = "tops", Bottoms = "bottoms" } }
    chabudai_kernel::id! { JarId = "jr_" }
    crate::spelled!(Genre, JarId);

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema counts")]
    struct Asked {
        genre: Option<Genre>,
        #[schemars(with = "Option<Spelled<Day>>")]
        day: Option<Day>,
        #[schemars(range(min = 1, max = 50))]
        limit: Option<u32>,
    }

    #[test]
    fn a_parameter_is_never_null() {
        assert_eq!(without_null(json!({ "$ref": "#/components/schemas/Order" })), json!({ "$ref": "#/components/schemas/Order" }));
        let whole = schemars::schema_for!(Asked).to_value();
        let of = |name: &str| without_null(whole["properties"][name].clone());
        assert_eq!(of("genre"), json!({ "type": "string", "enum": ["tops", "bottoms"] }));
        assert_eq!(of("limit"), json!({ "type": "integer", "format": "uint32", "minimum": 1, "maximum": 50 }));
        let day = of("day");
        assert_eq!((&day["type"], &day["format"]), (&json!("string"), &json!("yyyymmdd")));
    }

    #[test]
    fn the_pattern_of_an_id_is_the_id() {
        let schema = spelled::<JarId>().to_value();
        let pattern = regex_lite::Regex::new(schema["pattern"].as_str().unwrap()).unwrap();
        let right = "jr_0190a1dc-78c0-70c1-8356-db1141feab16";
        for text in [right, &right[1..], &right[..38], &right.to_uppercase(), &right.replace('-', ""), &format!("{right}\n"), "jr_", ""] {
            assert_eq!(pattern.is_match(text), text.parse::<JarId>().is_ok(), "{text}");
        }
    }
}
