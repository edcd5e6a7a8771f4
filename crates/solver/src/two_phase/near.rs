//! What each move does near phase two, stored outright.
//!
//! Most of a phase-one search happens within a few moves of its goal, where few positions exist:
//! up to 7 moves there are 13 million, or about 830 thousand under symmetry. For these a hash table
//! holds which moves come nearer and which keep the distance, so the search need not look at the
//! neighbours one by one. The 70 thousand up to 6 moves have a table of their own that fits into a
//! processor's second-level cache.

use crate::distances::Product;

/// The nearest positions go into the small table.
pub(crate) const INNER: u8 = 6;
/// Positions up to this distance are stored.
pub(crate) const NEAR: u8 = 7;
/// Slots of the small table: about 70 thousand are used.
pub(crate) const INNER_SLOTS: usize = 1 << 17;
/// Slots of the other one: about 755 thousand are used.
pub(crate) const OUTER_SLOTS: usize = 1 << 20;

/// No position has this value: there are 140 908 410 of them, below 2^28.
const EMPTY: u64 = u64::MAX;
/// Bits of a move mask.
const MASK: u64 = (1 << 18) - 1;

/// Which moves change the distance, a bit for each of the 18 moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Effects {
    /// Moves that come one nearer.
    pub nearer: u32,
    /// Moves that keep the distance.
    pub level: u32,
}

/// Both hash tables: a slot is the position times 2^36, plus the level moves times 2^18, plus the
/// nearer moves.
#[derive(Clone, Copy)]
pub(crate) struct Near<'a> {
    pub inner: &'a [u64],
    pub outer: &'a [u64],
}

#[inline]
fn slot(position: usize, slots: usize) -> usize {
    // Multiplicative hashing: the high bits of the product with 2^64 over the golden ratio.
    ((position as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as usize & (slots - 1)
}

impl Near<'_> {
    /// The effects at a position at most [`INNER`] moves away.
    #[inline]
    pub(crate) fn inner_effects(&self, position: usize) -> Effects {
        look_up(self.inner, position)
    }

    /// The effects at a position exactly [`NEAR`] moves away.
    #[inline]
    pub(crate) fn outer_effects(&self, position: usize) -> Effects {
        look_up(self.outer, position)
    }
}

#[inline]
fn look_up(table: &[u64], position: usize) -> Effects {
    let mut at = slot(position, table.len());
    loop {
        let entry = table[at];
        if entry >> 36 == position as u64 || entry == EMPTY {
            return Effects {
                nearer: (entry & MASK) as u32,
                level: (entry >> 18 & MASK) as u32,
            };
        }
        at = (at + 1) & (table.len() - 1);
    }
}

/// Fills both tables from the distances of all positions.
pub(crate) fn fill(product: &Product<'_>, distances: &[u8], inner: &mut [u64], outer: &mut [u64]) {
    inner.fill(EMPTY);
    outer.fill(EMPTY);
    for (position, &distance) in distances
        .iter()
        .enumerate()
        .filter(|&(_, &distance)| distance <= NEAR)
    {
        let (row, column) = (position / product.columns, position % product.columns);
        let mut effects = Effects {
            nearer: 0,
            level: 0,
        };
        for turn in 0..product.moves {
            let next = distances[product.neighbour(row, column, turn)];
            effects.nearer |= u32::from(next < distance) << turn;
            effects.level |= u32::from(next == distance) << turn;
        }
        let table = if distance <= INNER {
            &mut *inner
        } else {
            &mut *outer
        };
        let mut at = slot(position, table.len());
        while table[at] != EMPTY {
            at = (at + 1) & (table.len() - 1);
        }
        table[at] =
            (position as u64) << 36 | u64::from(effects.level) << 18 | u64::from(effects.nearer);
    }
}
