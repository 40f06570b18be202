//! `chabudai design <app> --format cloudformation`: whatever its parameters say, the stack makes the tables that the driver would make.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};

use chabudai_kernel::design::{Design, Table};
use chabudai_kernel::store::Store as _;
use chabudai_store_conformance::policy::{Grant, Policy};
use chabudai_store_dynamodb::{Config, DynamoDbStore};
use chabudai_testkit::Outcome;
use serde_json::{Map, Value, json};

use crate::place::bare_program;

const PREFIX: &str = "home-";

fn designs() -> Vec<&'static Design> {
    chabudai_server::APPS.iter().map(|app| app.design()).chain([&chabudai_jobs::design::DESIGN]).collect()
}

fn printed(app: &str, format: &str) -> String {
    Outcome::of(bare_program().args(["design", app, "--format", format])).succeeded().output
}

fn template(app: &str) -> Value {
    let text = printed(app, "cloudformation");
    // What can be handed over in one request; a longer one would have to lie in a bucket.
    assert!(text.len() < 51_200, "{app}: {} bytes", text.len());
    serde_json::from_str(&text).expect("JSON")
}

/// A template with the values of its parameters: as much of CloudFormation as a table needs.
struct Stack {
    template: Value,
    parameters: BTreeMap<String, String>,
}

impl Stack {
    fn new(template: &Value, given: &[(String, bool)]) -> Self {
        let mut parameters = BTreeMap::from([("Prefix".to_owned(), PREFIX.to_owned())]);
        for (name, parameter) in template["Parameters"].as_object().expect("parameters") {
            let default = parameter["Default"].as_str().expect("every parameter has a default").to_owned();
            parameters.entry(name.clone()).or_insert(default);
        }
        for (name, value) in given {
            assert_eq!(template["Parameters"][name]["AllowedValues"], json!(["true", "false"]), "{name}");
            parameters.insert(name.clone(), value.to_string());
        }
        Self { template: template.clone(), parameters }
    }

    fn holds(&self, condition: &Value) -> bool {
        let (function, given) = condition.as_object().and_then(|one| one.iter().next()).expect("a condition is a function");
        match function.as_str() {
            "Condition" => self.holds(&self.template["Conditions"][given.as_str().expect("a name")]),
            "Fn::Equals" => self.resolved(&given[0]) == self.resolved(&given[1]),
            "Fn::Or" => {
                let all = given.as_array().expect("a list");
                assert!((2..=10).contains(&all.len()), "Fn::Or takes two to ten: {condition}");
                all.iter().any(|one| self.holds(one))
            }
            other => panic!("{other} is no function of conditions"),
        }
    }

    /// The value, or `None` for what is taken away.
    fn resolved(&self, value: &Value) -> Option<Value> {
        match value {
            Value::Array(all) => Some(all.iter().filter_map(|one| self.resolved(one)).collect()),
            Value::Object(map) if map.len() == 1 => {
                let (function, given) = map.iter().next().expect("there is one");
                match function.as_str() {
                    "Ref" if given == "AWS::NoValue" => None,
                    "Ref" => Some(self.parameters[given.as_str().expect("a name")].clone().into()),
                    "Fn::If" => {
                        let condition = self.template["Conditions"].get(given[0].as_str().expect("a name"));
                        let is_so = self.holds(condition.unwrap_or_else(|| panic!("there is no condition {}", given[0])));
                        self.resolved(&given[if is_so { 1 } else { 2 }])
                    }
                    "Fn::Sub" => Some(self.substituted(given.as_str().expect("a text")).into()),
                    "Fn::GetAtt" => Some(self.attribute(given[0].as_str().expect("a name"), given[1].as_str().expect("a name")).into()),
                    _ => Some(self.resolved_map(map)),
                }
            }
            Value::Object(map) => Some(self.resolved_map(map)),
            plain => Some(plain.clone()),
        }
    }

    fn resolved_map(&self, map: &Map<String, Value>) -> Value {
        map.iter().filter_map(|(name, value)| Some((name.clone(), self.resolved(value)?))).collect::<Map<_, _>>().into()
    }

    fn substituted(&self, text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("${") {
            let (name, after) = after.split_once('}').expect("it is closed");
            out.push_str(before);
            out.push_str(&match name.split_once('.') {
                Some((resource, attribute)) => self.attribute(resource, attribute),
                None => self.parameters[name].clone(),
            });
            rest = after;
        }
        out + rest
    }

    /// An address, as the gate of policies spells it: the table's name, and what is behind it.
    fn attribute(&self, resource: &str, attribute: &str) -> String {
        let name = self.resolved(&self.template["Resources"][resource]["Properties"]["TableName"]).expect("a name");
        let name = name.as_str().expect("a name is text").to_owned();
        match attribute {
            "Arn" => name,
            "StreamArn" => name + "/stream",
            other => panic!("a table has no {other}"),
        }
    }

    fn properties(&self, resource: &str) -> Value {
        self.resolved(&self.template["Resources"][resource]["Properties"]).expect("properties")
    }

    /// The CreateTable request that CloudFormation makes of a table: some of it has other names there, and some is set afterwards.
    fn create_table(&self, table: &Table) -> Value {
        let mut request = self.properties(&logical(table.name));
        let properties = request.as_object_mut().expect("properties");
        assert_eq!(properties.remove("DeletionProtectionEnabled"), Some(json!(true)));
        assert_eq!(properties.remove("PointInTimeRecoverySpecification"), Some(json!({ "PointInTimeRecoveryEnabled": true })));
        let expiry = properties.remove("TimeToLiveSpecification");
        assert_eq!(expiry, table.ttl.map(|attribute| json!({ "AttributeName": attribute, "Enabled": true })));
        assert_eq!(properties.insert("SSESpecification".to_owned(), json!({ "Enabled": true })), Some(json!({ "SSEEnabled": true })));
        if let Some(stream) = properties.get_mut("StreamSpecification") {
            stream["StreamEnabled"] = json!(true);
        }
        request
    }

    fn grants(&self, policy: &str) -> BTreeSet<Grant> {
        let document = &self.properties(policy)["PolicyDocument"];
        // Amazon counts 6,144 characters without spaces, addresses in full.
        assert!(document.to_string().len() < 6_144 - 100 * 20, "{policy} is too long: {}", document.to_string().len());
        let mut grants = BTreeSet::new();
        for statement in document["Statement"].as_array().expect("statements") {
            assert_eq!(statement["Effect"], "Allow");
            let texts = |name: &str| statement[name].as_array().expect("a list").iter().map(|one| one.as_str().expect("text").to_owned());
            grants.extend(texts("Action").flat_map(|action| texts("Resource").map(move |resource| (action.clone(), resource))));
        }
        grants
    }
}

fn logical(name: &str) -> String {
    name.split(|c: char| !c.is_ascii_alphanumeric()).map(|word| word[..1].to_ascii_uppercase() + &word[1..]).collect()
}

/// What asks for an index, by the letter of the design: `EnableGSI1`.
fn parameter(index: &str) -> String {
    format!("Enable{}", logical(index))
}

/// Something that speaks DynamoDB's protocol, has no tables and makes none, and tells what it was asked to make.
struct Engine {
    endpoint: String,
    asked: Receiver<Value>,
}

impl Engine {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let endpoint = format!("http://{}", listener.local_addr().expect("an address"));
        let (told, asked) = channel();
        std::thread::spawn(move || listener.incoming().flatten().for_each(|stream| refuse(stream, &told)));
        Self { endpoint, asked }
    }

    /// The request by which the driver makes this table.
    async fn create_table(&self, table: &'static Table) -> Value {
        let config = Config::new().endpoint(&self.endpoint).keys("test", "test").prefix(PREFIX);
        DynamoDbStore::connect(config).await.create_tables(&[table]).await.expect_err("this engine makes no table");
        let asked: Vec<_> = self.asked.try_iter().collect();
        asked.into_iter().next().expect("it was asked for a table")
    }
}

fn refuse(mut stream: TcpStream, told: &Sender<Value>) {
    let mut request = BufReader::new(stream.try_clone().expect("a second handle"));
    let (mut length, mut creates, mut line) = (0, false, String::new());
    while request.read_line(&mut line).is_ok_and(|read| read > 2) {
        let (name, value) = line.split_once(':').unwrap_or_default();
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.trim().parse().expect("a number"),
            "x-amz-target" => creates = value.trim().ends_with(".CreateTable"),
            _ => {}
        }
        line.clear();
    }
    let mut body = Vec::new();
    request.take(length).read_to_end(&mut body).expect("a body");
    let kind = if creates {
        told.send(serde_json::from_slice(&body).expect("JSON")).expect("somebody listens");
        "ValidationException"
    } else {
        "ResourceNotFoundException"
    };
    let answer = format!(r#"{{"__type":"com.amazonaws.dynamodb.v20120810#{kind}","message":"not here"}}"#);
    let head = "HTTP/1.1 400 Bad Request\r\ncontent-type: application/x-amz-json-1.0\r\nconnection: close\r\n";
    // A client that has gone does not matter here.
    let _ = write!(stream, "{head}content-length: {}\r\n\r\n{answer}", answer.len());
}

/// The table with only these of its indexes.
fn with_indexes(table: &'static Table, wanted: &[bool]) -> &'static Table {
    let indexes: Vec<_> = table.indexes.iter().zip(wanted).filter(|(_, wanted)| **wanted).map(|(index, _)| *index).collect();
    Box::leak(Box::new(Table { indexes: Vec::leak(indexes), ..*table }))
}

fn run<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Runtime::new().expect("a runtime").block_on(future)
}

/// Every way in which the indexes of a table can be there, or, where they are many, the steps from none of them to all.
fn ways(indexes: usize) -> Vec<Vec<bool>> {
    if indexes <= 3 {
        (0..1_usize << indexes).map(|bits| (0..indexes).map(|at| bits >> at & 1 == 1).collect()).collect()
    } else {
        (0..=indexes).map(|many| (0..indexes).map(|at| at < many).collect()).collect()
    }
}

#[test]
fn every_stage_makes_the_table_that_the_driver_makes() {
    let engine = Engine::start();
    for design in designs() {
        let template = template(design.app);
        for table in design.tables {
            for way in ways(table.indexes.len()) {
                let given: Vec<_> = table.indexes.iter().zip(&way).map(|(index, wanted)| (parameter(index.name), *wanted)).collect();
                let made = Stack::new(&template, &given).create_table(table);
                let expected = run(engine.create_table(with_indexes(table, &way)));
                assert_eq!(made, expected, "{} of {} with {given:?}", table.name, design.app);
            }
        }
    }
}

#[test]
fn kondate_has_the_parameters_of_its_design() {
    let template = template("kondate");
    let parameters = template["Parameters"].as_object().expect("parameters");
    let defaults: BTreeMap<_, _> = parameters.iter().map(|(name, one)| (name.as_str(), one["Default"].as_str().unwrap())).collect();
    assert_eq!(defaults, [("Prefix", ""), ("EnableGSI1", "true"), ("EnableGSI2", "false"), ("EnableGSI3", "false")].into());
    // Each step of the rollout differs from the one before by one index.
    let indexes = |given: &[(&str, bool)]| {
        let given: Vec<_> = given.iter().map(|(name, wanted)| ((*name).to_owned(), *wanted)).collect();
        let table = Stack::new(&template, &given).properties("MainTable");
        let of_table = table["GlobalSecondaryIndexes"].as_array().cloned().unwrap_or_default();
        of_table.iter().map(|index| index["IndexName"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(indexes(&[]), ["GSI1"]);
    assert_eq!(indexes(&[("EnableGSI2", true)]), ["GSI1", "GSI2"]);
    assert_eq!(indexes(&[("EnableGSI2", true), ("EnableGSI3", true)]), ["GSI1", "GSI2", "GSI3"]);
    assert_eq!(indexes(&[("EnableGSI1", false)]), [""; 0]);
    let table = &template["Resources"]["MainTable"];
    assert_eq!((&table["DeletionPolicy"], &table["UpdateReplacePolicy"]), (&json!("Retain"), &json!("Retain")));
}

#[test]
fn of_each_table_the_first_index_is_there_by_default() {
    for design in designs() {
        let template = template(design.app);
        let staged = template["Parameters"].as_object().expect("parameters").keys().filter(|name| name.starts_with("Enable")).count();
        assert_eq!(staged, design.tables.iter().map(|table| table.indexes.len()).sum::<usize>(), "{}", design.app);
        for table in design.tables {
            let made = Stack::new(&template, &[]).create_table(table);
            let names =
                made["GlobalSecondaryIndexes"].as_array().map(|all| all.iter().map(|one| one["IndexName"].clone()).collect::<Vec<_>>());
            assert_eq!(names, table.indexes.first().map(|first| vec![json!(first.name)]), "{}", table.name);
        }
    }
}

#[test]
fn the_policies_are_those_of_terraform() {
    for design in designs() {
        let (template, terraform) = (template(design.app), printed(design.app, "terraform"));
        let stack = Stack::new(&template, &[]);
        for (which, document) in [("Data", ""), ("Tables", "_tables"), ("Check", "_check")] {
            let of_terraform = Policy::of_terraform(&terraform, &format!("{}{document}", design.app), PREFIX);
            let of_stack = stack.grants(&format!("{}{which}Policy", logical(design.app)));
            assert_eq!(of_stack, *of_terraform.grants(), "{which} of {}", design.app);
        }
    }
}
