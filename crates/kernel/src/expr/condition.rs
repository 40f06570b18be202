//! Conditions and filters.

use super::path::Path;
use crate::value::Value;

/// Something that is true or false of an item.
#[derive(Clone, PartialEq, Debug)]
pub enum Condition {
    /// The path leads to something.
    Exists(Path),
    /// The path leads nowhere.
    Absent(Path),
    /// Two operands compare so.
    Compare(Operand, Comparison, Operand),
    /// The first lies between the others, both included.
    Between(Operand, Operand, Operand),
    /// The first equals one of the others.
    OneOf(Operand, Vec<Operand>),
    /// Text or bytes begin so.
    BeginsWith(Path, Value),
    /// A text, list or set holds this.
    Contains(Path, Operand),
    /// All hold. Never empty.
    All(Vec<Condition>),
    /// One holds at least. Never empty.
    Any(Vec<Condition>),
    /// The other does not hold.
    Not(Box<Condition>),
}

/// One side of a comparison.
#[derive(Clone, PartialEq, Debug)]
pub enum Operand {
    /// What stands at a path.
    Path(Path),
    /// A value.
    Value(Value),
    /// The length of what stands at a path.
    Size(Path),
}

/// How two operands compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `<>`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

impl Comparison {
    /// DynamoDB's sign for it.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::NotEqual => "<>",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
        }
    }

    const fn is_ordering(self) -> bool {
        !matches!(self, Self::Equal | Self::NotEqual)
    }
}

impl<T: Into<Value>> From<T> for Operand {
    fn from(value: T) -> Self {
        Self::Value(value.into())
    }
}

impl Operand {
    /// Compares the operand, for lengths: `attr("tags").size().compare(Less, 5)`.
    pub fn compare(self, by: Comparison, to: impl Into<Operand>) -> Condition {
        Condition::Compare(self, by, to.into())
    }

    fn literal(&self) -> Option<&Value> {
        match self {
            Self::Value(value) => Some(value),
            Self::Path(_) | Self::Size(_) => None,
        }
    }

    fn path(&self) -> Option<&Path> {
        match self {
            Self::Path(path) | Self::Size(path) => Some(path),
            Self::Value(_) => None,
        }
    }
}

impl Condition {
    /// Both hold.
    pub fn and(self, other: Self) -> Self {
        match self {
            Self::All(mut all) => {
                all.push(other);
                Self::All(all)
            }
            first => Self::All(vec![first, other]),
        }
    }

    /// One of the two holds at least.
    pub fn or(self, other: Self) -> Self {
        match self {
            Self::Any(mut any) => {
                any.push(other);
                Self::Any(any)
            }
            first => Self::Any(vec![first, other]),
        }
    }

    /// It does not hold.
    #[expect(clippy::should_implement_trait, reason = "it stands in a row with `and` and `or`")]
    pub fn not(self) -> Self {
        Self::Not(Box::new(self))
    }

    /// Calls `see` with every path within.
    pub fn for_each_path<'a>(&'a self, see: &mut dyn FnMut(&'a Path)) {
        let mut operand = |operand: &'a Operand| {
            if let Some(path) = operand.path() {
                see(path);
            }
        };
        match self {
            Self::Exists(path) | Self::Absent(path) | Self::BeginsWith(path, _) => see(path),
            Self::Compare(a, _, b) => [a, b].into_iter().for_each(operand),
            Self::Between(a, b, c) => [a, b, c].into_iter().for_each(operand),
            Self::OneOf(a, others) => std::iter::once(a).chain(others).for_each(operand),
            Self::Contains(path, other) => {
                operand(other);
                see(path);
            }
            Self::All(all) | Self::Any(all) => all.iter().for_each(|c| c.for_each_path(see)),
            Self::Not(inner) => inner.for_each_path(see),
        }
    }

    /// Whether the same path stands on both sides, which DynamoDB takes for a mistake.
    fn compares_with_itself(&self) -> bool {
        let is = |path: &Path, other: &Operand| matches!(other, Operand::Path(other) if other == path);
        match self {
            Self::Compare(Operand::Path(path), _, other) | Self::Contains(path, other) => is(path, other),
            Self::Between(Operand::Path(path), from, to) => is(path, from) || is(path, to),
            Self::OneOf(Operand::Path(path), others) => others.iter().any(|other| is(path, other)),
            _ => false,
        }
    }

    /// Why DynamoDB would refuse the condition before it looks at any item.
    pub fn refusal(&self) -> Option<&'static str> {
        let orders = |value: &Value| matches!(value, Value::S(_) | Value::N(_) | Value::B(_));
        if self.compares_with_itself() {
            return Some("a value is not compared with itself");
        }
        match self {
            Self::Compare(a, by, b) => {
                let wrong = by.is_ordering() && [a, b].iter().filter_map(|o| o.literal()).any(|v| !orders(v));
                wrong.then_some("only texts, numbers and bytes are less or greater")
            }
            Self::Between(_, from, to) => match (from.literal(), to.literal()) {
                (Some(from), Some(to)) if !orders(from) || !orders(to) || from.type_name() != to.type_name() => {
                    Some("a range goes between two texts, two numbers or two byte strings")
                }
                (Some(from), Some(to)) if super::eval::order(from, to) == Some(std::cmp::Ordering::Greater) => {
                    Some("a range goes from the lower to the higher end")
                }
                _ => None,
            },
            Self::OneOf(_, others) if others.is_empty() || others.len() > 100 => Some("one of 1 to 100 values"),
            Self::BeginsWith(_, Value::S(_) | Value::B(_)) => None,
            Self::BeginsWith(..) => Some("only texts and bytes have a beginning"),
            Self::All(all) | Self::Any(all) if all.is_empty() => Some("a condition of no conditions"),
            Self::All(all) | Self::Any(all) => all.iter().find_map(Self::refusal),
            Self::Not(inner) => inner.refusal(),
            _ => None,
        }
    }
}
