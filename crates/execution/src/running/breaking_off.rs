//! What becomes of a plan that broke off: which motions count as done, which as not begun, and where the others are brought.

use std::f64::consts::FRAC_PI_2;

use rig::CubeEffect;

use crate::estimate::{Estimate, JointPlaces, Unfinished};
use crate::readings::{Readings, Tolerances};
use crate::steps::Progress;

use super::Running;

impl Running {
    /// After the execution broke off: motions that stand at one of their ends count as done or not begun, the others
    /// are kept in the estimate as unfinished. A motion that depends on an unfinished one is unfinished too. A claw that
    /// an unfinished turn relies on will be brought to its end, and the turn goes on past it or held by it. The two
    /// motions of a turn of the cube count together, else the cube would lie misaligned; they will be brought to the end of
    /// their way that is nearer, so that wrists which stand apart come together. A layer counts as turned by
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
        let mut finished = self.relied_on_by_turns(&undone);
        finished.extend(self.nearly_done_turns(&undone, &finished, readings, places));
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

    /// The turns of the cube among these motions that are half done or more, and rely on nothing that goes back.
    fn nearly_done_turns(
        &self,
        motions: &[usize],
        finished: &[usize],
        readings: &Readings,
        places: &JointPlaces,
    ) -> Vec<usize> {
        let share = |index: usize| {
            let (from, target) = self.ends(index, places);
            let stands = readings.of(self.motion(index).joint()).map_or(from, |reading| reading.position);
            (stands - from) / (target - from)
        };
        let mut turns: Vec<usize> = Vec::new();
        for index in motions.iter().copied() {
            if !matches!(self.effect(index), CubeEffect::CubeTurn { .. }) {
                continue;
            }
            let both = [index, self.partner(index).unwrap_or(index)];
            let is_free = |index: usize| {
                let goes_back = |before: &usize| !finished.contains(before) && !turns.contains(before);
                !motions.iter().any(|before| self.relies_on(index, *before) && goes_back(before))
            };
            if 1.0 <= both.map(share).iter().sum::<f64>() && both.into_iter().all(is_free) {
                turns.push(index);
            }
        }
        turns
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
    use std::sync::Arc;
    use std::time::Duration;

    use cube::{Cube, Face, Move, Rotation};
    use planner::Plan;
    use rig::{Action, Arm, ArmState, Claw, Joint, Motion, Profile, RigState};

    use super::*;
    use crate::plan::PreparedPlan;
    use crate::tests::bench::TOLERANCES;

    const PLACES: JointPlaces = JointPlaces { grip_open: 1.0 };

    /// Turns of wrists by a quarter at once, positive or negative, which broke off while the first wrists were last read at these
    /// angles and speeds, this many seconds ago; the last argument is the age of the other joints' readings.
    fn broken_off(
        start: RigState,
        turns: &[(Arm, i8)],
        wrists: &[(f64, f64)],
        silent: f64,
        others_silent: f64,
    ) -> Estimate {
        let turn = |&(arm, quarters): &(Arm, i8)| Motion { arm, action: Action::Turn(quarters), start: 0.0, end: 0.6 };
        let plan = Plan::new(&Profile::nxt_2015(), &start, turns.iter().map(turn).collect());
        let mut running = Running::new(Arc::new(PreparedPlan {
            plan: plan.expect("these may turn"),
            park: false,
            views: Vec::new(),
            asked_seconds: 0.0,
            baseline_seconds: 0.0,
            picture: String::new(),
        }));
        let mut estimate = Estimate { arms: Some(start.arms), pose: Some(start.pose), ..Estimate::NOTHING };
        estimate.turned.begin(Duration::ZERO);
        let mut readings = Readings::default();
        for joint in Joint::ALL {
            let place = PLACES.of(joint, start.arms[joint.arm.index()]);
            readings.note(joint, place, Some(0.0), 10.0 - others_silent);
        }
        for ((arm, _), (angle, speed)) in turns.iter().zip(wrists) {
            readings.note(arm.wrist(), *angle, Some(*speed), 10.0 - silent);
        }
        let progress = vec![Progress::Moving(9.0); turns.len()];
        running.break_off(10.0, &progress, &mut estimate, &readings, &PLACES, &TOLERANCES);
        estimate
    }

    /// A face turn by arm R.
    fn broken_off_face(angle: f64, speed: f64, silent: f64, others_silent: f64) -> Estimate {
        broken_off(RigState::REST, &[(Arm::R, 1)], &[(angle, speed)], silent, others_silent)
    }

    #[test]
    fn a_turn_that_is_seen_at_rest_leaves_the_cube_known() {
        let turned = Cube::SOLVED.apply(Move::quarter(Face::R));
        assert_eq!(broken_off_face(0.0, 0.0, 0.1, 0.0).turned.cube, Some(Cube::SOLVED));
        assert_eq!(broken_off_face(1.57, 0.0, 0.1, 0.0).turned.cube, Some(turned));
        for (angle, cube) in [(0.7, Cube::SOLVED), (0.8, turned)] {
            let halfway = broken_off_face(angle, 0.0, 0.1, 0.0);
            assert_eq!((halfway.turned.cube, halfway.unfinished.len()), (Some(cube), 1), "{angle}");
        }
    }

    #[test]
    fn a_turn_whose_wrist_is_not_seen_or_still_moves_leaves_the_cube_unknown() {
        for (angle, speed, silent, others) in
            [(0.0, 0.0, 1.5, 0.0), (0.8, 0.0, 1.5, 0.0), (0.8, 0.0, 1.5, 1.5), (0.8, 2.0, 0.1, 0.0)]
        {
            let estimate = broken_off_face(angle, speed, silent, others);
            assert_eq!(estimate.turned.cube, None, "{angle} {speed} {silent} {others}");
        }
    }

    /// The wrists of a pair may stand apart: the brick answered late. They come together where both are nearer.
    #[test]
    fn a_turn_of_the_cube_goes_to_its_nearer_end() {
        let open = ArmState { claw: Claw::Open, wrist: 0 };
        let mut start = RigState::REST;
        (start.arms[Arm::F.index()], start.arms[Arm::B.index()]) = (open, open);
        for (degrees, quarters) in [([73.0, -91.0], 1), ([20.0, -89.0], 1), ([0.0, -80.0], 0), ([17.0, -2.0], 0)] {
            let wrists = degrees.map(|angle: f64| (angle.to_radians(), 0.0));
            let estimate = broken_off(start, &[(Arm::R, 1), (Arm::L, -1)], &wrists, 0.1, 0.0);
            let back: Vec<f64> = estimate.unfinished.iter().map(|broken| broken.back).collect();
            let end = f64::from(quarters) * FRAC_PI_2;
            assert_eq!(back, [end, -end], "{degrees:?}");
            let arms = estimate.arms.expect("they are known");
            assert_eq!([Arm::R, Arm::L].map(|arm| arms[arm.index()].wrist), [quarters, -quarters], "{degrees:?}");
            assert_eq!(estimate.pose == Some(Rotation::IDENTITY), quarters == 0, "{degrees:?}");
        }
    }
}
