//! The whole simulated rig in one process and in a namespace: everything is found under that name, and it moves.

use std::time::Duration;

use anyhow::{Result, ensure};
use cube::{Cube, Notation, parse_moves};
use cuberig_tests::{Graph, Load, Trials};

/// Foreign clients join the namespace as any ROS program would.
const IN_NAMESPACE: [&str; 3] = ["--ros-args", "-r", "__ns:=/left"];
/// Twelve nodes at rest, of which the detector looks at ten pictures a second, wake less often.
const MOST_WAKEUPS: f64 = 8000.0;

/// The checks of this group.
pub fn add(trials: &mut Trials) {
    trials.add(
        "hosted_rig",
        || Graph::launch(&["hosted:=true", "namespace:=left"]),
        &[
            ("names_and_types", names_and_types),
            ("executes_moves", executes_moves),
            ("a_rig_in_the_machine_s_time_cannot_be_paused", |graph| {
                let arguments = [&["follows"], &IN_NAMESPACE[..]].concat();
                graph.check("check_simulation_control", &arguments, Duration::from_secs(60)).map(drop)
            }),
            ("a_second_publisher_of_joints_is_named", |graph| {
                let patience = Duration::from_secs(120);
                let report = graph.check("check_strangers", &IN_NAMESPACE, patience)?;
                println!("\n{report}");
                Ok(())
            }),
            ("idles", idles),
        ],
        &[],
    );
}

fn names_and_types(graph: &mut Graph) -> Result<()> {
    graph.check("check_topics", &IN_NAMESPACE, Duration::from_secs(90)).map(drop)
}

fn executes_moves(graph: &mut Graph) -> Result<()> {
    let moves = ["L", "D'"];
    let turned = parse_moves(&moves.join(" "), Notation::Standard).expect("the moves are well written");
    let expected = Cube::SOLVED.apply_all(&turned).facelets().to_string();
    let arguments = [&[expected.as_str()], &moves[..], &IN_NAMESPACE[..]].concat();
    graph.check("check_execute", &arguments, Duration::from_secs(120)).map(drop)
}

/// Eleven nodes that wait wake seldom, also where they share a process with the simulator and the detector.
fn idles(graph: &mut Graph) -> Result<()> {
    let host = graph.node("rig", None, Duration::from_secs(1))?;
    let load = Load::watch_until(&[host.pid], |loads| loads[0].wakeups < MOST_WAKEUPS)?[0];
    println!("\nthe rig: {load}");
    ensure!(load.wakeups < MOST_WAKEUPS, "the rig wakes {:.0} times a second with nothing to do", load.wakeups);
    Ok(())
}
