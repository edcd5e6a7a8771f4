//! A process that dies in the middle of a run on the whole graph. Neither the run's result nor cube/state contradicts the
//! simulator's truth. Storms run the simulated rig's own faults: `crates/storm/tests/all/whole_runs.rs`.

use std::time::Duration;

use anyhow::Result;
use cuberig_tests::{Check, Graph, Mishap, Trials, run_with_faults};

/// The checks of this group.
pub fn add(trials: &mut Trials) {
    let checks: &[Check] = &[("a_killed_planner", a_killed_planner)];
    trials.add("faults", || Graph::launch(&["sim:=true", "seed:=3"]), checks, &[]);
}

/// The process of the motion planner dies while arms move, and the launcher starts it anew.
fn a_killed_planner(graph: &mut Graph) -> Result<()> {
    let planner = graph.node("motion_planner", None, Duration::from_secs(30))?;
    let kill = Mishap::new("kill", &planner.pid.to_string(), 0.0, 0.0, 0.0);
    run_with_faults(graph, 3, "moves", &[kill], "solved in attempt").map(drop)
}
