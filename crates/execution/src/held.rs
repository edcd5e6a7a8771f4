//! Motions that begin before what they rely on has come far enough, and how far they may go until then.
//!
//! A claw closes while a turn near it comes to its end. A wrist turns while its claw comes out of the way. Each starts
//! when the other will have come far enough in time. If the other takes longer than planned, it stops where it is still
//! out of the way, and goes on once the other has come far enough. Where readings have gaps, or its link is slow, it is
//! sent only that far at first: an order to stop would come too late.

use crate::seen::Seen;
use crate::steps::{Hold, Mark, Progress};

/// A motion gets an order to stop when it would be at its place in this many seconds. A reading and a goal take about
/// 0.06 over a usual link, and longer where a brick has just become slower: with 0.06, claws came too far in front of a
/// wrist of such a brick.
const AHEAD: f64 = 0.15;

/// Which steps got an order to stop on their way, by their index.
pub struct Held {
    stops_at: Vec<Option<f64>>,
    was_held: Vec<bool>,
}

/// Where a moving step must stop, if it nears a place that it may not pass yet; `before` is the last order.
fn must_stop_at(seen: &Seen, index: usize, before: Option<f64>) -> Option<f64> {
    let step = &seen.steps[index];
    let (Progress::Moving(since), Some(reading)) = (seen.progress[index], seen.readings.of(step.joint)) else {
        return None;
    };
    // One that has only begun may still tremble from what it did before.
    let speed = if since < reading.time { reading.speed } else { 0.0 };
    let is_calm = seen.readings.are_regular(seen.now) && !seen.readings.is_slow(step.joint);
    let must_wait = |hold: &&Hold| {
        let other = seen.steps[hold.until.step].joint;
        if !is_calm || before == Some(hold.position) {
            return match seen.seeks_long(other) {
                true => seen.progress[hold.until.step] != Progress::Arrived,
                false => !seen.will_have_passed(&hold.until, seen.soon(step.joint, other)),
            };
        }
        let place = Mark { step: index, position: hold.position };
        let there = seen.foreseen(&place).unwrap_or(seen.now);
        let slowness = [step.joint, other].map(|joint| seen.readings.slowness(joint));
        let soon = reading.position + speed * (AHEAD + slowness.iter().sum::<f64>());
        step.is_beyond(soon, hold.position) && !seen.will_have_passed(&hold.until, there)
    };
    let positions = step.held.iter().filter(must_wait).map(|hold| hold.position);
    // The first of them on the way.
    positions.reduce(|one, other| match step.is_beyond(one, other) {
        true => other,
        false => one,
    })
}

impl Held {
    /// Nothing is held of this many steps.
    pub fn new(steps: usize) -> Held {
        Held { stops_at: vec![None; steps], was_held: vec![false; steps] }
    }

    /// Looks at all steps: those that must stop now, or may go on, and so need a new goal.
    pub fn update(&mut self, seen: &Seen) -> Vec<usize> {
        let mut changed = Vec::new();
        for index in 0..self.stops_at.len() {
            let stop = must_stop_at(seen, index, self.stops_at[index]);
            if std::mem::replace(&mut self.stops_at[index], stop) != stop {
                self.was_held[index] = true;
                changed.push(index);
            }
        }
        changed
    }

    /// Where a step stops short of its target.
    pub fn stops_at(&self, index: usize) -> Option<f64> {
        self.stops_at[index]
    }

    /// Whether a step was ever stopped.
    pub fn was_held(&self, index: usize) -> bool {
        self.was_held[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readings::{Readings, Tolerances};
    use crate::steps::Step;
    use crate::tests::bench::TOLERANCES;
    use rig::{Arm, Joint};

    /// A wrist has only begun, 5 degrees before the place where it must wait for a claw, and trembles from its last
    /// motion. Five goals were sent within 10 ms, to stop and to go on, and the last gave both wrists of a turn of the
    /// cube unlike times.
    #[test]
    fn a_step_that_has_only_begun_does_not_stop_because_its_joint_trembles() {
        let step = |joint: Joint, target: f64, held: Vec<Hold>| Step {
            joint,
            from: 0.0,
            target,
            seconds: 0.5,
            after: Vec::new(),
            passed: Vec::new(),
            held,
        };
        let (claw, wrist) = (Arm::L.grip(), Arm::R.wrist());
        let until = Mark { step: 0, position: 0.5 };
        let hold = Hold { position: 0.09, until };
        let steps = [step(claw, 1.0, Vec::new()), step(wrist, 1.57, vec![hold])];
        let progress = [Progress::Moving(0.0), Progress::Moving(0.232)];
        let tolerances = Tolerances { lead: 0.06, ..TOLERANCES };
        let mut readings = Readings::default();
        readings.note(wrist, 0.0, Some(1.0), 0.23);
        // Half open after half of its time: at full speed.
        readings.note(claw, 0.42, Some(3.6), 0.23);
        let stopped = |readings: &Readings, now: f64| {
            let seen = Seen::new(now, &steps, &progress, readings, &tolerances);
            let mut held = Held::new(steps.len());
            [held.update(&seen), held.update(&seen)]
        };
        assert_eq!(stopped(&readings, 0.235), [Vec::<usize>::new(), Vec::new()]);
        readings.note(wrist, 0.0, Some(1.0), 0.24);
        readings.note(claw, 0.42, Some(0.0), 0.24);
        let stuck = stopped(&readings, 0.245);
        assert_eq!(stuck, [vec![1], vec![]], "a claw that is stuck holds it");
    }
}
