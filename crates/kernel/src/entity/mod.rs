//! Entities: structs that become items, with the keys that their templates make.

mod plain;
mod templated;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::design::{Design, EntityDesign, FieldType, Form, Table};
use crate::key::{ItemKey, KeyValue, matches};
use crate::packed::{DecodeError, Item, ItemRef};
use crate::value::Value;

/// A struct that lives in a table. Implemented by [`entity!`](macro@crate::entity) and [`plain_entity!`](macro@crate::plain_entity).
pub trait Entity: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Its part of the design.
    const DESIGN: EntityDesign;

    /// The key of this item.
    fn item_key(&self) -> ItemKey;

    /// The struct of an item. A field that is not stored by itself comes out of the key.
    fn from_item(item: ItemRef<'_>) -> Result<Self, DecodeError> {
        item.decode()
    }

    /// The value of a templated key attribute; `None` where the item goes without it.
    fn templated(&self, attribute: &str) -> Option<String>;

    /// The item as it is stored: the fields, and the key attributes that templates make.
    fn to_item(&self) -> Item {
        let mut item = Item::pack(self).expect("an entity's fields are all of types that an item can hold");
        for key in Self::DESIGN.keys {
            if let (Form::Text(_), Some(text)) = (key.form, self.templated(key.attribute)) {
                item.push_text(key.attribute, &text);
            }
        }
        if cfg!(debug_assertions) {
            let foreign = undeclared(&Self::DESIGN, item.view());
            assert!(foreign.is_empty(), "{} is written with {foreign:?}, and its design says otherwise", Self::DESIGN.kind);
        }
        item
    }
}

/// What a read decodes its items into: one entity, or an enum of several made with [`one_of!`](macro@crate::one_of).
pub trait Decode: Sized {
    /// Decodes one item.
    fn decode(item: ItemRef<'_>) -> Result<Self, DecodeError>;

    /// Whether an item is of what is asked for, where the table has others with the same plain key: guards beside people, the counter
    /// beside what it counts. A read leaves those out.
    fn is_asked_for(_: ItemRef<'_>) -> bool {
        true
    }
}

impl<E: Entity> Decode for E {
    fn decode(item: ItemRef<'_>) -> Result<Self, DecodeError> {
        E::from_item(item)
    }

    fn is_asked_for(item: ItemRef<'_>) -> bool {
        !const { E::DESIGN.shares_its_key() } || is_of_kind(&E::DESIGN, item)
    }
}

impl Decode for Item {
    fn decode(item: ItemRef<'_>) -> Result<Self, DecodeError> {
        Ok(item.to_item())
    }
}

/// The item as its struct would be written now.
#[doc(hidden)]
pub fn rewritten<E: Entity>(item: ItemRef<'_>) -> Result<Item, DecodeError> {
    E::from_item(item).map(|entity| entity.to_item())
}

/// Whether an item is of a kind, by the look of its table key.
pub fn is_of_kind(design: &EntityDesign, item: ItemRef<'_>) -> bool {
    design.table.key_names().all(|name| {
        let Some(key) = design.key(name) else { return false };
        match (key.form, item.get(name)) {
            (Form::Text(pieces), Some(value)) => value.as_str().is_some_and(|text| matches(pieces, text)),
            (Form::Plain(_), Some(value)) => key.holds.allows(value),
            (_, None) => false,
        }
    })
}

/// The kind of an item of a table, by the look of its table key; `None` where the design has no such kind.
pub fn kind_of(design: &Design, table: &Table, item: ItemRef<'_>) -> Option<&'static EntityDesign> {
    design.entities.iter().copied().find(|kind| kind.table.name == table.name && is_of_kind(kind, item))
}

/// The attributes of an item that its kind does not declare, or declares otherwise. Nothing where the kind lists no fields.
pub fn undeclared(design: &EntityDesign, item: ItemRef<'_>) -> Vec<String> {
    let Ok(attributes) = item.to_attributes() else { return vec!["what cannot be read".to_owned()] };
    let mut out = Vec::new();
    if !design.fields.is_empty() {
        for (name, value) in &attributes {
            look(design, name, value, &mut out);
        }
    }
    out
}

fn look(design: &EntityDesign, path: &str, value: &Value, out: &mut Vec<String>) {
    let field = design.fields.iter().find(|field| field.name == path);
    let fits = match field {
        Some(field) => is_type(field.kind, value) || (field.optional && matches!(value, Value::Null)),
        None => design.has(path),
    };
    if !fits {
        out.push(path.to_owned());
    }
    if let Value::M(within) = value {
        for (name, value) in within {
            look(design, &format!("{path}.{name}"), value, out);
        }
    }
}

fn is_type(kind: FieldType, value: &Value) -> bool {
    matches!(
        (kind, value),
        (FieldType::S, Value::S(_))
            | (FieldType::N, Value::N(_))
            | (FieldType::B, Value::B(_))
            | (FieldType::BOOL, Value::Bool(_))
            | (FieldType::L, Value::L(_))
            | (FieldType::M, Value::M(_))
            | (FieldType::SS, Value::Ss(_))
    )
}

/// Whether a field was marked.
#[doc(hidden)]
pub const fn is_optional(marks: &[&str]) -> bool {
    assert!(marks.is_empty() || same(marks[0], "optional"), "a field is `optional` or nothing");
    !marks.is_empty()
}

/// The value of a plain key attribute.
#[doc(hidden)]
pub fn plain_key(value: Option<KeyValue>) -> KeyValue {
    value.expect("a table's own key is never optional")
}

/// Declares an enum for the answer of a query that returns items of several kinds, told apart by their keys.
///
/// An item of none of the kinds is an error unless the enum ends with `else Name`, which then holds it undecoded.
#[macro_export]
macro_rules! one_of {
    ($(#[$doc:meta])* $vis:vis $name:ident { $($kind:ident),+ $(,)? } $(else $other:ident)?) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq)]
        $vis enum $name {
            $(#[doc = concat!("A `", stringify!($kind), "`.")] $kind($kind),)+
            $(#[doc = "An item of another kind."] $other($crate::packed::Item),)?
        }

        impl $crate::entity::Decode for $name {
            fn decode(item: $crate::packed::ItemRef<'_>) -> ::std::result::Result<Self, $crate::packed::DecodeError> {
                $(if $crate::entity::is_of_kind(&<$kind as $crate::entity::Entity>::DESIGN, item) {
                    return <$kind as $crate::entity::Entity>::from_item(item).map(Self::$kind);
                })+
                $(return ::std::result::Result::Ok(Self::$other(item.to_item()));)?
                #[allow(unreachable_code, reason = "reached only where no other kind was named")]
                ::std::result::Result::Err($crate::packed::DecodeError("its key is of no kind that the query expects".to_owned()))
            }
        }
    };
}

/// What a plain key holds, as a declaration says it.
#[doc(hidden)]
#[macro_export]
macro_rules! entity_holds {
    () => {
        $crate::design::Holds::Anything
    };
    (beginning $($with:literal),+) => {
        $crate::design::Holds::Beginning($($with),+)
    };
    (not_beginning $($with:literal),+) => {
        $crate::design::Holds::NotBeginning(&[$($with),+])
    };
    (only $number:literal) => {
        $crate::design::Holds::Number($number)
    };
    (from $number:literal) => {
        $crate::design::Holds::NumbersFrom($number)
    };
}

/// The attributes of a kind as its design lists them.
#[doc(hidden)]
#[macro_export]
macro_rules! entity_fields {
    ($($name:literal : $kind:ident $($optional:ident)?;)*) => {
        &[$($crate::design::Field {
            name: $name,
            kind: $crate::design::FieldType::$kind,
            optional: $crate::entity::is_optional(&[$(stringify!($optional))?]),
        },)*]
    };
}

/// The text of a part that stands in a key attribute of an item.
#[doc(hidden)]
pub fn text_in_key<'a>(item: ItemRef<'a>, attribute: &str, pieces: &[crate::key::Piece], part: &str) -> Result<&'a str, DecodeError> {
    item.get(attribute)
        .and_then(crate::packed::ValueRef::as_str)
        .and_then(|text| crate::key::part_of(pieces, text, part))
        .ok_or_else(|| DecodeError(format!("{attribute} does not say {part}")))
}

/// Compares two names in a constant.
#[doc(hidden)]
pub const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// The last of one or two: how a macro says "this, or nothing".
#[doc(hidden)]
pub const fn last<T: Copy>(options: &[Option<T>]) -> Option<T> {
    options[options.len() - 1]
}
