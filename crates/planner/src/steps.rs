//! The steps of each arm in a phase, written out in time.

use rig::Arm;

use crate::clock::Nanos;
use crate::line::{Line, Step};
use crate::phase::{Model, Phase};
use crate::wrists::Wrists;

/// A step of an arm in time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timed {
    pub arm: Arm,
    pub step: Step,
    pub start: Nanos,
}

impl Model {
    /// The steps of a phase that starts at a time, each with its start.
    pub fn steps(
        &self,
        wrists: &Wrists,
        open: &[bool; 4],
        phase: &Phase,
        start: Nanos,
    ) -> Vec<Timed> {
        let mut timed = Vec::new();
        let active = phase.holder.other().arms();
        let lines_before = &self.lines[usize::from(self.is_vertical(wrists, phase.holder))];
        let lines_after = &self.lines[usize::from(self.is_vertical(&phase.to, phase.holder))];
        let Some((_, passages)) = self.duration(wrists, open, phase) else {
            return timed;
        };
        let cube_start = start
            + passages
                .iter()
                .flatten()
                .map(|passage| passage.open_by)
                .max()
                .unwrap_or(0);
        let turned_by = cube_start - start + self.clock.turn(phase.cube);
        for (slot, arm) in active
            .into_iter()
            .enumerate()
            .filter(|&(_, arm)| self.is_there(arm))
        {
            let (wrist, is_open) = (wrists[arm.index()], open[arm.index()]);
            let to = phase.to[arm.index()];
            let mut pen = Pen {
                model: self,
                arm,
                time: start,
                timed: &mut timed,
            };
            let Some(passage) = passages[slot] else {
                pen.draw_line(lines_before.get(wrist, is_open, to, phase.before[slot]));
                continue;
            };
            if phase.before[slot] != 0 {
                pen.draw_line(lines_before.get(
                    wrist,
                    is_open,
                    passage.opens_at,
                    phase.before[slot],
                ));
                pen.draw(Step::Open);
            } else if !is_open {
                pen.draw(Step::Open);
            }
            let Some((at, _)) = self.landing(phase, slot, &passage, turned_by) else {
                continue;
            };
            pen.draw(Step::Turn(
                self.domain.quarters_between(passage.opens_at, at),
            ));
            pen.time = pen.time.max(start + turned_by);
            pen.draw(Step::Close);
            if phase.after[slot] != 0 {
                pen.draw_line(lines_after.get(at, false, to, phase.after[slot]));
            }
        }
        for (arm, sign) in phase.holder.arms().into_iter().zip([1, -1]) {
            if phase.cube != 0 && self.is_there(arm) {
                let mut pen = Pen {
                    model: self,
                    arm,
                    time: cube_start,
                    timed: &mut timed,
                };
                pen.draw(Step::Turn(sign * phase.cube));
            }
        }
        timed
    }
}

/// Writes the steps of one arm one after the other.
pub(crate) struct Pen<'a> {
    pub model: &'a Model,
    pub arm: Arm,
    pub time: Nanos,
    pub timed: &'a mut Vec<Timed>,
}

impl Pen<'_> {
    fn draw_line(&mut self, line: Option<&Line>) {
        for &step in line.into_iter().flat_map(|line| &line.steps) {
            self.draw(step);
        }
    }

    /// Writes one step; a turn by more than two quarters becomes several.
    pub fn draw(&mut self, step: Step) {
        match step {
            Step::Turn(mut left) => {
                while left != 0 {
                    let quarters = left.clamp(-2, 2);
                    self.put(Step::Turn(quarters), self.model.clock.turn(quarters));
                    left -= quarters;
                }
            }
            Step::Open => self.put(step, self.model.clock.open),
            Step::Close => self.put(step, self.model.clock.close),
        }
    }

    fn put(&mut self, step: Step, nanos: Nanos) {
        self.timed.push(Timed {
            arm: self.arm,
            step,
            start: self.time,
        });
        self.time += nanos;
    }
}
