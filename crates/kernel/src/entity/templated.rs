//! Kinds whose keys are made by templates.

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
                            holds: $crate::design::Holds::Anything,
                        },)+
                        $($($crate::design::EntityKey {
                            attribute: stringify!($index),
                            form: $crate::design::Form::Text(Self::$index.pieces),
                            optional: false,
                            only_if: $crate::entity::last(&[None, $(Some((stringify!($only_if), &[$(stringify!($reads)),*]))),*]),
                            holds: $crate::design::Holds::Anything,
                        },)+)?
                        $($($crate::design::EntityKey {
                            attribute: stringify!($plain),
                            form: $crate::design::Form::Plain(<$plain_type as $crate::part::PlainField>::SCALAR),
                            optional: <$plain_type as $crate::part::PlainField>::OPTIONAL,
                            only_if: None,
                            holds: $crate::design::Holds::Anything,
                        },)+)?
                    ],
                    at_most_bytes: $crate::entity::last(&[None, $(Some($bytes))?]),
                    fields: $crate::entity_fields!($($($name : $kind $($optional)?;)+)?),
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
