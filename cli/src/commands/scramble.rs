//! `cuberig scramble`: random cubes by seed.

use cube::{ColorScheme, Cube};
use serde::Serialize;

use crate::arguments::ScrambleArguments;
use crate::failure::Failure;
use crate::net::Net;
use crate::output::Output;

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
