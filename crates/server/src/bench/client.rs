//! As little of an HTTP client as a benchmark needs: one connection, one request after the other.

use std::net::SocketAddr;

use anyhow::{Context as _, Result, bail};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// A connection that is kept open.
pub(super) struct Client {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Client {
    pub(super) async fn connect(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::with_capacity(64 * 1024) })
    }

    /// Sends a request and reads its whole answer, which must be a success.
    pub(super) async fn ask(&mut self, request: &str) -> Result<&[u8]> {
        Ok(self.ask_whole(request).await?.1)
    }

    /// The same, with the head of the answer.
    pub(super) async fn ask_whole(&mut self, request: &str) -> Result<(&str, &[u8])> {
        self.stream.write_all(request.as_bytes()).await?;
        self.buffer.clear();
        let head = loop {
            if let Some(at) = self.buffer.windows(4).position(|window| window == b"\r\n\r\n") {
                break at + 4;
            }
            self.more().await?;
        };
        let text = std::str::from_utf8(&self.buffer[..head])?;
        let status: u16 = text.split(' ').nth(1).and_then(|status| status.parse().ok()).context("an answer has a status")?;
        let length = text.lines().find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length: ").and_then(|n| n.parse().ok()));
        let length: usize = length.unwrap_or(0);
        while self.buffer.len() < head + length {
            self.more().await?;
        }
        if !(200..300).contains(&status) {
            bail!("{status}: {}", String::from_utf8_lossy(&self.buffer[head..head + length]));
        }
        Ok((std::str::from_utf8(&self.buffer[..head])?, &self.buffer[head..head + length]))
    }

    async fn more(&mut self) -> Result<()> {
        if self.stream.read_buf(&mut self.buffer).await? == 0 {
            bail!("the server closed the connection");
        }
        Ok(())
    }
}
