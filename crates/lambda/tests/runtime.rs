//! The program itself, against a stand-in of Lambda's Runtime API: the house of all apps, on DynamoDB's protocol, asked by events.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use chabudai_test_stores::engine;
use serde_json::{Value, json};

/// How long an answer may take; the first has to wait until all tables are made.
const PATIENCE: Duration = Duration::from_mins(2);

/// What the function gave back: for which event, as an answer or as an error.
struct Given {
    way: String,
    body: Value,
}

/// Lambda, as a function sees it.
struct Lambda {
    address: String,
    events: Sender<Value>,
    given: Receiver<Given>,
    function: Child,
}

impl Lambda {
    /// Starts the program as Lambda does, with tables of this prefix.
    fn start(prefix: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let (events, waiting) = channel();
        let (told, given) = channel();
        let waiting = Arc::new(Mutex::new(waiting));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (waiting, told) = (waiting.clone(), told.clone());
                std::thread::spawn(move || converse(stream, &waiting, &told));
            }
        });
        let function = program(&address, prefix).spawn().expect("the program starts");
        Self { address, events, given, function }
    }

    /// What the function gives back for an event.
    fn invoke(&self, event: Value) -> Given {
        self.events.send(event).expect("somebody waits for events");
        self.given.recv_timeout(PATIENCE).unwrap_or_else(|error| panic!("{} got nothing back: {error}", self.address))
    }

    fn answer(&self, event: Value) -> Value {
        let given = self.invoke(event);
        assert_eq!(given.way, "response", "{}", given.body);
        given.body
    }
}

impl Drop for Lambda {
    fn drop(&mut self) {
        // It may have ended by itself; all that counts is that it is gone.
        let _ = self.function.kill();
        let _ = self.function.wait();
    }
}

/// The program with the settings of this test, and none of the machine's.
fn program(runtime: &str, prefix: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bootstrap"));
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(|name| name.starts_with("CHABUDAI_")) {
            command.env_remove(name);
        }
    }
    command.envs([
        ("AWS_LAMBDA_RUNTIME_API", runtime),
        ("AWS_LAMBDA_FUNCTION_NAME", "chabudai"),
        ("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "256"),
        ("AWS_LAMBDA_FUNCTION_VERSION", "$LATEST"),
        ("AWS_LAMBDA_LOG_GROUP_NAME", "/aws/lambda/chabudai"),
        ("AWS_LAMBDA_LOG_STREAM_NAME", "stream"),
        ("AWS_REGION", "local"),
        ("AWS_ACCESS_KEY_ID", "test"),
        ("AWS_SECRET_ACCESS_KEY", "test"),
        ("CHABUDAI_STORE", "dynamodb"),
        ("CHABUDAI_ENDPOINT", engine::endpoint().expect("an engine of one's own")),
        ("CHABUDAI_TABLE_PREFIX", prefix),
        ("CHABUDAI_ROOT_SECRET", "the secret of every server here"),
        ("CHABUDAI_PICTURES", "s3://bucket/pictures"),
        ("CHABUDAI_BASE_URL", "https://house.example"),
    ]);
    command.stdin(Stdio::null());
    command
}

/// One connection of the Runtime API: the function asks for the next event, and gives back what it made of it.
fn converse(mut stream: TcpStream, waiting: &Mutex<Receiver<Value>>, told: &Sender<Given>) {
    let mut reader = BufReader::new(stream.try_clone().expect("a second handle"));
    while let Some((head, body)) = read_one(&mut reader) {
        let answer = if head.starts_with("GET /2018-06-01/runtime/invocation/next ") {
            let Ok(event) = waiting.lock().expect("one waits at a time").recv() else { return };
            let deadline = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970") + Duration::from_secs(30);
            let event = event.to_string();
            format!(
                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nlambda-runtime-aws-request-id: 8476a536-e9f4-11e8-9739-2dfe598c3fcd\r\n\
                 lambda-runtime-deadline-ms: {}\r\nlambda-runtime-invoked-function-arn: arn:aws:lambda:local:1:function:chabudai\r\n\
                 content-length: {}\r\n\r\n{event}",
                deadline.as_millis(),
                event.len()
            )
        } else {
            let path = head.split(' ').nth(1).unwrap_or_default();
            let way = path.rsplit('/').next().unwrap_or_default().to_owned();
            told.send(Given { way, body: serde_json::from_slice(&body).unwrap_or(Value::Null) }).expect("the test listens");
            "HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n".to_owned()
        };
        if stream.write_all(answer.as_bytes()).is_err() {
            return;
        }
    }
}

/// The first line of a request, and its body, which comes with a length or in chunks.
fn read_one(reader: &mut BufReader<TcpStream>) -> Option<(String, Vec<u8>)> {
    let mut line = || {
        let mut line = String::new();
        reader.read_line(&mut line).ok().filter(|read| *read > 0).map(|_| line.trim_end().to_owned())
    };
    let head = line()?;
    let (mut length, mut is_chunked) = (0, false);
    loop {
        let header = line()?.to_ascii_lowercase();
        if header.is_empty() {
            break;
        }
        if let Some(value) = header.strip_prefix("content-length: ") {
            length = value.parse().ok()?;
        }
        is_chunked |= header == "transfer-encoding: chunked";
    }
    let mut body = Vec::new();
    if !is_chunked {
        reader.take(length).read_to_end(&mut body).ok()?;
        return Some((head, body));
    }
    loop {
        let mut size = String::new();
        reader.read_line(&mut size).ok()?;
        let size = u64::from_str_radix(size.trim(), 16).ok()?;
        let mut chunk = Vec::new();
        reader.take(size + 2).read_to_end(&mut chunk).ok()?;
        if size == 0 {
            return Some((head, body));
        }
        body.extend_from_slice(&chunk[..chunk.len() - 2]);
    }
}

/// A request of an HTTP API.
fn request(method: &str, path: &str, headers: &Value, body: Option<&Value>) -> Value {
    let mut event: Value = serde_json::from_str(include_str!("events/http-api-v2.json")).expect("JSON");
    (event["rawPath"], event["rawQueryString"], event["cookies"]) = (json!(path), json!(""), json!([]));
    event["headers"] = headers.clone();
    event["requestContext"]["http"]["method"] = json!(method);
    event["requestContext"]["stage"] = json!("$default");
    event["body"] = body.map_or(Value::Null, |body| json!(body.to_string()));
    event
}

fn body(answer: &Value) -> Value {
    serde_json::from_str(answer["body"].as_str().expect("a text")).unwrap_or_else(|error| panic!("{error}: {answer}"))
}

#[test]
fn the_house_answers_events() {
    let prefix = engine::prefix();
    let lambda = Lambda::start(&prefix);
    let answer = lambda.answer(request("GET", "/healthz", &json!({}), None));
    assert_eq!((&answer["statusCode"], &answer["body"]), (&json!(200), &json!("ok")));
    assert!(answer["headers"]["x-request-id"].is_string() && answer["headers"]["strict-transport-security"].is_string(), "{answer}");

    // A page, packed as browsers like it, with the visitor's cookie.
    let page = lambda.answer(request("GET", "/", &json!({ "accept": "text/html", "accept-language": "ja" }), None));
    assert_eq!(page["statusCode"], 200);
    assert!(page["body"].as_str().is_some_and(|html| html.contains("<html")), "{page}");
    assert!(page["cookies"].as_array().is_some_and(|cookies| !cookies.is_empty()), "{page}");

    // What one instance writes, another reads: it is in the tables.
    let json_headers = json!({ "content-type": "application/json", "accept": "application/json" });
    let made = lambda.answer(request("POST", "/wardrobe/v1/wardrobes", &json_headers, Some(&json!({ "name": "旅の服" }))));
    assert_eq!(made["statusCode"], 201, "{made}");
    let wardrobe = body(&made)["wardrobeId"].as_str().expect("an id").to_owned();
    let other = Lambda::start(&prefix);
    let read = other.answer(request("GET", &format!("/wardrobe/v1/wardrobes/{wardrobe}"), &json_headers, None));
    assert_eq!((&read["statusCode"], &body(&read)["name"]), (&json!(200), &json!("旅の服")));

    // Pages that stay open are told to go by themselves.
    let live = lambda.answer(request("GET", "/kondate/live", &json!({ "accept": "text/event-stream" }), None));
    assert_eq!(live["statusCode"], 204);

    // What is due is done when the schedule says so, and then it is not due any more.
    let scheduled: Value = serde_json::from_str(include_str!("events/scheduled.json")).expect("JSON");
    let done = lambda.answer(scheduled.clone());
    let jobs = done["done"].as_array().expect("what was done").iter().map(|line| line.as_str().expect("a line")).collect::<Vec<_>>();
    assert!(jobs.iter().any(|line| line.starts_with("house.leaving: done")), "{jobs:?}");
    let again = other.answer(scheduled);
    assert!(!again.to_string().contains("house.leaving"), "{again}");

    // Anything else is an error of the function, and the next event is answered all the same.
    let refused = lambda.invoke(json!({ "Records": [] }));
    assert_eq!(refused.way, "error");
    assert!(refused.body["errorMessage"].as_str().is_some_and(|why| why.contains("neither a request of API Gateway")), "{}", refused.body);
    assert_eq!(lambda.answer(request("GET", "/readyz", &json!({}), None))["statusCode"], 200);
}

#[test]
fn what_would_not_last_is_refused() {
    for (missing, why) in [
        ("CHABUDAI_STORE", "set CHABUDAI_STORE=dynamodb"),
        ("CHABUDAI_PICTURES", "set CHABUDAI_PICTURES=s3://bucket/prefix"),
        ("CHABUDAI_BASE_URL", "set CHABUDAI_BASE_URL"),
        ("CHABUDAI_ROOT_SECRET", "--root-secret"),
    ] {
        let mut command = program("127.0.0.1:9", &engine::prefix());
        let Output { status, stderr, .. } = command.env_remove(missing).output().expect("the program starts");
        let said = String::from_utf8_lossy(&stderr);
        assert!(!status.success() && said.contains(why), "without {missing}: {status} {said}");
    }
}
