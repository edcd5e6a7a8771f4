//! `cuberig sequence`: the permutation lab. Applies, inverts and simplifies moves; finds their cycles and their order.

use clap::{Args, Subcommand, ValueEnum};
use cube::{
    ColorScheme, Cube, Metric, Notation, Reading, Step, format_moves, parse_moves, parse_steps,
    simplified,
};
use serde_json::json;
use teach::lab::{Numbering, Stickers, index_of, number_at};
use teach::{Hand, Language, Spelling, Words, spelled};

use crate::cubes::Given;
use crate::failure::Failure;
use crate::net::Net;
use crate::output::Output;
use crate::values::NotationArgument;

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
        parse_steps(&self.moves, self.notation.notation)
            .map_err(|error| Failure::Usage(error.to_string()))
    }
}

/// Answers one question about a sequence.
pub fn run(typed: &SequenceArguments, output: &mut Output) -> Result<(), Failure> {
    match typed {
        SequenceArguments::Apply(typed) => apply(typed, output),
        SequenceArguments::Invert(typed) => {
            let back: Vec<Step> = typed.steps()?.into_iter().rev().map(inverted).collect();
            let moves = spelled(&back, Spelling::Standard, Words::of(Language::English));
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
            let moves = parse_moves(&typed.moves, typed.notation.notation)
                .map_err(|error| Failure::Usage(error.to_string()))?;
            let moves = simplified(&moves);
            let written = format_moves(&moves, Notation::Standard);
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
    if output.wants_json() {
        return output.json(&match numbers {
            None => json!({ "facelets": facelets.to_string() }),
            Some(numbers) => json!({ "facelets": facelets.to_string(), "numbers": numbers }),
        });
    }
    output.text(facelets)?;
    if let Some(numbers) = numbers {
        let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
        output.text(numbers.join(" "))?;
    }
    if output.is_terminal() {
        output.text(Net::new(&facelets, &scheme))?;
    }
    Ok(())
}
