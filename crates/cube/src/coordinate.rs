//! Numbers for permutations, orientations and placements of pieces, and back.
//!
//! | number | what it stands for | count |
//! |---|---|---|
//! | twist | orientation of the corners | 3^7 = 2187 |
//! | flip | orientation of the edges | 2^11 = 2048 |
//! | slice | which places hold the four middle edges | 12 choose 4 = 495 |
//! | placement | where each of four edges is | 12 * 11 * 10 * 9 = 11880 |
//! | permutation | of the corners, or of the edges of two layers | 8! = 40320 |
//!
//! The solved cube has the number 0 each time.

use std::sync::LazyLock;

/// Orientations of the corners: the eighth follows from seven.
pub const TWISTS: usize = 2187;
/// Orientations of the edges: the twelfth follows from eleven.
pub const FLIPS: usize = 2048;
/// Sets of places for four edges.
pub const SLICES: usize = 495;
/// Places in order for four edges: 495 sets times 24 orders.
pub const PLACEMENTS: usize = SLICES * 24;
/// Permutations of eight pieces.
pub const PERMUTATIONS: usize = 40_320;
/// The places of the edges between the U and D layers, a bit each.
pub const SLICE_PLACES: u16 = 0b1111_0000_0000;

/// The rank of a permutation in lexicographic order, by its factorial digits.
pub fn rank_permutation<const N: usize>(permutation: &[u8; N]) -> usize {
    let mut seen = 0_u32;
    let mut rank = 0;
    for (index, &value) in permutation.iter().enumerate() {
        let smaller_seen = (seen & ((1 << value) - 1)).count_ones();
        rank = rank * (N - index) + usize::from(value) - smaller_seen as usize;
        seen |= 1 << value;
    }
    rank
}

/// The permutation of this rank.
pub fn unrank_permutation<const N: usize>(mut rank: usize) -> [u8; N] {
    let mut permutation = [0; N];
    for index in (0..N).rev() {
        permutation[index] = (rank % (N - index)) as u8;
        rank /= N - index;
        let (chosen, behind) = (permutation[index], &mut permutation[index + 1..]);
        behind.iter_mut().filter(|value| **value >= chosen).for_each(|value| *value += 1);
    }
    permutation
}

/// The number of a corner orientation.
pub fn rank_twist(twists: &[u8; 8]) -> usize {
    twists[..7].iter().fold(0, |rank, &twist| rank * 3 + usize::from(twist))
}

/// The corner orientation of this number.
pub fn unrank_twist(mut rank: usize) -> [u8; 8] {
    let mut twists = [0; 8];
    for place in (0..7).rev() {
        twists[place] = (rank % 3) as u8;
        rank /= 3;
    }
    twists[7] = (21 - twists.iter().sum::<u8>()) % 3;
    twists
}

/// The number of an edge orientation that is given as a bit for each place.
pub fn rank_flip(flips: u16) -> usize {
    usize::from(flips) % FLIPS
}

/// The bits of the edge orientation of this number.
pub fn unrank_flip(rank: usize) -> u16 {
    let flips = rank as u16;
    flips | (flips.count_ones() as u16 % 2) << 11
}

/// A bit for each place where the condition holds.
pub fn bits(places: &[u8; 12], holds: impl Fn(u8) -> bool) -> u16 {
    (0..12).filter(|&place| holds(places[place])).fold(0, |bits, place| bits | 1 << place)
}

/// The sets of four places, numbered once.
pub static SLICE_SETS: LazyLock<SliceSets> = LazyLock::new(SliceSets::new);

/// Numbers the 495 sets of four places: 0 is the middle layer.
pub struct SliceSets {
    masks: Vec<u16>,
    ranks: Vec<u16>,
}

impl Default for SliceSets {
    fn default() -> SliceSets {
        SliceSets::new()
    }
}

impl SliceSets {
    /// Numbers the sets.
    pub fn new() -> SliceSets {
        // From the greatest mask down, so that the places 8 to 11 come first.
        let masks: Vec<u16> = (0..4096_u16).rev().filter(|mask| mask.count_ones() == 4).collect();
        let mut ranks = vec![u16::MAX; 4096];
        for (rank, &mask) in masks.iter().enumerate() {
            ranks[usize::from(mask)] = rank as u16;
        }
        SliceSets { masks, ranks }
    }

    /// The number of a set of four places.
    pub fn rank(&self, mask: u16) -> usize {
        usize::from(self.ranks[usize::from(mask)])
    }

    /// The places of the set of this number.
    pub fn mask(&self, rank: usize) -> u16 {
        self.masks[rank]
    }

    /// The number of a placement: `places[i]` is where the i-th of four edges is.
    pub fn rank_placement(&self, places: &[u8; 4]) -> usize {
        let mask = places.iter().fold(0, |mask, &place| mask | 1 << place);
        // The order of the places as a permutation of four.
        let order = places.map(|place| (mask & ((1_u16 << place) - 1)).count_ones() as u8);
        self.rank(mask) * 24 + rank_permutation(&order)
    }

    /// The placement of this number.
    pub fn unrank_placement(&self, rank: usize) -> [u8; 4] {
        let mask = self.mask(rank / 24);
        let mut places = (0..12).filter(|place| mask >> place & 1 == 1);
        let sorted: [u8; 4] = std::array::from_fn(|_| places.next().expect("four bits are set"));
        unrank_permutation::<4>(rank % 24).map(|index| sorted[usize::from(index)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_what_they_stand_for_are_one_to_one() {
        for rank in 0..PERMUTATIONS {
            assert_eq!(rank_permutation(&unrank_permutation::<8>(rank)), rank);
        }
        assert_eq!(unrank_permutation::<8>(0), [0, 1, 2, 3, 4, 5, 6, 7]);
        for rank in 0..TWISTS {
            let twists = unrank_twist(rank);
            assert_eq!(twists.iter().sum::<u8>() % 3, 0);
            assert_eq!(rank_twist(&twists), rank);
        }
        for rank in 0..FLIPS {
            assert_eq!(unrank_flip(rank).count_ones() % 2, 0);
            assert_eq!(rank_flip(unrank_flip(rank)), rank);
        }
        let sets = SliceSets::new();
        assert_eq!(sets.masks.len(), SLICES);
        assert_eq!(sets.mask(0), SLICE_PLACES);
        for rank in 0..PLACEMENTS {
            assert_eq!(sets.rank_placement(&sets.unrank_placement(rank)), rank);
        }
        assert_eq!(sets.unrank_placement(0), [8, 9, 10, 11]);
    }
}
