//! Attribute values as DynamoDB has them, for what is not an entity: conditions, updates, keys.

use std::collections::{BTreeMap, BTreeSet};

use crate::number::Number;

/// The attributes of an item, or of a map within one.
pub type Attributes = BTreeMap<String, Value>;

/// One attribute value.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// Text.
    S(String),
    /// A number.
    N(Number),
    /// Bytes.
    B(Vec<u8>),
    /// True or false.
    Bool(bool),
    /// The value that says there is none. An absent attribute is the better way to say so.
    Null,
    /// An ordered list of any values.
    L(Vec<Value>),
    /// A map.
    M(Attributes),
    /// A set of texts, never empty.
    Ss(BTreeSet<String>),
    /// A set of numbers, never empty.
    Ns(BTreeSet<Number>),
    /// A set of byte strings, never empty.
    Bs(BTreeSet<Vec<u8>>),
}

impl Value {
    /// DynamoDB's one- or two-letter name of the value's type.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::S(_) => "S",
            Self::N(_) => "N",
            Self::B(_) => "B",
            Self::Bool(_) => "BOOL",
            Self::Null => "NULL",
            Self::L(_) => "L",
            Self::M(_) => "M",
            Self::Ss(_) => "SS",
            Self::Ns(_) => "NS",
            Self::Bs(_) => "BS",
        }
    }

    /// The text, if it is one.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::S(text) => Some(text),
            _ => None,
        }
    }

    /// The number, if it is one.
    pub fn as_number(&self) -> Option<Number> {
        match self {
            Self::N(n) => Some(*n),
            _ => None,
        }
    }

    /// The bytes that the value adds to an item's size, as DynamoDB counts them.
    pub fn size(&self) -> usize {
        match self {
            Self::S(text) => text.len(),
            Self::N(n) => n.size(),
            Self::B(bytes) => bytes.len(),
            Self::Bool(_) | Self::Null => 1,
            Self::L(values) => 3 + values.iter().map(|v| 1 + v.size()).sum::<usize>(),
            Self::M(map) => 3 + map.iter().map(|(name, v)| 1 + name.len() + v.size()).sum::<usize>(),
            Self::Ss(set) => set.iter().map(String::len).sum(),
            Self::Ns(set) => set.iter().map(Number::size).sum(),
            Self::Bs(set) => set.iter().map(Vec::len).sum(),
        }
    }

    /// How deep lists and maps nest; a plain value is 0.
    pub fn depth(&self) -> usize {
        match self {
            Self::L(values) => 1 + values.iter().map(Self::depth).max().unwrap_or(0),
            Self::M(map) => 1 + map.values().map(Self::depth).max().unwrap_or(0),
            _ => 0,
        }
    }

    /// Whether an empty set stands anywhere within; DynamoDB keeps none.
    pub fn has_empty_set(&self) -> bool {
        match self {
            Self::Ss(set) => set.is_empty(),
            Self::Ns(set) => set.is_empty(),
            Self::Bs(set) => set.is_empty(),
            Self::L(values) => values.iter().any(Self::has_empty_set),
            Self::M(map) => map.values().any(Self::has_empty_set),
            _ => false,
        }
    }

    /// Whether a map anywhere within has an entry without a name; DynamoDB keeps none.
    pub fn has_empty_name(&self) -> bool {
        match self {
            Self::L(values) => values.iter().any(Self::has_empty_name),
            Self::M(map) => map.iter().any(|(name, value)| name.is_empty() || value.has_empty_name()),
            _ => false,
        }
    }

    /// The value in DynamoDB's JSON, for reports and for people who read them.
    pub fn to_json(&self) -> serde_json::Value {
        use serde_json::json;
        match self {
            Self::S(text) => json!({ "S": text }),
            Self::N(n) => json!({ "N": n.to_string() }),
            Self::B(bytes) => json!({ "B": base64_of(bytes) }),
            Self::Bool(yes) => json!({ "BOOL": yes }),
            Self::Null => json!({ "NULL": true }),
            Self::L(values) => json!({ "L": values.iter().map(Self::to_json).collect::<Vec<_>>() }),
            Self::M(map) => json!({ "M": attributes_to_json(map) }),
            Self::Ss(set) => json!({ "SS": set }),
            Self::Ns(set) => json!({ "NS": set.iter().map(ToString::to_string).collect::<Vec<_>>() }),
            Self::Bs(set) => json!({ "BS": set.iter().map(|b| base64_of(b)).collect::<Vec<_>>() }),
        }
    }
}

/// An item's size as DynamoDB counts it: every name and every value.
pub fn attributes_size(attributes: &Attributes) -> usize {
    attributes.iter().map(|(name, value)| name.len() + value.size()).sum()
}

/// Attributes in DynamoDB's JSON.
pub fn attributes_to_json(attributes: &Attributes) -> serde_json::Value {
    attributes.iter().map(|(name, value)| (name.clone(), value.to_json())).collect::<serde_json::Map<_, _>>().into()
}

fn base64_of(bytes: &[u8]) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::S(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::S(text)
    }
}

impl From<bool> for Value {
    fn from(yes: bool) -> Self {
        Self::Bool(yes)
    }
}

impl From<Number> for Value {
    fn from(n: Number) -> Self {
        Self::N(n)
    }
}

impl From<Attributes> for Value {
    fn from(map: Attributes) -> Self {
        Self::M(map)
    }
}

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(values: Vec<T>) -> Self {
        Self::L(values.into_iter().map(Into::into).collect())
    }
}

macro_rules! from_integers {
    ($($int:ty),*) => {$(
        impl From<$int> for Value {
            fn from(n: $int) -> Self {
                Self::N(n.into())
            }
        }
    )*};
}
from_integers!(i32, i64, u8, u16, u32, u64, usize);
