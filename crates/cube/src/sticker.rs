//! Where each of the 54 stickers sits in space.

use crate::Face;

/// The place of one sticker: which small cube carries it and which way it looks.
///
/// Coordinates are (right, up, front), each -1, 0 or 1: a right-handed frame in units of one cubie. The R face has right = 1,
/// the U face up = 1 and the F face front = 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sticker {
    /// Centre of the cubie, (right, up, front).
    pub cubie: [i8; 3],
    /// The face the sticker is on.
    pub face: Face,
}

impl Sticker {
    /// The place of sticker `index`, numbered as drawn at [`crate::Facelets`]; `None` from 54 on.
    pub fn at(index: usize) -> Option<Sticker> {
        let face = Face::from_index(index / 9)?;
        // How far right and how far up on the face as it is seen from outside.
        let right = (index % 3) as i8 - 1;
        let up = 1 - (index % 9 / 3) as i8;
        let cubie = match face {
            Face::U => [right, 1, -up],
            Face::R => [1, up, -right],
            Face::F => [right, up, 1],
            Face::D => [right, -1, up],
            Face::L => [-1, up, right],
            Face::B => [-right, up, -1],
        };
        Some(Sticker { cubie, face })
    }

    /// The direction the sticker looks, (right, up, front).
    pub fn normal(&self) -> [i8; 3] {
        self.face.normal()
    }
}

impl Face {
    /// The outward direction of the face, (right, up, front).
    pub const fn normal(self) -> [i8; 3] {
        [[0, 1, 0], [1, 0, 0], [0, 0, 1], [0, -1, 0], [-1, 0, 0], [0, 0, -1]][self as usize]
    }
}

/// The name of sticker `index` (0 to 53): its face and its number on the face from 1 to 9, as "R5".
pub fn sticker_name(index: usize) -> String {
    match Face::from_index(index / 9) {
        Some(face) => format!("{face}{}", index % 9 + 1),
        None => format!("sticker {index}"),
    }
}

/// The faces on which these stickers (0 to 53) are, in the order U R F D L B.
pub fn faces_of(stickers: &[usize]) -> Vec<Face> {
    let is_there = |face: &Face| stickers.iter().any(|sticker| sticker / 9 == face.index());
    Face::ALL.into_iter().filter(is_there).collect()
}
