//! The positions near phase two, numbered, with the steps that lead on from each.
//!
//! Most of a phase-one search happens within a few steps of its goal, where few positions exist. These are numbered by
//! rising distance. Each number has a list of the steps worth taking there, the most promising first. So the search follows
//! numbers, and looks no distances up. A hash table gives the numbers of positions where the search comes in from afar.

use std::ops::Range;

use crate::distances::Product;
use crate::memory::prefetch;

/// Distances that the graph can hold.
pub(super) const LAYERS: usize = 16;

/// No slot in use has this value: a position takes 28 bits, a number 20.
const EMPTY: u64 = u64::MAX;
/// Bits of a number.
const NUMBER: u32 = (1 << 20) - 1;
/// The wait that stands for this and every longer one.
pub(super) const LONG_WAIT: u32 = 3;

/// What the graph of a metric holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GraphSize {
    /// Positions up to this distance are in it.
    pub reach: u8,
    /// How many positions that are.
    pub positions: usize,
    /// How many steps are listed.
    pub steps: usize,
    /// Slots of the hash table, a power of two.
    pub slots: usize,
}

/// The graph as the search reads it.
#[derive(Clone, Copy)]
pub(super) struct Graph<'a> {
    /// Positions up to this distance are in it.
    pub reach: u8,
    /// `[distance]`: the first number that is farther.
    pub layers: &'a [u32],
    /// The hash table: position times 2^20 plus number.
    pub slots: &'a [u64],
    /// `[number]`: where its list starts.
    pub starts: &'a [u32],
    /// The lists: see [`ListedStep`].
    pub steps: &'a [u32],
}

/// A step in a list, from its highest bits: the wait times 2^30, the step (as the position is renamed) times 2^24, the
/// symmetry to the next representative times 2^20, the next number.
#[derive(Clone, Copy)]
pub(super) struct ListedStep(pub u32);

impl ListedStep {
    /// How many more moves than the shortest way there must be left for this step.
    #[inline]
    pub(super) fn wait(self) -> u32 {
        self.0 >> 30
    }

    /// The step, as the position is renamed.
    #[inline]
    pub(super) fn step(self) -> usize {
        (self.0 >> 24 & 63) as usize
    }

    /// The symmetry to the next representative.
    #[inline]
    pub(super) fn symmetry(self) -> usize {
        (self.0 >> 20 & 15) as usize
    }

    /// The number of the next position.
    #[inline]
    pub(super) fn next(self) -> u32 {
        self.0 & NUMBER
    }
}

#[inline]
fn slot(slots: &[u64], position: usize) -> usize {
    // Multiplicative hashing: high bits of the product with 2^64 over the golden ratio.
    ((position as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as usize & (slots.len() - 1)
}

impl Graph<'_> {
    /// The number of a position, if it is near.
    #[inline]
    pub(super) fn number(&self, position: usize) -> Option<u32> {
        look_up(self.slots, position)
    }

    /// Fetches what [`Graph::number`] will read, ahead of time.
    #[inline]
    pub(super) fn prefetch_number(&self, position: usize) {
        prefetch(self.slots, slot(self.slots, position));
    }

    /// The distance of a numbered position.
    #[inline]
    pub(super) fn distance(&self, number: u32) -> u8 {
        self.layers.iter().take_while(|&&first_farther| first_farther <= number).count() as u8
    }

    /// The steps from a position.
    #[inline]
    pub(super) fn list(&self, number: u32) -> &[u32] {
        let number = number as usize;
        &self.steps[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    /// Fetches where a list starts, ahead of time.
    #[inline]
    pub(super) fn prefetch_start(&self, number: u32) {
        prefetch(self.starts, number as usize);
    }

    /// Fetches a list, ahead of time.
    #[inline]
    pub(super) fn prefetch_list(&self, number: u32) {
        prefetch(self.steps, self.starts[number as usize] as usize);
    }
}

#[inline]
fn look_up(slots: &[u64], position: usize) -> Option<u32> {
    let mut at = slot(slots, position);
    loop {
        let entry = slots[at & (slots.len() - 1)];
        if entry >> 20 == position as u64 {
            return Some(entry as u32 & NUMBER);
        }
        if entry == EMPTY {
            return None;
        }
        at += 1;
    }
}

/// A graph that is being built.
pub(super) struct GraphTables {
    /// `[number]`: the position.
    pub positions: Vec<u32>,
    pub layers: Vec<u32>,
    pub slots: Vec<u64>,
    pub starts: Vec<u32>,
    pub steps: Vec<u32>,
}

/// Builds the graph of the positions up to a distance.
pub(super) fn build(product: &Product<'_>, size: GraphSize) -> GraphTables {
    let reach = size.reach;
    let mut slots = vec![EMPTY; size.slots];
    let mut positions = Vec::new();
    let mut layers: Vec<u32> = Vec::new();
    let mut add = |positions: &mut Vec<u32>, row: usize, column: usize| {
        let position = row * product.columns + column;
        let last = slots.len() - 1;
        let mut at = slot(&slots, position);
        while slots[at & last] != EMPTY {
            if slots[at & last] >> 20 == position as u64 {
                return;
            }
            at += 1;
        }
        slots[at & last] = (position as u64) << 20 | positions.len() as u64;
        positions.push(position as u32);
    };
    add(&mut positions, 0, 0);
    layers.push(1);
    let layer = |layers: &[u32], distance: usize| -> Range<usize> {
        let first = distance.checked_sub(1).map_or(0, |before| layers[before]);
        first as usize..layers[distance] as usize
    };
    for distance in 1..=usize::from(reach) {
        for cost in (1..=2).filter(|&cost| cost <= distance) {
            for number in layer(&layers, distance - cost) {
                let (row, column) = split(product, positions[number]);
                for turn in (0..product.moves).filter(|&turn| product.costs[turn] == cost as u8) {
                    let next = product.neighbour(row, column, turn);
                    let (row, column) = split(product, next as u32);
                    // Where the row looks the same from several sides, so do its columns.
                    let stabilizer = product.stabilizers[row];
                    for symmetry in (0..16).filter(|symmetry| stabilizer >> symmetry & 1 == 1) {
                        let twin = product.renamed_columns[symmetry * product.columns + column];
                        add(&mut positions, row, usize::from(twin));
                    }
                }
            }
        }
        layers.push(positions.len() as u32);
    }
    let (mut starts, mut steps) = (vec![0], Vec::new());
    for distance in 0..=reach {
        for number in layer(&layers, usize::from(distance)) {
            let (row, column) = split(product, positions[number]);
            let mut list = Vec::new();
            for turn in 0..product.moves {
                let next = product.neighbour(row, column, turn);
                let Some(next) = look_up(&slots, next) else {
                    continue;
                };
                let farther = layers.iter().take_while(|&&first| first <= next);
                let least = farther.count() as u8 + product.costs[turn];
                if least <= reach {
                    let wait = u32::from(least - distance).min(LONG_WAIT);
                    let symmetry = product.row_moves[row * product.moves + turn] & 15;
                    list.push(wait << 30 | (turn as u32) << 24 | symmetry << 20 | next);
                }
            }
            list.sort_unstable();
            steps.extend(list);
            starts.push(steps.len() as u32);
        }
    }
    layers.resize(LAYERS, u32::MAX);
    GraphTables { positions, layers, slots, starts, steps }
}

fn split(product: &Product<'_>, position: u32) -> (usize, usize) {
    let position = position as usize;
    (position / product.columns, position % product.columns)
}
