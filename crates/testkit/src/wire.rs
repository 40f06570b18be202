//! As much of HTTP as a double of a few lines needs: one that may hang up, fall silent or never end.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;

/// More than any message has; what is longer is read no further.
const LONGEST: usize = 64 * 1024;

/// What came in.
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) path: String,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Request {
    /// A header, by its name in small letters.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The next request on this connection; none when the other side has no more to say, or says something else than HTTP.
    pub(crate) fn read(from: &mut BufReader<TcpStream>) -> Option<Self> {
        let mut line = || {
            let mut line = String::new();
            from.read_line(&mut line).ok().filter(|length| *length > 0).map(|_| line.trim_end().to_owned())
        };
        let first = line()?;
        let mut words = first.split(' ');
        let (method, path) = (words.next()?.to_owned(), words.next()?.to_owned());
        let mut headers = Vec::new();
        loop {
            let line = line()?;
            if line.is_empty() {
                break;
            }
            let (name, value) = line.split_once(':')?;
            headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
        let mut request = Self { method, path, headers, body: Vec::new() };
        let length = request.header("content-length").map_or(Some(0), |length| length.parse().ok())?;
        if length > LONGEST {
            return None;
        }
        request.body.resize(length, 0);
        from.read_exact(&mut request.body).ok()?;
        Some(request)
    }
}

/// Sends an answer; whether anybody was left to hear it.
pub(crate) fn answer(to: &mut TcpStream, status: u16, headers: &[(&str, &str)], body: &str) -> bool {
    let headers = headers.iter().fold(String::new(), |all, (name, value)| all + name + ": " + value + "\r\n");
    // In one piece: several small ones would wait for each other's acknowledgement, 40 milliseconds at a time.
    let whole = format!("HTTP/1.1 {status} Said\r\n{headers}content-length: {}\r\n\r\n{body}", body.len());
    to.write_all(whole.as_bytes()).is_ok()
}

/// Sends the beginning of an answer whose body goes on for as long as anybody listens. Gives the number of its bytes that went out.
pub(crate) fn answer_without_end(to: &mut TcpStream, status: u16, go_on: impl Fn() -> bool) -> usize {
    let mut sent = 0;
    if write!(to, "HTTP/1.1 {status} Said\r\n\r\n").is_ok() {
        while go_on() && to.write_all(&[b'.'; 1024]).is_ok() {
            sent += 1024;
        }
    }
    sent
}
