//! Edge flips and middle-layer places together, reduced by the 16 axial symmetries.
//!
//! There are 2048 * 495 = 1 013 760 pairs; symmetry leaves 64 430 classes, each stood for by its
//! smallest pair.

use crate::turning::{Turn, turns};
use cube::coordinate::{FLIPS, SLICE_PLACES, SLICES, SliceSets, rank_flip, unrank_flip};
use cube::symmetry::{self, AXIAL, SYMMETRIES};

/// Flips times middle-layer places.
const PAIRS: usize = FLIPS * SLICES;
/// Classes under the 16 symmetries.
pub(crate) const CLASSES: usize = 64_430;

/// Renames pairs by symmetries, bit by bit through tables.
pub(crate) struct FlipSlices {
    sets: SliceSets,
    /// `[symmetry * 4096 + mask]`: the places of the mask renamed.
    renamed_masks: Vec<u16>,
}

/// The classes: their representatives, moves and own symmetries.
pub(crate) struct Classes {
    /// The smallest pair of each class, in rising order.
    pub representatives: Vec<u32>,
    /// `[class * 18 + move]`: the class after the move times 16, plus the symmetry that renames
    /// the moved representative to the representative of that class.
    pub moves: Vec<u32>,
    /// For each class, a bit for each symmetry that leaves its representative as it is.
    pub stabilizers: Vec<u16>,
}

impl FlipSlices {
    pub(crate) fn new() -> FlipSlices {
        let mut renamed_masks = Vec::with_capacity(AXIAL * 4096);
        for symmetry in &SYMMETRIES.list[..AXIAL] {
            for mask in 0..4096_u16 {
                let places = (0..12).filter(|place| mask >> place & 1 == 1);
                renamed_masks.push(places.fold(0, |image, place: usize| image | 1 << symmetry.edges[place]));
            }
        }
        FlipSlices { sets: SliceSets::new(), renamed_masks }
    }

    fn pair(&self, flips: u16, slice: u16) -> u32 {
        (self.sets.rank(slice) * FLIPS + rank_flip(flips)) as u32
    }

    fn masks(&self, pair: u32) -> (u16, u16) {
        (unrank_flip(pair as usize % FLIPS), self.sets.mask(pair as usize / FLIPS))
    }

    /// The pair of flips and middle-layer places of a cube.
    pub(crate) fn of_cube(&self, cube: &cube::Cube) -> u32 {
        let flips = cube::coordinate::bits(cube.edge_orientation(), |flip| flip == 1);
        let slice = cube::coordinate::bits(cube.edge_permutation(), |edge| edge >= 8);
        self.pair(flips, slice)
    }

    /// The pair of the position renamed by an axial symmetry.
    pub(crate) fn renamed(&self, pair: u32, symmetry: usize) -> u32 {
        let (mut flips, slice) = self.masks(pair);
        if SYMMETRIES.list[symmetry].swaps_sides {
            // The first sticker of a middle edge and of a middle place becomes the second one.
            flips ^= slice ^ SLICE_PLACES;
        }
        let image = |mask: u16| self.renamed_masks[symmetry * 4096 + usize::from(mask)];
        self.pair(image(flips), image(slice))
    }

    /// The smallest renamed pair, and a symmetry that renames to it.
    pub(crate) fn representative(&self, pair: u32) -> (u32, usize) {
        let renamed = (0..AXIAL).map(|symmetry| (self.renamed(pair, symmetry), symmetry));
        renamed.min().expect("there are 16 symmetries")
    }

    fn moved(&self, pair: u32, turn: &Turn) -> u32 {
        let (flips, slice) = self.masks(pair);
        let (mut new_flips, mut new_slice) = (turn.flips, 0);
        for (place, &from) in turn.edges.iter().enumerate() {
            new_flips ^= (flips >> from & 1) << place;
            new_slice |= (slice >> from & 1) << place;
        }
        self.pair(new_flips, new_slice)
    }

    /// Finds all classes. Takes a fraction of a second.
    pub(crate) fn classes(&self) -> Classes {
        let classes = symmetry::Classes::new(PAIRS, |pair| {
            std::array::from_fn(|symmetry| self.renamed(pair as u32, symmetry) as usize)
        });
        let turns = turns();
        let moved = |&pair: &u32| turns.iter().map(move |turn| (pair, turn));
        let moves = classes
            .representatives
            .iter()
            .flat_map(moved)
            .map(|(pair, turn)| classes.class_and_symmetry[self.moved(pair, turn) as usize])
            .collect();
        Classes { representatives: classes.representatives, moves, stabilizers: classes.stabilizers }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cube::{Cube, Move};

    #[test]
    fn pairs_are_renamed_and_moved_like_cubes() {
        let pairs = FlipSlices::new();
        let turns = turns();
        for seed in 0..50 {
            let cube = Cube::from_seed(seed);
            let pair = pairs.of_cube(&cube);
            for symmetry in 0..AXIAL {
                let renamed = SYMMETRIES.list[symmetry].rename(&cube);
                assert_eq!(pairs.renamed(pair, symmetry), pairs.of_cube(&renamed));
            }
            for turn in Move::ALL {
                assert_eq!(pairs.moved(pair, &turns[turn.index()]), pairs.of_cube(&cube.apply(turn)));
            }
        }
    }

    #[test]
    fn there_are_as_many_classes_as_published() {
        let classes = FlipSlices::new().classes();
        assert_eq!(classes.representatives.len(), CLASSES);
        assert_eq!(classes.representatives[0], 0);
        // Orbit sizes are 16 over the size of the stabilizer and must add up to all pairs.
        let orbits = classes.stabilizers.iter().map(|stabilizer| AXIAL / stabilizer.count_ones() as usize);
        assert_eq!(orbits.sum::<usize>(), PAIRS);
    }
}
