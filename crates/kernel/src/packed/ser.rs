//! From a struct to packed bytes.

use serde::{Serialize, ser};

use super::{DecodeError, Result, TAG_B, TAG_BS, TAG_DECIMAL, TAG_FALSE, TAG_INT, TAG_L, TAG_M, TAG_NS, TAG_NULL, TAG_S, TAG_SS, TAG_TRUE};
use crate::number::Number;
use crate::value::Value;

/// Newtype names by which our own types speak to this serializer; no other serializer minds them.
pub(super) const NUMBER: &str = "$chabudai::Number";
pub(super) const SET: &str = "$chabudai::Set";

pub(super) fn put_varint(out: &mut Vec<u8>, mut n: u64) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

pub(super) fn put_text(out: &mut Vec<u8>, text: &str) {
    put_varint(out, text.len() as u64);
    out.extend_from_slice(text.as_bytes());
}

fn put_int(out: &mut Vec<u8>, n: i64) {
    out.push(TAG_INT);
    put_varint(out, ((n << 1) ^ (n >> 63)) as u64);
}

fn put_number(out: &mut Vec<u8>, n: Number) {
    if let Some(whole) = n.to_i64() {
        return put_int(out, whole);
    }
    let (negative, coefficient, exponent) = n.parts();
    out.push(TAG_DECIMAL);
    out.push(u8::from(negative));
    out.extend_from_slice(&exponent.to_le_bytes());
    out.extend_from_slice(&coefficient.to_le_bytes());
}

fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    out.push(TAG_B);
    put_varint(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

/// Opens a list, map or set; its length is filled in by [`close`].
fn open(out: &mut Vec<u8>, tag: u8) -> usize {
    out.push(tag);
    out.extend_from_slice(&[0; 4]);
    out.len()
}

fn close(out: &mut [u8], start: usize) {
    let len = u32::try_from(out.len() - start).expect("an item is far below 4 GB");
    out[start - 4..start].copy_from_slice(&len.to_le_bytes());
}

pub(super) fn put_value(out: &mut Vec<u8>, value: &Value) {
    match value {
        Value::S(text) => {
            out.push(TAG_S);
            put_text(out, text);
        }
        Value::N(n) => put_number(out, *n),
        Value::B(bytes) => put_bytes(out, bytes),
        Value::Bool(yes) => out.push(if *yes { TAG_TRUE } else { TAG_FALSE }),
        Value::Null => out.push(TAG_NULL),
        Value::L(values) => {
            let start = open(out, TAG_L);
            for v in values {
                put_value(out, v);
            }
            close(out, start);
        }
        Value::M(map) => {
            let start = open(out, TAG_M);
            for (name, v) in map {
                put_text(out, name);
                put_value(out, v);
            }
            close(out, start);
        }
        Value::Ss(set) => {
            let start = open(out, TAG_SS);
            for text in set {
                out.push(TAG_S);
                put_text(out, text);
            }
            close(out, start);
        }
        Value::Ns(set) => {
            let start = open(out, TAG_NS);
            for n in set {
                put_number(out, *n);
            }
            close(out, start);
        }
        Value::Bs(set) => {
            let start = open(out, TAG_BS);
            for b in set {
                put_bytes(out, b);
            }
            close(out, start);
        }
    }
}

/// A value that was read, written again without being looked into.
pub(super) fn put_as_is(out: &mut Vec<u8>, tag: u8, payload: &[u8]) {
    out.push(tag);
    match tag {
        TAG_S | TAG_B => put_varint(out, payload.len() as u64),
        TAG_L..=TAG_BS => out.extend_from_slice(&(payload.len() as u32).to_le_bytes()),
        _ => {}
    }
    out.extend_from_slice(payload);
}

#[derive(Default)]
pub(super) struct Packer {
    out: Vec<u8>,
    /// The value written last was a `None` or an empty set: a struct's field of that kind is left out.
    nothing: bool,
}

impl Packer {
    pub(super) fn pack_item<T: Serialize + ?Sized>(&mut self, entity: &T) -> Result<()> {
        self.out.reserve(512);
        entity.serialize(&mut *self)?;
        // The outermost value is the item itself: its map header goes, its attributes stay.
        if self.out.first() != Some(&TAG_M) {
            return Err(DecodeError("an item is a struct or a map".to_owned()));
        }
        self.out.drain(..5);
        Ok(())
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.out
    }

    fn named<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<()> {
        let before = self.out.len();
        put_text(&mut self.out, name);
        self.nothing = false;
        value.serialize(&mut *self)?;
        if std::mem::take(&mut self.nothing) {
            self.out.truncate(before);
        }
        Ok(())
    }

    fn variant(&mut self, name: &str, tag: u8) -> Nested<'_> {
        let outer = open(&mut self.out, TAG_M);
        put_text(&mut self.out, name);
        let start = open(&mut self.out, tag);
        Nested { packer: self, start, outer: Some(outer), key: None }
    }

    fn nested(&mut self, tag: u8) -> Nested<'_> {
        let start = open(&mut self.out, tag);
        Nested { packer: self, start, outer: None, key: None }
    }
}

/// A list, map or struct being written.
pub(super) struct Nested<'a> {
    packer: &'a mut Packer,
    start: usize,
    outer: Option<usize>,
    key: Option<String>,
}

impl Nested<'_> {
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        value.serialize(&mut *self.packer)?;
        self.packer.nothing = false;
        Ok(())
    }

    fn finish(self) {
        close(&mut self.packer.out, self.start);
        if let Some(outer) = self.outer {
            close(&mut self.packer.out, outer);
        }
        self.packer.nothing = false;
    }
}

impl<'a> ser::Serializer for &'a mut Packer {
    type Ok = ();
    type Error = DecodeError;
    type SerializeSeq = Nested<'a>;
    type SerializeTuple = Nested<'a>;
    type SerializeTupleStruct = Nested<'a>;
    type SerializeTupleVariant = Nested<'a>;
    type SerializeMap = Nested<'a>;
    type SerializeStruct = Nested<'a>;
    type SerializeStructVariant = Nested<'a>;

    fn serialize_bool(self, v: bool) -> Result<()> {
        self.out.push(if v { TAG_TRUE } else { TAG_FALSE });
        Ok(())
    }

    fn serialize_i8(self, v: i8) -> Result<()> {
        self.serialize_i64(v.into())
    }

    fn serialize_i16(self, v: i16) -> Result<()> {
        self.serialize_i64(v.into())
    }

    fn serialize_i32(self, v: i32) -> Result<()> {
        self.serialize_i64(v.into())
    }

    fn serialize_i64(self, v: i64) -> Result<()> {
        put_int(&mut self.out, v);
        Ok(())
    }

    fn serialize_i128(self, v: i128) -> Result<()> {
        put_number(&mut self.out, Number::try_from(v).map_err(ser::Error::custom)?);
        Ok(())
    }

    fn serialize_u8(self, v: u8) -> Result<()> {
        self.serialize_i64(v.into())
    }

    fn serialize_u16(self, v: u16) -> Result<()> {
        self.serialize_i64(v.into())
    }

    fn serialize_u32(self, v: u32) -> Result<()> {
        self.serialize_i64(v.into())
    }

    fn serialize_u64(self, v: u64) -> Result<()> {
        put_number(&mut self.out, v.into());
        Ok(())
    }

    fn serialize_u128(self, v: u128) -> Result<()> {
        put_number(&mut self.out, Number::try_from(v).map_err(ser::Error::custom)?);
        Ok(())
    }

    fn serialize_f32(self, v: f32) -> Result<()> {
        self.serialize_f64(v.to_string().parse().map_err(ser::Error::custom)?)
    }

    fn serialize_f64(self, v: f64) -> Result<()> {
        put_number(&mut self.out, Number::try_from(v).map_err(ser::Error::custom)?);
        Ok(())
    }

    fn serialize_char(self, v: char) -> Result<()> {
        self.serialize_str(v.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, v: &str) -> Result<()> {
        self.out.push(TAG_S);
        put_text(&mut self.out, v);
        Ok(())
    }

    fn serialize_bytes(self, v: &[u8]) -> Result<()> {
        put_bytes(&mut self.out, v);
        Ok(())
    }

    fn serialize_none(self) -> Result<()> {
        self.out.push(TAG_NULL);
        self.nothing = true;
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<()> {
        self.out.push(TAG_NULL);
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<()> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<()> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Result<()> {
        let start = self.out.len();
        value.serialize(&mut *self)?;
        match name {
            NUMBER => {
                let text = super::Reader(&self.out[start..]).value()?.and_then(super::ValueRef::as_str);
                let number: Number = text.ok_or_else(DecodeError::damaged)?.parse().map_err(<DecodeError as ser::Error>::custom)?;
                self.out.truncate(start);
                put_number(&mut self.out, number);
            }
            SET => {
                let mut reader = super::Reader(&self.out[start..]);
                let list = reader.value()?.ok_or_else(DecodeError::damaged)?.to_value()?;
                let tag = match &list {
                    Value::L(members) => match members.first() {
                        Some(Value::S(_)) => TAG_SS,
                        Some(Value::N(_)) => TAG_NS,
                        Some(Value::B(_)) => TAG_BS,
                        None => {
                            self.nothing = true;
                            return Ok(());
                        }
                        Some(_) => return Err(DecodeError("a set holds texts, numbers or bytes".to_owned())),
                    },
                    _ => return Err(DecodeError::damaged()),
                };
                self.out[start] = tag;
            }
            _ => {}
        }
        Ok(())
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(self, _: &'static str, _: u32, variant: &'static str, value: &T) -> Result<()> {
        let start = open(&mut self.out, TAG_M);
        put_text(&mut self.out, variant);
        value.serialize(&mut *self)?;
        self.nothing = false;
        close(&mut self.out, start);
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Nested<'a>> {
        Ok(self.nested(TAG_L))
    }

    fn serialize_tuple(self, _: usize) -> Result<Nested<'a>> {
        Ok(self.nested(TAG_L))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Nested<'a>> {
        Ok(self.nested(TAG_L))
    }

    fn serialize_tuple_variant(self, _: &'static str, _: u32, variant: &'static str, _: usize) -> Result<Nested<'a>> {
        Ok(self.variant(variant, TAG_L))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Nested<'a>> {
        Ok(self.nested(TAG_M))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Nested<'a>> {
        Ok(self.nested(TAG_M))
    }

    fn serialize_struct_variant(self, _: &'static str, _: u32, variant: &'static str, _: usize) -> Result<Nested<'a>> {
        Ok(self.variant(variant, TAG_M))
    }

    fn is_human_readable(&self) -> bool {
        // Ids and dates are kept as the text that people and DynamoDB's console see.
        true
    }
}

macro_rules! sequence {
    ($($trait:ident :: $method:ident),*) => {$(
        impl ser::$trait for Nested<'_> {
            type Ok = ();
            type Error = DecodeError;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
                self.element(value)
            }

            fn end(self) -> Result<()> {
                self.finish();
                Ok(())
            }
        }
    )*};
}
sequence!(
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field
);

macro_rules! fields {
    ($($trait:ident),*) => {$(
        impl ser::$trait for Nested<'_> {
            type Ok = ();
            type Error = DecodeError;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<()> {
                self.packer.named(key, value)
            }

            fn end(self) -> Result<()> {
                self.finish();
                Ok(())
            }
        }
    )*};
}
fields!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Nested<'_> {
    type Ok = ();
    type Error = DecodeError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        let mut packer = Packer::default();
        key.serialize(&mut packer)?;
        let value = super::Reader(&packer.out).value()?.ok_or_else(DecodeError::damaged)?.to_value()?;
        self.key = Some(match value {
            Value::S(text) => text,
            Value::N(n) => n.to_string(),
            _ => return Err(DecodeError("a map's key is a text".to_owned())),
        });
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let key = self.key.take().ok_or_else(|| DecodeError("a value came before its key".to_owned()))?;
        self.packer.named(&key, value)
    }

    fn end(self) -> Result<()> {
        self.finish();
        Ok(())
    }
}
