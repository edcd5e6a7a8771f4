//! The node `foxglove`, judged by Foxglove's own client and decoders (npm's @foxglove, in `crates/page/web/test`).

use std::time::Duration;

use anyhow::{Context, Result};
use cuberig_tests::{Graph, Trials};

use crate::page;

/// The checks of this group.
pub fn add(trials: &mut Trials) {
    trials.add_lone("foxglove", &[("its_own_client_sees_and_asks_the_rig", looked_at)], &[]);
}

fn looked_at() -> Result<()> {
    let graph = Graph::launch(&["hosted:=true", "dashboard:=false", "seed:=5", "foxglove:=0"])?;
    let address = graph.process.wait_for_output("Foxglove finds the graph at ", Duration::from_secs(30))?;
    page::run(&["foxglove"], &[("CUBERIG_FOXGLOVE", address)]).with_context(|| graph.process.tail(60))
}
