//! What is seen from outside the process: how long it takes to the first answer, and how much memory it holds when nothing happens.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

use super::memory::Memory;

/// The most that a server of two apps holds when nothing happens, in megabytes.
const IDLE_GOAL: u32 = 24;

/// A server that goes away with this value.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts this program as a server of its own and prints both figures.
pub(super) fn start_and_idle() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let mut starts = Vec::new();
    let mut idle = None;
    for round in 0..5 {
        let begin = Instant::now();
        let mut server = Running(
            Command::new(std::env::current_exe()?)
                .args(["serve", "--listen", "127.0.0.1:0", "--log", "error", "--data"])
                .arg(folder.path())
                .stdout(Stdio::piped())
                .spawn()?,
        );
        let mut lines = BufReader::new(server.0.stdout.take().context("its output is read")?).lines();
        let line = lines.next().context("it says where it listens")??;
        let address = line.rsplit("http://").next().context("it says where it listens")?.to_owned();
        let mut stream = TcpStream::connect(&address)?;
        stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: bench\r\nconnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        starts.push(begin.elapsed());
        if round == 4 {
            std::thread::sleep(Duration::from_secs(1));
            idle = Memory::of(server.0.id());
        }
    }
    starts.sort_unstable();
    println!("start to first answer: {:.0} ms (goal 300)", starts[2].as_secs_f64() * 1000.0);
    if let Some(memory) = idle {
        println!("idle memory: {memory} (goal {IDLE_GOAL})");
    }
    println!();
    Ok(())
}
