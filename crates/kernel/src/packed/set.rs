//! Sets, as DynamoDB has them.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::ser;

/// A set of texts, numbers or byte strings, kept as DynamoDB's own set type rather than as a list.
///
/// An empty set is left out of the item (DynamoDB keeps none), so give the field `#[serde(default)]`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SetOf<T: Ord>(pub BTreeSet<T>);

impl<T: Ord> Default for SetOf<T> {
    fn default() -> Self {
        Self(BTreeSet::new())
    }
}

impl<T: Ord + Serialize> Serialize for SetOf<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(ser::SET, &self.0)
    }
}

impl<'de, T: Ord + Deserialize<'de>> Deserialize<'de> for SetOf<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        BTreeSet::deserialize(deserializer).map(SetOf)
    }
}

impl<T: Ord> FromIterator<T> for SetOf<T> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Self {
        Self(iter.into_iter().collect())
    }
}
