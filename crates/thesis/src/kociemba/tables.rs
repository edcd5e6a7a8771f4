//! The coordinates of Kociemba's algorithm, and the lower bounds that his own library has (the thesis' section 4.2).
//!
//! | phase | bounds | positions |
//! |---|---|---|
//! | 1 | twist and middle places; flip and middle places | 2187 * 495 and 2048 * 495 |
//! | 2 | corners and middle order; outer edges and middle order | 40 320 * 24 each |
//!
//! They take 4 MB and about a second, so they are made anew each time. The product's `two-phase` has far better ones.

use cube::coordinate::{
    FLIPS, PERMUTATIONS, SLICES, SliceSets, bits, rank_flip, rank_permutation, rank_twist, unrank_flip,
    unrank_permutation,
};
use cube::{Cube, Face, Move};
use solver::parts::{corner_moves, twist_moves};

/// Orders of the four middle edges.
const ORDERS: usize = 24;
/// Moves of phase 2: U, D and the half turns.
pub(super) const HOME_MOVES: usize = 10;

/// Where a cube stands in phase 1. Solved is all zero.
#[derive(Clone, Copy)]
pub(super) struct Position {
    twist: u16,
    flip: u16,
    slice: u16,
}

/// Where it stands in phase 2. Solved is all zero.
#[derive(Clone, Copy)]
pub(super) struct Home {
    corners: u16,
    outer: u16,
    order: u16,
}

/// Moves and lower bounds of both phases.
pub(super) struct Tables {
    sets: SliceSets,
    twist_moves: Vec<u16>,
    flip_moves: Vec<u16>,
    slice_moves: Vec<u16>,
    /// The moves of phase 2, as indices of [`Move::ALL`].
    pub home_moves: [u8; HOME_MOVES],
    corner_moves: Vec<u16>,
    outer_moves: Vec<u16>,
    order_moves: Vec<u16>,
    twist_slice: Vec<u8>,
    flip_slice: Vec<u8>,
    corner_order: Vec<u8>,
    outer_order: Vec<u8>,
}

impl Tables {
    pub(super) fn new() -> Tables {
        let sets = SliceSets::new();
        let turns = Move::ALL.map(|turn| Cube::SOLVED.apply(turn));
        let home_moves = home_moves();
        let home_turns = home_moves.map(|turn| turns[usize::from(turn)]);
        // The piece that comes to a place brings its flip along.
        let flip_moves = table(FLIPS, &turns, |rank, turn| {
            let flips = unrank_flip(rank);
            let flipped = (0..12).filter(|&place| {
                let came = flips >> turn.edge_permutation()[place] & 1 == 1;
                came != (turn.edge_orientation()[place] == 1)
            });
            rank_flip(flipped.map(|place| 1 << place).sum())
        });
        let slice_moves = table(SLICES, &turns, |rank, turn| {
            let mask = sets.mask(rank);
            sets.rank(bits(turn.edge_permutation(), |from| mask >> from & 1 == 1))
        });
        let outer_moves = table(PERMUTATIONS, &home_turns, |rank, turn| {
            let edges = unrank_permutation::<8>(rank);
            let moved: [u8; 8] = std::array::from_fn(|place| edges[usize::from(turn.edge_permutation()[place])]);
            rank_permutation(&moved)
        });
        let order_moves = table(ORDERS, &home_turns, |rank, turn| {
            let edges = unrank_permutation::<4>(rank);
            let moved: [u8; 4] =
                std::array::from_fn(|place| edges[usize::from(turn.edge_permutation()[8 + place]) - 8]);
            rank_permutation(&moved)
        });
        let all_corner_moves = corner_moves();
        let home_of = |corners: usize| {
            let moves = &all_corner_moves[18 * corners..][..18];
            home_moves.map(|turn| moves[usize::from(turn)])
        };
        let corner_moves: Vec<u16> = (0..PERMUTATIONS).flat_map(home_of).collect();
        let twist_moves = twist_moves();
        Tables {
            twist_slice: distances(&twist_moves, &slice_moves, 18),
            flip_slice: distances(&flip_moves, &slice_moves, 18),
            corner_order: distances(&corner_moves, &order_moves, HOME_MOVES),
            outer_order: distances(&outer_moves, &order_moves, HOME_MOVES),
            sets,
            twist_moves,
            flip_moves,
            slice_moves,
            home_moves,
            corner_moves,
            outer_moves,
            order_moves,
        }
    }

    /// Where a cube stands in phase 1.
    pub(super) fn position(&self, cube: &Cube) -> Position {
        let middle = bits(cube.edge_permutation(), |piece| 8 <= piece);
        Position {
            twist: rank_twist(cube.corner_orientation()) as u16,
            flip: rank_flip(bits(cube.edge_orientation(), |flip| flip == 1)) as u16,
            slice: self.sets.rank(middle) as u16,
        }
    }

    /// Where it stands after a move.
    #[inline]
    pub(super) fn after(&self, at: Position, turn: usize) -> Position {
        Position {
            twist: self.twist_moves[usize::from(at.twist) * 18 + turn],
            flip: self.flip_moves[usize::from(at.flip) * 18 + turn],
            slice: self.slice_moves[usize::from(at.slice) * 18 + turn],
        }
    }

    /// The fewest moves to phase 2 that the bounds prove.
    #[inline]
    pub(super) fn bound(&self, at: Position) -> usize {
        let slice = usize::from(at.slice);
        let by_twist = self.twist_slice[usize::from(at.twist) * SLICES + slice];
        let by_flip = self.flip_slice[usize::from(at.flip) * SLICES + slice];
        usize::from(by_twist.max(by_flip))
    }

    /// Where a cube that is in phase 2 stands there.
    pub(super) fn home(&self, cube: &Cube) -> Home {
        let edges = cube.edge_permutation();
        let outer: [u8; 8] = std::array::from_fn(|place| edges[place]);
        let middle: [u8; 4] = std::array::from_fn(|place| edges[8 + place] - 8);
        Home {
            corners: rank_permutation(cube.corner_permutation()) as u16,
            outer: rank_permutation(&outer) as u16,
            order: rank_permutation(&middle) as u16,
        }
    }

    /// Where it stands after a move of phase 2, given by its place in `home_moves`.
    #[inline]
    pub(super) fn home_after(&self, at: Home, turn: usize) -> Home {
        Home {
            corners: self.corner_moves[usize::from(at.corners) * HOME_MOVES + turn],
            outer: self.outer_moves[usize::from(at.outer) * HOME_MOVES + turn],
            order: self.order_moves[usize::from(at.order) * HOME_MOVES + turn],
        }
    }

    /// The fewest moves of phase 2 that the bounds prove. It is 0 for the solved cube only: there corners and outer edges are
    /// solved with the middle ones.
    #[inline]
    pub(super) fn home_bound(&self, at: Home) -> usize {
        let order = usize::from(at.order);
        let by_corners = self.corner_order[usize::from(at.corners) * ORDERS + order];
        let by_edges = self.outer_order[usize::from(at.outer) * ORDERS + order];
        usize::from(by_corners.max(by_edges))
    }
}

fn home_moves() -> [u8; HOME_MOVES] {
    let mut stays =
        Move::ALL.into_iter().filter(|turn| turn.is_half_turn() || matches!(turn.face(), Face::U | Face::D));
    std::array::from_fn(|_| {
        let turn = stays.next().expect("six quarter turns, four half turns");
        turn.index() as u8
    })
}

/// `[coordinate * turns + turn]`.
fn table(coordinates: usize, turns: &[Cube], moved: impl Fn(usize, &Cube) -> usize) -> Vec<u16> {
    let entries = (0..coordinates).flat_map(|rank| turns.iter().map(move |turn| (rank, turn)));
    entries.map(|(rank, turn)| moved(rank, turn) as u16).collect()
}

/// Breadth-first distances from solved, `[row * columns + column]`; each table of moves has rows of `moves`.
fn distances(row_moves: &[u16], column_moves: &[u16], moves: usize) -> Vec<u8> {
    let columns = column_moves.len() / moves;
    let mut distances = vec![u8::MAX; row_moves.len() / moves * columns];
    distances[0] = 0;
    let mut layer = vec![0];
    for depth in 1.. {
        let mut next = Vec::new();
        for at in layer {
            let (row, column) = (at / columns, at % columns);
            for turn in 0..moves {
                let row = usize::from(row_moves[row * moves + turn]);
                let column = usize::from(column_moves[column * moves + turn]);
                let distance = &mut distances[row * columns + column];
                if *distance == u8::MAX {
                    *distance = depth;
                    next.push(row * columns + column);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_move_like_cubes_and_bounds_change_by_one_move_at_most() {
        let tables = Tables::new();
        for seed in 0..20 {
            let cube = Cube::from_seed(seed);
            for turn in Move::ALL {
                let moved = tables.after(tables.position(&cube), turn.index());
                let wanted = tables.position(&cube.apply(turn));
                assert_eq!((moved.twist, moved.flip, moved.slice), (wanted.twist, wanted.flip, wanted.slice));
                let bound = tables.bound(tables.position(&cube));
                assert!(bound.abs_diff(tables.bound(moved)) <= 1);
            }
        }
        let turns = tables.home_moves.map(|turn| Move::ALL[usize::from(turn)]);
        let mut cube = Cube::SOLVED;
        for step in 0..200 {
            assert_eq!(tables.bound(tables.position(&cube)), 0);
            for (place, &turn) in turns.iter().enumerate() {
                let moved = tables.home_after(tables.home(&cube), place);
                let wanted = tables.home(&cube.apply(turn));
                assert_eq!((moved.corners, moved.outer, moved.order), (wanted.corners, wanted.outer, wanted.order));
                let bound = tables.home_bound(tables.home(&cube));
                assert!(bound.abs_diff(tables.home_bound(moved)) <= 1);
            }
            cube = cube.apply(turns[step * 7 % 10]);
        }
    }
}
