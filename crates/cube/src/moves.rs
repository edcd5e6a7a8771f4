//! The 18 face turns.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Error, Face};

/// A turn of one face by one, two or three quarters, clockwise as that face is seen from outside.
///
/// The index is `3 * face + quarters - 1`: U U2 U' R R2 R' F F2 F' D D2 D' L L2 L' B B2 B'.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Move(u8);

impl Move {
    /// How many moves there are: 6 faces times 3 turns.
    pub const COUNT: usize = 18;

    /// All moves in index order.
    pub const ALL: [Move; Move::COUNT] = {
        let mut all = [Move(0); Move::COUNT];
        let mut index = 0;
        while index < Move::COUNT {
            all[index] = Move(index as u8);
            index += 1;
        }
        all
    };

    /// The turn of `face` by this many clockwise quarters, taken modulo 4; `None` for no turn at all.
    pub const fn new(face: Face, quarters: i32) -> Option<Move> {
        match quarters.rem_euclid(4) {
            0 => None,
            turn => Some(Move(face as u8 * 3 + turn as u8 - 1)),
        }
    }

    /// A clockwise quarter turn of `face`.
    pub const fn quarter(face: Face) -> Move {
        Move(face as u8 * 3)
    }

    /// A half turn of `face`.
    pub const fn half(face: Face) -> Move {
        Move(face as u8 * 3 + 1)
    }

    /// The move with this index, or `None` from 18 on.
    pub const fn from_index(index: usize) -> Option<Move> {
        if index < Move::COUNT { Some(Move(index as u8)) } else { None }
    }

    /// 0 to 17.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The face that turns.
    pub const fn face(self) -> Face {
        Face::ALL[self.0 as usize / 3]
    }

    /// Clockwise quarters: 1, 2 or 3.
    pub const fn quarters(self) -> u8 {
        self.0 % 3 + 1
    }

    /// The move that undoes this one.
    pub const fn inverse(self) -> Move {
        Move(self.0 / 3 * 3 + 2 - self.0 % 3)
    }

    /// Whether this is a half turn.
    pub const fn is_half_turn(self) -> bool {
        self.0 % 3 == 1
    }
}

impl fmt::Display for Move {
    /// Standard notation: `R`, `R2`, `R'`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let suffix = ["", "2", "'"][usize::from(self.quarters()) - 1];
        write!(formatter, "{}{suffix}", self.face())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl From<Move> for String {
    fn from(turn: Move) -> String {
        turn.to_string()
    }
}

impl TryFrom<String> for Move {
    type Error = Error;

    fn try_from(text: String) -> Result<Move, Error> {
        text.parse()
    }
}

/// The sequence that undoes `moves`: reversed order, each move inverted.
pub fn inverted(moves: &[Move]) -> Vec<Move> {
    moves.iter().rev().map(|turn| turn.inverse()).collect()
}

/// The same effect without wasted turns on one axis: neighbouring turns of one face are merged,
/// also across a turn of the opposite face, and turns that cancel are dropped.
pub fn simplified(moves: &[Move]) -> Vec<Move> {
    let mut result: Vec<Move> = Vec::with_capacity(moves.len());
    for &turn in moves {
        // The last turn of this face with nothing but its opposite face's turns behind it.
        let twin = result
            .iter()
            .rposition(|earlier| earlier.face() == turn.face())
            .filter(|&at| result[at..].iter().all(|kept| kept.face().axis() == turn.face().axis()));
        match twin {
            None => result.push(turn),
            Some(at) => {
                let quarters = i32::from(result[at].quarters()) + i32::from(turn.quarters());
                match Move::new(turn.face(), quarters) {
                    Some(merged) => result[at] = merged,
                    None => drop(result.remove(at)),
                }
            }
        }
    }
    result
}
