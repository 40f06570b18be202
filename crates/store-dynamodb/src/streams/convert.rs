//! Records of a stream as changes. The SDK has the same values as for tables, in types of their own.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue as TableValue;
use aws_sdk_dynamodbstreams::types::{AttributeValue, StreamRecord};
use chabudai_kernel::design::Table;
use chabudai_kernel::feed::Change;
use chabudai_kernel::op::key_of;
use chabudai_kernel::packed::{DecodeError, Item};
use chabudai_kernel::store::StoreError;

use crate::convert::{self, SdkItem};

fn value(value: AttributeValue) -> Result<TableValue, DecodeError> {
    Ok(match value {
        AttributeValue::S(text) => TableValue::S(text),
        AttributeValue::N(text) => TableValue::N(text),
        AttributeValue::B(bytes) => TableValue::B(bytes),
        AttributeValue::Bool(yes) => TableValue::Bool(yes),
        AttributeValue::Null(null) => TableValue::Null(null),
        AttributeValue::L(values) => TableValue::L(values.into_iter().map(self::value).collect::<Result<_, _>>()?),
        AttributeValue::M(map) => TableValue::M(map_of(map)?),
        AttributeValue::Ss(set) => TableValue::Ss(set),
        AttributeValue::Ns(set) => TableValue::Ns(set),
        AttributeValue::Bs(set) => TableValue::Bs(set),
        other => return Err(DecodeError(format!("a value of a type that is not known here: {other:?}"))),
    })
}

fn map_of(map: HashMap<String, AttributeValue>) -> Result<SdkItem, DecodeError> {
    map.into_iter().map(|(name, of)| Ok((name, value(of)?))).collect()
}

fn image(image: Option<HashMap<String, AttributeValue>>) -> Result<Option<Item>, DecodeError> {
    image.map(|image| map_of(image).and_then(convert::item)).transpose()
}

/// A record as a change. The table's stream has to show the items before and after, as our tables' streams do.
pub(super) fn change(table: &'static Table, record: StreamRecord) -> Result<Change, StoreError> {
    let (before, after) = (image(record.old_image)?, image(record.new_image)?);
    let key = after.as_ref().or(before.as_ref()).and_then(|item| key_of(table, item.view()));
    let key = key.ok_or_else(|| StoreError::Unavailable(format!("the stream of {} shows no items", table.name)))?;
    let at = record.approximate_creation_date_time.map_or(0, |at| at.secs());
    Ok(Change { table, key, at, before, after })
}
