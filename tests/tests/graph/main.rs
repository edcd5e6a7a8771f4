//! The running graph, judged by foreign clients: what only real DDS, real processes and real browsers can show. What follows from
//! the nodes' logic alone is tested in `crates/storm`. One program, so that it is linked once. Each module is a group of checks
//! on one graph, or a few such groups. `cargo test -p cuberig-tests --test graph stops` runs one group; the slow checks come
//! with `-- --ignored`.

mod bodies;
mod bus_servos;
mod clamping;
mod colors;
mod faults;
mod foxglove;
mod hobby_servos;
mod hosted_rig;
mod joint_groups;
mod launched_rig;
mod lessons;
mod network;
mod other_rigs;
mod page;
mod photographs;
mod pictures;
mod policies;
mod practice;
mod recordings;
mod rviz;
mod simulated_time;
mod stops;
mod swapped_nodes;

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use cube::{Cube, Notation, parse_moves};
use cuberig_tests::{Graph, Trials};

/// Set where these tests run in a process of their own, in parallel to all others.
const APART: &str = "CUBERIG_GRAPH_APART";

fn main() -> ExitCode {
    if std::env::var_os(APART).is_some() {
        println!("the whole-graph tests run apart");
        return ExitCode::SUCCESS;
    }
    let mut trials = Trials::default();
    // The longest groups begin first, so that all end at about the same time.
    for add in [
        page::add,
        launched_rig::add,
        practice::add,
        photographs::add,
        stops::add,
        swapped_nodes::add,
        network::add,
        faults::add,
        lessons::add,
        simulated_time::add,
        bus_servos::add,
        hobby_servos::add,
        joint_groups::add,
        pictures::add,
        hosted_rig::add,
        rviz::add,
        colors::add,
        foxglove::add,
        policies::add,
        recordings::add,
        clamping::add,
        other_rigs::add,
        bodies::add,
    ] {
        add(&mut trials);
    }
    let outcome = trials.run();
    pictures::remove();
    outcome
}

/// A launched rig solves the cube of this seed that its launch put in, and another one; a foreign client judges both.
fn solves(graph: &Graph, seed: u64) -> Result<()> {
    check_run(graph, seed, &[])
}

/// The same, where the client does not ask for a look afterwards: the rig looks by itself.
fn solves_unasked(graph: &Graph, seed: u64) -> Result<()> {
    check_run(graph, seed, &["unasked"])
}

fn check_run(graph: &Graph, seed: u64, more: &[&str]) -> Result<()> {
    let scramble = parse_moves("R U F'", Notation::Standard).expect("the moves are well written");
    let [seeded, scrambled] =
        [Cube::from_seed(seed), Cube::SOLVED.apply_all(&scramble)].map(|cube| cube.facelets().to_string());
    let arguments = [&[&*seeded, &*scrambled, "3"], more].concat();
    let report = graph.check("check_run", &arguments, Duration::from_secs(200))?;
    println!("\n{report}");
    Ok(())
}
