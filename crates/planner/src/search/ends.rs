//! How a walk of phase 1 may still end near home, told by the axis of its last turn.
//!
//! Turns of one axis are joined, so a walk goes on with another axis. Its last turn is one that phase 2 does not have:
//! otherwise its shorter beginning would have been completed. Times to home know neither: one turn from home they let a walk
//! turn the same axis a little otherwise, and at home they let it stay there. Most walks that come so near would end like that.

use crate::search::configs::Ticks;
use crate::search::coordinates::{SLICES, TWISTS};
use crate::search::costs::IMPOSSIBLE;
use crate::search::standing::Outer;
use crate::search::tables::Tables;
use cube::AxialTurn;

/// Positions that are looked at: those found first, which are the nearest to home.
const MOST: usize = 4096;
/// Turns that are looked ahead.
const ROUNDS: usize = 4;

/// By place in the table of what is near home in phase 1, and by the axis of the last turn: units still needed at least.
#[derive(Default)]
pub(crate) struct Ends(Vec<[u8; 3]>);

impl Ends {
    /// Looks ahead from a state of the costs in which the rig may stand anyhow, so that nothing takes longer than it does from another state.
    pub fn new<const W: usize>(tables: &Tables<W>, anywhere: usize) -> Ends {
        let positions: Vec<Outer> = tables
            .parts
            .outer
            .keys(MOST)
            .map(|key| {
                let [class, twist] = [key as usize / TWISTS, key as usize % TWISTS];
                let flip_slice = tables.parts.sorted.flip_slice.representatives[class] as usize;
                Outer {
                    twist,
                    flip: flip_slice / SLICES,
                    slice: flip_slice % SLICES,
                    state: anywhere,
                    cost: 0,
                }
            })
            .collect();
        let mut ends = Ends(vec![[0; 3]; positions.len()]);
        for _ in 0..ROUNDS {
            let next = positions.iter().map(|at| {
                let by_first = [0, 1, 2].map(|axis| ends.least(tables, at, axis));
                [[1, 2], [0, 2], [0, 1]].map(|[one, other]| by_first[one].min(by_first[other]))
            });
            ends = Ends(next.collect());
        }
        ends
    }

    /// Units needed at least by walks that go on with an axis.
    fn least<const W: usize>(&self, tables: &Tables<W>, at: &Outer, axis: usize) -> u8 {
        let needed = |turn| {
            let child = tables.child(at, turn);
            if child.cost == IMPOSSIBLE {
                return u8::MAX;
            }
            let next = child.of(at);
            let left = if !next.is_home() {
                tables.still_needed(self, &next, axis)
            } else if AxialTurn::at(turn).is_of_phase_two() {
                self.at_home(axis)
            } else {
                0
            };
            let units = child.cost / tables.unit + Ticks::from(left);
            units.min(u8::MAX.into()) as u8
        };
        let turns = axis * AxialTurn::COUNT / 3..(axis + 1) * AxialTurn::COUNT / 3;
        turns.map(needed).min().unwrap_or(u8::MAX)
    }

    /// Units needed at least from a place, when the last turn was of an axis (as the place's key is seen).
    #[inline]
    pub fn at_place(&self, place: usize, axis: usize) -> u8 {
        self.0.get(place).map_or(0, |units| units[axis])
    }

    /// Units needed at least to come home again.
    #[inline]
    pub fn at_home(&self, axis: usize) -> u8 {
        self.at_place(0, axis)
    }
}
