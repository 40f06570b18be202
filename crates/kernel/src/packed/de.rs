//! From packed bytes straight into a struct.

use serde::de::{self, DeserializeSeed, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::{
    DEEPEST, DecodeError, ItemRef, Reader, Result, TAG_B, TAG_BS, TAG_DECIMAL, TAG_FALSE, TAG_INT, TAG_L, TAG_M, TAG_NS, TAG_NULL, TAG_S,
    TAG_SS, TAG_TRUE, ValueRef, ser,
};
use crate::number::Number;

pub(super) fn item<'de, T: serde::Deserialize<'de>>(item: ItemRef<'de>) -> Result<T> {
    T::deserialize(Nested { value: ValueRef { tag: TAG_M, payload: item.0 }, below: DEEPEST + 1 })
}

/// Decodes an item together with texts that stand in its keys instead of in attributes of their own.
pub(super) fn item_with<'de, T: serde::Deserialize<'de>>(item: ItemRef<'de>, texts: &[(&'static str, &'de str)]) -> Result<T> {
    let entries = Entries { reader: Reader(item.0), value: None, below: DEEPEST };
    T::deserialize(de::value::MapAccessDeserializer::new(WithTexts { entries, texts, text: None }))
}

struct WithTexts<'de, 't> {
    entries: Entries<'de>,
    texts: &'t [(&'static str, &'de str)],
    text: Option<&'de str>,
}

impl<'de> MapAccess<'de> for WithTexts<'de, '_> {
    type Error = DecodeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let Some(((name, text), rest)) = self.texts.split_first() else { return self.entries.next_key_seed(seed) };
        self.texts = rest;
        self.text = Some(text);
        seed.deserialize(de::value::BorrowedStrDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value> {
        match self.text.take() {
            Some(text) => seed.deserialize(de::value::BorrowedStrDeserializer::new(text)),
            None => self.entries.next_value_seed(seed),
        }
    }
}

/// A value, and how many levels of lists and maps there may be from it on.
struct Nested<'de> {
    value: ValueRef<'de>,
    below: usize,
}

impl Nested<'_> {
    /// How many levels there may be from its elements on.
    fn one_less(&self) -> Result<usize> {
        self.below.checked_sub(1).ok_or_else(DecodeError::damaged)
    }
}

impl<'de> de::Deserializer<'de> for Nested<'de> {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let mut reader = Reader(self.value.payload);
        match self.value.tag {
            TAG_NULL => visitor.visit_unit(),
            TAG_FALSE => visitor.visit_bool(false),
            TAG_TRUE => visitor.visit_bool(true),
            TAG_INT => visitor.visit_i64(reader.zigzag()?),
            TAG_DECIMAL => {
                let n = reader.decimal()?;
                match (n.to_u64(), n.to_i128()) {
                    (Some(whole), _) => visitor.visit_u64(whole),
                    (None, Some(whole)) => visitor.visit_i128(whole),
                    (None, None) => visitor.visit_f64(n.to_f64()),
                }
            }
            TAG_S => visitor.visit_borrowed_str(reader.rest_as_text()?),
            TAG_B => visitor.visit_borrowed_bytes(self.value.payload),
            TAG_L | TAG_SS | TAG_NS | TAG_BS => visitor.visit_seq(Elements { reader, below: self.one_less()? }),
            TAG_M => visitor.visit_map(Entries { reader, value: None, below: self.one_less()? }),
            _ => Err(DecodeError::damaged()),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.value.tag == TAG_NULL { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value> {
        if name == ser::NUMBER {
            let n = self.value.as_number().ok_or_else(|| DecodeError("expected a number".to_owned()))?;
            return visitor.visit_string(n.to_string());
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.value.as_number() {
            Some(n) => visitor.visit_f64(n.to_f64()),
            None => self.deserialize_any(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(self, _: &'static str, _: &'static [&'static str], visitor: V) -> Result<V::Value> {
        let reader = || Reader(self.value.payload);
        match self.value.tag {
            TAG_S => visitor.visit_enum(de::value::BorrowedStrDeserializer::new(reader().rest_as_text()?)),
            TAG_M => {
                let entries = Entries { reader: reader(), value: None, below: self.one_less()? };
                visitor.visit_enum(de::value::MapAccessDeserializer::new(entries))
            }
            _ => Err(DecodeError("expected a variant".to_owned())),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        // The length is in front of every value, so what nobody wants is not even looked at.
        visitor.visit_unit()
    }

    fn is_human_readable(&self) -> bool {
        true
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map
        struct identifier
    }
}

struct Elements<'de> {
    reader: Reader<'de>,
    below: usize,
}

impl<'de> SeqAccess<'de> for Elements<'de> {
    type Error = DecodeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        self.reader.value()?.map(|value| seed.deserialize(Nested { value, below: self.below })).transpose()
    }
}

struct Entries<'de> {
    reader: Reader<'de>,
    value: Option<ValueRef<'de>>,
    below: usize,
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = DecodeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let Some((name, value)) = self.reader.attribute()? else { return Ok(None) };
        self.value = Some(value);
        seed.deserialize(de::value::BorrowedStrDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value> {
        let value = self.value.take().ok_or_else(DecodeError::damaged)?;
        seed.deserialize(Nested { value, below: self.below })
    }
}

pub(super) struct NumberVisitor;

impl<'de> Visitor<'de> for NumberVisitor {
    type Value = Number;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a number")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> std::result::Result<Number, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_i64<E: de::Error>(self, n: i64) -> std::result::Result<Number, E> {
        Ok(n.into())
    }

    fn visit_u64<E: de::Error>(self, n: u64) -> std::result::Result<Number, E> {
        Ok(n.into())
    }

    fn visit_f64<E: de::Error>(self, n: f64) -> std::result::Result<Number, E> {
        Number::try_from(n).map_err(E::custom)
    }

    fn visit_newtype_struct<D: de::Deserializer<'de>>(self, deserializer: D) -> std::result::Result<Number, D::Error> {
        deserializer.deserialize_any(self)
    }
}
