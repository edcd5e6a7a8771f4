//! Each fault by name, through the real client and control loop.

use crate::bench::rigs::{inject, open_front, rig, wrist};
use brick::{BrickName, Error};
use rig::{Action, Arm};
use sim::{Fault, Happening, Mishap};
use std::f64::consts::FRAC_PI_2;
use std::time::Duration;
use tokio::time::{Instant, sleep};

#[tokio::test(start_paused = true)]
async fn a_stuck_motor_is_reported_as_stalled() {
    let (bench, drivers) = rig(2).await;
    inject(&bench, "motor_stalls", "r_wrist", 0.0);
    let began = Instant::now();
    let error = drivers.act(Arm::R, Action::Turn(1), 0).await.expect_err("it cannot turn");
    assert!(matches!(&error, Error::Stalled { joint, .. } if joint == "r_wrist"), "{error}");
    assert!(began.elapsed() < Duration::from_secs(1));
    bench.world().clear_faults();
    drivers.act(Arm::R, Action::Turn(1), 0).await.expect("it turns again");
}

#[tokio::test(start_paused = true)]
async fn a_silent_brick_ends_in_a_timeout_and_its_motor_stops_by_itself() {
    for seed in 0..4 {
        let (bench, drivers) = rig(seed).await;
        let bench_now = bench.clone();
        let turning = tokio::spawn(async move { drivers.act(Arm::R, Action::Turn(1), 0).await });
        sleep(Duration::from_millis(250)).await;
        inject(&bench_now, "brick_silent", "rl_rotate", 0.0);
        let error = turning.await.expect("no panic").expect_err("nobody answers");
        assert!(matches!(error, Error::Timeout { .. }), "{error}");
        assert!(error.to_string().contains("rl_rotate"), "{error}");
        let rest = wrist(&bench, Arm::R);
        sleep(Duration::from_secs(5)).await;
        assert_eq!(wrist(&bench, Arm::R), rest, "seed {seed}: the motor runs on");
        let behind = (rest - FRAC_PI_2).to_degrees();
        assert!(behind < 80.0, "seed {seed}: it ran to {behind:.0} degrees behind its goal");
    }
}

#[tokio::test(start_paused = true)]
async fn late_doubled_and_lost_replies_are_lived_with() {
    for (fault, amount) in [("replies_late", 0.06), ("replies_twice", 0.5), ("replies_lost", 0.05)] {
        for seed in 0..4 {
            let (bench, drivers) = rig(seed).await;
            for brick in BrickName::ALL {
                inject(&bench, fault, brick.name(), amount);
            }
            let mut turned = 0;
            for action in [Action::Turn(1), Action::Open, Action::Turn(-1), Action::Close] {
                let done = drivers.act(Arm::F, action, turned).await;
                done.unwrap_or_else(|error| panic!("{fault}, seed {seed}: {error}"));
                turned += i32::from(action.quarters());
            }
            sleep(Duration::from_millis(100)).await;
            let truth = bench.truth();
            let off = truth.joints[Arm::F.wrist().index()].to_degrees();
            assert!(off.abs() < 4.0, "{fault}, seed {seed}: {off:.1} degrees off");
            assert_eq!(truth.cube, Some(cube::Cube::SOLVED.apply(cube::Move::quarter(cube::Face::F))));
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_slipped_cube_jams_the_claw_that_closes_on_it() {
    let (bench, drivers) = open_front(5).await;
    inject(&bench, "claw_slip", "r", 25.0);
    let error = drivers.act(Arm::F, Action::Close, 0).await.expect_err("it cannot close");
    assert!(error.to_string().contains("f_grip"), "{error}");
    let events = bench.world().take_events();
    let what = events.first().expect("a jam is reported").what;
    assert!(
        matches!(what, Happening::Mishap(Mishap::Misgrip { arm: Arm::F, degrees }) if (24.0..26.0).contains(&degrees)),
        "{what}"
    );
    assert!(!bench.truth().grips[Arm::F.index()]);
}

#[tokio::test(start_paused = true)]
async fn a_small_slip_springs_square_again() {
    for slip in [-4.5, -3.0, 3.0, 4.5] {
        let (bench, drivers) = open_front(6).await;
        let layer = || bench.truth().layer_turns[Arm::R.index()].to_degrees();
        inject(&bench, "claw_slip", "r", slip);
        for arm in [Arm::F, Arm::B] {
            drivers.act(arm, Action::Close, 0).await.expect("it closes");
        }
        assert!((layer() - slip).abs() < 1.0, "slipped by {slip}: the claw holds its layer at {:.1}", layer());
        let open = drivers.act(Arm::R, Action::Open, 0).await;
        open.expect("it opens");
        let close = drivers.close_compliant(Arm::R, 0).await;
        close.expect("it closes");
        sleep(Duration::from_secs(1)).await;
        assert!(layer().abs() < 2.0, "slipped by {slip}: {:.1} degrees askew", layer());
        assert_eq!(bench.world().take_events(), []);
    }
}

/// The wrist yields to the claw that closes, so the claw lies askew with the layer at first; then the wrist presses both
/// square, whether it was sent anywhere before or not.
#[tokio::test(start_paused = true)]
async fn a_wrist_that_yielded_to_a_layer_askew_presses_it_square() {
    for slip in [-14.0, -8.0, 8.0, 14.0] {
        for stopped in [false, true] {
            let (bench, drivers) = open_front(6).await;
            for arm in [Arm::F, Arm::B] {
                drivers.act(arm, Action::Close, 0).await.expect("it closes");
            }
            if stopped {
                let wrists = &drivers.handles[BrickName::RlRotate.index()];
                let stopped = wrists.stop();
                wrists.resume();
                stopped.await.expect("the loop runs");
            }
            inject(&bench, "claw_slip", "r", slip);
            let open = drivers.act(Arm::R, Action::Open, 0).await;
            open.expect("it opens");
            let squared = drivers.close_compliant(Arm::R, 0).await;
            assert!(matches!(squared, Err(Error::NotSquare { .. })), "{squared:?}");
            sleep(Duration::from_secs(1)).await;
            let turn = bench.truth().layer_turns[Arm::R.index()].to_degrees();
            assert!(turn.abs() < 3.0, "slipped by {slip}: {turn:.1} degrees askew");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_skipped_gear_is_not_seen_by_the_encoder() {
    let (bench, drivers) = rig(7).await;
    drivers.act(Arm::R, Action::Open, 0).await.expect("it opens");
    inject(&bench, "gear_skip", "r_wrist", 9.0);
    drivers.act(Arm::R, Action::Turn(1), 0).await.expect("the driver sees nothing");
    let off = (wrist(&bench, Arm::R) - FRAC_PI_2).to_degrees();
    assert!((7.0..11.0).contains(&off), "{off:.1}");
}

#[tokio::test(start_paused = true)]
async fn an_empty_battery_puts_the_brick_to_sleep() {
    let (bench, drivers) = rig(8).await;
    inject(&bench, "battery_falls", "fb_clamp", 4.0);
    let error = drivers.act(Arm::F, Action::Open, 0).await.expect_err("it is off");
    assert!(matches!(error, Error::Timeout { .. }), "{error}");
}

#[tokio::test(start_paused = true)]
async fn a_cube_taken_out_is_gone_and_one_put_in_is_held() {
    let (bench, _drivers) = rig(9).await;
    inject(&bench, "cube_taken", "", 0.0);
    let truth = bench.truth();
    assert_eq!((truth.cube, truth.solved, truth.grips), (None, false, [false; 4]));
    let cube = bench.world().scramble(11);
    let truth = bench.truth();
    assert_eq!((truth.cube, truth.grips), (Some(cube), [true; 4]));
}

#[tokio::test(start_paused = true)]
async fn letting_go_of_the_cube_drops_it() {
    let (bench, drivers) = rig(10).await;
    for arm in Arm::ALL {
        drivers.act(arm, Action::Open, 0).await.expect("it opens");
    }
    assert_eq!(bench.truth().cube, None);
    let events = bench.world().take_events();
    let whats: Vec<Happening> = events.iter().map(|event| event.what).collect();
    assert!(whats.contains(&Happening::Mishap(Mishap::Dropped)), "{whats:?}");
    assert!(whats.contains(&Happening::Rule(rig::BrokenRule::NotHeld)), "{whats:?}");
}

#[tokio::test(start_paused = true)]
async fn turning_a_layer_into_horizontal_fingers_jams() {
    let (bench, drivers) = rig(11).await;
    for action in [Action::Open, Action::Turn(1), Action::Close] {
        drivers.act(Arm::F, action, 0).await.expect("arm F comes to hold horizontally");
    }
    assert_eq!(bench.world().take_events(), []);
    let error = drivers.act(Arm::R, Action::Turn(1), 0).await.expect_err("F is in the way");
    assert!(matches!(&error, Error::Stalled { joint, .. } if joint == "r_wrist"), "{error}");
    let whats: Vec<Happening> = bench.world().take_events().iter().map(|event| event.what).collect();
    let jam = Mishap::LayerMeetsFingers { arm: Arm::R, neighbour: Arm::F };
    assert!(whats.contains(&Happening::Mishap(jam)), "{whats:?}");
    assert!(bench.truth().solved || bench.truth().layer_turns[0].to_degrees() < 8.0);
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
    for (name, _) in sim::FAULTS {
        let targets = ["r", "r_wrist", "rl_clamp", "7", ""];
        assert!(targets.iter().any(|target| Fault::parse(name, target, 0.5).is_ok()), "{name}");
    }
}
