//! Keys as bytes that sort the way DynamoDB sorts, and ranges over them.

use chabudai_kernel::design::KeyAttribute;
use chabudai_kernel::key::{ItemKey, KeyValue, SortCondition};
use chabudai_kernel::packed::ItemRef;

/// Text and bytes sort as they are, numbers by their ordered form.
pub(crate) fn encode(value: &KeyValue) -> Vec<u8> {
    match value {
        KeyValue::S(text) => text.as_bytes().to_vec(),
        KeyValue::N(n) => n.ordered_bytes().to_vec(),
        KeyValue::B(bytes) => bytes.clone(),
    }
}

/// The bytes of a table key; the sort key of a table without one is empty.
pub(crate) fn encode_key(key: &ItemKey) -> (Vec<u8>, Vec<u8>) {
    (encode(&key.hash), key.range.as_ref().map(encode).unwrap_or_default())
}

/// The bytes of a key attribute in an item.
pub(crate) fn encode_attribute(attribute: KeyAttribute, item: ItemRef<'_>) -> Option<Vec<u8>> {
    let value = item.get(attribute.name)?;
    if let Some(text) = value.as_str() {
        return Some(text.as_bytes().to_vec());
    }
    if let Some(n) = value.as_number() {
        return Some(n.ordered_bytes().to_vec());
    }
    value.as_bytes().map(<[u8]>::to_vec)
}

/// One end of a range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Bound {
    pub(crate) at: Vec<u8>,
    pub(crate) included: bool,
}

/// Both ends of a sort condition.
pub(crate) fn bounds(condition: Option<&SortCondition>) -> (Option<Bound>, Option<Bound>) {
    let including = |value: &KeyValue| Some(Bound { at: encode(value), included: true });
    let excluding = |value: &KeyValue| Some(Bound { at: encode(value), included: false });
    match condition {
        None => (None, None),
        Some(SortCondition::Equals(value)) => (including(value), including(value)),
        Some(SortCondition::BeginsWith(prefix)) => (including(prefix), behind(encode(prefix)).map(|at| Bound { at, included: false })),
        Some(SortCondition::Between(from, to)) => (including(from), including(to)),
        Some(SortCondition::Below(value)) => (None, excluding(value)),
        Some(SortCondition::AtMost(value)) => (None, including(value)),
        Some(SortCondition::Above(value)) => (excluding(value), None),
        Some(SortCondition::AtLeast(value)) => (including(value), None),
    }
}

/// The smallest bytes behind everything with this prefix; there is none behind a row of `0xff`.
fn behind(mut prefix: Vec<u8>) -> Option<Vec<u8>> {
    while let Some(last) = prefix.pop() {
        if last < u8::MAX {
            prefix.push(last + 1);
            return Some(prefix);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_ends_behind_its_last_text() {
        let (from, to) = bounds(Some(&SortCondition::BeginsWith("DATE#".into())));
        assert_eq!((from.unwrap().at, to.unwrap().at), (b"DATE#".to_vec(), b"DATE$".to_vec()));
        assert_eq!(behind(vec![1, 0xff, 0xff]), Some(vec![2]));
        assert_eq!(behind(vec![0xff]), None);
    }
}
