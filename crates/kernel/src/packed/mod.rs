//! An item as bytes: what a store keeps and hands over, opaque until it is decoded into its entity.
//!
//! One attribute after the other, each a name and a value. A value is a tag and a payload; lists, maps and sets carry their length in
//! bytes, so that a reader steps over what it does not want. An integer below 64 bits takes one to ten bytes, any other number 19.
//! Nothing here is trusted: bytes that came off a damaged disk give an error, never a panic.

mod de;
mod ser;
mod set;

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::number::Number;
use crate::value::{Attributes, Value};
pub use set::SetOf;

pub(crate) const TAG_NULL: u8 = 0;
pub(crate) const TAG_FALSE: u8 = 1;
pub(crate) const TAG_TRUE: u8 = 2;
pub(crate) const TAG_INT: u8 = 3;
pub(crate) const TAG_DECIMAL: u8 = 4;
pub(crate) const TAG_S: u8 = 5;
pub(crate) const TAG_B: u8 = 6;
pub(crate) const TAG_L: u8 = 7;
pub(crate) const TAG_M: u8 = 8;
pub(crate) const TAG_SS: u8 = 9;
pub(crate) const TAG_NS: u8 = 10;
pub(crate) const TAG_BS: u8 = 11;

/// Why bytes, or an item, are not what the reader wanted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the item does not decode: {0}")]
pub struct DecodeError(pub String);

impl DecodeError {
    pub(crate) fn damaged() -> Self {
        Self("its bytes are damaged".to_owned())
    }
}

impl serde::de::Error for DecodeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

impl serde::ser::Error for DecodeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

type Result<T> = std::result::Result<T, DecodeError>;

/// How deep lists and maps may be nested in what is read. Twice what DynamoDB takes; damaged bytes can say anything, and the stack ends
/// somewhere.
pub(crate) const DEEPEST: usize = 64;

/// An item that owns its bytes.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Item(Vec<u8>);

impl Item {
    /// Packs a struct (or a map) whose fields become the attributes. A field that is `None` is left out.
    pub fn pack<T: Serialize + ?Sized>(entity: &T) -> Result<Self> {
        let mut packer = ser::Packer::default();
        packer.pack_item(entity)?;
        Ok(Self(packer.into_bytes()))
    }

    /// Packs attributes.
    pub fn from_attributes(attributes: &Attributes) -> Self {
        let mut out = Vec::with_capacity(64 * attributes.len());
        for (name, value) in attributes {
            ser::put_text(&mut out, name);
            ser::put_value(&mut out, value);
        }
        Self(out)
    }

    /// Takes bytes that a store kept.
    pub fn from_bytes(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    /// Adds an attribute; the caller sees to it that the name is new.
    pub fn push(&mut self, name: &str, value: &Value) {
        ser::put_text(&mut self.0, name);
        ser::put_value(&mut self.0, value);
    }

    /// Adds an attribute as another item has it; the caller sees to it that the name is new.
    pub(crate) fn push_as_is(&mut self, name: &str, value: ValueRef<'_>) {
        ser::put_text(&mut self.0, name);
        ser::put_as_is(&mut self.0, value.tag, value.payload);
    }

    /// Adds a text attribute without a detour through [`Value`].
    pub fn push_text(&mut self, name: &str, text: &str) {
        ser::put_text(&mut self.0, name);
        self.0.push(TAG_S);
        ser::put_text(&mut self.0, text);
    }

    /// A view of the item.
    pub fn view(&self) -> ItemRef<'_> {
        ItemRef(&self.0)
    }

    /// The bytes, for a store to keep.
    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }
}

impl fmt::Debug for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view().fmt(f)
    }
}

/// Many items one after the other in one buffer: a page costs two allocations, however many items it has.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Items {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Items {
    /// Room for about so many items.
    pub fn with_capacity(items: usize) -> Self {
        Self { bytes: Vec::with_capacity(items * 512), ends: Vec::with_capacity(items) }
    }

    /// Adds an item.
    pub fn push(&mut self, item: ItemRef<'_>) {
        self.bytes.extend_from_slice(item.0);
        self.ends.push(self.bytes.len());
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The item at a position.
    pub fn get(&self, at: usize) -> Option<ItemRef<'_>> {
        let end = *self.ends.get(at)?;
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        Some(ItemRef(&self.bytes[start..end]))
    }

    /// The items in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = ItemRef<'_>> {
        (0..self.len()).map(|at| self.get(at).expect("the range ends at the length"))
    }

    /// Keeps the first `len` items.
    pub fn truncate(&mut self, len: usize) {
        if len < self.len() {
            self.ends.truncate(len);
            self.bytes.truncate(self.ends.last().copied().unwrap_or(0));
        }
    }
}

impl<'a> FromIterator<ItemRef<'a>> for Items {
    fn from_iter<T: IntoIterator<Item = ItemRef<'a>>>(items: T) -> Self {
        let mut out = Self::default();
        items.into_iter().for_each(|item| out.push(item));
        out
    }
}

impl fmt::Debug for Items {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// A borrowed item.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ItemRef<'a>(&'a [u8]);

impl<'a> ItemRef<'a> {
    /// Looks at bytes that a store kept.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// The bytes, for a store to keep.
    #[inline]
    pub fn bytes(self) -> &'a [u8] {
        self.0
    }

    /// An item that owns a copy of the bytes.
    pub fn to_item(self) -> Item {
        Item(self.0.to_vec())
    }

    /// Decodes the attributes straight into a struct.
    pub fn unpack<T: Deserialize<'a>>(self) -> Result<T> {
        de::item(self)
    }

    /// Like [`ItemRef::unpack`], for types that own what they hold.
    pub fn decode<T: DeserializeOwned>(self) -> Result<T> {
        de::item(self)
    }

    /// Like [`ItemRef::decode`], with further texts as if they were attributes. Their names must not be attributes too.
    pub fn decode_with<T: DeserializeOwned>(self, texts: &[(&'static str, &'a str)]) -> Result<T> {
        de::item_with(self, texts)
    }

    /// Every attribute in the order in which it was written; the walk ends early at damaged bytes.
    pub fn iter(self) -> impl Iterator<Item = (&'a str, ValueRef<'a>)> {
        let mut reader = Reader(self.0);
        std::iter::from_fn(move || reader.attribute().ok().flatten())
    }

    /// The value of a top-level attribute.
    #[inline]
    pub fn get(self, name: &str) -> Option<ValueRef<'a>> {
        // Names are compared as bytes: a write asks for dozens of attributes, and most names on the way are not the one.
        let mut reader = Reader(self.0);
        while !reader.0.is_empty() {
            let found = reader.name().ok()?;
            let value = reader.value().ok()??;
            if found == name.as_bytes() {
                return Some(value);
            }
        }
        None
    }

    /// The attributes as a map, for whoever needs to change them.
    pub fn to_attributes(self) -> Result<Attributes> {
        let mut reader = Reader(self.0);
        let mut out = Attributes::new();
        while let Some((name, value)) = reader.attribute()? {
            out.insert(name.to_owned(), value.to_value()?);
        }
        Ok(out)
    }

    /// Whether both hold the same attributes, in whatever order they were written.
    pub fn same_as(self, other: ItemRef<'_>) -> bool {
        if self.0 == other.0 {
            return true;
        }
        // An item that is updated again and again keeps its order, and the first difference settles it.
        let (mut mine, mut theirs) = (self.iter(), other.iter());
        loop {
            match (mine.next(), theirs.next()) {
                (None, None) => return true,
                (Some((name, value)), Some((other_name, found))) if name == other_name => {
                    if found != value && !(found.is_nested() && found.to_value() == value.to_value()) {
                        return false;
                    }
                }
                _ => break,
            }
        }
        let same = |(name, value): (&str, ValueRef<'_>)| {
            // Only what nests can be written in two ways.
            other.get(name).is_some_and(|found| found == value || (found.is_nested() && found.to_value() == value.to_value()))
        };
        self.iter().count() == other.iter().count() && self.iter().all(same)
    }

    /// The item's size as DynamoDB counts it.
    pub fn size(self) -> usize {
        self.iter().map(|(name, value)| name.len() + value.size()).sum()
    }
}

impl fmt::Debug for ItemRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to_attributes() {
            Ok(attributes) => f.debug_map().entries(attributes).finish(),
            Err(_) => write!(f, "damaged item of {} bytes", self.0.len()),
        }
    }
}

/// A borrowed attribute value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueRef<'a> {
    tag: u8,
    payload: &'a [u8],
}

impl<'a> ValueRef<'a> {
    /// The text, if it is one.
    #[inline]
    pub fn as_str(self) -> Option<&'a str> {
        if self.tag == TAG_S { std::str::from_utf8(self.payload).ok() } else { None }
    }

    /// The number, if it is one.
    #[inline]
    pub fn as_number(self) -> Option<Number> {
        match self.tag {
            TAG_INT => Reader(self.payload).zigzag().ok().map(Number::from),
            TAG_DECIMAL => Reader(self.payload).decimal().ok(),
            _ => None,
        }
    }

    /// The bytes, if it is a byte string.
    pub fn as_bytes(self) -> Option<&'a [u8]> {
        if self.tag == TAG_B { Some(self.payload) } else { None }
    }

    /// The value on its own.
    pub fn to_value(self) -> Result<Value> {
        self.to_value_below(DEEPEST)
    }

    fn to_value_below(self, depth: usize) -> Result<Value> {
        if depth == 0 {
            return Err(DecodeError::damaged());
        }
        let mut reader = Reader(self.payload);
        Ok(match self.tag {
            TAG_NULL => Value::Null,
            TAG_FALSE => Value::Bool(false),
            TAG_TRUE => Value::Bool(true),
            TAG_INT => Value::N(reader.zigzag()?.into()),
            TAG_DECIMAL => Value::N(reader.decimal()?),
            TAG_S => Value::S(reader.rest_as_text()?.to_owned()),
            TAG_B => Value::B(self.payload.to_vec()),
            TAG_L => {
                let mut out = Vec::new();
                while let Some(value) = reader.value()? {
                    out.push(value.to_value_below(depth - 1)?);
                }
                Value::L(out)
            }
            TAG_M => {
                let mut out = Attributes::new();
                while let Some((name, value)) = reader.attribute()? {
                    out.insert(name.to_owned(), value.to_value_below(depth - 1)?);
                }
                Value::M(out)
            }
            TAG_SS => Value::Ss(self.members(|v| v.as_str().map(str::to_owned))?),
            TAG_NS => Value::Ns(self.members(ValueRef::as_number)?),
            TAG_BS => Value::Bs(self.members(|v| v.as_bytes().map(<[u8]>::to_vec))?),
            _ => return Err(DecodeError::damaged()),
        })
    }

    fn members<T: Ord>(self, read: impl Fn(ValueRef<'a>) -> Option<T>) -> Result<std::collections::BTreeSet<T>> {
        let mut reader = Reader(self.payload);
        let mut out = std::collections::BTreeSet::new();
        while let Some(value) = reader.value()? {
            out.insert(read(value).ok_or_else(DecodeError::damaged)?);
        }
        Ok(out)
    }

    /// Whether it is a list, a map or a set.
    #[inline]
    pub fn is_nested(self) -> bool {
        self.tag >= TAG_L
    }

    /// What the value adds to an item's size.
    pub fn size(self) -> usize {
        match self.tag {
            TAG_S | TAG_B => self.payload.len(),
            TAG_NULL | TAG_FALSE | TAG_TRUE => 1,
            TAG_INT | TAG_DECIMAL => self.as_number().map_or(0, |n| n.size()),
            _ => self.to_value().map_or(0, |v| v.size()),
        }
    }
}

/// Walks over packed bytes.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    #[inline]
    fn byte(&mut self) -> Result<u8> {
        let (first, rest) = self.0.split_first().ok_or_else(DecodeError::damaged)?;
        self.0 = rest;
        Ok(*first)
    }

    #[inline]
    fn take(&mut self, len: usize) -> Result<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(len).ok_or_else(DecodeError::damaged)?;
        self.0 = rest;
        Ok(taken)
    }

    #[inline]
    fn varint(&mut self) -> Result<u64> {
        let mut out = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            out |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(out);
            }
        }
        Err(DecodeError::damaged())
    }

    #[inline]
    pub(crate) fn zigzag(&mut self) -> Result<i64> {
        let raw = self.varint()?;
        Ok(((raw >> 1) as i64) ^ -((raw & 1) as i64))
    }

    pub(crate) fn decimal(&mut self) -> Result<Number> {
        let negative = self.byte()? != 0;
        let exponent = i16::from_le_bytes(self.take(2)?.try_into().expect("two bytes were taken"));
        let coefficient = u128::from_le_bytes(self.take(16)?.try_into().expect("sixteen bytes were taken"));
        Number::from_parts(negative, coefficient, exponent).map_err(|_| DecodeError::damaged())
    }

    #[inline]
    fn name(&mut self) -> Result<&'a [u8]> {
        let len = self.varint()?;
        self.take(usize::try_from(len).map_err(|_| DecodeError::damaged())?)
    }

    #[inline]
    fn text(&mut self) -> Result<&'a str> {
        std::str::from_utf8(self.name()?).map_err(|_| DecodeError::damaged())
    }

    fn rest_as_text(&mut self) -> Result<&'a str> {
        std::str::from_utf8(self.0).map_err(|_| DecodeError::damaged())
    }

    /// The next value, or `None` at the end.
    #[inline]
    pub(crate) fn value(&mut self) -> Result<Option<ValueRef<'a>>> {
        if self.0.is_empty() {
            return Ok(None);
        }
        let tag = self.byte()?;
        let payload = match tag {
            TAG_NULL | TAG_FALSE | TAG_TRUE => &[],
            TAG_INT => {
                let start = self.0;
                self.varint()?;
                &start[..start.len() - self.0.len()]
            }
            TAG_DECIMAL => self.take(19)?,
            TAG_S | TAG_B => {
                let len = self.varint()?;
                self.take(usize::try_from(len).map_err(|_| DecodeError::damaged())?)?
            }
            TAG_L..=TAG_BS => {
                let len = u32::from_le_bytes(self.take(4)?.try_into().expect("four bytes were taken"));
                self.take(len as usize)?
            }
            _ => return Err(DecodeError::damaged()),
        };
        Ok(Some(ValueRef { tag, payload }))
    }

    /// The next name and value, or `None` at the end.
    #[inline]
    pub(crate) fn attribute(&mut self) -> Result<Option<(&'a str, ValueRef<'a>)>> {
        if self.0.is_empty() {
            return Ok(None);
        }
        let name = self.text()?;
        let value = self.value()?.ok_or_else(DecodeError::damaged)?;
        Ok(Some((name, value)))
    }
}

impl Serialize for Number {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(ser::NUMBER, &self.to_string())
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(ser::NUMBER, de::NumberVisitor)
    }
}

#[cfg(test)]
mod tests;
