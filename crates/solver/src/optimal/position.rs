//! A position as two registers, one for the corners and one for the edges.
//!
//! Places and pieces are numbered so that the numbers contain what the distance tables need. Corners 0 to 3 and 4 to 7 are the
//! two tetrads: no two of a tetrad share an edge. Edges 0 to 3, 4 to 7 and 8 to 11 are the three slices: the edges that a plane
//! through the centre holds.

use cube::{Corner, Cube, Edge, Move};

use super::lanes::Lanes;

/// The corner places in the order of tetrads.
pub(super) const CORNERS: [Corner; 8] =
    [Corner::Urf, Corner::Ulb, Corner::Dlf, Corner::Drb, Corner::Ufl, Corner::Ubr, Corner::Dfr, Corner::Dbl];

/// The edge places in the order of slices: between L and R, between F and B, between U and D.
pub(super) const EDGES: [Edge; 12] = [
    Edge::Uf,
    Edge::Ub,
    Edge::Df,
    Edge::Db,
    Edge::Ur,
    Edge::Ul,
    Edge::Dr,
    Edge::Dl,
    Edge::Fr,
    Edge::Fl,
    Edge::Bl,
    Edge::Br,
];

/// Where an orientation is kept above the number of the piece.
pub(super) const ORIENTATION: u8 = 4;
/// The flip in an edge's byte.
pub(super) const FLIP: u8 = 1 << ORIENTATION;
/// The twist in a corner's byte.
const TWIST: u8 = 3 << ORIENTATION;

/// Who is at each place: the piece's number in the low four bits, its orientation above.
#[derive(Clone, Copy)]
pub(super) struct Position<L> {
    pub corners: L,
    pub edges: L,
}

/// The number of a corner place or piece in the order of tetrads.
pub(super) fn corner_number(corner: usize) -> usize {
    (0..8).find(|&number| CORNERS[number].index() == corner).expect("all eight corners are listed")
}

/// The number of an edge place or piece in the order of slices.
pub(super) fn edge_number(edge: usize) -> usize {
    (0..12).find(|&number| EDGES[number].index() == edge).expect("all twelve edges are listed")
}

impl<L: Lanes> Position<L> {
    /// The position of a cube. Lanes without a place hold themselves.
    pub(super) fn of(cube: &Cube) -> Position<L> {
        let (mut corners, mut edges) = ([0; 16], [0; 16]);
        for number in 0..16 {
            corners[number] = number as u8;
            edges[number] = number as u8;
        }
        for (number, place) in CORNERS.iter().enumerate() {
            let piece = usize::from(cube.corner_permutation()[place.index()]);
            let twist = cube.corner_orientation()[place.index()];
            corners[number] = corner_number(piece) as u8 | twist << ORIENTATION;
        }
        for (number, place) in EDGES.iter().enumerate() {
            let piece = usize::from(cube.edge_permutation()[place.index()]);
            let flip = cube.edge_orientation()[place.index()];
            edges[number] = edge_number(piece) as u8 | flip << ORIENTATION;
        }
        Position { corners: L::load(&corners), edges: L::load(&edges) }
    }

    /// This position followed by `next`, as the group multiplies.
    #[inline(always)]
    pub(super) fn then(self, next: Position<L>) -> Position<L> {
        let three = L::load(&[3 << ORIENTATION; 16]);
        let twists = next.corners.and(L::load(&[TWIST; 16]));
        let corners = self.corners.shuffled(next.corners).plus(twists);
        let flips = next.edges.and(L::load(&[FLIP; 16]));
        Position {
            // A twist of three and more wraps round; below three the difference is a large number.
            corners: corners.min(corners.minus(three)),
            edges: self.edges.shuffled(next.edges).xor(flips),
        }
    }

    /// Whether every piece is home.
    #[inline(always)]
    pub(super) fn is_solved(self) -> bool {
        let wrong = |lanes: L| lanes.store() != std::array::from_fn::<u8, 16, _>(|lane| lane as u8);
        !wrong(self.corners) && !wrong(self.edges)
    }
}

/// The positions that the 18 moves make of the solved cube.
pub(super) fn move_positions<L: Lanes>() -> [Position<L>; Move::COUNT] {
    Move::ALL.map(|turn| Position::of(&Cube::SOLVED.apply(turn)))
}

#[cfg(test)]
mod tests {
    use super::super::lanes::Portable;
    use super::*;

    #[test]
    fn positions_multiply_as_cubes_do() {
        for seed in 0..200 {
            let (first, second) = (Cube::from_seed(seed), Cube::from_seed(seed + 1000));
            let product = Position::<Portable>::of(&first).then(Position::of(&second));
            let expected = Position::<Portable>::of(&first.then(&second));
            assert_eq!(product.corners.store(), expected.corners.store());
            assert_eq!(product.edges.store(), expected.edges.store());
            assert!(!product.is_solved());
            let undone = Position::<Portable>::of(&first).then(Position::of(&first.inverse()));
            assert!(undone.is_solved());
        }
    }
}
