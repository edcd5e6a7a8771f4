//! How an active arm opens, turns its wrist and closes around a turn of the whole cube, by the clearances of the rig.
//!
//! ```text
//!   claw     opens |=========|                      |=========| closes
//!   wrist          .    own  |--------------|  own  .
//!   cube           . cube |--------------|   cube   .
//! ```
//!
//! The cube starts to turn when every open claw is past its mark, and the wrist when its claw is past another mark. Both have
//! ended when the closing claw is back at these marks. While the arm and its neighbours may both be horizontal, the claw is
//! farther open still.
//!
//! Once the cube's turn has a start, the arms do not depend on each other. Each condition on starts is that something starts no
//! sooner than a mark or the end of another turn. So in a fastest schedule each start is one of few times, and all are tried. (A
//! wrist that goes by more than two quarters does not pause on its way.)

use rig::Arm;

use crate::clock::Nanos;
use crate::phase::{Model, Phase};
use crate::schedule::{Crossing, Passage, Schedule};

/// Never.
const END: Nanos = Nanos::MAX;

/// The turn of the cube as an active arm sees it.
#[derive(Clone, Copy)]
struct CubeTurn {
    starts: Nanos,
    ends: Nanos,
    /// Whether the holder stands vertical before and after it.
    from_vertical: bool,
    to_vertical: bool,
}

/// When something is horizontal or on its way, given where it stands before and after a turn.
fn leaning(starts: Nanos, ends: Nanos, from_vertical: bool, to_vertical: bool) -> [Nanos; 2] {
    if starts == ends && from_vertical {
        return [END, END];
    }
    [if from_vertical { starts } else { 0 }, if to_vertical { ends } else { END }]
}

impl Model {
    /// The fastest schedule of a phase in which the cube turns, and when it ends.
    pub fn schedule(
        &self,
        wrists: &crate::wrists::Wrists,
        phase: &Phase,
        passages: &[Vec<Option<Passage>>; 2],
    ) -> Option<(Nanos, Schedule)> {
        let turning = self.cube_turn(wrists, phase.holder, phase.cube);
        let from_vertical = self.is_vertical(wrists, phase.holder);
        let to_vertical = self.is_vertical(&phase.to, phase.holder);
        let mut best: Option<(Nanos, Schedule)> = None;
        for one in &passages[0] {
            for other in &passages[1] {
                let both = [*one, *other];
                for starts in self.starts_of_cube(phase, &both) {
                    let ends = starts + turning;
                    if best.is_some_and(|(known, _)| known <= ends) {
                        break;
                    }
                    let cube = CubeTurn { starts, ends, from_vertical, to_vertical };
                    let mut end = 0;
                    let mut arms = [None; 2];
                    let can = both.iter().enumerate().all(|(slot, passage)| {
                        let Some(passage) = passage else { return true };
                        let best_crossing = self.best_crossing(phase, slot, passage, &cube);
                        best_crossing.is_some_and(|(crossing, nanos)| {
                            end = end.max(nanos);
                            arms[slot] = Some((*passage, crossing));
                            true
                        })
                    });
                    if can && best.is_none_or(|(known, _)| end < known) {
                        let schedule = Schedule { cube_turns: starts, arms };
                        best = Some((end, schedule));
                    }
                }
            }
        }
        best
    }

    /// The wrists at which an active arm may close.
    fn closing_wrists(&self, phase: &Phase, slot: usize) -> std::ops::Range<u8> {
        let to = phase.to[phase.holder.other().arms()[slot].index()];
        if phase.after[slot] == 0 { to..to + 1 } else { 0..self.domain.size() }
    }

    /// Times at which the cube may begin to turn in a fastest schedule, in rising order.
    fn starts_of_cube(&self, phase: &Phase, passages: &[Option<Passage>; 2]) -> Vec<Nanos> {
        let opening = &self.clock.opening;
        let mut starts = Vec::new();
        for (slot, passage) in passages.iter().enumerate() {
            let Some(passage) = passage else { continue };
            starts.push(passage.passes(opening.cube));
            starts.push(passage.passes(opening.beside_horizontal));
            for at in self.closing_wrists(phase, slot) {
                let quarters = self.domain.quarters_between(passage.opens_at, at);
                let turning = self.turn(passage.opens_at, quarters);
                starts.push(passage.passes(opening.own_wrist) + turning);
                starts.push(passage.passes(opening.beside_horizontal) + turning);
            }
        }
        starts.sort_unstable();
        starts.dedup();
        let soonest = |passage: &Option<Passage>| passage.map(|one| one.passes(opening.cube));
        let soonest = passages.iter().filter_map(soonest).max().unwrap_or(0);
        starts.retain(|&start| soonest <= start);
        starts
    }

    /// Where an active arm best closes around a turn of the cube, and when its line ends.
    fn best_crossing(
        &self,
        phase: &Phase,
        slot: usize,
        passage: &Passage,
        cube: &CubeTurn,
    ) -> Option<(Crossing, Nanos)> {
        let arm: Arm = phase.holder.other().arms()[slot];
        let (to, net) = (phase.to[arm.index()], phase.after[slot]);
        self.closing_wrists(phase, slot)
            .filter(|&at| cube.to_vertical || self.domain.is_vertical(at))
            .filter_map(|at| {
                let rest = if net == 0 {
                    0
                } else {
                    let lines = self.lines(cube.to_vertical);
                    lines.get(at, false, to, net)?.nanos
                };
                let (crossing, closed) = self.crossing(passage, at, cube)?;
                Some((crossing, closed + rest))
            })
            .min_by_key(|&(_, end)| end)
    }

    /// The fastest way of an active arm through a turn of the cube, and when its claw has closed.
    fn crossing(&self, passage: &Passage, at: u8, cube: &CubeTurn) -> Option<(Crossing, Nanos)> {
        let (opening, closing) = (&self.clock.opening, &self.clock.closing);
        let quarters = self.domain.quarters_between(passage.opens_at, at);
        let turning = self.turn(passage.opens_at, quarters);
        let soonest = passage.passes(opening.own_wrist);
        let candidates = [soonest, passage.passes(opening.beside_horizontal), cube.ends];
        let holder = leaning(cube.starts, cube.ends, cube.from_vertical, cube.to_vertical);
        let mut best: Option<(Crossing, Nanos)> = None;
        for turns in candidates {
            if turns < soonest || (quarters == 0 && turns != soonest) {
                continue;
            }
            let own =
                leaning(turns, turns + turning, self.domain.is_vertical(passage.opens_at), self.domain.is_vertical(at));
            let (from, until) = (own[0].max(holder[0]), own[1].min(holder[1]));
            let opened = passage.opens.map_or(0, |opens| opens + self.clock.open);
            let mut closed = (opened + self.clock.close).max(cube.ends + closing.cube);
            if quarters != 0 {
                closed = closed.max(turns + turning + closing.own_wrist);
            }
            if from < until {
                if from < passage.passes(opening.beside_horizontal) || until == END {
                    continue;
                }
                closed = closed.max(until + closing.beside_horizontal);
            }
            if best.is_none_or(|(_, known)| closed < known) {
                let crossing = Crossing { turns, closes_at: at, closes: closed - self.clock.close };
                best = Some((crossing, closed));
            }
        }
        best
    }
}
