//! `cuberig verify`: do these moves solve this cube?

use clap::Args;
use cube::{Cube, Metric, Move, parse_moves};
use serde::Serialize;
use vision::FaceOrder;

use crate::cubes::Given;
use crate::failure::Failure;
use crate::net::Net;
use crate::output::Output;
use crate::values::NotationArgument;

/// What `verify` takes.
#[derive(Args)]
pub struct VerifyArguments {
    /// The cube: 54 letters.
    pub facelets: String,
    /// The moves, such as "R U2 F'".
    #[arg(allow_hyphen_values = true)]
    pub moves: String,
    /// The order in which the faces of FACELETS are written, if it is not URFDLB.
    #[arg(long, value_name = "FACES")]
    pub order: Option<FaceOrder>,
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
}

/// Applies the moves and says whether the cube is solved; if not, that is a failure.
pub fn run(typed: &VerifyArguments, output: &mut Output) -> Result<(), Failure> {
    let writing = typed.notation.notation;
    let moves: Vec<Move> = parse_moves(&typed.moves, writing.moves())
        .map_err(|error| Failure::Usage(error.to_string()))?;
    let given = Given::argument(&typed.facelets)
        .ordered(typed.order)
        .read()
        .map_err(Failure::NotAsGiven)?;
    let after: Cube = given.cube.apply_all(&moves);
    let answer = Verified {
        solved: after.is_solved(),
        moves: writing.of_moves(&moves),
        htm: Metric::HalfTurn.length(&moves),
        qtm: Metric::QuarterTurn.length(&moves),
        facelets: after.facelets().to_string(),
        pieces: writing.pieces(&after.facelets()),
    };
    if output.wants_json() {
        output.json(&answer)?;
    } else if answer.solved {
        output.text(format_args!(
            "solved in {} moves ({} quarter turns)",
            answer.htm, answer.qtm
        ))?;
    } else if output.is_terminal() {
        output.text(Net::new(&after.facelets(), &given.scheme))?;
    }
    match answer.solved {
        true => Ok(()),
        false => {
            let after = answer.pieces.unwrap_or(answer.facelets);
            Err(Failure::NotAsGiven(format!(
                "not solved: after the moves the cube shows {after}"
            )))
        }
    }
}
