//! The cube as small numbers that turns act on: orientations and the middle layer for phase 1, permutations for phase 2.

use cube::{Cube, Face, Move};

use crate::search::turn::{self, Turn};

pub(crate) const TWISTS: usize = 2187;
pub(crate) const FLIPS: usize = 2048;
/// Places of the four edges of the middle layer: 12 choose 4.
pub(crate) const SLICES: usize = 495;
/// Permutations of eight corners, or of the eight edges of the U and D layers.
pub(crate) const EIGHTS: usize = 40320;
/// Permutations of the four middle edges among themselves.
pub(crate) const FOURS: usize = 24;

/// The number in base `radix` of all digits but the last, which the laws of the cube fix.
fn digits(values: &[u8], radix: usize) -> usize {
    values[..values.len() - 1]
        .iter()
        .fold(0, |number, &value| number * radix + usize::from(value))
}

pub(crate) fn twist(cube: &Cube) -> usize {
    digits(cube.corner_orientation(), 3)
}

pub(crate) fn flip(cube: &Cube) -> usize {
    digits(cube.edge_orientation(), 2)
}

/// Rank among the choices of four places of twelve; 0 when all four are in the middle layer.
pub(crate) fn slice(cube: &Cube) -> usize {
    // Combinatorial number system, counted from the last place.
    const CHOOSE: [[usize; 5]; 13] = {
        let mut choose = [[0; 5]; 13];
        let mut n = 0;
        while n < 13 {
            choose[n][0] = 1;
            let mut k = 1;
            while k < 5 && 0 < n {
                choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
                k += 1;
            }
            n += 1;
        }
        choose
    };
    let mut rank = 0;
    let mut found = 0;
    for (place, &piece) in cube.edge_permutation().iter().rev().enumerate() {
        if 8 <= piece {
            found += 1;
            rank += CHOOSE[place][found];
        }
    }
    rank
}

/// Rank of a permutation in the factorial number system.
pub(crate) fn rank(permutation: &[u8]) -> usize {
    let mut rank = 0;
    for (index, &value) in permutation.iter().enumerate() {
        let smaller = permutation[index + 1..]
            .iter()
            .filter(|&&later| later < value)
            .count();
        rank = rank * (permutation.len() - index) + smaller;
    }
    rank
}

/// The permutation of a rank.
fn unrank<const N: usize>(mut rank: usize) -> [u8; N] {
    let mut smaller = [0; N];
    for index in (0..N).rev() {
        smaller[index] = rank % (N - index);
        rank /= N - index;
    }
    let mut left: Vec<u8> = (0..N as u8).collect();
    smaller.map(|index| left.remove(index))
}

pub(crate) fn corners(cube: &Cube) -> usize {
    rank(cube.corner_permutation())
}

/// Of the edges of the U and D layers, once no middle edge is among them.
pub(crate) fn outer_edges(cube: &Cube) -> usize {
    rank(&cube.edge_permutation()[..8])
}

/// Of the middle edges, once they are in the middle layer.
pub(crate) fn middle_edges(cube: &Cube) -> usize {
    rank(&cube.edge_permutation()[8..])
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

/// Spreads a coordinate over its whole range by the quarter turns from solved, and makes of these all turns.
fn from_solved(
    size: usize,
    faces: &[Face],
    coordinate: fn(&Cube) -> usize,
    half: bool,
) -> MoveTable {
    let mut examples = vec![None; size];
    examples[coordinate(&Cube::SOLVED)] = Some(Cube::SOLVED);
    let mut found = vec![coordinate(&Cube::SOLVED)];
    let mut next = 0;
    let steps: Vec<Move> = Face::ALL
        .into_iter()
        .map(|face| {
            if half && !faces.contains(&face) {
                Move::half(face)
            } else {
                Move::quarter(face)
            }
        })
        .collect();
    while next < found.len() {
        let cube = examples[found[next]].unwrap_or(Cube::SOLVED);
        for &step in &steps {
            let turned = cube.apply(step);
            let place = coordinate(&turned);
            if examples[place].is_none() {
                examples[place] = Some(turned);
                found.push(place);
            }
        }
        next += 1;
    }
    let cubes: Vec<Cube> = examples
        .into_iter()
        .map(|cube| cube.unwrap_or(Cube::SOLVED))
        .collect();
    table(&cubes, coordinate, half)
}

fn table(cubes: &[Cube], coordinate: fn(&Cube) -> usize, only_phase_two: bool) -> MoveTable {
    let mut table = vec![0; cubes.len() * turn::COUNT];
    for (index, cube) in cubes.iter().enumerate() {
        for turn in (0..turn::COUNT).map(Turn::at) {
            if !only_phase_two || turn.is_of_phase_two() {
                let turned = turn.moves().fold(*cube, |cube, step| cube.apply(step));
                table[index * turn::COUNT + turn.index()] = coordinate(&turned) as u16;
            }
        }
    }
    table
}

/// Cubes with each permutation of the eight corners, or of the eight outer edges.
fn eights(of_corners: bool) -> Vec<Cube> {
    (0..EIGHTS)
        .map(|rank| {
            let eight = unrank::<8>(rank);
            let even = is_even(&eight);
            let [mut corners, mut outer] = [[0, 1, 2, 3, 4, 5, 6, 7]; 2];
            let middle = [8, 9, 10, 11];
            if of_corners {
                corners = eight;
                if !even {
                    outer.swap(0, 1);
                }
            } else {
                outer = eight;
                if !even {
                    corners.swap(0, 1);
                }
            }
            let mut edges = [0; 12];
            edges[..8].copy_from_slice(&outer);
            edges[8..].copy_from_slice(&middle);
            Cube::from_pieces(corners, [0; 8], edges, [0; 12]).unwrap_or(Cube::SOLVED)
        })
        .collect()
}

fn is_even(permutation: &[u8]) -> bool {
    let inversions: usize = (0..permutation.len())
        .map(|one| {
            permutation[one + 1..]
                .iter()
                .filter(|&&later| later < permutation[one])
                .count()
        })
        .sum();
    inversions.is_multiple_of(2)
}

impl MoveTables {
    pub fn new() -> MoveTables {
        let upright = [Face::U, Face::D];
        MoveTables {
            twist: from_solved(TWISTS, &Face::ALL, twist, false),
            flip: from_solved(FLIPS, &Face::ALL, flip, false),
            slice: from_solved(SLICES, &Face::ALL, slice, false),
            corners: table(&eights(true), corners, false),
            outer_edges: table(&eights(false), outer_edges, true),
            middle_edges: from_solved(FOURS, &upright, middle_edges, true),
        }
    }
}
