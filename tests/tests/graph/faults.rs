//! Faults in the middle of a run on the whole graph. The run ends solved or in a named safe stop. Neither its result nor
//! cube/state contradicts the simulator's truth. docs/faults.md lists the faults.

use std::time::Duration;

use anyhow::{Result, ensure};
use cube::{Cube, Notation, parse_moves};
use cuberig_tests::{Graph, Mishap, Trials, run_with_faults};

/// The checks of this group.
pub fn add(trials: &mut Trials) {
    trials.add(
        "faults",
        || Graph::launch(&["sim:=true", "seed:=3"]),
        &[
            ("a_killed_planner", a_killed_planner),
            ("motor_stalls", |graph| moves(graph, "motor_stalls", "r_wrist", 0.0, 4.0, "solved in attempt")),
            ("a_bad_link_and_a_weak_battery", a_bad_link_and_a_weak_battery),
        ],
        &[
            ("claw_slip", |graph| moves(graph, "claw_slip", "r", 8.0, 0.0, "solved in attempt")),
            ("gear_skip", |graph| moves(graph, "gear_skip", "f_wrist", 5.0, 0.0, "solved in attempt")),
            ("brick_silent", |graph| moves(graph, "brick_silent", "rl_rotate", 3.0, 0.0, "solved in attempt")),
            ("replies_late", |graph| moves(graph, "replies_late", "fb_rotate", 0.06, 0.0, "solved in attempt")),
            ("sticker_misread", |graph| moves(graph, "sticker_misread", "1", 0.0, 0.0, "solved in attempt")),
            ("misread_stickers", misread_stickers),
            // The last one: a cube that is put in again may lie otherwise.
            ("cube_taken", |graph| moves(graph, "cube_taken", "", 0.0, 0.0, "stopped in attempt 3")),
        ],
    );
}

/// One fault at the first move, cleared after this many seconds (0: when the run has ended), and how the run ends.
fn moves(graph: &mut Graph, name: &str, target: &str, amount: f64, lasts: f64, outcome: &str) -> Result<()> {
    let mishap = Mishap::new(name, target, amount, 0.0, lasts);
    run_with_faults(graph, 3, "moves", &[mishap], outcome).map(drop)
}

/// Replies come late, twice or not at all and two batteries are weak, all at once: the rig goes on, and warns.
fn a_bad_link_and_a_weak_battery(graph: &mut Graph) -> Result<()> {
    let mishaps = [
        ("replies_twice", "rl_clamp", 0.5),
        ("replies_lost", "fb_clamp", 0.05),
        ("replies_late", "fb_rotate", 0.06),
        ("battery_falls", "rl_rotate", 6.5),
        ("battery_falls", "rl_clamp", 6.0),
    ]
    .map(|(fault, target, amount)| Mishap::new(fault, target, amount, 0.0, 0.0));
    let report = run_with_faults(graph, 5, "moves", &mishaps, "solved in attempt")?;
    ensure!(report.contains("the battery is low"), "no node warned of the battery: {report}");
    Ok(())
}

/// Two stickers have each other's colours while the cube is scanned; the solved cube then teaches its colours.
fn misread_stickers(graph: &mut Graph) -> Result<()> {
    let moves = parse_moves("R U F'", Notation::Standard).expect("the test writes them well");
    let cube = Cube::SOLVED.apply_all(&moves).facelets().to_string();
    let report = graph.check("check_misread", &[cube], Duration::from_secs(330))?;
    println!("\n{report}");
    Ok(())
}

/// The process of the motion planner dies while arms move, and the launcher starts it anew.
fn a_killed_planner(graph: &mut Graph) -> Result<()> {
    let planner = graph.node("motion_planner", None, Duration::from_secs(30))?;
    let pid = planner.pid.to_string();
    moves(graph, "kill", &pid, 0.0, 0.0, "solved in attempt")
}
