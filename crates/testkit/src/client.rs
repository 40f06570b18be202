//! A client of a few lines: one connection a request, nothing done behind the test's back.

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// A request that is being put together.
#[derive(Debug, Clone)]
pub struct Ask {
    address: SocketAddr,
    method: String,
    path: String,
    headers: Vec<(String, String)>,
    body: Option<Vec<u8>>,
}

impl Ask {
    /// A request to the server at this address.
    pub fn new(address: SocketAddr, method: &str, path: &str) -> Self {
        Self { address, method: method.to_owned(), path: path.to_owned(), headers: Vec::new(), body: None }
    }

    /// With one header more.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// With a body of JSON.
    pub fn json(self, body: &Value) -> Self {
        self.body("application/json", body.to_string())
    }

    /// With a body of this type.
    pub fn body(self, content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        self.header("content-type", content_type).untyped(body)
    }

    /// A body that does not say what it is.
    pub fn untyped(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.body = Some(body.into());
        self
    }

    /// A form with one file, as a browser sends it.
    pub fn form(self, field: &str, file: &[u8]) -> Self {
        let mut body = format!(
            "--boundary\r\ncontent-disposition: form-data; name=\"{field}\"; filename=\"shirt.png\"\r\ncontent-type: image/png\r\n\r\n"
        )
        .into_bytes();
        body.extend_from_slice(file);
        body.extend_from_slice(b"\r\n--boundary--\r\n");
        self.body("multipart/form-data; boundary=boundary", body)
    }

    /// The bytes of the request, as they go over the wire.
    pub fn bytes(&self) -> Vec<u8> {
        let mut out = format!("{} {} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n", self.method, self.path, self.address);
        for (name, value) in &self.headers {
            write!(out, "{name}: {value}\r\n").expect("a string takes every text");
        }
        if let Some(body) = &self.body {
            write!(out, "content-length: {}\r\n", body.len()).expect("a string takes every text");
        }
        let mut out = (out + "\r\n").into_bytes();
        out.extend_from_slice(self.body.as_deref().unwrap_or_default());
        out
    }

    /// Sends it and waits for the whole answer.
    pub fn send(self) -> Answer {
        let shown = format!("{} {}", self.method, self.path);
        self.try_send().unwrap_or_else(|error| panic!("{shown}: {error}"))
    }

    /// Sends it to a server that may die meanwhile.
    pub fn try_send(self) -> std::io::Result<Answer> {
        let mut stream = TcpStream::connect(self.address)?;
        stream.set_read_timeout(Some(Duration::from_mins(1)))?;
        let (bytes, shown) = (self.bytes(), format!("{} {}", self.method, self.path));
        let mut writer = stream.try_clone()?;
        std::thread::scope(|scope| {
            // A server that has heard enough answers before it has heard all, so a large body goes out while we listen.
            let mut write = move || drop(writer.write_all(&bytes));
            if self.body.as_ref().is_some_and(|body| body.len() > 32 * 1024) {
                scope.spawn(write);
            } else {
                write();
            }
            read_answer(&mut stream, &shown)
        })
    }
}

/// Reads an answer to its end, or to the end of the connection where it does not say its length.
pub fn read_answer(stream: &mut TcpStream, shown: &str) -> std::io::Result<Answer> {
    let mut reader = BufReader::new(stream);
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        if reader.read_until(b'\n', &mut head)? == 0 {
            return Err(std::io::Error::other("the connection ended without an answer"));
        }
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let mut lines = head.trim_end().split("\r\n");
    let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok()).expect("an answer begins with its status");
    let headers: Vec<(String, String)> =
        lines.filter_map(|line| line.split_once(':')).map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned())).collect();
    let mut answer = Answer { shown: shown.to_owned(), status, headers, body: Vec::new() };
    match answer.header("content-length").and_then(|length| length.parse().ok()) {
        Some(length) if !shown.starts_with("HEAD") => {
            answer.body = vec![0; length];
            reader.read_exact(&mut answer.body).map_err(|_| std::io::Error::other("the answer was cut off"))?;
        }
        // What came is what there is, even if the connection did not end well.
        _ => drop(reader.read_to_end(&mut answer.body)),
    }
    Ok(answer)
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    shown: String,
    /// Its status.
    pub status: u16,
    /// Its headers, with their names in small letters; one may stand there several times.
    pub headers: Vec<(String, String)>,
    /// Its body, as it came.
    pub body: Vec<u8>,
}

impl Answer {
    /// A header, by its name in small letters.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// It has this status.
    #[track_caller]
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}: {}", self.shown, self.text());
        self
    }

    /// The body, which has to be JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        assert_eq!(self.header("content-type"), Some("application/json"), "{}: {}", self.shown, self.text());
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{}: {error}: {}", self.shown, self.text()))
    }

    /// Everything that holds for a problem, with its code and the field to blame.
    #[track_caller]
    pub fn problem(&self, status: u16, code: &str, field: Option<&str>) -> Value {
        let shown = format!("{}: {} {}", self.shown, self.status, self.text());
        assert_eq!(self.header("content-type"), Some("application/problem+json"), "{shown}");
        let problem: Value = serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {shown}"));
        assert_eq!((self.status, problem["code"].as_str(), problem["field"].as_str()), (status, Some(code), field), "{shown}");
        assert_eq!(problem["status"], status, "{shown}");
        assert_eq!(problem["type"], "about:blank", "{shown}");
        assert!(problem["title"].as_str().is_some_and(|title| !title.is_empty()), "{shown}");
        let detail = problem["detail"].as_str().unwrap_or_default();
        assert!(detail.ends_with('.') && detail.starts_with(char::is_uppercase), "a detail is a sentence: {shown}");
        assert_eq!(self.header("x-chabudai-code"), None, "what is for the log stays here: {shown}");
        problem
    }
}
