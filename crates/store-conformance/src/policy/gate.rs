//! The gate itself. One request a connection is enough for tests, and leaves nothing to keep apart.

use std::collections::BTreeSet;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use super::needed::needed;
use super::{Grant, Policy};

/// A gate on a loopback port; it lives as long as the test program.
#[derive(Debug)]
pub struct Gate {
    endpoint: String,
    seen: Arc<Mutex<Seen>>,
}

/// What came by.
#[derive(Default, Debug)]
struct Seen {
    used: BTreeSet<Grant>,
    refused: BTreeSet<Grant>,
}

impl Gate {
    /// Stands before the engine at an endpoint such as `http://127.0.0.1:8000`.
    pub fn before(endpoint: &str, policy: Policy) -> Self {
        let engine = endpoint.trim_start_matches("http://").trim_end_matches('/').to_owned();
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("there is a free port");
        let endpoint = format!("http://{}", listener.local_addr().expect("it is bound"));
        let seen = Arc::new(Mutex::new(Seen::default()));
        let (shared, policy) = (Arc::clone(&seen), Arc::new(policy));
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let (engine, seen, policy) = (engine.clone(), Arc::clone(&shared), Arc::clone(&policy));
                // A client or an engine that goes away in between is none of the gate's business.
                std::thread::spawn(move || drop(pass(client, &engine, &policy, &seen)));
            }
        });
        Self { endpoint, seen }
    }

    /// Where it listens.
    pub fn endpoint(&self) -> &str {
        &self.endpoint
    }

    /// What was asked for and let through.
    pub fn used(&self) -> BTreeSet<Grant> {
        self.seen.lock().expect("nobody panics with this lock").used.clone()
    }

    /// What was asked for and is not allowed.
    pub fn refused(&self) -> BTreeSet<Grant> {
        self.seen.lock().expect("nobody panics with this lock").refused.clone()
    }
}

fn pass(mut client: TcpStream, engine: &str, policy: &Policy, seen: &Mutex<Seen>) -> io::Result<()> {
    let mut request = BufReader::new(client.try_clone()?);
    let (mut head, mut operation, mut length) = (String::new(), String::new(), 0);
    loop {
        let mut line = String::new();
        if request.read_line(&mut line)? == 0 {
            return Ok(());
        }
        if line.trim().is_empty() {
            break;
        }
        let (name, value) = line.split_once(':').unwrap_or_default();
        match name.to_ascii_lowercase().as_str() {
            "connection" => continue,
            "content-length" => length = value.trim().parse().map_err(io::Error::other)?,
            "x-amz-target" => value.trim().rsplit('.').next().unwrap_or_default().clone_into(&mut operation),
            _ => {}
        }
        head.push_str(&line);
    }
    let mut body = vec![0; length];
    request.read_exact(&mut body)?;
    let asked = needed(&operation, &serde_json::from_slice(&body).unwrap_or_default());
    let missing: Vec<Grant> = asked.iter().filter(|grant| !policy.allows(grant)).cloned().collect();
    if let Some((action, resource)) = missing.first() {
        let text = format!(
            r#"{{"__type":"com.amazon.coral.service#AccessDeniedException","Message":"User: test is not authorized to perform: {action} on resource: {resource}"}}"#
        );
        seen.lock().expect("nobody panics with this lock").refused.extend(missing);
        let status = "HTTP/1.1 400 Bad Request\r\ncontent-type: application/x-amz-json-1.0\r\nconnection: close";
        return write!(client, "{status}\r\ncontent-length: {}\r\n\r\n{text}", text.len());
    }
    seen.lock().expect("nobody panics with this lock").used.extend(asked);
    let mut upstream = TcpStream::connect(engine)?;
    upstream.write_all(format!("{head}connection: close\r\n\r\n").as_bytes())?;
    upstream.write_all(&body)?;
    io::copy(&mut upstream, &mut client)?;
    Ok(())
}
