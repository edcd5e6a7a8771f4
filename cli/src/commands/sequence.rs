//! `cuberig sequence`: the permutation lab. Applies, inverts and simplifies moves; finds their cycles and their order.

use clap::{Args, Subcommand, ValueEnum};
use cube::{
    ColorScheme, Cube, Facelets, Metric, Reading, Step, parse_moves, parse_steps, simplified,
};
use serde_json::json;
use teach::Hand;
use teach::lab::{Numbering, Stickers, index_of, number_at};

use crate::cubes::Given;
use crate::failure::Failure;
use crate::net::Net;
use crate::output::Output;
use crate::values::{NotationArgument, Writing};

/// What to do with a sequence.
#[derive(Subcommand)]
pub enum SequenceArguments {
    /// Print the cube after the moves.
    Apply(Applied),
    /// Print the moves that undo the sequence.
    Invert(Written),
    /// Print how often the sequence is done until the cube is back.
    Order(Written),
    /// Print the cycles in which the sequence moves the stickers.
    Cycles(Numbered),
    /// Print a sequence with the same effect and without wasted turns. Rotations of the whole cube rename what follows.
    Simplify(Written),
}

/// A sequence.
#[derive(Args)]
pub struct Written {
    /// The moves, such as "R U2 F'" or "RUUf".
    #[arg(allow_hyphen_values = true)]
    moves: String,
    #[command(flatten)]
    notation: NotationArgument,
}

/// A sequence and how stickers are numbered.
#[derive(Args)]
pub struct Numbered {
    #[command(flatten)]
    written: Written,
    /// The permutation lab's 1 to 48, or 0 to 53 in the order of FACELETS.
    #[arg(long, value_enum, default_value_t = NumberingName::Lab)]
    numbering: NumberingName,
}

/// A sequence and the cube it is done on.
#[derive(Args)]
pub struct Applied {
    #[command(flatten)]
    written: Written,
    /// The cube: 54 letters; the solved one if not given.
    facelets: Option<String>,
    /// Print the number of the sticker in each place too: the permutation lab's 1 to 48, or 0 to 53 in the order of FACELETS.
    #[arg(long, value_enum, conflicts_with = "facelets")]
    numbering: Option<NumberingName>,
}

/// How stickers are numbered, by how many there are.
#[derive(Clone, Copy, ValueEnum)]
pub enum NumberingName {
    /// The permutation lab's.
    #[value(name = "48")]
    Lab,
    /// The order of FACELETS.
    #[value(name = "54")]
    Facelets,
}

impl NumberingName {
    fn numbering(self) -> Numbering {
        match self {
            NumberingName::Lab => Numbering::Lab,
            NumberingName::Facelets => Numbering::Facelets,
        }
    }
}

impl Written {
    fn steps(&self) -> Result<Vec<Step>, Failure> {
        parse_steps(&self.moves, self.notation.notation.moves())
            .map_err(|error| Failure::Usage(error.to_string()))
    }
}

/// Answers one question about a sequence.
pub fn run(typed: &SequenceArguments, output: &mut Output) -> Result<(), Failure> {
    match typed {
        SequenceArguments::Apply(typed) => apply(typed, output),
        SequenceArguments::Invert(typed) => {
            let back: Vec<Step> = typed.steps()?.into_iter().rev().map(inverted).collect();
            let moves = typed.notation.notation.of_steps(&back);
            match output.wants_json() {
                true => output.json(&json!({ "moves": moves })),
                false => output.text(moves),
            }
        }
        SequenceArguments::Order(typed) => {
            let order = Stickers::of(&typed.steps()?).order();
            match output.wants_json() {
                true => output.json(&json!({ "order": order })),
                false => output.text(order),
            }
        }
        SequenceArguments::Cycles(typed) => {
            let cycles = Stickers::of(&typed.written.steps()?).cycles(typed.numbering.numbering());
            if output.wants_json() {
                return output.json(&json!({ "cycles": cycles }));
            }
            let written = cycles.iter().map(|cycle| {
                let numbers: Vec<String> = cycle.iter().map(usize::to_string).collect();
                format!("({})", numbers.join(", "))
            });
            output.text(written.collect::<String>())
        }
        SequenceArguments::Simplify(typed) => {
            let writing = typed.notation.notation;
            let moves = parse_moves(&typed.moves, writing.moves())
                .map_err(|error| Failure::Usage(error.to_string()))?;
            let moves = simplified(&moves);
            let written = writing.of_moves(&moves);
            match output.wants_json() {
                true => output.json(&json!({
                    "moves": written,
                    "htm": Metric::HalfTurn.length(&moves),
                    "qtm": Metric::QuarterTurn.length(&moves),
                })),
                false => output.text(written),
            }
        }
    }
}

/// The pieces where they are wanted. They are named by the centres, however the cube is held.
fn pieces_of(facelets: &Facelets, writing: Writing) -> Option<String> {
    let named = facelets.named_by_centres().ok()?;
    writing.pieces(&named)
}

fn inverted(step: Step) -> Step {
    match step {
        Step::Turn(turn) => Step::Turn(turn.inverse()),
        Step::Rotate(rotation) => Step::Rotate(rotation.inverse()),
    }
}

/// The cube after the moves, as it is held then.
fn apply(typed: &Applied, output: &mut Output) -> Result<(), Failure> {
    let steps = typed.written.steps()?;
    let (cube, scheme) = match &typed.facelets {
        None => (Cube::SOLVED, ColorScheme::WESTERN),
        Some(text) => {
            let given = Given::argument(text).read().map_err(Failure::NotAsGiven)?;
            (given.cube, given.scheme)
        }
    };
    let facelets = Hand::new(cube).after_all(&steps).facelets();
    debug_assert!(Reading::parse(&facelets.to_string()).is_ok());
    let numbers = typed.numbering.map(|name| {
        let numbering = name.numbering();
        let stickers = Stickers::of(&steps);
        let lying = |place: usize| (0..54).find(|&from| stickers.to(from) == place);
        let places = (0..=54).filter_map(|number| index_of(number, numbering));
        let numbers = places.filter_map(|place| number_at(lying(place)?, numbering));
        numbers.collect::<Vec<usize>>()
    });
    let writing = typed.written.notation.notation;
    if output.wants_json() {
        let mut answer = json!({ "facelets": facelets.to_string() });
        if let Some(pieces) = pieces_of(&facelets, writing) {
            answer["pieces"] = pieces.into();
        }
        if let Some(numbers) = numbers {
            answer["numbers"] = numbers.into();
        }
        return output.json(&answer);
    }
    let pieces = pieces_of(&facelets, writing);
    output.text(pieces.unwrap_or_else(|| facelets.to_string()))?;
    if let Some(numbers) = numbers {
        let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
        output.text(numbers.join(" "))?;
    }
    if output.is_terminal() {
        output.text(Net::new(&facelets, &scheme))?;
    }
    Ok(())
}
