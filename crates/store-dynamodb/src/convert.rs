//! Items and values, to and from the SDK's.

use std::collections::HashMap;

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use chabudai_kernel::design::Table;
use chabudai_kernel::key::{ItemKey, KeyValue};
use chabudai_kernel::number::Number;
use chabudai_kernel::op::PageKey;
use chabudai_kernel::packed::{DecodeError, Item, ItemRef};
use chabudai_kernel::value::{Attributes, Value};

/// An item as the SDK has it.
pub(crate) type SdkItem = HashMap<String, AttributeValue>;

pub(crate) fn to_sdk(value: Value) -> AttributeValue {
    match value {
        Value::S(text) => AttributeValue::S(text),
        Value::N(n) => AttributeValue::N(n.to_string()),
        Value::B(bytes) => AttributeValue::B(Blob::new(bytes)),
        Value::Bool(yes) => AttributeValue::Bool(yes),
        Value::Null => AttributeValue::Null(true),
        Value::L(values) => AttributeValue::L(values.into_iter().map(to_sdk).collect()),
        Value::M(map) => AttributeValue::M(map.into_iter().map(|(name, value)| (name, to_sdk(value))).collect()),
        Value::Ss(set) => AttributeValue::Ss(set.into_iter().collect()),
        Value::Ns(set) => AttributeValue::Ns(set.iter().map(ToString::to_string).collect()),
        Value::Bs(set) => AttributeValue::Bs(set.into_iter().map(Blob::new).collect()),
    }
}

fn from_sdk(value: AttributeValue) -> Result<Value, DecodeError> {
    Ok(match value {
        AttributeValue::S(text) => Value::S(text),
        AttributeValue::N(text) => Value::N(number(&text)?),
        AttributeValue::B(bytes) => Value::B(bytes.into_inner()),
        AttributeValue::Bool(yes) => Value::Bool(yes),
        AttributeValue::Null(_) => Value::Null,
        AttributeValue::L(values) => Value::L(values.into_iter().map(from_sdk).collect::<Result<_, _>>()?),
        AttributeValue::M(map) => Value::M(attributes(map)?),
        AttributeValue::Ss(set) => Value::Ss(set.into_iter().collect()),
        AttributeValue::Ns(set) => Value::Ns(set.iter().map(|text| number(text)).collect::<Result<_, _>>()?),
        AttributeValue::Bs(set) => Value::Bs(set.into_iter().map(Blob::into_inner).collect()),
        other => return Err(DecodeError(format!("a value of a type that is not known here: {other:?}"))),
    })
}

fn number(text: &str) -> Result<Number, DecodeError> {
    text.parse().map_err(|error| DecodeError(format!("{text} is not a number: {error}")))
}

/// Attributes of an answer. A map of the SDK has no order; ours is by name, so that equal items come back as equal bytes.
pub(crate) fn attributes(found: SdkItem) -> Result<Attributes, DecodeError> {
    found.into_iter().map(|(name, value)| Ok((name, from_sdk(value)?))).collect()
}

pub(crate) fn item(found: SdkItem) -> Result<Item, DecodeError> {
    Ok(Item::from_attributes(&attributes(found)?))
}

pub(crate) fn sdk_item(item: ItemRef<'_>) -> Result<SdkItem, DecodeError> {
    Ok(item.to_attributes()?.into_iter().map(|(name, value)| (name, to_sdk(value))).collect())
}

pub(crate) fn sdk_key(table: &Table, key: &ItemKey) -> SdkItem {
    let range = table.range.zip(key.range.as_ref());
    std::iter::once((table.hash, &key.hash))
        .chain(range)
        .map(|(attribute, value)| (attribute.name.to_owned(), to_sdk(value.to_value())))
        .collect()
}

pub(crate) fn sdk_position(position: &PageKey) -> SdkItem {
    position.0.iter().map(|(name, value)| (name.clone(), to_sdk(value.to_value()))).collect()
}

pub(crate) fn position(found: SdkItem) -> Result<PageKey, DecodeError> {
    let named = |(name, value): (String, Value)| {
        let value = KeyValue::from_value(&value).ok_or_else(|| DecodeError(format!("the position holds {name}, which is no key")))?;
        Ok((name, value))
    };
    attributes(found)?.into_iter().map(named).collect::<Result<_, _>>().map(PageKey)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_type_comes_back_as_it_went() {
        let exact: Number = "12345678901234567890123456789012345678".parse().unwrap();
        let small: Number = "-0.0000000000000000000000000000000000001".parse().unwrap();
        let there = Attributes::from([
            ("s".into(), "着物".into()),
            ("n".into(), exact.into()),
            ("b".into(), Value::B(vec![0, 255])),
            ("yes".into(), true.into()),
            ("null".into(), Value::Null),
            ("l".into(), Value::L(vec![1.into(), "two".into(), Value::L(Vec::new())])),
            ("m".into(), Value::M(Attributes::from([("deep".into(), small.into())]))),
            ("ss".into(), Value::Ss(BTreeSet::from(["a".into(), "b".into()]))),
            ("ns".into(), Value::Ns(BTreeSet::from([exact, small]))),
            ("bs".into(), Value::Bs(BTreeSet::from([vec![1], vec![2, 3]]))),
        ]);
        let packed = Item::from_attributes(&there);
        let back = item(sdk_item(packed.view()).unwrap()).unwrap();
        assert_eq!(back, packed);
    }

    #[test]
    fn a_number_that_is_none_is_an_error() {
        assert!(item(SdkItem::from([("n".into(), AttributeValue::N("many".into()))])).is_err());
    }
}
