//! The 54 stickers as they are read off a cube, and their numbers.

use std::fmt;
use std::ops::Index;

use serde::{Deserialize, Serialize};

use crate::{Color, ColorScheme, Error, Face, Rotation, Sticker};

/// What each of the 54 stickers shows, named by the face whose centre has the same colour.
///
/// Nothing is proven of it: a [`crate::Cube`] is made of it by `TryFrom`, which checks everything.
/// The stickers are numbered face by face in the order U R F D L B. Each face is numbered row by row as it is
/// seen from outside: U from above with F below it, D from below with F above it.
///
/// ```text
///              0  1  2
///              3  U  5
///              6  7  8
///   36 37 38  18 19 20   9 10 11  45 46 47
///   39  L 41  21  F 23  12  R 14  48  B 50
///   42 43 44  24 25 26  15 16 17  51 52 53
///             27 28 29
///             30  D 32
///             33 34 35
/// ```
///
/// The centres have the numbers 4, 13, 22, 31, 40 and 49.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Facelets([Face; 54]);

/// Facelets with the colour scheme they were read in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The stickers, named by face.
    pub facelets: Facelets,
    /// The colours of the centres, where the text gave colours and not faces.
    pub scheme: Option<ColorScheme>,
}

impl Facelets {
    /// The stickers of the solved cube.
    pub const SOLVED: Facelets = {
        let mut stickers = [Face::U; 54];
        let mut index = 0;
        while index < 54 {
            stickers[index] = Face::ALL[index / 9];
            index += 1;
        }
        Facelets(stickers)
    };

    /// Takes a raw reading as it is, in the order of the drawing above.
    pub const fn new(stickers: [Face; 54]) -> Facelets {
        Facelets(stickers)
    }

    /// The stickers in the order of the drawing above.
    pub const fn stickers(&self) -> &[Face; 54] {
        &self.0
    }

    /// The nine stickers of one face, row by row.
    pub fn face(&self, face: Face) -> [Face; 9] {
        std::array::from_fn(|index| self.0[face.index() * 9 + index])
    }

    /// What the six centres show, in the order U R F D L B.
    pub fn centres(&self) -> [Face; 6] {
        std::array::from_fn(|face| self.0[face * 9 + 4])
    }

    /// The facelets that colours at the 54 places mean: each colour is the face whose centre has it.
    ///
    /// # Errors
    /// [`Error::RepeatedCentreColor`] where two centres have one colour; then no face has a name.
    pub fn from_colors(colors: &[Color; 54]) -> Result<Reading, Error> {
        let scheme = ColorScheme::from_centres(std::array::from_fn(|face| colors[face * 9 + 4]))?;
        let facelets = Facelets(colors.map(|color| scheme.face(color)));
        Ok(Reading { facelets, scheme: Some(scheme) })
    }

    /// The colours of a cube of this scheme that shows these facelets.
    pub fn colors(&self, scheme: &ColorScheme) -> [Color; 54] {
        self.0.map(|face| scheme.color(face))
    }

    /// The facelets of the same cube held another way. Every sticker is carried to its new place and keeps what it shows.
    /// So the centres show which way the cube is held.
    pub fn rotated(&self, rotation: Rotation) -> Facelets {
        let mut turned = self.0;
        for (from, &shown) in self.0.iter().enumerate() {
            turned[carried_sticker(rotation, from)] = shown;
        }
        Facelets(turned)
    }

    /// Names every sticker by the face where its centre is now: a cube held another way reads like
    /// one that was scrambled in that position.
    ///
    /// # Errors
    /// [`Error::CentresNotDistinct`] where two centres show the same.
    pub fn named_by_centres(&self) -> Result<Facelets, Error> {
        let centres = self.centres();
        let mut place = [None; 6];
        for (face, shown) in Face::ALL.into_iter().zip(centres) {
            if let Some(first) = place[shown.index()].replace(face) {
                return Err(Error::CentresNotDistinct { letter: shown.letter(), first, second: face });
            }
        }
        Ok(Facelets(self.0.map(|shown| place[shown.index()].expect("six distinct centres show all faces"))))
    }
}

/// Where the sticker that was at `from` lies after the rotation.
fn carried_sticker(rotation: Rotation, from: usize) -> usize {
    let carried = |direction: [i8; 3]| {
        let mut sum = [0; 3];
        for face in Face::ALL {
            let part: i8 = (0..3).map(|axis| direction[axis] * face.normal()[axis]).sum();
            if part > 0 {
                let normal = rotation.carry(face).normal();
                (0..3).for_each(|axis| sum[axis] += part * normal[axis]);
            }
        }
        sum
    };
    let sticker = Sticker::at(from).expect("the caller counts to 54");
    let target = Sticker { cubie: carried(sticker.cubie), face: rotation.carry(sticker.face) };
    (0..54)
        .find(|&index| Sticker::at(index) == Some(target))
        .expect("a rotation carries every sticker to the place of a sticker")
}

impl Index<usize> for Facelets {
    type Output = Face;

    fn index(&self, index: usize) -> &Face {
        &self.0[index]
    }
}

impl fmt::Display for Facelets {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|face| write!(formatter, "{face}"))
    }
}

impl fmt::Debug for Facelets {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl From<Facelets> for String {
    fn from(facelets: Facelets) -> String {
        facelets.to_string()
    }
}
