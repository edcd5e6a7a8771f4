//! Gears that skip, stickers that are misread, and the table of all faults in docs/faults.md.

use crate::bench::in_simulated_time;
use crate::bench::rigs::{Rig, pass};
use brick::BrickName;
use rig::Action::{Open, Turn};
use rig::Arm;

#[tokio::test(start_paused = true)]
async fn a_small_skip_is_learnt_at_the_next_close() {
    for degrees in [-5.0, 5.0] {
        let rig = Rig::at_rest(7).await;
        rig.act(Arm::R, &[Open]).await.expect("it opens");
        rig.inject("gear_skip", "r_wrist", degrees);
        rig.drivers.close_compliant(Arm::R, 0).await.expect("it closes");
        rig.act(Arm::R, &[Turn(1)]).await.expect("it turns");
        pass(100).await;
        let off = rig.off(Arm::R, 1.0);
        assert!(off.abs() < 3.0, "skipped by {degrees}, stands {off:.1} off");
        assert_eq!(rig.happenings(), []);
    }
}

#[tokio::test(start_paused = true)]
async fn a_wrist_that_stalls_in_a_turn_of_the_cube_stops_the_other_before_the_cube_is_torn() {
    for seed in 0..12 {
        let rig = Rig::open_front(seed).await;
        rig.inject("motor_stalls", "r_wrist", 0.0);
        let error = rig.begin_cube_turn().await.expect("no panic").expect_err("one of them cannot turn");
        assert!(error.to_string().contains("r_wrist"), "{error}");
        pass(1000).await;
        let turned = rig.off(Arm::L, 0.0);
        assert!(turned.abs() < 45.0, "seed {seed}: L went on for {turned:.0} degrees");
    }
}

/// A turn of the cube broke off because a wrist stalled in the middle of it. Undoing it turns the cube as well: a wrist that
/// still stalls stops the other one before the cube is torn the other way, and where none does, both come back.
#[tokio::test(start_paused = true)]
async fn undoing_a_turn_of_the_cube_that_broke_off_keeps_the_wrists_together() {
    for seed in 0..12 {
        for still_stuck in [false, true] {
            let rig = Rig::open_front(seed).await;
            let turn = rig.begin_cube_turn();
            pass(300).await;
            rig.inject("motor_stalls", "r_wrist", 0.0);
            let error = turn.await.expect("no panic").expect_err("R cannot turn");
            assert!(error.to_string().contains("r_wrist"), "{error}");
            pass(1000).await;
            if !still_stuck {
                rig.bench.world().clear_faults();
            }
            let stuck = rig.off(Arm::R, 0.0);
            let goals = [Arm::R, Arm::L].map(|arm| (arm.wrist(), 0.0, rig.drivers.timing.quarter));
            let undone = rig.drivers.go(BrickName::RlRotate, &goals).await;
            pass(1000).await;
            let apart = rig.off(Arm::R, 0.0) + rig.off(Arm::L, 0.0);
            if still_stuck {
                let error = undone.expect_err("R cannot turn");
                assert!(error.to_string().contains("r_wrist"), "{error}");
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
            for seed in 0..48 {
                let rig = Rig::open_front(seed).await;
                rig.inject("replies_late", BrickName::RlRotate.name(), late);
                // The driver measures its link while the joints rest.
                pass(2000).await;
                let mut turned = 0;
                for quarters in [1, 1, -2, -1, 2, -1] {
                    let turns = [Turn(quarters), Turn(-quarters)];
                    let done = rig.drivers.act_together([Arm::R, Arm::L], turns, [turned, -turned]).await;
                    done.unwrap_or_else(|error| panic!("replies {late} s late, seed {seed}, from {turned}: {error}"));
                    turned += i32::from(quarters);
                    worst = worst.max((rig.off(Arm::R, 0.0) + rig.off(Arm::L, 0.0)).abs());
                }
                assert_eq!(rig.happenings(), [], "replies {late} s late, seed {seed}");
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
    for sim::FaultKind { name, .. } in sim::FAULTS {
        assert!(table.contains(&format!("| `{name}`")), "no row for {name}");
    }
    let tests: String = [
        "crates/sim/tests/all/faults.rs",
        "crates/sim/tests/all/goals.rs",
        "crates/sim/tests/all/fault_table.rs",
        "crates/sim/tests/all/settling.rs",
        "crates/sim/tests/all/connections.rs",
        "crates/sim/tests/all/wrists.rs",
        "crates/sim/tests/all/storm.rs",
        "crates/sim/tests/all/late_turns.rs",
        "crates/sim/tests/all/lost_replies.rs",
        "crates/execution/src/running/breaking_off.rs",
        "crates/execution/src/tests/claws.rs",
        "crates/execution/src/tests/limits.rs",
        "crates/sim/tests/all/starved.rs",
        "crates/sim/tests/all/stop_schedules.rs",
        "crates/sim/tests/all/drift.rs",
        "crates/sim/tests/all/control.rs",
        "crates/sim/tests/all/stopping.rs",
        "tests/tests/graph/faults.rs",
        "crates/storm/tests/all/laws.rs",
        "crates/storm/tests/all/whole_runs.rs",
        "crates/sim/tests/all/executed.rs",
        "crates/sim/tests/all/jams.rs",
        "crates/sim/tests/all/servos.rs",
        "crates/sim/tests/all/hobby_servos.rs",
        "nodes/src/runtime/queues.rs",
        "crates/mission/src/tests/failures.rs",
        "crates/mission/src/tests/doubt.rs",
        "crates/page/tests/all/limits.rs",
        "cli/tests/all/outside.rs",
        "cli/tests/all/tables.rs",
        "crates/cube_state/src/tests/doubt.rs",
        "crates/camera/src/duplicate_filter.rs",
        "crates/camera/src/stamp.rs",
        "crates/execution/src/tests/strangers.rs",
        "crates/execution/src/tests/executor.rs",
        "crates/execution/src/conductor_watch.rs",
        "crates/brick/src/clock/timeline.rs",
        "crates/vision/tests/all/camera_fault.rs",
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
