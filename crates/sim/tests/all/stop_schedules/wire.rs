//! The wire between a position loop and an emulated brick: it may stall, and it keeps what the brick is sent.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use brick::command::{Request, RequestPacket};
use brick::frame::Deframer;
use brick::{Port, PortSelection, Power};
use sim::emulator::EmulatedBrick;
use sim::motor::Load;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};

const PORTS: [Port; 2] = [Port::A, Port::B];

/// How the link takes bytes from the host.
#[derive(Clone, Copy, Debug)]
pub enum Taking {
    All,
    /// One byte, then nothing for this many milliseconds.
    ByteEach(u64),
    /// Nothing for this many milliseconds from when this begins, then all.
    NothingFor(u64),
}

/// What happened, in order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Entry {
    /// The brick was sent a power for a motor.
    Driven(Port, Power),
    /// This stop was answered.
    Stopped(usize),
    /// The loop was ordered to resume.
    Resumed,
}

/// The emulated brick, its clock, and the judge at its wire.
pub struct Wire {
    pub brick: EmulatedBrick,
    pub started: Instant,
    pub time: f64,
    pub taking: Taking,
    pub since: Instant,
    pub tap: Deframer,
    pub log: Vec<Entry>,
    pub nonsense: usize,
}

impl Wire {
    fn live(&mut self) {
        const STEP: f64 = 0.001;
        let now = self.started.elapsed().as_secs_f64();
        while self.time + STEP <= now {
            self.time += STEP;
            self.brick.step(self.time, STEP, &[Load::default(); 3]);
        }
    }

    fn send(&mut self, bytes: &[u8]) {
        self.live();
        self.brick.send(self.time, bytes);
        self.tap.push(bytes);
        loop {
            match self.tap.next_packet() {
                Ok(None) => return,
                Ok(Some(packet)) => self.take(&packet),
                Err(_) => self.nonsense += 1,
            }
        }
    }

    fn take(&mut self, packet: &[u8]) {
        match RequestPacket::decode(packet).map(|packet| packet.request) {
            Some(Ok(Request::SetOutputState(command))) => {
                for port in PORTS {
                    let is_meant = match command.ports {
                        PortSelection::One(one) => one == port,
                        PortSelection::All => true,
                    };
                    if is_meant {
                        self.log.push(Entry::Driven(port, command.power));
                    }
                }
            }
            Some(Ok(_)) => {}
            Some(Err(_)) | None => self.nonsense += 1,
        }
    }
}

pub struct SlowStream {
    pub wire: Arc<Mutex<Wire>>,
    /// Bytes that have arrived and did not fit into the reader's buffer.
    pub unread: Vec<u8>,
    pub reading: Pin<Box<Sleep>>,
    pub writing: Pin<Box<Sleep>>,
}

impl AsyncRead for SlowStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            let bytes = {
                let mut wire = self.wire.lock().expect("no test panics with it");
                wire.live();
                let time = wire.time;
                wire.brick.receive(time)
            };
            self.unread.extend(bytes);
            if !self.unread.is_empty() {
                let fitting = self.unread.len().min(buffer.remaining());
                buffer.put_slice(&self.unread.drain(..fitting).collect::<Vec<_>>());
                return Poll::Ready(Ok(()));
            }
            self.reading.as_mut().reset(Instant::now() + Duration::from_millis(1));
            if self.reading.as_mut().poll(context).is_pending() {
                return Poll::Pending;
            }
        }
    }
}

impl AsyncWrite for SlowStream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        loop {
            let wire = self.wire.clone();
            let mut wire = wire.lock().expect("no test panics with it");
            let now = Instant::now();
            let (count, free_at) = match wire.taking {
                Taking::All => (bytes.len(), now),
                Taking::ByteEach(_) => (1, wire.since),
                Taking::NothingFor(pause) => (bytes.len(), wire.since + Duration::from_millis(pause)),
            };
            if free_at <= now {
                if let Taking::ByteEach(pause) = wire.taking {
                    wire.since = now + Duration::from_millis(pause);
                }
                wire.send(&bytes[..count]);
                return Poll::Ready(Ok(count));
            }
            self.writing.as_mut().reset(free_at);
            if self.writing.as_mut().poll(context).is_pending() {
                return Poll::Pending;
            }
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
