//! The six sides of the rig, and by the same letters the six faces of the cube in it.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A side of the space in which the cube is held, or the cube face whose centre has that letter.
///
/// The order is that of the 54-letter facelet string; opposite sides are three apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Side {
    /// Up: where the camera looks.
    U = 0,
    /// Right.
    R = 1,
    /// Front.
    F = 2,
    /// Down.
    D = 3,
    /// Left.
    L = 4,
    /// Back.
    B = 5,
}

impl Side {
    /// All sides in index order.
    pub const ALL: [Side; 6] = [Side::U, Side::R, Side::F, Side::D, Side::L, Side::B];

    /// 0 to 5 in the order U R F D L B.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side with this index, or `None` from 6 on.
    pub const fn from_index(index: usize) -> Option<Side> {
        if index < 6 {
            Some(Side::ALL[index])
        } else {
            None
        }
    }

    /// The capital letter.
    pub const fn letter(self) -> char {
        ['U', 'R', 'F', 'D', 'L', 'B'][self as usize]
    }

    /// The side of a capital letter.
    pub fn from_letter(letter: char) -> Option<Side> {
        Side::ALL.into_iter().find(|side| side.letter() == letter)
    }

    /// The side across.
    pub const fn opposite(self) -> Side {
        Side::ALL[(self as usize + 3) % 6]
    }

    /// Outward direction in the rig frame: x to R, y to B, z up.
    pub const fn normal(self) -> [f64; 3] {
        match self {
            Side::U => [0.0, 0.0, 1.0],
            Side::R => [1.0, 0.0, 0.0],
            Side::F => [0.0, -1.0, 0.0],
            Side::D => [0.0, 0.0, -1.0],
            Side::L => [-1.0, 0.0, 0.0],
            Side::B => [0.0, 1.0, 0.0],
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.letter())
    }
}
