//! Kinds of items: their keys, their attributes, and where they depart from the design document.

use super::table::{Index, Scalar, Table};
use crate::key::{KeyValue, Piece};
use crate::packed::{DecodeError, Item, ItemRef, ValueRef};

/// How an entity fills one key attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EntityKey {
    /// The attribute.
    pub attribute: &'static str,
    /// The template, or the plain attribute.
    pub form: Form,
    /// Whether the plain attribute can be missing; a template says so part by part.
    pub optional: bool,
    /// The method that must say yes for the attribute to be there, and the attributes that it reads.
    pub only_if: Option<(&'static str, &'static [&'static str])>,
    /// What a plain attribute holds, where several kinds share it.
    pub holds: Holds,
}

/// What a plain key attribute of a kind can hold: by this, kinds that share a table without a template are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holds {
    /// Whatever its type can.
    Anything,
    /// Texts that begin so, such as a guard's.
    Beginning(&'static str),
    /// Texts that begin with none of these.
    NotBeginning(&'static [&'static str]),
    /// One number, such as a counter's.
    Number(i64),
    /// Numbers from this one on.
    NumbersFrom(i64),
}

impl Holds {
    /// Whether a value is one of these.
    pub fn allows(self, value: ValueRef<'_>) -> bool {
        self.fits(value.as_str(), || value.as_number().and_then(|number| number.to_i128()))
    }

    /// Whether the value of a key is one of these.
    pub fn allows_key(self, value: &KeyValue) -> bool {
        self.fits(value.as_str(), || value.to_value().as_number().and_then(|number| number.to_i128()))
    }

    fn fits(self, text: Option<&str>, number: impl FnOnce() -> Option<i128>) -> bool {
        match self {
            Self::Anything => true,
            Self::Beginning(with) => text.is_some_and(|text| text.starts_with(with)),
            Self::NotBeginning(with) => text.is_some_and(|text| !with.iter().any(|with| text.starts_with(with))),
            Self::Number(one) => number() == Some(i128::from(one)),
            Self::NumbersFrom(first) => number().is_some_and(|number| number >= i128::from(first)),
        }
    }

    /// Whether one value can be of both.
    pub fn overlaps(self, other: Self) -> bool {
        match (self, other) {
            (Self::Beginning(one), Self::Beginning(other)) => one.starts_with(other) || other.starts_with(one),
            (Self::Beginning(with), Self::NotBeginning(without)) | (Self::NotBeginning(without), Self::Beginning(with)) => {
                !without.iter().any(|without| with.starts_with(without))
            }
            (Self::Number(one), Self::Number(other)) => one == other,
            (Self::Number(one), Self::NumbersFrom(first)) | (Self::NumbersFrom(first), Self::Number(one)) => one >= first,
            // A text is no number.
            (Self::Beginning(_) | Self::NotBeginning(_), Self::Number(_) | Self::NumbersFrom(_))
            | (Self::Number(_) | Self::NumbersFrom(_), Self::Beginning(_) | Self::NotBeginning(_)) => false,
            (Self::Anything, _)
            | (_, Self::Anything)
            | (Self::NotBeginning(_), Self::NotBeginning(_))
            | (Self::NumbersFrom(_), Self::NumbersFrom(_)) => true,
        }
    }

    /// In words, behind the attribute's name; nothing where it holds anything.
    pub fn words(self) -> String {
        match self {
            Self::Anything => String::new(),
            Self::Beginning(with) => format!("begins with {with}"),
            Self::NotBeginning(with) => format!("does not begin with {}", with.join(" or ")),
            Self::Number(one) => format!("is {one}"),
            Self::NumbersFrom(first) => format!("is {first} or more"),
        }
    }
}

/// The two ways to make a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Text made from a template.
    Text(&'static [Piece]),
    /// The item's own attribute.
    Plain(Scalar),
}

impl EntityKey {
    /// The attributes that decide what this key is.
    pub fn fed_by(&self) -> impl Iterator<Item = &'static str> {
        let parts: &'static [Piece] = match self.form {
            Form::Text(pieces) => pieces,
            Form::Plain(_) => &[],
        };
        let plain = matches!(self.form, Form::Plain(_)).then_some(self.attribute);
        let condition: &'static [&'static str] = self.only_if.map_or(&[], |(_, reads)| reads);
        parts
            .iter()
            .filter_map(|piece| match piece {
                Piece::Part { name, .. } => Some(*name),
                Piece::Text(_) => None,
            })
            .chain(plain)
            .chain(condition.iter().copied())
    }

    /// The names of the template's parts, from the left.
    pub fn parts(&self) -> Vec<&'static str> {
        match self.form {
            Form::Text(pieces) => pieces
                .iter()
                .filter_map(|piece| match piece {
                    Piece::Part { name, .. } => Some(*name),
                    Piece::Text(_) => None,
                })
                .collect(),
            Form::Plain(_) => vec![self.attribute],
        }
    }

    /// Whether an item may go without it.
    pub fn is_sparse(&self) -> bool {
        let optional = match self.form {
            Form::Text(pieces) => pieces.iter().any(|piece| matches!(piece, Piece::Part { optional: true, .. })),
            Form::Plain(_) => false,
        };
        optional || self.optional || self.only_if.is_some()
    }
}

/// One kind of item: which table it lives in and how its keys are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EntityDesign {
    /// The kind's name.
    pub kind: &'static str,
    /// What it is, in a sentence.
    pub about: &'static str,
    /// Where it lives.
    pub table: &'static Table,
    /// Its key attributes: those of the table and those of the indexes that it is in.
    pub keys: &'static [EntityKey],
    /// The largest that an item of this kind can become, where the app bounds it.
    pub at_most_bytes: Option<usize>,
    /// Its attributes beside the keys that templates make. Debug builds hold every write to this list.
    pub fields: &'static [Field],
    /// When an item of this kind expires, in words; `None` for one that stays until somebody removes it.
    pub expires: Option<&'static str>,
    /// Where it departs from the design document: the attribute, and the reason.
    pub departs: &'static [(&'static str, &'static str)],
    /// How an item of this kind is written anew from what it says.
    pub rewritten: Rewritten,
}

/// Reads an item into its struct and writes the struct again: the keys that come out are those that the item should have.
#[derive(Clone, Copy)]
pub struct Rewritten(pub fn(ItemRef<'_>) -> Result<Item, DecodeError>);

impl Rewritten {
    /// For a kind that is declared without a struct: every item of it is as it should be.
    pub const AS_IT_IS: Self = Self(|item| Ok(item.to_item()));
}

impl PartialEq for Rewritten {
    /// A design is what it declares. The address of a function can differ from one place of the program to another.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Rewritten {}

impl std::fmt::Debug for Rewritten {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Rewritten")
    }
}

/// An attribute of an item that is not made by a template.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its path, such as `Data.hasBleeding`.
    pub name: &'static str,
    /// Its type.
    pub kind: FieldType,
    /// Whether an item may go without it, or have null there.
    pub optional: bool,
}

/// DynamoDB's types, by its own letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldType {
    /// Text.
    S,
    /// A number.
    N,
    /// Bytes.
    B,
    /// True or false.
    BOOL,
    /// A list.
    L,
    /// A map.
    M,
    /// A set of texts.
    SS,
}

impl FieldType {
    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::S => "text",
            Self::N => "number",
            Self::B => "bytes",
            Self::BOOL => "true or false",
            Self::L => "list",
            Self::M => "map",
            Self::SS => "set of texts",
        }
    }
}

impl EntityDesign {
    /// Whether an attribute, by its path, is one of this kind's: a key, a field, what lies within a field, or what fields lie within.
    pub fn has(&self, path: &str) -> bool {
        let within = |outer: &str, inner: &str| inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with(['.', '[']));
        self.key(path).is_some()
            || self.table.key_names().any(|name| name == path)
            || self.fields.iter().any(|field| field.name == path || within(path, field.name))
            || self.fields.iter().any(|field| within(field.name, path) && !self.is_spelled_out(field.name))
    }

    /// Whether the attributes within a map are fields of their own.
    fn is_spelled_out(&self, map: &str) -> bool {
        self.fields.iter().any(|field| field.name.strip_prefix(map).is_some_and(|rest| rest.starts_with('.')))
    }

    /// Whether items of other kinds can have the same plain key, so that a read has to look whose an item is.
    pub const fn shares_its_key(&self) -> bool {
        let mut at = 0;
        while at < self.keys.len() {
            if !matches!(self.keys[at].holds, Holds::Anything) {
                return true;
            }
            at += 1;
        }
        false
    }

    /// Whether an index can show items of this kind.
    pub fn is_in(&self, index: &Index) -> bool {
        self.key(index.hash.name).is_some() && index.range.is_none_or(|range| self.key(range.name).is_some())
    }

    /// How this kind fills a key attribute.
    pub fn key(&self, attribute: &str) -> Option<&EntityKey> {
        self.keys.iter().find(|key| key.attribute == attribute)
    }
}
