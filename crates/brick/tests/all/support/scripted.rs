//! A brick that answers by a script.

use brick::command::*;
use brick::frame::{Deframer, frame};
use brick::{Brick, OutputMode, OutputReading, Port, Power, Regulation, RunState, Timeouts};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};

/// What a motor that has turned this many degrees is read as.
pub fn reading(port: Port, rotation: i32) -> Vec<u8> {
    let reading = OutputReading {
        port,
        power: Power::ZERO,
        mode: OutputMode::default(),
        regulation: Regulation::Idle,
        turn_ratio: 0,
        run_state: RunState::Idle,
        tacho_limit: 0,
        tacho: rotation,
        block_tacho: rotation,
        rotation,
    };
    ReplyPacket::done::<GetOutputState>(&reading).encode()
}

/// The brick's side: `script` gets each packet with its number and returns what to send back, each after a delay in ms.
pub fn scripted(script: impl Fn(usize, &[u8]) -> Vec<(u64, Vec<u8>)> + Send + 'static) -> Brick {
    let (host, mut brick): (DuplexStream, DuplexStream) = tokio::io::duplex(4096);
    tokio::spawn(async move {
        let mut deframer = Deframer::default();
        let mut bytes = [0; 256];
        let mut number = 0;
        loop {
            while let Ok(Some(packet)) = deframer.next_packet() {
                for (delay, reply) in script(number, &packet) {
                    tokio::time::sleep(Duration::from_millis(delay)).await;
                    if brick.write_all(&reply).await.is_err() {
                        return;
                    }
                }
                number += 1;
            }
            match brick.read(&mut bytes).await {
                Ok(read) if read > 0 => deframer.push(&bytes[..read]),
                _ => return,
            }
        }
    });
    Brick::over("scripted".to_owned(), Box::new(host), Timeouts::default())
}

/// A packet as it goes over the link.
pub fn framed(packet: &[u8]) -> Vec<u8> {
    frame(packet).expect("1 to 64 bytes")
}

/// The answer to KEEPALIVE.
pub fn keep_alive() -> Vec<u8> {
    framed(&ReplyPacket::done::<KeepAlive>(&SleepTimeout { milliseconds: 0 }).encode())
}

/// The answer to a question: a reading has the packet's number, so that it shows which question it answers.
pub fn answer(number: usize, packet: &[u8]) -> Vec<u8> {
    match packet[1] {
        0x06 => framed(&reading(Port::from_code(packet[2]).expect("a port"), number as i32)),
        0x0B => framed(&ReplyPacket::done::<GetBatteryLevel>(&BatteryLevel { millivolts: 8000 }).encode()),
        _ => keep_alive(),
    }
}
