//! The state assembler alone learns the colours of a cube that it is shown, by a foreign client, and keeps them.

use std::time::Duration;

use anyhow::{Context, Result};
use cube::Cube;
use cuberig_tests::{Graph, Trials};

/// The checks of this group.
pub fn add(trials: &mut Trials) {
    trials.add(
        "colors",
        || {
            let parameter = format!("colors_file:='{}'", file());
            Graph::host(&["state_assembler"], &[&parameter])
        },
        &[("a_cube_teaches_its_colours", a_cube_teaches_its_colours)],
        &[],
    );
}

/// A file that is not there yet.
fn file() -> String {
    let name = format!("cuberig-learned-{}.toml", std::process::id());
    std::env::temp_dir().join(name).display().to_string()
}

fn a_cube_teaches_its_colours(graph: &mut Graph) -> Result<()> {
    let cube = Cube::from_seed(1).facelets().to_string();
    let report = graph.check("check_colors", &[file(), cube], Duration::from_secs(90))?;
    println!("\n{report}");
    std::fs::remove_file(file()).context("the colours were not kept")
}
