//! Stops, goals that replace one another, and goals that end early, through the real client and control loop.

use crate::bench::rigs::{Rig, pass};
use brick::control::{JointGoal, Point, Tolerances, Trajectory};
use brick::{BrickName, Error, Port};
use rig::Action::{Close, Open, Turn};
use rig::Arm;
use std::f64::consts::FRAC_PI_2;
use std::time::Duration;
use tokio::time::{Instant, sleep};

fn goal(joint: usize, trajectory: Trajectory) -> JointGoal {
    JointGoal { joint, trajectory, tolerances: Tolerances::default() }
}

fn way(to: f64) -> Trajectory {
    Trajectory::to("a wrist", to, 0.6).expect("a way")
}

#[tokio::test(start_paused = true)]
async fn a_stop_brakes_at_once() {
    for seed in 0..6 {
        let rig = Rig::at_rest(seed).await;
        let moving = rig.begin(Arm::R, Turn(2));
        pass(400).await;
        let began = Instant::now();
        rig.handle(BrickName::RlRotate).stop().await.expect("the loop runs");
        assert!(began.elapsed() < Duration::from_millis(1), "a stop waits for no reply");
        assert!(matches!(moving.await.expect("no panic"), Err(Error::Stopped { .. })));
        // The link takes 15 ms +- 7.5 ms, the motor's time constant is 60 ms.
        pass(200).await;
        let soon = rig.wrist(Arm::R);
        pass(2000).await;
        let later = rig.wrist(Arm::R);
        assert!((later - soon).abs() < 1f64.to_radians(), "seed {seed}: {soon} then {later}");
        assert!((0.2..3.0).contains(&later), "seed {seed}: stopped half-way at {later}");
    }
}

/// The brick did not receive the brake, since it was silent for a moment; it is sent again once the brick answers.
#[tokio::test(start_paused = true)]
async fn a_brake_that_was_lost_is_sent_again() {
    for seed in 0..6 {
        let rig = Rig::at_rest(seed).await;
        let moving = rig.begin(Arm::R, Turn(2));
        pass(350).await;
        rig.inject("brick_silent", "rl_rotate", 0.06 + 0.02 * seed as f64);
        rig.handle(BrickName::RlRotate).stop().await.expect("the loop runs");
        assert!(matches!(moving.await.expect("no panic"), Err(Error::Stopped { .. })));
        pass(2000).await;
        let brick = rig.bench.world().brick(BrickName::RlRotate).clone();
        assert!(brick.is_braked(Port::A), "seed {seed}: it was let go of");
    }
}

#[tokio::test(start_paused = true)]
async fn a_new_goal_takes_over_in_flight() {
    let rig = Rig::at_rest(3).await;
    rig.act(Arm::R, &[Open]).await.expect("it opens");
    let old = rig.begin(Arm::R, Turn(2));
    pass(350).await;
    rig.act(Arm::R, &[Turn(-1)]).await.expect("it turns back");
    assert!(matches!(old.await.expect("no panic"), Err(Error::Superseded { .. })));
    pass(100).await;
    assert!(rig.off(Arm::R, -1.0).abs() < 3.0);
}

/// The claw of the joint that has arrived closes meanwhile, and is blocked: its wrist is let go of and held again.
#[tokio::test(start_paused = true)]
async fn a_goal_ends_though_one_of_its_joints_was_let_go_of_once_it_had_arrived() {
    let rig = Rig::at_rest(4).await;
    for arm in [Arm::R, Arm::L] {
        rig.act(arm, &[Open]).await.expect("it opens");
    }
    let handle = rig.handle(BrickName::RlRotate);
    let turns = Trajectory::to("r_wrist", 2.0 * FRAC_PI_2, 2.0).expect("a way");
    let both = handle.follow(vec![goal(0, turns), goal(1, way(0.0))]);
    pass(1500).await;
    handle.release_at(1, 0.0).await.expect("it has arrived");
    handle.assume_elsewhere(1);
    let ended = tokio::time::timeout(Duration::from_secs(5), both).await;
    ended.expect("it ends").expect("both are where they should be");
}

#[tokio::test(start_paused = true)]
async fn goals_of_two_joints_of_a_brick_stand_side_by_side() {
    let rig = Rig::at_rest(4).await;
    for arm in [Arm::R, Arm::L] {
        rig.act(arm, &[Open]).await.expect("it opens");
    }
    let first = rig.begin(Arm::R, Turn(2));
    pass(300).await;
    rig.act(Arm::L, &[Turn(-1)]).await.expect("L turns");
    first.await.expect("no panic").expect("R turns on");
    pass(100).await;
    assert!(rig.off(Arm::R, 2.0).abs() < 3.0 && rig.off(Arm::L, -1.0).abs() < 3.0);
}

/// Goals for a brick name both joints. A wrist that has settled and is ordered to stay there would only be moved off again, while its
/// neighbour turns a layer.
#[tokio::test(start_paused = true)]
async fn a_joint_that_has_settled_is_left_alone_while_the_other_one_moves() {
    for seed in 0..12 {
        let rig = Rig::at_rest(seed).await;
        for arm in [Arm::R, Arm::L] {
            rig.act(arm, &[Open]).await.expect("it opens");
        }
        let handle = rig.handle(BrickName::RlRotate);
        handle.follow(vec![goal(0, way(0.0)), goal(1, way(FRAC_PI_2))]).await.expect("both settle");
        let stands = rig.wrist(Arm::L);
        let mut turn = std::pin::pin!(handle.follow(vec![goal(0, way(-FRAC_PI_2)), goal(1, way(FRAC_PI_2))]));
        loop {
            tokio::select! {
                biased;
                turned = &mut turn => break turned.expect("R settles"),
                () = sleep(Duration::from_millis(10)) => {}
            }
            let moved = (rig.wrist(Arm::L) - stands).to_degrees().abs();
            assert!(moved < 0.05, "seed {seed}: L moved by {moved:.2} degrees");
        }
    }
}

/// A new goal for one of the wrists that turn the cube ends the turn of both: the other one holds where it is.
#[tokio::test(start_paused = true)]
async fn the_other_joint_of_a_superseded_goal_holds() {
    for seed in 0..4 {
        let rig = Rig::open_front(seed).await;
        let turn = rig.begin_cube_turn();
        pass(200).await;
        rig.act(Arm::R, &[Turn(1)]).await.expect("it turns on");
        let error = turn.await.expect("no panic").expect_err("another goal took its place");
        assert!(matches!(error, Error::Superseded { .. }), "{error}");
        assert!(rig.bench.world().brick(BrickName::RlRotate).is_braked(Port::B));
        let held = rig.off(Arm::L, 0.0);
        assert!((-75.0..-10.0).contains(&held), "seed {seed}: L went on to {held:.0} degrees");
    }
}

#[tokio::test(start_paused = true)]
async fn a_goal_beyond_the_limits_is_refused_by_name() {
    let rig = Rig::at_rest(1).await;
    let error = rig.act(Arm::F, &[Turn(3)]).await.expect_err("180 degrees is the limit");
    let text = error.to_string();
    assert!(text.contains("f_wrist") && text.contains("270") && text.contains("180"), "{text}");
}

/// A motor that stands still for a moment within its turn arrives late, which is allowed; but a goal that limits how far the
/// joint may leave its path ends there, and the joint is held where it is.
#[tokio::test(start_paused = true)]
async fn a_motor_that_lags_is_held_where_it_leaves_the_path_of_its_goal() {
    for seed in 0..4 {
        for path in [None, Some(10f64.to_radians())] {
            let rig = Rig::at_rest(seed).await;
            let handle = rig.handle(BrickName::RlRotate);
            let goal = move |path| {
                let trajectory = Trajectory::to("r_wrist", FRAC_PI_2, 0.6).expect("a good trajectory");
                vec![JointGoal { joint: 0, trajectory, tolerances: Tolerances { path, ..Tolerances::default() } }]
            };
            let turn = handle.clone();
            let turning = tokio::spawn(async move { turn.follow(goal(path)).await });
            pass(200).await;
            rig.inject("motor_stalls", "r_wrist", 0.0);
            pass(250).await;
            rig.bench.world().clear_faults();
            let outcome = turning.await.expect("no panic");
            if path.is_some() {
                let error = outcome.expect_err("it has left its path");
                assert!(matches!(error, Error::PathTolerance { .. }), "{error}");
                assert!(error.to_string().contains("r_wrist"), "{error}");
                pass(200).await;
                assert!(rig.bench.world().brick(BrickName::RlRotate).is_braked(Port::A));
                let held = rig.wrist(Arm::R);
                pass(2000).await;
                assert_eq!(rig.wrist(Arm::R), held, "seed {seed}: it moves on");
                let left = -rig.off(Arm::R, 1.0);
                assert!(10.0 < left, "seed {seed}: held {left:.0} degrees before");
                handle.follow(goal(None)).await.expect("it goes on from there");
            } else {
                outcome.expect("it arrives in time");
            }
            pass(100).await;
            let off = rig.off(Arm::R, 1.0);
            assert!(off.abs() < 4.0, "seed {seed}: {off:.1} degrees off");
        }
    }
}

/// Two wrists of open claws go against each other, the second one a moment later: that is no turn of the cube, and neither waits for the
/// other.
#[tokio::test(start_paused = true)]
async fn wrists_that_turn_open_claws_apart_need_not_keep_together() {
    let [front, back] = [Arm::F, Arm::B].map(Arm::wrist);
    for seed in 0..6 {
        let rig = Rig::open_front(seed).await;
        rig.act(Arm::F, &[Turn(-1)]).await.expect("it goes");
        let drivers = rig.drivers.clone();
        let first = tokio::spawn(async move {
            drivers.go(BrickName::FbRotate, &[(front, -2.0 * FRAC_PI_2, 0.6), (back, 0.0, 0.0)]).await
        });
        pass(42).await;
        let goals = [(front, -2.0 * FRAC_PI_2, 0.56), (back, FRAC_PI_2, 0.6)];
        assert_eq!(rig.drivers.go(BrickName::FbRotate, &goals).await, Ok(()), "seed {seed}");
        let first = first.await.expect("no panic");
        assert!(matches!(first, Err(Error::Superseded { .. })), "{first:?}");
    }
}

/// Nor is it one where they begin together and end at different times, as the motion planner has it at the end of a cable.
#[tokio::test(start_paused = true)]
async fn wrists_that_end_at_different_times_need_not_keep_together() {
    let point = |time, position| Point { time, position };
    for seed in 0..20 {
        let rig = Rig::open_front(seed).await;
        for arm in [Arm::F, Arm::B] {
            rig.act(arm, &[Turn(-1)]).await.expect("it goes");
        }
        let front = vec![point(0.6, 0.0), point(0.8, 0.0)];
        let back = vec![point(0.6, -171f64.to_radians()), point(0.8, -2.0 * FRAC_PI_2)];
        let goals = [(Arm::F, front), (Arm::B, back)].map(|(arm, points)| {
            let joint = usize::from(BrickName::driving(arm.wrist()).1.code());
            goal(joint, Trajectory::new("a wrist", points).expect("a good trajectory"))
        });
        let both = rig.handle(BrickName::FbRotate).follow(goals.to_vec()).await;
        assert_eq!(both, Ok(()), "seed {seed}");
    }
}

/// One claw closes while the other opens: that is no turn of the cube either, and one that is stuck is called so.
#[tokio::test(start_paused = true)]
async fn claws_that_go_against_each_other_need_not_keep_together() {
    for seed in 0..6 {
        let rig = Rig::open_front(seed).await;
        rig.act(Arm::B, &[Close]).await.expect("it closes");
        rig.inject("motor_stalls", "b_grip", 0.0);
        let goals = [(Arm::F.grip(), 0.0, 0.52), (Arm::B.grip(), rig.drivers.open, 0.52)];
        let outcome = rig.drivers.go(BrickName::FbClamp, &goals).await;
        let is_named = matches!(&outcome, Err(Error::Stalled { joint, .. }) if joint == "b_grip");
        assert!(is_named, "seed {seed}: {outcome:?}");
    }
}
