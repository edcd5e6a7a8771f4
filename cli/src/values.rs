//! How values are typed that several commands take.

use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use cube::outside::quoted;
use cube::{Color, Facelets, LayerTurn, Metric, Move, Notation, Sequence, format_moves, format_turns};
use serde::Serialize;
use teach::lab::Numbering;

use crate::failure::{Failure, OrFail, log};

/// How moves and cubes are written, the same option for all commands that read or print them.
#[derive(Args)]
pub struct NotationArgument {
    /// How moves are read and printed: standard (R R2 R', r or Rw, M, x, (R U)3, [R, U]), quarters (R1 R2 R3), case (RRRr),
    /// plus-minus (R+ R+ R-). lab is case for reading the permutation lab's tables: it ignores other characters. auto reads
    /// standard, or plus-minus where only that fits, and prints standard. singmaster is standard for moves, and prints
    /// cubes as pieces (UF UR … UFR …). Cubes are read either way.
    #[arg(long, value_name = "NAME", default_value = Notation::Auto.name(), value_parser = writings())]
    pub notation: Writing,
}

impl NotationArgument {
    /// Reads moves. Remarks about how they were read go to the error stream.
    pub fn read(&self, moves: &str) -> Result<Sequence, Failure> {
        let sequence = Sequence::parse(moves, self.notation.moves()).or_usage()?;
        let ReadAs { notation, ignored } = self.read_as(&sequence);
        if let Some(notation) = notation {
            log(format_args!("the moves were read in {notation} notation"));
        }
        match ignored {
            0 => {}
            1 => log("1 character that is not a move was ignored"),
            _ => log(format_args!("{ignored} characters that are not moves were ignored")),
        }
        Ok(sequence)
    }

    /// What there is to know of how moves were read.
    pub fn read_as(&self, sequence: &Sequence) -> ReadAs {
        let is_choice = self.notation == Writing::Moves(Notation::Auto) && sequence.notation != Notation::Standard;
        ReadAs { notation: is_choice.then(|| sequence.notation.name()), ignored: sequence.ignored }
    }
}

/// How moves were read, where that was not plain: keys of the JSON objects of commands that read moves.
#[derive(Serialize)]
pub struct ReadAs {
    /// The notation that `auto` chose, if it is not standard.
    #[serde(skip_serializing_if = "Option::is_none")]
    notation: Option<&'static str>,
    /// Characters that `lab` ignored.
    #[serde(skip_serializing_if = "is_zero")]
    ignored: usize,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// How stickers are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum NumberingName {
    /// The permutation lab's 1 to 48. A cube may be its list of 49 too, which begins with 0.
    #[value(name = "48", aliases = ["49", "lab"])]
    Lab,
    /// 0 to 53 in the order of FACELETS.
    #[value(name = "54", alias = "urfdlb")]
    Facelets,
    /// 0 to 53 with the faces in the order U L F R B D.
    #[value(name = "ulfrbd")]
    Ulfrbd,
}

impl NumberingName {
    /// What it means.
    pub fn numbering(self) -> Numbering {
        match self {
            NumberingName::Lab => Numbering::Lab,
            NumberingName::Facelets => Numbering::Facelets,
            NumberingName::Ulfrbd => Numbering::Ulfrbd,
        }
    }
}

/// The name of [`Writing::Singmaster`].
pub const SINGMASTER: &str = "singmaster";

/// A way of writing moves and cubes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writing {
    /// Moves in a notation, and cubes as 54 letters.
    Moves(Notation),
    /// After D. Singmaster: cubes as 20 pieces. His notation of moves is the standard one.
    Singmaster,
}

/// The names of all ways.
fn writings() -> impl TypedValueParser<Value = Writing> {
    let names = Notation::ALL.map(Notation::name);
    PossibleValuesParser::new(names.into_iter().chain([SINGMASTER])).try_map(|name| match name.as_str() {
        SINGMASTER => Ok(Writing::Singmaster),
        name => name.parse().map(Writing::Moves),
    })
}

impl Writing {
    /// How moves are read.
    pub fn moves(self) -> Notation {
        match self {
            Writing::Moves(notation) => notation,
            Writing::Singmaster => Notation::Standard,
        }
    }

    /// The moves as text.
    pub fn of_moves(self, moves: &[Move]) -> String {
        format_moves(moves, self.moves())
    }

    /// Turns of any layers as text.
    pub fn of_turns(self, turns: &[LayerTurn]) -> String {
        format_turns(turns, self.moves())
    }

    /// The pieces of a cube, if they are wanted in addition to its 54 letters.
    pub fn pieces(self, facelets: &Facelets) -> Option<String> {
        (self == Writing::Singmaster).then(|| facelets.pieces())
    }

    /// A cube as text for people.
    pub fn of_cube(self, facelets: &Facelets) -> String {
        self.pieces(facelets).unwrap_or_else(|| facelets.to_string())
    }
}

/// The names of all metrics.
pub fn metrics() -> impl TypedValueParser<Value = Metric> {
    let parser = PossibleValuesParser::new(Metric::ALL.map(Metric::name));
    parser.try_map(|name| name.parse::<Metric>())
}

/// Reads a seed. The greatest number is none: it would have no next one.
pub fn seed(text: &str) -> Result<u64, String> {
    let seed = text.parse().ok().filter(|seed| *seed < u64::MAX);
    seed.ok_or_else(|| format!("a seed is a whole number from 0 to {}", u64::MAX - 1))
}

/// Reads a time limit in seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| format!("{} is not a number of seconds", quoted(text)))?;
    Duration::try_from_secs_f64(seconds).map_err(|_| format!("{} is not a valid time", quoted(text)))
}

/// The colour that is solved first.
#[derive(Clone, Copy)]
pub enum First {
    Color(Color),
    Any,
}

impl FromStr for First {
    type Err = String;

    fn from_str(text: &str) -> Result<First, String> {
        if text == "any" {
            return Ok(First::Any);
        }
        let is = |color: &Color| text == color.name() || text == color.letter().to_string();
        let color = Color::ALL.into_iter().find(is);
        color.map(First::Color).ok_or_else(|| {
            let names = Color::ALL.map(Color::name);
            format!("there are {} and any", names.join(", "))
        })
    }
}
