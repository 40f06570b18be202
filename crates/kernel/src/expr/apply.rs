//! Applies an update the way DynamoDB does.

use super::path::{Path, Segment};
use super::update::{SetTo, UpdateAction};
use crate::packed::{Item, ItemRef};
use crate::value::{Attributes, Value};

/// Changes the attributes, or says why they cannot be changed so. On an error the attributes are half changed: throw them away.
pub fn apply(actions: &[UpdateAction], attributes: &mut Attributes) -> Result<(), String> {
    // Every operand is read before anything changes.
    let mut sets = Vec::new();
    let mut removes = Vec::new();
    for action in actions {
        let path = action.path();
        let now = path.find_in(attributes);
        match action {
            UpdateAction::Set(_, to) => sets.push((path, set_value(to, now, path)?)),
            // What was not there is left alone, even where another change now appends an element at that position.
            UpdateAction::Remove(_) if now.is_some() => removes.push(path),
            UpdateAction::Remove(_) => has_place(attributes, path)?,
            UpdateAction::Add(_, value) => sets.push((path, added(now, value, path)?)),
            UpdateAction::DeleteFromSet(_, value) => match without(now, value, path)? {
                Some(rest) => sets.push((path, rest)),
                None if now.is_some() => removes.push(path),
                None => has_place(attributes, path)?,
            },
        }
    }
    // Elements set behind a list's end are appended in the order of their positions.
    sets.sort_by_key(|(path, _)| *path);
    for (path, value) in sets {
        put(attributes, path, value)?;
    }
    // Elements are taken away from the back, so that positions stay those of the list as it was.
    removes.sort_by(|a, b| b.cmp(a));
    for path in removes {
        remove(attributes, path)?;
    }
    Ok(())
}

/// The item after an update; `None` stands for an item that comes into being with the `fresh` attributes, its key.
///
/// Only the attributes that the update touches are looked into; the others are carried over as they are.
pub fn updated(actions: &[UpdateAction], item: Option<ItemRef<'_>>, fresh: impl FnOnce() -> Attributes) -> Result<Item, String> {
    let Some(item) = item else {
        let mut attributes = fresh();
        apply(actions, &mut attributes)?;
        return Ok(Item::from_attributes(&attributes));
    };
    let is_touched = |name: &str| actions.iter().any(|action| action.path().root() == name);
    let mut touched = Attributes::new();
    let mut after = Item::default();
    for (name, value) in item.iter() {
        if is_touched(name) {
            touched.insert(name.to_owned(), value.to_value().map_err(|error| error.to_string())?);
        } else {
            after.push_as_is(name, value);
        }
    }
    apply(actions, &mut touched)?;
    for (name, value) in &touched {
        after.push(name, value);
    }
    Ok(after)
}

fn set_value(to: &SetTo, now: Option<&Value>, path: &Path) -> Result<Value, String> {
    let list = || match now {
        None => Ok(Vec::new()),
        Some(Value::L(list)) => Ok(list.clone()),
        Some(_) => Err(format!("{path} is not a list")),
    };
    Ok(match to {
        SetTo::Value(value) => value.clone(),
        SetTo::IfAbsent(value) => now.unwrap_or(value).clone(),
        SetTo::Appended(values) => Value::L(list()?.into_iter().chain(values.iter().cloned()).collect()),
        SetTo::Prepended(values) => Value::L(values.iter().cloned().chain(list()?).collect()),
    })
}

fn added(now: Option<&Value>, value: &Value, path: &Path) -> Result<Value, String> {
    Ok(match (now, value) {
        (None, value) => value.clone(),
        (Some(Value::N(a)), Value::N(b)) => Value::N(a.checked_add(*b).map_err(|e| e.to_string())?),
        (Some(Value::Ss(a)), Value::Ss(b)) => Value::Ss(a.union(b).cloned().collect()),
        (Some(Value::Ns(a)), Value::Ns(b)) => Value::Ns(a.union(b).copied().collect()),
        (Some(Value::Bs(a)), Value::Bs(b)) => Value::Bs(a.union(b).cloned().collect()),
        (Some(_), _) => return Err(format!("{path} is of another type than what is added")),
    })
}

/// The set without the members; `None` when nothing is left.
fn without(now: Option<&Value>, value: &Value, path: &Path) -> Result<Option<Value>, String> {
    let rest = match (now, value) {
        (None, _) => return Ok(None),
        (Some(Value::Ss(a)), Value::Ss(b)) => Value::Ss(a.difference(b).cloned().collect()),
        (Some(Value::Ns(a)), Value::Ns(b)) => Value::Ns(a.difference(b).copied().collect()),
        (Some(Value::Bs(a)), Value::Bs(b)) => Value::Bs(a.difference(b).cloned().collect()),
        (Some(_), _) => return Err(format!("{path} is of another type than what is taken away")),
    };
    Ok((!rest.has_empty_set()).then_some(rest))
}

fn invalid(path: &Path) -> String {
    format!("{path} leads through something that is not there")
}

/// Whether something could stand at the path: what it leads through is there and of the right type.
fn has_place(attributes: &Attributes, path: &Path) -> Result<(), String> {
    match (path.parent().map(|parent| parent.find_in(attributes)), path.rest().last()) {
        (None, _) | (Some(Some(Value::M(_))), Some(Segment::Name(_))) | (Some(Some(Value::L(_))), Some(Segment::At(_))) => Ok(()),
        _ => Err(invalid(path)),
    }
}

fn put(attributes: &mut Attributes, path: &Path, value: Value) -> Result<(), String> {
    let Some((last, above)) = path.rest().split_last() else {
        attributes.insert(path.root().to_owned(), value);
        return Ok(());
    };
    match (holder(attributes, path, above)?, last) {
        (Value::M(map), Segment::Name(name)) => {
            map.insert(name.clone().into_owned(), value);
        }
        (Value::L(elements), Segment::At(at)) => match elements.get_mut(*at) {
            Some(element) => *element = value,
            None => elements.push(value),
        },
        _ => return Err(invalid(path)),
    }
    Ok(())
}

fn remove(attributes: &mut Attributes, path: &Path) -> Result<(), String> {
    let Some((last, above)) = path.rest().split_last() else {
        attributes.remove(path.root());
        return Ok(());
    };
    match (holder(attributes, path, above)?, last) {
        (Value::M(map), Segment::Name(name)) => {
            map.remove(name.as_ref());
        }
        (Value::L(elements), Segment::At(at)) => {
            if *at < elements.len() {
                elements.remove(*at);
            }
        }
        _ => return Err(invalid(path)),
    }
    Ok(())
}

fn holder<'a>(attributes: &'a mut Attributes, path: &Path, above: &[Segment]) -> Result<&'a mut Value, String> {
    let root = attributes.get_mut(path.root()).ok_or_else(|| invalid(path))?;
    above.iter().try_fold(root, |value, segment| match (value, segment) {
        (Value::M(map), Segment::Name(name)) => map.get_mut(name.as_ref()).ok_or_else(|| invalid(path)),
        (Value::L(list), Segment::At(at)) => list.get_mut(*at).ok_or_else(|| invalid(path)),
        _ => Err(invalid(path)),
    })
}
