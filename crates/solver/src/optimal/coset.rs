//! The coordinate of the distance tables: what a position looks like to someone who knows only
//! tetrads, slices and orientations.
//!
//! A position c belongs to the coset H c. H holds every position with two properties: its corners are in their tetrads and
//! oriented, and its edges are in their slices and oriented. All 48 symmetries of the cube map H onto itself, and all half
//! turns lie in it. After S. Tronto's H48 and A. Skalski's vcube.
//!
//! | part | what it stands for | count |
//! |---|---|---|
//! | corner class | tetrad and orientation at each corner place, up to symmetry | 70 * 3^7 in 3393 classes |
//! | slices | slice of the piece at each edge place | 12! / 4!^3 = 34 650 |
//! | flips | orientation of the edges | 2^11 = 2048 |

use super::corners::{CLASSES, SYMMETRY_BITS, TWISTS, tetrad_masks};
use super::lanes::Lanes;
use super::position::{EDGES, FLIP, ORIENTATION, Position, edge_number};
use super::slicing::{SLICINGS, Slicings};
use cube::symmetry::{ALL, SYMMETRIES, Symmetry, side};

/// Corner class and slices together: a row of a distance table.
pub(super) const ROWS: usize = CLASSES * SLICINGS;
/// Independent flips: the twelfth follows.
pub(super) const FLIP_BITS: u32 = 11;

/// Bit of an edge's byte for the second slice, and of the third one above it.
const SECOND_SLICE: i32 = 6;
const THIRD_SLICE: i32 = 7;
/// What fits there; the last ones stand for nothing.
const SYMMETRY_CODES: usize = 1 << SYMMETRY_BITS;

/// The bit of the symmetry that changes nothing.
const IDENTITY: u64 = 1;

/// A coset up to symmetry, as the distance tables number it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Coset {
    /// Corner class times [`SLICINGS`] plus slices.
    pub row: u32,
    /// Eleven bits.
    pub flips: u32,
}

/// Numbers positions by their cosets.
pub(super) struct Cosets<'a, L> {
    class_and_symmetry: &'a [u32],
    tetrads: [u32; 256],
    first_twists: [u32; 256],
    last_twists: [u32; 256],
    slicings: Slicings,
    /// For each symmetry: slice and flip of a piece's new name.
    names: [L; SYMMETRY_CODES],
    /// For each symmetry: who comes to each place.
    places: [L; SYMMETRY_CODES],
    /// For each symmetry: what the new places do to flips.
    flips: [L; SYMMETRY_CODES],
}

fn edge_side(symmetry: &Symmetry, number: usize) -> u8 {
    let edge = EDGES[number];
    let image = cube::Edge::ALL[usize::from(symmetry.edges[edge.index()])];
    side(symmetry, edge.faces(), image.faces())
}

impl<'a, L: Lanes> Cosets<'a, L> {
    /// `class_and_symmetry` as in [`super::corners::Classes`].
    pub(super) fn new(class_and_symmetry: &'a [u32]) -> Cosets<'a, L> {
        let mut tetrads = [0; 256];
        for (rank, mask) in tetrad_masks().enumerate() {
            tetrads[mask] = (rank * TWISTS) as u32;
        }
        // Twists of four corners: the low bits of all four, and above them the high ones.
        let twists = |weights: [u32; 4]| {
            std::array::from_fn(|code| {
                (0..4)
                    .map(|lane| (code as u32 >> lane & 1 | (code as u32 >> (4 + lane) & 1) << 1) * weights[lane])
                    .sum()
            })
        };
        let lanes = |byte: &dyn Fn(&Symmetry, usize) -> u8| {
            std::array::from_fn(|symmetry| {
                let symmetry = &SYMMETRIES.list[symmetry % ALL];
                L::load(&std::array::from_fn(|lane| match lane {
                    0..12 => byte(symmetry, lane),
                    _ => 0,
                }))
            })
        };
        let image =
            |symmetry: &Symmetry, number: usize| edge_number(usize::from(symmetry.edges[EDGES[number].index()]));
        let comes_from = |symmetry: &Symmetry, place: usize| {
            (0..12).find(|&from| image(symmetry, from) == place).expect("a symmetry maps some place to each")
        };
        Cosets {
            class_and_symmetry,
            tetrads,
            first_twists: twists([1, 3, 9, 27]),
            last_twists: twists([81, 243, 729, 0]),
            slicings: Slicings::new(),
            names: lanes(&|symmetry, piece| {
                let slice = image(symmetry, piece) / 4;
                let slice = u8::from(slice == 1) << SECOND_SLICE | u8::from(slice == 2) << THIRD_SLICE;
                slice | edge_side(symmetry, piece) << ORIENTATION
            }),
            places: lanes(&|symmetry, place| comes_from(symmetry, place) as u8),
            flips: lanes(&|symmetry, place| edge_side(symmetry, comes_from(symmetry, place)) << ORIENTATION),
        }
    }

    /// The class of the corners and the symmetry that renames them to its representative.
    #[inline(always)]
    fn class(&self, corners: L) -> (usize, usize) {
        let tetrads = corners.bits::<2>() & 0xFF;
        let (low, high) = (corners.bits::<4>(), corners.bits::<5>());
        let first = low & 15 | (high & 15) << 4;
        let last = low >> 4 & 15 | high & 0xF0;
        let coset = self.tetrads[tetrads] + self.first_twists[first] + self.last_twists[last];
        let entry = self.class_and_symmetry[coset as usize] as usize;
        (entry >> SYMMETRY_BITS, entry % SYMMETRY_CODES)
    }

    /// Slices and flips of edges renamed by a symmetry.
    #[inline(always)]
    pub(super) fn edges(&self, edges: L, symmetry: usize) -> (u32, u32) {
        let flips = edges.and(L::load(&[FLIP; 16]));
        let edges = self.names[symmetry].shuffled(edges).xor(flips);
        let edges = edges.shuffled(self.places[symmetry]).xor(self.flips[symmetry]);
        let (third, second) = (edges.bits::<THIRD_SLICE>(), edges.bits::<SECOND_SLICE>());
        let first = third & 63 | (second & 63) << 6;
        let last = third >> 6 & 63 | second & 0xFC0;
        let slices = self.slicings.first[first] + self.slicings.second[last];
        let flips = edges.bits::<{ ORIENTATION as i32 }>() & ((1 << FLIP_BITS) - 1);
        (u32::from(slices), flips as u32)
    }

    /// The coset of a position.
    #[inline(always)]
    pub(super) fn coset(&self, position: Position<L>) -> Coset {
        let (class, symmetry) = self.class(position.corners);
        let (slices, flips) = self.edges(position.edges, symmetry);
        Coset { row: (class * SLICINGS) as u32 + slices, flips }
    }

    /// Calls back with each number that the coset has, and the symmetry that leads there. It has
    /// several where its corners look the same from several sides.
    #[inline(always)]
    pub(super) fn each_coset(&self, position: Position<L>, stabilizers: &[u64], mut call: impl FnMut(Coset, usize)) {
        let (class, symmetry) = self.class(position.corners);
        let mut stabilizer = stabilizers[class];
        if stabilizer == IDENTITY {
            let (slices, flips) = self.edges(position.edges, symmetry);
            let row = (class * SLICINGS) as u32 + slices;
            return call(Coset { row, flips }, symmetry);
        }
        while stabilizer != 0 {
            let next = stabilizer.trailing_zeros() as usize;
            stabilizer &= stabilizer - 1;
            let symmetry = usize::from(SYMMETRIES.then[symmetry][next]);
            let (slices, flips) = self.edges(position.edges, symmetry);
            let row = (class * SLICINGS) as u32 + slices;
            call(Coset { row, flips }, symmetry);
        }
    }

    /// A position of the coset, not always one that turning faces can reach; `corners` are those of
    /// its class, from [`corner_positions`].
    pub(super) fn position(&self, coset: Coset, corners: &[L]) -> Position<L> {
        let (class, slices) = (coset.row as usize / SLICINGS, coset.row as usize % SLICINGS);
        Position { corners: corners[class], edges: self.edges_of(slices, coset.flips) }
    }

    /// Edges with these slices and flips.
    pub(super) fn edges_of(&self, slices: usize, flips: u32) -> L {
        let (first, last) = self.slicings.codes[slices];
        let third = first & 63 | (last & 63) << 6;
        let second = first >> 6 | last & 0xFC0;
        let flips = flips | (flips.count_ones() & 1) << FLIP_BITS;
        let mut next = [0, 4, 8];
        let edges = std::array::from_fn(|place| match place {
            0..12 => {
                let slice = (third >> place & 1) * 2 + (second >> place & 1);
                let piece = &mut next[usize::from(slice)];
                *piece += 1;
                (*piece - 1) | ((flips >> place & 1) as u8) << ORIENTATION
            }
            _ => place as u8,
        });
        L::load(&edges)
    }
}

#[cfg(test)]
mod tests {
    use super::super::corners::{CORNER_COSETS, Classes, corner_coset, corner_positions};
    use super::super::lanes::Portable;
    use super::*;
    use cube::{Cube, Move};
    use std::collections::HashSet;

    #[test]
    fn there_are_as_many_classes_as_published() {
        // S. Tronto's document on H48.
        let classes = Classes::new();
        assert_eq!(classes.representatives.len(), CLASSES);
        let solved = classes.class_and_symmetry[corner_coset(0xF0, &[0; 8])] >> SYMMETRY_BITS;
        assert_eq!(classes.stabilizers[solved as usize].count_ones(), 48);
        // The members of all classes together are all corner cosets.
        let members = |stabilizer: &u64| ALL / stabilizer.count_ones() as usize;
        let all: usize = classes.stabilizers.iter().map(members).sum();
        assert_eq!(all, CORNER_COSETS);
    }

    #[test]
    fn numbers_and_positions_are_one_to_one() {
        let classes = Classes::new();
        let cosets = Cosets::<Portable>::new(&classes.class_and_symmetry);
        let corners = corner_positions(&classes.representatives);
        for number in (0..ROWS as u32).step_by(9973) {
            let coset = Coset { row: number, flips: number % 2048 };
            let mut found = Vec::new();
            let position = cosets.position(coset, &corners);
            cosets.each_coset(position, &classes.stabilizers, |coset, _| found.push(coset));
            assert!(found.contains(&coset), "{coset:?} became {found:?}");
            assert!(found.contains(&cosets.coset(position)));
        }
    }

    #[test]
    fn cosets_do_not_change_with_the_point_of_view_or_half_turns() {
        let classes = Classes::new();
        let cosets = Cosets::<Portable>::new(&classes.class_and_symmetry);
        let number = |cube: &Cube| cosets.coset(Position::of(cube));
        let views = |cube: &Cube| {
            let mut found = Vec::new();
            cosets.each_coset(Position::of(cube), &classes.stabilizers, |coset, _| {
                found.push((coset.row, coset.flips));
            });
            found.into_iter().collect::<HashSet<_>>()
        };
        for seed in 0..40 {
            // Few moves from solved, corners look the same from several sides.
            let moves = cube::parse_moves("R2 U2 F2 D2 L2 B2 U R F", cube::Notation::Standard);
            let near = Cube::SOLVED.apply_all(&moves.unwrap()[..seed % 10]);
            for cube in [Cube::from_seed(seed as u64), near] {
                let expected = views(&cube);
                for symmetry in &SYMMETRIES.list {
                    assert_eq!(views(&symmetry.rename(&cube)), expected);
                }
                for turn in Move::ALL.into_iter().filter(|turn| turn.is_half_turn()) {
                    assert_eq!(number(&Cube::SOLVED.apply(turn).then(&cube)), number(&cube));
                }
                for face in cube::Face::ALL {
                    let after = |quarters| {
                        let turn = Move::new(face, quarters).unwrap();
                        number(&Cube::SOLVED.apply(turn).then(&cube))
                    };
                    assert_eq!(after(1), after(3));
                }
            }
        }
    }
}
