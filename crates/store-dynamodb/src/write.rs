//! One write.

use aws_sdk_dynamodb::types::{ConsumedCapacity, ReturnConsumedCapacity, ReturnValue, ReturnValuesOnConditionCheckFailure};
use chabudai_kernel::key::{ItemKey, KeyValue};
use chabudai_kernel::limits;
use chabudai_kernel::op::{Delete, Put, Returning, Update, Write};
use chabudai_kernel::packed::Item;
use chabudai_kernel::store::{Answer, Now, Spent, StoreError};
use chabudai_kernel::value::Value;

use crate::DynamoDbStore;
use crate::convert::{self, SdkItem};
use crate::error::Failure;
use crate::request::Expressions;
use crate::residue::{self, CLEARINGS, Verdict};
use crate::send::{Twice, spend_writing};

/// What a write hands back, and what it consumed.
type Written = Result<(Option<SdkItem>, Option<ConsumedCapacity>), Failure>;

impl DynamoDbStore {
    pub(crate) async fn write_item(&self, op: &Write, now: Now) -> Result<Answer<Option<Item>>, StoreError> {
        limits::write(op)?;
        let mut spent = Spent::default();
        for _ in 0..=CLEARINGS {
            let written = match op {
                Write::Put(put) => self.put(put, expressions(op, now), &mut spent).await,
                Write::Update(update) => self.update(update, expressions(op, now), &mut spent).await,
                Write::Delete(delete) => self.delete(delete, expressions(op, now), &mut spent).await,
                Write::Check(_) => return Err(StoreError::invalid("store.check_alone", "a check goes with other writes")),
            };
            match written {
                Ok((found, consumed)) => {
                    spend_writing(&mut spent, &consumed);
                    count_write(&mut spent, op);
                    let value = match op.returning() {
                        Returning::Nothing => None,
                        Returning::Old => residue::unexpired(op.table(), found, now)?.filter(|old| !self.stands_for_none(op, old)),
                        // What was just written is handed over even where it is born expired.
                        Returning::New => found.map(convert::item).transpose()?,
                    };
                    return Ok(Answer { value, spent });
                }
                Err(Failure::Condition(found)) => match residue::judge(op, found, now)? {
                    Verdict::InTheWay(item) => self.clear(op.table(), &item, &mut spent).await?,
                    Verdict::Failed(found) => return Err(StoreError::ConditionFailed { found }),
                },
                Err(failure) => return Err(failure.into()),
            }
        }
        Err(StoreError::Conflict)
    }

    /// DynamoDB says nothing of an item that an update has just created. Emulators are known that hand back its bare key as the old
    /// item (dynoxide 3.2); only there does a bare key count as nothing.
    fn stands_for_none(&self, op: &Write, old: &Item) -> bool {
        let is_bare_key = || old.view().iter().all(|(name, _)| op.table().key_names().any(|key| key == name));
        self.emulated && matches!(op, Write::Update(_)) && is_bare_key()
    }

    async fn put(&self, op: &Put, expressions: Expressions, spent: &mut Spent) -> Written {
        let item = convert::sdk_item(op.item.view()).map_err(StoreError::from)?;
        let request = self
            .client
            .put_item()
            .table_name(self.physical_name(op.table))
            .set_item(Some(item))
            .set_return_values_on_condition_check_failure(what_stood_there(&expressions))
            .set_condition_expression(expressions.condition)
            .set_expression_attribute_names(expressions.names)
            .set_expression_attribute_values(expressions.values)
            .set_return_values(op.return_old.then_some(ReturnValue::AllOld))
            .return_consumed_capacity(ReturnConsumedCapacity::Total);
        let answer = self.send(spent, Twice::Matters, || request.clone().send()).await?;
        Ok((answer.attributes, answer.consumed_capacity))
    }

    async fn update(&self, op: &Update, expressions: Expressions, spent: &mut Spent) -> Written {
        let returning = match op.returning {
            Returning::Nothing => None,
            Returning::Old => Some(ReturnValue::AllOld),
            Returning::New => Some(ReturnValue::AllNew),
        };
        let request = self
            .client
            .update_item()
            .table_name(self.physical_name(op.table))
            .set_key(Some(convert::sdk_key(op.table, &op.key)))
            .set_return_values_on_condition_check_failure(what_stood_there(&expressions))
            .set_update_expression(expressions.update)
            .set_condition_expression(expressions.condition)
            .set_expression_attribute_names(expressions.names)
            .set_expression_attribute_values(expressions.values)
            .set_return_values(returning)
            .return_consumed_capacity(ReturnConsumedCapacity::Total);
        let answer = self.send(spent, Twice::Matters, || request.clone().send()).await?;
        Ok((answer.attributes, answer.consumed_capacity))
    }

    async fn delete(&self, op: &Delete, expressions: Expressions, spent: &mut Spent) -> Written {
        let request = self
            .client
            .delete_item()
            .table_name(self.physical_name(op.table))
            .set_key(Some(convert::sdk_key(op.table, &op.key)))
            .set_return_values_on_condition_check_failure(what_stood_there(&expressions))
            .set_condition_expression(expressions.condition)
            .set_expression_attribute_names(expressions.names)
            .set_expression_attribute_values(expressions.values)
            .set_return_values(op.return_old.then_some(ReturnValue::AllOld))
            .return_consumed_capacity(ReturnConsumedCapacity::Total);
        let answer = self.send(spent, Twice::Matters, || request.clone().send()).await?;
        Ok((answer.attributes, answer.consumed_capacity))
    }
}

/// The write's expressions, with expiry in its condition.
pub(crate) fn expressions(op: &Write, now: Now) -> Expressions {
    let actions = match op {
        Write::Update(update) => update.actions.as_slice(),
        Write::Put(_) | Write::Delete(_) | Write::Check(_) => &[],
    };
    Expressions::of(residue::condition(op, now).as_ref(), actions)
}

pub(crate) fn what_stood_there(expressions: &Expressions) -> Option<ReturnValuesOnConditionCheckFailure> {
    expressions.condition.as_ref().map(|_| ReturnValuesOnConditionCheckFailure::AllOld)
}

pub(crate) fn count_write(spent: &mut Spent, op: &Write) {
    spent.items += 1;
    spent.bytes += match op {
        Write::Put(put) => put.item.view().size() as u64,
        Write::Update(update) => {
            let values = update.actions.iter().flat_map(|action| action.values().into_iter().map(Value::size).collect::<Vec<_>>());
            key_bytes(&update.key) + values.sum::<usize>() as u64
        }
        Write::Delete(_) | Write::Check(_) => key_bytes(op.key()),
    };
}

pub(crate) fn key_bytes(key: &ItemKey) -> u64 {
    (key.hash.size() + key.range.as_ref().map_or(0, KeyValue::size)) as u64
}
