//! The whole rig in simulated time that passes at twice and at half the speed of the machine's. Half the speed takes minutes,
//! so it runs with `--ignored`.

use std::time::Duration;

use anyhow::Result;
use cuberig_tests::{Check, Graph, Trials};

/// The cube that the launch argument puts into the rig.
const SEED: u64 = 7;

/// The checks of both groups.
pub fn add(trials: &mut Trials) {
    let fast: [Check; 2] =
        [("everything_lives_in_it", |graph| lives_in_it(graph, "2.0")), ("a_run_at_twice_the_speed", a_run)];
    let slow: [Check; 2] =
        [("everything_lives_in_it", |graph| lives_in_it(graph, "0.5")), ("a_run_at_half_the_speed", a_run)];
    trials.add("fast_time", || launch("2.0"), &fast, &[]);
    trials.add("slow_time", || launch("0.5"), &[], &slow);
}

fn launch(speed: &str) -> Result<Graph> {
    let (seed, speed) = (format!("seed:={SEED}"), format!("speed:={speed}"));
    Graph::launch(&["use_sim_time:=true", &speed, &seed])
}

fn lives_in_it(graph: &mut Graph, speed: &str) -> Result<()> {
    let report = graph.check("check_time", &[speed], Duration::from_secs(120))?;
    println!("\n{report}");
    Ok(())
}

fn a_run(graph: &mut Graph) -> Result<()> {
    crate::solves(graph, SEED)
}
