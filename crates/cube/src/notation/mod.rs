//! Moves as they are written: the common notation and the spellings of older programs.

use std::fmt;

use crate::{Error, LayerTurn, Layers, Move, Step, fold_rotations};

mod fault;
mod grammar;
mod letters;

pub use fault::MoveFault;

/// More characters are no moves.
const MOST_CHARACTERS: usize = 1_000_000;

/// A way of writing moves. All have the same brackets, comments and gaps; they differ in letters and suffixes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Notation {
    /// Standard, and where a whole text does not fit that but fits plus-minus, plus-minus. Reading only. What quarters and
    /// case write always fits standard, so these are never chosen.
    #[default]
    Auto,
    /// `R`, `R2`, `R'`; wide turns `Rw` or `r`, slices `M E S`, rotations `x y z`; layer numbers as in `2R`.
    Standard,
    /// `R1` or `R`, `R2`, `R3`: clockwise quarters.
    Quarters,
    /// `R` clockwise, `r` anticlockwise, `RR` a half turn; `X Y Z` and `x y z` for rotations.
    Case,
    /// The letters of [`Notation::Case`] for face turns, as in the tables of the permutation lab; other characters are ignored.
    Lab,
    /// `R+` clockwise, `R-` anticlockwise, `R+ R+` or `R2` a half turn.
    PlusMinus,
}

/// Written moves as they were read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// The turns, brackets expanded.
    pub turns: Vec<LayerTurn>,
    /// The notation they were read in, never [`Notation::Auto`].
    pub notation: Notation,
    /// Characters that [`Notation::Lab`] ignored, besides white space.
    pub ignored: usize,
}

impl Notation {
    /// All notations.
    pub const ALL: [Notation; 6] =
        [Notation::Auto, Notation::Standard, Notation::Quarters, Notation::Case, Notation::Lab, Notation::PlusMinus];

    /// The name used on command lines.
    pub const fn name(self) -> &'static str {
        match self {
            Notation::Auto => "auto",
            Notation::Standard => "standard",
            Notation::Quarters => "quarters",
            Notation::Case => "case",
            Notation::Lab => "lab",
            Notation::PlusMinus => "plus-minus",
        }
    }
}

impl Sequence {
    /// How many turns a text may make, brackets expanded.
    pub const MOST_TURNS: usize = grammar::MOST_TURNS;

    /// Reads written moves. The module `grammar` has all that may be written.
    ///
    /// # Errors
    /// [`Error::UnreadableMoves`] with the place and the reason, in standard notation where [`Notation::Auto`] fits no
    /// notation; [`Error::TooManyCharacters`].
    pub fn parse(text: &str, notation: Notation) -> Result<Sequence, Error> {
        let found = text.chars().count();
        if MOST_CHARACTERS < found {
            return Err(Error::TooManyCharacters { found, most: MOST_CHARACTERS });
        }
        let seen: String = text.chars().filter(|&letter| !is_invisible(letter)).collect();
        let read = |notation| {
            let turns = grammar::read(&seen, notation)?;
            Ok(Sequence { turns, notation, ignored: 0 })
        };
        let read = match notation {
            Notation::Lab => return lab(&seen),
            Notation::Auto => {
                read(Notation::Standard).or_else(|refusal| read(Notation::PlusMinus).map_err(|_| refusal))
            }
            named => read(named),
        };
        read.map_err(|grammar::Refusal { at, fault }| Error::UnreadableMoves {
            token: token_at(&seen[at..]),
            position: seen[..at].chars().count() + 1,
            fault,
        })
    }

    /// The same as face turns and rotations of the whole cube.
    pub fn steps(&self) -> Vec<Step> {
        self.turns.iter().flat_map(|turn| turn.steps()).collect()
    }

    /// The same as face turns of a cube that is never rotated: rotations only rename what follows.
    pub fn moves(&self) -> Vec<Move> {
        fold_rotations(&self.steps()).0
    }
}

/// Characters without width, which programs insert and nobody sees.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{fe0e}' | '\u{fe0f}' | '\u{feff}')
}

/// The tables of the permutation lab: letters are turns, other characters are ignored.
fn lab(text: &str) -> Result<Sequence, Error> {
    let mut turns = Vec::new();
    let mut ignored = 0;
    for (at, letter) in text.chars().enumerate() {
        match grammar::read(letter.encode_utf8(&mut [0; 4]), Notation::Case) {
            Ok(read) if read.first().is_some_and(|turn| turn.layers() == Layers::Outer) => turns.extend(read),
            _ if letter.is_whitespace() => {}
            _ => ignored += 1,
        }
        if grammar::MOST_TURNS < turns.len() {
            return Err(Error::UnreadableMoves {
                token: letter.to_string(),
                position: at + 1,
                fault: MoveFault::TooLong,
            });
        }
    }
    Ok(Sequence { turns, notation: Notation::Lab, ignored })
}

/// What a message quotes of a text that cannot be read: a move with its numbers and suffix, or one sign.
fn token_at(rest: &str) -> String {
    let is_number = |letter: &char| letter.is_ascii_digit() || "-–".contains(*letter);
    let is_suffix = |letter: &char| letter.is_ascii_digit() || letters::is_prime(*letter) || "w²³+−-".contains(*letter);
    let numbers: String = match rest.starts_with(|first: char| first.is_ascii_digit()) {
        true => rest.chars().take_while(is_number).collect(),
        false => String::new(),
    };
    let mut behind = rest[numbers.len()..].chars();
    let letter =
        behind.next().filter(|letter| numbers.is_empty() || letter.is_alphabetic() || letters::is_prime(*letter));
    let suffix: String = match letter {
        Some(letter) if letter.is_alphabetic() => behind.take_while(is_suffix).collect(),
        _ => String::new(),
    };
    // A length is quoted whole.
    if letter == Some('(') {
        let inner = rest[1..].split_once(')').map_or("", |(inner, _)| inner);
        let is_length = |letter: char| letter.is_alphanumeric() || letter == '*' || letter == ' ';
        if inner.starts_with(|first: char| first.is_ascii_digit() || first == ' ')
            && inner.chars().all(is_length)
            && inner.len() < 20
        {
            return format!("({inner})");
        }
    }
    numbers + &letter.map_or_else(String::new, String::from) + &suffix
}

/// Reads a sequence as face turns and rotations.
///
/// # Errors
/// As [`Sequence::parse`].
pub fn parse_steps(text: &str, notation: Notation) -> Result<Vec<Step>, Error> {
    Ok(Sequence::parse(text, notation)?.steps())
}

/// Reads a sequence as turns of a cube that is never rotated.
///
/// # Errors
/// As [`Sequence::parse`].
pub fn parse_moves(text: &str, notation: Notation) -> Result<Vec<Move>, Error> {
    Ok(Sequence::parse(text, notation)?.moves())
}

impl std::str::FromStr for Move {
    type Err = Error;

    /// Reads one turn of a face in standard notation.
    fn from_str(text: &str) -> Result<Move, Error> {
        let turns = Sequence::parse(text, Notation::Standard)?.turns;
        match turns[..] {
            [only] if only.layers() == Layers::Outer => Ok(Move::new(only.face(), only.quarters().into())),
            [_] => Ok(None),
            _ => Err(Error::NotOneMove { text: text.to_owned(), count: turns.len() }),
        }?
        .ok_or_else(|| Error::NotOneFace { text: text.to_owned() })
    }
}

/// Writes turns with blanks between them, in [`Notation::Case`] and [`Notation::Lab`] without; [`Notation::Auto`] writes
/// the standard notation. Case has no wide turns and slices: it writes the face turns and the rotation that they are.
pub fn format_turns(turns: &[LayerTurn], notation: Notation) -> String {
    let written: Vec<String> = turns.iter().map(|&turn| one(turn, notation)).collect();
    let between = match notation {
        Notation::Case | Notation::Lab => "",
        _ => " ",
    };
    written.join(between)
}

/// Writes face turns as [`format_turns`] does.
pub fn format_moves(moves: &[Move], notation: Notation) -> String {
    let turns: Vec<LayerTurn> = moves.iter().map(|&turn| turn.into()).collect();
    format_turns(&turns, notation)
}

fn one(turn: LayerTurn, notation: Notation) -> String {
    let name = turn.name();
    match (notation, turn.quarters()) {
        (Notation::Auto | Notation::Standard, _) => turn.to_string(),
        (Notation::Quarters, quarters) => format!("{name}{quarters}"),
        (Notation::PlusMinus, 1) => format!("{name}+"),
        (Notation::PlusMinus, 2) => format!("{name}+ {name}+"),
        (Notation::PlusMinus, _) => format!("{name}-"),
        (Notation::Case | Notation::Lab, quarters) => match (turn.layers(), quarters) {
            (Layers::Wide | Layers::Middle, _) => {
                let turns: Vec<LayerTurn> = turn.steps().flat_map(Step::turns).collect();
                format_turns(&turns, notation)
            }
            (_, 1) => name.to_uppercase(),
            (_, 2) => name.to_uppercase().repeat(2),
            (_, _) => name.to_lowercase(),
        },
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl std::str::FromStr for Notation {
    type Err = Error;

    fn from_str(text: &str) -> Result<Notation, Error> {
        let known = Notation::ALL.into_iter().find(|notation| notation.name() == text);
        known.ok_or_else(|| Error::UnknownNotation { text: text.to_owned() })
    }
}
