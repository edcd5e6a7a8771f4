//! Which positions are within 7 and 8 moves of phase two, in little memory.
//!
//! A set keeps a bit for the hash of each member (a Bloom filter of one hash). A position whose bit is
//! clear is surely no member; one in twenty others has its bit set by a stranger.

use super::graph::GraphTables;
use crate::distances::Product;
use crate::memory::prefetch;

/// The distance of the farthest members of the inner set.
pub(super) const INNER: u8 = 7;
/// Bytes of the inner set: 0.85 million members.
pub(super) const INNER_BYTES: usize = 2_000_000;
/// Bytes of the outer set: 9 million members.
pub(super) const OUTER_BYTES: usize = 16_000_000;

/// Both sets.
#[derive(Clone, Copy)]
pub(super) struct NearSets<'a> {
    pub inner: &'a [u8],
    pub outer: &'a [u8],
}

impl NearSets<'_> {
    /// A lower bound of the distance: none within the inner set.
    #[inline]
    pub(super) fn distance(&self, position: usize) -> u8 {
        match (has(self.outer, position), has(self.inner, position)) {
            (false, _) => INNER + 2,
            (true, false) => INNER + 1,
            (true, true) => 0,
        }
    }

    /// Fetches what [`NearSets::distance`] will read, ahead of time.
    #[inline]
    pub(super) fn prefetch(&self, position: usize) {
        prefetch(self.outer, place(self.outer.len(), position).0);
        prefetch(self.inner, place(self.inner.len(), position).0);
    }
}

/// The byte and the bit of a position in a set of this many bytes.
#[inline]
fn place(bytes: usize, position: usize) -> (usize, u8) {
    // Multiplicative hashing, the high bits scaled to the number of bits.
    let hash = (position as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let bit = (u128::from(hash) * (bytes as u128 * 8)) >> 64;
    ((bit / 8) as usize, 1 << (bit % 8))
}

#[inline]
fn has(set: &[u8], position: usize) -> bool {
    let (byte, bit) = place(set.len(), position);
    set[byte] & bit != 0
}

fn add(set: &mut [u8], position: usize) {
    let (byte, bit) = place(set.len(), position);
    set[byte] |= bit;
}

/// Fills both sets from a graph that reaches as far as the inner one.
pub(super) fn fill(product: &Product<'_>, graph: &GraphTables, inner: &mut [u8], outer: &mut [u8]) {
    for &position in &graph.positions {
        let position = position as usize;
        add(inner, position);
        add(outer, position);
        for turn in 0..product.moves {
            let (row, column) = (position / product.columns, position % product.columns);
            let next = product.neighbour(row, column, turn);
            let (row, column) = (next / product.columns, next % product.columns);
            // Where the row looks the same from several sides, so do its columns.
            let stabilizer = product.stabilizers[row];
            for symmetry in (0..16).filter(|symmetry| stabilizer >> symmetry & 1 == 1) {
                let twin = product.renamed_columns[symmetry * product.columns + column];
                add(outer, row * product.columns + usize::from(twin));
            }
        }
    }
}
