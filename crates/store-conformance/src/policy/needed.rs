//! What a request needs, as IAM counts it.

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
        _ => vec![grant(operation, name(&body["TableName"]))],
    }
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
    fn an_index_is_not_its_table() {
        assert_eq!(all("Query", &json!({ "TableName": "a" })), ["dynamodb:Query a"]);
        assert_eq!(all("Query", &json!({ "TableName": "a", "IndexName": "i" })), ["dynamodb:Query a/index/i"]);
        assert_eq!(all("ListTables", &json!({})), ["dynamodb:ListTables *"]);
    }
}
