//! The launch file's graph, driven and judged by foreign clients.

use std::time::Duration;

use anyhow::{Result, ensure};
use cube::{Cube, parse_moves};
use cuberig_tests::{Graph, Load, Trials, cpu_seconds};
use nix::sys::signal::{Signal, kill};

/// The cube that the launch argument puts into the rig.
const SEED: u64 = 7;
/// A node at rest wakes less often. One that spins does so some thousand times a second.
const MOST_WAKEUPS: f64 = 400.0;
/// So do all nodes together. Twelve were seen to wake 900 to 1,000 times a second.
const MOST_WAKEUPS_IN_ALL: f64 = 1200.0;
/// The last node that the launch file starts.
const LAST_STARTED: &str = "state_publisher";

/// The checks of both groups. Each has a graph of its own, so that they run at a time.
pub fn add(trials: &mut Trials) {
    trials.add(
        "launched_rig",
        launch,
        &[
            ("names_and_types", names_and_types),
            ("run_until_solved", run_until_solved),
            ("idle_after_a_run", idle_after_a_run),
            ("setting_the_state", setting_the_state),
            ("a_killed_node_comes_back", a_killed_node_comes_back),
            ("stops_cleanly", stops_cleanly),
        ],
        &[],
    );
    trials.add(
        "used_rig",
        launch,
        &[("hand_over", hand_over), ("bad_input", bad_input), ("parameters", parameters)],
        &[],
    );
}

fn launch() -> Result<Graph> {
    Graph::launch(&["sim:=true", &format!("seed:={SEED}")])
}

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// The facelets that the inverse of these moves solves.
fn after(moves: &str) -> String {
    let moves = parse_moves(moves, cube::Notation::Standard).expect("the test writes them well");
    Cube::SOLVED.apply_all(&moves).facelets().to_string()
}

fn names_and_types(graph: &mut Graph) -> Result<()> {
    graph.check("check_topics", &[""; 0], seconds(90)).map(drop)
}

fn run_until_solved(graph: &mut Graph) -> Result<()> {
    let seeded = Cube::from_seed(SEED).facelets().to_string();
    let report = graph.check("check_run", &[&seeded, &after("R U F'"), "3"], seconds(200))?;
    println!("\n{report}");
    Ok(())
}

/// Soon after a run the nodes do little, and are ready all the same. How often they wake does not depend on how slow or busy
/// the machine is; the share of a core is printed.
fn idle_after_a_run(graph: &mut Graph) -> Result<()> {
    let nodes = graph.nodes()?;
    ensure!(11 <= nodes.len(), "only these nodes have processes: {nodes:?}");
    let pids: Vec<_> = nodes.iter().map(|node| node.pid).collect();
    let all = |loads: &[Load]| loads.iter().map(|load| load.wakeups).sum::<f64>();
    let is_idle =
        |loads: &[Load]| loads.iter().all(|load| load.wakeups < MOST_WAKEUPS) && all(loads) < MOST_WAKEUPS_IN_ALL;
    let loads = Load::watch_until(&pids, is_idle)?;
    for (node, load) in nodes.iter().zip(&loads) {
        println!("{:16} {load}", node.name);
    }
    let share: f64 = loads.iter().map(|load| load.share).sum();
    println!("all: {:.0} wake-ups a second, {:.1} % of a core", all(&loads), 100.0 * share);
    ensure!(is_idle(&loads), "the nodes wake {:.0} times a second with nothing to do", all(&loads));
    let report = graph.check("check_rest", &[""; 0], seconds(60))?;
    println!("{report}");
    Ok(())
}

fn setting_the_state(graph: &mut Graph) -> Result<()> {
    graph.check("check_state", &[""; 0], seconds(60)).map(drop)
}

fn hand_over(graph: &mut Graph) -> Result<()> {
    graph.check("check_hand_over", &[after("F2 U R'")], seconds(200)).map(drop)
}

fn bad_input(graph: &mut Graph) -> Result<()> {
    let before = graph.nodes()?;
    graph.check("check_bad_input", &[""; 0], seconds(90))?;
    let now = graph.nodes()?;
    for node in before {
        ensure!(now.iter().any(|other| other.pid == node.pid), "bad input ended the node {}", node.name);
    }
    let log = graph.process.output();
    ensure!(!log.contains("panicked"), "a node panicked");
    Ok(())
}

fn parameters(graph: &mut Graph) -> Result<()> {
    graph.check("check_parameters", &[""; 0], seconds(60)).map(drop)
}

fn a_killed_node_comes_back(graph: &mut Graph) -> Result<()> {
    let solver = graph.node("solver", None, seconds(1))?;
    kill(solver.pid, Signal::SIGKILL)?;
    graph.node("solver", Some(solver.pid), seconds(15))?;
    graph.check("check_solver", &[after("R U F'")], seconds(60)).map(drop)
}

/// Ctrl-C ends the launcher and all of its nodes.
fn stops_cleanly(graph: &mut Graph) -> Result<()> {
    // When this check runs alone, the graph has only begun to start.
    graph.node(LAST_STARTED, None, seconds(30))?;
    let nodes = graph.nodes()?;
    let status = graph.process.stop(Signal::SIGINT, seconds(15))?;
    ensure!(status.success(), "the launcher ended with {status}");
    for node in nodes {
        ensure!(cpu_seconds(node.pid).is_none(), "the node {} outlived the launcher", node.name);
    }
    Ok(())
}
