//! Replies that begin to be late in the middle of a turn of the whole cube.

mod bench;

use bench::Bench;
use bench::rigs::{inject, open_front};
use brick::Error;
use rig::{Action, Arm};
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::sleep;

const RUNS: u64 = 12;

/// A rig that has begun to turn the whole cube a quarter, and what comes of it.
async fn turn_of_the_cube(seed: u64) -> (Bench, JoinHandle<Result<(), Error>>) {
    let (bench, drivers) = open_front(seed).await;
    let turns = [Action::Turn(1), Action::Turn(-1)];
    let turning = tokio::spawn(async move {
        let arms = Arm::R.pair().arms();
        drivers.act_together(arms, turns, [0, 0]).await
    });
    (bench, turning)
}

/// The wrists are braked while nobody sees them, and go on more slowly; they end at their goal, or by
/// name where the link has become so slow that they cannot land.
#[tokio::test(start_paused = true)]
async fn a_turn_of_the_cube_outlives_replies_that_become_late() {
    for (late, least) in [(0.03, RUNS), (0.06, RUNS), (0.1, RUNS), (0.2, 6), (0.4, 5)] {
        let mut went = 0;
        for seed in 0..RUNS {
            let (bench, turning) = turn_of_the_cube(seed).await;
            sleep(Duration::from_millis(100 + 40 * seed)).await;
            inject(&bench, "replies_late", "rl_rotate", late);
            match turning.await.expect("no panic") {
                Ok(()) => went += 1,
                Err(error) => println!("{late} s late, seed {seed}: {error}"),
            }
        }
        println!("{late} s late: {went} of {RUNS} turns end at their goal");
        assert!(least <= went);
    }
}

/// One of the wrists stands still as well: that is told by name, however often both are braked and sent on.
#[tokio::test(start_paused = true)]
async fn a_wrist_that_stalls_is_noticed_over_replies_that_become_late() {
    for late in [0.03, 0.1, 0.2, 0.4] {
        for seed in 0..RUNS {
            let (bench, turning) = turn_of_the_cube(seed).await;
            sleep(Duration::from_millis(50 + 10 * seed)).await;
            inject(&bench, "motor_stalls", "r_wrist", 0.0);
            inject(&bench, "replies_late", "rl_rotate", late);
            let error = turning.await.expect("no panic");
            let error = error.expect_err("one of them cannot turn");
            assert!(
                matches!(error, Error::Apart { .. }),
                "{late}, {seed}: {error}"
            );
        }
    }
}
