//! The cube as pieces in places: the group of all positions.

use std::fmt;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::{Corner, Edge, Error, Facelets, Move, Rotation, validity};

/// A position of the cube that turning faces can reach. There is no other way to make one, so
/// code that has a `Cube` need not check whether it can be solved.
///
/// Arrays are indexed by place: `corner_permutation()[Corner::Urf.index()]` is the piece that sits
/// at URF. A corner's orientation is the number of thirds of a turn, clockwise, from the U or D face to the corner's U or D
/// sticker. An edge has orientation 1 when its first sticker (see [`Edge::faces`]) is not on the first face of its place.
///
/// There are 8! * 3^7 * 12! * 2^11 / 2 = 43 252 003 274 489 856 000 positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "Facelets", try_from = "Facelets")]
pub struct Cube {
    corners: [u8; 8],
    twists: [u8; 8],
    edges: [u8; 12],
    flips: [u8; 12],
}

/// The six clockwise quarter turns in the order U R F D L B.
#[rustfmt::skip]
const QUARTERS: [Cube; 6] = [
    Cube { corners: [3, 0, 1, 2, 4, 5, 6, 7], twists: [0; 8],
           edges: [3, 0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11], flips: [0; 12] },
    Cube { corners: [4, 1, 2, 0, 7, 5, 6, 3], twists: [2, 0, 0, 1, 1, 0, 0, 2],
           edges: [8, 1, 2, 3, 11, 5, 6, 7, 4, 9, 10, 0], flips: [0; 12] },
    Cube { corners: [1, 5, 2, 3, 0, 4, 6, 7], twists: [1, 2, 0, 0, 2, 1, 0, 0],
           edges: [0, 9, 2, 3, 4, 8, 6, 7, 1, 5, 10, 11], flips: [0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0] },
    Cube { corners: [0, 1, 2, 3, 5, 6, 7, 4], twists: [0; 8],
           edges: [0, 1, 2, 3, 5, 6, 7, 4, 8, 9, 10, 11], flips: [0; 12] },
    Cube { corners: [0, 2, 6, 3, 4, 1, 5, 7], twists: [0, 1, 2, 0, 0, 2, 1, 0],
           edges: [0, 1, 10, 3, 4, 5, 9, 7, 8, 2, 6, 11], flips: [0; 12] },
    Cube { corners: [0, 1, 3, 7, 4, 5, 2, 6], twists: [0, 0, 1, 2, 0, 0, 2, 1],
           edges: [0, 1, 2, 11, 4, 5, 6, 10, 8, 9, 3, 7], flips: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1] },
];

/// The positions after each of the 18 moves from solved.
const TURNED: [Cube; Move::COUNT] = {
    let mut turned = [Cube::SOLVED; Move::COUNT];
    let mut index = 0;
    while index < Move::COUNT {
        let mut quarter = 0;
        while quarter <= index % 3 {
            turned[index] = turned[index].then(&QUARTERS[index / 3]);
            quarter += 1;
        }
        index += 1;
    }
    turned
};

/// The pieces of the solved cube after each rotation of the whole cube, with the centres left out. As positions some of them
/// break the laws, because a rotation may permute the pieces oddly; between a rotation and its inverse the laws hold again.
static WHOLE: LazyLock<[Cube; Rotation::COUNT]> = LazyLock::new(|| {
    let mut whole = [Cube::SOLVED; Rotation::COUNT];
    for (rotation, cube) in Rotation::all().zip(&mut whole) {
        for piece in Corner::ALL {
            let faces = piece.faces().map(|face| rotation.carry(face));
            let place = Corner::with_faces(faces).expect("a rotation carries corners to corners");
            let twist = place.faces().iter().position(|&face| face == faces[0]);
            cube.corners[place.index()] = piece.index() as u8;
            cube.twists[place.index()] = twist.expect("the place has these faces") as u8;
        }
        for piece in Edge::ALL {
            let faces = piece.faces().map(|face| rotation.carry(face));
            let place = Edge::with_faces(faces).expect("a rotation carries edges to edges");
            cube.edges[place.index()] = piece.index() as u8;
            cube.flips[place.index()] = u8::from(place.faces()[0] != faces[0]);
        }
    }
    whole
});

impl Cube {
    /// The solved cube, the identity of the group.
    pub const SOLVED: Cube = Cube {
        corners: [0, 1, 2, 3, 4, 5, 6, 7],
        twists: [0; 8],
        edges: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
        flips: [0; 12],
    };

    /// Makes a cube of the pieces and orientations at each place.
    ///
    /// # Errors
    /// [`Error::BadArray`] for arrays that are no permutations or orientations out of range, else
    /// the law of solvability that is broken.
    pub fn from_pieces(corners: [u8; 8], twists: [u8; 8], edges: [u8; 12], flips: [u8; 12]) -> Result<Cube, Error> {
        validity::check_arrays(&corners, &twists, &edges, &flips)?;
        validity::check_laws(&corners, &twists, &edges, &flips)?;
        Ok(Cube { corners, twists, edges, flips })
    }

    /// For values that are known to be lawful.
    pub(crate) const fn from_lawful(corners: [u8; 8], twists: [u8; 8], edges: [u8; 12], flips: [u8; 12]) -> Cube {
        Cube { corners, twists, edges, flips }
    }

    /// The index of the corner piece at each corner place.
    pub const fn corner_permutation(&self) -> &[u8; 8] {
        &self.corners
    }

    /// The twist of the piece at each corner place: 0, 1 (clockwise) or 2.
    pub const fn corner_orientation(&self) -> &[u8; 8] {
        &self.twists
    }

    /// The index of the edge piece at each edge place.
    pub const fn edge_permutation(&self) -> &[u8; 12] {
        &self.edges
    }

    /// The flip of the piece at each edge place: 0 or 1.
    pub const fn edge_orientation(&self) -> &[u8; 12] {
        &self.flips
    }

    /// Whether nothing is left to do.
    pub fn is_solved(&self) -> bool {
        *self == Cube::SOLVED
    }

    /// The cube after one move.
    #[must_use]
    pub const fn apply(&self, turn: Move) -> Cube {
        self.then(&TURNED[turn.index()])
    }

    /// The cube after all these moves, first to last.
    #[must_use]
    pub fn apply_all(&self, moves: &[Move]) -> Cube {
        moves.iter().fold(*self, |cube, &turn| cube.apply(turn))
    }

    /// The cube after moves that would take the solved cube to `next`: the group's product.
    #[must_use]
    pub const fn then(&self, next: &Cube) -> Cube {
        let mut result = Cube::SOLVED;
        let mut place = 0;
        while place < 8 {
            let from = next.corners[place] as usize;
            let twist = self.twists[from] + next.twists[place];
            result.corners[place] = self.corners[from];
            result.twists[place] = if twist >= 3 { twist - 3 } else { twist };
            place += 1;
        }
        let mut place = 0;
        while place < 12 {
            let from = next.edges[place] as usize;
            result.edges[place] = self.edges[from];
            result.flips[place] = self.flips[from] ^ next.flips[place];
            place += 1;
        }
        result
    }

    /// The position that undoes this one: `cube.then(&cube.inverse())` is solved.
    #[must_use]
    pub const fn inverse(&self) -> Cube {
        let mut result = Cube::SOLVED;
        let mut place = 0;
        while place < 8 {
            let piece = self.corners[place] as usize;
            result.corners[piece] = place as u8;
            result.twists[piece] = (3 - self.twists[place]) % 3;
            place += 1;
        }
        let mut place = 0;
        while place < 12 {
            let piece = self.edges[place] as usize;
            result.edges[piece] = place as u8;
            result.flips[piece] = self.flips[place];
            place += 1;
        }
        result
    }

    /// The position in the hand of someone who rotated the whole cube and names the faces by where
    /// they lie now. If `moves` solve this cube, `moves` carried by [`Rotation::carry_move`] solve that.
    #[must_use]
    pub fn rotated(&self, rotation: Rotation) -> Cube {
        // In words of pieces: name them by where they lie before, do what was done, and carry the places.
        WHOLE[rotation.inverse().index()].then(self).then(&WHOLE[rotation.index()])
    }

    /// The 54 stickers.
    pub fn facelets(&self) -> Facelets {
        let mut stickers = *Facelets::SOLVED.stickers();
        for place in Corner::ALL {
            let faces = Corner::ALL[usize::from(self.corners[place.index()])].faces();
            let twist = usize::from(self.twists[place.index()]);
            for (side, face) in faces.into_iter().enumerate() {
                stickers[place.stickers()[(side + twist) % 3]] = face;
            }
        }
        for place in Edge::ALL {
            let faces = Edge::ALL[usize::from(self.edges[place.index()])].faces();
            let flip = usize::from(self.flips[place.index()]);
            for (side, face) in faces.into_iter().enumerate() {
                stickers[place.stickers()[(side + flip) % 2]] = face;
            }
        }
        Facelets::new(stickers)
    }
}

impl Default for Cube {
    fn default() -> Cube {
        Cube::SOLVED
    }
}

impl fmt::Debug for Cube {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Cube({})", self.facelets())
    }
}

impl From<Cube> for Facelets {
    fn from(cube: Cube) -> Facelets {
        cube.facelets()
    }
}

impl std::str::FromStr for Cube {
    type Err = Error;

    /// Reads 54 letters as [`crate::Reading::parse`] does and checks the laws.
    fn from_str(text: &str) -> Result<Cube, Error> {
        Cube::try_from(&text.parse::<Facelets>()?)
    }
}
