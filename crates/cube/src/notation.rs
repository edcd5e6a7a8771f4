//! Moves as they are written: the common notation and the spellings of older programs.

use std::fmt;

use crate::{Error, Face, Move, Rotation};

/// A way of writing moves. Whole-cube rotations are x, y, z with the same suffixes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Notation {
    /// Told from the text where only one of the others can be meant; reading only. Text without such a sign, such as "R U2",
    /// means the same in all of them.
    #[default]
    Auto,
    /// `R`, `R2`, `R'`; also wide turns `Rw` and slices `M E S`.
    Standard,
    /// `R1` or `R`, `R2`, `R3`: clockwise quarters.
    Quarters,
    /// `R` clockwise, `r` anticlockwise, `RR` a half turn; `X Y Z` and `x y z` for rotations.
    Case,
    /// `R+` clockwise, `R-` anticlockwise, `R+ R+` or `R2` a half turn.
    PlusMinus,
}

/// One written step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A face turn; the face is named by where it lies at this moment.
    Turn(Move),
    /// A rotation of the whole cube.
    Rotate(Rotation),
}

impl Notation {
    /// All notations.
    pub const ALL: [Notation; 5] = [
        Notation::Auto,
        Notation::Standard,
        Notation::Quarters,
        Notation::Case,
        Notation::PlusMinus,
    ];

    /// The name used on command lines.
    pub const fn name(self) -> &'static str {
        match self {
            Notation::Auto => "auto",
            Notation::Standard => "standard",
            Notation::Quarters => "quarters",
            Notation::Case => "case",
            Notation::PlusMinus => "plus-minus",
        }
    }

    /// Which notation the text is in.
    fn told_from(text: &str) -> Result<Notation, Error> {
        let mut told: Option<(Notation, char)> = None;
        for letter in text.chars() {
            let sign = match letter {
                '\'' | '’' | '′' | 'w' | 'M' | 'E' | 'S' => Some(Notation::Standard),
                '1' | '3' => Some(Notation::Quarters),
                '+' | '-' | '−' => Some(Notation::PlusMinus),
                'u' | 'r' | 'f' | 'd' | 'l' | 'b' | 'X' | 'Y' | 'Z' => Some(Notation::Case),
                // A face twice without a gap tells nothing: two quarters make a half turn in all of them.
                _ => None,
            };
            match (told, sign) {
                (Some((notation, first)), Some(other)) if notation != other => {
                    return Err(Error::AmbiguousNotation {
                        text: text.to_owned(),
                        first,
                        second: letter,
                    });
                }
                (None, Some(notation)) => told = Some((notation, letter)),
                _ => {}
            }
        }
        Ok(told.map_or(Notation::Standard, |(notation, _)| notation))
    }

    /// The quarters that a suffix means, and how many characters it takes.
    fn suffix(self, rest: &[char]) -> (i32, usize) {
        match (self, rest) {
            (Notation::Standard, ['2', '\'' | '’' | '′', ..]) => (-2, 2),
            (Notation::Standard, ['\'' | '’' | '′', '2', ..]) => (-2, 2),
            (Notation::Standard, ['\'' | '’' | '′', ..]) => (-1, 1),
            (Notation::Quarters, ['1', ..]) => (1, 1),
            (Notation::Quarters, ['3', ..]) => (3, 1),
            (Notation::PlusMinus, ['+', ..]) => (1, 1),
            (Notation::PlusMinus, ['-' | '−', ..]) => (-1, 1),
            (Notation::Standard | Notation::Quarters | Notation::PlusMinus, ['2', ..]) => (2, 1),
            _ => (1, 0),
        }
    }
}

/// Reads a sequence step by step. Blanks and commas between steps are allowed and not needed.
///
/// # Errors
/// [`Error::UnknownMove`] with the place of the first thing that is no move,
/// [`Error::AmbiguousNotation`] where [`Notation::Auto`] sees signs of two notations.
pub fn parse_steps(text: &str, notation: Notation) -> Result<Vec<Step>, Error> {
    let notation = match notation {
        Notation::Auto => Notation::told_from(text)?,
        told => told,
    };
    let letters: Vec<char> = text.chars().collect();
    let mut steps = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        if letters[at].is_whitespace() || letters[at] == ',' {
            at += 1;
            continue;
        }
        let wide = notation == Notation::Standard && letters.get(at + 1) == Some(&'w');
        let behind = at + if wide { 2 } else { 1 };
        let (quarters, taken) = notation.suffix(&letters[behind..]);
        if !push_steps(&mut steps, letters[at], wide, quarters, notation) {
            // A letter with what hangs on it; a stray sign alone.
            let end = if letters[at].is_alphabetic() {
                behind + taken
            } else {
                at + 1
            };
            return Err(Error::UnknownMove {
                token: letters[at..end].iter().collect(),
                position: at + 1,
                notation: notation.name(),
            });
        }
        at = behind + taken;
    }
    Ok(steps)
}

/// Appends what one letter means; says whether it means anything.
fn push_steps(
    steps: &mut Vec<Step>,
    letter: char,
    wide: bool,
    quarters: i32,
    notation: Notation,
) -> bool {
    let turn = |face: Face, quarters: i32| Move::new(face, quarters).map(Step::Turn);
    let rotate = |rotation: Rotation, quarters: i32| Some(Step::Rotate(rotation.times(quarters)));
    let meant: [Option<Step>; 3] = if let Some(face) = Face::from_letter(letter) {
        if wide {
            // The wide turn moves all but the opposite face: rotate, and turn that one with it.
            let (rotation, way) = rotation_along(face);
            [
                turn(face.opposite(), quarters),
                rotate(rotation, way * quarters),
                None,
            ]
        } else {
            [turn(face, quarters), None, None]
        }
    } else {
        let upper = letter.to_ascii_uppercase();
        let way = if notation == Notation::Case && letter.is_ascii_lowercase() {
            -1
        } else {
            1
        };
        match (letter, notation) {
            // A slice turn is two outer turns the other way and a rotation of the whole cube.
            ('M', Notation::Standard) => slice(Face::R, Rotation::X, -quarters),
            ('E', Notation::Standard) => slice(Face::U, Rotation::Y, -quarters),
            ('S', Notation::Standard) => slice(Face::F, Rotation::Z, quarters),
            ('x' | 'X', Notation::Case) | ('x', _) => {
                [rotate(Rotation::X, way * quarters), None, None]
            }
            ('y' | 'Y', Notation::Case) | ('y', _) => {
                [rotate(Rotation::Y, way * quarters), None, None]
            }
            ('z' | 'Z', Notation::Case) | ('z', _) => {
                [rotate(Rotation::Z, way * quarters), None, None]
            }
            (_, Notation::Case) => match Face::from_letter(upper) {
                Some(face) => [turn(face, way * quarters), None, None],
                None => [None; 3],
            },
            _ => [None; 3],
        }
    };
    steps.extend(meant.iter().flatten());
    meant[0].is_some() && (!wide || Face::from_letter(letter).is_some())
}

/// The rotation about a face's axis, and whether it goes with a clockwise turn of the face (1) or against it (-1).
const fn rotation_along(face: Face) -> (Rotation, i32) {
    match face {
        Face::R => (Rotation::X, 1),
        Face::L => (Rotation::X, -1),
        Face::U => (Rotation::Y, 1),
        Face::D => (Rotation::Y, -1),
        Face::F => (Rotation::Z, 1),
        Face::B => (Rotation::Z, -1),
    }
}

/// The layer between `face` and its opposite turned by this many quarters as `face` turns.
fn slice(face: Face, rotation: Rotation, quarters: i32) -> [Option<Step>; 3] {
    [
        Move::new(face, -quarters).map(Step::Turn),
        Move::new(face.opposite(), quarters).map(Step::Turn),
        Some(Step::Rotate(rotation.times(quarters))),
    ]
}

/// The face turns of a cube that is never rotated, and how the steps leave it in the hand.
pub fn fold_rotations(steps: &[Step]) -> (Vec<Move>, Rotation) {
    let mut held = Rotation::IDENTITY;
    let mut moves = Vec::new();
    for &step in steps {
        match step {
            Step::Rotate(rotation) => held = held.then(rotation),
            Step::Turn(turn) => moves.push(held.inverse().carry_move(turn)),
        }
    }
    (moves, held)
}

/// Reads a sequence as turns of a cube that is never rotated: rotations only rename what follows.
///
/// # Errors
/// As [`parse_steps`].
pub fn parse_moves(text: &str, notation: Notation) -> Result<Vec<Move>, Error> {
    Ok(fold_rotations(&parse_steps(text, notation)?).0)
}

impl std::str::FromStr for Move {
    type Err = Error;

    /// Reads one move in any notation that [`Notation::Auto`] understands.
    fn from_str(text: &str) -> Result<Move, Error> {
        let moves = parse_moves(text, Notation::Auto)?;
        match moves[..] {
            [only] => Ok(only),
            _ => Err(Error::NotOneMove {
                text: text.to_owned(),
                count: moves.len(),
            }),
        }
    }
}

/// Writes moves with blanks between them, in [`Notation::Case`] without; [`Notation::Auto`] writes the standard notation.
pub fn format_moves(moves: &[Move], notation: Notation) -> String {
    let written = moves.iter().map(|&turn| {
        let face = turn.face().letter();
        match (notation, turn.quarters()) {
            (Notation::Auto | Notation::Standard, _) => turn.to_string(),
            (Notation::Quarters, quarters) => format!("{face}{quarters}"),
            (Notation::Case, 1) => face.to_string(),
            (Notation::Case, 2) => format!("{face}{face}"),
            (Notation::Case, _) => face.to_ascii_lowercase().to_string(),
            (Notation::PlusMinus, 1) => format!("{face}+"),
            (Notation::PlusMinus, 2) => format!("{face}+ {face}+"),
            (Notation::PlusMinus, _) => format!("{face}-"),
        }
    });
    let between = if notation == Notation::Case { "" } else { " " };
    written.collect::<Vec<_>>().join(between)
}

impl fmt::Display for Step {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Turn(turn) => write!(formatter, "{turn}"),
            Step::Rotate(rotation) => write!(formatter, "{rotation}"),
        }
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
        let known = Notation::ALL
            .into_iter()
            .find(|notation| notation.name() == text);
        known.ok_or_else(|| Error::UnknownNotation {
            text: text.to_owned(),
        })
    }
}
