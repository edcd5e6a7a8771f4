//! The rig of bus servos on the whole graph: only its driver differs, and nothing above it knows. In simulated time at twice the
//! machine's speed, and recorded. Faults of servos are in `crates/sim/tests/all/servos.rs`.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use cuberig_tests::{Graph, Trials};

/// The cube that the launch argument puts into the rig.
const SEED: u64 = 7;

/// The checks of this group.
pub fn add(trials: &mut Trials) {
    trials.add("bus_servos", launch, &[("a_run", a_run), ("its_recording_replays_without_a_difference", replays)], &[]);
}

fn launch() -> Result<Graph> {
    let seed = format!("seed:={SEED}");
    let record = format!("record:={}", recording().display());
    let _ = std::fs::remove_file(recording());
    Graph::launch(&["profile:=bus-servo", "servos:=sim", "use_sim_time:=true", "speed:=2.0", &seed, &record])
}

/// Where this process records.
fn recording() -> PathBuf {
    std::env::temp_dir().join(format!("cuberig-bus-servos-{}.mcap", std::process::id()))
}

/// What was recorded so far follows from its pictures, faces, poses and steps again.
fn replays(_: &mut Graph) -> Result<()> {
    let (file, options) = (recording(), replay::Options::default());
    let outcome = replay::replay(record::Reader::open(&file)?, file.clone(), None, &options, |_| {})?;
    std::fs::remove_file(&file)?;
    println!("\n{:.0} s: faces {:?}, states {:?}", outcome.seconds, outcome.faces, outcome.states);
    println!("steps {:?} from {:?} s on, statuses {:?}", outcome.steps, outcome.steps_since, outcome.statuses);
    ensure!(outcome.differences.is_empty() && outcome.unread.is_empty(), "{outcome:?}");
    ensure!(100 < outcome.faces.compared, "{outcome:?}");
    // A recorder on a machine that stands still misses faces, and what follows from them is not compared.
    ensure!(8 < outcome.states.compared || 0 < outcome.lost, "{outcome:?}");
    // Looks at the clock, and what the nodes answered.
    ensure!(100 < outcome.steps.compared && 10 < outcome.statuses.compared, "{outcome:?}");
    Ok(())
}

fn a_run(graph: &mut Graph) -> Result<()> {
    crate::solves(graph, SEED)
}
