//! What is seen of the steps of an execution, and what follows from it: which have come how far, and which may begin.
//!
//! # Motions start on readings, not on timers
//!
//! Each motion knows which earlier ones it waits for, or how far they must have come (Clearances). It is sent when the
//! last reading shows their joints at rest at their targets. Two goals are sent a little earlier: a turn that waits for
//! an opening claw, and a closing claw that waits for a turn. They are sent when the reading lies within what the
//! mechanics forgive (`Tolerances::near` of `crates/execution`), the joint will have arrived when the goal takes
//! effect, and a wrist no longer moves fast. A claw has arrived as soon as it is seen at rest within 2 degrees of its
//! target, though its driver goes on. The motion planner's parameter `lead` is that time, 0.06 s by default; with 0
//! everything waits for the arrival. How soon a joint will be there is estimated with the speed that it has, which may
//! be less than planned. Over a slow link, and for 10 s after the readings of a joint that moves had a gap
//! (`Readings::are_regular`), nothing is foretold: motions wait for the arrival.
//!
//! Horizontal fingers are clear of a turn only at the end of their opening. So a turn waits for their arrival, and for
//! that of a claw that turns horizontal as soon as it is open. A claw that opens or closes too far is stopped by its end
//! and stays there: a driver that brought it back would swing it into the way (`within_ends` in
//! `brick/src/control/settings.rs`). What a stop breaks off goes back in reverse order, so a claw closes only once its
//! wrist is back. A slow motor makes a run longer, never wrong. A motor that stalls holds back what waits for it. Goals
//! name all joints of their group. One that has settled where it should stay is left alone
//! (`brick/src/control/arrival.rs`): it would come no nearer, and would move while its neighbour turns a layer.
//! `crates/sim/tests/all/executed.rs` plays the planner's logic with the real drivers in simulated time, over two links,
//! and with a planner or drivers that stall.

use std::f64::consts::FRAC_1_SQRT_2;

use rig::{Joint, JointKind, ramp_speed, ramp_time};

use crate::readings::{Reading, Readings, Tolerances, is_clear};
use crate::steps::{Mark, Progress, Step};

/// A reading that is older than this (seconds) predicts nothing: without newer ones the joint may have been held up.
/// Over a slow link it is older by two intervals.
const FORETELLS: f64 = 0.1;
/// Nor does one of a joint that is slower than this share of its planned speed.
const LEAST_SPEED: f64 = 0.5;

/// No claw is sent ahead of a wrist that is faster than this, radians a second: should its driver fall silent, it runs on too far.
const SETTLES: f64 = 100.0 * std::f64::consts::PI / 180.0;
/// A claw at rest this near to its target, radians, has arrived, though its driver goes on: a goal is for several
/// joints, and may seek to come nearer.
const CLAW_ARRIVED: f64 = 2.0 * std::f64::consts::PI / 180.0;

/// What is seen of the steps at a time.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    pub now: f64,
    pub steps: &'a [Step],
    pub progress: &'a [Progress],
    pub readings: &'a Readings,
    tolerances: &'a Tolerances,
}

impl<'a> Seen<'a> {
    /// These steps, and the last reading of each joint, at a time.
    pub fn new(
        now: f64,
        steps: &'a [Step],
        progress: &'a [Progress],
        readings: &'a Readings,
        tolerances: &'a Tolerances,
    ) -> Seen<'a> {
        Seen { now, steps, progress, readings, tolerances }
    }

    /// Where a mark counts as passed: a target as soon as the joint is within its tolerance.
    fn place_of(&self, mark: &Mark) -> f64 {
        let step = &self.steps[mark.step];
        if mark.position == step.target {
            step.target - self.tolerances.of(step.joint).copysign(step.way())
        } else {
            mark.position
        }
    }

    /// Whether a wrist is beyond its target, as when its driver did not receive the order to brake. (A claw stops at its
    /// end.)
    fn runs_away(&self, step: &Step, position: f64) -> bool {
        let most = step.target + self.tolerances.near(step.joint).copysign(step.way());
        step.joint.kind == JointKind::Wrist && step.is_beyond(position, most)
    }

    /// Whether a step has come as far as a mark on its way.
    pub fn has_passed(&self, mark: &Mark) -> bool {
        let step = &self.steps[mark.step];
        match self.progress[mark.step] {
            Progress::Waiting => false,
            Progress::Arrived => true,
            Progress::Moving(since) => self.readings.of(step.joint).is_some_and(|reading| {
                // A fast wrist may run on while its driver gets no processor time.
                let may_run_on = !self.readings.are_regular(self.now)
                    && mark.position == step.target
                    && self.tolerances.slow < reading.speed.abs();
                since < reading.time
                    && step.is_beyond(reading.position, self.place_of(mark))
                    && !self.runs_away(step, reading.position)
                    && !may_run_on
            }),
        }
    }

    /// The last reading of a joint that moves since a time, if it is new enough to foretell anything.
    fn fresh_reading(&self, joint: Joint, since: f64) -> Option<Reading> {
        let reading = self.readings.of(joint)?;
        let foretells = FORETELLS + 2.0 * self.readings.slowness(joint);
        (since < reading.time && self.now - reading.time <= foretells).then_some(reading)
    }

    /// When a moving step comes to a position on its way, if it goes on from its last reading as planned. One that was read slower than
    /// planned takes longer in proportion. Nothing is foreseen of one that is much slower: it may be about to stall.
    pub fn foreseen(&self, mark: &Mark) -> Option<f64> {
        let step = &self.steps[mark.step];
        let Progress::Moving(since) = self.progress[mark.step] else {
            return None;
        };
        let reading = self.fresh_reading(step.joint, since)?;
        let share_of_time = |position: f64| ramp_time((position - step.from) / step.way());
        let after = |position: f64| share_of_time(position) * step.seconds;
        let planned = ramp_speed(share_of_time(reading.position)) * step.way() / step.seconds;
        let share_of_speed = reading.speed / planned;
        (LEAST_SPEED < share_of_speed).then(|| {
            let planned = after(self.place_of(mark)) - after(reading.position);
            reading.time + planned / share_of_speed.min(1.0)
        })
    }

    /// Whether a step has come as far as a mark, or will have at a time: it has come half of that way, and goes on as planned. One over a
    /// slow link takes longer for the rest than planned, so it must have come to its target.
    pub fn will_have_passed(&self, mark: &Mark, time: f64) -> bool {
        let Step { joint, from, target, .. } = self.steps[mark.step];
        if self.readings.is_slow(joint) {
            return self.has_passed(&Mark { position: target, ..*mark });
        }
        let halfway = Mark { position: from + (mark.position - from) / 2.0, ..*mark };
        let is_foreseen = || self.foreseen(mark).is_some_and(|passes| passes <= time);
        self.has_passed(mark) || self.foretells(joint) && self.has_passed(&halfway) && is_foreseen()
    }

    /// Whether motions are sent ahead of what a joint does. Where readings have gaps, or its link is slow, they are sent when it has
    /// arrived.
    fn foretells(&self, joint: Joint) -> bool {
        0.0 < self.tolerances.lead && self.readings.are_regular(self.now) && !self.readings.is_slow(joint)
    }

    /// When a goal for a joint takes effect that is sent now, and waits for another joint. Over slow links it takes longer, and the
    /// readings of the other are older.
    pub fn soon(&self, joint: Joint, other: Joint) -> f64 {
        let slowness = [joint, other].map(|joint| self.readings.slowness(joint) / 2.0);
        match self.foretells(other) {
            true => self.now + self.tolerances.lead + slowness.iter().sum::<f64>(),
            false => self.now,
        }
    }

    /// Whether a waiting step may begin now. A wrist is sent ahead of the claw that it waits for, and a claw ahead of the wrist; others
    /// wait for the arrival, as both wrists of a turn of the cube begin together.
    pub fn is_due(&self, index: usize) -> bool {
        let step = &self.steps[index];
        let has_ended = |before: &usize| {
            self.progress[*before] == Progress::Arrived
                || may_overlap(&self.steps[*before], step) && self.is_nearly_there(*before, step)
        };
        self.progress[index] == Progress::Waiting
            && step.after.iter().all(has_ended)
            && self.is_free(step.joint)
            && (step.passed.iter()).all(|mark| {
                let soon = self.soon(step.joint, self.steps[mark.step].joint);
                self.will_have_passed(mark, soon)
            })
    }

    /// Whether a joint is a wrist over a slow link. It seeks its goal for longer, and would drag along what a claw has taken hold
    /// of, so claws wait until it has arrived.
    pub fn seeks_long(&self, joint: Joint) -> bool {
        joint.kind == JointKind::Wrist && self.readings.is_slow(joint)
    }

    /// Whether a claw that was read at rest has arrived, though its goal has not ended. Wrists have not: their drivers
    /// still correct them by a degree or two, which jams what turns next.
    pub fn claw_has_arrived(&self, index: usize, reading: &Reading) -> bool {
        let step = &self.steps[index];
        step.joint.kind == JointKind::Grip
            && self.foretells(step.joint)
            && (reading.position - step.target).abs() <= CLAW_ARRIVED
    }

    /// Whether all that a step waited for has arrived by now.
    pub fn have_arrived_before(&self, index: usize) -> bool {
        let step = &self.steps[index];
        let passed = step.passed.iter().map(|mark| &mark.step);
        step.after.iter().chain(passed).all(|before| self.progress[*before] == Progress::Arrived)
    }

    /// Whether no step moves this joint now.
    fn is_free(&self, joint: Joint) -> bool {
        let mut all = self.steps.iter().zip(self.progress);
        !all.any(|(step, progress)| step.joint == joint && matches!(progress, Progress::Moving(_)))
    }

    /// Whether a step opens a claw whose fingers are horizontal, or turn so as soon as it is open.
    fn opens_horizontally(&self, index: usize) -> bool {
        let step = &self.steps[index];
        let wrist = Joint { kind: JointKind::Wrist, ..step.joint };
        let is_horizontal = |position: f64| position.cos().abs() < FRAC_1_SQRT_2;
        let follows = |next: &Step| {
            let waits = next.after.contains(&index);
            let waits = waits || next.passed.iter().any(|mark| mark.step == index);
            waits && next.joint == wrist
        };
        step.joint.kind == JointKind::Grip
            && ((self.readings.of(wrist)).is_none_or(|wrist| is_horizontal(wrist.position))
                || (self.steps.iter()).any(|next| follows(next) && is_horizontal(next.target)))
    }

    /// Whether a moving joint is so near to its target that it will be there when a step that is sent now takes effect.
    fn is_nearly_there(&self, index: usize, next: &Step) -> bool {
        let (Progress::Moving(since), step) = (self.progress[index], &self.steps[index]) else {
            return false;
        };
        // One motion ahead, not two: all that came before has arrived, also the motion before of the same joint.
        if !self.have_arrived_before(index) {
            return false;
        }
        let Some(reading) = self.fresh_reading(step.joint, since) else {
            return false;
        };
        if step.joint.kind == JointKind::Wrist && SETTLES < reading.speed.abs() {
            return false;
        }
        let left = step.target - reading.position;
        let is_neighbour = next.joint.arm != step.joint.arm;
        if is_neighbour && self.opens_horizontally(index) {
            // Horizontal fingers are clear of a turn only at the very end, and the world may stall between a reading and the turn.
            return false;
        }
        if is_neighbour && !is_clear(step.joint, reading.position, step.target) {
            // Fingers that turn horizontal meet a claw that does not open wholly: it must be seen there.
            return false;
        }
        // Where it moves on, it comes nearer for as long as the goal takes, and stops at its target.
        let until_then = self.soon(next.joint, step.joint) - reading.time;
        let on_its_way = (reading.speed * left.signum() * until_then).max(0.0);
        self.foretells(step.joint)
            && left.abs() <= self.tolerances.near(step.joint)
            && left.abs() - on_its_way <= self.tolerances.of(step.joint) / 2.0
    }
}

/// Whether a step may begin while one before it comes to rest: a wrist's turn while a claw opens its last bit, and a claw's way to the
/// cube while a wrist settles.
///
/// Not so a turn, or the release of a layer, while another wrist settles: its driver still corrects it by a degree or
/// two, which jams in a misaligned layer. Nor anything while a claw closes: wrists are compliant then, and learn their
/// drift.
fn may_overlap(before: &Step, step: &Step) -> bool {
    let closes = |step: &Step| step.target < step.from;
    match (before.joint.kind, step.joint.kind) {
        (JointKind::Grip, JointKind::Wrist) => !closes(before),
        (JointKind::Wrist, JointKind::Grip) => closes(step),
        _ => false,
    }
}
