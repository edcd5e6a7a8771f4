//! Phases: what can happen between two moments at which all claws are closed and still.
//!
//! At every instant some pair of claws is closed and neither of them opens or closes. So whenever a claw is not closed, the
//! other pair holds, and its claws stay closed until all are closed again. Between two moments with all claws closed there is
//! one pair that holds, the holder, and one that is active.
//!
//! Within a phase each active claw follows its own line of regrips. Where the rules let a face turn while the claw across does
//! not hold, turns of its face are in that line. The holder may turn the whole cube while all active claws are open, or far
//! enough open. The arms of a phase depend on each other only through that cube turn ([`crate::crossing`]). So a fastest plan is
//! a shortest path over phases. Where all other claws must hold while a face turns, face turns are steps of their own.

use rig::{Arm, Pair, Rules};

use crate::clock::{Clock, Nanos};
use crate::line::Lines;
use crate::schedule::{Passage, Schedule};
use crate::wrists::{Domain, Wrists};

/// What the planner needs to know of a rig, for one idea of what distinguishes wrists.
#[derive(Debug)]
pub(crate) struct Model {
    pub domain: Domain,
    pub clock: Clock,
    pub present: [bool; 4],
    /// Whether all other claws must hold while a face turns, so that face turns are steps of their own.
    pub is_sequential: bool,
    opposite_turns: bool,
    /// Lines of an active arm while the holder is horizontal [0] or vertical [1].
    lines: [Lines; 2],
}

/// One phase from given wrists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Phase {
    pub holder: Pair,
    /// Quarters by which the holder turns the whole cube, clockwise as its first arm sees it.
    pub cube: i32,
    /// Quarters (0 to 3) by which the active arms turn their faces before the cube turns.
    pub before: [u8; 2],
    /// … and after it.
    pub after: [u8; 2],
    /// The wrists afterwards.
    pub to: Wrists,
    pub nanos: Nanos,
}

/// Whether all other claws must hold while a face turns.
pub(crate) fn is_sequential(rules: &Rules) -> bool {
    rules.arms().count() - 1 <= usize::from(rules.min_holding_claws)
}

impl Model {
    pub fn new(rules: &Rules, clock: Clock, domain: Domain) -> Model {
        let is_sequential = is_sequential(rules);
        let lines = [false, true].map(|holder_is_vertical| {
            let turns_faces = !is_sequential && holder_is_vertical;
            Lines::new(&clock, domain, turns_faces, holder_is_vertical)
        });
        Model { domain, clock, present: rules.present, is_sequential, opposite_turns: rules.opposite_turns, lines }
    }

    /// Lines of an active arm while the holder stands vertical, or horizontal.
    pub fn lines(&self, holder_is_vertical: bool) -> &Lines {
        &self.lines[usize::from(holder_is_vertical)]
    }

    pub fn is_there(&self, arm: Arm) -> bool {
        self.present[arm.index()]
    }

    fn arms_of(&self, pair: Pair) -> impl Iterator<Item = Arm> + '_ {
        pair.arms().into_iter().filter(|&arm| self.is_there(arm))
    }

    /// Whether both claws of a pair stand vertical.
    pub fn is_vertical(&self, wrists: &Wrists, pair: Pair) -> bool {
        self.arms_of(pair).all(|arm| self.domain.is_vertical(wrists[arm.index()]))
    }

    /// The wrists after the holder turned the cube, where they can.
    pub fn holder_turned(&self, wrists: &Wrists, holder: Pair, cube: i32) -> Option<Wrists> {
        let mut turned = *wrists;
        for (arm, quarters) in self.holder_turns(holder, cube) {
            turned[arm.index()] = self.domain.turned(wrists[arm.index()], quarters)?;
        }
        Some(turned)
    }

    /// How long a wrist turns from a position.
    pub fn turn(&self, from: u8, quarters: i32) -> Nanos {
        self.clock.turn(self.domain, from, quarters)
    }

    /// How long the holder turns the cube: as long as its slower wrist needs.
    pub fn cube_turn(&self, wrists: &Wrists, holder: Pair, cube: i32) -> Nanos {
        let arms = self.holder_turns(holder, cube);
        arms.map(|(arm, quarters)| self.turn(wrists[arm.index()], quarters)).max().unwrap_or(0)
    }

    /// The turns of the holder's wrists that turn the cube.
    pub fn holder_turns(&self, holder: Pair, cube: i32) -> impl Iterator<Item = (Arm, i32)> + '_ {
        let turns = holder.arms().into_iter().zip([cube, -cube]);
        turns.filter(|&(arm, _)| self.is_there(arm))
    }

    /// Turns of the whole cube worth considering.
    fn cube_turns(&self) -> &'static [i32] {
        match self.domain {
            Domain::Limited(_) => &[0, 1, -1, 2, -2, 3, -3],
            Domain::Cyclic => &[0, 1, -1, 2],
            Domain::Parity => &[0, 1, -1, 2],
        }
    }

    /// All phases from these wrists and claws (`open` by [`Arm::index`]) with this holder, in which the active
    /// arms turn their faces by `net` quarters.
    pub fn phases(&self, wrists: &Wrists, open: &[bool; 4], holder: Pair, net: [u8; 2]) -> Vec<Phase> {
        let mut found = Vec::new();
        let turns = net != [0, 0];
        let both = net[0] != 0 && net[1] != 0;
        if holder.arms().into_iter().any(|arm| open[arm.index()]) || (both && !self.opposite_turns) {
            return found;
        }
        for &cube in self.cube_turns() {
            let Some(turned) = self.holder_turned(wrists, holder, cube) else {
                continue;
            };
            let ways: &[([u8; 2], [u8; 2])] = match (turns, cube) {
                (false, _) => &[([0, 0], [0, 0])],
                (true, 0) => &[(net, [0, 0])],
                (true, _) => &[(net, [0, 0]), ([0, 0], net)],
            };
            for &(before, after) in ways {
                self.phases_to(
                    wrists,
                    open,
                    &turned,
                    Phase { holder, cube, before, after, to: turned, nanos: 0 },
                    &mut found,
                );
            }
        }
        found
    }

    /// One phase for every place where the active wrists may end.
    fn phases_to(&self, wrists: &Wrists, open: &[bool; 4], turned: &Wrists, sketch: Phase, found: &mut Vec<Phase>) {
        let active = sketch.holder.other().arms();
        let holder_ends_vertical = self.is_vertical(turned, sketch.holder);
        let ends = active.map(|arm| {
            if self.is_there(arm) {
                0..self.domain.size()
            } else {
                let neutral = self.domain.neutral();
                neutral..neutral + 1
            }
        });
        for first in ends[0].clone() {
            for second in ends[1].clone() {
                let mut phase = sketch;
                phase.to[active[0].index()] = first;
                phase.to[active[1].index()] = second;
                let is_clear = holder_ends_vertical || [first, second].iter().all(|&end| self.domain.is_vertical(end));
                if !is_clear {
                    continue;
                }
                if let Some((nanos, _)) = self.duration(wrists, open, &phase)
                    && 0 < nanos
                {
                    found.push(Phase { nanos, ..phase });
                }
            }
        }
    }

    /// The least time that a phase takes, and its schedule where the cube turns.
    pub fn duration(&self, wrists: &Wrists, open: &[bool; 4], phase: &Phase) -> Option<(Nanos, Option<Schedule>)> {
        let active = phase.holder.other().arms();
        if phase.cube == 0 {
            let lines = self.lines(self.is_vertical(wrists, phase.holder));
            let mut longest = 0;
            for (slot, arm) in active.into_iter().enumerate().filter(|&(_, arm)| self.is_there(arm)) {
                let index = arm.index();
                let line = lines.get(wrists[index], open[index], phase.to[index], phase.before[slot])?;
                longest = longest.max(line.nanos);
            }
            return Some((longest, None));
        }
        let passages = [0, 1].map(|slot| self.passages(wrists, open, phase, slot));
        let (nanos, schedule) = self.schedule(wrists, phase, &passages)?;
        Some((nanos, Some(schedule)))
    }

    /// The ways in which an active arm can come to be open before the cube turns; one `None` where there is no such arm.
    fn passages(&self, wrists: &Wrists, open: &[bool; 4], phase: &Phase, slot: usize) -> Vec<Option<Passage>> {
        let arm = phase.holder.other().arms()[slot];
        if !self.is_there(arm) {
            return vec![None];
        }
        let (wrist, is_open, net) = (wrists[arm.index()], open[arm.index()], phase.before[slot]);
        if net == 0 {
            return vec![Some(Passage { opens_at: wrist, opens: (!is_open).then_some(0) })];
        }
        let lines = self.lines(self.is_vertical(wrists, phase.holder));
        (0..self.domain.size())
            .filter_map(|opens_at| {
                let line = lines.get(wrist, is_open, opens_at, net)?;
                Some(Some(Passage { opens_at, opens: Some(line.nanos) }))
            })
            .collect()
    }
}
