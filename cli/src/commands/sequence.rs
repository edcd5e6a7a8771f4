//! `cuberig sequence`: the permutation lab. Applies, inverts and simplifies moves; finds their cycles and their order.

use clap::{Args, Subcommand};
use cube::{ColorScheme, Cube, Facelets, LayerTurn, Metric, Sequence, simplified, simplified_turns};
use serde_json::{Value, json};
use teach::Hand;
use teach::lab::{Numbered, Stickers};

use crate::cubes::{Given, Layout};
use crate::failure::{Failure, OrFail};
use crate::net::Net;
use crate::output::Output;
use crate::values::{NotationArgument, NumberingName, Writing};

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
    Cycles(InNumbers),
    /// Print a sequence with the same effect and without wasted turns. Slices and wide turns stay; rotations of the whole
    /// cube rename what follows and come last.
    Simplify(Simplified),
}

/// A sequence.
#[derive(Args)]
pub struct Written {
    /// The moves, such as "R U2 F'", "r U (R U R' U')3" or "[R: [U, M]]".
    #[arg(allow_hyphen_values = true)]
    moves: String,
    #[command(flatten)]
    notation: NotationArgument,
}

/// A sequence and how stickers are numbered.
#[derive(Args)]
pub struct InNumbers {
    #[command(flatten)]
    written: Written,
    /// The permutation lab's 1 to 48, or 0 to 53 with the faces in the order URFDLB or ULFRBD.
    #[arg(long, value_enum, default_value_t = NumberingName::Lab)]
    numbering: NumberingName,
}

/// A sequence and what it may become.
#[derive(Args)]
pub struct Simplified {
    #[command(flatten)]
    written: Written,
    /// Only face turns, of a cube that is never rotated.
    #[arg(long)]
    faces_only: bool,
}

/// A sequence and the cube it is done on.
#[derive(Args)]
pub struct Applied {
    #[command(flatten)]
    written: Written,
    /// The cube: 54 letters, or numbers with --numbering; the solved one if not given.
    facelets: Option<String>,
    /// Print the number of the sticker in each place too, and read FACELETS so where it is a list of numbers: the permutation
    /// lab's 1 to 48, or 0 to 53 with the faces in the order URFDLB or ULFRBD.
    #[arg(long, value_enum)]
    numbering: Option<NumberingName>,
}

impl Written {
    fn read(&self) -> Result<Sequence, Failure> {
        self.notation.read(&self.moves)
    }

    /// Prints an answer about the sequence: its object, with how the moves were read, or text for people.
    fn answer(
        &self,
        sequence: &Sequence,
        mut object: Value,
        text: impl std::fmt::Display,
        output: &mut Output,
    ) -> Result<(), Failure> {
        if !output.wants_json() {
            return output.text(text);
        }
        let read_as = serde_json::to_value(self.notation.read_as(sequence));
        if let (Value::Object(keys), Ok(Value::Object(more))) = (&mut object, read_as) {
            keys.extend(more);
        }
        output.json(&object)
    }
}

/// Answers one question about a sequence.
pub fn run(typed: &SequenceArguments, output: &mut Output) -> Result<(), Failure> {
    match typed {
        SequenceArguments::Apply(typed) => apply(typed, output),
        SequenceArguments::Invert(typed) => {
            let sequence = typed.read()?;
            let back = sequence.turns.iter().rev().map(|turn| turn.inverse());
            let back: Vec<LayerTurn> = back.collect();
            let moves = typed.notation.notation.of_turns(&back);
            typed.answer(&sequence, json!({ "moves": moves }), &moves, output)
        }
        SequenceArguments::Order(typed) => {
            let sequence = typed.read()?;
            let order = Stickers::of(&sequence.steps()).order();
            typed.answer(&sequence, json!({ "order": order }), order, output)
        }
        SequenceArguments::Cycles(InNumbers { written, numbering }) => {
            let sequence = written.read()?;
            let cycles = Stickers::of(&sequence.steps()).cycles(numbering.numbering());
            let text = cycles.iter().map(|cycle| {
                let numbers: Vec<String> = cycle.iter().map(usize::to_string).collect();
                format!("({})", numbers.join(", "))
            });
            let text: String = text.collect();
            written.answer(&sequence, json!({ "cycles": cycles }), text, output)
        }
        SequenceArguments::Simplify(Simplified { written, faces_only }) => {
            let sequence = written.read()?;
            let moves = sequence.moves();
            let turns = match faces_only {
                true => simplified(&moves).into_iter().map(Into::into).collect(),
                false => simplified_turns(&sequence.turns),
            };
            let moves = Sequence { turns, ..sequence.clone() };
            let text = written.notation.notation.of_turns(&moves.turns);
            let moves = moves.moves();
            let object = json!({
                "moves": text,
                "htm": Metric::HalfTurn.length(&moves),
                "qtm": Metric::QuarterTurn.length(&moves),
            });
            written.answer(&sequence, object, &text, output)
        }
    }
}

/// The pieces where they are wanted. They are named by the centres, however the cube is held.
fn pieces_of(facelets: &Facelets, writing: Writing) -> Option<String> {
    let named = facelets.named_by_centres().ok()?;
    writing.pieces(&named)
}

/// The cube after the moves, as it is held then.
fn apply(typed: &Applied, output: &mut Output) -> Result<(), Failure> {
    let sequence = typed.written.read()?;
    let steps = sequence.steps();
    let given = typed
        .facelets
        .as_deref()
        .map(|text| Given::argument(text).laid_out(Layout { order: None, numbering: typed.numbering }));
    let (cube, scheme) = match &given {
        None => (Cube::SOLVED, ColorScheme::WESTERN),
        Some(given) => {
            let read = given.read().or_fail()?;
            (read.cube, read.scheme)
        }
    };
    let facelets = Hand::new(cube).after_all(&steps).facelets();
    let numbers = typed.numbering.map(|name| {
        let numbering = name.numbering();
        let written = given.filter(Given::is_in_numbers);
        // It was read above, so it can be read.
        let before = written.and_then(|given| Numbered::parse(&given.facelets, numbering).ok());
        let before = before.unwrap_or_else(|| Numbered::of(&cube, numbering));
        before.after(&Stickers::of(&steps)).numbers()
    });
    let pieces = pieces_of(&facelets, typed.written.notation.notation);
    let mut object = json!({ "facelets": facelets.to_string() });
    let mut text = pieces.clone().unwrap_or_else(|| facelets.to_string());
    if let Some(pieces) = pieces {
        object["pieces"] = pieces.into();
    }
    if let Some(numbers) = numbers {
        let written: Vec<String> = numbers.iter().map(usize::to_string).collect();
        text = format!("{text}\n{}", written.join(" "));
        object["numbers"] = numbers.into();
    }
    typed.written.answer(&sequence, object, text, output)?;
    if output.is_terminal() {
        output.text(Net::new(&facelets, &scheme))?;
    }
    Ok(())
}
