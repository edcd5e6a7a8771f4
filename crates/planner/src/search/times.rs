//! Rows of times, one per config, and how they are carried over turns.

use crate::search::configs::{Configs, NEVER, Ticks};
use cube::AxialTurn;

/// By config: time still needed at least, in fines; padded with [`FAR`].
pub(crate) type Row<const W: usize> = [u16; W];

/// Nearly never.
pub(crate) const FAR: u16 = u16::MAX / 2;

/// A way to do a turn: the config before it, the config after it, the time in fines.
#[derive(Clone, Copy, Debug)]
struct Way {
    from: u8,
    to: u8,
    time: u16,
}

/// The steps of a rig in whole fines (rounded down, so that sums never overestimate).
pub(crate) struct Steps<const W: usize> {
    /// `[to][from]`: time of changing config.
    changes: Vec<Row<W>>,
    /// By turn: ways that no combination of other steps replaces.
    ways: Vec<Vec<Way>>,
    /// Least time of any turn, in fines.
    pub least: u16,
}

impl<const W: usize> Steps<W> {
    pub fn new(configs: &Configs, fine: Ticks) -> Steps<W> {
        let fines = |time: Ticks| (time / fine).min(Ticks::from(FAR)) as u16;
        let count = configs.all.len();
        let changes = (0..count)
            .map(|to| {
                let mut row = [FAR; W];
                for (from, entry) in row[..count].iter_mut().enumerate() {
                    *entry = fines(configs.change[from][to]);
                }
                row
            })
            .collect();
        let ways: Vec<Vec<Way>> = (0..AxialTurn::COUNT)
            .map(|index| {
                needed(configs, index)
                    .map(|(from, to, time)| Way { from: from as u8, to: to as u8, time: fines(time) })
                    .collect()
            })
            .collect();
        let least = ways.iter().flatten().map(|way| way.time).min();
        Steps { changes, ways, least: least.unwrap_or(1).max(1) }
    }

    /// Turns worth following.
    pub fn turns(&self) -> Vec<usize> {
        (0..AxialTurn::COUNT).filter(|&turn| !self.ways[turn].is_empty()).collect()
    }

    /// Times before a turn, given those after it: only through entries of `after` that are in `window`.
    pub fn before(&self, turn: usize, after: &Row<W>, window: std::ops::Range<u16>) -> Option<Row<W>> {
        let mut direct = [FAR; W];
        let mut starts = 0_u64;
        for way in &self.ways[turn] {
            let time = after[usize::from(way.to)];
            if window.contains(&time) {
                let entry = &mut direct[usize::from(way.from)];
                *entry = (*entry).min(time + way.time);
                starts |= 1 << way.from;
            }
        }
        if starts == 0 {
            return None;
        }
        let mut row = [FAR; W];
        while starts != 0 {
            let start = starts.trailing_zeros() as usize;
            starts &= starts - 1;
            let time = direct[start];
            for (entry, &change) in row.iter_mut().zip(&self.changes[start]) {
                *entry = (*entry).min(change + time);
            }
        }
        Some(row)
    }
}

/// The ways of a turn that are faster than every detour through another config before or after it.
fn needed(configs: &Configs, turn: usize) -> impl Iterator<Item = (usize, usize, Ticks)> + '_ {
    let ways = &configs.turns[turn];
    let is_replaced = move |&(from, to, time): &(usize, usize, Ticks)| {
        ways.iter().any(|&(start, end, other)| {
            let detour = configs.change[from][start].saturating_add(other).saturating_add(configs.change[end][to]);
            (start, end) != (from, to) && (detour < time || (detour == time && (start, end) < (from, to)))
        })
    };
    let by_parts = move |&(from, to, time): &(usize, usize, Ticks)| {
        configs.by_parts[turn].iter().any(|&(start, end, other)| (start, end) == (from, to) && other <= time)
    };
    ways.iter().copied().filter(|way| way.2 < NEVER).filter(move |way| !is_replaced(way) && !by_parts(way))
}
