//! Stops of the whole graph, each followed at once by goals of a stranger.

use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use cube::Cube;
use cuberig_tests::{Check, Graph, PATIENCE, Process, Trials, binary};
use nix::sys::signal::{Signal, kill};

const SEED: u64 = 7;

/// The checks of this group.
pub fn add(trials: &mut Trials) {
    trials.add(
        "stops",
        || Graph::launch(&[&format!("seed:={SEED}")]),
        &[
            ("stops_hold_against_strangers", stops_hold_against_strangers),
            ("a_stop_of_a_stranger_spoils_no_later_one", a_stop_of_a_stranger_spoils_no_later_one),
            ("a_goal_id_that_is_used_twice_is_rejected", |graph| {
                graph.check("check_same_id", &[""; 0], seconds(60)).map(drop)
            }),
            ("nodes_that_start_while_stopped_start_stopped", nodes_that_start_while_stopped_start_stopped),
        ],
        &[("how_long_a_stop_takes", how_long_a_stop_takes)],
    );
    let suspended: &[Check] = &[("a_stop_needs_no_node_but_drivers", a_stop_needs_no_node_but_drivers)];
    trials.add("suspended_nodes", || Graph::launch(&[&format!("seed:={SEED}")]), suspended, &[]);
    trials.add_lone("silence", &[("is_no_leave_to_move", silence_is_no_leave_to_move)], &[]);
}

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// Of a run, of a scan and of moves. `crates/sim/tests/all/stop_schedules.rs` draws the moments.
fn stops_hold_against_strangers(graph: &mut Graph) -> Result<()> {
    let facelets = Cube::from_seed(SEED).facelets().to_string();
    let report = graph.check("check_stop", &[&facelets, "3"], seconds(240))?;
    println!("\n{report}");
    Ok(())
}

fn a_stop_of_a_stranger_spoils_no_later_one(graph: &mut Graph) -> Result<()> {
    let report = graph.check("check_ghost", &[""; 0], seconds(60))?;
    println!("\n{report}");
    Ok(())
}

/// Nodes with their processes, as the checks take them.
fn processes(graph: &Graph, names: &[&str]) -> Result<Vec<String>> {
    let process = |name: &&str| {
        let node = graph.node(name, None, seconds(30))?;
        Ok(format!("{name}:{}", node.pid))
    };
    names.iter().map(process).collect()
}

/// Each node hangs in turn in the middle of a run.
fn a_stop_needs_no_node_but_drivers(graph: &mut Graph) -> Result<()> {
    let page = graph.process.wait_for_output("the page is at ", seconds(30))?;
    let mut arguments =
        vec![Cube::from_seed(SEED).facelets().to_string(), page, binary("stop_rig")?.display().to_string()];
    arguments.extend(processes(graph, &["conductor", "motion_planner", "fb_rotate", "dashboard"])?);
    let report = graph.check("check_suspended", &arguments, seconds(240))?;
    println!("\n{report}");
    Ok(())
}

/// Drivers and the conductor are killed while the rig is stopped; what comes back refuses to move.
fn nodes_that_start_while_stopped_start_stopped(graph: &mut Graph) -> Result<()> {
    graph.check("check_stopped_start", &["stop"], seconds(30))?;
    for name in ["rl_rotate", "conductor"] {
        let nodes = graph.nodes()?;
        let node = nodes.iter().find(|node| node.name == name);
        let pid = node.with_context(|| format!("{name} has no process"))?.pid;
        kill(pid, Signal::SIGKILL).context("cannot kill a node")?;
        let back = || -> Result<bool> {
            let nodes = graph.nodes()?;
            Ok(nodes.iter().any(|node| node.name == name && node.pid != pid))
        };
        let began = std::time::Instant::now();
        while !back()? {
            ensure!(began.elapsed() < seconds(60), "{name} did not come back");
            std::thread::sleep(Duration::from_millis(200));
        }
        graph.check("check_stopped_start", &["look"], seconds(60))?;
    }
    graph.check("check_stopped_start", &["resume"], seconds(60)).map(drop)
}

/// A measurement: it prints, and asserts no time.
fn how_long_a_stop_takes(graph: &mut Graph) -> Result<()> {
    let report = graph.check("check_stop_latency", &["200"], seconds(180))?;
    println!("\n{report}");
    Ok(())
}

/// Messages to a node that starts can be lost for seconds: no message does not mean 'not stopped'. On a busy machine a driver may
/// not discover the client in the two seconds that it looks for others, and then reports no wait: another one is started.
fn silence_is_no_leave_to_move() -> Result<()> {
    let graph = Graph::host(&["rig_sim"], &[])?;
    let mut report = String::new();
    for _ in 0..PATIENCE {
        let mut client = graph.foreign_node("check_silent", &["rl_rotate"])?;
        client.wait_for_output("silent", seconds(30))?;
        let mut driver = Command::new(binary("brick_driver")?);
        driver
            .args(["--ros-args", "-r", "__node:=rl_rotate", "-p"])
            .arg(format!("port_base:={}", graph.domain.port_base()))
            .envs(graph.domain.environment());
        let driver = Process::start("brick_driver", driver)?;
        if client.wait(seconds(60))?.success() {
            return Ok(());
        }
        report = format!("{}\n{}", client.tail(20), driver.tail(20));
        if driver.output().contains("rl_rotate has just started and moves nothing until") {
            break;
        }
    }
    bail!("{report}")
}
