//! How values are typed that several commands take.

use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use cube::{Facelets, Metric, Move, Notation, Step, format_moves};
use teach::{Language, Spelling, Words, spelled};

/// How moves and cubes are written, the same option for all commands that read or print them.
#[derive(Args)]
pub struct NotationArgument {
    /// How moves are read and printed: standard (R R2 R'), quarters (R1 R2 R3), case (RRRr), plus-minus (R+ R+ R-); auto reads
    /// any and prints standard. singmaster is standard for moves, and prints cubes as pieces (UF UR … UFR …). Cubes are read
    /// either way.
    #[arg(long, value_name = "NAME", default_value = Notation::Auto.name(), value_parser = writings())]
    pub notation: Writing,
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
    PossibleValuesParser::new(names.into_iter().chain([SINGMASTER])).try_map(|name| {
        match name.as_str() {
            SINGMASTER => Ok(Writing::Singmaster),
            name => name.parse().map(Writing::Moves),
        }
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

    /// Steps, among which may be rotations of the whole cube, as text.
    pub fn of_steps(self, steps: &[Step]) -> String {
        let spelling = Spelling::ALL
            .into_iter()
            .find(|spelling| spelling.notation() == Some(self.moves()));
        let words = Words::of(Language::English);
        let text = spelled(steps, spelling.unwrap_or(Spelling::Standard), words);
        match self.moves() {
            Notation::Case => text.replace(' ', ""),
            _ => text,
        }
    }

    /// The pieces of a cube where they are wanted besides its 54 letters.
    pub fn pieces(self, facelets: &Facelets) -> Option<String> {
        (self == Writing::Singmaster).then(|| facelets.pieces())
    }

    /// A cube as text for people.
    pub fn of_cube(self, facelets: &Facelets) -> String {
        self.pieces(facelets)
            .unwrap_or_else(|| facelets.to_string())
    }
}

/// The names of all metrics.
pub fn metrics() -> impl TypedValueParser<Value = Metric> {
    let parser = PossibleValuesParser::new(Metric::ALL.map(Metric::name));
    parser.try_map(|name| name.parse::<Metric>())
}

/// Reads a time limit in seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text
        .parse()
        .map_err(|_| format!("'{text}' is no number of seconds"))?;
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| format!("{text} is no time that can be waited for"))
}
