//! The rig of bus servos on the whole graph: only its driver differs, and nothing above it knows. In simulated time at twice the
//! machine's speed. Faults of servos are in `crates/sim/tests/all/servos.rs`.

use anyhow::Result;
use cuberig_tests::{Graph, Trials};

/// The cube that the launch argument puts into the rig.
const SEED: u64 = 7;

/// The check of this group.
pub fn add(trials: &mut Trials) {
    trials.add("bus_servos", launch, &[("a_run", a_run)], &[]);
}

fn launch() -> Result<Graph> {
    let seed = format!("seed:={SEED}");
    Graph::launch(&["profile:=bus-servo", "servos:=sim", "use_sim_time:=true", "speed:=2.0", &seed])
}

fn a_run(graph: &mut Graph) -> Result<()> {
    crate::solves(graph, SEED)
}
