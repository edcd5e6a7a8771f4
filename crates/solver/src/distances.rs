//! Breadth-first distances over a product of a symmetry-reduced and a plain coordinate.
//!
//! The first coordinate, reduced to classes, gives the rows, the second one the columns. A step
//! sends a whole row into another one, so the work stays in the processor's cache.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use rayon::prelude::*;

use crate::memory::as_atomic;

/// A product of coordinates with moves on it.
pub struct Product<'a> {
    /// Classes of the reduced coordinate.
    pub rows: usize,
    /// Values of the plain coordinate.
    pub columns: usize,
    /// Moves per position.
    pub moves: usize,
    /// `[row * moves + move]`: next row times 16, plus the symmetry that leads to its representative.
    pub row_moves: &'a [u32],
    /// `[column * moves + move]`: next column, before that symmetry.
    pub column_moves: &'a [u16],
    /// `[symmetry * columns + column]`: the column renamed.
    pub renamed_columns: &'a [u16],
    /// For each row, a bit for each symmetry that leaves its representative as it is.
    pub stabilizers: &'a [u16],
    /// What each move costs: 1 or 2.
    pub costs: &'a [u8],
}

/// Costs where each move counts 1, for as many moves as any product has.
pub const EQUAL_COSTS: &[u8] = &[1; 18];

impl<'a> Product<'a> {
    /// The row after a move, and how columns are renamed on the way.
    pub fn step(&self, row: usize, turn: usize) -> (usize, &'a [u16]) {
        let entry = self.row_moves[row * self.moves + turn] as usize;
        let renamed = &self.renamed_columns[(entry & 15) * self.columns..][..self.columns];
        (entry >> 4, renamed)
    }

    /// The position that a move leads to.
    pub fn neighbour(&self, row: usize, column: usize, turn: usize) -> usize {
        let (next, renamed) = self.step(row, turn);
        let moved = self.column_moves[column * self.moves + turn];
        next * self.columns + usize::from(renamed[usize::from(moved)])
    }
}

/// No distance yet.
const UNSEEN: u8 = u8::MAX;
/// Rows that are looked through before any of them is worked on.
const BATCH: usize = 1024;

/// The distance from each position to `goal`, `[row * columns + column]`, in costs of moves. The
/// moves must contain their inverses. `progress` is called with the share done.
pub fn distances(product: &Product<'_>, goal: usize, progress: &(dyn Fn(f64) + Sync)) -> Vec<u8> {
    let total = product.rows * product.columns;
    let mut table = vec![UNSEEN; total];
    table[goal] = 0;
    // The positions found last, and as many as the dearest move costs before them.
    let (mut seen, mut frontier, mut before) = (1, 1, 0);
    let mut depth = 0;
    while frontier + before > 0 {
        // Few positions on the frontier: look forward from them. Few unseen ones: look back from those.
        let forward = frontier + before < total - seen;
        depth += 1;
        if forward {
            for cost in (1..=2).filter(|&cost| cost <= depth) {
                each_row(product, &mut table, depth - cost, |cells, row, columns| {
                    spread(product, cells, row, columns, depth, cost);
                });
            }
        } else {
            each_row(product, &mut table, UNSEEN, |cells, row, columns| {
                collect(product, cells, row, columns, depth);
            });
        }
        before = frontier;
        frontier = table.par_chunks(1 << 16).map(|cells| count(cells, depth)).sum();
        seen += frontier;
        progress(seen as f64 / total as f64);
        if product.costs[..product.moves].iter().all(|&cost| cost == 1) {
            before = 0;
        }
    }
    table
}

/// Calls `work` for each row, with its columns that have this distance.
fn each_row(product: &Product<'_>, table: &mut [u8], wanted: u8, work: impl Fn(&[AtomicU8], usize, Vec<u16>) + Sync) {
    for first in (0..product.rows).step_by(BATCH) {
        let rows = first..product.rows.min(first + BATCH);
        let cells = &table[first * product.columns..rows.end * product.columns];
        let columns: Vec<Vec<u16>> = cells.par_chunks(product.columns).map(|cells| select(cells, wanted)).collect();
        let cells = as_atomic(table);
        rows.into_par_iter().zip(columns).for_each(|(row, columns)| work(cells, row, columns));
    }
}

/// The columns of a row that have this distance.
fn select(cells: &[u8], wanted: u8) -> Vec<u16> {
    const CHUNK: usize = 64;
    let mut columns = Vec::new();
    for (chunk, cells) in cells.chunks(CHUNK).enumerate() {
        // Most chunks have none, which one count shows.
        if count(cells, wanted) > 0 {
            let has = |&(_, cell): &(usize, &u8)| *cell == wanted;
            let found = cells.iter().enumerate().filter(has);
            columns.extend(found.map(|(column, _)| (chunk * CHUNK + column) as u16));
        }
    }
    columns
}

/// How many cells have this distance.
fn count(cells: &[u8], wanted: u8) -> usize {
    // So few fit in a byte. The compiler looks at 16 cells at a time where nothing can overflow.
    let one_more = |found: u8, &cell: &u8| found.wrapping_add(u8::from(cell == wanted));
    let few = cells.chunks(usize::from(u8::MAX));
    few.map(|few| usize::from(few.iter().fold(0, one_more))).sum()
}

/// Marks the unseen neighbours of these columns of a row by moves of this cost.
fn spread(product: &Product<'_>, table: &[AtomicU8], row: usize, columns: Vec<u16>, depth: u8, cost: u8) {
    if columns.is_empty() {
        return;
    }
    for turn in (0..product.moves).filter(|&turn| product.costs[turn] == cost) {
        let (next, renamed) = product.step(row, turn);
        let cells = &table[next * product.columns..][..product.columns];
        let stabilizer = product.stabilizers[next];
        for &column in &columns {
            let moved = product.column_moves[usize::from(column) * product.moves + turn];
            let target = usize::from(renamed[usize::from(moved)]);
            if cells[target].load(Relaxed) != UNSEEN {
                continue;
            }
            cells[target].store(depth, Relaxed);
            // Where the row looks the same from several sides, so do its columns.
            for symmetry in (1..16).filter(|symmetry| stabilizer >> symmetry & 1 == 1) {
                let twin = product.renamed_columns[symmetry * product.columns + target];
                cells[usize::from(twin)].store(depth, Relaxed);
            }
        }
    }
}

/// Marks those of these unseen columns of a row that a move leads to a nearer position.
fn collect(product: &Product<'_>, table: &[AtomicU8], row: usize, mut columns: Vec<u16>, depth: u8) {
    for turn in (0..product.moves).filter(|&turn| product.costs[turn] <= depth) {
        if columns.is_empty() {
            return;
        }
        let (next, renamed) = product.step(row, turn);
        let cells = &table[next * product.columns..][..product.columns];
        columns.retain(|&column| {
            let moved = product.column_moves[usize::from(column) * product.moves + turn];
            let distance = cells[usize::from(renamed[usize::from(moved)])].load(Relaxed);
            let reached = distance == depth - product.costs[turn];
            if reached {
                table[row * product.columns + usize::from(column)].store(depth, Relaxed);
            }
            !reached
        });
    }
}

/// Two distances in a byte, the even position in the low half; 15 stands for 15 and more.
pub fn packed(distances: &[u8]) -> Vec<u8> {
    distances.par_chunks(2).map(|pair| pair[0].min(15) | pair.get(1).copied().unwrap_or(0).min(15) << 4).collect()
}

/// The first `count` distances of a packed table.
pub(crate) fn unpacked(packed: &[u8], count: usize) -> Vec<u8> {
    (0..count).into_par_iter().map(|index| packed[index / 2] >> (index % 2 * 4) & 15).collect()
}
