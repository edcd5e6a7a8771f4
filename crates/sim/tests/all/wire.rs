//! Emulated bricks at wire level: replies, latency, and the traps of the firmware.

use brick::command::*;
use brick::frame::{Deframer, frame};
use brick::{BrickName, OutputReading, Port, Power, Status};
use rig::Profile;
use sim::{Options, World};
use testkit::proptest::prelude::*;

const BRICK: BrickName = BrickName::RlRotate;

fn world(seed: u64) -> World {
    World::new(Profile::nxt_2015(), seed, Options::default())
}

fn send<C: Command>(world: &mut World, command: &C, wants_reply: bool) {
    let bytes = frame(&command.packet(wants_reply)).expect("a packet");
    world.send(BRICK, &bytes);
}

/// Sends a request and lives until its reply has come; gives it with the time it took.
fn ask<C: Command>(world: &mut World, command: &C) -> (ReplyPacket, f64) {
    let began = world.time();
    send(world, command, true);
    let mut deframer = Deframer::default();
    while world.time() < began + 1.0 {
        let next = world.time() + 0.001;
        world.advance_to(next);
        deframer.push(&world.receive(BRICK));
        if let Some(packet) = deframer.next_packet().expect("good framing") {
            let reply = ReplyPacket::decode(&packet).expect("a reply");
            assert_eq!(reply.opcode, C::OPCODE as u8);
            return (reply, world.time() - began);
        }
    }
    panic!("no reply to {}", C::OPCODE);
}

fn motor(world: &mut World) -> OutputReading {
    let (reply, _) = ask(world, &GetOutputState { port: Port::A });
    OutputReading::decode_body(&reply.body).expect("a reading")
}

fn live(world: &mut World, seconds: f64) {
    let until = world.time() + seconds;
    world.advance_to(until);
}

fn drive(percent: i8, tacho_limit: u32) -> SetOutputState {
    let power = Power::new(percent).expect("in range");
    SetOutputState { tacho_limit, ..SetOutputState::braked(Port::A, power) }
}

#[test]
fn replies_take_thirty_milliseconds_give_or_take_fifteen() {
    let mut world = world(1);
    let times: Vec<f64> = (0..200).map(|_| ask(&mut world, &GetBatteryLevel).1).collect();
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    assert!((0.027..0.034).contains(&mean), "{mean}");
    assert!(times.iter().all(|time| (0.014..0.048).contains(time)), "{times:?}");
    assert!(times.iter().any(|time| *time < 0.024) && times.iter().any(|time| *time > 0.037));
}

#[test]
fn the_motor_runs_past_its_limit_and_the_next_limit_counts_from_the_target() {
    let mut world = world(2);
    send(&mut world, &drive(60, 200), false);
    live(&mut world, 3.0);
    let first = motor(&mut world);
    assert!(first.rotation > 215, "it coasts past 200: {}", first.rotation);
    // The overshoot is taken out of the next movement: the end is near 400 and not near the sum.
    send(&mut world, &drive(60, 200), false);
    live(&mut world, 3.0);
    let second = motor(&mut world);
    let overshoot = first.rotation - 200;
    assert!((second.rotation - 400 - overshoot).abs() < overshoot / 2, "{overshoot} then {}", second.rotation);
    assert_eq!(second.block_tacho, second.rotation - 200, "the block counts from the previous target");
    // After a relative reset it counts from where the motor is.
    send(&mut world, &ResetMotorPosition { port: Port::A, relative: true }, false);
    send(&mut world, &drive(60, 200), false);
    live(&mut world, 3.0);
    let third = motor(&mut world);
    assert!(third.rotation > second.rotation + 215, "{} then {}", second.rotation, third.rotation);
}

#[test]
fn a_brake_stops_sooner_than_coasting() {
    let travel = |braked: bool| {
        let mut world = world(3);
        send(&mut world, &drive(70, 0), false);
        live(&mut world, 0.5);
        let stop = if braked { drive(0, 0) } else { SetOutputState::released(Port::A) };
        let before = motor(&mut world).rotation;
        send(&mut world, &stop, false);
        live(&mut world, 3.0);
        motor(&mut world).rotation - before
    };
    assert!(travel(true) + 20 < travel(false), "{} and {}", travel(true), travel(false));
}

#[test]
fn an_unloaded_motor_has_the_published_speed() {
    // Port C drives nothing: 170 rpm at 9 V are 1020 degrees a second.
    let mut world = world(4);
    let full = SetOutputState::braked(Port::C, Power::new(100).expect("in range"));
    send(&mut world, &full, false);
    live(&mut world, 1.0);
    let before = world.brick(BRICK).motor(Port::C).angle();
    live(&mut world, 1.0);
    let speed = (world.brick(BRICK).motor(Port::C).angle() - before).to_degrees();
    assert!((900.0..1140.0).contains(&speed), "{speed}");
    let current = world.brick(BRICK).motor(Port::C).current();
    assert!((0.04..0.08).contains(&current), "{current} A");
    assert!(world.brick(BRICK).battery().volts() < 9.0, "the battery sags");
}

#[test]
fn the_brick_sleeps_without_keep_alive() {
    let mut world = world(5);
    world.brick_mut(BRICK).set_sleep_after(2.0, 0.0);
    for _ in 0..4 {
        live(&mut world, 1.0);
        let (reply, _) = ask(&mut world, &KeepAlive);
        assert_eq!(SleepTimeout::decode_body(&reply.body), Some(SleepTimeout { milliseconds: 2000 }));
    }
    live(&mut world, 3.0);
    send(&mut world, &GetBatteryLevel, true);
    live(&mut world, 1.0);
    assert!(world.receive(BRICK).is_empty(), "it sleeps");
    assert!(world.brick(BRICK).is_asleep(world.time()));
}

#[test]
fn the_same_seed_gives_the_same_world() {
    let run = |seed: u64| {
        let mut world = world(seed);
        let mut counts = Vec::new();
        send(&mut world, &drive(40, 0), false);
        for _ in 0..20 {
            counts.push((motor(&mut world).rotation, world.time()));
        }
        (counts, world.truth())
    };
    assert_eq!(run(7), run(7));
    assert_ne!(run(7).1.joints, run(8).1.joints);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn garbage_never_breaks_a_brick(pieces in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 1..12)) {
        let mut world = world(9);
        for piece in &pieces {
            world.send(BRICK, piece);
            live(&mut world, 0.005);
        }
        live(&mut world, 0.1);
        let _ = world.receive(BRICK);
        // A new connection is served whatever was sent before.
        world.connected(BRICK);
        let (reply, _) = ask(&mut world, &GetBatteryLevel);
        prop_assert_eq!(reply.status, Status::OK);
    }
}
