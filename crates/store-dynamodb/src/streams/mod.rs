//! The change feed: DynamoDB Streams.
//!
//! A strand is a shard. Which shards are read, and when, is [`plan`]'s business; here requests are sent. A shard has iterators, which
//! last a quarter of an hour and know more than a number does (how far an empty stretch reaches), so they are kept while they last.

mod convert; // the SDK has types of its own for streams
mod plan;

use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;
use std::time::{Duration, Instant, SystemTime};

use aws_sdk_dynamodbstreams::Client;
use aws_sdk_dynamodbstreams::error::{DisplayErrorContext, ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodbstreams::operation::get_records::GetRecordsOutput;
use aws_sdk_dynamodbstreams::types::ShardIteratorType;
use chabudai_kernel::clock::backoff;
use chabudai_kernel::design::Table;
use chabudai_kernel::feed::{Change, Checkpoint, Feed, Read};
use chabudai_kernel::store::{Boxed, Spent, StoreError};

use self::plan::{Plan, Position, Positions, Shard};
use crate::DynamoDbStore;
use crate::send::Twice;

/// How far back a reader begins that wants everything from now on: clocks differ, and a record says its time only about.
const MARGIN: i64 = 300;

/// How long a list of shards is good for, and the address of a stream. A shard that ends is looked for at once.
const GOOD_FOR: Duration = Duration::from_secs(10);

/// What stands between the table and the shard in the name of a strand.
const BETWEEN: char = '|';

/// What is known of the streams of a store. Nothing is lost with it but a few requests.
#[derive(Default)]
pub(crate) struct Streams {
    /// The addresses of streams by the names of their tables: a reader asks every second, and an address stays for years.
    addresses: Mutex<HashMap<String, (Instant, String)>>,
    shards: Mutex<HashMap<String, (Instant, Vec<Shard>)>>,
    iterators: Mutex<HashMap<(String, String), String>>,
}

impl std::fmt::Debug for Streams {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Streams")
    }
}

/// How a request about a stream ended.
enum Failure {
    /// What was asked for is not kept any more, or the stream is another one.
    Gone,
    /// The iterator is too old.
    Expired,
    Store(StoreError),
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

fn failure<E: ProvideErrorMetadata + std::error::Error + 'static>(error: &SdkError<E>) -> Failure {
    let code = error.as_service_error().and_then(ProvideErrorMetadata::code).unwrap_or_default();
    match code {
        "TrimmedDataAccessException" | "ResourceNotFoundException" => Failure::Gone,
        "ExpiredIteratorException" => Failure::Expired,
        "LimitExceededException" | "ThrottlingException" | "ProvisionedThroughputExceededException" => {
            Failure::Store(StoreError::Throttled)
        }
        _ if matches!(error, SdkError::TimeoutError(_)) => Failure::Store(StoreError::Timeout),
        _ => Failure::Store(StoreError::Unavailable(DisplayErrorContext(error).to_string())),
    }
}

/// A shard that was read.
struct Taken {
    changes: Vec<Change>,
    position: Position,
    /// As many as were asked for: there may be more.
    full: bool,
}

/// The stream of one table, and a client to ask for it.
struct Stream<'a> {
    store: &'a DynamoDbStore,
    client: &'a Client,
    table: &'static Table,
    arn: String,
}

impl DynamoDbStore {
    async fn stream(&self, table: &'static Table) -> Result<Stream<'_>, StoreError> {
        let client = self.streams_client.as_ref().ok_or_else(|| StoreError::invalid("store.no_feed", "this store reads no streams"))?;
        let name = self.physical_name(table);
        if let Some(arn) = fresh(&self.streams.addresses, &name) {
            return Ok(Stream { store: self, client, table, arn });
        }
        let mut spent = Spent::default();
        let ask = || self.client.describe_table().table_name(&name).send();
        let found = self.send(&mut spent, Twice::SameAsOnce, ask).await.map_err(StoreError::from)?;
        let arn = found.table.and_then(|table| table.latest_stream_arn);
        let arn = arn.ok_or_else(|| StoreError::invalid("store.no_feed", format!("{name} has no stream")))?;
        lock(&self.streams.addresses).insert(name, (Instant::now(), arn.clone()));
        Ok(Stream { store: self, client, table, arn })
    }
}

impl Stream<'_> {
    /// The end of the address, by which one stream of a table differs from the one before it.
    fn label(&self) -> &str {
        self.arn.rsplit('/').next().unwrap_or_default()
    }

    async fn tried<T, E, F>(&self, request: impl Fn() -> F) -> Result<T, Failure>
    where
        F: Future<Output = Result<T, SdkError<E>>>,
        E: ProvideErrorMetadata + std::error::Error + 'static,
    {
        let mut tries = 0;
        loop {
            tries += 1;
            let failure = match request().await {
                Ok(answer) => return Ok(answer),
                Err(error) => failure(&error),
            };
            let again = matches!(failure, Failure::Store(StoreError::Throttled | StoreError::Unavailable(_)));
            if !again || tries >= self.store.attempts {
                return Err(failure);
            }
            tokio::time::sleep(backoff(tries)).await;
        }
    }

    async fn shards(&self) -> Result<Vec<Shard>, Failure> {
        if let Some(shards) = fresh(&self.store.streams.shards, &self.arn) {
            return Ok(shards);
        }
        let (mut shards, mut last) = (Vec::new(), None);
        loop {
            let ask = || self.client.describe_stream().stream_arn(&self.arn).set_exclusive_start_shard_id(last.clone()).send();
            let found = self.tried(ask).await?.stream_description;
            let Some(found) = found else { break };
            let listed = found.shards.unwrap_or_default().into_iter();
            shards.extend(listed.filter_map(|shard| Some(Shard { id: shard.shard_id?, parent: shard.parent_shard_id })));
            last = found.last_evaluated_shard_id;
            if last.is_none() {
                break;
            }
        }
        lock(&self.store.streams.shards).insert(self.arn.clone(), (Instant::now(), shards.clone()));
        Ok(shards)
    }

    /// A shard has ended: its children are there by now.
    fn look_again(&self) {
        lock(&self.store.streams.shards).remove(&self.arn);
    }

    async fn iterator(&self, shard: &str, position: &Position) -> Result<Option<String>, Failure> {
        let ask = || {
            let request = self.client.get_shard_iterator().stream_arn(&self.arn).shard_id(shard);
            match position {
                Position::After(sequence) => request.shard_iterator_type(ShardIteratorType::AfterSequenceNumber).sequence_number(sequence),
                _ => request.shard_iterator_type(ShardIteratorType::TrimHorizon),
            }
            .send()
        };
        Ok(self.tried(ask).await?.shard_iterator)
    }

    async fn records(&self, shard: &str, position: &Position, most: u32) -> Result<Option<GetRecordsOutput>, Failure> {
        // Two tries: an iterator that was kept may have expired meanwhile.
        for is_fresh in [false, true] {
            let kept = lock(&self.store.streams.iterators).remove(&(strand(self.table, shard), position.to_text()));
            let iterator = match kept.filter(|_| !is_fresh) {
                Some(iterator) => iterator,
                None => match self.iterator(shard, position).await? {
                    Some(iterator) => iterator,
                    None => return Ok(None),
                },
            };
            let most = i32::try_from(most.clamp(1, 1000)).unwrap_or(1000);
            let ask = || self.client.get_records().shard_iterator(&iterator).limit(most).send();
            match self.tried(ask).await {
                Err(Failure::Expired) => {}
                other => return other.map(Some),
            }
        }
        Err(StoreError::Throttled.into())
    }

    /// Reads on in a shard.
    async fn take(&self, shard: &str, position: &Position, most: u32) -> Result<Taken, Failure> {
        let Some(found) = self.records(shard, position, most).await? else {
            return Ok(Taken { changes: Vec::new(), position: Position::Done, full: false });
        };
        let since = if let Position::Since(at) = position { *at } else { i64::MIN };
        let (mut changes, mut last) = (Vec::new(), position.clone());
        let records = found.records.unwrap_or_default();
        let full = records.len() >= most as usize;
        for record in records {
            let Some(record) = record.dynamodb else { continue };
            if let Some(sequence) = &record.sequence_number {
                last = Position::After(sequence.clone());
            }
            let change = convert::change(self.table, record)?;
            // Amazon writes no record of a write that changes nothing; not every engine knows that.
            if change.at >= since && change.before != change.after {
                changes.push(change);
            }
        }
        match found.next_shard_iterator {
            Some(iterator) => {
                lock(&self.store.streams.iterators).insert((strand(self.table, shard), last.to_text()), iterator);
            }
            None => last = Position::Done,
        }
        Ok(Taken { changes, position: last, full })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// What was learnt a moment ago.
fn fresh<T: Clone>(known: &Mutex<HashMap<String, (Instant, T)>>, name: &str) -> Option<T> {
    lock(known).get(name).filter(|(at, _)| at.elapsed() < GOOD_FOR).map(|(_, value)| value.clone())
}

fn strand(table: &Table, shard: &str) -> String {
    format!("{}{BETWEEN}{shard}", table.name)
}

/// What a checkpoint says of one table: the label of its stream, and how far its shards were read.
fn of_table(checkpoint: &Checkpoint, table: &Table) -> (Option<String>, Positions) {
    let ours = |name: &String| name.strip_prefix(table.name).and_then(|rest| rest.strip_prefix(BETWEEN)).map(str::to_owned);
    let shards = checkpoint.0.iter().filter_map(|(name, at)| Some((ours(name)?, Position::of_text(at)?)));
    (checkpoint.0.get(table.name).cloned(), shards.collect())
}

fn add_to(checkpoint: &mut BTreeMap<String, String>, table: &Table, label: &str, positions: &Positions) {
    checkpoint.insert(table.name.to_owned(), label.to_owned());
    checkpoint.extend(positions.iter().map(|(shard, at)| (strand(table, shard), at.to_text())));
}

fn seconds_now() -> i64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

impl DynamoDbStore {
    async fn begin_reading(&self, tables: &[&'static Table]) -> Result<Checkpoint, StoreError> {
        let since = seconds_now() - MARGIN;
        let mut checkpoint = BTreeMap::new();
        for table in tables.iter().filter(|table| table.feed) {
            lock(&self.streams.addresses).remove(&self.physical_name(table));
            let stream = self.stream(table).await?;
            stream.look_again();
            let shards = stream.shards().await.map_err(|failure| match failure {
                Failure::Store(error) => error,
                Failure::Gone | Failure::Expired => StoreError::Unavailable(format!("the stream of {} is gone", table.name)),
            })?;
            add_to(&mut checkpoint, table, stream.label(), &plan::begin(&shards, since));
        }
        Ok(Checkpoint(checkpoint))
    }

    async fn read_on(&self, tables: &[&'static Table], behind: &Checkpoint, most: u32) -> Result<Read, Failure> {
        let (mut changes, mut then, mut drained) = (Vec::new(), BTreeMap::new(), true);
        for table in tables.iter().filter(|table| table.feed) {
            let stream = self.stream(table).await?;
            let (label, known) = of_table(behind, table);
            if label.as_deref() != Some(stream.label()) {
                return Err(Failure::Gone);
            }
            let Plan::Read { next, known: mut positions, waiting } = plan::plan(&stream.shards().await?, &known) else {
                return Err(Failure::Gone);
            };
            for (shard, position) in next {
                let taken = stream.take(&shard, &position, most).await?;
                if taken.position == Position::Done {
                    stream.look_again();
                    drained = false;
                }
                drained &= !taken.full;
                changes.extend(taken.changes);
                positions.insert(shard, taken.position);
            }
            drained &= waiting == 0;
            add_to(&mut then, table, stream.label(), &positions);
        }
        Ok(Read::Changes { changes, then: Checkpoint(then), drained })
    }
}

/// Whoever reads is not known to DynamoDB: it keeps a day's changes, read or not.
impl Feed for DynamoDbStore {
    fn begin<'a>(&'a self, _: &'a str, tables: &'a [&'static Table]) -> Boxed<'a, Checkpoint> {
        Box::pin(self.begin_reading(tables))
    }

    fn read<'a>(&'a self, tables: &'a [&'static Table], behind: &'a Checkpoint, most: u32) -> Boxed<'a, Read> {
        Box::pin(async move {
            match self.read_on(tables, behind, most).await {
                Ok(read) => Ok(read),
                Err(Failure::Gone) => Ok(Read::Lost),
                Err(Failure::Expired) => Err(StoreError::Throttled),
                Err(Failure::Store(error)) => Err(error),
            }
        })
    }

    fn passed<'a>(&'a self, _: &'a str, _: &'a Checkpoint) -> Boxed<'a, ()> {
        Box::pin(async { Ok(()) })
    }

    fn forget<'a>(&'a self, _: &'a str) -> Boxed<'a, ()> {
        Box::pin(async { Ok(()) })
    }
}
