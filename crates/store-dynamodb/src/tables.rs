//! Brings tables to their design.

use std::time::{Duration, Instant};

use aws_sdk_dynamodb::types::{BillingMode, GlobalSecondaryIndexUpdate, SseSpecification};
use chabudai_kernel::design::Table;
use chabudai_kernel::store::{Spent, StoreError};

use crate::DynamoDbStore;
use crate::error::Failure;
use crate::plan::{Found, PlannedChange};
use crate::schema;
use crate::send::Twice;

/// How often a table that is not ready is looked at: from the first to the second, doubling.
const LOOKS: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(5));

impl DynamoDbStore {
    pub(crate) async fn bring_to_design(&self, tables: &[&'static Table]) -> Result<(), StoreError> {
        for table in tables {
            self.bring_one(table).await?;
        }
        Ok(())
    }

    /// Looks, makes the first change that is missing, waits, and looks again: so two processes that do this at once end up at the same
    /// table, whichever of them makes which change. DynamoDB adds one index at a time, which this does anyway.
    async fn bring_one(&self, table: &'static Table) -> Result<(), StoreError> {
        let deadline = Instant::now() + self.tables_timeout;
        let mut refused: Option<(PlannedChange, StoreError)> = None;
        let mut pause = LOOKS.0;
        loop {
            let found = self.describe(table).await?;
            if found.as_ref().is_none_or(Found::is_ready) {
                let Some(change) = self.changes(table, found.as_ref())?.into_iter().next() else { return Ok(()) };
                match refused.take() {
                    // Refused, and nobody else has made the change meanwhile: then it cannot be made.
                    Some((same, error)) if same == change => return Err(error),
                    _ => {}
                }
                tracing::info!(%change, "a table is brought to its design");
                match self.make(table, &change).await {
                    Ok(()) => pause = LOOKS.0,
                    // Whoever may not make tables may look whether somebody else has, which was just done.
                    Err(Failure::Denied(why)) => return Err(StoreError::Unavailable(format!("{change}: {why}"))),
                    Err(failure) => refused = refused_for_good(change, failure.into()),
                }
            }
            if Instant::now() + pause > deadline {
                return Err(StoreError::Timeout);
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(LOOKS.1);
        }
    }

    async fn make(&self, table: &'static Table, change: &PlannedChange) -> Result<(), Failure> {
        let name = self.physical_name(table);
        let mut spent = Spent::default();
        match change {
            PlannedChange::CreateTable { .. } => self.create(table, name).await?,
            PlannedChange::AddIndex { index, .. } => {
                let index = table.index(index).ok_or_else(|| StoreError::invalid("store.index_missing", "the design has no such index"))?;
                let request = self
                    .client
                    .update_table()
                    .table_name(name)
                    .set_attribute_definitions(Some(schema::definitions(table, [index])))
                    .global_secondary_index_updates(
                        GlobalSecondaryIndexUpdate::builder().create(schema::added_index(table, index)).build(),
                    );
                self.send(&mut spent, Twice::Matters, || request.clone().send()).await?;
            }
            PlannedChange::EnableFeed { .. } => {
                let request = self.client.update_table().table_name(name).stream_specification(schema::feed());
                self.send(&mut spent, Twice::Matters, || request.clone().send()).await?;
            }
            PlannedChange::EnableTtl { attribute, .. } => {
                let request = self.client.update_time_to_live().table_name(name).time_to_live_specification(schema::expiry(attribute));
                self.send(&mut spent, Twice::Matters, || request.clone().send()).await?;
            }
        }
        Ok(())
    }

    async fn create(&self, table: &'static Table, name: String) -> Result<(), Failure> {
        let indexes: Vec<_> = table.indexes.iter().map(|index| schema::new_index(table, index)).collect();
        let request = self
            .client
            .create_table()
            .table_name(name)
            .billing_mode(BillingMode::PayPerRequest)
            .set_key_schema(Some(schema::key_schema(table.hash, table.range)))
            .set_attribute_definitions(Some(schema::definitions(table, table.indexes.iter().copied())))
            .set_global_secondary_indexes((!indexes.is_empty()).then_some(indexes))
            .set_stream_specification(table.feed.then(schema::feed))
            // Under the account's own key, whose use is logged; without this, DynamoDB encrypts under a key of its own.
            .sse_specification(SseSpecification::builder().enabled(true).build());
        self.send(&mut Spent::default(), Twice::Matters, || request.clone().send()).await?;
        Ok(())
    }
}

/// A change that was refused, with the reason; none where it only has to wait.
fn refused_for_good(change: PlannedChange, error: StoreError) -> Option<(PlannedChange, StoreError)> {
    if error.is_passing() {
        // Another process is at it, or the account is at one of its limits, which somebody has to hear of.
        tracing::warn!(%error, %change, "the change has to wait");
        return None;
    }
    Some((change, error))
}
