//! Simulated bricks, and a bus of servos, for the program to speak with, over TCP or a pseudo-terminal, in real time.

use std::io::{ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

use brick::BrickName;
use brick::frame::{Deframer, frame};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use sim::{Wire, World};

/// GETOUTPUTSTATE and the type byte of a reply.
const GET_OUTPUT_STATE: u8 = 0x06;
const REPLY: u8 = 0x02;

/// How a brick is wired otherwise than it should be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Wiring {
    Right,
    /// All encoders count the other way round.
    EncodersReversed,
}

/// Serves a brick on a TCP port of its own for one connection, and gives its address.
pub fn over_tcp(world: World, name: BrickName, wiring: Wiring) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("it is bound").to_string();
    std::thread::spawn(move || {
        let (stream, _) = listener.accept().expect("the program connects");
        // The other end may hang up in the middle of anything.
        let _ = live_on_tcp(world, name, wiring, stream);
    });
    format!("tcp:{address}")
}

fn live_on_tcp(world: World, name: BrickName, wiring: Wiring, mut stream: TcpStream) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(Duration::from_millis(1)))?;
    let mut brick = Served::new(world, name.into(), wiring);
    let mut bytes = [0; 512];
    loop {
        match stream.read(&mut bytes) {
            Ok(0) => return Ok(()),
            Ok(count) => brick.receive(&bytes[..count]),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(error) => return Err(error),
        }
        stream.write_all(&brick.speak())?;
    }
}

/// Serves a brick on a pseudo-terminal, as a Bluetooth device that the system has bound, or a bus as its adapter, and gives its address.
pub fn over_serial(world: World, wire: impl Into<Wire>) -> String {
    let wire = wire.into();
    let terminal = nix::pty::openpty(None, None).expect("the system has pseudo-terminals");
    let mut raw = nix::sys::termios::tcgetattr(&terminal.slave).expect("it is a terminal");
    nix::sys::termios::cfmakeraw(&mut raw);
    let now = nix::sys::termios::SetArg::TCSANOW;
    nix::sys::termios::tcsetattr(&terminal.slave, now, &raw).expect("it is a terminal");
    let path = nix::unistd::ttyname(&terminal.slave).expect("it has a name");
    std::thread::spawn(move || {
        // While the slave is open here, the master does not hang up before the program comes.
        let _slave = terminal.slave;
        let _ = live_on_terminal(world, wire, terminal.master);
    });
    format!("serial:{}", path.display())
}

fn live_on_terminal(world: World, wire: Wire, master: OwnedFd) -> std::io::Result<()> {
    let mut brick = Served::new(world, wire, Wiring::Right);
    let mut stream = std::fs::File::from(master);
    let mut bytes = [0; 512];
    loop {
        let mut waiting = [PollFd::new(stream.as_fd(), PollFlags::POLLIN)];
        let ready = poll(&mut waiting, PollTimeout::from(1u8))?;
        if ready > 0 {
            let count = stream.read(&mut bytes)?;
            brick.receive(&bytes[..count]);
        }
        stream.write_all(&brick.speak())?;
    }
}

/// A brick, or the bus, of a world that lives in real time.
struct Served {
    world: World,
    wire: Wire,
    wiring: Wiring,
    began: Instant,
    deframer: Deframer,
}

impl Served {
    fn new(world: World, wire: Wire, wiring: Wiring) -> Served {
        Served { world, wire, wiring, began: Instant::now(), deframer: Deframer::default() }
    }

    fn receive(&mut self, bytes: &[u8]) {
        self.world.send(self.wire, bytes);
    }

    /// What the brick has sent by now.
    fn speak(&mut self) -> Vec<u8> {
        self.world.advance_to(self.began.elapsed().as_secs_f64());
        let bytes = self.world.receive(self.wire);
        if self.wiring == Wiring::Right {
            return bytes;
        }
        self.deframer.push(&bytes);
        let mut said = Vec::new();
        while let Ok(Some(mut packet)) = self.deframer.next_packet() {
            if packet.starts_with(&[REPLY, GET_OUTPUT_STATE]) && packet.len() == 25 {
                // The three counts come last.
                for count in packet[13..].chunks_exact_mut(4) {
                    let value = i32::from_le_bytes(count.try_into().expect("four bytes"));
                    count.copy_from_slice(&value.wrapping_neg().to_le_bytes());
                }
            }
            said.extend(frame(&packet).expect("it came in a frame"));
        }
        said
    }
}
