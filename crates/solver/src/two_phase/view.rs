//! The tables as the searches read them.

use super::effects::AllEffects;
use super::near::{self, Effects, Near};
use super::tables::SLICE_ORDERS;
use crate::coordinate::{PERMUTATIONS, TWISTS};

/// The tables as slices, for the search.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    /// `[class * 18 + move]`: next class times 16 plus symmetry.
    pub class_moves: &'a [u32],
    /// `[twist * 18 + move]`.
    pub twist_moves: &'a [u16],
    /// `[symmetry * 2187 + twist]`.
    pub renamed_twists: &'a [u16],
    /// Packed distances to phase two, `[class * 2187 + twist]`.
    pub(super) phase_one: &'a [u8],
    /// The effects of moves near phase two.
    pub(super) near: Near<'a>,
    /// The effects of moves everywhere, where there is room for them.
    pub(super) effects: Option<AllEffects<'a>>,
    /// `[placement * 18 + move]`.
    pub placement_moves: &'a [u16],
    /// `[corners * 18 + move]`.
    pub corner_moves: &'a [u16],
    /// `[edges * 10 + phase-two move]`.
    pub edge_moves: &'a [u16],
    /// `[symmetry * 40320 + edges]`.
    pub(super) renamed_edges: &'a [u16],
    /// `[corners]`: class times 16 plus the symmetry to its representative.
    pub(super) corner_classes: &'a [u32],
    /// Distances in phase two, `[corners * 24 + slice order]`.
    pub(super) corner_slice: &'a [u8],
    /// Packed distances in phase two, `[corner class * 40320 + edges]`.
    pub(super) corner_edge: &'a [u8],
}

/// Where a cube stands in phase one, renamed so that its flip-slice pair is a representative.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Standing {
    pub class: u32,
    pub twist: u16,
    /// The symmetry that renames the true position to this one.
    pub symmetry: u8,
}

impl View<'_> {
    /// The standing after a move, both as renamed by the standing's symmetry; the symmetry in the
    /// result is only the step from one representative to the next.
    #[inline]
    pub(crate) fn after(&self, at: Standing, turn: u8) -> Standing {
        let entry = self.class_moves[at.class as usize * 18 + usize::from(turn)];
        let moved = self.twist_moves[usize::from(at.twist) * 18 + usize::from(turn)];
        let symmetry = entry & 15;
        Standing {
            class: entry >> 4,
            twist: self.renamed_twists[symmetry as usize * TWISTS + usize::from(moved)],
            symmetry: symmetry as u8,
        }
    }

    /// Moves to phase two, exactly.
    #[inline]
    pub(crate) fn phase_one_distance(&self, class: u32, twist: u16) -> u8 {
        nibble(self.phase_one, class as usize * TWISTS + usize::from(twist))
    }

    /// What the moves do at a position at this distance from phase two, if the tables tell.
    #[inline]
    pub(crate) fn effects(&self, at: Standing, distance: u8) -> Option<Effects> {
        let position = at.class as usize * TWISTS + usize::from(at.twist);
        match (distance, &self.effects) {
            (..=near::INNER, _) => Some(self.near.inner_effects(position)),
            (_, Some(all)) => Some(all.effects(position)),
            (near::NEAR, None) => Some(self.near.outer_effects(position)),
            _ => None,
        }
    }

    /// As [`View::effects`], by looking at the neighbours where the tables do not tell.
    #[inline]
    pub(crate) fn effects_anyhow(&self, at: Standing, distance: u8) -> Effects {
        self.effects(at, distance).unwrap_or_else(|| {
            let mut effects = Effects {
                nearer: 0,
                level: 0,
            };
            for turn in 0..18 {
                let next = self.after(at, turn);
                let next = self.phase_one_distance(next.class, next.twist);
                effects.nearer |= u32::from(next < distance) << turn;
                effects.level |= u32::from(next == distance) << turn;
            }
            effects
        })
    }

    /// Fetches what [`View::effects`] will read, ahead of time.
    #[inline]
    pub(crate) fn prefetch_effects(&self, at: Standing, distance: u8) {
        let position = at.class as usize * TWISTS + usize::from(at.twist);
        if let (Some(all), true) = (&self.effects, distance > near::INNER) {
            prefetch(all.words, position);
        }
    }

    /// A lower bound of the phase-two moves that solve corners and middle edges.
    #[inline]
    pub(crate) fn corner_slice_distance(&self, corners: u16, slice: u16) -> u8 {
        self.corner_slice[usize::from(corners) * SLICE_ORDERS + usize::from(slice)]
    }

    /// A lower bound of the phase-two moves that solve corners and outer edges.
    #[inline]
    pub(crate) fn corner_edge_distance(&self, corners: u16, edges: u16) -> u8 {
        let (class, edges) = self.corner_class_and_edges(corners, edges);
        nibble(self.corner_edge, class * PERMUTATIONS + usize::from(edges))
    }

    /// The class of a corner permutation, and the outer edges renamed to its representative.
    #[inline]
    pub(crate) fn corner_class_and_edges(&self, corners: u16, edges: u16) -> (usize, u16) {
        let entry = self.corner_classes[usize::from(corners)] as usize;
        let edges = self.renamed_edges[(entry & 15) * PERMUTATIONS + usize::from(edges)];
        (entry >> 4, edges)
    }
}

/// Asks the processor to fetch an entry it will need soon.
#[inline]
fn prefetch<T>(table: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing and may be given any address; this one is in or behind
        // the table by wrapping arithmetic only.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(table.as_ptr().wrapping_add(index).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (table, index);
}

#[inline]
fn nibble(table: &[u8], index: usize) -> u8 {
    table[index / 2] >> (index % 2 * 4) & 15
}
