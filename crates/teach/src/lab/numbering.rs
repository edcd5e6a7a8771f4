//! The lab's numbers of the 48 stickers that move, and the 54 of [`cube::Facelets`].
//!
//! The lab's own handout is lost. Its numbers follow from two sources. One is the printed cycles of R:
//! (2, 18, 23, 7)(3, 10, 22, 15)(6, 14, 19, 11)(26, 37, 46, 35)(30, 34, 42, 38). The other is the text on single
//! numbers.
//!
//! ```text
//!               1 25  2
//!              28  U 26
//!               4 27  3
//!    9 32  8   12 31  7   11 30  6   10 29  5
//!   40  L 36   39  F 35   38  R 34   37  B 33
//!   17 44 16   20 43 15   19 42 14   18 41 13
//!              24 47 23
//!              48  D 46
//!              21 45 22
//! ```
//!
//! All stickers of a corner are equal modulo 4, and the numbers of a side's edges give the side: 3 front, 2 right, 1 back,
//! 0 left.

use crate::Piece;

/// The lab's numbers in the order of [`cube::Facelets`]; 0 for the centres, which never move.
#[rustfmt::skip]
const NUMBERS: [u8; 54] = [
     1, 25,  2, 28, 0, 26,  4, 27,  3,
    11, 30,  6, 38, 0, 34, 19, 42, 14,
    12, 31,  7, 39, 0, 35, 20, 43, 15,
    24, 47, 23, 48, 0, 46, 21, 45, 22,
     9, 32,  8, 40, 0, 36, 17, 44, 16,
    10, 29,  5, 37, 0, 33, 18, 41, 13,
];

/// How stickers are numbered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbering {
    /// The lab's 1 to 48, without centres.
    #[default]
    Lab,
    /// 0 to 53 in the order of [`cube::Facelets`].
    Facelets,
    /// 0 to 53 in the order U L F R B D, as some programs number them: each face row by row, as in [`cube::Facelets`].
    Ulfrbd,
}

/// Where a face of [`cube::Facelets`] stands in the order U L F R B D.
const IN_ULFRBD: [usize; 6] = [0, 3, 2, 5, 1, 4];

/// The number of the sticker with this index of [`cube::Facelets`]; `None` for the centres in the lab's numbers.
pub fn number_at(index: usize, numbering: Numbering) -> Option<usize> {
    match numbering {
        Numbering::Facelets => (index < 54).then_some(index),
        Numbering::Ulfrbd => Some(9 * IN_ULFRBD.get(index / 9)? + index % 9),
        Numbering::Lab => {
            let number = NUMBERS.get(index).copied().filter(|&number| number != 0)?;
            Some(usize::from(number))
        }
    }
}

/// The index in [`cube::Facelets`] of the sticker with this number.
pub fn index_of(number: usize, numbering: Numbering) -> Option<usize> {
    (0..54).find(|&index| number_at(index, numbering) == Some(number))
}

/// The lab's number of a piece's sticker on top or at the bottom, or of its sticker on the front or the back.
pub fn number_of(piece: Piece) -> usize {
    let first = match piece {
        Piece::Corner(corner) => corner.stickers()[0],
        Piece::Edge(edge) => edge.stickers()[0],
    };
    usize::from(NUMBERS[first])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_is_there_once() {
        for number in 1..=48 {
            let places = NUMBERS.iter().filter(|&&at| usize::from(at) == number);
            assert_eq!(places.count(), 1, "{number}");
        }
        assert_eq!(index_of(49, Numbering::Lab), None);
        assert_eq!(index_of(53, Numbering::Facelets), Some(53));
        let faces = [0, 9, 18, 27, 36, 45].map(|number| index_of(number, Numbering::Ulfrbd));
        assert_eq!(faces, [0, 36, 18, 9, 45, 27].map(Some), "U L F R B D");
        assert_eq!(index_of(54, Numbering::Ulfrbd), None);
    }
}
