//! Stops, goals that replace one another, and goals that end early, through the real client and control loop.

use crate::bench::rigs::{inject, open_front, rig, turn_begun, wrist};
use brick::control::JointGoal;
use brick::control::{Point, Tolerances, Trajectory};
use brick::{BrickName, Error, Port};
use rig::{Action, Arm};
use std::f64::consts::FRAC_PI_2;
use std::time::Duration;
use tokio::time::{Instant, sleep};

#[tokio::test(start_paused = true)]
async fn a_stop_brakes_at_once() {
    for seed in 0..6 {
        let (bench, drivers) = rig(seed).await;
        let handle = drivers.handles[BrickName::RlRotate.index()].clone();
        let moving = tokio::spawn(async move { drivers.act(Arm::R, Action::Turn(2), 0).await });
        sleep(Duration::from_millis(400)).await;
        let began = Instant::now();
        handle.stop().await.expect("the loop runs");
        assert!(began.elapsed() < Duration::from_millis(1), "a stop waits for no reply");
        assert!(matches!(moving.await.expect("no panic"), Err(Error::Stopped { .. })));
        // The link takes 15 ms +- 7.5 ms, the motor's time constant is 60 ms.
        sleep(Duration::from_millis(200)).await;
        let soon = wrist(&bench, Arm::R);
        sleep(Duration::from_secs(2)).await;
        let later = wrist(&bench, Arm::R);
        assert!((later - soon).abs() < 1f64.to_radians(), "seed {seed}: {soon} then {later}");
        assert!((0.2..3.0).contains(&later), "seed {seed}: stopped half-way at {later}");
    }
}

/// The brick did not hear the brake, since it was silent for a moment; it is sent again once the brick answers.
#[tokio::test(start_paused = true)]
async fn a_brake_that_was_lost_is_sent_again() {
    for seed in 0..6 {
        let (bench, drivers) = rig(seed).await;
        let handle = drivers.handles[BrickName::RlRotate.index()].clone();
        let moving = tokio::spawn(async move { drivers.act(Arm::R, Action::Turn(2), 0).await });
        sleep(Duration::from_millis(350)).await;
        inject(&bench, "brick_silent", "rl_rotate", 0.06 + 0.02 * seed as f64);
        handle.stop().await.expect("the loop runs");
        let stopped = moving.await.expect("no panic");
        assert!(matches!(stopped, Err(Error::Stopped { .. })));
        sleep(Duration::from_secs(2)).await;
        let brick = bench.world().brick(BrickName::RlRotate).clone();
        assert!(brick.is_braked(Port::A), "seed {seed}: it was let go of");
    }
}

#[tokio::test(start_paused = true)]
async fn a_new_goal_takes_over_in_flight() {
    let (bench, drivers) = rig(3).await;
    drivers.act(Arm::R, Action::Open, 0).await.expect("it opens");
    let drivers = std::sync::Arc::new(drivers);
    let old = tokio::spawn({
        let drivers = drivers.clone();
        async move { drivers.act(Arm::R, Action::Turn(2), 0).await }
    });
    sleep(Duration::from_millis(350)).await;
    drivers.act(Arm::R, Action::Turn(-1), 0).await.expect("it turns back");
    assert!(matches!(old.await.expect("no panic"), Err(Error::Superseded { .. })));
    sleep(Duration::from_millis(100)).await;
    assert!((wrist(&bench, Arm::R) + FRAC_PI_2).abs() < 3f64.to_radians());
}

#[tokio::test(start_paused = true)]
async fn goals_of_two_joints_of_a_brick_stand_side_by_side() {
    let (bench, drivers) = rig(4).await;
    for arm in [Arm::R, Arm::L] {
        drivers.act(arm, Action::Open, 0).await.expect("it opens");
    }
    let drivers = std::sync::Arc::new(drivers);
    let first = tokio::spawn({
        let drivers = drivers.clone();
        async move { drivers.act(Arm::R, Action::Turn(2), 0).await }
    });
    sleep(Duration::from_millis(300)).await;
    drivers.act(Arm::L, Action::Turn(-1), 0).await.expect("L turns");
    first.await.expect("no panic").expect("R turns on");
    sleep(Duration::from_millis(100)).await;
    assert!((wrist(&bench, Arm::R) - 2.0 * FRAC_PI_2).abs() < 3f64.to_radians());
    assert!((wrist(&bench, Arm::L) + FRAC_PI_2).abs() < 3f64.to_radians());
}

/// Goals for a brick name both joints. A wrist that has landed and is told to stay there would only be moved off again, while its
/// neighbour turns a layer.
#[tokio::test(start_paused = true)]
async fn a_joint_that_has_landed_is_left_alone_while_the_other_one_moves() {
    let way = |to: f64, seconds| Trajectory::to("a wrist", to, seconds).expect("a way");
    for seed in 0..12 {
        let (bench, drivers) = rig(seed).await;
        for arm in [Arm::R, Arm::L] {
            drivers.act(arm, Action::Open, 0).await.expect("it opens");
        }
        let handle = drivers.handles[BrickName::RlRotate.index()].clone();
        let goals = |r: Trajectory, l: Trajectory| {
            let of = |(joint, trajectory)| JointGoal { joint, trajectory, tolerances: Tolerances::default() };
            [(0, r), (1, l)].map(of).to_vec()
        };
        let first = goals(way(0.0, 0.6), way(FRAC_PI_2, 0.6));
        handle.follow(first).await.expect("both land");
        let stands = wrist(&bench, Arm::L);
        let turn = handle.follow(goals(way(-FRAC_PI_2, 0.6), way(FRAC_PI_2, 0.6)));
        let mut turn = std::pin::pin!(turn);
        loop {
            tokio::select! {
                turned = &mut turn => break turned.expect("R lands"),
                () = sleep(Duration::from_millis(10)) => {}
            }
            let moved = (wrist(&bench, Arm::L) - stands).to_degrees().abs();
            assert!(moved < 0.05, "seed {seed}: L moved by {moved:.2} degrees");
        }
    }
}

/// A new goal for one of the wrists that turn the cube ends the turn of both: the other one holds where it is.
#[tokio::test(start_paused = true)]
async fn the_other_joint_of_a_superseded_goal_holds() {
    for seed in 0..4 {
        let (bench, drivers) = open_front(seed).await;
        let drivers = std::sync::Arc::new(drivers);
        let turn = turn_begun(&drivers);
        sleep(Duration::from_millis(200)).await;
        let again = drivers.act(Arm::R, Action::Turn(1), 0);
        again.await.expect("it turns on");
        let error = turn.await.expect("no panic");
        let error = error.expect_err("another goal took its place");
        assert!(matches!(error, Error::Superseded { .. }), "{error}");
        assert!(bench.world().brick(BrickName::RlRotate).is_braked(Port::B));
        let held = wrist(&bench, Arm::L).to_degrees();
        assert!((-75.0..-10.0).contains(&held), "seed {seed}: L went on to {held:.0} degrees");
    }
}

#[tokio::test(start_paused = true)]
async fn a_goal_beyond_the_limits_is_refused_by_name() {
    let (_bench, drivers) = rig(1).await;
    let error = drivers.act(Arm::F, Action::Turn(3), 0).await.expect_err("180 degrees is the limit");
    let text = error.to_string();
    assert!(text.contains("f_wrist") && text.contains("270") && text.contains("180"), "{text}");
}

/// A motor that stands still for a moment within its turn arrives late, and that is well; but a goal that says how far the
/// joint may leave its path ends there, and the joint is held where it is.
#[tokio::test(start_paused = true)]
async fn a_motor_that_lags_is_held_where_it_leaves_the_path_of_its_goal() {
    for seed in 0..4 {
        for path in [None, Some(10f64.to_radians())] {
            let (bench, drivers) = rig(seed).await;
            let handle = drivers.handles[BrickName::RlRotate.index()].clone();
            let goal = move |path| JointGoal {
                joint: 0,
                trajectory: Trajectory::to("r_wrist", FRAC_PI_2, 0.6).expect("a good trajectory"),
                tolerances: Tolerances { path, ..Tolerances::default() },
            };
            let turn = handle.clone();
            let turning = tokio::spawn(async move { turn.follow(vec![goal(path)]).await });
            sleep(Duration::from_millis(200)).await;
            inject(&bench, "motor_stalls", "r_wrist", 0.0);
            sleep(Duration::from_millis(250)).await;
            bench.world().clear_faults();
            let outcome = turning.await.expect("no panic");
            if path.is_some() {
                let error = outcome.expect_err("it has left its path");
                assert!(matches!(error, Error::PathTolerance { .. }), "{error}");
                assert!(error.to_string().contains("r_wrist"), "{error}");
                sleep(Duration::from_millis(200)).await;
                assert!(bench.world().brick(BrickName::RlRotate).is_braked(Port::A));
                let held = wrist(&bench, Arm::R);
                sleep(Duration::from_secs(2)).await;
                assert_eq!(wrist(&bench, Arm::R), held, "seed {seed}: it moves on");
                let left = (FRAC_PI_2 - held).to_degrees();
                assert!(10.0 < left, "seed {seed}: held {left:.0} degrees before");
                let again = handle.follow(vec![goal(None)]).await;
                again.expect("it goes on from there");
            } else {
                outcome.expect("it arrives in time");
            }
            sleep(Duration::from_millis(100)).await;
            let off = (wrist(&bench, Arm::R) - FRAC_PI_2).to_degrees();
            assert!(off.abs() < 4.0, "seed {seed}: {off:.1} degrees off");
        }
    }
}

/// Two wrists of open claws go against each other, the second one a moment later: that is no turn of the cube, and neither waits for the
/// other.
#[tokio::test(start_paused = true)]
async fn wrists_that_turn_open_claws_apart_need_not_keep_together() {
    for seed in 0..6 {
        let (_bench, drivers) = open_front(seed).await;
        let [front, back] = [Arm::F, Arm::B].map(Arm::wrist);
        (drivers.act(Arm::F, Action::Turn(-1), 0).await).expect("it goes");
        let first = {
            let drivers = drivers.clone();
            let goals = [(front, -2.0 * FRAC_PI_2, 0.6), (back, 0.0, 0.0)];
            tokio::spawn(async move { drivers.go(BrickName::FbRotate, &goals).await })
        };
        sleep(Duration::from_millis(42)).await;
        let goals = [(front, -2.0 * FRAC_PI_2, 0.56), (back, FRAC_PI_2, 0.6)];
        let both = drivers.go(BrickName::FbRotate, &goals).await;
        assert_eq!(both, Ok(()), "seed {seed}");
        let first = first.await.expect("no panic");
        assert!(matches!(first, Err(Error::Superseded { .. })), "{first:?}");
    }
}

/// Nor is it one where they begin together and end at different times, as the motion planner has it at the end of a cable.
#[tokio::test(start_paused = true)]
async fn wrists_that_end_at_different_times_need_not_keep_together() {
    let point = |time, position| Point { time, position };
    for seed in 0..20 {
        let (_bench, drivers) = open_front(seed).await;
        for arm in [Arm::F, Arm::B] {
            (drivers.act(arm, Action::Turn(-1), 0).await).expect("it goes");
        }
        let front = vec![point(0.6, 0.0), point(0.8, 0.0)];
        let back = vec![point(0.6, -171f64.to_radians()), point(0.8, -2.0 * FRAC_PI_2)];
        let goal = |(arm, points): (Arm, Vec<Point>)| JointGoal {
            joint: usize::from(BrickName::driving(arm.wrist()).1.code()),
            trajectory: Trajectory::new("a wrist", points).expect("a good trajectory"),
            tolerances: Tolerances::default(),
        };
        let goals = [(Arm::F, front), (Arm::B, back)].map(goal).to_vec();
        let both = drivers.handles[BrickName::FbRotate.index()].follow(goals).await;
        assert_eq!(both, Ok(()), "seed {seed}");
    }
}

/// One claw closes while the other opens: that is no turn of the cube either, and one that is stuck is called so.
#[tokio::test(start_paused = true)]
async fn claws_that_go_against_each_other_need_not_keep_together() {
    for seed in 0..6 {
        let (bench, drivers) = open_front(seed).await;
        (drivers.act(Arm::B, Action::Close, 0).await).expect("it closes");
        inject(&bench, "motor_stalls", "b_grip", 0.0);
        let open = bench.world().profile().gearing.open_grip();
        let [front, back] = [Arm::F, Arm::B].map(Arm::grip);
        let goals = [(front, 0.0, 0.52), (back, open, 0.52)];
        let outcome = drivers.go(BrickName::FbClamp, &goals).await;
        let is_named = matches!(&outcome, Err(Error::Stalled { joint, .. }) if joint == "b_grip");
        assert!(is_named, "seed {seed}: {outcome:?}");
    }
}
