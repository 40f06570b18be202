//! What is past its TTL and still there: DynamoDB sweeps it away within days, and until then it counts as none.

use aws_sdk_dynamodb::types::ReturnConsumedCapacity;
use chabudai_kernel::design::Table;
use chabudai_kernel::expiry;
use chabudai_kernel::expr::{Condition, Path, attr, eval};
use chabudai_kernel::op::{Write, key_of};
use chabudai_kernel::packed::{DecodeError, Item};
use chabudai_kernel::store::{Now, Spent, StoreError};

use crate::DynamoDbStore;
use crate::convert::{self, SdkItem};
use crate::error::Failure;
use crate::request::Expressions;
use crate::send::{Twice, spend_writing};

/// How often a write clears residue out of its way. More than once takes a rival that writes items which are born expired.
pub(crate) const CLEARINGS: u32 = 4;

/// The condition under which a write is sent.
///
/// A put or a delete may take the place of residue. An update may not: it would build on attributes that are gone.
pub(crate) fn condition(op: &Write, now: Now) -> Option<Condition> {
    match (op, op.table().ttl) {
        (Write::Update(update), Some(ttl)) => {
            let live = expiry::live(ttl, now);
            Some(match &update.condition {
                Some(condition) => live.and(condition.clone()),
                None => live,
            })
        }
        _ => expiry::guarded(op.table(), op.condition(), now),
    }
}

/// What a failed condition says about a write.
pub(crate) enum Verdict {
    /// The write may happen, once this is out of its way.
    InTheWay(Item),
    /// The condition does not hold of this.
    Failed(Option<Box<Item>>),
}

pub(crate) fn judge(op: &Write, found: Option<SdkItem>, now: Now) -> Result<Verdict, DecodeError> {
    let Some(found) = found.filter(|found| !found.is_empty()).map(convert::item).transpose()? else { return Ok(Verdict::Failed(None)) };
    if !expiry::is_expired(op.table(), found.view(), now) {
        return Ok(Verdict::Failed(Some(Box::new(found))));
    }
    let holds_of_none = op.condition().is_none_or(|condition| eval::holds(condition, None));
    let is_update = matches!(op, Write::Update(_));
    Ok(if is_update && holds_of_none { Verdict::InTheWay(found) } else { Verdict::Failed(None) })
}

/// An item that a write hands back, unless it is residue.
pub(crate) fn unexpired(table: &Table, found: Option<SdkItem>, now: Now) -> Result<Option<Item>, DecodeError> {
    let found = found.filter(|found| !found.is_empty()).map(convert::item).transpose()?;
    Ok(found.filter(|item| !expiry::is_expired(table, item.view(), now)))
}

/// What to ask for so that expiry can be seen in the answer, and what of it the caller wants.
pub(crate) struct Asked {
    pub(crate) paths: Vec<Path>,
    /// The caller's own paths; everything when empty.
    wanted: Vec<Path>,
}

impl Asked {
    pub(crate) fn of(table: &Table, projection: &[Path]) -> Self {
        Self::without_expiry(projection).along_with(table.ttl)
    }

    /// Just this, where DynamoDB leaves residue out by itself.
    pub(crate) fn without_expiry(projection: &[Path]) -> Self {
        Self { paths: projection.to_vec(), wanted: projection.to_vec() }
    }

    /// Only what tells whether an item is live.
    pub(crate) fn expiry_of(table: &Table) -> Self {
        Self { paths: table.ttl.map(attr).into_iter().collect(), wanted: Vec::new() }
    }

    /// A part of the key too: a transaction's read says of an item without any of the attributes asked for that it is not there.
    pub(crate) fn with_key(self, table: &Table) -> Self {
        self.along_with(Some(table.hash.name))
    }

    fn along_with(mut self, name: Option<&'static str>) -> Self {
        let missing = |name: &&str| !self.paths.is_empty() && self.paths.iter().all(|path| path.root() != *name);
        self.paths.extend(name.filter(missing).map(attr));
        self
    }

    /// The item as the caller wants it, unless it is residue.
    pub(crate) fn unexpired(&self, table: &Table, found: SdkItem, now: Now) -> Result<Option<Item>, DecodeError> {
        let mut attributes = convert::attributes(found)?;
        let item = Item::from_attributes(&attributes);
        if expiry::is_expired(table, item.view(), now) {
            return Ok(None);
        }
        if self.wanted.is_empty() {
            return Ok(Some(item));
        }
        attributes.retain(|name, _| self.wanted.iter().any(|path| path.root() == name));
        Ok(Some(Item::from_attributes(&attributes)))
    }
}

impl DynamoDbStore {
    /// Removes residue, unless it has changed since it was seen; then whoever changed it decides what comes next.
    pub(crate) async fn clear(&self, table: &'static Table, residue: &Item, spent: &mut Spent) -> Result<(), StoreError> {
        let seen = table.ttl.and_then(|ttl| Some((ttl, residue.view().get(ttl)?.as_number()?)));
        let (Some((ttl, seen)), Some(key)) = (seen, key_of(table, residue.view())) else { return Err(StoreError::Conflict) };
        let Expressions { condition, names, values, .. } = Expressions::of(Some(&attr(ttl).eq(seen)), &[]);
        let request = self
            .client
            .delete_item()
            .table_name(self.physical_name(table))
            .set_key(Some(convert::sdk_key(table, &key)))
            .set_condition_expression(condition)
            .set_expression_attribute_names(names)
            .set_expression_attribute_values(values)
            .return_consumed_capacity(ReturnConsumedCapacity::Total);
        match self.send(spent, Twice::SameAsOnce, || request.clone().send()).await {
            Ok(answer) => {
                spend_writing(spent, &answer.consumed_capacity);
                Ok(())
            }
            Err(Failure::Condition(_)) => Ok(()),
            Err(failure) => Err(failure.into()),
        }
    }
}
