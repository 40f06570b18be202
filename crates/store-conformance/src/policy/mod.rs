//! A gate in front of a DynamoDB engine that lets through what a generated policy allows, and nothing else.
//!
//! Engines for tests know nothing of permissions, so a policy that lacks something is noticed on AWS only, by a server that does not
//! start there. The gate reads what each request asks for as IAM does, and refuses it as DynamoDB does.

mod gate; // the gate itself: HTTP on both sides
mod needed; // what a request needs, as IAM counts it

use std::collections::BTreeSet;

use serde_json::Value;

pub use gate::Gate;

/// An action, and the table or index that it is done to: `dynamodb:Query` on `home-WardrobeTable/index/MostWorn`.
pub type Grant = (String, String);

/// What is allowed.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Policy {
    grants: BTreeSet<Grant>,
}

impl Policy {
    /// The policy of one document of a Terraform module, for tables with this prefix.
    pub fn of_terraform(module: &str, document: &str, prefix: &str) -> Self {
        let module: Value = hcl::from_str(module).unwrap_or_else(|error| panic!("{error}\n{module}"));
        let tables = &at(&module, &["resource", "aws_dynamodb_table"]);
        let mut grants = BTreeSet::new();
        for statement in listed(at(&module, &["data", "aws_iam_policy_document", document, "statement"])) {
            for resource in listed(at(statement, &["resources"])).into_iter().map(text) {
                let resource = resolved(resource, tables, prefix);
                grants.extend(listed(at(statement, &["actions"])).into_iter().map(|action| (text(action).to_owned(), resource.clone())));
            }
        }
        assert!(!grants.is_empty(), "{document} allows nothing");
        Self { grants }
    }

    /// Both together.
    pub fn and(mut self, other: Self) -> Self {
        self.grants.extend(other.grants);
        self
    }

    /// The same without an action, whatever it is done to.
    pub fn without(mut self, action: &str) -> Self {
        let before = self.grants.len();
        self.grants.retain(|(one, _)| one != action);
        assert!(self.grants.len() < before, "{action} was not allowed before");
        self
    }

    /// Whether it allows this.
    pub fn allows(&self, grant: &Grant) -> bool {
        self.grants.contains(grant)
    }

    /// Everything that it allows.
    pub fn grants(&self) -> &BTreeSet<Grant> {
        &self.grants
    }
}

/// `${aws_dynamodb_table.x.arn}/index/y` as the table's own name, and the index behind it; a stream likewise.
fn resolved(resource: &str, tables: &Value, prefix: &str) -> String {
    let rest = resource.strip_prefix("${aws_dynamodb_table.").unwrap_or_else(|| panic!("{resource} is no table of the module"));
    let (table, rest) = match rest.strip_suffix(".stream_arn}") {
        Some(table) => (table, "/stream"),
        None => rest.split_once(".arn}").unwrap_or_else(|| panic!("{resource} is no address")),
    };
    let name = text(at(tables, &[table, "name"])).replace("${var.prefix}", prefix);
    format!("{name}{rest}")
}

fn at<'a>(value: &'a Value, path: &[&str]) -> &'a Value {
    path.iter().fold(value, |value, name| value.get(*name).unwrap_or_else(|| panic!("there is no {name} in {value}")))
}

/// A block that is there once is not a list.
fn listed(value: &Value) -> Vec<&Value> {
    value.as_array().map_or_else(|| vec![value], |list| list.iter().collect())
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text"))
}
