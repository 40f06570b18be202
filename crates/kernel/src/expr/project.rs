//! Cuts an item down to what was asked for.

use super::path::{Path, Segment};
use crate::packed::{DecodeError, Item, ItemRef};
use crate::value::{Attributes, Value};

/// The item with only these paths; the whole item when there are none.
pub fn project(paths: &[Path], item: ItemRef<'_>) -> Result<Item, DecodeError> {
    if paths.is_empty() {
        return Ok(item.to_item());
    }
    let mut out = Item::default();
    for (name, found) in item.iter() {
        let ways = || paths.iter().filter(|path| path.root() == name).map(Path::rest);
        if ways().any(<[Segment]>::is_empty) {
            // Most projections name whole attributes, and those stay as they are packed.
            out.push_as_is(name, found);
        } else if ways().next().is_some()
            && let Some(kept) = cut(&found.to_value()?, &ways().collect::<Vec<_>>())
        {
            out.push(name, &kept);
        }
    }
    Ok(out)
}

/// What is left of a value when only some ways into it are kept.
fn cut(value: &Value, wanted: &[&[Segment]]) -> Option<Value> {
    if wanted.iter().any(|way| way.is_empty()) {
        return Some(value.clone());
    }
    let ways_through = |step: &Segment| -> Vec<&[Segment]> {
        wanted.iter().filter_map(|way| way.split_first().filter(|(first, _)| *first == step).map(|(_, rest)| rest)).collect()
    };
    match value {
        Value::M(map) => {
            let kept: Attributes = map
                .iter()
                .filter_map(|(name, inner)| {
                    let ways = ways_through(&Segment::Name(name.clone().into()));
                    if ways.is_empty() { None } else { Some((name.clone(), cut(inner, &ways)?)) }
                })
                .collect();
            (!kept.is_empty()).then_some(Value::M(kept))
        }
        Value::L(list) => {
            let kept: Vec<Value> = list
                .iter()
                .enumerate()
                .filter_map(|(at, inner)| {
                    let ways = ways_through(&Segment::At(at));
                    if ways.is_empty() { None } else { cut(inner, &ways) }
                })
                .collect();
            (!kept.is_empty()).then_some(Value::L(kept))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::attr;

    #[test]
    fn nested_paths_keep_their_shape() {
        let data = Attributes::from([("email".into(), "a@b".into()), ("days".into(), Value::from(vec![1, 2, 3])), ("x".into(), 1.into())]);
        let item = Item::from_attributes(&Attributes::from([("Data".into(), Value::M(data)), ("other".into(), 1.into())]));
        let cut = project(&[attr("Data").dot("email"), attr("Data").dot("days").at(1), attr("none")], item.view()).unwrap();
        let expected = Attributes::from([("email".into(), "a@b".into()), ("days".into(), Value::from(vec![2]))]);
        assert_eq!(cut.view().to_attributes().unwrap(), Attributes::from([("Data".into(), Value::M(expected))]));
    }
}
