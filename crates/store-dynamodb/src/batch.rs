//! Several items in one request, each on its own. What DynamoDB did not get to is handed back.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::{DeleteRequest, KeysAndAttributes, PutRequest, ReturnConsumedCapacity, WriteRequest};
use chabudai_kernel::design::Table;
use chabudai_kernel::expr::render::Renderer;
use chabudai_kernel::limits;
use chabudai_kernel::op::{BatchGet, BatchWrite, key_of};
use chabudai_kernel::packed::DecodeError;
use chabudai_kernel::store::{Answer, BatchGot, Now, Spent, StoreError};

use crate::DynamoDbStore;
use crate::convert::{self, SdkItem};
use crate::read::count_items;
use crate::request::{names, projection};
use crate::residue::Asked;
use crate::send::{Twice, spend_reading, spend_writing};
use crate::write::key_bytes;

impl DynamoDbStore {
    pub(crate) async fn batch_get_items(&self, op: &BatchGet, now: Now) -> Result<Answer<BatchGot>, StoreError> {
        limits::batch_get(op)?;
        let mut tables: HashMap<String, &'static Table> = HashMap::new();
        let mut keys: HashMap<String, Vec<SdkItem>> = HashMap::new();
        for (table, key) in &op.keys {
            let name = self.physical_name(table);
            keys.entry(name.clone()).or_default().push(convert::sdk_key(table, key));
            tables.insert(name, table);
        }
        let mut request = self.client.batch_get_item().return_consumed_capacity(ReturnConsumedCapacity::Total);
        for (name, keys) in keys {
            let asked = Asked::of(tables[&name], &op.projection);
            let mut renderer = Renderer::default();
            let wanted = KeysAndAttributes::builder()
                .set_keys(Some(keys))
                .consistent_read(op.consistent)
                .set_projection_expression(projection(&mut renderer, &asked.paths))
                .set_expression_attribute_names(names(&renderer))
                .build()
                .expect("the keys are set");
            request = request.request_items(name, wanted);
        }
        let mut spent = Spent::default();
        let answer = self.send(&mut spent, Twice::SameAsOnce, || request.clone().send()).await?;
        spend_reading(&mut spent, answer.consumed_capacity());

        let mut items = Vec::with_capacity(op.keys.len());
        for (name, found) in answer.responses.unwrap_or_default() {
            let table = table_of(&tables, &name)?;
            let asked = Asked::of(table, &op.projection);
            for found in found {
                items.extend(asked.unexpired(table, found, now)?.map(|item| (table, item)));
            }
        }
        count_items(&mut spent, items.iter().map(|(_, item)| item));

        let mut rest = Vec::new();
        for (name, wanted) in answer.unprocessed_keys.unwrap_or_default() {
            let table = table_of(&tables, &name)?;
            for key in wanted.keys {
                let key = convert::item(key)?;
                rest.push((table, key_of(table, key.view()).ok_or_else(|| strange(&name))?));
            }
        }
        let rest = BatchGet { keys: rest, consistent: op.consistent, projection: op.projection.clone() };
        let unprocessed = (!rest.keys.is_empty()).then_some(rest);
        Ok(Answer { value: BatchGot { items, unprocessed }, spent })
    }

    pub(crate) async fn batch_write_items(&self, ops: &[BatchWrite]) -> Result<Answer<Vec<BatchWrite>>, StoreError> {
        limits::batch_write(ops)?;
        let mut writes: HashMap<String, Vec<WriteRequest>> = HashMap::new();
        for op in ops {
            writes.entry(self.physical_name(op.table())).or_default().push(write_request(op)?);
        }
        let request =
            self.client.batch_write_item().set_request_items(Some(writes)).return_consumed_capacity(ReturnConsumedCapacity::Total);
        let mut spent = Spent::default();
        let answer = self.send(&mut spent, Twice::Matters, || request.clone().send()).await?;
        spend_writing(&mut spent, answer.consumed_capacity());

        let mut rest = Vec::new();
        for (name, left) in answer.unprocessed_items.unwrap_or_default() {
            for left in left {
                rest.push(self.unprocessed(ops, &name, left)?.clone());
            }
        }
        for op in ops.iter().filter(|op| !rest.contains(op)) {
            spent.items += 1;
            spent.bytes += match op {
                BatchWrite::Put(put) => put.item.view().size() as u64,
                BatchWrite::Delete(_, key) => key_bytes(key),
            };
        }
        Ok(Answer { value: rest, spent })
    }

    /// Which of the writes DynamoDB has handed back.
    fn unprocessed<'a>(&self, ops: &'a [BatchWrite], name: &str, left: WriteRequest) -> Result<&'a BatchWrite, StoreError> {
        let put = left.put_request.map(|put| put.item);
        let found = put.or_else(|| left.delete_request.map(|delete| delete.key)).ok_or_else(|| strange(name))?;
        let found = convert::item(found)?;
        let same = |op: &&BatchWrite| {
            self.physical_name(op.table()) == name && key_of(op.table(), found.view()).is_some_and(|key| key == *op.key())
        };
        Ok(ops.iter().find(same).ok_or_else(|| strange(name))?)
    }
}

fn write_request(op: &BatchWrite) -> Result<WriteRequest, DecodeError> {
    let request = WriteRequest::builder();
    Ok(match op {
        BatchWrite::Put(put) => {
            let item = convert::sdk_item(put.item.view())?;
            request.put_request(PutRequest::builder().set_item(Some(item)).build().expect("the item is set"))
        }
        BatchWrite::Delete(table, key) => {
            let key = convert::sdk_key(table, key);
            request.delete_request(DeleteRequest::builder().set_key(Some(key)).build().expect("the key is set"))
        }
    }
    .build())
}

fn table_of(tables: &HashMap<String, &'static Table>, name: &str) -> Result<&'static Table, DecodeError> {
    tables.get(name).copied().ok_or_else(|| strange(name))
}

fn strange(name: &str) -> DecodeError {
    DecodeError(format!("the answer speaks of something in {name} that was not asked for"))
}
