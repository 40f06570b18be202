//! Tables and indexes of a design as the SDK takes them.

use aws_sdk_dynamodb::types::{
    AttributeDefinition, CreateGlobalSecondaryIndexAction, GlobalSecondaryIndex, KeySchemaElement, KeyType, Projection, ProjectionType,
    ScalarAttributeType, StreamSpecification, StreamViewType, TimeToLiveSpecification,
};
use chabudai_kernel::design::{Held, Index, KeyAttribute, Scalar, Table};

pub(crate) fn key_schema(hash: KeyAttribute, range: Option<KeyAttribute>) -> Vec<KeySchemaElement> {
    std::iter::once((hash, KeyType::Hash)).chain(range.map(|range| (range, KeyType::Range))).map(|(key, part)| element(key, part)).collect()
}

fn element(key: KeyAttribute, part: KeyType) -> KeySchemaElement {
    KeySchemaElement::builder().attribute_name(key.name).key_type(part).build().expect("name and part are set")
}

pub(crate) fn scalar(scalar: Scalar) -> ScalarAttributeType {
    match scalar {
        Scalar::S => ScalarAttributeType::S,
        Scalar::N => ScalarAttributeType::N,
        Scalar::B => ScalarAttributeType::B,
    }
}

/// The types of the key attributes, each once: DynamoDB refuses an attribute that is no key, or that is there twice.
pub(crate) fn definitions<'a>(table: &Table, indexes: impl IntoIterator<Item = &'a Index>) -> Vec<AttributeDefinition> {
    let mut keys: Vec<KeyAttribute> = Vec::new();
    let of_indexes = indexes.into_iter().flat_map(|index| std::iter::once(index.hash).chain(index.range));
    for key in std::iter::once(table.hash).chain(table.range).chain(of_indexes) {
        if keys.iter().all(|known| known.name != key.name) {
            keys.push(key);
        }
    }
    let define = |key: KeyAttribute| AttributeDefinition::builder().attribute_name(key.name).attribute_type(scalar(key.scalar)).build();
    keys.into_iter().map(|key| define(key).expect("name and type are set")).collect()
}

pub(crate) fn projection(table: &Table, index: &Index) -> Projection {
    match table.held_by(index) {
        Held::Everything => Projection::builder().projection_type(ProjectionType::All),
        Held::KeysAnd(names) if names.is_empty() => Projection::builder().projection_type(ProjectionType::KeysOnly),
        Held::KeysAnd(names) => Projection::builder()
            .projection_type(ProjectionType::Include)
            .set_non_key_attributes(Some(names.into_iter().map(str::to_owned).collect())),
    }
    .build()
}

pub(crate) fn new_index(table: &Table, index: &Index) -> GlobalSecondaryIndex {
    GlobalSecondaryIndex::builder()
        .index_name(index.name)
        .set_key_schema(Some(key_schema(index.hash, index.range)))
        .projection(projection(table, index))
        .build()
        .expect("name and keys are set")
}

pub(crate) fn added_index(table: &Table, index: &Index) -> CreateGlobalSecondaryIndexAction {
    CreateGlobalSecondaryIndexAction::builder()
        .index_name(index.name)
        .set_key_schema(Some(key_schema(index.hash, index.range)))
        .projection(projection(table, index))
        .build()
        .expect("name, keys and projection are set")
}

/// Before and after, so that a reader of the changes needs no further request.
pub(crate) fn feed() -> StreamSpecification {
    StreamSpecification::builder()
        .stream_enabled(true)
        .stream_view_type(StreamViewType::NewAndOldImages)
        .build()
        .expect("whether it is enabled is set")
}

pub(crate) fn expiry(attribute: &str) -> TimeToLiveSpecification {
    TimeToLiveSpecification::builder().enabled(true).attribute_name(attribute).build().expect("name and state are set")
}
