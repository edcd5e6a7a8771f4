//! The whole graph on bricks that run the thesis' own program, which reports only the end of a motion. The graph solves the
//! cube, and faults end as they do with direct commands.

use anyhow::Result;
use cuberig_tests::{Graph, Mishap, Trials, run_with_faults};

/// The checks of this group.
pub fn add(trials: &mut Trials) {
    trials.add(
        "brick_program",
        || Graph::launch(&["sim:=true", "seed:=5", "protocol:=arm_nxj"]),
        &[],
        &[
            ("a_run", a_run),
            ("brick_silent", |graph| both(graph, 2, "brick_silent", "rl_rotate", [2.0, 1.0, 0.0])),
            ("replies_lost", |graph| both(graph, 4, "replies_lost", "fb_clamp", [1.0, 1.0, 3.0])),
            ("replies_twice", |graph| both(graph, 6, "replies_twice", "rl_rotate", [1.0, 0.5, 0.0])),
            ("motor_stalls", |graph| both(graph, 8, "motor_stalls", "f_wrist", [0.0, 0.5, 8.0])),
            ("battery_falls", |graph| both(graph, 10, "battery_falls", "fb_rotate", [6.5, 0.5, 0.0])),
            // The last one, and once: a program that began anew with turned wrists needs a hand before the next run.
            ("battery_empty", |graph| {
                let mishap = Mishap::new("battery_falls", "fb_rotate", 4.0, 0.5, 4.0);
                run_with_faults(graph, 12, "moves", &[mishap], "stopped").map(drop)
            }),
        ],
    );
}

/// Nothing goes wrong: the cube is solved at once.
fn a_run(graph: &mut Graph) -> Result<()> {
    run_with_faults(graph, 1, "scan", &[], "solved in attempt 1").map(drop)
}

/// The fault in a scan, and among the moves: how much of it, when it comes, and how long it lasts. The cube is solved in the end.
fn both(graph: &mut Graph, seed: u64, fault: &str, target: &str, [amount, after, lasts]: [f64; 3]) -> Result<()> {
    let mishap = [Mishap::new(fault, target, amount, after, lasts)];
    run_with_faults(graph, seed, "scan", &mishap, "solved")?;
    run_with_faults(graph, seed + 1, "moves", &mishap, "solved").map(drop)
}
