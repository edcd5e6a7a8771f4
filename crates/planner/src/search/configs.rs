//! How the rig can stand between turns, and what each turn costs from there: the smaller problem of [`crate::bound`] as matrices.
//!
//! A config has for each face of the cube whether it lies at an arm, and whether the claw there is horizontal. When twist
//! is ignored, nothing else matters to what the arms can do next. (Four arms: 3 axes may stand upright, and 7 patterns of
//! horizontal claws, so 21 configs.) Costs are lower bounds that are nearly always met.

use cube::{AxialTurn, Face, Rotation};
use rig::{Arm, Pair, Rules};

use crate::axis::{left_after, side_of_axis};
use crate::clock::Clock;
use crate::phase::Model;
use crate::wrists::{Domain, Wrists};

/// Tens of microseconds.
pub(crate) type Ticks = u32;
/// Nanoseconds in a tick.
pub(crate) const TICK: u64 = 10_000;
/// No way.
pub(crate) const NEVER: Ticks = Ticks::MAX / 4;

/// By config: a time, less the least.
pub(crate) type Vector = Vec<Ticks>;

/// A way to stand: an example of all that share a config.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Config {
    pub pose: Rotation,
    pub wrists: Wrists,
}

/// By cube face: 0 not at an arm, 1 at a vertical claw, 2 at a horizontal one.
type Signature = [u8; 6];

/// All configs, the time to change between them without turning a face, and with each turn.
pub(crate) struct Configs {
    model: Model,
    pub all: Vec<Config>,
    /// `[from][to]`, closed under repetition.
    pub change: Vec<Vec<Ticks>>,
    /// By turn: (from, to, time), before and after which the config may change.
    pub turns: Vec<Vec<(usize, usize, Ticks)>>,
    /// By turn of two faces: the ways that do one face after the other.
    pub by_parts: Vec<Vec<(usize, usize, Ticks)>>,
}

fn ticks(nanos: u64) -> Ticks {
    (nanos / TICK) as Ticks
}

impl Configs {
    pub fn new(rules: &Rules, clock: Clock) -> Configs {
        let model = Model::new(rules, clock, Domain::Parity);
        let patterns: Vec<Wrists> = (0..16_u8)
            .map(|pattern| [0, 1, 2, 3].map(|arm| pattern >> arm & 1))
            .filter(|wrists| {
                Pair::ALL.into_iter().any(|pair| model.is_vertical(wrists, pair))
                    && Arm::ALL.into_iter().all(|arm| model.present[arm.index()] || wrists[arm.index()] == 0)
            })
            .collect();
        let mut configs = Configs {
            model,
            all: Vec::new(),
            change: Vec::new(),
            turns: Vec::new(),
            by_parts: vec![Vec::new(); AxialTurn::COUNT],
        };
        for wrists in patterns {
            for pose in Rotation::all() {
                let config = Config { pose, wrists };
                if configs.find(config).is_none() {
                    configs.all.push(config);
                }
            }
        }
        configs.change = configs.changes();
        configs.turns = (0..AxialTurn::COUNT).map(|_| Vec::new()).collect();
        for index in 0..AxialTurn::COUNT {
            let turn = AxialTurn::at(index);
            if turn.is_single() {
                configs.turns[index] = configs.direct(turn);
            }
        }
        for index in 0..AxialTurn::COUNT {
            let turn = AxialTurn::at(index);
            if !turn.is_single() {
                let parts = thinned(configs.one_after_the_other(turn));
                let mut ways = configs.direct(turn);
                ways.extend(&parts);
                configs.turns[index] = thinned(ways);
                configs.by_parts[index] = parts;
            }
        }
        configs
    }

    pub fn find(&self, config: Config) -> Option<usize> {
        let signature = self.signature(config);
        self.all.iter().position(|&other| self.signature(other) == signature)
    }

    /// Whether every step takes the same time from its end to its start.
    pub fn is_reversible(&self) -> bool {
        let count = self.all.len();
        let changes = (0..count).all(|from| (0..from).all(|to| self.change[from][to] == self.change[to][from]));
        changes
            && self.turns.iter().all(|ways| {
                let mut reversed: Vec<_> = ways.iter().map(|&(from, to, time)| (to, from, time)).collect();
                reversed.sort_unstable();
                reversed == *ways
            })
    }

    /// Where each config goes when each face goes to the one in `faces` (in the order U R F D L B).
    pub fn carried(&self, faces: [Face; 6]) -> Vec<usize> {
        let signatures: Vec<Signature> = self.all.iter().map(|&one| self.signature(one)).collect();
        let carried = |signature: &Signature| {
            let mut carried = [0; 6];
            for (face, &entry) in signature.iter().enumerate() {
                carried[faces[face].index()] = entry;
            }
            signatures
                .iter()
                .position(|&other| other == carried)
                .expect("every way to lay the cube into the claws is a config, and so is its mirror image")
        };
        signatures.iter().map(carried).collect()
    }

    fn signature(&self, config: Config) -> Signature {
        Face::ALL.map(|face| match Arm::at(config.pose.carry(face)) {
            Some(arm) if self.model.present[arm.index()] => 1 + config.wrists[arm.index()],
            _ => 0,
        })
    }

    /// Configs that one phase without turns of faces leads to, and what it takes; `open` by [`Arm::index`].
    fn after_a_phase(&self, from: Config, open: [bool; 4]) -> impl Iterator<Item = (usize, Ticks)> + '_ {
        Pair::ALL.into_iter().flat_map(move |holder| {
            let phases = self.model.phases(&from.wrists, &open, holder, [0, 0]);
            phases.into_iter().filter_map(move |phase| {
                let pose = from.pose.then(holder.rotation(phase.cube));
                let wrists = phase.to;
                Some((self.find(Config { pose, wrists })?, ticks(phase.nanos)))
            })
        })
    }

    /// Times between configs by chains of phases (Floyd and Warshall).
    fn changes(&self) -> Vec<Vec<Ticks>> {
        let count = self.all.len();
        let mut change = vec![vec![NEVER; count]; count];
        for (from, &config) in self.all.iter().enumerate() {
            change[from][from] = 0;
            for (to, time) in self.after_a_phase(config, [false; 4]) {
                change[from][to] = change[from][to].min(time);
            }
        }
        for middle in 0..count {
            let through = change[middle].clone();
            for row in &mut change {
                let first = row[middle];
                for (to, &second) in through.iter().enumerate() {
                    row[to] = row[to].min(first + second);
                }
            }
        }
        change
    }

    /// By config: the least time until the rig stands so, from any wrists and claws (`open` by [`Arm::index`]).
    pub fn reached(&self, from: Config, open: [bool; 4]) -> Vec<Ticks> {
        if let Some(config) = self.find(from)
            && open == [false; 4]
        {
            return self.change[config].clone();
        }
        let mut times = vec![NEVER; self.all.len()];
        for (first, time) in self.after_a_phase(from, open) {
            for (entry, &change) in times.iter_mut().zip(&self.change[first]) {
                *entry = (*entry).min(time + change);
            }
        }
        times
    }

    /// Ways to do a turn as one step: a face turn on its own, or a phase in which faces turn.
    fn direct(&self, turn: AxialTurn) -> Vec<(usize, usize, Ticks)> {
        let mut ways = Vec::new();
        for (from, config) in self.all.iter().enumerate() {
            if self.model.is_sequential {
                ways.extend(self.single(from, config, turn));
                continue;
            }
            for holder in Pair::ALL {
                for net in [turn.net(), [turn.net()[1], turn.net()[0]]] {
                    for phase in self.model.phases(&config.wrists, &[false; 4], holder, net) {
                        let pose = config.pose.then(holder.rotation(phase.cube));
                        let turned_in = if phase.after == [0, 0] { config.pose } else { pose };
                        let left = left_after(turn.net(), net, holder.other(), turned_in, turn.axis());
                        if left == Some([0, 0])
                            && let Some(to) = self.find(Config { pose, wrists: phase.to })
                        {
                            ways.push((from, to, ticks(phase.nanos)));
                        }
                    }
                }
            }
        }
        thinned(ways)
    }

    /// A turn of one face while all other claws hold.
    fn single(&self, from: usize, config: &Config, turn: AxialTurn) -> Option<(usize, usize, Ticks)> {
        let model = &self.model;
        let (face, net) = match turn.net() {
            [net, 0] => (0, net),
            [0, net] => (1, net),
            _ => return None,
        };
        let first = side_of_axis(config.pose, turn.axis());
        let arm = Arm::at(if face == 0 { first } else { first.opposite() })?;
        if !model.present[arm.index()] || !model.is_vertical(&config.wrists, arm.pair().other()) {
            return None;
        }
        let mut to = *config;
        to.wrists[arm.index()] ^= net % 2;
        // A half turn takes no longer than two quarters.
        let nanos = if net == 2 { model.clock.half } else { model.clock.quarter };
        Some((from, self.find(to)?, ticks(nanos)))
    }

    /// Ways to do a turn of both faces as two turns.
    fn one_after_the_other(&self, turn: AxialTurn) -> Vec<(usize, usize, Ticks)> {
        let [first, second] = turn.net();
        let single = |quarters| AxialTurn::new(turn.axis(), quarters).unwrap_or(turn).index();
        let parts = [[first, 0], [0, second]].map(single);
        let mut ways = Vec::new();
        for [one, other] in [parts, [parts[1], parts[0]]] {
            for &(from, middle, before) in &self.turns[one] {
                for &(again, to, after) in &self.turns[other] {
                    let between = self.change[middle][again];
                    if between < NEVER {
                        ways.push((from, to, before + between + after));
                    }
                }
            }
        }
        ways
    }
}

/// The fastest way between each two configs.
fn thinned(mut ways: Vec<(usize, usize, Ticks)>) -> Vec<(usize, usize, Ticks)> {
    ways.sort_unstable();
    ways.dedup_by_key(|way| (way.0, way.1));
    ways
}
