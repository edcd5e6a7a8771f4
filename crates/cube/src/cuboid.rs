//! The 2x2x1: four pieces in a flat square, turned by half turns of its four sides.

use std::fmt;
use std::str::FromStr;

use crate::Error;

/// A state of the 2x2x1 that half turns can reach, as its 16 stickers show it.
///
/// The stickers are numbered in the order of the faces F B U D L R. The front is read row by row as it is seen, and the back
/// row by row as it is seen from behind. Below, the numbers run from right to left:
///
/// ```text
///    front        8  9             back
///            12 | 0  1 | 14               4  5      4 lies behind 1, 5 behind 0
///            13 | 2  3 | 15               6  7      6 lies behind 3, 7 behind 2
///                11 10
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cuboid([u8; 16]);

/// A half turn of one side of the 2x2x1. It undoes itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum CuboidTurn {
    /// The right column.
    R = 0,
    /// The upper row.
    U = 1,
    /// The left column.
    L = 2,
    /// The lower row.
    D = 3,
}

/// The colours of the solved puzzle, in the order of the faces F B U D L R.
const SOLVED: [u8; 16] = *b"WWWWYYYYBBGGOORR";

/// For each turn, the place from which the sticker of each of the 16 places comes.
#[rustfmt::skip]
const SOURCES: [[u8; 16]; 4] = [
    [0, 6, 2, 4, 3, 5, 1, 7, 8, 10, 9, 11, 12, 13, 15, 14],
    [4, 5, 2, 3, 0, 1, 6, 7, 9, 8, 10, 11, 14, 13, 12, 15],
    [7, 1, 5, 3, 4, 2, 6, 0, 11, 9, 10, 8, 13, 12, 14, 15],
    [0, 1, 6, 7, 4, 5, 2, 3, 8, 9, 11, 10, 12, 15, 14, 13],
];

impl CuboidTurn {
    /// All turns in index order.
    pub const ALL: [CuboidTurn; 4] = [CuboidTurn::R, CuboidTurn::U, CuboidTurn::L, CuboidTurn::D];

    /// The capital letter of the turn.
    pub const fn letter(self) -> char {
        ['R', 'U', 'L', 'D'][self as usize]
    }

    /// How long a hand needs for it, in the time units of the document that the puzzle comes from: R 1, U 2, L 2, D 3.
    pub const fn time(self) -> u32 {
        [1, 2, 2, 3][self as usize]
    }

    /// Reads turns such as "RURLDU"; blanks between them are skipped.
    ///
    /// # Errors
    /// [`Error::UnknownCuboidTurn`] with the place of the first other letter.
    pub fn parse_all(text: &str) -> Result<Vec<CuboidTurn>, Error> {
        let letters = text.chars().enumerate();
        letters
            .filter(|(_, letter)| !letter.is_whitespace())
            .map(|(at, letter)| {
                let known = CuboidTurn::ALL.into_iter();
                known
                    .clone()
                    .find(|turn| turn.letter() == letter.to_ascii_uppercase())
                    .ok_or(Error::UnknownCuboidTurn { letter, position: at + 1 })
            })
            .collect()
    }
}

impl Cuboid {
    /// The solved puzzle.
    pub const SOLVED: Cuboid = Cuboid(SOLVED);
    /// How many states turns can reach: three pieces in any order around the fourth, with 4 ways for that one, 3! * 4.
    pub const STATES: usize = 24;

    /// The state after one half turn.
    #[must_use]
    pub fn apply(&self, turn: CuboidTurn) -> Cuboid {
        Cuboid(SOURCES[turn as usize].map(|from| self.0[usize::from(from)]))
    }

    /// The state after these turns, first to last.
    #[must_use]
    pub fn apply_all(&self, turns: &[CuboidTurn]) -> Cuboid {
        turns.iter().fold(*self, |state, &turn| state.apply(turn))
    }

    /// Whether nothing is left to do.
    pub fn is_solved(&self) -> bool {
        *self == Cuboid::SOLVED
    }

    /// The colour letters of the stickers, in the order of the drawing above.
    pub const fn stickers(&self) -> &[u8; 16] {
        &self.0
    }

    /// All states that turns can reach from solved.
    fn reachable() -> Vec<Cuboid> {
        let mut found = vec![Cuboid::SOLVED];
        let mut at = 0;
        while at < found.len() {
            for turn in CuboidTurn::ALL {
                let next = found[at].apply(turn);
                if !found.contains(&next) {
                    found.push(next);
                }
            }
            at += 1;
        }
        found
    }
}

impl fmt::Display for Cuboid {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|&letter| write!(formatter, "{}", char::from(letter)))
    }
}

impl fmt::Debug for Cuboid {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Cuboid({self})")
    }
}

impl fmt::Display for CuboidTurn {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.letter())
    }
}

impl FromStr for Cuboid {
    type Err = Error;

    /// Reads 16 colour letters, capital or small.
    fn from_str(text: &str) -> Result<Cuboid, Error> {
        let impossible = |reason| Error::ImpossibleCuboid { text: text.to_owned(), reason };
        let letters: Vec<u8> = text.bytes().map(|letter| letter.to_ascii_uppercase()).collect();
        let stickers: [u8; 16] =
            letters.try_into().map_err(|_| impossible("it has 16 stickers, in the order of the faces F B U D L R"))?;
        if stickers.iter().any(|letter| !SOLVED.contains(letter)) {
            return Err(impossible("its colours are W Y B G O R"));
        }
        let mut sorted = (stickers, SOLVED);
        sorted.0.sort_unstable();
        sorted.1.sort_unstable();
        if sorted.0 != sorted.1 {
            return Err(impossible("W and Y are on four stickers each, B G O and R on two"));
        }
        let state = Cuboid(stickers);
        match Cuboid::reachable().contains(&state) {
            true => Ok(state),
            false => Err(impossible("no half turns lead there, so a piece must be taken out and put in another way")),
        }
    }
}
