//! All or none.

use aws_sdk_dynamodb::types::{self as sdk, ReturnConsumedCapacity, TransactGetItem, TransactWriteItem};
use chabudai_kernel::design::Table;
use chabudai_kernel::expr::render::Renderer;
use chabudai_kernel::limits;
use chabudai_kernel::op::{Transact, TransactGet, Write};
use chabudai_kernel::packed::{DecodeError, Item};
use chabudai_kernel::store::{Answer, Cancelled, Now, Reason, Spent, StoreError};

use crate::DynamoDbStore;
use crate::convert;
use crate::error::{Failure, passing_or_invalid};
use crate::read::count_items;
use crate::request::{names, projection};
use crate::residue::{Asked, CLEARINGS, Verdict, judge};
use crate::send::{Twice, spend_reading, spend_writing};
use crate::write::{count_write, expressions, what_stood_there};

impl DynamoDbStore {
    pub(crate) async fn transact_write_items(&self, op: &Transact, now: Now) -> Result<Answer<()>, StoreError> {
        limits::transact(op)?;
        let outcome = self.transact_at(op, self.first_sent.time(op, now)).await;
        if outcome.as_ref().is_err_and(|error| !error.is_passing()) {
            self.first_sent.forget(op);
        }
        outcome
    }

    async fn transact_at(&self, op: &Transact, now: Now) -> Result<Answer<()>, StoreError> {
        let actions = op.writes.iter().map(|write| self.action(write, now)).collect::<Result<Vec<_>, _>>()?;
        let request = self
            .client
            .transact_write_items()
            .set_transact_items(Some(actions))
            .set_client_request_token(op.token.clone())
            .return_consumed_capacity(ReturnConsumedCapacity::Total);
        let twice = if op.token.is_some() { Twice::SameAsOnce } else { Twice::Matters };
        let mut spent = Spent::default();
        for _ in 0..=CLEARINGS {
            match self.send(&mut spent, twice, || request.clone().send()).await {
                Ok(answer) => {
                    spend_writing(&mut spent, answer.consumed_capacity());
                    op.writes.iter().for_each(|write| count_write(&mut spent, write));
                    return Ok(Answer { value: (), spent });
                }
                Err(Failure::Cancelled(reasons)) => {
                    let residue = in_the_way(op, reasons, now)?;
                    for (table, item) in residue {
                        self.clear(table, &item, &mut spent).await?;
                    }
                }
                Err(failure) => return Err(failure.into()),
            }
        }
        Err(StoreError::Conflict)
    }

    fn action(&self, op: &Write, now: Now) -> Result<TransactWriteItem, StoreError> {
        let table = self.physical_name(op.table());
        let expressions = expressions(op, now);
        let stood_there = what_stood_there(&expressions);
        let key = || Some(convert::sdk_key(op.table(), op.key()));
        let action = TransactWriteItem::builder();
        Ok(match op {
            Write::Put(put) => action.put(
                sdk::Put::builder()
                    .table_name(table)
                    .set_item(Some(convert::sdk_item(put.item.view())?))
                    .set_condition_expression(expressions.condition)
                    .set_expression_attribute_names(expressions.names)
                    .set_expression_attribute_values(expressions.values)
                    .set_return_values_on_condition_check_failure(stood_there)
                    .build()
                    .expect("table and item are set"),
            ),
            Write::Update(_) => {
                let changes = expressions.update;
                let changes = changes.ok_or_else(|| StoreError::invalid("store.update", "an update in a transaction changes something"))?;
                action.update(
                    sdk::Update::builder()
                        .table_name(table)
                        .set_key(key())
                        .update_expression(changes)
                        .set_condition_expression(expressions.condition)
                        .set_expression_attribute_names(expressions.names)
                        .set_expression_attribute_values(expressions.values)
                        .set_return_values_on_condition_check_failure(stood_there)
                        .build()
                        .expect("table, key and changes are set"),
                )
            }
            Write::Delete(_) => action.delete(
                sdk::Delete::builder()
                    .table_name(table)
                    .set_key(key())
                    .set_condition_expression(expressions.condition)
                    .set_expression_attribute_names(expressions.names)
                    .set_expression_attribute_values(expressions.values)
                    .set_return_values_on_condition_check_failure(stood_there)
                    .build()
                    .expect("table and key are set"),
            ),
            Write::Check(_) => action.condition_check(
                sdk::ConditionCheck::builder()
                    .table_name(table)
                    .set_key(key())
                    .set_condition_expression(expressions.condition)
                    .set_expression_attribute_names(expressions.names)
                    .set_expression_attribute_values(expressions.values)
                    .set_return_values_on_condition_check_failure(stood_there)
                    .build()
                    .expect("table, key and condition are set"),
            ),
        }
        .build())
    }

    pub(crate) async fn transact_get_items(&self, op: &TransactGet, now: Now) -> Result<Answer<Vec<Option<Item>>>, StoreError> {
        limits::transact_get(op)?;
        let asked: Vec<_> = op.gets.iter().map(|get| Asked::of(get.table, &get.projection).with_key(get.table)).collect();
        let gets = op.gets.iter().zip(&asked).map(|(get, asked)| {
            let mut renderer = Renderer::default();
            let get = sdk::Get::builder()
                .table_name(self.physical_name(get.table))
                .set_key(Some(convert::sdk_key(get.table, &get.key)))
                .set_projection_expression(projection(&mut renderer, &asked.paths))
                .set_expression_attribute_names(names(&renderer))
                .build()
                .expect("table and key are set");
            TransactGetItem::builder().get(get).build()
        });
        let request = self
            .client
            .transact_get_items()
            .set_transact_items(Some(gets.collect()))
            .return_consumed_capacity(ReturnConsumedCapacity::Total);
        let mut spent = Spent::default();
        let answer = self.send(&mut spent, Twice::SameAsOnce, || request.clone().send()).await?;
        spend_reading(&mut spent, answer.consumed_capacity());

        let responses = answer.responses.unwrap_or_default();
        if responses.len() != op.gets.len() {
            return Err(DecodeError(format!("{} answers came to {} reads", responses.len(), op.gets.len())).into());
        }
        let mut value = Vec::with_capacity(responses.len());
        for ((get, asked), response) in op.gets.iter().zip(&asked).zip(responses) {
            value.push(match response.item {
                Some(found) => asked.unexpired(get.table, found, now)?,
                None => None,
            });
        }
        count_items(&mut spent, value.iter().flatten());
        Ok(Answer { value, spent })
    }
}

/// The residue that alone stood in the way. Where anything else did, that is the error, and residue is not part of it.
fn in_the_way(op: &Transact, reasons: Vec<sdk::CancellationReason>, now: Now) -> Result<Vec<(&'static Table, Item)>, StoreError> {
    let mut residue = Vec::new();
    let mut stood = Vec::new();
    for (action, (write, reason)) in op.writes.iter().zip(reasons).enumerate() {
        let reason = match passing_or_invalid(&reason) {
            None => continue,
            Some(Reason::ConditionFailed { .. }) => match judge(write, reason.item, now)? {
                Verdict::InTheWay(item) => {
                    residue.push((write.table(), item));
                    continue;
                }
                Verdict::Failed(found) => Reason::ConditionFailed { found },
            },
            Some(other) => other,
        };
        stood.push(Cancelled { action, reason });
    }
    if stood.is_empty() && !residue.is_empty() { Ok(residue) } else { Err(StoreError::Cancelled(stood)) }
}
