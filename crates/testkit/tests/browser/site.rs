//! A server with pages for every habit of pages.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use chabudai_testkit::{Browser, Page, View};

/// A server on a free port. It stops when this is dropped.
pub(crate) struct Site {
    address: SocketAddr,
    closed: Arc<AtomicBool>,
}

impl Site {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
        let (address, closed) = (listener.local_addr().expect("it listens"), Arc::new(AtomicBool::new(false)));
        let is_closed = Arc::clone(&closed);
        std::thread::spawn(move || {
            // A browser opens connections in advance, so each has a thread of its own to be silent in.
            for stream in listener.incoming().take_while(|_| !is_closed.load(Ordering::Relaxed)).flatten() {
                std::thread::spawn(move || serve(stream));
            }
        });
        Self { address, closed }
    }

    /// Opens a page of it.
    pub(crate) fn open(&self, browser: &Browser, view: View, path: &str) -> Page {
        let page = browser.open(&format!("http://{}", self.address), view);
        page.goto(path);
        page
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.closed.store(true, Ordering::Relaxed);
        // Wakes it up to see that.
        let _ = TcpStream::connect(self.address);
    }
}

fn serve(mut stream: TcpStream) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        (reader.read_until(b'\n', &mut head).ok()? > 0).then_some(())?;
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let header = |wanted: &str| {
        let (_, value) = head.lines().filter_map(|line| line.split_once(": ")).find(|(name, _)| name.eq_ignore_ascii_case(wanted))?;
        Some(value.to_owned())
    };
    let mut body = vec![0; header("content-length").and_then(|length| length.parse().ok()).unwrap_or_default()];
    reader.read_exact(&mut body).ok()?;
    let target = head.split(' ').nth(1).unwrap_or_default();
    let path = target.split('?').next().unwrap_or_default();
    let language = header("accept-language").unwrap_or_default();
    let html = |content: &str| (200, String::new(), page(content));
    let (status, headers, content) = match (head.split(' ').next()?, path) {
        ("POST", "/form") => {
            // A browser that does not wait would still be at the form.
            std::thread::sleep(Duration::from_millis(700));
            (303, format!("location: /thanks?{}\r\n", String::from_utf8_lossy(&body)), String::new())
        }
        ("POST", "/upload") => html(&format!("<pre>{}</pre>", String::from_utf8_lossy(&body).replace('<', "&lt;"))),
        (_, "/thanks") => html(&format!("<h1>Thank you</h1><p id=said>{}</p>", target.replace('&', "&amp;"))),
        (_, "/language") => html(&format!("<p id=asked>{language}</p>")),
        (_, "/slow.js") => {
            std::thread::sleep(Duration::from_millis(700));
            let script = "document.querySelector('p').textContent = 'the slow script has run'";
            (200, "content-type: text/javascript\r\n".to_owned(), script.to_owned())
        }
        (_, "/late.svg") => {
            // Long enough that the page is drawn without it first, on a busy machine too.
            std::thread::sleep(Duration::from_millis(1500));
            let picture = "<svg xmlns='http://www.w3.org/2000/svg' width='300' height='200'/>";
            (200, "content-type: image/svg+xml\r\n".to_owned(), picture.to_owned())
        }
        (_, "/cookie") => {
            (200, "set-cookie: visitor=hana; HttpOnly; SameSite=Lax; Path=/\r\n".to_owned(), page("<p>You have a cookie.</p>"))
        }
        (_, "/policy") => {
            (200, "content-security-policy: default-src 'none'\r\n".to_owned(), page("<p>Strict</p><script>document.title = 'no'</script>"))
        }
        (_, path) => match PAGES.iter().find(|(known, _)| *known == path) {
            Some((_, content)) => html(content),
            None => (404, String::new(), page("<h1>Not here</h1>")),
        },
    };
    let kind = if headers.contains("content-type") { "" } else { "content-type: text/html; charset=utf-8\r\n" };
    let length = content.len();
    write!(stream, "HTTP/1.1 {status} Fine\r\n{headers}{kind}content-length: {length}\r\nconnection: close\r\n\r\n{content}").ok()
}

fn page(content: &str) -> String {
    let head = "<meta charset=utf-8><title>A page</title><link rel=icon href=data:,>";
    format!("<!doctype html><html lang=en><head>{head}</head><body>{content}</body></html>")
}

const PAGES: &[(&str, &str)] = &[
    ("/", include_str!("pages/home.html")),
    ("/form", include_str!("pages/form.html")),
    ("/script", include_str!("pages/script.html")),
    ("/slow", include_str!("pages/slow.html")),
    ("/colours", include_str!("pages/colours.html")),
    ("/upload", include_str!("pages/upload.html")),
    ("/covered", include_str!("pages/covered.html")),
    ("/restless", include_str!("pages/restless.html")),
    ("/keys", include_str!("pages/keys.html")),
    ("/drag", include_str!("pages/drag.html")),
    ("/shift", include_str!("pages/shift.html")),
    ("/barriers", include_str!("pages/barriers.html")),
];
