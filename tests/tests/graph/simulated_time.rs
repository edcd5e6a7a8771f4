//! The whole rig in simulated time that passes at twice and at half the speed of the machine's. Half the speed takes minutes,
//! so it runs with `--ignored`.

use std::time::Duration;

use anyhow::Result;
use cube::{Cube, Notation, parse_moves};
use cuberig_tests::{Check, Graph, Trials};

/// The cube that the launch argument puts into the rig.
const SEED: u64 = 7;

/// The checks of both groups.
pub fn add(trials: &mut Trials) {
    let fast: [Check; 3] = [
        ("everything_lives_in_it", |graph| lives_in_it(graph, "2.0")),
        ("a_run_at_twice_the_speed", a_run),
        ("a_run_is_paused_and_the_rig_reset", is_controlled),
    ];
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

/// The services of `simulation_interfaces`, with a cube whose moves take long enough to be paused.
fn is_controlled(graph: &mut Graph) -> Result<()> {
    let scramble = parse_moves("R U F' L2 D B R' U2", Notation::Standard).expect("the moves are well written");
    let cubes = [Cube::from_seed(SEED), Cube::SOLVED.apply_all(&scramble)].map(|cube| cube.facelets().to_string());
    let arguments = ["own", &cubes[0], &cubes[1]];
    graph.check("check_simulation_control", &arguments, Duration::from_secs(400)).map(drop)
}

fn a_run(graph: &mut Graph) -> Result<()> {
    crate::solves(graph, SEED)
}
