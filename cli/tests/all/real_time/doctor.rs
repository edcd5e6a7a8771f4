//! `cuberig doctor` against simulated bricks over TCP and a pseudo-terminal, in real time: each fault is found and named.

use std::thread;

use crate::support::bricks::{self, Wiring};
use crate::support::{cuberig, cuberig_with_input};
use brick::BrickName;
use rig::Profile;
use serde_json::Value;
use sim::{Fault, Options, Wire, World};

/// A rig at rest without a cube, and with faults.
fn empty_rig(faults: &[(&str, &str, f64)]) -> World {
    let mut world = World::new(Profile::nxt_2015(), 4, Options::default());
    world.inject(Fault::CubeTaken);
    for (name, target, amount) in faults {
        world.inject(Fault::parse(name, target, *amount).expect("a good fault"));
    }
    world
}

fn place(name: BrickName, address: &str) -> String {
    format!("{name}={address}")
}

/// What the program found of a rig, a JSON object for each check.
fn findings(status: i32, rig: &[String]) -> Vec<Value> {
    let rig = rig.join(",");
    let answer = cuberig(["doctor", "--yes", "--json", "--rig", &rig]);
    answer.without_panic();
    assert_eq!(answer.status, status, "{} {}", answer.stdout, answer.stderr);
    answer.json()
}

/// The checks that were found wrong, with what was found and advised.
fn wrong(findings: &[Value]) -> Vec<(String, String)> {
    let is_wrong = |finding: &&Value| finding["verdict"] == "wrong";
    let line = |finding: &Value| {
        let part = |key: &str| finding[key].as_str().unwrap_or_default().to_owned();
        let what = match finding["joint"].as_str() {
            Some(joint) => format!("{joint} {}", part("check")),
            None => format!("{} {}", part("brick"), part("check")),
        };
        (what, format!("{} {}", part("found"), part("advice")))
    };
    findings.iter().filter(is_wrong).map(line).collect()
}

#[test]
fn a_good_rig_over_tcp_and_a_serial_device_gets_its_launch_line() {
    let rig = [
        bricks::over_tcp(empty_rig(&[]), BrickName::RlClamp, Wiring::Right),
        bricks::over_serial(empty_rig(&[]), BrickName::RlRotate),
        bricks::over_serial(empty_rig(&[]), BrickName::FbClamp),
        bricks::over_tcp(empty_rig(&[]), BrickName::FbRotate, Wiring::Right),
    ];
    let places: Vec<String> = (BrickName::ALL.iter().zip(&rig)).map(|(name, address)| place(*name, address)).collect();
    let found = findings(0, &places);
    assert_eq!(wrong(&found), []);
    for joint in rig::Joint::ALL {
        let travel = found
            .iter()
            .find(|finding| finding["joint"] == joint.name() && finding["check"] == "motion")
            .and_then(|finding| finding["values"]["travel_degrees"].as_f64());
        let travel = travel.expect("each joint was moved");
        // 95 degrees open a claw; 45 of a wrist are 61 of its motor.
        let wanted = match joint.kind {
            rig::JointKind::Grip => 95.0,
            rig::JointKind::Wrist => 61.4,
        };
        assert!((travel - wanted).abs() <= 10.0, "{}: {travel}", joint.name());
    }
    let link = (found.iter()).find(|finding| finding["check"] == "link");
    let median = link.and_then(|link| link["values"]["median_ms"].as_f64());
    // 30 ms +- 15 ms, and whatever else this machine does.
    assert!(median.is_some_and(|ms| (15.0..100.0).contains(&ms)), "{link:?}");
    let firmware = (found.iter()).find(|finding| finding["check"] == "firmware");
    assert!(firmware.is_some_and(|firmware| firmware["found"] == "1.29 (protocol 1.124)"));
    let launch = found.last().and_then(|last| last["launch"].as_str());
    let launch = launch.expect("it comes last");
    assert!(launch.starts_with("sim:=false rl_clamp:="), "{launch}");
    for (name, address) in BrickName::ALL.iter().zip(&rig) {
        assert!(launch.contains(&format!("{name}:={address}")), "{launch}");
    }
}

#[test]
fn each_fault_is_found_and_named() {
    use BrickName::{FbRotate, RlClamp, RlRotate};
    let swapped = "are the addresses or the cables of rl_rotate and rl_clamp swapped?";
    let reversed = "counts the wrong way round";
    // The brick that is looked for, the one that answers, its fault and wiring; what is wrong then, and a part of each advice.
    let faults = [
        (
            RlRotate,
            RlRotate,
            Some(("battery_falls", "rl_rotate", 6.4)),
            Wiring::Right,
            &["rl_rotate battery"][..],
            "cells",
        ),
        (RlRotate, RlRotate, Some(("motor_stalls", "l_wrist", 0.0)), Wiring::Right, &["l_wrist motion"], "port B"),
        (
            RlRotate,
            RlRotate,
            Some(("brick_silent", "rl_rotate", 0.0)),
            Wiring::Right,
            &["rl_rotate answers"],
            "switch it off and on",
        ),
        (RlRotate, RlRotate, Some(("replies_late", "rl_rotate", 0.1)), Wiring::Right, &["rl_rotate link"], "nearer"),
        (FbRotate, FbRotate, None, Wiring::EncodersReversed, &["f_wrist encoder", "b_wrist encoder"], reversed),
        (RlRotate, RlClamp, None, Wiring::Right, &["l_wrist motion", "r_wrist motion"], swapped),
    ];
    // Each command waits for motors of its own: together they take as long as one.
    thread::scope(|scope| {
        for (sought, name, fault, wiring, wanted, part) in faults {
            scope.spawn(move || {
                let address = bricks::over_tcp(empty_rig(fault.as_slice()), name, wiring);
                let mut found = wrong(&findings(1, &[place(sought, &address)]));
                if wiring == Wiring::Right {
                    found.sort();
                }
                let what: Vec<&str> = found.iter().map(|(what, _)| what.as_str()).collect();
                assert_eq!(what, wanted, "{found:?}");
                assert!(found.iter().all(|(_, advice)| advice.contains(part)), "{found:?}");
            });
        }
    });
}

#[test]
fn a_person_answers_what_moved_and_may_say_no() {
    let rig = || {
        let name = BrickName::RlRotate;
        place(name, &bricks::over_tcp(empty_rig(&[]), name, Wiring::Right))
    };
    let doctor = |answers: &[u8]| cuberig_with_input(["doctor", "--rig", &rig()], answers);
    let other = doctor(b"yes\nyes\nother\nyes\nreverse\n").fails(1, "2 things are wrong");
    assert!(other.stdout.contains("port A of rl_rotate drives the wrist of arm R, port B the wrist of arm L"));
    assert!(other.stdout.contains("the wrist of arm L moved the other way round"));
    assert!(other.stderr.contains("Move the wrist of arm R a little? [yes/no/skip]"));
    // What is skipped is not moved, and what is not understood is asked again.
    let skipped = doctor(b"y\nperhaps\ns\ns\n").done();
    assert!(skipped.stderr.contains("please answer with one of yes, no, skip\n"));
    assert_eq!(skipped.stdout.matches("not moved").count(), 2, "{}", skipped.stdout);
    assert_eq!(skipped.stderr.matches("Move the wrist of arm R").count(), 2);
    // After a no, and at the end of the answers, nothing moves, and there is nothing to launch yet.
    for answers in [&b"yes\nno\n"[..], b"skip\nno\n", b""] {
        let ended = doctor(answers).fails(1, "interrupted before its end");
        assert!(!ended.stdout.contains("_wrist"), "{}", ended.stdout);
        assert!(!ended.stdout.contains("ros2 launch"), "{}", ended.stdout);
        assert!(ended.stderr.contains("Begin? [yes/no] "));
    }
    // A wheel that turns loosely on its axle.
    let loose = doctor(b"yes\nyes\nno\nskip\n").fails(1, "one thing is wrong");
    let found = "the wrist of arm R did not move, though its motor counts";
    assert!(loose.stdout.contains(found), "{}", loose.stdout);
}

#[test]
fn the_launch_line_names_what_was_given_and_what_is_missing() {
    let name = BrickName::RlRotate;
    let address = bricks::over_tcp(empty_rig(&[]), name, Wiring::Right);
    let rig = place(name, &address);
    let short_cables = ["doctor", "--yes", "--profile", "nxt-short-cables", "--rig", &rig];
    let printed = cuberig(short_cables).done().stdout;
    let line = format!(
        "\nros2 launch cuberig rig.launch.xml sim:=false profile:=nxt-short-cables rl_clamp:=none rl_rotate:={address} fb_clamp:=none fb_rotate:=none\n"
    );
    assert!(printed.contains(&line), "{printed}");
    assert!(printed.contains("add these bricks when they are built"), "{printed}");
    assert!(!printed.contains("After these repairs"), "{printed}");
}

#[test]
fn advice_fits_a_brick_that_does_not_answer() {
    // Where the kernel has Bluetooth, nothing answers at this address.
    let address = "rfcomm:00:00:00:00:00:01";
    let found = wrong(&findings(1, &[place(BrickName::FbClamp, address)]));
    let part = match found[0].1.contains("os error 97") {
        true => "This computer has no Bluetooth",
        false => "Switch the brick on, pair it",
    };
    assert!(found[0].1.contains(part), "{found:?}");
}

/// Ctrl-C while the first of two bricks is asked for what it is.
#[test]
fn ctrl_c_ends_the_check_of_a_link_and_all_that_would_follow() {
    let silent = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = format!("tcp:{}", silent.local_addr().expect("it is bound"));
    let rig = format!("rl_clamp={address},rl_rotate=tcp:127.0.0.1:1");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_cuberig"));
    command.args(["doctor", "--yes", "--rig", &rig]);
    command.stdout(std::process::Stdio::piped());
    command.stderr(std::process::Stdio::piped());
    let doctor = command.spawn().expect("it starts");
    let connected = silent.accept();
    let interrupt = format!("kill -INT {}", doctor.id());
    let interrupted = std::process::Command::new("sh").args(["-c", &interrupt]).status();
    assert!(interrupted.expect("there is a shell").success());
    let ended = doctor.wait_with_output().expect("it ends");
    drop(connected);
    assert_eq!(ended.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&ended.stdout), "");
    let errors = String::from_utf8_lossy(&ended.stderr);
    assert!(errors.contains("interrupted before its end"), "{errors}");
}

/// The bus of servos on a serial device: each servo that is missing, new, hot or mounted otherwise is named.
#[test]
fn servos_on_a_serial_device_are_read_one_by_one_and_named() {
    let profile = Profile::find("bus-servo").expect("it ships");
    let doctor = |spoil: &dyn Fn(&mut sim::bus::EmulatedBus)| {
        let mut world = World::new(profile.clone(), 4, Options::default());
        spoil(world.bus_mut().expect("it has servos"));
        let bus = bricks::over_serial(world, Wire::Servos);
        cuberig(["doctor", "--profile", "bus-servo", "--servos", &bus])
    };
    let good = doctor(&|_| {}).done();
    for line in ["servo   1 r_grip   ok    at 0.", "servo   8 b_wrist  ok    at 0.", " V, 25 degrees Celsius"] {
        assert!(good.stdout.contains(line) || good.stdout.contains(&line.replace("0.", "-0.")), "{}", good.stdout);
    }
    let wrong = doctor(&|bus| {
        bus.servo_mut(rig::Arm::R.wrist()).expect("it has one").heat(75.0);
        bus.servo_mut(rig::Arm::L.grip()).expect("it has one").set_id(11);
        bus.servo_mut(rig::Arm::B.wrist()).expect("it has one").remount(2.5);
    });
    let wrong = wrong.fails(1, "4 things are wrong");
    for line in [
        "r_wrist  WRONG servo 2: it is too hot",
        "l_grip   WRONG servo 3 does not answer",
        "b_wrist  WRONG servo 8 stands at 143 degrees",
        "servo  11 -        WRONG it answers, and the profile has no joint for it",
    ] {
        assert!(wrong.stdout.contains(line), "{line}: {}", wrong.stdout);
    }
    let no_servos = cuberig(["doctor", "--servos", "serial:/dev/null"]);
    no_servos.fails(2, "names no servos");
}

/// The Maestro on a serial device: what its channels send is read, and named where it is wrong.
#[test]
fn channels_of_a_maestro_are_read_one_by_one_and_named() {
    let profile = Profile::find("printed-servo").expect("it ships");
    let doctor = |bytes: &[u8], crc: bool| {
        let mut world = World::new(profile.clone(), 4, Options::default());
        world.maestro_mut().expect("it has one").crc = crc;
        world.send(Wire::Servos, bytes);
        world.advance_to(0.1);
        let maestro = bricks::over_serial(world, Wire::Servos);
        cuberig(["doctor", "--profile", "printed-servo", "--servos", &maestro])
    };
    // Channel 1 to 1500 microseconds: the example of the user's guide.
    let good = doctor(&[0x84, 0x01, 0x70, 0x2E], false).done();
    for line in [
        "channel  0 r_grip   ok    off: its servo turns freely",
        "channel  1 r_wrist  ok    1500 microseconds, 45.0 degrees",
    ] {
        assert!(good.stdout.contains(line), "{line}: {}", good.stdout);
    }
    assert!(good.stdout.contains("only the camera shows"), "{}", good.stdout);
    // Channel 6 to 600 microseconds: 55 degrees beyond the closed claw.
    let wrong = doctor(&[0x84, 0x06, 0x60, 0x12], false).fails(1, "one thing is wrong");
    assert!(wrong.stdout.contains("b_grip   WRONG 600 microseconds are -55 degrees"), "{}", wrong.stdout);
    let other = doctor(&[], true);
    other.fails(1, "does not answer: use its Command Port");
}
