//! Evaluates a condition the way DynamoDB does.

use std::cmp::Ordering;

use super::condition::{Comparison, Condition, Operand};
use super::path::Path;
use crate::packed::ItemRef;
use crate::value::Value;

/// Whether the condition holds of an item, or of no item at all.
pub fn holds(condition: &Condition, item: Option<ItemRef<'_>>) -> bool {
    match condition {
        Condition::Exists(path) => at(path, item).is_some(),
        Condition::Absent(path) => at(path, item).is_none(),
        Condition::Compare(a, by, b) => compare(resolve(a, item).as_ref(), *by, resolve(b, item).as_ref()),
        Condition::Between(value, from, to) => {
            let value = resolve(value, item);
            compare(value.as_ref(), Comparison::GreaterOrEqual, resolve(from, item).as_ref())
                && compare(value.as_ref(), Comparison::LessOrEqual, resolve(to, item).as_ref())
        }
        Condition::OneOf(value, others) => {
            let value = resolve(value, item);
            others.iter().any(|other| compare(value.as_ref(), Comparison::Equal, resolve(other, item).as_ref()))
        }
        Condition::BeginsWith(path, prefix) => match (at(path, item), prefix) {
            (Some(Value::S(text)), Value::S(prefix)) => text.starts_with(prefix.as_str()),
            (Some(Value::B(bytes)), Value::B(prefix)) => bytes.starts_with(prefix),
            _ => false,
        },
        Condition::Contains(path, wanted) => match (at(path, item), resolve(wanted, item)) {
            (Some(holder), Some(wanted)) => contains(&holder, &wanted),
            _ => false,
        },
        Condition::All(all) => all.iter().all(|c| holds(c, item)),
        Condition::Any(any) => any.iter().any(|c| holds(c, item)),
        Condition::Not(inner) => !holds(inner, item),
    }
}

fn at(path: &Path, item: Option<ItemRef<'_>>) -> Option<Value> {
    path.find(item?)
}

fn resolve(operand: &Operand, item: Option<ItemRef<'_>>) -> Option<Value> {
    match operand {
        Operand::Value(value) => Some(value.clone()),
        Operand::Path(path) => at(path, item),
        Operand::Size(path) => length(&at(path, item)?).map(Value::from),
    }
}

fn length(value: &Value) -> Option<usize> {
    Some(match value {
        // DynamoDB counts a text in UTF-16 units.
        Value::S(text) => text.encode_utf16().count(),
        Value::B(bytes) => bytes.len(),
        Value::L(list) => list.len(),
        Value::M(map) => map.len(),
        Value::Ss(set) => set.len(),
        Value::Ns(set) => set.len(),
        Value::Bs(set) => set.len(),
        Value::N(_) | Value::Bool(_) | Value::Null => return None,
    })
}

fn contains(holder: &Value, wanted: &Value) -> bool {
    match (holder, wanted) {
        (Value::S(text), Value::S(part)) => text.contains(part.as_str()),
        (Value::B(bytes), Value::B(part)) => part.is_empty() || bytes.windows(part.len()).any(|w| w == part),
        (Value::Ss(set), Value::S(member)) => set.contains(member),
        (Value::Ns(set), Value::N(member)) => set.contains(member),
        (Value::Bs(set), Value::B(member)) => set.contains(member),
        (Value::L(list), member) => list.contains(member),
        _ => false,
    }
}

fn compare(a: Option<&Value>, by: Comparison, b: Option<&Value>) -> bool {
    // What is missing is unequal to everything, and neither less nor greater.
    let (Some(a), Some(b)) = (a, b) else { return by == Comparison::NotEqual };
    match by {
        Comparison::Equal => a == b,
        Comparison::NotEqual => a != b,
        Comparison::Less => order(a, b) == Some(Ordering::Less),
        Comparison::LessOrEqual => matches!(order(a, b), Some(Ordering::Less | Ordering::Equal)),
        Comparison::Greater => order(a, b) == Some(Ordering::Greater),
        Comparison::GreaterOrEqual => matches!(order(a, b), Some(Ordering::Greater | Ordering::Equal)),
    }
}

/// The order of two values of one ordered type.
pub(crate) fn order(a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::S(a), Value::S(b)) => Some(a.cmp(b)),
        (Value::N(a), Value::N(b)) => Some(a.cmp(b)),
        (Value::B(a), Value::B(b)) => Some(a.cmp(b)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::attr;
    use crate::packed::Item;
    use crate::value::Attributes;

    #[test]
    fn what_is_missing_is_only_unequal() {
        let item = Item::from_attributes(&Attributes::from([("a".into(), 1.into())]));
        let item = Some(item.view());
        assert!(holds(&attr("b").ne(1), item));
        for condition in [attr("b").eq(1), attr("b").lt(1), attr("b").ge(1), attr("b").between(0, 2), attr("b").exists()] {
            assert!(!holds(&condition, item), "{condition:?}");
        }
        assert!(holds(&attr("b").absent().and(attr("a").eq(1)), item));
    }

    #[test]
    fn nested_values_are_found() {
        let data = Attributes::from([("email".into(), "a@b".into()), ("tags".into(), Value::from(vec!["x", "y"]))]);
        let item = Item::from_attributes(&Attributes::from([("Data".into(), Value::M(data))]));
        let item = Some(item.view());
        assert!(holds(&attr("Data").dot("email").eq("a@b"), item));
        assert!(holds(&attr("Data").dot("tags").at(1).eq("y"), item));
        assert!(holds(&attr("Data").dot("tags").contains("x"), item));
        assert!(holds(&attr("Data").dot("tags").size().compare(Comparison::Equal, 2), item));
        assert!(holds(&attr("Data").at(0).absent(), item));
    }

    #[test]
    fn lengths_are_counted_in_utf16() {
        let item = Item::from_attributes(&Attributes::from([("s".into(), "👘".into())]));
        assert!(holds(&attr("s").size().compare(Comparison::Equal, 2), Some(item.view())));
    }
}
