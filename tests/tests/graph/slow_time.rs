//! The whole rig in simulated time that passes at half the speed of the machine's. It takes minutes, so it runs with `--ignored`.

use std::time::Duration;

use anyhow::Result;
use cube::{Cube, Notation, parse_moves};
use cuberig_tests::{Graph, Trials};

/// The cube that the launch argument puts into the rig.
const SEED: u64 = 7;

/// The checks of this group.
pub fn add(trials: &mut Trials) {
    trials.add(
        "slow_time",
        || {
            let seed = format!("seed:={SEED}");
            Graph::launch(&["use_sim_time:=true", "speed:=0.5", &seed])
        },
        &[],
        &[
            ("everything_lives_in_it", everything_lives_in_it),
            ("a_run_at_half_the_speed", a_run_at_half_the_speed),
        ],
    );
}

fn everything_lives_in_it(graph: &mut Graph) -> Result<()> {
    let said = graph.check("check_time", &["0.5"], Duration::from_secs(120))?;
    println!("\n{said}");
    Ok(())
}

fn a_run_at_half_the_speed(graph: &mut Graph) -> Result<()> {
    let scramble = parse_moves("R U F'", Notation::Standard).expect("the moves are well written");
    let [seeded, scrambled] = [Cube::from_seed(SEED), Cube::SOLVED.apply_all(&scramble)]
        .map(|cube| cube.facelets().to_string());
    let said = graph.check(
        "check_run",
        &[&seeded, &scrambled, "3"],
        Duration::from_secs(200),
    )?;
    println!("\n{said}");
    Ok(())
}
