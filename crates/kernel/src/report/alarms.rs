//! CloudWatch alarms in Terraform's language: requests that were throttled, requests that failed, and a load that nobody expected.
//!
//! DynamoDB counts throttling by table and by index, since an index that cannot keep up holds up its table; its own failures by table and
//! operation, so that they are summed up here; and refused requests for the whole account, which is one alarm.

use super::hcl::{Hcl, identifier, quoted};
use super::terraform::{address, prefixed};
use crate::design::{Design, Table};

/// Every operation by which a server reads and writes items. An alarm over a sum takes ten metrics at most.
const OPERATIONS: [&str; 9] =
    ["BatchGetItem", "BatchWriteItem", "DeleteItem", "GetItem", "PutItem", "Query", "TransactGetItems", "TransactWriteItems", "UpdateItem"];

/// Four fifths of what a table that is paid by request may do in a minute unless AWS was asked for more: 40,000 units a second.
const UNITS_A_MINUTE: u32 = 40_000 / 5 * 4 * 60;

/// The settings of the alarms.
pub(super) fn variables(hcl: &mut Hcl) {
    let mut variable = |name: &str, kind: &str, default: String, description: &str| {
        hcl.gap();
        hcl.block(&format!("variable {}", quoted(name)), |hcl| {
            hcl.attributes(&[("description", quoted(description)), ("type", kind.to_owned()), ("default", default)]);
        });
    };
    variable("alarms", "bool", "true".to_owned(), "Whether there are alarms.");
    let told = "What is told of an alarm, such as the ARN of an SNS topic. Without any, alarms are only shown.";
    variable("alarm_actions", "list(string)", "[]".to_owned(), told);
    for what in ["read", "write"] {
        let about = format!("Above so many {what} units a minute of one table there is an alarm.");
        variable(&format!("{what}_units_a_minute"), "number", UNITS_A_MINUTE.to_string(), &about);
    }
}

/// The alarms of all tables.
pub(super) fn alarms(hcl: &mut Hcl, design: &Design) {
    for table in design.tables {
        throttled(hcl, table, None);
        for index in table.indexes {
            throttled(hcl, table, Some(index.name));
        }
        failed(hcl, table);
        for (what, metric) in [("read", "ConsumedReadCapacityUnits"), ("write", "ConsumedWriteCapacityUnits")] {
            let about = format!("More {what} units than expected.");
            let measured = Measured { metric, dimensions: vec![("TableName", name_of(table))] };
            let limit = format!("var.{what}_units_a_minute");
            alarm(
                hcl,
                &format!("{}_{what}_units", identifier(table.name)),
                &format!("{}-{what}-units", table.name),
                &about,
                &[measured],
                &limit,
            );
        }
    }
    let about = format!("Requests of this account that DynamoDB refused, of {} or of others.", design.app);
    let refused = Measured { metric: "UserErrors", dimensions: Vec::new() };
    let app = identifier(design.app);
    alarm(hcl, &format!("{app}_refused"), &format!("{}-refused", design.app), &about, &[refused], "10");
}

/// Something that CloudWatch counts.
struct Measured {
    metric: &'static str,
    dimensions: Vec<(&'static str, String)>,
}

fn name_of(table: &Table) -> String {
    format!("{}.name", address(table))
}

fn throttled(hcl: &mut Hcl, table: &Table, index: Option<&str>) {
    let of = |metric| {
        let mut dimensions = vec![("TableName", name_of(table))];
        dimensions.extend(index.map(|index| ("GlobalSecondaryIndexName", quoted(index))));
        Measured { metric, dimensions }
    };
    let whole = index.map_or_else(|| table.name.to_owned(), |index| format!("{}-{index}", table.name));
    let about = match index {
        None => "Requests were throttled.",
        Some(_) => "The index cannot keep up, which holds up writes of its table.",
    };
    let measured = [of("ReadThrottleEvents"), of("WriteThrottleEvents")];
    alarm(hcl, &format!("{}_throttled", identifier(&whole)), &format!("{whole}-throttled"), about, &measured, "0");
}

fn failed(hcl: &mut Hcl, table: &Table) {
    let of =
        |operation| Measured { metric: "SystemErrors", dimensions: vec![("TableName", name_of(table)), ("Operation", quoted(operation))] };
    let name = format!("{}-failed", table.name);
    alarm(hcl, &identifier(&name), &name, "DynamoDB failed at requests.", &OPERATIONS.map(of), "0");
}

/// An alarm over the sum of a minute.
fn alarm(hcl: &mut Hcl, resource: &str, name: &str, about: &str, measured: &[Measured], above: &str) {
    hcl.gap();
    hcl.block(&format!("resource \"aws_cloudwatch_metric_alarm\" {}", quoted(resource)), |hcl| {
        hcl.attributes(&[
            ("count", "var.alarms ? 1 : 0".to_owned()),
            ("alarm_name", prefixed(name)),
            ("alarm_description", quoted(about)),
            ("alarm_actions", "var.alarm_actions".to_owned()),
            ("comparison_operator", quoted("GreaterThanThreshold")),
            ("evaluation_periods", "1".to_owned()),
            ("threshold", above.to_owned()),
            // Nothing is counted while nothing happens.
            ("treat_missing_data", quoted("notBreaching")),
        ]);
        hcl.gap();
        hcl.block("metric_query", |hcl| {
            let label = quoted(about);
            hcl.attributes(&[
                ("id", quoted("total")),
                ("expression", quoted("SUM(METRICS())")),
                ("label", label),
                ("return_data", "true".to_owned()),
            ]);
        });
        for (at, one) in measured.iter().enumerate() {
            hcl.gap();
            hcl.block("metric_query", |hcl| {
                hcl.attributes(&[("id", quoted(&format!("m{at}")))]);
                hcl.gap();
                hcl.block("metric", |hcl| metric(hcl, one));
            });
        }
    });
}

fn metric(hcl: &mut Hcl, measured: &Measured) {
    hcl.attributes(&[
        ("namespace", quoted("AWS/DynamoDB")),
        ("metric_name", quoted(measured.metric)),
        ("period", "60".to_owned()),
        ("stat", quoted("Sum")),
    ]);
    if !measured.dimensions.is_empty() {
        hcl.gap();
        hcl.block("dimensions =", |hcl| hcl.attributes(&measured.dimensions));
    }
}
