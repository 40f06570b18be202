//! Get, query and scan.

use aws_sdk_dynamodb::types::{ConsumedCapacity, ReturnConsumedCapacity, Select};
use chabudai_kernel::design::Table;
use chabudai_kernel::expr::Condition;
use chabudai_kernel::expr::render::Renderer;
use chabudai_kernel::op::{Get, Page, Query, Scan};
use chabudai_kernel::packed::{Item, Items};
use chabudai_kernel::store::{Answer, Now, Spent, StoreError};
use chabudai_kernel::{expiry, limits};

use crate::DynamoDbStore;
use crate::convert::{self, SdkItem};
use crate::request::{names, projection, values};
use crate::residue::Asked;
use crate::send::{Twice, spend_reading};

impl DynamoDbStore {
    pub(crate) async fn get_item(&self, op: &Get, now: Now) -> Result<Answer<Option<Item>>, StoreError> {
        limits::get(op)?;
        let asked = Asked::of(op.table, &op.projection);
        let mut renderer = Renderer::default();
        let request = self
            .client
            .get_item()
            .table_name(self.physical_name(op.table))
            .set_key(Some(convert::sdk_key(op.table, &op.key)))
            .consistent_read(op.consistent)
            .set_projection_expression(projection(&mut renderer, &asked.paths))
            .set_expression_attribute_names(names(&renderer))
            .return_consumed_capacity(ReturnConsumedCapacity::Total);
        let mut spent = Spent::default();
        let answer = self.send(&mut spent, Twice::SameAsOnce, || request.clone().send()).await?;
        spend_reading(&mut spent, &answer.consumed_capacity);
        let value = match answer.item {
            Some(found) => asked.unexpired(op.table, found, now)?,
            None => None,
        };
        count_items(&mut spent, &value);
        Ok(Answer { value, spent })
    }

    pub(crate) async fn query_page(&self, op: &Query, now: Now) -> Result<Answer<Page>, StoreError> {
        limits::query(op)?;
        let keys = [Some(op.hash_attribute()), op.range_attribute()];
        let ttl_is_key = keys.iter().flatten().any(|key| Some(key.name) == op.table.ttl);
        let filter = if ttl_is_key { op.filter.clone() } else { live_and(op.table, op.filter.as_ref(), now) };
        // DynamoDB filters no key of what is queried: then the items have to come here to be counted.
        let (asked, select) = match (op.count_only, ttl_is_key) {
            (true, true) => (Asked::expiry_of(op.table), None),
            (true, false) => (Asked::of(op.table, &[]), Some(Select::Count)),
            (false, true) => (Asked::of(op.table, &op.projection), None),
            (false, false) => (Asked::without_expiry(&op.projection), None),
        };
        let mut renderer = Renderer::default();
        let range = op.range.as_ref().map(|range| (range.attribute, &range.value));
        let key_condition = renderer.key_condition((op.hash.attribute, &op.hash.value), range);
        let filter = filter.map(|filter| renderer.condition(&filter));
        let request = self
            .client
            .query()
            .table_name(self.physical_name(op.table))
            .set_index_name(op.index.map(|index| index.name.to_owned()))
            .key_condition_expression(key_condition)
            .set_filter_expression(filter)
            .set_projection_expression(projection(&mut renderer, &asked.paths))
            .set_expression_attribute_names(names(&renderer))
            .set_expression_attribute_values(values(&renderer))
            .set_exclusive_start_key(op.after.as_ref().map(convert::sdk_position))
            .set_limit(op.limit.map(sdk_limit))
            .set_select(select)
            .scan_index_forward(!op.backward)
            .consistent_read(op.consistent)
            .return_consumed_capacity(ReturnConsumedCapacity::Total);
        let mut spent = Spent::default();
        let answer = self.send(&mut spent, Twice::SameAsOnce, || request.clone().send()).await?;
        let read = Read {
            items: answer.items.unwrap_or_default(),
            count: answer.count,
            scanned: answer.scanned_count,
            last: answer.last_evaluated_key,
            consumed: answer.consumed_capacity,
        };
        read.page(op.table, &asked, op.count_only, now, spent)
    }

    pub(crate) async fn scan_page(&self, op: &Scan, now: Now) -> Result<Answer<Page>, StoreError> {
        limits::scan(op)?;
        let asked = Asked::without_expiry(&op.projection);
        let mut renderer = Renderer::default();
        let filter = live_and(op.table, op.filter.as_ref(), now).map(|filter| renderer.condition(&filter));
        let request = self
            .client
            .scan()
            .table_name(self.physical_name(op.table))
            .set_index_name(op.index.map(|index| index.name.to_owned()))
            .set_filter_expression(filter)
            .set_projection_expression(projection(&mut renderer, &asked.paths))
            .set_expression_attribute_names(names(&renderer))
            .set_expression_attribute_values(values(&renderer))
            .set_exclusive_start_key(op.after.as_ref().map(convert::sdk_position))
            .set_limit(op.limit.map(sdk_limit))
            .set_segment(op.segment.map(|segment| segment.this as i32))
            .set_total_segments(op.segment.map(|segment| segment.of as i32))
            .consistent_read(op.consistent)
            .return_consumed_capacity(ReturnConsumedCapacity::Total);
        let mut spent = Spent::default();
        let answer = self.send(&mut spent, Twice::SameAsOnce, || request.clone().send()).await?;
        let read = Read {
            items: answer.items.unwrap_or_default(),
            count: answer.count,
            scanned: answer.scanned_count,
            last: answer.last_evaluated_key,
            consumed: answer.consumed_capacity,
        };
        read.page(op.table, &asked, false, now, spent)
    }
}

/// What a query and a scan answer alike.
struct Read {
    items: Vec<SdkItem>,
    count: i32,
    scanned: i32,
    last: Option<SdkItem>,
    consumed: Option<ConsumedCapacity>,
}

impl Read {
    fn page(self, table: &Table, asked: &Asked, count_only: bool, now: Now, mut spent: Spent) -> Result<Answer<Page>, StoreError> {
        spend_reading(&mut spent, &self.consumed);
        let came = self.items.len() as u32;
        let mut items = Items::with_capacity(self.items.len());
        for found in self.items {
            if let Some(item) = asked.unexpired(table, found, now)? {
                items.push(item.view());
            }
        }
        // Nothing comes along with a count that DynamoDB made; what came and turned out to be residue does not count.
        let count = (self.count as u32).saturating_sub(came - items.len() as u32);
        if count_only {
            items = Items::default();
        }
        spent.items += items.len() as u32;
        spent.bytes += items.iter().map(|item| item.size() as u64).sum::<u64>();
        // Some emulators send an empty position for none.
        let last = self.last.filter(|last| !last.is_empty());
        let next = last.map(convert::position).transpose()?;
        Ok(Answer { value: Page { items, count, scanned: self.scanned as u32, next }, spent })
    }
}

pub(crate) fn count_items<'a>(spent: &mut Spent, items: impl IntoIterator<Item = &'a Item>) {
    for item in items {
        spent.items += 1;
        spent.bytes += item.view().size() as u64;
    }
}

fn live_and(table: &Table, filter: Option<&Condition>, now: Now) -> Option<Condition> {
    let live = table.ttl.map(|ttl| expiry::live(ttl, now));
    match (live, filter) {
        (Some(live), Some(filter)) => Some(live.and(filter.clone())),
        (live, filter) => live.or(filter.cloned()),
    }
}

fn sdk_limit(limit: u32) -> i32 {
    i32::try_from(limit).unwrap_or(i32::MAX)
}
