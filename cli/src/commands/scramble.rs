//! `cuberig scramble`: random cubes by seed.

use clap::Args;
use cube::{ColorScheme, Cube, random_moves};
use serde::Serialize;

use crate::failure::Failure;
use crate::net::Net;
use crate::output::Output;
use crate::values::{NotationArgument, seed};

/// What `scramble` takes.
#[derive(Args)]
pub struct ScrambleArguments {
    /// The same seed gives the same cube on every machine; one after the other for more cubes. Without it, any.
    #[arg(long, value_name = "N", value_parser = seed)]
    pub seed: Option<u64>,
    /// How many cubes.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub count: u64,
    /// Do this many random turns from the solved cube, and print them too.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub turns: Option<u64>,
    #[command(flatten)]
    pub notation: NotationArgument,
}

/// The JSON object of one cube.
#[derive(Serialize)]
struct Scrambled {
    facelets: String,
    /// Only with --notation singmaster.
    #[serde(skip_serializing_if = "Option::is_none")]
    pieces: Option<String>,
    seed: u64,
    /// Only with --turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<String>,
}

/// Prints cubes whose seeds follow each other.
pub fn run(typed: &ScrambleArguments, output: &mut Output) -> Result<(), Failure> {
    let writing = typed.notation.notation;
    let first = typed.seed.unwrap_or_else(rand::random);
    for offset in 0..typed.count {
        let seed = first.wrapping_add(offset);
        let turns = typed.turns.map(|count| random_moves(seed, count as usize));
        let cube = match &turns {
            Some(turns) => Cube::SOLVED.apply_all(turns),
            None => Cube::from_seed(seed),
        };
        let facelets = cube.facelets();
        let moves = turns.map(|turns| writing.of_moves(&turns));
        if output.wants_json() {
            output.json(&Scrambled {
                facelets: facelets.to_string(),
                pieces: writing.pieces(&facelets),
                seed,
                moves,
            })?;
            continue;
        }
        if let Some(moves) = moves {
            output.text(moves)?;
        }
        output.text(writing.of_cube(&facelets))?;
        if output.is_terminal() {
            output.text(Net::new(&facelets, &ColorScheme::WESTERN))?;
        }
    }
    Ok(())
}
