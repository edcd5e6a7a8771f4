//! The rig of hobby servos on the whole graph, in simulated time at twice the machine's speed. They report nothing, so a run looks at
//! the cube again even where its client does not ask for it. Faults of the Maestro are in `crates/sim/tests/all/hobby_servos.rs`.

use anyhow::Result;
use cuberig_tests::{Graph, Trials};

/// The cube that the launch argument puts into the rig.
const SEED: u64 = 8;

/// The checks of this group.
pub fn add(trials: &mut Trials) {
    trials.add("hobby_servos", launch, &[("a_run_that_looks_again_by_itself", a_run)], &[]);
}

fn launch() -> Result<Graph> {
    let seed = format!("seed:={SEED}");
    Graph::launch(&["profile:=printed-servo", "servos:=sim", "use_sim_time:=true", "speed:=2.0", &seed])
}

fn a_run(graph: &mut Graph) -> Result<()> {
    crate::solves_unasked(graph, SEED)
}
