//! The cube as small numbers that turns act on: orientations and the middle layer for phase 1, permutations for phase 2.

pub(crate) use cube::coordinate::{FLIPS, PERMUTATIONS, SLICES, TWISTS};
use cube::coordinate::{SLICE_SETS, bits, rank_flip, rank_permutation, rank_twist};
use cube::{AxialTurn, Cube};

/// Permutations of the four middle edges among themselves.
pub(crate) const FOURS: usize = 24;

pub(crate) fn twist(cube: &Cube) -> usize {
    rank_twist(cube.corner_orientation())
}

pub(crate) fn flip(cube: &Cube) -> usize {
    rank_flip(bits(cube.edge_orientation(), |flip| flip == 1))
}

/// Of the four places of the middle edges; 0 when all four are in the middle layer.
pub(crate) fn slice(cube: &Cube) -> usize {
    SLICE_SETS.rank(bits(cube.edge_permutation(), |edge| 8 <= edge))
}

pub(crate) fn corners(cube: &Cube) -> usize {
    rank_permutation(cube.corner_permutation())
}

/// Of the edges of the U and D layers, once no middle edge is among them.
pub(crate) fn outer_edges(cube: &Cube) -> usize {
    let edges = cube.edge_permutation();
    rank_permutation::<8>(&std::array::from_fn(|place| edges[place]))
}

/// Of the middle edges, once they are in the middle layer.
pub(crate) fn middle_edges(cube: &Cube) -> usize {
    let edges = cube.edge_permutation();
    rank_permutation::<4>(&std::array::from_fn(|place| edges[place + 8] % 4))
}

/// Where each of the 45 turns takes a coordinate: `table[45 * coordinate + turn]`.
pub(crate) type MoveTable = Vec<u16>;

/// All move tables.
pub(crate) struct MoveTables {
    pub twist: MoveTable,
    pub flip: MoveTable,
    pub slice: MoveTable,
    pub corners: MoveTable,
    pub outer_edges: MoveTable,
    pub middle_edges: MoveTable,
}

/// Follows a coordinate from the solved cube through all turns that are given, which must reach its whole range.
fn move_table(size: usize, coordinate: fn(&Cube) -> usize, turns: &[AxialTurn]) -> MoveTable {
    let mut table = vec![0; size * AxialTurn::COUNT];
    let mut is_found = vec![false; size];
    is_found[0] = true;
    let mut examples = vec![(0, Cube::SOLVED)];
    let mut next = 0;
    while let Some(&(from, cube)) = examples.get(next) {
        for turn in turns {
            let turned = turn.moves().fold(cube, |cube, step| cube.apply(step));
            let to = coordinate(&turned);
            table[from * AxialTurn::COUNT + turn.index()] = to as u16;
            if !std::mem::replace(&mut is_found[to], true) {
                examples.push((to, turned));
            }
        }
        next += 1;
    }
    table
}

impl MoveTables {
    pub fn new() -> MoveTables {
        let all: Vec<AxialTurn> = AxialTurn::all().collect();
        let inner = all.iter().copied().filter(|turn| turn.is_of_phase_two());
        let inner: Vec<AxialTurn> = inner.collect();
        MoveTables {
            twist: move_table(TWISTS, twist, &all),
            flip: move_table(FLIPS, flip, &all),
            slice: move_table(SLICES, slice, &all),
            corners: move_table(PERMUTATIONS, corners, &all),
            outer_edges: move_table(PERMUTATIONS, outer_edges, &inner),
            middle_edges: move_table(FOURS, middle_edges, &inner),
        }
    }
}
