//! Paths to attributes, nested ones too.

use std::borrow::Cow;
use std::fmt;

use super::condition::{Comparison, Condition, Operand};
use crate::packed::ItemRef;
use crate::value::{Attributes, Value};

/// One step of a path.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Segment {
    /// Into a map.
    Name(Cow<'static, str>),
    /// Into a list.
    At(usize),
}

/// Where a value stands: `status`, `Data.email`, `items[0].name`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Path {
    root: Cow<'static, str>,
    rest: Vec<Segment>,
}

/// The path to a top-level attribute. A dot in the name is part of the name.
pub fn attr(name: impl Into<Cow<'static, str>>) -> Path {
    Path { root: name.into(), rest: Vec::new() }
}

impl From<&'static str> for Path {
    fn from(name: &'static str) -> Self {
        attr(name)
    }
}

impl Path {
    /// The value of that name within this one.
    pub fn dot(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        self.rest.push(Segment::Name(name.into()));
        self
    }

    /// The element at that position of this list.
    pub fn at(mut self, position: usize) -> Self {
        self.rest.push(Segment::At(position));
        self
    }

    /// The top-level attribute.
    pub fn root(&self) -> &str {
        &self.root
    }

    /// The steps below the top-level attribute.
    pub fn rest(&self) -> &[Segment] {
        &self.rest
    }

    /// The path to the map or list that this one leads into; `None` for a top-level attribute.
    pub fn parent(&self) -> Option<Self> {
        let (_, rest) = self.rest.split_last()?;
        Some(Self { root: self.root.clone(), rest: rest.to_vec() })
    }

    /// Whether one of the two paths is the other or leads into it.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.root == other.root && self.rest.iter().zip(&other.rest).all(|(a, b)| a == b)
    }

    /// Whether the two paths go on from the same place once by name and once by position, which no value allows.
    pub fn conflicts(&self, other: &Self) -> bool {
        self.root == other.root
            && self
                .rest
                .iter()
                .zip(&other.rest)
                .find(|(a, b)| a != b)
                .is_some_and(|(a, b)| std::mem::discriminant(a) != std::mem::discriminant(b))
    }

    /// The value in an item.
    pub fn find(&self, item: ItemRef<'_>) -> Option<Value> {
        let root = item.get(&self.root)?.to_value().ok()?;
        if self.rest.is_empty() {
            return Some(root);
        }
        descend(&root, &self.rest).cloned()
    }

    /// The value in attributes.
    pub fn find_in<'a>(&self, attributes: &'a Attributes) -> Option<&'a Value> {
        descend(attributes.get(self.root.as_ref())?, &self.rest)
    }

    /// The path leads to something.
    pub fn exists(self) -> Condition {
        Condition::Exists(self)
    }

    /// The path leads nowhere.
    pub fn absent(self) -> Condition {
        Condition::Absent(self)
    }

    fn compared(self, by: Comparison, to: impl Into<Operand>) -> Condition {
        Condition::Compare(Operand::Path(self), by, to.into())
    }

    /// Equal.
    pub fn eq(self, to: impl Into<Operand>) -> Condition {
        self.compared(Comparison::Equal, to)
    }

    /// Not equal; true for an absent attribute.
    pub fn ne(self, to: impl Into<Operand>) -> Condition {
        self.compared(Comparison::NotEqual, to)
    }

    /// Less.
    pub fn lt(self, to: impl Into<Operand>) -> Condition {
        self.compared(Comparison::Less, to)
    }

    /// Less or equal.
    pub fn le(self, to: impl Into<Operand>) -> Condition {
        self.compared(Comparison::LessOrEqual, to)
    }

    /// Greater.
    pub fn gt(self, to: impl Into<Operand>) -> Condition {
        self.compared(Comparison::Greater, to)
    }

    /// Greater or equal.
    pub fn ge(self, to: impl Into<Operand>) -> Condition {
        self.compared(Comparison::GreaterOrEqual, to)
    }

    /// From one to the other, both included.
    pub fn between(self, from: impl Into<Operand>, to: impl Into<Operand>) -> Condition {
        Condition::Between(Operand::Path(self), from.into(), to.into())
    }

    /// Equal to one of these.
    pub fn one_of<T: Into<Operand>>(self, values: impl IntoIterator<Item = T>) -> Condition {
        Condition::OneOf(Operand::Path(self), values.into_iter().map(Into::into).collect())
    }

    /// Text or bytes that begin so.
    pub fn begins_with(self, prefix: impl Into<Value>) -> Condition {
        Condition::BeginsWith(self, prefix.into())
    }

    /// A text that has this within, or a list or set that has this as a member.
    pub fn contains(self, value: impl Into<Operand>) -> Condition {
        Condition::Contains(self, value.into())
    }

    /// The length of a text, byte string, list, map or set, for a comparison.
    pub fn size(self) -> Operand {
        Operand::Size(self)
    }
}

fn descend<'a>(value: &'a Value, rest: &[Segment]) -> Option<&'a Value> {
    rest.iter().try_fold(value, |value, segment| match (value, segment) {
        (Value::M(map), Segment::Name(name)) => map.get(name.as_ref()),
        (Value::L(list), Segment::At(at)) => list.get(*at),
        _ => None,
    })
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.root)?;
        self.rest.iter().try_for_each(|segment| match segment {
            Segment::Name(name) => write!(f, ".{name}"),
            Segment::At(at) => write!(f, "[{at}]"),
        })
    }
}
