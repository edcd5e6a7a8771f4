//! `cuberig verify`: do these moves solve this cube?

use clap::Args;
use cube::{Cube, Metric};
use serde::Serialize;

use crate::cubes::{Given, Layout};
use crate::failure::{Failure, OrFail};
use crate::net::Net;
use crate::output::Output;
use crate::values::{NotationArgument, ReadAs};

/// What `verify` takes.
#[derive(Args)]
pub struct VerifyArguments {
    /// The cube: 54 letters.
    pub facelets: String,
    /// The moves, such as "R U2 F'".
    #[arg(allow_hyphen_values = true)]
    pub moves: String,
    #[command(flatten)]
    pub layout: Layout,
    #[command(flatten)]
    pub notation: NotationArgument,
}

/// The JSON object of the answer.
#[derive(Serialize)]
struct Verified {
    solved: bool,
    moves: String,
    htm: usize,
    qtm: usize,
    /// What the cube shows after the moves.
    facelets: String,
    /// The same as pieces, only with --notation singmaster.
    #[serde(skip_serializing_if = "Option::is_none")]
    pieces: Option<String>,
    #[serde(flatten)]
    read_as: ReadAs,
}

/// Applies the moves and prints whether the cube is solved; if not, that is a failure.
pub fn run(typed: &VerifyArguments, output: &mut Output) -> Result<(), Failure> {
    let writing = typed.notation.notation;
    let sequence = typed.notation.read(&typed.moves)?;
    let moves = sequence.moves();
    let given = Given::argument(&typed.facelets).laid_out(typed.layout).read().or_fail()?;
    let after: Cube = given.cube.apply_all(&moves);
    let answer = Verified {
        solved: after.is_solved(),
        moves: writing.of_moves(&moves),
        htm: Metric::HalfTurn.length(&moves),
        qtm: Metric::QuarterTurn.length(&moves),
        facelets: after.facelets().to_string(),
        pieces: writing.pieces(&after.facelets()),
        read_as: typed.notation.read_as(&sequence),
    };
    if output.wants_json() {
        output.json(&answer)?;
    } else if answer.solved {
        output.text(format_args!("solved in {} moves ({} quarter turns)", answer.htm, answer.qtm))?;
    } else if output.is_terminal() {
        output.text(Net::new(&after.facelets(), &given.scheme))?;
    }
    match answer.solved {
        true => Ok(()),
        false => {
            let after = answer.pieces.unwrap_or(answer.facelets);
            Err(Failure::NotAsGiven(format!("not solved: after the moves the cube shows {after}")))
        }
    }
}
