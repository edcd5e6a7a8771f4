//! A plan being carried out: its segments, and what has become of the cube so far.

use rig::{Motion, RigState};

use crate::belief::{Belief, JointPlaces, Unfinished, after, before, joint_of};
use crate::meaning::Meaning;
use crate::readings::{Readings, Tolerances};
use crate::steps::{Progress, Step};

/// Motions with their order: what the planner crate made, in the executor's terms.
#[derive(Clone, Debug, PartialEq)]
pub struct Choreography {
    /// Where it starts.
    pub start: RigState,
    /// The motions.
    pub motions: Vec<Motion>,
    /// What each motion does to the cube.
    pub meanings: Vec<Meaning>,
    /// For each motion the motions that must have ended before it begins.
    pub after: Vec<Vec<usize>>,
    /// Times at which everything rests so that the camera can look; empty but for a scan.
    pub views: Vec<f64>,
}

/// A choreography under way.
pub struct Running {
    plan: Choreography,
    /// The motions of each segment; segments end at the views.
    segments: Vec<Vec<usize>>,
    segment: usize,
    applied: Vec<bool>,
}

impl Running {
    /// Prepares the plan; the first segment is the current one.
    pub fn new(plan: Choreography) -> Self {
        let mut segments = vec![Vec::new(); plan.views.len() + 1];
        for (index, motion) in plan.motions.iter().enumerate() {
            // A motion that begins at the time of a view, up to rounding, comes after it.
            let segment = plan
                .views
                .iter()
                .filter(|view| **view <= motion.start + 1e-6)
                .count();
            segments[segment].push(index);
        }
        let applied = vec![false; plan.motions.len()];
        Self {
            plan,
            segments,
            segment: 0,
            applied,
        }
    }

    /// How many views the plan has, and how many segments have ended with one.
    pub fn views(&self) -> (usize, usize) {
        (self.plan.views.len(), self.segment)
    }

    /// Whether the current segment is followed by a view.
    pub fn ends_at_view(&self) -> bool {
        self.segment < self.plan.views.len()
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
                let motion = self.plan.motions[*index];
                let (from, target) = self.ends(*index, places);
                Step {
                    joint: joint_of(motion.arm, motion.action),
                    from,
                    target,
                    seconds: motion.end - motion.start,
                    // What lies in earlier segments has arrived before this one began.
                    after: self.plan.after[*index]
                        .iter()
                        .filter_map(place_in_segment)
                        .collect(),
                }
            })
            .collect()
    }

    /// Where a motion begins and ends, in radians of its joint.
    fn ends(&self, index: usize, places: &JointPlaces) -> (f64, f64) {
        let motion = self.plan.motions[index];
        let joint = joint_of(motion.arm, motion.action);
        let state = before(&self.plan.start, &self.plan.motions, &motion);
        (
            places.of(joint, state),
            places.of(joint, after(state, motion.action)),
        )
    }

    /// Notes the steps that have arrived; what they did to arms and cube goes into the belief.
    pub fn note(&mut self, progress: &[Progress], belief: &mut Belief) {
        for (place, state) in progress.iter().enumerate() {
            let index = self.segments[self.segment][place];
            if *state == Progress::Arrived && !self.applied[index] {
                self.apply(index, belief);
            }
        }
    }

    fn apply(&mut self, index: usize, belief: &mut Belief) {
        self.applied[index] = true;
        let motion = self.plan.motions[index];
        if let Some(arms) = &mut belief.arms {
            let arm = &mut arms[motion.arm.index()];
            *arm = after(*arm, motion.action);
        }
        match self.plan.meanings[index] {
            Meaning::Nothing => {}
            Meaning::FaceTurn(turn) => belief.turned.turn(turn),
            Meaning::CubeTurn {
                pair,
                quarters,
                partner,
            } => {
                if partner.is_none_or(|partner| self.applied[partner]) {
                    belief.pose = belief.pose.map(|pose| pose.then(pair.rotation(quarters)));
                }
            }
        }
    }

    /// How many face turns are done, of how many, and the next one.
    pub fn turns(&self) -> (usize, usize, Option<cube::Move>) {
        let mut order: Vec<usize> = (0..self.plan.meanings.len()).collect();
        order.sort_by(|a, b| {
            self.plan.motions[*a]
                .end
                .total_cmp(&self.plan.motions[*b].end)
        });
        let turn = |index: &usize| match self.plan.meanings[*index] {
            Meaning::FaceTurn(turn) => Some((turn, self.applied[*index])),
            _ => None,
        };
        let turns: Vec<_> = order.iter().filter_map(turn).collect();
        let done = turns.iter().filter(|(_, applied)| *applied).count();
        (
            done,
            turns.len(),
            turns
                .iter()
                .find(|(_, applied)| !applied)
                .map(|(turn, _)| *turn),
        )
    }

    /// After the execution broke off: motions that stand at one of their ends count as done or not begun, the others are
    /// kept in the belief as unfinished. The two motions of a turn of the cube count together, else the cube would lie askew.
    /// Where a joint that turns something is not seen, or still moves, nobody knows what became of the cube.
    pub fn break_off(
        &mut self,
        now: f64,
        progress: &[Progress],
        belief: &mut Belief,
        readings: &Readings,
        places: &JointPlaces,
        tolerances: &Tolerances,
    ) {
        self.note(progress, belief);
        let own = self.segments[self.segment].clone();
        let mut open: Vec<usize> = Vec::new();
        for (place, index) in own.iter().enumerate() {
            let torn = match self.plan.meanings[*index] {
                Meaning::CubeTurn {
                    partner: Some(partner),
                    ..
                } => self.applied[*index] && !self.applied[partner],
                _ => false,
            };
            if matches!(progress.get(place), Some(Progress::Moving(_))) || torn {
                open.push(*index);
            }
        }
        let lost: Vec<usize> = open
            .iter()
            .copied()
            .filter(|index| {
                let motion = self.plan.motions[*index];
                !readings.rests(joint_of(motion.arm, motion.action), now, tolerances)
            })
            .collect();
        let stands_at = |index: &usize, target: bool| {
            let motion = self.plan.motions[*index];
            let joint = joint_of(motion.arm, motion.action);
            let (from, to) = self.ends(*index, places);
            let place = if target { to } else { from };
            readings
                .of(joint)
                .is_some_and(|reading| tolerances.is_at(joint, reading.position, place))
        };
        let together = |index: usize| match self.plan.meanings[index] {
            Meaning::CubeTurn {
                partner: Some(partner),
                ..
            } => vec![index, partner],
            _ => vec![index],
        };
        let all_stand = |index: usize, target: bool| {
            together(index)
                .iter()
                .all(|member| stands_at(member, target))
        };
        let done: Vec<bool> = open.iter().map(|index| all_stand(*index, true)).collect();
        let not_begun: Vec<bool> = open.iter().map(|index| all_stand(*index, false)).collect();
        for (place, index) in open.into_iter().enumerate() {
            if done[place] {
                if !self.applied[index] {
                    self.apply(index, belief);
                }
                continue;
            }
            self.unapply(index, belief);
            if !not_begun[place] {
                let motion = self.plan.motions[index];
                let (from, target) = self.ends(index, places);
                let joint = joint_of(motion.arm, motion.action);
                belief.unfinished.push(Unfinished {
                    joint,
                    action: motion.action,
                    from,
                    target,
                    meaning: self.plan.meanings[index],
                });
            }
        }
        for index in lost {
            belief.lose(self.plan.meanings[index]);
        }
    }

    /// Takes back the arm's half of a torn turn of the cube.
    fn unapply(&mut self, index: usize, belief: &mut Belief) {
        if !std::mem::replace(&mut self.applied[index], false) {
            return;
        }
        let motion = self.plan.motions[index];
        if let Some(arms) = &mut belief.arms {
            arms[motion.arm.index()].wrist -= i32::from(motion.action.quarters());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use cube::{Cube, Face, Move, Rotation};
    use rig::{Action, Arm, Joint};

    use super::*;
    use crate::tests::bench::TOLERANCES;

    const PLACES: JointPlaces = JointPlaces { grip_open: 1.0 };

    /// A face turn by arm R that broke off while its wrist was last read at an angle and a speed, so many seconds ago; the
    /// other joints were read as long ago as told last.
    fn broken_off(angle: f64, speed: f64, silent: f64, others_silent: f64) -> Belief {
        let motion = Motion {
            arm: Arm::R,
            action: Action::Turn(1),
            start: 0.0,
            end: 0.6,
        };
        let mut running = Running::new(Choreography {
            start: RigState::REST,
            motions: vec![motion],
            meanings: vec![Meaning::FaceTurn(Move::quarter(Face::R))],
            after: vec![Vec::new()],
            views: Vec::new(),
        });
        let mut belief = Belief {
            arms: Some([RigState::REST.arms[0]; 4]),
            pose: Some(Rotation::IDENTITY),
            ..Belief::NOTHING
        };
        belief.turned.begin(Duration::ZERO);
        let mut readings = Readings::default();
        for joint in Joint::ALL {
            readings.note(joint, 0.0, Some(0.0), 10.0 - others_silent);
        }
        readings.note(Arm::R.wrist(), angle, Some(speed), 10.0 - silent);
        let progress = [Progress::Moving(9.0)];
        running.break_off(
            10.0,
            &progress,
            &mut belief,
            &readings,
            &PLACES,
            &TOLERANCES,
        );
        belief
    }

    #[test]
    fn a_turn_that_is_seen_at_rest_leaves_the_cube_known() {
        let turned = Cube::SOLVED.apply(Move::quarter(Face::R));
        assert_eq!(
            broken_off(0.0, 0.0, 0.1, 0.0).turned.cube,
            Some(Cube::SOLVED)
        );
        assert_eq!(broken_off(1.57, 0.0, 0.1, 0.0).turned.cube, Some(turned));
        let halfway = broken_off(0.8, 0.0, 0.1, 0.0);
        assert_eq!(
            (halfway.turned.cube, halfway.unfinished.len()),
            (Some(Cube::SOLVED), 1)
        );
    }

    #[test]
    fn a_turn_whose_wrist_is_not_seen_or_still_moves_leaves_the_cube_unknown() {
        for (angle, speed, silent, others) in [
            (0.0, 0.0, 1.5, 0.0),
            (0.8, 0.0, 1.5, 0.0),
            (0.8, 0.0, 1.5, 1.5),
            (0.8, 2.0, 0.1, 0.0),
        ] {
            let belief = broken_off(angle, speed, silent, others);
            assert_eq!(
                belief.turned.cube, None,
                "{angle} {speed} {silent} {others}"
            );
        }
    }
}
