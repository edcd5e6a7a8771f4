//! What is known of the joints when a brick is lost and found again, or its battery runs down.

use crate::bench::rigs::{Rig, pass};
use brick::control::JointGoal;
use brick::control::runner::{Handle, Pace, PositionLoop};
use brick::control::{Memory, Tolerances, Trajectory};
use brick::{BrickName, Error, joint_settings};
use rig::Action::{Close, Open, Turn};
use rig::{Arm, Profile};
use sim::bench::Drivers;
use std::f64::consts::FRAC_PI_2;

const BRICK: BrickName = BrickName::RlRotate;

/// What the driver of the brick that turns R and L remembers now.
fn memory(drivers: &Drivers) -> Memory {
    let mut memory = Memory::default();
    let report = drivers.reports[BRICK.index()].borrow().clone();
    memory.note(&report.expect("the loop has reported"));
    memory
}

/// A new connection to the brick, with what is remembered; whether the brick was off.
async fn connect_anew(rig: &Rig, memory: &Memory) -> Result<(Handle, f64, bool), Error> {
    let profile = Profile::nxt_2015();
    let mut motors = BRICK.joints().map(|(port, joint)| (port, joint_settings(&profile, joint, 0.0)));
    let mut brick = rig.bench.brick(BRICK);
    let was_off = memory.resume(&mut brick, &mut motors).await?;
    let (position_loop, handle, mut reports) = PositionLoop::new(brick, motors, Pace::default());
    tokio::spawn(position_loop.run());
    let first = reports.wait_for(Option::is_some).await;
    let first = first.expect("the loop runs").clone().expect("it is some");
    Ok((handle, first.joints[0].position.to_degrees(), was_off))
}

async fn turn(handle: &Handle, quarters: f64) -> Result<(), Error> {
    let trajectory = Trajectory::to("r_wrist", quarters * FRAC_PI_2, 0.6).expect("a good trajectory");
    handle.follow(vec![JointGoal { joint: 0, trajectory, tolerances: Tolerances::default() }]).await
}

#[tokio::test(start_paused = true)]
async fn a_brick_that_was_off_is_taken_up_where_its_joints_stood() {
    for seed in 0..4 {
        let rig = Rig::at_rest(seed).await;
        rig.act(Arm::R, &[Turn(1)]).await.expect("it turns");
        pass(200).await;
        let memory = memory(&rig.drivers);
        rig.inject("battery_falls", BRICK.name(), 4.0);
        let error = rig.drivers.act(Arm::R, Turn(-1), 1).await;
        assert!(matches!(error, Err(Error::Timeout { .. })), "{error:?}");
        rig.bench.world().clear_faults();
        pass(4000).await;
        let (handle, position, was_off) = connect_anew(&rig, &memory).await.expect("it is on");
        assert!(was_off, "a brick without battery forgets its counts");
        assert!((position - 90.0).abs() < 4.0, "it reports {position:.1}");
        turn(&handle, 0.0).await.expect("it turns back");
        pass(100).await;
        let off = rig.off(Arm::R, 0.0);
        assert!(off.abs() < 5.0, "seed {seed}: {off:.1} degrees off");
    }
}

/// One that goes off while a wrist turns, which then coasts on for some way.
#[tokio::test(start_paused = true)]
async fn a_joint_that_moved_when_its_brick_went_off_is_taken_to_have_coasted_on() {
    let (mut reported_off, mut seen_off) = (0.0, 0.0);
    for seed in 0..8 {
        let rig = Rig::open_front(seed).await;
        let memory_of = rig.drivers.reports[BRICK.index()].clone();
        rig.begin_cube_turn();
        pass(150 + 40 * seed).await;
        rig.inject("battery_falls", BRICK.name(), 4.0);
        pass(2000).await;
        let mut memory = Memory::default();
        memory.note(&memory_of.borrow().clone().expect("the loop has reported"));
        rig.bench.world().clear_faults();
        pass(4000).await;
        let (_, position, was_off) = connect_anew(&rig, &memory).await.expect("it is on");
        assert!(was_off);
        let (is, seen) = (rig.off(Arm::R, 0.0), memory_of.borrow().clone());
        let seen = seen.expect("as above").joints[0].position.to_degrees();
        println!("seed {seed}: seen at {seen:.1}, reported {position:.1}, is {is:.1}");
        reported_off += (position - is).abs();
        seen_off += (seen - is).abs();
    }
    assert!(2.0 * reported_off < seen_off, "{reported_off:.0} of {seen_off:.0} degrees");
}

#[tokio::test(start_paused = true)]
async fn drift_that_was_learnt_is_kept_over_a_lost_connection() {
    let rig = Rig::at_rest(7).await;
    for _ in 0..2 {
        rig.act(Arm::R, &[Open]).await.expect("it opens");
        rig.inject("gear_skip", "r_wrist", 5.0);
        rig.drivers.close_compliant(Arm::R, 0).await.expect("it closes");
    }
    pass(200).await;
    let memory = memory(&rig.drivers);
    rig.inject("brick_silent", BRICK.name(), 3.0);
    pass(4000).await;
    let (handle, position, was_off) = connect_anew(&rig, &memory).await.expect("it answers");
    assert!(!was_off && position.abs() < 3.0, "it reports {position:.1}");
    turn(&handle, 1.0).await.expect("it turns");
    pass(100).await;
    let off = rig.off(Arm::R, 1.0);
    assert!(off.abs() < 3.0, "{off:.1} degrees off");
}

#[tokio::test(start_paused = true)]
async fn a_weak_battery_is_driven_on_and_an_empty_one_named() {
    for (volts, does) in [(6.0, true), (5.4, true), (5.0, false)] {
        for seed in 0..3 {
            let rig = Rig::at_rest(seed).await;
            for name in BrickName::ALL {
                rig.inject("battery_falls", name.name(), volts);
            }
            let outcome = rig.act(Arm::R, &[Turn(1), Open, Turn(-2), Close, Turn(1)]).await;
            match (does, outcome) {
                (true, outcome) => outcome.unwrap_or_else(|error| panic!("{volts} V: {error}")),
                (false, Err(error @ Error::Timeout { .. })) => {
                    assert!(error.to_string().contains("rl_"), "{error}");
                }
                (false, outcome) => panic!("{volts} V, seed {seed}: {outcome:?}"),
            }
            assert_eq!(rig.bench.world().take_events(), [], "{volts} V");
            let reported = rig.drivers.reports[BRICK.index()].borrow().clone();
            let reported = reported.and_then(|report| report.battery_volts);
            if does {
                let reported = reported.expect("it was read");
                assert!((volts - 1.0..=volts).contains(&reported), "{reported} V of {volts}");
            }
        }
    }
}

/// Replies that were late are lost with their connection, and those of the next one are not late.
#[tokio::test(start_paused = true)]
async fn replies_that_were_late_end_with_their_connection() {
    let rig = Rig::at_rest(1).await;
    rig.inject("replies_late", BRICK.name(), 30.0);
    let late = rig.bench.brick(BRICK).keep_alive().await;
    assert!(matches!(late, Err(Error::Timeout { .. })), "{late:?}");
    rig.bench.world().clear_faults();
    let soon = rig.bench.brick(BRICK).keep_alive().await;
    soon.expect("it answers at once");
}
