//! One request: sent, sent again where that is safe, counted.

use std::future::Future;

use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::types::ConsumedCapacity;
use chabudai_kernel::clock::backoff;
use chabudai_kernel::store::{Spent, StoreError};

use crate::DynamoDbStore;
use crate::error::{Failure, failure};

/// What happens when the same request arrives twice.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Twice {
    /// Nothing more than once: reads, and writes that DynamoDB knows by their token.
    SameAsOnce,
    /// Something else, perhaps: it is sent again only where DynamoDB says that it did not begin.
    Matters,
}

impl DynamoDbStore {
    pub(crate) async fn send<T, E, F>(&self, spent: &mut Spent, twice: Twice, request: impl Fn() -> F) -> Result<T, Failure>
    where
        F: Future<Output = Result<T, SdkError<E>>>,
        E: std::error::Error + 'static,
        aws_sdk_dynamodb::Error: From<E>,
    {
        let mut tries = 0;
        loop {
            tries += 1;
            spent.requests += 1;
            let failure = match request().await {
                Ok(answer) => return Ok(answer),
                Err(error) => failure(error),
            };
            let again = match failure {
                Failure::Store(StoreError::Throttled) => true,
                Failure::Store(StoreError::Unavailable(_)) => twice == Twice::SameAsOnce,
                // A timeout is not repeated: the caller has waited as long as the configuration allows.
                _ => false,
            };
            if !again || tries >= self.attempts {
                return Err(failure);
            }
            tracing::debug!(?failure, tries, "the request is sent again");
            tokio::time::sleep(backoff(tries)).await;
        }
    }
}

pub(crate) fn spend_reading<'a>(spent: &mut Spent, consumed: impl IntoIterator<Item = &'a ConsumedCapacity>) {
    for consumed in consumed {
        spent.read_units += consumed.capacity_units.unwrap_or(0.0);
    }
}

pub(crate) fn spend_writing<'a>(spent: &mut Spent, consumed: impl IntoIterator<Item = &'a ConsumedCapacity>) {
    for consumed in consumed {
        // A transaction whose token is known already writes nothing: it is billed for looking. The rest of the total is for writing;
        // engines differ in whether the write figure on its own counts the indexes.
        let read = consumed.read_capacity_units.unwrap_or(0.0);
        spent.read_units += read;
        spent.write_units += consumed.capacity_units.map_or_else(|| consumed.write_capacity_units.unwrap_or(0.0), |total| total - read);
    }
}
