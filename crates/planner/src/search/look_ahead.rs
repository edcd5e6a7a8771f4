//! Looks ahead from the positions nearest to home, and finds how walks of phase 1 may still end.

use crate::search::configs::Ticks;
use crate::search::coordinates::{SLICES, TWISTS};
use crate::search::costs::IMPOSSIBLE;
use crate::search::ends::Ends;
use crate::search::tables::Tables;
use crate::search::walk_state::Outer;
use cube::AxialTurn;

/// Positions that are looked at: those found first, which are the nearest to home.
const MOST: usize = 4096;
/// Turns that are looked ahead.
const ROUNDS: usize = 4;

impl<const W: usize> Tables<W> {
    /// Looks ahead from a state of the costs in which the rig may stand anyhow, so that nothing takes longer than it does from another state.
    pub(super) fn look_ahead(&self, anywhere: usize) -> Ends {
        let positions: Vec<Outer> = self
            .parts
            .outer
            .keys(MOST)
            .map(|key| {
                let [class, twist] = [key as usize / TWISTS, key as usize % TWISTS];
                let flip_slice = self.parts.sorted.flip_slice.representatives[class] as usize;
                Outer { twist, flip: flip_slice / SLICES, slice: flip_slice % SLICES, state: anywhere, cost: 0 }
            })
            .collect();
        let mut ends = Ends(vec![[0; 3]; positions.len()]);
        for _ in 0..ROUNDS {
            let next = positions.iter().map(|at| {
                let by_first = [0, 1, 2].map(|axis| self.least(&ends, at, axis));
                [[1, 2], [0, 2], [0, 1]].map(|[one, other]| by_first[one].min(by_first[other]))
            });
            ends = Ends(next.collect());
        }
        ends
    }

    /// Units needed at least by walks that go on with an axis.
    fn least(&self, ends: &Ends, at: &Outer, axis: usize) -> u8 {
        let needed = |turn| {
            let child = self.child(at, turn);
            if child.cost == IMPOSSIBLE {
                return u8::MAX;
            }
            let next = child.of(at);
            let left = if !next.is_home() {
                self.still_needed(ends, &next, axis)
            } else if AxialTurn::at(turn).is_of_phase_two() {
                ends.at_home(axis)
            } else {
                0
            };
            let units = child.cost / self.unit + Ticks::from(left);
            units.min(u8::MAX.into()) as u8
        };
        let turns = axis * AxialTurn::COUNT / 3..(axis + 1) * AxialTurn::COUNT / 3;
        turns.map(needed).min().unwrap_or(u8::MAX)
    }
}
