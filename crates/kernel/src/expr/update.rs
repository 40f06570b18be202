//! Updates: what changes in an item, attribute by attribute.

use super::path::Path;
use crate::value::Value;

/// One change. All changes of an update see the item as it was before the first.
#[derive(Clone, PartialEq, Debug)]
pub enum UpdateAction {
    /// Puts a value at the path.
    Set(Path, SetTo),
    /// Takes away what stands at the path.
    Remove(Path),
    /// Adds to a number (absent counts as 0), or members to a set (absent counts as empty).
    Add(Path, Value),
    /// Takes members out of a set; an empty set goes away.
    DeleteFromSet(Path, Value),
}

/// What a path is set to.
#[derive(Clone, PartialEq, Debug)]
pub enum SetTo {
    /// This value.
    Value(Value),
    /// This value, unless something is there already.
    IfAbsent(Value),
    /// The list that is there (absent counts as empty) with these behind.
    Appended(Vec<Value>),
    /// The list that is there (absent counts as empty) with these in front.
    Prepended(Vec<Value>),
}

impl UpdateAction {
    /// Where the change happens.
    pub fn path(&self) -> &Path {
        match self {
            Self::Set(path, _) | Self::Remove(path) | Self::Add(path, _) | Self::DeleteFromSet(path, _) => path,
        }
    }

    /// The values that the change brings in.
    pub fn values(&self) -> Vec<&Value> {
        match self {
            Self::Set(_, SetTo::Value(v) | SetTo::IfAbsent(v)) | Self::Add(_, v) | Self::DeleteFromSet(_, v) => vec![v],
            Self::Set(_, SetTo::Appended(values) | SetTo::Prepended(values)) => values.iter().collect(),
            Self::Remove(_) => Vec::new(),
        }
    }
}

/// Why DynamoDB would refuse these changes before it looks at the item.
pub fn refusal(actions: &[UpdateAction]) -> Option<String> {
    for (at, action) in actions.iter().enumerate() {
        for other in &actions[..at] {
            if action.path().overlaps(other.path()) {
                return Some(format!("{} and {} overlap", other.path(), action.path()));
            }
            if action.path().conflicts(other.path()) {
                return Some(format!("{} and {} cannot both be paths", other.path(), action.path()));
            }
        }
        let fits = match action {
            UpdateAction::Add(_, v) => matches!(v, Value::N(_) | Value::Ss(_) | Value::Ns(_) | Value::Bs(_)),
            UpdateAction::DeleteFromSet(_, v) => matches!(v, Value::Ss(_) | Value::Ns(_) | Value::Bs(_)),
            UpdateAction::Set(..) | UpdateAction::Remove(_) => true,
        };
        if !fits {
            return Some(format!("{} cannot be changed so by this type of value", action.path()));
        }
    }
    None
}
