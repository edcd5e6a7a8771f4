//! The coordinate of the distance tables: what a position looks like to someone who knows only
//! tetrads, slices and orientations.
//!
//! A position c belongs to the coset H c, where H holds every position whose corners are in their
//! tetrads and oriented, and whose edges are in their slices and oriented. All 48 symmetries of the
//! cube map H onto itself, and all half turns lie in it. After S. Tronto's H48 and A. Skalski's
//! vcube.
//!
//! | part | what it tells | count |
//! |---|---|---|
//! | corner class | tetrad and orientation at each corner place, up to symmetry | 70 * 3^7 in 3393 classes |
//! | slices | slice of the piece at each edge place | 12! / 4!^3 = 34 650 |
//! | flips | orientation of the edges | 2^11 = 2048 |

use super::lanes::Lanes;
use super::position::{CORNERS, EDGES, FLIP, ORIENTATION, Position, corner_number, edge_number};
use crate::symmetry::{ALL, SYMMETRIES, Symmetry};

/// Tetrads times twists.
pub(super) const CORNER_COSETS: usize = 70 * TWISTS;
/// Corner cosets up to symmetry.
pub(super) const CLASSES: usize = 3393;
/// Ways to spread three slices of four edges over twelve places.
pub(super) const SLICINGS: usize = 34_650;
/// Corner class and slices together: a row of a distance table.
pub(super) const ROWS: usize = CLASSES * SLICINGS;
/// Flips that tell the others: the twelfth follows.
pub(super) const FLIP_BITS: u32 = 11;

const TWISTS: usize = 2187;
/// Bit of an edge's byte for the second slice, and of the third one above it.
const SECOND_SLICE: i32 = 6;
const THIRD_SLICE: i32 = 7;
/// Codes of six edge places: a bit for each in the third slice, and above for each in the second.
const HALF_CODES: usize = 1 << 12;
/// A symmetry's number in an entry of `class_and_symmetry`.
const SYMMETRY_BITS: u32 = 6;
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

/// The corner cosets up to symmetry.
pub(super) struct Classes {
    /// For each corner coset its class times 64 plus the symmetry that renames it to the class's
    /// representative.
    pub class_and_symmetry: Vec<u32>,
    /// The corner coset that stands for each class.
    pub representatives: Vec<u32>,
    /// For each class a bit for each symmetry that leaves its representative as it is.
    pub stabilizers: Vec<u64>,
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

/// Numbers the slicings in two halves of six places: the number is the sum of both entries.
struct Slicings {
    first: Box<[u16; HALF_CODES]>,
    second: Box<[u16; HALF_CODES]>,
    /// The codes of both halves for each number.
    codes: Vec<(u16, u16)>,
}

impl Slicings {
    fn new() -> Slicings {
        // Codes by how many of the six places each slice holds.
        let mut halves = vec![Vec::new(); 5 * 5 * 5];
        for code in 0..HALF_CODES {
            let (third, second) = (code & 63, code >> 6);
            let counts = [third, second, !(third | second) & 63].map(usize::count_ones);
            if third & second == 0 && counts.iter().all(|&count| count <= 4) {
                halves[index_of(counts)].push(code as u16);
            }
        }
        let (mut first, mut second) = (Box::new([0; HALF_CODES]), Box::new([0; HALF_CODES]));
        let mut codes = Vec::with_capacity(SLICINGS);
        for group in &halves {
            let Some(&code) = group.first() else { continue };
            let (third, middle) = (code & 63, code >> 6);
            let counts = [third, middle, !(third | middle) & 63].map(u16::count_ones);
            let others = &halves[index_of(counts.map(|count| 4 - count))];
            for &code in group {
                first[usize::from(code)] = codes.len() as u16;
                for (rank, &other) in others.iter().enumerate() {
                    second[usize::from(other)] = rank as u16;
                    codes.push((code, other));
                }
            }
        }
        Slicings {
            first,
            second,
            codes,
        }
    }
}

/// Where a half with so many edges of each slice is listed.
fn index_of(counts: [u32; 3]) -> usize {
    counts
        .iter()
        .fold(0, |index, &count| index * 5 + count as usize)
}

/// Which sticker of a renamed piece or place bears the name that the first sticker had to give up:
/// 0 where the first one stays first.
fn side<const N: usize>(symmetry: &Symmetry, from: [cube::Face; N], to: [cube::Face; N]) -> u8 {
    from.iter()
        .position(|face| symmetry.faces[face.index()] == to[0])
        .expect("the renamed piece has the renamed faces") as u8
}

fn edge_side(symmetry: &Symmetry, number: usize) -> u8 {
    let edge = EDGES[number];
    let image = cube::Edge::ALL[usize::from(symmetry.edges[edge.index()])];
    side(symmetry, edge.faces(), image.faces())
}

fn corner_side(symmetry: &Symmetry, number: usize) -> u8 {
    let corner = CORNERS[number];
    let image = cube::Corner::ALL[usize::from(symmetry.corners[corner.index()])];
    side(symmetry, corner.faces(), image.faces())
}

/// The tetrads by rank, as masks of the places that hold the second tetrad.
fn tetrad_masks() -> impl Iterator<Item = usize> {
    (0..256_usize).filter(|mask| mask.count_ones() == 4)
}

/// Tetrad mask and twists of a corner coset.
fn corners_of(coset: usize) -> (usize, [u8; 8]) {
    let mask = tetrad_masks()
        .nth(coset / TWISTS)
        .expect("there are 70 masks of four");
    let mut rank = coset % TWISTS;
    let mut twists = [0; 8];
    for twist in &mut twists[..7] {
        *twist = (rank % 3) as u8;
        rank /= 3;
    }
    twists[7] = (21 - twists.iter().sum::<u8>()) % 3;
    (mask, twists)
}

fn corner_coset(mask: usize, twists: &[u8; 8]) -> usize {
    let rank = tetrad_masks()
        .position(|known| known == mask)
        .expect("four places hold the second tetrad");
    let twist = twists[..7]
        .iter()
        .rev()
        .fold(0, |rank, &twist| rank * 3 + usize::from(twist));
    rank * TWISTS + twist
}

/// The corner coset renamed by a symmetry.
fn renamed(coset: usize, symmetry: &Symmetry) -> usize {
    let (mask, twists) = corners_of(coset);
    let (mut new_mask, mut new_twists) = (0, [0; 8]);
    for place in 0..8 {
        // The first piece of the tetrad does for all of it: a symmetry treats them alike.
        let piece = if mask >> place & 1 == 1 { 4 } else { 0 };
        let image =
            |number: usize| corner_number(usize::from(symmetry.corners[CORNERS[number].index()]));
        let turned =
            3 + corner_side(symmetry, piece) + twists[place] - corner_side(symmetry, place);
        let turned = turned % 3;
        new_mask |= usize::from(image(piece) >= 4) << image(place);
        new_twists[image(place)] = if symmetry.mirror {
            (3 - turned) % 3
        } else {
            turned
        };
    }
    corner_coset(new_mask, &new_twists)
}

impl Classes {
    /// Finds all classes. Takes some tenths of a second.
    pub(super) fn new() -> Classes {
        let mut class_and_symmetry = vec![u32::MAX; CORNER_COSETS];
        let (mut representatives, mut stabilizers) = (Vec::new(), Vec::new());
        for coset in 0..CORNER_COSETS {
            if class_and_symmetry[coset] != u32::MAX {
                continue;
            }
            let mut stabilizer = 0;
            for (index, symmetry) in SYMMETRIES.list.iter().enumerate() {
                let image = renamed(coset, symmetry);
                if image == coset {
                    stabilizer |= 1 << index;
                }
                if class_and_symmetry[image] == u32::MAX {
                    class_and_symmetry[image] = (representatives.len() as u32) << SYMMETRY_BITS
                        | u32::from(SYMMETRIES.inverse[index]);
                }
            }
            representatives.push(coset as u32);
            stabilizers.push(stabilizer);
        }
        Classes {
            class_and_symmetry,
            representatives,
            stabilizers,
        }
    }
}

impl<'a, L: Lanes> Cosets<'a, L> {
    /// `class_and_symmetry` as in [`Classes`].
    pub(super) fn new(class_and_symmetry: &'a [u32]) -> Cosets<'a, L> {
        let mut tetrads = [0; 256];
        for (rank, mask) in tetrad_masks().enumerate() {
            tetrads[mask] = (rank * TWISTS) as u32;
        }
        // Twists of four corners: the low bits of all four, and above them the high ones.
        let twists = |weights: [u32; 4]| {
            std::array::from_fn(|code| {
                (0..4)
                    .map(|lane| {
                        (code as u32 >> lane & 1 | (code as u32 >> (4 + lane) & 1) << 1)
                            * weights[lane]
                    })
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
        let image = |symmetry: &Symmetry, number: usize| {
            edge_number(usize::from(symmetry.edges[EDGES[number].index()]))
        };
        let comes_from = |symmetry: &Symmetry, place: usize| {
            (0..12)
                .find(|&from| image(symmetry, from) == place)
                .expect("a symmetry maps some place to each")
        };
        Cosets {
            class_and_symmetry,
            tetrads,
            first_twists: twists([1, 3, 9, 27]),
            last_twists: twists([81, 243, 729, 0]),
            slicings: Slicings::new(),
            names: lanes(&|symmetry, piece| {
                let slice = image(symmetry, piece) / 4;
                let slice =
                    u8::from(slice == 1) << SECOND_SLICE | u8::from(slice == 2) << THIRD_SLICE;
                slice | edge_side(symmetry, piece) << ORIENTATION
            }),
            places: lanes(&|symmetry, place| comes_from(symmetry, place) as u8),
            flips: lanes(&|symmetry, place| {
                edge_side(symmetry, comes_from(symmetry, place)) << ORIENTATION
            }),
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
    fn edges(&self, edges: L, symmetry: usize) -> (u32, u32) {
        let flips = edges.and(L::load(&[FLIP; 16]));
        let edges = self.names[symmetry].shuffled(edges).xor(flips);
        let edges = edges
            .shuffled(self.places[symmetry])
            .xor(self.flips[symmetry]);
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
        Coset {
            row: (class * SLICINGS) as u32 + slices,
            flips,
        }
    }

    /// Calls back with each number that the coset has, and the symmetry that leads there. It has
    /// several where its corners look the same from several sides.
    #[inline(always)]
    pub(super) fn each_coset(
        &self,
        position: Position<L>,
        stabilizers: &[u64],
        mut call: impl FnMut(Coset, usize),
    ) {
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
        let (first, last) = self.slicings.codes[slices];
        let third = first & 63 | (last & 63) << 6;
        let second = first >> 6 | last & 0xFC0;
        let flips = coset.flips | (coset.flips.count_ones() & 1) << FLIP_BITS;
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
        Position {
            corners: corners[class],
            edges: L::load(&edges),
        }
    }
}

/// Corners of each class's representative.
pub(super) fn corner_positions<L: Lanes>(representatives: &[u32]) -> Vec<L> {
    let corners = |&coset: &u32| {
        let (mask, twists) = corners_of(coset as usize);
        let mut next = [0, 4];
        L::load(&std::array::from_fn(|place| match place {
            0..8 => {
                let piece = &mut next[mask >> place & 1];
                *piece += 1;
                (*piece - 1) | twists[place] << ORIENTATION
            }
            _ => place as u8,
        }))
    };
    representatives.iter().map(corners).collect()
}

#[cfg(test)]
mod tests {
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
            let coset = Coset {
                row: number,
                flips: number % 2048,
            };
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
