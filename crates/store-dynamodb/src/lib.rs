//! The driver for Amazon DynamoDB, or for what speaks its protocol with transactions.
//!
//! Every operation is checked against the kernel's limits before anything is sent, rendered by the kernel's renderer, and answered with
//! what DynamoDB says it consumed. What is past its TTL is treated as gone even while DynamoDB still keeps it, which it does for days.
//! This is the only crate that names the AWS SDK.
//!
//! # What it does not do
//! - It cannot see expiry in an index that does not hold the table's TTL attribute: let such an index project it.
//! - An update without any change is carried out on its own, but refused within a transaction, as DynamoDB does.
//! - Point-in-time recovery, alarms and deletion protection belong to the infrastructure code, not to `create_tables`.

mod backup; // backups that DynamoDB makes
mod batch; // several items in one request, each on its own
mod config; // where DynamoDB is, and who we are to it
mod convert; // items and values, to and from the SDK's
mod error; // the SDK's failures in the kernel's words
mod plan; // what a table lacks of its design
mod read; // get, query, scan
mod request; // the placeholders of an expression as the SDK takes them
mod residue; // what is past its TTL and still there
mod schema; // tables and indexes of a design as the SDK takes them
mod send; // one request: sent, sent again, counted
mod streams; // the change feed
mod tables; // brings tables to their design
mod tokens; // transactions that have a name
mod transact; // all or none
mod write; // one write

use std::sync::Arc;
use std::time::Duration;

use aws_sdk_dynamodb::Client;
use chabudai_kernel::design::Table;
use chabudai_kernel::feed::Feed;
use chabudai_kernel::op::{BatchGet, BatchWrite, Get, Page, Query, Scan, Transact, TransactGet, Write};
use chabudai_kernel::packed::Item;
use chabudai_kernel::store::{Answer, BatchGot, Boxed, Now, Store};

pub use backup::TableBackup;
pub use config::{Config, NotACertificate};
pub use plan::PlannedChange;

/// A store whose items are in DynamoDB. Clones share their connections.
#[derive(Clone, Debug)]
pub struct DynamoDbStore {
    client: Client,
    prefix: String,
    attempts: u32,
    tables_timeout: Duration,
    emulated: bool,
    first_sent: Arc<tokens::FirstSent>,
    streams_client: Option<aws_sdk_dynamodbstreams::Client>,
    streams: Arc<streams::Streams>,
}

impl DynamoDbStore {
    /// A store at the place that the configuration names. Nothing is sent yet, except where the standard chain has to ask for
    /// credentials or for the region.
    pub async fn connect(config: Config) -> Self {
        let (client, streams_client) = config.clients().await;
        Self {
            streams_client: Some(streams_client),
            attempts: config.attempts,
            tables_timeout: config.tables_timeout,
            emulated: config.endpoint.is_some(),
            ..Self::from_client(client, config.prefix)
        }
    }

    /// A store behind a client that was set up elsewhere. The client's own retries, if it has any, are not counted as requests. It reads
    /// no streams.
    pub fn from_client(client: Client, prefix: impl Into<String>) -> Self {
        let Config { attempts, tables_timeout, .. } = Config::default();
        Self {
            client,
            prefix: prefix.into(),
            attempts,
            tables_timeout,
            emulated: false,
            first_sent: Arc::default(),
            streams_client: None,
            streams: Arc::default(),
        }
    }

    /// The name that the table goes by in DynamoDB.
    pub fn physical_name(&self, table: &Table) -> String {
        format!("{}{}", self.prefix, table.name)
    }
}

impl Store for DynamoDbStore {
    fn get<'a>(&'a self, op: &'a Get, now: Now) -> Boxed<'a, Answer<Option<Item>>> {
        Box::pin(self.get_item(op, now))
    }

    fn query<'a>(&'a self, op: &'a Query, now: Now) -> Boxed<'a, Answer<Page>> {
        Box::pin(self.query_page(op, now))
    }

    fn scan<'a>(&'a self, op: &'a Scan, now: Now) -> Boxed<'a, Answer<Page>> {
        Box::pin(self.scan_page(op, now))
    }

    fn batch_get<'a>(&'a self, op: &'a BatchGet, now: Now) -> Boxed<'a, Answer<BatchGot>> {
        Box::pin(self.batch_get_items(op, now))
    }

    fn batch_write<'a>(&'a self, ops: &'a [BatchWrite], _now: Now) -> Boxed<'a, Answer<Vec<BatchWrite>>> {
        Box::pin(self.batch_write_items(ops))
    }

    fn write<'a>(&'a self, op: &'a Write, now: Now) -> Boxed<'a, Answer<Option<Item>>> {
        Box::pin(self.write_item(op, now))
    }

    fn transact<'a>(&'a self, op: &'a Transact, now: Now) -> Boxed<'a, Answer<()>> {
        Box::pin(self.transact_write_items(op, now))
    }

    fn transact_get<'a>(&'a self, op: &'a TransactGet, now: Now) -> Boxed<'a, Answer<Vec<Option<Item>>>> {
        Box::pin(self.transact_get_items(op, now))
    }

    fn indexes_lag(&self) -> bool {
        true
    }

    fn feed(&self) -> Option<&dyn Feed> {
        self.streams_client.as_ref().map(|_| self as &dyn Feed)
    }

    fn create_tables<'a>(&'a self, tables: &'a [&'static Table]) -> Boxed<'a, ()> {
        Box::pin(self.bring_to_design(tables))
    }
}
