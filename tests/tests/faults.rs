//! Faults in the middle of a run on the whole graph: it ends solved or in a named safe stop, and neither the run's
//! result nor cube/state tells anything that the simulator's truth does not bear out. docs/faults.md lists them.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use cube::{Cube, parse_moves};
use cuberig_tests::{Graph, run_all};

fn main() -> ExitCode {
    run_all(
        || Graph::launch(&["sim:=true", "seed:=3"]),
        &[
            ("a_killed_planner", a_killed_planner),
            ("motor_stalls", |graph| {
                fault(graph, "motor_stalls", "r_wrist", 0.0, 4.0)
            }),
            ("cube_taken", |graph| {
                fault(graph, "cube_taken", "", 0.0, 0.0)
            }),
        ],
        &[
            ("claw_slip", |graph| {
                fault(graph, "claw_slip", "r", 8.0, 0.0)
            }),
            ("gear_skip", |graph| {
                fault(graph, "gear_skip", "f_wrist", 5.0, 0.0)
            }),
            ("brick_silent", |graph| {
                fault(graph, "brick_silent", "rl_rotate", 3.0, 0.0)
            }),
            ("replies_late", |graph| {
                fault(graph, "replies_late", "fb_rotate", 0.06, 0.0)
            }),
            ("replies_twice", |graph| {
                fault(graph, "replies_twice", "rl_clamp", 0.5, 0.0)
            }),
            ("replies_lost", |graph| {
                fault(graph, "replies_lost", "fb_clamp", 0.05, 0.0)
            }),
            ("battery_falls", |graph| {
                fault(graph, "battery_falls", "rl_rotate", 4.0, 6.0)
            }),
            ("sticker_misread", |graph| {
                fault(graph, "sticker_misread", "1", 0.0, 0.0)
            }),
        ],
    )
}

/// A cube that seven moves solve, so that something is left to do when the fault comes.
fn facelets() -> String {
    let moves = parse_moves("R U2 F' L D B R2", cube::Notation::Standard)
        .expect("the test writes them well");
    Cube::SOLVED.apply_all(&moves).facelets().to_string()
}

/// Puts a fault in after the first move, for `lasts` seconds (0: until the run has ended).
fn fault(graph: &mut Graph, name: &str, target: &str, amount: f64, lasts: f64) -> Result<()> {
    let arguments = [
        facelets(),
        name.into(),
        target.into(),
        amount.to_string(),
        lasts.to_string(),
    ];
    let said = graph.check("check_fault", &arguments, Duration::from_secs(330))?;
    println!("\n{said}");
    Ok(())
}

/// The process of the motion planner dies while arms move, and the launcher starts it anew.
fn a_killed_planner(graph: &mut Graph) -> Result<()> {
    let planner = graph.node("motion_planner", None, Duration::from_secs(30))?;
    fault(graph, "kill", &planner.pid.to_string(), 0.0, 0.0)
}
