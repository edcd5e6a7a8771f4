//! The tutor: lessons by hand and before a camera, taken by foreign clients, and lessons that the arms of the simulated rig show.

use std::time::Duration;

use anyhow::Result;
use cube::{Cube, parse_moves};
use cuberig_tests::{Graph, Trials};

/// The checks of this group.
pub fn add(trials: &mut Trials) {
    trials.add(
        "lessons",
        || Graph::launch(&["sim:=true", "tutor:=true", "dashboard:=false", "hosted:=true"]),
        &[("by_hand", by_hand), ("by_the_arms", by_the_arms)],
        &[],
    );
    trials.add("watched_lessons", || Graph::host(&["tutor"], &[]), &[("before_a_camera", before_a_camera)], &[]);
}

fn by_hand(graph: &mut Graph) -> Result<()> {
    let facelets = Cube::from_seed(11).facelets().to_string();
    let report = graph.check("check_lesson", &[facelets], Duration::from_secs(120))?;
    println!("\n{report}");
    Ok(())
}

/// The client publishes what a camera sees, so no other node may do that.
fn before_a_camera(graph: &mut Graph) -> Result<()> {
    let facelets = Cube::from_seed(12).facelets().to_string();
    let report = graph.check("check_watched_lesson", &[facelets], Duration::from_secs(120))?;
    println!("\n{report}");
    Ok(())
}

/// A cube a few turns from solved: arms take seconds for each.
fn by_the_arms(graph: &mut Graph) -> Result<()> {
    let cubes = ["R U R' U", "R U2 R'"].map(|moves| {
        let moves = parse_moves(moves, cube::Notation::Standard).expect("written well");
        Cube::SOLVED.apply_all(&moves).facelets().to_string()
    });
    let report = graph.check("check_arm_lesson", &cubes, Duration::from_secs(300))?;
    println!("\n{report}");
    Ok(())
}
