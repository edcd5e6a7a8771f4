//! The six faces of the cube and the three axes they lie on.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Error;

/// One of the six faces, named by where it lies: up, right, front, down, left, back.
///
/// The order is that of the 54-letter facelet string; opposite faces are three apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Face {
    /// Up.
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

/// One of the three axes through opposite faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Axis {
    /// Through U and D.
    UpDown = 0,
    /// Through R and L.
    RightLeft = 1,
    /// Through F and B.
    FrontBack = 2,
}

impl Face {
    /// All faces in index order.
    pub const ALL: [Face; 6] = [Face::U, Face::R, Face::F, Face::D, Face::L, Face::B];

    /// 0 to 5 in the order U R F D L B.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The face with this index, or `None` from 6 on.
    pub const fn from_index(index: usize) -> Option<Face> {
        if index < 6 { Some(Face::ALL[index]) } else { None }
    }

    /// The capital letter of the face.
    pub const fn letter(self) -> char {
        ['U', 'R', 'F', 'D', 'L', 'B'][self as usize]
    }

    /// The face of a capital letter U R F D L B.
    pub const fn from_letter(letter: char) -> Option<Face> {
        match letter {
            'U' => Some(Face::U),
            'R' => Some(Face::R),
            'F' => Some(Face::F),
            'D' => Some(Face::D),
            'L' => Some(Face::L),
            'B' => Some(Face::B),
            _ => None,
        }
    }

    /// The face on the other end of the axis.
    pub const fn opposite(self) -> Face {
        Face::ALL[(self as usize + 3) % 6]
    }

    /// Outward direction in the frame of robots, where x points to R, y to B and z up.
    pub const fn direction(self) -> [f64; 3] {
        match self {
            Face::U => [0.0, 0.0, 1.0],
            Face::R => [1.0, 0.0, 0.0],
            Face::F => [0.0, -1.0, 0.0],
            Face::D => [0.0, 0.0, -1.0],
            Face::L => [-1.0, 0.0, 0.0],
            Face::B => [0.0, 1.0, 0.0],
        }
    }

    /// The axis through this face and its opposite.
    pub const fn axis(self) -> Axis {
        [Axis::UpDown, Axis::RightLeft, Axis::FrontBack][self as usize % 3]
    }
}

impl Axis {
    /// All axes in index order.
    pub const ALL: [Axis; 3] = [Axis::UpDown, Axis::RightLeft, Axis::FrontBack];

    /// 0 to 2 in the order of the constants.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The two faces on this axis: (U, D), (R, L) or (F, B).
    pub const fn faces(self) -> (Face, Face) {
        let first = Face::ALL[self as usize];
        (first, first.opposite())
    }
}

impl fmt::Display for Face {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.letter())
    }
}

impl std::str::FromStr for Face {
    type Err = Error;

    /// Reads one face letter, capital or small.
    fn from_str(text: &str) -> Result<Face, Error> {
        let mut letters = text.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) => Face::from_letter(letter.to_ascii_uppercase()),
            _ => None,
        }
        .ok_or_else(|| Error::UnknownFace { text: text.to_owned() })
    }
}
