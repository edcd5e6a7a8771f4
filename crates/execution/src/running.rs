//! A plan being carried out: its segments, and what has become of the cube so far.

use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

use cube::Move;
use planner::{Plan, Wait};
use rig::{CubeEffect, Motion};

use crate::estimate::{Estimate, JointPlaces, Unfinished};
use crate::lateness::{Lateness, Load, Span};
use crate::plan::PreparedPlan;
use crate::readings::{Readings, Tolerances};
use crate::steps::{Hold, Mark, Progress, Step};

/// A wrist may turn this far before the claws near it are out of its way, radians: pads and play forgive 5 degrees.
const FORGIVEN: f64 = 5.0 * std::f64::consts::PI / 180.0;

/// A plan under way. Motions are named by their index in it.
pub struct Running {
    prepared: Arc<PreparedPlan>,
    /// What each motion waits for before it begins, and what holds it on its way.
    waits: Vec<Vec<Wait>>,
    holds: Vec<Vec<planner::Hold>>,
    /// The motions of each segment; segments end at the views.
    segments: Vec<Vec<usize>>,
    segment: usize,
    applied: Vec<bool>,
    /// The half turns of a layer that broke off after a quarter.
    halved: Vec<usize>,
}

impl Running {
    /// Prepares the plan; the first segment is the current one.
    pub fn new(prepared: Arc<PreparedPlan>) -> Self {
        let (motions, views) = (prepared.motions(), &prepared.views);
        let mut segments = vec![Vec::new(); views.len() + 1];
        for (index, motion) in motions.iter().enumerate() {
            // A motion that begins at the time of a view, up to rounding, comes after it.
            let segment = views.iter().filter(|view| view.seconds <= motion.start + 1e-6).count();
            segments[segment].push(index);
        }
        Self {
            waits: prepared.plan.waits(),
            holds: prepared.plan.holds(),
            segments,
            segment: 0,
            applied: vec![false; motions.len()],
            halved: Vec::new(),
            prepared,
        }
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.prepared.plan
    }

    fn motion(&self, index: usize) -> &Motion {
        &self.prepared.motions()[index]
    }

    /// What a motion does to the cube.
    fn effect(&self, index: usize) -> CubeEffect {
        self.prepared.plan.trace().effects[index]
    }

    /// The other motion of the same turn of the whole cube.
    fn partner(&self, index: usize) -> Option<usize> {
        match self.effect(index) {
            CubeEffect::CubeTurn { partner, .. } => partner,
            CubeEffect::Nothing | CubeEffect::FaceTurn(_) => None,
        }
    }

    /// How many views the plan has, and how many segments have ended with one.
    pub fn views(&self) -> (usize, usize) {
        (self.prepared.views.len(), self.segment)
    }

    /// Whether the current segment is followed by a view.
    pub fn ends_at_view(&self) -> bool {
        self.segment < self.prepared.views.len()
    }

    /// Goes on to the next segment.
    pub fn next_segment(&mut self) {
        self.segment += 1;
    }

    /// The steps of the current segment, for the executor.
    pub fn steps(&self, places: &JointPlaces) -> Vec<Step> {
        let own = &self.segments[self.segment];
        let place_in_segment = |motion: &usize| own.iter().position(|other| other == motion);
        own.iter()
            .map(|index| {
                let motion = self.motion(*index);
                let (from, target) = self.ends(*index, places);
                let waits = &self.waits[*index];
                let ended = waits.iter().filter(|wait| wait.share == 1.0);
                let under_way = waits.iter().filter(|wait| wait.share < 1.0);
                let mark = |motion: usize, share: f64| {
                    let (from, target) = self.ends(motion, places);
                    let position = from + share * (target - from);
                    let step = place_in_segment(&motion)?;
                    Some(Mark { step, position })
                };
                let passed: Vec<Mark> = (under_way).filter_map(|wait| mark(wait.motion, wait.share)).collect();
                let turning = passed.iter().filter(|_| motion.action.quarters() != 0);
                let turns =
                    turning.map(|until| Hold { position: from + FORGIVEN.copysign(target - from), until: *until });
                let closing = self.holds[*index].iter().filter_map(|hold| {
                    Some(Hold { position: from + hold.until * (target - from), until: mark(hold.motion, 1.0)? })
                });
                Step {
                    joint: motion.joint(),
                    from,
                    target,
                    seconds: motion.end - motion.start,
                    // What lies in earlier segments has arrived before this one began.
                    after: ended.filter_map(|wait| place_in_segment(&wait.motion)).collect(),
                    held: turns.chain(closing).collect(),
                    passed,
                }
            })
            .collect()
    }

    /// By how much the steps of the current segment were later than planned, which were carried out at these times.
    pub fn lateness(&self, steps: &[Step], done: &[Span]) -> Lateness {
        let own = &self.segments[self.segment];
        let load = |index: &usize| match self.effect(*index) {
            CubeEffect::FaceTurn(_) => Load::Layer,
            CubeEffect::CubeTurn { .. } => Load::Cube,
            CubeEffect::Nothing if self.motion(*index).action.quarters() == 0 => Load::Claw,
            CubeEffect::Nothing => Load::Wrist,
        };
        let planned = |index: &usize| {
            let &Motion { start, end, .. } = self.motion(*index);
            Span { start, end }
        };
        let loads: Vec<Load> = own.iter().map(load).collect();
        let planned: Vec<Span> = own.iter().map(planned).collect();
        Lateness::of(steps, &loads, &planned, done)
    }

    /// Where a motion begins and ends, in radians of its joint.
    fn ends(&self, index: usize, places: &JointPlaces) -> (f64, f64) {
        let motion = self.motion(index);
        let before = self.prepared.plan.trace().before[index];
        (places.of(motion.joint(), before), places.of(motion.joint(), before.after(motion.action)))
    }

    /// Notes the steps that have arrived, and what they did to arms and cube.
    pub fn note(&mut self, progress: &[Progress], estimate: &mut Estimate) {
        for (place, state) in progress.iter().enumerate() {
            let index = self.segments[self.segment][place];
            if *state == Progress::Arrived && !self.applied[index] {
                self.apply(index, estimate);
            }
        }
    }

    fn apply(&mut self, index: usize, estimate: &mut Estimate) {
        self.applied[index] = true;
        let motion = self.motion(index);
        if let Some(arms) = &mut estimate.arms {
            let arm = &mut arms[motion.arm.index()];
            *arm = arm.after(motion.action);
        }
        match self.effect(index) {
            CubeEffect::Nothing => {}
            CubeEffect::FaceTurn(turn) => estimate.turned.turn(turn),
            CubeEffect::CubeTurn { rotation, partner } => {
                if partner.is_none_or(|partner| self.applied[partner]) {
                    estimate.pose = estimate.pose.map(|pose| pose.then(rotation));
                }
            }
        }
    }

    /// The moves of the plan, those that are done first, and how many these are. Where they are done in another order than planned, they
    /// are moves of opposite faces. A half turn that broke off after a quarter is two moves.
    pub fn moves(&self) -> (Vec<Move>, usize) {
        let (mut done, mut left) = (Vec::new(), Vec::new());
        for index in &self.prepared.plan.trace().turns {
            let CubeEffect::FaceTurn(turn) = self.effect(*index) else { continue };
            match (self.applied[*index], self.halved.contains(index)) {
                (true, _) => done.push(turn),
                (false, false) => left.push(turn),
                (false, true) => {
                    let quarter = self.quarters(*index, self.motion(*index).action.quarters().signum());
                    done.extend(quarter);
                    left.extend(quarter);
                }
            }
        }
        let count = done.len();
        done.append(&mut left);
        (done, count)
    }

    /// A turn of the same layer as a motion's, by quarters of its wrist.
    fn quarters(&self, index: usize, quarters: i8) -> Option<Move> {
        let CubeEffect::FaceTurn(turn) = self.effect(index) else { return None };
        Move::new(turn.face(), quarters.into())
    }

    /// After the execution broke off: motions that stand at one of their ends count as done or not begun, the others
    /// are kept in the estimate as unfinished. A motion that depends on an unfinished one is unfinished too. A claw that
    /// an unfinished turn relies on will be brought to its end, and the turn goes back past it or held by it. The two
    /// motions of a turn of the cube count together, else the cube would lie misaligned. A layer counts as turned by
    /// the quarters that are nearest to where it stands, for that is the cube that people and the camera see. Where a
    /// joint that turns something is not seen, or still moves, the cube is unknown.
    pub fn break_off(
        &mut self,
        now: f64,
        progress: &[Progress],
        estimate: &mut Estimate,
        readings: &Readings,
        places: &JointPlaces,
        tolerances: &Tolerances,
    ) {
        self.note(progress, estimate);
        let own = self.segments[self.segment].clone();
        let mut open: Vec<usize> = Vec::new();
        for (place, index) in own.iter().enumerate() {
            let partner = self.partner(*index);
            let torn = self.applied[*index] && partner.is_some_and(|other| !self.applied[other]);
            if matches!(progress.get(place), Some(Progress::Moving(_))) || torn {
                open.push(*index);
            }
        }
        let lost: Vec<usize> = open
            .iter()
            .copied()
            .filter(|index| !readings.rests(self.motion(*index).joint(), now, tolerances))
            .collect();
        let stands_at = |index: usize, target: bool| {
            let joint = self.motion(index).joint();
            let (from, to) = self.ends(index, places);
            let place = if target { to } else { from };
            readings.of(joint).is_some_and(|reading| tolerances.is_at(joint, reading.position, place))
        };
        let all_stand = |index: usize, target: bool| {
            stands_at(index, target) && (self.partner(index)).is_none_or(|other| stands_at(other, target))
        };
        let ending = |target: bool| -> Vec<usize> {
            let stands = |index: &usize| all_stand(*index, target);
            open.iter().copied().filter(stands).collect()
        };
        let (there, not_begun) = (ending(true), ending(false));
        // A motion is done only if those are that it relied on, which come before it.
        let mut undone: Vec<usize> = Vec::new();
        for index in open {
            let relies = undone.iter().any(|before| self.relies_on(index, *before));
            if relies || !there.contains(&index) {
                undone.push(index);
            } else if !self.applied[index] {
                self.apply(index, estimate);
            }
        }
        for index in &undone {
            self.unapply(*index, estimate);
        }
        undone.retain(|index| !not_begun.contains(index));
        let finished = self.relied_on_by_turns(&undone);
        for index in &undone {
            let (from, target) = self.ends(*index, places);
            let (joint, action) = (self.motion(*index).joint(), self.motion(*index).action);
            let stands = readings.of(joint).map_or(from, |reading| reading.position);
            let effect = self.effect(*index);
            let mut broken = Unfinished { joint, action, from, target, back: target, effect, after: Vec::new() };
            if finished.contains(index) {
                self.apply(*index, estimate);
            } else {
                broken.back = from + self.count_quarters(*index, stands - from, estimate);
                let after = undone.iter().filter(|later| self.relies_on(**later, *index));
                broken.after = after.map(|later| self.motion(*later).joint()).collect();
            }
            estimate.unfinished.push(broken);
        }
        for index in lost {
            estimate.lose(self.effect(index));
        }
    }

    /// Whether a motion waits for another one, or is held by it.
    fn relies_on(&self, index: usize, before: usize) -> bool {
        (self.waits[index].iter()).any(|wait| wait.motion == before)
            || (self.holds[index].iter()).any(|hold| hold.motion == before)
    }

    /// The claws among these motions that turns among them rely on, by themselves or through other claws. Motions are in the order of
    /// the plan.
    fn relied_on_by_turns(&self, motions: &[usize]) -> Vec<usize> {
        let is_claw = |index: usize| self.motion(index).action.quarters() == 0;
        let mut claws: Vec<usize> = Vec::new();
        for index in motions.iter().rev().copied().filter(|index| is_claw(*index)) {
            let counts = |later: &usize| !is_claw(*later) || claws.contains(later);
            if motions.iter().any(|later| counts(later) && self.relies_on(*later, index)) {
                claws.push(index);
            }
        }
        claws
    }

    /// Counts the quarters of a layer's turn that were done when it broke off after an angle; both angles in radians of the wrist.
    fn count_quarters(&mut self, index: usize, angle: f64, estimate: &mut Estimate) -> f64 {
        let wanted = self.motion(index).action.quarters();
        let ends = (f64::from(wanted.min(0)), f64::from(wanted.max(0)));
        let done = (angle / FRAC_PI_2).round().clamp(ends.0, ends.1);
        let Some(turn) = self.quarters(index, done as i8) else { return 0.0 };
        if done as i8 == wanted {
            self.apply(index, estimate);
        } else {
            let arm = self.motion(index).arm.index();
            estimate.arms.iter_mut().for_each(|arms| arms[arm].wrist += done as i32);
            estimate.turned.turn(turn);
            self.halved.push(index);
        }
        done * FRAC_PI_2
    }

    /// Takes back the arm's half of a torn turn of the cube.
    fn unapply(&mut self, index: usize, estimate: &mut Estimate) {
        if !std::mem::replace(&mut self.applied[index], false) {
            return;
        }
        let motion = self.motion(index);
        if let Some(arms) = &mut estimate.arms {
            arms[motion.arm.index()].wrist -= i32::from(motion.action.quarters());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use cube::{Cube, Face, Move, Rotation};
    use planner::Plan;
    use rig::{Action, Arm, Joint, Profile, RigState};

    use super::*;
    use crate::tests::bench::TOLERANCES;

    const PLACES: JointPlaces = JointPlaces { grip_open: 1.0 };

    /// A face turn by arm R that broke off while its wrist was last read at an angle and a speed, this many seconds
    /// ago; the last argument is the age of the other joints' readings.
    fn broken_off(angle: f64, speed: f64, silent: f64, others_silent: f64) -> Estimate {
        let motion = Motion { arm: Arm::R, action: Action::Turn(1), start: 0.0, end: 0.6 };
        let plan = Plan::new(&Profile::nxt_2015(), &RigState::REST, vec![motion]);
        let mut running = Running::new(Arc::new(PreparedPlan {
            plan: plan.expect("a face may turn"),
            park: false,
            views: Vec::new(),
            asked_seconds: 0.0,
            baseline_seconds: 0.0,
            picture: String::new(),
        }));
        let mut estimate =
            Estimate { arms: Some([RigState::REST.arms[0]; 4]), pose: Some(Rotation::IDENTITY), ..Estimate::NOTHING };
        estimate.turned.begin(Duration::ZERO);
        let mut readings = Readings::default();
        for joint in Joint::ALL {
            readings.note(joint, 0.0, Some(0.0), 10.0 - others_silent);
        }
        readings.note(Arm::R.wrist(), angle, Some(speed), 10.0 - silent);
        let progress = [Progress::Moving(9.0)];
        running.break_off(10.0, &progress, &mut estimate, &readings, &PLACES, &TOLERANCES);
        estimate
    }

    #[test]
    fn a_turn_that_is_seen_at_rest_leaves_the_cube_known() {
        let turned = Cube::SOLVED.apply(Move::quarter(Face::R));
        assert_eq!(broken_off(0.0, 0.0, 0.1, 0.0).turned.cube, Some(Cube::SOLVED));
        assert_eq!(broken_off(1.57, 0.0, 0.1, 0.0).turned.cube, Some(turned));
        for (angle, cube) in [(0.7, Cube::SOLVED), (0.8, turned)] {
            let halfway = broken_off(angle, 0.0, 0.1, 0.0);
            assert_eq!((halfway.turned.cube, halfway.unfinished.len()), (Some(cube), 1), "{angle}");
        }
    }

    #[test]
    fn a_turn_whose_wrist_is_not_seen_or_still_moves_leaves_the_cube_unknown() {
        for (angle, speed, silent, others) in
            [(0.0, 0.0, 1.5, 0.0), (0.8, 0.0, 1.5, 0.0), (0.8, 0.0, 1.5, 1.5), (0.8, 2.0, 0.1, 0.0)]
        {
            let estimate = broken_off(angle, speed, silent, others);
            assert_eq!(estimate.turned.cube, None, "{angle} {speed} {silent} {others}");
        }
    }
}
