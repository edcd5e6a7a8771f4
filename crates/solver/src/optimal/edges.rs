//! Lower bounds from the edges alone: their slices and all their flips.
//!
//! Where the corners are nearly solved, the large table, which leaves out some flips, knows hardly
//! anything; patterns such as the superflip would be searched for days. Reduced by symmetry this
//! table is small enough for the processor's own cache.

use super::coset::Cosets;
use super::lanes::Lanes;
use super::position::{Position, move_positions};
use super::slicing::SLICINGS;
use crate::cache::TableSet;
use cube::Cube;
use cube::symmetry::ALL;

/// Slicings up to symmetry.
const CLASSES: usize = 782;
/// Flips of eleven edges.
const FLIPS: usize = 2048;
/// A symmetry's number in an entry of the classes.
const SYMMETRY_BITS: u32 = 6;
const CLASS_BYTES: usize = SLICINGS * 2;
const UNSEEN: u8 = u8::MAX;

/// The table's file.
pub(super) const EDGES: TableSet =
    TableSet { name: "optimal-edges", version: 1, length: CLASS_BYTES + CLASSES * FLIPS };

/// The table as the search reads it.
#[derive(Clone, Copy)]
pub(super) struct EdgeTable<'a> {
    /// For each slicing its class times 64 plus the symmetry that renames it to the class's
    /// representative.
    classes: &'a [u16],
    /// `[class * 2048 + flips]`.
    distances: &'a [u8],
}

impl<'a> EdgeTable<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> EdgeTable<'a> {
        let (classes, distances) = bytes[..EDGES.length].split_at(CLASS_BYTES);
        EdgeTable { classes: bytemuck::cast_slice(classes), distances }
    }

    /// Moves that bring all edges into their slices and oriented, whatever becomes of the corners.
    #[inline]
    pub(super) fn distance<L: Lanes>(&self, cosets: &Cosets<'_, L>, edges: L) -> u8 {
        self.distances[index(self.classes, cosets, edges)]
    }
}

fn index<L: Lanes>(classes: &[u16], cosets: &Cosets<'_, L>, edges: L) -> usize {
    let (slicing, _) = cosets.edges(edges, 0);
    let entry = usize::from(classes[slicing as usize]);
    let (_, flips) = cosets.edges(edges, entry % (1 << SYMMETRY_BITS));
    (entry >> SYMMETRY_BITS) * FLIPS + flips as usize
}

/// Fills the table, breadth first. Takes one to two seconds.
pub(super) fn fill<L: Lanes>(bytes: &mut [u8], cosets: &Cosets<'_, L>) {
    let (classes, distances) = bytes.split_at_mut(CLASS_BYTES);
    let classes: &mut [u16] = bytemuck::cast_slice_mut(classes);
    classes.fill(u16::MAX);
    let mut representatives = Vec::new();
    for slicing in 0..SLICINGS {
        if classes[slicing] != u16::MAX {
            continue;
        }
        let edges = cosets.edges_of(slicing, 0);
        for symmetry in 0..ALL {
            // Renamed there by this symmetry, so renamed back by its inverse.
            let (image, _) = cosets.edges(edges, symmetry);
            if classes[image as usize] == u16::MAX {
                let back = cube::symmetry::SYMMETRIES.inverse[symmetry];
                classes[image as usize] = (representatives.len() as u16) << SYMMETRY_BITS | u16::from(back);
            }
        }
        representatives.push(slicing);
    }
    debug_assert_eq!(representatives.len(), CLASSES);
    // The symmetries that rename a slicing to its class's representative: several, where that looks the same from several sides.
    let renaming: Vec<Vec<u8>> = (0..SLICINGS)
        .map(|slicing| {
            let edges = cosets.edges_of(slicing, 0);
            let representative = representatives[usize::from(classes[slicing] >> SYMMETRY_BITS)];
            let renames = |symmetry: &u8| cosets.edges(edges, usize::from(*symmetry)).0 as usize == representative;
            (0..ALL as u8).filter(renames).collect()
        })
        .collect();
    distances.fill(UNSEEN);
    let moves = move_positions::<L>();
    let solved = Position::<L>::of(&Cube::SOLVED);
    let mut layer = Vec::new();
    let mut reach = |edges: L, depth: u8, layer: &mut Vec<L>| {
        let entry = index(classes, cosets, edges);
        if distances[entry] != UNSEEN {
            return;
        }
        let class = entry / FLIPS;
        layer.push(edges);
        let (slicing, _) = cosets.edges(edges, 0);
        for &symmetry in &renaming[slicing as usize] {
            let (_, flips) = cosets.edges(edges, usize::from(symmetry));
            distances[class * FLIPS + flips as usize] = depth;
        }
    };
    reach(solved.edges, 0, &mut layer);
    for depth in 1.. {
        let mut next = Vec::new();
        for &edges in &layer {
            let position = Position { corners: solved.corners, edges };
            for turn in moves {
                reach(position.then(turn).edges, depth, &mut next);
            }
        }
        if next.is_empty() {
            return;
        }
        layer = next;
    }
}

#[cfg(test)]
mod tests {
    use super::super::corners::Classes;
    use super::super::lanes::Portable;
    use super::*;

    #[test]
    fn distances_are_those_of_a_search_without_symmetry() {
        let corners = Classes::new();
        let cosets = Cosets::<Portable>::new(&corners.class_and_symmetry);
        let mut bytes = vec![0; EDGES.length];
        super::super::fill_edges(&mut bytes, &corners.class_and_symmetry);
        let table = EdgeTable::new(&bytes);
        // Members of all classes at each distance: 12! / 4!^3 slicings times 2^11 flips in all.
        let mut members = [0_usize; CLASSES];
        for &entry in table.classes {
            members[usize::from(entry >> SYMMETRY_BITS)] += 1;
        }
        let mut counts = [0; 16];
        for (index, &distance) in table.distances.iter().enumerate() {
            counts[usize::from(distance)] += members[index / FLIPS];
        }
        assert_eq!(counts.iter().sum::<usize>(), SLICINGS * FLIPS);
        // The first layers by breadth-first search over slicings and flips as they are.
        let moves = move_positions::<Portable>();
        let solved = Position::<Portable>::of(&Cube::SOLVED);
        let place = |edges| {
            let (slicing, flips) = cosets.edges(edges, 0);
            slicing as usize * FLIPS + flips as usize
        };
        let mut seen = vec![false; SLICINGS * FLIPS];
        seen[place(solved.edges)] = true;
        let mut layer = vec![solved];
        for (depth, &count) in counts.iter().enumerate().take(6) {
            assert_eq!(layer.len(), count, "distance {depth}");
            let mut next = Vec::new();
            for position in &layer {
                assert_eq!(usize::from(table.distance(&cosets, position.edges)), depth);
                for turn in moves {
                    let moved = position.then(turn);
                    if !std::mem::replace(&mut seen[place(moved.edges)], true) {
                        next.push(moved);
                    }
                }
            }
            layer = next;
        }
    }
}
