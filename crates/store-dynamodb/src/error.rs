//! The SDK's failures in the kernel's words.

use aws_sdk_dynamodb::Error;
use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::types::CancellationReason;
use chabudai_kernel::store::{Cancelled, Reason, StoreError};

use crate::convert::{self, SdkItem};

/// How a request failed. What a condition met is not judged yet: the item may be past its TTL, which counts as none.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The condition of a single write.
    Condition(Option<SdkItem>),
    /// One reason for every action of a transaction, `None` among them.
    Cancelled(Vec<CancellationReason>),
    /// We may not do that, or DynamoDB does not believe that we are we. No waiting helps; somebody has to mend the policy or the keys.
    Denied(String),
    /// Everything else.
    Store(StoreError),
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// For requests whose failures say nothing about expiry: reads, and the care of tables.
impl From<Failure> for StoreError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Store(error) => error,
            // Nothing is wrong with the operation, and nobody but the operator has to know.
            Failure::Denied(why) => Self::Unavailable(why),
            Failure::Condition(found) => match found.map(convert::item).transpose() {
                Ok(found) => Self::ConditionFailed { found: found.map(Box::new) },
                Err(error) => error.into(),
            },
            Failure::Cancelled(reasons) => {
                let reasons = reasons.into_iter().enumerate();
                let stood = reasons.filter_map(|(action, reason)| Some(Cancelled { action, reason: passing_or_invalid(&reason)? }));
                Self::Cancelled(stood.collect())
            }
        }
    }
}

/// Why an action stood in the way, unless it did not. A failed condition comes out without its item: see `residue::judge`.
pub(crate) fn passing_or_invalid(reason: &CancellationReason) -> Option<Reason> {
    Some(match reason.code().unwrap_or("None") {
        "None" => return None,
        "ConditionalCheckFailed" => Reason::ConditionFailed { found: None },
        "TransactionConflict" => Reason::Conflict,
        "ThrottlingError" | "ProvisionedThroughputExceeded" => Reason::Throttled,
        code => Reason::Invalid(reason.message().unwrap_or(code).to_owned()),
    })
}

pub(crate) fn failure<E>(error: SdkError<E>) -> Failure
where
    E: std::error::Error + 'static,
    Error: From<E>,
{
    match error {
        SdkError::ServiceError(answer) => {
            let broken = answer.raw().status().is_server_error();
            refused(answer.into_err().into(), broken)
        }
        SdkError::TimeoutError(_) => StoreError::Timeout.into(),
        SdkError::DispatchFailure(inner) if inner.is_timeout() => StoreError::Timeout.into(),
        // Nothing was sent: the request could not be put together.
        SdkError::ConstructionFailure(_) => StoreError::invalid("store.refused", in_full(&error)).into(),
        other => StoreError::Unavailable(in_full(&other)).into(),
    }
}

fn refused(error: Error, broken: bool) -> Failure {
    let message = || error.message().map_or_else(|| error.to_string(), ToOwned::to_owned);
    match error {
        Error::ConditionalCheckFailedException(inner) => return Failure::Condition(inner.item),
        Error::TransactionCanceledException(inner) => return Failure::Cancelled(inner.cancellation_reasons.unwrap_or_default()),
        // The last two are about tables: another process is changing the same one, or as many as may be changed at once.
        Error::TransactionConflictException(_)
        | Error::TransactionInProgressException(_)
        | Error::ReplicatedWriteConflictException(_)
        | Error::ResourceInUseException(_)
        | Error::LimitExceededException(_) => StoreError::Conflict,
        Error::ProvisionedThroughputExceededException(_) | Error::RequestLimitExceeded(_) | Error::ThrottlingException(_) => {
            StoreError::Throttled
        }
        Error::InternalServerError(_) => StoreError::Unavailable(message()),
        Error::ResourceNotFoundException(_) => StoreError::invalid("store.table_missing", message()),
        Error::IdempotentParameterMismatchException(_) => {
            StoreError::invalid("store.token_reused", "the name of the transaction belongs to another transaction")
        }
        Error::ItemCollectionSizeLimitExceededException(_) => StoreError::invalid("store.collection_too_large", message()),
        ref unlisted => match unlisted.code().unwrap_or_default() {
            "ThrottlingException" | "Throttling" | "SlowDown" => StoreError::Throttled,
            _ if broken => StoreError::Unavailable(message()),
            "ValidationException" | "SerializationException" => refusal(message()),
            code if DENIED.contains(&code) => return Failure::Denied(format!("{code}: {}", message())),
            // A token that has run out, or what DynamoDB has no word for yet: nothing is wrong with the operation.
            code => StoreError::Unavailable(format!("{code}: {}", message())),
        },
    }
    .into()
}

/// What DynamoDB says to those who may not, and to those whom it does not know.
const DENIED: [&str; 5] = [
    "AccessDeniedException",
    "IncompleteSignatureException",
    "InvalidSignatureException",
    "MissingAuthenticationTokenException",
    "UnrecognizedClientException",
];

/// What depends on the item that is there is refused by DynamoDB only. Where the kernel has a code for the same refusal, it is that.
fn refusal(message: String) -> StoreError {
    let code = match message.as_str() {
        text if text.contains("Item size") => "store.item_too_large",
        text if text.contains("Type mismatch for Index Key") => "store.key_type",
        _ => "store.refused",
    };
    StoreError::invalid(code, message)
}

/// The SDK's errors keep the cause in their sources.
fn in_full(error: &dyn std::error::Error) -> String {
    let mut out = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        out.push_str(": ");
        out.push_str(&inner.to_string());
        cause = inner.source();
    }
    out
}
