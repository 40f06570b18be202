//! A server that answers what it is told to.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use chabudai_store_dynamodb::{Config, DynamoDbStore};
use serde_json::Value;

/// A server on a loopback port; it lives as long as the test program.
pub(crate) struct Canned {
    endpoint: String,
    requests: Arc<Mutex<Vec<Request>>>,
}

/// What was asked: the operation, and the body.
pub(crate) type Request = (String, Value);

impl Canned {
    /// Answers the requests in this order, the last answer to all that follow: a status, and a body.
    pub(crate) fn answering(answers: Vec<(u16, String)>) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&requests);
        std::thread::spawn(move || {
            for (nth, mut stream) in listener.incoming().flatten().enumerate() {
                let request = read_one(&stream);
                seen.lock().unwrap().push(request);
                answer_one(&mut stream, &answers[nth.min(answers.len() - 1)]);
            }
        });
        Self { endpoint, requests }
    }

    /// A refusal of this kind.
    pub(crate) fn refusal(status: u16, kind: &str) -> (u16, String) {
        (status, format!(r#"{{"__type":"com.amazonaws.dynamodb.v20120810#{kind}","message":"because of {kind}"}}"#))
    }

    pub(crate) fn config(&self) -> Config {
        Config::new().endpoint(&self.endpoint).keys("test", "test")
    }

    pub(crate) async fn store(&self) -> DynamoDbStore {
        DynamoDbStore::connect(self.config()).await
    }

    /// How many requests came.
    pub(crate) fn requests(&self) -> usize {
        self.requests.lock().unwrap().len()
    }

    /// What each of them asked, in order.
    pub(crate) fn asked(&self) -> Vec<Request> {
        self.requests.lock().unwrap().clone()
    }
}

fn read_one(stream: &TcpStream) -> Request {
    let mut request = BufReader::new(stream);
    let (mut length, mut operation) = (0, String::new());
    loop {
        let mut line = String::new();
        request.read_line(&mut line).unwrap();
        let (name, value) = line.split_once(':').unwrap_or_default();
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.trim().parse().unwrap(),
            "x-amz-target" => value.trim().rsplit('.').next().unwrap().clone_into(&mut operation),
            _ => {}
        }
        if line.trim().is_empty() {
            break;
        }
    }
    let mut body = Vec::new();
    request.take(length).read_to_end(&mut body).unwrap();
    (operation, serde_json::from_slice(&body).unwrap())
}

fn answer_one(stream: &mut TcpStream, (status, body): &(u16, String)) {
    let head = format!("HTTP/1.1 {status} Canned\r\ncontent-type: application/x-amz-json-1.0\r\nconnection: close\r\n");
    write!(stream, "{head}content-length: {}\r\n\r\n{body}", body.len()).unwrap();
}
