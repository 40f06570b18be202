//! Cursors that go out to clients: opaque, bound to the query and its filters, tamper-evident, and useless for another owner's data.
//!
//! A cursor is the position encrypted with AES-SIV, and the query is the associated data: a token that was changed, or that comes
//! back with another query (another owner, order, filter or index), does not open.

use crate::key::KeyValue;
use crate::op::{PageKey, Query};
use crate::packed::{Item, ItemRef};
use crate::seal::Seal;
use crate::value::{Attributes, Value};

const VERSION: &[u8] = b"chabudai cursor 1";

/// The cursor does not belong to this query.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the cursor does not belong to this list")]
pub struct CursorError;

/// Seals and opens cursors with a key of the server's.
#[derive(Clone, Debug)]
pub struct Cursors(Seal);

impl Cursors {
    /// Derives the key from a secret of any length.
    pub fn new(secret: &[u8]) -> Self {
        Self(Seal::new(VERSION, secret))
    }

    /// The token for a position in a query.
    pub fn seal(&self, query: &Query, position: &PageKey) -> String {
        let values = implied_last(query).filter_map(|name| position.0.get(name)).map(KeyValue::to_value).collect();
        let packed = Item::from_attributes(&Attributes::from([(String::new(), Value::L(values))]));
        self.0.seal(fingerprint(query).as_bytes(), packed.view().bytes())
    }

    /// The position behind a token, if it was sealed for this query.
    pub fn open(&self, query: &Query, token: &str) -> Result<PageKey, CursorError> {
        let packed = self.0.open(fingerprint(query).as_bytes(), token).ok_or(CursorError)?;
        let Some(Ok(Value::L(values))) = ItemRef::new(&packed).get("").map(crate::packed::ValueRef::to_value) else {
            return Err(CursorError);
        };
        let names: Vec<_> = implied_last(query).collect();
        if names.len() != values.len() {
            return Err(CursorError);
        }
        let mut position: std::collections::BTreeMap<_, _> = names
            .into_iter()
            .zip(&values)
            .map(|(name, value)| Some((name.to_owned(), KeyValue::from_value(value)?)))
            .collect::<Option<_>>()
            .ok_or(CursorError)?;
        position.insert(query.hash.attribute.to_owned(), query.hash.value.clone());
        Ok(PageKey(position))
    }
}

/// The attributes of a position without the partition key, which the query says itself.
fn implied_last(query: &Query) -> impl Iterator<Item = &'static str> {
    let hash = query.hash.attribute;
    query.table.cursor_names(query.index).into_iter().filter(move |name| *name != hash)
}

/// Everything that decides which items the query finds, and in which order.
fn fingerprint(query: &Query) -> String {
    format!(
        "{}|{:?}|{:?}|{:?}|{}|{:?}",
        query.table.name,
        query.index.map(|index| index.name),
        query.hash,
        query.range,
        query.backward,
        query.filter
    )
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;

    use super::*;
    use crate::design::{Index, Projection, Table, text};
    use crate::expr::attr;
    use crate::key::{Named, SortCondition};

    static BY_DATE: Index = Index { name: "ByDate", hash: text("PK"), range: Some(text("dateSk")), projection: Projection::All, why: "" };
    static TABLE: Table =
        Table { name: "T", hash: text("PK"), range: Some(text("SK")), indexes: &[&BY_DATE], ttl: None, feed: false, about: "" };

    fn query(owner: &str) -> Query {
        Query::index(&TABLE, &BY_DATE, Named { attribute: "PK", value: owner.into() })
    }

    fn position(owner: &str) -> PageKey {
        PageKey([("PK", owner), ("SK", "HIST#1"), ("dateSk", "DATE#20260101#1")].map(|(n, v)| (n.to_owned(), v.into())).into())
    }

    #[test]
    fn a_cursor_opens_for_its_own_query_only() {
        let cursors = Cursors::new(b"secret");
        let token = cursors.seal(&query("W#1"), &position("W#1"));
        assert_eq!(cursors.open(&query("W#1"), &token), Ok(position("W#1")));
        assert_eq!(cursors.open(&query("W#1").limit(7), &token), Ok(position("W#1")));
        for other in [query("W#2"), query("W#1").backward(), query("W#1").filter(attr("genre").eq("tops"))] {
            assert_eq!(cursors.open(&other, &token), Err(CursorError));
        }
        assert_eq!(Cursors::new(b"other").open(&query("W#1"), &token), Err(CursorError));
    }

    #[test]
    fn a_cursor_opens_for_its_own_range_only() {
        let cursors = Cursors::new(b"secret");
        let within = |value: SortCondition| query("W#1").range(Named { attribute: "dateSk", value });
        let january = || SortCondition::BeginsWith("DATE#202601".into());
        let token = cursors.seal(&within(january()), &position("W#1"));
        assert_eq!(cursors.open(&within(january()), &token), Ok(position("W#1")));
        for other in [
            query("W#1"),
            within(SortCondition::BeginsWith("DATE#202602".into())),
            within(SortCondition::AtLeast("DATE#202601".into())),
            within(SortCondition::Between("DATE#202601".into(), "DATE#202602".into())),
        ] {
            assert_eq!(cursors.open(&other, &token), Err(CursorError), "{other:?}");
        }
    }

    #[test]
    fn a_changed_cursor_does_not_open_and_shows_nothing() {
        let cursors = Cursors::new(b"secret");
        let token = cursors.seal(&query("W#1"), &position("W#1"));
        let sealed = URL_SAFE_NO_PAD.decode(&token).unwrap();
        assert!(!sealed.windows(4).any(|w| w == b"DATE"));
        for at in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert_eq!(cursors.open(&query("W#1"), &URL_SAFE_NO_PAD.encode(changed)), Err(CursorError));
        }
        for nonsense in ["", "!", "AAAA", "null"] {
            assert_eq!(cursors.open(&query("W#1"), nonsense), Err(CursorError));
        }
    }
}
