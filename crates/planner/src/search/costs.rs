//! What a sequence of turns costs on the rig, followed turn by turn through a table.
//!
//! After any turns, the least time to stand in each config is a vector. Less its least entry it is one of a few thousand.
//! So all vectors, and what each turn adds to the least entry, make a finite machine. The cost of a sequence is a sum of
//! table entries, and no search over regrips is needed. (The idea of carrying the set of possible gripper states through
//! the search is that of efrantar/qphase; here the states carry their times.)

use cube::AxialTurn;
use std::collections::HashMap;

use crate::search::configs::{Configs, NEVER, Ticks, Vector};
use crate::search::packing::{Packer, Unpacker};
use crate::search::start::Start;

/// The cost of a turn that the rig cannot do.
pub(crate) const IMPOSSIBLE: Ticks = NEVER;

/// The machine.
pub(crate) struct Costs {
    /// By state and turn: next state and what the turn costs.
    pub next: Vec<[(u32, Ticks); AxialTurn::COUNT]>,
    /// By state: time by which each config lies behind the best.
    pub behind: Vec<Vector>,
    /// Times behind the best are rounded down to whole grains, in ticks.
    grain: Ticks,
}

impl Costs {
    /// States 0, 1, … are config 0, 1, … with nothing done; the next is that of any config. Those of starts with open claws are
    /// among the others. Times behind the best are rounded down to whole `grain`s; `None` when that leaves more than `most` states.
    pub fn new(configs: &Configs, grain: Ticks, most: usize) -> Option<Costs> {
        let matrices = Matrices::new(configs);
        let mut behind: Vec<Vector> = Vec::new();
        let mut known: HashMap<Vector, u32> = HashMap::new();
        let anywhere = vec![0; configs.all.len()];
        for start in configs.change.iter().chain([&anywhere]) {
            let rounded = rounded(start, grain);
            known.entry(rounded.clone()).or_insert(behind.len() as u32);
            behind.push(rounded);
        }
        for start in Start::all_open(configs) {
            known.entry(rounded(&start, grain)).or_insert_with_key(|start| {
                behind.push(start.clone());
                (behind.len() - 1) as u32
            });
        }
        let mut next = Vec::new();
        while next.len() < behind.len() {
            if most < behind.len() {
                return None;
            }
            let from = behind[next.len()].clone();
            let mut row = [(0, IMPOSSIBLE); AxialTurn::COUNT];
            for (turn, entry) in row.iter_mut().enumerate() {
                let Some((to, least)) = matrices.after(&from, turn) else {
                    continue;
                };
                let state = *known.entry(rounded(&to, grain)).or_insert_with_key(|to| {
                    behind.push(to.clone());
                    (behind.len() - 1) as u32
                });
                *entry = (state, least);
            }
            next.push(row);
        }
        Some(Costs { next, behind, grain })
    }

    /// The state of a start. One that is not among the known ones counts as any config.
    pub fn state(&self, start: &Start) -> usize {
        let rounded = rounded(&start.behind, self.grain);
        let found = self.behind.iter().position(|known| *known == rounded);
        found.unwrap_or(rounded.len())
    }

    /// The state after some turns, and what they cost.
    pub fn after(&self, state: usize, turns: &[usize]) -> (usize, Ticks) {
        turns.iter().fold((state, 0), |(state, cost), &turn| {
            let (next, more) = self.next[state][turn];
            (next as usize, cost + more)
        })
    }

    pub fn pack(&self, packer: &mut Packer) {
        let pairs = self.next.as_flattened().iter();
        let pairs: Vec<[u32; 2]> = pairs.map(|&(state, cost)| [state, cost]).collect();
        packer.put(pairs.as_flattened());
        packer.put(&self.behind.concat());
        packer.put(&[self.grain]);
    }

    /// `configs`: how many a vector has.
    pub fn unpack(unpacker: &mut Unpacker, configs: usize) -> Option<Costs> {
        let pairs = unpacker.take_pairs()?;
        let (rows, rest) = pairs.as_chunks::<{ AxialTurn::COUNT }>();
        let next = rows.iter().map(|row| row.map(|[state, cost]| (state, cost)));
        let behind = unpacker.take::<Ticks>()?;
        let behind: Vec<Vector> = behind.chunks(configs).map(<[Ticks]>::to_vec).collect();
        let [grain] = unpacker.take::<Ticks>()?[..] else {
            return None;
        };
        let is_whole = rest.is_empty() && behind.len() == rows.len() && 0 < grain;
        is_whole.then(|| Costs { next: next.collect(), behind, grain })
    }
}

/// Times rounded down to whole grains.
fn rounded(times: &[Ticks], grain: Ticks) -> Vector {
    times.iter().map(|&time| time / grain * grain).collect()
}

/// By turn: times from config to config with the turn done in between.
pub(crate) struct Matrices(Vec<Vec<Vec<Ticks>>>);

impl Matrices {
    pub fn new(configs: &Configs) -> Matrices {
        let closed = |ways: &Vec<_>| closed(configs, ways);
        Matrices(configs.turns.iter().map(closed).collect())
    }

    /// The vector after a turn, and what the turn adds to its least entry; `None` where the rig cannot do it.
    pub fn after(&self, behind: &[Ticks], turn: usize) -> Option<(Vector, Ticks)> {
        let mut to = vec![NEVER; behind.len()];
        for (&before, ways) in behind.iter().zip(&self.0[turn]) {
            for (entry, &way) in to.iter_mut().zip(ways) {
                *entry = (*entry).min(before.saturating_add(way));
            }
        }
        let least = to.iter().copied().min().filter(|&least| least < NEVER)?;
        for entry in &mut to {
            *entry -= least;
        }
        Some((to, least))
    }
}

/// A turn followed by any change of config.
fn closed(configs: &Configs, ways: &[(usize, usize, Ticks)]) -> Vec<Vec<Ticks>> {
    let count = configs.all.len();
    let mut matrix = vec![vec![NEVER; count]; count];
    for &(from, middle, way) in ways {
        for (entry, &change) in matrix[from].iter_mut().zip(&configs.change[middle]) {
            *entry = (*entry).min(way.saturating_add(change));
        }
    }
    matrix
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use cube::Axis;
    use rig::{Clearances, Profile, Rules};

    /// It saves no time to do a turn in parts, to turn a face to and fro, or to reorder turns of one axis.
    /// [`crate::least_mean_seconds`] and the joining of moves rely on this.
    #[test]
    fn turns_of_one_axis_are_never_faster_in_parts() {
        let four = Profile::nxt_2015().rules;
        let opposite = Rules { min_holding_claws: 2, opposite_turns: true, ..four.clone() };
        let two_arms = Rules { present: [true, false, true, false], min_holding_claws: 1, ..four.clone() };
        let mut blended = Profile::nxt_2015();
        blended.clearances = Clearances { own_wrist: 0.43, cube: 0.24, beside_horizontal: 1.0 };
        let [full, blended] = [Profile::nxt_2015(), blended].map(|profile| Clock::new(&profile));
        // With two arms and clearances it does not hold: see the limits in `lib.rs`.
        let all = [(&four, full), (&four, blended), (&opposite, full), (&opposite, blended), (&two_arms, full)];
        for (rules, clock) in all {
            let configs = Configs::new(rules, clock);
            let Matrices(turns) = Matrices::new(&configs);
            // Any change of config, then the turn, then any change.
            let after_any_change = |ways: &Vec<Vec<Ticks>>| product(&configs.change, ways);
            let turns: Vec<_> = turns.iter().map(after_any_change).collect();
            let matrix = |axis, net| match AxialTurn::new(axis, net) {
                None => &configs.change,
                Some(turn) => &turns[turn.index()],
            };
            let nets = || (0..16_u8).map(|net| [net % 4, net / 4]);
            for (axis, one, other) in (Axis::ALL.into_iter())
                .flat_map(|axis| nets().map(move |one| (axis, one)))
                .flat_map(|(axis, one)| nets().map(move |other| (axis, one, other)))
            {
                let sum = [0, 1].map(|face| (one[face] + other[face]) % 4);
                let whole = matrix(axis, sum);
                let parts = product(matrix(axis, one), matrix(axis, other));
                for (from, (whole, parts)) in whole.iter().zip(&parts).enumerate() {
                    assert!(
                        whole.iter().zip(parts).all(|(whole, parts)| whole <= parts),
                        "axis {axis:?}, {one:?} then {other:?} from {from}: {rules:?}"
                    );
                }
            }
        }
    }

    /// The least sums over what lies between.
    fn product(one: &[Vec<Ticks>], other: &[Vec<Ticks>]) -> Vec<Vec<Ticks>> {
        let row = |before: &Vec<Ticks>| {
            let mut row = vec![NEVER; before.len()];
            for (&first, rest) in before.iter().zip(other) {
                for (entry, &second) in row.iter_mut().zip(rest) {
                    *entry = (*entry).min(first.saturating_add(second));
                }
            }
            row
        };
        one.iter().map(row).collect()
    }
}
