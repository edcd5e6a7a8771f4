//! Each fault by name, through the real client and control loop.

use crate::bench::rigs::{Rig, pass};
use brick::{BrickName, Error};
use rig::Action::{Close, Open, Turn};
use rig::Arm;
use sim::{Fault, Happening, Mishap};
use std::time::Duration;
use tokio::time::Instant;

#[tokio::test(start_paused = true)]
async fn a_stuck_motor_is_reported_as_stalled() {
    let rig = Rig::at_rest(2).await;
    rig.inject("motor_stalls", "r_wrist", 0.0);
    let began = Instant::now();
    let error = rig.act(Arm::R, &[Turn(1)]).await.expect_err("it cannot turn");
    assert!(matches!(&error, Error::Stalled { joint, .. } if joint == "r_wrist"), "{error}");
    assert!(began.elapsed() < Duration::from_secs(1));
    rig.bench.world().clear_faults();
    rig.act(Arm::R, &[Turn(1)]).await.expect("it turns again");
}

#[tokio::test(start_paused = true)]
async fn a_silent_brick_ends_in_a_timeout_and_its_motor_stops_by_itself() {
    for seed in 0..4 {
        let rig = Rig::at_rest(seed).await;
        let turning = rig.begin(Arm::R, Turn(1));
        pass(250).await;
        rig.inject("brick_silent", "rl_rotate", 0.0);
        let error = turning.await.expect("no panic").expect_err("nobody answers");
        assert!(matches!(error, Error::Timeout { .. }), "{error}");
        assert!(error.to_string().contains("rl_rotate"), "{error}");
        let rest = rig.wrist(Arm::R);
        pass(5000).await;
        assert_eq!(rig.wrist(Arm::R), rest, "seed {seed}: the motor runs on");
        let behind = rig.off(Arm::R, 1.0);
        assert!(behind < 80.0, "seed {seed}: it ran to {behind:.0} degrees behind its goal");
    }
}

#[tokio::test(start_paused = true)]
async fn late_doubled_and_lost_replies_are_lived_with() {
    for (fault, amount) in [("replies_late", 0.06), ("replies_twice", 0.5), ("replies_lost", 0.05)] {
        for seed in 0..4 {
            let rig = Rig::at_rest(seed).await;
            BrickName::ALL.iter().for_each(|brick| rig.inject(fault, brick.name(), amount));
            let done = rig.act(Arm::F, &[Turn(1), Open, Turn(-1), Close]).await;
            done.unwrap_or_else(|error| panic!("{fault}, seed {seed}: {error}"));
            pass(100).await;
            let off = rig.off(Arm::F, 0.0);
            assert!(off.abs() < 4.0, "{fault}, seed {seed}: {off:.1} degrees off");
            let turned = cube::Cube::SOLVED.apply(cube::Move::quarter(cube::Face::F));
            assert_eq!(rig.bench.truth().cube, Some(turned));
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_slipped_cube_jams_the_claw_that_closes_on_it() {
    let rig = Rig::open_front(5).await;
    rig.inject("claw_slip", "r", 25.0);
    let error = rig.act(Arm::F, &[Close]).await.expect_err("it cannot close");
    assert!(error.to_string().contains("f_grip"), "{error}");
    let what = rig.happenings()[0];
    assert!(
        matches!(what, Happening::Mishap(Mishap::Misgrip { arm: Arm::F, degrees }) if (24.0..26.0).contains(&degrees)),
        "{what}"
    );
    assert!(!rig.bench.truth().grips[Arm::F.index()]);
}

#[tokio::test(start_paused = true)]
async fn a_small_slip_springs_square_again() {
    for slip in [-4.5, -3.0, 3.0, 4.5] {
        let rig = Rig::open_front(6).await;
        rig.inject("claw_slip", "r", slip);
        for arm in [Arm::F, Arm::B] {
            rig.act(arm, &[Close]).await.expect("it closes");
        }
        let held = rig.layer(Arm::R);
        assert!((held - slip).abs() < 1.0, "slipped by {slip}: the claw holds its layer at {held:.1}");
        rig.act(Arm::R, &[Open]).await.expect("it opens");
        rig.drivers.close_compliant(Arm::R, 0).await.expect("it closes");
        pass(1000).await;
        let misaligned = rig.layer(Arm::R);
        assert!(misaligned.abs() < 2.0, "slipped by {slip}: {misaligned:.1} degrees misaligned");
        assert_eq!(rig.happenings(), []);
    }
}

/// The wrist is compliant to the claw that closes, so the claw is misaligned with the layer at first; then the wrist presses both
/// square, whether it was sent anywhere before or not.
#[tokio::test(start_paused = true)]
async fn a_compliant_wrist_presses_a_misaligned_layer_square() {
    for slip in [-14.0, -8.0, 8.0, 14.0] {
        for stopped in [false, true] {
            let rig = Rig::open_front(6).await;
            for arm in [Arm::F, Arm::B] {
                rig.act(arm, &[Close]).await.expect("it closes");
            }
            if stopped {
                let wrists = rig.handle(BrickName::RlRotate);
                let stopped = wrists.stop();
                wrists.resume();
                stopped.await.expect("the loop runs");
            }
            rig.inject("claw_slip", "r", slip);
            rig.act(Arm::R, &[Open]).await.expect("it opens");
            let squared = rig.drivers.close_compliant(Arm::R, 0).await;
            assert!(matches!(squared, Err(Error::NotSquare { .. })), "{squared:?}");
            pass(1000).await;
            let misaligned = rig.layer(Arm::R);
            assert!(misaligned.abs() < 3.0, "slipped by {slip}: {misaligned:.1} degrees misaligned");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_skipped_gear_is_not_seen_by_the_encoder() {
    let rig = Rig::at_rest(7).await;
    rig.act(Arm::R, &[Open]).await.expect("it opens");
    rig.inject("gear_skip", "r_wrist", 9.0);
    rig.act(Arm::R, &[Turn(1)]).await.expect("the driver sees nothing");
    let off = rig.off(Arm::R, 1.0);
    assert!((7.0..11.0).contains(&off), "{off:.1}");
}

#[tokio::test(start_paused = true)]
async fn an_empty_battery_puts_the_brick_to_sleep() {
    let rig = Rig::at_rest(8).await;
    rig.inject("battery_falls", "fb_clamp", 4.0);
    let error = rig.act(Arm::F, &[Open]).await.expect_err("it is off");
    assert!(matches!(error, Error::Timeout { .. }), "{error}");
}

#[tokio::test(start_paused = true)]
async fn a_cube_taken_out_is_gone_and_one_put_in_is_held() {
    let rig = Rig::at_rest(9).await;
    rig.inject("cube_taken", "", 0.0);
    let truth = rig.bench.truth();
    assert_eq!((truth.cube, truth.solved, truth.grips), (None, false, [false; 4]));
    let cube = rig.bench.world().scramble(11);
    let truth = rig.bench.truth();
    assert_eq!((truth.cube, truth.grips), (Some(cube), [true; 4]));
}

#[tokio::test(start_paused = true)]
async fn letting_go_of_the_cube_drops_it() {
    let rig = Rig::at_rest(10).await;
    for arm in Arm::ALL {
        rig.act(arm, &[Open]).await.expect("it opens");
    }
    assert_eq!(rig.bench.truth().cube, None);
    let happenings = rig.happenings();
    assert!(happenings.contains(&Happening::Mishap(Mishap::Dropped)), "{happenings:?}");
    assert!(happenings.contains(&Happening::Rule(rig::BrokenRule::NotHeld)), "{happenings:?}");
}

#[tokio::test(start_paused = true)]
async fn turning_a_layer_into_horizontal_fingers_jams() {
    let rig = Rig::at_rest(11).await;
    rig.act(Arm::F, &[Open, Turn(1), Close]).await.expect("arm F comes to hold horizontally");
    assert_eq!(rig.happenings(), []);
    let error = rig.act(Arm::R, &[Turn(1)]).await.expect_err("F is in the way");
    assert!(matches!(&error, Error::Stalled { joint, .. } if joint == "r_wrist"), "{error}");
    let happenings = rig.happenings();
    let jam = Mishap::LayerMeetsFingers { arm: Arm::R, neighbour: Arm::F };
    assert!(happenings.contains(&Happening::Mishap(jam)), "{happenings:?}");
    assert!(rig.bench.truth().solved || rig.layer(Arm::R) < 8.0);
}

#[test]
fn faults_are_read_by_name() {
    for (name, target, amount, part) in [
        ("earthquake", "", 0.0, "claw_slip"),
        ("claw_slip", "u", 1.0, "`u`"),
        ("gear_skip", "r_elbow", 1.0, "r_elbow"),
        ("brick_silent", "rl", 1.0, "`rl`"),
        ("replies_twice", "rl_clamp", 1.5, "1.5"),
        ("claw_slip", "r", f64::NAN, "NaN"),
        ("sticker_misread", "54", 0.0, "54"),
    ] {
        let error = Fault::parse(name, target, amount).expect_err("a bad fault").to_string();
        assert!(error.contains(name) && error.contains(part), "{error}");
    }
}

/// A page offers these choices, so that nobody has to write a target.
#[test]
fn every_choice_that_a_fault_offers_is_accepted() {
    for kind in sim::FAULTS {
        let amount = kind.amount.as_ref().map_or(0.0, |amount| amount.usual);
        let choices = match kind.target {
            sim::Target::Nothing => vec![(String::new(), String::new())],
            target => target.choices(),
        };
        let variants = kind.target.variants();
        for (target, _) in choices {
            for variant in variants.iter().map(|(text, _)| text.as_str()).chain([""]) {
                Fault::parse(kind.name, &format!("{target}{variant}"), amount).expect("it is offered");
            }
        }
    }
    let misread = |target| Fault::parse("sticker_misread", target, 0.0).expect("a sticker");
    assert_eq!(misread("F3"), misread("20"));
    assert_eq!(misread("f3=G"), misread("20G"));
    assert_eq!(misread("F3=G"), Fault::StickerMisread(20, Some(cube::Color::Green), 0.0));
}
