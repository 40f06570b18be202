//! Kinds whose key attributes are the item's own.

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
///     Article in ARTICLES { articleId: u64 = article_id holds from(1) }
///     index { category: String = category }
/// }
///
/// #[derive(Serialize, Deserialize)]
/// #[serde(rename_all = "camelCase")]
/// struct Counter { article_id: u64, last: u64 }
///
/// chabudai_kernel::plain_entity! {
///     /// The number of the last column.
///     Counter in ARTICLES { articleId: u64 = article_id holds only(0) }
/// }
/// ```
///
/// Kinds that share a plain key say what it holds: `beginning("EMAIL#")`, `not_beginning("EMAIL#")`, `only(0)`, `from(1)`. Reads of one kind
/// leave the items of others out.
#[macro_export]
macro_rules! plain_entity {
    (
        $(#[doc = $about:literal])+
        $entity:ident in $table:path $(, at most $bytes:literal bytes)? {
            $hash:ident : $hash_type:ty = $hash_field:ident $(holds $rule:ident($($given:literal),+))?
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
                            holds: $crate::entity_holds!($($rule $($given),+)?),
                        },
                        $($crate::design::EntityKey {
                            attribute: stringify!($range),
                            form: $crate::design::Form::Plain(<$range_type as $crate::part::PlainField>::SCALAR),
                            optional: <$range_type as $crate::part::PlainField>::OPTIONAL,
                            only_if: None,
                            holds: $crate::design::Holds::Anything,
                        },)?
                        $($($crate::design::EntityKey {
                            attribute: stringify!($index),
                            form: $crate::design::Form::Plain(<$index_type as $crate::part::PlainField>::SCALAR),
                            optional: <$index_type as $crate::part::PlainField>::OPTIONAL,
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
                    Self::key(&self.$hash_field $(, &self.$range_field)?)
                }

                fn templated(&self, _: &str) -> Option<String> {
                    None
                }
            }
        };
    };
}
