//! Rigs that are configurations only: fewer arms, cameras elsewhere. Each scans and solves a cube on the whole graph, by its pictures.
//! Other wires and rules are in `crates/sim/tests/all/plans.rs`. It takes minutes: `cargo test -p cuberig-tests --test graph other_rigs -- --ignored`.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use cuberig_tests::{Graph, Mishap, Trials, run_with_faults};

/// The checks of this group.
pub fn add(trials: &mut Trials) {
    trials.add(
        "other_rigs",
        || Graph::launch(&["sim:=true"]),
        &[],
        &[
            ("two_arms", |graph| {
                solves(graph, "two-arm")?;
                let stall = Mishap::new("motor_stalls", "f_wrist", 0.0, 0.5, 4.0);
                run_with_faults(graph, 7, "moves", &[stall], "solved").map(drop)
            }),
            ("a_camera_below", |graph| {
                let below = camera("nxt-2015", "[0.01, 0.03, -0.2]", "[1.0, 0.2, 0.0]")?;
                solves(graph, &below)
            }),
            ("a_camera_next_to_two_arms", |graph| {
                let next_to = camera("two-arm", "[-0.2, 0.03, 0.02]", "[0.0, 0.0, 1.0]")?;
                solves(graph, &next_to)
            }),
        ],
    );
}

/// Launches the rig of a profile in place of the graph at hand; it scans and solves a cube at once.
fn solves(graph: &mut Graph, profile: &str) -> Result<()> {
    *graph = Graph::launch(&["sim:=true", "seed:=6", &format!("profile:={profile}")])?;
    run_with_faults(graph, 6, "scan", &[], "solved in attempt 1").map(drop)
}

/// Writes a shipped profile with its camera at another place, and returns the path.
fn camera(profile: &str, position: &str, up: &str) -> Result<String> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let text = std::fs::read_to_string(root.join(format!("config/profiles/{profile}.toml")))?;
    let (rig, after) = (text.split_once("position = [")).context("a profile has a camera")?;
    let (_, rest) = after.split_once('\n').context("its position ends")?;
    let (target, after) = rest.split_once("up = [").context("it has a top")?;
    let (_, rest) = after.split_once('\n').context("its top ends")?;
    let moved = format!("{rig}position = {position}\n{target}up = {up}\n{rest}");
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{profile}-camera.toml"));
    std::fs::write(&file, moved)?;
    Ok(file.display().to_string())
}
