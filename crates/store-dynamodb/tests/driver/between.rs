//! Somebody who gets in between a driver and the engine: just before a request of one kind is passed on, something else happens.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};

/// Passes requests on to the engine at `endpoint`; calls `happens` before the first that has this target. The address to ask instead.
pub(crate) fn before_the_first(target: &'static str, endpoint: &str, happens: impl FnOnce() + Send + 'static) -> String {
    let engine = endpoint.trim_start_matches("http://").to_owned();
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        let mut happens = Some(happens);
        for mut stream in listener.incoming().flatten() {
            let (head, body) = request(&stream);
            if head.to_ascii_lowercase().contains(&format!("dynamodb_20120810.{target}").to_ascii_lowercase())
                && let Some(happens) = happens.take()
            {
                happens();
            }
            let mut onward = TcpStream::connect(&engine).unwrap();
            onward.write_all(head.as_bytes()).and_then(|()| onward.write_all(&body)).unwrap();
            let mut answer = Vec::new();
            onward.read_to_end(&mut answer).unwrap();
            stream.write_all(&answer).unwrap();
            let _ = stream.shutdown(Shutdown::Both);
        }
    });
    address
}

/// A request as it came, except that its connection ends with it.
fn request(stream: &TcpStream) -> (String, Vec<u8>) {
    let mut reader = BufReader::new(stream);
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        let lower = line.to_ascii_lowercase();
        if let Some(value) = lower.strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        if line.trim().is_empty() {
            break;
        }
        if !lower.starts_with("connection:") {
            head.push_str(&line);
        }
    }
    head.push_str("connection: close\r\n\r\n");
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    (head, body)
}
