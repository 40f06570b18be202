//! One test for each way around the guard, with real servers on loopback: the operator allows one of them, and everything else is inside.

use std::future::Future;
use std::io::{self, Write as _};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use chabudai_outward::guarded::{Accept, FetchError, Fetched, Guarded, Lookup, Policy, is_public};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

const LONG: Duration = Duration::from_secs(20);

/// A server that answers each request with what a function makes of its path.
struct Server {
    port: u16,
    asked: Arc<AtomicUsize>,
}

impl Server {
    async fn start<A, F>(answer: A) -> Self
    where
        A: Fn(String, TcpStream) -> F + Send + Sync + 'static,
        F: Future<Output = ()> + Send,
    {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let asked = Arc::new(AtomicUsize::new(0));
        let (count, answer) = (asked.clone(), Arc::new(answer));
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                count.fetch_add(1, Ordering::SeqCst);
                let answer = answer.clone();
                tokio::spawn(async move {
                    let mut request = vec![0; 4_096];
                    let read = stream.read(&mut request).await.unwrap_or(0);
                    let request = String::from_utf8_lossy(&request[..read]).into_owned();
                    let path = request.split(' ').nth(1).unwrap_or("/").to_owned();
                    answer(path, stream).await;
                });
            }
        });
        Self { port, asked }
    }

    /// One that answers and closes.
    async fn of(answer: impl Fn(&str) -> Vec<u8> + Send + Sync + 'static) -> Self {
        Self::start(move |path, mut stream| {
            let bytes = answer(&path);
            async move {
                let _ = stream.write_all(&bytes).await;
            }
        })
        .await
    }

    fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    fn allowed(&self) -> Guarded {
        Guarded::new(Policy::public().allow(&format!("127.0.0.1:{}", self.port)).unwrap())
    }

    fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }
}

fn page(body: &[u8]) -> Vec<u8> {
    answer("200 OK", "content-type: text/html; charset=utf-8\r\n", body)
}

fn answer(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let mut bytes = format!("HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {}\r\n{headers}\r\n", body.len()).into_bytes();
    bytes.extend_from_slice(body);
    bytes
}

fn redirect(to: &str) -> Vec<u8> {
    answer("302 Found", &format!("location: {to}\r\n"), b"")
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

async fn get(guarded: &Guarded, url: &str) -> Result<Fetched, FetchError> {
    guarded.get(url, 100_000, LONG, Accept::Page).await
}

/// Names that are what a test says.
struct Names {
    addresses: Vec<IpAddr>,
    asked: Arc<AtomicUsize>,
}

impl Lookup for Names {
    fn lookup(&self, _: &str) -> Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        let addresses = self.addresses.clone();
        Box::pin(async move { Ok(addresses) })
    }
}

fn names(addresses: &[&str]) -> Arc<Names> {
    Arc::new(Names { addresses: addresses.iter().map(|address| address.parse().unwrap()).collect(), asked: Arc::default() })
}

#[tokio::test]
async fn a_page_is_fetched_with_what_the_server_says_of_it() {
    let server = Server::of(|_| page("<h1>肉じゃが</h1>".as_bytes())).await;
    let fetched = get(&server.allowed(), &server.url("/recipe")).await.unwrap();
    assert_eq!(fetched.body, "<h1>肉じゃが</h1>".as_bytes());
    assert_eq!(fetched.content_type.as_deref(), Some("text/html; charset=utf-8"));
    assert_eq!(fetched.final_url, server.url("/recipe"));
}

#[tokio::test]
async fn a_packed_page_is_unpacked() {
    let server = Server::of(|_| answer("200 OK", "content-type: text/html\r\ncontent-encoding: gzip\r\n", &gzip(b"<h1>Soup</h1>"))).await;
    assert_eq!(get(&server.allowed(), &server.url("/")).await.unwrap().body, b"<h1>Soup</h1>");
}

#[tokio::test]
async fn addresses_inside_are_blocked_however_they_are_spelled() {
    let guarded = Guarded::new(Policy::public());
    for host in [
        "127.0.0.1",
        "2130706433",
        "0x7f.1",
        "0x7f000001",
        "017700000001",
        "127.1",
        "127.0.0.1.",
        "localhost",
        "LOCALHOST",
        "localhost.",
        "a.localhost",
        "0.0.0.0",
        "0",
        "10.0.0.1",
        "172.16.0.1",
        "192.168.1.1",
        "100.64.0.1",
        "169.254.169.254",
        "192.0.2.1",
        "198.18.0.1",
        "198.51.100.7",
        "203.0.113.9",
        "224.0.0.1",
        "255.255.255.255",
        "[::1]",
        "[::]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[::127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
        "[2001:0:7f00:1::]",
        "[fe80::1]",
        "[fc00::1]",
        "[fd12:3456::1]",
        "[ff02::1]",
        "[2001:db8::1]",
        "１２７.０.０.１",
        "127。0。0。1",
    ] {
        assert_eq!(get(&guarded, &format!("http://{host}/")).await, Err(FetchError::Blocked), "{host}");
    }
}

#[tokio::test]
async fn what_is_no_address_of_a_page_is_none() {
    let guarded = Guarded::new(Policy::public());
    for url in [
        "file:///etc/passwd",
        "ftp://example.com/",
        "gopher://example.com/",
        "data:text/html,hello",
        "javascript:1",
        "user",
        "",
        "http://",
        "http://user:pass@example.com/",
        "http://user@example.com/",
    ] {
        assert_eq!(get(&guarded, url).await, Err(FetchError::NotAnAddress), "{url}");
    }
}

#[tokio::test]
async fn ports_other_than_those_of_the_web_are_blocked() {
    let public = names(&["93.184.216.34"]);
    let guarded = Guarded::with_lookup(Policy::public(), public.clone());
    for port in [22, 25, 6379, 8080, 65535] {
        assert_eq!(get(&guarded, &format!("http://example.com:{port}/")).await, Err(FetchError::Blocked));
    }
    assert_eq!(public.asked.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn a_redirect_to_inside_is_blocked_and_nobody_there_is_asked() {
    let inside = Server::of(|_| page(b"secret")).await;
    for to in [
        inside.url("/"),
        format!("http://[::ffff:127.0.0.1]:{}/", inside.port),
        format!("http://2130706433:{}/", inside.port),
        format!("//localhost:{}/", inside.port),
        "http://127.0.0.1/".to_owned(),
    ] {
        let server = Server::of(move |_| redirect(&to)).await;
        assert_eq!(get(&server.allowed(), &server.url("/")).await, Err(FetchError::Blocked));
    }
    let server = Server::of(|_| redirect("file:///etc/passwd")).await;
    assert_eq!(get(&server.allowed(), &server.url("/")).await, Err(FetchError::NotAnAddress));
    assert_eq!(inside.asked(), 0);
}

#[tokio::test]
async fn three_redirects_are_followed_and_a_fourth_is_not() {
    let server = Server::of(|path| match path.trim_start_matches('/').parse::<u32>() {
        Ok(0) => page(b"here"),
        Ok(left) => redirect(&format!("/{}", left - 1)),
        Err(_) => answer("404 Not Found", "", b""),
    })
    .await;
    let fetched = get(&server.allowed(), &server.url("/3")).await.unwrap();
    assert_eq!((fetched.body.as_slice(), fetched.final_url), (b"here".as_slice(), server.url("/0")));
    assert_eq!(get(&server.allowed(), &server.url("/4")).await, Err(FetchError::TooManyRedirects));
}

#[tokio::test]
async fn a_name_that_leads_inside_is_blocked() {
    for address in ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "fd00::1"] {
        let guarded = Guarded::with_lookup(Policy::public(), names(&[address]));
        assert_eq!(get(&guarded, "http://recipes.example/").await, Err(FetchError::Blocked), "{address}");
    }
}

#[tokio::test]
async fn a_name_with_one_address_inside_is_blocked_whichever_comes_first() {
    for addresses in [["93.184.216.34", "127.0.0.1"], ["127.0.0.1", "93.184.216.34"], ["2606:2800:220:1::1", "fe80::1"]] {
        let guarded = Guarded::with_lookup(Policy::public(), names(&addresses));
        assert_eq!(get(&guarded, "http://recipes.example/").await, Err(FetchError::Blocked), "{addresses:?}");
    }
}

/// What was checked is what is connected to: there is no second look-up that could answer otherwise.
#[tokio::test]
async fn a_name_is_looked_up_once_for_each_connection() {
    // One that would keep its connections.
    let server = Server::start(|_, mut stream| async move {
        let kept = String::from_utf8(page(b"here")).unwrap().replace("connection: close\r\n", "").into_bytes();
        while stream.write_all(&kept).await.is_ok() && stream.read(&mut [0; 4_096]).await.is_ok_and(|read| read > 0) {}
    })
    .await;
    let inside = names(&["127.0.0.1"]);
    let guarded = Guarded::with_lookup(Policy::public().allow(&format!("recipes.example:{}", server.port)).unwrap(), inside.clone());
    for calls in 1..=2 {
        get(&guarded, &format!("http://recipes.example:{}/", server.port)).await.unwrap();
        assert_eq!((inside.asked.load(Ordering::SeqCst), server.asked()), (calls, calls));
    }
}

#[tokio::test]
async fn a_host_is_allowed_on_its_port_alone() {
    let server = Server::of(|_| page(b"here")).await;
    let other = Server::of(|_| page(b"other")).await;
    let guarded = Guarded::with_lookup(Policy::public().allow(&format!("house.lan:{}", server.port)).unwrap(), names(&["127.0.0.1"]));
    get(&guarded, &format!("http://HOUSE.lan.:{}/", server.port)).await.unwrap();
    for url in
        [format!("http://house.lan:{}/", other.port), "http://house.lan/".to_owned(), format!("http://my.house.lan:{}/", server.port)]
    {
        assert_eq!(get(&guarded, &url).await, Err(FetchError::Blocked), "{url}");
    }
    assert_eq!(other.asked(), 0);
}

#[tokio::test]
async fn a_large_answer_is_left_where_it_becomes_too_large() {
    // Two megabytes in a few kilobytes.
    let bomb = gzip(&vec![b'a'; 2_000_000]);
    assert!(bomb.len() < 20_000);
    let server = Server::of(move |path| match path {
        "/fits" => page(&vec![b'a'; 100_000]),
        "/over" => page(&vec![b'a'; 100_001]),
        _ => answer("200 OK", "content-type: text/html\r\ncontent-encoding: gzip\r\n", &bomb),
    })
    .await;
    assert_eq!(get(&server.allowed(), &server.url("/fits")).await.unwrap().body.len(), 100_000);
    assert_eq!(get(&server.allowed(), &server.url("/over")).await, Err(FetchError::TooLarge));
    assert_eq!(get(&server.allowed(), &server.url("/bomb")).await, Err(FetchError::TooLarge));
}

#[tokio::test]
async fn an_endless_answer_is_left_where_it_becomes_too_large() {
    let server = Server::start(|_, mut stream| async move {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n").await;
        while stream.write_all(&[b'a'; 1_000]).await.is_ok() {}
    })
    .await;
    assert_eq!(get(&server.allowed(), &server.url("/")).await, Err(FetchError::TooLarge));
}

#[tokio::test]
async fn one_deadline_is_for_everything() {
    let slow = Server::start(|path, mut stream| async move {
        match path.as_str() {
            // Never an answer.
            "/silent" => tokio::time::sleep(LONG).await,
            // Redirects, each in time.
            "/round" => {
                tokio::time::sleep(Duration::from_millis(200)).await;
                let _ = stream.write_all(&redirect("/round")).await;
            }
            // A byte at a time, each in time.
            _ => {
                let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n").await;
                while stream.write_all(b"a").await.is_ok() {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            }
        }
    })
    .await;
    for path in ["/silent", "/round", "/drops"] {
        let started = Instant::now();
        let fetched = slow.allowed().get(&slow.url(path), 100_000, Duration::from_millis(500), Accept::Page).await;
        assert_eq!(fetched, Err(FetchError::TooSlow), "{path}");
        assert!(started.elapsed() < Duration::from_secs(5));
    }
}

#[tokio::test]
async fn what_is_of_another_kind_is_not_taken() {
    let server = Server::of(|path| match path {
        "/picture" => answer("200 OK", "content-type: image/png\r\n", b"\x89PNG"),
        "/packed" => answer("200 OK", "content-type: text/html\r\ncontent-encoding: br\r\n", b"?"),
        _ => page(b"page"),
    })
    .await;
    let guarded = server.allowed();
    assert_eq!(get(&guarded, &server.url("/picture")).await, Err(FetchError::WrongKind));
    assert_eq!(get(&guarded, &server.url("/packed")).await, Err(FetchError::WrongKind));
    assert_eq!(guarded.get(&server.url("/page"), 1_000, LONG, Accept::Picture).await, Err(FetchError::WrongKind));
    assert_eq!(guarded.get(&server.url("/picture"), 1_000, LONG, Accept::Picture).await.unwrap().body, b"\x89PNG");
}

#[tokio::test]
async fn the_status_of_a_refusal_is_told_and_a_broken_answer_is_none() {
    let server = Server::of(|path| match path {
        "/gone" => answer("410 Gone", "content-type: text/html\r\n", b"gone"),
        "/nowhere" => answer("302 Found", "", b""),
        "/short" => b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 100\r\n\r\nhalf".to_vec(),
        "/half" => answer("200 OK", "content-type: text/html\r\ncontent-encoding: gzip\r\n", &gzip(&[b'a'; 1_000])[..20]),
        _ => Vec::new(),
    })
    .await;
    let guarded = server.allowed();
    assert_eq!(get(&guarded, &server.url("/gone")).await, Err(FetchError::Status(410)));
    assert_eq!(get(&guarded, &server.url("/nowhere")).await, Err(FetchError::Status(302)));
    for path in ["/short", "/half", "/silence"] {
        assert_eq!(get(&guarded, &server.url(path)).await, Err(FetchError::Unreachable), "{path}");
    }
}

#[test]
fn public_addresses_are_public() {
    for address in [
        "1.1.1.1",
        "93.184.216.34",
        "100.63.255.255",
        "100.128.0.1",
        "172.15.0.1",
        "172.32.0.1",
        "192.0.1.1",
        "198.17.0.1",
        "198.20.0.1",
        "223.255.255.255",
        "2606:4700::1111",
        "2001:200::1",
        "2001:4860::8888",
        "3fff:1000::1",
    ] {
        assert!(is_public(address.parse().unwrap()), "{address}");
    }
    for address in ["2001:2::1", "2001:1ff::1", "3fff:fff::1", "64:ff9b:1::1", "100::1", "192.88.99.1", "240.0.0.1", "192.0.0.8"] {
        assert!(!is_public(address.parse().unwrap()), "{address}");
    }
}

#[test]
fn a_host_that_could_never_be_asked_is_not_allowed() {
    for host in
        ["recipes.lan:80a", "recipes.lan:", "recipes.lan:0", "recipes.lan:70000", "", "http://recipes.lan", "recipes.lan/soup", "::1"]
    {
        assert!(Policy::public().allow(host).is_err(), "{host}");
    }
    for host in ["recipes.lan", "recipes.lan:8080", " 10.0.0.5 ", "[::1]:8080", "[::1]", "Recipes.lan."] {
        assert!(Policy::public().allow(host).is_ok(), "{host}");
    }
}
