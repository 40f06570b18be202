//! Entities: structs that become items, with the keys that their templates make.

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
}

impl<E: Entity> Decode for E {
    fn decode(item: ItemRef<'_>) -> Result<Self, DecodeError> {
        E::from_item(item)
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
            (Form::Plain(_), Some(_)) => true,
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

/// Declares how a struct becomes an item of a table whose keys are made by templates.
///
/// A template is literals and parts in a row; a part is named like the attribute that feeds it, so that it reads as in the design
/// document. `key(...)` lists the parts that make the table's own key, in the order in which `Entity::key` takes them. A part that the
/// design keeps in the key only is declared with `from` and the key attribute; its field carries `#[serde(skip_serializing)]`.
///
/// `fields` lists the attributes that no template makes, by their path and DynamoDB's type; `expires` says when an item goes by itself;
/// `departs` says where it is not as the design document has it, and why. All three stand in the generated documents.
///
/// A kind that several tables can include is generic over the one that does: `Session<T: People> in T::TABLE { .. }`.
///
/// ```
/// use chabudai_kernel::design::{Table, text};
/// use chabudai_kernel::part::{Day, Padded, Word};
/// use serde::{Deserialize, Serialize};
///
/// static PANTRY: Table = Table {
///     name: "pantry", hash: text("PK"), range: Some(text("SK")), indexes: &[], ttl: None, feed: false, about: "One house.",
/// };
///
/// #[derive(Serialize, Deserialize)]
/// struct Jar {
///     #[serde(skip_serializing)]
///     house: Word,
///     number: Padded<4>,
///     opened: Option<Day>,
/// }
///
/// chabudai_kernel::entity! {
///     /// Something on a shelf.
///     Jar in PANTRY {
///         house: Word = house from PK,
///         number: Padded<4> = number,
///         opened: Option<Day> = opened,
///     }
///     key(house, number) {
///         PK = "HOUSE#" house;
///         SK = "JAR#" number;
///     }
///     index {
///         openedSk = "OPENED#" opened "#" number;
///     }
/// }
///
/// let jar = Jar { house: Word::new("home").unwrap(), number: Padded::saturating(2), opened: None };
/// assert_eq!(Jar::SK.text(&(jar.number,)), "JAR#0002");
/// let item = chabudai_kernel::entity::Entity::to_item(&jar);
/// assert!(item.view().get("house").is_none() && item.view().get("openedSk").is_none());
/// let again = <Jar as chabudai_kernel::entity::Entity>::from_item(item.view()).unwrap();
/// assert_eq!(again.house, jar.house);
/// assert_eq!(Jar::key(jar.house.clone(), jar.number), chabudai_kernel::entity::Entity::item_key(&jar));
/// ```
#[macro_export]
macro_rules! entity {
    (
        $(#[doc = $about:literal])+
        $entity:ident $(<$house:ident : $bound:path>)? in $table:path $(, at most $bytes:literal bytes)? {
            $($part:ident : $type:ty = $field:ident $(from $source:ident)?),* $(,)?
        }
        key($($known:ident),*) {
            $($key:ident = $($key_text:literal)? $($key_part:ident $($key_sep:literal)?)*;)+
        }
        $(index {
            $($index:ident $(if $only_if:ident($($reads:ident),*))? = $($index_text:literal)? $($index_part:ident $($index_sep:literal)?)*;)+
        })?
        $(plain {
            $($plain:ident : $plain_type:ty = $plain_field:ident),+ $(,)?
        })?
        $(fields {
            $($name:literal : $kind:ident $($optional:ident)?;)+
        })?
        $(expires $expires:literal;)?
        $(departs {
            $($departs:literal : $why:literal;)+
        })?
    ) => {
        #[allow(non_upper_case_globals, non_snake_case, non_camel_case_types, unused_variables, dead_code, clippy::all, clippy::pedantic,
            reason = "parts and key attributes are spelled as the design document spells them")]
        const _: () = {
            $(type $part = <$type as $crate::part::KeyField>::Part;)*

            impl $(<$house: $bound>)? $entity $(<$house>)? {
                $(
                    #[doc = concat!("The key attribute `", stringify!($key), "`.")]
                    pub const $key: $crate::key::TextKey<($($key_part,)*)> = $crate::key::TextKey::new(
                        stringify!($key),
                        &[
                            $($crate::key::Piece::Text($key_text),)?
                            $(
                                $crate::key::Piece::Part {
                                    name: stringify!($key_part),
                                    format: <$key_part as $crate::part::KeyPart>::FORMAT,
                                    optional: Self::is_optional(stringify!($key_part)),
                                },
                                $($crate::key::Piece::Text($key_sep),)?
                            )*
                        ],
                    );
                )+
                $($(
                    #[doc = concat!("The key attribute `", stringify!($index), "`.")]
                    pub const $index: $crate::key::TextKey<($($index_part,)*)> = $crate::key::TextKey::new(
                        stringify!($index),
                        &[
                            $($crate::key::Piece::Text($index_text),)?
                            $(
                                $crate::key::Piece::Part {
                                    name: stringify!($index_part),
                                    format: <$index_part as $crate::part::KeyPart>::FORMAT,
                                    optional: Self::is_optional(stringify!($index_part)),
                                },
                                $($crate::key::Piece::Text($index_sep),)?
                            )*
                        ],
                    );
                )+)?
                $($(
                    #[doc = concat!("The key attribute `", stringify!($plain), "`.")]
                    pub const $plain: $crate::key::PlainKey<$plain_type> = $crate::key::PlainKey::new(stringify!($plain));
                )+)?

                /// The key of an item of this kind.
                pub fn key($($known: $known),*) -> $crate::key::ItemKey {
                    $crate::key::ItemKey::of_texts([$(Self::$key.text(&($($key_part.clone(),)*))),+])
                }

                const fn is_optional(part: &str) -> bool {
                    $(if $crate::entity::same(part, stringify!($part)) {
                        return <$type as $crate::part::KeyField>::OPTIONAL;
                    })*
                    false
                }
            }

            impl $(<$house: $bound>)? $crate::entity::Entity for $entity $(<$house>)? {
                const DESIGN: $crate::design::EntityDesign = $crate::design::EntityDesign {
                    kind: stringify!($entity),
                    about: concat!($($about),+),
                    table: &$table,
                    keys: &[
                        $($crate::design::EntityKey {
                            attribute: stringify!($key),
                            form: $crate::design::Form::Text(Self::$key.pieces),
                            optional: false,
                            only_if: None,
                        },)+
                        $($($crate::design::EntityKey {
                            attribute: stringify!($index),
                            form: $crate::design::Form::Text(Self::$index.pieces),
                            optional: false,
                            only_if: $crate::entity::last(&[None, $(Some((stringify!($only_if), &[$(stringify!($reads)),*]))),*]),
                        },)+)?
                        $($($crate::design::EntityKey {
                            attribute: stringify!($plain),
                            form: $crate::design::Form::Plain(<$plain_type as $crate::part::PlainField>::SCALAR),
                            optional: <$plain_type as $crate::part::PlainField>::OPTIONAL,
                            only_if: None,
                        },)+)?
                    ],
                    at_most_bytes: $crate::entity::last(&[None, $(Some($bytes))?]),
                    fields: &[$($($crate::design::Field {
                        name: $name,
                        kind: $crate::design::FieldType::$kind,
                        optional: $crate::entity::is_optional(&[$(stringify!($optional))?]),
                    },)+)?],
                    expires: $crate::entity::last(&[None, $(Some($expires))?]),
                    departs: &[$($(($departs, $why),)+)?],
                    rewritten: $crate::design::Rewritten($crate::entity::rewritten::<Self>),
                };

                fn item_key(&self) -> $crate::key::ItemKey {
                    $(let $part = $crate::part::KeyField::part(&self.$field);)*
                    $(let $known = $known.expect("a table's own key is never optional");)*
                    Self::key($($known.clone()),*)
                }

                fn from_item(item: $crate::packed::ItemRef<'_>) -> ::std::result::Result<Self, $crate::packed::DecodeError> {
                    item.decode_with(&[$($(
                        (stringify!($part), $crate::entity::text_in_key(item, stringify!($source), Self::$source.pieces, stringify!($part))?),
                    )?)*])
                }

                fn templated(&self, attribute: &str) -> Option<String> {
                    $(let $part = $crate::part::KeyField::part(&self.$field);)*
                    $(if attribute == stringify!($key) {
                        return Some(Self::$key.text(&($($key_part?.clone(),)*)));
                    })+
                    $($(if attribute == stringify!($index) {
                        $(if !self.$only_if() { return None; })?
                        return Some(Self::$index.text(&($($index_part?.clone(),)*)));
                    })+)?
                    None
                }
            }
        };
    };
}

/// Declares how a struct becomes an item of a table whose key attributes are the item's own, just as they stand.
///
/// ```
/// use chabudai_kernel::design::{Table, number};
/// use serde::{Deserialize, Serialize};
///
/// static ARTICLES: Table = Table {
///     name: "articles", hash: number("articleId"), range: None, indexes: &[], ttl: None, feed: false, about: "Columns.",
/// };
///
/// #[derive(Serialize, Deserialize)]
/// #[serde(rename_all = "camelCase")]
/// struct Article { article_id: u64, category: String }
///
/// chabudai_kernel::plain_entity! {
///     /// A column.
///     Article in ARTICLES { articleId: u64 = article_id }
///     index { category: String = category }
/// }
/// ```
#[macro_export]
macro_rules! plain_entity {
    (
        $(#[doc = $about:literal])+
        $entity:ident in $table:path $(, at most $bytes:literal bytes)? {
            $hash:ident : $hash_type:ty = $hash_field:ident
            $(, $range:ident : $range_type:ty = $range_field:ident)? $(,)?
        }
        $(index {
            $($index:ident : $index_type:ty = $index_field:ident),+ $(,)?
        })?
        $(fields {
            $($name:literal : $kind:ident $($optional:ident)?;)+
        })?
        $(expires $expires:literal;)?
        $(departs {
            $($departs:literal : $why:literal;)+
        })?
    ) => {
        #[allow(non_upper_case_globals, non_snake_case, clippy::all, clippy::pedantic,
            reason = "key attributes are spelled as the design document spells them")]
        const _: () = {
            impl $entity {
                #[doc = concat!("The key attribute `", stringify!($hash), "`.")]
                pub const $hash: $crate::key::PlainKey<$hash_type> = $crate::key::PlainKey::new(stringify!($hash));
                $(
                    #[doc = concat!("The key attribute `", stringify!($range), "`.")]
                    pub const $range: $crate::key::PlainKey<$range_type> = $crate::key::PlainKey::new(stringify!($range));
                )?
                $($(
                    #[doc = concat!("The key attribute `", stringify!($index), "`.")]
                    pub const $index: $crate::key::PlainKey<$index_type> = $crate::key::PlainKey::new(stringify!($index));
                )+)?

                /// The key of an item of this kind.
                pub fn key($hash: &$hash_type $(, $range: &$range_type)?) -> $crate::key::ItemKey {
                    $crate::key::ItemKey {
                        hash: $crate::entity::plain_key($crate::part::PlainField::plain_value($hash)),
                        range: [None, $(Some($crate::entity::plain_key($crate::part::PlainField::plain_value($range))))?]
                            .into_iter()
                            .last()
                            .flatten(),
                    }
                }
            }

            impl $crate::entity::Entity for $entity {
                const DESIGN: $crate::design::EntityDesign = $crate::design::EntityDesign {
                    kind: stringify!($entity),
                    about: concat!($($about),+),
                    table: &$table,
                    keys: &[
                        $crate::design::EntityKey {
                            attribute: stringify!($hash),
                            form: $crate::design::Form::Plain(<$hash_type as $crate::part::PlainField>::SCALAR),
                            optional: <$hash_type as $crate::part::PlainField>::OPTIONAL,
                            only_if: None,
                        },
                        $($crate::design::EntityKey {
                            attribute: stringify!($range),
                            form: $crate::design::Form::Plain(<$range_type as $crate::part::PlainField>::SCALAR),
                            optional: <$range_type as $crate::part::PlainField>::OPTIONAL,
                            only_if: None,
                        },)?
                        $($($crate::design::EntityKey {
                            attribute: stringify!($index),
                            form: $crate::design::Form::Plain(<$index_type as $crate::part::PlainField>::SCALAR),
                            optional: <$index_type as $crate::part::PlainField>::OPTIONAL,
                            only_if: None,
                        },)+)?
                    ],
                    at_most_bytes: $crate::entity::last(&[None, $(Some($bytes))?]),
                    fields: &[$($($crate::design::Field {
                        name: $name,
                        kind: $crate::design::FieldType::$kind,
                        optional: $crate::entity::is_optional(&[$(stringify!($optional))?]),
                    },)+)?],
                    expires: $crate::entity::last(&[None, $(Some($expires))?]),
                    departs: &[$($(($departs, $why),)+)?],
                    rewritten: $crate::design::Rewritten($crate::entity::rewritten::<Self>),
                };

                fn item_key(&self) -> $crate::key::ItemKey {
                    Self::key(&self.$hash_field $(, &self.$range_field)?)
                }

                fn templated(&self, _: &str) -> Option<String> {
                    None
                }
            }
        };
    };
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
