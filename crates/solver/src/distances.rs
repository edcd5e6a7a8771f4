//! Breadth-first distances over a product of a symmetry-reduced and a plain coordinate.
//!
//! The first coordinate, reduced to classes, gives the rows, the second one the columns. A step
//! sends a whole row into another one, so the work stays in the processor's cache.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use rayon::prelude::*;

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

/// The distance from each position to `goal`, `[row * columns + column]`, in costs of moves. The
/// moves must contain their inverses. `progress` hears of the share done.
pub fn distances(product: &Product<'_>, goal: usize, progress: &(dyn Fn(f64) + Sync)) -> Vec<u8> {
    let total = product.rows * product.columns;
    let table: Vec<AtomicU8> = (0..total).map(|_| AtomicU8::new(UNSEEN)).collect();
    table[goal].store(0, Relaxed);
    // The positions found last, and as many as the dearest move costs before them.
    let (mut seen, mut frontier, mut before) = (1, 1, 0);
    let mut depth = 0;
    while frontier + before > 0 {
        // Few positions on the frontier: look forward from them. Few unseen ones: look back from those.
        let forward = frontier + before < total - seen;
        depth += 1;
        (0..product.rows)
            .into_par_iter()
            .for_each_init(Vec::new, |columns, row| {
                if forward {
                    for cost in (1..=2).filter(|&cost| cost <= depth) {
                        select(product, &table, row, depth - cost, columns);
                        spread(product, &table, row, columns, depth, cost);
                    }
                } else {
                    select(product, &table, row, UNSEEN, columns);
                    collect(product, &table, row, columns, depth);
                }
            });
        before = frontier;
        frontier = table
            .par_iter()
            .filter(|cell| cell.load(Relaxed) == depth)
            .count();
        seen += frontier;
        progress(seen as f64 / total as f64);
        if product.costs[..product.moves].iter().all(|&cost| cost == 1) {
            before = 0;
        }
    }
    table.into_iter().map(AtomicU8::into_inner).collect()
}

/// The columns of a row that have this distance.
fn select(
    product: &Product<'_>,
    table: &[AtomicU8],
    row: usize,
    wanted: u8,
    columns: &mut Vec<u16>,
) {
    let cells = &table[row * product.columns..][..product.columns];
    let has = |&column: &u16| cells[usize::from(column)].load(Relaxed) == wanted;
    columns.clear();
    columns.extend((0..product.columns as u16).filter(has));
}

/// Marks the unseen neighbours of these columns of a row by moves of this cost.
fn spread(
    product: &Product<'_>,
    table: &[AtomicU8],
    row: usize,
    columns: &[u16],
    depth: u8,
    cost: u8,
) {
    if columns.is_empty() {
        return;
    }
    for turn in (0..product.moves).filter(|&turn| product.costs[turn] == cost) {
        let (next, renamed) = product.step(row, turn);
        let cells = &table[next * product.columns..][..product.columns];
        let stabilizer = product.stabilizers[next];
        for &column in columns {
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
fn collect(
    product: &Product<'_>,
    table: &[AtomicU8],
    row: usize,
    columns: &mut Vec<u16>,
    depth: u8,
) {
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
    distances
        .par_chunks(2)
        .map(|pair| pair[0].min(15) | pair.get(1).copied().unwrap_or(0).min(15) << 4)
        .collect()
}

/// The first `count` distances of a packed table.
pub(crate) fn unpacked(packed: &[u8], count: usize) -> Vec<u8> {
    (0..count)
        .into_par_iter()
        .map(|index| packed[index / 2] >> (index % 2 * 4) & 15)
        .collect()
}
