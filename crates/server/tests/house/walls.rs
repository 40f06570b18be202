//! Connections that do nothing, say half a word or never read: nobody else is kept waiting by them.

use std::io::{Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use chabudai_testkit::{Outcome, Server};
use tokio::net::{TcpSocket, TcpStream};

use crate::place;

/// Somebody's address on this machine.
fn neighbour(nth: u8) -> IpAddr {
    IpAddr::V4(Ipv4Addr::new(127, 0, 0, nth))
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime")
}

async fn connect(from: IpAddr, to: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(from, 0))?;
    socket.connect(to).await
}

/// One request on a connection of its own, and what came back; nothing if the connection was closed.
async fn visit(from: IpAddr, to: SocketAddr, path: &str) -> std::io::Result<Vec<u8>> {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let mut stream = connect(from, to).await?;
    stream.write_all(format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").as_bytes()).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    Ok(answer)
}

fn is_answered(answer: &std::io::Result<Vec<u8>>) -> bool {
    answer.as_ref().is_ok_and(|bytes| bytes.starts_with(b"HTTP/1.1 200"))
}

/// Resident memory of the server, in megabytes.
fn megabytes(server: &Server) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).expect("Linux tells");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its memory is told");
    line.trim().trim_end_matches(" kB").trim().parse::<u64>().expect("a number") / 1024
}

/// What those say who mean no good: nothing, half a head, a request whose answer they never read.
const WORDS: [&str; 3] = ["", "GET / HTTP/1.1\r\nhost: x\r\nx-slow: ", "GET /assets/app.css HTTP/1.1\r\nhost: x\r\n\r\n"];

async fn crowd(to: SocketAddr, addresses: u8, each: usize) -> Vec<TcpStream> {
    use tokio::io::AsyncWriteExt as _;
    let mut crowd = Vec::new();
    for nth in 0..each {
        for address in 0..addresses {
            if let Ok(mut stream) = connect(neighbour(10 + address), to).await {
                // Whoever is turned away may find the door shut already.
                let _ = stream.write_all(WORDS[nth % WORDS.len()].as_bytes()).await;
                crowd.push(stream);
            }
        }
    }
    crowd
}

#[test]
#[cfg(target_os = "linux")]
fn five_thousand_who_do_nothing_keep_nobody_waiting() {
    let place = place::embedded();
    let server = place.start(&[]);
    let to = server.address;
    let (mut times, bad) = runtime().block_on(async {
        let bad = crowd(to, 40, 125).await;
        let visitors: Vec<_> = (0..50u8)
            .map(|nth| {
                tokio::spawn(async move {
                    let mut times = Vec::new();
                    for _ in 0..10 {
                        let start = Instant::now();
                        let answer = visit(neighbour(100 + nth), to, "/healthz").await;
                        assert!(is_answered(&answer), "{answer:?}");
                        times.push(start.elapsed());
                    }
                    times
                })
            })
            .collect();
        let mut times = Vec::new();
        for visitor in visitors {
            times.extend(visitor.await.expect("everybody is answered"));
        }
        (times, bad)
    });
    assert!(bad.len() >= 4_900, "only {} are there", bad.len());
    times.sort_unstable();
    let p99 = times[times.len() * 99 / 100];
    println!("p99 {p99:?}, {} MB", megabytes(&server));
    // A tenth of a second in a release build on an idle machine; here others use it too.
    assert!(p99 < Duration::from_secs(1), "{p99:?}");
    assert!(megabytes(&server) < 200, "{} MB", megabytes(&server));
    let start = Instant::now();
    server.stop();
    assert!(start.elapsed() < Duration::from_secs(6), "{:?}", start.elapsed());
    drop(bad);
}

#[test]
fn an_address_has_its_share_and_a_proxy_of_ours_has_no_limit() {
    let place = place::embedded();
    let server = place.start(&["--connections-per-address", "5", "--trusted-proxies", "127.0.0.4"]);
    let to = server.address;
    runtime().block_on(async {
        let mut held = Vec::new();
        for _ in 0..5 {
            held.push(connect(neighbour(2), to).await.unwrap());
        }
        // The server has taken them when it has answered somebody who came later.
        assert!(is_answered(&visit(neighbour(3), to, "/healthz").await));
        assert!(!is_answered(&visit(neighbour(2), to, "/healthz").await), "a sixth is turned away");
        for _ in 0..20 {
            held.push(connect(neighbour(4), to).await.unwrap());
        }
        assert!(is_answered(&visit(neighbour(4), to, "/healthz").await));
        held.drain(..1);
        let mut tries = 0;
        while !is_answered(&visit(neighbour(2), to, "/healthz").await) {
            tries += 1;
            assert!(tries < 100, "who leaves makes room");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
}

#[test]
fn half_a_head_is_let_go() {
    let place = place::embedded();
    let server = place.start(&[]);
    let mut stream = std::net::TcpStream::connect(server.address).unwrap();
    stream.write_all(b"GET /healthz HTTP/1.1\r\nhost").unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let start = Instant::now();
    // hyper says 408, or nothing; then it is over.
    stream.read_to_end(&mut Vec::new()).expect("the connection is closed");
    assert!((5..15).contains(&start.elapsed().as_secs()), "{:?}", start.elapsed());
}

#[test]
#[cfg(unix)]
fn few_descriptors_are_not_used_up_by_one_address() {
    let place = place::embedded();
    let program = place.program(&["serve", "--listen", "127.0.0.1:0", "--rate-per-address", "0"]);
    let mut command = std::process::Command::new("sh");
    command.args(["-c", "ulimit -n 400 && exec \"$0\" \"$@\""]).arg(program.get_program()).args(program.get_args());
    let server = Server::start(&mut command, "127.0.0.1:0".parse().unwrap()).unwrap_or_else(|outcome: Outcome| panic!("{outcome:?}"));
    let to = server.address;
    runtime().block_on(async {
        let bad = crowd(to, 1, 1_100).await;
        for nth in 0..10 {
            let answer = visit(neighbour(100 + nth), to, "/healthz").await;
            assert!(is_answered(&answer), "{answer:?} beside {} others", bad.len());
        }
    });
    let start = Instant::now();
    server.stop();
    assert!(start.elapsed() < Duration::from_secs(6), "{:?}", start.elapsed());
}

#[test]
#[cfg(target_os = "linux")]
fn clients_that_never_read_a_picture_hold_little_of_it() {
    use tokio::io::AsyncWriteExt as _;
    let place = place::embedded();
    let server = place.start(&[]);
    let closet = crate::closet::Closet::make(&server);
    let (_, picture) = closet.large_picture();
    let path = format!("/wardrobe/v1/pictures/{picture}/1600.jpg");
    let size = server.get(&path).expect(200).body.len();
    assert!(size > 300_000, "{size} bytes are no large picture");
    let before = megabytes(&server);
    runtime().block_on(async {
        let mut held = Vec::new();
        for nth in 0..400 {
            let mut stream = connect(neighbour(10 + (nth % 8) as u8), server.address).await.unwrap();
            // Asked for eight times on one connection, so that it cannot all lie in the system's buffers.
            for _ in 0..8 {
                stream.write_all(format!("GET {path} HTTP/1.1\r\nhost: x\r\n\r\n").as_bytes()).await.unwrap();
            }
            held.push(stream);
        }
        tokio::time::sleep(Duration::from_secs(2)).await;
        assert!(is_answered(&visit(neighbour(100), server.address, "/healthz").await));
        let more = megabytes(&server).saturating_sub(before);
        println!("{more} MB more for 400 who never read {size} bytes");
        assert!(more < 150, "{more} MB");
        drop(held);
    });
}
