//! Gears that skip, stickers that are misread, and the table of all faults in docs/faults.md.

use crate::bench::in_simulated_time;
use crate::bench::rigs::{inject, open_front, rig, turn_begun, wrist};
use brick::{BrickName, Error};
use rig::{Action, Arm};
use std::f64::consts::FRAC_PI_2;
use std::time::Duration;
use tokio::time::sleep;

#[tokio::test(start_paused = true)]
async fn a_small_skip_is_learnt_at_the_next_close() {
    for degrees in [-5.0, 5.0] {
        let (bench, drivers) = rig(7).await;
        let open = drivers.act(Arm::R, Action::Open, 0).await;
        open.expect("it opens");
        inject(&bench, "gear_skip", "r_wrist", degrees);
        let close = drivers.close_compliant(Arm::R, 0).await;
        close.expect("it closes");
        drivers.act(Arm::R, Action::Turn(1), 0).await.expect("it turns");
        sleep(Duration::from_millis(100)).await;
        let off = (wrist(&bench, Arm::R) - FRAC_PI_2).to_degrees();
        assert!(off.abs() < 3.0, "skipped by {degrees}, stands {off:.1} off");
        assert_eq!(bench.world().take_events(), []);
    }
}

#[tokio::test(start_paused = true)]
async fn a_wrist_that_stalls_in_a_turn_of_the_cube_stops_the_other_before_the_cube_is_torn() {
    for seed in 0..12 {
        let (bench, drivers) = open_front(seed).await;
        inject(&bench, "motor_stalls", "r_wrist", 0.0);
        let turn = drivers.act_together([Arm::R, Arm::L], [Action::Turn(1), Action::Turn(-1)], [0, 0]);
        let error = turn.await.expect_err("one of them cannot turn");
        assert!(matches!(error, Error::Apart { .. }), "{error}");
        sleep(Duration::from_secs(1)).await;
        let turned = wrist(&bench, Arm::L).to_degrees();
        assert!(turned.abs() < 45.0, "seed {seed}: L went on for {turned:.0} degrees");
    }
}

/// A turn of the cube broke off because a wrist stalled in the middle of it. Undoing it turns the cube as well: a wrist that
/// still stalls stops the other one before the cube is torn the other way, and where none does, both come back.
#[tokio::test(start_paused = true)]
async fn undoing_a_turn_of_the_cube_that_broke_off_keeps_the_wrists_together() {
    for seed in 0..12 {
        for still_stuck in [false, true] {
            let (bench, drivers) = open_front(seed).await;
            let drivers = std::sync::Arc::new(drivers);
            let turn = turn_begun(&drivers);
            sleep(Duration::from_millis(300)).await;
            inject(&bench, "motor_stalls", "r_wrist", 0.0);
            let error = turn.await.expect("no panic").expect_err("R cannot turn");
            assert!(matches!(error, Error::Apart { .. }), "{error}");
            sleep(Duration::from_secs(1)).await;
            if !still_stuck {
                bench.world().clear_faults();
            }
            let stuck = wrist(&bench, Arm::R).to_degrees();
            let back = [(Arm::R, 0.0), (Arm::L, 0.0)];
            let goals = back.map(|(arm, place)| (arm.wrist(), place, drivers.timing.quarter));
            let undone = drivers.go(BrickName::RlRotate, &goals).await;
            sleep(Duration::from_secs(1)).await;
            let apart = (wrist(&bench, Arm::R) + wrist(&bench, Arm::L)).to_degrees();
            if still_stuck {
                let error = undone.expect_err("R cannot turn");
                assert!(matches!(error, Error::Apart { .. }), "{error}");
                assert!(apart.abs() < 45.0, "seed {seed}, R stuck at {stuck:.0}: {apart:.0} degrees apart");
            } else {
                undone.expect("both come back");
                assert!(apart.abs() < 5.0, "seed {seed}: {apart:.0} degrees apart");
            }
        }
    }
}

/// Both wrists that turn the cube keep together over a slow link too, however unlike their motors are.
#[test]
fn a_turn_of_the_cube_keeps_together_when_replies_are_late() {
    in_simulated_time(async {
        for late in [0.03, 0.06, 0.1, 0.15] {
            let mut worst: f64 = 0.0;
            for seed in 0..16 {
                let (bench, drivers) = open_front(seed).await;
                inject(&bench, "replies_late", BrickName::RlRotate.name(), late);
                // The driver measures its link while the joints rest.
                sleep(Duration::from_secs(2)).await;
                let mut turned = 0;
                for quarters in [1, 1, -2, -1, 2, -1] {
                    let turn = drivers.act_together(
                        [Arm::R, Arm::L],
                        [Action::Turn(quarters), Action::Turn(-quarters)],
                        [turned, -turned],
                    );
                    let done = turn.await;
                    done.unwrap_or_else(|error| panic!("replies {late} s late, seed {seed}, from {turned}: {error}"));
                    turned += i32::from(quarters);
                    let joints = bench.truth().joints;
                    let apart = joints[Arm::R.wrist().index()] + joints[Arm::L.wrist().index()];
                    worst = worst.max(apart.abs().to_degrees());
                }
                let events = bench.world().take_events();
                assert_eq!(events, [], "replies {late} s late, seed {seed}");
            }
            println!("replies {late} s late: wrists end up to {worst:.1} degrees apart");
        }
    });
}

/// Whether a list of tests of a launched graph goes on like this after a test's name: with a closure, or with nothing but the
/// name of a function. What is put into the rig by name goes on with its target.
fn names_a_test(rest: &str) -> bool {
    let is_name = |text: &str| {
        text.starts_with(|letter: char| letter.is_ascii_lowercase())
            && (text.chars()).all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
    };
    rest.starts_with("|graph|") || rest.split_once(')').is_some_and(|(text, _)| is_name(text))
}

#[test]
fn the_table_of_faults_is_complete_and_its_tests_exist() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| std::fs::read_to_string(root.join(path)).expect("it is in the repository");
    let table = read("docs/faults.md");
    for (name, _) in sim::FAULTS {
        assert!(table.contains(&format!("| `{name}`")), "no row for {name}");
    }
    let tests: String = [
        "crates/sim/tests/all/faults.rs",
        "crates/sim/tests/all/goals.rs",
        "crates/sim/tests/all/fault_table.rs",
        "crates/sim/tests/all/landing.rs",
        "crates/sim/tests/all/connections.rs",
        "crates/sim/tests/all/wrists.rs",
        "crates/sim/tests/all/storm.rs",
        "crates/sim/tests/all/late_turns.rs",
        "crates/sim/tests/all/lost_replies.rs",
        "tests/tests/graph/fault_phases.rs",
        "crates/execution/src/running.rs",
        "crates/execution/src/tests/limits.rs",
        "crates/sim/tests/all/starved.rs",
        "crates/sim/tests/all/stop_schedules.rs",
        "crates/sim/tests/all/drift.rs",
        "crates/sim/tests/all/control.rs",
        "crates/sim/tests/all/stopping.rs",
        "tests/tests/graph/faults.rs",
        "crates/sim/tests/all/executed.rs",
        "crates/mission/src/tests/failures.rs",
        "crates/mission/src/tests/doubt.rs",
        "crates/page/tests/all/limits.rs",
        "cli/tests/all/outside.rs",
        "cli/tests/all/tables.rs",
        "crates/cube_state/src/tests/doubt.rs",
        "crates/camera/src/duplicate_filter.rs",
        "crates/camera/src/stamp.rs",
        "crates/execution/src/tests/strangers.rs",
        "crates/mission/src/conductor_watch.rs",
        "crates/brick/src/clock/timeline.rs",
        "crates/vision/src/stream/camera_fault.rs",
        "tests/tests/graph/hosted_rig.rs",
        "tests/tests/graph/stops.rs",
        "tests/tests/graph/swapped_nodes.rs",
    ]
    .map(read)
    .concat();
    for row in table.lines().filter(|row| row.ends_with("` |")) {
        let name = row.trim_end_matches("` |").rsplit('`').next().expect("rsplit gives one");
        let entry = format!("(\"{name}\", ");
        let mut entries = tests.split(&entry).skip(1);
        let known = tests.contains(&format!("fn {name}(")) || entries.any(names_a_test);
        assert!(known, "there is no test {name}");
    }
}
