//! What each move does anywhere in phase one, in four bytes a position.
//!
//! The three turns of one face connect four positions, any two of them one move apart, so their distances differ by one at
//! most. Seen from one of the four, there are two kinds of cases. Some of the other three are nearer and none is farther,
//! or some are farther and none is nearer. That makes 7 + 8 cases: four bits a face, and 24 bits for all six. So one
//! look-up answers for all 18 neighbours, in 563 MB.

use rayon::prelude::*;

use crate::distances::Product;

/// Which moves change the distance, a bit for each of the 18 moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Effects {
    /// Moves that come one nearer.
    pub nearer: u32,
    /// Moves that keep the distance.
    pub level: u32,
}

/// In a face's four bits: the lower three mark nearer turns (else they mark level ones).
const SOME_NEARER: u32 = 8;

/// The effects of all moves, a word for each position.
#[derive(Clone, Copy)]
pub(super) struct AllEffects<'a> {
    pub words: &'a [u32],
    /// `[half a word]`: nearer moves of three faces, and level ones from bit 16 on.
    pub decoded: &'a [u32],
}

impl AllEffects<'_> {
    /// The effects at a position.
    #[inline]
    pub(super) fn effects(&self, position: usize) -> Effects {
        let word = self.words[position];
        let low = self.decoded[(word & 0xFFF) as usize];
        let high = self.decoded[(word >> 12 & 0xFFF) as usize];
        Effects { nearer: low & 0x1FF | (high & 0x1FF) << 9, level: low >> 16 | high >> 16 << 9 }
    }
}

/// The table that decodes three faces at once: 4096 entries.
pub(super) fn decoder() -> Vec<u32> {
    let face = |bits: u32| match bits & SOME_NEARER {
        0 => (0, bits & 7),
        _ => (bits & 7, !bits & 7),
    };
    let entry = |half: u32| {
        (0..3).fold(0, |entry, index| {
            let (nearer, level) = face(half >> (4 * index) & 15);
            entry | nearer << (3 * index) | level << (16 + 3 * index)
        })
    };
    (0..4096).map(entry).collect()
}

/// Fills the words from the distances of all positions.
pub(super) fn fill(product: &Product<'_>, distances: &[u8], words: &mut [u32], progress: &(dyn Fn(f64) + Sync)) {
    let rows = words.par_chunks_mut(product.columns).enumerate();
    rows.for_each(|(row, words)| {
        let here = &distances[row * product.columns..][..product.columns];
        for turn in 0..product.moves {
            let (next, renamed) = product.step(row, turn);
            let there = &distances[next * product.columns..][..product.columns];
            for (column, word) in words.iter_mut().enumerate() {
                let moved = product.column_moves[column * product.moves + turn];
                let next = there[usize::from(renamed[usize::from(moved)])];
                // The first nearer turn of a face makes its bits mark nearer turns; the level ones
                // marked before it are then known to be level because they are not nearer.
                let at = 4 * (turn / 3);
                let level = u32::from(next == here[column]) << (turn % 3);
                let nearer = u32::from(next < here[column]) << (turn % 3);
                let code = *word >> at & 15;
                let code = if nearer != 0 && code & SOME_NEARER == 0 {
                    SOME_NEARER | nearer
                } else if code & SOME_NEARER != 0 {
                    code | nearer
                } else {
                    code | level
                };
                *word = *word & !(15 << at) | code << at;
            }
        }
        if row % 4096 == 0 {
            progress(row as f64 / product.rows as f64);
        }
    });
}
