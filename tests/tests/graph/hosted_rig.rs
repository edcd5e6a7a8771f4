//! The whole simulated rig in one process and in a namespace: everything is found under that name, and it moves.

use std::time::Duration;

use anyhow::{Result, ensure};
use cube::{Cube, Notation, parse_moves};
use cuberig_tests::{Graph, Trials, cpu_seconds};

/// Foreign clients join the namespace as any ROS program would.
const IN_NAMESPACE: [&str; 3] = ["--ros-args", "-r", "__ns:=/left"];

/// The checks of this group.
pub fn add(trials: &mut Trials) {
    trials.add(
        "hosted_rig",
        || Graph::launch(&["hosted:=true", "namespace:=left"]),
        &[
            ("names_and_types", names_and_types),
            ("executes_moves", executes_moves),
            ("idles", idles),
        ],
        &[],
    );
}

fn names_and_types(graph: &mut Graph) -> Result<()> {
    graph
        .check("check_topics", &IN_NAMESPACE, Duration::from_secs(90))
        .map(drop)
}

fn executes_moves(graph: &mut Graph) -> Result<()> {
    let moves = ["L", "D'"];
    let turned =
        parse_moves(&moves.join(" "), Notation::Standard).expect("the moves are well written");
    let expected = Cube::SOLVED.apply_all(&turned).facelets().to_string();
    let arguments = [&[expected.as_str()], &moves[..], &IN_NAMESPACE[..]].concat();
    graph
        .check("check_execute", &arguments, Duration::from_secs(120))
        .map(drop)
}

/// Eleven nodes that wait cost little, also where they share a process with the simulator and the detector.
fn idles(graph: &mut Graph) -> Result<()> {
    const WATCHED: f64 = 5.0;
    std::thread::sleep(Duration::from_secs(15));
    let host = graph.node("rig", None, Duration::from_secs(1))?;
    let before = cpu_seconds(host.pid);
    std::thread::sleep(Duration::from_secs_f64(WATCHED));
    let (Some(before), Some(after)) = (before, cpu_seconds(host.pid)) else {
        anyhow::bail!("the rig has ended")
    };
    let share = (after - before) / WATCHED;
    println!("\nthe rig uses {:.1} % of a core", 100.0 * share);
    ensure!(
        share < 0.6,
        "the rig uses {:.1} % of a core with nothing to do",
        100.0 * share
    );
    Ok(())
}
