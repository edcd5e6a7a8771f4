//! `cuberig scramble`: random cubes by seed.

use clap::Args;
use cube::{ColorScheme, Cube};
use serde::Serialize;

use crate::failure::Failure;
use crate::net::Net;
use crate::output::Output;

/// What `scramble` takes.
#[derive(Args)]
pub struct ScrambleArguments {
    /// The same seed gives the same cube on every machine; one after the other for more cubes. Without it, any.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// How many cubes.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub count: u64,
}

/// The JSON object of one cube.
#[derive(Serialize)]
struct Scrambled {
    facelets: String,
    seed: u64,
}

/// Prints cubes whose seeds follow each other.
pub fn run(typed: &ScrambleArguments, output: &mut Output) -> Result<(), Failure> {
    let first = typed.seed.unwrap_or_else(rand::random);
    for offset in 0..typed.count {
        let seed = first.wrapping_add(offset);
        let facelets = Cube::from_seed(seed).facelets();
        if output.wants_json() {
            output.json(&Scrambled {
                facelets: facelets.to_string(),
                seed,
            })?;
            continue;
        }
        output.text(facelets)?;
        if output.is_terminal() {
            output.text(Net::new(&facelets, &ColorScheme::WESTERN))?;
        }
    }
    Ok(())
}
