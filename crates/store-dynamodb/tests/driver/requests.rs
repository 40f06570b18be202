//! The requests that make and change tables, word for word: an engine for tests takes much that an operator would miss on AWS.

use chabudai_kernel::design::{Index, Projection, Table, text};
use chabudai_kernel::report;
use chabudai_kernel::store::Store as _;
use chabudai_store_dynamodb::DynamoDbStore;
use serde_json::{Value, json};

use crate::canned::{Canned, Request};
use crate::setting::{NOTES, THINGS};

fn fine(body: &Value) -> (u16, String) {
    (200, body.to_string())
}

fn missing() -> (u16, String) {
    Canned::refusal(400, "ResourceNotFoundException")
}

/// The table as DynamoDB describes it once it is made.
fn described(table: &Table) -> (u16, String) {
    let made = report::create_table(table, "home-");
    let mut description = json!({ "TableStatus": "ACTIVE" });
    for field in ["TableName", "KeySchema", "AttributeDefinitions", "GlobalSecondaryIndexes", "StreamSpecification"] {
        if let Some(value) = made.get(field) {
            description[field] = value.clone();
        }
    }
    fine(&json!({ "Table": description }))
}

fn expiry(status: &str, attribute: Option<&str>) -> (u16, String) {
    fine(&json!({ "TimeToLiveDescription": { "TimeToLiveStatus": status, "AttributeName": attribute } }))
}

/// What is asked of an engine that answers so, without the looks in between.
async fn changes(table: &'static Table, answers: Vec<(u16, String)>) -> Vec<Request> {
    let canned = Canned::answering(answers);
    let store = DynamoDbStore::connect(canned.config().prefix("home-")).await;
    store.create_tables(&[table]).await.unwrap();
    canned.asked().into_iter().filter(|(operation, _)| !operation.starts_with("Describe")).collect()
}

fn request(operation: &str, body: Value) -> Request {
    (operation.to_owned(), body)
}

#[tokio::test]
async fn a_table_is_made_with_everything_that_its_design_says() {
    let asked = changes(
        &NOTES,
        vec![
            missing(),
            fine(&json!({})),
            described(&NOTES),
            expiry("DISABLED", None),
            fine(&json!({})),
            described(&NOTES),
            expiry("ENABLING", Some("ttl")),
        ],
    )
    .await;
    let create = json!({
        "TableName": "home-notes",
        // Nobody can say how much a household asks for, and an hour without a request costs nothing.
        "BillingMode": "PAY_PER_REQUEST",
        "SSESpecification": { "Enabled": true },
        "StreamSpecification": { "StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES" },
        "KeySchema": [{ "AttributeName": "pk", "KeyType": "HASH" }, { "AttributeName": "sk", "KeyType": "RANGE" }],
        "AttributeDefinitions": [
            { "AttributeName": "pk", "AttributeType": "S" },
            { "AttributeName": "sk", "AttributeType": "S" },
            { "AttributeName": "colour", "AttributeType": "S" },
            { "AttributeName": "ttl", "AttributeType": "N" },
        ],
        "GlobalSecondaryIndexes": [
            {
                "IndexName": "byColour",
                "KeySchema": [{ "AttributeName": "colour", "KeyType": "HASH" }, { "AttributeName": "sk", "KeyType": "RANGE" }],
                "Projection": { "ProjectionType": "ALL" },
            },
            {
                "IndexName": "byEnd",
                "KeySchema": [{ "AttributeName": "colour", "KeyType": "HASH" }, { "AttributeName": "ttl", "KeyType": "RANGE" }],
                "Projection": { "ProjectionType": "KEYS_ONLY" },
            },
        ],
    });
    assert_eq!(create, report::create_table(&NOTES, "home-"), "the printed request is the one that is sent");
    let expire = json!({ "TableName": "home-notes", "TimeToLiveSpecification": { "Enabled": true, "AttributeName": "ttl" } });
    assert_eq!(asked, [request("CreateTable", create), request("UpdateTimeToLive", expire)]);
}

#[tokio::test]
async fn a_plain_table_has_nothing_that_its_design_does_not_say() {
    let asked = changes(&THINGS, vec![missing(), fine(&json!({})), described(&THINGS)]).await;
    let create = json!({
        "TableName": "home-things",
        "BillingMode": "PAY_PER_REQUEST",
        "SSESpecification": { "Enabled": true },
        "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
        "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
    });
    assert_eq!(asked, [request("CreateTable", create)]);
}

#[tokio::test]
async fn what_is_added_later_is_added_with_its_own_keys_only() {
    static CARDS: Index =
        Index { name: "cards", hash: text("colour"), range: None, projection: Projection::Include(&["title"]), why: "a part of each note" };
    static NOW: Table = Table { indexes: &[&CARDS], feed: true, ..THINGS };
    static WITH_INDEX: Table = Table { indexes: &[&CARDS], ..THINGS };
    let answers = vec![described(&THINGS), fine(&json!({})), described(&WITH_INDEX), fine(&json!({})), described(&NOW)];
    let add = json!({
        "TableName": "home-things",
        "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }, { "AttributeName": "colour", "AttributeType": "S" }],
        "GlobalSecondaryIndexUpdates": [{
            "Create": {
                "IndexName": "cards",
                "KeySchema": [{ "AttributeName": "colour", "KeyType": "HASH" }],
                "Projection": { "ProjectionType": "INCLUDE", "NonKeyAttributes": ["title"] },
            },
        }],
    });
    let publish = json!({
        "TableName": "home-things",
        "StreamSpecification": { "StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES" },
    });
    assert_eq!(changes(&NOW, answers).await, [request("UpdateTable", add), request("UpdateTable", publish)]);
}
