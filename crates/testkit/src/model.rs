//! A language model for tests: a real HTTP server on this machine that says what a test has written down for it, in the protocol of
//! `/v1/chat/completions`, and that fails in every way in which such servers fail.
//!
//! ```
//! use chabudai_testkit::model::{ModelServer, Says};
//!
//! let model = ModelServer::start([Says::words("はい、喜んで。")]);
//! assert!(model.address().starts_with("http://127.0.0.1:"));
//! assert!(model.asked().is_empty());
//! ```

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::{Value, json};

/// What the server does with a request.
#[derive(Clone, Debug)]
pub enum Says {
    /// These pieces, and why it ends.
    Pieces(Vec<String>, &'static str),
    /// Pieces with a pause before each of them.
    Slowly(Vec<String>, Duration),
    /// These pieces, and then the connection is gone.
    BreaksOff(Vec<String>),
    /// These pieces, and then an error in the stream.
    Fails(Vec<String>),
    /// That it will not.
    Refuses,
    /// Bytes that are not of the protocol.
    Nonsense,
    /// Nothing at all for so long.
    Silence(Duration),
    /// A status, and when to come again.
    Status(u16, Option<u64>),
    /// The whole answer at once, as servers do that do not stream, and without what it cost.
    AtOnce(String),
}

impl Says {
    /// A whole answer, letter by letter.
    pub fn words(text: &str) -> Self {
        Self::Pieces(text.chars().map(String::from).collect(), "stop")
    }

    /// A value, as JSON in two pieces.
    pub fn value(value: &Value) -> Self {
        let text = value.to_string();
        let middle = (0..=text.len() / 2).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default();
        Self::Pieces(vec![text[..middle].to_owned(), text[middle..].to_owned()], "stop")
    }
}

/// A request as the server got it.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The `Authorization` header.
    pub authorization: Option<String>,
    /// The body.
    pub body: Value,
}

/// The server. It says one thing after the other, and the last for ever.
pub struct ModelServer {
    address: SocketAddr,
    shared: Arc<Shared>,
    listening: Option<JoinHandle<()>>,
}

struct Shared {
    script: Mutex<Vec<Says>>,
    asked: Mutex<Vec<Asked>>,
    is_over: AtomicBool,
}

/// What every answer is said to have cost.
pub const TOKENS: (u64, u64) = (11, 7);

impl ModelServer {
    /// Starts it with what it says.
    pub fn start(script: impl IntoIterator<Item = Says>) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let address = listener.local_addr().expect("an address");
        let mut script: Vec<Says> = script.into_iter().collect();
        script.reverse();
        let shared = Arc::new(Shared { script: Mutex::new(script), asked: Mutex::default(), is_over: AtomicBool::new(false) });
        let serves = shared.clone();
        let listening = std::thread::spawn(move || {
            for stream in listener.incoming() {
                if serves.is_over.load(Ordering::Acquire) {
                    return;
                }
                let Ok(stream) = stream else { continue };
                let serves = serves.clone();
                // Whoever asks may go away before the end.
                std::thread::spawn(move || drop(converse(stream, &serves)));
            }
        });
        Self { address, shared, listening: Some(listening) }
    }

    /// Where it is, up to `/v1`.
    pub fn address(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// What it was asked so far.
    pub fn asked(&self) -> Vec<Asked> {
        locked(&self.shared.asked).clone()
    }
}

impl Drop for ModelServer {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Release);
        drop(TcpStream::connect(self.address));
        if let Some(listening) = self.listening.take() {
            drop(listening.join());
        }
    }
}

fn locked<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

fn converse(mut stream: TcpStream, shared: &Shared) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let (mut length, mut authorization, mut line) = (0, None, String::new());
    loop {
        line.clear();
        if reader.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let Some((name, value)) = line.trim().split_once(':') else {
            if line.trim().is_empty() {
                break;
            }
            continue;
        };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.trim().parse().unwrap_or(0),
            "authorization" => authorization = Some(value.trim().to_owned()),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let body = serde_json::from_slice(&body).unwrap_or(Value::Null);
    locked(&shared.asked).push(Asked { authorization, body });
    let says = {
        let mut script = locked(&shared.script);
        if script.len() > 1 { script.pop() } else { script.last().cloned() }
    };
    says.map_or(Ok(()), |says| say(&mut stream, says))
}

fn say(stream: &mut TcpStream, says: Says) -> std::io::Result<()> {
    const BEGINS: &str = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
    let event = |value: &Value| format!("data: {value}\n\n");
    let piece =
        |text: &str| event(&json!({ "object": "chat.completion.chunk", "choices": [{ "index": 0, "delta": { "content": text } }] }));
    let end = |why: &str| event(&json!({ "choices": [{ "index": 0, "delta": {}, "finish_reason": why }] }));
    let cost = event(&json!({ "choices": [], "usage": { "prompt_tokens": TOKENS.0, "completion_tokens": TOKENS.1 } }));
    let mut send = |text: &str| stream.write_all(text.as_bytes()).and_then(|()| stream.flush());
    match says {
        Says::Pieces(pieces, why) => {
            send(BEGINS)?;
            pieces.iter().try_for_each(|text| send(&piece(text)))?;
            send(&format!("{}{cost}data: [DONE]\n\n", end(why)))
        }
        Says::Slowly(pieces, pause) => {
            send(BEGINS)?;
            for text in &pieces {
                std::thread::sleep(pause);
                send(&piece(text))?;
            }
            send(&format!("{}{cost}data: [DONE]\n\n", end("stop")))
        }
        Says::BreaksOff(pieces) => {
            send(BEGINS)?;
            pieces.iter().try_for_each(|text| send(&piece(text)))
        }
        Says::Fails(pieces) => {
            send(BEGINS)?;
            pieces.iter().try_for_each(|text| send(&piece(text)))?;
            send(&event(&json!({ "error": { "message": "out of memory", "code": 500 } })))
        }
        Says::Refuses => {
            send(BEGINS)?;
            send(&event(&json!({ "choices": [{ "index": 0, "delta": { "refusal": "I can't help with that." } }] })))?;
            send(&format!("{}data: [DONE]\n\n", end("stop")))
        }
        Says::Nonsense => send(&format!("{BEGINS}data: <html>no model here</html>\n\n")),
        Says::Silence(long) => {
            std::thread::sleep(long);
            Ok(())
        }
        Says::Status(status, retry_after) => {
            let again = retry_after.map(|seconds| format!("retry-after: {seconds}\r\n")).unwrap_or_default();
            send(&format!("HTTP/1.1 {status} So\r\n{again}content-length: 0\r\nconnection: close\r\n\r\n"))
        }
        Says::AtOnce(text) => {
            let whole = json!({ "choices": [{ "message": { "role": "assistant", "content": text }, "finish_reason": "stop" }] });
            send(&format!("{BEGINS}data: {whole}"))
        }
    }
}
