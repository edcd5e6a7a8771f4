//! The wire protocol against published bytes, and against garbage.

use brick::command::*;
use brick::frame::{Deframer, frame};
use brick::{
    Address, Error, Opcode, OutputMode, OutputReading, Port, PortSelection, Power, Regulation, RunState, Status,
};
use proptest::prelude::*;

fn port(index: u8) -> Port {
    Port::from_code(index % 3).expect("0 to 2")
}

/// LEGO's published example: port B at 50, speed-regulated, forever, no reply wanted.
#[test]
fn drives_a_motor_as_published() {
    let command = SetOutputState {
        ports: PortSelection::One(Port::B),
        power: Power::new(50).expect("in range"),
        mode: OutputMode { on: true, brake: false, regulated: true },
        regulation: Regulation::Speed,
        turn_ratio: 0,
        run_state: RunState::Running,
        tacho_limit: 0,
    };
    let published = [0x0C, 0x00, 0x80, 0x04, 0x01, 0x32, 0x05, 0x01, 0x00, 0x20, 0, 0, 0, 0];
    assert_eq!(frame(&command.packet(false)), Ok(published.to_vec()));
    let read = RequestPacket::decode(&published[2..]).expect("a request");
    assert_eq!((read.opcode, read.wants_reply), (0x04, false));
    assert_eq!(read.request, Ok(Request::SetOutputState(command)));
}

/// A reply as LEGO's Bluetooth developer kit describes it: the minor numbers come first.
#[test]
fn reads_a_firmware_version() {
    let packet = ReplyPacket::decode(&[0x02, 0x88, 0x00, 124, 1, 29, 1]).expect("a reply");
    let version = FirmwareVersion::decode_body(&packet.body).expect("four numbers");
    assert_eq!((version.protocol, version.firmware), ((1, 124), (1, 29)));
    assert_eq!(version.to_string(), "1.29 (protocol 1.124)");
    assert_eq!(FirmwareVersion::decode_body(&[124, 1, 29]), None);
    assert_eq!(ReplyPacket::done::<GetFirmwareVersion>(&version).encode(), [0x02, 0x88, 0x00, 124, 1, 29, 1]);
}

/// The same code as a direct command, and another code as a system command, are nothing that a brick knows.
#[test]
fn a_system_command_is_no_direct_one() {
    let request = |packet: &[u8]| RequestPacket::decode(packet).expect("a request").request;
    assert_eq!(request(&[0x01, 0x88]), Ok(Request::GetFirmwareVersion(GetFirmwareVersion)));
    assert_eq!(request(&[0x00, 0x88]), Err(Status::UNKNOWN_OPCODE));
    assert_eq!(request(&[0x01, 0x0B]), Err(Status::UNKNOWN_OPCODE));
    assert_eq!(request(&[0x01, 0x88, 7]), Err(Status::INSANE_PACKET));
}

#[test]
fn requests_have_the_bytes_of_the_table() {
    assert_eq!(GetOutputState { port: Port::C }.packet(true), [0x00, 0x06, 2]);
    let reset = ResetMotorPosition { port: Port::A, relative: true };
    assert_eq!(reset.packet(false), [0x80, 0x0A, 0, 1]);
    assert_eq!(GetBatteryLevel.packet(true), [0x00, 0x0B]);
    assert_eq!(KeepAlive.packet(true), [0x00, 0x0D]);
    assert_eq!(GetFirmwareVersion.packet(true), [0x01, 0x88]);
}

#[test]
fn replies_have_the_bytes_of_the_table() {
    let battery = ReplyPacket::done::<GetBatteryLevel>(&BatteryLevel { millivolts: 7_890 });
    assert_eq!(battery.encode(), [0x02, 0x0B, 0x00, 0xD2, 0x1E]);
    let reading = OutputReading {
        port: Port::B,
        power: Power::new(-75).expect("in range"),
        mode: OutputMode::BRAKE,
        regulation: Regulation::Idle,
        turn_ratio: -100,
        run_state: RunState::Running,
        tacho_limit: 360,
        tacho: -1,
        block_tacho: 2,
        rotation: -70_000,
    };
    let packet = ReplyPacket::done::<GetOutputState>(&reading).encode();
    assert_eq!(packet.len(), 25, "22 bytes after type, opcode and status");
    let expected = [0x02, 0x06, 0x00, 1, 0xB5, 3, 0, 0x9C, 0x20, 0x68, 0x01, 0, 0];
    assert_eq!(packet[..13], expected);
    assert_eq!(packet[21..], (-70_000i32).to_le_bytes());
}

#[test]
fn a_brick_refuses_what_it_cannot_do() {
    let refused = |packet: &[u8]| RequestPacket::decode(packet).expect("answerable").request;
    assert_eq!(refused(&[0x00, 0x55]), Err(Status::UNKNOWN_OPCODE));
    assert_eq!(refused(&[0x01, 0x55]), Err(Status::UNKNOWN_OPCODE));
    assert_eq!(refused(&[0x00, 0x06]), Err(Status::INSANE_PACKET));
    assert_eq!(refused(&[0x00, 0x06, 3]), Err(Status::BAD_PORT));
    assert_eq!(refused(&[0x00, 0x06, 0xFF]), Err(Status::BAD_PORT), "one port at a time");
    assert_eq!(refused(&[0x00, 0x04, 0, 101, 3, 0, 0, 0x20, 0, 0, 0, 0]), Err(Status::OUT_OF_RANGE));
    assert_eq!(refused(&[0x00, 0x09, 0, 1, 0]), Err(Status::UNKNOWN_OPCODE), "mailboxes are not spoken");
    assert_eq!(RequestPacket::decode(&[0x00]), None);
    assert_eq!(RequestPacket::decode(&[0x02, 0x06, 0x00]), None, "a reply is no request");
}

#[test]
fn addresses_are_read_and_written() {
    for text in ["tcp:127.0.0.1:7001", "tcp:[::1]:80", "serial:/dev/rfcomm0", "rfcomm:00:16:53:0A:FF:01/1"] {
        let address: Address = text.parse().expect("a good address");
        assert_eq!(address.to_string(), text);
    }
    let short: Address = "rfcomm:00:16:53:0a:ff:01".parse().expect("channel 1 is understood");
    assert_eq!(short.to_string(), "rfcomm:00:16:53:0A:FF:01/1");
    let bad = [
        "",
        "tcp",
        "tcp:",
        "tcp:host",
        "tcp:host:0",
        "tcp:host:70000",
        "tcp::80",
        "usb:0694:0002",
        "serial:",
        "rfcomm:00:16:53",
        "rfcomm:00:16:53:0A:FF:01:02",
        "rfcomm:00:16:53:0A:FF:01/0",
        "rfcomm:+0:16:53:0A:FF:01",
    ];
    for text in bad {
        let error = text.parse::<Address>().expect_err("a bad address");
        assert!(error.to_string().contains(text), "{error}");
        assert!(matches!(error, Error::BadAddress { .. }));
    }
}

fn any_request() -> impl Strategy<Value = (Vec<u8>, Request)> {
    let drive = (0u8..4, -100i8..=100, 0u8..8, 0u8..3, -100i8..=100, 0usize..4, any::<u32>());
    prop_oneof![
        drive.prop_map(|(ports, power, mode, regulation, turn_ratio, run, tacho_limit)| {
            let command = SetOutputState {
                ports: if ports == 3 { PortSelection::All } else { PortSelection::One(port(ports)) },
                power: Power::new(power).expect("in range"),
                mode: OutputMode::from_bits(mode).expect("three bits"),
                regulation: Regulation::from_code(regulation).expect("0 to 2"),
                turn_ratio,
                run_state: RunState::from_code([0, 0x10, 0x20, 0x40][run]).expect("known"),
                tacho_limit,
            };
            (command.packet(true), Request::SetOutputState(command))
        }),
        (0u8..3, any::<bool>()).prop_map(|(index, relative)| {
            let command = ResetMotorPosition { port: port(index), relative };
            (command.packet(true), Request::ResetMotorPosition(command))
        }),
    ]
}

proptest! {
    #[test]
    fn requests_survive_the_wire((packet, request) in any_request()) {
        prop_assert!(packet.len() <= 64);
        let read = RequestPacket::decode(&packet).expect("a request");
        prop_assert_eq!(read.request, Ok(request));
        prop_assert!(read.wants_reply);
    }

    #[test]
    fn readings_survive_the_wire(index in 0u8..3, power in -100i8..=100, counts in any::<[i32; 3]>(), tacho_limit: u32) {
        let reading = OutputReading {
            port: port(index),
            power: Power::new(power).expect("in range"),
            mode: OutputMode::BRAKE,
            regulation: Regulation::Sync,
            turn_ratio: power,
            run_state: RunState::RampDown,
            tacho_limit,
            tacho: counts[0],
            block_tacho: counts[1],
            rotation: counts[2],
        };
        let packet = ReplyPacket::decode(&ReplyPacket::done::<GetOutputState>(&reading).encode()).expect("a reply");
        prop_assert_eq!(<OutputReading as Reply>::decode_body(&packet.body), Some(reading));
    }

    #[test]
    fn packets_come_out_of_a_stream_cut_anywhere(
        packets in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 1..=64), 0..8),
        cuts in proptest::collection::vec(1usize..9, 1..64),
    ) {
        let stream: Vec<u8> = packets.iter().flat_map(|packet| frame(packet).expect("1 to 64 bytes")).collect();
        let mut deframer = Deframer::default();
        let mut found = Vec::new();
        let mut rest = &stream[..];
        for cut in cuts.iter().cycle() {
            let (piece, after) = rest.split_at((*cut).min(rest.len()));
            deframer.push(piece);
            while let Some(packet) = deframer.next_packet().expect("good framing") {
                found.push(packet);
            }
            rest = after;
            if rest.is_empty() {
                break;
            }
        }
        prop_assert_eq!(found, packets);
        prop_assert_eq!(deframer.held(), 0);
    }

    #[test]
    fn garbage_is_refused_and_never_panics(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let mut deframer = Deframer::default();
        deframer.push(&bytes);
        for _ in 0..bytes.len() + 1 {
            if let Ok(None) = deframer.next_packet() {
                break;
            }
        }
        prop_assert!(deframer.held() < 66, "what is kept is at most a packet that is not whole yet");
        if let Some(packet) = RequestPacket::decode(&bytes) {
            prop_assert_eq!(packet.opcode, bytes[1]);
        }
        if let Ok(reply) = ReplyPacket::decode(&bytes) {
            prop_assert_eq!(reply.encode(), bytes.clone());
        }
        let _ = <OutputReading as Reply>::decode_body(&bytes);
        let _ = <BatteryLevel as Reply>::decode_body(&bytes);
        let _ = String::from_utf8_lossy(&bytes).parse::<Address>();
    }
}

#[test]
fn opcodes_are_those_of_the_table() {
    let codes: Vec<u8> = Opcode::ALL.map(|opcode| opcode as u8).to_vec();
    assert_eq!(codes, [0x04, 0x06, 0x0A, 0x0B, 0x0D, 0x88]);
    for code in 0..=255 {
        assert_eq!(Opcode::from_code(code).is_some(), codes.contains(&code));
    }
}
