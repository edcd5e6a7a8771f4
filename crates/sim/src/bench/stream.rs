//! Bytes to and from an emulated brick.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use brick::BrickName;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};

use super::Bench;

/// A byte stream to an emulated brick.
pub struct BrickStream {
    bench: Bench,
    brick: BrickName,
    /// Bytes that are not read yet.
    arrived: Vec<u8>,
    alarm: Pin<Box<Sleep>>,
}

impl BrickStream {
    pub(super) fn new(bench: Bench, brick: BrickName) -> BrickStream {
        BrickStream { bench, brick, arrived: Vec::new(), alarm: Box::pin(tokio::time::sleep(Duration::ZERO)) }
    }
}

impl AsyncRead for BrickStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            let brick = self.brick;
            let bytes = self.bench.world().receive(brick);
            self.arrived.extend(bytes);
            if !self.arrived.is_empty() {
                let count = self.arrived.len().min(buffer.remaining());
                buffer.put_slice(&self.arrived[..count]);
                self.arrived.drain(..count);
                return Poll::Ready(Ok(()));
            }
            let next = Instant::now() + Duration::from_millis(1);
            self.alarm.as_mut().reset(next);
            if self.alarm.as_mut().poll(context).is_pending() {
                return Poll::Pending;
            }
        }
    }
}

impl AsyncWrite for BrickStream {
    fn poll_write(self: Pin<&mut Self>, _context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.bench.world().send(self.brick, bytes);
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
