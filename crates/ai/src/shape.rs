//! What a structured answer has to look like: sent as a JSON schema, and checked by the same description.

use serde_json::{Map, Value, json};

/// The shape of a value. Everything is bounded: an answer that never ends is cut off, and costs.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// A text of so many characters at most.
    Text(usize),
    /// A whole number within bounds.
    Whole(i64, i64),
    /// Yes or no.
    Flag,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// So many values of a shape at most.
    List(Box<Shape>, usize),
    /// Values by name, all of them there and no others.
    Record(Vec<(&'static str, Shape)>),
    /// A value, or null.
    Maybe(Box<Shape>),
}

impl Shape {
    /// As a schema. Some servers demand that every property is required and that there are no others, and none minds.
    pub fn schema(&self) -> Value {
        match self {
            Self::Text(most) => json!({ "type": "string", "maxLength": most }),
            Self::Whole(least, most) => json!({ "type": "integer", "minimum": least, "maximum": most }),
            Self::Flag => json!({ "type": "boolean" }),
            Self::OneOf(words) => json!({ "type": "string", "enum": words }),
            Self::List(of, most) => json!({ "type": "array", "items": of.schema(), "maxItems": most }),
            Self::Record(fields) => {
                let names: Vec<&str> = fields.iter().map(|(name, _)| *name).collect();
                let properties: Map<String, Value> = fields.iter().map(|(name, of)| ((*name).to_owned(), of.schema())).collect();
                json!({ "type": "object", "properties": properties, "required": names, "additionalProperties": false })
            }
            Self::Maybe(of) => json!({ "anyOf": [of.schema(), { "type": "null" }] }),
        }
    }

    /// Whether a value has this shape; where and why not, in words that hold nothing of the value.
    pub fn check(&self, value: &Value) -> Result<(), String> {
        self.check_at(value, "the answer")
    }

    fn check_at(&self, value: &Value, at: &str) -> Result<(), String> {
        let is = |fits: bool, wanted: &str| if fits { Ok(()) } else { Err(format!("{at} is not {wanted}")) };
        match self {
            Self::Text(most) => {
                is(value.as_str().is_some_and(|text| text.chars().count() <= *most), &format!("a text of at most {most} characters"))
            }
            Self::Whole(least, most) => is(
                value.as_i64().is_some_and(|number| (*least..=*most).contains(&number)),
                &format!("a whole number from {least} to {most}"),
            ),
            Self::Flag => is(value.is_boolean(), "true or false"),
            Self::OneOf(words) => is(value.as_str().is_some_and(|word| words.contains(&word)), &format!("one of {}", words.join(", "))),
            Self::List(of, most) => {
                let list = value.as_array().filter(|list| list.len() <= *most);
                let list = list.ok_or_else(|| format!("{at} is not a list of at most {most}"))?;
                list.iter().enumerate().try_for_each(|(nth, one)| of.check_at(one, &format!("{at}[{nth}]")))
            }
            Self::Record(fields) => {
                let record = value.as_object().ok_or_else(|| format!("{at} is not an object"))?;
                if record.keys().any(|name| !fields.iter().any(|(known, _)| known == name)) {
                    return Err(format!("{at} has a property that was not asked for"));
                }
                fields.iter().try_for_each(|(name, of)| {
                    let at = format!("{at}.{name}");
                    of.check_at(record.get(*name).ok_or_else(|| format!("{at} is missing"))?, &at)
                })
            }
            Self::Maybe(_) if value.is_null() => Ok(()),
            Self::Maybe(of) => of.check_at(value, at),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape() -> Shape {
        Shape::Record(vec![
            ("title", Shape::Text(5)),
            ("servings", Shape::Maybe(Box::new(Shape::Whole(1, 20)))),
            ("kind", Shape::OneOf(&["soup", "rice"])),
            ("steps", Shape::List(Box::new(Shape::Text(10)), 2)),
            ("sure", Shape::Flag),
        ])
    }

    #[test]
    fn a_value_is_held_to_its_shape() {
        let good = json!({ "title": "みそ汁", "servings": null, "kind": "soup", "steps": ["煮る"], "sure": true });
        assert_eq!(shape().check(&good), Ok(()));
        let with = |name: &str, value: Value| {
            let mut other = good.clone();
            other[name] = value;
            shape().check(&other).unwrap_err()
        };
        assert_eq!(with("title", json!("とても長い題名")), "the answer.title is not a text of at most 5 characters");
        assert_eq!(with("servings", json!(0)), "the answer.servings is not a whole number from 1 to 20");
        assert_eq!(with("servings", json!(1.5)), "the answer.servings is not a whole number from 1 to 20");
        assert_eq!(with("kind", json!("cake")), "the answer.kind is not one of soup, rice");
        assert_eq!(with("steps", json!(["a", "b", "c"])), "the answer.steps is not a list of at most 2");
        assert_eq!(with("steps", json!(["a", 1])), "the answer.steps[1] is not a text of at most 10 characters");
        assert_eq!(with("sure", json!("yes")), "the answer.sure is not true or false");
        assert_eq!(with("more", json!(1)), "the answer has a property that was not asked for");
        assert_eq!(shape().check(&json!({ "title": "a" })), Err("the answer.servings is missing".to_owned()));
        assert_eq!(shape().check(&json!([])), Err("the answer is not an object".to_owned()));
    }

    #[test]
    fn the_schema_says_the_same() {
        let schema = shape().schema();
        assert_eq!(schema["required"], json!(["title", "servings", "kind", "steps", "sure"]));
        assert_eq!(schema["additionalProperties"], json!(false));
        assert_eq!(
            schema["properties"]["steps"],
            json!({ "type": "array", "items": { "type": "string", "maxLength": 10 }, "maxItems": 2 })
        );
        assert_eq!(schema["properties"]["servings"]["anyOf"][1], json!({ "type": "null" }));
    }
}
