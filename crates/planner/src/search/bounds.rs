//! Tables of lower bounds on the rig time to bring two coordinates home, for each config of the rig.

use crate::search::configs::{Configs, NEVER, Ticks};
use crate::search::coordinates::MoveTable;
use crate::search::turn;

/// Distances while a table is made, in this many ticks, rounded down.
const FINE: Ticks = 1000;
const FAR: u16 = u16::MAX;

/// For each pair of coordinates a row of bytes, one per config: units of time still needed at least.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BoundTable {
    pub width: usize,
    pub rows: Vec<u8>,
}

/// One of the two coordinates of a table.
#[derive(Clone, Copy)]
pub(crate) struct Coordinate<'a> {
    pub size: usize,
    pub moves: &'a MoveTable,
}

/// Row width for so many configs.
pub(crate) fn width_of(configs: usize) -> usize {
    configs.next_multiple_of(8)
}

impl BoundTable {
    /// Shortest paths backwards from home (both coordinates at `home`), by buckets. `unit` in ticks.
    pub fn new(
        configs: &Configs,
        turns: &[usize],
        first: Coordinate,
        second: Coordinate,
        home: [usize; 2],
        unit: Ticks,
    ) -> BoundTable {
        let count = configs.all.len();
        let distances = distances(configs, turns, first, second, home);
        let width = width_of(count);
        let mut rows = vec![u8::MAX; distances.len() / count * width];
        for (row, near) in rows
            .chunks_exact_mut(width)
            .zip(distances.chunks_exact(count))
        {
            for (byte, &distance) in row.iter_mut().zip(near) {
                *byte = (Ticks::from(distance) * FINE / unit).min(254) as u8;
            }
        }
        BoundTable { width, rows }
    }

    pub fn row(&self, index: usize) -> &[u8] {
        &self.rows[index * self.width..(index + 1) * self.width]
    }
}

fn distances(
    configs: &Configs,
    turns: &[usize],
    first: Coordinate,
    second: Coordinate,
    home: [usize; 2],
) -> Vec<u16> {
    let count = configs.all.len();
    let fine = |ticks: Ticks| (ticks / FINE) as usize;
    // Into each config: changes (from, time), and by turn the ways (from, time).
    let changes: Vec<Vec<(usize, usize)>> = (0..count)
        .map(|to| {
            (0..count)
                .filter(|&from| from != to && configs.change[from][to] < NEVER)
                .map(|from| (from, fine(configs.change[from][to])))
                .collect()
        })
        .collect();
    let mut ways: Vec<Vec<(usize, usize, usize)>> = vec![Vec::new(); count];
    for &turn in turns {
        for &(from, to, time) in &configs.turns[turn] {
            ways[to].push((undone(turn), from, fine(time)));
        }
    }
    let span = changes
        .iter()
        .flatten()
        .map(|edge| edge.1)
        .chain(ways.iter().flatten().map(|edge| edge.2))
        .max()
        .unwrap_or(0)
        + 1;
    let mut distances = vec![FAR; first.size * second.size * count];
    let mut buckets: Vec<Vec<u32>> = vec![Vec::new(); span];
    let start = (home[0] * second.size + home[1]) * count;
    for config in 0..count {
        distances[start + config] = 0;
        buckets[0].push((start + config) as u32);
    }
    let mut now = 0;
    let mut empty = 0;
    while empty < span {
        let bucket = std::mem::take(&mut buckets[now % span]);
        empty = if bucket.is_empty() { empty + 1 } else { 0 };
        for node in bucket {
            let node = node as usize;
            if usize::from(distances[node]) != now {
                continue;
            }
            let (pair, to) = (node / count, node % count);
            let mut reach = |node: usize, time: usize| {
                let total = now + time;
                if total < usize::from(distances[node]) {
                    distances[node] = total as u16;
                    buckets[total % span].push(node as u32);
                }
            };
            for &(from, time) in &changes[to] {
                reach(pair * count + from, time);
            }
            let (one, other) = (pair / second.size, pair % second.size);
            for &(undo, from, time) in &ways[to] {
                let one = usize::from(first.moves[one * turn::COUNT + undo]);
                let other = usize::from(second.moves[other * turn::COUNT + undo]);
                reach((one * second.size + other) * count + from, time);
            }
        }
        now += 1;
    }
    distances
}

/// The turn that undoes a turn.
fn undone(turn: usize) -> usize {
    let turn = turn::Turn::at(turn);
    turn::Turn {
        net: turn.net.map(|net| (4 - net) % 4),
        ..turn
    }
    .index()
}
