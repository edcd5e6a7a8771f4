//! `cuberig doctor` against simulated bricks over TCP and a pseudo-terminal, in real time: each fault is found and named.

mod support;

use brick::BrickName;
use rig::Profile;
use serde_json::Value;
use sim::{Fault, Options, World};
use support::bricks::{self, Wiring};
use support::{cuberig, cuberig_with_input};

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
    let tell = |finding: &Value| {
        let part = |key: &str| finding[key].as_str().unwrap_or_default().to_owned();
        let what = match finding["joint"].as_str() {
            Some(joint) => format!("{joint} {}", part("check")),
            None => format!("{} {}", part("brick"), part("check")),
        };
        (what, format!("{} {}", part("found"), part("advice")))
    };
    findings.iter().filter(is_wrong).map(tell).collect()
}

#[test]
fn a_good_rig_over_tcp_and_a_serial_device_gets_its_launch_line() {
    let rig = [
        bricks::over_tcp(empty_rig(&[]), BrickName::RlClamp, Wiring::Right),
        bricks::over_serial(empty_rig(&[]), BrickName::RlRotate),
        bricks::over_serial(empty_rig(&[]), BrickName::FbClamp),
        bricks::over_tcp(empty_rig(&[]), BrickName::FbRotate, Wiring::Right),
    ];
    let places: Vec<String> = (BrickName::ALL.iter().zip(&rig))
        .map(|(name, address)| place(*name, address))
        .collect();
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
        assert!(
            (travel - wanted).abs() <= 10.0,
            "{}: {travel}",
            joint.name()
        );
    }
    let link = (found.iter()).find(|finding| finding["check"] == "link");
    let median = link.and_then(|link| link["values"]["median_ms"].as_f64());
    // 30 ms +- 15 ms, and whatever else this machine does.
    assert!(
        median.is_some_and(|ms| (15.0..100.0).contains(&ms)),
        "{link:?}"
    );
    let firmware = (found.iter()).find(|finding| finding["check"] == "firmware");
    assert!(firmware.is_some_and(|firmware| firmware["found"] == "1.29 (protocol 1.124)"));
    let launch = found.last().and_then(|last| last["launch"].as_str());
    let launch = launch.expect("it comes last");
    for (name, address) in BrickName::ALL.iter().zip(&rig) {
        assert!(launch.contains(&format!("{name}:={address}")), "{launch}");
    }
}

#[test]
fn each_fault_is_found_and_named() {
    let name = BrickName::RlRotate;
    for (fault, what, part) in [
        (
            ("battery_falls", "rl_rotate", 6.4),
            "rl_rotate battery",
            "cells",
        ),
        (("motor_stalls", "l_wrist", 0.0), "l_wrist motion", "port B"),
        (
            ("brick_silent", "rl_rotate", 0.0),
            "rl_rotate answers",
            "switch the brick off and on",
        ),
        (
            ("replies_late", "rl_rotate", 0.1),
            "rl_rotate link",
            "nearer",
        ),
    ] {
        let address = bricks::over_tcp(empty_rig(&[fault]), name, Wiring::Right);
        let found = wrong(&findings(1, &[place(name, &address)]));
        assert_eq!(found.len(), 1, "{fault:?}: {found:?}");
        assert_eq!(found[0].0, what, "{found:?}");
        assert!(found[0].1.contains(part), "{found:?}");
    }
}

#[test]
fn reversed_encoders_are_found() {
    let name = BrickName::FbRotate;
    let address = bricks::over_tcp(empty_rig(&[]), name, Wiring::EncodersReversed);
    let found = wrong(&findings(1, &[place(name, &address)]));
    let what: Vec<&str> = found.iter().map(|(what, _)| what.as_str()).collect();
    assert_eq!(what, ["f_wrist encoder", "b_wrist encoder"]);
    assert!(
        found[0].1.contains("counts the wrong way round"),
        "{found:?}"
    );
}

/// The brick of the claws answers where that of the wrists is looked for.
#[test]
fn bricks_in_each_others_place_are_found() {
    let address = bricks::over_tcp(empty_rig(&[]), BrickName::RlClamp, Wiring::Right);
    let found = wrong(&findings(1, &[place(BrickName::RlRotate, &address)]));
    assert_eq!(found.len(), 2, "{found:?}");
    for (what, told) in found {
        assert!(what.ends_with("_wrist motion"), "{what}");
        assert!(
            told.contains("are the addresses or the cables of rl_rotate and rl_clamp swapped?")
        );
    }
}

#[test]
fn a_person_tells_what_moved_and_may_say_no() {
    let rig = || {
        let name = BrickName::RlRotate;
        place(name, &bricks::over_tcp(empty_rig(&[]), name, Wiring::Right))
    };
    let doctor = |answers: &[u8]| cuberig_with_input(["doctor", "--rig", &rig()], answers);
    let other = doctor(b"yes\nyes\nother\nyes\nreverse\n").fails(1, "2 things are wrong");
    assert!(
        other
            .stdout
            .contains("port A of rl_rotate drives the wrist of arm R, port B the wrist of arm L")
    );
    assert!(
        other
            .stdout
            .contains("the wrist of arm L moved the other way round")
    );
    assert!(
        other
            .stderr
            .contains("Move the wrist of arm R a little? [yes/no/skip]")
    );
    // What is skipped is not moved, and what is not understood is asked again.
    let skipped = doctor(b"y\nperhaps\ns\ns\n").done();
    assert_eq!(
        skipped.stdout.matches("not moved").count(),
        2,
        "{}",
        skipped.stdout
    );
    assert_eq!(skipped.stderr.matches("Move the wrist of arm R").count(), 2);
    // After a no, and at the end of the answers, nothing moves.
    for answers in [&b"yes\nno\n"[..], b"no\n", b""] {
        let ended = doctor(answers).fails(1, "ended before everything was checked");
        assert!(!ended.stdout.contains("_wrist"), "{}", ended.stdout);
    }
}

#[test]
fn wrong_usage_is_told() {
    for (rig, status, part) in [
        ("rl_elbow=tcp:127.0.0.1:1", 2, "rl_elbow"),
        ("rl_rotate", 2, "NAME=ADDRESS"),
        ("rl_rotate=tcp:127.0.0.1:1", 1, "one thing is wrong"),
    ] {
        cuberig(["doctor", "--yes", "--rig", rig]).fails(status, part);
    }
}
