//! Everything that a search in one metric reads.

use super::effects::AllEffects;
use super::graph::Graph;
use super::near_sets::NearSets;
use super::steps::Steps;
use crate::memory::prefetch;
use cube::coordinate::{PERMUTATIONS, SliceSets, TWISTS};

/// Orders of the four middle edges within the middle layer.
pub(super) const SLICE_ORDERS: usize = 24;

/// The tables of a metric.
#[derive(Clone, Copy)]
pub(super) struct SearchTables<'a> {
    pub steps: &'a Steps,
    /// Steps of the metric: the columns of the tables of steps.
    pub width: usize,
    /// `[class * width + step]`: next class times 16 plus symmetry.
    pub class_steps: &'a [u32],
    /// `[twist * width + step]`.
    pub twist_steps: &'a [u16],
    /// `[symmetry * 2187 + twist]`.
    pub renamed_twists: &'a [u16],
    /// `[corners * width + step]`.
    pub corner_steps: &'a [u16],
    /// `[placement * width + step]`.
    pub placement_steps: &'a [u16],
    /// `[edges * home steps + home step]`.
    pub edge_steps: &'a [u16],
    /// `[corners]`: class times 16 plus the symmetry to its representative.
    pub corner_classes: &'a [u32],
    /// `[symmetry * 40320 + edges]`.
    pub renamed_edges: &'a [u16],
    pub far: Far<'a>,
    pub graph: Graph<'a>,
    /// Distances in phase two, `[corners * 24 + slice order]`.
    pub corner_slice: &'a [u8],
    pub edges: EdgeBound<'a>,
    pub sets: &'a SliceSets,
}

/// How far from phase two a position is.
#[derive(Clone, Copy)]
pub(super) enum Far<'a> {
    /// Packed distances, `[class * 2187 + twist]`.
    Distances(&'a [u8]),
    /// The same, and what each of the 18 moves does to the distance.
    Effects(&'a [u8], AllEffects<'a>),
    /// Which positions are near.
    Sets(NearSets<'a>),
}

/// What bounds the rest of phase two by the outer edges.
#[derive(Clone, Copy)]
pub(super) enum EdgeBound<'a> {
    /// Packed distances of corners and outer edges, `[corner class * 40320 + edges]`.
    Corners(&'a [u8]),
    /// Distances of outer and middle edges, `[edges * 24 + slice order]`.
    Slice(&'a [u8]),
}

impl SearchTables<'_> {
    /// The class, twist and symmetry after a step, from a class and twist.
    #[inline]
    pub(super) fn after(&self, class: u32, twist: u16, step: usize) -> (u32, u16, u8) {
        let entry = self.class_steps[class as usize * self.width + step];
        let moved = self.twist_steps[usize::from(twist) * self.width + step];
        let symmetry = entry as usize & 15;
        let twist = self.renamed_twists[symmetry * TWISTS + usize::from(moved)];
        (entry >> 4, twist, symmetry as u8)
    }

    #[inline]
    pub(super) fn corners_after(&self, corners: u16, step: usize) -> u16 {
        self.corner_steps[usize::from(corners) * self.width + step]
    }

    /// Fetches what [`SearchTables::corners_after`] and [`SearchTables::placement_after`] will read, ahead of time.
    #[inline]
    pub(super) fn prefetch_pieces(&self, corners: u16, placement: u16) {
        let row = usize::from(corners) * self.width;
        prefetch(self.corner_steps, row);
        prefetch(self.corner_steps, row + self.width - 1);
        let row = usize::from(placement) * self.width;
        prefetch(self.placement_steps, row);
        prefetch(self.placement_steps, row + self.width - 1);
    }

    #[inline]
    pub(super) fn placement_after(&self, placement: u16, step: usize) -> u16 {
        self.placement_steps[usize::from(placement) * self.width + step]
    }

    /// A lower bound of the cost to phase two.
    #[inline]
    pub(super) fn distance(&self, class: u32, twist: u16) -> u8 {
        match self.far {
            Far::Distances(distances) | Far::Effects(distances, _) => nibble(distances, position(class, twist)),
            Far::Sets(sets) => sets.distance(position(class, twist)),
        }
    }

    /// Fetches what [`SearchTables::distance`] will read, ahead of time.
    #[inline]
    pub(super) fn prefetch_distance(&self, class: u32, twist: u16) {
        match self.far {
            Far::Distances(distances) | Far::Effects(distances, _) => prefetch(distances, position(class, twist) / 2),
            Far::Sets(sets) => sets.prefetch(position(class, twist)),
        }
    }

    /// A lower bound of the phase-two cost to solve corners and middle edges.
    #[inline]
    pub(super) fn corner_slice(&self, corners: u16, slice: u16) -> u8 {
        self.corner_slice[usize::from(corners) * SLICE_ORDERS + usize::from(slice)]
    }

    #[inline]
    pub(super) fn prefetch_corner_slice(&self, corners: u16, slice: u16) {
        prefetch(self.corner_slice, usize::from(corners) * SLICE_ORDERS + usize::from(slice));
    }

    /// A lower bound of the phase-two cost by the outer edges.
    #[inline]
    pub(super) fn edges(&self, corners: u16, edges: u16, slice: u16) -> u8 {
        match self.edges {
            EdgeBound::Corners(distances) => nibble(distances, self.corner_edge_place(corners, edges)),
            EdgeBound::Slice(distances) => distances[usize::from(edges) * SLICE_ORDERS + usize::from(slice)],
        }
    }

    /// Fetches what [`SearchTables::edges`] will read, ahead of time.
    #[inline]
    pub(super) fn prefetch_edges(&self, corners: u16, edges: u16, slice: u16) {
        match self.edges {
            EdgeBound::Corners(distances) => {
                prefetch(distances, self.corner_edge_place(corners, edges) / 2);
            }
            EdgeBound::Slice(distances) => prefetch(distances, usize::from(edges) * SLICE_ORDERS + usize::from(slice)),
        }
    }

    /// The place of corners and edges in the table of both.
    #[inline]
    fn corner_edge_place(&self, corners: u16, edges: u16) -> usize {
        let entry = self.corner_classes[usize::from(corners)] as usize;
        let edges = self.renamed_edges[(entry & 15) * PERMUTATIONS + usize::from(edges)];
        (entry >> 4) * PERMUTATIONS + usize::from(edges)
    }
}

/// The place of a class and twist in the tables of distances.
#[inline]
pub(super) fn position(class: u32, twist: u16) -> usize {
    class as usize * TWISTS + usize::from(twist)
}

#[inline]
fn nibble(table: &[u8], index: usize) -> u8 {
    table[index / 2] >> (index % 2 * 4) & 15
}
