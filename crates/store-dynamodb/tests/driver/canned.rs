//! A server that answers what it is told to.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use chabudai_store_dynamodb::{Config, DynamoDbStore};

/// A server on a loopback port; it lives as long as the test program.
pub(crate) struct Canned {
    endpoint: String,
    requests: Arc<AtomicUsize>,
}

impl Canned {
    /// Answers the requests in this order, the last answer to all that follow: a status, and a body.
    pub(crate) fn answering(answers: Vec<(u16, String)>) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&requests);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let answer = &answers[counter.fetch_add(1, SeqCst).min(answers.len() - 1)];
                answer_one(stream, answer);
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
        self.requests.load(SeqCst)
    }
}

fn answer_one(mut stream: TcpStream, (status, body): &(u16, String)) {
    let mut request = BufReader::new(stream.try_clone().unwrap());
    let mut length = 0;
    loop {
        let mut line = String::new();
        request.read_line(&mut line).unwrap();
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        if line.trim().is_empty() {
            break;
        }
    }
    request.take(length).read_to_end(&mut Vec::new()).unwrap();
    let head = format!("HTTP/1.1 {status} Canned\r\ncontent-type: application/x-amz-json-1.0\r\nconnection: close\r\n");
    write!(stream, "{head}content-length: {}\r\n\r\n{body}", body.len()).unwrap();
}
