//! A picture of an item that shows its make and none of its values.

use super::key_attributes;
use crate::design::{Design, EntityDesign, EntityKey, Form, Table};
use crate::entity::kind_of;
use crate::key::{Piece, matches};
use crate::number::Number;
use crate::packed::{DecodeError, ItemRef};
use crate::value::Value;

/// An item with every value hidden.
///
/// Whoever may see a design may not see people's data. So a picture is made of what the design says, the names of the attributes, and
/// the size of each value; not even the names within a map are shown, since people may have chosen them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The kind of the item; `None` where the design has none with such a key.
    pub entity: Option<&'static str>,
    /// Its attributes: the keys of the table, those of its indexes in the design's order, then the others by name.
    pub attributes: Vec<SampleAttribute>,
}

/// An attribute with its value hidden.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SampleAttribute {
    /// The name.
    pub name: String,
    /// DynamoDB's name of the type: `S`, `N`, `BOOL`, `L` and so on.
    pub kind: &'static str,
    /// A key by its template, such as `W#‹wardrobeId›#CLOTH`; any other value by its size, such as `9 characters`.
    pub shown: String,
    /// Whether it is a key attribute of the table or of an index.
    pub is_key: bool,
}

impl Sample {
    /// The picture of an item of a table.
    pub fn of(design: &Design, table: &Table, item: ItemRef<'_>) -> Result<Self, DecodeError> {
        let kind = kind_of(design, table, item);
        let mut values = item.to_attributes()?;
        let mut attributes = Vec::with_capacity(values.len());
        for key in key_attributes(table) {
            if let Some((name, value)) = values.remove_entry(key.name) {
                let by_template = kind.and_then(|kind| kind.key(&name)).and_then(|key| templated(key, &value));
                let shown = by_template.unwrap_or_else(|| size(&value));
                attributes.push(SampleAttribute { name, kind: value.type_name(), shown, is_key: true });
            }
        }
        let others = values.into_iter();
        attributes.extend(others.map(|(name, value)| SampleAttribute {
            name,
            kind: value.type_name(),
            shown: size(&value),
            is_key: false,
        }));
        Ok(Self { entity: kind.map(|kind| kind.kind), attributes })
    }
}

/// The picture of the first item of each kind, in the design's order. A kind without an item has none; what is of no kind is left out.
///
/// Items come from a scan of [`Db::store`](crate::db::Db::store), which is on no pattern's account.
pub fn samples<'a, 't>(design: &Design, items: impl IntoIterator<Item = (&'t Table, ItemRef<'a>)>) -> Result<Vec<Sample>, DecodeError> {
    let mut found: Vec<Option<Sample>> = vec![None; design.entities.len()];
    let place = |kind: &EntityDesign| design.entities.iter().position(|one| one.kind == kind.kind);
    for (table, item) in items {
        if let Some(at) = kind_of(design, table, item).and_then(place)
            && found[at].is_none()
        {
            found[at] = Some(Sample::of(design, table, item)?);
        }
        if found.iter().all(Option::is_some) {
            break;
        }
    }
    Ok(found.into_iter().flatten().collect())
}

/// The key as its template writes it. A key that the template did not make is none of its own: `None`.
fn templated(key: &EntityKey, value: &Value) -> Option<String> {
    let named = |name: &str| format!("‹{name}›");
    match (key.form, value) {
        (Form::Plain(_), _) => Some(named(key.attribute)),
        (Form::Text(pieces), Value::S(text)) if matches(pieces, text) => {
            let written = pieces.iter().map(|piece| match piece {
                Piece::Text(literal) => (*literal).to_owned(),
                Piece::Part { name, .. } => named(name),
            });
            Some(written.collect())
        }
        (Form::Text(_), _) => None,
    }
}

fn size(value: &Value) -> String {
    let counted = |count: usize, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
    let entries = |count| counted(count, "entry", "entries");
    match value {
        Value::S(text) => counted(text.chars().count(), "character", "characters"),
        Value::N(number) => counted(digits(number), "digit", "digits"),
        Value::B(bytes) => counted(bytes.len(), "byte", "bytes"),
        Value::Bool(_) => "true or false".to_owned(),
        Value::Null => "nothing".to_owned(),
        Value::L(values) => entries(values.len()),
        Value::M(map) => entries(map.len()),
        Value::Ss(set) => entries(set.len()),
        Value::Ns(set) => entries(set.len()),
        Value::Bs(set) => entries(set.len()),
    }
}

/// The digits of a number as people write it, without those of a power of ten.
fn digits(number: &Number) -> usize {
    number.to_string().bytes().take_while(|byte| *byte != b'E').filter(u8::is_ascii_digit).count()
}
