//! Tables come to their design, whatever is there before.

use chabudai_kernel::design::{Index, Projection, Table, number, text};
use chabudai_kernel::op::{Get, Query, Write};
use chabudai_kernel::store::{Store as _, StoreError};
use chabudai_store_dynamodb::{DynamoDbStore, PlannedChange};
use serde_json::json;

use crate::canned::Canned;
use crate::setting::{BY_COLOUR, BY_END, NOTES, THINGS, config, hash, key, note, now, put, save, store};

#[tokio::test]
async fn tables_are_created_once_and_then_left_alone() {
    let store = DynamoDbStore::connect(config("once")).await;
    let planned = store.plan(&[&NOTES, &THINGS]).await.unwrap();
    let (notes, things) = (store.physical_name(&NOTES), store.physical_name(&THINGS));
    assert_eq!(
        planned,
        [
            PlannedChange::CreateTable { table: notes.clone(), indexes: vec!["byColour", "byEnd"] },
            PlannedChange::EnableTtl { table: notes.clone(), attribute: "ttl" },
            PlannedChange::CreateTable { table: things.clone(), indexes: Vec::new() },
        ]
    );
    assert_eq!(planned[0].to_string(), format!("create table {notes} with byColour, byEnd"));
    assert_eq!(planned[2].to_string(), format!("create table {things}"));
    store.create_tables(&[&NOTES, &THINGS]).await.unwrap();
    save(&store, note("kept", 60, &[])).await;
    store.create_tables(&[&NOTES, &THINGS]).await.unwrap();
    assert_eq!(store.plan(&[&NOTES, &THINGS]).await.unwrap(), []);
    assert!(store.get(&Get::new(&NOTES, key("kept")), now()).await.unwrap().value.is_some());
}

#[tokio::test]
async fn what_an_older_table_lacks_is_added_and_filled() {
    static BEFORE: Table = Table { indexes: &[], ttl: None, feed: false, ..NOTES };
    let store = DynamoDbStore::connect(config("older")).await;
    store.create_tables(&[&BEFORE]).await.unwrap();
    store.write(&Write::Put(put(&BEFORE, note("early", 60, &[]))), now()).await.unwrap();
    let table = store.physical_name(&NOTES);
    let planned = store.plan(&[&NOTES]).await.unwrap();
    assert_eq!(
        planned,
        [
            PlannedChange::AddIndex { table: table.clone(), index: "byColour" },
            PlannedChange::AddIndex { table: table.clone(), index: "byEnd" },
            PlannedChange::EnableFeed { table: table.clone() },
            PlannedChange::EnableTtl { table: table.clone(), attribute: "ttl" },
        ]
    );
    assert_eq!(planned[0].to_string(), format!("add index byColour to {table}, and wait until it is filled"));
    store.create_tables(&[&NOTES]).await.unwrap();
    assert_eq!(store.plan(&[&NOTES]).await.unwrap(), []);
    for index in [&BY_COLOUR, &BY_END] {
        let page = store.query(&Query::index(&NOTES, index, hash("colour", "red")), now()).await.unwrap().value;
        assert_eq!(page.count, 1, "{} was not filled", index.name);
    }
}

/// What DescribeTable answers of a table with these indexes, in these states.
fn described(state: &str, indexes: &[(&Index, &str)]) -> (u16, String) {
    let key = |name: &str, part: &str| json!({ "AttributeName": name, "KeyType": part });
    let index = |(index, state): &(&Index, &str)| {
        json!({
            "IndexName": index.name,
            "IndexStatus": state,
            "KeySchema": [key(index.hash.name, "HASH")],
            "Projection": { "ProjectionType": "ALL" },
        })
    };
    let keys = std::iter::once("id").chain(indexes.iter().map(|(index, _)| index.hash.name));
    let table = json!({
        "TableName": "shelves",
        "TableStatus": state,
        "KeySchema": [key("id", "HASH")],
        "AttributeDefinitions": keys.map(|name| json!({ "AttributeName": name, "AttributeType": "S" })).collect::<Vec<_>>(),
        "GlobalSecondaryIndexes": indexes.iter().map(index).collect::<Vec<_>>(),
    });
    (200, json!({ "Table": table }).to_string())
}

/// DynamoDB makes one index of a table at a time, and refuses the next until the one before is there. The table itself is ready long before.
#[tokio::test]
async fn the_next_index_waits_for_the_one_before() {
    const fn by(name: &'static str, hash: &'static str) -> Index {
        Index { name, hash: text(hash), range: None, projection: Projection::All, why: "" }
    }
    static ONE: Index = by("one", "a");
    static TWO: Index = by("two", "b");
    static THREE: Index = by("three", "c");
    static SHELVES: Table = Table { name: "shelves", indexes: &[&ONE, &TWO, &THREE], ..THINGS };
    let changed = (200, "{}".to_owned());
    let engine = Canned::answering(vec![
        described("ACTIVE", &[(&ONE, "ACTIVE")]),
        described("ACTIVE", &[(&ONE, "ACTIVE")]),
        changed.clone(),
        described("UPDATING", &[(&ONE, "ACTIVE"), (&TWO, "CREATING")]),
        described("ACTIVE", &[(&ONE, "ACTIVE"), (&TWO, "CREATING")]),
        described("ACTIVE", &[(&ONE, "ACTIVE"), (&TWO, "ACTIVE")]),
        changed,
        described("ACTIVE", &[(&ONE, "ACTIVE"), (&TWO, "ACTIVE"), (&THREE, "CREATING")]),
        described("ACTIVE", &[(&ONE, "ACTIVE"), (&TWO, "ACTIVE"), (&THREE, "ACTIVE")]),
    ]);
    let store = engine.store().await;
    let planned: Vec<_> = store.plan(&[&SHELVES]).await.unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(planned, ["two", "three"].map(|index| format!("add index {index} to shelves, and wait until it is filled")));
    store.create_tables(&[&SHELVES]).await.unwrap();
    let asked = engine.asked();
    let operations: Vec<_> = asked.iter().map(|(operation, _)| operation.as_str()).collect();
    let (look, change) = ("DescribeTable", "UpdateTable");
    assert_eq!(operations, [look, look, change, look, look, look, change, look, look]);
    for (at, index) in [(2, "two"), (6, "three")] {
        let updates = asked[at].1["GlobalSecondaryIndexUpdates"].as_array().unwrap();
        assert_eq!((updates.len(), &updates[0]["Create"]["IndexName"]), (1, &json!(index)));
    }
}

#[tokio::test]
async fn two_processes_may_create_at_once() {
    let (one, other) = (DynamoDbStore::connect(config("both")).await, DynamoDbStore::connect(config("both")).await);
    let tables = [&NOTES, &THINGS];
    let (first, second) = tokio::join!(one.create_tables(&tables), other.create_tables(&tables));
    assert_eq!((first, second), (Ok(()), Ok(())));
    assert_eq!(one.plan(&[&NOTES, &THINGS]).await.unwrap(), []);
}

#[tokio::test]
async fn a_table_of_other_keys_is_refused() {
    static OTHER: Table = Table { range: Some(number("sk")), indexes: &[], ..NOTES };
    static NARROWER: Table = Table { hash: text("other"), range: None, indexes: &[], ..NOTES };
    let store = store("keys").await;
    for (table, words) in [(&OTHER, "the design says pk (S), sk (N)"), (&NARROWER, "the design says other (S)")] {
        let Err(StoreError::Invalid { code: "store.table_differs", message }) = store.create_tables(&[table]).await else { panic!() };
        assert!(message.contains("has the keys pk (S), sk (S)") && message.contains(words), "{message}");
        assert!(store.plan(&[table]).await.is_err());
    }
}

#[tokio::test]
async fn an_index_that_holds_something_else_is_refused() {
    const fn holding(projection: Projection) -> Index {
        Index { projection, ..BY_COLOUR }
    }
    const fn with(index: &'static [&'static Index]) -> Table {
        Table { indexes: index, ttl: None, ..NOTES }
    }
    static TITLE: Index = holding(Projection::Include(&["title", "by"]));
    static REORDERED: Index = holding(Projection::Include(&["by", "title"]));
    static FEWER: Index = holding(Projection::Include(&["title"]));
    static MORE: Index = holding(Projection::Include(&["title", "by", "page"]));
    static OTHER: Index = holding(Projection::Include(&["title", "page"]));
    static KEYS: Index = holding(Projection::KeysOnly);
    static ALL: Index = holding(Projection::All);
    static MADE: Table = with(&[&TITLE]);
    static SAME: Table = with(&[&REORDERED]);
    static DIFFERENT: [Table; 5] = [with(&[&FEWER]), with(&[&MORE]), with(&[&OTHER]), with(&[&KEYS]), with(&[&ALL])];
    let store = DynamoDbStore::connect(config("holds")).await;
    store.create_tables(&[&MADE]).await.unwrap();
    assert_eq!(store.plan(&[&SAME]).await.unwrap(), [], "the order of the attributes says nothing");
    for table in &DIFFERENT {
        let Err(StoreError::Invalid { code: "store.table_differs", message }) = store.plan(&[table]).await else { panic!("{table:?}") };
        assert!(message.contains("index byColour of") && message.contains("holds other attributes"), "{message}");
    }
}

#[tokio::test]
async fn a_ttl_by_another_attribute_is_refused() {
    static OTHER: Table = Table { ttl: Some("until"), ..NOTES };
    let store = store("ttl").await;
    let Err(StoreError::Invalid { code: "store.table_differs", message }) = store.create_tables(&[&OTHER]).await else { panic!() };
    assert!(message.contains("expire by ttl, the design says until"), "{message}");
}

#[tokio::test]
async fn prefixes_keep_installations_apart() {
    let (one, other) = (store("here").await, store("there").await);
    save(&one, note("mine", 60, &[])).await;
    assert!(one.get(&Get::new(&NOTES, key("mine")), now()).await.unwrap().value.is_some());
    assert!(other.get(&Get::new(&NOTES, key("mine")), now()).await.unwrap().value.is_none());
}

#[tokio::test]
async fn a_missing_table_says_so() {
    let store = DynamoDbStore::connect(config("missing")).await;
    let error = store.get(&Get::new(&NOTES, key("any")), now()).await.unwrap_err();
    assert!(matches!(error, StoreError::Invalid { code: "store.table_missing", .. }), "{error:?}");
}

#[tokio::test]
async fn a_backup_is_asked_for_once_and_says_by_what_it_is_restored() {
    let arn = "arn:aws:dynamodb:ap-northeast-1:123456789012:table/notes/backup/01763447400000-1a2b3c4d";
    let made = json!({ "BackupDetails": {
        "BackupArn": arn, "BackupName": "notes-20261118T063000Z", "BackupStatus": "CREATING", "BackupType": "USER",
        "BackupCreationDateTime": 1_763_447_400.0, "BackupSizeBytes": 0,
    } });
    let canned = Canned::answering(vec![(200, made.to_string()), Canned::refusal(400, "BackupInUseException")]);
    let store = canned.store().await;
    let backup = store.back_up(&NOTES, "20261118T063000Z").await.unwrap();
    assert_eq!((backup.name.as_str(), backup.arn.as_str()), ("notes-20261118T063000Z", arn));
    let (operation, asked) = canned.asked().remove(0);
    assert!(operation.ends_with("CreateBackup"), "{operation}");
    assert_eq!(asked, json!({ "TableName": "notes", "BackupName": "notes-20261118T063000Z" }));
    // What is refused is not asked for again: a second backup costs money.
    let refused = store.back_up(&NOTES, "20261118T063000Z").await.unwrap_err();
    assert_eq!(canned.requests(), 2);
    assert!(matches!(&refused, StoreError::Unavailable(why) if why.contains("BackupInUseException")), "{refused:?}");
}
