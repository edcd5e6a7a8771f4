//! What can go wrong with a joint on its way: it is where it cannot be, falls silent, or does not arrive.

use rig::{JointGroups, JointKind};

use crate::limits::{DEGREES, JointLimits};
use crate::readings::{Readings, Tolerances};
use crate::steps::{Failure, Patience, Step};

/// A joint whose reading changed within this time still moves, seconds; it is waited for this many times longer, as is one at its target.
const STILL_MOVES: f64 = 1.0;
const MOVING_PATIENCE: f64 = 3.0;

/// The joints at a time, and how patient an execution is.
pub struct Watch<'a> {
    pub now: f64,
    pub readings: &'a Readings,
    pub groups: &'a JointGroups,
    pub limits: &'a JointLimits,
    pub tolerances: &'a Tolerances,
    pub patience: &'a Patience,
}

impl Watch<'_> {
    /// A claw that was to close and rests where a misaligned layer holds it open.
    pub fn jam(&self, step: &Step) -> Option<Failure> {
        let found = self.readings.of(step.joint)?.position;
        let rests = self.readings.rests(step.joint, self.now, self.tolerances);
        let is_jammed = rests && self.limits.is_jammed(step.joint, found, step.target);
        is_jammed.then(|| Failure::Jammed { arm: step.joint.arm, degrees: found.to_degrees() })
    }

    /// Whether a wrist rests on its way.
    pub fn is_stuck(&self, step: &Step) -> bool {
        let is_on_its_way =
            |found: f64| [step.from, step.target].iter().all(|end| !self.tolerances.is_at(step.joint, found, *end));
        step.joint.kind == JointKind::Wrist
            && self.readings.rests(step.joint, self.now, self.tolerances)
            && self.readings.of(step.joint).is_some_and(|reading| is_on_its_way(reading.position))
    }

    /// What is wrong with a step that moves since a time; `is_done` where its driver has reported its goal as done.
    pub fn fault(&self, step: &Step, since: f64, is_done: bool) -> Option<Failure> {
        let (now, joint) = (self.now, step.joint.name());
        let reading = self.readings.of(step.joint);
        if let Some(reading) = reading
            && let Err(mut beyond) = self.limits.check(step.joint, reading.position)
        {
            // On its way a joint does not gain a full turn.
            let share = (reading.position.to_radians() - step.from) / step.way();
            if (0.0..=1.0).contains(&share) {
                beyond.suspicion = DEGREES;
            }
            return Some(Failure::Beyond(beyond));
        }
        let last_sign = reading.map_or(since, |reading| reading.time.max(since));
        if last_sign + self.patience.silence < now {
            let seconds = now - last_sign;
            return Some(match self.readings.not_a_number(step.joint) {
                Some(value) => Failure::NotANumber { joint, value },
                None => Failure::Silent { joint, seconds },
            });
        }
        let allowed = step.seconds * self.patience.factor + self.patience.arrival;
        // One that still moves, or is where it should be, has a slow motor or link, and its own driver decides when it is lost.
        let is_there = reading.is_some_and(|reading| self.tolerances.is_at(step.joint, reading.position, step.target));
        let allowed = match is_there || self.readings.moves(step.joint, now, STILL_MOVES) {
            true => MOVING_PATIENCE * allowed,
            false => allowed,
        };
        if now <= since + allowed {
            return None;
        }
        if let Some(jam) = self.jam(step) {
            return Some(jam);
        }
        let frozen = self.readings.frozen(step.joint, since);
        Some(match frozen.filter(|_| is_done) {
            Some(degrees) => {
                let group = self.groups[self.groups.of(step.joint)].name.clone();
                Failure::Frozen { joint, group, degrees }
            }
            None => Failure::NotArrived {
                joint,
                target_degrees: step.target.to_degrees(),
                waited: now - since,
                last_seen: self.readings.in_words(step.joint, now),
            },
        })
    }
}
