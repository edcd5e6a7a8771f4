//! The steps of each arm in a phase, written out in time.

use rig::{Arm, Pair};

use crate::clock::{Nanos, parts};
use crate::line::{Line, Step};
use crate::phase::{Model, Phase};
use crate::wrists::Wrists;

/// A step of an arm in time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timed {
    pub arm: Arm,
    pub step: Step,
    pub start: Nanos,
    pub end: Nanos,
}

impl Model {
    /// The steps of a phase that starts at a time, each with its start.
    pub fn steps(&self, wrists: &Wrists, open: &[bool; 4], phase: &Phase, start: Nanos) -> Vec<Timed> {
        let mut timed = Vec::new();
        let active = phase.holder.other().arms();
        let before = self.is_vertical(wrists, phase.holder);
        let after = self.is_vertical(&phase.to, phase.holder);
        let Some((_, schedule)) = self.duration(wrists, open, phase) else {
            return timed;
        };
        for (slot, arm) in active.into_iter().enumerate().filter(|&(_, arm)| self.is_there(arm)) {
            let (wrist, is_open) = (wrists[arm.index()], open[arm.index()]);
            let to = phase.to[arm.index()];
            let mut pen = Pen::new(self, arm, wrist, start, &mut timed);
            let Some(schedule) = &schedule else {
                let line = self.lines(before).get(wrist, is_open, to, phase.before[slot]);
                pen.draw_line(line, before);
                continue;
            };
            let Some((passage, crossing)) = schedule.arms[slot] else {
                continue;
            };
            if phase.before[slot] != 0 {
                let (at, net) = (passage.opens_at, phase.before[slot]);
                pen.draw_line(self.lines(before).get(wrist, is_open, at, net), before);
            }
            if let Some(opens) = passage.opens {
                pen.put(Step::Open, start + opens);
            }
            pen.wrist = start + crossing.turns;
            pen.draw_turn(self.domain.quarters_between(passage.opens_at, crossing.closes_at));
            pen.put(Step::Close, start + crossing.closes);
            pen.wrist = pen.claw;
            if phase.after[slot] != 0 {
                let (at, net) = (crossing.closes_at, phase.after[slot]);
                pen.draw_line(self.lines(after).get(at, false, to, net), after);
            }
        }
        if let Some(schedule) = &schedule {
            let turns = start + schedule.cube_turns;
            self.draw_cube_turn(wrists, phase.holder, phase.cube, turns, &mut timed);
        }
        timed
    }

    /// Writes a turn of the whole cube.
    pub fn draw_cube_turn(&self, wrists: &Wrists, holder: Pair, cube: i32, start: Nanos, timed: &mut Vec<Timed>) {
        let (mut wrists, mut start) = (*wrists, start);
        for part in parts(cube) {
            let end = start + self.cube_turn(&wrists, holder, part);
            timed.extend(self.holder_turns(holder, part).map(|(arm, quarters)| Timed {
                arm,
                step: Step::Turn(quarters),
                start,
                end,
            }));
            wrists = self.holder_turned(&wrists, holder, part).unwrap_or(wrists);
            start = end;
        }
    }
}

/// Writes the steps of one arm one after the other.
pub(crate) struct Pen<'a> {
    model: &'a Model,
    arm: Arm,
    /// Where the wrist is.
    position: u8,
    /// When the claw is done with what was written, and when the wrist may turn.
    pub claw: Nanos,
    pub wrist: Nanos,
    timed: &'a mut Vec<Timed>,
}

impl<'a> Pen<'a> {
    /// Begins at a time at which nothing of the arm moves.
    pub fn new(model: &'a Model, arm: Arm, position: u8, time: Nanos, timed: &'a mut Vec<Timed>) -> Pen<'a> {
        Pen { model, arm, position, claw: time, wrist: time, timed }
    }

    /// Writes a line; `neighbours_are_vertical` holds for its whole time.
    fn draw_line(&mut self, line: Option<&Line>, neighbours_are_vertical: bool) {
        let clock = &self.model.clock;
        let opening = clock.opening.of_own_wrist(neighbours_are_vertical);
        let before_closing = clock.close - clock.closing.of_own_wrist(neighbours_are_vertical);
        for &step in line.into_iter().flat_map(|line| &line.steps) {
            match step {
                Step::Turn(quarters) => self.draw_turn(quarters),
                Step::Open => {
                    let start = self.claw.max(self.wrist);
                    self.put(Step::Open, start);
                    self.wrist = start + opening;
                }
                Step::Close => {
                    let start = self.claw.max(self.wrist.saturating_sub(before_closing));
                    self.put(Step::Close, start);
                    self.wrist = self.claw;
                }
            }
        }
    }

    /// Writes a turn as soon as the wrist may; by more than two quarters it becomes several.
    pub fn draw_turn(&mut self, quarters: i32) {
        for part in parts(quarters) {
            self.put(Step::Turn(part), self.wrist);
        }
    }

    /// Writes one step at a time.
    pub fn put(&mut self, step: Step, start: Nanos) {
        let (model, clock) = (self.model, &self.model.clock);
        let end = start
            + match step {
                Step::Turn(quarters) => model.turn(self.position, quarters),
                Step::Open => clock.open,
                Step::Close => clock.close,
            };
        self.timed.push(Timed { arm: self.arm, step, start, end });
        match step {
            Step::Turn(quarters) => {
                self.position = model.domain.turned(self.position, quarters).unwrap_or(self.position);
                self.wrist = end;
            }
            Step::Open | Step::Close => self.claw = end,
        }
    }
}
