//! Bytes to and from an emulated brick or bus.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};

use super::Bench;
use crate::Wire;

/// The world goes on in steps of this.
const TICK: Duration = Duration::from_millis(1);
/// A stream with nothing under way looks again after this: a fault of the link may end.
const IDLE: Duration = Duration::from_millis(10);

/// A byte stream to an emulated brick or bus.
pub struct BrickStream {
    bench: Bench,
    wire: Wire,
    /// Bytes that are not read yet.
    arrived: Vec<u8>,
    alarm: Pin<Box<Sleep>>,
}

impl BrickStream {
    pub(super) fn new(bench: Bench, wire: Wire) -> BrickStream {
        BrickStream { bench, wire, arrived: Vec::new(), alarm: Box::pin(tokio::time::sleep(Duration::ZERO)) }
    }
}

impl AsyncRead for BrickStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            let (wire, now) = (self.wire, Instant::now());
            let (bytes, arrival) = {
                let mut world = self.bench.world();
                let bytes = world.receive(wire);
                (bytes, world.next_arrival_on(wire).map(|arrival| arrival - world.time()))
            };
            self.arrived.extend(bytes);
            if !self.arrived.is_empty() {
                let count = self.arrived.len().min(buffer.remaining());
                buffer.put_slice(&self.arrived[..count]);
                self.arrived.drain(..count);
                return Poll::Ready(Ok(()));
            }
            // What is under way there or back arrives then. With nothing under way, nothing comes before more is sent.
            let wait = arrival.and_then(|wait| Duration::try_from_secs_f64(wait).ok()).unwrap_or(IDLE);
            self.alarm.as_mut().reset(now + wait.max(TICK));
            if self.alarm.as_mut().poll(context).is_pending() {
                return Poll::Pending;
            }
        }
    }
}

impl AsyncWrite for BrickStream {
    fn poll_write(self: Pin<&mut Self>, _context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.bench.world().send(self.wire, bytes);
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
