//! What the moves do to the coordinates, as tables.
//!
//! A table has a row of one entry per move for each coordinate: `table[coordinate * moves + move]`.

use cube::{Cube, Move};

use cube::coordinate::{
    PERMUTATIONS, PLACEMENTS, SliceSets, TWISTS, rank_permutation, rank_twist, unrank_permutation, unrank_twist,
};
use cube::symmetry::{AXIAL, SYMMETRIES};

/// The moves that keep a cube in the second phase: U U2 U' D D2 D' and the half turns R2 F2 L2 B2.
pub(crate) const PHASE_TWO_MOVES: [u8; 10] = [0, 1, 2, 9, 10, 11, 4, 7, 13, 16];

/// What one move does to the places of pieces, as arrays: who comes here, and turned how.
pub(crate) struct Turn {
    corners: [u8; 8],
    twists: [u8; 8],
    pub edges: [u8; 12],
    /// A bit for each edge place whose new piece is flipped.
    pub flips: u16,
}

/// The 18 moves as [`Turn`]s.
pub(crate) fn turns() -> Vec<Turn> {
    let turn = |turn: Move| {
        let cube = Cube::SOLVED.apply(turn);
        Turn {
            corners: *cube.corner_permutation(),
            twists: *cube.corner_orientation(),
            edges: *cube.edge_permutation(),
            flips: cube::coordinate::bits(cube.edge_orientation(), |flip| flip == 1),
        }
    };
    Move::ALL.map(turn).into()
}

/// Moves on corner twists, 2187 * 18.
pub fn twist_moves() -> Vec<u16> {
    let turns = turns();
    table(TWISTS, &turns, |rank, turn| {
        let twists = unrank_twist(rank);
        let turned = std::array::from_fn(|place| (twists[usize::from(turn.corners[place])] + turn.twists[place]) % 3);
        rank_twist(&turned)
    })
}

/// Corner twists renamed by the 16 axial symmetries, `[symmetry * 2187 + twist]`.
pub fn renamed_twists() -> Vec<u16> {
    let mut renamed = Vec::with_capacity(AXIAL * TWISTS);
    for symmetry in &SYMMETRIES.list[..AXIAL] {
        for rank in 0..TWISTS {
            let mut twists = [0; 8];
            for (place, twist) in unrank_twist(rank).into_iter().enumerate() {
                // U and D stickers stay U or D stickers; a mirror only turns the other way.
                let twist = if symmetry.mirror { (3 - twist) % 3 } else { twist };
                twists[usize::from(symmetry.corners[place])] = twist;
            }
            renamed.push(rank_twist(&twists) as u16);
        }
    }
    renamed
}

/// Moves on corner permutations, 40320 * 18.
pub fn corner_moves() -> Vec<u16> {
    let turns = turns();
    table(PERMUTATIONS, &turns, |rank, turn| {
        let corners = unrank_permutation::<8>(rank);
        rank_permutation(&turn.corners.map(|from| corners[usize::from(from)]))
    })
}

/// Moves on the places of four edges, 11880 * 18.
pub(crate) fn placement_moves(sets: &SliceSets) -> Vec<u16> {
    let turns = turns();
    table(PLACEMENTS, &turns, |rank, turn| {
        let places = sets.unrank_placement(rank);
        sets.rank_placement(&places.map(|place| {
            let to = turn.edges.iter().position(|&from| from == place);
            to.expect("a move sends every place somewhere") as u8
        }))
    })
}

/// Phase-two moves on the permutation of the eight edges of the U and D layers, 40320 * 10.
pub(crate) fn outer_edge_moves() -> Vec<u16> {
    let all = turns();
    let turns: Vec<&Turn> = PHASE_TWO_MOVES.iter().map(|&turn| &all[usize::from(turn)]).collect();
    table(PERMUTATIONS, &turns, |rank, turn| {
        let edges = unrank_permutation::<8>(rank);
        let turned: [u8; 8] = std::array::from_fn(|place| edges[usize::from(turn.edges[place])]);
        rank_permutation(&turned)
    })
}

/// Permutations of eight pieces renamed by the 16 axial symmetries, `[symmetry * 40320 + rank]`:
/// both the pieces and their places are renamed by `map`.
pub(crate) fn renamed_permutations(map: impl Fn(usize) -> [u8; 8]) -> Vec<u16> {
    let mut renamed = Vec::with_capacity(AXIAL * PERMUTATIONS);
    for symmetry in 0..AXIAL {
        let map = map(symmetry);
        for rank in 0..PERMUTATIONS {
            let mut images = [0; 8];
            for (place, piece) in unrank_permutation::<8>(rank).into_iter().enumerate() {
                images[usize::from(map[place])] = map[usize::from(piece)];
            }
            renamed.push(rank_permutation(&images) as u16);
        }
    }
    renamed
}

fn table<T>(coordinates: usize, turns: &[T], turned: impl Fn(usize, &T) -> usize) -> Vec<u16> {
    let entries = (0..coordinates).flat_map(|rank| turns.iter().map(move |turn| (rank, turn)));
    entries.map(|(rank, turn)| turned(rank, turn) as u16).collect()
}
