//! What a request needs, as IAM counts it.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE as URL};
use serde_json::Value;

use super::Grant;

/// Everything that has to be allowed for a request to be carried out.
pub(super) fn needed(operation: &str, body: &Value) -> Vec<Grant> {
    let each = |parts: &str| body[parts].as_array().into_iter().flatten();
    match operation {
        // A transaction has no action of its own: each part needs what it would need alone.
        "TransactWriteItems" => each("TransactItems").flat_map(|part| actions(part, &WRITES)).collect(),
        "TransactGetItems" => each("TransactItems").flat_map(|part| actions(part, &[("Get", "GetItem")])).collect(),
        "BatchGetItem" | "BatchWriteItem" => {
            body["RequestItems"].as_object().into_iter().flatten().map(|(table, _)| grant(operation, table)).collect()
        }
        // A query of an index is one of the index alone.
        "Query" | "Scan" if body["IndexName"].is_string() => {
            vec![grant(operation, &format!("{}/index/{}", name(&body["TableName"]), name(&body["IndexName"])))]
        }
        "DescribeStream" | "GetShardIterator" => vec![grant(operation, &stream(name(&body["StreamArn"])))],
        // An iterator is a riddle to everybody but the engine that gave it: ours has the table's name in it.
        "GetRecords" => {
            let inside = URL.decode(name(&body["ShardIterator"])).or_else(|_| STANDARD.decode(name(&body["ShardIterator"])));
            let inside: Value = inside.ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
            vec![grant(operation, &format!("{}/stream", name(&inside["table_name"])))]
        }
        _ => vec![grant(operation, name(&body["TableName"]))],
    }
}

/// `arn:…:table/name/stream/label` as the table's own name, and that it is its stream.
fn stream(arn: &str) -> String {
    let table = arn.split("table/").nth(1).and_then(|rest| rest.split('/').next());
    format!("{}/stream", table.unwrap_or("*"))
}

const WRITES: [(&str, &str); 4] =
    [("Put", "PutItem"), ("Update", "UpdateItem"), ("Delete", "DeleteItem"), ("ConditionCheck", "ConditionCheckItem")];

fn actions(part: &Value, kinds: &[(&str, &str)]) -> Vec<Grant> {
    let there = kinds.iter().filter(|(field, _)| part[field].is_object());
    there.map(|(field, action)| grant(action, name(&part[field]["TableName"]))).collect()
}

fn grant(action: &str, resource: &str) -> Grant {
    (format!("dynamodb:{action}"), resource.to_owned())
}

/// A request about no table, such as ListTables, needs what no policy here gives.
fn name(value: &Value) -> &str {
    value.as_str().unwrap_or("*")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn all(operation: &str, body: &Value) -> Vec<String> {
        needed(operation, body).into_iter().map(|(action, on)| format!("{action} {on}")).collect()
    }

    #[test]
    fn each_part_of_a_request_needs_its_own() {
        let writes = json!({ "TransactItems": [{ "Put": { "TableName": "a" } }, { "ConditionCheck": { "TableName": "b" } }] });
        assert_eq!(all("TransactWriteItems", &writes), ["dynamodb:PutItem a", "dynamodb:ConditionCheckItem b"]);
        assert_eq!(all("TransactGetItems", &json!({ "TransactItems": [{ "Get": { "TableName": "a" } }] })), ["dynamodb:GetItem a"]);
        let batch = json!({ "RequestItems": { "a": [], "b": [] } });
        assert_eq!(all("BatchWriteItem", &batch), ["dynamodb:BatchWriteItem a", "dynamodb:BatchWriteItem b"]);
    }

    #[test]
    fn a_stream_is_not_its_table() {
        let arn = json!({ "StreamArn": "arn:aws:dynamodb:ap-northeast-1:0:table/a/stream/2026-11-16T00:00:00.000" });
        assert_eq!(all("DescribeStream", &arn), ["dynamodb:DescribeStream a/stream"]);
        let iterator = STANDARD.encode(json!({ "table_name": "a", "position": 7 }).to_string());
        assert_eq!(all("GetRecords", &json!({ "ShardIterator": iterator })), ["dynamodb:GetRecords a/stream"]);
        assert_eq!(all("GetRecords", &json!({ "ShardIterator": "another engine's" })), ["dynamodb:GetRecords */stream"]);
    }

    #[test]
    fn an_index_is_not_its_table() {
        assert_eq!(all("Query", &json!({ "TableName": "a" })), ["dynamodb:Query a"]);
        assert_eq!(all("Query", &json!({ "TableName": "a", "IndexName": "i" })), ["dynamodb:Query a/index/i"]);
        assert_eq!(all("ListTables", &json!({})), ["dynamodb:ListTables *"]);
    }
}
