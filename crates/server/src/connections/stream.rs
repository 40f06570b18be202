//! A connection whose other end has to go on reading.

use std::future::Future as _;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep};

/// Within this time a client that is being written to takes something.
const WINDOW: Duration = Duration::from_secs(20);
/// And at least so much of it: a byte now and then would hold an answer for ever.
const ENOUGH: usize = 16 * 1024;

/// A stream that fails when its client does not read.
pub(super) struct Watched {
    stream: TcpStream,
    /// Runs while something waits to be written.
    window: Pin<Box<Sleep>>,
    is_running: bool,
    taken: usize,
}

impl Watched {
    pub(super) fn new(stream: TcpStream) -> Self {
        Self { stream, window: Box::pin(tokio::time::sleep(WINDOW)), is_running: false, taken: 0 }
    }

    /// What came of a write: how much was offered, how much was taken.
    fn judge(&mut self, cx: &mut Context<'_>, offered: usize, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(Ok(taken)) => {
                self.taken += taken;
                if taken >= offered {
                    self.is_running = false;
                }
                Poll::Ready(Ok(taken))
            }
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            Poll::Pending => {
                if !self.is_running {
                    self.begin();
                }
                while self.window.as_mut().poll(cx).is_ready() {
                    if self.taken < ENOUGH {
                        return Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client does not read")));
                    }
                    self.begin();
                }
                Poll::Pending
            }
        }
    }

    fn begin(&mut self) {
        self.is_running = true;
        self.taken = 0;
        self.window.as_mut().reset(Instant::now() + WINDOW);
    }
}

impl AsyncRead for Watched {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Watched {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.judge(cx, bytes.len(), written)
    }

    fn poll_write_vectored(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[IoSlice<'_>]) -> Poll<io::Result<usize>> {
        let offered = bytes.iter().map(|part| part.len()).sum();
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, bytes);
        self.judge(cx, offered, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.stream).poll_shutdown(cx))?;
        Poll::Ready(Ok(()))
    }
}
