//! Replies that begin to be late in the middle of a turn of the whole cube.

use crate::bench::rigs::{Rig, pass};
use brick::control::JointGoal;
use brick::control::{Tolerances, Trajectory};
use brick::{BrickName, Error, Port};
use std::f64::consts::FRAC_PI_2;
use tokio::task::JoinHandle;

const RUNS: u64 = 12;

/// A rig that has begun to turn the whole cube a quarter, where the wrists may leave their path by this many radians; and what comes
/// of it.
async fn turn_of_the_cube(seed: u64, path: Option<f64>) -> (Rig, JoinHandle<Result<(), Error>>) {
    let rig = Rig::open_front(seed).await;
    let (handle, seconds) = (rig.handle(BrickName::RlRotate), rig.drivers.timing.quarter);
    let goals = [(0, FRAC_PI_2), (1, -FRAC_PI_2)].map(|(joint, position)| JointGoal {
        joint,
        trajectory: Trajectory::to("a wrist", position, seconds).expect("a good trajectory"),
        tolerances: Tolerances { path, goal_time: 3.0, ..Tolerances::default() },
    });
    (rig, tokio::spawn(async move { handle.follow(goals.to_vec()).await }))
}

/// The wrists are braked while nobody sees them, and go on more slowly; they end at their goal, or by
/// name where the link has become so slow that they cannot settle.
#[tokio::test(start_paused = true)]
async fn a_turn_of_the_cube_outlives_replies_that_become_late() {
    for (late, least) in [(0.03, RUNS), (0.06, RUNS), (0.1, RUNS), (0.2, 6), (0.4, 3)] {
        let mut went = 0;
        for seed in 0..RUNS {
            let (rig, turning) = turn_of_the_cube(seed, None).await;
            pass(100 + 40 * seed).await;
            rig.inject("replies_late", "rl_rotate", late);
            match turning.await.expect("no panic") {
                Ok(()) => went += 1,
                Err(error) => println!("{late} s late, seed {seed}: {error}"),
            }
        }
        println!("{late} s late: {went} of {RUNS} turns end at their goal");
        assert!(least <= went);
    }
}

/// One of the wrists stands still as well: that is reported by name, however often both are braked and sent on.
#[tokio::test(start_paused = true)]
async fn a_wrist_that_stalls_is_noticed_over_replies_that_become_late() {
    for late in [0.03, 0.1, 0.2, 0.4] {
        for seed in 0..RUNS {
            let (rig, turning) = turn_of_the_cube(seed, None).await;
            pass(50 + 10 * seed).await;
            rig.inject("motor_stalls", "r_wrist", 0.0);
            rig.inject("replies_late", "rl_rotate", late);
            let error = turning.await.expect("no panic").expect_err("one of them cannot turn");
            assert!(error.to_string().contains("r_wrist"), "{late}, {seed}: {error}");
        }
    }
}

/// A goal that limits how far its joints may leave their path ends by name when they were braked unseen: they stay behind.
#[tokio::test(start_paused = true)]
async fn wrists_that_were_braked_unseen_have_left_a_narrow_path() {
    for seed in 0..8 {
        let (rig, turning) = turn_of_the_cube(seed, Some(10f64.to_radians())).await;
        pass(100 + 10 * seed).await;
        rig.inject("replies_late", "rl_rotate", 0.3);
        let error = turning.await.expect("no panic").expect_err("both were left behind");
        assert!(matches!(error, Error::PathTolerance { .. }), "seed {seed}: {error}");
        pass(1000).await;
        let brick = rig.bench.world().brick(BrickName::RlRotate).clone();
        assert!([Port::A, Port::B].map(|port| brick.is_braked(port)) == [true; 2]);
    }
}
