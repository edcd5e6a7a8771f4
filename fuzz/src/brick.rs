//! The wire of a brick in both directions: frames, requests as a brick reads them, replies as a driver reads them.

use brick::command::{
    BatteryLevel, Command, FirmwareVersion, Reply, ReplyPacket, Request, RequestPacket, SleepTimeout,
};
use brick::frame::{Deframer, frame};
use brick::{Opcode, OutputReading, Status};

/// A stream of frames, which arrives whole and byte by byte.
pub fn run(data: &[u8]) {
    let whole = packets(&[data]);
    let bytes: Vec<&[u8]> = data.chunks(1).collect();
    // How much is dropped after a bad length depends on how it arrives. Up to there all is the same.
    let good = |list: &[Option<Vec<u8>>]| list.iter().map_while(Clone::clone).collect::<Vec<_>>();
    assert_eq!(good(&whole), good(&packets(&bytes)));
    for packet in whole.into_iter().flatten() {
        let framed = frame(&packet).expect("what came out of a frame fits into one");
        assert_eq!(packets(&[&framed]), [Some(packet.clone())]);
        request(&packet);
        reply(&packet);
    }
    request(data);
    reply(data);
}

/// The packets of a stream that arrives in these pieces, `None` where its ends lost step.
fn packets(pieces: &[&[u8]]) -> Vec<Option<Vec<u8>>> {
    let mut deframer = Deframer::default();
    let mut packets = Vec::new();
    for piece in pieces {
        deframer.push(piece);
        loop {
            match deframer.next_packet() {
                Ok(Some(packet)) => packets.push(Some(packet)),
                Ok(None) => break,
                Err(_) => packets.push(None),
            }
        }
    }
    packets
}

/// A request that is read is written as a packet that is the same request.
fn request(packet: &[u8]) {
    let Some(read) = RequestPacket::decode(packet) else { return };
    let Ok(request) = &read.request else { return };
    let again = match request {
        Request::SetOutputState(command) => command.packet(read.wants_reply),
        Request::GetOutputState(command) => command.packet(read.wants_reply),
        Request::ResetMotorPosition(command) => command.packet(read.wants_reply),
        Request::GetBatteryLevel(command) => command.packet(read.wants_reply),
        Request::KeepAlive(command) => command.packet(read.wants_reply),
        Request::GetFirmwareVersion(command) => command.packet(read.wants_reply),
    };
    assert!(frame(&again).is_ok());
    assert_eq!(RequestPacket::decode(&again).as_ref(), Some(&read));
}

/// The same of a reply.
fn reply(packet: &[u8]) {
    let Ok(read) = ReplyPacket::decode(packet) else { return };
    assert_eq!(read.encode(), packet);
    let _ = (read.status.to_string(), Status(read.status.0));
    match Opcode::from_code(read.opcode) {
        Some(Opcode::GetOutputState) => body::<OutputReading>(&read.body),
        Some(Opcode::GetBatteryLevel) => body::<BatteryLevel>(&read.body),
        Some(Opcode::KeepAlive) => body::<SleepTimeout>(&read.body),
        Some(Opcode::GetFirmwareVersion) => body::<FirmwareVersion>(&read.body),
        _ => {}
    }
}

fn body<R: Reply + PartialEq + std::fmt::Debug>(bytes: &[u8]) {
    let Some(reply) = R::decode_body(bytes) else { return };
    let mut again = Vec::new();
    reply.encode_body(&mut again);
    assert_eq!(R::decode_body(&again), Some(reply));
}
