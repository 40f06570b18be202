//! Two ranges as one list: what is kept under two prefixes, or in two places, and is read in the order of time.

use std::cmp::Ordering;

use crate::cursor::CursorError;
use crate::db::{ListError, Listed, Run};
use crate::declared::Asked;
use crate::entity::Decode;
use crate::key::KeyValue;
use crate::op::{PageKey, Query};
use crate::packed::{Item, ItemRef};
use crate::store::StoreError;

/// What stands between the positions of the two ranges in a cursor.
const BETWEEN: char = '.';
/// In place of a position: that range has come to its end. No sealed position looks like this.
const END: &str = "-";

/// One of the two ranges, as far as it was read.
struct Strand {
    op: Query,
    is_at_end: bool,
    /// What was read and not taken yet, the next one last.
    items: Vec<(KeyValue, Item)>,
    /// More was there than was read.
    has_more: bool,
}

impl Strand {
    /// Whether the next one is not known: then nothing that could come behind it may be taken.
    fn is_unknown(&self) -> bool {
        self.items.is_empty() && self.has_more
    }
}

impl Run<'_> {
    /// Lists up to `want` items of two ranges, merged by an attribute by which both are sorted, from a client's cursor on. The cursor in
    /// the answer is absent at the exact end.
    ///
    /// Both ranges go in the same direction and have no filter. It takes one request for each range that has not come to its end, and
    /// another for each page of which nothing is left.
    pub async fn merged<T: Decode>(
        &self,
        ops: [Query; 2],
        by: &'static str,
        want: u32,
        cursor: Option<&str>,
    ) -> Result<Listed<T>, ListError> {
        let backward = ops[0].backward;
        assert!(ops.iter().all(|op| op.backward == backward && op.filter.is_none()), "two ranges are merged in one direction, unfiltered");
        let tokens = match cursor.map(|cursor| cursor.split_once(BETWEEN).ok_or(CursorError)).transpose()? {
            Some((one, other)) => [one, other],
            None => ["", ""],
        };
        let mut strands = Vec::with_capacity(2);
        for (op, token) in ops.into_iter().zip(tokens) {
            strands.push(self.strand(op, token, by, want).await?);
        }
        let mut out = Vec::new();
        while out.len() < want as usize && !strands.iter().any(Strand::is_unknown) {
            let at = match [&strands[0], &strands[1]].map(|strand| strand.items.last()) {
                [None, None] => break,
                [Some(_), None] => 0,
                [None, Some(_)] => 1,
                [Some((one, _)), Some((other, _))] => {
                    let order = if backward { other.cmp(one) } else { one.cmp(other) };
                    usize::from(order == Ordering::Greater)
                }
            };
            let strand = &mut strands[at];
            let Some((_, item)) = strand.items.pop() else { break };
            strand.op.after = PageKey::of(strand.op.table, strand.op.index, item.view());
            if T::is_asked_for(item.view()) {
                out.push(T::decode(item.view()).map_err(StoreError::from)?);
            }
        }
        let ends: Vec<bool> = strands.iter().map(|strand| strand.is_at_end || (strand.items.is_empty() && !strand.has_more)).collect();
        let next = (!ends.iter().all(|end| *end)).then(|| {
            let token = |(strand, end): (&Strand, &bool)| match (&strand.op.after, end) {
                (_, true) => END.to_owned(),
                (Some(position), false) => self.seal(&strand.op, position),
                (None, false) => String::new(),
            };
            strands.iter().zip(&ends).map(token).collect::<Vec<_>>().join(&BETWEEN.to_string())
        });
        Ok(Listed { items: out, next })
    }

    async fn strand(&self, mut op: Query, token: &str, by: &'static str, want: u32) -> Result<Strand, ListError> {
        if token == END {
            return Ok(Strand { op, is_at_end: true, items: Vec::new(), has_more: false });
        }
        op.after = (!token.is_empty()).then(|| self.open(&op, token)).transpose()?;
        // One more than wanted: it tells whether anything follows.
        op.limit = Some(want + 1);
        self.declares(Asked::Query(&op));
        let mut page = self.query(&op).await?;
        // All that was read may be gone: deleted by whoever asks, or expired and not removed yet. What follows is what is asked for.
        while page.items.is_empty()
            && let Some(next) = page.next.take()
        {
            op.after = Some(next);
            page = self.query(&op).await?;
        }
        let sorted = |item: ItemRef<'_>| {
            let value = item.get(by).and_then(|value| KeyValue::from_value(&value.to_value().ok()?));
            let value = value.ok_or_else(|| StoreError::invalid("store.page_key", format!("an item has no {by} to be merged by")))?;
            Ok((value, item.to_item()))
        };
        let mut items = page.items.iter().map(sorted).collect::<Result<Vec<_>, StoreError>>()?;
        items.reverse();
        Ok(Strand { op, is_at_end: false, items, has_more: page.next.is_some() })
    }
}
